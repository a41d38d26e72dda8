//! Maximum-capture rules: finds the largest number of captures, then passes on only the moves that reach it.

use crate::bits::Bits;
use crate::tables::movement::{Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::erased::AnySink;
use super::generate::Sink;
use crate::position::core::state::State;

/// Receives all moves twice: first without a sink behind it, to find the largest number.
pub(crate) struct Majority<'a, const W: usize, const R: usize, const H: usize> {
    /// The opponent's pieces before the move.
    them: Bits<W>,
    /// The opponent's index.
    other: usize,
    /// The largest number of captured pieces so far.
    best: u32,
    /// Receives the moves that capture as many.
    pub sink: Option<&'a mut AnySink<'a, W, R, H>>,
}

impl<'a, const W: usize, const R: usize, const H: usize> Majority<'a, W, R, H> {
    pub fn new(them: Bits<W>, other: usize) -> Self {
        Self { them, other, best: 0, sink: None }
    }

    /// The sink for moves that capture this many pieces.
    fn weighed(&mut self, taken: u32) -> Option<&mut AnySink<'a, W, R, H>> {
        if self.sink.is_none() {
            self.best = self.best.max(taken);
        }
        self.sink.as_deref_mut().filter(|_| taken == self.best)
    }

    /// Plain moves, which capture on their target only.
    fn plainly(&mut self, targets: Bits<W>, mut pass_on: impl FnMut(&mut AnySink<'a, W, R, H>, Bits<W>)) {
        for (targets, taken) in [(targets & !self.them, 0), (targets & self.them, 1)] {
            if targets.any()
                && let Some(sink) = self.weighed(taken)
            {
                pass_on(sink, targets);
            }
        }
    }

    /// The number of the opponent's pieces that are gone.
    fn gone(&self, after: &State<W, R, H>) -> u32 {
        self.them.count().saturating_sub(after.players[self.other & 1].count())
    }
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Majority<'_, W, R, H> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.plainly(targets, |sink, targets| sink.plain(role, from, targets));
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.plainly(targets, |sink, targets| sink.promoting(role, from, targets, promotion));
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        self.plainly(targets, |sink, targets| sink.step(step, targets));
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        if let Some(sink) = self.weighed(0) {
            sink.drops(drop, targets);
        }
    }

    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>) {
        let after = after();
        if let Some(sink) = self.weighed(self.gone(&after)) {
            sink.made(m, &|| after);
        }
    }

    fn done(&self) -> bool {
        self.sink.as_deref().is_some_and(|sink| sink.done())
    }
}
