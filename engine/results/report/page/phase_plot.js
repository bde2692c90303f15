// One channel over another: phase portraits, orbits of journals, loops of force and penetration.
import uPlot from "uplot";
import { clock, onTime, redraw } from "./clock.js";
import { extent } from "./numbers.js";
import { onShown, runs, shown } from "./runs.js";
import { axis, widthOf } from "./time_plot.js";
import { colour, css, onTheme } from "./theme.js";

const $ = (id) => document.getElementById(id);
const pairs = [["ex", "ey"], ["penetration", "normal_force"], ["angle", "angular_velocity"], ["x", "y"], ["position", "velocity"]];
let u = null, curves = [];

// The first run decides: orbits and loops, as far as it has any.
function usualPair() {
  const [run] = runs;
  for (const [x, y] of pairs) {
    for (const c of run.channels) {
      const base = c.name.endsWith(`.${x}`) && c.name.slice(0, -x.length);
      if (base && run.moves(c) && run.moves(run.channel(base + y))) return [c.name, base + y];
    }
  }
  const moving = run.channels.filter((c) => run.moves(c));
  return [moving[0]?.name, (moving[1] ?? moving[0])?.name];
}

function withRoom([low, high]) {
  const room = 0.05 * (high - low) || 1e-9 + 0.05 * Math.abs(low);
  return [low - room, high + room];
}

// So that a metre is as long along both.
function equalize(x, y, width, height) {
  const per = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  return [[x, width], [y, height]].map(([[a, b], size]) => [(a + b - per * size) / 2, (a + b + per * size) / 2]);
}

function paint() {
  const { ctx } = u, { left, top, width, height } = u.bbox;
  ctx.save(), ctx.beginPath(), ctx.rect(left, top, width, height), ctx.clip();
  ctx.lineWidth = 1.4 * devicePixelRatio, ctx.lineJoin = "round";
  curves.forEach(({ xs, ys }, k) => {
    ctx.strokeStyle = colour(k), ctx.beginPath();
    for (let i = 0; i < xs.length; ++i) ctx.lineTo(u.valToPos(xs[i], "x", true), u.valToPos(ys[i], "y", true));
    ctx.stroke();
  });
  ctx.restore();
}

function build() {
  u?.destroy(), u = null;
  const x = $("phase-x").value, y = $("phase-y").value, box = $("phase");
  curves = shown().map((run) => ({ run, x: run.channel(x), y: run.channel(y), ...run.pair(x, y) })).filter((c) => c.xs);
  if (!curves.length) return;
  const height = 330, width = box.clientWidth || 300;
  let ranges = [extent(curves.flatMap((c) => extent(c.xs))), extent(curves.flatMap((c) => extent(c.ys)))].map(withRoom);
  if ($("phase-equal").checked) ranges = equalize(...ranges, width - 90, height - 60);
  const label = (c) => `${c.name}${c.unit ? ` [${c.unit}]` : ""}`;
  u = new uPlot({
    width, height, mode: 2, legend: { show: false }, padding: [8, 14, 0, 0],
    cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: true, uni: 20 } },
    scales: { x: { time: false, auto: false, range: (_, low, high) => (low === null ? ranges[0] : [low, high]) },
      y: { auto: false, range: (_, low, high) => (low === null ? ranges[1] : [low, high]) } },
    axes: [axis(label(curves[0].x)), axis(label(curves[0].y), { size: widthOf })],
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: { draw: [paint] },
  }, [null, [ranges[0], ranges[1]]], box);
  const whole = () => u.batch(() => { u.setScale("x", { min: ranges[0][0], max: ranges[0][1] }), u.setScale("y", { min: ranges[1][0], max: ranges[1][1] }); });
  whole(), u.over.addEventListener("dblclick", whole);
  for (const curve of curves) {
    curve.mark = document.createElement("div"), curve.mark.className = "mark";
    u.over.append(curve.mark);
  }
  redraw();
}

// Where each run is now.
function move() {
  curves.forEach(({ run, x, y, mark }, k) => {
    if (!mark) return;
    const t = Math.min(clock.t, run.end), left = u.valToPos(x.at(t), "x"), top = u.valToPos(y.at(t), "y");
    mark.style.background = colour(k);
    mark.hidden = !(left >= 0 && top >= 0 && left <= u.over.clientWidth && top <= u.over.clientHeight);
    mark.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  });
}

function isOrbit() {
  const [x, y] = [$("phase-x").value, $("phase-y").value].map((name) => runs[0].channel(name));
  return Boolean(x && y && x !== y && x.unit === y.unit && x.unit === "m");
}

export function startPhasePlot() {
  const names = [...new Set(runs.flatMap((run) => run.channels.map((c) => c.name)))], [x, y] = usualPair();
  for (const [id, name] of [["phase-x", x], ["phase-y", y]]) {
    $(id).replaceChildren(...names.map((n) => new Option(n, n)));
    if (name) $(id).value = name;
    $(id).addEventListener("change", () => { $("phase-equal").checked = isOrbit(), build(); });
  }
  const known = (runs[0].pairs ?? []).map((p) => [p.x, p.y]);
  $("phase-pair").replaceChildren(...known.map(([a, b]) => new Option(`${b} over ${a}`, `${a}\n${b}`)));
  $("phase-pair").parentElement.hidden = known.length < 2;
  $("phase-pair").value = `${x}\n${y}`;
  $("phase-pair").addEventListener("change", () => {
    [$("phase-x").value, $("phase-y").value] = $("phase-pair").value.split("\n");
    $("phase-equal").checked = isOrbit(), build();
  });
  $("phase-equal").checked = isOrbit();
  $("phase-equal").addEventListener("change", build);
  build(), onShown(build), onTime(move), onTheme(() => u?.redraw(false));
  new ResizeObserver(() => { if (u && $("phase").clientWidth !== u.width) build(); }).observe($("phase"));
}
