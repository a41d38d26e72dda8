// Bundles the page's modules into `dist/`, beside the engine that `build` puts there.

import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname;
await mkdir(`${here}dist`, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js", "src/worker.js"],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});
await cp(`${here}index.html`, `${here}dist/index.html`);
const styles = await Promise.all(["style.css", "panels.css"].map((file) => readFile(`${here}${file}`, "utf8")));
await writeFile(`${here}dist/style.css`, styles.join(""));

// What is bundled says whose it is and on which terms.
const inputs = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
const notices = await Promise.all([...new Set(inputs.filter(Boolean))].sort().map(async (name) => {
  const folder = `${here}node_modules/${name}`;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name}\n\n${await readFile(`${folder}/${file}`, "utf8")}`;
}));
await writeFile(`${here}dist/licences.txt`, notices.join(`\n${"-".repeat(80)}\n\n`));
