//! One of the player's pieces lifted off the board, where no move may give check: what its moves leave as it then is they are
//! told by together.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::attack::NEAR;

use super::kin::{KIN, Picked, Sight};
use super::scene::{Scene, binding, reveal};
use super::single::Single;
use super::tally::{Knots, Onto, Tally, hidden};

/// Where sights and numbers are worked out: as they are before any move, but for what the last piece that was lifted changed.
pub struct Scratch<const W: usize> {
    /// What the opponent's pieces see, and how many moves they have.
    pub pieces: [Sight<W>; KIN],
    pub tally: Tally<W>,
    /// What the player's other pieces attack.
    pub attackers: [Sight<W>; KIN],
    /// Which of these are changed.
    changed: Picked,
    stirred: Picked,
}

impl<const W: usize> Scratch<W> {
    /// As they are before any move.
    #[inline(always)]
    pub fn new<const R: usize>(scene: &Scene<'_, W, R>) -> Self {
        let (pieces, attackers) = (scene.pieces.sights, scene.attackers.sights);
        Self { pieces, tally: scene.tally, attackers, changed: Picked::default(), stirred: Picked::default() }
    }
}

/// The board without one of the player's pieces.
pub struct Lifted<'s, 'a, const W: usize, const R: usize> {
    pub scene: &'s Scene<'a, W, R>,
    pub scratch: &'s mut Scratch<W>,
    /// Who is lifted, and from where.
    pub role: u8,
    pub from: usize,
    pub occupied: Bits<W>,
    /// The attacks that are its own.
    own: Picked,
    /// By role, from where the opponent's pieces attack the player's royal, and what of it lines decide.
    pub checks: [Bits<W>; R],
    pub open: Bits<W>,
}

impl<'s, 'a, const W: usize, const R: usize> Lifted<'s, 'a, W, R> {
    /// Lifts a piece of a role, and looks again from where that shows more.
    #[inline(always)]
    pub fn new<P: Processor>(
        processor: P,
        scene: &'s Scene<'a, W, R>,
        scratch: &'s mut Scratch<W>,
        role: u8,
        from: usize,
    ) -> Self {
        let origin = Bits::single(from);
        let occupied = scene.occupied & !origin;
        for index in scratch.changed {
            scratch.pieces[index] = scene.pieces.sights[index];
            scratch.tally.allowed[index] = scene.tally.allowed[index];
            scratch.tally.counts[index] = scene.tally.counts[index];
        }
        scratch.changed = scene.pieces.swayed(&scene.pieces.sights, origin);
        for index in scratch.changed {
            let one = scene.pieces.one(index);
            scratch.pieces[index] = Sight::new(processor, scene.way(one), one.square, occupied);
        }
        for index in scratch.stirred {
            scratch.attackers[index] = scene.attackers.sights[index];
        }
        scratch.stirred = scene.attackers.swayed(&scene.attackers.sights, origin);
        let lifted = occupied & !Bits::single(scene.royal);
        for index in scratch.stirred {
            let one = scene.attackers.one(index);
            scratch.attackers[index] = Sight::new(processor, scene.blow(one), one.square, lifted);
        }
        let own = scene.attackers.on(from);
        for index in own {
            scratch.attackers[index] = Sight::NONE;
        }
        scratch.stirred.0 |= own.0;
        let (mut checks, mut open) = (scene.checks, scene.open);
        if open.contains(from) {
            reveal(
                processor,
                &scene.other.attack,
                &scene.foes,
                scene.own_royal,
                occupied,
                (&mut checks, &mut open),
            );
        }
        Self { scene, scratch, role, from, occupied, own, checks, open }
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
        for index in self.own {
            let found = self.scene.blow(self.scene.attackers.one(index)).targets(processor, to, lifted);
            all |= found.quiet | found.capture;
        }
        all
    }

    /// The number of replies to its moves to some squares.
    #[inline(always)]
    pub fn replies<P: Processor>(&mut self, processor: P, targets: Bits<W>) -> u64 {
        let mut total = 0;
        let single = match self.from == self.scene.own_royal || self.scene.knots.tied.contains(self.from) {
            // Where it goes along a line, there is check without it.
            true => targets,
            false => self.together(processor, targets, &mut total),
        };
        each_square!(to in single, {
            total += processor.call(Single { lifted: &*self, to });
        });
        total as u64
    }

    /// Counts the replies to those moves that can be told together; the others are left.
    #[inline(always)]
    fn together<P: Processor>(&mut self, processor: P, targets: Bits<W>, total: &mut i64) -> Bits<W> {
        let Self { scene, from, occupied, .. } = *self;
        let fresh;
        let knots = if !scene.knots.felt.contains(from) {
            self.recount();
            &scene.knots
        } else {
            fresh = Knots::new(scene.ends(), occupied, scene.mine, scene.theirs);
            let (checks, sights) = (&self.checks, &self.scratch.pieces);
            let board = (occupied, scene.theirs);
            self.scratch.tally =
                Tally::new(processor, scene.ends(), (&scene.pieces, sights), checks, board, fresh.bound);
            self.scratch.changed = Picked::first(scene.pieces.all().len());
            &fresh
        };
        let special = (knots.loose | self.scratch.tally.hidden | self.binding(processor, targets)) & targets;
        let rest = targets & !special;
        if rest.any() {
            *total += self.others(processor, rest);
            let mut zone = scene.leaps & !self.checks[usize::from(scene.crown) & (R - 1)];
            if knots.bound.contains(scene.royal) {
                zone &= processor.call(Onto { ends: scene.ends(), occupied, square: scene.royal });
            }
            if zone.any() {
                *total += self.royal(processor, zone, rest);
            }
        }
        special
    }

