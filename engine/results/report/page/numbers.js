// Numbers as people read them, and places in sorted lists.

export function brief(x, digits = 5) {
  if (x === null || x === undefined || !isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [head, power] = x.toExponential(Math.min(3, digits - 1)).split("e");
    return `${String(Number(head))}e${Number(power)}`.replaceAll("-", "−");
  }
  return String(Number(x.toPrecision(digits))).replace("-", "−");
}

// The last index with list[i] <= x, at least 0.
export function below(list, x) {
  let a = 0, b = list.length - 1;
  while (a < b) {
    const middle = (a + b + 1) >> 1;
    if (list[middle] <= x) a = middle; else b = middle - 1;
  }
  return a;
}

// Between the points of a curve.
export function valueAt({ t, v }, at) {
  const i = below(t, at);
  if (i + 1 >= t.length || at <= t[i]) return v[i];
  const part = (at - t[i]) / (t[i + 1] - t[i]);
  return v[i] + part * (v[i + 1] - v[i]);
}

export function extent(list) {
  let low = Infinity, high = -Infinity;
  for (const x of list) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return low <= high ? [low, high] : [0, 1];
}

// Curves of different instants on common ones, between their points. Where one jumps, its instant is there twice.
export function onCommonInstants(curves) {
  const twice = new Set();
  for (const { t } of curves) for (let i = 1; i < t.length; ++i) if (t[i] === t[i - 1]) twice.add(t[i]);
  const once = [...new Set(curves.flatMap(({ t }) => Array.from(t)))].sort((a, b) => a - b);
  const times = once.flatMap((t) => (twice.has(t) ? [t, t] : [t]));
  return [times, ...curves.map((curve) => valuesOn(curve, times))];
}

function valuesOn({ t, v }, times) {
  let i = 0;
  return times.map((at, k) => {
    if (!t.length || at < t[0] || at > t[t.length - 1]) return null;
    while (i + 1 < t.length && t[i + 1] < at) ++i;
    if (times[k + 1] !== at) while (i + 1 < t.length && t[i + 1] === at) ++i;  // of a jump, the side behind it
    if (i + 1 >= t.length || at <= t[i]) return v[i];
    return v[i] + ((at - t[i]) / (t[i + 1] - t[i])) * (v[i + 1] - v[i]);
  });
}
