//! What moves may matter to the opponent's royal, and what it can do itself.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::Rules;
use crate::tables::attack::{Attack, Line, NEAR};
use crate::tables::lookup::Lookup;
use crate::tables::movement::Members;
use crate::tables::sway::Party;
use crate::tables::swept::Swept;

use super::super::generate::{Generator, Wanted};
use super::super::legality::of;
use super::Base;

impl<const W: usize> Base<'_, W> {
    /// Notes what hooks that sweep pieces off the board after captures ask of moves; `false` where lines may not tell what is
    /// attacked.
    #[inline(never)]
    pub(super) fn mind<P: Processor, const R: usize, const H: usize>(
        &mut self,
        generator: &Generator<'_, P, W, R, H>,
        hooked: &Rules<W>,
        swept: &Swept<W>,
    ) -> bool {
        let Generator { side, me, us, them, royals, prizes, .. } = generator;
        if royals.is_empty() {
            return true;
        }
        let royal = royals.first();
        self.costly = swept.costs[me & 1][royal];
        self.enter |= self.costly;
        self.leave |= self.costly & *them;
        // What would cost the player the own royal is no attack of theirs.
        let role = generator.state.which(&generator.rules.royals, royal);
        let mut still = *royals;
        for &class in &side.roles[usize::from(role)].classes {
            if let Lookup::Leaps(sets) = &*side.classes[usize::from(class)].lookup {
                still |= sets[royal];
            }
        }
        self.leave |= still & *them;
        let mut asked = still & !*us | *royals;
        for one in generator.guards(role, &Wanted::ALL).flat_map(|guard| guard.from(royal)) {
            asked |= one.safe | Bits::single(usize::from(one.to));
        }
        let risks = &hooked.sides[(me ^ 1) & 1].risks;
        let risk = |square: usize| risks.get(square).copied().unwrap_or(Bits::EMPTY);
        let on = asked.indices().fold(Bits::EMPTY, |all, square| all | risk(square));
        let Members { a, b } = generator.rules.royals;
        let roles = 1 << (a & 63) | 1 << (b & 63) | generator.rules.more_royals;
        self.fateful[2] = Party { player: me ^ 1, roles, on };
        (*prizes & on).is_empty()
    }

    /// Counts what the royal can do, and finds which moves may matter to it; `false` where that takes more than lines.
    #[inline(always)]
    pub(super) fn settle<P: Processor, const R: usize, const H: usize>(
        &mut self,
        generator: &Generator<'_, P, W, R, H>,
        staked: Bits<W>,
    ) -> bool {
        let Generator { rules, state, side, other, us, them, occupied, royals, prizes, foes, .. } = generator;
        let attack = &other.attack;
        let royal = royals.first();
        let role = state.which(&rules.royals, royal);
        let table = &side.roles[usize::from(role)];
        let mut still = self.royals;
        for &class in &table.classes {
            match &*side.classes[usize::from(class)].lookup {
                Lookup::Leaps(sets) => still |= sets[royal],
                _ => return false,
            }
        }
        let lurking = |members: &Members, onto: Bits<W>| {
            let others = *members != rules.royals;
            others && (onto & of(foes, members)).any()
        };
        if table.limited.iter().any(|limited| lurking(&limited.members, limited.onto[royal])) {
            return false;
        }
        let prey = if self.sweeps { Bits::EMPTY } else { *them };
        let targets = generator.targets(table, royal, !*occupied, prey);
        let mut asked = targets;
        for guard in generator.guards(role, &Wanted::ALL) {
            still |= staked;
            for one in guard.from(royal).iter().filter(|one| state.rights & one.rights == one.rights) {
                let blocked = one.clear & *occupied & !*royals;
                if blocked.is_empty() {
                    if !one.settled || (one.own & !*us).any() {
                        return false;
                    }
                    asked |= one.safe;
                    still |= one.clear | one.safe | one.leaves | one.enters | one.own;
                } else if !blocked.several() {
                    // Who is the only one in the way might go.
                    self.leave |= blocked;
                }
            }
        }
        if (targets & *prizes).any() {
            return false;
        }
        let pieces = |role: u8| *them & state.role(role);
        each_square!(square in (asked | *royals) & other.threatened, {
            // Who comes to where such a movement begins may make it.
            for (role, origins) in other.threats[square].origins() {
                if (pieces(role) & origins).any() {
                    return false;
                }
                self.enter |= origins;
            }
        });
        let bad = generator.bad(role, royal, asked);
        let mut count = (targets & !bad).count();
        for guard in generator.guards(role, &Wanted::ALL) {
            for one in guard.from(royal) {
                count += u32::from(generator.may_go(one) && (one.safe & bad).is_empty());
            }
        }
        self.total += i64::from(count);
        // Whom the royal might take may go: it then goes there and takes nothing.
        self.enter |= still;
        self.safe = asked & !bad;
        if !self.bind(attack, foes, royal) {
            return false;
        }
        let lifted = *occupied & !*royals;
        each_square!(square in asked, {
            self.ask(attack, foes, lifted, square, bad.contains(square));
        });
        each_square!(square in self.safe | self.royals, {
            let near = attack.near.get(square).unwrap_or(&[Bits::EMPTY; NEAR]);
            for (aligned, near) in self.aligned.iter_mut().zip(near) {
                *aligned |= *near;
            }
        });
        true
    }

    /// Notes which moves change what lines to the royal mean; `false` if it is in check.
    #[inline(always)]
    fn bind<const R: usize>(&mut self, attack: &Attack<W>, foes: &[Bits<W>; R], royal: usize) -> bool {
        let mut free = true;
        for reach in attack.reaching(royal) {
            let attackers = of(foes, &reach.members) & reach.any;
            free &= (reach.leaps & attackers).is_empty();
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count } = attack.line(reach, attacker);
                let excess = (squares & self.occupied).count() as i32 - i32::from(count);
                free &= excess != 0 && !self.sweeps;
                // A move changes the number by one; with -1 to 1 too many a line says something.
                if (-1..=2).contains(&excess) {
                    self.leave |= squares & self.mine;
                }
                if (-2..=1).contains(&excess) {
                    self.enter |= squares & !self.occupied;
                }
                if (-1..=1).contains(&excess) {
                    self.leave.insert(attacker);
                }
            });
        }
        free
    }

    /// Notes which moves may make a square safe for the royal that is not (`bad`), or attack one that is, but for attacks from
    /// where they come to; the royal is lifted off.
    #[inline(always)]
    fn ask<const R: usize>(
        &mut self,
        attack: &Attack<W>,
        foes: &[Bits<W>; R],
        occupied: Bits<W>,
        square: usize,
        bad: bool,
    ) {
        let (mut leapers, mut leave, mut enter) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        for reach in attack.reaching(square) {
            let attackers = of(foes, &reach.members) & reach.any;
            if attackers.is_empty() {
                continue;
            }
            leapers |= reach.leaps & attackers;
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count } = attack.line(reach, attacker);
                let excess = (squares & occupied).count() as i32 - i32::from(count);
                let (some, free) = (squares & self.mine, squares & !occupied);
                match (excess, bad) {
                    (0, true) => {
                        leave |= Bits::single(attacker) | some;
                        enter |= free;
                    }
                    (1, false) => leave |= some,
                    (-1, false) => enter |= free,
                    _ => {}
                }
            });
        }
        if leapers.is_empty() {
            self.leave |= leave;
            self.enter |= enter;
        } else if !leapers.several() {
            self.leave |= leapers;
        }
    }

    /// Whether a piece that comes to a square attacks the royal from there, or could by one more move.
    #[inline(always)]
    pub fn bears_on_royal(&self, attack: &Attack<W>, role: u8, occupied: Bits<W>, to: usize) -> bool {
        if self.royals.is_empty() {
            return false;
        }
        attack.reaching(self.royals.first()).iter().any(|reach| {
            let Members { a, b } = reach.members;
            (a == role || b == role)
                && (reach.leaps.contains(to)
                    || reach.lines.contains(to) && {
                        let Line { squares, count } = attack.line(reach, to);
                        let excess = (squares & occupied).count() as i32 - i32::from(count);
                        self.sweeps || (-1..=1).contains(&excess)
                    })
        })
    }

    /// Whether a piece that comes to a square attacks from there where the royal is safe now.
    #[inline(always)]
    pub fn attacks_safe<P: Processor>(
        &self,
        processor: P,
        attack: &Attack<W>,
        role: u8,
        occupied: Bits<W>,
        to: usize,
    ) -> bool {
        let lifted = occupied & !self.royals;
        attack.onward.iter().any(|class| {
            let Members { a, b } = class.members;
            (a == role || b == role) && (class.onto & self.safe).any() && {
                let found = class.lookup.targets(processor, to, lifted);
                ((found.quiet | found.capture) & self.safe).any()
            }
        })
    }
}
