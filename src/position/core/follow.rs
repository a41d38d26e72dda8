//! The one legal move that a text tells by kinds of piece and a target, found and played: what a reader of millions of
//! moves asks.
//!
//! Nearly always few facts decide: which pieces come to the square at all, whether one of them gets there, and whether the
//! royal is safe then. They are asked here without anything that a position's other moves would need. What is told by
//! more than that (several royals, movements with conditions) is left to [`Whole`].

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::attack::Attack;
use crate::tables::movement::RoleTable;
use crate::tables::side::Side;
use crate::variant::{Count, Move, RoleSet, Setup};

use super::forms::is_common;
use super::legality::attacked_by_lines;
use super::select::Whole;
use super::state::State;
use super::tasks::Play;

/// The one legal move of some roles from some squares to a square, with this choice; `None` if there are none or more, or
/// if moves must be tried here.
#[derive(Clone, Copy)]
pub(super) struct Only<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub roles: RoleSet,
    pub origins: Bits<W>,
    pub to: Square,
    pub choice: u16,
}

impl<const W: usize, const R: usize, const H: usize> Task for Only<'_, W, R, H> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Move> {
        self.find(processor).map(|found| found.m)
    }
}

impl<const W: usize, const R: usize, const H: usize> Only<'_, W, R, H> {
    #[inline(always)]
    fn find<P: Processor>(&self, processor: P) -> Option<Found> {
        match self.glance(processor) {
            Ok(found) => found,
            Err(Unsure) => processor.call(Whole(*self)),
        }
    }

    /// What can be told at a glance.
    #[inline(always)]
    fn glance<P: Processor>(&self, processor: P) -> Result<Option<Found>, Unsure> {
        let Self { rules, state, roles, origins, to, choice } = *self;
        if const { H > 0 || !is_common(W, R) } || rules.intricate || !roles.0.is_power_of_two() {
            return Err(Unsure);
        }
        let me = state.mover(rules) & 1;
        let (us, them) = (state.players[me], state.players[me ^ 1]);
        let all = state.members(&rules.royals);
        let (royals, prizes) = (all & us, all & them);
        let (side, other) = (&rules.sides[me], &rules.sides[me ^ 1]);
        let (occupied, role) = (us | them, roles.0.trailing_zeros() as u8);
        let usual = royals.any() && !royals.several() && prizes.any() && !other.untold;
        if !usual || (royals & other.threatened).any() {
            return Err(Unsure);
        }
        let table = side.roles.get(usize::from(role)).ok_or(Unsure)?;
        let pieces = us & origins & state.role(role);
        let (royal, square) = (royals.first(), to.index());
        let glance =
            Glance { state, table, other, pieces, them, occupied, royal, prizes, to: square, choice };
        let found = glance.find(processor)?;
        Ok(found.map(|(from, way)| Found {
            m: Move { from: Square(from as u16), to, way, choice },
            me,
            role,
        }))
    }
}

/// A move, who makes it, and with what.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub m: Move,
    pub me: usize,
    pub role: u8,
}

/// What counts plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub quiet_plies: u32,
    pub count: Count,
    pub full_moves: u32,
}

impl Counts {
    pub fn of(setup: &Setup) -> Self {
        let &Setup { quiet_plies, count, full_moves, .. } = setup;
        Self { quiet_plies, count, full_moves }
    }

    pub fn write(self, setup: &mut Setup) {
        let Self { quiet_plies, count, full_moves } = self;
        (setup.quiet_plies, setup.count, setup.full_moves) = (quiet_plies, count, full_moves);
    }
}

/// Plays the one move that is told so, and keeps the state before it.
pub(super) struct Follow<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a mut State<W, R, H>,
    pub before: &'a mut State<W, R, H>,
    pub roles: RoleSet,
    pub origins: Bits<W>,
    pub to: Square,
    pub choice: u16,
    pub counts: &'a mut Counts,
}

impl<const W: usize, const R: usize, const H: usize> Task for Follow<'_, W, R, H> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Move> {
        let Self { rules, roles, origins, to, choice, .. } = self;
        match (Only { rules, state: &*self.state, roles, origins, to, choice }).glance(processor) {
            Ok(found) => Some(self.play(processor, found?)),
            Err(Unsure) => processor.call(FollowWhole(self)),
        }
    }
}

impl<const W: usize, const R: usize, const H: usize> Follow<'_, W, R, H> {
    #[inline(always)]
    fn play<P: Processor>(self, processor: P, found: Found) -> Move {
        let Self { rules, state, before, counts, .. } = self;
        let Found { m, me, role } = found;
        *before = *state;
        let before = &*before;
        if m.way == 0 && rules.sides[me & 1].hooked >> (role & 63) & 1 == 0 {
            let known = |role: &u8| usize::from(*role) < rules.roles;
            let placed = m.choice.checked_sub(1).map(|role| role as u8).filter(known).unwrap_or(role);
            *state = before.moved(rules, me, role, placed, m.from.index(), m.to.index());
        } else {
            processor.call(Moved { rules, before, state, m, me, role });
        }
        let other = (me ^ 1) & 1;
        let (theirs, left) = (before.players[other], state.players[other]);
        let takes = left != theirs && left.count() < theirs.count();
        let resets = takes || rules.progress >> (role & 63) & 1 == 1;
        // Turns follow one another here: nothing is remembered that says otherwise.
        if let Some(phase) = rules.phases.get(usize::from(before.turn)) {
            let plies = counts.quiet_plies.saturating_add(u32::from(!phase.goes_on));
            counts.quiet_plies = if resets { 0 } else { plies };
            counts.full_moves = counts.full_moves.saturating_add(u32::from(phase.last));
        }
        m
    }
}

