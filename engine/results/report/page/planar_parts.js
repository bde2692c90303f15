// How bodies and what connects them are drawn in the plane. A view has g, place(body, point) and direction(body, vector) in
// pixels, scale in pixels per metre, reach: further than the picture is large.
import { colour, css } from "./theme.js";

const inkOf = (body) => (body ? colour(body - 1) : css("--ink"));

function line(g, points, { close = false, fill = null, stroke = null, width = 1.3, alpha = 0.25, dash = [] }) {
  g.beginPath();
  points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
  if (close) g.closePath();
  paint(g, { fill, stroke, width, alpha, dash });
}

function paint(g, { fill = null, stroke = null, width = 1.3, alpha = 0.25, dash = [] }) {
  if (fill) g.globalAlpha = alpha, g.fillStyle = fill, g.fill(), g.globalAlpha = 1;
  if (stroke) g.setLineDash(dash), g.strokeStyle = stroke, g.lineWidth = width, g.stroke(), g.setLineDash([]);
}

function ring(g, [x, y], radius, look) {
  g.beginPath(), g.arc(x, y, radius, 0, 2 * Math.PI);
  paint(g, look);
}

// Short strokes against the normal on either side of a place; only those that are seen.
function hatch(view, [x, y], [ux, uy], [nx, ny], half) {
  const { g, width, height } = view;
  // Places within the picture are no further along than this from its middle's foot.
  const middle = (width / 2 - x) * ux + (height / 2 - y) * uy, room = Math.min(half, width + height);
  const from = half < room + Math.abs(middle) ? -half : middle - room, to = half < room + Math.abs(middle) ? half : middle + room;
  g.beginPath();
  for (let s = 8 * Math.ceil(from / 8); s <= to; s += 8) {
    const a = x + s * ux, b = y + s * uy;
    if (a < -10 || b < -10 || a > width + 10 || b > height + 10) continue;
    g.moveTo(a, b), g.lineTo(a - 6 * nx - 6 * ux, b - 6 * ny - 6 * uy);
  }
  paint(g, { stroke: css("--soft"), width: 0.8 });
}

// All discs of one colour at once: a thousand are two strokes and one fill for each colour.
export function drawDiscs(view, parts) {
  const { g, scale } = view, groups = new Map();
  for (const part of parts) {
    const ink = inkOf(part.body);
    if (!groups.has(ink)) groups.set(ink, []);
    groups.get(ink).push(part);
  }
  for (const [ink, group] of groups) {
    const marks = new Path2D(), edges = new Path2D();
    for (const part of group) {
      const [x, y] = view.place(part.body, part.points[0]), radius = part.radius * scale;
      edges.moveTo(x + radius, y), edges.arc(x, y, radius, 0, 2 * Math.PI);
      if (radius < 3 || !part.body) continue;
      const [u, v] = view.direction(part.body, [1, 0]);
      marks.moveTo(x, y), marks.lineTo(x + radius * u, y + radius * v);
    }
    g.globalAlpha = 0.25, g.fillStyle = ink, g.fill(edges), g.globalAlpha = 1;
    g.strokeStyle = ink, g.lineWidth = 1.3, g.stroke(edges);
    g.lineWidth = 1, g.stroke(marks);
  }
}

function halfPlane(view, part) {
  const n = view.direction(part.body, part.points[1]), u = [n[1], -n[0]], a = view.place(part.body, part.points[0]);
  // From the foot of the picture's middle: a zoomed picture may be far from the given point.
  const along = (view.width / 2 - a[0]) * u[0] + (view.height / 2 - a[1]) * u[1], r = view.width + view.height;
  const at = [a[0] + along * u[0], a[1] + along * u[1]];
  hatch(view, at, u, n, r);
  line(view.g, [[at[0] - r * u[0], at[1] - r * u[1]], [at[0] + r * u[0], at[1] + r * u[1]]], { stroke: css("--ink"), width: 1.5 });
}

function slot(view, part, ink) {
  const [a, b] = part.points.map((x) => view.place(part.body, x)), r = part.radius * view.scale;
  const [[ax, ay], [bx, by]] = part.points, length = Math.hypot(bx - ax, by - ay) || 1;
  const u = view.direction(part.body, [(bx - ax) / length, (by - ay) / length]), n = [-u[1], u[0]];
  if (part.endless) {
    for (const side of [-1, 1]) {
      line(view.g, [[a[0] - view.reach * u[0] + side * r * n[0], a[1] - view.reach * u[1] + side * r * n[1]],
        [b[0] + view.reach * u[0] + side * r * n[0], b[1] + view.reach * u[1] + side * r * n[1]]], { stroke: ink });
    }
    return;
  }
  const angle = Math.atan2(u[1], u[0]), { g } = view;
  g.beginPath();
  g.arc(b[0], b[1], r, angle - Math.PI / 2, angle + Math.PI / 2), g.arc(a[0], a[1], r, angle + Math.PI / 2, angle + 1.5 * Math.PI);
  g.closePath(), paint(g, { stroke: ink });
}

