//! Converts Fairy-Stockfish's configuration of variants, `[name:parent]` and `key = value`, to rule files.
//!
//! [`import`] resolves inherited values, from the file and from the program's built-in variants, and writes a rule file. Keys
//! that cannot be converted are listed. If a shipped game is an ancestor, the file extends it, provided that the difference is
//! shorter and both games play alike.

mod board;
mod castle;
mod config;
mod doc;
mod ends;
mod forever;
mod game;
mod keys;
mod play;
mod roles;
mod shorten;
mod text;

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::library;

use board::{Size, start};
use config::{Config, Value};
use doc::quoted;
use game::{Game, PLAYERS};
use text::Section;

pub use game::Lost;

/// The program's built-in variants.
const BUILTIN: &str = include_str!("../../reference/fairy/builtin.ini");

/// The default castling partner of a king.
const DEFAULT_BESIDE: &str = include_str!("../../reference/fairy/beside.txt").trim_ascii();

/// The base of a section without a parent.
const TEMPLATE: &str = "template";

/// A variant of a configuration, converted to a rule file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The variant's name.
    pub name: String,
    /// The text of the rule file.
    pub text: String,
    /// The same game as a file that extends nothing.
    pub whole: String,
    /// The shipped game that the file extends.
    pub extends: Option<String>,
    /// The parts that the rule file does not contain.
    pub lost: Vec<Lost>,
    /// The reason why there is no valid rule file; the text is then incomplete.
    pub failed: Option<String>,
}

/// The result of converting a configuration.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Its variants, in the order of the file.
    pub games: Vec<Imported>,
    /// The errors of the text, with spans into it.
    pub diagnostics: Vec<Diagnostic>,
    /// Requested names that do not exist.
    pub missing: Vec<String>,
}

/// Converts the variants of a configuration to rule files: those with the given names, or all.
///
/// ```
/// use carn::import::ini::import;
/// let outcome = import("[leapers:chess]\nking = k:KN\n", &[]);
/// assert!(outcome.games[0].text.contains("extends"));
/// assert!(outcome.games[0].lost.is_empty());
/// ```
#[must_use]
pub fn import(text: &str, names: &[String]) -> Outcome {
    let mut known = builtin();
    let (sections, mut diagnostics) = text::sections(text);
    let mut games = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for section in &sections {
        if known.contains_key(&section.name) {
            let message = format!("there is a variant `{}` already", section.name);
            diagnostics.push(Diagnostic::new(Code::INI_SECTION, section.span, message));
            // The program keeps the first definition.
            continue;
        }
        let parent = match &section.parent {
            None => TEMPLATE,
            Some((parent, span)) => {
                if !known.contains_key(parent) {
                    let finding = Diagnostic::new(
                        Code::INI_PARENT,
                        *span,
                        format!("there is no variant `{parent}` to inherit from"),
                    );
                    let below = |other: &Section| other.name == *parent && other.span > section.span;
                    diagnostics.push(match nearest(parent, known.keys().map(String::as_str)) {
                        _ if sections.iter().any(below) => {
                            finding.help(format!("move the section of `{parent}` above this one"))
                        }
                        Some(near) => finding.fix(*span, near, format!("`{near}` is the nearest name")),
                        None => finding,
                    });
                    continue;
                }
                parent.as_str()
            }
        };
        let mut config = known.get(parent).cloned().unwrap_or_default();
        diagnostics.extend(config.apply(section, true));
        known.insert(section.name.clone(), config.clone());
        seen.push(section.name.clone());
        if names.is_empty() || names.contains(&section.name) {
            let (game, finding) = one(section, &config, &known);
            games.push(game);
            diagnostics.extend(finding);
        }
    }
    crate::diagnostic::sort(&mut diagnostics);
    let missing = names.iter().filter(|name| !seen.contains(name)).cloned().collect();
    Outcome { games, diagnostics, missing }
}

/// The names of the program's built-in variants.
pub fn built_in() -> impl Iterator<Item = String> {
    text::sections(BUILTIN).0.into_iter().map(|section| section.name).filter(|name| name != TEMPLATE)
}

/// The program's built-in variants with all inherited values.
fn builtin() -> BTreeMap<String, Config> {
    let mut known: BTreeMap<String, Config> = BTreeMap::new();
    for section in text::sections(BUILTIN).0 {
        let parent = section.parent.as_ref().map(|(parent, _)| parent.as_str());
        let mut config = parent.and_then(|parent| known.get(parent)).cloned().unwrap_or_default();
        if parent.is_none() {
            for (field, slot) in
                [("promotionPawnTypes", "steps"), ("enPassantTypes", "steps"), ("nMoveRuleTypes", "steps")]
            {
                let set: Vec<String> = config::known()
                    .filter(|one| one.special == slot)
                    .map(|one| one.name.to_owned())
                    .collect();
                for side in [0, 1] {
                    config.values.insert((field, side), Value::Set(set.clone()));
                }
            }
        }
        config.apply(&section, false);
        if library::text(&section.name).is_some() {
            config.base = Some(section.name.clone());
        }
        known.insert(section.name, config);
    }
    known
}

