//! Sinks behind indirect calls. Forms for common games monomorphise the generator for each important sink; all
//! others, and the `compact` feature, compile it for these sinks only. Filters always use them.

use crate::bits::Bits;
use crate::tables::movement::{Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::generate::Sink;
use crate::position::core::state::State;

/// A sink of any type.
pub(crate) type AnySink<'a, const W: usize, const R: usize, const H: usize> = dyn Sink<W, R, H> + 'a;

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for &mut AnySink<'_, W, R, H> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        (**self).plain(role, from, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        (**self).promoting(role, from, targets, promotion);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        (**self).step(step, targets);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        (**self).drops(drop, targets);
    }

    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>) {
        (**self).made(m, after);
    }

    fn done(&self) -> bool {
        (**self).done()
    }
}

/// Whether a form is for common games: few words, few roles.
pub(crate) const fn is_common(words: usize, roles: usize) -> bool {
    words <= 2 && roles <= 16
}

/// Whether a form shares one generator behind indirect calls instead of inlining it per query. On boards of
/// many words the calls cost little, and inlined code dominates compile time.
pub(crate) const fn is_apart(words: usize, roles: usize) -> bool {
    cfg!(any(test, feature = "compact")) || !is_common(words, roles)
}
