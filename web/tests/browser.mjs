// What the browser tests share: the page on a server of its own, a Chromium without a window, words for what a player does.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const dist = new URL("../dist/", import.meta.url).pathname;
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".txt": "text/plain" };
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
  // Pages of one kind share a process, and with it the engine as machine code: it is compiled once, not for each page.
  "--process-per-site",
];

/** How long something may take, in milliseconds. */
export const PATIENCE = 120_000;

/** Where Chromium is, if it is installed. */
function browserPath() {
  if (process.env.CARN_CHROMIUM) return process.env.CARN_CHROMIUM;
  const found = ["chromium", "chromium-browser", "google-chrome"].map((name) => spawnSync("which", [name], { encoding: "utf8" }));
  return found.map((one) => one.stdout.trim()).find(Boolean) ?? null;
}

/** Why a page cannot be tested here; `false` if it can. */
export const missing = !existsSync(join(dist, "engine.wasm")) ? "web/dist is not there: run web/build"
  : !browserPath() ? "no Chromium is installed" : false;

/** Serves `dist/` on the loopback address; its own address and how to stop it. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = normalize(path === "/" ? "/index.html" : path);
    try {
      const body = await readFile(join(dist, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** A Chromium without a window. */
export const launch = () => chromium.launch({ executablePath: browserPath(), args: FLAGS });

const kinds = new WeakMap();

/** What pages of one kind share, which is no game and no state of the page; made when the first of them is opened. */
function kind(browser, options) {
  if (!kinds.has(browser)) kinds.set(browser, new Map());
  const all = kinds.get(browser);
  const key = JSON.stringify(options);
  if (!all.has(key)) {
    all.set(key, browser.newContext(options).then((context) => {
      // What waits for a busy machine is no failure: only what never comes is one.
      context.setDefaultTimeout(PATIENCE);
      context.setDefaultNavigationTimeout(PATIENCE);
      return context;
    }));
  }
  return all.get(key);
}

/** A page with a game on it, and what it complained of. */
export async function open(browser, url, { game = null, width = 1280, height = 900, locale = "en-GB", touch = false } = {}) {
  const context = await kind(browser, { viewport: { width, height }, locale, hasTouch: touch });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(game ? `${url}#game=${game}` : url);
  await page.waitForSelector("body[data-ready]");
  return { page, complaints, close: () => page.close() };
}

/** Called in a suite: one browser and one server for its tests. Returns what makes a test of a page: it runs on a page of its
    own, which may not complain of anything. */
export function pages() {
  let browser;
  let server;
  before(async () => {
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.stop();
  });
  return (options, body) => async () => {
    const { page, complaints, close } = await open(browser, server.url, options);
    try {
      await body(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  };
}

/** The place of a square's cell. */
export const cell = (page, name) => page.locator(`.cells [data-name="${name}"]`);

/** Plays a move by two clicks. */
export async function click(page, from, to) {
  await cell(page, from).click();
  await cell(page, to).click();
}

/** The position as the page shows it. */
export const fen = (page) => page.locator("#fen").inputValue();
