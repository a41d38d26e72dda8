// The player of each side: a person at this screen, or the computer at a level.

import { named, say } from "./language.js";
import { written } from "./clock.js";

const $ = (id) => document.getElementById(id);
const LEVELS = Array.from({ length: 20 }, (_, nth) => nth + 1);
const USUAL = 4;

const option = (value, textContent) => Object.assign(document.createElement("option"), { value, textContent });

export class Sides {
  /** The level of each player's computer; `null` for a person. */
  levels = [];

  /** `changed()` is called when somebody gives a side to somebody else. */
  constructor(changed) {
    this.changed = changed;
    this.own = 0;
    this.level = USUAL;
    $("against").onclick = () => this.#against(!this.computers);
    $("level").onchange = () => {
      this.level = Number($("level").value);
      this.levels = this.levels.map((level) => (level === null ? null : this.level));
      this.#told();
    };
    $("own").onchange = () => {
      this.own = Number($("own").value);
      this.#against(true);
    };
  }

  /** The sides of a game. The computer goes on with the others if it has played. */
  begin(game) {
    this.game = game;
    if (this.levels.length !== game.players.length) {
      this.own = Math.min(this.own, game.players.length - 1);
      this.levels = game.players.map((_, player) => this.#other(player, this.computers > 0));
    }
    this.list();
  }

  #other(player, on) {
    return on && player !== this.own ? this.level : null;
  }

  #against(on) {
    this.levels = this.levels.map((_, player) => this.#other(player, on));
    this.#told();
  }

  #told() {
    this.#choices();
    this.changed();
  }

  get computers() {
    return this.levels.filter((level) => level !== null).length;
  }

  /** Whether the computer plays a side. */
  plays(player) {
    return (this.levels[player] ?? null) !== null;
  }

  /** The people at this screen. */
  get people() {
    return this.levels.flatMap((level, player) => (level === null ? [player] : []));
  }

  /** Shows all of it, in the page's language. */
  list() {
    if (!this.game) return;
    const { players } = this.game;
    $("level").replaceChildren(...LEVELS.map((level) => option(level, say("level", level))));
    $("own").replaceChildren(...players.map((player, index) => option(index, say("youPlay", named(player)))), option(-1, say("watch")));
    $("sides").replaceChildren(...players.map((player, index) => {
      const row = document.createElement("li");
      const dot = document.createElement("span");
      dot.className = "dot";
      dot.dataset.colour = player.colour ?? "";
      const name = Object.assign(document.createElement("span"), { className: "name", textContent: named(player) });
      const select = document.createElement("select");
      select.setAttribute("aria-label", say("playedBy", named(player)));
      select.append(option("", say("person")), ...LEVELS.map((level) => option(level, say("computer", level))));
      select.onchange = () => {
        this.levels[index] = select.value ? Number(select.value) : null;
        this.#told();
      };
      const time = document.createElement("time");
      row.append(dot, name, select, time);
      return row;
    }));
    this.#choices();
  }

  /** Shows what is chosen. The elements stay, and with them the keyboard's place. */
  #choices() {
    $("against").setAttribute("aria-pressed", String(this.computers > 0));
    $("level").value = this.level;
    $("own").value = this.own;
    [...$("sides").children].forEach((row, player) => { row.querySelector("select").value = this.levels[player] ?? ""; });
  }

  /** Shows whose turn it is, who thinks, and the clocks. */
  show({ turn, thinks, clock }) {
    [...$("sides").children].forEach((row, player) => {
      row.classList.toggle("turn", player === turn);
      row.classList.toggle("thinks", player === turn && thinks);
      const time = row.querySelector("time");
      time.hidden = !clock.on;
      if (!clock.on) return;
      time.textContent = written(clock.of(player));
      time.classList.toggle("low", clock.of(player) < 20_000);
    });
  }
}
