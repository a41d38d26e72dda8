//! Makes a move: writes the next position, its key and its clock in one pass.

mod counting;

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::Step;
use crate::variant::{Count, Move, Setup};

use crate::position::core::moves::chains::chained;
use crate::position::core::moves::evaluator::{captures, conclude};
use crate::position::core::moves::scripted::{after_drop, attempt_of};
use crate::position::core::state::hash::{difference, plain_difference};
use crate::position::core::state::{Displacement, State, placed};

/// Counters of moves and plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Plies since the last progress.
    pub quiet_plies: u32,
    /// The full-move number, from 1.
    pub full_moves: u32,
    /// The drawing count.
    pub count: Count,
    /// Moves since the last irreversible one: no position before that move can recur.
    pub reversible: u32,
}

impl Clock {
    /// The counters of a setup.
    pub fn of(setup: &Setup) -> Self {
        let &Setup { quiet_plies, count, full_moves, .. } = setup;
        Self { quiet_plies, full_moves, count, reversible: 0 }
    }

    /// Writes the counters into a setup.
    pub fn write(self, setup: Setup) -> Setup {
        let Self { quiet_plies, full_moves, count, .. } = self;
        Setup { quiet_plies, full_moves, count, ..setup }
    }
}

/// A position of the game: the state, its key without marks, its clock, and the last move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const W: usize, const R: usize, const H: usize> {
    pub state: State<W, R, H>,
    pub key: u64,
    pub clock: Clock,
    pub m: Move,
}

/// Writes the position after a move over `after`, so that no large value is copied.
#[inline(always)]
pub(crate) fn make<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    node: &Node<W, R, H>,
    m: Move,
    after: &mut Node<W, R, H>,
) {
    after.m = m;
    let before = &node.state;
    let (from, to) = (m.from.index(), m.to.index());
    let (me, role) = (before.actor(rules, from), before.role_at(from).unwrap_or_default());
    let onto_piece = (before.occupied() & Bits::single(to)).any();
    let marks = match m.way {
        _ if H > 0 && rules.has_after_hooks => None,
        0 => rules.is_plain(me, role, onto_piece).then_some(Bits::EMPTY),
        _ => marks_of_step(rules, me, role, m).copied(),
    };
    if let Some(marks) = marks {
        let placed = placed(role, m.choice);
        let taken = if onto_piece && from != to { before.role_at(to) } else { None };
        displace(rules, node, Displacement { me, role, placed, from, to, taken }, marks, after);
    } else {
        follow(processor, rules, node, m, after);
    }
    if !rules.endings.counting.is_empty() {
        counting::count(processor, rules, node, after);
    }
}

/// Writes everything except the move, for a plain displacement with the capture on its target and the marks
/// of a step.
#[inline(always)]
fn displace<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    node: &Node<W, R, H>,
    moved: Displacement,
    marks: Bits<W>,
    after: &mut Node<W, R, H>,
) {
    let (before, phase) = (&node.state, &rules.phases[usize::from(node.state.turn)]);
    let remembers = before.moved_into(rules, moved, phase.next, &mut after.state);
    if marks.any() {
        after.state.mark(rules, marks, moved.to);
    }
    after.key = node.key ^ phase.key ^ plain_difference(rules, before, &after.state, moved, remembers);
    let takes = (before.players[(moved.me ^ 1) & 1] & Bits::single(moved.to)).any();
    let progress = takes || rules.progress >> (moved.role & 63) & 1 == 1;
    after.clock = node.clock.after(!phase.goes_on, phase.begins_next, progress);
    if moved.taken.is_some() && !rules.grows {
        after.clock.reversible = 0;
    }
}

/// Writes everything except the move, for any other move.
#[inline(never)]
fn follow<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    node: &Node<W, R, H>,
    m: Move,
    after: &mut Node<W, R, H>,
) {
    let before = &node.state;
    after.state = processor.call(After { rules, state: before, m });
    after.key = node.key ^ difference(rules, before, &after.state);
    let (_, role) = before.author(rules, m);
    let progress = role.is_some_and(|role| {
        rules.progress >> (role & 63) & 1 == 1 || captures(processor, rules, before, m, &after.state)
    });
    after.clock = node.clock.between(rules, before.turn, after.state.turn, progress);
    // If no piece can be added to the board, positions with more pieces cannot recur.
    if !rules.grows && after.state.occupied().count() < before.occupied().count() {
        after.clock.reversible = 0;
    }
}

