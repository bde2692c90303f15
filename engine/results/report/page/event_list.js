// Events in time order; a click shows the instant.
import { brief } from "./numbers.js";
import { clock, onTime, pause, setTime } from "./clock.js";
import { nameOf, onShown, shown } from "./runs.js";

const $ = (id) => document.getElementById(id);
const many = 200;
let list = [], rows = [], room = many;

function fillFilter() {
  const names = new Set(shown().flatMap((run) => run.events.map((e) => e.kind))), before = $("event-kind").value;
  $("event-kind").replaceChildren(new Option("all kinds", ""), ...[...names].map((name) => new Option(name, name)));
  if (names.has(before)) $("event-kind").value = before;
  $("event-kind").hidden = names.size < 2;
}

function chosen() {
  const kind = $("event-kind").value;
  return shown().flatMap((run) => run.events.filter((e) => !kind || e.kind === kind).map((event) => ({ run, event })))
    .sort((a, b) => a.event.t - b.event.t);
}

function row({ run, event }) {
  const button = document.createElement("button"), time = document.createElement("time"), what = document.createElement("span"), more = document.createElement("small");
  button.type = "button", time.textContent = `${brief(event.t, 8)} s`;
  what.textContent = nameOf(run, `${event.kind}: ${event.element}`);
  more.textContent = event.numbers.map(([name, x]) => `${name.replaceAll("_", " ")} ${brief(x, 4)}`).join(", ");
  button.append(time, what, more);
  button.addEventListener("click", () => { pause(), setTime(event.t); });
  return button;
}

function build() {
  list = chosen(), rows = list.slice(0, room).map(row);
  const total = shown().reduce((sum, run) => sum + (run.event_count ?? 0), 0), here = shown().reduce((sum, run) => sum + run.events.length, 0);
  $("event-count").textContent = total > here ? `the first ${here} of ${total}` : String(total);
  $("events").replaceChildren(...rows);
  $("more-events").hidden = rows.length === list.length;
  $("more-events").textContent = `show ${Math.min(1000, list.length - rows.length)} more of ${list.length - rows.length}`;
  mark(clock.t);
}

// Those of this instant.
let marked = [];
function mark(t) {
  for (const button of marked) button.classList.remove("now");
  marked = rows.filter((_, i) => Math.abs(list[i].event.t - t) <= 1e-9 * Math.max(t, 1e-3));
  for (const button of marked) button.classList.add("now");
}

export function startEventList() {
  const anew = () => { room = many, build(); };
  $("event-kind").addEventListener("change", anew);
  $("more-events").addEventListener("click", () => { room += 1000, build(); });
  fillFilter(), anew(), onShown(() => { fillFilter(), anew(); }), onTime((t) => { if (!clock.playing) mark(t); });
}
