//! Playing a move: the position after it, its key and the numbers beside it, in one go.

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::Step;
use crate::variant::Move;

use super::chain::chained;
use super::counting;
use super::game::Clock;
use super::general::{Asked, after_drop};
use super::hash::{difference, plain_difference};
use super::judge::{captures, conclude};
use super::state::State;

/// A position of the game: the state, its key without marks, the numbers beside it, and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const W: usize, const R: usize, const H: usize> {
    pub state: State<W, R, H>,
    pub key: u64,
    pub clock: Clock,
    pub m: Move,
}

/// Writes the position after a move over another one: no large value is moved about.
pub(super) struct Make<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub node: &'a Node<W, R, H>,
    pub m: Move,
    pub after: &'a mut Node<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Make<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let Self { rules, node, m, after } = self;
        let before = &node.state;
        let (me, role) = before.author(rules, m);
        let (from, to) = (m.from.index(), m.to.index());
        let marks = if m.way == 0 { None } else { marks_of_step(rules, me, role, m) };
        let plain = (marks.is_some() || m.way == 0 && role.is_some_and(|role| rules.is_plain(me, role)))
            && from < rules.squares
            && to < rules.squares
            && !(H > 0 && rules.concludes);
        let progress = match role.filter(|_| plain) {
            Some(role) => {
                let placed = placed(rules, role, m.choice);
                before.moved_into(rules, (me, role, placed), (from, to), &mut after.state);
                let (changed, takes) =
                    plain_difference(rules, before, &after.state, (me, role, placed), (from, to));
                after.key = node.key ^ changed;
                if let Some(marks) = marks {
                    after.state.mark(rules, *marks, to);
                }
                takes || rules.progress >> (role & 63) & 1 == 1
            }
            None => {
                after.state = processor.call(After { rules, state: before, m });
                after.key = node.key ^ difference(rules, before, &after.state);
                role.is_some_and(|role| {
                    rules.progress >> (role & 63) & 1 == 1
                        || captures(processor, rules, before, m, &after.state)
                })
            }
        };
        after.m = m;
        after.clock = node.clock;
        after.clock.tick(rules, before.turn, after.state.turn, progress);
        // Where nothing new ever comes to the board, a position with more pieces than now is gone for good.
        let gone = !rules.grows && progress && after.state.occupied().count() < before.occupied().count();
        after.clock.reversible = if gone { 0 } else { after.clock.reversible + 1 };
        if !rules.endings.counting.is_empty() {
            counting::count(processor, rules, node, after);
        }
    }
}

/// The marks that a step leaves, which has its origin and target to itself.
#[inline]
fn marks_of_step<const W: usize>(rules: &Rules<W>, me: usize, role: Option<u8>, m: Move) -> Option<&Bits<W>> {
    let (from, to) = (m.from.index(), m.to.index());
    let same = |step: &&Step<W>| {
        Some(step.role) == role && step.way == m.way && to as i32 - from as i32 == step.delta
    };
    rules.sides[me & 1].steps.iter().find(same)?.marks.get(from).filter(|marks| marks.any())
}

impl Clock {
    /// One move on, from one turn to another.
    #[inline(always)]
    pub fn tick<const W: usize>(&mut self, rules: &Rules<W>, before: u16, after: u16, progress: bool) {
        let phase = |turn: u16| rules.phases.get(usize::from(turn));
        // The moves of one turn count as one.
        let plies = u32::from(phase(before).is_some_and(|phase| !phase.goes_on));
        self.quiet_plies = if progress { 0 } else { self.quiet_plies.saturating_add(plies) };
        let begins = phase(after).is_some_and(|phase| phase.begins);
        self.full_moves = self.full_moves.saturating_add(u32::from(begins));
    }
}

/// What a piece is after a move with this choice.
#[inline(always)]
fn placed<const W: usize>(rules: &Rules<W>, role: u8, choice: u16) -> u8 {
    let known = |role: &u8| usize::from(*role) < rules.roles;
    choice.checked_sub(1).map(|role| role as u8).filter(known).unwrap_or(role)
}

/// The state after a move of any kind.
pub(super) struct After<'a, const W: usize, const R: usize, const H: usize> {
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
            && rules.concludes
            && let Some(role) = role
        {
            conclude(processor, rules, state, m, (mover, role), &mut after);
        }
        after
    }
}

impl<const W: usize, const R: usize, const H: usize> After<'_, W, R, H> {
    /// The state after a move of a piece, before what follows without touching the board.
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
        let marks = if m.way == 0 { None } else { marks_of_step(rules, me, Some(role), m) };
        if marks.is_none()
            && (m.way != 0 || !rules.is_plain(me, role))
            && let Some(asked) = general_of(rules, state, processor, m)
        {
            return asked.applied(m.choice).after;
        }
        let mut after = state.moved(rules, me, role, placed(rules, role, m.choice), from, to);
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
        let (role, to) = (m.drop().map(|role| role.0), m.to.index());
        let mut drops = rules.offers[me & 1].drops.iter();
        let drop = drops.find(|drop| Some(drop.role) == role && drop.way == m.way);
        let Some(drop) = drop.filter(|_| to < rules.squares) else { return state.passed(rules) };
        after_drop(processor, rules, state, me, drop, to)
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

/// The state with the turn passed on and no marks: for programs that ask what the opponent threatens.
pub(super) fn null<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    node: &Node<W, R, H>,
) -> Node<W, R, H> {
    let before = &node.state;
    let state = State { turn: before.next_turn(rules), marks: Bits::EMPTY, marker: super::state::NOWHERE, ..*before };
    let mut clock = node.clock;
    clock.tick(rules, before.turn, state.turn, false);
    clock.reversible += 1;
    Node { state, key: node.key ^ difference(rules, before, &state), clock, m: Move::pass() }
}
