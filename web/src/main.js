// The page: what is written goes to the engine, what the engine says goes to the board.

import { arranging } from "./arrange.js";
import { learn } from "./keys.js";
import { offers } from "./complete.js";
import { Editor, listFindings } from "./editor.js";
import { Engine } from "./engine.js";
import { gallery } from "./gallery.js";
import { showMoves } from "./history.js";
import { current, named, preferred, say, speak } from "./language.js";
import { diagrams, showLegend } from "./legend.js";
import * as link from "./link.js";
import { follow } from "./live.js";
import { Match } from "./match.js";
import { counting } from "./perft.js";
import { Play } from "./play.js";
import { showProse } from "./prose.js";
import { records } from "./records.js";
import { listThemes, themes } from "./themes.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const FIRST = "chess";

const engine = new Engine();
let shipped = null;
let game = null;
let findings = [];
let beside = {};
let file = "rules.toml";

const editor = new Editor($("editor"), () => {
  choose();
  understand();
});
const play = new Play(engine, {
  changed() {
    listMoves();
    forgetCount();
    match.changed();
  },
  places: (spans) => editor.point(spans),
  free: () => match.free,
});
const match = new Match(play);
const forgetCount = counting(engine, () => ({ fen: play.tree.fen, moves: play.tree.line() }));

// While the engine reads one text the next one waits; only the last of several counts.
let reading = null;
let wanted = null;

/** Has the text of the editor understood, and goes on with its rules if they have no errors. */
function understand(tree = null) {
  wanted = { tree: tree ?? wanted?.tree ?? null };
  performance.mark("carn:typed");
  reading ??= (async () => {
    try {
      while (wanted) {
        const { tree: next } = wanted;
        wanted = null;
        await read(next);
      }
    } finally {
      reading = null;
    }
  })();
  return reading;
}

async function read(tree) {
  try {
    const { text } = editor;
    const asked = { text, name: file, beside };
    const { rules, findings: found, names } = await engine.ask("check", asked);
    if (text === editor.text) {
      findings = found;
      editor.show(findings);
      listFindings($("findings"), findings, editor);
      Object.assign(offers.names, keep(names));
      performance.measure("carn:findings", "carn:typed");
    }
    // While typing goes on, the board of the latest text is shown.
    if (rules === "none") settle(say("noRules"));
    if (rules === "none" || (wanted && !tree)) return;
    if (rules === "new") {
      game = await engine.ask("game");
      document.title = `${named(game)} – carn`;
      listSets();
      match.begin(game, asked);
    }
    if (rules === "new" || tree) await play.begin(game, tree);
    $("sets").value = play.set;
    settle();
    await tell();
  } catch (error) {
    if (error.crashed) $("findings").textContent = say("crashed") + error.message;
    else if (!error.stopped) play.say(error.message);
  }
}

/** Names of a text that cannot be read are those of the one before. */
function keep(names) {
  return Object.fromEntries(Object.entries(names).filter(([, all]) => all.length));
}

/** Says the rules in words, or shows the pieces, where that is open. */
async function tell() {
  if (!game) return;
  if (!$("legend").hidden) showLegend($("legend"), engine, game, { ...play.board.look, set: play.set });
  if ($("prose").hidden) return;
  const { lines } = await engine.ask("explain", { language: current() });
  showProse($("prose"), lines, diagrams(engine, () => play.set));
}

function listMoves() {
  showMoves($("moves"), play.tree, game.scripts, (place) => play.walk(() => play.tree.go(place)));
}

/** Opens or closes the rule file beside the board; on a narrow screen in its place. */
function showRules(open) {
  document.body.dataset.view = open ? "write" : "play";
  $("change").setAttribute("aria-pressed", String(open));
  play.resized();
}

/** Opens a shipped game. */
async function open(name, tree = new Tree()) {
  const { text } = await engine.ask("shipped", { name });
  shipped = { name, text };
  editor.replace(text);
  choose();
  await understand(tree);
}

/** Shows in the list which game the text is. */
function choose() {
  $("games").value = shipped && editor.text === shipped.text ? shipped.name : "";
}

function listGames() {
  const chosen = $("games").value;
  const families = new Map();
  for (const one of offers.games) {
    const family = named(one.family) || "–";
    if (!families.has(family)) families.set(family, []);
    families.get(family).push(one);
  }
  const own = Object.assign(document.createElement("option"), { value: "", textContent: say("own") });
  $("games").replaceChildren(own, ...[...families].map(([family, games]) => {
    const group = Object.assign(document.createElement("optgroup"), { label: family });
    group.append(...games.map((one) => Object.assign(document.createElement("option"), { value: one.id, textContent: named(one), title: named(one.about) })));
    return group;
  }));
  $("games").value = chosen;
}

function listSets() {
  const has = ([set]) => !game || set in game.sets;
  $("sets").replaceChildren(...Object.entries(say("sets")).filter(has).map(([value, textContent]) => Object.assign(document.createElement("option"), { value, textContent })));
  $("sets").value = play.set;
}

async function share() {
  const { tree } = play;
  const { text } = editor;
  const what = shipped?.text === text ? { game: shipped.name } : { text };
  if (tree.fen) what.fen = tree.fen;
  if (tree.here.parent) what.moves = tree.line();
  history.replaceState(null, "", await link.written(what));
  try {
    await navigator.clipboard.writeText(location.href);
    play.say(say("shared"));
  } catch {
    play.say(say("sharedIn"));
  }
}

