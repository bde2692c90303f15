// Play, scrub, speed, loop, and their keys.
import { below, brief } from "./numbers.js";
import { clock, onPlay, onTime, pause, setTime, toggle } from "./clock.js";
import { endTime, onShown, shown } from "./runs.js";

const $ = (id) => document.getElementById(id);
const speeds = [1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];

// So that the whole takes about ten seconds.
function usualSpeed() {
  const wanted = Math.log((endTime() || 10) / 10), off = (s) => Math.abs(Math.log(s) - wanted);
  return speeds.reduce((best, s) => (off(s) < off(best) ? s : best), 1);
}

function setSpeed(index) {
  const list = $("speed");
  list.selectedIndex = Math.min(Math.max(index, 0), list.options.length - 1);
  clock.speed = Number(list.value);
}

// From frame to frame of the first run.
function step(by) {
  const times = shown()[0]?.frames?.t;
  if (!times?.length) return;
  const i = below(times, clock.t * (1 + 1e-12)), between = clock.t > times[i] * (1 + 1e-12);
  const k = by < 0 && between ? i + by + 1 : i + by;
  pause(), setTime(times[Math.min(Math.max(k, 0), times.length - 1)]);
}

function onKey(e) {
  const { target } = e, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== "range" && target.type !== "checkbox";
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === " " && (/^(BUTTON|SUMMARY)$/.test(target.tagName) || target.type === "checkbox")) return;
  const by = e.shiftKey ? 10 : 1;
  const keys = {
    " ": toggle, ArrowRight: () => step(by), ArrowLeft: () => step(-by), Home: () => { pause(), setTime(0); },
    End: () => { pause(), setTime(endTime()); }, "+": () => setSpeed($("speed").selectedIndex + 1),
    "-": () => setSpeed($("speed").selectedIndex - 1),
  };
  if (keys[e.key]) e.preventDefault(), keys[e.key]();
}

function show(t) {
  $("scrub").value = endTime() ? t / endTime() : 0;
  $("clock").textContent = `${brief(t, 5)} s`;
}

export function startControls() {
  $("speed").replaceChildren(...speeds.map((s) => new Option(`${s}×`.replace("1e-5", "10⁻⁵"), String(s))));
  const start = () => setSpeed(speeds.indexOf(usualSpeed()));
  start(), onShown(() => { pause(), setTime(clock.t); });
  $("play").addEventListener("click", toggle);
  $("scrub").addEventListener("input", () => { pause(), setTime($("scrub").value * endTime()); });
  $("speed").addEventListener("change", () => setSpeed($("speed").selectedIndex));
  $("loop").addEventListener("change", () => (clock.loops = $("loop").checked));
  document.addEventListener("keydown", onKey);
  onPlay((playing) => { $("play").textContent = playing ? "❚❚" : "▶", $("play").setAttribute("aria-pressed", playing); });
  onTime(show);
}
