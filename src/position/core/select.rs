//! The legal moves of some roles to one square: what a reader of moves asks, at a fraction of what all moves cost.

use std::ops::RangeInclusive;

use crate::bits::{Bits, Processor, Task, each_square};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::lookup::{Find, Lookup};
use crate::tables::movement::{Promotion, RoleTable, ScriptedMove, Step};
use crate::tables::scripted::CastlingLike;
use crate::tables::turn::Drop;
use crate::variant::{Move, RoleSet};

use super::choose::generate;
use super::follow::{Found, Only};
use super::forms::is_common;
use super::generate::{Generator, Sink, Wanted};
use super::legality::attacked_by_lines;
use super::sinks::{Lister, choices};
use super::state::State;

/// Appends legal moves of some roles to one square.
pub(super) struct Select<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub roles: RoleSet,
    /// From these squares; from the hand too only if these are all.
    pub origins: Bits<W>,
    pub to: Square,
    pub moves: &'a mut Vec<Move>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Select<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let Self { rules, state, roles, origins, to, moves } = self;
        let (hand, to) = (origins == Bits::FULL, to.index());
        let origins = origins & state.any_of(roles.0);
        let mut list = Lister(moves);
        let wanted = Wanted { origins, hand, dropped: roles.0, pass: false, ..Wanted::ALL };
        if const { H > 0 || !is_common(W, R) } || rules.choosy {
            return generate(processor, rules, state, &mut Onto { to, sink: &mut list }, &wanted);
        }
        if !Generator::possible(processor, rules, state) {
            return;
        }
        let mut generator = Generator::new(processor, rules, state);
        if rules.lenient {
            generator.relent();
        }
        if generator.apart {
            generator.find_checks();
            return generator.each(&mut Onto { to, sink: &mut list }, &wanted);
        }
        generator.onto(&mut list, roles, to, &wanted);
    }
}

/// The same move by all that can be asked, and what makes it.
pub(super) struct Whole<'a, const W: usize, const R: usize, const H: usize>(pub Only<'a, W, R, H>);

impl<const W: usize, const R: usize, const H: usize> Task for Whole<'_, W, R, H> {
    type Output = Option<Found>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Found> {
        let Only { rules, state, roles, origins, to, choice } = self.0;
        let generator = told_by_lines(processor, rules, state)?;
        let mut one = One { choice, found: None, several: false };
        let origins = origins & state.any_of(roles.0);
        generator.onto(&mut one, roles, to.index(), &Wanted { origins, ..Wanted::ALL });
        one.found.filter(|_| !one.several).map(|(m, role)| Found { m, me: generator.me, role })
    }
}

/// The one legal move that is of these movements of a role. `None` if there are none or more, or if moves must be tried here.
pub(super) struct Named<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub role: u8,
    /// The movements' numbers plus 1.
    pub ways: RangeInclusive<u16>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Named<'_, W, R, H> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Move> {
        let Self { rules, state, role, ways } = self;
        let generator = told_by_lines(processor, rules, state)?;
        let origins = generator.us & state.role(role);
        let wanted = Wanted { origins, ..Wanted::ALL };
        let mut found = OfWays { ways: ways.clone(), one: One { choice: 0, found: None, several: false } };
        if (origins & generator.royals).any() {
            let this = |one: &&CastlingLike<W>| {
                ways.contains(&generator.side.scripted[one.index as usize].way) && generator.may_castle(one)
            };
            for one in generator.castling(role, origins.first(), &wanted).iter().filter(this) {
                let bad = generator.bad(role, origins.first(), one.safe);
                generator.castle(&mut found, one, bad);
            }
        }
        generator.scripted(&mut found, &wanted);
        found.one.found.filter(|_| !found.one.several).map(|(m, _)| m)
    }
}

