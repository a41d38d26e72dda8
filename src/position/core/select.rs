//! The legal moves of some roles to one square: what a reader of moves asks, at a fraction of what all moves cost.

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::{General, Promotion, Step};
use crate::variant::{Move, RoleSet};

use super::choose::generate;
use super::generate::{Sink, Wanted};
use super::sinks::Lister;
use super::state::State;

/// Appends legal moves of some roles to one square.
pub(super) struct Select<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub roles: RoleSet,
    pub to: Square,
    pub moves: &'a mut Vec<Move>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Select<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let Self { rules, state, roles, to, moves } = self;
        let origins = match roles.0.is_power_of_two() {
            true => state.role(roles.0.trailing_zeros() as u8),
            false => state.any_of(roles.0),
        };
        let wanted = Wanted { origins, dropped: roles.0, pass: false, ..Wanted::ALL };
        generate(processor, rules, state, &mut Onto { to: to.index(), list: Lister(moves) }, &wanted);
    }
}

/// Passes on what goes to one square.
struct Onto<'a> {
    to: usize,
    list: Lister<'a>,
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Onto<'_> {
    #[inline(always)]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        if targets.contains(self.to) {
            Sink::<W, R, H>::plain(&mut self.list, role, from, Bits::single(self.to));
        }
    }

    #[inline(always)]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        if targets.contains(self.to) {
            Sink::<W, R, H>::promoting(&mut self.list, role, from, Bits::single(self.to), promotion);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        if targets.contains(self.to) {
            Sink::<W, R, H>::step(&mut self.list, step, Bits::single(self.to), promotion);
        }
    }

    #[inline(always)]
    fn general(&mut self, general: &General<W>, choice: u16, after: impl FnOnce() -> State<W, R, H>) {
        if usize::from(general.to) == self.to {
            Sink::<W, R, H>::general(&mut self.list, general, choice, after);
        }
    }

    fn drops(&mut self, role: u8, way: u16, targets: Bits<W>) {
        if targets.contains(self.to) {
            Sink::<W, R, H>::drops(&mut self.list, role, way, Bits::single(self.to));
        }
    }

    fn made(&mut self, m: Move, after: impl FnOnce() -> State<W, R, H>) {
        if m.to.index() == self.to {
            Sink::<W, R, H>::made(&mut self.list, m, after);
        }
    }
}
