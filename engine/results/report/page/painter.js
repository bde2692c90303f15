// Draws a scene of three.js on a plain canvas, the furthest first: for browsers without WebGL. Faces are flat and lit from
// the camera; those that cross each other are drawn one over the other.
import { Vector3 } from "three";
import { Projector, RenderableFace, RenderableLine } from "three/addons/renderers/Projector.js";
import { prepare } from "./canvas.js";

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.projector = new Projector();
    this.light = new Vector3();
  }
  setSize() {}
  dispose() {}

  render(scene, camera) {
    const { g, width, height } = prepare(this.canvas);
    const x = (v) => (v.positionScreen.x * 0.5 + 0.5) * width, y = (v) => (0.5 - v.positionScreen.y * 0.5) * height;
    camera.getWorldDirection(this.light).negate();
    g.lineJoin = "round";
    for (const { element } of this.sorted(scene, camera)) {
      const { material } = element;
      g.globalAlpha = material.opacity;
      g.beginPath(), g.moveTo(x(element.v1), y(element.v1)), g.lineTo(x(element.v2), y(element.v2));
      if (element instanceof RenderableLine) {
        g.strokeStyle = `#${(material.vertexColors ? element.vertexColors[0] : material.color).getHexString()}`, g.lineWidth = 1.1;
        g.stroke();
        continue;
      }
      g.lineTo(x(element.v3), y(element.v3)), g.closePath();
      g.fillStyle = this.shade(material, element.normalModel), g.fill();
      // Neighbours leave a seam where both only half cover a pixel.
      if (material.opacity === 1) g.strokeStyle = g.fillStyle, g.lineWidth = 0.7, g.stroke();
    }
    g.globalAlpha = 1;
  }

  // By distance from the camera; lines a little nearer than they are, since they lie on faces.
  sorted(scene, camera) {
    const { near, far } = camera, list = [], lift = (far - near) / 2000;
    const distance = (v) => (2 * far * near) / (far + near - v.positionScreen.z * (far - near));
    for (const element of this.projector.projectScene(scene, camera, false, false).elements) {
      const { v1, v2, v3 } = element;
      if (element instanceof RenderableLine) list.push({ element, at: (distance(v1) + distance(v2)) / 2 - lift });
      else if (element instanceof RenderableFace) list.push({ element, at: (distance(v1) + distance(v2) + distance(v3)) / 3 });
    }
    return list.sort((a, b) => b.at - a.at);
  }

  shade(material, normal) {
    const hex = material.color.getHex(), part = material.isMeshBasicMaterial ? 1 : 0.62 + 0.38 * Math.abs(normal.dot(this.light));
    return `rgb(${Math.round((hex >> 16) * part)},${Math.round(((hex >> 8) & 255) * part)},${Math.round((hex & 255) * part)})`;
  }
}
