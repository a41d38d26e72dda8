//! Moves without an origin, alike in every script: drops (`P@e4`), the pass (`0000`), and that a player leaves a game of
//! more than two (`R`).

use crate::geometry::Square;
use crate::variant::{Effect, Move, RoleId};

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
    let same = view.legal.iter().filter(|other| other.to == mv.to && puts(other));
    (same.count() == 1).then_some(role)
}

/// The drop, pass or leaving that a text stands for; `None` if it is none of them. A drop without a letter is one of a piece
/// that is written without.
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
    let (piece, square) = body.split_once('@')?;
    let to = view.variant.board.square(square)?;
    let roles = roles(view, piece);
    if roles.is_empty() {
        return None;
    }
    let meant = |mv: &&Move| mv.to == to && drops(view, **mv, |role| roles.contains(&role));
    let found = suffix::pick(view.legal.iter().filter(meant).copied().collect(), nth);
    Some(ReadError::one(found, || wanted(to, &roles)))
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
