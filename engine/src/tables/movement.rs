//! The forms that movements take in the tables: classes that share a lookup, steps of a whole set, and movements that
//! keep their general form, with what is asked of them first.

use std::sync::Arc;

use crate::bits::Bits;

use super::act::Act;
use super::arrival::Both;
use super::atom::Atom;
use super::condition::Condition;
use super::instance::{Choices, Following, Hurdle, Instance, Target};
use super::late::Late;
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

/// General movements that may take what stands on some square: who stands where tells most often that none does.
#[derive(Clone, Debug)]
pub struct Takers<const W: usize> {
    /// The roles, all origins of each, and where its movements end in the list.
    roles: Vec<(u8, Bits<W>, u32)>,
    /// Origins, and indices in [`Side::generals`].
    list: Vec<(u16, u32)>,
}

impl<const W: usize> Default for Takers<W> {
    fn default() -> Self {
        Self { roles: Vec::new(), list: Vec::new() }
    }
}

impl<const W: usize> Takers<W> {
    /// Adds a movement; those of one role come together.
    pub fn add(&mut self, general: &General<W>, index: u32) {
        self.list.push((general.from, index));
        let (from, end) = (Bits::single(usize::from(general.from)), self.list.len() as u32);
        match self.roles.last_mut() {
            Some((role, origins, last)) if *role == general.role => {
                (*origins, *last) = (*origins | from, end)
            }
            _ => self.roles.push((general.role, from, end)),
        }
    }

    /// In how many lists they are, one for each role.
    pub fn lists(&self) -> usize {
        self.roles.len()
    }

    /// The roles, and from where their movements go.
    #[inline(always)]
    pub fn origins(&self) -> impl Iterator<Item = (u8, Bits<W>)> {
        self.roles.iter().map(|&(role, origins, _)| (role, origins))
    }

    /// Indices of all of them.
    pub fn indices(&self) -> impl Iterator<Item = u32> {
        self.list.iter().map(|&(_, index)| index)
    }

    /// Indices of those whose piece is there; `pieces` gives the squares of the taker's pieces of a role.
    #[inline(always)]
    pub fn standing(&self, pieces: impl Fn(u8) -> Bits<W>) -> impl Iterator<Item = u32> {
        let mut start = 0;
        let roles = self.roles.iter().map(move |&(role, origins, end)| {
            let there = pieces(role) & origins;
            (there, std::mem::replace(&mut start, end as usize)..end as usize)
        });
        let there = roles.filter(|(there, _)| there.any());
        there.flat_map(|(there, range)| {
            let listed = self.list.get(range).unwrap_or(&[]).iter();
            listed.filter(move |&&(from, _)| there.contains(usize::from(from))).map(|&(_, index)| index)
        })
    }
}

/// A general movement that needs a right: first questions first.
#[derive(Clone, Copy, Debug)]
pub struct Righted<const W: usize> {
    /// Rights that must all stand.
    pub rights: u64,
    /// Squares that must be empty.
    pub clear: Bits<W>,
    /// The target, where no piece of the mover's own may stand there.
    pub spares: Bits<W>,
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
    /// What of the board it changes, as far as lines are concerned.
    pub course: Course,
    /// Where no piece of the [barring](Alike::barring) roles may stand.
    pub bars: Bits<W>,
    /// The movement's index in [`Side::generals`].
    pub index: u32,
}

/// What all general movements of a cell have in common, if besides occupancy and what is [asked once](Cell::common) each asks
/// for no more than its target and its [bars](Gated::bars): they are a set then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    /// Whether all are a piece that is [followed](Course::Follows); else all [go](Course::Goes).
    pub follows: bool,
    /// The roles (a bit each) that they take.
    pub prey: u64,
    /// The roles (a bit each) that bar them.
    pub barring: u64,
}

/// What a general movement changes of the board, as far as lines are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// A piece that is not royal goes from origin to target, and no more.
    Goes,
    /// The same, and another one comes to the origin.
    Follows,
    /// A royal goes from origin to target, and no more.
    Reigns,
    /// Something else; or another movement may give the same move; or the position afterwards is asked for.
    Other,
}

/// The general movements of one role from one square.
#[derive(Clone, Debug)]
pub struct Cell<const W: usize> {
    /// Where they are in [`Others::entries`].
    pub range: (u32, u32),
    /// Where the role's gates are not open: none applies without an opponent's piece of the gates' roles on one of
    /// these squares.
    pub gate: Bits<W>,
    /// What all of them ask besides occupancy: the first so many of [`General::rest`].
    pub common: u32,
    /// The first so many of these ask for a right each.
    pub righted: u32,
    /// These rights, of which each must stand.
    pub rights: u64,
    /// The roles (a bit each) of which one must be in hand for any of them; 0 if there is one that needs none.
    pub held: u64,
    /// What they have in common, if they are a set.
    pub alike: Option<Alike>,
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
    /// Where the gates ask for some piece and the movements are a few displacements: target minus origin, and the origins.
    /// Empty elsewhere.
    pub shifts: Vec<(i32, Bits<W>)>,
    /// Whether each cell's entries are its gate's squares in ascending order.
    pub ranked: bool,
    /// Where they go as far as occupancy decides it, if a lookup can say that: pieces of the mover's own are not left
    /// out.
    pub lookup: Option<Arc<Lookup<W>>>,
    /// Whether some of them go onto empty squares, and whether some take.
    pub onto: (bool, bool),
    /// Whether some of them are a piece that [goes](Course::Goes) and no more, or is [followed](Course::Follows).
    pub goes: bool,
    /// Whether all of them are a royal that [goes](Course::Reigns) and no more.
    pub reigns: bool,
    /// Rights of which one must stand for any of them.
    pub rights: Option<u64>,
    /// Whether some [cell](Self::cells) asks for anything once: rights, what is in hand, or more.
    pub asks_once: bool,
    /// Where they are made when they are first asked for: there is nothing else then.
    pub late: Option<Arc<Late<W>>>,
}