/// The same by all that can be asked.
struct FollowWhole<'a, const W: usize, const R: usize, const H: usize>(Follow<'a, W, R, H>);

impl<const W: usize, const R: usize, const H: usize> Task for FollowWhole<'_, W, R, H> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Move> {
        let Follow { rules, roles, origins, to, choice, .. } = self.0;
        let found =
            processor.call(Whole(Only { rules, state: &*self.0.state, roles, origins, to, choice }))?;
        Some(self.0.play(processor, found))
    }
}

/// The state after a move that is more than from a square to another one.
struct Moved<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    before: &'a State<W, R, H>,
    state: &'a mut State<W, R, H>,
    m: Move,
    me: usize,
    role: u8,
}

impl<const W: usize, const R: usize, const H: usize> Task for Moved<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let Self { rules, before, state, m, me, role } = self;
        let play = Play { rules, state: before, played: m, quiet: RoleSet::default() };
        *state = play.moved(processor, me, role);
    }
}

/// More must be asked.
struct Unsure;

/// What is asked at a glance, of a player with one royal.
struct Glance<'a, const W: usize, const R: usize, const H: usize> {
    state: &'a State<W, R, H>,
    table: &'a RoleTable<W>,
    other: &'a Side<W>,
    /// The player's pieces that may be meant.
    pieces: Bits<W>,
    them: Bits<W>,
    occupied: Bits<W>,
    /// The player's royal.
    royal: usize,
    /// The opponent's royals: to take one answers every check.
    prizes: Bits<W>,
    to: usize,
    choice: u16,
}

impl<const W: usize, const R: usize, const H: usize> Glance<'_, W, R, H> {
    /// The origin and the way's number, if there is one such move and no other.
    #[inline(always)]
    fn find<P: Processor>(&self, processor: P) -> Result<Option<(usize, u16)>, Unsure> {
        let Self { table, to, occupied, .. } = *self;
        let takes = self.them.contains(to);
        if self.may_go_otherwise(takes) && self.pieces.any() {
            return Err(Unsure);
        }
        if !takes && occupied.contains(to) {
            return Ok(None);
        }
        let arrivals = table.arrivals.as_ref().ok_or(Unsure)?;
        let arrivals = if takes { &*arrivals[1] } else { &*arrivals[0] };
        let arrival = arrivals.onto(to).ok_or(Unsure)?;
        let mut likely = self.pieces & arrival.any;
        let reigns = likely.contains(self.royal);
        if reigns && (table.promotes || self.other.threatened.contains(to)) {
            return Err(Unsure);
        }
        let royal = if reigns { to } else { self.royal };
        let frees = self.prizes.contains(to);
        let mut found = None;
        while likely.any() {
            let from = likely.first();
            likely = likely.rest();
            if let Some(way) = arrivals.way(arrival, from, occupied)
                && self.has_choice(from, takes)
                && (frees || !self.is_attacked(processor, royal, from))
                && found.replace((from, way)).is_some()
            {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// Whether a movement with conditions might go to the square.
    #[inline(always)]
    fn may_go_otherwise(&self, takes: bool) -> bool {
        let Self { state, table, to, .. } = *self;
        let beside = &table.beside;
        beside.open.contains(to)
            || state.rights & beside.rights != 0 && beside.righted.contains(to)
            || state.marks.any() && beside.marked.contains(to)
            || takes && !table.limited.is_empty()
    }

    /// Whether the choice comes with the target.
    #[inline(always)]
    fn has_choice(&self, from: usize, takes: bool) -> bool {
        let Self { table, to, choice, .. } = *self;
        if !table.promotes {
            return choice == 0;
        }
        let promotion = table.promotion(from, takes);
        if !promotion.zone().contains(to) {
            return choice == 0;
        }
        match choice.checked_sub(1) {
            Some(role) => promotion.to.iter().any(|&one| u16::from(one) == role),
            None => promotion.to.is_empty() || !promotion.forced.contains(to),
        }
    }

    /// Whether the royal would be attacked on a square after a piece has come from another one to the target.
    #[inline(always)]
    fn is_attacked<P: Processor>(&self, processor: P, royal: usize, from: usize) -> bool {
        let Self { state, other, to, .. } = *self;
        let there = Bits::single(to);
        let them = self.them & !there;
        // Most often nobody stands where the royal could be attacked from at all: all roles are looked at together.
        let mut near = Bits::EMPTY;
        if let Some(by_role) = other.attack.near.get(royal) {
            for (pieces, origins) in state.roles.iter().zip(by_role) {
                near |= *pieces & *origins;
            }
        }
        let occupied = self.occupied & !Bits::single(from) | there;
        (near & them).any()
            && processor.call(Attacked { state, attack: &other.attack, them, occupied, royal })
    }
}

/// Whether a royal is attacked by some of the opponent's pieces, lines and leaps alone deciding.
struct Attacked<'a, const W: usize, const R: usize, const H: usize> {
    state: &'a State<W, R, H>,
    attack: &'a Attack<W>,
    them: Bits<W>,
    occupied: Bits<W>,
    royal: usize,
}

impl<const W: usize, const R: usize, const H: usize> Task for Attacked<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> bool {
        let Self { state, attack, them, occupied, royal } = self;
        attacked_by_lines(attack, &state.roles, royal, occupied, them)
    }
}
