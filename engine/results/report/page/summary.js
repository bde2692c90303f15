// How the runs ended, their warnings, counts and losses, in a column each; the script and the manifest.
import { brief } from "./numbers.js";
import { onShown, report, runs, shown } from "./runs.js";

const $ = (id) => document.getElementById(id);
const make = (tag, textContent, className = "") => Object.assign(document.createElement(tag), { textContent, className });

function rowsOf(run) {
  const s = run.statistics;
  return new Map([["model", run.model], ["started at", run.origin.split("/").pop()], ["integrator", run.integrator], ["outcome", run.outcome.replaceAll("_", " ")],
    ["end", `${brief(run.end, 8)} s`], ["steps", s.steps], ...Object.entries(s.rejected).map(([k, v]) => [`refused: ${k}`, v]),
    ["right-hand sides", s.rhs_evaluations], ["evaluations of laws", s.law_evaluations], ["Newton iterations", s.newton_iterations],
    ["computing time", `${brief(s.wall_time, 3)} s`], ["energy residual", `${brief(run.energy.residual, 3)} J`],
    ...run.energy.dissipated_by.map(([k, v]) => [`lost in ${k}`, `${brief(v, 4)} J`])]);
}

function table(list) {
  const columns = list.map(rowsOf), names = [...new Set(columns.flatMap((c) => [...c.keys()]))], made = document.createElement("table");
  if (list.length > 1) {
    const head = document.createElement("tr");
    head.append(make("td", ""), ...list.map((run) => make("th", run.title)));
    made.append(head);
  }
  for (const name of names) {
    const row = document.createElement("tr");
    row.append(make("td", name), ...columns.map((c) => make("td", c.get(name) ?? "–")));
    made.append(row);
  }
  return made;
}

function build() {
  const list = shown();
  $("outcomes").replaceChildren(...list.map((run) => make("span", (list.length > 1 ? `${run.title}: ` : "") + run.outcome.replaceAll("_", " "),
    run.failed ? "outcome failed" : "outcome")));
  if (list.length) $("messages").replaceChildren(...list.filter((run) => run.message).map((run) => make("p", (list.length > 1 ? `${run.title}: ` : "") + run.message)));
  $("warnings").replaceChildren(...list.flatMap((run) => run.warnings.map((w) => make("p", `⚠ ${list.length > 1 ? `${run.title}: ` : ""}${w}`))));
  $("statistics").replaceChildren(table(list));
}

export function startSummary() {
  $("title").textContent = report.title, $("script").textContent = report.script, $("manifest").textContent = report.manifest;
  if (!runs.length) $("messages").append(make("p", "The script simulated nothing.", "hint"));
  build(), onShown(build);
}
