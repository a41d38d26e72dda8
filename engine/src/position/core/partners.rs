//! Which moves may put a partner in check: only these are made and looked at, where all are counted.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::lookup::Find;
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::{Move, PlayerId};

use super::count::{Counter, number};
use super::generate::Sink;
use super::legality::of;
use super::state::State;

/// A partner who is not in check, and what could change that.
pub(super) struct Exposed<const W: usize> {
    pub player: PlayerId,
    /// Squares of lines toward the royal on which one piece stands: if it leaves, the royal may lie bare.
    lines: Bits<W>,
    /// Roles (a bit each), and from where they attack the royal if none of the mover's pieces is in the way.
    onto: Vec<(u64, Bits<W>)>,
}

impl<const W: usize> Exposed<W> {
    /// What a partner, who sees the position as `state`, may suffer from moves of a player's with these roles (a bit each).
    pub fn new<P: Processor, const R: usize, const H: usize>(
        processor: P,
        rules: &Rules<W>,
        state: &State<W, R, H>,
        player: PlayerId,
        movers: u64,
    ) -> Self {
        let all = Self { player, lines: Bits::FULL, onto: vec![(u64::MAX, Bits::FULL)] };
        let royals = state.own_royals(rules) & state.players[0];
        let (side, royal) = (&rules.sides[1], royals.first());
        let told =
            royals.any() && !royals.several() && side.attack.blocked && !side.threatened.contains(royal);
        if !told || side.risky != 0 {
            return all;
        }
        let (them, occupied) = (state.players[1], state.occupied());
        let mut lines = Bits::EMPTY;
        for reach in side.attack.reaching(royal) {
            for attacker in (of(&state.roles, &reach.members) & reach.lines & them).indices() {
                let squares = side.attack.line(reach, attacker).squares;
                if (squares & occupied).count() == 1 {
                    lines |= squares;
                }
            }
        }
        let open = occupied & !state.any_of(movers);
        let mut onto = Vec::new();
        for class in &side.attack.classes {
            let roles = (1 << (class.members.a & 63) | 1 << (class.members.b & 63)) & movers;
            if roles != 0 {
                let find = Find { lookup: &*class.lookup, square: royal, occupied: open };
                onto.push((roles, processor.call(find).capture));
            }
        }
        Self { player, lines, onto }
    }

    /// Where pieces of these roles (a bit each) may attack the royal from.
    fn onto(&self, roles: u64) -> Bits<W> {
        let some = self.onto.iter().filter(|(others, _)| others & roles != 0);
        some.fold(Bits::EMPTY, |all, (_, squares)| all | *squares)
    }
}

/// Counts all moves, and hands on those that may put one of some partners in check, and drops that are not told by their
/// square.
pub(super) struct Suspects<'a, S, const W: usize> {
    exposed: &'a [Exposed<W>],
    /// Squares from where moves are handed on whatever their target.
    lines: Bits<W>,
    /// Roles (a bit each) of which every drop is handed on.
    dropped: u64,
    sink: S,
    counter: Counter,
}

impl<'a, S, const W: usize> Suspects<'a, S, W> {
    pub fn new(exposed: &'a [Exposed<W>], dropped: u64, sink: S) -> Self {
        let lines = exposed.iter().fold(Bits::EMPTY, |all, one| all | one.lines);
        Self { exposed, lines, dropped, sink, counter: Counter(0) }
    }

    /// How many moves there are.
    pub fn number(&self) -> u64 {
        self.counter.0
    }

    fn onto(&self, roles: u64) -> Bits<W> {
        self.exposed.iter().fold(Bits::EMPTY, |all, one| all | one.onto(roles))
    }
}

fn with<const W: usize>(role: u8, promotion: &Promotion<W>) -> u64 {
    promotion.to.iter().fold(1 << (role & 63), |all, role| all | 1 << (role & 63))
}

impl<S: Sink<W, R, H>, const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Suspects<'_, S, W> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.counter.0 += u64::from(targets.count());
        let some = if self.lines.contains(from) { targets } else { targets & self.onto(1 << (role & 63)) };
        if some.any() {
            self.sink.plain(role, from, some);
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.counter.0 += number(targets, promotion);
        let some =
            if self.lines.contains(from) { targets } else { targets & self.onto(with(role, promotion)) };
        if some.any() {
            self.sink.promoting(role, from, some, promotion);
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        self.counter.0 += number(targets, promotion);
        let some = targets & (self.onto(with(step.role, promotion)) | self.lines.shift(step.delta));
        if some.any() {
            self.sink.step(step, some, promotion);
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        self.counter.0 += 1;
        self.sink.general(general, choice, after);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        self.counter.0 += u64::from(targets.count());
        let all = self.dropped >> (drop.role & 63) & 1 == 1;
        let some = if all { targets } else { targets & self.onto(1 << (drop.placed & 63)) };
        if some.any() {
            self.sink.drops(drop, some);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        self.counter.0 += 1;
        self.sink.made(m, after);
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}
