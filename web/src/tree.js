// The game with its branches: places reached by moves, and where one is among them. Nothing here knows rules.

export class Tree {
  constructor(fen = null) {
    this.fen = fen;
    this.root = { move: null, labels: null, parent: null, children: [], last: null };
    this.here = this.root;
    /** How the players ended the game, if they did and nobody has played on. */
    this.outcome = null;
  }

  /** The moves that lead to a place, from the beginning. */
  line(place = this.here) {
    const moves = [];
    for (let at = place; at.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  /** The places on the way to a place, its own last, the root left out. */
  path(place = this.here) {
    const places = [];
    for (let at = place; at.parent; at = at.parent) places.unshift(at);
    return places;
  }

  /** Goes on with a move: to the place that it led to before, or to a new one. */
  play(move) {
    let next = this.here.children.find((child) => child.move === move);
    if (!next) {
      next = { move, labels: null, parent: this.here, children: [], last: null };
      this.here.children.push(next);
    }
    this.go(next);
    return next;
  }

  /** Goes to a place; the way to it is the one that `on` takes again. */
  go(place) {
    this.here = place;
    for (let at = place; at.parent; at = at.parent) at.parent.last = at;
  }

  /** One move back; whether there was one. */
  back() {
    if (!this.here.parent) return false;
    this.here = this.here.parent;
    return true;
  }

  /** One move on, by the way that was taken last; whether there was one. */
  on() {
    const next = this.here.last ?? this.here.children[0];
    if (next) this.go(next);
    return Boolean(next);
  }

  /** Takes a place out with all that follows; one that is inside goes to where it began. */
  cut(place) {
    const { parent } = place;
    if (!parent) return;
    if (this.path().includes(place)) this.here = parent;
    parent.children = parent.children.filter((child) => child !== place);
    if (parent.last === place) parent.last = null;
  }
}
