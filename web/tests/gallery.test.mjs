// What opens beside the board, in a real browser: the gallery, diagrams, the pieces, records, and whether all of it can be
// used without eyes or a mouse.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { cell, click, fen, missing, pages } from "./browser.mjs";

if (missing) console.log(`SKIPPED: the browser tests of the gallery do not run: ${missing}`);

describe("beside the board", { skip: missing, concurrency: 2 }, () => {
  const on = pages();
  let axe;
  before(async () => {
    axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  });
  const says = (locator, text) => locator.filter({ hasText: text }).waitFor();
  const shown = (page) => page.locator(".card:not([hidden])").evaluateAll((cards) => cards.map((card) => card.dataset.game));
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const load = (page, name, text) => page.locator("#record-file").setInputFiles(file(name, text));
  const notices = (page) => page.locator("#notice");

  const more = (page) => page.locator("#more").evaluate((details) => { details.open = true; });

  /** The text that is saved in a format, chosen if there are several. */
  async function saved(page, format) {
    await more(page);
    const download = page.waitForEvent("download");
    await page.locator("#save-record").click();
    if (format) await page.locator("#chooser button", { hasText: format }).click();
    return readFile(await (await download).path(), "utf8");
  }

  /** What axe finds wrong, each with where. */
  async function violations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
  }

  test("every game has a card, and the one that is chosen is opened", on({}, async (page) => {
    await page.locator("#open-gallery").click();
    const all = await shown(page);
    assert.ok(all.length > 100, `${all.length} games`);
    await page.locator('.card[data-game="chess"] img[src^="data:image/svg"]').waitFor();
    await page.locator(".card").last().scrollIntoViewIfNeeded();
    await page.locator(".card").last().locator('img[src^="data:image/svg"]').waitFor();
    assert.ok(await page.locator(".card img:not([src])").count() > 50, "what is out of sight is not drawn");
    await page.locator("#gallery-search").fill("xiangqi");
    const found = await shown(page);
    assert.ok(found.includes("xiangqi") && found.includes("minixiangqi") && found.length < 20, found.join());
    await says(page.locator("#gallery-count"), `${found.length} games`);
    await page.locator('.card[data-game="xiangqi"]').click();
    await page.waitForFunction(() => document.title.startsWith("Xiangqi"));
    await says(page.locator("#state"), "Red to move");
    assert.equal(await page.locator("#gallery").evaluate((box) => box.open), false);
  }));

  test("games have Chinese names in a Chinese gallery", on({ locale: "zh-CN" }, async (page) => {
    await page.locator("#open-gallery").click();
    await says(page.locator("#gallery-games h3").first(), "国际象棋类");
    await says(page.locator('.card[data-game="chess"]'), "全世界通行的国际象棋");
    await says(page.locator('.card[data-game="xiangqi"] strong'), "中国象棋");
    await says(page.locator(".family h3"), "将棋类");
    await page.locator("#gallery-search").fill("将棋");
    assert.ok((await shown(page)).includes("shogi"));
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#gallery").evaluate((box) => box.open), false);
  }));

  test("rules in words have a diagram for each movement", on({ game: "xiangqi" }, async (page) => {
    await page.locator('[aria-controls="prose"]').click();
    await page.locator('#prose img[src^="data:image/svg"]').first().waitFor();
    const heading = page.locator("#prose h2", { hasText: /^Cannon/i });
    await heading.scrollIntoViewIfNeeded();
    assert.ok(await page.locator("#prose img").count() >= 7);
  }));

  test("a piece that is touched shows how it moves", on({ game: "shogi" }, async (page) => {
    await page.locator('[aria-controls="legend"]').click();
    const pieces = page.locator("#legend .pieces-list button");
    await pieces.first().waitFor();
    assert.equal(await pieces.count(), 14);
    await pieces.filter({ hasText: "lance" }).first().click();
    await says(page.locator("#legend .told h2"), /lance/i);
    const image = page.locator('#legend .told img[src^="data:image/svg"]').first();
    await image.waitFor();
    const drawn = decodeURIComponent(await image.getAttribute("src"));
    // From the middle of nine ranks a lance goes to four squares.
    assert.equal(drawn.match(/<circle[^>]*fill="#009E73"/gi)?.length, 4);
  }));

  test("opens PGN with its variations and comments, and saves it", on({}, async (page) => {
    const text = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';
    await load(page, "game.pgn", text);
    await says(notices(page), "A – B, 1-0");
    await says(page.locator("#moves"), "Qxf7#");
    await says(page.locator("#moves .branch"), "c5");
    await says(page.locator("#moves .said"), "best");
    await page.locator("#moves button", { hasText: "Qxf7#" }).click();
    await says(page.locator("#state"), "White wins");
    const again = await saved(page, "PGN");
    for (const part of ['[White "A"]', "1. e4 {best}", "c5 2. Nf3", "Qxf7# 1-0"]) assert.ok(again.includes(part), again);
    await page.locator("#anew").click();
    await load(page, "again.pgn", again);
    await says(page.locator("#moves .branch"), "Nf3");
  }));

  test("ends the game where it stands, and saves how", on({ width: 1281 }, async (page) => {
    // No other page has this width: the language is kept for all that share it.
    await click(page, "e2", "e4");
    await click(page, "e7", "e5");
    await says(page.locator("#state"), "White to move");
    await page.locator("#moves button").first().click();
    await says(page.locator("#state"), "Black to move");
    await page.locator("#resign").click();
    await page.locator("#chooser .options button").click();
    await says(page.locator("#state"), "Black resigns · White wins");
    await says(page.locator("#moves [aria-current]"), "e5");
    assert.match(await saved(page, "PGN"), /\[Result "1-0"\][^]*1\. e4 e5 1-0/);
    await page.locator("#language").click();
    await says(page.locator("#state"), "黑方认输");
    await page.locator("#language").click();
    await page.locator("#back").click();
    await click(page, "c7", "c5");
    await says(page.locator("#state"), "White to move");
    assert.match(await saved(page, "PGN"), /\[Result "\*"\]/);
  }));

  test("opens KIF and SGF, each by the rules that it names", on({}, async (page) => {
    await load(page, "game.kif", "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n");
    await page.waitForFunction(() => document.title.startsWith("Shogi"));
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 4);
    await page.locator("#moves button").last().click();
    await page.waitForFunction(() => document.querySelector("#fen").value.includes("[Bb]"));
    const kif = await saved(page, "KIF");
    assert.match(kif, / {3}4 同　銀\(31\)\n {3}5 投了\n/);
    assert.match(kif, /先手：甲\n/);
    const sgf = await saved(page, "SGF");
    assert.match(sgf, /GM\[8\]/);
    await page.locator("#anew").click();
    await load(page, "again.sgf", sgf);
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 4);
  }));

  test("asks which of several games, and says what cannot be opened", on({}, async (page) => {
    await load(page, "two.pgn", '[White "A"]\n[Black "B"]\n\n1. e4 *\n\n[White "C"]\n[Black "D"]\n[Variant "Xiangqi"]\n\n1. h3e3 *\n');
    await page.locator("#chooser button", { hasText: "C – D" }).click();
    await page.waitForFunction(() => document.title.startsWith("Xiangqi"));
    await says(page.locator("#moves"), "C2=5");
    await load(page, "strange.pgn", '[Variant "Nothing such"]\n\n1. e4 *\n');
    await says(notices(page), "Nothing such");
    await says(page.locator("#moves"), "C2=5");
    await load(page, "shopping.txt", "milk\nbread\n");
    await says(notices(page), "The file cannot be opened");
    await says(page.locator("#moves"), "C2=5");
  }));

  test("a file that is dragged onto the page is opened", on({}, async (page) => {
    const drop = (name, text) => page.evaluate(([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.querySelector("#board").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [name, text]);
    await drop("dragged.pgn", "1. d4 d5 2. c4 *\n");
    await says(page.locator("#moves"), "c4");
    await drop("mine.toml", "name = 'Dragged'\nextends = 'chess'\n");
    await page.waitForFunction(() => document.title.startsWith("Dragged"));
  }));

  test("a game by one's own rules is saved and opened again", on({}, async (page) => {
    await page.locator("#change").click();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("name = 'Leaping kings'\nextends = 'chess'\n[pieces.king]\npattern = '*# 2 *# 1'\n");
    await page.waitForFunction(() => document.title.startsWith("Leaping kings"));
    await click(page, "e1", "d3");
    await says(page.locator("#moves"), "Kd3");
    const text = await saved(page);
    assert.match(text, /\[Variant "Leaping kings"\]/);
    await page.locator("#anew").click();
    await load(page, "mine.pgn", text);
    await says(page.locator("#moves"), "Kd3");
    assert.match(await page.title(), /^Leaping kings/);
  }));

  test("a position is set up by hand and played from", on({}, async (page) => {
    await more(page);
    await page.locator("#open-arrange").click();
    const there = (name) => page.locator(`#arrange-board .cells [data-name="${name}"]`);
    const brush = (name) => page.locator(`#arrange-pieces [aria-label="${name}"]`).click();
    await page.locator("#arrange-clear").click();
    for (const [piece, square] of [["White king", "e1"], ["White rook", "h1"], ["Black king", "e8"], ["White pawn", "a2"], ["White pawn", "b2"]]) {
      await brush(piece);
      await there(square).click();
    }
    // The rook would take the king at once.
    await brush("White rook");
    await there("e4").click();
    await says(page.locator("#arrange-problem"), "check");
    assert.ok(await page.locator("#arrange-done").isDisabled());
    await brush("remove");
    await there("e4").click();
    await there("b2").click();
    // A rook that stands where it stands at the start can castle.
    await page.waitForFunction(() => document.querySelector("#arrange-fen").value === "4k3/8/8/8/8/8/P7/4K2R w K - 0 1");
    await there("e8").dragTo(there("e7"));
    await page.locator("#arrange-turn").selectOption("1");
    await page.waitForFunction(() => document.querySelector("#arrange-fen").value === "8/4k3/8/8/8/8/P7/4K2R b K - 0 1");
    await page.locator("#arrange-done").click();
    await says(page.locator("#state"), "Black to move");
    await click(page, "e7", "d6");
    await says(page.locator("#state"), "White to move");
    await click(page, "e1", "g1");
    await says(page.locator("#moves"), "O-O");
  }));

  test("what is in hand is set up too", on({ game: "crazyhouse" }, async (page) => {
    await more(page);
    await page.locator("#open-arrange").click();
    await page.locator('#arrange-hands [aria-label="White knight in hand"]').fill("2");
    await page.waitForFunction(() => document.querySelector("#arrange-fen").value.includes("[NN]"));
    await page.locator("#arrange-done").click();
    await says(page.locator("#hand-below .held"), "×2");
    assert.match(await fen(page), /\[NN\] w KQkq/);
  }));

  test("boards and pieces look as they did the last time", on({ game: "shogi", width: 1270 }, async (page) => {
    const ground = () => page.locator(".board rect").first().evaluate((rect) => getComputedStyle(rect).fill);
    const wood = await ground();
    await more(page);
    await page.locator("#themes").selectOption("blue");
    assert.notEqual(await ground(), wood);
    await page.locator("#sets").selectOption("letters");
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    assert.equal(await page.locator("#themes").inputValue(), "blue");
    assert.equal(await page.locator("#sets").inputValue(), "letters");
    assert.notEqual(await ground(), wood);
    await page.evaluate(() => localStorage.clear());
  }));

  test("the column of a square is marked on every level", on({ game: "raumschach" }, async (page) => {
    await cell(page, "a2A").click();
    assert.equal(await page.locator(".below .column").count(), 4);
    await cell(page, "a2A").click();
    assert.equal(await page.locator(".below .column").count(), 0);
  }));

  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing wrong on a ${colorScheme} page`, on({ width: 360, height: 740 }, async (page) => {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(100);
      assert.deepEqual(await violations(page), [], "the board");
      for (const tab of ["prose", "legend"]) {
        await page.locator(`[aria-controls="${tab}"]`).click();
        if (tab === "legend") await page.locator("#legend .pieces-list button").first().click();
        await page.waitForTimeout(300);
        assert.deepEqual(await violations(page), [], tab);
      }
      await page.locator("#more summary").click();
      assert.deepEqual(await violations(page), [], "more");
      await page.locator("#open-arrange").click();
      await page.locator("#arrange-pieces button").first().waitFor();
      assert.deepEqual(await violations(page), [], "the editor of positions");
      await page.locator("#arrange-close").click();
      await page.locator("#open-gallery").click();
      await page.locator('.card img[src^="data:image/svg"]').first().waitFor();
      assert.deepEqual(await violations(page), [], "the gallery");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    }));
  }
});
