//! What is seen from every square before a move, where no move may give check.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::Attack;
use crate::tables::lookup::Lookup;
use crate::tables::movement::RoleTable;
use crate::tables::side::Side;

use super::super::generate::Generator;
use super::super::legality::of;
use super::kin::{Kin, One, Sight, Ties};
use super::tally::{Ends, Knots, Tally};

/// The player, who moves, and the opponent, who replies.
pub struct Scene<'a, const W: usize, const R: usize> {
    /// The player's tables.
    pub side: &'a Side<W>,
    /// The opponent's.
    pub other: &'a Side<W>,
    pub occupied: Bits<W>,
    /// The player's pieces.
    pub mine: Bits<W>,
    /// The opponent's.
    pub theirs: Bits<W>,
    /// The opponent's by role.
    pub foes: [Bits<W>; R],
    /// Where the player's royal stands.
    pub own_royal: usize,
    /// Where the opponent's does, and its role.
    pub royal: usize,
    pub crown: u8,
    /// Where the opponent's royal may go as far as it goes by itself.
    pub leaps: Bits<W>,
    /// What the opponent's other pieces can do.
    pub pieces: Kin<W>,
    /// What the player's pieces attack, the opponent's royal being off the board.
    pub attackers: Kin<W>,
    /// The player's lines to the opponent's royal.
    pub ties: Ties<W>,
    /// The opponent's to the player's.
    pub bars: Ties<W>,
    /// By role, from where the player's pieces attack the opponent's royal.
    pub aims: [Bits<W>; R],
    /// By role, from where the opponent's attack the player's, and what of it lines decide.
    pub checks: [Bits<W>; R],
    pub open: Bits<W>,
    /// By role, from where a piece of the player's would bind one of the opponent's, and what decides that.
    pub binding: [Bits<W>; R],
    pub near: Bits<W>,
    /// What lines bind, and how many moves the opponent's pieces have then.
    pub knots: Knots<W>,
    pub tally: Tally<W>,
}

impl<'a, const W: usize, const R: usize> Scene<'a, W, R> {
    /// `None` where somebody is in check, there are too many pieces, or not one royal each.
    #[inline(always)]
    pub fn new<P: Processor, const H: usize>(generator: &Generator<'a, P, W, R, H>) -> Option<Self> {
        let Generator {
            processor, rules, state, side, other, us, them, occupied, royals, prizes, foes, ..
        } = *generator;
        if royals.is_empty() || royals.several() || prizes.is_empty() || prizes.several() {
            return None;
        }
        let (own_royal, royal) = (royals.first(), prizes.first());
        let own = state.roles.map(|pieces| pieces & us);
        let ties = Ties::new(&side.attack, &own, royal, occupied, us)?;
        let bars = Ties::new(&other.attack, &foes, own_royal, occupied, them)?;
        let crown = state.which(&rules.royals, royal);
        let leaps = other.royal_leaps(crown, royal)?;
        let mut pieces = Kin::none();
        for (index, class) in other.classes[..other.common].iter().enumerate() {
            each_square!(from in of(&foes, &class.members), {
                let role = state.which(&class.members, from);
                let sight = Sight::new(processor, &class.lookup, from as u16, occupied);
                if !pieces.add(One { square: from as u16, class: index as u8, role }, sight) {
                    return None;
                }
            });
        }
        let mut attackers = Kin::none();
        let lifted = occupied & !prizes;
        for (index, class) in side.attack.onward.iter().enumerate() {
            each_square!(from in of(&own, &class.members), {
                let role = state.which(&class.members, from);
                let sight = Sight::new(processor, &class.lookup, from as u16, lifted);
                if !attackers.add(One { square: from as u16, class: index as u8, role }, sight) {
                    return None;
                }
            });
        }
        let (aims, _) = attacking(processor, &side.attack, &own, royal, occupied);
        let (checks, open) = attacking(processor, &other.attack, &foes, own_royal, occupied);
        let (binding, near) = binding(processor, &side.attack, royal, occupied, them);
        let (mine, theirs) = (us, them);
        let ends = Ends { attack: &other.attack, own_royal, ties: &ties, bars: &bars };
        let knots = Knots::new(ends, occupied, mine, theirs);
        let seen = (&pieces, &pieces.sights);
        let tally = Tally::new(processor, ends, seen, &checks, (occupied, theirs), knots.bound);
        Some(Self {
            side,
            other,
            occupied,
            mine,
            theirs,
            foes,
            own_royal,
            royal,
            crown,
            leaps,
            pieces,
            attackers,
            ties,
            bars,
            aims,
            checks,
            open,
            binding,
            near,
            knots,
            tally,
        })
    }

