// A position set up by hand: pieces are put on a board of its own and taken off, and the result is played from.

import { Board, pieceImage } from "./board.js";
import { named, say } from "./language.js";

const $ = (id) => document.getElementById(id);

/** The editor of positions for what `play` shows. */
export function arranging(engine, play) {
  const box = $("arrange");
  let pieces = new Map();
  let hands = new Map();
  /** The key of the piece that a click puts down; `null` takes away. */
  let brush = null;
  let carried = null;
  let asked = 0;
  let fen = null;

  const board = new Board($("arrange-board"), {
    press(square) {
      carried = pieces.get(square) === undefined ? null : square;
      return pieces.get(square);
    },
    pick: (square) => put(square, brush !== null && pieces.get(square) === brush ? null : brush),
    lift: () => board.hide(carried),
    drop(square) {
      const key = pieces.get(carried);
      pieces.delete(carried);
      // A piece dropped beside the board is removed.
      if (square !== null) pieces.set(square, key);
      show();
    },
    leave: () => box.close(),
  });

  function put(square, key) {
    if (key === null) pieces.delete(square);
    else pieces.set(square, key);
    show();
  }

  async function show() {
    board.show([...pieces]);
    board.mark({});
    board.label((square) => {
      const key = pieces.get(square);
      return `${board.names[square]}, ${key === undefined ? say("empty") : play.pieceName(key)}`;
    }, new Set(pieces.keys()));
    const now = ++asked;
    const given = { pieces: [...pieces], turn: Number($("arrange-turn").value), hands: [...hands].map(([place, count]) => [...place.split("-").map(Number), count]) };
    const answer = await engine.ask("arrange", given);
    if (now !== asked) return;
    ({ fen } = answer);
    $("arrange-fen").value = fen;
    $("arrange-problem").textContent = answer.problem ?? "";
    $("arrange-done").disabled = Boolean(answer.problem);
  }

  /** What is put down, a button for each; in games with hands how many of each are held. */
  function offer() {
    const button = (key, label, inner) => {
      const made = Object.assign(document.createElement("button"), { type: "button" });
      made.setAttribute("aria-label", label);
      made.setAttribute("aria-pressed", String(key === brush));
      made.append(inner);
      made.onclick = () => {
        brush = key;
        for (const one of $("arrange-pieces").children) one.setAttribute("aria-pressed", String(one === made));
      };
      return made;
    };
    const keys = Object.keys(play.game.sets.pictures);
    const remove = button(null, say("remove"), Object.assign(document.createElement("span"), { textContent: "✕" }));
    $("arrange-pieces").replaceChildren(remove, ...keys.map((key) => button(key, play.pieceName(key), pieceImage(board.look, key))));
    $("arrange-hands").replaceChildren(...(play.game.hands ? keys : []).filter((key) => !key.startsWith("n")).map((key) => {
      const label = document.createElement("label");
      const count = Object.assign(document.createElement("input"), { type: "number", min: 0, max: 99, value: hands.get(key) ?? 0 });
      count.setAttribute("aria-label", `${say("held", play.pieceName(key))}`);
      count.oninput = () => {
        hands.set(key, Math.max(0, Math.trunc(count.valueAsNumber) || 0));
        show();
      };
      label.append(pieceImage(board.look, key), count);
      return label;
    }));
  }

  /** Takes over a position as the engine tells it. */
  function take(state) {
    pieces = new Map(state.pieces);
    hands = new Map(state.hands.flatMap((held, player) => held.map(([role, , count]) => [`${player}-${role}`, count])));
    $("arrange-turn").value = state.turn;
    offer();
    return show();
  }

  $("open-arrange").onclick = () => {
    if (!play.state) return;
    board.lay(play.stage, play.game, play.set, play.turned);
    brush = null;
    $("arrange-turn").replaceChildren(...play.game.players.map((player, index) =>
      Object.assign(document.createElement("option"), { value: index, textContent: say("toMove", named(player)) })));
    box.showModal();
    take(play.state);
  };
  $("arrange-clear").onclick = () => take({ pieces: [], hands: [], turn: $("arrange-turn").value });
  $("arrange-turn").onchange = show;
  $("arrange-close").onclick = () => box.close();
  $("arrange-done").onclick = () => {
    box.close();
    play.setUp(fen);
  };
  // The second board's shapes have the names of the first's.
  box.onclose = () => $("arrange-board").replaceChildren();
}
