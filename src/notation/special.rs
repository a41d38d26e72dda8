//! Moves without an origin, alike in every script: drops (`P@e4`) and the pass (`0000`).

use crate::geometry::Square;
use crate::variant::{Move, RoleId};

use super::{ReadError, View, Wanted, suffix};

/// How a pass is written.
const PASS: &str = "0000";

/// The text of a drop or a pass; `None` for any other move.
pub(super) fn write(view: View<'_>, mv: Move) -> Option<String> {
    if mv.is_pass() {
        return Some(PASS.to_owned());
    }
    let role = view.variant.role(mv.drop()?);
    let mut text = format!("{}@{}", role.symbol(), view.variant.board.name(mv.to));
    suffix::push(&mut text, suffix::nth(view.legal, mv, |other| other.drop().is_some()));
    Some(text)
}

/// The drop or pass that a text stands for; `None` if it is neither. A pass is also written `pass`; a drop without a letter
/// is one of a piece that is written without.
pub(super) fn read(view: View<'_>, text: &str) -> Option<Result<Move, ReadError>> {
    if text == PASS || text.eq_ignore_ascii_case("pass") {
        let pass = view.legal.iter().copied().filter(|mv| mv.is_pass()).collect();
        return Some(ReadError::one(pass, || Wanted { pass: true, ..Wanted::default() }));
    }
    let (body, nth) = suffix::split(text)?;
    let (piece, square) = body.split_once('@')?;
    let to = view.variant.board.square(square)?;
    let roles = roles(view, piece);
    if roles.is_empty() {
        return None;
    }
    let meant = |mv: &&Move| mv.to == to && mv.drop().is_some_and(|role| roles.contains(&role));
    let found = suffix::pick(view.legal.iter().filter(meant).copied().collect(), nth);
    Some(ReadError::one(found, || wanted(to, &roles)))
}

fn wanted(to: Square, roles: &[RoleId]) -> Wanted {
    Wanted { to: Some(to), roles: roles.iter().copied().collect(), drop: true, ..Wanted::default() }
}

/// The roles that a symbol may mean: letters of either case; none for those written without.
fn roles(view: View<'_>, symbol: &str) -> Vec<RoleId> {
    if symbol.is_empty() {
        return view.variant.notation.letterless.iter().collect();
    }
    let upper = symbol.to_uppercase();
    let named = view.variant.roles.iter().position(|role| role.symbol() == upper);
    named.map(|at| RoleId(at as u8)).into_iter().collect()
}
