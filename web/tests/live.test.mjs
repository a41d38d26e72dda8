// The page as `carn serve` serves it: it follows the file, and keeps to its own policy of what it may load; by itself and
// behind a reverse proxy.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { cell, launch, missing as noPage } from "./browser.mjs";

const root = new URL("../../", import.meta.url).pathname;
const command = [process.env.CARN, `${root}target/debug/carn`, `${root}target/release/carn`].find((path) => path && existsSync(path));
const missing = noPage || !command && "the command is not built: cargo build";
if (missing) console.log(`SKIPPED: the tests of \`carn serve\` do not run: ${missing}`);

/** Plays on a page that follows a file, at the address that `shown` makes of the command's own. */
async function follow(shown) {
  const folder = await mkdtemp(join(tmpdir(), "carn-"));
  const file = join(folder, "mine.toml");
  await writeFile(join(folder, "base.toml"), "name = 'Base'\nextends = 'chess'\n");
  await writeFile(file, "name = 'Mine'\nextends = 'base.toml'\n");
  const child = spawn(command, ["serve", file, "--page", `${root}web/dist`], { stdio: ["ignore", "pipe", "ignore"] });
  const browser = await launch();
  try {
    const [url] = await new Promise((heard) => createInterface(child.stdout).once("line", (line) => heard([line])));
    const page = await browser.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(await shown(url));
    await page.waitForFunction(() => document.title.startsWith("Mine"));
    await cell(page, "e2").click();
    await cell(page, "e4").click();
    await page.locator("#state", { hasText: "Black to move" }).waitFor();
    await writeFile(file, "name = 'Mended'\nextends = 'base.toml'\n[pieces.queen]\npattern = '*# 1'\n");
    await page.waitForFunction(() => document.title.startsWith("Mended"));
    await page.locator(".cm-content", { hasText: "Mended" }).waitFor();
    assert.equal(await page.locator("#moves button").count(), 1, "the game goes on");
    await page.locator("#open-gallery").click();
    await page.locator('.card img[src^="data:image/svg"]').first().waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    child.kill();
    await rm(folder, { recursive: true });
  }
}

test("follows a file", { skip: missing }, () => follow((url) => url));

test("follows a file behind a reverse proxy, under another path", { skip: missing }, async () => {
  const PATH = "/games/carn";
  const strays = [];
  let proxy;
  try {
    await follow(async (url) => {
      const { port } = new URL(url);
      proxy = createServer((request, response) => {
        if (!request.url.startsWith(`${PATH}/`)) {
          strays.push(request.url);
          response.writeHead(404).end();
          return;
        }
        const headers = { ...request.headers, host: `127.0.0.1:${port}` };
        const passed = ask({ host: "127.0.0.1", port, path: request.url.slice(PATH.length), headers }, (answer) => {
          response.writeHead(answer.statusCode, answer.headers);
          answer.pipe(response);
        });
        passed.on("error", () => response.destroy());
        response.on("close", () => passed.destroy());
        passed.end();
      });
      await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
      return `http://127.0.0.1:${proxy.address().port}${PATH}/`;
    });
  } finally {
    proxy?.closeAllConnections();
    proxy?.close();
  }
  assert.deepEqual(strays, [], "every address is relative");
});
