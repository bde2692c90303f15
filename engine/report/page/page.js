"use strict";
// The page of a report. Data: runs with frames (poses of bodies), thinned channels, steps, events. One clock for all.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8c6d31", "#7a5cc0"];
const darkPalette = ["#4fb0ea", "#ff8a4c", "#3fcf9f", "#e7a3cb", "#e0b64a", "#8fd3ff", "#c7a46a", "#b49bf0"];
const isDark = () => document.documentElement.dataset.theme === "dark";
const colour = (i) => (isDark() ? darkPalette : palette)[((i % 8) + 8) % 8];
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

let run = data.runs[0];
const state = { t: 0, playing: false, speed: 1, range: null, selected: new Set() };

// ---- numbers ----

function brief(x, digits = 5) {
  if (x === null || !isFinite(x)) return "–";
  const a = Math.abs(x);
  if (a !== 0 && (a < 1e-3 || a >= 1e6)) return x.toExponential(Math.min(3, digits - 1)).replace(/\.?0*e\+?/, "e").replaceAll("-", "−");
  return String(Number(x.toPrecision(digits))).replace("-", "−");
}
function ticks(low, high, most) {
  const least = (high - low) / Math.max(1, most), power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= least * (1 - 1e-9));
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i <= high / step + 1e-9; ++i) list.push(Number((i * step).toPrecision(12)));
  return list;
}
// The last index with list[i] <= x, at least 0.
function below(list, x, key = (e) => e) {
  let a = 0, b = list.length - 1;
  while (a < b) {
    const middle = (a + b + 1) >> 1;
    if (key(list[middle]) <= x) a = middle; else b = middle - 1;
  }
  return a;
}
function valueAt(channel, t) {
  const i = below(channel.t, t);
  if (i + 1 >= channel.t.length || t <= channel.t[i]) return channel.v[i];
  const s = (t - channel.t[i]) / (channel.t[i + 1] - channel.t[i]);
  return channel.v[i] + s * (channel.v[i + 1] - channel.v[i]);
}
const channelNamed = (name, of = run) => (of.channels || []).find((c) => c.name === name);
const endTime = () => (run.frames && run.frames.length ? run.frames[run.frames.length - 1][0] : 0);

// ---- canvases ----

function prepare(canvas) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
  }
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = "11px system-ui, Helvetica, Arial, sans-serif";
  return { g, width, height };
}

// ---- the mechanism ----

// Where bodies are at t, between the frames on either side.
function posesAt(t) {
  const i = below(run.frames, t, (f) => f[0]), now = run.frames[i], next = run.frames[i + 1];
  const s = next && t > now[0] ? (t - now[0]) / (next[0] - now[0]) : 0;
  const poses = [{ x: 0, y: 0, a: 0 }];
  for (let k = 0; k < now[1].length; k += 3) {
    const of = (j) => now[1][k + j] + (s ? s * (next[1][k + j] - now[1][k + j]) : 0);
    let turn = s ? next[1][k + 2] - now[1][k + 2] : 0;
    turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    poses.push({ x: of(0), y: of(1), a: now[1][k + 2] + s * turn });
  }
  return { poses, pushes: s > 0.5 ? next[2] : now[2] };
}

