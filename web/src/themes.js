// How boards and pieces look, as somebody has chosen it; kept from visit to visit where the browser keeps something.

import { say } from "./language.js";

const $ = (id) => document.getElementById(id);

const THEMES = ["wood", "blue", "green", "grey", "contrast"];

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* A page without storage forgets. */ }
}

/** Offers the themes of boards in the page's language. */
export function listThemes() {
  const chosen = document.documentElement.dataset.board ?? THEMES[0];
  $("themes").replaceChildren(...THEMES.map((value) => Object.assign(document.createElement("option"), { value, textContent: say("themes")[value] })));
  $("themes").value = chosen;
}

/** Shows the board, and pieces on `play`, as they were shown the last time. */
export function themes(play) {
  const board = kept("board");
  document.documentElement.dataset.board = THEMES.includes(board) ? board : THEMES[0];
  play.wanted = kept("pieces") ?? undefined;
  $("themes").onchange = () => {
    document.documentElement.dataset.board = $("themes").value;
    keep("board", $("themes").value);
  };
  $("sets").addEventListener("change", () => keep("pieces", $("sets").value));
  listThemes();
}
