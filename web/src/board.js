// The board as SVG: ground, pieces, marks, and for every square a place that pointers, keys and screen readers reach.
// It knows where squares lie, and nothing of rules.

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, inside = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (inside) made.innerHTML = inside;
  return made;
}

/** A piece's picture. Pieces that point to the other side point back when the board is turned. */
function picture(look, key, attributes = {}) {
  const turn = look.turned ? { transform: `rotate(180 ${look.side / 2} ${look.side / 2})` } : {};
  const made = element("g", attributes);
  made.append(element("g", turn, look.pictures[key] ?? ""));
  return made;
}

/** A piece's picture by itself, as large as the page's style says. */
export function pieceImage(look, key) {
  const made = element("svg", { viewBox: `0 0 ${look.side} ${look.side}`, class: "piece-image", "aria-hidden": "true" });
  made.append(picture(look, key));
  return made;
}

export class Board {
  /** `events` are called with squares by their index: `press`, `pick`, `drop`. */
  constructor(container, events) {
    this.container = container;
    this.events = events;
    this.focused = 0;
  }

  /** Draws an empty board, on which pieces look as in one of the game's sets; turned, the first player sits above. */
  lay(stage, game, set, turned = false) {
    const { width, height } = stage;
    this.stage = !turned ? stage : {
      ...stage,
      spots: stage.spots.map(([x, y]) => [width - x, height - y]),
      cell: stage.cell.map(([x, y]) => [-x, -y]),
    };
    stage = this.stage;
    this.names = game.squares;
    this.columns = game.columns;
    this.look = { side: stage.side, pictures: game.sets[set], turned: turned && game.wedges };
    const root = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", class: "board" });
    this.container.style.setProperty("--wide", width);
    this.container.style.setProperty("--high", height);
    const shapes = Object.entries({ ...stage.shapes, ...game.shapes });
    root.append(element("defs", {}, shapes.map(([id, d]) => `<path id="${id}" d="${d}"/>`).join("")));
    const ground = element("g", { "aria-hidden": "true", class: "ground" }, stage.ground);
    if (turned) ground.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    root.append(ground);
    [this.below, this.pieces, this.above] = ["below", "pieces", "above"].map((name) => {
      const layer = element("g", { class: name, "aria-hidden": "true" });
      root.append(layer);
      return layer;
    });
    const cells = element("g", { class: "cells" });
    const corners = stage.cell.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    this.cells = stage.spots.map(([x, y], square) => {
      const cell = element("polygon", {
        points: corners, transform: `translate(${x} ${y})`, role: "button", tabindex: -1, "data-square": square,
        "data-name": this.names[square],
      });
      cells.append(cell);
      return cell;
    });
    root.append(cells);
    this.lifted = element("g", { class: "lifted", "aria-hidden": "true" });
    root.append(this.lifted);
    this.root = root;
    this.focused = Math.min(this.focused, this.cells.length - 1);
    this.cells[this.focused]?.setAttribute("tabindex", 0);
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    // A finger on a piece that can move carries it, and does not scroll the page.
    root.addEventListener("touchstart", (event) => {
      if (event.target.classList?.contains("movable") && event.cancelable) event.preventDefault();
    }, { passive: false });
    // Where the keyboard is shows only to who uses it.
    const by = (keys) => () => this.root.classList.toggle("by-keys", keys);
    root.addEventListener("keydown", by(true));
    root.addEventListener("keyup", by(true));
    root.addEventListener("pointerdown", by(false));
    root.addEventListener("focusin", (event) => {
      const square = this.#squareOf(event.target);
      if (square !== null) this.#roam(square);
    });
    this.container.replaceChildren(root);
    if (turned) upright(ground);
  }

  /** Shows what stands where. `pieces` are squares with the keys of their pieces. */
  show(pieces) {
    this.standing = new Map(pieces);
    const { side, spots } = { side: this.stage.side, spots: this.stage.spots };
    this.pieces.replaceChildren(...pieces.map(([square, key]) => {
      const [x, y] = spots[square];
      return picture(this.look, key, { transform: `translate(${x - side / 2} ${y - side / 2})`, "data-on": square });
    }));
  }

