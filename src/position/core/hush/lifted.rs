//! One of the player's pieces lifted off the board, where no move may give check: what its moves leave as it then is they are
//! told by together.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::{Line, NEAR};

use super::kin::Sight;
use super::scene::{Scene, Scratch, attacking, binding};
use super::single::{Knots, Single};

/// The board without one of the player's pieces.
pub struct Lifted<'s, 'a, const W: usize, const R: usize> {
    pub scene: &'s Scene<'a, W, R>,
    pub scratch: &'s mut Scratch<W, R>,
    /// Who is lifted, and from where.
    pub role: u8,
    pub from: usize,
    pub occupied: Bits<W>,
    /// By role, from where the opponent's pieces attack the player's royal, and what of it lines decide.
    pub checks: [Bits<W>; R],
    pub open: Bits<W>,
}

impl<'s, 'a, const W: usize, const R: usize> Lifted<'s, 'a, W, R> {
    #[inline(always)]
    pub fn new<P: Processor>(
        processor: P,
        scene: &'s Scene<'a, W, R>,
        scratch: &'s mut Scratch<W, R>,
        role: u8,
        from: usize,
    ) -> Self {
        let occupied = scene.occupied & !Bits::single(from);
        let pieces = scene.pieces.all().iter().zip(&scene.pieces.sights);
        for ((one, before), sight) in pieces.zip(&mut scratch.pieces) {
            *sight = match before.sways.contains(from) {
                true => Sight::new(processor, scene.way(one), one.square, occupied),
                false => *before,
            };
        }
        let lifted = occupied & !Bits::single(scene.royal);
        let attackers = scene.attackers.all().iter().zip(&scene.attackers.sights);
        for ((one, before), sight) in attackers.zip(&mut scratch.attackers) {
            *sight = match before.sways.contains(from) {
                _ if usize::from(one.square) == from => Sight::NONE,
                true => Sight::new(processor, scene.blow(one), one.square, lifted),
                false => *before,
            };
        }
        let (checks, open) = match scene.open.contains(from) {
            true => attacking(processor, &scene.other.attack, scene.king, occupied),
            false => (scene.checks, scene.open),
        };
        Self { scene, scratch, role, from, occupied, checks, open }
    }

    /// What the player's other pieces attack once somebody has come to an empty square.
    #[inline(always)]
    pub fn attacked<P: Processor>(&self, processor: P, there: Bits<W>) -> Bits<W> {
        let Self { scene, scratch, occupied, .. } = self;
        let lifted = *occupied & !Bits::single(scene.royal) | there;
        let mut all = Bits::EMPTY;
        for (one, sight) in scene.attackers.all().iter().zip(&scratch.attackers) {
            all |= match (sight.sways & there).any() {
                true => Sight::new(processor, scene.blow(one), one.square, lifted).targets,
                false => sight.targets,
            };
        }
        all
    }

    /// What the lifted piece attacks from another square.
    #[inline(always)]
    pub fn attacks<P: Processor>(&self, processor: P, to: usize) -> Bits<W> {
        let lifted = self.occupied & !Bits::single(self.scene.royal);
        let mut all = Bits::EMPTY;
        for class in &self.scene.side.attack.onward {
            if class.members.contains(self.role) {
                let found = class.lookup.targets(processor, to, lifted);
                all |= found.quiet | found.capture;
            }
        }
        all
    }

    /// The number of replies to its moves to some squares.
    #[inline(always)]
    pub fn replies<P: Processor>(&mut self, processor: P, targets: Bits<W>) -> u64 {
        let &mut Self { scene, from, occupied, .. } = self;
        let opened = |squares: Bits<W>| (squares & occupied).is_empty();
        let bars = scene.bars.all().iter().filter(|_| from != scene.king);
        // Where it goes along a line, there is check without it.
        let tied = scene
            .ties
            .all()
            .iter()
            .chain(bars)
            .any(|tie| opened(tie.squares) && usize::from(tie.attacker) != from);
        let mut total = 0;
        let single =
            if from == scene.king || tied { targets } else { self.together(processor, targets, &mut total) };
        each_square!(to in single, {
            total += processor.call(Single { lifted: &*self, to });
        });
        total as u64
    }

