// The computer: an engine of its own in a second worker, so that the page never waits for it and it can be stopped at once.

import { Engine } from "./engine.js";

export class Opponent {
  #engine = null;
  #rules = null;
  #asked = null;

  /** Searches the position after some moves by some rules (`check` requests of the engine); stops whatever was searched. */
  async best(rules, given) {
    this.stop();
    const asked = {};
    this.#asked = asked;
    this.#engine ??= new Engine();
    try {
      if (this.#rules !== rules) {
        this.#rules = null;
        const { rules: read } = await this.#engine.ask("check", rules);
        if (read === "new") await this.#engine.ask("game");
        this.#rules = rules;
      }
      return await this.#engine.ask("best", { seed: Math.floor(Math.random() * 2 ** 48), ...given });
    } finally {
      if (this.#asked === asked) this.#asked = null;
    }
  }

  /** Whether it is searching. */
  get busy() {
    return this.#asked !== null;
  }

  /** Ends the search with its worker; what was asked fails with `stopped`. */
  stop() {
    if (!this.#asked) return;
    this.#asked = null;
    this.#engine.restart();
  }
}
