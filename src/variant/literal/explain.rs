//! Why a piece may not go somewhere: for each movement that leads there, the first thing in its way.

use crate::geometry::Square;
use crate::variant::{Anchor, Move, Piece, Predicate, Setup, Test, Variant};

use super::predicate::{Attempt, Depth, Failure};
use super::turn::{actor, may_move};
use super::{apply, apply_bare, bites, biting, is_safe, keeps_royals, routes, royal_lost};

/// What stands in the way of one movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The movement: an index into the role's movements. `None` if no movement was tried.
    pub movement: Option<usize>,
    /// What failed first.
    pub cause: Cause,
}

/// What failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// No piece stands on the origin.
    NoPiece,
    /// The piece on the origin is another player's.
    NotYours(Piece),
    /// The piece does not move in this phase of the turn.
    NotNow(Piece),
    /// The game is over: a player's royals are gone.
    GameOver,
    /// No movement of the piece leads from the origin to the target.
    NoMovement,
    /// A square that must be empty is not: on a path, at a stop in between, or asked for by a guard.
    Blocked {
        /// The leg.
        leg: usize,
        /// Which square.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The number of pieces on the path is not one that the movement allows.
    Hurdles {
        /// The leg.
        leg: usize,
        /// Where they are.
        squares: Vec<Square>,
    },
    /// A piece on the path is not of the kind that may be there.
    Hurdle {
        /// The leg.
        leg: usize,
        /// Which square.
        square: Square,
        /// The predicate that fails: an index into the rule's list.
        predicate: usize,
    },
    /// The landing holds a piece of the mover's own.
    OwnPiece {
        /// Which square.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The movement only captures, and the landing holds nothing to take.
    NothingToTake {
        /// Which square.
        square: Square,
    },
    /// A guard fails.
    Guard {
        /// The leg.
        leg: usize,
        /// The guard: an index into the leg's guards.
        guard: usize,
        /// The square that it looks at, if it looks at one; of one that must hold all over a place the first where it
        /// does not.
        square: Option<Square>,
        /// Of a guard that must hold all over a place, which of its predicates fails on that square.
        part: Option<usize>,
    },
    /// A chain does not end here: another number of repetitions is asked for, or it has to go on as long as it can.
    GoesOn,
    /// A move that ends where it began must take something.
    TakesNothing,
    /// The move itself would cost the mover a royal.
    LosesRoyal,
    /// After the move a royal could be taken.
    LeavesRoyal {
        /// Where the royal stands that would be removed.
        royal: Option<Square>,
        /// The reply that removes it; its origin is the attacker's.
        reply: Move,
        /// The attacker.
        piece: Piece,
        /// The attacker's movement: an index into its role's movements.
        movement: Option<usize>,
    },
}

/// Why the piece on `from` may not go to `to`: one refusal for each of its movements that leads there, in order,
/// those that lead there by several routes at the route that came furthest. Empty if some movement is legal.
pub fn explain(variant: &Variant, setup: &Setup, from: Square, to: Square) -> Vec<Refusal> {
    let whole = |cause| vec![Refusal { movement: None, cause }];
    let Some(piece) = setup.piece(from) else { return whole(Cause::NoPiece) };
    if piece.opposes(variant.mover(setup.turn)) {
        return whole(Cause::NotYours(piece));
    }
    if !may_move(variant, setup, piece) {
        return whole(Cause::NotNow(piece));
    }
    if royal_lost(variant, setup).is_some() {
        return whole(Cause::GameOver);
    }
    let mut refusals = Vec::new();
    for (index, movement) in variant.role(piece.role).movements.iter().enumerate() {
        let way = if movement.effects.is_empty() { 0 } else { index as u16 + 1 };
        let mut furthest: Option<(usize, Cause)> = None;
        for route in routes(variant, actor(variant, setup, piece), movement, from) {
            if route.to() != to {
                continue;
            }
            let choices = super::choices(variant, setup, piece, movement, &route, Depth::Move);
            let m = Move { from, to, way, choice: first_choice(&choices) };
            let attempt = Attempt::new(variant, setup, movement, &route, m, Depth::Move);
            let (progress, cause) = match attempt.failure() {
                Some((leg, failure)) => (
                    leg,
                    cause(
                        setup,
                        &attempt,
                        leg,
                        leg + 1 == movement.legs.len(),
                        failure,
                        &movement.legs[leg].guards,
                    ),
                ),
                // One repetition alone is perhaps not all of a chain.
                None if movement.chain.is_some() => {
                    let whole = super::chain::numbered(variant, setup, from);
                    let m = whole.iter().find(|(_, _, route)| route.to() == to);
                    let m = m
                        .map(|(nth, _, route)| Move::chained(from, route.to(), *nth, first_choice(&choices)));
                    match m.map(|m| danger(variant, setup, piece, m)) {
                        Some(Some(cause)) => (movement.legs.len(), cause),
                        Some(None) => return Vec::new(),
                        None => (movement.legs.len(), Cause::GoesOn),
                    }
                }
                None => match danger(variant, setup, piece, m) {
                    Some(cause) => (movement.legs.len(), cause),
                    None => return Vec::new(),
                },
            };
            if furthest.as_ref().is_none_or(|(best, _)| progress > *best) {
                furthest = Some((progress, cause));
            }
        }
        if let Some((_, cause)) = furthest {
            refusals.push(Refusal { movement: Some(index), cause });
        }
    }
    if refusals.is_empty() { whole(Cause::NoMovement) } else { refusals }
}

/// The first of some choices.
fn first_choice(choices: &[u16]) -> u16 {
    choices.first().copied().unwrap_or(0)
}

/// A failed route in the terms of the board.
fn cause(
    setup: &Setup,
    attempt: &Attempt<'_>,
    leg: usize,
    last: bool,
    failure: Failure,
    guards: &[Predicate],
) -> Cause {
    let blocked = |square: Square| match setup.piece(square) {
        Some(piece) => Cause::Blocked { leg, square, piece },
        None => Cause::Hurdles { leg, squares: vec![square] },
    };
    match failure {
        Failure::Blocked(square) | Failure::Stop(square) => blocked(square),
        Failure::Hurdles(squares) => Cause::Hurdles { leg, squares },
        Failure::Hurdle(square, predicate) => Cause::Hurdle { leg, square, predicate },
        Failure::Guard(guard) => {
            let Some(Predicate::Holds(test, place)) = guards.get(guard) else {
                let found = match guards.get(guard) {
                    Some(Predicate::All(place, each)) => attempt
                        .first_against(place, each, &attempt.spot(leg))
                        .map(|(at, part)| (at, Some(part))),
                    _ => None,
                };
                let (square, part) = found.map_or((None, None), |(square, part)| (Some(square), part));
                return Cause::Guard { leg, guard, square, part };
            };
            let square = attempt.square(place, &attempt.spot(leg));
            let landing = last && matches!(place.anchor, Anchor::Landing | Anchor::To);
            let there = square.and_then(|square| setup.piece(square).map(|piece| (square, piece)));
            let own = |piece: Piece| piece.player == attempt.mover();
            match (test, there) {
                (Test::NoAlly | Test::Empty | Test::Opponent, Some((square, piece)))
                    if landing && own(piece) =>
                {
                    Cause::OwnPiece { square, piece }
                }
                (Test::Empty, Some((square, piece))) => Cause::Blocked { leg, square, piece },
                (Test::Opponent | Test::Occupied, None) if landing => match square {
                    Some(square) => Cause::NothingToTake { square },
                    None => Cause::Guard { leg, guard, square, part: None },
                },
                _ => Cause::Guard { leg, guard, square, part: None },
            }
        }
    }
}

/// What is wrong with a pseudo-legal move, if anything is.
fn danger(variant: &Variant, setup: &Setup, piece: Piece, m: Move) -> Option<Cause> {
    let applied = apply(variant, setup, m);
    if m.from == m.to && applied.taken.is_empty() {
        return Some(Cause::TakesNothing);
    }
    if is_safe(variant, setup, m, Depth::Move) {
        return None;
    }
    let after = applied.setup;
    if !keeps_royals(variant, setup, &after, piece.player) {
        return Some(Cause::LosesRoyal);
    }
    let reply = biting(variant, &after, piece.player).find(|&r| bites(variant, &after, piece.player, r))?;
    let attacker = after.piece(reply.from)?;
    let gone = apply_bare(variant, &after, reply).taken;
    let royal = gone.iter().find(|(_, gone)| gone.player == piece.player && variant.role(gone.role).royal);
    let role = variant.role(attacker.role);
    let movement = reply.movement().or_else(|| {
        role.movements.iter().position(|movement| {
            movement.effects.is_empty()
                && routes(variant, attacker.player, movement, reply.from).iter().any(|route| {
                    route.to() == reply.to
                        && Attempt::new(variant, &after, movement, route, reply, Depth::Reply).allowed()
                })
        })
    });
    Some(Cause::LeavesRoyal { royal: royal.map(|&(square, _)| square), reply, piece: attacker, movement })
}
