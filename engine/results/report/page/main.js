// The page of a report. Everything on it has one clock, and shows the runs that are chosen.
import { clock, redraw, setTime } from "./clock.js";
import { report, runs, shown } from "./runs.js";
import { startChannelPlots } from "./channel_plots.js";
import { startControls } from "./controls.js";
import { startEnergyPlots } from "./energy_plot.js";
import { startEventList } from "./event_list.js";
import { startPhasePlot } from "./phase_plot.js";
import { startRunChoice } from "./run_choice.js";
import { stageOf, startStages } from "./stages.js";
import { startStepPlots } from "./step_plot.js";
import { startSummary } from "./summary.js";
import { startTheme } from "./theme.js";
import { startTimePlots } from "./time_plot.js";

const $ = (id) => document.getElementById(id);
startTheme($("theme"));
startSummary();
if (runs.length) startRuns(); else document.body.classList.add("without-runs");

function startRuns() {
  startRunChoice($("runs"));
  startStages($("stages"));
  startControls();
  startTimePlots();
  startChannelPlots();
  startPhasePlot();
  startStepPlots($("steps"));
  startEnergyPlots($("energy"));
  startEventList();
  redraw();
}

// For tests and consoles.
window.perilune = {
  report, runs, clock, setTime, shown,
  // Where a point of a body is drawn at t, in the world [m].
  placeAt(t, body, local = [0, 0, 0], run = shown()[0]) {
    const stage = stageOf(run), index = run.bodies.indexOf(body);
    stage.draw(t);
    if (run.spatial) return stage.placeOf(index, local).toArray();
    const [x, y] = stage.place(index, local);
    return [(x - stage.width / 2) / stage.scale + stage.middle[0], (stage.height / 2 - y) / stage.scale + stage.middle[1]];
  },
  stageOf,
};
document.body.dataset.ready = "yes";