/** Why the address is not followed. */
let trouble = null;

/** Opens what the address says; whether it says something. */
async function openLink() {
  const said = await link.read(location.hash);
  if (!said) {
    trouble = location.hash.length > 1 ? say("badLink") : null;
    return false;
  }
  const tree = new Tree(typeof said.fen === "string" ? said.fen : null);
  for (const move of Array.isArray(said.moves) ? said.moves : []) tree.play(String(move));
  if (typeof said.text === "string") {
    showRules(true);
    editor.replace(said.text);
    choose();
    await understand(tree);
    return true;
  }
  try {
    await open(said.game, tree);
    return true;
  } catch {
    trouble = say("unknown", said.game);
    return false;
  }
}

/** Says why the address is not followed, once the board stands that is shown in its place. */
function tellTrouble() {
  if (trouble) play.say(trouble);
  trouble = null;
}

/** Before there is a game, there is nothing to be done with it. */
function settle(text) {
  if (!game) $("state").textContent = text;
  for (const part of document.querySelectorAll("#table, #beside > :not(p)")) part.inert = !game;
}

let wandering = null;

/** Plays at random until it is over or somebody stops it. */
function wander() {
  clearTimeout(wandering);
  wandering = wandering ? null : 1;
  $("random").setAttribute("aria-pressed", String(Boolean(wandering)));
  const step = async () => {
    if (!wandering) return;
    if (!match.free) return void (wandering = setTimeout(step, 120));
    const seed = Math.floor(Math.random() * 2 ** 48);
    const { moves } = await engine.ask("random", { seed, plies: 1 });
    if (!moves.length || play.state.outcome) return wander();
    await play.go(moves[0]);
    if (wandering) wandering = setTimeout(step, 120);
  };
  if (wandering) step();
}

async function savePicture() {
  const { svg } = await engine.ask("picture", { set: play.set });
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const anchor = Object.assign(document.createElement("a"), { href: address, download: "board.svg" });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function wire() {
  $("games").onchange = () => $("games").value && open($("games").value);
  $("share").onclick = share;
  $("language").onclick = () => {
    speak(current() === "zh" ? "en" : "zh");
    if (game) document.title = `${named(game)} – carn`;
    settle(say("noRules"));
    listGames();
    listSets();
    listThemes();
    listFindings($("findings"), findings, editor);
    if (play.state) {
      play.show();
      listMoves();
    }
    match.words();
    tell();
  };
  $("change").onclick = () => showRules(document.body.dataset.view === "play");
  $("back").onclick = () => match.back();
  $("on").onclick = () => play.walk(() => play.tree.on());
  $("anew").onclick = () => play.setUp();
  $("pass").onclick = () => play.passing && play.go(play.passing.text);
  $("random").onclick = wander;
  $("picture").onclick = savePicture;
  $("sets").onchange = () => {
    play.dress($("sets").value);
    tell();
  };
  $("typed").onsubmit = async (event) => {
    event.preventDefault();
    const field = $("typed-move");
    if (field.value.trim() && (await play.type(field.value.trim()))) field.value = "";
  };
  $("setup").onsubmit = (event) => {
    event.preventDefault();
    $("fen").blur();
    play.setUp($("fen").value.trim() || null);
  };
  for (const tab of $("tabs").children) {
    tab.onclick = () => {
      for (const other of $("tabs").children) {
        other.setAttribute("aria-selected", String(other === tab));
        $(other.getAttribute("aria-controls")).hidden = other !== tab;
      }
      tell();
    };
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, .cm-editor");
    if (!game || typing || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
    if (event.key === "z" && !event.shiftKey) $("back").click();
    else if (event.key === "y" || (event.key === "z" && event.shiftKey)) $("on").click();
    else return;
    event.preventDefault();
  });
  arranging(engine, play);
  themes(play);
  gallery(engine, () => offers.games, open);
  records(engine, {
    tree: () => play.tree,
    game: () => game,
    say: (text) => play.say(text),
    show: (tree, name) => (name ? open(name, tree) : understand(tree)),
    rules(text) {
      showRules(true);
      editor.replace(text);
      choose();
      return understand(new Tree());
    },
  });
  window.addEventListener("resize", () => play.resized());
  window.addEventListener("hashchange", () => openLink().then(tellTrouble));
}

async function start() {
  speak(preferred());
  match.words();
  settle(say("loading"));
  wire();
  listSets();
  let waiting = true;
  const following = await follow((now) => {
    if (waiting) showRules(true);
    file = now.name;
    beside = now.beside ?? {};
    shipped = null;
    const before = waiting ? new Tree() : null;
    waiting = false;
    editor.replace(now.text);
    understand(before);
    play.say(say("watching", now.name));
    choose();
  }, () => play.say(say("gone")));
  if (!following && !(await openLink())) await open(FIRST);
  tellTrouble();
  // The board can be played before everything is known that helps to write.
  const tables = await engine.ask("tables");
  Object.assign(offers, { words: tables.words, games: tables.games });
  learn(tables.keys);
  editor.recolour();
  listGames();
  choose();
  document.body.dataset.ready = "true";
}

start().catch((error) => settle(error.message));
