// The colours of a rule file: TOML, and inside its strings the words of patterns.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { kind, parts } from "./keys.js";

const toml = {
  name: "carn",
  startState: () => ({ table: [], key: [], braces: [], quote: null, kind: null }),
  copyState: (state) => ({ ...state, braces: [...state.braces] }),
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"', "'"] } },
  token(stream, state) {
    if (state.quote) return inside(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.sol() || /^\s*$/.test(stream.string.slice(0, stream.start))) {
      const heading = stream.match(/^\[\[?\s*([^\]"']+?|.*?)\s*\]\]?(?=\s*(#.*)?$)/, false);
      if (heading && !state.open) {
        stream.match(/^\[\[?[^\]]*\]\]?/);
        Object.assign(state, { table: parts(heading[1]), key: [], braces: [] });
        return "heading";
      }
    }
    const key = stream.match(/^([\w-]+|"[^"]*"|'[^']*')(\s*\.\s*([\w-]+|"[^"]*"|'[^']*'))*(?=\s*=)/);
    if (key) {
      const name = parts(key[0]);
      if (state.braces.length) state.braces[state.braces.length - 1] = name;
      else Object.assign(state, { key: name, open: 0 });
      return "propertyName";
    }
    const c = stream.next();
    if (c === '"' || c === "'") {
      const path = [...state.table, ...state.key, ...state.braces.flat()];
      Object.assign(state, { quote: stream.match(c + c) ? c.repeat(3) : c, kind: kind(path) });
      return "string";
    }
    if (c === "{") state.braces.push([]);
    else if (c === "}") state.braces.pop();
    else if (c === "[") state.open = (state.open ?? 0) + 1;
    else if (c === "]") state.open = Math.max(0, (state.open ?? 0) - 1);
    if (/[\d+-]/.test(c)) { stream.match(/^[\d._]+/); return "number"; }
    if (/\w/.test(c)) { stream.match(/^\w+/); return "bool"; }
    return "punctuation";
  },
};

/** A word of a string. */
function inside(stream, state) {
  if (stream.match(state.quote)) {
    state.quote = null;
    return "string";
  }
  if (stream.eol()) return null;
  if (!state.kind) {
    while (!stream.eol() && !stream.match(state.quote, false)) stream.next();
    if (stream.eol() && state.quote.length === 1) state.quote = null;
    return "string";
  }
  if (stream.eatSpace()) return null;
  const found = stream.match(/^@\w+/) ? "keyword"
    : stream.match(/^\$\w+/) ? "variableName"
    : stream.match(/^(\*\*?#?\w*|\.\.|=>|[|;&])/) ? "operator"
    : stream.match(/^[+-]?\d+/) || stream.match(/^[~+-]/) ? "number"
    : stream.match(/^[\p{L}_][\p{L}\p{N}_']*/u) ? "typeName"
    : (stream.next(), "punctuation");
  if (stream.eol() && state.quote.length === 1) state.quote = null;
  return found;
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--code-heading)", fontWeight: "bold" },
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool], color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-call)" },
  { tag: tags.variableName, color: "var(--code-variable)" },
  { tag: tags.typeName, color: "var(--code-name)" },
  { tag: tags.operator, color: "var(--code-operator)" },
]);

/** The language of rule files, and its colours. */
export const highlighting = () => [StreamLanguage.define(toml), syntaxHighlighting(colours)];
