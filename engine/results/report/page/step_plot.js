// The history of steps: those accepted as dots, those refused as crosses, by reason.
import { clock } from "./clock.js";
import { nameOf, onShown, shown } from "./runs.js";
import { TimePlot } from "./time_plot.js";
import { colour } from "./theme.js";

let plots = [];

// Colours of reasons are the same in all plots; 0 is accepted.
const reasonNames = [""];
function inkOf(reason) {
  if (!reasonNames.includes(reason)) reasonNames.push(reason);
  return colour(reasonNames.indexOf(reason));
}

function crosses(u, { t, dt, reason, reasons }) {
  const { ctx } = u, arm = 3 * devicePixelRatio, { min, max } = u.scales.x, { left, top, width, height } = u.bbox;
  ctx.save(), ctx.beginPath(), ctx.rect(left, top, width, height), ctx.clip();
  ctx.lineWidth = 1.3 * devicePixelRatio;
  reasons.forEach((name, k) => {
    if (!name) return;
    ctx.strokeStyle = inkOf(name), ctx.beginPath();
    for (let i = 0; i < t.length; ++i) {
      if (reason[i] !== k || t[i] < min || t[i] > max || !(dt[i] > 0)) continue;
      const x = u.valToPos(t[i], "x", true), y = u.valToPos(dt[i], "y", true);
      ctx.moveTo(x - arm, y - arm), ctx.lineTo(x + arm, y + arm), ctx.moveTo(x - arm, y + arm), ctx.lineTo(x + arm, y - arm);
    }
    ctx.stroke();
  });
  ctx.restore();
}

// Whole decades about these, and one at least.
function decades(low, high) {
  if (!(high > 0)) return [1e-6, 1];
  const first = Math.floor(Math.log10(low) - 1e-9), last = Math.ceil(Math.log10(high) + 1e-9);
  return [10 ** first, 10 ** Math.max(last, first + 1)];
}

function addPlot(where, run) {
  const { attempts } = run, { t, dt, reason, reasons } = attempts;
  if (!t.length) return;
  // The last step is as short as the end wants it, often a mere rounding.
  const usual = dt.subarray(0, -1).filter((h) => h > 0), low = usual.reduce((a, b) => Math.min(a, b), Infinity), high = usual.reduce((a, b) => Math.max(a, b), 0);
  const sizes = (accepted) => Array.from(dt, (h, i) => ((reason[i] === 0) === accepted && h > 0 ? h : null));
  const counts = run.statistics.rejected;
  plots.push(new TimePlot(where, {
    name: "size of steps", unit: "s", logarithmic: true, range: () => decades(low, high), data: [t, sizes(true), sizes(false)],
    // Dots, and a scale that has room for the crosses.
    series: [{ paths: () => null, points: { show: true, size: 3, width: 0, fill: () => inkOf(""), stroke: () => inkOf("") } },
      { paths: () => null, points: { show: false } }],
    paint: (u) => crosses(u, attempts),
    legend: [{ ink: () => inkOf(""), text: () => nameOf(run, `accepted ${run.statistics.steps}`) },
      ...reasons.filter((name) => name).map((name) => ({ ink: () => inkOf(name), text: () => `refused: ${name} ${counts[name] ?? ""}` }))],
  }));
}

export function startStepPlots(where) {
  const build = () => {
    for (const plot of plots) plot.remove();
    plots = [];
    for (const run of shown()) addPlot(where, run);
    where.hidden = !plots.length;
    for (const plot of plots) plot.legend.write(clock.t);
  };
  build(), onShown(build);
}
