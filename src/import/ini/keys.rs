//! The keys of a configuration: the type of each, and the field of a variant that it sets.

use std::sync::OnceLock;

/// The type of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A file: a letter, or a number from 1.
    File,
    /// Squares: `d4 e4`, `*8`, `a*`.
    Region,
    /// A rank as its player counts, which denotes these ranks.
    Ranks(Ranks),
    /// Letters of pieces; `*` is all of them.
    Set,
    /// Letters of pieces, of which the last one counts.
    Piece,
    /// One of these words, separated by blanks.
    Word(&'static str),
    /// Any text.
    Text,
    /// `q:1 r:2`: a number for each of some pieces.
    Limits,
    /// `p:g s:g`: a piece for each of some pieces; `-` for none.
    Pairs,
    /// `p:name`: the name in rule files of the piece with this letter; only in the table of built-in variants.
    Names,
    /// For graphical interfaces or the search; not a rule.
    Ignored,
}

/// The ranks that a number denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// From this rank on.
    From,
    /// The ranks from this one to the second.
    Least,
    /// The ranks from the second to this one.
    Most,
}

/// The player whose field a key sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Both,
    First,
    Second,
}

/// A key, its field, the player, and its type.
pub struct Key(pub &'static str, pub &'static str, pub Side, pub Kind);

/// The table of keys, one per line: `key = field side kind`.
const TABLE: &str = include_str!("../../reference/fairy/keys.ini");

/// The keys that are not about particular pieces, in the order of reading: later ones override.
pub fn keys() -> &'static [Key] {
    static KEYS: OnceLock<Vec<Key>> = OnceLock::new();
    KEYS.get_or_init(|| TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(key).collect())
}

fn key(line: &'static str) -> Option<Key> {
    let (name, rest) = line.split_once(" = ")?;
    let mut words = rest.splitn(4, ' ');
    let (field, side, kind) = (words.next()?, words.next()?, words.next()?);
    let side = match side {
        "first" => Side::First,
        "second" => Side::Second,
        _ => Side::Both,
    };
    let kind = match kind {
        "flag" => Kind::Flag,
        "number" => Kind::Number,
        "file" => Kind::File,
        "region" => Kind::Region,
        "ranks" => Kind::Ranks(match words.next()? {
            "least" => Ranks::Least,
            "most" => Ranks::Most,
            _ => Ranks::From,
        }),
        "set" => Kind::Set,
        "piece" => Kind::Piece,
        "word" => Kind::Word(words.next()?),
        "text" => Kind::Text,
        "limits" => Kind::Limits,
        "pairs" => Kind::Pairs,
        "names" => Kind::Names,
        _ => Kind::Ignored,
    };
    Some(Key(name, field, side, kind))
}
