//! Side, origin, target and the resulting piece on the target, as in the CSA format: `+7776FU`, `-8822UM`, `+0055KA`.
//!
//! Both squares are two digits; 00 is the hand. Pieces have the names that the rule file gives in `csa`. Readers accept a
//! missing side.

use crate::geometry::Square;
use crate::variant::{Move, RoleId};

use super::mirrored::{coordinates, parse};
use super::relative::names;
use super::{ReadError, View, Wanted, coordinate, special, suffix};

/// The language of the names.
pub(super) const LANGUAGE: &str = "csa";

/// The sides.
const SIDES: [char; 2] = ['+', '-'];

/// The origin of a drop.
const HAND: &str = "00";

/// The text of a legal move or drop; coordinates if the text would be ambiguous.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    let text = compose(view, mv).filter(|text| read(view, text) == Ok(mv));
    text.unwrap_or_else(|| coordinate::fallback(view, mv))
}

fn compose(view: View<'_>, mv: Move) -> Option<String> {
    let board = &view.variant.board;
    let player = view.mover().index();
    let digits = |square: Square| coordinates(board, square).map(|(file, rank)| format!("{file}{rank}"));
    let from = match mv.drop() {
        Some(_) => HAND.to_owned(),
        None => digits(mv.origin()?)?,
    };
    let placed = special::told(view, mv).map(|(role, _)| role).or_else(|| placed(view, mv))?;
    let name = *names(view.variant.role(placed), LANGUAGE, player).first()?;
    Some(format!("{}{from}{}{name}", SIDES.get(player)?, digits(mv.to)?))
}

/// The piece on the target after a move of a piece on the board.
fn placed(view: View<'_>, mv: Move) -> Option<RoleId> {
    mv.promotion().or_else(|| view.role(mv))
}

/// The legal move for a text.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    if let Some(found) = coordinate::read_fallback(view, text) {
        return found;
    }
    let player = view.mover().index();
    let body = match SIDES.iter().position(|&side| text.starts_with(side)) {
        Some(side) if side == player => &text[1..],
        Some(_) => return Err(ReadError::Unreadable),
        None => text,
    };
    let board = &view.variant.board;
    let digits = |text: &str| {
        let (square, length) = parse(board, text.get(..2)?)?;
        (length == 2 && text.is_char_boundary(2)).then_some(square)
    };
    let told = || {
        let from = match body.get(..2)? {
            HAND => None,
            origin => Some(digits(origin)?),
        };
        let (to, name) = (digits(body.get(2..)?)?, body.get(4..)?);
        let own = |role: &RoleId| names(view.variant.role(*role), LANGUAGE, player).contains(&name);
        let roles: Vec<RoleId> =
            (0..view.variant.roles.len()).map(|role| RoleId(role as u8)).filter(own).collect();
        (!roles.is_empty()).then_some((from, to, roles))
    };
    let (from, to, roles) = told().ok_or(ReadError::Unreadable)?;
    let kind = |role: RoleId| roles.contains(&role);
    let fits = |mv: &&Move| match from {
        None => special::drops(view, **mv, kind),
        Some(_) => mv.origin() == from && placed(view, **mv).is_some_and(kind),
    };
    let fitting = suffix::pick(view.legal.onto(to).filter(fits).copied().collect(), 1);
    ReadError::one(fitting, || Wanted {
        origins: from.into_iter().collect(),
        to: Some(to),
        roles: match from.and_then(|from| view.setup.piece(from)) {
            Some(piece) => [piece.role].into_iter().collect(),
            None => roles.into_iter().collect(),
        },
        drop: from.is_none(),
        ..Wanted::default()
    })
}