class Stage {
  constructor(canvas) { this.canvas = canvas; this.largest = 1; }
  reset() {
    this.largest = 0;
    for (const frame of run.frames || []) for (let k = 4; k < frame[2].length; k += 5) this.largest = Math.max(this.largest, frame[2][k]);
  }
  draw() {
    const { g, width, height } = prepare(this.canvas);
    if (!run.frames || !run.frames.length) {
      g.fillStyle = css("--soft"), g.fillText("nothing was recorded", 20, 30);
      return;
    }
    const { poses, pushes } = posesAt(state.t);
    this.g = g, this.poses = poses;
    const [left, right, bottom, top] = run.view;
    this.scale = Math.min((width - 16) / (right - left), (height - 16) / (top - bottom));
    const follow = Number($("follow").value);
    const cx = follow > 0 ? poses[follow].x : (left + right) / 2, cy = follow > 0 ? poses[follow].y : (top + bottom) / 2;
    this.to = (x, y) => [width / 2 + (x - cx) * this.scale, height / 2 - (y - cy) * this.scale];
    this.reach = width + height + Math.hypot(right - left, top - bottom) * this.scale;
    g.lineJoin = g.lineCap = "round";
    run.connections.forEach((c) => this.below(c));
    run.parts.forEach((p) => this.part(p));
    run.connections.forEach((c) => this.above(c));
    if ($("forces").checked) for (let k = 0; k < pushes.length; k += 5) this.push(pushes.slice(k, k + 5));
  }
  place(body, [x, y]) {
    const p = this.poses[body], c = Math.cos(p.a), s = Math.sin(p.a);
    return this.to(p.x + c * x - s * y, p.y + s * x + c * y);
  }
  direction(body, [x, y]) {
    const a = this.poses[body].a, c = Math.cos(a), s = Math.sin(a);
    return [c * x - s * y, -(s * x + c * y)];
  }
  line(points, { close = false, fill = null, stroke = null, width = 1.3, alpha = 0.25, dash = [] } = {}) {
    const g = this.g;
    g.beginPath();
    points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
    if (close) g.closePath();
    if (fill) { g.globalAlpha = alpha, g.fillStyle = fill, g.fill(), g.globalAlpha = 1; }
    if (stroke) { g.setLineDash(dash), g.strokeStyle = stroke, g.lineWidth = width, g.stroke(), g.setLineDash([]); }
  }
  ring([x, y], radius, fill, stroke, alpha = 1, width = 1.3) {
    const g = this.g;
    g.beginPath(), g.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) { g.globalAlpha = alpha, g.fillStyle = fill, g.fill(), g.globalAlpha = 1; }
    if (stroke) { g.strokeStyle = stroke, g.lineWidth = width, g.stroke(); }
  }
  hatch([x, y], [ux, uy], [nx, ny], half) {
    const points = [];
    for (let s = -half; s <= half; s += 8) points.push([x + s * ux, y + s * uy]);
    for (const [a, b] of points) {
      if (a < -10 || b < -10 || a > this.canvas.clientWidth + 10 || b > this.canvas.clientHeight + 10) continue;
      this.line([[a, b], [a - 6 * nx - 6 * ux, b - 6 * ny - 6 * uy]], { stroke: css("--soft"), width: 0.8 });
    }
  }
  part(p) {
    const of = p.body ? colour(p.body - 1) : css("--ink"), points = p.points.map((x) => this.place(p.body, x));
    const solid = { close: true, fill: of, stroke: of };
    if (p.kind === "disc") {
      const radius = p.radius * this.scale, u = this.direction(p.body, [1, 0]);
      this.ring(points[0], radius, of, of, 0.25);
      if (radius > 5 && p.body) this.line([points[0], [points[0][0] + radius * u[0], points[0][1] + radius * u[1]]], { stroke: of, width: 1 });
    } else if (p.kind === "hole") this.ring(points[0], p.radius * this.scale, null, of);
    else if (p.kind === "polygon") this.line(points, solid);
    else if (p.kind === "wall") this.line(points, { stroke: of, width: 2.2 });
    else if (p.kind === "half_plane") {
      const n = this.direction(p.body, p.points[1]), u = [n[1], -n[0]], a = points[0], r = this.reach;
      this.hatch(a, u, n, r);
      this.line([[a[0] - r * u[0], a[1] - r * u[1]], [a[0] + r * u[0], a[1] + r * u[1]]], { stroke: css("--ink"), width: 1.5 });
    } else if (p.kind === "slot") this.slot(p, of);
    else if (p.kind === "link") this.line(points, points.length > 2 ? { ...solid, width: 3 } : { stroke: of, width: 5 });
    else if (p.kind === "mass") this.ring(points[0], 5, of, null);
    else if (p.kind === "slider") {
      const [x, y] = points[0], u = this.direction(p.body, p.points[1]);
      const box = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([i, j]) => [x + 12 * i * u[0] - 7 * j * u[1], y + 12 * i * u[1] + 7 * j * u[0]]);
      this.line(box, { close: true, fill: css("--paper"), alpha: 1 }), this.line(box, solid);
    }
  }
  slot(p, of) {
    const [[ax, ay], [bx, by]] = p.points, l = Math.hypot(bx - ax, by - ay) || 1, u = [(bx - ax) / l, (by - ay) / l];
    const n = [-u[1] * p.radius, u[0] * p.radius], far = p.endless ? this.reach / this.scale : 0;
    const side = (s) => [[ax - far * u[0] + s * n[0], ay - far * u[1] + s * n[1]], [bx + far * u[0] + s * n[0], by + far * u[1] + s * n[1]]];
    if (p.endless) return [1, -1].forEach((s) => this.line(side(s).map((x) => this.place(p.body, x)), { stroke: of }));
    const points = [], turn = Math.atan2(u[1], u[0]);
    for (const [x, y, from] of [[bx, by, -Math.PI / 2], [ax, ay, Math.PI / 2]])
      for (let i = 0; i <= 16; ++i) points.push([x + p.radius * Math.cos(turn + from + Math.PI * i / 16), y + p.radius * Math.sin(turn + from + Math.PI * i / 16)]);
    this.line(points.map((x) => this.place(p.body, x)), { close: true, stroke: of });
  }
  below(c) {
    const a = this.place(c.a, c.at_a), b = this.place(c.b, c.at_b);
    if (c.kind === "rod") this.line([a, b], { stroke: css("--ink"), width: 1.5 });
    if (c.kind === "spring") {
      const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, u = [(b[0] - a[0]) / l, (b[1] - a[1]) / l], points = [a];
      for (let i = 0; i <= 12; ++i) {
        const s = l * (0.15 + 0.7 * i / 12), w = i === 0 || i === 12 ? 0 : i % 2 ? 6 : -6;
        points.push([a[0] + s * u[0] - w * u[1], a[1] + s * u[1] + w * u[0]]);
      }
      this.line([...points, b], { stroke: css("--ink"), width: 1.5 });
    }
    if (c.kind === "guide" && c.a === 0) {
      const u = this.direction(c.a, c.axis), r = this.reach;
      this.line([[a[0] - r * u[0], a[1] - r * u[1]], [a[0] + r * u[0], a[1] + r * u[1]]], { stroke: css("--soft"), width: 1, dash: [8, 3, 2, 3] });
    }
  }
  above(c) {
    if (c.kind === "guide" || c.kind === "spring") return;
    for (const [body, local] of [[c.a, c.at_a], [c.b, c.at_b]]) {
      const [x, y] = this.place(body, local);
      if (body === 0) {
        this.line([[x, y], [x - 7, y + 11], [x + 7, y + 11]], { close: true, fill: css("--paper"), alpha: 1, stroke: css("--ink") });
        this.hatch([x, y + 11], [1, 0], [0, -1], 8);
      }
      this.ring([x, y], 3, css("--paper"), css("--ink"));
    }
  }
  push([x, y, nx, ny, force]) {
    const length = 46 * Math.sqrt(force / this.largest);
    if (!(length > 3)) return;
    const a = this.to(x, y), u = [nx, -ny], b = [a[0] + length * u[0], a[1] + length * u[1]], red = css("--bad");
    this.ring(a, 3, red, null);
    this.line([a, b], { stroke: red, width: 2 });
    this.line([b, [b[0] - 7 * u[0] - 4 * u[1], b[1] - 7 * u[1] + 4 * u[0]], [b[0] - 7 * u[0] + 4 * u[1], b[1] - 7 * u[1] - 4 * u[0]]], { close: true, fill: red, alpha: 1 });
  }
}

