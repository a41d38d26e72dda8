//! Moves without an origin, the same in every script: drops (`P@e4`), the pass (`0000`), and a player's leaving in a game of
//! more than two (`R`).

use crate::geometry::Square;
use crate::variant::{Effect, Move, RoleId, Variant};

use super::{ReadError, View, Wanted, suffix};

/// The text of a pass.
pub(crate) const PASS: &str = "0000";

/// Other texts for a pass. Programs for games without passes write a null move where an annotator lets a player move twice.
const PASSES: [&str; 5] = ["--", "Z0", "z0", "null", "@@@@"];

/// The text of a player's leaving, and other texts that readers accept: loss on time, with mate, or without a move. The
/// elimination is the same in all cases.
const LEAVE: [&str; 6] = ["R", "T", "R#", "T#", "RS", "TS"];

/// The text of a drop, a pass or a player's leaving; `None` for any other move.
pub(super) fn write(view: View<'_>, mv: Move) -> Option<String> {
    if mv.is_leaving() {
        return Some(LEAVE[0].to_owned());
    }
    if mv.is_pass() {
        return Some(PASS.to_owned());
    }
    let (role, nth) = told(view, mv)?;
    let mut text = format!("{}@{}", view.variant.role(role).symbol(), view.variant.board.name(mv.to));
    suffix::push(&mut text, nth);
    Some(text)
}

/// The role that identifies a drop, and the number of its way among drops of this role, from 1.
pub(super) fn told(view: View<'_>, mv: Move) -> Option<(RoleId, usize)> {
    let dropped = mv.drop()?;
    let nth = || suffix::nth(view, mv, |other| other.drop().is_some());
    Some(put_down(view, mv).map_or_else(|| (dropped, nth()), |role| (role, 1)))
}

/// The role of a dropped piece if it changes at once and no other drop to that square results in the same role. The drop is
/// then written with this role.
fn put_down(view: View<'_>, mv: Move) -> Option<RoleId> {
    let becomes = |mv: Move| {
        let drop = view.variant.role(mv.drop()?).drops.get(mv.drop_way())?;
        match drop.effects[..] {
            [Effect::Become(role)] => Some(role),
            _ => None,
        }
    };
    let role = becomes(mv)?;
    let puts = |other: &Move| other.drop().is_some() && becomes(*other).or(other.drop()) == Some(role);
    let same = view.legal.onto(mv.to).filter(|other| puts(other));
    (same.count() == 1).then_some(role)
}

/// The drop, pass or leaving for a text; `None` if it is none of them. A drop without a letter is a drop of a letterless piece.
/// If the game consists of drops of one role, a square alone is a drop, also as a point of Go.
pub(crate) fn read(view: View<'_>, text: &str) -> Option<Result<Move, ReadError>> {
    // A board may have a square of this name.
    if passes(text) && view.variant.board.square(text).is_none() {
        let pass = view.legal.iter().copied().filter(|mv| mv.is_pass()).collect();
        return Some(ReadError::one(pass, || Wanted { pass: true, ..Wanted::default() }));
    }
    if leaves(text) && view.variant.may_leave(view.setup) {
        return Some(Ok(Move::leaving()));
    }
    let (body, nth) = suffix::split(text)?;
    let Some((piece, square)) = body.split_once('@') else {
        let role = only_dropped(view.variant)?;
        let to = view.variant.board.square(body).or_else(|| at_point(view.variant, body))?;
        let drops = |mv: &Move| mv.drop() == Some(role);
        let found = suffix::pick(view.legal.onto(to).copied().filter(drops).collect(), nth);
        return Some(ReadError::one(found, || wanted(to, &[role])));
    };
    let to = view.variant.board.square(square)?;
    let roles = roles(view, piece);
    if roles.is_empty() {
        return None;
    }
    let meant = |mv: &&Move| drops(view, **mv, |role| roles.contains(&role));
    let found = suffix::pick(view.legal.onto(to).filter(meant).copied().collect(), nth);
    Some(ReadError::one(found, || wanted(to, &roles)))
}

/// The role of a game that consists of drops of this role alone, so that a square is a complete move.
pub(super) fn only_dropped(variant: &Variant) -> Option<RoleId> {
    let mut roles = variant.roles.iter().enumerate().filter(|(_, role)| !role.drops.is_empty());
    let (at, _) = roles.next().filter(|_| variant.roles.iter().all(|role| role.movements.is_empty()))?;
    roles.next().is_none().then_some(RoleId(at as u8))
}

/// The square of a point in Go records: a letter for the column from the left, a letter for the row from the top.
fn at_point(variant: &Variant, text: &str) -> Option<Square> {
    let &[column, row] = text.as_bytes() else { return None };
    let index = |letter: u8| Some(i16::from(letter.checked_sub(b'a').filter(|&index| index < 26)?));
    let [_, ranks] = variant.board.written_axes() else { return None };
    let from_above = i16::try_from(ranks.length).ok()?.checked_sub(1)?.checked_sub(index(row)?)?;
    variant.board.at_written(&[index(column)?, from_above])
}

/// The point of a drop in such a game, as in Go records.
#[cfg(feature = "record")]
pub(crate) fn point(variant: &Variant, mv: Move) -> Option<String> {
    only_dropped(variant).filter(|&role| mv.drop() == Some(role))?;
    let (&[file, rank], [_, ranks]) = (variant.board.written(mv.to), variant.board.written_axes()) else {
        return None;
    };
    let letter = |index: i16| Some(char::from(b'a' + u8::try_from(index).ok().filter(|&index| index < 26)?));
    let text: String =
        [letter(file)?, letter(i16::try_from(ranks.length).ok()? - 1 - rank)?].iter().collect();
    (at_point(variant, &text) == Some(mv.to) && variant.board.square(&text).is_none()).then_some(text)
}

/// The name of the square with its rank counted from the top instead of the bottom.
#[cfg(feature = "record")]
pub(crate) fn counted_from_above(variant: &Variant, text: &str) -> Option<String> {
    only_dropped(variant)?;
    let square = variant.board.square(text)?;
    let (&[file, rank], [_, ranks]) = (variant.board.written(square), variant.board.written_axes()) else {
        return None;
    };
    let turned = variant.board.at_written(&[file, i16::try_from(ranks.length).ok()? - 1 - rank])?;
    Some(variant.board.name(turned))
}

/// Whether a move drops, or puts down, a piece of the given kinds.
pub(super) fn drops(view: View<'_>, mv: Move, kind: impl Fn(RoleId) -> bool) -> bool {
    mv.drop().is_some_and(|dropped| kind(dropped) || put_down(view, mv).is_some_and(kind))
}

/// Whether a text is a pass in any spelling.
pub(crate) fn passes(text: &str) -> bool {
    text == PASS || PASSES.contains(&text) || text.eq_ignore_ascii_case("pass")
}

/// Whether a text is a player's leaving.
pub(crate) fn leaves(text: &str) -> bool {
    LEAVE.contains(&text)
}

fn wanted(to: Square, roles: &[RoleId]) -> Wanted {
    Wanted { to: Some(to), roles: roles.iter().copied().collect(), drop: true, ..Wanted::default() }
}

/// The roles for a symbol: letters of either case; the letterless roles for an empty symbol.
fn roles(view: View<'_>, symbol: &str) -> Vec<RoleId> {
    if symbol.is_empty() {
        return view.variant.notation.letterless.iter().collect();
    }
    let upper = symbol.to_uppercase();
    let named = view.variant.roles.iter().position(|role| role.symbol() == upper);
    named.map(|at| RoleId(at as u8)).into_iter().collect()
}
