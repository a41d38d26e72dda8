// The page as a player meets it, in a real browser: rules are edited and played, by mouse, finger and keys.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cell, click, fen, missing, pages } from "./browser.mjs";

if (missing) console.log(`SKIPPED: the browser tests do not run: ${missing}`);

describe("the page", { skip: missing, concurrency: 2 }, () => {
  const on = pages();
  /** The same with the rule file beside the board. */
  const withRules = (options, body) => on(options, async (page) => {
    await page.locator("#change").click();
    await page.locator(".cm-content").waitFor();
    await body(page);
  });
  const more = (page) => page.locator("#more summary").click();
  /** Sets a position up. */
  const setUp = async (page, wanted) => {
    if (!(await page.locator("#fen").isVisible())) await more(page);
    // The page writes the position without the blank once it stands.
    await page.locator("#fen").fill(`${wanted} `);
    await page.locator("#setup button").click();
    await page.waitForFunction((fen) => document.querySelector("#fen").value === fen, wanted);
  };
  const played = (page) => page.locator("#moves button");
  const state = (page) => page.locator("#state");
  const says = (locator, text) => locator.filter({ hasText: text }).waitFor();

  test("opens with chess, ready to be played", on({}, async (page) => {
    await says(state(page), "White to move");
    assert.equal(await page.locator(".cells polygon").count(), 64);
    assert.equal(await page.locator(".pieces > g").count(), 32);
    assert.equal(await page.locator("#findings p").textContent(), "No findings.");
    // The board takes most of the window; the rule file opens beside it.
    const { width, height } = await page.locator("svg.board").boundingBox();
    assert.ok(width > 700 && height > 700, `the board is ${width} by ${height}`);
    assert.ok(!(await page.locator("#write").isVisible()));
    await page.locator("#change").click();
    await page.locator("#write .cm-content").waitFor();
    assert.ok(await page.locator("svg.board").isVisible());
  }));

  test("says of a game that it does not know it, and opens chess", on({ game: "unknown" }, async (page) => {
    await says(page.locator("#notice"), "There is no game `unknown` here.");
    await says(state(page), "White to move");
  }));

  test("says of a link what is wrong with it", on({}, async (page) => {
    const { written } = await import("../src/link.js");
    const visit = async (fragment) => {
      const other = await page.context().newPage();
      const complaints = [];
      other.on("pageerror", (error) => complaints.push(String(error)));
      await other.goto(page.url() + fragment);
      await other.waitForSelector("body[data-ready]");
      return { other, complaints };
    };
    const damaged = await visit("#c=abcdef");
    await says(damaged.other.locator("#notice"), "The link is damaged");
    await says(damaged.other.locator("#state"), "White to move");
    const { other, complaints } = await visit(await written({ text: "this is no rule file" }));
    await says(other.locator("#state"), "The rule file has errors");
    await other.keyboard.press("Control+z");
    for (const id of ["resign", "anew", "hint"]) await assert.rejects(other.locator(`#${id}`).click({ timeout: 300 }));
    await other.locator("#games").selectOption("shogi");
    await says(other.locator("#state"), "to move");
    await other.locator("#turn").click();
    assert.deepEqual(complaints, []);
  }));

  test("numbers moves by turns of several moves", on({ game: "duck" }, async (page) => {
    await more(page);
    for (let ply = 0; ply < 5; ply += 1) {
      const move = page.locator("#moves button").nth(ply);
      await page.locator("#random").click();
      await move.waitFor();
      await page.locator("#random").click();
    }
    const numbers = await page.locator("#moves .number").allTextContents();
    const count = await page.locator("#moves button").count();
    assert.deepEqual(numbers, Array.from({ length: Math.ceil(count / 4) }, (_, at) => `${at + 1}.`));
  }));

  test("shows an error as it is typed, and takes it back", withRules({}, async (page) => {
    const line = page.locator(".cm-line", { hasText: 'pattern = "**# $n"' }).first();
    await line.click();
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await page.locator(".cm-lint-marker-error").first().waitFor();
    await says(page.locator("#findings p"), "1 error");
    await page.keyboard.press("Backspace");
    await says(page.locator("#findings p"), "No findings.");
    assert.equal(await page.locator(".cm-lint-marker-error").count(), 0);
    await click(page, "e2", "e4");
    await says(state(page), "Black to move");
  }));

  test("plays by rules that were just changed", withRules({}, async (page) => {
    // The pawn's double step becomes a triple one.
    const line = page.locator(".cm-line", { hasText: "pawn" }).first();
    await line.click();
    await page.keyboard.press("Control+End");
    const before = await fen(page);
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText("name = 'Leaping kings'\nextends = 'chess'\n[pieces.king]\npattern = '*# 2 *# 1'\n");
    await says(page.locator("#findings p"), "No findings.");
    await page.waitForFunction(() => document.title.startsWith("Leaping kings"));
    assert.equal(await fen(page), before);
    await cell(page, "e1").click();
    assert.equal(await page.locator(".above .target").count(), 2);
    await cell(page, "d3").click();
    await says(state(page), "Black to move");
  }));

  test("offers a fix that is a click away", withRules({}, async (page) => {
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("name = 'A typo'\nextend = 'chess'\n");
    await page.locator(".cm-lint-marker-error").first().waitFor();
    await page.locator(".cm-lintRange-error").first().hover();
    await page.locator(".cm-diagnosticAction").first().click();
    await says(page.locator("#findings p"), "No findings.");
    await says(page.locator(".cm-content"), "extends = 'chess'");
  }));

  test("completes keys and predicates", withRules({}, async (page) => {
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n[pieces.king]\nprom");
    await page.locator(".cm-tooltip-autocomplete", { hasText: "promotion" }).waitFor();
    await page.keyboard.press("Escape");
    for (let count = 0; count < 4; count += 1) await page.keyboard.press("Backspace");
    await page.keyboard.type('move = "@NotAtt');
    await page.locator(".cm-tooltip-autocomplete", { hasText: "@NotAttacked" }).waitFor();
  }));

  test("plays a game to mate, takes it back and goes another way", on({}, async (page) => {
    // As fast as somebody may click: what comes before the engine has answered is not lost.
    for (const [from, to] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]]) await click(page, from, to);
    await says(state(page), "Black wins");
    await says(state(page), "checkmate");
    assert.equal(await page.locator(".below .check").count(), 1);
    await says(page.locator("#moves"), "Qh4#");
    await page.locator("#back").click();
    await says(state(page), "Black to move");
    await click(page, "d7", "d5");
    await page.locator(".branch", { hasText: "d5" }).waitFor();
    await page.locator("#moves button", { hasText: "Qh4#" }).click();
    await says(state(page), "Black wins");
  }));

  test("says why not, and where that is written", withRules({ game: "xiangqi" }, async (page) => {
    await click(page, "b1", "d2");
    await says(page.locator("#notice"), "the horse on b1 is blocked at c1");
    await page.locator(".pointed").first().waitFor();
    await says(state(page), "Red to move");
  }));

  test("castles, takes in passing and asks what a pawn becomes", on({}, async (page) => {
    await more(page);
    await page.locator("#fen").fill("4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".pieces > g").length === 6);
    await click(page, "e5", "d6");
    await page.waitForFunction(() => document.querySelectorAll(".pieces > g").length === 5);
    await page.locator("#back").click();
    await page.waitForFunction(() => document.querySelectorAll(".pieces > g").length === 6);
    await click(page, "e1", "g1");
    await says(page.locator("#moves"), "O-O");
    await page.locator("#back").click();
    await says(state(page), "White to move");
    await click(page, "a7", "a8");
    await page.locator("#chooser button", { hasText: "knight" }).click();
    await says(page.locator("#moves"), "a8=N");
    assert.match(await fen(page), /^N3k3/);
  }));

  test("asks nothing of a position that is gone", on({}, async (page) => {
    const chooser = page.locator("#chooser");
    await page.clock.install();
    await setUp(page, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    await page.locator("#control").selectOption("1+0");
    await click(page, "a1", "b1");
    await click(page, "h8", "g8");
    await click(page, "a7", "a8");
    await chooser.waitFor();
    await page.keyboard.press("Control+z");
    await chooser.locator("button", { hasText: "Cancel" }).click();
    assert.equal(await played(page).count(), 2);
    await says(state(page), "White to move");
    await click(page, "a7", "a8");
    await chooser.waitFor();
    await page.clock.fastForward(61_000);
    await says(state(page), "time is up");
    await chooser.waitFor({ state: "hidden" });
    assert.equal(await played(page).count(), 2);
  }));

  test("drags a piece, and drops one from the hand", on({ game: "crazyhouse" }, async (page) => {
    await cell(page, "e2").dragTo(cell(page, "e4"));
    await says(state(page), "Black to move");
    await cell(page, "d7").dragTo(cell(page, "d5"));
    await says(state(page), "White to move");
    await cell(page, "e4").dragTo(cell(page, "d5"));
    await says(state(page), "Black to move");
    await cell(page, "d8").dragTo(cell(page, "d5"));
    await says(page.locator("#moves"), "Qxd5");
    const hand = page.locator("#hand-below .held:enabled");
    assert.equal(await hand.count(), 1);
    await hand.dragTo(cell(page, "e4"));
    await says(page.locator("#moves"), "@e4");
    await says(state(page), "Black to move");
    await page.locator("#hand-above .held:enabled").click();
    await cell(page, "e5").click();
    await says(state(page), "White to move");
  }));

  test("plays on hexagons", on({ game: "glinski" }, async (page) => {
    assert.equal(await page.locator(".cells polygon").count(), 91);
    await cell(page, "e4").click();
    assert.equal(await page.locator(".above .target").count(), 2);
    await cell(page, "e6").click();
    await says(state(page), "Black to move");
    await says(page.locator("#moves"), "e6");
  }));

  test("plays in space, on a narrow screen, by touch", on({ game: "raumschach", width: 360, height: 740, touch: true }, async (page) => {
    assert.equal(await page.locator(".cells polygon").count(), 125);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} pixels wide`);
    await cell(page, "a2A").tap();
    await cell(page, "a3A").tap();
    await says(state(page), "Black to move");
    await page.locator("#change").tap();
    await page.locator(".cm-content").waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  }));

  test("a finger drags a piece", on({ width: 360, height: 740, touch: true }, async (page) => {
    const session = await page.context().newCDPSession(page);
    const middle = async (name) => {
      const { x, y, width, height } = await cell(page, name).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [from, to] = [await middle("e2"), await middle("e4")];
    const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [from]);
    for (const share of [0.3, 0.7, 1]) await touch("touchMove", [{ x: from.x, y: from.y + (to.y - from.y) * share }]);
    await touch("touchEnd", []);
    await says(state(page), "Black to move");
    assert.match(await fen(page), /4P3/);
  }));

  test("every square is reached by keys and says what it is", on({ game: "chess", width: 360, height: 740 }, async (page) => {
    const labels = await page.locator(".cells polygon").evaluateAll((cells) => cells.map((one) => one.getAttribute("aria-label")));
    assert.ok(labels.every(Boolean));
    assert.ok(labels.includes("e2, White pawn, can move"));
    const reached = new Set();
    await page.evaluate(() => document.querySelector('.cells [tabindex="0"]').focus());
    for (let row = 0; row < 8; row += 1) {
      for (let column = 0; column < 8; column += 1) {
        reached.add(await page.evaluate(() => document.activeElement.dataset.name));
        if (column < 7) await page.keyboard.press(row % 2 ? "ArrowLeft" : "ArrowRight");
      }
      await page.keyboard.press("ArrowUp");
    }
    assert.equal(reached.size, 64);
    await cell(page, "g1").focus();
    await page.keyboard.press("Enter");
    await says(page.locator('.cells [aria-label="f3, empty, can be moved here"]'), "");
    await cell(page, "f3").focus();
    await page.keyboard.press("Enter");
    await says(page.locator("#moves"), "Nf3");
    // Who only hears the page hears the move.
    await says(state(page), "Nf3 · Black to move");
    assert.equal(await cell(page, "f3").getAttribute("aria-label"), "f3, White knight, last move");
    await page.keyboard.press("Control+z");
    await says(state(page), "White to move");
  }));

  test("speaks Chinese", on({ game: "xiangqi", locale: "zh-CN" }, async (page) => {
    assert.equal(await page.getAttribute("html", "lang"), "zh");
    await says(state(page), "轮到红方走");
    await click(page, "h3", "e3");
    await says(page.locator("#moves"), "炮二平五");
    await says(state(page), "轮到黑方走");
    await page.locator("#tabs button", { hasText: "规则说明" }).click();
    await says(page.locator("#prose"), "终局");
    await page.locator("#language").click();
    await says(state(page), "Black to move");
  }));

  test("puts game and position into the link", withRules({}, async (page) => {
    await click(page, "g1", "f3");
    await says(page.locator("#moves"), "Nf3");
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# 我的规则\n");
    await says(page.locator("#findings p"), "No findings.");
    await page.locator("#share").click();
    await page.waitForFunction(() => location.hash.startsWith("#c="));
    const address = page.url();
    const wanted = await fen(page);
    const other = await page.context().newPage();
    await other.goto(address);
    await other.waitForSelector("body[data-ready]");
    await says(other.locator("#moves"), "Nf3");
    assert.equal(await fen(other), wanted);
    await says(other.locator(".cm-content"), "# 我的规则");
  }));

  test("counts, and plays at random until it is stopped", withRules({}, async (page) => {
    await page.locator("#count summary").click();
    await more(page);
    await page.locator("#depth").fill("3");
    await page.locator("#go").click();
    // The published count of three moves from the start of chess.
    await says(page.locator("#total"), "8902 positions");
    assert.equal(await page.locator("#divide li").count(), 20);
    await page.locator("#depth").fill("9");
    await page.locator("#go").click();
    await page.locator("#stop").click();
    await says(page.locator("#total"), "stopped");
    await page.locator("#random").click();
    await page.locator("#moves button").nth(3).waitFor();
    await page.locator("#random").click();
    assert.equal(await page.getAttribute("#random", "aria-pressed"), "false");
  }));

  test("places stones without a choice where nothing else can be played", on({ game: "tictactoe" }, async (page) => {
    const names = await page.locator(".cells polygon").evaluateAll((cells) => cells.map((one) => one.dataset.name));
    for (const nth of [0, 3, 1, 4, 2]) {
      const pieces = await page.locator(".pieces > g").count();
      await cell(page, names[nth]).click();
      await page.waitForFunction((count) => document.querySelectorAll(".pieces > g").length === count, pieces + 1);
    }
    await says(state(page), "wins");
  }));

  test("the computer answers, and its move is taken back with one's own", on({}, async (page) => {
    const start = await fen(page);
    await page.locator("#level").selectOption("1");
    await page.locator("#against").click();
    await click(page, "e2", "e4");
    await played(page).nth(1).waitFor();
    await says(state(page), "White to move");
    await click(page, "d2", "d4");
    await played(page).nth(3).waitFor();
    await says(state(page), "White to move");
    for (let turn = 0; turn < 2; turn += 1) await page.locator("#back").click();
    await page.waitForFunction((wanted) => document.querySelector("#fen").value === wanted, start);
    // In a game that is only viewed, the computer does not answer.
    await page.locator("#on").click();
    await says(state(page), "Black to move");
    await page.waitForTimeout(1000);
    await says(state(page), "Black to move");
  }));

  test("the computer begins where one plays the second side", on({}, async (page) => {
    const side = (name) => cell(page, name).boundingBox();
    const [a1, h8] = [await side("a1"), await side("h8")];
    await page.locator("#level").selectOption("1");
    await page.locator("#own").selectOption({ label: "you play Black" });
    await played(page).first().waitFor();
    await says(state(page), "Black to move");
    // One sees the board from one's own side.
    const [turned, other] = [await side("a1"), await side("h8")];
    assert.ok(Math.abs(turned.x - h8.x) < 2 && Math.abs(turned.y - h8.y) < 2, "a1 is where h8 was");
    assert.ok(Math.abs(other.x - a1.x) < 2 && Math.abs(other.y - a1.y) < 2, "h8 is where a1 was");
    await click(page, "e7", "e5");
    await says(page.locator("#moves"), "e5");
    await page.locator("#turn").click();
    assert.ok(Math.abs((await side("a1")).y - a1.y) < 2, "turned back");
  }));

  test("the computer answers a move that is played again, and begins again", on({}, async (page) => {
    await page.locator("#level").selectOption("1");
    await page.locator("#against").click();
    const start = await fen(page);
    await click(page, "e2", "e4");
    await played(page).nth(1).waitFor();
    await says(state(page), "White to move");
    await page.locator("#back").click();
    await page.waitForFunction((wanted) => document.querySelector("#fen").value === wanted, start);
    await click(page, "e2", "e4");
    await page.locator("#sides .thinks").waitFor();
    await says(state(page), "White to move");
    await page.locator("#anew").click();
    await page.locator("#own").selectOption({ label: "you play Black" });
    await played(page).first().waitFor();
    await says(state(page), "Black to move");
    await page.locator("#back").click();
    await page.locator("#sides .thinks").waitFor();
    await says(state(page), "Black to move");
  }));

  test("stops thinking at once", on({}, async (page) => {
    const start = await fen(page);
    await page.locator("#level").selectOption("20");
    await page.locator("#against").click();
    await click(page, "e2", "e4");
    await page.locator("#sides .thinks").waitFor();
    await page.locator("#back").click();
    await page.waitForFunction((wanted) => document.querySelector("#fen").value === wanted, start);
    assert.equal(await page.locator("#sides .thinks").count(), 0);
    // The interrupted search is dropped, and the next request is answered.
    await page.waitForTimeout(1500);
    assert.equal(await played(page).count(), 1);
    await click(page, "d2", "d4");
    await says(page.locator(".branch"), "d4");
    await says(state(page), "White to move");
  }));

  test("plays without the server, and after a stop too", on({ width: 1281 }, async (page) => {
    // No other page has this width, so that none shares what is offline.
    await page.context().setOffline(true);
    let requests = 0;
    page.on("request", (request) => { requests += request.url().startsWith("http"); });
    await page.locator("#level").selectOption("20");
    await page.locator("#against").click();
    await click(page, "e2", "e4");
    await page.locator("#sides .thinks").waitFor();
    await page.locator("#back").click();
    await says(state(page), "White to move");
    await page.locator("#level").selectOption("1");
    await click(page, "d2", "d4");
    await played(page).nth(2).waitFor();
    assert.equal(requests, 0);
  }));

  test("hints, and shows who stands better", on({}, async (page) => {
    await setUp(page, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    await page.locator("#hint").click();
    await says(page.locator("#notice"), "Hint: Ra8#");
    assert.equal(await page.locator(".above .hint").count(), 2);
    const white = () => page.locator("#standing [data-colour=white]").evaluate((part) => Number(part.style.flexGrow));
    await page.locator("#judge").click();
    await says(page.locator("#standing b"), "#1");
    assert.ok((await white()) > 0.9);
    await setUp(page, "3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    await says(page.locator("#standing b"), /−|#-/);
    assert.ok((await white()) < 0.2);
  }));

  test("resigns, and agrees to a draw only if it does not stand better", on({}, async (page) => {
    await page.locator("#against").click();
    const answer = async (button) => {
      await page.locator(button).click();
      await page.locator("#chooser .options button").click();
    };
    await setUp(page, "3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    await answer("#draw");
    await says(page.locator("#notice"), "declines");
    await setUp(page, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    await answer("#draw");
    await says(state(page), "a draw");
    assert.equal(await page.locator(".cells .movable").count(), 0);
    await page.locator("#anew").click();
    await says(state(page), "White to move");
    await answer("#resign");
    await says(state(page), "White resigns · Black wins");
    assert.equal(await page.locator(".cells .movable").count(), 0);
    assert.ok(await page.locator("#resign").isDisabled());
  }));

  test("clocks run, and time can be up", on({}, async (page) => {
    await page.clock.install();
    await page.locator("#control").selectOption("3+2");
    const times = page.locator("#sides time");
    assert.deepEqual(await times.allTextContents(), ["3:00", "3:00"]);
    await click(page, "e2", "e4");
    await says(state(page), "Black to move");
    await page.clock.fastForward(60_000);
    await says(times.nth(1), /^1:5\d$|^2:00$/);
    await click(page, "e7", "e5");
    await says(state(page), "White to move");
    // Two seconds are added for the move.
    assert.match(await times.nth(1).textContent(), /^1:5\d$|^2:0[0-2]$/);
    await page.clock.fastForward(190_000);
    await says(state(page), "White's time is up · Black wins");
    await page.locator("#anew").click();
    await says(times.first(), "3:00");
    await click(page, "d2", "d4");
    await says(state(page), "Black to move");
    await page.clock.fastForward(60_000);
    await says(times.nth(1), /^[12]:\d\d$/);
    await page.locator("#change").click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("name = 'Other'\nextends = 'chess'\n");
    await page.waitForFunction(() => document.title.startsWith("Other"));
    assert.notEqual(await times.nth(1).textContent(), "3:00");
  }));

  test("three computers play with one person", on({ game: "fourplayer" }, async (page) => {
    await page.locator("#level").selectOption("1");
    await page.locator("#against").click();
    assert.equal(await page.locator("#sides li").count(), 4);
    await page.locator("#judge").click();
    const from = await page.locator(".cells .movable").first().getAttribute("data-name");
    await cell(page, from).click();
    const target = page.locator('.cells [aria-label*="can be moved here"]').first();
    await cell(page, await target.getAttribute("data-name")).click();
    await played(page).nth(3).waitFor();
    await says(state(page), /Red to move/);
    await page.waitForFunction(() => document.querySelectorAll("#standing span").length === 4);
    // A side can be given to somebody else while the game goes on.
    await page.locator("#sides select").nth(1).selectOption("");
    await page.locator("#back").click();
    await page.waitForFunction(() => document.querySelector('#moves [aria-current]')?.parentNode.querySelectorAll("button").length >= 1);
    assert.equal(await page.locator("#sides .turn").count(), 1);
  }));

  test("the others play on when one of several resigns", on({ game: "fourplayer" }, async (page) => {
    const resign = async () => {
      await page.locator("#resign").click();
      await page.locator("#chooser .options button").click();
    };
    await says(state(page), "Red to move");
    await resign();
    await says(state(page), "Blue to move");
    await resign();
    await says(state(page), "Yellow to move");
    assert.deepEqual(await played(page).allTextContents(), ["R", "R"]);
    await resign();
    await says(state(page), "Green wins");
    await page.locator("#back").click();
    await says(state(page), "Blue to move");
  }));

  test("keeps the keyboard and the page where they are", on({ width: 360, height: 740, touch: true }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.tagName);
    await page.locator("#level").selectOption("1");
    await page.locator("#against").click();
    await page.evaluate(() => scrollTo(0, 0));
    // By script, because Playwright scrolls by itself.
    const press = (name) => cell(page, name).evaluate((square) => {
      const { x, y, width, height } = square.getBoundingClientRect();
      const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
      square.dispatchEvent(new PointerEvent("pointerdown", at));
      document.dispatchEvent(new PointerEvent("pointerup", at));
    });
    for (const [from, to] of [["e2", "e4"], ["d2", "d4"], ["c2", "c3"], ["a2", "a3"]]) {
      const count = await played(page).count();
      await press(from);
      await press(to);
      await played(page).nth(count + 1).waitFor({ state: "attached" });
      await says(state(page), "White to move");
    }
    assert.equal(await page.evaluate(() => scrollY), 0);
    await played(page).first().focus();
    await page.keyboard.press("Enter");
    await says(state(page), "Black to move");
    assert.equal(await focused(), "e4");
    await page.locator("#sides select").nth(1).focus();
    await page.keyboard.press("ArrowDown");
    assert.ok(await page.locator("#sides select").nth(1).evaluate((select) => select === document.activeElement));
    await more(page);
    await page.locator("#open-arrange").click();
    await page.locator("#arrange-pieces button").nth(3).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  }));

  test("computers play among themselves to the end", on({ game: "tictactoe", width: 360, height: 740, touch: true }, async (page) => {
    await page.locator("#level").selectOption("1");
    await page.locator("#own").selectOption("-1");
    await says(state(page), /wins|a draw/);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  }));
});
