// The page as `carn serve` serves it: it follows the file, and keeps to its own policy of what it may load.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { browserPath, cell, launch } from "./browser.mjs";

const root = new URL("../../", import.meta.url).pathname;
const command = [process.env.CARN, `${root}target/debug/carn`, `${root}target/release/carn`].find((path) => path && existsSync(path));
const missing = !existsSync(`${root}web/dist/engine.wasm`) ? "web/dist is not there: run web/build"
  : !browserPath() ? "no Chromium is installed" : !command ? "the command is not built: cargo build" : false;
if (missing) console.log(`SKIPPED: the test of \`carn serve\` does not run: ${missing}`);

test("follows a file", { skip: missing }, async () => {
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
    await page.goto(url);
    await page.waitForFunction(() => document.title.startsWith("Mine"));
    await cell(page, "e2").click();
    await cell(page, "e4").click();
    await page.locator("#state", { hasText: "Black to move" }).waitFor();
    await writeFile(file, "name = 'Mended'\nextends = 'base.toml'\n[pieces.queen]\npattern = '*# 1'\n");
    await page.waitForFunction(() => document.title.startsWith("Mended"));
    await page.locator(".cm-content", { hasText: "Mended" }).waitFor();
    assert.equal(await page.locator("#moves button").count(), 1, "the game goes on");
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    child.kill();
  }
});
