// A game on the board: what is chosen, which moves there are, what happens when a piece is put down.

import { Board, pieceImage } from "./board.js";
import { choose, review } from "./chooser.js";
import { script } from "./history.js";
import { current, named, say } from "./language.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);

export class Play {
  /** `told` hears of what changes: `told.changed()` after every move, `told.places(spans)` of why one was refused; and says
   * by `told.free()` whether pieces may be moved. */
  constructor(engine, told) {
    this.engine = engine;
    this.told = told;
    this.tree = new Tree();
    this.chosen = null;
    this.set = "pictures";
    this.turned = false;
    this.asked = 0;
    /** Whether the position is only looked at: nobody came to it by playing or by taking back. */
    this.viewed = true;
    this.waiting = null;
    this.board = new Board($("board"), {
      press: (square) => this.#press(square),
      pick: (square) => this.#pick(square),
      lift: () => this.chosen?.from !== undefined && this.board.hide(this.chosen.from),
      drop: (square) => this.#put(square),
      leave: () => this.#choose(null),
    });
  }

  /** Plays by other rules from now on. The moves so far are kept as far as they are legal. */
  async begin(game, tree = null) {
    this.game = game;
    if (tree) {
      this.tree = tree;
      this.viewed = true;
    }
    // Where a game has no pictures, readers of Chinese characters are better served with those than with letters.
    const usual = !game.pictured && current() === "zh" ? "chinese" : "pictures";
    this.set = this.wanted in game.sets ? this.wanted : usual;
    await this.#lay();
    try {
      await this.refresh(true);
    } catch {
      // A position that these rules reject is replaced by their start position.
      this.tree = new Tree();
      await this.refresh(true);
    }
  }