/// The reason why a variant has no rule file, with the field that prevents it; an empty field is the whole variant.
type Failure = (&'static str, String);

/// The rule file of one variant, or the error that prevents it.
fn one(
    section: &Section,
    config: &Config,
    known: &BTreeMap<String, Config>,
) -> (Imported, Option<Diagnostic>) {
    let name = &section.name;
    let mut imported = Imported {
        name: name.clone(),
        text: String::new(),
        whole: String::new(),
        extends: None,
        lost: Vec::new(),
        failed: None,
    };
    let written = written(name, config);
    let finished = written.and_then(|game| shorten::finish(&mut imported, game, config, known));
    let finding = finished.err().map(|(field, why)| {
        let at = config.said.get(field).and_then(|&(.., span)| span).unwrap_or(section.span);
        let message = format!("`{name}` cannot be converted: {why}");
        imported.failed = Some(why);
        Diagnostic::new(Code::INI_VALUE, at, message)
    });
    (imported, finding)
}

/// The whole rule file of a variant.
fn written<'a>(name: &str, config: &'a Config) -> Result<Game<'a>, Failure> {
    let dimension = |field: &'static str| {
        let count = u16::try_from(config.number(field)).ok().filter(|count| (1..=26).contains(count));
        count.ok_or_else(|| (field, "a board has 1 to 26 files and ranks".to_owned()))
    };
    let (files, ranks) = (dimension("maxFile")?, dimension("maxRank")?);
    let asymmetric = config.slots.keys().any(|slot| asymmetric(config, slot));
    let flat = !config.slots.is_empty() && config.slots.keys().all(|slot| movement(config, slot).is_empty());
    let size = Size { files, ranks, turned: !flat, mirrored: asymmetric };
    let start = start(config.word("startFen"), size, config.flag("checkCounting"))
        .map_err(|why| ("startFen", format!("the start position does not fit the board: {why}")))?;
    let mut game = Game::new(config, size, start);
    for (letter, ..) in game.start.men.clone() {
        let letter = letter.chars().last().unwrap_or('*');
        if letter != '*' && config.by_letter(letter).is_none() {
            let why = format!("the start position has a `{letter}`, which is no piece of the variant");
            return Err(("startFen", why));
        }
    }
    game.doc.set("", "name", quoted(name));
    game.doc.set("", "turn", "[\"White\", \"Black\"]");
    game.doc.set("board", "axes", "[\"File\", \"Rank\"]");
    let ranges = format!("{{ File = \"a~{}\", Rank = \"1~{ranks}\" }}", Size::file(files - 1));
    game.doc.set("board", "ranges", ranges);
    let holes: board::Squares =
        game.start.men.iter().filter(|(sign, ..)| sign == "*").map(|&(_, file, rank)| (file, rank)).collect();
    if !holes.is_empty() {
        let terms: Vec<String> = board::terms(&holes, size).iter().map(|term| quoted(term)).collect();
        game.doc.set("board", "holes", format!("[{}]", terms.join(", ")));
    }
    let flip = match (size.turned, size.mirrored) {
        (true, true) => "[\"File\", \"Rank\"]",
        (true, false) => "[\"Rank\"]",
        (false, _) => "[]",
    };
    game.doc.set("players", PLAYERS[0], "{ fen = \"w\" }");
    game.doc.set("players", PLAYERS[1], format!("{{ fen = \"b\", flip = {flip} }}"));
    roles::roles(&mut game);
    roles::write(&mut game);
    castle::write(&mut game);
    play::write(&mut game);
    if config.flag("gating") {
        // For a file that extends a shipped game with gating.
        let fen = quoted(&game.start.fen);
        game.doc.set("setup", "fen", fen);
    } else {
        game.set_start();
    }
    ends::write(&mut game);
    notation(&mut game);
    game.write_zones();
    Ok(game)
}

/// Writes how moves are written: as in shogi if the pieces promote as there, otherwise as in chess.
fn notation(game: &mut Game<'_>) {
    // The program writes no letter for this built-in pawn, but one for other pieces that are called pawns in rule files.
    let plain = game.roles.iter().filter(|role| config::special(&role.slot) == "steps");
    let plain: Vec<String> = plain.map(|role| quoted(&role.name)).collect();
    if !plain.is_empty() {
        game.doc.set("notation", "letterless", format!("[{}]", plain.join(", ")));
    }
    let promoted = plain.is_empty() && game.roles.iter().any(|role| role.was.is_some());
    let scripts = if promoted { r#"["coordinate", "hodges"]"# } else { r#"["san", "coordinate"]"# };
    game.doc.set("notation", "scripts", scripts);
}

/// The text of a piece's movement.
fn movement<'a>(config: &'a Config, slot: &str) -> &'a str {
    match config.slots.get(slot).and_then(|slot| slot.betza.as_ref()) {
        Some((text, _)) => text,
        None => config::known().find(|one| one.name == slot).map_or("", |one| one.betza),
    }
}

/// Whether a piece's moves differ between left and right.
fn asymmetric(config: &Config, slot: &str) -> bool {
    let (groups, _) = crate::import::betza::read(movement(config, slot));
    let text = |letters: &[[char; 2]], mirror: bool| {
        let turn = |letter: char| match (mirror, letter) {
            (true, 'l') => 'r',
            (true, 'r') => 'l',
            (_, letter) => letter,
        };
        let mut all: Vec<[char; 2]> = letters.iter().map(|&[a, b]| [turn(a), turn(b)]).collect();
        all.sort_unstable();
        all
    };
    let both = |mirror: bool| {
        let mut all: Vec<String> = groups
            .iter()
            .map(|group| {
                format!("{:?}{:?}{:?}", group.leaps, group.range, text(&group.leg.directions, mirror))
            })
            .collect();
        all.sort();
        all
    };
    both(false) != both(true)
}
