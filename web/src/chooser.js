// Which of several moves is meant: a small dialog that can be left with Escape.

import { say } from "./language.js";

const box = document.getElementById("chooser");

/** Lets somebody choose one of `options`, each with a `label` and perhaps a `picture`; `null` if they do not. */
export function choose(options, question = say("choose")) {
  const before = document.activeElement;
  return new Promise((resolve) => {
    const close = (chosen) => {
      box.hidden = true;
      box.replaceChildren();
      document.removeEventListener("keydown", escape, true);
      before?.focus?.();
      resolve(chosen);
    };
    const escape = (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close(null);
    };
    const inner = document.createElement("div");
    const heading = document.createElement("p");
    heading.textContent = question;
    box.setAttribute("aria-label", question);
    const list = document.createElement("div");
    list.className = "options";
    for (const option of options) {
      const button = document.createElement("button");
      button.type = "button";
      if (option.picture) button.append(option.picture);
      const label = document.createElement("span");
      label.textContent = option.label;
      button.append(label);
      button.onclick = () => close(option);
      list.append(button);
    }
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.className = "plain";
    cancel.textContent = say("cancel");
    cancel.onclick = () => close(null);
    inner.append(heading, list, cancel);
    box.replaceChildren(inner);
    box.hidden = false;
    box.onclick = (event) => { if (event.target === box) close(null); };
    document.addEventListener("keydown", escape, true);
    list.querySelector("button")?.focus();
  });
}
