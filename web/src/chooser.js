// Which of several moves is meant: a small dialog that can be left with Escape.

import { say } from "./language.js";

const box = document.getElementById("chooser");
const nothing = () => {};

let close = nothing;
let holds = null;
// The event comes late: by then something else may be asked.
box.onclose = () => box.open || close(null);
box.onclick = (event) => { if (event.target === box) close(null); };

/**
 * Lets somebody choose one of `options`, each with a `label` and perhaps a `picture`; `null` if they do not, or if the question
 * no longer `stands` when `review` is called.
 */
export function choose(options, question = say("choose"), stands = () => true) {
  close(null);
  holds = stands;
  return new Promise((resolve) => {
    close = (chosen) => {
      close = nothing;
      holds = null;
      box.close();
      box.replaceChildren();
      resolve(chosen);
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
    box.showModal();
    list.querySelector("button")?.focus();
  });
}

/** Closes the dialog if the game has gone on, and with it what was asked. */
export function review() {
  if (holds && !holds()) close(null);
}
