//! Scripted moves built on first use, origin by origin, for roles with very many of them: most positions need
//! those of few squares.

use std::sync::{Arc, OnceLock};

use crate::geometry::Square;
use crate::variant::{
    Anchor, Effect, Leg, Mode, Movement, PathRule, Place, PlayerId, Predicate, RoleId, Test, Variant,
};

use super::atom::Atoms;
use super::filing::{Lookups, told_apart};
use super::guard::of_movements;
use super::instance::{Budget, hooks_on_board, instances};
use super::movement::ScriptedMove;
use super::removal::Prey;
use super::scripted::Candidate;

/// The scripted moves of one role, by origin.
#[derive(Debug)]
pub struct Late<const W: usize> {
    variant: Arc<Variant>,
    player: PlayerId,
    role: RoleId,
    /// The atoms of the role's other movements.
    regular: Atoms<W>,
    cells: Vec<OnceLock<Applied<W>>>,
}

/// Movements from one square, sorted by target and way.
#[derive(Debug, Default)]
struct Applied<const W: usize> {
    /// The masks of each; they reject most.
    candidates: Vec<Candidate<W>>,
    scripted: Vec<ScriptedMove<W>>,
}

/// Up to this many movements from all squares are built at load.
const FEW: usize = 30_000;

/// The largest total of their conditions, built or not.
const MAX_CONDITIONS: usize = 4_000_000;

/// Whether a role's movements with effects are built late: there are very many, the game has no royals, and
/// no table needs more of them than their origins.
pub fn is_worth(variant: &Variant, role: RoleId) -> bool {
    let own = variant.role(role);
    let squares = variant.board.len();
    let movements = || own.movements.iter().filter(|movement| is_late(movement));
    movements().count().saturating_mul(squares) > FEW
        && variant.players.len() == 2
        && variant.royals().0 == 0
        && own.promotion.is_none()
        && !own.neutral
        && hooks_on_board(variant, role).is_empty()
        && of_movements(variant).is_empty()
        && !Prey::<1>::is_asked_for(variant)
        && movements().all(is_simple)
        && movements().map(conditions).sum::<usize>().saturating_mul(squares) <= MAX_CONDITIONS
}

/// Whether a movement is built late, in a role that builds any late.
pub fn is_late(movement: &Movement) -> bool {
    !movement.effects.is_empty()
}

fn conditions(movement: &Movement) -> usize {
    movement.effects.len() + movement.legs.iter().map(|leg| leg.guards.len()).sum::<usize>()
}

/// Whether a movement only tests, shifts, puts and removes pieces on single squares: it is then supported
/// from every square.
fn is_simple(movement: &Movement) -> bool {
    let leg = |leg: &Leg| {
        leg.path == PathRule::Empty && !leg.displacement.is_zero() && leg.guards.iter().all(asks_squares)
    };
    let effect = |effect: &Effect| match effect {
        Effect::Shift(a, b) => is_told(a) && is_told(b),
        Effect::Put(_, at) => is_told(at),
        Effect::Take(at, filter) => filter.is_empty() && is_told(at),
        _ => false,
    };
    let quiet = || {
        let guards = movement.legs.last().map_or(&[][..], |leg| &leg.guards);
        guards.iter().any(|guard| match guard {
            Predicate::Holds(Test::Empty, at) => is_target(at),
            _ => false,
        })
    };
    movement.chain.is_none()
        && !movement.effects.is_empty()
        && movement.effects.iter().all(effect)
        && movement.legs.iter().all(leg)
        && (movement.mode != Mode::Move || quiet())
}

/// Whether a place of the last leg is the target.
fn is_target(place: &Place) -> bool {
    matches!(place.anchor, Anchor::Landing | Anchor::To)
        && matches!(place.steps[..], [step] if step.is_zero())
}

/// Whether the route determines the squares.
fn is_told(place: &Place) -> bool {
    matches!(place.anchor, Anchor::LegOrigin | Anchor::Landing | Anchor::From | Anchor::To | Anchor::Leg(_))
}

fn asks_squares(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Constant(_) => true,
        Predicate::Holds(Test::Same(other), at) => is_told(other) && is_told(at),
        Predicate::Holds(test, at) => {
            let known = matches!(
                test,
                Test::Empty
                    | Test::Occupied
                    | Test::Ally
                    | Test::Own
                    | Test::Opponent
                    | Test::NoAlly
                    | Test::NoOpponent
                    | Test::Is(_)
                    | Test::In(_)
            );
            known && is_told(at)
        }
        Predicate::Not(inner) => inner.iter().all(asks_squares),
        Predicate::Or(branches) => branches.iter().flatten().all(asks_squares),
        _ => false,
    }
}

impl<const W: usize> Late<W> {
    /// The late movements of a player's role, next to the atoms of the others.
    pub fn new(variant: Arc<Variant>, (player, role): (PlayerId, RoleId), regular: Atoms<W>) -> Self {
        let cells = (0..variant.board.len()).map(|_| OnceLock::new()).collect();
        Self { variant, player, role, regular, cells }
    }

    fn made(&self, from: usize) -> Option<&Applied<W>> {
        self.cells.get(from).map(|cell| cell.get_or_init(|| self.make(Square(from as u16))))
    }

    #[cold]
    fn make(&self, from: Square) -> Applied<W> {
        let Self { variant, player, role, regular, .. } = self;
        let room = Budget::new(usize::MAX);
        // Simple movements are always supported.
        let found = instances(variant, (*player, *role), is_late, Some(from), &room).unwrap_or_default();
        let lookups = Lookups { regular, apart: &[] };
        let mut scripted = told_apart(variant, role.0, found, &lookups);
        scripted.sort_by_cached_key(|scripted| u32::from(scripted.to) << 16 | u32::from(scripted.way));
        let candidates = (0..).zip(&scripted).map(|(index, one)| Candidate::new(one, index)).collect();
        Applied { candidates, scripted }
    }

    /// The movements from a square.
    pub fn from(&self, from: usize) -> (&[Candidate<W>], &[ScriptedMove<W>]) {
        self.made(from).map_or((&[], &[]), |made| (&made.candidates, &made.scripted))
    }

    /// The movements from a square to a square, by [way](ScriptedMove::way) and in rule order.
    pub fn between(&self, from: u16, to: u16) -> &[ScriptedMove<W>] {
        let all = self.made(usize::from(from)).map_or(&[][..], |made| &made.scripted);
        &all[all.partition_point(|one| one.to < to)..all.partition_point(|one| one.to <= to)]
    }

    /// All movements; builds those that are missing.
    pub fn all(&self) -> impl Iterator<Item = &ScriptedMove<W>> {
        (0..self.cells.len()).filter_map(|from| self.made(from)).flat_map(|made| &made.scripted)
    }
}
