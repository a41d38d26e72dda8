// Completions at the cursor and descriptions under the pointer, from the engine's tables and the names of the file.

import { autocompletion, snippetCompletion } from "@codemirror/autocomplete";
import { hoverTooltip } from "@codemirror/view";
import { heading, kind, known, parts, pathAt, stringAt } from "./keys.js";

/** What there is to offer; `learn` and the findings of each text fill it. */
export const offers = { words: [], games: [], names: {} };

/** A call, with places for the arguments that it must have. */
function call(word, boost) {
  const given = /\((.*)\)$/.exec(word.written)?.[1] ?? "";
  const needed = given && !["place", "counts"].includes(given);
  const places = given.split(", ").map((name) => `\${${name}}`).join(", ");
  const option = { label: `@${word.name}`, detail: word.written, info: word.about, type: word.effect ? "method" : "function", boost };
  return needed ? snippetCompletion(`@${word.name}(${places})`, option) : option;
}

function inString(context, string) {
  const path = pathAt(context.state.doc, context.pos);
  const { names } = offers;
  const option = (type) => (label) => ({ label, type });
  if (path.join() === "extends") {
    return { from: string.from, options: offers.games.map((game) => ({ label: game.id, detail: game.name, type: "class" })) };
  }
  const here = known(path);
  if (here?.words) return { from: string.from, options: here.words.map(option("enum")) };
  const written = kind(path);
  if (!written) {
    if (path.length < 2) return null;
    const word = context.matchBefore(/[\w-]*/);
    return { from: word.from, options: (names.pieces ?? []).map(option("class")) };
  }
  const word = context.matchBefore(/[@$*#]*[\p{L}\p{N}_]*/u);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const options = [];
  if (written === "pattern") {
    for (const name of names.functions ?? []) options.push({ label: `@${parts(name)[0]}`, type: "function", boost: 2 });
    options.push(...offers.words.map((one) => call(one, one.effect ? 0 : 1)));
    options.push({ label: "*#", detail: "each axis, in both directions", type: "variable" });
    options.push({ label: "**#", detail: "any set of axes", type: "variable" });
    for (const section of ["pieces", "players", "rights", "counters"]) options.push(...(names[section] ?? []).map(option("class")));
  }
  for (const section of ["axes", "zones"]) options.push(...(names[section] ?? []).map(option("variable")));
  return { from: word.from, options, validFor: /^[@$*#]*[\p{L}\p{N}_]*$/u };
}

function outside(context) {
  const { doc } = context.state;
  const line = doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const table = /^\s*(\[\[?)\s*([\w.-]*)$/.exec(before);
  if (table) {
    const path = parts(table[2]);
    const last = table[2].endsWith(".") ? "" : (path.pop() ?? "");
    const under = known(path);
    const from = context.pos - last.length;
    if (under?.keys) {
      const wanted = under.keys.filter((key) => (table[1] === "[[" ? key.tables : key.table));
      return { from, options: wanted.map((key) => ({ label: key.name, info: key.about, type: "namespace" })) };
    }
    return { from, options: (offers.names[path[0]] ?? []).map((label) => ({ label, type: "class" })) };
  }
  const word = context.matchBefore(/[\w-]*/);
  if (word.from === word.to && !context.explicit) return null;
  if (/=\s*[\w-]*$/.test(before)) {
    const words = known(pathAt(doc, context.pos))?.words;
    const quoted = !words?.includes("true");
    return words ? { from: word.from, options: words.map((label) => ({ label, apply: quoted ? `"${label}"` : label, type: "enum" })) } : null;
  }
  const inBraces = before.lastIndexOf("{") > before.lastIndexOf("}");
  const path = inBraces ? pathAt(doc, context.pos) : heading(doc, line.number);
  const section = known(path);
  if (!section?.keys || (!inBraces && !/^\s*[\w-]*$/.test(before))) return null;
  const options = section.keys.map((key) => {
    const [open, close] = key.table ? ["{ ", " }"] : key.tables ? ["[", "]"] : key.quoted ? ['"', '"'] : ["", ""];
    return snippetCompletion(`${key.name} = ${open}\${}${close}`, { label: key.name, info: key.about, type: "property" });
  });
  return { from: word.from, options };
}

function complete(context) {
  const string = stringAt(context.state.doc, context.pos);
  if (string?.comment) return null;
  return string ? inString(context, string) : outside(context);
}

/** What a word under the pointer means. */
function explain(view, place) {
  const line = view.state.doc.lineAt(place);
  for (const found of line.text.matchAll(/@\w+|[\w-]+/g)) {
    const from = line.from + found.index;
    const to = from + found[0].length;
    if (place < from || place > to) continue;
    const said = found[0].startsWith("@") ? means(found[0].slice(1)) : about(view.state.doc, line, from, found[0]);
    if (!said) return null;
    return {
      pos: from, end: to, above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        dom.textContent = said;
        return { dom };
      },
    };
  }
  return null;
}

function means(name) {
  const word = offers.words.find((one) => one.name === name);
  return word ? `${word.written}: ${word.about}` : null;
}

function about(document, line, from, name) {
  if (stringAt(document, from)) return null;
  const path = /^\s*\[/.test(line.text) ? parts(/\[\[?([^\]]*)/.exec(line.text)[1]) : pathAt(document, from + name.length);
  const at = path.lastIndexOf(name);
  const key = at >= 0 ? known(path.slice(0, at + 1)) : (known(path)?.keys ?? []).find((one) => one.name === name) ?? known([...path, name]);
  return key?.about ? `${name}: ${key.about}` : null;
}

/** Completion and hovering. */
export const completing = () => [autocompletion({ override: [complete], icons: false }), hoverTooltip(explain)];