/// The marks left by a step, if the move is one.
#[inline]
pub(crate) fn marks_of_step<const W: usize>(
    rules: &Rules<W>,
    me: usize,
    role: u8,
    m: Move,
) -> Option<&Bits<W>> {
    let (from, to) = (m.from.index(), m.to.index());
    let same =
        |step: &&Step<W>| step.role == role && step.way == m.way && to as i32 - from as i32 == step.delta;
    rules.sides[me & 1].steps.iter().find(same)?.marks.get(from).filter(|marks| marks.any())
}

impl Clock {
    /// The clock one move later, between two turns.
    fn between<const W: usize>(self, rules: &Rules<W>, before: u16, after: u16, progress: bool) -> Self {
        let phase = |turn: u16| &rules.phases[usize::from(turn)];
        self.after(!phase(before).goes_on, phase(after).begins, progress)
    }

    /// The clock one move later: `turn` if the move begins a turn (whose moves count as one ply), `begins` if
    /// a new full move starts after it.
    #[inline(always)]
    fn after(self, turn: bool, begins: bool, progress: bool) -> Self {
        Self {
            quiet_plies: if progress { 0 } else { self.quiet_plies.saturating_add(u32::from(turn)) },
            full_moves: self.full_moves.saturating_add(u32::from(begins)),
            count: self.count,
            reversible: self.reversible.saturating_add(1),
        }
    }
}

/// The state after a move of any kind.
pub(crate) struct After<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub m: Move,
}

impl<const W: usize, const R: usize, const H: usize> Task for After<'_, W, R, H> {
    type Output = State<W, R, H>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> State<W, R, H> {
        let Self { rules, state, m } = self;
        let (mover, role) = state.author(rules, m);
        let inside = |square: Square| square.index() < rules.squares;
        let on_board = m.origin().is_some_and(inside) && inside(m.to);
        let mut after = match role.filter(|_| on_board) {
            Some(role) => self.moved(processor, mover, role),
            None => self.not_moved(processor),
        };
        if H > 0
            && rules.has_after_hooks
            && let Some(role) = role
        {
            conclude(processor, rules, state, m, (mover, role), &mut after);
        }
        after
    }
}

impl<const W: usize, const R: usize, const H: usize> After<'_, W, R, H> {
    /// The state after a move of a piece, before the after-hooks that do not change the board.
    #[inline(always)]
    fn moved<P: Processor>(&self, processor: P, me: usize, role: u8) -> State<W, R, H> {
        let Self { rules, state, m } = *self;
        let (from, to) = (m.from.index(), m.to.index());
        if H > 0
            && rules.chained
            && let Some(after) = chained(processor, rules, state, me, role, m)
        {
            return after;
        }
        let marks = if m.way == 0 { None } else { marks_of_step(rules, me, role, m) };
        if marks.is_none()
            && (m.way != 0 || !rules.is_plain(me, role, state.occupied().contains(to)))
            && let Some(attempt) = attempt_of(rules, state, processor, m)
        {
            return attempt.applied(m.choice).after;
        }
        let mut after = state.moved(rules, me, role, placed(role, m.choice), from, to);
        if let Some(marks) = marks {
            after.mark(rules, *marks, to);
        }
        after
    }

    /// The state after a drop or a pass.
    #[inline(never)]
    fn not_moved<P: Processor>(&self, processor: P) -> State<W, R, H> {
        let Self { rules, state, m } = *self;
        let me = state.mover(rules);
        let to = m.to.index();
        let drop = rules.offers[me & 1].drop(m).filter(|_| to < rules.squares);
        let Some(drop) = drop else { return state.passed(rules) };
        after_drop(processor, rules, state, me, drop, to)
    }
}

/// The state after passing the turn, without marks: for null moves and threat detection.
pub(crate) fn null<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    node: &Node<W, R, H>,
) -> Node<W, R, H> {
    let before = &node.state;
    let state = State {
        turn: before.next_turn(rules),
        marks: Bits::EMPTY,
        marker: crate::position::core::state::NOWHERE,
        ..*before
    };
    let clock = node.clock.between(rules, before.turn, state.turn, false);
    Node { state, key: node.key ^ difference(rules, before, &state), clock, m: Move::pass() }
}
