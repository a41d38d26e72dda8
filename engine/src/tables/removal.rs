//! Finds the pieces that scripted moves may remove, and the captures of non-royal pieces.

use crate::bits::Bits;
use crate::variant::{Role, Variant};

use super::act::Act;
use super::atom::{Atoms, classes};
use super::attack::AttackClass;
use super::guard::vetoes;
use super::lookup::LookupCache;
use super::mentions::{is_attack, mentions, of_role};
use super::movement::{MEMBERS, ScriptedMove, filled};
use super::scripted::AttackIndex;

/// The captures of one player, of royal and other pieces.
#[derive(Clone, Debug)]
pub struct Prey<const W: usize> {
    /// Captures of any piece. Captures of royals restricted to certain roles are
    /// [elsewhere](super::movement::RoleTable::limited).
    pub classes: Vec<AttackClass<W>>,
    /// All scripted moves that may remove a piece from a square, by square.
    pub takers: Vec<AttackIndex<W>>,
}

impl<const W: usize> Prey<W> {
    /// Built from each role's captures that depend on occupancy only, keyed by the attacked square, and all
    /// others.
    pub fn new(
        captures: &[Atoms<W>],
        scripted: &[ScriptedMove<W>],
        squares: usize,
        cache: &LookupCache<W>,
    ) -> Self {
        let spare = captures.len() as u8;
        let (sets, parts) = classes(captures);
        let mut found = Vec::new();
        for (part, set) in sets.iter().enumerate() {
            let roles = 0..spare;
            let members: Vec<u8> = roles.filter(|&role| parts[usize::from(role)].contains(&part)).collect();
            let lookup = cache.get(set);
            let few = members.chunks(MEMBERS);
            found.extend(few.map(|few| AttackClass { members: filled(few, spare), lookup: lookup.clone() }));
        }
        let mut takers = vec![AttackIndex::default(); Bits::<W>::CAPACITY];
        for (index, scripted) in scripted.iter().enumerate() {
            let removed = removes(scripted, u64::MAX, false, squares);
            removed.indices().for_each(|square| takers[square].add(scripted, index as u32));
        }
        Self { classes: found, takers }
    }

    /// Whether a variant tests attacks on non-royal pieces.
    pub fn is_asked_for(variant: &Variant) -> bool {
        let common = |role: &&Role| !role.royal;
        let ends = variant.ending.ends.iter().map(|end| &end.when[..]);
        let counting = variant.ending.counting.iter().map(|rule| &rule.when[..]);
        let musts = variant.choice.must.iter().flat_map(|must| [&must.when[..], &must.wanted]);
        let choice = [&variant.choice.guard[..], variant.choice.pass.as_deref().unwrap_or(&[])];
        let hooks = variant.after_move.iter().chain(&variant.after_capture).map(|hook| &hook.guards[..]);
        let drops = variant.roles.iter().flat_map(|role| &role.drops).map(|drop| &drop.guards[..]);
        let mut asked = ends.chain(counting).chain(musts).chain(choice).chain(hooks).chain(drops);
        !vetoes(variant).is_empty()
            || asked.any(|predicates| mentions(predicates, &is_attack))
            || variant.roles.iter().filter(common).any(|role| of_role(role, &is_attack))
    }
}

/// The squares from which a movement itself might remove an opponent's piece of these roles, except captures
/// counted as attacks. Effects may shift a royal before removing it, so each square tracks where its piece
/// may have come from.
pub fn removes<const W: usize>(
    scripted: &ScriptedMove<W>,
    roles: u64,
    counted: bool,
    squares: usize,
) -> Bits<W> {
    let single = |square: u16| Bits::single(usize::from(square));
    let board = Bits::below(squares);
    let mut removed = Bits::EMPTY;
    let takes_one = scripted.takes && scripted.target.opponent && scripted.target.roles & roles != 0;
    if takes_one && !counted {
        removed |= single(scripted.to);
    }
    // Squares known to be empty or the mover's hold no royal of the opponent.
    let without = scripted.clear | single(scripted.from) | single(scripted.to);
    let mut arrived: Vec<(u16, Bits<W>)> = Vec::new();
    let stood = |arrived: &[(u16, Bits<W>)], square: u16| {
        let known = arrived.iter().rev().find(|(other, _)| *other == square);
        known.map_or(single(square) & !without, |(_, from)| *from)
    };
    for act in &*scripted.acts {
        match act {
            Act::TakeAll(taken) => {
                let (squares, filter) = &**taken;
                (squares.bound() & filter.bound() & board)
                    .indices()
                    .for_each(|square| removed |= stood(&arrived, square as u16));
            }
            // A piece that changes its owner counts as removed.
            Act::Flip(squares) => {
                (squares.bound() & board)
                    .indices()
                    .for_each(|square| removed |= stood(&arrived, square as u16));
            }
            Act::Take(squares) => squares.iter().for_each(|(square, _)| removed |= stood(&arrived, *square)),
            Act::Shift(a, b) => {
                let there = stood(&arrived, *b);
                removed |= there;
                let both = there | stood(&arrived, *a);
                arrived.push((*b, both));
            }
            // The marker's square is unknown here: any shifted piece may be on it.
            Act::TakeMarker => arrived.iter().for_each(|(_, from)| removed |= *from),
            Act::Put(_, squares) => {
                for &square in squares {
                    removed |= stood(&arrived, square);
                    arrived.push((square, Bits::EMPTY));
                }
            }
            Act::ToHand(squares) => squares.iter().for_each(|&square| removed |= stood(&arrived, square)),
            Act::Drop(square) => {
                removed |= stood(&arrived, *square);
                arrived.push((*square, Bits::EMPTY));
            }
            Act::Mark(_)
            | Act::KeepMarks
            | Act::Promote
            | Act::Become(_)
            | Act::Add(..)
            | Act::Set(..)
            | Act::Copy(..)
            | Act::Grant(..)
            | Act::Again => {}
        }
    }
    removed
}