    /// The lines to both royals.
    #[inline(always)]
    pub fn ends(&self) -> Ends<'_, W> {
        Ends { attack: &self.other.attack, own_royal: self.own_royal, ties: &self.ties, bars: &self.bars }
    }

    /// How one of the opponent's pieces moves.
    #[inline(always)]
    pub fn way(&self, one: &One) -> &Lookup<W> {
        &self.other.classes[usize::from(one.class)].lookup
    }

    /// How one of the player's attacks.
    #[inline(always)]
    pub fn blow(&self, one: &One) -> &Lookup<W> {
        &self.side.attack.onward[usize::from(one.class)].lookup
    }

    /// Where a piece of the player's may go, as far as the other pieces tell it.
    #[inline(always)]
    pub fn moves<P: Processor>(&self, processor: P, table: &RoleTable<W>, role: u8, from: usize) -> Bits<W> {
        let mut targets = Bits::EMPTY;
        for &class in &table.classes {
            let found = self.side.classes[usize::from(class)].lookup.targets(processor, from, self.occupied);
            targets |= found.quiet | found.capture;
        }
        targets &= !self.mine & !self.aims[usize::from(role) & (R - 1)];
        let alone = |squares: Bits<W>| squares & self.occupied == Bits::single(from);
        for tie in self.ties.all().iter().filter(|tie| alone(tie.squares)) {
            targets &= tie.squares;
        }
        if from != self.own_royal {
            for bar in self.bars.all().iter().filter(|bar| alone(bar.squares)) {
                targets &= bar.squares | Bits::single(usize::from(bar.attacker));
            }
        }
        targets
    }
}

/// By role, from where pieces attack a royal, and which of these squares others may hide.
#[inline(always)]
pub fn attacking<P: Processor, const W: usize, const R: usize>(
    processor: P,
    attack: &Attack<W>,
    attackers: &[Bits<W>; R],
    royal: usize,
    occupied: Bits<W>,
) -> ([Bits<W>; R], Bits<W>) {
    let (mut all, mut open) = ([Bits::EMPTY; R], Bits::EMPTY);
    for class in &attack.classes {
        if let Lookup::Leaps(sets) = &*class.lookup {
            for role in [class.members.a, class.members.b] {
                all[usize::from(role) & (R - 1)] |= sets[royal];
            }
        }
    }
    reveal(processor, attack, attackers, royal, occupied, (&mut all, &mut open));
    (all, open)
}

/// Adds to such squares those to which lines lead.
#[inline(always)]
pub fn reveal<P: Processor, const W: usize, const R: usize>(
    processor: P,
    attack: &Attack<W>,
    attackers: &[Bits<W>; R],
    royal: usize,
    occupied: Bits<W>,
    (all, open): (&mut [Bits<W>; R], &mut Bits<W>),
) {
    for class in &attack.classes {
        if matches!(&*class.lookup, Lookup::Leaps(_)) || of(attackers, &class.members).is_empty() {
            continue;
        }
        let found = class.lookup.targets(processor, royal, occupied);
        let squares = found.quiet | found.capture;
        *open |= squares;
        for role in [class.members.a, class.members.b] {
            all[usize::from(role) & (R - 1)] |= squares;
        }
    }
}

/// By role, from where a piece of the player's would bind one of the opponent's to its royal, and all squares that have a say in
/// that.
#[inline(always)]
pub fn binding<P: Processor, const W: usize, const R: usize>(
    processor: P,
    attack: &Attack<W>,
    royal: usize,
    occupied: Bits<W>,
    theirs: Bits<W>,
) -> ([Bits<W>; R], Bits<W>) {
    let (mut all, mut near) = ([Bits::EMPTY; R], Bits::EMPTY);
    for class in &attack.classes {
        if matches!(&*class.lookup, Lookup::Leaps(_)) {
            continue;
        }
        let lookup = &*class.lookup;
        let found = lookup.targets(processor, royal, occupied);
        let seen = found.quiet | found.capture;
        let mut beyond = Bits::EMPTY;
        each_square!(shield in seen & theirs, {
            let found = lookup.targets(processor, royal, occupied & !Bits::single(shield));
            beyond |= (found.quiet | found.capture) & !seen;
        });
        near |= seen | beyond;
        for role in [class.members.a, class.members.b] {
            all[usize::from(role) & (R - 1)] |= beyond;
        }
    }
    (all, near)
}
