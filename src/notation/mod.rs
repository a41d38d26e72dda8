//! Reads and writes moves in the notations that the rule file selects.
//!
//! A [`Script`] is a notation of moves. A variant's `[notation]` names its scripts; [`Variant::can_write`] tells which scripts its board
//! allows. Most callers need only [`write()`] and [`read`]; [`write_in`] and [`read_in`] do the same from parts ([`View`]). For
//! millions of moves, keep a [`SanReader`] and a [`QuickReader`] per variant.
//!
//! Two moves may have the same origin, target and choice but different effects. In every script a suffix `~2`, `~3`, …
//! distinguishes all but the first, in the order of [`Move::way`].

mod at_position;
mod chain;
mod chinese;
mod condition;
mod coordinate;
mod csa;
mod error;
mod hodges;
mod kif;
mod legs;
mod line;
#[cfg(feature = "record")]
mod loose;
mod mirrored;
mod move_names;
mod numeral;
mod pdn;
mod quick;
mod reason;
mod relative;
mod san;
mod san_read;
#[cfg(feature = "record")]
mod san_write;
mod special;
mod suffix;
mod usi;
mod view;
mod wxf;

use std::borrow::Cow;

use crate::geometry::Square;
use crate::variant::{Move, Script, Variant};

#[cfg(feature = "record")]
pub(crate) use at_position::write_played;
pub use at_position::{read, write, write_between};
pub use coordinate::hyphen;
pub use error::{Meant, ReadError, Wanted};
pub use line::LineReader;
#[cfg(feature = "record")]
pub(crate) use loose::{is_remark, loose};
#[cfg(feature = "record")]
pub(crate) use mirrored::coordinates as mirrored_coordinates;
#[cfg(feature = "record")]
pub(crate) use numeral::narrow;
pub use quick::QuickReader;
pub use reason::{asks, objection, reason, refusal, why};
pub use san_read::{SanReader, Word};
#[cfg(feature = "record")]
pub use san_write::{SanWriter, Unmarked};
pub(crate) use special::read as read_scriptless;
#[cfg(feature = "record")]
pub(crate) use special::{PASS, counted_from_above, leaves, passes, point};
pub use view::{Consequence, LegalMoves, View};

/// The maximum length of a move's text in bytes. Longer texts are rejected, because reading takes quadratic time.
const LONGEST: usize = 1024;

/// The script with this name in a rule file (`san`).
pub fn script_named(name: &str) -> Option<Script> {
    Script::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, script)| script)
}

/// The name of a script in a rule file.
pub fn script_name(script: Script) -> &'static str {
    Script::NAMED.iter().find(|&&(_, known)| known == script).map_or("", |(name, _)| name)
}

/// The names of all scripts, for messages.
pub fn script_names() -> impl Iterator<Item = &'static str> {
    Script::NAMED.iter().map(|&(name, _)| name)
}

/// The text of a legal move in one script.
///
/// `consequence` tells the effect of the move; only SAN, short or long, writes it (capture, check, mate). `None` if the script
/// does not fit the variant, or if the move is not among the view's legal moves. A player's leaving counts as legal where it is
/// allowed.
pub fn write_in(view: View<'_>, mv: Move, consequence: Consequence, script: Script) -> Option<String> {
    let legal = if mv.is_leaving() {
        view.variant.may_leave(view.setup)
    } else {
        view.legal.binary_search(&mv).is_ok()
    };
    if !view.variant.can_write(script) || !legal {
        return None;
    }
    let own_drops =
        matches!(script, Script::Usi | Script::Hodges | Script::Kif | Script::Csa) && mv.drop().is_some();
    if let Some(text) = special::write(view, mv).filter(|_| !own_drops) {
        let marked = mv.drop().is_some() && matches!(script, Script::San | Script::Long);
        return Some(if marked { san::marked(text, consequence) } else { text });
    }
    match script {
        Script::Coordinate => Some(coordinate::write(view, mv)),
        Script::Iccs => coordinate::write_iccs(view, mv),
        Script::San => Some(san::write(view, mv, consequence)),
        Script::Long => Some(san::write_long(view, mv, consequence)),
        Script::Chinese => chinese::write(view, mv),
        Script::Wxf => wxf::write(view, mv),
        Script::Usi => Some(mirrored::write(view, mv, usi::compose, usi::told)),
        Script::Hodges => Some(mirrored::write(view, mv, hodges::compose, hodges::told)),
        Script::Kif => Some(mirrored::write(view, mv, kif::compose, kif::told)),
        Script::Csa => Some(csa::write(view, mv)),
        Script::Pdn => Some(pdn::write(view, mv)),
    }
}

