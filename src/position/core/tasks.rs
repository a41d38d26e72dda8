//! The questions a state is asked, each compiled for the processor at hand.

use std::ops::ControlFlow;

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::variant::Move;

use super::general::Asked;
use super::generate::{Generator, Wanted};
use super::legality::in_check;
use super::sinks::{Calls, Lister};
use super::state::State;

/// Appends legal moves to a buffer.
pub(super) struct List<'a, const W: usize, const R: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R>,
    pub moves: &'a mut Vec<Move>,
    pub wanted: Wanted<W>,
}

impl<const W: usize, const R: usize> Task for List<'_, W, R> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        if Generator::<P, W, R>::possible(self.rules, self.state) {
            let mut generator = Generator::new(processor, self.rules, self.state);
            generator.bind();
            generator.each(&mut Lister(self.moves), &self.wanted);
        }
    }
}

/// Calls a function with legal moves until it breaks off; says whether it did.
pub(super) struct Call<'a, const W: usize, const R: usize, F> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R>,
    pub each: F,
}

impl<const W: usize, const R: usize, F: FnMut(Move) -> ControlFlow<()>> Task for Call<'_, W, R, F> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let mut calls = Calls { each: self.each, stopped: false };
        if Generator::<P, W, R>::possible(self.rules, self.state) {
            let mut generator = Generator::new(processor, self.rules, self.state);
            generator.bind();
            generator.each(&mut calls, &Wanted::ALL);
        }
        calls.stopped
    }
}

/// Whether a player is in check.
pub(super) struct Check<'a, const W: usize, const R: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R>,
    pub player: usize,
}

impl<const W: usize, const R: usize> Task for Check<'_, W, R> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        in_check(processor, self.rules, self.state, self.player)
    }
}

/// The state after a move.
pub(super) struct Play<'a, const W: usize, const R: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R>,
    pub played: Move,
}

impl<const W: usize, const R: usize> Task for Play<'_, W, R> {
    type Output = State<W, R>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> State<W, R> {
        let Self { rules, state, played } = self;
        let (from, to) = (played.from.index(), played.to.index());
        let inside = from < rules.squares && to < rules.squares;
        let Some(role) = state.role_at(from).filter(|_| inside) else {
            let mut passed = *state;
            passed.marks = Bits::EMPTY;
            passed.marker = super::state::NOWHERE;
            passed.turn = state.next_turn(rules);
            return passed;
        };
        let me = state.players[1].contains(from) as usize;
        let side = &rules.sides[me];
        if played.way != 0 || side.hooked >> role & 1 == 1 {
            let asked = |general| Asked { processor, rules, state, me, general, reply: false };
            let ways = || side.ways(role, played.from.0, played.to.0, played.way);
            let open = ways().find(|&general| asked(general).allowed());
            // A plain move that is none of these has nothing that follows it.
            let first = open.or_else(|| ways().next().filter(|_| played.way != 0));
            if let Some(general) = first {
                return asked(general).applied(played.choice).0;
            }
        }
        let known = |role: &u8| usize::from(*role) < rules.roles;
        let placed = played.choice.checked_sub(1).map(|role| role as u8).filter(known).unwrap_or(role);
        let mut after = state.moved(rules, me, role, placed, from, to);
        let same = |step: &&crate::tables::movement::Step<W>| {
            step.role == role && step.way == played.way && to as i32 - from as i32 == step.delta
        };
        if played.way != 0
            && let Some(step) = side.steps.iter().find(same)
            && let Some(marks) = step.marks.get(from).filter(|marks| marks.any())
        {
            after.marks = *marks;
            after.marker = Square(to as u16).0;
        }
        after
    }
}
