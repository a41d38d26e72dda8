//! The forms that movements take in the tables: classes that share a lookup, steps that a whole set makes at once, and scripted
//! moves. A scripted move has conditions or effects; they are kept as lists and evaluated one by one.

use std::sync::Arc;

use crate::bits::Bits;

use super::act::Act;
use super::atom::Atom;
use super::condition::Condition;
use super::instance::{Choices, Following, Hurdle, Instance, Target};
use super::lookup::Lookup;
use super::scripted::CastlingLike;

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
    /// Which of the role's [promotions](RoleTable::promotions) is meant.
    pub promotion: u8,
    /// The movement plus 1 if it leaves marks, else 0.
    pub way: u16,
    /// The marks it leaves, by origin; empty if it leaves none.
    pub marks: Vec<Bits<W>>,
}

/// What a role may become, where the target alone decides it: for some of its origins, and for what takes something or
/// for what takes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// A movement from one square to another that has conditions or effects of its own.
#[derive(Clone, Debug)]
pub struct ScriptedMove<const W: usize> {
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
    pub rest: Vec<Condition<W>>,
    /// What must hold besides, and asks what the position is afterwards: choice by choice.
    pub ahead: Vec<Condition<W>>,
    /// What else happens.
    pub acts: Vec<Act<W>>,
    /// What the piece may become.
    pub choices: Choices<W>,
    /// What may follow, in order.
    pub hooks: Vec<Following<W>>,
    /// Whether another movement of the role may give the same move.
    pub overlaps: bool,
    /// Squares on which something must come or go for the movement to be open where it was not; all of them, if it may
    /// depend on more than what stands where.
    pub asks: Bits<W>,
    /// Squares on which it and what follows it might change what stands there; all of them, if pieces may come elsewhere
    /// than where it ends.
    pub changes: Bits<W>,
}

/// Captures of pieces of some roles alone.
#[derive(Clone, Debug)]
pub struct RestrictedCaptures<const W: usize> {
    /// The roles.
    pub members: Members,
    /// Where they are taken.
    pub lookup: Arc<Lookup<W>>,
    /// Where they might be taken whatever the occupancy, by origin.
    pub onto: Vec<Bits<W>>,
}

/// What a role does besides scripted moves.
#[derive(Clone, Debug, Default)]
pub struct RoleTable<const W: usize> {
    /// Its classes: indices into [`Side::classes`]. None for a role that steps as a set.
    pub classes: Vec<u8>,
    /// Where a royal may go only to take pieces of some roles; no other role has such.
    pub limited: Vec<RestrictedCaptures<W>>,
    /// What it may become: where it takes nothing and where it takes something, each from most squares and from those
    /// [apart](Self::apart). All four have the same roles to choose from.
    pub promotions: [Promotion<W>; 4],
    /// Whether it may ever promote as the target tells.
    pub promotes: bool,
    /// Whether they are all the same.
    pub same: bool,
    /// Whether it matters for none of them that something is taken.
    pub alike: bool,
    /// From where the last two hold.
    pub apart: Bits<W>,
}

impl<const W: usize> RoleTable<W> {
    /// What it may become on a way from a square that takes something, or nothing.
    #[inline(always)]
    pub fn promotion(&self, from: usize, takes: bool) -> &Promotion<W> {
        let one = if self.same { 0 } else { 2 * usize::from(self.apart.contains(from)) + usize::from(takes) };
        &self.promotions[one & 3]
    }
}

impl<const W: usize> Promotion<W> {
    /// Targets where the piece may or must become something else.
    #[inline(always)]
    pub fn zone(&self) -> Bits<W> {
        self.optional | self.forced
    }
}

impl<const W: usize> ScriptedMove<W> {
    /// Whether pieces change sides by it on squares that the pieces on the board tell, and nothing else follows.
    pub fn turns_over(&self) -> bool {
        self.hooks.is_empty() && matches!(&self.acts[..], [Act::Flip(squares)] if squares.is_of_board())
    }

