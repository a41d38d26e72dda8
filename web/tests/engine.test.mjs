// The engine alone, without a browser: every shipped game is understood, drawn and played, and counts come out as published.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";

const file = new URL("../dist/engine.wasm", import.meta.url);
const missing = existsSync(file) ? false : "web/dist is not there: run web/build";
if (missing) console.log(`SKIPPED: the engine's tests do not run: ${missing}`);

describe("the engine", { skip: missing }, () => {
  let ask;
  before(async () => {
    const { instance } = await WebAssembly.instantiate(await readFile(file), { page: { now: () => performance.now() } });
    const { memory, carn_room, carn_answer, carn_answered } = instance.exports;
    const raw = (bytes) => {
      const at = carn_room(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = carn_answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, carn_answered(), length)));
    };
    ask = (what, given = {}) => raw(new TextEncoder().encode(JSON.stringify({ do: what, ...given })));
    ask.raw = raw;
  });
  const ok = (what, given) => {
    const answer = ask(what, given);
    assert.equal(answer.error, undefined, `${what}: ${answer.error}`);
    return answer.ok;
  };

  /** Saves some moves of the game that is played, in each of its formats, and reads them again. */
  function keeps(id, files, moves) {
    const nodes = moves.map((move, nth) => ({ parent: nth ? nth - 1 : null, move, said: nth === 1 ? "said" : "" }));
    for (const format of files) {
      const { text } = ok("save", { as: format, nodes, tags: [["Event", "Test"]] });
      const bytes = [...new TextEncoder().encode(text)];
      assert.equal(ok("records", { name: `game.${format}`, bytes }).titles.length, 1, `${id}: ${text}`);
      const read = ok("record", { nth: 0 });
      assert.deepEqual(read.nodes.map((node) => node.move), moves, `${id}: ${text}`);
      assert.deepEqual(read.nodes.map((node) => node.parent), nodes.map((node) => node.parent), id);
      if (moves.length > 1) assert.equal(read.nodes[1].said, "said", `${id}: ${text}`);
      assert.equal(read.game, null, `${id} is read by the rules that are there`);
    }
  }

  test("understands, plays and records every shipped game", () => {
    const { games } = ok("tables");
    assert.ok(games.length > 100);
    for (const { id } of games) {
      const { text } = ok("shipped", { name: id });
      const { rules, findings } = ok("check", { text, name: `${id}.toml` });
      assert.equal(rules, "new", `${id}: ${JSON.stringify(findings)}`);
      const game = ok("game");
      // That the same rules in other words need no new tables is asked of some.
      if (id.length === 5) assert.equal(ok("check", { text: `# the same\n${text}` }).rules, "same", id);
      const stage = ok("stage", { widest: 1200 });
      assert.equal(stage.spots.length, game.squares.length, id);
      assert.equal(new Set(stage.spots.map(String)).size, game.squares.length, `${id}: two squares in one place`);
      assert.ok(stage.spots.every(([x, y]) => x > 0 && y > 0 && x < stage.width && y < stage.height), id);
      const played = ok("random", { seed: 7, plies: 6 }).moves;
      const state = ok("position", { moves: played, line: true });
      assert.equal(state.refused, null, id);
      assert.equal(state.line.length, played.length, id);
      assert.ok(state.pieces.every(([square, key]) => square < game.squares.length && key in game.sets.pictures), id);
      assert.ok(ok("explain", { language: "zh" }).lines.length > 5, id);
      assert.match(ok("picture", { set: "letters" }).svg, /^<svg /, id);
      keeps(id, game.files, played);
    }
  });

  test("says the FEN of what is set up, and what is wrong with it", () => {
    ok("check", { text: ok("shipped", { name: "chess" }).text });
    ok("game");
    const state = ok("position", { moves: [] });
    assert.deepEqual(ok("arrange", { pieces: state.pieces, turn: 0 }), { fen: state.fen, problem: null });
    const [king, other] = [[4, "0-0"], [60, "1-0"]].map(([square]) => state.pieces.find(([at]) => at === square));
    assert.equal(ok("arrange", { pieces: [king, other], turn: 1 }).fen, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    const near = [king, [12, other[1]]];
    assert.ok(ok("arrange", { pieces: near, turn: 0 }).problem);
    for (const wrong of [{ pieces: [], turn: 5 }, { pieces: [[99, king[1]]], turn: 0 }, { pieces: [[0, "x"]], turn: 0 }, {}]) {
      assert.ok(ask("arrange", wrong).error, JSON.stringify(wrong));
    }
  });

  test("draws starts and shows how pieces move", () => {
    for (const { id } of ok("tables").games) assert.match(ok("start", { name: id, language: "zh" }).svg, /^<svg /, id);
    ok("check", { text: ok("shipped", { name: "xiangqi" }).text });
    const { roles } = ok("game");
    for (const role of roles.keys()) {
      assert.match(ok("diagram", { role, set: "chinese" }).svg, /^<svg /);
      const { lines } = ok("explain", { language: "en", role });
      const shown = lines.filter((line) => line.is === "diagram");
      assert.ok(shown.length && shown.every((line) => line.role === role));
    }
    assert.ok(ask("diagram", { role: 99 }).error);
    assert.ok(ask("start", { name: "nothing" }).error);
  });

  test("numbers moves by turns", () => {
    const [two, four] = [[1, 1, 2, 2, 3, 3, 4, 4], [1, 1, 1, 1, 2, 2, 2, 2]];
    for (const [name, wanted] of Object.entries({ chess: two, shogi: two, fourplayer: four, duck: four })) {
      ok("check", { text: ok("shipped", { name }).text });
      ok("game");
      const moves = ok("random", { seed: 3, plies: 8 }).moves;
      const { line } = ok("position", { moves, line: true });
      assert.deepEqual(line.map((labels) => labels.number), wanted, name);
      const begin = wanted.map((number, ply) => number !== wanted[ply - 1]);
      assert.deepEqual(line.map((labels) => labels.begins), begin, name);
    }
  });

  test("names games in Chinese where their records do", () => {
    const games = Object.fromEntries(ok("tables").games.map((one) => [one.id, one.zh]));
    assert.equal(games.xiangqi, "中国象棋");
    assert.equal(games.shogi, "将棋");
    assert.equal(games.duck, "鸭子象棋");
    assert.equal(games.atomar, null);
  });

  test("counts as published", () => {
    const counts = { chess: 8902, xiangqi: 79666, shogi: 25470 };
    for (const [name, wanted] of Object.entries(counts)) {
      ok("check", { text: ok("shipped", { name }).text });
      ok("game");
      ok("position", { moves: [] });
      let total = 0;
      for (let nth = 0, all = 1; nth < all; nth += 1) {
        const { moves, count } = ok("count", { depth: 3, nth });
        all = moves;
        total += count;
      }
      assert.equal(total, wanted, name);
    }
  });

  test("finds the best move, and says the line in the game's notation", () => {
    const begin = (name) => {
      ok("check", { text: ok("shipped", { name }).text });
      ok("game");
    };
    begin("chess");
    // Mate in one.
    const mate = ok("best", { fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", milliseconds: 500 });
    assert.equal(mate.move, "a1a8");
    assert.equal(mate.mate, 1);
    assert.equal(mate.line[0].san, "Ra8#");
    // Black is mated next, whatever is played.
    assert.ok(ok("best", { fen: "6k1/8/6K1/8/8/8/8/R7 b - - 0 1", milliseconds: 500 }).mate < 0);
    const over = ok("best", { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] });
    assert.equal(over.move, null);
    assert.ok(ask("best", { moves: ["e2e5"] }).error);
    // A queen more is worth more, and what one side has the other lacks.
    const { standing } = ok("best", { fen: "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", milliseconds: 50 });
    assert.ok(standing[0] < -500 && standing[1] > 500, String(standing));
    // Weak levels answer at once; strong ones keep to the time.
    begin("xiangqi");
    for (const [level, longest] of [[1, 500], [20, 1500]]) {
      const began = performance.now();
      const { line } = ok("best", { moves: [], level, milliseconds: 300, seed: 5 });
      assert.ok(performance.now() - began < longest, `level ${level} took ${performance.now() - began} ms`);
      assert.ok(line[0].chinese);
    }
    begin("fourplayer");
    assert.equal(ok("best", { milliseconds: 100, level: 1 }).standing.length, 4);
  });

  test("says places in the units of the page", () => {
    const text = "name = '棋𝄞'\nextends = 'chess'\nnonsense = 1\n";
    const { findings, rules } = ok("check", { text });
    assert.equal(rules, "none");
    assert.ok(ask("game").error);
    assert.equal(text.slice(...findings[0].at), "nonsense");
  });

  test("keeps the game while a file has errors, and says so of a move", () => {
    ok("check", { text: ok("shipped", { name: "chess" }).text });
    ok("game");
    assert.equal(ok("check", { text: "x = 'no rules'" }).rules, "none");
    const state = ok("position", { moves: ["e2e4", "e7e5", "e1e3", "a7a6"] });
    assert.equal(state.played, 2);
    assert.match(state.refused, /e1e3/);
    assert.match(ok("why", { from: 4, to: 12 }).reasons[0], /king|e2/);
    assert.equal(ok("why", { move: "Nf3" }).move, "g1f3");
    assert.ok(ok("why", { move: "Nf6" }).reasons.length);
  });

  test("answers whatever it is asked", () => {
    assert.ok(ask.raw(new TextEncoder().encode("{ no JSON")).error);
    assert.ok(ask.raw(new Uint8Array([255, 0, 17])).error);
    for (const request of [
      { do: "nothing" }, {}, { do: "shipped", name: "nothing" }, { do: "position", fen: "no position" }, { do: "why" },
      { do: "why", from: 9999, to: -3 }, { do: "count", depth: 0 }, { do: "why", drop: 99, to: 0 }, { do: "check" },
      { do: "records" }, { do: "records", name: "x.pgn", bytes: [] }, { do: "record", nth: 7 }, { do: "save" },
      { do: "save", as: "doc" }, { do: "save", as: "pgn", nodes: [{ move: "a1a9" }] }, { do: "save", as: "kif" },
    ]) assert.ok("error" in ask.raw(new TextEncoder().encode(JSON.stringify(request))), JSON.stringify(request));
    const opened = (name, bytes) => {
      const { error } = ask("records", { name, bytes: [...bytes] });
      return error ? { error } : ask("record", { nth: 0 });
    };
    const knights = (moves) => new TextEncoder().encode("Nf3 Nf6 Ng1 Ng8 ".repeat(moves / 4));
    assert.match(opened("x.png", [0x89, 80, 78, 71, 13, 10]).error, /a PNG picture/);
    assert.match(opened("x.pgn", knights(8000)).error, /8000 moves; the page reads at most 3000/);
    assert.equal(opened("x.pgn", knights(1000)).ok.nodes.at(-1).parent, 998);
    assert.equal(ok("position", { moves: ["", "x", 5, null] }).played, 0);
    assert.ok(ok("stage", { widest: 0 }).width > 0);
    assert.ok(ok("check", { text: "\u0000[[[".repeat(1000) }).findings.length);
  });
});
