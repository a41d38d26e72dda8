//! The forms that movements take in the tables: classes that share a lookup, steps of a whole set, and movements that
//! keep their general form, with what is asked of them first.

use std::sync::Arc;

use crate::bits::Bits;

use super::act::Act;
use super::atom::Atom;
use super::formula::Formula;
use super::instance::{Choices, Following, Hurdle, Instance, Target};
use super::lookup::Lookup;

/// One or two roles; in place of a missing one the slot of a role that no piece has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Members {
    /// The first.
    pub a: u8,
    /// The second.
    pub b: u8,
}

impl Members {
    /// Whether a role is one of them.
    #[inline(always)]
    pub fn contains(&self, role: u8) -> bool {
        self.a == role || self.b == role
    }
}

/// How many roles [`Members`] has room for.
pub const MEMBERS: usize = 2;

/// Pieces that share a lookup: every piece of the member roles moves so (some also in other ways).
#[derive(Clone, Debug)]
pub struct Class<const W: usize> {
    /// The roles, royal ones left out.
    pub members: Members,
    /// The role whose promotions multiply the moves; it is then the only member.
    pub promotes: Option<u8>,
    /// Where they go.
    pub lookup: Arc<Lookup<W>>,
}

/// A constant displacement that all pieces of a role make at once.
#[derive(Clone, Debug)]
pub struct Step<const W: usize> {
    /// The role.
    pub role: u8,
    /// Target minus origin.
    pub delta: i32,
    /// From where it can be made.
    pub origins: Bits<W>,
    /// Target minus square, for each square that must be empty.
    pub between: Vec<i32>,
    /// Onto empty squares: all squares or none.
    pub quiet: Bits<W>,
    /// Onto an opponent's piece: all squares or none.
    pub capture: Bits<W>,
    /// Targets where the role may or must promote.
    pub zone: Bits<W>,
    /// The movement plus 1 if it leaves marks, else 0.
    pub way: u16,
    /// The marks it leaves, by origin; empty if it leaves none.
    pub marks: Vec<Bits<W>>,
}

/// What a role may become, where the target alone decides it.
#[derive(Clone, Debug, Default)]
pub struct Promotion<const W: usize> {
    /// The roles to choose from.
    pub to: Vec<u8>,
    /// Targets where it may promote or not.
    pub optional: Bits<W>,
    /// Targets where it must.
    pub forced: Bits<W>,
    /// Roles that may be chosen only where fewer stand on the board than the player had at the start: so many.
    pub stock: Vec<(u8, u32)>,
}

/// A movement from one square in its general form.
#[derive(Clone, Debug)]
pub struct General<const W: usize> {
    /// What moves.
    pub role: u8,
    /// The origin.
    pub from: u16,
    /// The target.
    pub to: u16,
    /// The movement plus 1 if it has effects, else 0.
    pub way: u16,
    /// Whether it takes what stands on the target.
    pub takes: bool,
    /// Squares that must be empty.
    pub clear: Bits<W>,
    /// Squares that are counted, and the numbers that will do (a bit each).
    pub hurdles: Vec<(Bits<W>, u64)>,
    /// What may stand on the target.
    pub target: Target,
    /// Rights that must all stand.
    pub rights: u64,
    /// Whether the piece stays where it is.
    pub stays: bool,
    /// What else must hold.
    pub rest: Vec<Formula<W>>,
    /// What must hold besides, and asks what the position is afterwards: choice by choice.
    pub ahead: Vec<Formula<W>>,
    /// What else happens.
    pub acts: Vec<Act<W>>,
    /// What the piece may become.
    pub choices: Choices<W>,
    /// What may follow, in order.
    pub hooks: Arc<[Following<W>]>,
    /// Whether another movement of the role may give the same move.
    pub overlaps: bool,
    /// Squares on which something must come or go for the movement to be open where it was not; all of them, if it may
    /// depend on more than what stands where.
    pub asks: Bits<W>,
}

/// A general movement that needs a right: first questions first.
#[derive(Clone, Copy, Debug)]
pub struct Righted<const W: usize> {
    /// Rights that must all stand.
    pub rights: u64,
    /// Squares that must be empty.
    pub clear: Bits<W>,
    /// The movement's index in [`Side::generals`].
    pub index: u32,
}

/// The general movements of one role that need a right.
#[derive(Clone, Debug)]
pub struct ByRight<const W: usize> {
    /// The role.
    pub role: u8,
    /// All rights that are asked for.
    pub rights: u64,
    /// For each origin where its entries start; one more at the end.
    pub starts: Vec<u32>,
    /// The movements, by origin.
    pub entries: Vec<Righted<W>>,
}