    /// Counts the replies to those moves that can be told together; the others are left.
    #[inline(always)]
    fn together<P: Processor>(&mut self, processor: P, targets: Bits<W>, total: &mut i64) -> Bits<W> {
        let Self { scene, role, from, occupied, checks, .. } = *self;
        let theirs = scene.theirs;
        let knots = Knots { scene, role, from, there: Bits::EMPTY, king: scene.king, occupied };
        let bound = knots.bound();
        let mut special = if bound.any() { knots.loosening() } else { Bits::EMPTY };
        let mut all = 0;
        let mut reached = [Bits::EMPTY; R];
        let Scratch { pieces, allowed, counts, .. } = &mut *self.scratch;
        for (index, one) in scene.pieces.all().iter().enumerate() {
            let square = usize::from(one.square);
            let role = usize::from(one.role) & (R - 1);
            let onto = if bound.contains(square) { knots.onto(square) } else { Bits::FULL };
            let targets = pieces[index].targets & !theirs & onto;
            reached[role] |= targets;
            allowed[index] = onto & !checks[role];
            counts[index] = (targets & !checks[role]).count() as i32;
            all += i64::from(counts[index]);
        }
        special |= self.hidden(&reached) | self.binding(processor, targets);
        special &= targets;
        let rest = targets & !special;
        if rest.is_empty() {
            return special;
        }
        let (quiet, taking) = (rest & !occupied, rest & theirs);
        *total += i64::from(rest.count()) * all;
        let Scratch { pieces, allowed, counts, .. } = &*self.scratch;
        for (index, one) in scene.pieces.all().iter().enumerate() {
            let (sight, allowed, count) = (pieces[index], allowed[index], i64::from(counts[index]));
            each_square!(to in sight.sways & quiet, {
                let there = occupied | Bits::single(to);
                let found = Sight::new(processor, scene.way(one), one.square, there).targets;
                *total += i64::from((found & allowed & !theirs).count()) - count;
            });
            *total += i64::from((sight.targets & allowed & taking).count());
            if taking.contains(usize::from(one.square)) {
                *total -= count;
            }
        }
        let onto = if bound.contains(scene.royal) { knots.onto(scene.royal) } else { Bits::FULL };
        let zone = scene.leaps & onto & !checks[usize::from(scene.crown) & (R - 1)];
        if zone.any() {
            *total += self.royal(processor, zone, quiet, taking);
        }
        special
    }

    /// Who comes to one of these squares hides from the player's royal somewhere a piece would check it.
    #[inline(always)]
    fn hidden(&self, reached: &[Bits<W>; R]) -> Bits<W> {
        let (attack, checks) = (&self.scene.other.attack, &self.checks);
        let missed = |role: u8| reached[usize::from(role) & (R - 1)] & checks[usize::from(role) & (R - 1)];
        let mut hidden = Bits::EMPTY;
        for reach in attack.reaching(self.scene.king) {
            let missed = missed(reach.members.a) | missed(reach.members.b);
            each_square!(square in missed & reach.lines, {
                let Line { squares, .. } = attack.line(reach, square);
                hidden |= squares;
            });
        }
        hidden
    }

    /// Where the piece would bind one of the opponent's.
    #[inline(always)]
    fn binding<P: Processor>(&self, processor: P, targets: Bits<W>) -> Bits<W> {
        let Self { scene, role, from, occupied, .. } = *self;
        let role = usize::from(role);
        let near = scene.side.attack.near.get(scene.royal).map_or(Bits::FULL, |near| near[role & (NEAR - 1)]);
        if (near & targets).is_empty() {
            Bits::EMPTY
        } else if scene.near.contains(from) {
            binding::<P, W, R>(processor, &scene.side.attack, scene.royal, occupied, scene.theirs).0
                [role & (R - 1)]
        } else {
            scene.binding[role & (R - 1)]
        }
    }

    /// The number of replies by the opponent's royal, which may go to a zone, where others of its player's do not stand, as long
    /// as nothing attacks it there.
    #[inline(always)]
    fn royal<P: Processor>(&self, processor: P, zone: Bits<W>, quiet: Bits<W>, taking: Bits<W>) -> i64 {
        let Self { scene, scratch, role, .. } = self;
        let (mut attacked, mut hiding) = (Bits::EMPTY, Bits::EMPTY);
        let empty = zone & !scene.theirs;
        for (_, sight) in scene.attackers.all().iter().zip(&scratch.attackers) {
            attacked |= sight.targets;
            if (sight.targets & empty).any() {
                hiding |= sight.sways;
            }
        }
        let free = zone & !attacked;
        let safe = free & !scene.theirs;
        let mut doubtful = quiet & hiding;
        let role = usize::from(*role) & (NEAR - 1);
        each_square!(square in safe, {
            let near = scene.side.attack.near.get(square).map_or(Bits::FULL, |near| near[role]);
            doubtful |= (quiet | taking) & near;
        });
        let count = i64::from(safe.count());
        let mut total = i64::from((quiet | taking).count()) * count + i64::from((free & taking).count());
        each_square!(to in doubtful, {
            let there = Bits::single(to) & quiet & hiding;
            let others = if there.any() { self.attacked(processor, there) } else { attacked };
            let left = empty & !others & !self.attacks(processor, to);
            total += i64::from(left.count()) - count;
        });
        total
    }
}
