//! One sink for all, behind a table of functions: what debug builds compile the generator for, once a width, where
//! released builds have a generator of its own for each sink.

use crate::bits::Bits;
use crate::tables::movement::{General, Promotion, Step};

use super::generate::Sink;
use super::state::State;

/// [`Sink`] without type parameters of its own.
trait AnySink<const W: usize, const R: usize> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>);
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>);
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>);
    fn general(&mut self, general: &General<W>, choice: u16, after: State<W, R>);
    fn done(&self) -> bool;
}

impl<const W: usize, const R: usize, S: Sink<W, R>> AnySink<W, R> for S {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        Sink::plain(self, role, from, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        Sink::promoting(self, role, from, targets, promotion);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        Sink::step(self, step, targets, promotion);
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: State<W, R>) {
        Sink::general(self, general, choice, || after);
    }

    fn done(&self) -> bool {
        Sink::done(self)
    }
}

/// Any sink.
pub(super) struct Erased<'a, const W: usize, const R: usize>(&'a mut dyn AnySink<W, R>);

impl<'a, const W: usize, const R: usize> Erased<'a, W, R> {
    pub fn new<S: Sink<W, R>>(sink: &'a mut S) -> Self {
        Self(sink)
    }
}

impl<const W: usize, const R: usize> Sink<W, R> for Erased<'_, W, R> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.0.plain(role, from, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0.promoting(role, from, targets, promotion);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0.step(step, targets, promotion);
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl FnOnce() -> State<W, R>) {
        self.0.general(general, choice, after());
    }

    fn done(&self) -> bool {
        self.0.done()
    }
}
