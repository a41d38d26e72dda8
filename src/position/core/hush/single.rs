//! One move told by itself, where no move may give check: what lines bind and what checks is asked anew.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::attack::Line;

use super::super::legality::of;
use super::kin::Sight;
use super::lifted::Lifted;
use super::scene::{Scene, attacking};

/// The lines that may bind the opponent's pieces, once one of the player's has gone.
#[derive(Clone, Copy)]
pub struct Knots<'s, 'a, const W: usize, const R: usize> {
    pub scene: &'s Scene<'a, W, R>,
    /// Who has gone, and from where.
    pub role: u8,
    pub from: usize,
    /// Where it has come to, if that is known.
    pub there: Bits<W>,
    /// Where the player's royal stands then.
    pub king: usize,
    /// What stands on the board then.
    pub occupied: Bits<W>,
}

impl<const W: usize, const R: usize> Knots<'_, '_, W, R> {
    /// Tells of each line its squares, and where a piece may go that alone shuts it.
    #[inline(always)]
    fn each(&self, mut tell: impl FnMut(Bits<W>, Bits<W>)) {
        let &Self { scene, role, from, there, king, .. } = self;
        for tie in scene.ties.all().iter().filter(|tie| usize::from(tie.attacker) != from) {
            tell(tie.squares, tie.squares | Bits::single(usize::from(tie.attacker)));
        }
        if there.any() {
            let attack = &scene.side.attack;
            for reach in attack.reaching(scene.royal).iter().filter(|reach| reach.members.contains(role)) {
                if (reach.lines & there).any() {
                    let Line { squares, .. } = attack.line(reach, there.first());
                    tell(squares, squares | there);
                }
            }
        }
        if king == scene.king {
            for bar in scene.bars.all().iter().filter(|bar| !there.contains(usize::from(bar.attacker))) {
                tell(bar.squares, bar.squares);
            }
            return;
        }
        let attack = &scene.other.attack;
        for reach in attack.reaching(king) {
            each_square!(attacker in of(&scene.foes, &reach.members) & reach.lines & !there, {
                let Line { squares, .. } = attack.line(reach, attacker);
                tell(squares, squares);
            });
        }
    }

    /// The opponent's pieces each of which alone shuts a line.
    #[inline(always)]
    pub fn bound(&self) -> Bits<W> {
        let mut bound = Bits::EMPTY;
        let theirs = self.scene.theirs & !self.there;
        self.each(|squares, _| {
            let between = squares & self.occupied;
            if !between.several() {
                bound |= between & theirs;
            }
        });
        bound
    }

    /// Where one of these may go.
    #[inline(never)]
    pub fn onto(&self, square: usize) -> Bits<W> {
        let mut onto = Bits::FULL;
        self.each(|squares, allowed| {
            if squares & self.occupied == Bits::single(square) {
                onto &= allowed;
            }
        });
        onto
    }

    /// Where a move of the player's unties somebody, or takes whom it spares.
    #[inline(never)]
    pub fn loosening(&self) -> Bits<W> {
        let (scene, mut all) = (self.scene, Bits::EMPTY);
        for tie in scene.ties.all().iter().chain(scene.bars.all()) {
            let between = tie.squares & self.occupied;
            if !between.several() && (between & scene.theirs).any() {
                all |= tie.squares & !between | Bits::single(usize::from(tie.attacker));
            }
        }
        all
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
        let king = if from == scene.king { to } else { scene.king };
        let fresh;
        let checks = if king != scene.king || (lifted.open & quiet).any() {
            fresh = attacking(processor, &scene.other.attack, king, occupied).0;
            &fresh
        } else {
            &lifted.checks
        };
        let knots = Knots { scene, role, from, there, king, occupied };
        let bound = knots.bound();
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
                targets &= knots.onto(square);
            }
            total += i64::from(targets.count());
        }
        let mut zone = scene.leaps & !theirs & !checks[usize::from(scene.crown) & (R - 1)];
        if bound.contains(scene.royal) {
            zone &= knots.onto(scene.royal);
        }
        if zone.any() {
            let attacked = lifted.attacked(processor, quiet) | lifted.attacks(processor, to);
            total += i64::from((zone & !attacked).count());
        }
        total
    }
}
