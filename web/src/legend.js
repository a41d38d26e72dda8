// The pieces of a game with their names; one that is chosen shows how it moves.

import { pieceImage } from "./board.js";
import { current, named, say } from "./language.js";
import { picture } from "./pictures.js";
import { showProse } from "./prose.js";

/** Asks the engine for diagrams with pieces of a set. */
export const diagrams = (engine, set) => async ({ role, alternative }) =>
  (await engine.ask("diagram", { role, alternative, set: set() })).svg;

/** Shows the pieces of a game as they look in one of its sets: `look` has the pictures, their `side` and the name of the `set`. */
export function showLegend(box, engine, game, look) {
  const draw = diagrams(engine, () => look.set);
  const pieces = Object.assign(document.createElement("div"), { className: "pieces-list" });
  const told = Object.assign(document.createElement("div"), { className: "told" });
  told.setAttribute("aria-live", "polite");
  const hint = Object.assign(document.createElement("p"), { className: "dim", textContent: say("legendHint") });
  const tell = async (role, button) => {
    for (const other of pieces.children) other.setAttribute("aria-pressed", String(other === button));
    box.dataset.role = role;
    const { lines } = await engine.ask("explain", { language: current(), role });
    if (box.dataset.role !== String(role)) return;
    showProse(told, lines, draw);
    // All of its moves on one board, before they are told one by one.
    if (lines.filter((line) => line.is === "diagram").length > 1) {
      const whole = picture(() => draw({ role }));
      whole.className = "diagram";
      told.querySelector("h2")?.after(whole);
    }
  };
  pieces.append(...game.roles.map((role, index) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const keys = Object.keys(look.pictures).filter((key) => key.endsWith(`-${index}`)).slice(0, 2);
    button.append(...keys.map((key) => pieceImage(look, key)), Object.assign(document.createElement("span"), { textContent: named(role) }));
    button.setAttribute("aria-pressed", "false");
    button.onclick = () => tell(index, button);
    return button;
  }));
  box.replaceChildren(hint, pieces, told);
}
