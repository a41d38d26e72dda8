//! Which moves surely give no check, where a game asks that of its moves: lines and leaps tell it without making them.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::{Attack, Line};
use crate::tables::lookup::Find;
use crate::tables::movement::Step;

use super::generate::Generator;
use super::legality::{in_check, of};

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
        let told = !rules.lenient && !rules.flips && side.risky == 0 && !side.attack.uncounted;
        if !told || royals.is_empty() || royals.several() || side.threatened.contains(royal) {
            return None;
        }
        if in_check(processor, rules, state, (me ^ 1) & 1) {
            return None;
        }
        let own = state.roles.map(|pieces| pieces & state.players[me & 1]);
        let (mut opening, mut closing) = (Bits::EMPTY, Bits::EMPTY);
        for reach in side.attack.reaching(royal) {
            each_square!(attacker in reach.lines & of(&own, &reach.members), {
                let Line { squares, count } = side.attack.line(reach, attacker);
                match (squares & occupied).count() as i32 - i32::from(count) {
                    1 => opening |= squares,
                    -1 => closing |= squares,
                    _ => {}
                }
            });
        }
        Some(Self { processor, attack: &side.attack, occupied, strict, royal, opening, closing })
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
        let (square, occupied) = (self.royal, self.occupied & !Bits::single(from));
        let mut checking = Bits::EMPTY;
        for class in self.attack.classes.iter().filter(|class| class.members.contains(role)) {
            let lookup = &*class.lookup;
            let found = self.processor.call(Find { lookup, square, occupied });
            checking |= found.quiet | found.capture;
        }
        let unsure = if self.strict { Bits::EMPTY } else { targets & checking };
        (targets & !checking, unsure)
    }
}
