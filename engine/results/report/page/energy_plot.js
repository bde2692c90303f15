// The ledger of energy: kinetic, potential above its lowest, stored in contacts, dissipated, one upon the other; and what
// was there at the start and came in since, which is as high.
import { brief, onCommonInstants } from "./numbers.js";
import { clock } from "./clock.js";
import { nameOf, onShown, shown } from "./runs.js";
import { TimePlot } from "./time_plot.js";
import { colour, css, softer } from "./theme.js";

const names = ["kinetic", "potential", "contact", "dissipated"];
const words = { potential: "potential above its lowest", contact: "stored in contacts" };
let plots = [];

function addPlot(where, run) {
  const list = names.map((name) => run.channel(`energy.${name}`)).filter((c) => c?.range > 0), work = run.channel("energy.work");
  if (!list.length) return;
  const lowest = list.map((c) => (c.name === "energy.potential" ? c.low : 0));
  const [t, ...values] = onCommonInstants([...list, ...(work ? [work] : [])]);
  const sums = [];
  list.forEach((_, k) => sums.push(t.map((__, i) => (sums[k - 1]?.[i] ?? 0) + (values[k][i] ?? 0) - lowest[k])));
  const start = sums[sums.length - 1][0], income = work?.range > 0 ? t.map((_, i) => start + (values[list.length][i] ?? 0)) : null;
  const order = list.map((_, k) => list.length - 1 - k);  // the highest is painted first, lower ones over it
  const fill = (k) => softer(colour(k));
  plots.push(new TimePlot(where, {
    name: "energies, stacked", unit: "J", height: 180,
    data: [t, ...order.map((k) => sums[k]), ...(income ? [income] : [])],
    series: [...order.map((k) => ({ stroke: () => fill(k), fill: () => fill(k), width: 1, points: { show: false } })),
      ...(income ? [{ stroke: () => css("--ink"), width: 1.3, dash: [5, 3], points: { show: false } }] : [])],
    range: (u, low, high) => [Math.min(0, low), high > 0 ? 1.06 * high : 1],
    legend: [...list.map((c, k) => ({ ink: () => fill(k), text: (at) => {
      const name = c.name.slice(7);
      return `${nameOf(run, words[name] ?? name)} ${brief(c.at(at) - lowest[k], 4)} J`;
    } })),
    ...(income ? [{ ink: () => css("--ink"), dashed: true, text: () => "at the start and brought in" }] : []),
    { text: () => `residual at the end ${brief(run.energy.residual, 3)} J` }],
  }));
}

export function startEnergyPlots(where) {
  const build = () => {
    for (const plot of plots) plot.remove();
    plots = [];
    for (const run of shown()) addPlot(where, run);
    where.parentElement.hidden = !plots.length;
    for (const plot of plots) plot.legend.write(clock.t);
  };
  build(), onShown(build);
}
