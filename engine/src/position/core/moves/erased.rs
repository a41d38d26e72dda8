//! One type-erased sink. Debug builds compile the generator only for it, once per width; release builds
//! monomorphise the generator for each important sink. Filters always use it.

use crate::bits::Bits;
use crate::tables::movement::{Promotion, ScriptedMove, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::generate::Sink;
use crate::position::core::state::State;

/// [`Sink`] without type parameters of its own.
trait AnySink<const W: usize, const R: usize, const H: usize> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>);
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>);
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>);
    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: &dyn Fn() -> State<W, R, H>);
    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>);
    fn chain(&mut self, m: Move, taken: u32, after: &dyn Fn() -> State<W, R, H>);
    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>);
    fn done(&self) -> bool;
}

impl<const W: usize, const R: usize, const H: usize, S: Sink<W, R, H>> AnySink<W, R, H> for S {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        Sink::plain(self, role, from, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        Sink::promoting(self, role, from, targets, promotion);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        Sink::step(self, step, targets, promotion);
    }

    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: &dyn Fn() -> State<W, R, H>) {
        Sink::scripted(self, scripted, choice, after);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        Sink::drops(self, drop, targets);
    }

    fn chain(&mut self, m: Move, taken: u32, after: &dyn Fn() -> State<W, R, H>) {
        Sink::chain(self, m, taken, after);
    }

    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>) {
        Sink::made(self, m, after);
    }

    fn done(&self) -> bool {
        Sink::done(self)
    }
}

/// A reference to any sink.
pub(in crate::position::core) struct Erased<'a, const W: usize, const R: usize, const H: usize>(
    &'a mut dyn AnySink<W, R, H>,
);

impl<'a, const W: usize, const R: usize, const H: usize> Erased<'a, W, R, H> {
    pub fn new<S: Sink<W, R, H>>(sink: &'a mut S) -> Self {
        Self(sink)
    }
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Erased<'_, W, R, H> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.0.plain(role, from, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0.promoting(role, from, targets, promotion);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0.step(step, targets, promotion);
    }

    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        self.0.scripted(scripted, choice, &after);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        self.0.drops(drop, targets);
    }

    fn chain(&mut self, m: Move, taken: u32, after: impl Fn() -> State<W, R, H>) {
        self.0.chain(m, taken, &after);
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        self.0.made(m, &after);
    }

    fn done(&self) -> bool {
        self.0.done()
    }
}

/// Whether a form is for common games: few words, few roles.
pub(in crate::position::core) const fn is_common(words: usize, roles: usize) -> bool {
    words <= 2 && roles <= 16
}

/// Whether a form shares one generator behind indirect calls instead of inlining it per query. On boards of
/// many words the calls cost little, and inlined code dominates compile time.
pub(in crate::position::core) const fn is_apart(words: usize, roles: usize) -> bool {
    cfg!(any(debug_assertions, feature = "compact")) || !is_common(words, roles)
}
