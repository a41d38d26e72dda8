//! Pieces of one player by lookup, what each sees, and the lines of theirs that one piece or two shut.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::{Attack, Line};
use crate::tables::lookup::Lookup;

use super::super::legality::of;

/// So many pieces of a player are told; one that has two lookups is two of them.
pub const KIN: usize = 20;

/// So many lines to a royal.
const LINES: usize = 10;

/// One piece, by one lookup.
#[derive(Clone, Copy)]
pub struct One {
    pub square: u16,
    pub class: u8,
    pub role: u8,
}

/// What one piece sees.
#[derive(Clone, Copy)]
pub struct Sight<const W: usize> {
    /// Where it may go, or what it takes there.
    pub targets: Bits<W>,
    /// To leave one of these squares, or to come to one, may change that.
    pub sways: Bits<W>,
}

impl<const W: usize> Sight<W> {
    /// Nothing.
    pub const NONE: Self = Self { targets: Bits::EMPTY, sways: Bits::EMPTY };

    /// What a lookup finds from a square.
    #[inline(always)]
    pub fn new<P: Processor>(processor: P, lookup: &Lookup<W>, square: u16, occupied: Bits<W>) -> Self {
        let found = lookup.targets(processor, usize::from(square), occupied);
        let targets = found.quiet | found.capture;
        Self { targets, sways: lookup.swaying(usize::from(square), occupied, targets) }
    }
}

/// A player's pieces.
pub struct Kin<const W: usize> {
    all: [One; KIN],
    /// What each sees.
    pub sights: [Sight<W>; KIN],
    count: usize,
}

impl<const W: usize> Kin<W> {
    /// No piece.
    #[inline(always)]
    pub fn none() -> Self {
        Self { all: [One { square: 0, class: 0, role: 0 }; KIN], sights: [Sight::NONE; KIN], count: 0 }
    }

    /// Adds a piece; `false` where there is no room.
    #[inline(always)]
    pub fn add(&mut self, one: One, sight: Sight<W>) -> bool {
        let (Some(all), Some(sights)) = (self.all.get_mut(self.count), self.sights.get_mut(self.count))
        else {
            return false;
        };
        (*all, *sights) = (one, sight);
        self.count += 1;
        true
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[One] {
        &self.all[..self.count.min(KIN)]
    }

    /// Those (a bit each) that see so that a set of squares matters, as their sights are now.
    #[inline(always)]
    pub fn swayed(&self, sights: &[Sight<W>; KIN], squares: Bits<W>) -> Picked {
        let sights = sights[..self.count.min(KIN)].iter().enumerate();
        Picked(sights.fold(0, |all, (index, sight)| all | u32::from((sight.sways & squares).any()) << index))
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn on(&self, square: usize) -> Picked {
        let all = self.all().iter().enumerate();
        Picked(all.fold(0, |all, (index, one)| all | u32::from(usize::from(one.square) == square) << index))
    }

    /// One of them.
    #[inline(always)]
    pub fn one(&self, index: usize) -> &One {
        &self.all[index.min(KIN - 1)]
    }
}

/// Some of a player's pieces, a bit each.
#[derive(Clone, Copy, Default)]
pub struct Picked(pub u32);

impl Picked {
    /// All of the first so many.
    #[inline(always)]
    pub fn first(count: usize) -> Self {
        Self((1 << count.min(KIN)) - 1)
    }
}

impl Iterator for Picked {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (index < KIN).then_some(index)
    }
}

/// A line to a royal, and who attacks along it once nobody stands there.
#[derive(Clone, Copy)]
pub struct Tie<const W: usize> {
    pub squares: Bits<W>,
    pub attacker: u16,
}

/// Lines to a royal with one piece on them, or two.
pub struct Ties<const W: usize> {
    all: [Tie<W>; LINES],
    count: usize,
}

impl<const W: usize> Ties<W> {
    /// Those of the pieces that are `left`; `None` if they give check, or there are more lines.
    #[inline(always)]
    pub fn new<const R: usize>(
        attack: &Attack<W>,
        roles: &[Bits<W>; R],
        royal: usize,
        occupied: Bits<W>,
        left: Bits<W>,
    ) -> Option<Self> {
        let mut ties = Self { all: [Tie { squares: Bits::EMPTY, attacker: 0 }; LINES], count: 0 };
        for reach in attack.reaching(royal) {
            let attackers = of(roles, &reach.members) & reach.any & left;
            if (reach.leaps & attackers).any() {
                return None;
            }
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, .. } = attack.line(reach, attacker);
                let between = squares & occupied;
                if between.is_empty() {
                    return None;
                }
                if !between.rest().several() {
                    *ties.all.get_mut(ties.count)? = Tie { squares, attacker: attacker as u16 };
                    ties.count += 1;
                }
            });
        }
        Some(ties)
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[Tie<W>] {
        &self.all[..self.count.min(LINES)]
    }
}
