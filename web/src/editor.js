// The rule file: an editor with colours, findings in the margin, completion, and fixes a click away.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, foldService, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap,
  lineNumbers,
} from "@codemirror/view";
import { completing } from "./complete.js";
import { highlighting } from "./highlight.js";
import { say } from "./language.js";

const point = StateEffect.define();
const opened = Annotation.define();
const colours = new Compartment();

/** What of the file has just refused a move. */
const pointed = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects) {
      if (effect.is(point)) {
        const spans = effect.value.filter(([from, to]) => from < to && to <= change.state.doc.length);
        return Decoration.set(spans.map(([from, to]) => Decoration.mark({ class: "pointed" }).range(from, to)), true);
      }
    }
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A table folds from its heading to the next one. */
const tables = foldService.of((state, from) => {
  const line = state.doc.lineAt(from);
  if (!/^\s*\[/.test(line.text)) return null;
  let last = line.number;
  while (last < state.doc.lines && !/^\s*\[/.test(state.doc.line(last + 1).text)) last += 1;
  while (last > line.number && !state.doc.line(last).text.trim()) last -= 1;
  return last > line.number ? { from: line.to, to: state.doc.line(last).to } : null;
});

export class Editor {
  /** `changed()` is called after every change that somebody makes. */
  constructor(container, changed) {
    const listening = EditorView.updateListener.of((update) => {
      const own = update.transactions.some((transaction) => transaction.annotation(opened));
      if (update.docChanged && !own) changed();
    });
    this.view = new EditorView({
      parent: container,
      state: EditorState.create({
        extensions: [
          lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(),
          EditorState.allowMultipleSelections.of(true), indentOnInput(), bracketMatching(), closeBrackets(),
          highlightActiveLine(), highlightSelectionMatches(), lintGutter(), colours.of(highlighting()), completing(), pointed, tables,
          EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": "TOML", spellcheck: "false" }),
          keymap.of([
            ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap,
            ...lintKeymap,
          ]),
          listening,
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Puts another text there; what was there before comes back with the editor's undo. */
  replace(text) {
    if (text === this.text) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: opened.of(true) });
    this.view.scrollDOM.scrollTop = 0;
  }

  /** Colours the text anew: more is known of its keys. */
  recolour() {
    this.view.dispatch({ effects: colours.reconfigure(highlighting()) });
  }

  /** Shows what is wrong. */
  show(findings) {
    const { length } = this.view.state.doc;
    const diagnostics = findings.map(({ severity, code, message, help, at, fix }) => {
      const [from, to] = at.map((place) => Math.min(place, length));
      const actions = fix ? [{ name: fix.message, apply: (view) => this.#fix(view, fix) }] : [];
      return { from, to, severity, source: code, message: [message, ...help].join("\n"), actions };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  #fix(view, fix) {
    const [from, to] = fix.at.map((place) => Math.min(place, view.state.doc.length));
    view.dispatch({ changes: { from, to, insert: fix.text }, userEvent: "input.fix" });
    view.focus();
  }

  /** Shows places of the file, the first of them where it can be seen. */
  point(spans) {
    const effects = [point.of(spans)];
    if (spans.length && spans[0][1] <= this.view.state.doc.length) effects.push(EditorView.scrollIntoView(spans[0][0], { y: "center" }));
    this.view.dispatch({ effects });
  }

  /** Goes to a place of the file. */
  go(place) {
    const anchor = Math.min(place, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}

/** The findings as a list below the editor. */
export function listFindings(box, findings, editor) {
  const errors = findings.filter((one) => one.severity === "error").length;
  const summary = document.createElement("p");
  summary.textContent = findings.length ? say("findings", errors, findings.length - errors) : say("fine");
  if (errors) summary.textContent += ` · ${say("stays")}`;
  summary.className = errors ? "error" : findings.length ? "warning" : "fine";
  const list = document.createElement("ul");
  for (const one of findings.slice(0, 20)) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = one.severity;
    button.textContent = `${one.line}: ${one.message}`;
    button.onclick = () => editor.go(one.at[0]);
    item.append(button);
    list.append(item);
  }
  box.replaceChildren(summary, ...(findings.length ? [list] : []));
}