/// What finds moves where the player has at most one royal and lines tell whether it is safe.
#[inline(always)]
fn told_by_lines<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
) -> Option<Generator<'a, P, W, R, H>> {
    let usual = H == 0 && const { is_common(W, R) } && !(rules.choosy || rules.lenient || rules.flips);
    if !usual || !Generator::possible(processor, rules, state) {
        return None;
    }
    Some(Generator::new(processor, rules, state)).filter(|generator| !generator.apart)
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Generator<'_, P, W, R, H> {
    /// The legal moves of some roles to one square where lines decide. Few pieces can come to one square: to test those
    /// costs less than to find what binds each.
    #[inline(always)]
    fn onto<S: Sink<W, R, H>>(&self, sink: &mut S, roles: RoleSet, to: usize, wanted: &Wanted<W>) {
        let target = Bits::single(to);
        let (quiet, capture) = (target & !self.occupied, target & self.them);
        let pieces = self.us & wanted.origins;
        let mut rest = roles.0;
        while rest != 0 {
            let role = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let Some(table) = self.side.roles.get(usize::from(role)) else { break };
            let pieces = pieces & self.state.role(role);
            if (pieces & self.royals).any() {
                self.royal_onto(sink, role, pieces.first(), to, wanted);
            } else if (quiet | capture).any() {
                let likely = pieces & table.coming(to);
                if !table.classes.is_empty() {
                    each_square!(from in likely, {
                        if self.reaches(table, from, quiet, capture) && self.may_leave(from, to) {
                            sink.promoting(role, from, target, table.promotion(from, capture.any()));
                        }
                    });
                    continue;
                }
                // Who steps as a set is in no class.
                for step in self.side.steps.iter().filter(|step| step.role == role) {
                    let found = self.stepped(step, likely, quiet, capture);
                    if found.any() && self.may_leave((to as i32 - step.delta) as usize, to) {
                        sink.step(step, target, self.side.promotion_of(step));
                    }
                }
            }
        }
        self.scripted(&mut Onto { to, sink }, wanted);
    }

    /// Whether a piece that is not royal comes to one of these squares by lookup.
    #[inline(always)]
    fn reaches(&self, table: &RoleTable<W>, from: usize, quiet: Bits<W>, capture: Bits<W>) -> bool {
        let (processor, occupied) = (self.processor, self.occupied);
        // A loop and no iterator: what is not compiled in place knows nothing of the processor.
        for &class in &table.classes {
            let found = match &*self.side.classes[usize::from(class)].lookup {
                Lookup::Leaps(sets) => sets[from] & (quiet | capture),
                Lookup::Whole(tables) if tables.groups == 1 => {
                    let [both] = tables.single(processor, from, occupied);
                    both & (quiet | capture)
                }
                Lookup::Whole(tables) if tables.groups == 2 => {
                    let [both] = tables.double(processor, from, occupied);
                    both & (quiet | capture)
                }
                lookup => {
                    let found = processor.call(Find { lookup, square: from, occupied });
                    found.quiet & quiet | found.capture & capture
                }
            };
            if found.any() {
                return true;
            }
        }
        false
    }

    /// Whether a piece that is not royal may leave a square for another one, lines alone deciding: the player's royal is
    /// not attacked then, or the opponent's is taken.
    #[inline(always)]
    fn may_leave(&self, from: usize, to: usize) -> bool {
        let there = Bits::single(to);
        let after = self.occupied & !Bits::single(from) | there;
        // To take the opponent's royal answers every check.
        self.royals.is_empty()
            || self.prizes.contains(to)
            || !attacked_by_lines(&self.other.attack, &self.foes, self.royals.first(), after, !there)
    }

    /// The plain and guarded moves of the player's only royal to one square.
    #[inline(always)]
    fn royal_onto<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        role: u8,
        from: usize,
        to: usize,
        wanted: &Wanted<W>,
    ) {
        let target = Bits::single(to);
        let table = &self.side.roles[usize::from(role)];
        let plain = self.targets(table, from, target & !self.occupied, target & self.them);
        let onto = |one: &&CastlingLike<W>| usize::from(one.to) == to && self.may_castle(one);
        let castling = || self.castling(role, from, wanted).iter().filter(onto);
        let safe = castling().fold(Bits::EMPTY, |safe, one| safe | one.safe);
        let bad = self.bad(role, from, plain | safe);
        if (plain & (!bad | self.prizes)).any() {
            sink.plain(role, from, target);
        }
        for one in castling() {
            self.castle(sink, one, bad);
        }
    }
}

