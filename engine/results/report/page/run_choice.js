// Which of several runs are shown: one alone, or some side by side.
import { onShown, runs, show, shown } from "./runs.js";

export function startRunChoice(where) {
  if (runs.length < 2) return;
  where.hidden = false;
  const boxes = runs.map((run) => {
    const label = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox" });
    box.addEventListener("change", () => {
      const list = runs.filter((_, i) => boxes[i].checked);
      if (list.length) show(list); else box.checked = true;
    });
    // The name alone: only this run.
    const name = Object.assign(document.createElement("button"), { type: "button", textContent: run.title, title: `show ${run.title} alone` });
    name.addEventListener("click", () => show([run]));
    label.append(box), label.setAttribute("aria-label", `show ${run.title}`);
    const both = document.createElement("span");
    both.className = "choice", both.append(label, name), where.append(both);
    return box;
  });
  const tick = () => boxes.forEach((box, i) => {
    box.checked = shown().includes(runs[i]);
    box.closest(".choice").classList.toggle("on", box.checked);
  });
  tick(), onShown(tick);
}
