//! The last step: the whole file, or what is left of it beside a shipped game that it extends.

use std::collections::BTreeMap;

use crate::library;
use crate::notation;
use crate::position::{Position, Rules};
use crate::random::Random;
use crate::variant::{Move, Script};

use super::config::Config;
use super::doc::Doc;
use super::game::Game;
use super::{Imported, Lost, written};

/// How many random games, and how many moves of each, tell whether the short file plays as the long one.
const GAMES: usize = 4;
const PLIES: usize = 40;

/// Fills in the text: that of the file which is shorter, with what is lost as comments.
pub fn finish(imported: &mut Imported, game: Game<'_>, config: &Config, known: &BTreeMap<String, Config>) {
    let whole = game.doc.clone();
    let mut lost = game.lost.clone();
    let mut text = whole.alone().text();
    let rules = library::rules_from("import.toml", &text);
    // A shipped game of the name of an ancestor says what no configuration key could be turned into.
    let parent = config.base.as_ref().and_then(|base| {
        let shipped = library::text(base)?;
        let parent = written(base, known.get(base)?).ok()?;
        Some((base.clone(), shipped, parent))
    });
    if let Some((base, _, parent)) = parent {
        let short = whole.beside(&parent.doc, &base);
        let short_text = tidy(&short);
        let left: Vec<Lost> = lost.iter().filter(|one| !inherited(one, &parent, config, known, &base)).cloned().collect();
        let better = left.len() < lost.len();
        let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).count();
        let compiled = library::rules_from("import.toml", &short_text);
        let alike = match (&rules, &compiled) {
            (Ok(rules), Ok(compiled)) => alike(rules, compiled),
            _ => false,
        };
        if compiled.is_ok() && (better || alike && lines(&short_text) < lines(&text)) {
            text = short_text;
            lost = left;
            imported.extends = Some(base);
        }
    }
    if let Err(error) = library::rules_from("import.toml", &text) {
        imported.failed = Some(error.to_string());
    }
    imported.text = header(&imported.name, &lost) + &text;
    imported.lost = lost;
}

/// The short file, without lines that say what is there anyway.
fn tidy(doc: &Doc) -> String {
    doc.text()
}

/// Whether what is lost is the same in the shipped game's own configuration, so that extending that game says it.
fn inherited(
    lost: &Lost,
    parent: &Game<'_>,
    config: &Config,
    known: &BTreeMap<String, Config>,
    base: &str,
) -> bool {
    let same_field = |field: &str| {
        let Some(other) = known.get(base) else { return false };
        let values = |config: &Config| -> Vec<String> {
            config
                .values
                .iter()
                .filter(|((name, _), _)| *name == field)
                .map(|(key, value)| format!("{key:?}{value:?}"))
                .collect()
        };
        values(config) == values(other)
    };
    // Counting and chasing are not in the shipped games either.
    let unsaid = ["chasingRule", "countingRule"].contains(&lost.key.as_str());
    !unsaid && lost.span.is_none() && parent.lost.iter().any(|one| one.key == lost.key) && same_field(&lost.key)
}

/// Whether two games play alike, as far as some random games tell.
fn alike(one: &Rules, other: &Rules) -> bool {
    let mut random = Random::new(1);
    for _ in 0..GAMES {
        let (mut a, mut b) = (Position::start(one), Position::start(other));
        for _ in 0..PLIES {
            let names = |position: &Position| -> Vec<String> {
                let mut names: Vec<String> =
                    position.legal_moves().iter().map(|mv| spelled(position, *mv)).collect();
                names.sort();
                names
            };
            let (ours, theirs) = (names(&a), names(&b));
            if ours != theirs || a.outcome().is_some() != b.outcome().is_some() {
                return false;
            }
            let Some(name) = random.choose(&ours) else { break };
            if a.outcome().is_some() {
                break;
            }
            let find = |position: &Position| {
                position.legal_moves().into_iter().find(|mv| spelled(position, *mv) == *name)
            };
            let (Some(mine), Some(yours)) = (find(&a), find(&b)) else { return false };
            a.play_unchecked(mine);
            b.play_unchecked(yours);
        }
    }
    true
}

/// A move by its squares.
fn spelled(position: &Position, mv: Move) -> String {
    notation::write(position, mv, Script::Coordinate).unwrap_or_default()
}

/// What is lost, as comments at the head of the file.
fn header(name: &str, lost: &[Lost]) -> String {
    let mut out = format!("# {} of a configuration of Fairy-Stockfish.\n", name.replace(char::is_control, " "));
    if !lost.is_empty() {
        out += "#\n# Not carried over:\n";
        for one in lost {
            let value = one.value.replace(char::is_control, " ");
            out += &format!("#   {} = {value}: {}\n", one.key.replace(char::is_control, " "), one.why);
        }
    }
    out
}
