// A game between people and the computer: when the computer moves, hints, the evaluation, clocks, resigning and draws.

import { choose } from "./chooser.js";
import { Clock, CONTROLS } from "./clock.js";
import { script } from "./history.js";
import { say } from "./language.js";
import { Opponent } from "./opponent.js";
import { Sides } from "./sides.js";
import { score, showStanding } from "./standing.js";

const $ = (id) => document.getElementById(id);
/** How long the computer thinks about a move, and about the evaluation, in milliseconds. */
const THINKS = 1000;
const LOOKS = 500;
/** A move that comes sooner than this is not seen. */
const SEEN = 350;

export class Match {
  constructor(play) {
    this.play = play;
    this.opponent = new Opponent();
    this.sides = new Sides(() => this.#seated());
    this.clock = new Clock({ ticked: () => this.#show(), fallen: (player) => this.#lose(player, "timeUp") });
    this.judging = false;
    this.before = null;
    this.taken = Promise.resolve();
    this.#wire();
    this.words();
  }

  #wire() {
    $("hint").onclick = () => this.hint();
    $("judge").onclick = () => {
      this.judging = !this.judging;
      $("judge").setAttribute("aria-pressed", String(this.judging));
      $("standing").hidden = !this.judging;
      this.judged = null;
      if (this.judging && this.play.state) this.#go();
    };
    $("turn").onclick = () => this.play.turnRound();
    $("resign").onclick = () => this.resign();
    $("draw").onclick = () => this.offerDraw();
    $("control").onchange = () => {
      if (!this.play.state) return;
      this.clock.set($("control").value, this.game.players.length);
      this.#go();
    };
  }

  /** The words of the page's language. */
  words() {
    const chosen = $("control").value;
    const options = [["", say("noClock")], ...CONTROLS.map((control) => [control, say("control", ...control.split("+"))])];
    $("control").replaceChildren(...options.map(([value, textContent]) => Object.assign(document.createElement("option"), { value, textContent })));
    $("control").value = chosen;
    this.sides.list();
    this.#show();
  }

  /** Other rules are played by from now on; `rules` is what an engine is asked to understand them. */
  begin(game, rules) {
    this.opponent.stop();
    // Clocks go on while rules are edited, as long as they are the clocks of the same players.
    if (game.players.length !== this.game?.players.length) this.before = null;
    this.game = game;
    this.rules = rules;
    this.sides.begin(game);
    this.judged = null;
  }

  /** Somebody else plays a side. */
  #seated() {
    if (!this.play.state) return;
    const { own } = this.sides;
    if (this.sides.computers && own >= 0 && this.game.players.length === 2) this.play.turnRound(own === 1);
    this.changed();
  }

  /** Whether a person may move now. */
  get free() {
    return !(this.live && this.sides.plays(this.play.state.turn));
  }

  /** Whether the game goes on from where it is shown: it is not over, and where it has gone on before, it is not only viewed. */
  get live() {
    const { state, tree, viewed } = this.play;
    return Boolean(state) && !state.outcome && !(viewed && tree.here.children.length);
  }

  /** The board shows another position, or the same one in another game. */
  changed() {
    const { tree, state } = this.play;
    const { here } = tree;
    // A move that is played again brings no time.
    if (!here.visited && here.parent && here.parent === this.before?.here) this.clock.moved(this.before.turn);
    here.visited = true;
    if (this.before?.tree !== tree) this.clock.set($("control").value, this.game.players.length);
    this.before = { tree, here, turn: state.turn };
    this.#go();
  }

  /** Lets happen what is to happen here. */
  #go() {
    this.opponent.stop();
    const { tree, state } = this.play;
    if (this.live && tree.here.parent) this.clock.run(state.turn);
    else this.clock.halt();
    if (this.live && this.sides.plays(state.turn)) this.#move();
    else if (this.judging && !state.outcome) this.#judge();
    this.#show();
  }

