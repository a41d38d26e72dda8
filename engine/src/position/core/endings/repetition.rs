//! Decides which positions are equal for the repetition rule.
//!
//! Candidates are found by key, back to the last irreversible move. Equal keys are followed by a full
//! comparison, so that a collision cannot end a game. Marks count only if some legal move depends on them.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::bits::Processor;
use crate::tables::Rules;
use crate::variant::Move;

use crate::position::core::history::History;
use crate::position::core::make::Node;
use crate::position::core::moves::choice::generate_erased;
use crate::position::core::moves::generate::Wanted;
use crate::position::core::moves::sinks::Calls;
use crate::position::core::state::State;

/// The number of moves after which the current position occurred before, the `nth` from the last.
#[inline(always)]
pub(crate) fn earlier<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    history: &History<Node<W, R, H>>,
    nth: usize,
) -> Option<usize> {
    history.nth_earlier(nth, period(rules), |node| is_same(processor, rules, history.now(), node))
}

/// How often the current position occurred before.
pub(crate) fn repetitions<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    history: &History<Node<W, R, H>>,
) -> usize {
    history.earlier(period(rules), |node| is_same(processor, rules, history.now(), node)).count()
}

/// The number of moves between two positions with the same turn, or a divisor of it.
fn period<const W: usize>(rules: &Rules<W>) -> usize {
    if rules.phased { 1 } else { rules.turns.len() }
}

/// Whether two positions with the same key are equal for the repetition rule.
#[cold]
#[inline(never)]
fn is_same<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    one: &Node<W, R, H>,
    other: &Node<W, R, H>,
) -> bool {
    with_marks_that_count(processor, rules, &one.state)
        == with_marks_that_count(processor, rules, &other.state)
}

/// The state, without its marks if no legal move depends on them.
pub(crate) fn with_marks_that_count<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> State<W, R, H> {
    let unmarked = state.unmarked(rules);
    let moves = |state: &State<W, R, H>| {
        // On the stack, since `outcome` shall not allocate.
        let mut moves: SmallVec<[Move; 256]> = SmallVec::new();
        let mut list = |m| {
            moves.push(m);
            ControlFlow::Continue(())
        };
        generate_erased(
            processor,
            rules,
            state,
            &mut Calls { each: &mut list, stopped: false },
            &Wanted::ALL,
        );
        moves.sort_unstable();
        moves
    };
    if state.marks.is_empty() || moves(state) == moves(&unmarked) { unmarked } else { *state }
}
