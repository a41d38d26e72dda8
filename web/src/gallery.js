// The gallery: every shipped game with its start position, by family, and a field to search them.

import { current, named, say } from "./language.js";
import { picture } from "./pictures.js";

const $ = (id) => document.getElementById(id);

function make(tag, className, text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** The gallery of `games()`, as the engine's tables have them; `open(name)` is called with the one that is chosen. */
export function gallery(engine, games, open) {
  const box = $("gallery");
  const field = $("gallery-search");
  const drawn = new Map();
  let listed = null;

  const draw = (id) => async () => {
    const key = `${id} ${current()}`;
    if (!drawn.has(key)) drawn.set(key, (await engine.ask("start", { name: id, language: current() })).svg);
    return drawn.get(key);
  };

  function card(game) {
    const made = make("button", "card");
    made.type = "button";
    made.dataset.game = game.id;
    const all = [game.id, game.name, game.zh, ...Object.values(game.family), ...Object.values(game.about), game.board, ...game.special];
    made.dataset.words = all.filter(Boolean).join("\n").toLowerCase();
    const both = game.zh && game.zh !== named(game) ? `${game.board} · ${game.zh}` : game.board;
    made.append(picture(draw(game.id)), make("strong", "", named(game)), make("small", "", both), make("span", "", named(game.about)));
    made.onclick = () => {
      box.close();
      open(game.id);
    };
    return made;
  }

  /** Cards in the page's language, by family in the order in which the engine lists them. */
  function list() {
    const families = new Map();
    for (const game of games()) {
      const family = named(game.family);
      if (!families.has(family)) families.set(family, []);
      families.get(family).push(game);
    }
    $("gallery-games").replaceChildren(...[...families].map(([family, all]) => {
      const section = make("section", "family");
      const cards = make("div", "cards");
      cards.append(...all.map(card));
      section.append(make("h3", "", family || say("others")), cards);
      return section;
    }));
    listed = games().length ? current() : null;
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of $("gallery-games").children) {
      let any = false;
      for (const one of section.querySelectorAll(".card")) {
        one.hidden = !words.every((word) => one.dataset.words.includes(word));
        any ||= !one.hidden;
        count += !one.hidden;
      }
      section.hidden = !any;
    }
    $("gallery-count").textContent = say("games", count);
  }

  $("open-gallery").onclick = () => {
    field.placeholder = say("search");
    field.setAttribute("aria-label", say("search"));
    if (listed !== current()) list();
    box.showModal();
    search();
    field.focus();
  };
  $("gallery-close").onclick = () => box.close();
  field.oninput = search;
  field.onkeydown = (event) => {
    // Escape would empty the field first.
    if (event.key === "Escape") box.close();
    if (event.key === "Enter") box.querySelector(".family:not([hidden]) .card:not([hidden])")?.click();
  };
  // A click beside the dialog closes it.
  box.onclick = (event) => event.target === box && box.close();
}
