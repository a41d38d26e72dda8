//! Moves without an origin, alike in every script: drops (`P@e4`), the pass (`0000`), and that a player leaves a game of
//! more than two (`R`).

use crate::geometry::Square;
use crate::variant::{Effect, Move, RoleId, Variant};

use super::{ReadError, View, Wanted, suffix};

/// How a pass is written.
pub(crate) const PASS: &str = "0000";

/// How others write one: programs for games without passes, where annotators let a player move twice, write it as a null move.
const PASSES: [&str; 5] = ["--", "Z0", "z0", "null", "@@@@"];

/// How a player's leaving is written; who reads also takes that time is up for it, and that the player is then mated or has no
/// move, which changes nothing for who is out.
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

/// The kind of piece by which a drop is told, and which of the ways it is that are told by it, from 1.
pub(super) fn told(view: View<'_>, mv: Move) -> Option<(RoleId, usize)> {
    let dropped = mv.drop()?;
    let nth = || suffix::nth(view, mv, |other| other.drop().is_some());
    Some(put_down(view, mv).map_or_else(|| (dropped, nth()), |role| (role, 1)))
}

/// What a piece is once it has been dropped, if it is something else at once and no other drop to that square puts the same
/// down: the drop is then told by it.
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

/// The drop, pass or leaving that a text stands for; `None` if it is none of them. A drop without a letter is one of a piece
/// that is written without; where nothing is done but to drop one kind of piece, a square tells it, or a point of Go's.
pub(super) fn read(view: View<'_>, text: &str) -> Option<Result<Move, ReadError>> {
    // A board may have a square of such a name.
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

/// The one kind of piece of a game in which nothing is done but to drop it: a square alone tells a move then.
pub(super) fn only_dropped(variant: &Variant) -> Option<RoleId> {
    let mut roles = variant.roles.iter().enumerate().filter(|(_, role)| !role.drops.is_empty());
    let (at, _) = roles.next().filter(|_| variant.roles.iter().all(|role| role.movements.is_empty()))?;
    roles.next().is_none().then_some(RoleId(at as u8))
}

/// The square of a point as records of Go have it: letters for the column from the left and for the row from above.
fn at_point(variant: &Variant, text: &str) -> Option<Square> {
    let &[column, row] = text.as_bytes() else { return None };
    let index = |letter: u8| Some(i16::from(letter.checked_sub(b'a').filter(|&index| index < 26)?));
    let [_, ranks] = variant.board.written_axes() else { return None };
    let from_above = i16::try_from(ranks.length).ok()?.checked_sub(1)?.checked_sub(index(row)?)?;
    variant.board.at_written(&[index(column)?, from_above])
}

/// The point of a drop in such a game, as records of Go have it.
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

/// A square whose ranks are counted from above, as the board's own are from below.
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

/// Whether a move drops a piece of one of some kinds, or puts one down.
pub(super) fn drops(view: View<'_>, mv: Move, kind: impl Fn(RoleId) -> bool) -> bool {
    mv.drop().is_some_and(|dropped| kind(dropped) || put_down(view, mv).is_some_and(kind))
}

/// Whether a text is a pass, however it is written.
pub(crate) fn passes(text: &str) -> bool {
    text == PASS || PASSES.contains(&text) || text.eq_ignore_ascii_case("pass")
}

/// Whether a text says that a player leaves.
pub(crate) fn leaves(text: &str) -> bool {
    LEAVE.contains(&text)
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
