//! One move told by itself, where no move may give check: what lines bind and what checks is asked anew.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::attack::Line;

use super::super::legality::of;
use super::kin::Sight;
use super::lifted::Lifted;
use super::scene::{Scene, attacking};

/// The lines that may bind the opponent's pieces after a move of the player's.
#[derive(Clone, Copy)]
struct Lines<'s, 'a, const W: usize, const R: usize> {
    scene: &'s Scene<'a, W, R>,
    /// Who has gone, and from where.
    role: u8,
    from: usize,
    /// Where it has come to.
    to: usize,
    /// Where the player's royal stands then.
    own_royal: usize,
    /// What stands on the board then.
    occupied: Bits<W>,
}

impl<const W: usize, const R: usize> Lines<'_, '_, W, R> {
    /// Tells of each line its squares, and where a piece may go that alone shuts it.
    #[inline(always)]
    fn each(&self, mut tell: impl FnMut(Bits<W>, Bits<W>)) {
        let &Self { scene, role, from, to, own_royal, .. } = self;
        for tie in scene.ties.all().iter().filter(|tie| usize::from(tie.attacker) != from) {
            tell(tie.squares, tie.squares | Bits::single(usize::from(tie.attacker)));
        }
        let attack = &scene.side.attack;
        for reach in attack.reaching(scene.royal).iter().filter(|reach| reach.members.contains(role)) {
            if reach.lines.contains(to) {
                let Line { squares, .. } = attack.line(reach, to);
                tell(squares, squares | Bits::single(to));
            }
        }
        if own_royal == scene.own_royal {
            for bar in scene.bars.all().iter().filter(|bar| usize::from(bar.attacker) != to) {
                tell(bar.squares, bar.squares);
            }
            return;
        }
        let attack = &scene.other.attack;
        for reach in attack.reaching(own_royal) {
            let attackers = of(&scene.foes, &reach.members) & reach.lines & !Bits::single(to);
            each_square!(attacker in attackers, {
                let Line { squares, .. } = attack.line(reach, attacker);
                tell(squares, squares);
            });
        }
    }

    /// The opponent's pieces each of which alone shuts a line.
    #[inline(always)]
    fn bound(&self) -> Bits<W> {
        let mut bound = Bits::EMPTY;
        let theirs = self.scene.theirs & !Bits::single(self.to);
        self.each(|squares, _| {
            let between = squares & self.occupied;
            bound |= if between.several() { Bits::EMPTY } else { between & theirs };
        });
        bound
    }
}

/// Where one of these may go: a call of its own, for few are bound.
struct Staying<'l, 's, 'a, const W: usize, const R: usize> {
    lines: &'l Lines<'s, 'a, W, R>,
    square: usize,
}

impl<const W: usize, const R: usize> Task for Staying<'_, '_, '_, W, R> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Bits<W> {
        let Self { lines, square } = self;
        let mut onto = Bits::FULL;
        lines.each(|squares, allowed| {
            if squares & lines.occupied == Bits::single(square) {
                onto &= allowed;
            }
        });
        onto
    }
}

/// The number of replies to one move.
pub struct Single<'l, 's, 'a, const W: usize, const R: usize> {
    pub lifted: &'l Lifted<'s, 'a, W, R>,
    pub to: usize,
}

impl<const W: usize, const R: usize> Task for Single<'_, '_, '_, W, R> {
    type Output = i64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i64 {
        let Self { lifted, to } = self;
        let &Lifted { scene, ref scratch, role, from, .. } = lifted;
        let there = Bits::single(to);
        let occupied = lifted.occupied | there;
        let theirs = scene.theirs & !there;
        let quiet = there & !lifted.occupied;
        let own_royal = if from == scene.own_royal { to } else { scene.own_royal };
        let fresh;
        let checks = if own_royal != scene.own_royal || (lifted.open & quiet).any() {
            fresh = attacking(processor, &scene.other.attack, &scene.foes, own_royal, occupied).0;
            &fresh
        } else {
            &lifted.checks
        };
        let lines = Lines { scene, role, from, to, own_royal, occupied };
        let (bound, lines) = (lines.bound(), &lines);
        let mut total = 0;
        for (one, sight) in scene.pieces.all().iter().zip(&scratch.pieces) {
            let square = usize::from(one.square);
            if there.contains(square) {
                continue;
            }
            let mut targets = match (sight.sways & quiet).any() {
                true => Sight::new(processor, scene.way(one), one.square, occupied).targets,
                false => sight.targets,
            };
            targets &= !theirs & !checks[usize::from(one.role) & (R - 1)];
            if bound.contains(square) {
                targets &= processor.call(Staying { lines, square });
            }
            total += i64::from(targets.count());
        }
        let mut zone = scene.leaps & !theirs & !checks[usize::from(scene.crown) & (R - 1)];
        if bound.contains(scene.royal) {
            zone &= processor.call(Staying { lines, square: scene.royal });
        }
        if zone.any() {
            let attacked = lifted.attacked(processor, quiet) | lifted.attacks(processor, to);
            total += i64::from((zone & !attacked).count());
        }
        total
    }
}
