// How long somebody waits: from a keystroke to the findings, from a piece put down to the new position.
// `node tests/bench.mjs [GAME…]` prints the middle and the 95th of a hundred of each.

import { cell, launch, open, serve } from "./browser.mjs";

const games = process.argv.length > 2 ? process.argv.slice(2) : ["chess", "xiangqi", "shogi", "crazyhouse", "glinski", "raumschach"];
const server = await serve();
const browser = await launch();

const spread = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1).padStart(7);
  return `${at(0.5)} ${at(0.95)}`;
};

console.log("milliseconds      keystroke → findings   drop → position");
console.log("                     middle    95th       middle    95th");
for (const game of games) {
  const { page, close } = await open(browser, server.url, { game });
  await page.locator("#change").click();
  await page.evaluate(() => document.querySelector(".cm-content").focus());
  await page.keyboard.press("Control+End");
  for (let count = 0; count < 100; count += 1) {
    const seen = await page.evaluate(() => performance.getEntriesByName("carn:findings").length);
    await page.keyboard.type(count % 20 ? "x" : "\n#");
    await page.waitForFunction((before) => performance.getEntriesByName("carn:findings").length > before, seen);
  }
  const typed = await page.evaluate(() => performance.getEntriesByName("carn:findings").map((one) => one.duration).slice(-100));
  const put = [];
  for (let count = 0; count < 100; count += 1) {
    const movable = page.locator(".cells .movable");
    const origins = await movable.evaluateAll((cells) => cells.map((one) => one.dataset.name));
    if (!origins.length) break;
    await cell(page, origins[(count * 7) % origins.length]).focus();
    await page.keyboard.press("Enter");
    const targets = await page.locator('.cells [aria-label*="can be moved here"]').evaluateAll((cells) => cells.map((one) => one.dataset.name));
    if (!targets.length) continue;
    const before = await page.evaluate(() => performance.getEntriesByName("carn:shown").length);
    await cell(page, targets[(count * 3) % targets.length]).focus();
    await page.keyboard.press("Enter");
    if (await page.locator("#chooser").isVisible()) await page.locator("#chooser button").first().click();
    await page.waitForFunction((known) => performance.getEntriesByName("carn:shown").length > known, before);
    put.push(await page.evaluate(() => {
      const last = (name) => performance.getEntriesByName(name).at(-1).startTime;
      return last("carn:shown") - last("carn:put");
    }));
  }
  console.log(`${game.padEnd(18)} ${spread(typed)}      ${spread(put)}   (${put.length} moves)`);
  await close();
}
await browser.close();
server.stop();
