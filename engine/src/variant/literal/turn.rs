//! Turns: drops, passes, compulsory moves and custom endings.

use crate::geometry::Square;
use crate::variant::{
    Mode, Most, Move, Movement, Piece, PlayerId, Predicate, RoleId, Setup, Variant, Verdict,
};

use super::cause::Asked;
use super::chain::Known;
use super::predicate::{Attempt, Depth};
use super::route::Route;
use super::{Truth, apply_bare, playable, routes};

/// An empty movement, for drops, passes and conditions without a move.
pub(super) static STILL: Movement = Movement {
    mode: Mode::Both,
    legs: Vec::new(),
    effects: Vec::new(),
    chain: None,
    alternative: 0,
    name: None,
};

/// The player who moves a piece: its owner, or the player to move for a neutral piece.
pub(super) fn actor(variant: &Variant, setup: &Setup, piece: Piece) -> PlayerId {
    if piece.is_neutral() { variant.mover(setup.turn) } else { piece.player }
}

/// Whether the piece may move in this turn.
pub(super) fn may_move(variant: &Variant, setup: &Setup, piece: Piece) -> bool {
    let turn = variant.turn(setup.turn);
    turn.moving.contains(piece.role) && (piece.player == turn.player || piece.is_neutral())
}

/// The moving player; `None` if the origin is empty.
pub(super) fn player_of(variant: &Variant, setup: &Setup, m: Move) -> Option<PlayerId> {
    match m.origin() {
        Some(from) => setup.piece(from).map(|piece| actor(variant, setup, piece)),
        None => Some(variant.mover(setup.turn)),
    }
}

/// Whether a player can drop a piece of this role.
pub(super) fn can_drop(variant: &Variant, setup: &Setup, player: PlayerId, role: RoleId) -> bool {
    variant.role(role).supply || setup.in_hand(variant.roles.len(), player, role) > 0
}

/// The pseudo-legal drops of the player to move, and the pass if `passes` is set.
pub(super) fn from_hand(variant: &Variant, setup: &Setup, passes: bool) -> Vec<Move> {
    let mover = variant.mover(setup.turn);
    let mut moves = Vec::new();
    for (index, role) in variant.roles.iter().enumerate() {
        let id = RoleId(index as u8);
        let moves_now = variant.turn(setup.turn).moving.contains(id);
        if role.drops.is_empty() || !moves_now || !can_drop(variant, setup, mover, id) {
            continue;
        }
        for to in variant.board.squares().filter(|&to| setup.piece(to).is_none()) {
            for (way, drop) in role.drops.iter().enumerate() {
                let m = Move::dropped(id, to, way as u16);
                let route = Route::direct(to, to);
                let attempt = Attempt::new(variant, setup, &STILL, &route, m, Depth::Move);
                let scene = attempt.whole_move();
                if attempt.conjunction(&drop.guards, &scene) != Truth::False && attempt.permitted() {
                    moves.push(m);
                }
            }
        }
    }
    if let Some(when) = variant.choice.pass.as_ref().filter(|_| passes) {
        let route = Route::direct(Square(0), Square(0));
        let attempt = Attempt::new(variant, setup, &STILL, &route, Move::pass(), Depth::Move);
        if attempt.conjunction(when, &attempt.whole_move()) != Truth::False && attempt.permitted() {
            moves.push(Move::pass());
        }
    }
    moves
}

/// Removes the legal moves that compulsory moves exclude. Returns the rule that applied, if any.
pub(super) fn compel(variant: &Variant, setup: &Setup, moves: &mut Vec<Move>) -> Option<Asked> {
    let mover = variant.mover(setup.turn);
    let mut known = Known::new(variant, setup);
    let mut compelled = None;
    for (index, must) in variant.choice.must.iter().enumerate() {
        if !holds_for(variant, setup, mover, &must.when) {
            continue;
        }
        let mut wanted = |m: &Move| satisfies(&mut known, variant, setup, *m, (mover, &must.wanted));
        if moves.iter().any(&mut wanted) {
            moves.retain(wanted);
            compelled = Some(Asked::Must(index));
            break;
        }
    }
    if variant.choice.most == Some(Most::Taken) {
        let taken: Vec<usize> = moves.iter().map(|&m| taken(&mut known, variant, setup, m)).collect();
        let most = taken.iter().max().copied().unwrap_or(0);
        if taken.iter().any(|&taken| taken < most) {
            let mut each = taken.iter();
            moves.retain(|_| each.next() == Some(&most));
            compelled = Some(Asked::Most);
        }
    }
    compelled
}