/// Keeps the one move that has a choice, and whether there are more.
struct One {
    choice: u16,
    found: Option<(Move, u8)>,
    several: bool,
}

impl One {
    #[inline(always)]
    fn add(&mut self, role: u8, m: Move) {
        if m.choice == self.choice {
            self.several |= self.found.is_some();
            self.found = Some((m, role));
        }
    }
}

/// All sets of targets are of one square.
impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for One {
    #[inline(always)]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.add(role, Move::plain(Square(from as u16), Square(targets.first() as u16)));
    }

    #[inline(always)]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let (from, to) = (Square(from as u16), Square(targets.first() as u16));
        choices(to.index(), promotion, |choice| self.add(role, Move { from, to, way: 0, choice }));
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let to = targets.first();
        let (from, way) = (Square((to as i32 - step.delta) as u16), step.way);
        choices(to, promotion, |choice| {
            self.add(step.role, Move { from, to: Square(to as u16), way, choice })
        });
    }

    fn general(&mut self, general: &ScriptedMove<W>, choice: u16, _: impl Fn() -> State<W, R, H>) {
        let (from, to) = (Square(general.from), Square(general.to));
        self.add(general.role, Move { from, to, way: general.way, choice });
    }

    fn drops(&mut self, _: &Drop<W>, _: Bits<W>) {}

    fn made(&mut self, _: Move, _: impl Fn() -> State<W, R, H>) {}
}

/// Keeps the one move that is of some movements.
struct OfWays {
    ways: RangeInclusive<u16>,
    one: One,
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for OfWays {
    fn plain(&mut self, _: u8, _: usize, _: Bits<W>) {}

    fn promoting(&mut self, _: u8, _: usize, _: Bits<W>, _: &Promotion<W>) {}

    fn step(&mut self, _: &Step<W>, _: Bits<W>, _: &Promotion<W>) {}

    fn general(&mut self, general: &ScriptedMove<W>, choice: u16, _: impl Fn() -> State<W, R, H>) {
        if self.ways.contains(&general.way) {
            let (from, to) = (Square(general.from), Square(general.to));
            self.one.several |= choice != 0;
            self.one.add(general.role, Move { from, to, way: general.way, choice });
        }
    }

    fn drops(&mut self, _: &Drop<W>, _: Bits<W>) {}

    fn made(&mut self, _: Move, _: impl Fn() -> State<W, R, H>) {}
}

/// Passes on what goes to one square.
struct Onto<'a, S> {
    to: usize,
    sink: &'a mut S,
}

impl<const W: usize, const R: usize, const H: usize, S: Sink<W, R, H>> Sink<W, R, H> for Onto<'_, S> {
    #[inline(always)]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        if targets.contains(self.to) {
            self.sink.plain(role, from, Bits::single(self.to));
        }
    }

    #[inline(always)]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        if targets.contains(self.to) {
            self.sink.promoting(role, from, Bits::single(self.to), promotion);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        if targets.contains(self.to) {
            self.sink.step(step, Bits::single(self.to), promotion);
        }
    }

    #[inline(always)]
    fn general(&mut self, general: &ScriptedMove<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        if usize::from(general.to) == self.to {
            self.sink.general(general, choice, after);
        }
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        if targets.contains(self.to) {
            self.sink.drops(drop, Bits::single(self.to));
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        if m.to.index() == self.to {
            self.sink.made(m, after);
        }
    }
}
