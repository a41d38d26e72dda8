//! The legal moves of some roles to one square: what a reader of moves asks, at a fraction of what all moves cost.

use crate::bits::{Bits, Processor, Task};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::{General, Promotion, Step};
use crate::variant::{Move, RoleSet};

use super::choose::generate;
use super::generate::{Generator, Sink, Wanted};
use super::legality::bitten;
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
        if H > 0 || rules.choosy {
            let wanted = Wanted { origins, dropped: roles.0, pass: false, ..Wanted::ALL };
            generate(processor, rules, state, &mut Onto { to: to.index(), list: Lister(moves) }, &wanted);
            return;
        }
        if !Generator::possible(processor, rules, state) {
            return;
        }
        let mut generator = Generator::new(processor, rules, state);
        if rules.lenient {
            generator.relent();
        }
        let wanted = Wanted { origins, ..Wanted::ALL };
        let pieces = generator.us & origins;
        if !generator.apart && (pieces & !generator.royals).is_empty() && pieces.any() {
            let from = pieces.first();
            let role = state.role_at(from).unwrap_or_default();
            if generator.guards(role, &wanted).next().is_none() {
                let target = Bits::single(to.index());
                let table = &generator.side.roles[usize::from(role)];
                let (quiet, capture) = (target & !generator.occupied, target & generator.them);
                let there = generator.targets(table, from, quiet, capture);
                if (there & (!generator.bad(role, from, there) | generator.prizes)).any() {
                    Sink::<W, R, H>::plain(&mut Lister(moves), role, from, target);
                }
                generator.generals(&mut Onto { to: to.index(), list: Lister(moves) }, &wanted);
                return;
            }
        }
        if generator.apart || (pieces & generator.royals).any() {
            generator.bind();
            generator.each(&mut Onto { to: to.index(), list: Lister(moves) }, &wanted);
            return;
        }
        // Few pieces can come to one square: to test those costs less than to find what binds each.
        let target = Bits::single(to.index());
        let mut safe = Safe { generator: &generator, to: to.index(), list: Lister(moves) };
        generator.unbound(&mut safe, pieces, target & !generator.occupied, target & generator.them);
        generator.generals(&mut Onto { to: to.index(), list: Lister(moves) }, &wanted);
    }
}

/// Passes on the plain moves to one square that leave the player's royal unattacked or take the opponent's, lines alone
/// deciding.
struct Safe<'a, 'g, P, const W: usize, const R: usize, const H: usize> {
    generator: &'g Generator<'a, P, W, R, H>,
    to: usize,
    list: Lister<'g>,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Safe<'_, '_, P, W, R, H> {
    #[inline(always)]
    fn is_safe(&self, from: usize) -> bool {
        let Generator { royals, prizes, other, foes, occupied, .. } = self.generator;
        let there = Bits::single(self.to);
        let after = *occupied & !Bits::single(from) | there;
        // To take the opponent's royal answers every check.
        royals.is_empty()
            || prizes.contains(self.to)
            || !bitten(&other.attack, foes, royals.first(), after, there)
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Sink<W, R, H>
    for Safe<'_, '_, P, W, R, H>
{
    #[inline(always)]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        if self.is_safe(from) {
            Sink::<W, R, H>::plain(&mut self.list, role, from, targets);
        }
    }

    #[inline(always)]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        if self.is_safe(from) {
            Sink::<W, R, H>::promoting(&mut self.list, role, from, targets, promotion);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        if self.is_safe((self.to as i32 - step.delta) as usize) {
            Sink::<W, R, H>::step(&mut self.list, step, targets, promotion);
        }
    }

    fn general(&mut self, _: &General<W>, _: u16, _: impl FnOnce() -> State<W, R, H>) {}

    fn drops(&mut self, _: u8, _: u16, _: Bits<W>) {}

    fn made(&mut self, _: Move, _: impl FnOnce() -> State<W, R, H>) {}
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
