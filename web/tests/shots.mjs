// Pictures of the page for the eye and for the documentation: `node tests/shots.mjs FOLDER`.

import { launch, open, serve } from "./browser.mjs";

const folder = process.argv[2] ?? ".";
const only = process.argv.slice(3);
const server = await serve();
const browser = await launch();
for (const game of only.length ? only : ["chess", "xiangqi", "shogi", "glinski", "raumschach"]) {
  for (const [kind, size] of [["wide", { width: 1440, height: 900 }], ["narrow", { width: 360, height: 740 }]]) {
    const { page, complaints, close } = await open(browser, server.url, { game, ...size });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `${folder}/${game}-${kind}.png`, fullPage: kind === "narrow" });
    if (complaints.length) console.log(game, kind, complaints);
    await close();
  }
}
await browser.close();
server.stop();