impl<const W: usize> Others<W> {
    /// Movements of a role that are made when they are first asked for.
    pub fn late(role: u8, late: Late<W>) -> Self {
        Self {
            role,
            cells: Vec::new(),
            entries: Vec::new(),
            gate_roles: None,
            taking: false,
            ranked: false,
            lookup: None,
            onto: (true, true),
            goes: false,
            reigns: false,
            rights: None,
            asks_once: false,
            shifts: Vec::new(),
            late: Some(Arc::new(late)),
        }
    }

    /// The movements of a cell.
    #[inline(always)]
    pub fn of(&self, cell: &Cell<W>) -> &[Gated<W>] {
        &self.entries[cell.range.0 as usize..cell.range.1 as usize]
    }
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

/// Where a role's general movements go, by what they wait for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<const W: usize> {
    /// With a mark.
    pub marked: Bits<W>,
    /// With a right.
    pub righted: Bits<W>,
    /// All these rights.
    pub rights: u64,
    /// With neither.
    pub open: Bits<W>,
}

/// What a role does besides general movements.
#[derive(Clone, Debug, Default)]
pub struct RoleTable<const W: usize> {
    /// Its classes: indices into [`Side::classes`]. None for a role that steps as a set.
    pub classes: Vec<u8>,
    /// From where it comes to a square by lookups and steps; `None` if that takes more than a count of squares.
    pub arrivals: Option<Both<W>>,
    /// Where its general movements go.
    pub beside: Beside<W>,
    /// Where a royal may go only to take pieces of some roles; no other role has such.
    pub limited: Vec<Limited<W>>,
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
    /// By target, from where plain moves might come to it whatever the occupancy; see [`coming`](Self::coming).
    origins: Vec<Bits<W>>,
}

impl<const W: usize> RoleTable<W> {
    /// What it may become on a way from a square that takes something, or nothing.
    #[inline(always)]
    pub fn promotion(&self, from: usize, takes: bool) -> &Promotion<W> {
        let one = if self.same { 0 } else { 2 * usize::from(self.apart.contains(from)) + usize::from(takes) };
        &self.promotions[one & 3]
    }

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

impl<const W: usize> Promotion<W> {
    /// Targets where the piece may or must become something else.
    #[inline(always)]
    pub fn zone(&self) -> Bits<W> {
        self.optional | self.forced
    }
}

impl<const W: usize> General<W> {
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

    /// What it changes of the board; `royals` are those roles, a bit each, and `chosen` the roles of a promotion.
    pub fn course(&self, royals: u64, chosen: &[u8]) -> Course {
        let royal = |role: u8| royals >> (role & 63) & 1 == 1;
        let chosen = match &self.choices {
            Choices::None => &[],
            Choices::Always(roles) | Choices::Held(roles) => &roles[..],
            Choices::Promotion(_) => chosen,
        };
        let known = !self.overlaps
            && self.from != self.to
            && self.ahead.is_empty()
            && self.hooks.is_empty()
            && !chosen.iter().any(|&role| royal(role));
        match self.acts[..] {
            _ if !known => Course::Other,
            ref acts if royal(self.role) => {
                match acts.iter().all(Act::keeps_board) && self.choices == Choices::None {
                    true => Course::Reigns,
                    false => Course::Other,
                }
            }
            [Act::Drop(square)] if square == self.from => Course::Follows,
            ref acts if acts.iter().all(Act::keeps_board) => Course::Goes,
            _ => Course::Other,
        }
    }

    /// How many conditions it has, those of its effects included.
    pub fn conditions(&self) -> usize {
        let asked = self.rest.iter().chain(&self.ahead).map(Condition::size).sum::<usize>();
        asked + self.acts.iter().map(Act::conditions).sum::<usize>()
    }

    /// What tells it apart: role, origin, target and way.
    pub fn key(&self) -> (u8, u16, u16, u16) {
        (self.role, self.from, self.to, self.way)
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

    /// The movement as sets of squares, if that is all there is to it; `index` is its place.
    pub fn guarded(&self, index: u32) -> Option<Guarded<W>> {
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
        Some(Guarded { rights, clear, safe, settled: false, own, leaves, enters, to, index })
    }
}

/// These roles, filled up.
pub fn filled(roles: &[u8], spare: u8) -> Members {
    let role = |i: usize| roles.get(i).copied().unwrap_or(spare);
    Members { a: role(0), b: role(1) }
}
