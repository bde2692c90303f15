// The animations: one picture for each run that is shown.
import { clock, onTime, redraw } from "./clock.js";
import { PlanarStage } from "./planar_stage.js";
import { onShown, runs, shown } from "./runs.js";
import { onTheme } from "./theme.js";

let stages = [];
const choices = { forces: true, follow: "" };
const options = {
  get forces() { return choices.forces; },
  follow: (run) => run.bodies.indexOf(choices.follow),  // −1: none
  view: (run) => commonView() ?? run.view,
  redraw,
};

// One rectangle for all planar runs that are shown, so that they are seen at one scale, unless they differ much.
function commonView() {
  const views = shown().filter((run) => run.bodies && !run.spatial).map((run) => run.view);
  if (views.length < 2) return null;
  const end = (i, pick) => pick(...views.map((view) => view[i]));
  const all = [end(0, Math.min), end(1, Math.max), end(2, Math.min), end(3, Math.max)];
  const size = ([left, right, bottom, top]) => Math.max(right - left, top - bottom);
  return views.every((view) => size(view) > 0.4 * size(all)) ? all : null;
}

export const stageOf = (run) => stages.find((stage) => stage.run === run);

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function button(text, title, action) {
  const made = element("button", { type: "button", title, textContent: text });
  made.setAttribute("aria-label", title);
  made.addEventListener("click", action);
  return made;
}

function addStage(where, run) {
  if (!run.bodies) {
    where.append(element("p", { className: "hint", textContent: `${run.title}: nothing was recorded` }));
    return;
  }
  const canvas = element("canvas", { className: "mechanism", tabIndex: 0 });
  canvas.setAttribute("role", "img"), canvas.setAttribute("aria-label", `${run.title} in motion`);
  const figure = element("figure", {}, canvas);
  if (runs.length > 1) figure.prepend(element("figcaption", { textContent: run.title }));
  where.append(figure);
  const stage = new (run.spatial ? globalThis.periluneInSpace : PlanarStage)(run, canvas, options);
  figure.append(element("div", { className: "zoom" }, button("+", "closer", () => stage.magnify(1.4)),
    button("−", "further away", () => stage.magnify(1 / 1.4)), button("⤢", "all of it", () => stage.reset())));
  stages.push(stage);
}

function build(where) {
  for (const stage of stages) stage.dispose?.();
  stages = [], where.replaceChildren();
  for (const run of shown()) addStage(where, run);
  where.dataset.count = shown().length;
  fillFollow();
}

function fillFollow() {
  const select = document.getElementById("follow"), names = new Set(shown().flatMap((run) => run.bodies?.slice(1) ?? []));
  select.replaceChildren(new Option("nothing", ""), ...[...names].map((name) => new Option(name, name)));
  if (!names.has(choices.follow)) choices.follow = "";
  select.value = choices.follow;
}

const draw = () => { for (const stage of stages) stage.draw(clock.t); };

export function startStages(where) {
  build(where);
  onShown(() => build(where));
  onTime(draw);
  onTheme(() => { for (const stage of stages) stage.theme?.(); redraw(); });
  const follow = document.getElementById("follow"), forces = document.getElementById("forces"), view = document.getElementById("view");
  follow.addEventListener("change", () => { choices.follow = follow.value, redraw(); });
  forces.addEventListener("change", () => { choices.forces = forces.checked, redraw(); });
  view.parentElement.hidden = !runs.some((run) => run.spatial);
  view.addEventListener("change", () => { for (const stage of stages) stage.view?.(view.value); });
}
