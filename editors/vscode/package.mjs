// Makes carn-VERSION.vsix of this folder, without vsce: a zip file of the extension, the modules that it needs to run, and two
// pages that say what it is. `npm ci --omit=dev` or `npm install --omit=dev` comes first.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { deflateRawSync, crc32 } from "node:zlib";

const folder = new URL(".", import.meta.url).pathname;
const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const OWN = [
  "package.json", "extension.js", "language-configuration.json", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "syntaxes",
];

/** The files under a path, by their paths in this folder. */
function files(path) {
  if (!statSync(path).isDirectory()) return [relative(folder, path)];
  return readdirSync(path).sort().flatMap((name) => files(join(path, name)));
}

/** The modules that some need to run, with those that these need: what lies in a module's own folder comes with it. */
function modules(wanted, inside = folder, found = new Set()) {
  for (const name of Object.keys(wanted ?? {})) {
    let from = inside;
    while (from !== folder && !existsSync(join(from, "node_modules", name))) from = join(from, "..", "/");
    const path = join(from, "node_modules", name, "/");
    if (found.has(path)) continue;
    found.add(path);
    modules(JSON.parse(readFileSync(join(path, "package.json"), "utf8")).dependencies, path, found);
  }
  return [...found].map((path) => relative(folder, path)).sort();
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const MANIFEST = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${about.name}" Version="${about.version}" Publisher="${about.publisher}"/>
    <DisplayName>${escaped(about.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(about.description)}</Description>
    <Tags>${about.keywords.join(",")}</Tags>
    <Categories>${about.categories.join(",")}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${about.engines.vscode}"/></Properties>
    <License>extension/LICENSE-MIT</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE-MIT" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

/** The kinds of files in the package, as its format asks for. */
function types(names) {
  const endings = new Set(names.map((name) => name.match(/\.[^./]+$/)?.[0]).filter(Boolean));
  const known = { ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".vsixmanifest": "text/xml" };
  const lines = [...endings].map((one) => `<Default Extension="${one}" ContentType="${known[one] ?? "text/plain"}"/>`);
  const whole = names.filter((name) => !/\.[^./]+$/.test(name));
  const others = whole.map((name) => `<Override PartName="/${escaped(name)}" ContentType="text/plain"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join("")}${others.join("")}</Types>
`;
}

/** A zip file of names and contents. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name, "utf8");
    // What stands before a file and again in the directory: version, UTF-8 names, deflated, 1980-01-01, sums and sizes.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt16LE(0x21, 8);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, rest, path]));
    parts.push(local);
    at += local.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const found = [...OWN, ...modules(about.dependencies)].flatMap((name) => files(join(folder, name)));
const wanted = [...new Set(found)].filter((name) => !/\.(map|d\.ts)$/.test(name));
const content = wanted.map((name) => [`extension/${name}`, readFileSync(join(folder, name))]);
const names = ["extension.vsixmanifest", ...content.map(([name]) => name)];
const all = [["[Content_Types].xml", Buffer.from(types(names))], ["extension.vsixmanifest", Buffer.from(MANIFEST)], ...content];
const target = process.argv[2] ?? join(folder, `${about.name}-${about.version}.vsix`);
writeFileSync(target, zip(all));
console.log(`${target}: ${all.length} files, ${statSync(target).size} bytes`);
