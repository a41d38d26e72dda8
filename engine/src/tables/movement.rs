//! The forms of movements in the tables: classes with a shared lookup, set-wise steps, and scripted moves. A
//! scripted move has conditions or effects, kept as lists and evaluated one by one.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::Move;

use super::act::Act;
use super::atom::Atom;
use super::condition::Condition;
use super::instance::{Choices, Following, Hurdle, Instance, Target};
use super::lookup::Lookup;
use super::scripted::CastlingLike;

/// One or two roles; a missing one is the slot of a role without pieces.
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

/// The capacity of [`Members`].
pub const MEMBERS: usize = 2;

/// Pieces that share a lookup. All pieces of the member roles move this way; some have further moves.
#[derive(Clone, Debug)]
pub struct Class<const W: usize> {
    /// The non-royal roles; none for the class of a royal.
    pub members: Members,
    /// The role whose promotions multiply the moves; it is then the only member.
    pub promotes: Option<u8>,
    /// The targets.
    pub lookup: Arc<Lookup<W>>,
}

/// A constant displacement of all pieces of a role at once.
#[derive(Clone, Debug)]
pub struct Step<const W: usize> {
    /// The role.
    pub role: u8,
    /// Target minus origin.
    pub delta: i32,
    /// The squares that have this movement.
    pub origins: Bits<W>,
    /// Target minus square, for each square that must be empty.
    pub between: Vec<i32>,
    /// Full if it may go to empty squares, else empty.
    pub quiet: Bits<W>,
    /// Full if it may capture, else empty.
    pub capture: Bits<W>,
    /// The promotion on its targets.
    pub promotion: Promotion<W>,
    /// The movement plus 1 if it leaves marks, else 0.
    pub way: u16,
    /// The marks it leaves, by origin; empty if it leaves none.
    pub marks: Vec<Bits<W>>,
}

/// The promotions of a role that depend on the target only: for some of its origins, and for captures or
/// quiet moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Promotion<const W: usize> {
    /// The promotion roles.
    pub to: Vec<u8>,
    /// Targets where promotion is optional.
    pub optional: Bits<W>,
    /// Targets where promotion is compulsory.
    pub forced: Bits<W>,
    /// Roles available only from stock, with their numbers at the start: fewer must be on the board.
    pub stock: Vec<(u8, u32)>,
}

/// A movement from one square to another with its own conditions or effects.
#[derive(Clone, Debug)]
pub struct ScriptedMove<const W: usize> {
    /// The moving role.
    pub role: u8,
    /// The origin.
    pub from: u16,
    /// The target.
    pub to: u16,
    /// The movement plus 1 if it has effects, else 0.
    pub way: u16,
    /// Whether it captures on the target.
    pub takes: bool,
    /// Squares that must be empty.
    pub clear: Bits<W>,
    /// Counted squares, with the allowed numbers as bits.
    pub hurdles: Vec<(Bits<W>, u64)>,
    /// The allowed contents of the target.
    pub target: Target,
    /// Rights that are all required.
    pub rights: u64,
    /// Whether the piece stays on its square.
    pub stays: bool,
    /// Other conditions.
    pub rest: Vec<Condition<W>>,
    /// Conditions on the position afterwards, evaluated for each choice.
    pub ahead: Vec<Condition<W>>,
    /// Other effects.
    pub acts: Vec<Act<W>>,
    /// The possible promotions.
    pub choices: Choices<W>,
    /// The hooks, in order.
    pub hooks: Vec<Following<W>>,
    /// Whether another movement of the role may duplicate it.
    pub overlaps: bool,
    /// The sensitive squares: only a change on them can make the movement possible. All squares if it may
    /// depend on more than the pieces on squares.
    pub asks: Bits<W>,
}

/// Captures restricted to certain roles.
#[derive(Clone, Debug)]
pub struct RestrictedCaptures<const W: usize> {
    /// The captured roles.
    pub members: Members,
    /// The captures.
    pub lookup: Arc<Lookup<W>>,
    /// The captures in any occupancy, by origin.
    pub onto: Vec<Bits<W>>,
}

