// Pictures of the page: `node tests/shots.mjs FOLDER [GAME…]` for the eye, `node tests/shots.mjs docs` for the documentation.

import { click, launch, open, serve } from "./browser.mjs";

const [folder = ".", ...only] = process.argv.slice(2);
const server = await serve();
const browser = await launch();

async function shoot(path, options, prepare = () => {}) {
  const { page, complaints, close } = await open(browser, server.url, options);
  if (options.dark) await page.emulateMedia({ colorScheme: "dark" });
  await prepare(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path });
  if (complaints.length) console.log(path, complaints);
  await close();
}

/** A game against the computers, somewhat begun, with the evaluation. */
async function compete(page) {
  await page.locator("#level").selectOption("1");
  await page.locator("#against").click();
  await page.locator("#control").selectOption("10+5");
  await page.locator("#judge").click();
  for (let turn = 0; turn < 2; turn += 1) {
    const begun = await page.locator("#moves button").count();
    await page.locator("#hint:enabled").click();
    await page.locator(".above .hint").first().waitFor();
    const hinted = (await page.locator("#notice").textContent()).match(/^Hint: ([^, ]+)/)[1];
    await page.locator("#more summary").click();
    await page.locator("#typed-move").fill(hinted);
    await page.keyboard.press("Enter");
    await page.locator("#more summary").click();
    const players = await page.locator("#sides li").count();
    await page.locator("#moves button").nth(begun + players - 1).waitFor();
    await page.locator("#hint:enabled").waitFor();
  }
}

if (folder === "docs") {
  const docs = new URL("../../docs/", import.meta.url).pathname;
  await shoot(`${docs}play.png`, { game: "chess&moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6", width: 1280, height: 800 }, async (page) => {
    await page.locator("#level").selectOption("8");
    await page.locator("#against").click();
    await page.locator("#control").selectOption("10+5");
    await page.locator("#judge").click();
    await page.locator("#hint").click();
    await page.locator(".above .hint").first().waitFor();
  });
  await shoot(`${docs}playground.png`, { game: "xiangqi", width: 1280, height: 720 }, async (page) => {
    await page.locator("#change").click();
    for (const [from, to] of [["h3", "e3"], ["h10", "g8"], ["h1", "g3"], ["i10", "h10"]]) {
      await click(page, from, to);
      await page.waitForTimeout(200);
    }
    await click(page, "b1", "d2");
  });
  await shoot(`${docs}completion.png`, { width: 1280, height: 720 }, async (page) => {
    await page.locator("#change").click();
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("name = 'Guarded kings'\nextends = 'chess'\n\n[pieces.king]\n");
    await page.keyboard.type("move = '*# 1 @No");
    await page.locator(".cm-tooltip-autocomplete", { hasText: "@NotAttacked" }).waitFor();
    // The description of the chosen word is beside the list. A list that has just opened takes no keys.
    await page.waitForTimeout(500);
    await page.keyboard.press("ArrowDown");
    await page.locator(".cm-completionInfo").waitFor();
  });
  await shoot(`${docs}playground-narrow.png`, { game: "raumschach", width: 360, height: 740 });
} else {
  for (const game of only.length ? only : ["chess", "xiangqi", "shogi", "glinski", "raumschach", "fourplayer"]) {
    for (const dark of [false, true]) {
      const name = `${folder}/${game}${dark ? "-dark" : ""}`;
      await shoot(`${name}-wide.png`, { game, dark, width: 1280, height: 800 }, compete);
      await shoot(`${name}-narrow.png`, { game, dark, width: 360, height: 740 }, compete);
    }
  }
}
await browser.close();
server.stop();
