//! Compares two rule files key by key after `extends`.

use std::collections::BTreeMap;

use carn::compile::KeyOrigin;
use carn::compile::schema::{FILE, Holds, Section, is_proof};
use carn::diagnostic;
use carn::variant::{Movement, Variant};
use serde_json::{Value, json};

use crate::cli::console::{Console, Paint};
use crate::cli::counted::counted;
use crate::cli::exit::Result;
use crate::cli::game::Game;

/// Keys at any place that do not affect the rules, besides [proofs](is_proof).
const SILENT: [&str; 6] = ["name", "description", "family", "extends", "records", "engine"];

/// Keys at any place that only affect looks and notation.
const LOOKS: [&str; 11] =
    ["names", "glyphs", "picture", "drawing", "tiles", "labels", "at", "lines", "colour", "draw", "notation"];

/// A key whose values differ.
pub struct KeyDifference {
    path: Vec<String>,
    first: Option<Said>,
    second: Option<Said>,
    /// Its description in the table of keys, if any.
    about: Option<&'static str>,
    /// Whether both values give the same moves.
    same_moves: bool,
    /// Whether it only affects looks and notation.
    looks: bool,
}

/// The value of a key in a file.
struct Said {
    /// The written value.
    value: String,
    place: String,
}

impl KeyDifference {
    /// The difference as JSON.
    pub fn json(&self) -> Value {
        let said = |said: &Option<Said>| {
            said.as_ref().map(|said| json!({ "value": said.value, "place": said.place }))
        };
        json!({
            "key": self.path.join("."),
            "about": self.about,
            "first": said(&self.first),
            "second": said(&self.second),
            "sameMoves": self.same_moves,
            "looks": self.looks,
        })
    }
}

/// Whether two files have the same rules, apart from the start position.
pub fn same_rules(first: &Game, second: &Game) -> bool {
    let start = |one: &KeyDifference| one.path.first().is_some_and(|section| section == "setup");
    key_differences(first, second).iter().all(|one| one.looks || one.same_moves || start(one))
}

/// The keys with different values, in the order of the first file, then of the second.
pub fn key_differences(first: &Game, second: &Game) -> Vec<KeyDifference> {
    let (ours, theirs) = (said(first), said(second));
    let order = first.compiled.origins.keys.iter().chain(&second.compiled.origins.keys);
    let mut found: Vec<KeyDifference> = Vec::new();
    for KeyOrigin { path, .. } in order {
        let (a, b) = (ours.get(path), theirs.get(path));
        let same = a.map(|(_, plain)| plain) == b.map(|(_, plain)| plain);
        if same || found.iter().any(|known| known.path == *path) {
            continue;
        }
        let own = |said: Option<&(Said, String)>| {
            said.map(|(said, _)| Said { value: said.value.clone(), place: said.place.clone() })
        };
        found.push(KeyDifference {
            first: own(a),
            second: own(b),
            about: about(path),
            same_moves: same_moves(first.variant(), second.variant(), path),
            looks: path.iter().any(|key| LOOKS.contains(&key.as_str())),
            path: path.clone(),
        });
    }
    found
}

/// Every key that is not a table: its written value, and a normalised form for comparison.
fn said(game: &Game) -> BTreeMap<Vec<String>, (Said, String)> {
    let keys = &game.compiled.origins.keys;
    let mut found = BTreeMap::new();
    for (at, key) in keys.iter().enumerate() {
        let holds_others = keys.get(at + 1).is_some_and(|next| next.path.starts_with(&key.path));
        let silent =
            key.path.first().is_some_and(|first| is_proof(first) || SILENT.contains(&first.as_str()));
        if holds_others || silent {
            continue;
        }
        let Some(source) = game.compiled.sources.get(key.source) else { continue };
        let text = source.slice(key.span);
        let value = text.split_once('=').map_or("", |(_, value)| value).trim();
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain: String = value.replace('\'', "\"").chars().filter(|c| !c.is_whitespace()).collect();
        let place = diagnostic::place(&game.compiled.sources, key.source, key.span);
        found.insert(key.path.clone(), (Said { value, place }, plain.replace(",]", "]")));
    }
    found
}

/// The description of a key in the table of keys.
fn about(path: &[String]) -> Option<&'static str> {
    let mut section: Option<&'static Section> = Some(&FILE);
    let mut named: &'static [Holds] = &[];
    let mut about = None;
    for key in path {
        let holds = match section {
            Some(known) => {
                let key = known.key(key)?;
                about = Some(key.about);
                key.holds
            }
            None => named,
        };
        section = None;
        named = &[];
        for kind in holds {
            match kind {
                Holds::Table(inner) => section = section.or(Some(inner)),
                Holds::Named(_, inner) => named = inner,
                _ => {}
            }
        }
    }
    about
}

/// Whether a piece's movements are the same set in both files, though written differently.
fn same_moves(first: &Variant, second: &Variant, path: &[String]) -> bool {
    let [pieces, role, key] = path else { return false };
    if pieces != "pieces" || !matches!(key.as_str(), "move" | "capture" | "pattern" | "like") {
        return false;
    }
    // Movements refer to roles, zones, rights and counters by index.
    let names = |variant: &Variant| {
        let roles = variant.roles.iter().map(|role| role.name.clone());
        let zones = variant.zones.iter().map(|zone| format!("{zone:?}"));
        let rights = variant.rights.iter().map(|right| right.name.clone());
        let counters = variant.counters.iter().map(|counter| counter.name.clone());
        roles.chain(zones).chain(rights).chain(counters).collect::<Vec<_>>()
    };
    let movements = |variant: &Variant| -> Option<Vec<String>> {
        let role = variant.role(variant.role_named(role)?);
        let plain = |movement: &Movement| format!("{:?}", Movement { alternative: 0, ..movement.clone() });
        let mut all: Vec<String> = role.movements.iter().map(plain).collect();
        all.sort();
        all.dedup();
        Some(all)
    };
    first.board == second.board
        && names(first) == names(second)
        && movements(first).is_some()
        && movements(first) == movements(second)
}

/// Prints the differences.
pub fn print(all: &[KeyDifference], first: &Game, second: &Game, console: &mut Console) -> Result {
    let (looks, rules): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.looks);
    if rules.is_empty() {
        let also = if looks.is_empty() { "" } else { ", except for drawing and notation" };
        console.line(format_args!("{} and {} have the same rules{also}", first.name, second.name))?;
    } else {
        console.line(format_args!("{} and {} have different rules:", first.name, second.name))?;
    }
    for one in &rules {
        let about = one.about.map_or_else(String::new, |about| format!(" ({about})"));
        let same = if one.same_moves { ": the same moves, written differently" } else { "" };
        let key = console.paint(Paint::Bold, &one.path.join("."));
        console.line(format_args!("\n  {key}{about}{same}"))?;
        for (game, said) in [(first, &one.first), (second, &one.second)] {
            let written = match said {
                Some(said) if said.value.is_empty() => format!("is there   {}", said.place),
                Some(said) => format!("{}   {}", short(&said.value), said.place),
                None => "not set".to_owned(),
            };
            console.line(format_args!("    {}: {written}", game.name))?;
        }
    }
    if !looks.is_empty() && !rules.is_empty() {
        console.line(format_args!("\n  and {} of drawing and notation", counted(looks.len(), "key")))?;
    }
    console.line("")
}

fn short(text: &str) -> String {
    if text.chars().count() <= 100 {
        return text.to_owned();
    }
    text.chars().take(99).collect::<String>() + "…"
}
