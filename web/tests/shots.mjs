// Pictures of the page: `node tests/shots.mjs FOLDER [GAME…]` for the eye, `node tests/shots.mjs docs` for the documentation.

import { click, launch, open, serve } from "./browser.mjs";

const [folder = ".", ...only] = process.argv.slice(2);
const server = await serve();
const browser = await launch();

async function shoot(path, options, prepare = () => {}) {
  const { page, complaints, close } = await open(browser, server.url, options);
  await prepare(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path });
  if (complaints.length) console.log(path, complaints);
  await close();
}

if (folder === "docs") {
  const docs = new URL("../../docs/", import.meta.url).pathname;
  await shoot(`${docs}playground.png`, { game: "xiangqi", width: 1280, height: 720 }, async (page) => {
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
    // What the chosen word means stands beside the list. A list that has just come takes no keys.
    await page.waitForTimeout(500);
    await page.keyboard.press("ArrowDown");
    await page.locator(".cm-completionInfo").waitFor();
  });
  await shoot(`${docs}playground-narrow.png`, { game: "raumschach", width: 360, height: 740 });
} else {
  for (const game of only.length ? only : ["chess", "xiangqi", "shogi", "glinski", "raumschach", "fourplayer"]) {
    await shoot(`${folder}/${game}-wide.png`, { game, width: 1440, height: 900 });
    await shoot(`${folder}/${game}-narrow.png`, { game, width: 360, height: 740 });
  }
}
await browser.close();
server.stop();
