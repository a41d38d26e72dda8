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
    /// Squares on a line with one piece too few, over which it attacks: entering one may give check.
    screening: Bits<W>,
}

impl<'a, P: Processor, const W: usize, const R: usize> CheckTest<'a, P, W, R> {
    /// `None` if the opponent is in check already, or if anything other than leaps and lines may give check.
    #[inline(always)]
    pub fn new<const H: usize>(generator: &Generator<'a, P, W, R, H>) -> Option<Self> {
        let Generator { processor, rules, state, side, me, occupied, .. } = *generator;
        let royals = state.own_royals(rules) & state.players[(me ^ 1) & 1];
        let royal = royals.first();
        let told =
            !rules.may_lose_royal && !rules.flips && side.risky == 0 && side.attack.irregular_attackers == 0;
        if !told || royals.is_empty() || royals.several() || side.threatened.contains(royal) {
            return None;
        }
        let own = state.roles.map(|pieces| pieces & state.players[me & 1]);
        let (mut opening, mut screening) = (Bits::EMPTY, Bits::EMPTY);
        for reach in side.attack.reaching(royal) {
            let attackers = of(&own, &reach.members) & reach.any;
            if attackers.is_empty() {
                continue;
            }
            let mut checked = (reach.leaps & attackers).any();
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count } = side.attack.line(reach, attacker);
                let (there, count) = ((squares & occupied).count(), u32::from(count));
                if there == count {
                    checked = true;
                } else if there == count + 1 {
                    opening |= squares;
                } else if there + 1 == count {
                    screening |= squares;
                }
            });
            if checked {
                return None;
            }
        }
        Some(Self { processor, attack: &side.attack, own, occupied, royal, opening, screening })
    }

    /// The targets of a step that surely give no check, without promotion.
    pub fn stepping(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        targets & !self.opening.shift(step.delta) & !self.screening & !self.near(step.role)
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
        let apart = !self.opening.contains(from) && !self.screening.contains(to);
        (apart || !self.discovering(from).contains(to))
            && self.ignores(role, to, self.occupied & !Bits::single(from))
    }

    /// Whether a drop of a piece that is then of this role surely gives no check.
    pub fn spares_dropped(&self, role: u8, to: usize) -> bool {
        !self.screening.contains(to) && self.ignores(role, to, self.occupied)
    }

    /// Whether a role on a square does not attack the royal.
    fn ignores(&self, role: u8, square: usize, occupied: Bits<W>) -> bool {
        !self.near(role).contains(square) || !self.checking(role, occupied).contains(square)
    }

    /// The targets of a plain move that discover no check.
    #[inline(always)]
    fn leaving(&self, from: usize) -> Bits<W> {
        match self.opening.contains(from) || self.screening.any() {
            true => !self.discovering(from),
            false => Bits::FULL,
        }
    }

    /// The targets of a plain move that discover a check: the piece leaves a line, or enters one.
    #[inline(never)]
    fn discovering(&self, from: usize) -> Bits<W> {
        let mut discovering = Bits::EMPTY;
        for reach in self.attack.reaching(self.royal) {
            each_square!(attacker in reach.lines & of(&self.own, &reach.members), {
                let Line { squares, count } = self.attack.line(reach, attacker);
                let there = (squares & self.occupied).count();
                let empty = squares & !(self.occupied & !Bits::single(from));
                match squares.contains(from) {
                    true if there == u32::from(count) + 1 => discovering |= !empty,
                    false if there + 1 == u32::from(count) && attacker != from => discovering |= empty,
                    _ => {}
                }
            });
        }
        discovering
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
