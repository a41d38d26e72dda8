//! Which moves may put a partner in check: only these are made and looked at.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::lookup::Find;
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::{Move, PlayerId};

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
        let royals = state.members(&rules.royals) & state.players[0];
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

/// Hands on the moves that may put one of some partners in check, and drops that are not told by their square.
pub(super) struct Suspects<'a, S, const W: usize> {
    pub exposed: &'a [Exposed<W>],
    /// Roles (a bit each) of which every drop is handed on.
    pub dropped: u64,
    pub sink: S,
}

impl<S, const W: usize> Suspects<'_, S, W> {
    /// Squares from where moves are handed on whatever their target.
    fn lines(&self) -> Bits<W> {
        self.exposed.iter().fold(Bits::EMPTY, |all, one| all | one.lines)
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
        let some = if self.lines().contains(from) { targets } else { targets & self.onto(1 << (role & 63)) };
        if some.any() {
            self.sink.plain(role, from, some);
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let some =
            if self.lines().contains(from) { targets } else { targets & self.onto(with(role, promotion)) };
        if some.any() {
            self.sink.promoting(role, from, some, promotion);
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let some = targets & (self.onto(with(step.role, promotion)) | self.lines().shift(step.delta));
        if some.any() {
            self.sink.step(step, some, promotion);
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        self.sink.general(general, choice, after);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        let all = self.dropped >> (drop.role & 63) & 1 == 1;
        let some = if all { targets } else { targets & self.onto(1 << (drop.placed & 63)) };
        if some.any() {
            self.sink.drops(drop, some);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        self.sink.made(m, after);
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}
