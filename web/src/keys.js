// The keys and values allowed in a rule file, from the engine's table of keys.

let keys = [];

/** Takes over the engine's table. */
export function learn(table) {
  keys = table;
}

/** What is known of the key at the end of a path; of the whole file for an empty one. */
export function known(path) {
  let at = { keys };
  for (const name of path) {
    if (at.file) at = { keys };
    if (at.keys) at = at.keys.find((key) => key.name === name);
    else at = at.named;
    if (!at) return null;
  }
  return at;
}

/** Whether what stands under a path is written in patterns: `pattern` with predicates, `region` without. */
export function kind(path) {
  const found = known(path);
  return found?.pattern ? "pattern" : found?.region ? "region" : null;
}

/** The parts of a key or a heading: `pieces.knight` is two. */
export const parts = (text) => text.split(".").map((part) => part.trim().replace(/^["']|["']$/g, "")).filter(Boolean);

/** The path of the table that a line of a document is in. */
export function heading(document, line) {
  for (let number = line; number > 0; number -= 1) {
    const found = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(document.line(number).text);
    if (found) return parts(found[1]);
  }
  return [];
}

/** The path of the value that stands at a place: heading, key, and keys inside braces. */
export function pathAt(document, place) {
  const line = document.lineAt(place);
  let number = line.number;
  let text = line.text.slice(0, place - line.from);
  // A list may have begun on a line above.
  while (!/^\s*[\w."'-]+\s*=/.test(text) && !/^\s*\[\[?\s*[\w"']/.test(text) && number > 1 && line.number - number < 80) {
    number -= 1;
    text = `${document.line(number).text}\n${text}`;
  }
  const path = heading(document, number);
  const first = /^\s*([\w."'-]+)\s*=/.exec(text);
  if (!first) return path;
  path.push(...parts(first[1]));
  // Inside braces the last key before the place counts.
  let depth = 0;
  let quote = null;
  let word = "";
  const inner = [];
  for (const c of text.slice(first[0].length)) {
    if (quote) { if (c === quote) quote = null; continue; }
    if (c === '"' || c === "'") quote = c;
    else if (c === "{") { depth += 1; inner.push(null); word = ""; }
    else if (c === "}") { depth -= 1; inner.pop(); word = ""; }
    else if (c === ",") { if (inner.length) inner[inner.length - 1] = null; word = ""; }
    else if (c === "=") { if (inner.length) inner[inner.length - 1] = word.trim(); word = ""; }
    else word += c;
  }
  for (const name of inner) if (name) path.push(...parts(name));
  return path;
}

/** The quote that a place is inside of, with where its text begins; `null` outside of strings and comments. */
export function stringAt(document, place) {
  const line = document.lineAt(place);
  let quote = null;
  for (let at = 0; at < place - line.from; at += 1) {
    const c = line.text[at];
    if (quote) { if (c === quote.sign) quote = null; }
    else if (c === '"' || c === "'") quote = { sign: c, from: line.from + at + 1 };
    else if (c === "#") return { comment: true };
  }
  return quote;
}
