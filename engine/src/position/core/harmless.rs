//! Which moves surely give no check, where a game asks that of its moves: lines and leaps tell it without making them.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::attack::{Attack, Line};
use crate::tables::lookup::Find;
use crate::tables::movement::{General, Members, Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::generate::{Generator, Sink, Wanted};
use super::legality::of;
use super::state::State;

/// What a player's pieces must do to check the opponent's only royal.
pub(super) struct Harmless<'a, P, const W: usize, const R: usize> {
    processor: P,
    attack: &'a Attack<W>,
    /// The player's pieces by role.
    own: [Bits<W>; R],
    occupied: Bits<W>,
    /// Whether a move that gives check is surely not wanted.
    strict: bool,
    /// Where the opponent's royal stands.
    royal: usize,
    /// Squares that lie on a line with one piece too many: to leave one may open it.
    opening: Bits<W>,
    /// Squares that lie on a line with one piece missing: to come to one may close it.
    closing: Bits<W>,
}

impl<'a, P: Processor, const W: usize, const R: usize> Harmless<'a, P, W, R> {
    /// `None` if the opponent is in check already, or more than lines and leaps may give check. `strict` says that a move
    /// that gives check is not wanted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<const H: usize>(generator: &Generator<'a, P, W, R, H>, strict: bool) -> Option<Self> {
        let Generator { processor, rules, state, side, me, occupied, .. } = *generator;
        let royals = state.own_royals(rules) & state.players[(me ^ 1) & 1];
        let royal = royals.first();
        let told = !rules.lenient && !rules.flips && side.risky == 0 && side.attack.uncounted == 0;
        if !told || royals.is_empty() || royals.several() || side.threatened.contains(royal) {
            return None;
        }
        let own = state.roles.map(|pieces| pieces & state.players[me & 1]);
        let (mut opening, mut closing) = (Bits::EMPTY, Bits::EMPTY);
        for reach in side.attack.reaching(royal) {
            let attackers = of(&own, &reach.members) & reach.any;
            if attackers.is_empty() {
                continue;
            }
            let mut checked = (reach.leaps & attackers).any();
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count } = side.attack.line(reach, attacker);
                match (squares & occupied).count() as i32 - i32::from(count) {
                    0 => checked = true,
                    1 => opening |= squares,
                    -1 => closing |= squares,
                    _ => {}
                }
            });
            if checked {
                return None;
            }
        }
        Some(Self { processor, attack: &side.attack, own, occupied, strict, royal, opening, closing })
    }

    /// Whether a move that gives check is surely not wanted.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Those of the targets of a step to which it surely gives no check; the pieces stay what they are.
    pub fn stepping(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        targets & !self.opening.shift(step.delta) & !self.near(step.role)
    }

    /// Where a piece of a role may give check, or another one behind what it closes.
    fn near(&self, role: u8) -> Bits<W> {
        let reaching = self.attack.reaching(self.royal).iter();
        let own = reaching.filter(|reach| reach.members.contains(role));
        own.fold(self.closing, |all, reach| all | reach.any)
    }

    /// Of the targets of a plain move, those to which it surely gives no check, and those where that must be tried; the
    /// piece stays what it is.
    pub fn targets(&self, role: u8, from: usize, targets: Bits<W>) -> (Bits<W>, Bits<W>) {
        if !self.attack.blocked {
            let safe = if self.opening.contains(from) { Bits::EMPTY } else { !self.near(role) };
            return (targets & safe, targets & !safe);
        }
        // What a piece blocks is no matter of this move: it comes to a square from which the royal is attacked, or not.
        let safe = self.leaving(from) & !self.checking(role, self.occupied & !Bits::single(from));
        let unsure = if self.strict { Bits::EMPTY } else { targets & !safe };
        (targets & safe, unsure)
    }

    /// Where a piece may go without opening a line, none of which attacks over pieces: a line that is left stays shut if the
    /// piece comes to stand on it again.
    #[inline(always)]
    fn leaving(&self, from: usize) -> Bits<W> {
        if self.opening.contains(from) { self.staying(from) } else { Bits::FULL }
    }

    #[inline(never)]
    fn staying(&self, from: usize) -> Bits<W> {
        let mut staying = Bits::FULL;
        for reach in self.attack.reaching(self.royal) {
            each_square!(attacker in reach.lines & of(&self.own, &reach.members), {
                let Line { squares, .. } = self.attack.line(reach, attacker);
                if squares & self.occupied == Bits::single(from) {
                    staying &= squares;
                }
            });
        }
        staying
    }

    /// From where a piece of a role attacks the royal.
    fn checking(&self, role: u8, occupied: Bits<W>) -> Bits<W> {
        let classes = self.attack.classes.iter().filter(|class| class.members.contains(role));
        classes.fold(Bits::EMPTY, |all, class| {
            let find = Find { lookup: &*class.lookup, square: self.royal, occupied };
            let found = self.processor.call(find);
            all | found.quiet | found.capture
        })
    }

    /// From where the pieces of each role attack the royal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn checking_by_role(&self) -> [Bits<W>; R] {
        let mut all = [Bits::EMPTY; R];
        for class in &self.attack.classes {
            if of(&self.own, &class.members).any() {
                let found = class.lookup.targets(self.processor, self.royal, self.occupied);
                for role in [class.members.a, class.members.b] {
                    all[usize::from(role) & (R - 1)] |= found.quiet | found.capture;
                }
            }
        }
        all
    }
}

