// A canvas in CSS pixels, as sharp as the screen.
export function prepare(canvas) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) canvas.width = w, canvas.height = h;
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  return { g, width, height };
}

// As long as its force is large against the largest of the run, by the square root: small ones are seen, too.
export const arrowLength = (force, largest, longest) => longest * Math.sqrt(force / largest);

// How much smaller arrows are drawn where there are many.
export const crowded = (count, few) => Math.max(0.22, Math.sqrt(few / Math.max(count, few)));
