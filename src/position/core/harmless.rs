//! Which moves surely give no check, where a game asks that of its moves: lines and leaps tell it without making them.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::{Attack, Line};

use super::generate::Generator;
use super::legality::{in_check, of};

/// What a player's pieces must do to check the opponent's only royal.
pub(super) struct Harmless<'a, const W: usize> {
    attack: &'a Attack<W>,
    /// Where the opponent's royal stands.
    royal: usize,
    /// Squares that lie on a line with one piece too many: to leave one may open it.
    opening: Bits<W>,
    /// Squares that lie on a line with one piece missing: to come to one may close it.
    closing: Bits<W>,
}

impl<'a, const W: usize> Harmless<'a, W> {
    /// `None` if the opponent is in check already, or more than lines and leaps may give check.
    pub fn new<P: Processor, const R: usize, const H: usize>(
        generator: &Generator<'a, P, W, R, H>,
    ) -> Option<Self> {
        let Generator { processor, rules, state, side, me, occupied, .. } = *generator;
        let royals = state.members(&rules.royals) & state.players[(me ^ 1) & 1];
        let royal = royals.first();
        let told = !rules.lenient && !rules.flips && side.hooked == 0 && !side.attack.uncounted;
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
        Some(Self { attack: &side.attack, royal, opening, closing })
    }

    /// Those of the targets of a plain move to which it surely gives no check; the piece stays what it is.
    pub fn targets(&self, role: u8, from: usize, targets: Bits<W>) -> Bits<W> {
        if self.opening.contains(from) {
            return Bits::EMPTY;
        }
        let reaching = self.attack.reaching(self.royal).iter();
        let own = reaching.filter(|reach| reach.members.contains(role));
        targets & !own.fold(self.closing, |all, reach| all | reach.any)
    }
}
