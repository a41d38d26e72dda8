//! Finds moves that surely give no check, by lookups and without making them: for `gives_check`, and for
//! games whose rules depend on whether moves give check.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::{Attack, Line};
use crate::tables::lookup::Find;
use crate::tables::movement::Step;

use super::generate::Generator;
use super::legality::of;

/// The ways to check the opponent's only royal.
pub(crate) struct CheckTest<'a, P, const W: usize, const R: usize> {
    processor: P,
    attack: &'a Attack<W>,
    /// The player's pieces by role.
    own: [Bits<W>; R],
    occupied: Bits<W>,
    /// The opponent's royal.
    royal: usize,
    /// Squares on a line with one piece too many: leaving one may discover a check.
    opening: Bits<W>,
}

impl<'a, P: Processor, const W: usize, const R: usize> CheckTest<'a, P, W, R> {
    /// `None` if the opponent is in check already, or if anything other than leaps and blockable lines may
    /// give check.
    #[inline(always)]
    pub fn new<const H: usize>(generator: &Generator<'a, P, W, R, H>) -> Option<Self> {
        let Generator { processor, rules, state, side, me, occupied, .. } = *generator;
        let royals = state.own_royals(rules) & state.players[(me ^ 1) & 1];
        let royal = royals.first();
        let told = !rules.may_lose_royal && !rules.flips && side.risky == 0 && side.attack.blocked;
        if !told || royals.is_empty() || royals.several() || side.threatened.contains(royal) {
            return None;
        }
        let own = state.roles.map(|pieces| pieces & state.players[me & 1]);
        let mut opening = Bits::EMPTY;
        for reach in side.attack.reaching(royal) {
            let attackers = of(&own, &reach.members) & reach.any;
            if attackers.is_empty() {
                continue;
            }
            let mut checked = (reach.leaps & attackers).any();
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, .. } = side.attack.line(reach, attacker);
                match (squares & occupied).count() {
                    0 => checked = true,
                    1 => opening |= squares,
                    _ => {}
                }
            });
            if checked {
                return None;
            }
        }
        Some(Self { processor, attack: &side.attack, own, occupied, royal, opening })
    }

    /// The targets of a step that surely give no check, without promotion.
    pub fn stepping(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        targets & !self.opening.shift(step.delta) & !self.near(step.role)
    }

    /// The squares from which a role may give check.
    fn near(&self, role: u8) -> Bits<W> {
        let reaching = self.attack.reaching(self.royal).iter();
        let own = reaching.filter(|reach| reach.members.contains(role));
        own.fold(Bits::EMPTY, |all, reach| all | reach.any)
    }

    /// The targets of a plain move that surely give no check, without promotion.
    pub fn safe(&self, role: u8, from: usize) -> Bits<W> {
        // A capture on the target does not change whether the royal is attacked from there.
        self.leaving(from) & !self.checking(role, self.occupied & !Bits::single(from))
    }

    /// Whether a plain move surely gives no check, without promotion.
    pub fn spares(&self, role: u8, from: usize, to: usize) -> bool {
        self.leaving(from).contains(to) && self.ignores(role, to, self.occupied & !Bits::single(from))
    }

    /// Whether a drop of a piece that is then of this role surely gives no check.
    pub fn spares_dropped(&self, role: u8, to: usize) -> bool {
        self.ignores(role, to, self.occupied)
    }

    /// Whether a role on a square does not attack the royal.
    fn ignores(&self, role: u8, square: usize, occupied: Bits<W>) -> bool {
        !self.near(role).contains(square) || !self.checking(role, occupied).contains(square)
    }

    /// The targets that surely discover no check. No line here attacks over pieces. A line stays blocked if
    /// the piece lands on it again.
    #[inline(always)]
    fn leaving(&self, from: usize) -> Bits<W> {
        if self.opening.contains(from) { self.staying(from) } else { Bits::FULL }
    }

    #[inline(never)]
    fn staying(&self, from: usize) -> Bits<W> {
        let mut staying = Bits::FULL;
        for reach in self.attack.reaching(self.royal) {
            each_square!(attacker in reach.lines & of(&self.own, &reach.members), {
                let Line { squares, .. } = self.attack.line(reach, attacker);
                if squares & self.occupied == Bits::single(from) {
                    staying &= squares;
                }
            });
        }
        staying
    }

    /// The squares from which a role attacks the royal.
    fn checking(&self, role: u8, occupied: Bits<W>) -> Bits<W> {
        let classes = self.attack.classes.iter().filter(|class| class.members.contains(role));
        classes.fold(Bits::EMPTY, |all, class| {
            let find = Find { lookup: &*class.lookup, square: self.royal, occupied };
            let found = self.processor.call(find);
            all | found.quiet | found.capture
        })
    }
}