function slider(view, part, ink) {
  const [x, y] = view.place(part.body, part.points[0]), u = view.direction(part.body, part.points[1]);
  const box = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([i, j]) => [x + 13 * i * u[0] - 7 * j * u[1], y + 13 * i * u[1] + 7 * j * u[0]]);
  line(view.g, box, { close: true, fill: css("--paper"), alpha: 1 });
  line(view.g, box, { close: true, fill: ink, stroke: ink });
}

export function drawPart(view, part) {
  const ink = inkOf(part.body), { g } = view;
  if (part.kind === "half_plane") return halfPlane(view, part);
  if (part.kind === "slot") return slot(view, part, ink);
  if (part.kind === "slider") return slider(view, part, ink);
  const points = part.points.map((x) => view.place(part.body, x));
  if (part.kind === "hole") return ring(g, points[0], part.radius * view.scale, { stroke: ink });
  if (part.kind === "polygon") return line(g, points, { close: true, fill: ink, stroke: ink });
  if (part.kind === "wall") return line(g, points, { stroke: ink, width: 2.2 });
  if (part.kind === "mass") return ring(g, points[0], 5, { fill: ink, alpha: 1 });
  if (points.length > 2) return line(g, points, { close: true, fill: ink, stroke: ink, width: 3 });
  line(g, points, { stroke: ink, width: 6 });
  line(g, points, { stroke: css("--paper"), width: 2.5 });
}

function coils([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (!length) return [[ax, ay], [bx, by]];
  const ux = (bx - ax) / length, uy = (by - ay) / length, points = [[ax, ay]];
  for (let i = 0; i <= 12; ++i) {
    const s = length * (0.15 + (0.7 * i) / 12), side = i === 0 || i === 12 ? 0 : i % 2 ? 5 : -5;
    points.push([ax + s * ux - side * uy, ay + s * uy + side * ux]);
  }
  return [...points, [bx, by]];
}

// What lies below the bodies.
export function drawBelow(view, c) {
  const a = view.place(c.a, c.at_a), b = view.place(c.b, c.at_b), { g } = view;
  if (c.kind === "rod") line(g, [a, b], { stroke: css("--ink"), width: 1.5 });
  if (c.kind === "spring") line(g, coils(a, b), { stroke: css("--ink"), width: 1.5 });
  if (c.kind !== "guide" || c.a !== 0) return;
  const u = view.direction(c.a, c.axis), r = view.reach;
  line(g, [[a[0] - r * u[0], a[1] - r * u[1]], [a[0] + r * u[0], a[1] + r * u[1]]], { stroke: css("--soft"), width: 1, dash: [8, 3, 2, 3] });
}

function support(view, [x, y]) {
  line(view.g, [[x, y], [x - 7, y + 11], [x + 7, y + 11]], { close: true, fill: css("--paper"), alpha: 1, stroke: css("--ink") });
  hatch(view, [x, y + 11], [1, 0], [0, -1], 8);
}

// What lies above them.
export function drawAbove(view, c) {
  if (c.kind === "guide") return;
  for (const [body, local] of [[c.a, c.at_a], [c.b, c.at_b]]) {
    const at = view.place(body, local);
    if (body === 0) support(view, at);
    if (c.kind !== "spring") ring(view.g, at, 3.2, { fill: css("--paper"), alpha: 1, stroke: css("--ink") });
  }
}

// A contact that pushes; size: of its dot and head, 1 as a rule.
export function drawPush(view, [x, y], [nx, ny], length, size) {
  const { g } = view, red = css("--force"), u = [nx, -ny], b = [x + length * u[0], y + length * u[1]], h = 8 * size;
  ring(g, [x, y], 3 * size, { fill: red, alpha: 1 });
  if (!(length > 4 * size)) return;
  line(g, [[x, y], [b[0] - (h / 2) * u[0], b[1] - (h / 2) * u[1]]], { stroke: red, width: 2 * size });
  line(g, [b, [b[0] - h * u[0] - (h / 2) * u[1], b[1] - h * u[1] + (h / 2) * u[0]], [b[0] - h * u[0] + (h / 2) * u[1], b[1] - h * u[1] - (h / 2) * u[0]]],
    { close: true, fill: red, alpha: 1 });
}