/// The legal move for a text in one of some scripts. Scripts that do not fit the variant are skipped. To read several moves of
/// one line, use a [`LineReader`], which learns the script.
///
/// # Errors
/// [`ReadError::Readings`] if two scripts read different legal moves. Otherwise the error of the best reading: an illegal or
/// ambiguous move ranks above an unreadable text.
pub fn read_in(view: View<'_>, text: &str, scripts: &[Script]) -> Result<Move, ReadError> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(ReadError::Unreadable);
    }
    if let Some(found) = read_scriptless(view, text) {
        return found;
    }
    let one = |script| {
        let mut found = match script {
            Script::Coordinate => coordinate::read(view, text),
            Script::Iccs => coordinate::read_iccs(view, text),
            Script::San | Script::Long => SanReader::new(view.variant).read(view, text),
            Script::Chinese => chinese::read(view, text),
            Script::Wxf => wxf::read(view, text),
            Script::Usi => mirrored::read(view, text, usi::told),
            Script::Hodges => mirrored::read(view, text, hodges::told),
            Script::Kif => kif::read(view, text),
            Script::Csa => csa::read(view, text),
            Script::Pdn => pdn::read(view, text),
        };
        if let Err(ReadError::NoSuchMove(wanted)) = &mut found {
            wanted.script = Some(script);
        }
        found
    };
    match *scripts {
        [script] if view.variant.can_write(script) => one(script),
        _ => LineReader::new(view.variant, scripts).read_by(one),
    }
}

/// The text of a move from a line of moves in the form in which it is read alone. A sign for the previous move's target is
/// replaced by the name of the square.
pub fn spelled_out<'t>(variant: &Variant, text: &'t str, last: Option<Square>) -> Cow<'t, str> {
    // The first letter excludes most texts.
    let may_be = !text.as_bytes().first().is_none_or(u8::is_ascii);
    let spelled = last.filter(|_| may_be).and_then(|last| kif::spell_out(variant, text, last));
    spelled.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The reverse: the text of a move in a line of moves, with the script's sign if it ends on the previous move's target.
pub fn in_line(variant: &Variant, text: String, script: Script, last: Option<Square>) -> String {
    let shortened =
        last.filter(|_| script == Script::Kif).and_then(|last| kif::shorten(variant, &text, last));
    shortened.unwrap_or(text)
}

/// The words of a line of moves, split at blanks, except the blank inside a move after the sign for a square. The numbers of
/// moves are left out: `1. e4`, `1.e4`, `1...`, `１．炮二平五`.
pub fn words(line: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut words = line.split_whitespace().map(unnumbered).filter(|word| !word.is_empty());
    std::iter::from_fn(move || {
        let word = words.next()?;
        let piece = if kif::is_same(word) { words.next() } else { None };
        Some(piece.map_or(Cow::Borrowed(word), |piece| Cow::Owned(format!("{word}{piece}"))))
    })
}

/// A word without the number of the move before it.
fn unnumbered(word: &str) -> &str {
    let digit = |c: char| numeral::narrow(c).is_ascii_digit();
    let after = word.trim_start_matches(digit);
    let rest = after.trim_start_matches(['.', '…', '．', '。', '、']);
    // In WXF `32.1` is a move: the third soldier of the second file moves to the first.
    let dotted = !rest.is_empty() && rest.chars().all(digit);
    if rest.len() < after.len() && !dotted { rest } else { word }
}

/// The value of a number in Chinese numerals or digits of any width.
#[cfg(feature = "record")]
pub(crate) fn chinese_number(text: &str) -> Option<u16> {
    numeral::number(&text.chars().map(numeral::digit).collect::<Option<Vec<u16>>>()?)
}

/// Whether a word of a record is the sign for a square, so that the piece follows.
#[cfg(feature = "record")]
pub(crate) fn is_begun(word: &str) -> bool {
    kif::is_same(word)
}

/// A square's name in a script. ICCS counts ranks from 0, and the mirrored scripts number files from the first player's right;
/// every other script uses the board's names.
pub fn square_name(variant: &Variant, square: Square, script: Option<Script>) -> String {
    if matches!(script, Some(Script::Usi | Script::Hodges | Script::Kif | Script::Csa))
        && let Some(name) = mirrored::name(&variant.board, square).filter(|_| variant.can_write(Script::Usi))
    {
        return name;
    }
    let iccs = script.filter(|&script| script == Script::Iccs && variant.can_write(script));
    iccs.and_then(|_| coordinate::iccs_name(&variant.board, square))
        .unwrap_or_else(|| variant.board.name(square))
}