// ---- plots ----

// A frame with two axes; `content` draws in it. With time along x it shares range and cursor with all others.
class Plot {
  constructor(canvas, { overTime = true, logarithmic = false } = {}) {
    this.canvas = canvas, this.overTime = overTime, this.logarithmic = logarithmic, this.equal = false;
    this.extent = () => [0, 1, 0, 1], this.content = () => {}, this.legend = [];
    if (overTime) this.listen();
  }
  listen() {
    const c = this.canvas;
    const time = (e) => this.x0 + (e.clientX - c.getBoundingClientRect().left - this.left) / this.w * (this.x1 - this.x0);
    const clamp = (t) => Math.min(Math.max(t, this.x0), this.x1);
    c.addEventListener("pointerdown", (e) => { this.from = this.drag = clamp(time(e)), c.setPointerCapture(e.pointerId), c.focus({ preventScroll: true }); });
    c.addEventListener("pointermove", (e) => {
      if (this.from === undefined) return;
      this.drag = clamp(time(e)), this.draw();
    });
    c.addEventListener("pointerup", (e) => {
      if (this.from === undefined) return;
      const [a, b] = [this.from, clamp(time(e))].sort((x, y) => x - y);
      this.from = this.drag = undefined;
      if ((b - a) / (this.x1 - this.x0) > 0.01) { state.range = [a, b]; redraw(); } else setTime(a);
    });
    c.addEventListener("dblclick", () => { state.range = null; redraw(); });
    c.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.shiftKey && document.activeElement !== c) return;
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.25 : 0.8, time(e));
    }, { passive: false });
    c.addEventListener("keydown", (e) => {
      if (e.key === "z") this.zoom(0.5, state.t); else if (e.key === "Z") this.zoom(2, state.t); else return;
      e.stopPropagation();
    });
  }
  zoom(factor, t) {
    const a = Math.max(0, t - (t - this.x0) * factor), b = Math.min(endTime(), t + (this.x1 - t) * factor);
    state.range = b - a >= endTime() * (1 - 1e-9) ? null : [a, b];
    redraw();
  }
  px(x) { return this.left + (x - this.x0) / (this.x1 - this.x0) * this.w; }
  py(y) {
    const s = this.logarithmic ? Math.log(y / this.y0) / Math.log(this.y1 / this.y0) : (y - this.y0) / (this.y1 - this.y0);
    return this.top + (1 - s) * this.h;
  }
  draw() {
    const { g, width, height } = prepare(this.canvas);
    this.g = g;
    [this.x0, this.x1, this.y0, this.y1] = this.extent();
    if (!(this.x1 > this.x0)) this.x1 = this.x0 + 1;
    if (!(this.y1 > this.y0)) { const d = Math.abs(this.y0) * 0.05 || 1; this.y0 -= d, this.y1 += d; }
    this.top = 8, this.h = height - this.top - 22;
    const yTicks = this.logarithmic ? this.decades() : ticks(this.y0, this.y1, this.h / 32);
    this.left = 12 + Math.max(28, ...yTicks.map((y) => g.measureText(brief(y)).width));
    this.w = width - this.left - 12;
    if (this.equal) this.equalize();
    this.axes(yTicks);
    g.save(), g.beginPath(), g.rect(this.left, this.top, this.w, this.h), g.clip();
    this.content(this);
    if (this.overTime) this.cursor();
    g.restore();
    this.names();
  }
  equalize() {
    const per = Math.max((this.x1 - this.x0) / this.w, (this.y1 - this.y0) / this.h);
    const [x, y] = [(this.x0 + this.x1) / 2, (this.y0 + this.y1) / 2];
    this.x0 = x - per * this.w / 2, this.x1 = x + per * this.w / 2, this.y0 = y - per * this.h / 2, this.y1 = y + per * this.h / 2;
  }
  decades() {
    const list = [], first = Math.ceil(Math.log10(this.y0) - 1e-9), last = Math.floor(Math.log10(this.y1) + 1e-9);
    const every = Math.max(1, Math.ceil((last - first) / 6));
    for (let p = first; p <= last; p += every) list.push(Number(`1e${p}`));
    return list;
  }
  axes(yTicks) {
    const g = this.g;
    g.strokeStyle = css("--grid"), g.fillStyle = css("--soft"), g.lineWidth = 1;
    const bottom = this.top + this.h;
    g.textAlign = "right", g.textBaseline = "middle";
    for (const y of this.equal ? ticks(this.y0, this.y1, this.h / 32) : yTicks) {
      const at = Math.round(this.py(y)) + 0.5;
      g.beginPath(), g.moveTo(this.left, at), g.lineTo(this.left + this.w, at), g.stroke(), g.fillText(brief(y), this.left - 5, at);
    }
    g.textAlign = "center", g.textBaseline = "top";
    for (const x of ticks(this.x0, this.x1, this.w / 70)) {
      const at = Math.round(this.px(x)) + 0.5;
      g.beginPath(), g.moveTo(at, this.top), g.lineTo(at, bottom), g.stroke(), g.fillText(brief(x, 7), at, bottom + 5);
    }
    g.strokeStyle = css("--line"), g.strokeRect(this.left + 0.5, this.top + 0.5, this.w, this.h);
  }
  cursor() {
    const g = this.g, x = this.px(state.t);
    g.strokeStyle = css("--accent"), g.lineWidth = 1, g.beginPath(), g.moveTo(x, this.top), g.lineTo(x, this.top + this.h), g.stroke();
    if (this.from === undefined) return;
    const a = this.px(this.from), b = this.px(this.drag);
    g.globalAlpha = 0.18, g.fillStyle = css("--accent"), g.fillRect(Math.min(a, b), this.top, Math.abs(b - a), this.h), g.globalAlpha = 1;
  }
  names() {
    const g = this.g;
    g.textAlign = "left", g.textBaseline = "middle";
    let x = this.left + 8;
    for (const { text, of } of this.legend) {
      const width = g.measureText(text()).width;
      g.globalAlpha = 0.8, g.fillStyle = css("--paper"), g.fillRect(x - 4, this.top + 3, width + 8, 15), g.globalAlpha = 1;
      g.fillStyle = of, g.fillText(text(), x, this.top + 11);
      x += width + 14;
    }
  }
  path(xs, ys, stroke, dash = []) {
    const g = this.g;
    g.strokeStyle = stroke, g.lineWidth = 1.5, g.lineJoin = "round", g.setLineDash(dash), g.beginPath();
    let down = false;
    for (let i = 0; i < xs.length; ++i) {
      if (ys[i] === null) { down = false; continue; }
      const x = this.px(xs[i]), y = this.py(ys[i]);
      down ? g.lineTo(x, y) : g.moveTo(x, y), down = true;
    }
    g.stroke(), g.setLineDash([]);
  }
}

