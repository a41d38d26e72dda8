// The moves of a game with its branches, as a list to click on.

import { current, say } from "./language.js";

/** The notation that a reader of the page's language expects, of those that a game has, its first ones first. */
export function script(scripts) {
  const chinese = ["chinese", "kif"];
  return scripts.find((name) => chinese.includes(name) === (current() === "zh")) ?? scripts[0];
}

/** Shows the game; `go(place)` is called when somebody clicks on a move. */
export function showMoves(box, tree, scripts, go) {
  const wanted = script(scripts);
  const text = (place) => place.labels?.[wanted] ?? place.move;
  const button = (place) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text(place);
    if (place === tree.here) made.setAttribute("aria-current", "step");
    made.onclick = () => go(place);
    return made;
  };
  // The first move of every place goes on in the same line, the others in lines of their own below.
  const line = (place) => {
    const made = document.createElement("div");
    made.className = "line";
    for (let at = place; at; at = at.children[0]) {
      // A number stands where the next one is reached, by turns as the game has them, and where a line begins.
      const { number, begins } = at.labels ?? {};
      if (number && (at === place || number !== at.parent.labels?.number)) {
        made.append(Object.assign(document.createElement("span"), { className: "number", textContent: begins ? `${number}.` : `${number}…` }));
      }
      made.append(button(at));
      if (at.said) made.append(Object.assign(document.createElement("span"), { className: "said", textContent: at.said }));
      // A branch's own first move has no branches: those beside it are the main line's.
      if (at !== at.parent.children[0]) continue;
      for (const other of at.parent.children.slice(1)) {
        const branch = line(other);
        branch.classList.add("branch");
        branch.setAttribute("role", "group");
        branch.setAttribute("aria-label", say("branch"));
        made.append(branch);
      }
    }
    return made;
  };
  const [first] = tree.root.children;
  const focused = box.contains(document.activeElement) && document.activeElement !== box;
  box.replaceChildren(...(first ? [line(first)] : []));
  const now = box.querySelector("[aria-current]");
  if (focused) (now ?? box).focus({ preventScroll: true });
  if (!now) return;
  // `scrollIntoView` would scroll the page too, and on a telephone the board out of sight.
  const [outer, inner] = [box.getBoundingClientRect(), now.getBoundingClientRect()];
  box.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}