    /// Counts anew the moves of pieces that see more or less, or would give check where they did not, nothing else having
    /// changed.
    #[inline(always)]
    fn recount(&mut self) {
        let Self { scene, from, ref checks, .. } = *self;
        let scratch = &mut *self.scratch;
        let role = |index: usize| usize::from(scene.pieces.one(index).role) & (R - 1);
        if scene.open.contains(from) {
            for (index, sight) in scratch.pieces.iter().enumerate().take(scene.pieces.all().len()) {
                // Lines only become longer as somebody goes.
                let checking = sight.targets & scratch.tally.allowed[index] & checks[role(index)];
                scratch.changed.0 |= u32::from(checking.any()) << index;
            }
        }
        (scratch.tally.all, scratch.tally.hidden) = (scene.tally.all, scene.tally.hidden);
        for index in scratch.changed {
            let (targets, checks) = (scratch.pieces[index].targets & !scene.theirs, checks[role(index)]);
            scratch.tally.allowed[index] &= !checks;
            let count = (targets & scratch.tally.allowed[index]).count() as i32;
            scratch.tally.all += i64::from(count - scratch.tally.counts[index]);
            scratch.tally.counts[index] = count;
            scratch.tally.hidden |= hidden(scene.ends(), scene.pieces.one(index).role, targets & checks);
        }
    }

    /// The number of replies by other pieces than the royal to moves that change of them only what they cut off and take.
    #[inline(always)]
    fn others<P: Processor>(&self, processor: P, rest: Bits<W>) -> i64 {
        let Self { scene, scratch, occupied, .. } = self;
        let (occupied, theirs, tally) = (*occupied, scene.theirs, &scratch.tally);
        let (quiet, taking) = (rest & !occupied, rest & theirs);
        let mut total = i64::from(rest.count()) * tally.all;
        for index in scene.pieces.swayed(&scratch.pieces, quiet) {
            let (one, allowed) = (scene.pieces.one(index), tally.allowed[index] & !theirs);
            let count = i64::from(tally.counts[index]);
            let (lookup, square) = (scene.way(one), usize::from(one.square));
            each_square!(to in scratch.pieces[index].sways & quiet, {
                let found = lookup.targets(processor, square, occupied | Bits::single(to));
                total += i64::from(((found.quiet | found.capture) & allowed).count()) - count;
            });
        }
        if taking.any() {
            for (index, one) in scene.pieces.all().iter().enumerate() {
                total += i64::from((scratch.pieces[index].targets & tally.allowed[index] & taking).count());
                if taking.contains(usize::from(one.square)) {
                    total -= i64::from(tally.counts[index]);
                }
            }
        }
        total
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
            let attack = &scene.side.attack;
            binding::<P, W, R>(processor, attack, scene.royal, occupied, scene.theirs).0[role & (R - 1)]
        } else {
            scene.binding[role & (R - 1)]
        }
    }

    /// The number of replies by the opponent's royal, which may go to a zone, where others of its player's do not stand, as long
    /// as nothing attacks it there.
    #[inline(always)]
    fn royal<P: Processor>(&self, processor: P, zone: Bits<W>, rest: Bits<W>) -> i64 {
        let Self { scene, scratch, role, .. } = self;
        let (mut attacked, mut hiding) = (Bits::EMPTY, Bits::EMPTY);
        let empty = zone & !scene.theirs;
        for (_, sight) in scene.attackers.all().iter().zip(&scratch.attackers) {
            attacked |= sight.targets;
            hiding |= if (sight.targets & empty).any() { sight.sways } else { Bits::EMPTY };
        }
        let (free, hiding) = (zone & !attacked, hiding & !self.occupied);
        let safe = free & !scene.theirs;
        let mut near = Bits::EMPTY;
        let role = usize::from(*role) & (NEAR - 1);
        each_square!(square in safe, {
            near |= scene.side.attack.near.get(square).map_or(Bits::FULL, |near| near[role]);
        });
        let count = i64::from(safe.count());
        let mut total = i64::from(rest.count()) * count + i64::from((free & rest & scene.theirs).count());
        each_square!(to in rest & (near | hiding), {
            let there = Bits::single(to) & hiding;
            let others = if there.any() { self.attacked(processor, there) } else { attacked };
            let left = empty & !others & !self.attacks(processor, to);
            total += i64::from(left.count()) - count;
        });
        total
    }
}
