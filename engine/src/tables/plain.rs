//! Leaps and rides that ask nothing but what is empty and what stands on the target: they need not be told route by
//! route, and most movements of most games are such.

use crate::bits::Bits;
use crate::geometry::{Displacement, Square};
use crate::variant::{
    Anchor, CountSet, Leg, Mode, Movement, PathRule, Place, PlayerId, Predicate, Promotion, RoleId, Test,
    Variant,
};

use super::atom::Atom;
use super::guard::of_movements;
use super::instance::{hooks_on_board, pass};
use super::told::is_told_by_target;

/// The plain movements of a role.
pub struct Plain<const W: usize> {
    /// What they are made of.
    pub atoms: Vec<Atom<W>>,
    /// Which of the role's movements they are.
    pub which: Vec<bool>,
    /// For each of them what it is for, and where its atoms end.
    pub ends: Vec<(Mode, usize)>,
}

/// Displacements as the board has them, which repetitions, and whether onto empty squares and onto an opponent's piece.
pub type Pattern = Vec<(Displacement, Option<CountSet>, bool, bool)>;

impl<const W: usize> Plain<W> {
    /// None is plain where something follows the moves of the role or is asked of all of them, where more than target and
    /// zones of the origin tells whether a piece may become something else, or where a line may come round to where it
    /// began.
    pub fn new(variant: &Variant, player: PlayerId, role: RoleId) -> Self {
        let own = variant.role(role);
        let free = Self::is_free(variant, role);
        let mut plain = Self::none(variant, role);
        for (movement, which) in own.movements.iter().zip(&mut plain.which).filter(|_| free) {
            if let Some((leg, quiet, capture)) = onto(movement) {
                write(variant, player, leg, (quiet, capture), &mut plain.atoms);
                plain.ends.push((movement.mode, plain.atoms.len()));
                *which = true;
            }
        }
        plain
    }

    /// What all movements of a role come to on the board, in order, if they are plain and no more need be known than where
    /// they lead; roles of whichever player for which this is the same have the same lookups.
    pub fn pattern(variant: &Variant, player: PlayerId, role: RoleId) -> Option<Pattern> {
        let own = variant.role(role);
        let orientation = &variant.players[player.index()].orientation;
        let plain = |movement: &Movement| {
            let (leg, quiet, capture) = onto(movement)?;
            Some((orientation.to_board(leg.displacement), leg.ride.clone(), quiet, capture))
        };
        if own.movements.is_empty() || !Self::is_free(variant, role) {
            return None;
        }
        let mut pattern: Pattern = own.movements.iter().map(plain).collect::<Option<_>>()?;
        pattern.sort_by_key(|(by, ..)| *by);
        Some(pattern)
    }

    /// Whether movements of a role may be plain.
    fn is_free(variant: &Variant, role: RoleId) -> bool {
        let told = |promotion: &Promotion| {
            let forced = promotion.forced.as_deref().unwrap_or(&[]);
            [&promotion.when, forced].into_iter().all(|asked| is_told_by_target(variant, asked, true))
        };
        variant.role(role).promotion.as_ref().is_none_or(told)
            && !variant.board.wraps()
            && hooks_on_board(variant, role).is_empty()
            && of_movements(variant).is_empty()
    }

    /// All are told route by route.
    pub fn none(variant: &Variant, role: RoleId) -> Self {
        Self { atoms: Vec::new(), which: vec![false; variant.role(role).movements.len()], ends: Vec::new() }
    }

    /// What they are made of, with what each is for.
    pub fn each(&self) -> impl Iterator<Item = (Mode, &Atom<W>)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        let ranges = starts.zip(&self.ends).map(|(start, &(mode, end))| (mode, start..end));
        ranges.flat_map(|(mode, range)| self.atoms[range].iter().map(move |atom| (mode, atom)))
    }
}

/// Whether a place that the last leg asks about is the target.
pub fn is_target(place: &Place) -> bool {
    matches!(place.anchor, Anchor::Landing | Anchor::To)
        && matches!(place.steps[..], [step] if step.is_zero())
}

/// The only leg of a plain movement, and whether it may end on an empty square and on an opponent's piece.
fn onto(movement: &Movement) -> Option<(&Leg, bool, bool)> {
    let [leg] = &movement.legs[..] else { return None };
    let free = movement.effects.is_empty()
        && movement.chain.is_none()
        && leg.path == PathRule::Empty
        && !leg.displacement.is_zero();
    if !free {
        return None;
    }
    let (mut empty, mut opponent, mut own) = (true, true, true);
    for guard in &leg.guards {
        let Predicate::Holds(test, place) = guard else { return None };
        let there = is_target(place);
        let open = match test {
            Test::Empty => [true, false, false],
            Test::Occupied => [false, true, true],
            Test::Ally | Test::Own => [false, false, true],
            Test::Opponent => [false, true, false],
            Test::NoAlly => [true, true, false],
            Test::NoOpponent => [true, false, true],
            _ => return None,
        };
        if !there {
            return None;
        }
        empty &= open[0];
        opponent &= open[1];
        own &= open[2];
    }
    // What may take the player's own, or goes onto what it does not take, is no matter of occupancy.
    let known = !own && (empty || opponent) && (movement.mode != Mode::Move || !opponent);
    known.then_some((leg, empty, opponent))
}

/// Writes down a leg from every square.
fn write<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    leg: &Leg,
    (quiet, capture): (bool, bool),
    atoms: &mut Vec<Atom<W>>,
) {
    let board = &variant.board;
    let by = variant.players[player.index()].orientation.to_board(leg.displacement);
    let next: Vec<Option<Square>> = board.squares().map(|from| board.offset(from, by)).collect();
    atoms.reserve(next.len());
    for from in board.squares() {
        let mut clear = Bits::<W>::EMPTY;
        let mut at = from;
        for repetition in 1..=board.len() as u16 {
            let Some(stop) = next[at.index()] else { break };
            // Squares one by one in a long set: only the word of each is touched.
            let insert = |square: Square| {
                let word = clear.0.get_mut(square.index() / 64);
                word.into_iter().for_each(|word| *word |= 1 << (square.index() % 64));
            };
            if !pass(board, at, stop, by, insert) {
                break;
            }
            if leg.ride.as_ref().is_none_or(|counts| counts.contains(repetition)) {
                let (key, other) = (from.0, stop.0);
                atoms.push(Atom { key, other, clear: clear.0, hurdle: None, quiet, capture });
            }
            if leg.ride.is_none() {
                break;
            }
            clear.insert(stop.index());
            at = stop;
        }
    }
}
