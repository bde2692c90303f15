// A run in space in motion: by WebGL where the browser has it, else on a plain canvas.
import {
  DirectionalLight, GridHelper, Group, HemisphereLight, PerspectiveCamera, Quaternion, Scene, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { arrowLength } from "./canvas.js";
import { Painter } from "./painter.js";
import { arrowObject, connectionObject, partObject, pointArrow, stretch } from "./spatial_parts.js";
import { css } from "./theme.js";

function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

function rendererFor(canvas) {
  if (!hasWebGL()) return new Painter(canvas);
  // The picture stays for whoever prints the page.
  return new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
}

export class SpatialStage {
  constructor(run, canvas, options) {
    Object.assign(this, { run, canvas, options });
    this.renderer = rendererFor(canvas);
    this.usesWebGL = !(this.renderer instanceof Painter);
    this.camera = new PerspectiveCamera(32, 1, 0.01, 100);
    const [low, high] = run.space.map((x) => new Vector3(...x));
    this.middle = low.clone().add(high).multiplyScalar(0.5);
    this.size = Math.max(low.distanceTo(high), 1e-9);
    this.low = low;
    this.setAxes();
    this.control();
    this.build();
    this.reset();
  }

  // up, and two directions at right angles to it: to the right and away, seen from in front.
  setAxes() {
    this.up = new Vector3(...this.run.up);
    const right = Math.abs(this.up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    this.right = right.addScaledVector(this.up, -right.dot(this.up)).normalize();
    this.away = this.up.clone().cross(this.right);
  }

  // Dragging turns the camera; the wheel is the page's unless the picture has been chosen.
  control() {
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableZoom = false;
    this.canvas.addEventListener("focus", () => (this.controls.enableZoom = true));
    this.canvas.addEventListener("blur", () => (this.controls.enableZoom = false));
    this.controls.addEventListener("change", () => this.options.redraw());
  }

  build() {
    const { run, size } = this;
    this.scene = new Scene();
    this.bodies = run.bodies.map(() => new Group());
    this.scene.add(...this.bodies);
    const links = run.bodies.map((_, body) => run.parts.filter((part) => part.kind === "link" && part.body === body).length);
    for (const part of run.parts) this.bodies[part.body].add(partObject(part, size, links[part.body]));
    this.spans = [];
    for (const c of run.connections) {
      const { fixed, spans } = connectionObject(c, size);
      if (fixed) this.bodies[c.a].add(fixed);
      if (spans) this.scene.add(spans), this.spans.push({ object: spans, c });
    }
    this.arrows = [];
    if (!run.parts.some((part) => part.kind === "half_plane")) this.scene.add(this.floor());
    this.scene.add(new HemisphereLight(0xffffff, 0xb8b8b8, 2.6));
    this.light = new DirectionalLight(0xffffff, 1.6);
    this.scene.add(this.light);
  }

  // Squares beneath all that moves, which show what is level.
  floor() {
    const grid = new GridHelper(2 * this.size, 16, css("--grid-line"), css("--grid-line"));
    grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    const depth = this.up.dot(this.low.clone().sub(this.middle));
    grid.position.copy(this.middle).addScaledVector(this.up, Math.min(depth, 0) - 0.02 * this.size);
    return grid;
  }

  theme() { this.build(); }

  posesAt(t) {
    const { frames } = this.run, { i, next, part } = frames.find(t), size = 7 * frames.bodies, { poses } = frames;
    const turn = new Quaternion(), later = new Quaternion();
    for (let k = 0; k < size; k += 7) {
      const a = i * size + k, b = next * size + k, body = this.bodies[k / 7 + 1];
      body.position.set(...[0, 1, 2].map((j) => poses[a + j] + part * (poses[b + j] - poses[a + j])));
      turn.set(poses[a + 3], poses[a + 4], poses[a + 5], poses[a + 6]).normalize();
      later.set(poses[b + 3], poses[b + 4], poses[b + 5], poses[b + 6]).normalize();
      body.quaternion.copy(turn.slerp(later, part));
    }
    this.scene.updateMatrixWorld();
  }

  draw(t) {
    const { run, canvas } = this, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!run.frames?.t.length || !width || !height) return;
    this.resize(width, height);
    this.posesAt(Math.min(t, run.end));
    for (const { object, c } of this.spans) stretch(object, this.placeOf(c.a, c.at_a), this.placeOf(c.b, c.at_b));
    this.pushes(Math.min(t, run.end));
    this.follow();
    this.light.position.copy(this.camera.position).addScaledVector(this.up, 0.6 * this.size).addScaledVector(this.right, -0.5 * this.size);
    this.renderer.render(this.scene, this.camera);
  }
  resize(width, height) {
    if (this.width === width && this.height === height) return;
    Object.assign(this, { width, height });
    this.renderer.setPixelRatio?.(devicePixelRatio || 1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }
  placeOf(body, local) { return this.bodies[body].localToWorld(new Vector3(...local)); }

  pushes(t) {
    const list = this.options.forces ? this.run.frames.pushesAt(t) : [], { largest } = this.run.frames;
    let used = 0;
    for (let k = 0; k < list.length; k += 7, ++used) {
      if (!this.arrows[used]) this.arrows.push(arrowObject(this.size)), this.scene.add(this.arrows[used]);
      const at = new Vector3(list[k], list[k + 1], list[k + 2]), along = new Vector3(list[k + 3], list[k + 4], list[k + 5]).normalize();
      pointArrow(this.arrows[used], at, along, arrowLength(list[k + 6], largest, 0.22 * this.size));
    }
    this.arrows.forEach((arrow, i) => (arrow.visible = i < used));
  }

  // The camera goes where the body goes.
  follow() {
    const followed = this.options.follow(this.run);
    const target = followed > 0 ? this.bodies[followed].position : this.followed ? this.middle : null;
    this.followed = followed > 0;
    if (!target) return;
    this.camera.position.add(target).sub(this.controls.target);
    this.controls.target.copy(target);
    this.camera.lookAt(target);
  }

  // "oblique", "front", "side" or "top".
  view(name) {
    const { right, away, up, camera } = this;
    const from = {
      front: away.clone().negate(), side: right.clone(), top: up.clone().addScaledVector(away, -1e-4),
      oblique: right.clone().multiplyScalar(0.62).addScaledVector(away, -1).addScaledVector(up, 0.5).normalize(),
    }[name];
    const distance = (0.44 * this.size) / Math.sin((camera.fov * Math.PI) / 360);
    camera.near = distance / 50, camera.far = 8 * distance;
    this.controls.target.copy(this.middle);
    camera.position.copy(this.middle).addScaledVector(from, distance);
    camera.updateProjectionMatrix();
    this.controls.update();
    this.options.redraw();
  }
  magnify(factor) {
    this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.options.redraw();
  }
  reset() { this.view("oblique"); }
  dispose() {
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss?.();
  }
}