const timeRange = () => state.range || [0, endTime() || 1];
// Least and largest of lists of channels within the range of time.
function spread(channels) {
  const [a, b] = timeRange();
  let low = Infinity, high = -Infinity;
  for (const c of channels) {
    for (let i = Math.max(0, below(c.t, a)); i < c.t.length && (i === 0 || c.t[i - 1] <= b); ++i) {
      if (c.v[i] !== null) low = Math.min(low, c.v[i]), high = Math.max(high, c.v[i]);
    }
  }
  if (low > high) return [0, 1];
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

const stage = new Stage($("mechanism"));
let channelPlots = [];
const phase = new Plot($("phase"), { overTime: false }), steps = new Plot($("steps"), { logarithmic: true }), energy = new Plot($("energy"));

// One plot for each unit of the channels chosen.
function buildPlots() {
  const byUnit = new Map();
  for (const c of run.channels || []) {
    if (!state.selected.has(c.name)) continue;
    if (!byUnit.has(c.unit)) byUnit.set(c.unit, []);
    byUnit.get(c.unit).push(c);
  }
  $("plots").replaceChildren(), channelPlots = [];
  for (const [unit, list] of byUnit) {
    const canvas = document.createElement("canvas");
    canvas.className = "plot", canvas.tabIndex = 0;
    canvas.setAttribute("role", "img"), canvas.setAttribute("aria-label", list.map((c) => c.name).join(", ") + " over time");
    $("plots").append(canvas);
    const plot = new Plot(canvas), curves = [];
    for (const c of list) {
      curves.push({ c, dash: [] });
      if ($("compare").checked) for (const other of data.runs) {
        const same = other !== run && channelNamed(c.name, other);
        if (same) curves.push({ c: same, dash: [5, 3], run: other.number });
      }
    }
    plot.extent = () => [...timeRange(), ...spread(curves.map((e) => e.c))];
    plot.content = () => curves.forEach((e, i) => plot.path(e.c.t, e.c.v, colour(i), e.dash));
    plot.setLegend = () => {
      plot.legend = curves.map((e, i) => ({ of: colour(i), text: () => `${e.c.name}${e.run ? ` (run ${e.run})` : ""} ${brief(valueAt(e.c, state.t))} ${unit}` }));
    };
    channelPlots.push(plot);
  }
}

function buildPhase() {
  const x = channelNamed($("phase-x").value), y = channelNamed($("phase-y").value);
  if (!x || !y) return;
  const pair = run.pairs.find((p) => p.x === x.name && p.y === y.name);
  const times = pair ? [] : [...new Set([...x.t, ...y.t])].sort((a, b) => a - b);
  const xs = pair ? pair.xs : times.map((t) => valueAt(x, t)), ys = pair ? pair.ys : times.map((t) => valueAt(y, t));
  const ends = (list) => {
    const finite = list.filter((v) => v !== null), low = finite.reduce((a, b) => Math.min(a, b), Infinity), high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    const room = 0.05 * (high - low) || 1e-12;
    return [low - room, high + room];
  };
  phase.extent = () => [...ends(xs), ...ends(ys)];
  phase.equal = $("phase-equal").checked;
  phase.content = () => {
    phase.path(xs, ys, colour(0));
    const g = phase.g;
    g.fillStyle = css("--accent"), g.beginPath(), g.arc(phase.px(valueAt(x, state.t)), phase.py(valueAt(y, state.t)), 4, 0, 7), g.fill();
  };
  phase.legend = [{ of: css("--soft"), text: () => `${y.name} [${y.unit}] over ${x.name} [${x.unit}]` }];
}

function showLegend(where, entries) {
  where.replaceChildren(...entries.map(([text, of]) => {
    const span = document.createElement("span"), mark = document.createElement("i");
    mark.style.background = of, span.append(mark, text);
    return span;
  }));
}

function buildSteps() {
  const reasons = [...new Set(run.steps.map((s) => s[2]).filter((r) => r))];
  const sizes = run.steps.map((s) => s[1]).filter((h) => h > 0);
  const low = sizes.reduce((a, b) => Math.min(a, b), Infinity), high = sizes.reduce((a, b) => Math.max(a, b), 0);
  steps.extent = () => [...timeRange(), (isFinite(low) ? low : 1e-6) / 1.5, (high || 1) * 1.5];
  const of = (reason) => (reason ? colour(1 + reasons.indexOf(reason)) : colour(0));
  steps.content = () => {
    const g = steps.g, [a, b] = timeRange();
    for (const pass of [false, true]) for (const [t, h, reason] of run.steps) {
      if (!h || t < a || t > b || pass !== Boolean(reason)) continue;
      const x = steps.px(t), y = steps.py(h);
      g.fillStyle = g.strokeStyle = of(reason);
      if (!reason) { g.fillRect(x - 1, y - 1, 2, 2); continue; }
      g.lineWidth = 1.2, g.beginPath(), g.moveTo(x - 3, y - 3), g.lineTo(x + 3, y + 3), g.moveTo(x - 3, y + 3), g.lineTo(x + 3, y - 3), g.stroke();
    }
  };
  const counts = run.statistics.rejected;
  showLegend($("step-legend"), [[`accepted ${run.statistics.steps}`, of("")], ...reasons.map((r) => [`refused: ${r} ${counts[r] ?? ""}`, of(r)])]);
}

// Kinetic, potential above its lowest, stored in contacts, dissipated: one upon the other.
function buildEnergy() {
  const names = ["energy.kinetic", "energy.potential", "energy.contact", "energy.dissipated"];
  const list = names.map((n) => channelNamed(n)).filter((c) => c && c.v.some((v) => v !== 0));
  const lowest = new Map(list.map((c) => [c, c.name === "energy.potential" ? c.v.reduce((a, b) => Math.min(a, b), Infinity) : 0]));
  const stacks = () => {
    const [a, b] = timeRange(), times = [], sums = [];
    for (let i = 0; i <= 500; ++i) times.push(a + (b - a) * i / 500);
    let under = times.map(() => 0);
    for (const c of list) {
      under = times.map((t, i) => under[i] + valueAt(c, t) - lowest.get(c));
      sums.push(under);
    }
    return { times, sums };
  };
  energy.extent = () => {
    const { sums } = stacks(), top = sums.length ? Math.max(...sums[sums.length - 1]) : 1;
    return [...timeRange(), 0, 1.06 * top || 1];
  };
  energy.content = () => {
    const { times, sums } = stacks(), g = energy.g;
    for (let k = sums.length - 1; k >= 0; --k) {
      g.fillStyle = colour(k), g.globalAlpha = 0.55, g.beginPath(), g.moveTo(energy.px(times[0]), energy.py(0));
      times.forEach((t, i) => g.lineTo(energy.px(t), energy.py(sums[k][i])));
      g.lineTo(energy.px(times[times.length - 1]), energy.py(0)), g.closePath();
      g.save(), g.globalAlpha = 1, g.fillStyle = css("--paper"), g.fill(), g.restore(), g.fill(), g.globalAlpha = 1;
    }
  };
  const residual = brief(run.energy.residual, 3);
  showLegend($("energy-legend"), [...list.map((c, k) => [c.name.slice(7) + (lowest.get(c) ? " above its lowest" : ""), colour(k)]), [`residual at the end ${residual} J`, "transparent"]]);
}

// ---- lists ----

function buildEvents() {
  $("event-count").textContent = run.event_count > run.events.length ? `the first ${run.events.length} of ${run.event_count}` : String(run.event_count);
  $("events").replaceChildren(...run.events.map((event) => {
    const button = document.createElement("button"), time = document.createElement("time"), what = document.createElement("span"), more = document.createElement("small");
    button.type = "button", time.textContent = `${brief(event.t, 8)} s`, what.textContent = `${event.kind}: ${event.element}`;
    more.textContent = Object.entries(event.numbers).map(([k, v]) => `${k.replaceAll("_", " ")} ${brief(v, 4)}`).join(", ");
    button.append(time, what, more), button.addEventListener("click", () => { pause(), setTime(event.t); });
    return button;
  }));
}
function buildSummary() {
  $("outcome").textContent = run.outcome.replaceAll("_", " "), $("outcome").className = run.failed ? "failed" : "";
  $("message").textContent = run.message, $("message").hidden = !run.message;
  $("warnings").replaceChildren(...run.warnings.map((w) => Object.assign(document.createElement("p"), { textContent: `⚠ ${w}` })));
  const s = run.statistics, rows = [["model", run.model], ["started at", run.origin], ["integrator", run.integrator], ["steps", s.steps],
    ...Object.entries(s.rejected).map(([k, v]) => [`refused: ${k}`, v]), ["right-hand sides", s.rhs_evaluations], ["evaluations of laws", s.law_evaluations],
    ["Newton iterations", s.newton_iterations], ["computing time", `${brief(s.wall_time, 3)} s`], ["energy residual", `${brief(run.energy.residual, 3)} J`],
    ...run.energy.dissipated_by.map(([k, v]) => [`lost in ${k}`, `${brief(v, 4)} J`])];
  $("statistics").replaceChildren(...rows.map(([k, v]) => {
    const row = document.createElement("tr");
    for (const text of [k, v]) row.append(Object.assign(document.createElement("td"), { textContent: text }));
    return row;
  }));
}
function buildChannels() {
  const wanted = $("filter").value.toLowerCase();
  $("channels").replaceChildren(...(run.channels || []).filter((c) => c.name.toLowerCase().includes(wanted)).map((c) => {
    const label = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox", checked: state.selected.has(c.name) });
    box.addEventListener("change", () => { box.checked ? state.selected.add(c.name) : state.selected.delete(c.name), buildPlots(), redraw(); });
    label.append(box, ` ${c.name}${c.unit ? ` [${c.unit}]` : ""}`);
    return label;
  }));
}
function choose(select, names, value) {
  select.replaceChildren(...names.map(([v, text]) => new Option(text, v)));
  if (value !== undefined) select.value = value;
}
// What one wants to see first.
function firstChoice() {
  const channels = run.channels || [], has = (n) => channelNamed(n), moving = (c) => c && c.v.some((v) => v !== c.v[0]);
  const first = (pattern) => channels.find((c) => pattern.test(c.name) && moving(c));
  for (const pattern of [/\.y$/, /\.x$/, /\.position$/, /\.normal_force$/]) {
    const found = first(pattern);
    if (found && !(pattern.source === "\\.x$" && state.selected.size)) state.selected.add(found.name);
  }
  if (has("energy.residual")) state.selected.add("energy.residual");
  const orbit = first(/\.ex$/) || first(/\.penetration$/) || first(/\.angle$/) || first(/\.x$/) || first(/\.position$/) || channels[0];
  if (!orbit) return ["", ""];
  const name = orbit.name.slice(0, orbit.name.lastIndexOf("."));
  for (const [x, y] of [["ex", "ey"], ["penetration", "normal_force"], ["angle", "angular_velocity"], ["x", "y"], ["position", "velocity"]])
    if (has(`${name}.${x}`) && has(`${name}.${y}`) && orbit.name === `${name}.${x}`) return [`${name}.${x}`, `${name}.${y}`];
  return [orbit.name, orbit.name];
}

// ---- time ----

function setTime(t) {
  state.t = Math.min(Math.max(t, 0), endTime());
  redraw();
}
function pause() { state.playing = false, $("play").textContent = "▶"; }
function play() {
  if (!endTime()) return;
  if (state.t >= endTime()) state.t = 0;
  state.playing = true, $("play").textContent = "❚❚";
  let last = performance.now();
  const tick = (now) => {
    if (!state.playing) return;
    state.t += (now - last) / 1000 * state.speed, last = now;
    if (state.t >= endTime()) {
      if ($("loop").checked) state.t %= endTime(); else { state.t = endTime(), pause(); }
    }
    draw(), requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
let waiting = false;
function redraw() {
  if (waiting) return;
  waiting = true, requestAnimationFrame(() => { waiting = false, draw(); });
}
function draw() {
  stage.draw();
  for (const plot of channelPlots) plot.setLegend(), plot.draw();
  phase.draw(), steps.draw(), energy.draw();
  $("scrub").value = endTime() ? state.t / endTime() : 0;
  $("clock").textContent = `${brief(state.t, 5)} s`;
}

// ---- starting ----

function showRun(index) {
  run = data.runs[index], run.pairs ||= [];
  pause(), state.t = 0, state.range = null, state.selected.clear();
  const [x, y] = firstChoice(), names = (run.channels || []).map((c) => [c.name, c.name]);
  choose($("phase-x"), names, x), choose($("phase-y"), names, y);
  const a = channelNamed(x), b = channelNamed(y);
  $("phase-equal").checked = Boolean(a && b && a !== b && a.unit === b.unit && a.unit === "m");
  choose($("follow"), [["0", "nothing"], ...(run.bodies || []).slice(1).map((name, i) => [String(i + 1), name])], "0");
  // So that the whole takes about ten seconds.
  const speeds = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];
  state.speed = speeds.reduce((best, s) => (Math.abs(Math.log(s * 10 / (endTime() || 10))) < Math.abs(Math.log(best * 10 / (endTime() || 10))) ? s : best), 1);
  choose($("speed"), speeds.map((s) => [String(s), `${s}×`]), String(state.speed));
  stage.reset(), buildChannels(), buildPlots(), buildPhase(), buildSteps(), buildEnergy(), buildEvents(), buildSummary(), draw();
}
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  if (run.statistics) buildPhase(), buildSteps(), buildEnergy(), draw();
}
function changeSpeed(by) {
  const list = $("speed"), i = Math.min(Math.max(list.selectedIndex + by, 0), list.options.length - 1);
  list.selectedIndex = i, state.speed = Number(list.value);
}

function start() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  $("title").textContent = data.title, $("script").textContent = data.script, $("manifest").textContent = data.manifest;
  if (data.runs.length > 1) {
    $("run-choice").hidden = $("compare-choice").hidden = false;
    choose($("run"), data.runs.map((r, i) => [String(i), `${r.number}: ${r.model}`]), "0");
    $("run").addEventListener("change", () => showRun(Number($("run").value)));
    $("compare").addEventListener("change", () => { buildPlots(), redraw(); });
  }
  $("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  $("play").addEventListener("click", () => (state.playing ? pause() : play()));
  $("scrub").addEventListener("input", () => { pause(), setTime($("scrub").value * endTime()); });
  $("speed").addEventListener("change", () => (state.speed = Number($("speed").value)));
  $("filter").addEventListener("input", buildChannels);
  for (const id of ["follow", "forces"]) $(id).addEventListener("change", redraw);
  for (const id of ["phase-x", "phase-y", "phase-equal"]) $(id).addEventListener("change", () => { buildPhase(), redraw(); });
  document.addEventListener("keydown", (e) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "range" && e.target.type !== "checkbox") return;
    if (e.target.tagName === "BUTTON" && e.key === " ") return;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const i = run.frames ? below(run.frames, state.t * (1 + 1e-12), (f) => f[0]) : 0, by = e.shiftKey ? 10 : 1;
    const frame = (k) => { pause(), setTime(run.frames[Math.min(Math.max(k, 0), run.frames.length - 1)][0]); };
    const keys = { " ": () => (state.playing ? pause() : play()), ArrowRight: () => frame(i + by), ArrowLeft: () => frame(state.t > run.frames[i][0] * (1 + 1e-12) ? i : i - by),
      Home: () => frame(0), End: () => frame(Infinity), "+": () => changeSpeed(1), "-": () => changeSpeed(-1) };
    if (keys[e.key]) e.preventDefault(), keys[e.key]();
  });
  let before = null;
  addEventListener("beforeprint", () => { before = document.documentElement.dataset.theme, setTheme("light"); });
  addEventListener("afterprint", () => setTheme(before));
  new ResizeObserver(redraw).observe(document.body);
  showRun(0);
  // For tests and consoles: shows frame k and says where bodies are.
  window.perilune = { show: (k) => { setTime(run.frames[k][0]); return { t: state.t, poses: posesAt(state.t).poses }; }, state, data };
  document.body.dataset.ready = "yes";
}
start();
