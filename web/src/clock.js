// The players' clocks: what each has left, whose runs, and whose time is up.

/** Minutes for the game and seconds added for each move. */
export const CONTROLS = ["1+0", "3+2", "5+0", "10+5", "15+10", "30+0", "60+30"];

export class Clock {
  /** `told.ticked()` is called while a clock runs, `told.fallen(player)` when one's time is up. */
  constructor(told) {
    this.told = told;
    this.left = [];
    this.running = null;
  }

  /** Sets all clocks to a control as `CONTROLS` writes it; without one there are no clocks. */
  set(control, players) {
    this.halt();
    const [minutes, seconds] = (control || "0+0").split("+").map(Number);
    this.increment = seconds * 1000;
    this.left = control ? Array.from({ length: players }, () => minutes * 60_000) : [];
  }

  get on() {
    return this.left.length > 0;
  }

  /** What a player has left, in milliseconds. */
  of(player) {
    const spent = this.running === player ? performance.now() - this.since : 0;
    return Math.max(0, this.left[player] - spent);
  }

  /** Lets a player's clock run, and no other. */
  run(player) {
    if (!this.on || this.running === player) return;
    this.halt();
    this.running = player;
    this.since = performance.now();
    this.timer = setInterval(() => this.#tick(), 100);
  }

  /** Stops the clock that runs. */
  halt() {
    if (this.running === null) return;
    this.left[this.running] = this.of(this.running);
    this.running = null;
    clearInterval(this.timer);
  }

  /** Adds what a move brings. */
  moved(player) {
    if (!this.on) return;
    if (this.running === player) this.halt();
    this.left[player] += this.increment;
  }

  #tick() {
    const player = this.running;
    if (this.of(player) > 0) return this.told.ticked();
    this.halt();
    this.told.fallen(player);
  }
}

/** Time as clocks show it: tenths in the last ten seconds. */
export function written(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
