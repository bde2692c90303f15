// Channels over time: one plot for each unit of those chosen, and the list they are chosen from.
import { brief, onCommonInstants } from "./numbers.js";
import { redraw } from "./clock.js";
import { nameOf, onShown, shown } from "./runs.js";
import { TimePlot, setRange, zoom } from "./time_plot.js";
import { colour } from "./theme.js";

const $ = (id) => document.getElementById(id);
const chosen = new Set();
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
let plots = [], isChosen = false;  // by the reader

// What one wants to see first.
function firstChoice() {
  const [run] = shown(), moving = (pattern) => run.channels.find((c) => pattern.test(c.name) && run.moves(c));
  const place = moving(/\.y$/) ?? moving(/\.x$/) ?? moving(/\.z$/) ?? moving(/\.position$/);
  const others = [moving(/\.(angle|wx|wy|wz|velocity)$/), moving(/\.normal_force$/) ?? moving(/\.(fx|fy|fz|force)$/), run.channel("energy.residual")];
  chosen.clear();
  for (const c of [place, ...others]) if (c) chosen.add(c.name);
}

function curvesOf(unit) {
  const list = [];
  for (const name of chosen) {
    shown().forEach((run, k) => {
      const channel = run.channel(name);
      if (channel?.unit === unit) list.push({ run, channel, name, k });
    });
  }
  return list;
}

function addPlot(unit, isLast) {
  const curves = curvesOf(unit), names = [...new Set(curves.map((c) => c.name))];
  const ink = (c) => colour(names.length > 1 ? names.indexOf(c.name) : c.k), dash = (c) => (names.length > 1 ? dashes[c.k % 4] : []);
  plots.push(new TimePlot($("plots"), {
    name: names.join(", "), unit, isLast,
    data: onCommonInstants(curves.map((c) => c.channel)),
    series: curves.map((c) => ({ stroke: () => ink(c), width: 1.5, dash: dash(c), points: { show: false }, spanGaps: false })),
    legend: curves.map((c) => ({
      ink: () => ink(c), dashed: dash(c).length > 0,
      text: (t) => `${nameOf(c.run, c.name)} ${t <= c.run.end ? brief(c.channel.at(t)) : "–"} ${unit}` })),
  }));
}

function build() {
  for (const plot of plots) plot.remove();
  plots = [];
  const units = new Set();
  for (const name of chosen) for (const run of shown()) if (run.channel(name)) units.add(run.channel(name).unit);
  [...units].forEach((unit, i) => addPlot(unit, i === units.size - 1));
  $("no-plots").hidden = plots.length > 0;
  redraw();
}

function fillList() {
  const wanted = $("filter").value.toLowerCase(), units = new Map();
  for (const run of shown()) for (const c of run.channels) units.set(c.name, c.unit);
  const found = [...units].filter(([name]) => name.toLowerCase().includes(wanted));
  $("channels").replaceChildren(...found.map(([name, unit]) => {
    const label = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox", checked: chosen.has(name) });
    box.addEventListener("change", () => { isChosen = true, box.checked ? chosen.add(name) : chosen.delete(name), build(); });
    label.append(box, ` ${name}${unit ? ` [${unit}]` : ""}`);
    return label;
  }));
  const left = shown().reduce((most, run) => Math.max(most, (run.channel_count ?? 0) - run.channels.length), 0);
  $("more-channels").textContent = left > 0 ? `${left} more are in the CSV file: a page has room for 400.` : "";
}

export function startChannelPlots() {
  firstChoice(), build();
  onShown(() => { if (!isChosen) firstChoice(); build(), $("channel-box").open && fillList(); });
  $("filter").addEventListener("input", fillList);
  $("channel-box").addEventListener("toggle", () => { if ($("channel-box").open) fillList(); });
  $("zoom-in").addEventListener("click", () => zoom(0.5));
  $("zoom-out").addEventListener("click", () => zoom(2));
  $("zoom-all").addEventListener("click", () => setRange(null));
}
