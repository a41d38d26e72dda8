// Bundles the page's modules into `dist/`, beside the engine that `build` puts there.

import { cp, mkdir } from "node:fs/promises";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname;
await mkdir(`${here}dist`, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js", "src/worker.js"],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
});
for (const file of ["index.html", "style.css"]) await cp(`${here}${file}`, `${here}dist/${file}`);
