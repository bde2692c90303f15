// One time for everything on the page.
import { endTime } from "./runs.js";

export const clock = { t: 0, speed: 1, loops: true, playing: false };
const timeListeners = [], playListeners = [];
let waiting = false;

export const onTime = (listener) => timeListeners.push(listener);
export const onPlay = (listener) => playListeners.push(listener);

function tell() { for (const listener of timeListeners) listener(clock.t); }

// Once before the next picture, however often it is asked for.
export function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false, tell(); });
}

export function setTime(t) {
  clock.t = Math.min(Math.max(t, 0), endTime());
  redraw();
}

function setPlaying(playing) {
  clock.playing = playing;
  for (const listener of playListeners) listener(playing);
}

export function pause() { if (clock.playing) setPlaying(false); }

export function play() {
  if (!endTime() || clock.playing) return;
  if (clock.t >= endTime()) clock.t = 0;
  setPlaying(true);
  let last = performance.now();
  const tick = (now) => {
    if (!clock.playing) return;
    clock.t += (Math.max(now - last, 0) / 1000) * clock.speed, last = now;
    if (clock.t >= endTime()) {
      if (clock.loops) clock.t %= endTime(); else clock.t = endTime(), pause();
    }
    tell(), requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

export const toggle = () => (clock.playing ? pause() : play());
