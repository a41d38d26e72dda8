//! Origin and target as in the USI protocol: `7g7f`, `8h2b+`, `P*5e`.
//!
//! `+` promotes, `-` demotes. Moves that the protocol cannot express are written as `@` and coordinates.

use crate::variant::Move;

use super::mirrored::{Told, lettered, name, parse, sign, split, turn};
use super::{ReadError, View, mirrored, special, suffix};

/// The text of a legal move or drop.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    mirrored::write(view, mv, compose(view, mv), told)
}

fn compose(view: View<'_>, mv: Move) -> Option<String> {
    let board = &view.variant.board;
    let dropped = special::told(view, mv);
    let mut text = match dropped {
        Some((role, _)) => format!("{}*", view.variant.role(role).symbol()),
        None => name(board, mv.origin()?)?,
    };
    text += &name(board, mv.to)?;
    if dropped.is_none() {
        text += sign(turn(view, mv)?);
    }
    let nth = dropped.map_or_else(|| suffix::nth(view, mv, |_| true), |(_, nth)| nth);
    suffix::push(&mut text, nth);
    Some(text)
}

/// The legal move for a text.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    mirrored::read(view, text, told)
}

fn told(view: View<'_>, text: &str) -> Option<Told> {
    let board = &view.variant.board;
    let (body, turn, nth) = split(text)?;
    let (roles, from, rest) = match body.split_once('*') {
        Some((symbol, rest)) => {
            (Some(lettered(view.variant, symbol)).filter(|roles| !roles.is_empty())?, None, rest)
        }
        None => {
            let (from, length) = parse(board, &body)?;
            (Vec::new(), Some(from), &body[length..])
        }
    };
    let (to, length) = parse(board, rest)?;
    let drop = from.is_none();
    (length == rest.len()).then_some(Told { roles, from, to, drop, turn, signs: Vec::new(), nth })
}
