// What package.mjs makes: a zip file that others can read, with all that the extension asks for.
// `npm install --omit=dev && node --test package.test.mjs`

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const here = new URL(".", import.meta.url).pathname;
const ready = existsSync(join(here, "node_modules/vscode-languageclient"));
const unzips = spawnSync("unzip", ["-v"]).status === 0;
const missing = !ready ? "run npm install --omit=dev first" : !unzips ? "there is no unzip" : false;
if (missing) console.log(`SKIPPED: the package of the extension is not tested: ${missing}`);

test("the package has what it should", { skip: missing }, () => {
  const folder = mkdtempSync(join(tmpdir(), "carn-vsix-"));
  try {
    const file = join(folder, "carn.vsix");
    const made = spawnSync(process.execPath, [join(here, "package.mjs"), file], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    assert.equal(spawnSync("unzip", ["-q", file, "-d", folder]).status, 0);
    const inside = join(folder, "extension");
    const about = JSON.parse(readFileSync(join(inside, "package.json"), "utf8"));
    const { languages, grammars } = about.contributes;
    for (const path of [about.main, languages[0].configuration, grammars[0].path, "README.md"]) {
      assert.ok(existsSync(join(inside, path)), path);
    }
    assert.equal(JSON.parse(readFileSync(join(inside, grammars[0].path), "utf8")).scopeName, grammars[0].scopeName);
    assert.match(readFileSync(join(folder, "extension.vsixmanifest"), "utf8"), /Id="carn" Version="0\.1\.0"/);
    // The extension starts from what is in the package alone, as far as a program that is no editor can tell.
    writeFileSync(join(folder, "vscode.js"), "module.exports = new Proxy(class {}, { get: (target, key) => target[key] ?? class {} });");
    const load = `
      const { Module } = require("node:module");
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (name, ...rest) {
        return name === "vscode" ? ${JSON.stringify(join(folder, "vscode.js"))} : resolve.call(this, name, ...rest);
      };
      const { activate, deactivate } = require(${JSON.stringify(join(inside, "extension.js"))});
      if (typeof activate !== "function" || typeof deactivate !== "function") process.exit(1);`;
    const loaded = spawnSync(process.execPath, ["-e", load], { encoding: "utf8" });
    assert.equal(loaded.status, 0, loaded.stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
