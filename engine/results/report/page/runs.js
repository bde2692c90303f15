// The runs of the report, unpacked where they are looked at.
import { below, valueAt } from "./numbers.js";
import { unpackBytes, unpackColumns, unpackFloats, unpackInstants, unpackIntegers } from "./packed.js";

export const report = JSON.parse(document.getElementById("data").textContent);

class Channel {
  constructor(packed, end) { this.packed = packed, this.end = end; }
  get name() { return this.packed.name; }
  get unit() { return this.packed.unit; }
  get range() { return this.packed.high - this.packed.low; }
  get low() { return this.packed.low; }
  get t() { return (this.times ??= unpackInstants(this.packed.t, this.end)); }
  get v() { return (this.values ??= unpackFloats(this.packed.v)); }
  at(t) { return valueAt(this, t); }
}

// Where all bodies are at some instants, and which contacts push.
class Frames {
  constructor(packed, end, spatial) {
    this.t = unpackInstants(packed.t, end);
    this.width = spatial ? 7 : 3;
    this.poses = packed.poses !== undefined ? unpackFloats(packed.poses) : unpackColumns(packed.columns);
    this.bodies = this.t.length ? this.poses.length / this.t.length / this.width : 0;
    this.starts = unpackIntegers(packed.pushes.starts);
    this.push = unpackColumns(packed.pushes.columns);
    this.pushWidth = spatial ? 7 : 5;
    this.largest = 0;
    for (let i = this.pushWidth - 1; i < this.push.length; i += this.pushWidth) this.largest = Math.max(this.largest, this.push[i]);
  }
  // The frame at or before t, and how far t is on the way to the next.
  find(t) {
    const i = below(this.t, t), next = Math.min(i + 1, this.t.length - 1);
    return { i, next, part: next > i && t > this.t[i] ? (t - this.t[i]) / (this.t[next] - this.t[i]) : 0 };
  }
  pushesAt(t) {
    const { i, next, part } = this.find(t), frame = part > 0.5 ? next : i;
    return this.push.subarray(this.starts[frame] * this.pushWidth, this.starts[frame + 1] * this.pushWidth);
  }
}

class Run {
  constructor(packed, index) {
    const { frames, events, channels, ...rest } = packed;  // those have a form of their own below
    Object.assign(this, rest, { index, packed });
    this.title = packed.label || `${packed.number}: ${packed.model}`;
    this.end = packed.end ?? 0;
    this.channels = (packed.channels ?? []).map((c) => new Channel(c, this.end));
    this.largestRange = new Map();
    for (const c of this.channels) this.largestRange.set(c.unit, Math.max(c.range, this.largestRange.get(c.unit) ?? 0));
    this.byName = new Map(this.channels.map((c) => [c.name, c]));
    this.events = (packed.events ?? []).map((e) => this.event(e));
  }
  get frames() {
    return (this.unpackedFrames ??= this.packed.frames ? new Frames(this.packed.frames, this.end, this.spatial) : null);
  }
  get attempts() {
    const { t, dt, reason, reasons } = this.packed.steps ?? { t: "", dt: "", reason: "", reasons: [""] };
    return (this.unpackedAttempts ??= { t: unpackInstants(t, this.end), dt: unpackFloats(dt), reason: unpackBytes(reason), reasons });
  }
  event([t, kind, element, ...numbers]) {
    const of = [];
    for (let i = 0; i < numbers.length; i += 2) of.push([this.packed.event_numbers[numbers[i]], numbers[i + 1]]);
    return { t, kind: this.packed.event_kinds[kind], element: this.packed.event_elements[element], numbers: of };
  }
  channel(name) { return this.byName.get(name); }
  // More than rounding does, as far as others of its unit tell.
  moves(channel) { return channel && channel.range > Math.max(1e-6 * this.largestRange.get(channel.unit), 1e-10); }
  // One channel over another: as the program thinned it, or from the two over time.
  pair(x, y) {
    const made = this.packed.pairs?.find((p) => p.x === x && p.y === y);
    if (made) return { xs: unpackFloats(made.xs), ys: unpackFloats(made.ys) };
    const a = this.channel(x), b = this.channel(y);
    if (!a || !b) return null;
    const times = [...new Set([...a.t, ...b.t])].sort((s, t) => s - t);
    return { xs: times.map((t) => a.at(t)), ys: times.map((t) => b.at(t)) };
  }
}

export const runs = report.runs.map((packed, index) => new Run(packed, index));

// Which runs are on the page, in their order.
const listeners = [];
let chosen = report.side_by_side ? runs : runs.slice(0, 1);
export const shown = () => chosen;
export const onShown = (listener) => listeners.push(listener);
export function show(list) {
  chosen = list;
  for (const listener of listeners) listener();
}
export const endTime = () => Math.max(0, ...chosen.map((run) => run.end));
// A number with its run, where there are several.
export const nameOf = (run, text) => (chosen.length > 1 ? `${text} · ${run.title}` : text);
