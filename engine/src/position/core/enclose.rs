//! Counting where every move is a piece that comes and turns over what it encloses: two plies are sets of squares, and no
//! position is made.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::enclose::Enclosing;
use crate::tables::memory::Memory;
use crate::variant::Move;

use super::judge::Judge;
use super::perft::{Count, Perft};
use super::state::State;

/// The number of positions so many moves, two at least, below a state; `None` if there may be other moves in it, or none.
pub(super) struct Enclosed<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub table: &'a Enclosing<W>,
    pub state: &'a State<W, R, H>,
    pub depth: u32,
}

impl<const W: usize, const R: usize, const H: usize> Task for Enclosed<'_, W, R, H> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<u64> {
        let Self { rules, table, state, depth } = self;
        let me = state.mover(rules) & 1;
        let (own, other) = (&table.players[me], &table.players[me ^ 1]);
        // Then no end has come, if there is a move.
        if state.lane(Memory::PASSES) != 0 || state.rights != 0 || !self.is_settled(processor) {
            return None;
        }
        let (us, them) = (state.players[me], state.players[me ^ 1]);
        let empty = !state.occupied() & Bits::below(rules.squares);
        let targets = own.runs.enclosing(them, us) & empty & own.on;
        if targets.is_empty() {
            return None;
        }
        let drop = &rules.offers[me].drops[own.drop];
        let mut total = 0;
        each_square!(to in targets, {
            let single = Bits::single(to);
            let turned = own.runs.enclosed(them, us | single, to);
            if depth == 2 {
                let (us, them) = (us | single | turned, them & !turned);
                let replies = other.runs.enclosing(us, them) & empty & !single & other.on;
                if replies.any() {
                    total += u64::from(replies.count());
                    continue;
                }
            }
            let mut after = state.dropped(rules, me, drop, to);
            after.flip(turned);
            total += match depth {
                2 => processor.call(Count { rules, state: &after }),
                _ => processor.call(Perft { rules, state: &after, depth: depth - 1, singly: false }),
            };
        });
        Some(total)
    }
}

impl<const W: usize, const R: usize, const H: usize> Enclosed<'_, W, R, H> {
    /// Whether both players may enclose and do nothing else, now and from now on.
    #[inline(always)]
    fn is_settled<P: Processor>(&self, processor: P) -> bool {
        let Self { rules, table, state, .. } = *self;
        table.players.iter().enumerate().all(|(me, player)| {
            let judge = Judge { processor, rules, state, me, m: Move::pass(), after: None };
            player.settled.iter().all(|(ask, answer)| judge.holds(ask) == *answer)
        })
    }
}
