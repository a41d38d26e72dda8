//! The last step: writes the whole file, or its differences from a shipped game that it extends.

use std::collections::BTreeMap;

use crate::compile::{Natives, compile};
use crate::diagnostic::has_errors;
use crate::library;
use crate::notation;
use crate::position::{Position, Rules};
use crate::random::Random;
use crate::variant::{Move, Script};

use super::config::Config;
use super::game::Game;
use super::keys::{Key, keys};
use super::{Failure, Imported, Lost, written};

/// The number of random games and their plies that test whether the short file plays like the long one.
const GAMES: usize = 2;
const PLIES: usize = 24;

/// Sets the text: that of the shorter file, with the lost parts as comments.
pub fn finish(
    imported: &mut Imported,
    mut game: Game<'_>,
    config: &Config,
    known: &BTreeMap<String, Config>,
) -> Result<(), Failure> {
    let whole = game.doc.clone();
    let mut lost = game.lost.clone();
    // Only a shipped game has gating.
    game.set_start();
    let mut text = game.doc.alone().text();
    imported.whole = header(&imported.name, &lost) + &text;
    let rules = playable(&text);
    // A shipped game with the name of an ancestor may contain rules that no key could be converted to.
    let parent = config.base.as_ref().and_then(|base| {
        let shipped = library::text(base)?;
        let theirs = known.get(base)?;
        let parent = written(base, theirs).ok()?;
        // What is lost here is part of the shipped game, and cannot be taken out of it again.
        let agree = parent.lost.iter().all(|one| same(&one.key, config, theirs));
        agree.then(|| (base.clone(), shipped, parent))
    });
    if let Some((base, _, parent)) = parent {
        let short = whole.beside(&parent.doc, &base);
        let short_text = short.text();
        let drops = |doc: &super::doc::Doc| -> Vec<Option<String>> {
            let drop = |role: &super::game::Role| {
                doc.value(&format!("pieces.{}", role.name), "drop").map(str::to_owned)
            };
            game.roles.iter().map(drop).collect()
        };
        let differs = drops(&whole) != drops(&parent.doc);
        let carried = |one: &Lost| inherited(one, &parent, config, known, &base, differs);
        let left: Vec<Lost> = lost.iter().filter(|one| !carried(one)).cloned().collect();
        let better = left.len() < lost.len();
        let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).count();
        let shorter = lines(&short_text) < lines(&text);
        let compiled = if better || shorter { playable(&short_text) } else { Err(String::new()) };
        let alike = match (&rules, &compiled) {
            (Ok(rules), Ok(compiled)) => alike(rules, compiled),
            _ => false,
        };
        if compiled.is_ok() && (better || alike) {
            text = short_text;
            lost = left;
            imported.extends = Some(base);
        }
    }
    imported.text = header(&imported.name, &lost) + &text;
    imported.lost = lost;
    match (rules, &imported.extends) {
        (Err(why), None) => Err(("", why)),
        _ => Ok(()),
    }
}

/// Whether the shipped game's own configuration has the same lost part, so that extending that game includes it.
fn inherited(
    lost: &Lost,
    parent: &Game<'_>,
    config: &Config,
    known: &BTreeMap<String, Config>,
    base: &str,
    differs: bool,
) -> bool {
    let Some(other) = known.get(base) else { return false };
    // A lost part about the pieces' moves is included only if the pieces are the same, and the same ones are royal.
    if other.slots != config.slots || !same("extinctionPseudoRoyal", config, other) {
        return false;
    }
    // The shipped games of these names have their own rule for these keys.
    if ["nMoveRuleTypes", "pawnTypes"].contains(&lost.key.as_str()) {
        return false;
    }
    // A lost part about drops is included only if this file has no other drops.
    let drops = ["sittuyinRookDrop", "dropOppositeColoredBishop"].contains(&lost.key.as_str());
    if drops && differs {
        return false;
    }
    lost.span.is_none() && parent.lost.iter().any(|one| one.key == lost.key) && same(&lost.key, config, other)
}

/// Whether two configurations have the same value for what a key sets.
fn same(key: &str, one: &Config, other: &Config) -> bool {
    let fields = keys().iter().filter(|Key(name, ..)| *name == key).map(|Key(_, field, ..)| field);
    fields.into_iter().all(|field| {
        let values = |config: &Config| [0, 1].map(|side| config.values.get(&(*field, side)).cloned());
        values(one) == values(other)
    })
}

/// The rules of a file, or its first error, with the line.
fn playable(text: &str) -> Result<Rules, String> {
    let mut compiled = compile("import.toml", text, &library::Shipped, &Natives::default());
    match compiled.variant.take() {
        Some(variant) if !has_errors(&compiled.diagnostics) => Ok(Rules::new(variant)),
        _ => {
            let error = compiled.diagnostics.iter().find(|one| one.is_error());
            let shown = error.and_then(|error| {
                let source = compiled.sources.get(error.source)?;
                let line = source.line(source.position(error.span.start).line);
                Some(format!("{}: `{}`", error.message, line.trim()))
            });
            Err(format!("the rule file would have an error: {}", shown.unwrap_or_default()))
        }
    }
}

/// Whether two games play alike, tested with random games.
fn alike(one: &Rules, other: &Rules) -> bool {
    let mut random = Random::new(1);
    for _ in 0..GAMES {
        let (mut a, mut b) = (Position::start(one), Position::start(other));
        for _ in 0..PLIES {
            let named = |position: &Position| -> Vec<(String, Move)> {
                let moves = position.legal_moves().into_iter();
                let mut named: Vec<(String, Move)> = moves.map(|mv| (spelled(position, mv), mv)).collect();
                named.sort_by(|one, other| one.0.cmp(&other.0));
                named
            };
            let (ours, theirs) = (named(&a), named(&b));
            let same = ours.iter().map(|one| &one.0).eq(theirs.iter().map(|one| &one.0));
            if !same || a.outcome().is_some() != b.outcome().is_some() {
                return false;
            }
            if ours.is_empty() || a.outcome().is_some() {
                break;
            }
            let chosen = random.below(ours.len());
            a.play_unchecked(ours[chosen].1);
            b.play_unchecked(theirs[chosen].1);
        }
    }
    true
}

/// A move by its squares.
fn spelled(position: &Position, mv: Move) -> String {
    notation::write(position, mv, Script::Coordinate).unwrap_or_default()
}

/// The lost parts as comments for the head of the file.
fn header(name: &str, lost: &[Lost]) -> String {
    let mut out =
        format!("# {} of a configuration of Fairy-Stockfish.\n", name.replace(char::is_control, " "));
    if !lost.is_empty() {
        out += "#\n# Not converted:\n";
        for one in lost {
            let value = one.value.replace(char::is_control, " ");
            out += &format!("#   {} = {value}: {}\n", one.key.replace(char::is_control, " "), one.why);
        }
    }
    out
}
