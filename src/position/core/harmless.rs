//! Which moves surely give no check, where a game asks that of its moves: lines and leaps tell it without making them.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::attack::{Attack, Line};
use crate::tables::lookup::Find;
use crate::tables::movement::Step;

use super::generate::Generator;
use super::legality::of;

/// What a player's pieces must do to check the opponent's only royal.
pub(super) struct Harmless<'a, P, const W: usize> {
    processor: P,
    attack: &'a Attack<W>,
    occupied: Bits<W>,
    /// Whether a move that gives check is surely not wanted.
    strict: bool,
    /// Where the opponent's royal stands.
    royal: usize,
    /// Squares that lie on a line with one piece too many: to leave one may open it.
    opening: Bits<W>,
    /// Squares that lie on a line with one piece missing: to come to one may close it.
    closing: Bits<W>,
}

impl<'a, P: Processor, const W: usize> Harmless<'a, P, W> {
    /// `None` if the opponent is in check already, or more than lines and leaps may give check. `strict` says that a move
    /// that gives check is not wanted.
    pub fn new<const R: usize, const H: usize>(
        generator: &Generator<'a, P, W, R, H>,
        strict: bool,
    ) -> Option<Self> {
        let Generator { processor, rules, state, side, me, occupied, .. } = *generator;
        let royals = state.members(&rules.royals) & state.players[(me ^ 1) & 1];
        let royal = royals.first();
        let told = !rules.lenient && !rules.flips && side.risky == 0 && side.attack.uncounted == 0;
        if !told || royals.is_empty() || royals.several() || side.threatened.contains(royal) {
            return None;
        }
        let own = state.roles.map(|pieces| pieces & state.players[me & 1]);
        let (mut opening, mut closing) = (Bits::EMPTY, Bits::EMPTY);
        for reach in side.attack.reaching(royal) {
            let attackers = of(&own, &reach.members);
            let mut checked = (reach.leaps & attackers).any();
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count } = side.attack.line(reach, attacker);
                match (squares & occupied).count() as i32 - i32::from(count) {
                    0 => checked = true,
                    1 => opening |= squares,
                    -1 => closing |= squares,
                    _ => {}
                }
            });
            if checked {
                return None;
            }
        }
        Some(Self { processor, attack: &side.attack, occupied, strict, royal, opening, closing })
    }

    /// The number of plain moves that give no check, and of which pieces, where sets tell that of all moves of a piece.
    pub fn count<const R: usize, const H: usize>(
        &self,
        generator: &Generator<'a, P, W, R, H>,
    ) -> (u64, Bits<W>) {
        if !self.strict || !self.attack.through || !generator.has_plain_moves_alone() {
            return (0, Bits::EMPTY);
        }
        self.processor.call(CountHarmless { harmless: self, generator })
    }

    /// Those of the targets of a step to which it surely gives no check; the pieces stay what they are.
    pub fn stepping(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        targets & !self.opening.shift(step.delta) & !self.near(step.role)
    }

    /// Where a piece of a role may give check, or another one behind what it closes.
    fn near(&self, role: u8) -> Bits<W> {
        let reaching = self.attack.reaching(self.royal).iter();
        let own = reaching.filter(|reach| reach.members.contains(role));
        own.fold(self.closing, |all, reach| all | reach.any)
    }

    /// Of the targets of a plain move, those to which it surely gives no check, and those where that must be tried; the
    /// piece stays what it is.
    pub fn targets(&self, role: u8, from: usize, targets: Bits<W>) -> (Bits<W>, Bits<W>) {
        if self.opening.contains(from) {
            return (Bits::EMPTY, targets);
        }
        if !self.attack.blocked {
            let near = self.near(role);
            return (targets & !near, targets & near);
        }
        // What a piece blocks is no matter of this move: it comes to a square from which the royal is attacked, or not.
        let checking = self.checking(role, self.occupied & !Bits::single(from));
        let unsure = if self.strict { Bits::EMPTY } else { targets & checking };
        (targets & !checking, unsure)
    }

    /// From where a piece of a role attacks the royal.
    fn checking(&self, role: u8, occupied: Bits<W>) -> Bits<W> {
        let classes = self.attack.classes.iter().filter(|class| class.members.contains(role));
        classes.fold(Bits::EMPTY, |all, class| {
            let find = Find { lookup: &*class.lookup, square: self.royal, occupied };
            let found = self.processor.call(find);
            all | found.quiet | found.capture
        })
    }
}

/// Counts plain moves that give no check.
struct CountHarmless<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    harmless: &'b Harmless<'a, P, W>,
    generator: &'b Generator<'a, P, W, R, H>,
}

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task
    for CountHarmless<'_, '_, Q, W, R, H>
{
    type Output = (u64, Bits<W>);

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> (u64, Bits<W>) {
        let Self { harmless, generator } = self;
        // As long as nobody is in check a piece stands in no way of its own: what it would block, it attacks itself.
        let free = generator.us & !(generator.checks.pinned | generator.royals | harmless.opening);
        let mut counted = (0, Bits::EMPTY);
        for role in 0..generator.rules.roles as u8 {
            let pieces = free & generator.state.role(role);
            if pieces.any()
                && let Some(number) =
                    generator.number_of(role, pieces, || !harmless.checking(role, harmless.occupied))
            {
                counted = (counted.0 + number, counted.1 | pieces);
            }
        }
        counted
    }
}
