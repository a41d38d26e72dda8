// The rules in words, beside the board.

/** Shows what the engine says of the rules, line by line. */
export function showProse(box, lines) {
  box.replaceChildren();
  for (const { is, text, indent } of lines) {
    const made = document.createElement(is === "heading" ? "h3" : is === "written" ? "pre" : "p");
    made.textContent = text;
    if (indent) made.className = "in";
    box.append(made);
  }
}
