//! The keys of a configuration: what each holds, and which field of a variant it sets.

use std::sync::OnceLock;

/// What a key's value is.
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
    /// A rank as its player counts, which stands for these ranks.
    Ranks(Ranks),
    /// Letters of pieces; `*` is all of them.
    Set,
    /// Letters of pieces, of which the last one counts.
    Piece,
    /// One of these words, parted by blanks.
    Word(&'static str),
    /// Any text.
    Text,
    /// `q:1 r:2`: a number for each of some pieces.
    Limits,
    /// `p:g s:g`: a piece for each of some pieces; `-` for none.
    Pairs,
    /// `p:name`: what rule files call the piece of that letter; only in the table of built-in variants.
    Names,
    /// Said to graphical interfaces or to the search: no rule.
    Ignored,
}

/// Which ranks a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// From this one on.
    From,
    /// Those between this one and the second.
    Least,
    /// Those between the second and this one.
    Most,
}

/// Whose field a key sets: by the order of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Both,
    First,
    Second,
}

/// A key, the field that it sets, whose, and what it holds.
pub struct Key(pub &'static str, pub &'static str, pub Side, pub Kind);

/// The table of keys, a line each: `key = field side kind`.
const TABLE: &str = include_str!("../../reference/fairy/keys.ini");

/// Keys that hold nothing about particular pieces, in the order in which they are read: later ones win.
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
