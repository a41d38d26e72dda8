//! A variant with all inherited values: fields, and the pieces by the program's names.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;

use super::game::Lost;
use super::keys::{Key, Kind, Ranks, Side, keys};
use super::text::{Entry, Section};

/// Fairy-Stockfish's pieces, one per line: `name = betza role`.
const PIECES: &str = include_str!("../../reference/fairy/pieces.ini");

/// The number of pieces that a configuration may define.
const CUSTOM: usize = 25;

/// The sign for all pieces in a set.
pub const ALL: &str = "*";

/// A piece of the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its letter, upper case.
    pub letter: char,
    /// Its movement, if the configuration defines it.
    pub betza: Option<(String, Option<Span>)>,
}

/// A part of a set of squares; files and ranks count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    All,
    Rank(u16),
    File(u16),
    Square(u16, u16),
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(i64),
    Region(Vec<Part>),
    Set(Vec<String>),
    Word(String),
    Map(Vec<(String, String)>),
}

/// A variant with all inherited values.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The nearest built-in ancestor, or the variant itself if it is built in.
    pub base: Option<String>,
    /// The pieces by the program's names.
    pub slots: BTreeMap<String, Slot>,
    /// Fields, for the first and the second player.
    pub values: BTreeMap<(&'static str, usize), Value>,
    /// The squares that a piece may enter, for the first and the second player.
    pub mobility: BTreeMap<(String, usize), Vec<Part>>,
    /// The key that last set a field, its value, and its place if it is in the file.
    pub said: BTreeMap<String, (String, String, Option<Span>)>,
    /// The names of pieces in rule files.
    pub names: BTreeMap<String, String>,
    /// Lines without a meaning.
    pub unread: Vec<Lost>,
}

/// A built-in piece of the program.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The program's name.
    pub name: &'static str,
    /// Its movement.
    pub betza: &'static str,
    /// Its name in rule files.
    pub role: &'static str,
    /// A word for its special property; empty for most.
    pub special: &'static str,
}

/// Every piece that the program knows.
pub fn known() -> impl Iterator<Item = Known> {
    PIECES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (name, rest) = line.split_once(" = ")?;
        let mut words = rest.split(' ');
        let (betza, role) = (words.next()?, words.next()?);
        let betza = if betza == "-" { "" } else { betza };
        Some(Known { name, betza, role, special: words.next().unwrap_or("") })
    })
}

/// The special property of a piece; empty for most.
pub fn special(name: &str) -> &'static str {
    known().find(|one| one.name == name).map_or("", |one| one.special)
}

/// Whether the program has a piece of this name.
fn is_piece(name: &str) -> bool {
    let custom = name.strip_prefix("customPiece").and_then(|number| number.parse::<usize>().ok());
    custom.is_some_and(|number| (1..=CUSTOM).contains(&number)) || known().any(|one| one.name == name)
}

