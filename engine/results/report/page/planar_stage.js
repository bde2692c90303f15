// A planar run in motion on a canvas.
import { arrowLength, crowded, prepare } from "./canvas.js";
import { drawAbove, drawBelow, drawDiscs, drawPart, drawPush } from "./planar_parts.js";
import { brief } from "./numbers.js";
import { css } from "./theme.js";

export class PlanarStage {
  constructor(run, canvas, options) {
    Object.assign(this, { run, canvas, options, zoom: 1, shift: [0, 0] });
    this.poses = new Float64Array(3 * run.bodies.length);
    this.sines = new Float64Array(2 * run.bodies.length);
    this.discs = run.parts.filter((p) => p.kind === "disc");
    this.others = run.parts.filter((p) => p.kind !== "disc");
    this.listen();
  }

  // Poses of all bodies at t, between the frames on either side: x, y, angle.
  posesAt(t) {
    const frames = this.run.frames, { i, next, part } = frames.find(t), size = 3 * frames.bodies;
    const now = frames.poses.subarray(i * size, (i + 1) * size), later = frames.poses.subarray(next * size, (next + 1) * size);
    this.sines[0] = 1;
    for (let k = 0; k < size; k += 3) {
      let turn = later[k + 2] - now[k + 2];
      turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      const angle = now[k + 2] + part * turn, body = k / 3 + 1;
      this.poses[3 * body] = now[k] + part * (later[k] - now[k]);
      this.poses[3 * body + 1] = now[k + 1] + part * (later[k + 1] - now[k + 1]);
      this.poses[3 * body + 2] = angle;
      this.sines[2 * body] = Math.cos(angle), this.sines[2 * body + 1] = Math.sin(angle);
    }
    return this.poses;
  }

  draw(t) {
    const { g, width, height } = prepare(this.canvas), { run } = this;
    Object.assign(this, { g, width, height });
    if (!run.frames?.t.length) return;
    this.posesAt(Math.min(t, run.end));
    this.look();
    g.lineJoin = g.lineCap = "round";
    for (const c of run.connections) drawBelow(this, c);
    for (const part of this.others) drawPart(this, part);
    drawDiscs(this, this.discs);
    for (const c of run.connections) drawAbove(this, c);
    if (this.options.forces) this.pushes(t);
    this.ruler();
  }

  // What of the plane is seen.
  look() {
    const [left, right, bottom, top] = this.options.view(this.run), followed = this.options.follow(this.run);
    this.scale = this.zoom * Math.min((this.width - 16) / (right - left), (this.height - 16) / (top - bottom));
    const middle = followed > 0 ? [this.poses[3 * followed], this.poses[3 * followed + 1]] : [(left + right) / 2, (top + bottom) / 2];
    this.middle = [middle[0] + this.shift[0], middle[1] + this.shift[1]];
    this.reach = this.width + this.height + Math.hypot(right - left, top - bottom) * this.scale;
  }
  to(x, y) {
    return [this.width / 2 + (x - this.middle[0]) * this.scale, this.height / 2 - (y - this.middle[1]) * this.scale];
  }
  place(body, [x, y]) {
    const c = this.sines[2 * body], s = this.sines[2 * body + 1];
    return this.to(this.poses[3 * body] + c * x - s * y, this.poses[3 * body + 1] + s * x + c * y);
  }
  direction(body, [x, y]) {
    const c = this.sines[2 * body], s = this.sines[2 * body + 1];
    return [c * x - s * y, -(s * x + c * y)];
  }

  pushes(t) {
    const list = this.run.frames.pushesAt(Math.min(t, this.run.end)), { largest } = this.run.frames;
    const size = crowded(list.length / 5, 12) * Math.max(1, Math.min(this.zoom, 4));
    for (let k = 0; k < list.length; k += 5)
      drawPush(this, this.to(list[k], list[k + 1]), [list[k + 2], list[k + 3]], arrowLength(list[k + 4], largest, 52 * Math.min(size, 1)), Math.min(size, 1));
  }

  // A length of 1, 2 or 5 times a power of ten.
  ruler() {
    const { g, height, scale } = this, most = 110 / scale, power = 10 ** Math.floor(Math.log10(most));
    const length = [5, 2, 1].find((f) => f * power <= most) * power, [x, y] = [12, height - 10], end = x + length * scale;
    g.lineCap = "butt", g.strokeStyle = g.fillStyle = css("--soft"), g.lineWidth = 1;
    g.beginPath(), g.moveTo(x, y - 4), g.lineTo(x, y), g.lineTo(end, y), g.lineTo(end, y - 4), g.stroke();
    g.font = "11px system-ui, Helvetica, Arial, sans-serif", g.textAlign = "left", g.textBaseline = "alphabetic";
    g.fillText(length < 1e-3 ? `${brief(length * 1e6)} µm` : length < 1 ? `${brief(length * 1e3)} mm` : `${brief(length)} m`, x + 4, y - 5);
  }

  magnify(factor, [x, y] = [this.width / 2, this.height / 2]) {
    const before = this.zoom;
    this.zoom = Math.min(Math.max(before * factor, 0.2), 1e5);
    const change = (1 - before / this.zoom) / this.scale;
    this.shift[0] += (x - this.width / 2) * change, this.shift[1] -= (y - this.height / 2) * change;
    this.options.redraw();
  }
  reset() {
    this.zoom = 1, this.shift = [0, 0];
    this.options.redraw();
  }
  listen() {
    const c = this.canvas;
    let from = null;
    c.addEventListener("pointerdown", (e) => { if (e.pointerType === "mouse") from = [e.clientX, e.clientY], c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", (e) => {
      if (!from) return;
      this.shift[0] -= (e.clientX - from[0]) / this.scale, this.shift[1] += (e.clientY - from[1]) / this.scale;
      from = [e.clientX, e.clientY];
      this.options.redraw();
    });
    c.addEventListener("pointerup", () => (from = null));
    c.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && document.activeElement !== c) return;  // the page scrolls
      e.preventDefault();
      this.magnify(e.deltaY > 0 ? 0.8 : 1.25, [e.offsetX, e.offsetY]);
    }, { passive: false });
    c.addEventListener("dblclick", () => this.reset());
  }
}