/// A royal's general movement that needs rights, empty squares and squares that no opponent's piece attacks, and that
/// moves at most one other piece.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<const W: usize> {
    /// Rights that must all stand.
    pub rights: u64,
    /// Squares that must be empty, or left by the royal.
    pub clear: Bits<W>,
    /// Squares where the royal must not be attacked; its target among them if [`settled`](Self::settled).
    pub safe: Bits<W>,
    /// Whether these squares decide that the royal is safe after the movement.
    pub settled: bool,
    /// Where an own piece must stand for the sets below to be right.
    pub own: Bits<W>,
    /// Squares that are left.
    pub leaves: Bits<W>,
    /// Squares that are entered.
    pub enters: Bits<W>,
    /// Where the royal goes.
    pub to: u16,
    /// The movement's index in [`Side::generals`].
    pub index: u32,
}

/// The guarded movements of one role.
#[derive(Clone, Debug)]
pub struct Guard<const W: usize> {
    /// The role.
    pub role: u8,
    /// All rights that are asked for.
    pub rights: u64,
    /// For each origin where its entries start; one more at the end.
    pub starts: Vec<u32>,
    /// The movements, by origin.
    pub entries: Vec<Guarded<W>>,
}

impl<const W: usize> Guard<W> {
    /// The movements from a square.
    #[inline(always)]
    pub fn from(&self, square: usize) -> &[Guarded<W>] {
        &self.entries[self.starts[square] as usize..self.starts[square + 1] as usize]
    }
}

/// A general movement with its first questions.
#[derive(Clone, Copy, Debug)]
pub struct Gated<const W: usize> {
    /// Squares that must be empty, or left by the piece.
    pub clear: Bits<W>,
    /// The target.
    pub to: u16,
    /// The movement's index in [`Side::generals`].
    pub index: u32,
}

/// The general movements of one role from one square.
#[derive(Clone, Debug)]
pub struct Cell<const W: usize> {
    /// Where they are in [`Others::entries`].
    pub range: (u32, u32),
    /// Where the role's gates are not open: none applies without an opponent's piece of the gates' roles on one of
    /// these squares.
    pub gate: Bits<W>,
}

/// The general movements of one role.
#[derive(Clone, Debug)]
pub struct Others<const W: usize> {
    /// The role.
    pub role: u8,
    /// By origin.
    pub cells: Vec<Cell<W>>,
    /// The movements, by origin.
    pub entries: Vec<Gated<W>>,
    /// The roles that the gates ask for; `None` if they ask for any or are open.
    pub gate_roles: Option<Members>,
    /// Whether the gates ask for some piece of the opponent's.
    pub taking: bool,
    /// Whether each cell's entries are its gate's squares in ascending order.
    pub ranked: bool,
}

/// Captures of pieces of some roles alone.
#[derive(Clone, Debug)]
pub struct Limited<const W: usize> {
    /// The roles.
    pub members: Members,
    /// Where they are taken.
    pub lookup: Arc<Lookup<W>>,
    /// Where they might be taken whatever the occupancy, by origin.
    pub onto: Vec<Bits<W>>,
}

/// What a role does besides general movements.
#[derive(Clone, Debug, Default)]
pub struct RoleTable<const W: usize> {
    /// Its classes: indices into [`Side::classes`]. None for a role that steps as a set.
    pub classes: Vec<u8>,
    /// Where a royal may go only to take pieces of some roles; no other role has such.
    pub limited: Vec<Limited<W>>,
    /// What it may become.
    pub promotion: Promotion<W>,
    /// By target, from where plain moves might come to it whatever the occupancy; see [`coming`](Self::coming).
    origins: Vec<Bits<W>>,
}

impl<const W: usize> RoleTable<W> {
    /// Remembers from where to where the role may go: lookups and steps. Where sets are long they would take more memory
    /// than they spare time.
    pub fn remember<'a>(&mut self, atoms: impl Iterator<Item = &'a Atom<W>>) {
        if W > 4 {
            return;
        }
        self.origins = vec![Bits::EMPTY; Bits::<W>::CAPACITY];
        atoms.for_each(|atom| self.origins[usize::from(atom.other)].insert(usize::from(atom.key)));
    }

    /// From where a lookup or a step might come to a square whatever the occupancy; if that is not known, from anywhere.
    #[inline(always)]
    pub fn coming(&self, to: usize) -> Bits<W> {
        self.origins.get(to).copied().unwrap_or(Bits::FULL)
    }
}