    /// A role's movement, `overlaps` saying whether another one of the role may give the same move.
    pub fn new(role: u8, instance: Instance<W>, overlaps: bool) -> Self {
        let rights = instance.rest.iter().fold(0, |mask, part| match part {
            Condition::Right(bits) if bits.is_power_of_two() => mask | bits,
            _ => mask,
        });
        let (ahead, rest): (Vec<_>, Vec<_>) = instance.rest.into_iter().partition(Condition::looks_ahead);
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
            changes: Bits::FULL,
        }
    }

    /// What occupancy alone decides of it, if that is one count at most, and of other squares than its own.
    pub fn bare(&self) -> Option<Atom<W>> {
        let hurdle =
            self.hurdles.first().map(|&(squares, counts)| Arc::new(Hurdle { squares: squares.0, counts }));
        let asked = self.clear | hurdle.as_ref().map_or(Bits::EMPTY, |hurdle| Bits(hurdle.squares));
        let ends = Bits::single(usize::from(self.from)) | Bits::single(usize::from(self.to));
        let known =
            self.hurdles.len() <= 1 && self.from != self.to && !self.target.own && (asked & ends).is_empty();
        known.then_some(Atom {
            key: self.from,
            other: self.to,
            clear: self.clear.0,
            hurdle,
            quiet: true,
            capture: true,
        })
    }

    /// Whether all that is asked of the position afterwards is that the royals are safe without the dropped piece.
    pub fn asks_safety_without_drop(&self) -> bool {
        match &self.ahead[..] {
            [Condition::WithoutDrop(inner)] => {
                matches!(&**inner, Condition::Not(inner) if **inner == Condition::InCheck)
            }
            _ => false,
        }
    }

    /// Squares whose pieces the hooks may remove; all of them, if they may do more to the board than that.
    fn followed_by(&self) -> Bits<W> {
        self.hooks.iter().flat_map(|hook| &hook.acts).fold(Bits::EMPTY, |all, act| all | act.removes_from())
    }

    /// Where a royal of the mover's might be lost by what follows.
    pub fn risks(&self, royals: u64) -> Bits<W> {
        let own = royals >> (self.role & 63) & 1 == 1;
        let moved = if own { Bits::single(usize::from(self.from)) } else { Bits::EMPTY };
        moved | self.followed_by()
    }

    /// Finds [`changes`](Self::changes).
    pub fn find_changes(&mut self) {
        let ends = Bits::single(usize::from(self.from)) | Bits::single(usize::from(self.to));
        self.changes = self.acts.iter().fold(ends | self.followed_by(), |all, act| all | act.removes_from());
    }

    /// Finds [`asks`](Self::asks).
    pub fn find_asks(&mut self) {
        let hurdles = self.hurdles.iter().fold(Bits::EMPTY, |all, (squares, _)| all | *squares);
        let parts = self.rest.iter().chain(&self.ahead);
        let parts = parts.fold(Bits::EMPTY, |all, part| all | part.decided_by());
        let promotes = match &self.choices {
            Choices::Promotion(asks) => asks.when.decided_by() | asks.forced.decided_by(),
            _ => Bits::EMPTY,
        };
        // What it takes elsewhere, or brings from the hand, is no matter of single squares.
        let known = self.takes
            && self.acts.is_empty()
            && matches!(self.choices, Choices::None | Choices::Promotion(_));
        self.asks = if known { self.clear | hurdles | parts | promotes } else { Bits::FULL };
    }

    /// The square that must be marked, if there is one.
    pub fn mark(&self) -> Option<u16> {
        self.rest.iter().find_map(Condition::marked_square)
    }

    /// The move as sets of squares, if that is all there is to it; `index` is its place.
    pub fn castling_like(&self, index: u32) -> Option<CastlingLike<W>> {
        let single = |square: u16| Bits::single(usize::from(square));
        let mut safe = Bits::EMPTY;
        for part in &*self.rest {
            match part {
                Condition::Right(bits) if bits.is_power_of_two() => {}
                Condition::Not(inner) => match **inner {
                    Condition::Attacked(square) => safe |= single(square),
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
        Some(CastlingLike { rights, clear, safe, settled: false, own, leaves, enters, to, index })
    }
}

/// These roles, filled up.
pub fn filled(roles: &[u8], spare: u8) -> Members {
    let role = |i: usize| roles.get(i).copied().unwrap_or(spare);
    Members { a: role(0), b: role(1) }
}
