// The evaluation bar: each player's share of it shows the evaluation.

import { named, say } from "./language.js";

const box = document.getElementById("standing");
/** Hundredths of the weakest piece that make one side e times as likely to win. */
const SCALE = 300;

/** What the engine found as people read it, for the player to move: `+0.4`, `−13`, `#3`. */
export function score({ points, mate }) {
  if (mate !== null) return `#${mate}`;
  if (points === null) return "";
  const figure = Math.abs(points) / 100;
  // The bar has room for four letters.
  return `${points < 0 ? "−" : "+"}${figure.toFixed(figure < 9.95 ? 1 : 0)}`;
}

/** How much of the bar is each player's. */
function shares(found, turn, players) {
  const { points, plies, standing } = found;
  let values = standing;
  if (players === 2) {
    // The score of the search is better than the material on the board.
    const value = points ?? (plies === null ? standing[turn] : plies > 0 ? 10_000 : -10_000);
    values = turn === 0 ? [value, -value] : [-value, value];
  }
  const most = Math.max(...values);
  const weights = values.map((value) => Math.exp(((players === 2 ? 1 : 2) * (value - most)) / SCALE / 2));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/** Shows the evaluation from the last search; the first player's share is below. */
export function showStanding(game, judged, turned) {
  const { found = null, turn = 0 } = judged ?? {};
  const parts = found ? shares(found, turn, game.players.length) : game.players.map(() => 1 / game.players.length);
  const segments = game.players.map((player, index) => {
    const part = document.createElement("span");
    part.dataset.colour = player.colour ?? "";
    part.style.flexGrow = parts[index].toFixed(4);
    return part;
  });
  if (!turned) segments.reverse();
  const text = document.createElement("b");
  // The figure is the first player's where there are two.
  const mirrored = game.players.length === 2 && turn === 1;
  const minus = (value) => (value === null ? null : -value);
  const shown = found && (mirrored ? { points: minus(found.points), mate: minus(found.mate) } : found);
  text.textContent = shown ? score(shown) : "";
  box.replaceChildren(...segments, text);
  box.setAttribute("aria-label", found ? say("standing", named(game.players[game.players.length === 2 ? 0 : turn]), text.textContent) : say("evaluation"));
}
