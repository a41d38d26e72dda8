//! How many moves the opponent's pieces have where no move may give check, and what lines bind them.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::attack::{Attack, Line};

use super::kin::{KIN, Kin, Sight, Ties};

/// The lines to both royals.
#[derive(Clone, Copy)]
pub struct Ends<'s, const W: usize> {
    /// How the opponent's pieces attack the player's royal, and where it stands.
    pub attack: &'s Attack<W>,
    pub own_royal: usize,
    /// The player's lines to the opponent's royal.
    pub ties: &'s Ties<W>,
    /// The opponent's to the player's.
    pub bars: &'s Ties<W>,
}

/// What lines bind.
#[derive(Clone, Copy)]
pub struct Knots<const W: usize> {
    /// The opponent's pieces each of which alone shuts a line.
    pub bound: Bits<W>,
    /// Where a move of the player's lets one of these go.
    pub loose: Bits<W>,
    /// The player's pieces each of which alone shuts a line.
    pub tied: Bits<W>,
    /// The player's pieces that bind one of the opponent's as they go, or let it go.
    pub felt: Bits<W>,
}

impl<const W: usize> Knots<W> {
    /// As the board is occupied: a line whose attacker is lifted off is none.
    #[inline(always)]
    pub fn new(ends: Ends<'_, W>, occupied: Bits<W>, mine: Bits<W>, theirs: Bits<W>) -> Self {
        let (bound, loose, tied, felt) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        let mut knots = Self { bound, loose, tied, felt };
        for tie in ends.ties.all().iter().chain(ends.bars.all()) {
            let between = tie.squares & occupied;
            let attacker = usize::from(tie.attacker);
            if !occupied.contains(attacker) {
                continue;
            }
            if between.several() {
                knots.felt |= if (between & theirs).any() { between & mine } else { Bits::EMPTY };
            } else if (between & theirs).any() {
                knots.bound |= between;
                knots.loose |= tie.squares & !between | Bits::single(attacker);
                knots.felt |= Bits::single(attacker) & mine;
            } else {
                knots.tied |= between;
            }
        }
        knots
    }
}

/// Where a piece of the opponent's may go that alone shuts lines.
pub struct Onto<'s, const W: usize> {
    pub ends: Ends<'s, W>,
    pub occupied: Bits<W>,
    pub square: usize,
}

impl<const W: usize> Task for Onto<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Bits<W> {
        let Self { ends, occupied, square } = self;
        let alone = |squares: Bits<W>| squares & occupied == Bits::single(square);
        let mut onto = Bits::FULL;
        for tie in ends.ties.all().iter().filter(|tie| alone(tie.squares)) {
            if occupied.contains(usize::from(tie.attacker)) {
                onto &= tie.squares | Bits::single(usize::from(tie.attacker));
            }
        }
        for bar in ends.bars.all().iter().filter(|bar| alone(bar.squares)) {
            onto &= bar.squares;
        }
        onto
    }
}

/// How many moves the opponent's pieces have.
#[derive(Clone, Copy)]
pub struct Tally<const W: usize> {
    /// Where each may go but for its own player's pieces.
    pub allowed: [Bits<W>; KIN],
    /// How many moves each has.
    pub counts: [i32; KIN],
    /// All of them.
    pub all: i64,
    /// Who comes to one of these squares hides from the player's royal somewhere one of them would check it.
    pub hidden: Bits<W>,
}

impl<const W: usize> Tally<W> {
    /// As the pieces see, where each must neither give check from where its role does, nor open a line.
    #[inline(always)]
    pub fn new<P: Processor, const R: usize>(
        processor: P,
        ends: Ends<'_, W>,
        (kin, sights): (&Kin<W>, &[Sight<W>; KIN]),
        checks: &[Bits<W>; R],
        (occupied, theirs): (Bits<W>, Bits<W>),
        bound: Bits<W>,
    ) -> Self {
        let (allowed, counts) = ([Bits::EMPTY; KIN], [0; KIN]);
        let mut tally = Self { allowed, counts, all: 0, hidden: Bits::EMPTY };
        for (index, one) in kin.all().iter().enumerate() {
            let (square, role) = (usize::from(one.square), usize::from(one.role) & (R - 1));
            let mut targets = sights[index].targets & !theirs;
            tally.allowed[index] = !checks[role];
            if bound.contains(square) {
                let onto = processor.call(Onto { ends, occupied, square });
                targets &= onto;
                tally.allowed[index] &= onto;
            }
            tally.hidden |= hidden(ends, one.role, targets & checks[role]);
            let count = (targets & !checks[role]).count() as i32;
            tally.counts[index] = count;
            tally.all += i64::from(count);
        }
        tally
    }
}

/// What lies between the player's royal and squares where a piece of a role would check it.
#[inline(always)]
pub fn hidden<const W: usize>(ends: Ends<'_, W>, role: u8, missed: Bits<W>) -> Bits<W> {
    let mut hidden = Bits::EMPTY;
    if missed.any() {
        for reach in ends.attack.reaching(ends.own_royal).iter().filter(|reach| reach.members.contains(role))
        {
            each_square!(square in missed & reach.lines, {
                let Line { squares, .. } = ends.attack.line(reach, square);
                hidden |= squares;
            });
        }
    }
    hidden
}