/// The compulsion rule that applies, and the moves that may be played under it.
pub(super) fn allowed_instead(variant: &Variant, setup: &Setup) -> Option<(Asked, Vec<Move>)> {
    let mut moves = playable(variant, setup, true);
    let by = compel(variant, setup, &mut moves)?;
    Some((by, moves))
}

/// The number of opponents' pieces that a move captures, captures by hooks excluded.
fn taken(known: &mut Known<'_>, variant: &Variant, setup: &Setup, m: Move) -> usize {
    let Some(player) = player_of(variant, setup, m) else { return 0 };
    if let Some(links) = known.of(m).and_then(|(_, route)| route.links.as_ref()) {
        let pieces = links.taken.iter().filter_map(|&square| setup.piece(square));
        return pieces.filter(|&piece| variant.opposes(setup, piece, player)).count();
    }
    let taken = apply_bare(variant, setup, m).taken;
    taken.iter().filter(|&&(_, piece)| variant.opposes(setup, piece, player)).count()
}

/// Whether the player to move has a legal move that satisfies all conditions, in the asking player's view.
pub(super) fn can(variant: &Variant, setup: &Setup, asker: PlayerId, wanted: &[Predicate]) -> bool {
    // Passes are left out: whether a pass is allowed may itself depend on other moves.
    let mut known = Known::new(variant, setup);
    let mut moves = playable(variant, setup, false).into_iter();
    moves.any(|m| satisfies(&mut known, variant, setup, m, (asker, wanted)))
}

/// Whether a pseudo-legal move satisfies a player's conditions. For a plain move of several movements, one of
/// them must.
fn satisfies(
    known: &mut Known<'_>,
    variant: &Variant,
    setup: &Setup,
    m: Move,
    (asker, wanted): (PlayerId, &[Predicate]),
) -> bool {
    let holds = |attempt: Attempt<'_>| {
        let attempt = attempt.seen_by(asker);
        attempt.conjunction(wanted, &attempt.last_leg()) != Truth::False
    };
    let asked = |movement: &Movement, route: &Route| {
        let attempt = Attempt::new(variant, setup, movement, route, m, Depth::Move);
        (movement.legs.is_empty() || attempt.allowed()) && holds(attempt)
    };
    let Some(piece) = m.origin().and_then(|from| setup.piece(from)) else {
        return asked(&STILL, &Route::direct(m.from, m.to));
    };
    if m.chain().is_some() {
        return known.of(m).is_some_and(|(last, route)| {
            let movement = &variant.role(piece.role).movements[last];
            holds(Attempt::new(variant, setup, movement, route, m, Depth::Move))
        });
    }
    let movements = variant.role(piece.role).movements.iter().enumerate();
    let mut own = movements.filter(|(index, movement)| match m.way {
        0 => movement.effects.is_empty(),
        _ => m.movement() == Some(*index),
    });
    own.any(|(_, movement)| {
        let routes = routes(variant, actor(variant, setup, piece), movement, m.from);
        routes.iter().any(|route| route.to() == m.to && asked(movement, route))
    })
}

/// Whether conditions hold for a player in the position as it is.
pub(super) fn holds_for(variant: &Variant, setup: &Setup, player: PlayerId, when: &[Predicate]) -> bool {
    let route = Route::direct(Square(0), Square(0));
    let attempt = Attempt::new(variant, setup, &STILL, &route, Move::pass(), Depth::Move).asked_by(player);
    attempt.conjunction(when, &attempt.whole_move()) != Truth::False
}

/// Whether conditions hold for a move from origin to target, evaluated like a single leg.
pub(crate) fn asked_of(variant: &Variant, setup: &Setup, m: Move, wanted: &[Predicate]) -> bool {
    let route = Route::direct(m.from, m.to);
    let attempt = Attempt::new(variant, setup, &STILL, &route, m, Depth::Move);
    attempt.conjunction(wanted, &attempt.last_leg()) == Truth::True
}

/// The custom ending that has come: the player, the result, and an index into
/// [`Ending::ends`](crate::variant::Ending::ends).
///
/// Endings are tested when a turn has ended, in order. Each is tested for the player who has just moved, then
/// for the others.
pub fn ended(variant: &Variant, setup: &Setup) -> Option<(PlayerId, Verdict, u16)> {
    if variant.ending.ends.is_empty() {
        return None;
    }
    // No ending is tested within a turn.
    variant.turn(setup.turn).after?;
    let last = variant.last_mover(setup);
    let players = variant.everybody().without(setup.out).iter();
    let asked: Vec<PlayerId> = std::iter::once(last).chain(players.filter(|&other| other != last)).collect();
    for (index, end) in variant.ending.ends.iter().enumerate() {
        for &player in &asked {
            if holds_for(variant, setup, player, &end.when) {
                return Some((player, end.verdict, index as u16));
            }
        }
    }
    None
}
