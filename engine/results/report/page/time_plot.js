// A plot over time. All of them have one range and one cursor: the clock's, or where the pointer is.
import uPlot from "uplot";
import { brief } from "./numbers.js";
import { clock, onPlay, onTime, pause, redraw, setTime } from "./clock.js";
import { endTime, onShown } from "./runs.js";
import { css, onTheme } from "./theme.js";

const plots = new Set();
let range = null, pointed = null;  // seconds; null: all, none

export const timeRange = () => range ?? [0, endTime() || 1];
const shownTime = () => pointed ?? clock.t;

export function setRange(next) {
  const [low, high] = next ?? [0, 0], end = endTime();
  range = next && high - low < end * (1 - 1e-9) ? [Math.max(low, 0), Math.min(high, end)] : null;
  const [min, max] = timeRange();
  for (const plot of plots) plot.u?.setScale("x", { min, max });
  redraw();
}

export function zoom(factor, about = clock.t) {
  const [a, b] = timeRange();
  setRange([about - (about - a) * factor, about + (b - about) * factor]);
}

// An axis of uPlot; `label` with its unit.
export function axis(label, more = {}) {
  return {
    stroke: () => css("--soft"), grid: { stroke: () => css("--grid"), width: 1 }, ticks: { show: false },
    font: "11px system-ui, Helvetica, Arial, sans-serif", labelFont: "11px system-ui, Helvetica, Arial, sans-serif",
    label, labelSize: 16, labelGap: 0, size: 22, gap: 4,
    // Without a line of its own: numbers as we write them, nothing where uPlot wants none.
    values: (u, splits) => splits.map((x) => (x === null ? null : brief(x, 7))), ...more,
  };
}

// Wide enough for its numbers.
export function widthOf(u, values) {
  const longest = (values ?? []).reduce((most, text) => Math.max(most, text?.length ?? 0), 0);
  return Math.max(32, 12 + 6.6 * longest);
}

// A line of HTML above a plot: entries { colour, text(t) }, written anew as time passes.
class Legend {
  constructor(where, entries) {
    this.rows = entries.map((entry) => {
      const span = document.createElement("span"), mark = document.createElement("i"), text = document.createElement("span");
      if (entry.dashed) mark.className = "dashed";
      mark.hidden = !entry.ink;
      span.append(mark, text), where.append(span);
      return { ...entry, mark, element: text };
    });
    this.paint();
  }
  paint() { for (const { mark, ink } of this.rows) if (ink) mark.style.color = ink(); }
  write(t) {
    for (const row of this.rows) {
      const text = row.text(t);
      if (row.last !== text) row.last = row.element.textContent = text;
    }
  }
}

export class TimePlot {
  // data: instants, then one list for each of series (as uPlot has them); unit: of y; legend: see above; isLast: of those
  // below each other, whose axes of time have one name.
  constructor(where, { data, series, unit, legend, height = 150, logarithmic = false, isLast = true, paint, name, range: yRange }) {
    this.element = document.createElement("div");
    this.element.className = "plot", this.element.tabIndex = 0;
    this.element.setAttribute("role", "img"), this.element.setAttribute("aria-label", `${name} over time`);
    const words = document.createElement("div"), box = document.createElement("div");
    words.className = "legend", this.element.append(words, box), where.append(this.element);
    this.legend = new Legend(words, legend), this.box = box, this.height = height + (isLast ? 16 : 0);
    const [min, max] = timeRange();
    this.u = new uPlot({
      width: box.clientWidth || 300, height: this.height, legend: { show: false }, padding: [6, 10, 0, 0],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 6 }, bind: { dblclick: () => null } },
      scales: { x: { time: false, min, max, auto: false }, y: { distr: logarithmic ? 3 : 1, range: yRange } },
      axes: [axis(isLast ? "time [s]" : null), axis(unit || " ", { size: (u, values) => Math.max(48, widthOf(u, values)) })],
      series: [{}, ...series.map((one) => ({ pxAlign: 0, ...one }))],  // whole pixels would make slow curves angular
      hooks: { setSelect: [(u) => this.select(u)], draw: paint ? [paint] : [] },
    }, data, box);
    this.cursor();
    this.listen();
    this.move();
    plots.add(this);
  }
  cursor() {
    this.line = document.createElement("div"), this.line.className = "instant";
    this.u.over.append(this.line);
  }
  select(u) {
    if (u.select.width < 6) return;
    const from = u.posToVal(u.select.left, "x"), to = u.posToVal(u.select.left + u.select.width, "x");
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.zoomed = performance.now();
    setRange([from, to]);
  }
  timeOf(e) { return this.u.posToVal(e.clientX - this.u.over.getBoundingClientRect().left, "x"); }
  listen() {
    const { over } = this.u;
    over.addEventListener("click", (e) => { if (performance.now() - (this.zoomed ?? -1e3) > 300) pause(), setTime(this.timeOf(e)); });
    over.addEventListener("dblclick", () => setRange(null));
    over.addEventListener("pointermove", (e) => {
      if (e.pointerType === "touch") pause(), setTime(this.timeOf(e)); else if (!clock.playing) pointed = this.timeOf(e), redraw();
    });
    over.addEventListener("pointerleave", () => { pointed = null, redraw(); });
    over.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && document.activeElement !== this.element) return;  // the page scrolls
      e.preventDefault(), zoom(e.deltaY > 0 ? 1.25 : 0.8, this.timeOf(e));
    }, { passive: false });
    this.element.addEventListener("keydown", (e) => {
      const keys = { z: () => zoom(0.5), Z: () => zoom(2), a: () => setRange(null) };
      if (keys[e.key]) keys[e.key](), e.stopPropagation();
    });
    over.addEventListener("mousedown", () => this.element.focus({ preventScroll: true }));
  }
  move() {
    const t = shownTime(), [low, high] = timeRange();
    this.line.hidden = t < low || t > high;
    this.line.style.transform = `translateX(${this.u.valToPos(t, "x").toFixed(1)}px)`;
  }
  fit() {
    const width = this.box.clientWidth;
    if (width && width !== this.u.width) this.u.setSize({ width, height: this.height });
  }
  remove() {
    plots.delete(this);
    this.u.destroy(), this.element.remove();
  }
}

let written = 0;
export function startTimePlots() {
  onTime(() => {
    const now = performance.now(), writes = !clock.playing || now - written > 90;
    if (writes) written = now;
    for (const plot of plots) plot.move(), writes && plot.legend.write(shownTime());
  });
  onPlay(() => (pointed = null));
  onShown(() => (range = null));
  onTheme(() => { for (const plot of plots) plot.legend.paint(), plot.u.redraw(false); });
  new ResizeObserver(() => { for (const plot of plots) plot.fit(); redraw(); }).observe(document.querySelector("main"));
}
