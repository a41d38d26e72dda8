//! Maximum-capture rules: finds the largest number of captures, and keeps only the moves that reach it.

use crate::bits::Bits;
use crate::tables::movement::{Promotion, ScriptedMove, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::erased::Erased;
use super::generate::Sink;
use crate::position::core::state::State;

/// Finds the largest number of opponent's pieces that a move captures.
pub(in crate::position::core) struct Most<const W: usize> {
    /// The opponent's pieces before the move.
    them: Bits<W>,
    /// The opponent's index.
    other: usize,
    /// The largest number so far.
    pub best: u32,
}

impl<const W: usize> Most<W> {
    pub fn new(them: Bits<W>, other: usize) -> Self {
        Self { them, other, best: 0 }
    }

    /// Plain moves, which capture on their target only.
    fn plainly(&mut self, targets: Bits<W>) {
        self.best = self.best.max(u32::from((targets & self.them).any()));
    }
}

/// The number of a player's pieces that are gone.
fn gone<const W: usize, const R: usize, const H: usize>(
    (them, other): (Bits<W>, usize),
    after: &State<W, R, H>,
) -> u32 {
    them.count().saturating_sub(after.players[other & 1].count())
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Most<W> {
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.plainly(targets);
    }

    fn promoting(&mut self, _: u8, _: usize, targets: Bits<W>, _: &Promotion<W>) {
        self.plainly(targets);
    }

    fn step(&mut self, _: &Step<W>, targets: Bits<W>, _: &Promotion<W>) {
        self.plainly(targets);
    }

    fn scripted(&mut self, _: &ScriptedMove<W>, _: u16, after: impl Fn() -> State<W, R, H>) {
        self.best = self.best.max(gone((self.them, self.other), &after()));
    }

    fn drops(&mut self, _: &Drop<W>, _: Bits<W>) {}

    fn chain(&mut self, _: Move, taken: u32, _: impl Fn() -> State<W, R, H>) {
        self.best = self.best.max(taken);
    }

    fn made(&mut self, _: Move, after: impl Fn() -> State<W, R, H>) {
        self.best = self.best.max(gone((self.them, self.other), &after()));
    }
}

/// Passes on the moves that capture exactly `best` pieces.
pub(in crate::position::core) struct Fewer<'a, 'b, const W: usize, const R: usize, const H: usize> {
    pub best: u32,
    /// The opponent's pieces before the move.
    pub them: Bits<W>,
    /// The opponent's index.
    pub other: usize,
    pub sink: &'a mut Erased<'b, W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Fewer<'_, '_, W, R, H> {
    /// The plain targets that capture exactly `best` pieces.
    fn left(&self, targets: Bits<W>) -> Bits<W> {
        match self.best {
            0 => targets & !self.them,
            1 => targets & self.them,
            _ => Bits::EMPTY,
        }
    }
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Fewer<'_, '_, W, R, H> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        let targets = self.left(targets);
        if targets.any() {
            Sink::plain(self.sink, role, from, targets);
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let targets = self.left(targets);
        if targets.any() {
            Sink::promoting(self.sink, role, from, targets, promotion);
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let targets = self.left(targets);
        if targets.any() {
            Sink::step(self.sink, step, targets, promotion);
        }
    }

    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        let after = after();
        if gone((self.them, self.other), &after) == self.best {
            Sink::scripted(self.sink, scripted, choice, || after);
        }
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        if self.best == 0 {
            Sink::drops(self.sink, drop, targets);
        }
    }

    fn chain(&mut self, m: Move, taken: u32, after: impl Fn() -> State<W, R, H>) {
        if taken == self.best {
            Sink::chain(self.sink, m, taken, after);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        let after = after();
        if gone((self.them, self.other), &after) == self.best {
            Sink::made(self.sink, m, || after);
        }
    }

    fn done(&self) -> bool {
        Sink::done(self.sink)
    }
}
