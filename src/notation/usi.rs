//! Origin and target as in the USI protocol: `7g7f`, `8h2b+`, `P*5e`.
//!
//! `+` promotes, `-` demotes. Moves that the protocol cannot express are written as `@` and coordinates.

use crate::variant::{Move, RoleId};

use super::View;
use super::mirrored::{Told, lettered, name, parse, sign, split, turn};

/// The text of a legal move, without the number of its way.
pub(super) fn compose(view: View<'_>, mv: Move, dropped: Option<RoleId>) -> Option<String> {
    let board = &view.variant.board;
    let mut text = match dropped {
        Some(role) => format!("{}*", view.variant.role(role).symbol()),
        None => name(board, mv.origin()?)?,
    };
    text += &name(board, mv.to)?;
    if dropped.is_none() {
        text += sign(turn(view, mv)?);
    }
    Some(text)
}

/// The parts of a move in this notation.
pub(super) fn told(view: View<'_>, text: &str) -> Option<Told> {
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