  /** Asks about the position that is shown; `null` if it was left or the search stopped before there was an answer. */
  async #ask(given) {
    const { tree } = this.play;
    const { here } = tree;
    const place = { fen: tree.fen, moves: tree.line() };
    try {
      const found = await this.opponent.best(this.rules, { ...place, ...given });
      return tree === this.play.tree && here === tree.here ? found : null;
    } catch (error) {
      if (!error.stopped) this.play.say(error.message);
      return null;
    }
  }

  /** The computer makes its move. */
  async #move() {
    const { rules, play } = this;
    const { turn } = play.state;
    const { here } = play.tree;
    const began = performance.now();
    const level = this.sides.levels[turn];
    // With a clock it never spends much of what it has left.
    const milliseconds = this.clock.on ? Math.round(Math.min(THINKS, this.clock.of(turn) / 30)) : THINKS;
    const found = await this.#ask({ level, milliseconds });
    if (!found?.move) return;
    await new Promise((done) => setTimeout(done, SEEN - (performance.now() - began)));
    // No move is wanted if the position or the player of the side has changed in the meantime.
    if (rules !== this.rules || here !== play.tree.here || !this.live || this.sides.levels[turn] !== level) return;
    await play.go(found.move);
  }

  async #judge() {
    const found = await this.#ask({ milliseconds: LOOKS });
    if (found) this.#know(found);
  }

  /** Keeps what the search says of the position that is shown. */
  #know(found) {
    this.judged = { found, turn: this.play.state.turn };
    this.#show();
  }

  /** A line as the page's reader expects it. */
  #line(found) {
    const wanted = script(this.game.scripts);
    return found.line.map((labels) => labels[wanted] ?? Object.values(labels)[0]);
  }

  /** Shows a good move. */
  async hint() {
    if (!this.free || this.play.state.outcome) return;
    this.play.say("…");
    const found = await this.#ask({ milliseconds: THINKS });
    if ($("notice").textContent === "…") this.play.say(null);
    if (!found?.move) return;
    const [first, ...rest] = this.#line(found);
    this.play.say(say("hinted", first, rest.join(" "), score(found)));
    this.play.hint(found);
    this.#know(found);
  }

  /** Takes back to where a person was to move. Several wishes are carried out one after the other. */
  back() {
    this.opponent.stop();
    this.taken = this.taken.then(() => this.#back(), () => this.#back());
  }

  async #back() {
    const { play, sides } = this;
    const anybody = sides.people.length > 0;
    // The computer does not move on the way.
    play.viewed = true;
    do {
      if (!play.tree.back()) break;
      await play.refresh();
    } while (anybody && sides.plays(play.state.turn));
    play.say(null);
    // If no person was to move before, the computer moves again. Without people the game waits.
    play.viewed = !anybody;
    this.#go();
  }

  /** Ends the game where it stands. */
  #end(outcome) {
    this.opponent.stop();
    this.play.end(outcome);
  }

  /** A player has lost. The last one left wins; if there are more, they play on. */
  #lose(player, reason) {
    const { state } = this.play;
    if (state.leaves) {
      // Leaving is a move of the player to move.
      if (player !== state.turn) return this.play.say(say("waits"));
      this.opponent.stop();
      return this.play.go("R");
    }
    const left = [...this.game.players.keys()].filter((one) => one !== player && !state.out.includes(one));
    const winner = left.length === 1 ? left[0] : undefined;
    this.#end({ winner, reason, told: () => say(reason, this.play.player(player)) });
  }

  /** The person who is to move, or the one who waits for the computer. */
  get #speaker() {
    const { turn } = this.play.state;
    return this.sides.plays(turn) ? (this.sides.people[0] ?? turn) : turn;
  }

  /** Asks whether somebody wants to end the game, as long as it goes on. */
  async #sure(label) {
    const { play } = this;
    const { tree } = play;
    const chosen = await choose([{ label }], say("sure"), () => tree === play.tree && !play.state.outcome);
    return chosen !== null && !play.state.outcome;
  }

  async resign() {
    if (!this.play.state || this.play.state.outcome) return;
    const player = this.#speaker;
    if (await this.#sure(say("resigns", this.play.player(player)))) this.#lose(player, "resigned");
  }

  /** Offers a draw. Computers accept unless they stand better; people at this screen agree among themselves. */
  async offerDraw() {
    const { state } = this.play;
    if (!state || state.outcome) return;
    if (!(await this.#sure(say("agree")))) return;
    if (this.sides.computers) {
      if (!this.free) return this.play.say(say("notNow"));
      const found = await this.#ask({ milliseconds: LOOKS });
      if (!found) return;
      const worth = found.points ?? Math.sign(found.plies ?? 0) * 10_000;
      const better = (player) => (this.game.players.length === 2 ? -worth : found.standing[player]) > 0;
      if (this.game.players.some((_, player) => this.sides.plays(player) && better(player))) return this.play.say(say("declined"));
    }
    this.#end({ winner: null, reason: "agreed", told: () => say("agreed") });
  }

  #show() {
    const { state } = this.play;
    if (!this.game || !state) return;
    const over = Boolean(state.outcome);
    const thinks = this.opponent.busy && !this.free;
    this.sides.show({ turn: over ? null : state.turn, thinks, clock: this.clock });
    $("hint").disabled = over || !this.free;
    for (const id of ["resign", "draw"]) $(id).disabled = over;
    if (this.judging) showStanding(this.game, this.judged, this.play.turned);
  }
}
