//! Which positions of the past are the one of now.
//!
//! Positions are looked for by key, no further back than the last move that cannot be undone, and compared when keys are
//! equal, so that a collision cannot end a game. Marks count only if some legal move depends on them.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::variant::Move;

use super::choose::generate;
use super::generate::Wanted;
use super::make::Node;
use super::sinks::Lister;
use super::state::State;

/// After how many moves of the past the position was the same as now; the `nth` such number from the last.
#[inline(always)]
pub(super) fn nth_earlier<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    (node, past): (&Node<W, R, H>, &[Node<W, R, H>]),
    nth: usize,
) -> Option<usize> {
    let first = past.len().saturating_sub(node.clock.reversible as usize);
    let earlier = past.iter().enumerate().skip(first).rev();
    let mut same = earlier.filter(|(_, other)| other.key == node.key && is_same(processor, rules, node, other));
    same.nth(nth).map(|(n, _)| n)
}

/// Whether two positions of one key count as the same.
#[cold]
#[inline(never)]
fn is_same<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    one: &Node<W, R, H>,
    other: &Node<W, R, H>,
) -> bool {
    one.state.unmarked() == other.state.unmarked() && marks_that_count(processor, rules, one) == marks_that_count(processor, rules, other)
}

/// The marks of a position, and where their marker stands, if some legal move depends on them.
fn marks_that_count<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    node: &Node<W, R, H>,
) -> (Bits<W>, u16) {
    let state = &node.state;
    let none = state.unmarked();
    let moves = |state: &State<W, R, H>| {
        let mut moves: Vec<Move> = Vec::new();
        generate(processor, rules, state, &mut Lister(&mut moves), &Wanted::ALL);
        moves.sort_unstable();
        moves
    };
    if state.marks.is_empty() || moves(state) == moves(&none) {
        return (none.marks, none.marker);
    }
    (state.marks, state.marker)
}
