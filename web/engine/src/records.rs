//! Records of games: reads a file, gives a game to the page as a tree of moves, and writes one.

use std::collections::HashMap;

use carn::library;
use carn::notation::{self, View};
use carn::position::Rules;
use carn::record::replay::{self, Known};
use carn::record::{self, FileKind, Game, GameTree, NodeId, Termination, kifu, pgn, sgf};
use carn::variant::{Records, Script, Variant};
use serde_json::{Value, json};

use crate::moves::coordinate;
use crate::position::written;
use crate::session::{Answer, Table, number, text};

/// The formats in which games of these rules can be saved, by file extension.
pub fn formats(variant: &Variant) -> Vec<&'static str> {
    let sgf = variant.notation.records.sgf.is_some();
    let kif = kifu::can_write(variant);
    [Some("pgn"), sgf.then_some("sgf"), kif.then_some("kif")].into_iter().flatten().collect()
}

/// Reads a file: its games, and a title for each.
///
/// # Errors
/// If the file contains no game.
pub fn read(request: &Value) -> Result<(Vec<GameTree>, Value), String> {
    let name = text(request, "name")?;
    let numbers = request["bytes"].as_array().ok_or("the request has no `bytes`")?;
    let bytes: Vec<u8> = numbers.iter().filter_map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
    let head = &bytes[..bytes.len().min(4096)];
    if let Some(kind) = record::binary_kind(head) {
        return Err(format!("`{name}` is {kind}, not a game record"));
    }
    let kind = FileKind::of(name, head);
    let parsed = kind.read_bytes(&bytes, None);
    let games: Vec<GameTree> = parsed
        .games
        .into_iter()
        .map(|tree| if kind == FileKind::Sgf { moves_of(tree) } else { tree })
        .collect();
    if games.is_empty() {
        let why = parsed.problems.iter().next().map(|problem| format!(": {}", problem.message));
        return Err(format!("`{name}` has no game{}", why.unwrap_or_default()));
    }
    let titles = games.iter().map(title).collect::<Vec<_>>();
    Ok((games, json!({ "titles": titles })))
}

/// An SGF tree with its moves, and the name of the game for its number.
fn moves_of(tree: GameTree) -> GameTree {
    let number = sgf::game_number(&tree);
    let mut moves = replay::from_sgf(&tree);
    let known = moves.tags.get("Variant").and_then(library::find).is_some();
    let named = number.and_then(|number| library::numbered(u16::try_from(number).ok()?));
    if let Some(name) = named.filter(|_| !known) {
        moves.tags.set("Variant", name);
    }
    moves
}

/// `White – Black, Event, Date, 1-0`
fn title(tree: &GameTree) -> String {
    let tag = |name| tree.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
    let mut parts = Vec::new();
    if let (Some(first), Some(second)) = (tag("White").or(tag("Red")), tag("Black")) {
        parts.push(format!("{first} – {second}"));
    }
    parts.extend(["Event", "Date"].into_iter().filter_map(tag).map(str::to_owned));
    parts.extend(Some(tree.termination.marker().into_owned()).filter(|marker| marker != "*"));
    parts.join(", ")
}

/// The moves of the longest game that is read. Each position holds all before it, so the time grows with the square.
const LONGEST: usize = 3000;