impl<const W: usize> General<W> {
    /// A role's movement, `overlaps` saying whether another one of the role may give the same move.
    pub fn new(role: u8, instance: Instance<W>, overlaps: bool) -> Self {
        let rights = instance.rest.iter().fold(0, |mask, part| match part {
            Formula::Right(bits) if bits.is_power_of_two() => mask | bits,
            _ => mask,
        });
        let (ahead, rest) = instance.rest.into_iter().partition(Formula::looks_ahead);
        let hurdle = |hurdle: &Hurdle<W>| (Bits(hurdle.squares), hurdle.counts);
        Self {
            role,
            from: instance.from,
            to: instance.to,
            way: instance.way,
            takes: instance.takes,
            clear: instance.clear,
            hurdles: instance.hurdles.iter().map(hurdle).collect(),
            target: instance.target,
            rights,
            stays: instance.stays,
            rest,
            ahead,
            acts: instance.acts,
            choices: instance.choices,
            hooks: instance.hooks,
            overlaps,
            asks: Bits::FULL,
        }
    }

    /// What tells it apart: role, origin, target and way.
    pub fn key(&self) -> (u8, u16, u16, u16) {
        (self.role, self.from, self.to, self.way)
    }

    /// Where a royal of the mover's might be lost by what follows.
    pub fn risks(&self, royals: u64) -> Bits<W> {
        let single = |square: u16| Bits::single(usize::from(square));
        let own = royals >> (self.role & 63) & 1 == 1;
        let moved = if own { single(self.from) } else { Bits::EMPTY };
        self.hooks.iter().flat_map(|hook| &hook.acts).fold(moved, |all, act| {
            all | match act {
                Act::Take(squares) => {
                    squares.iter().fold(Bits::EMPTY, |all, (square, _)| all | single(*square))
                }
                Act::TakeAll(squares, filter) => squares.bound() & filter.bound(),
                act if act.keeps_board() => Bits::EMPTY,
                _ => Bits::FULL,
            }
        })
    }

    /// Finds [`asks`](Self::asks).
    pub fn find_asks(&mut self) {
        let hurdles = self.hurdles.iter().fold(Bits::EMPTY, |all, (squares, _)| all | *squares);
        let parts = self.rest.iter().chain(&self.ahead);
        let parts = parts.fold(Bits::EMPTY, |all, part| all | part.squares());
        let promotes = match &self.choices {
            Choices::Promotion { when, forced } => when.squares() | forced.squares(),
            _ => Bits::EMPTY,
        };
        // What it takes elsewhere, or brings from the hand, is no matter of single squares.
        let known = self.takes
            && self.acts.is_empty()
            && matches!(self.choices, Choices::None | Choices::Promotion { .. });
        self.asks = if known { self.clear | hurdles | parts | promotes } else { Bits::FULL };
    }

    /// The movement as sets of squares, if that is all there is to it; `index` is its place.
    pub fn guarded(&self, index: u32) -> Option<Guarded<W>> {
        let single = |square: u16| Bits::single(usize::from(square));
        let mut safe = Bits::EMPTY;
        for part in &self.rest {
            match part {
                Formula::Right(bits) if bits.is_power_of_two() => {}
                Formula::Not(inner) => match **inner {
                    Formula::Attacked(square) => safe |= single(square),
                    _ => return None,
                },
                _ => return None,
            }
        }
        let target = &self.target;
        let onto_empty = target.empty && !target.opponent && !target.own;
        if !onto_empty
            || !self.hooks.is_empty()
            || !self.ahead.is_empty()
            || !self.hurdles.is_empty()
            || self.choices != Choices::None
            || self.from == self.to
        {
            return None;
        }
        let (from, to) = (single(self.from), single(self.to));
        let clear = self.clear | to;
        let (mut own, mut leaves, mut enters) = (Bits::EMPTY, from, to);
        match self.acts[..] {
            [] => {}
            [Act::Shift(a, b)] => {
                let (a, b) = (single(a), single(b));
                let apart = (a & (from | to | b)).is_empty() && (b & to).is_empty();
                if !apart || (b & (clear | from)).is_empty() {
                    return None;
                }
                (own, leaves, enters) = (a, leaves & !b | a, enters | b);
            }
            _ => return None,
        }
        let (rights, to) = (self.rights, self.to);
        Some(Guarded { rights, clear, safe, settled: false, own, leaves, enters, to, index })
    }
}

/// These roles, filled up.
pub fn filled(roles: &[u8], spare: u8) -> Members {
    let role = |i: usize| roles.get(i).copied().unwrap_or(spare);
    Members { a: role(0), b: role(1) }
}
