//! Moves of several legs that origin and target do not identify. They are written with every landing square, `d1d4d7`, like
//! [chains](super::chain).
//!
//! Such a move either has an effect on the landing square of an earlier leg, or shares origin, target and choice with another
//! legal move. Readers also accept the number of the way: `d1d7~2`.

use crate::geometry::Square;
use crate::variant::{Anchor, Effect, Move, Movement, RoleId, literal};

use super::numeral::narrow;
use super::{View, chain, suffix};

/// The movement with effects behind a move, if it has several legs.
fn movement<'a>(view: View<'a>, mv: Move) -> Option<&'a Movement> {
    if mv.is_pass() || mv.drop().is_some() || mv.chain().is_some() {
        return None;
    }
    let index = usize::from(mv.way.checked_sub(1)?);
    let piece = view.setup.piece(mv.from)?;
    view.variant.role(piece.role).movements.get(index).filter(|one| one.legs.len() > 1)
}

/// The landings that identify a move, target last; `None` if origin and target suffice.
pub(super) fn path(view: View<'_>, mv: Move) -> Option<Vec<Square>> {
    let movement = movement(view, mv)?;
    let comes_to_leg = |effect: &Effect| {
        matches!(effect, Effect::Shift(from, to)
            if matches!(from.anchor, Anchor::To) && matches!(to.anchor, Anchor::Leg(_)))
    };
    let alike = |other: &&Move| other.choice == mv.choice;
    let several = || view.between(mv.from, mv.to).iter().filter(alike).nth(1).is_some();
    let told = !movement.effects.iter().any(comes_to_leg) && !several();
    if told {
        return None;
    }
    let route = literal::route(view.variant, view.setup, movement, mv.from, mv.to)?;
    Some(route.legs.iter().map(literal::Stretch::landing).collect())
}

/// The position, from 1, of a move among those with its origin, target and choice. Moves not written with landings are counted
/// first.
pub(super) fn nth(view: View<'_>, mv: Move) -> usize {
    let place = |mv: Move| (path(view, mv).is_some(), mv.way);
    let earlier = |other: &&Move| other.choice == mv.choice && **other != mv && place(**other) < place(mv);
    1 + view.between(mv.from, mv.to).iter().filter(earlier).count()
}

/// Of moves that fit a text, the nth of each origin, target and choice, counted in the same order.
pub(super) fn pick(view: View<'_>, fitting: Vec<Move>, nth: usize) -> Vec<Move> {
    let landed = |mv: Move| path(view, mv).is_some();
    let bare = suffix::pick(fitting.iter().copied().filter(|&mv| !landed(mv)).collect(), nth);
    if bare.is_empty() { suffix::pick_in_order(fitting, nth, |mv| (landed(mv), mv.way)) } else { bare }
}

/// The move with the landings in a text; `None` if the text is not in this form.
pub(super) fn read(
    view: View<'_>,
    text: &str,
    squares: &dyn Fn(&str) -> Vec<(Square, usize)>,
) -> Option<Move> {
    let text: String = text.chars().map(narrow).collect();
    let (body, nth) = suffix::split(&text)?;
    let mut readings = chain::readings(view, body, squares);
    readings.retain(|(all, _)| all.len() > 2);
    if readings.is_empty() {
        return None;
    }
    let fits = |(all, choice): &(Vec<Square>, Option<RoleId>), mv: Move| {
        let ends = all.first() == Some(&mv.from) && all.last() == Some(&mv.to) && *choice == mv.promotion();
        ends && path(view, mv).is_some_and(|path| path == all[1..])
    };
    let fits = |mv: &Move| readings.iter().any(|one| fits(one, *mv));
    suffix::pick(view.legal.iter().copied().filter(fits).collect(), nth).first().copied()
}
