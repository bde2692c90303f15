// One channel over another: phase portraits, orbits of journals, loops of force and penetration.
import uPlot from "uplot";
import { clock, onTime, redraw } from "./clock.js";
import { extent } from "./numbers.js";
import { onShown, runs, shown } from "./runs.js";
import { axis, widthOf } from "./time_plot.js";
import { colour, css, onTheme } from "./theme.js";

const $ = (id) => document.getElementById(id);
const pairs = [["ex", "ey"], ["penetration", "normal_force"], ["angle", "angular_velocity"], ["x", "y"], ["position", "velocity"]];
let u = null, curves = [], isChosen = false;  // by the reader

// The first run that is shown decides: orbits and loops, as far as it has any.
function usualPair() {
  const [run] = shown();
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

const hasOption = (select, value) => Array.from(select.options).some((option) => option.value === value);

function choose([x, y]) {
  if (!hasOption($("phase-x"), x) || !hasOption($("phase-y"), y)) return;
  $("phase-x").value = x, $("phase-y").value = y;
  suit();
}

// What belongs to the two that are chosen: equal axes for paths, their place in the list of pairs.
function suit() {
  const pair = `${$("phase-x").value}\n${$("phase-y").value}`;
  const [x, y] = [$("phase-x").value, $("phase-y").value].map((name) => shown()[0].channel(name));
  $("phase-equal").checked = Boolean(x && y && x !== y && x.unit === y.unit && x.unit === "m");
  $("phase-pair").value = hasOption($("phase-pair"), pair) ? pair : "";
}

export function startPhasePlot() {
  const names = [...new Set(runs.flatMap((run) => run.channels.map((c) => c.name)))];
  for (const id of ["phase-x", "phase-y"]) {
    $(id).replaceChildren(...names.map((n) => new Option(n, n)));
    $(id).addEventListener("change", () => { isChosen = true, suit(), build(); });
  }
  const known = new Map(runs.flatMap((run) => (run.pairs ?? []).map((p) => [`${p.x}\n${p.y}`, `${p.y} over ${p.x}`])));
  $("phase-pair").replaceChildren(new Option("of your choice", ""), ...[...known].map(([pair, text]) => new Option(text, pair)));
  $("phase-pair").parentElement.hidden = known.size < 2;
  $("phase-pair").addEventListener("change", () => {
    if (!$("phase-pair").value) return;
    isChosen = true, choose($("phase-pair").value.split("\n")), build();
  });
  $("phase-equal").addEventListener("change", build);
  choose(usualPair()), build();
  onShown(() => { if (!isChosen) choose(usualPair()); build(); });
  onTime(move), onTheme(() => u?.redraw(false));
  new ResizeObserver(() => { if (u && $("phase").clientWidth !== u.width) build(); }).observe($("phase"));
}
