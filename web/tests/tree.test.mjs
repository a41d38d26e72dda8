// The game tree and the link by themselves: they need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, written } from "../src/link.js";
import { Tree } from "../src/tree.js";

test("a place is reached by its moves, and branches are kept", () => {
  const tree = new Tree();
  tree.play("e2e4");
  tree.play("e7e5");
  assert.ok(tree.back());
  tree.play("c7c5");
  assert.deepEqual(tree.line(), ["e2e4", "c7c5"]);
  assert.equal(tree.root.children[0].children.length, 2);
  tree.back();
  tree.on();
  assert.deepEqual(tree.line(), ["e2e4", "c7c5"], "the way that was taken last");
  tree.back();
  tree.play("e7e5");
  assert.equal(tree.root.children[0].children.length, 2, "the same move leads to the same place");
  tree.cut(tree.here.parent);
  assert.equal(tree.here, tree.root);
  assert.ok(!tree.back() && !tree.on());
});

test("what is put into a link comes out of it", async () => {
  const said = { text: "name = '象棋'\n".repeat(50), fen: "8/8 w - -", moves: ["a1b2", "P@e4"] };
  const fragment = await written(said);
  assert.match(fragment, /^#c=[\w-]+$/);
  assert.ok(fragment.length < 200);
  assert.deepEqual(await read(fragment), said);
  assert.deepEqual(await read("#game=shogi&moves=g3g4,c7c6"), { game: "shogi", fen: null, moves: ["g3g4", "c7c6"] });
  for (const broken of ["", "#", "#c=", "#c=%%%", "#c=AAAA", "#c=bnVsbA", "#game="]) assert.equal(await read(broken), null);
  assert.equal(await read(await written({ moves: ["e2e4"] })), null);
});
