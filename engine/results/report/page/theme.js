// Colours, light and dark.

const light = ["#0072b2", "#d55e00", "#00855f", "#b0498c", "#94660a", "#2f88c5", "#8c6d31", "#7a5cc0"];
const dark = ["#4fb0ea", "#ff8a4c", "#3fcf9f", "#e7a3cb", "#e0b64a", "#8fd3ff", "#c7a46a", "#b49bf0"];
const root = document.documentElement;
const listeners = [];
let values = {};

export const isDark = () => root.dataset.theme === "dark";
export const colour = (i) => (isDark() ? dark : light)[((i % 8) + 8) % 8];
// A variable of the style sheet; asking the browser each time would cost more than drawing.
export const css = (name) => (values[name] ??= getComputedStyle(root).getPropertyValue(name).trim());
// A third of the way to the paper, for areas.
export function softer(ink) {
  const part = (hex, i) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16), paper = isDark() ? "#1b1e23" : "#ffffff";
  return `rgb(${[0, 1, 2].map((i) => Math.round(0.68 * part(ink, i) + 0.32 * part(paper, i))).join(",")})`;
}
export const onTheme = (listener) => listeners.push(listener);

export function setTheme(theme) {
  root.dataset.theme = theme, values = {};
  for (const listener of listeners) listener();
}

export function startTheme(button) {
  root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  button.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  let before = null;
  addEventListener("beforeprint", () => { before = root.dataset.theme, setTheme("light"); });
  addEventListener("afterprint", () => setTheme(before));
}
