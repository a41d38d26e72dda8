// Records of games: opened from a file that is chosen or dragged onto the page, and saved as files.

import { choose } from "./chooser.js";
import { say } from "./language.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);

/** Larger files are for the command. */
const LARGEST = 8 << 20;
/** Of a file with more games the first ones are offered. */
const MOST = 200;

/** The game of the page that the engine has read. */
function grown({ fen, nodes, tags, result }) {
  const tree = new Tree(fen);
  const places = [];
  for (const { parent, move, labels, said } of nodes) {
    tree.go(parent === null ? tree.root : places[parent]);
    places.push(Object.assign(tree.play(move), { labels, said }));
  }
  // The way on is the main line, and it begins at the start.
  for (const place of places) place.last = null;
  tree.root.last = null;
  tree.here = tree.root;
  tree.record = { tags, result, end: end(tree) };
  return tree;
}

/** The last place of the main line. */
function end(tree) {
  let place = tree.root;
  while (place.children.length) [place] = place.children;
  return place;
}

/** The result of a game as records write it: what each player gets. */
function marker({ winner }, players) {
  if (winner === undefined) return undefined;
  return players.map((_, player) => (winner === null ? "1/2" : Number(player === winner))).join("-");
}

/** All moves, each with the index of the one before it, and before those that follow it. */
function listed(tree) {
  const nodes = [];
  const open = tree.root.children.map((place) => ({ place, parent: null })).reverse();
  while (open.length) {
    const { place, parent } = open.pop();
    const index = nodes.push({ parent, move: place.move, said: place.said ?? "" }) - 1;
    open.push(...place.children.map((child) => ({ place: child, parent: index })).reverse());
  }
  return nodes;
}

/**
 * Opens and saves records. `page` has `tree()`, `game()`, `say(text)`, `show(tree, game)` with the name of a shipped game or
 * `null` for the rules that are there, and `rules(text)` for a rule file.
 */
export function records(engine, page) {
  async function load(file) {
    if (file.size > LARGEST) return page.say(say("tooLarge"));
    try {
      if (file.name.toLowerCase().endsWith(".toml")) return page.rules(await file.text());
      const bytes = [...new Uint8Array(await file.arrayBuffer())];
      const { titles } = await engine.ask("records", { name: file.name, bytes });
      const options = titles.slice(0, MOST).map((title, nth) => ({ nth, label: `${nth + 1}. ${title}` }));
      const chosen = titles.length === 1 ? options[0] : await choose(options, say("chooseGame", titles.length));
      if (!chosen) return;
      const record = await engine.ask("record", { nth: chosen.nth });
      // What has no move to show is no reason to give up the game that is on the board.
      if (record.problem && !record.nodes.length) throw new Error(record.problem);
      await page.show(grown(record), record.game);
      page.say([record.title || file.name, record.problem].filter(Boolean).join(" · "));
    } catch (error) {
      page.say(say("noRecord") + error.message);
    }
  }

  async function save() {
    const options = page.game().files.map((format) => ({ format, label: format.toUpperCase() }));
    const chosen = options.length === 1 ? options[0] : await choose(options, say("chooseFormat"));
    if (!chosen) return;
    const tree = page.tree();
    const { tags = [], result, end: last } = tree.record ?? {};
    try {
      const { text } = await engine.ask("save", {
        as: chosen.format, fen: tree.fen, nodes: listed(tree), tags,
        result: tree.outcome ? marker(tree.outcome, page.game().players) : last === end(tree) ? result : undefined,
      });
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      Object.assign(document.createElement("a"), { href: address, download: `game.${chosen.format}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (error) {
      page.say(error.message);
    }
  }

  $("open-record").onclick = () => $("record-file").click();
  $("record-file").onchange = () => {
    const [file] = $("record-file").files;
    if (file) load(file);
    $("record-file").value = "";
  };
  $("save-record").onclick = save;
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = carries(event) && event.dataTransfer.files[0];
    if (!file) return;
    // The editor would put the file's text where it is dropped.
    event.preventDefault();
    event.stopPropagation();
    load(file);
  }, true);
}