/// The moves of a game, by the rules it names: the current ones, or those of a shipped game, whose name is then returned.
///
/// # Errors
/// If the rules are unknown, the start position cannot be played, or the game is longer than [`LONGEST`].
pub fn moves(table: Option<&Table>, tree: &GameTree) -> Answer {
    let length = tree.main_line().skip(1).count();
    if length > LONGEST {
        return Err(format!("the game has {length} moves; the page reads at most {LONGEST}"));
    }
    let lookup = |name: &str| match table.filter(|table| is_called(table, name)) {
        Some(table) => Some(known(table)),
        None => {
            let compiled = library::load_to_play(library::find(name)?)?;
            Some(Known { hash: compiled.rule_hash_text(), rules: Rules::new(compiled.variant?) })
        }
    };
    let named = replay::Header::new(&tree.tags).name().to_owned();
    let own = table.is_some_and(|table| is_called(table, &named));
    let (mut game, problems) =
        Game::from_tree(tree.clone(), &lookup).map_err(|problem| problem.message.clone())?;
    let rules = game.known().rules.clone();
    let start = (game.start().setup() != rules.variant().start).then(|| game.start().fen());
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let mut nodes = Vec::new();
    let all: Vec<NodeId> = game.tree().nodes().skip(1).collect();
    for node in all {
        // A word that is not a legal move has no position; the problems report it.
        if !game.go(node) {
            continue;
        }
        let after = game.position().clone();
        let mut before = after.clone();
        let Some(mv) = before.undo() else { continue };
        let (setup, legal) = (before.setup(), before.legal_moves().into());
        let view = View { variant: rules.variant(), setup: &setup, legal: &legal };
        let parent = game.tree().parent(node);
        let said: Vec<_> = game.tree()[node].said().map(|said| said.into_owned()).collect();
        nodes.push(json!({
            "parent": parent.and_then(|parent| places.get(&parent)),
            "move": coordinate(view, mv),
            "labels": written(&before, mv, &after),
            "said": said.join("\n"),
        }));
        places.insert(node, places.len());
    }
    let tree = game.tree();
    let tags: Vec<_> = tree.tags.iter().map(|tag| json!([tag.name, tag.value])).collect();
    Ok(json!({
        "game": library::find(&named).filter(|_| !own),
        "fen": start,
        "nodes": nodes,
        "tags": tags,
        "result": tree.termination.marker(),
        "title": title(tree),
        "problem": problems.iter().next().map(|problem| problem.message.clone()),
    }))
}

/// Whether the current rules are those of the game with this name.
fn is_called(table: &Table, name: &str) -> bool {
    let variant = table.rules.variant();
    let mut names =
        variant.notation.records.names.iter().chain([&variant.name]).map(|known| Records::plain(known));
    let name = Records::plain(name);
    !name.is_empty() && names.any(|known| known == name)
}

fn known(table: &Table) -> Known {
    Known { rules: table.rules.clone(), hash: table.compiled.rule_hash_text() }
}

/// Tags that follow from the rules and the moves.
const OWN_TAGS: [&str; 6] = ["Variant", "CarnRules", "SetUp", "FEN", "Format", "Result"];

/// A game of the page as the text of a file. `as` is one of [`formats`]; `nodes` are moves in coordinates, each with the index
/// of the previous one.
///
/// # Errors
/// If a move is illegal, or the format is unknown.
pub fn save(table: &Table, request: &Value) -> Answer {
    let mut game = match request["fen"].as_str().filter(|fen| !fen.is_empty()) {
        Some(fen) => Game::from_fen(known(table), fen).map_err(|error| error.to_string())?,
        None => Game::new(known(table)),
    };
    let mut places: Vec<NodeId> = Vec::new();
    for node in request["nodes"].as_array().into_iter().flatten() {
        let parent = number(node, "parent").and_then(|index| places.get(index)).copied();
        game.go(parent.unwrap_or(NodeId::ROOT));
        let word = text(node, "move")?;
        let mv = notation::read(game.position(), word, &[Script::Coordinate])
            .map_err(|error| notation::why(game.position(), &error))?;
        places.push(game.play(mv).map_err(|error| error.to_string())?);
        if let Some(said) = node["said"].as_str().filter(|said| !said.is_empty()) {
            game.comment(said);
        }
    }
    if let Some(result) = request["result"].as_str().and_then(Termination::from_marker) {
        game.conclude(result);
    }
    let mut tree = game.to_tree();
    for tag in request["tags"].as_array().into_iter().flatten() {
        if let (Some(name), Some(value)) = (tag[0].as_str(), tag[1].as_str())
            && !OWN_TAGS.contains(&name)
        {
            tree.tags.set(name, value);
        }
    }
    let format = text(request, "as")?;
    let script = match format {
        "sgf" => Script::Coordinate,
        "kif" => Script::Kif,
        _ => table.rules.variant().notation.scripts.first().copied().unwrap_or(Script::Coordinate),
    };
    let lookup = |_: &str| Some(known(table));
    let replay = replay::resolve(&mut tree, 1, &lookup, None).map_err(|problem| problem.message)?;
    replay::convert(&mut tree, &replay, script);
    let text = match format {
        "pgn" => pgn::write_game(&tree),
        "sgf" => sgf::write_utf8(&[replay::to_sgf(&tree, table.rules.variant())]),
        "kif" => kifu::write(&tree, &replay).ok_or("KIF has no way to write this game's start")?,
        other => return Err(format!("`{other}` is no format of records")),
    };
    Ok(json!({ "text": text }))
}
