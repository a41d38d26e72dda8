// The rules in words, with a diagram below each sentence that says where a piece goes.

import { picture } from "./pictures.js";

/** Shows what the engine says of the rules, line by line; `draw` gives the SVG of a diagram. */
export function showProse(box, lines, draw) {
  box.replaceChildren(...lines.map((line) => {
    if (line.is === "diagram") {
      const image = picture(() => draw(line));
      image.className = "diagram";
      return image;
    }
    const made = document.createElement(line.is === "heading" ? "h2" : line.is === "written" ? "pre" : "p");
    made.textContent = line.text;
    if (line.indent) made.className = "in";
    return made;
  }));
}