  async #lay() {
    const stage = await this.#stage();
    this.stage = stage;
    this.board.lay(stage, this.game, this.set, this.turned);
  }

  /** The empty board; of several planes as many side by side as make the squares largest. */
  async #stage() {
    if (!this.game.planes) return this.engine.ask("stage", {});
    const wide = $("table").clientWidth || window.innerWidth;
    // A telephone can be scrolled, but not for ever.
    const narrow = window.innerWidth <= 860;
    const high = narrow ? 1.5 * window.innerHeight : window.innerHeight - 105;
    let best = null;
    for (const widest of [2400, 1600, 1100, 800, 1]) {
      const stage = await this.engine.ask("stage", { widest });
      const scale = narrow ? wide / stage.width : Math.min(wide / stage.width, high / stage.height);
      if (!best || (scale > best.scale * 1.01 && stage.height * scale <= high)) best = { stage, scale };
    }
    return best.stage;
  }

  /** Draws several planes anew if others than now should be side by side. */
  async resized() {
    if (!this.game?.planes) return;
    const stage = await this.#stage();
    if (stage.width === this.stage.width) return;
    this.stage = stage;
    this.board.lay(stage, this.game, this.set, this.turned);
    this.show();
  }

  /** Shows other pictures of pieces. */
  dress(set) {
    this.set = set;
    this.wanted = set;
    if (!this.state) return;
    this.board.lay(this.stage, this.game, set, this.turned);
    this.show();
  }

  /** Turns the board round. */
  turnRound(turned = !this.turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    if (!this.state) return;
    this.board.lay(this.stage, this.game, this.set, turned);
    this.show();
  }

  /** Points out a move. */
  hint({ from, to }) {
    if (to !== null) this.board.point({ from, to });
  }

  /** Ends the game where its line ends, unless the rules have ended it there. */
  async end(outcome) {
    if (this.viewed) while (this.tree.on());
    await this.refresh();
    if (this.state.outcome) return;
    this.tree.here.outcome = outcome;
    this.tree.outcome = outcome;
    await this.refresh();
  }

  /** Asks the engine about the place where the game is. Until it has answered, what is clicked waits. */
  refresh(line = false) {
    const asking = this.#refresh(line);
    const settled = asking.catch(() => {}).then(() => {
      if (this.waiting === settled) this.waiting = null;
    });
    this.waiting = settled;
    return asking;
  }

  /** Only the last of several questions counts. */
  async #refresh(line) {
    const asked = ++this.asked;
    const place = this.tree.here;
    const moves = this.tree.line();
    const state = await this.engine.ask("position", { fen: this.tree.fen, moves, line });
    if (asked !== this.asked) return;
    if (state.refused) {
      const kept = this.tree.path()[state.played];
      this.tree.cut(kept);
      this.say(state.refused);
    }
    if (line) this.tree.path(this.tree.here).forEach((at, nth) => { at.labels = state.line[nth] ?? at.labels; });
    else if (place.parent && !state.refused) place.labels = state.labels;
    if (place.outcome && !state.outcome) Object.assign(state, { outcome: place.outcome, moves: [] });
    this.state = state;
    review();
    this.#offer();
    this.#choose(null, false);
    this.show();
    this.told.changed();
  }

  /** Sorts the legal moves by what begins them. */
  #offer() {
    this.from = new Map();
    this.drops = new Map();
    this.passing = null;
    for (const move of this.state.moves) {
      if (move.pass) this.passing = move;
      else if (move.drop !== undefined) add(this.drops, move.drop, move);
      else add(this.from, move.from, move);
    }
    // Where nothing else can be played than one kind of piece from the hand, it need not be chosen.
    this.only = !this.from.size && this.drops.size === 1 ? [...this.drops.keys()][0] : null;
  }

  player(index) {
    return named(this.game.players[index] ?? { name: "" });
  }

  pieceName(key) {
    const [player, role] = key.split("-");
    const name = named(this.game.roles[role]);
    return player === "n" ? name : `${this.player(player)} ${name}`;
  }

  /** Shows the position, and what is chosen. */
  show() {
    const { state, board } = this;
    board.show(state.pieces);
    this.#mark();
    $("state").textContent = this.status();
    $("pass").hidden = !this.passing;
    $("back").disabled = !this.tree.here.parent;
    $("on").disabled = !this.tree.here.children.length;
    if (document.activeElement !== $("fen")) $("fen").value = state.fen;
    this.#hands();
  }

  #mark() {
    const { state, board, chosen } = this;
    const moves = this.offered();
    const targets = chosen ? [...new Set(moves.map((move) => move.to))] : [];
    const victims = chosen ? [...new Set(moves.flatMap((move) => move.takes ?? []))] : [];
    board.mark({ chosen: chosen?.from ?? null, targets, victims, last: state.last, check: state.check });
    const movable = new Set(this.from.keys());
    board.label((square) => {
      const key = board.standing.get(square);
      const said = [board.names[square], key ? this.pieceName(key) : say("empty")];
      if (square === state.last?.to || square === state.last?.from) said.push(say("last"));
      if (state.check.includes(square)) said.push(say("check"));
      if (chosen?.from === square) said.push(say("chosen"));
      else if (targets.includes(square)) said.push(say("target"));
      else if (victims.includes(square)) said.push(say("takes"));
      else if (movable.has(square)) said.push(say("movable"));
      return said.join(", ");
    }, movable);
  }

  /** The moves that begin with what is chosen. */
  offered() {
    if (!this.chosen) return [];
    return (this.chosen.drop === undefined ? this.from.get(this.chosen.from) : this.drops.get(this.chosen.drop)) ?? [];
  }

  /** The last move, and whose turn it is or how the game ended. */
  status() {
    const { outcome, turn, check, points } = this.state;
    const { here } = this.tree;
    // The move comes first: a screen reader tells the computer's by this text alone.
    const parts = here.parent ? [here.labels?.[script(this.game.scripts)] ?? here.move] : [];
    if (outcome) {
      parts.push(outcome.told?.() ?? outcome.words ?? say("reasons")[outcome.reason] ?? outcome.reason);
      // Where several sides are left, the game has no winner, and is no draw.
      if (outcome.winner !== undefined) parts.push(outcome.winner === null ? say("draw") : say("wins", this.player(outcome.winner)));
    } else {
      parts.push(say("toMove", this.player(turn)));
      if (check.length) parts.push(say("check"));
    }
    if (points) parts.push(`${points.join(" : ")} ${say("points")}`);
    return parts.join(" · ");
  }

  /** Says something for a while, or nothing. */
  say(text) {
    $("notice").textContent = text ?? "";
    $("notice").hidden = !text;
  }

  #hands() {
    const { state, game } = this;
    const rows = { "hand-above": [], "hand-below": [] };
    game.players.forEach((_, player) => {
      const held = state.hands[player].map(([role, key, count]) => ({ role, key, count }));
      if (player === state.turn) {
        // Of what there is always more of the hand says nothing.
        for (const role of this.drops.keys()) {
          if (held.some((one) => one.role === role)) continue;
          const neutral = game.sets.pictures[`n-${role}`];
          held.push({ role, key: neutral ? `n-${role}` : `${player}-${role}`, count: null });
        }
      }
      if (held.length || game.hands) rows[(player === 0) !== this.turned ? "hand-below" : "hand-above"].push({ player, held });
    });
    const rowed = Object.values(rows).reduce((sum, hands) => sum + hands.length, 0);
    $("table").style.setProperty("--hands", rowed);
    for (const [id, hands] of Object.entries(rows)) {
      $(id).replaceChildren(...hands.map(({ player, held }) => {
        const row = document.createElement("div");
        row.setAttribute("role", "group");
        row.setAttribute("aria-label", say("hand", this.player(player)));
        row.append(...held.map((one) => this.#held(player, one)));
        return row;
      }));
    }
  }

  #held(player, { role, key, count }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "held";
    button.dataset.role = role;
    const own = player === this.state.turn && this.drops.has(role) && this.told.free();
    button.disabled = !own;
    button.setAttribute("aria-pressed", String(own && this.chosen?.drop === role));
    button.setAttribute("aria-label", this.pieceName(key) + (count > 1 ? `, ${say("times", count)}` : ""));
    button.append(pieceImage(this.board.look, key));
    if (count > 1) button.append(Object.assign(document.createElement("span"), { textContent: `×${count}` }));
    button.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.#choose(this.chosen?.drop === role ? null : { drop: role });
      }
    };
    button.onpointerdown = (event) => {
      if (event.button > 0) return;
      event.preventDefault();
      const before = this.chosen?.drop === role;
      this.#choose({ drop: role });
      this.board.drag(event, key, () => before && this.#choose(null));
    };
    return button;
  }

  #choose(chosen, again = true) {
    this.chosen = chosen;
    if (!again) return;
    this.say(null);
    this.board.hide(null);
    this.#mark();
    for (const held of document.querySelectorAll(".held")) {
      held.setAttribute("aria-pressed", String(!held.disabled && chosen?.drop === Number(held.dataset.role)));
    }
  }

  /** A pointer goes down on a square: what is carried if it moves. */
  #press(square) {
    if (this.waiting || !this.told.free()) return null;
    const aim = this.chosen && this.offered().some((move) => move.to === square);
    if (aim || !this.from.has(square)) return null;
    this.before = this.chosen;
    this.#choose({ from: square });
    return this.board.standing.get(square) ?? null;
  }

  /** A click or a key on a square. */
  #pick(square) {
    if (this.waiting) return this.waiting.then(() => this.#pick(square));
    if (!this.told.free()) return;
    const { before } = this;
    this.before = undefined;
    if (this.chosen && this.offered().some((move) => move.to === square && move.from !== move.to)) return this.#put(square);
    if (before !== undefined && before?.from === square) {
      // The second click on a piece lets go of it, unless it can move to where it stands.
      if (this.offered().some((move) => move.to === square)) return this.#put(square);
      return this.#choose(null);
    }
    if (before !== undefined) return;
    if (this.from.has(square) && this.chosen?.from !== square) return this.#choose({ from: square });
    if (this.chosen?.from === square) {
      if (this.offered().some((move) => move.to === square)) return this.#put(square);
      return this.#choose(null);
    }
    if (!this.chosen && this.only !== null && !this.board.standing.has(square)) this.chosen = { drop: this.only };
    if (this.chosen) return this.#put(square);
    if (this.board.standing.has(square)) this.#choose({ from: square });
  }

  /** Puts down what is chosen. */
  async #put(square) {
    this.before = undefined;
    const { chosen } = this;
    this.board.hide(null);
    if (!chosen || square === null || square === undefined) return;
    const moves = this.offered().filter((move) => move.to === square);
    if (!moves.length) {
      if (square !== chosen.from) await this.#why(chosen, square);
      return;
    }
    performance.mark("carn:put");
    const { here } = this.tree;
    const move = moves.length === 1 ? moves[0] : await this.#which(moves);
    // What was asked before the position changed is no answer to the new one, even before the engine has told of that.
    if (move && here === this.tree.here && !here.outcome) await this.go(move.text, square);
    else this.#choose(null);
  }

  #which(moves) {
    const { state } = this;
    const key = (role) => {
      const player = state.turn;
      return this.game.sets.pictures[`${player}-${role}`] ? `${player}-${role}` : `n-${role}`;
    };
    const options = moves.map((move) => {
      if (move.choice === undefined) return { move, label: move.path ? move.path.map((at) => this.board.names[at]).join(" ") : move.text };
      return { move, label: named(this.game.roles[move.choice]), picture: pieceImage(this.board.look, key(move.choice)) };
    });
    // Where the same is written twice, the moves' own texts tell them apart.
    for (const option of options) {
      if (options.filter((other) => other.label === option.label).length > 1) option.text = option.move.text;
    }
    return choose(options.map((option) => ({ ...option, label: option.text ?? option.label })), say("choose"), () => this.state === state)
      .then((chosen) => chosen?.move ?? null);
  }

  async #why(chosen, to) {
    const { reasons, places } = await this.engine.ask("why", chosen.drop === undefined ? { from: chosen.from, to } : { drop: chosen.drop, to });
    this.#choose(null);
    this.say(say("notLegal") + reasons.join("; "));
    this.told.places(places);
  }

  /** Plays a legal move, in coordinates. */
  async go(text, focus = null) {
    this.tree.play(text);
    this.viewed = false;
    this.tree.outcome = null;
    await this.refresh();
    this.say(null);
    if (focus !== null && this.board.root.contains(document.activeElement)) this.board.focus(focus);
    performance.mark("carn:shown");
  }

  /** Plays a move as somebody writes it, in any notation of the game; whether it was one. */
  async type(text) {
    if (!this.told.free() || this.state.outcome) return false;
    const answer = await this.engine.ask("why", { move: text });
    if (answer.move) {
      await this.go(answer.move);
      return true;
    }
    this.say(say("notLegal") + answer.reasons.join("; "));
    return false;
  }

  /** Goes to another place of the game. */
  async walk(step) {
    step();
    this.viewed = true;
    this.say(null);
    await this.refresh();
  }

  /** Begins anew, from a position if one is given. */
  async setUp(fen = null) {
    const before = this.tree;
    this.tree = new Tree(fen);
    try {
      await this.refresh();
      this.say(null);
    } catch (error) {
      this.tree = before;
      this.say(error.message);
      await this.refresh();
      this.say(error.message);
    }
  }
}

function add(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}