/// Counts the plain moves that give no check, where sets tell which these are: how many, and of which pieces some moves are
/// left to be tried. `None` where moves must be tried.
pub(super) struct CountHarmless<'a, 'b, P, const W: usize, const R: usize, const H: usize>(
    pub &'b Generator<'a, P, W, R, H>,
);

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task
    for CountHarmless<'_, '_, Q, W, R, H>
{
    type Output = Option<(u64, Bits<W>)>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Option<(u64, Bits<W>)> {
        let generator = self.0;
        let Generator { side, state, us, royals, occupied, .. } = *generator;
        if !side.attack.through || !generator.has_plain_moves_alone() {
            return None;
        }
        // As long as nobody is in check a piece stands in no way of its own: what it would block, it attacks itself.
        let harmless = Harmless::new(generator, true)?;
        let checking = harmless.checking_by_role();
        let onto = |role: u8, allowed: Bits<W>| {
            let allowed = allowed & !checking[usize::from(role) & (R - 1)];
            (allowed & !occupied, allowed & generator.them)
        };
        let (mut number, mut left) = (0, Bits::EMPTY);
        for (role, table) in side.roles.iter().enumerate().filter(|(_, table)| table.promotes) {
            if !table.classes.is_empty() {
                left |= us & state.role(role as u8);
            }
        }
        for step in &side.steps {
            left |= us & state.role(step.role) & step.origins & step.zone.shift(-step.delta);
        }
        let bound = generator.checks.pinned | harmless.opening;
        let pieces = us & !(royals | left);
        let (free, bound) = (pieces & !bound, pieces & bound);
        let mask = generator.checks.mask;
        for class in &side.classes[..side.common] {
            let Members { a, b } = class.members;
            for role in [a, b] {
                let pieces = free & state.role(role);
                if pieces.any() {
                    let (quiet, capture) = onto(role, mask);
                    number += generator.looked_up::<false>(&class.lookup, pieces, quiet, capture);
                }
            }
        }
        for step in &side.steps {
            let (quiet, capture) = onto(step.role, mask);
            number += u64::from(generator.stepped(step, free, quiet, capture).count());
        }
        for from in bound.indices() {
            number += self.bound(from, |role| onto(role, generator.allowed(from) & harmless.leaving(from)));
        }
        if royals.any() {
            let from = royals.first();
            let role = state.role_at(from).unwrap_or_default();
            match generator.guards(role, &Wanted::ALL).next() {
                Some(_) => left |= royals,
                None => {
                    let (quiet, capture) = onto(role, harmless.leaving(from));
                    let mut sink = Within { allowed: quiet | capture, number: 0 };
                    generator.royal(&mut sink, &Wanted::ALL);
                    number += sink.number;
                }
            }
        }
        Some((number, left))
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> CountHarmless<'_, '_, P, W, R, H> {
    /// The number of moves of one piece that is not royal and does not promote, onto the empty and the opponent's squares
    /// that its role is allowed.
    #[inline(never)]
    fn bound(&self, from: usize, onto: impl FnOnce(u8) -> (Bits<W>, Bits<W>)) -> u64 {
        let generator = self.0;
        let role = generator.state.role_at(from).unwrap_or_default();
        let (quiet, capture) = onto(role);
        let targets = generator.targets(&generator.side.roles[usize::from(role)], from, quiet, capture);
        let steps = generator.side.steps.iter().filter(|step| step.role == role);
        let stepped = steps.map(|step| generator.stepped(step, Bits::single(from), quiet, capture).count());
        u64::from(targets.count()) + stepped.map(u64::from).sum::<u64>()
    }
}

/// Counts plain moves onto some squares.
struct Within<const W: usize> {
    allowed: Bits<W>,
    number: u64,
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Within<W> {
    #[inline(always)]
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.number += u64::from((targets & self.allowed).count());
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, _: &Promotion<W>) {
        Sink::<W, R, H>::plain(self, role, from, targets);
    }

    fn step(&mut self, _: &Step<W>, targets: Bits<W>, _: &Promotion<W>) {
        self.number += u64::from((targets & self.allowed).count());
    }

    fn general(&mut self, _: &General<W>, _: u16, _: impl Fn() -> State<W, R, H>) {}

    fn drops(&mut self, _: &Drop<W>, _: Bits<W>) {}

    fn made(&mut self, _: Move, _: impl Fn() -> State<W, R, H>) {}
}