  /** Marks squares. Marks are told apart by their form, colours only help. */
  mark({ chosen = null, targets = [], victims = [], last = null, check = [] }) {
    const { spots, side } = this.stage;
    const corners = this.stage.cell.map((corner) => corner.join(",")).join(" ");
    const at = (square, name, attributes, kind) =>
      element(kind, { ...attributes, class: name, transform: `translate(${spots[square].join(" ")})` });
    const below = [];
    // Above and below the square that was chosen, on the other planes.
    const columns = chosen === null ? null : this.columns;
    columns?.forEach((column, square) => {
      if (square !== chosen && column === columns[chosen]) below.push(at(square, "column", { points: corners }, "polygon"));
    });
    if (last && last.from !== null && last.from !== last.to) below.push(at(last.from, "last from", { points: corners }, "polygon"));
    if (last) below.push(at(last.to, "last to", { points: corners }, "polygon"));
    for (const square of check) below.push(at(square, "check", { points: burst(side) }, "polygon"));
    if (chosen !== null) below.push(at(chosen, "chosen", { points: corners }, "polygon"));
    this.below.replaceChildren(...below);
    const above = [];
    for (const square of targets) {
      const taken = this.standing.has(square) || victims.includes(square);
      above.push(taken ? at(square, "taking", { r: side * 0.45 }, "circle") : at(square, "target", { r: side * 0.15 }, "circle"));
    }
    for (const square of victims.filter((square) => !targets.includes(square))) {
      const arm = side / 4;
      above.push(at(square, "victim", { d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` }, "path"));
    }
    this.above.replaceChildren(...above);
  }

  /** Points out a move until the next marks: where it begins, unless it comes from the hand, and where it ends. */
  point({ from, to }) {
    const { spots, side } = this.stage;
    const [x, y] = spots[to];
    this.above.append(element("circle", { class: "hint", cx: x, cy: y, r: side * 0.42 }));
    if (from === null || from === to) return;
    const [a, b] = spots[from];
    const length = Math.hypot(x - a, y - b);
    const along = (far) => `${a + ((x - a) * far) / length} ${b + ((y - b) * far) / length}`;
    this.above.append(element("path", { class: "hint", d: `M${along(side * 0.3)}L${along(length - side * 0.42)}` }));
  }

  /** Says of every square what a screen reader says of it, and which can be lifted. */
  label(describe, movable) {
    this.cells.forEach((cell, square) => {
      cell.setAttribute("aria-label", describe(square));
      cell.classList.toggle("movable", movable.has(square));
    });
  }

  /** Puts the keyboard on a square. */
  focus(square) {
    this.#roam(square);
    this.cells[square]?.focus();
  }

  #roam(square) {
    this.cells[this.focused]?.setAttribute("tabindex", -1);
    this.focused = square;
    this.cells[square]?.setAttribute("tabindex", 0);
  }

  #squareOf(target) {
    const square = target?.dataset?.square;
    return square === undefined ? null : Number(square);
  }

  /** The square under a point of the window, if there is one. */
  under(x, y) {
    return document.elementsFromPoint(x, y).map((found) => this.#squareOf(found)).find((square) => square !== null) ?? null;
  }

  #key(event) {
    const square = this.#squareOf(event.target);
    if (square === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) {
      const next = this.#towards(square, ways[event.key]);
      if (next !== null) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.events.pick(square);
    } else if (event.key === "Escape") {
      this.events.leave();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The nearest square in a direction: straight on before aside. */
  #towards(square, [dx, dy]) {
    const [x, y] = this.stage.spots[square];
    let best = null;
    this.stage.spots.forEach(([a, b], other) => {
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along <= 1 || aside > along * 1.2) return;
      const far = along + 2 * aside;
      if (best === null || far < best.far) best = { far, other };
    });
    return best?.other ?? null;
  }

  #down(event) {
    const square = this.#squareOf(event.target);
    if (square === null || event.button > 0) return;
    event.preventDefault();
    this.focus(square);
    this.drag(event, this.events.press(square), () => this.events.pick(square));
  }

  /** Follows a pointer with a piece, by its key. Where the pointer hardly moves it was a click. */
  drag(begin, key, click) {
    const { side } = this.stage;
    const carried = key !== null && key !== undefined;
    let lifted = false;
    const place = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
      this.lifted.setAttribute("transform", `translate(${point.x - side / 2} ${point.y - side / 2})`);
    };
    const move = (event) => {
      if (event.pointerId !== begin.pointerId || !carried) return;
      if (!lifted && Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY) > 6) {
        lifted = true;
        this.events.lift();
        this.lifted.replaceChildren(picture(this.look, key));
        this.root.classList.add("lifting");
      }
      if (lifted) place(event);
    };
    const end = (event) => {
      if (event.pointerId !== begin.pointerId) return;
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      this.lifted.replaceChildren();
      this.root.classList.remove("lifting");
      if (event.type === "pointercancel") return this.hide(null);
      if (lifted) this.events.drop(this.under(event.clientX, event.clientY));
      else click();
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  /** Shows a piece paler while it is carried. */
  hide(square) {
    for (const piece of this.pieces.children) piece.classList.toggle("away", piece.dataset.on === String(square));
  }
}

/** Turns the letters of a turned board back, each name about its own middle. */
function upright(ground) {
  const names = [];
  for (const part of ground.querySelectorAll('use[href^="#c"], text')) {
    // A letter is drawn as an outline a thousand units high; several letters of a name lie side by side.
    const placed = part.transform?.baseVal.consolidate()?.matrix;
    const { x, y, width, height } = part.getBBox();
    const middle = placed ? placed.f + 500 * placed.d : y + height / 2;
    const [left, right] = placed ? [placed.e + x * placed.a, placed.e + (x + width) * placed.a] : [x, x + width];
    const before = names.at(-1);
    if (before?.parent === part.parentNode && Math.abs(before.middle - middle) < 1 && left > before.left && left - before.right < 12) {
      before.parts.push(part);
      before.right = right;
    } else {
      names.push({ parent: part.parentNode, parts: [part], middle, left, right });
    }
  }
  for (const { parts, middle, left, right } of names) {
    const group = element("g", { transform: `rotate(180 ${(left + right) / 2} ${middle})` });
    parts[0].replaceWith(group);
    group.append(...parts);
  }
}

function burst(side) {
  return Array.from({ length: 32 }, (_, index) => {
    const angle = (Math.PI * index) / 16;
    const radius = side * (index % 2 ? 0.48 : 0.6);
    return `${(radius * Math.sin(angle)).toFixed(1)},${(-radius * Math.cos(angle)).toFixed(1)}`;
  }).join(" ");
}