impl Config {
    /// A number; 0 if the field is not set.
    pub fn number(&self, field: &'static str) -> i64 {
        match self.values.get(&(field, 0)) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// A flag for the first player, or for both.
    pub fn flag(&self, field: &'static str) -> bool {
        self.values.get(&(field, 0)) == Some(&Value::Flag(true))
    }

    /// A word or a text; empty if the field is not set.
    pub fn word(&self, field: &'static str) -> &str {
        match self.values.get(&(field, 0)) {
            Some(Value::Word(word)) if word != "none" => word,
            _ => "",
        }
    }

    /// Pieces by their names.
    pub fn set(&self, field: &'static str, side: usize) -> &[String] {
        match self.values.get(&(field, side)) {
            Some(Value::Set(set)) => set,
            _ => &[],
        }
    }

    /// Squares, if the field is set.
    pub fn region(&self, field: &'static str, side: usize) -> Option<&[Part]> {
        match self.values.get(&(field, side)) {
            Some(Value::Region(region)) => Some(region),
            _ => None,
        }
    }

    /// Pairs of a piece and a piece or a number.
    pub fn map(&self, field: &'static str) -> &[(String, String)] {
        match self.values.get(&(field, 0)) {
            Some(Value::Map(map)) => map,
            _ => &[],
        }
    }

    /// The piece with a letter.
    pub fn by_letter(&self, letter: char) -> Option<&str> {
        let upper = letter.to_ascii_uppercase();
        self.slots.iter().find(|(_, slot)| slot.letter == upper).map(|(name, _)| name.as_str())
    }

    /// Applies a section. `own` means that it is in the user's file, so that its errors are reported.
    pub fn apply(&mut self, section: &Section, own: bool) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        self.pieces(section, own, &mut findings);
        for Key(name, field, side, kind) in keys() {
            let Some(entry) = section.entries.iter().find(|entry| entry.key == *name) else { continue };
            if *kind == Kind::Ignored {
                continue;
            }
            match self.value(field, *kind, entry) {
                Ok(value) => {
                    self.unread.retain(|one| one.key != entry.key);
                    let sides: &[usize] = match side {
                        Side::Both => &[0, 1],
                        Side::First => &[0],
                        Side::Second => &[1],
                    };
                    for &side in sides {
                        let value = match (&value, kind) {
                            (Value::Region(parts), Kind::Ranks(_)) => Value::Region(self.seen(parts, side)),
                            _ => value.clone(),
                        };
                        self.values.insert((field, side), value);
                    }
                    let place = own.then_some(entry.key_span);
                    self.said.insert((*field).to_owned(), (entry.key.clone(), entry.value.clone(), place));
                }
                Err((span, message)) => {
                    self.unread(entry, "a value that this key does not take", true);
                    findings.push(Diagnostic::new(Code::INI_VALUE, span, message));
                }
            }
        }
        for entry in &section.entries {
            self.mobility(entry, &mut findings);
            let known = keys().iter().any(|Key(name, ..)| *name == entry.key)
                || is_piece(&entry.key)
                || entry.key.starts_with("mobilityRegion");
            if !known {
                // The program ignores a key that it does not know.
                self.unread(entry, "a key that no variant has", false);
                let finding = Diagnostic::new(
                    Code::UNKNOWN_OPTION,
                    entry.key_span,
                    format!("no variant has the key `{}`", entry.key),
                );
                findings.push(match nearest(&entry.key, keys().iter().map(|Key(name, ..)| *name)) {
                    Some(near) => finding.fix(entry.key_span, near, format!("`{near}` is the nearest key")),
                    None => finding,
                });
            }
        }
        // Errors in the table of built-in variants are not the user's.
        if own { findings } else { Vec::new() }
    }

    /// Ranks counted from a player's side.
    fn seen(&self, ranks: &[Part], side: usize) -> Vec<Part> {
        let last = self.number("maxRank").clamp(1, 100) as u16 - 1;
        let ranks = ranks.iter().filter_map(|part| match *part {
            Part::Rank(rank) if side == 1 => last.checked_sub(rank).map(Part::Rank),
            part => Some(part),
        });
        ranks.collect()
    }

    /// Records a line without a meaning, whose contents are lost; `rules` as in [`Lost`].
    fn unread(&mut self, entry: &Entry, why: &str, rules: bool) {
        let Entry { key, value, key_span, .. } = entry;
        self.unread.retain(|other| other.key != *key);
        self.unread.push(Lost {
            key: key.clone(),
            value: value.clone(),
            why: why.to_owned(),
            rules,
            span: Some(*key_span),
        });
    }

