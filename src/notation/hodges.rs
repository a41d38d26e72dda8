//! Letter, `-` or `x`, target: `P-7f`, `Bx3c+`, `P*5e`, `G6i-5h`. Books in European languages use this notation for games with
//! drops (George Hodges's system).
//!
//! `+` before the letter is a promoted piece. `+` at the end promotes, `=` declines a promotion, `-` demotes. If several pieces
//! with the letter could move there, the origin follows the letter.

use crate::variant::{Move, RoleId};

use super::View;
use super::mirrored::{Told, Turn, lettered, name, parse, sign, split, turn};

/// The text of a legal move, without the number of its way.
pub(super) fn compose(view: View<'_>, mv: Move, dropped: Option<RoleId>) -> Option<String> {
    let board = &view.variant.board;
    let to = name(board, mv.to)?;
    Some(match dropped {
        Some(role) => format!("{}*{to}", view.variant.role(role).symbol()),
        None => {
            let (from, role) = (mv.origin()?, view.role(mv)?);
            let turn = turn(view, mv)?;
            let others = || view.legal.onto(mv.to).filter(|other| other.drop().is_none());
            let rival = |other: &Move| other.from != mv.from && view.role(*other) == Some(role);
            let declined = |other: &Move| other.from == mv.from && other.promotion().is_some();
            let origin = if others().any(rival) { name(board, from)? } else { String::new() };
            let takes = view.takes_on_target(mv);
            let sign = if turn == Turn::Stays && others().any(declined) { "=" } else { sign(turn) };
            format!("{}{origin}{}{to}{sign}", view.variant.role(role).symbol(), if takes { 'x' } else { '-' })
        }
    })
}

/// The parts of a move in this notation.
pub(super) fn told(view: View<'_>, text: &str) -> Option<Told> {
    let board = &view.variant.board;
    let (body, turn, nth) = split(text)?;
    let (roles, rest) = symbol(view, &body)?;
    let (from, rest) = match parse(board, rest) {
        // This is the origin only if a target follows; otherwise it is a target without a sign.
        Some((from, length)) if length < rest.len() => (Some(from), &rest[length..]),
        _ => (None, rest),
    };
    let drop = rest.starts_with(['*', '\'']);
    let rest = rest.strip_prefix(['*', '\'', '-', 'x', 'X']).unwrap_or(rest);
    let (to, length) = parse(board, rest)?;
    (length == rest.len()).then_some(Told { roles, from, to, drop, turn, signs: Vec::new(), nth })
}

/// The roles for the letter at the start of a text, and the rest.
fn symbol<'t>(view: View<'_>, text: &'t str) -> Option<(Vec<RoleId>, &'t str)> {
    let pluses = text.len() - text.trim_start_matches('+').len();
    let letter = text[pluses..].chars().next()?;
    let (symbol, rest) = text.split_at(pluses + letter.len_utf8());
    let roles = lettered(view.variant, symbol);
    (!roles.is_empty()).then_some((roles, rest))
}
