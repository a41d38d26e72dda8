import { click, launch, open, serve } from "./tests/browser.mjs";
const only = process.argv.slice(2);
const server = await serve();
const browser = await launch();
const widths = [[1280, 800], [360, 740]];
const scenes = {
  board: async () => {},
  gallery: async (page) => { await page.locator("#open-gallery").click(); await page.waitForTimeout(3500); },
  legend: async (page) => { await page.locator('[aria-controls="legend"]').click(); await page.locator("#legend .pieces-list button").nth(1).click(); await page.waitForTimeout(1500); await page.locator("#legend").scrollIntoViewIfNeeded(); },
  prose: async (page) => { await page.locator('[aria-controls="prose"]').click(); await page.waitForTimeout(1500); await page.locator("#prose h2").nth(2).scrollIntoViewIfNeeded(); await page.waitForTimeout(1000);},
  arrange: async (page) => { await page.locator("#open-arrange").click(); await page.waitForTimeout(800); },
};
for (const [name, prepare] of Object.entries(scenes)) {
  if (only.length && !only.includes(name)) continue;
  for (const [width, height] of widths) for (const colorScheme of ["light", "dark"]) {
    const { page, complaints, close } = await open(browser, server.url, { game: name === "arrange" ? "crazyhouse" : name === "legend" ? "shogi" : "xiangqi", width, height });
    await page.emulateMedia({ colorScheme });
    await prepare(page);
    await page.screenshot({ path: `/tmp/shots/${name}-${width}-${colorScheme}.png` });
    if (complaints.length) console.log(name, width, complaints);
    await close();
  }
}
await browser.close();
server.stop();