/// The moves of a role other than scripted ones.
#[derive(Clone, Debug, Default)]
pub struct RoleTable<const W: usize> {
    /// Its classes: indices into [`Side::classes`]. Empty for a role with set-wise steps.
    pub classes: Vec<u8>,
    /// Captures of a royal that are restricted to certain roles; empty for all other roles.
    pub limited: Vec<RestrictedCaptures<W>>,
    /// Its promotions: quiet and by capture, for most origins and then for those [apart](Self::apart). All
    /// four have the same promotion roles.
    pub promotions: [Promotion<W>; 4],
    /// Whether it has a promotion that depends on the target.
    pub promotes: bool,
    /// Whether the four are equal.
    pub same: bool,
    /// Whether captures and quiet moves have equal promotions.
    pub alike: bool,
    /// The origins for which the last two hold.
    pub apart: Bits<W>,
}

impl<const W: usize> RoleTable<W> {
    /// The promotion for a move from a square, by capture or quiet.
    #[inline(always)]
    pub fn promotion(&self, from: usize, takes: bool) -> &Promotion<W> {
        let one = if self.same { 0 } else { 2 * usize::from(self.apart.contains(from)) + usize::from(takes) };
        &self.promotions[one & 3]
    }
}

impl<const W: usize> Promotion<W> {
    /// Targets of optional or compulsory promotion: the promotion zone.
    #[inline(always)]
    pub fn zone(&self) -> Bits<W> {
        self.optional | self.forced
    }
}

impl<const W: usize> ScriptedMove<W> {
    /// A movement from a square to itself when it is empty, with these effects and hooks.
    pub fn at(role: u8, square: u16, way: u16, acts: Vec<Act<W>>, hooks: Vec<Following<W>>) -> Self {
        let target = Target { empty: true, opponent: false, own: false, roles: u64::MAX };
        let made = Instance { way, acts, hooks, ..Instance::new(role, square, square, target) };
        Self::new(role, made, false)
    }

    /// The move with this choice.
    pub fn chosen(&self, choice: u16) -> Move {
        Move { from: Square(self.from), to: Square(self.to), way: self.way, choice }
    }

    /// A role's movement; `overlaps` if another one of the role may duplicate it.
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
        }
    }

    /// Its occupancy conditions as an atom, if they have at most one count and do not include its own ends.
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

    /// Whether its only condition on the position afterwards is the safety of the royals without the dropped
    /// piece.
    pub fn asks_safety_without_drop(&self) -> bool {
        match &self.ahead[..] {
            [Condition::WithoutDrop(inner)] => {
                matches!(&**inner, Condition::Not(inner) if **inner == Condition::InCheck)
            }
            _ => false,
        }
    }

    /// A superset of the squares whose pieces the hooks may remove; all squares if they may change the board
    /// otherwise.
    fn followed_by(&self) -> Bits<W> {
        self.hooks.iter().flat_map(|hook| &hook.acts).fold(Bits::EMPTY, |all, act| all | act.removes_from())
    }

    /// The squares where hooks might remove a royal of the mover.
    pub fn risks(&self, royals: u64) -> Bits<W> {
        let own = royals >> (self.role & 63) & 1 == 1;
        let moved = if own { Bits::single(usize::from(self.from)) } else { Bits::EMPTY };
        moved | self.followed_by()
    }

    /// Computes [`asks`](Self::asks).
    pub fn find_asks(&mut self) {
        let hurdles = self.hurdles.iter().fold(Bits::EMPTY, |all, (squares, _)| all | *squares);
        let parts = self.rest.iter().chain(&self.ahead);
        let parts = parts.fold(Bits::EMPTY, |all, part| all | part.decided_by());
        let promotes = match &self.choices {
            Choices::Promotion(asks) => asks.when.decided_by() | asks.forced.decided_by(),
            _ => Bits::EMPTY,
        };
        // Captures elsewhere and drops do not depend on single squares.
        let known = self.takes
            && self.acts.is_empty()
            && matches!(self.choices, Choices::None | Choices::Promotion(_));
        self.asks = if known { self.clear | hurdles | parts | promotes } else { Bits::FULL };
    }

    /// The square that must be marked, if there is one.
    pub fn mark(&self) -> Option<u16> {
        self.rest.iter().find_map(Condition::marked_square)
    }

    /// The move as sets of squares, if that is all it does; `index` is its index.
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
        Some(CastlingLike { rights, clear, safe, own, leaves, enters, to, index })
    }
}

/// These roles, padded with the spare one.
pub fn filled(roles: &[u8], spare: u8) -> Members {
    let role = |i: usize| roles.get(i).copied().unwrap_or(spare);
    Members { a: role(0), b: role(1) }
}
