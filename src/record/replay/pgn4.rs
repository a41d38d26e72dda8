//! The conventions of PGN4, the format of chess.com for games of more than two players.
//!
//! Sources: the Wikibook "Four-Player Chess", chapter "Notation"; records of games at chess.com/variants, and the library
//! `pgn4` that reads them.
//!
//! - A round is a number and at most one move of each player, separated by two dots.
//! - `R` and `T` are moves ([`Move::leaving`](crate::variant::Move::leaving)) unless they end the game. So are `R#` and `T#`,
//!   where the player is also mated.
//! - `#` and `S` state that the next player is mated or has no move. They are not moves.
//! - `C` claims a win and ends the game.
//! - `RuleVariants` lists rule changes; only en passant is supported.
//! - The start is `StartFen4`, a name or FEN4: turn, eliminated players, rights of either wing, points, quiet plies, placement.
//! - A team's result is `1-0`, as if it were one player.

use std::fmt::Write;

use crate::position::{Position, Rules};
use crate::record::problem::ProblemKind;
use crate::record::tree::{Annotation, Scores, Termination};
use crate::variant::{PlayerId, Variant};

/// The word of an annotation that states that a player is mated or has no move.
pub(super) fn stated(annotation: &Annotation) -> Option<&'static str> {
    let Annotation::Text(text) = annotation else { return None };
    ["#", "S"].into_iter().find(|word| **word == **text)
}

/// The error of such a word in a position, if any.
pub(super) fn misstated(position: &Position, word: &str) -> Option<(ProblemKind, String)> {
    if position.rules().variant().players.len() <= 2 {
        return Some((ProblemKind::UnreadableMove, format!("{word}: this is not the notation of a move")));
    }
    if !position.setup().out.is_empty() || position.outcome().is_some() {
        return None;
    }
    let what = if word == "#" { "mated" } else { "without a move" };
    Some((ProblemKind::Contradiction, format!("{word}: no player is {what} here")))
}

/// Whether a word is a resignation, a loss on time or a claim of a win that ends the game and is therefore not a move.
pub(super) fn gives_up(position: &Position, word: &str) -> bool {
    let several = position.rules().variant().players.len() > 2 && !position.may_leave();
    let ends = several && crate::notation::leaves(word)
        || word == CLAIM && position.rules().variant().players.len() > 2;
    ends && position.outcome().is_none()
}

/// The leading player's claim of a win.
const CLAIM: &str = "C";

/// The listed rules that this variant does not have; `None` for two players.
pub(super) fn other_rules(variant: &Variant, list: &str) -> Option<String> {
    let others: Vec<&str> = list.split_whitespace().filter(|word| *word != IN_PASSING).collect();
    let named = variant.players.len() > 2 && !others.is_empty();
    named.then(|| {
        format!("the game was played with {}, which {} does not have", others.join(", "), variant.name)
    })
}

/// The standard rule.
const IN_PASSING: &str = "EnPassant";

/// The problem of a move after that.
pub(super) fn too_late(word: &str) -> String {
    format!("{word}: this player has already resigned")
}

/// Converts a result of two sides to the scores of more than two players.
pub(super) fn both(variant: &Variant, written: Termination) -> Termination {
    let halves = match written {
        _ if variant.players.len() <= 2 => return written,
        Termination::First => [2, 0],
        Termination::Second => [0, 2],
        Termination::Draw => [1, 1],
        Termination::Each(_) | Termination::Open => return written,
    };
    let first = variant.side(PlayerId(0));
    let each: Vec<u8> =
        variant.everybody().iter().map(|player| halves[usize::from(!first.contains(player))]).collect();
    let teams = variant.teams.len() == 2 && first.len() < variant.players.len();
    Scores::new(&each).filter(|_| teams || written == Termination::Draw).map_or(written, Termination::Each)
}

/// The FEN of a start given by `StartFen4`; `None` for the usual one.
///
/// # Errors
/// The part that is invalid.
pub(super) fn start(rules: &Rules, text: &str) -> Result<Option<String>, String> {
    let text: String = text.split_whitespace().collect();
    if text.is_empty() || text == USUAL {
        return Ok(None);
    }
    let unknown = |what: &str| format!("the game starts from {text:?}, of which {what}");
    if !text.contains('/') {
        return Err(unknown("nothing is known by this name"));
    }
    let fields: Vec<&str> = text.split('-').collect();
    let [turn, out, first, second, _, quiet, more @ .., placement] = &fields[..] else {
        return Err(unknown("a field is missing"));
    };
    if !more.is_empty() {
        return Err(unknown(&format!("{} is a setting of another game", more.join("-"))));
    }
    let players = &rules.variant().players;
    let flags = |field: &str| field.split(',').map(|flag| flag == "1").collect::<Vec<_>>();
    let set = |field: &str, player: usize| flags(field).get(player) == Some(&true);
    let mut fen = placement_of(rules, placement).map_err(|what| unknown(&what))?;
    let _ = write!(fen, " {}", turn.to_lowercase());
    let gone: String =
        (0..players.len()).filter(|&player| set(out, player)).map(|player| &*players[player].fen).collect();
    if !gone.is_empty() {
        let _ = write!(fen, "-{gone}");
    }
    let mut rights = String::new();
    for (player, seat) in players.iter().enumerate() {
        let theirs = rules.variant().right_slots.iter().filter(|slot| slot.player.index() == player);
        let mut letters = theirs.filter_map(|slot| slot.letter);
        for field in [first, second] {
            let letter = letters.next();
            if set(field, player) {
                let letter = letter.ok_or_else(|| unknown("a right is none of this game"))?;
                let _ = write!(rights, "{}{letter}", seat.fen);
            }
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    let _ = write!(fen, " {rights} - {quiet} 1");
    Ok(Some(fen))
}

/// The name of the usual start.
const USUAL: &str = "4PC";

/// The placement in FEN form. Here runs of empty cells include holes, and a cell outside the board may be an `x`.
fn placement_of(rules: &Rules, text: &str) -> Result<String, String> {
    let board = &rules.variant().board;
    let [files, ranks] = board.written_axes() else { return Err("the board is another".to_owned()) };
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(ranks.length) {
        return Err(format!("{} rows are {}", ranks.length, rows.len()));
    }
    let mut out = String::new();
    for (row, rank) in rows.iter().zip((0..ranks.length as i16).rev()) {
        let mut file = 0_u32;
        let mut empty = 0;
        let square = |file: u32| board.at_written(&[i16::try_from(file).ok()?, rank]);
        for cell in row.split(',') {
            let wall = cell.eq_ignore_ascii_case("x");
            let count = if wall { 1 } else { cell.parse().unwrap_or(0_u32) };
            if count > u32::from(files.length) || wall && square(file).is_some() {
                return Err(format!("{cell:?} is no cell of this board"));
            }
            if count > 0 {
                empty += (file..file + count).filter(|&file| square(file).is_some()).count();
            } else {
                flush(&mut out, &mut empty);
                out.push_str(cell);
            }
            file = file.saturating_add(count.max(1));
        }
        if file != u32::from(files.length) {
            return Err(format!("a row has {file} cells and not {}", files.length));
        }
        flush(&mut out, &mut empty);
        out.push('/');
    }
    out.pop();
    Ok(out)
}

fn flush(out: &mut String, empty: &mut usize) {
    if *empty > 0 {
        let _ = write!(out, "{empty}");
        *empty = 0;
    }
}