    /// Applies the pieces: first removals, then definitions.
    fn pieces(&mut self, section: &Section, own: bool, findings: &mut Vec<Diagnostic>) {
        let entries = || section.entries.iter().filter(|entry| is_piece(&entry.key));
        for entry in entries() {
            let first = entry.value.chars().next();
            if first.is_none_or(|letter| !letter.is_ascii_alphabetic()) {
                self.remove(&entry.key);
                if first != Some('-') {
                    self.unread(entry, "a value that this key does not take", true);
                    let message = format!("`{}` is no letter of a piece", entry.value);
                    findings.push(Diagnostic::new(Code::INI_VALUE, entry.value_span, message));
                }
            }
        }
        for entry in entries() {
            let mut letters = entry.value.chars();
            let Some(letter) = letters.next().filter(char::is_ascii_alphabetic) else { continue };
            let letter = letter.to_ascii_uppercase();
            // A letter belongs to one piece.
            if let Some(other) = self.by_letter(letter).map(str::to_owned)
                && other != entry.key
            {
                self.remove(&other);
            }
            let text = entry.value.get(2..).filter(|text| !text.is_empty());
            let start = entry.value_span.start + 2;
            let betza = text.map(|text| (text.to_owned(), own.then(|| Span::new(start, start + text.len()))));
            if entry.key.starts_with("custom") && betza.is_none() {
                let message = format!("`{}` needs a movement after its letter", entry.key);
                let fixed = format!("{}:W", letter.to_ascii_lowercase());
                self.unread(entry, "a piece without a movement", true);
                findings.push(
                    Diagnostic::new(Code::INI_VALUE, entry.value_span, message)
                        .help(format!("such as `{fixed}`")),
                );
            }
            let passing = betza.as_ref().is_some_and(|(text, _)| text.contains('e'));
            self.names.remove(&entry.key);
            self.slots.insert(entry.key.clone(), Slot { letter, betza });
            for side in [0, 1] {
                if let (true, Value::Set(set)) =
                    (passing, self.values.entry(("enPassantTypes", side)).or_insert(Value::Set(Vec::new())))
                    && !set.contains(&entry.key)
                {
                    set.push(entry.key.clone());
                }
            }
        }
    }

    /// Removes a piece, also from promotions.
    fn remove(&mut self, name: &str) {
        self.slots.remove(name);
        self.names.remove(name);
        for side in [0, 1] {
            if let Some(Value::Set(set)) = self.values.get_mut(&("promotionPieceTypes", side)) {
                set.retain(|one| one != name);
            }
        }
    }

