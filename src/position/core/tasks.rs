//! The questions a state is asked, each compiled for the processor at hand.

use std::ops::ControlFlow;

use crate::bits::{Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::Step;
use crate::variant::{Move, RoleId, RoleSet};

use super::chain::chained;
use super::choose::generate;
use super::evaluator::{captures, conclude};
use super::general::{Asked, after_drop};
use super::generate::{Generator, Wanted};
use super::legality::in_check;
use super::sinks::{Calls, Lister};
use super::state::State;

/// Appends legal moves to a buffer.
pub(super) struct List<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub moves: &'a mut Vec<Move>,
    pub wanted: Wanted<W>,
}

impl<const W: usize, const R: usize, const H: usize> Task for List<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        generate(processor, self.rules, self.state, &mut Lister(self.moves), &self.wanted);
    }
}

/// Calls a function with legal moves until it breaks off; says whether it did.
pub(super) struct Call<'a, const W: usize, const R: usize, const H: usize, F> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub each: F,
}

impl<const W: usize, const R: usize, const H: usize, F: FnMut(Move) -> ControlFlow<()>> Task
    for Call<'_, W, R, H, F>
{
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let mut calls = Calls { each: self.each, stopped: false };
        generate(processor, self.rules, self.state, &mut calls, &Wanted::ALL);
        calls.stopped
    }
}

/// Whether a player is in check.
pub(super) struct Check<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub player: usize,
}

impl<const W: usize, const R: usize, const H: usize> Task for Check<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        in_check(processor, self.rules, self.state, self.player)
    }
}

/// Whether each move is tried.
pub(super) struct Tries<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Tries<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let mut generator = Generator::new(processor, self.rules, self.state);
        generator.find_checks();
        generator.tried
    }
}

/// The state after a move, and whether the move is progress: a piece of the opponent's is gone, or the role counts.
pub(super) struct Play<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub played: Move,
    /// The roles whose moves are progress.
    pub quiet: RoleSet,
}

impl<const W: usize, const R: usize, const H: usize> Task for Play<'_, W, R, H> {
    type Output = (State<W, R, H>, bool);

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> (State<W, R, H>, bool) {
        let Self { rules, state, played, .. } = self;
        let (mover, role) = state.author(rules, played);
        let inside = |square: Square| square.index() < rules.squares;
        let on_board = played.origin().is_some_and(inside) && inside(played.to);
        let mut after = match role.filter(|_| on_board) {
            Some(role) => self.moved(processor, mover, role),
            None => self.not_moved(processor),
        };
        if H > 0
            && rules.concludes
            && let Some(role) = role
        {
            conclude(processor, rules, state, played, (mover, role), &mut after);
        }
        let progress = match role {
            Some(role) if rules.flips => {
                self.quiet.contains(RoleId(role)) || captures(processor, rules, state, played, &after)
            }
            Some(role) => self.is_progress(mover, role, &after),
            // A pass.
            None => false,
        };
        (after, progress)
    }
}

/// The general movement that a move or drop follows; `None` for a plain one that nothing follows, and for a pass.
pub(super) fn general_of<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    processor: P,
    m: Move,
) -> Option<Asked<'a, P, W, R, H>> {
    let (me, role) = state.author(rules, m);
    let role = role.filter(|_| m.from.index() < rules.squares && m.to.index() < rules.squares)?;
    let asked = |general| Asked { processor, rules, state, me, general, reply: false, choice: 0 };
    if m.origin().is_none() {
        let mut drops = rules.offers[me & 1].drops.iter();
        let drop = drops.find(|drop| drop.role == role && drop.way == m.way)?;
        return drop.generals.get(m.to.index()).map(asked);
    }
    let side = &rules.sides[me & 1];
    if m.way == 0 && side.hooked >> (role & 63) & 1 == 0 {
        return None;
    }
    let ways = || side.ways(role, m.from.0, m.to.0, m.way).map(asked);
    let open = ways().find(|asked| asked.allowed() && asked.permits(m.choice));
    // A plain move that is none of these has nothing that follows it.
    open.or_else(|| ways().next().filter(|_| m.way != 0))
}

impl<const W: usize, const R: usize, const H: usize> Play<'_, W, R, H> {
    /// Whether the move is progress, given the state after it.
    #[inline(always)]
    pub fn is_progress(&self, mover: usize, role: u8, after: &State<W, R, H>) -> bool {
        let other = (mover ^ 1) & 1;
        let (theirs, left) = (self.state.players[other], after.players[other]);
        self.quiet.contains(RoleId(role)) || left != theirs && left.count() < theirs.count()
    }

    /// The state after a move of a piece, before what follows without touching the board.
    #[inline(always)]
    pub fn moved<P: Processor>(&self, processor: P, me: usize, role: u8) -> State<W, R, H> {
        let Self { rules, state, played, .. } = *self;
        let (from, to) = (played.from.index(), played.to.index());
        let side = &rules.sides[me & 1];
        if H > 0
            && rules.chained
            && let Some(after) = chained(processor, rules, state, me, role, played)
        {
            return after;
        }
        // A step that leaves marks has its origin and target to itself.
        let same = |step: &&Step<W>| {
            step.role == role && step.way == played.way && to as i32 - from as i32 == step.delta
        };
        let step = if played.way != 0 { side.steps.iter().find(same) } else { None };
        let marks = step.and_then(|step| step.marks.get(from)).filter(|marks| marks.any());
        if marks.is_none()
            && (played.way != 0 || side.hooked >> role & 1 == 1)
            && let Some(asked) = general_of(rules, state, processor, played)
        {
            return asked.applied(played.choice).after;
        }
        let known = |role: &u8| usize::from(*role) < rules.roles;
        let placed = played.choice.checked_sub(1).map(|role| role as u8).filter(known).unwrap_or(role);
        let mut after = state.moved(rules, me, role, placed, from, to);
        if let Some(marks) = marks {
            after.mark(rules, *marks, to);
        }
        after
    }

    /// The state after a drop or a pass.
    #[inline(never)]
    fn not_moved<P: Processor>(&self, processor: P) -> State<W, R, H> {
        let Self { rules, state, played, .. } = *self;
        let me = state.mover(rules);
        let (role, to) = (played.drop().map(|role| role.0), played.to.index());
        let mut drops = rules.offers[me & 1].drops.iter();
        let drop = drops.find(|drop| Some(drop.role) == role && drop.way == played.way);
        let Some(drop) = drop.filter(|_| to < rules.squares) else { return state.passed(rules) };
        after_drop(processor, rules, state, me, drop, to)
    }
}
