//! Which positions of the past are the one of now.
//!
//! Positions are looked for by key, no further back than the last move that cannot be undone, and compared when keys are
//! equal, so that a collision cannot end a game. Marks count only if some legal move depends on them.

use std::sync::OnceLock;

use hashbrown::HashMap;

use crate::bits::Processor;
use crate::tables::Rules;
use crate::variant::Move;

use crate::position::core::make::Node;
use crate::position::core::moves::choice::generate;
use crate::position::core::moves::generate::Wanted;
use crate::position::core::moves::sinks::Lister;
use crate::position::core::state::State;

/// So many positions are looked through one by one; where more could recur, their places are kept by key.
const FEW: u32 = 256;

/// Where in the past each key stands.
#[derive(Clone, Debug, Default)]
pub(in crate::position::core) struct Places {
    /// By key, the last place.
    last: HashMap<u64, u32>,
    /// By place, the place before it with the same key.
    before: Vec<Option<u32>>,
}

impl Places {
    /// Adds the next position of the past.
    pub fn push(&mut self, key: u64) {
        let before = self.last.insert(key, self.before.len() as u32);
        self.before.push(before);
    }

    /// Forgets the last position, which has this key.
    pub fn pop(&mut self, key: u64) {
        match self.before.pop().flatten() {
            Some(before) => self.last.insert(key, before),
            None => self.last.remove(&key),
        };
    }

    /// The places of a key, the last first.
    pub fn of(&self, key: u64) -> impl Iterator<Item = usize> + '_ {
        let before = |place: &u32| self.before.get(*place as usize).copied().flatten();
        std::iter::successors(self.last.get(&key).copied(), before).map(|place| place as usize)
    }
}

/// After how many moves of the past the position was the same as now; the `nth` such number from the last. `places` is
/// filled where the past is long, and kept from then on.
#[inline(always)]
pub(in crate::position::core) fn nth_earlier<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    (node, past): (&Node<W, R, H>, &[Node<W, R, H>]),
    places: &OnceLock<Places>,
    nth: usize,
) -> Option<usize> {
    let first = past.len().saturating_sub(node.clock.reversible as usize);
    let is_same = |n: &usize| past[*n].key == node.key && is_same(processor, rules, node, &past[*n]);
    if node.clock.reversible > FEW {
        let places = places.get_or_init(|| {
            let mut places = Places::default();
            past.iter().for_each(|node| places.push(node.key));
            places
        });
        return places.of(node.key).take_while(|&n| n >= first).filter(is_same).nth(nth);
    }
    (first..past.len()).rev().filter(is_same).nth(nth)
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
    with_marks_that_count(processor, rules, &one.state)
        == with_marks_that_count(processor, rules, &other.state)
}

/// The state, without its marks if no legal move depends on them.
fn with_marks_that_count<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> State<W, R, H> {
    let unmarked = state.unmarked(rules);
    let moves = |state: &State<W, R, H>| {
        let mut moves: Vec<Move> = Vec::new();
        generate(processor, rules, state, &mut Lister(&mut moves), &Wanted::ALL);
        moves.sort_unstable();
        moves
    };
    if state.marks.is_empty() || moves(state) == moves(&unmarked) { unmarked } else { *state }
}