    fn value(&mut self, field: &'static str, kind: Kind, entry: &Entry) -> Result<Value, (Span, String)> {
        let text = entry.value.as_str();
        let wrong =
            |what: &str| Err((entry.value_span, format!("`{}` takes {what}, not `{text}`", entry.key)));
        match kind {
            Kind::Flag => match text {
                "true" => Ok(Value::Flag(true)),
                "false" => Ok(Value::Flag(false)),
                _ => wrong("`true` or `false`"),
            },
            Kind::Number => match text.split_whitespace().next().and_then(|word| word.parse::<i64>().ok()) {
                Some(number) if (0..=100_000).contains(&number) => Ok(Value::Number(number)),
                _ => wrong("a number"),
            },
            Kind::File => {
                let letter = text.chars().next().filter(char::is_ascii_lowercase);
                let number = letter.map(|letter| i64::from(u32::from(letter) - u32::from('a') + 1));
                match number.or_else(|| text.parse::<i64>().ok()) {
                    Some(number) if (1..=26).contains(&number) => Ok(Value::Number(number)),
                    _ => wrong("a file: a letter or a number"),
                }
            }
            Kind::Region => {
                region(text).map(Value::Region).map_or_else(|| wrong("squares, such as `d4 e4 *8`"), Ok)
            }
            Kind::Ranks(ranks) => match text.split_whitespace().next().and_then(|word| word.parse().ok()) {
                Some(rank) if (1..=26_u16).contains(&rank) => {
                    let last = self.number("maxRank").clamp(1, 100) as u16;
                    let (least, most) = match ranks {
                        Ranks::From => (rank, last),
                        Ranks::Least => (rank, 2),
                        Ranks::Most => (2, rank),
                    };
                    Ok(Value::Region((least..=most).map(|rank| Part::Rank(rank - 1)).collect()))
                }
                _ => wrong("a rank"),
            },
            Kind::Word(words) if words.split(' ').any(|word| word == text) => {
                Ok(Value::Word(text.to_owned()))
            }
            Kind::Word(words) => wrong(&format!("one of {}", words.replace(' ', ", "))),
            Kind::Text => Ok(Value::Word(text.to_owned())),
            Kind::Set | Kind::Piece => {
                let mut set = Vec::new();
                for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                    match (letter, self.by_letter(letter)) {
                        ('-', _) => break,
                        ('*', _) => set.push(ALL.to_owned()),
                        (_, Some(name)) => set.push(name.to_owned()),
                        (_, None) => return wrong("letters of the variant's pieces"),
                    }
                }
                if kind == Kind::Piece {
                    set.drain(..set.len().saturating_sub(1));
                }
                Ok(Value::Set(set))
            }
            Kind::Limits | Kind::Pairs | Kind::Names => {
                let mut map: Vec<(String, String)> = self.map(field).to_vec();
                for pair in text.split_whitespace() {
                    let piece = |word: &str| {
                        let mut letters = word.chars();
                        let letter = letters.next().filter(|_| letters.next().is_none())?;
                        self.by_letter(letter).map(str::to_owned)
                    };
                    let Some((of, to)) = pair.split_once(':') else {
                        return wrong("pairs, such as `p:q r:1`");
                    };
                    let Some(of) = piece(of) else { return wrong("letters of the variant's pieces") };
                    let to = match kind {
                        Kind::Pairs if to == "-" => String::new(),
                        Kind::Pairs => match piece(to) {
                            Some(to) => to,
                            None => return wrong("letters of the variant's pieces"),
                        },
                        Kind::Limits if to.parse::<u16>().is_err() => {
                            return wrong("a number for each piece");
                        }
                        _ => to.to_owned(),
                    };
                    map.retain(|(other, _)| *other != of);
                    map.push((of, to));
                }
                if kind == Kind::Names {
                    self.names.extend(map.iter().cloned());
                }
                Ok(Value::Map(map))
            }
            Kind::Ignored => Ok(Value::Word(String::new())),
        }
    }

    /// `mobilityRegionWhitePIECE`.
    fn mobility(&mut self, entry: &Entry, findings: &mut Vec<Diagnostic>) {
        let Some(rest) = entry.key.strip_prefix("mobilityRegion") else { return };
        let sides = [("White", 0), ("Black", 1)];
        let found = sides.iter().find_map(|(word, side)| Some((rest.strip_prefix(word)?, *side)));
        let named = found.and_then(|(piece, side)| {
            let mut letters = piece.chars();
            let first = letters.next()?.to_lowercase().to_string();
            let name = first + letters.as_str();
            is_piece(&name).then_some((name, side))
        });
        let Some((name, side)) = named else {
            self.unread(entry, "a key that names no piece", true);
            let message = format!("`{}` names no piece", entry.key);
            findings.push(Diagnostic::new(Code::UNKNOWN_OPTION, entry.key_span, message));
            return;
        };
        match region(&entry.value) {
            Some(region) => {
                self.mobility.insert((name, side), region);
            }
            None => {
                self.unread(entry, "a value that this key does not take", true);
                let message = format!("`{}` takes squares, not `{}`", entry.key, entry.value);
                findings.push(Diagnostic::new(Code::INI_VALUE, entry.value_span, message));
            }
        }
    }
}

/// Squares in a configuration's notation; `-` and an empty text mean none.
fn region(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        if word == "all" {
            parts.push(Part::All);
            continue;
        }
        let (file, rank) = word.split_at(word.char_indices().nth(1).map_or(word.len(), |(at, _)| at));
        let letter = file.chars().next()?.to_ascii_lowercase();
        let column = letter.is_ascii_lowercase().then(|| (u32::from(letter) - u32::from('a')) as u16);
        let row = rank.parse::<u16>().ok().filter(|row| (1..=100).contains(row)).map(|row| row - 1);
        parts.push(match (letter, column, rank, row) {
            ('*', _, _, Some(row)) => Part::Rank(row),
            (_, Some(column), "*", _) => Part::File(column),
            (_, Some(column), _, Some(row)) => Part::Square(column, row),
            _ => return None,
        });
    }
    Some(parts)
}

/// The squares of a region on a board, as (file, rank) from 0.
pub fn squares(parts: &[Part], files: u16, ranks: u16) -> BTreeSet<(u16, u16)> {
    let all = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
    all.filter(|&(file, rank)| {
        parts.iter().any(|part| match *part {
            Part::All => true,
            Part::Rank(one) => one == rank,
            Part::File(one) => one == file,
            Part::Square(column, row) => (column, row) == (file, rank),
        })
    })
    .collect()
}
