//! Moves by which a royal of another player's may be gone, where more than two play and something follows moves: who has lost
//! by them is out at once, and only then it is known whether they are legal. Of all others their number will do.

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::seats::{held, somebodys};
use crate::tables::turn::Drop;
use crate::variant::{Lost, Move, PlayerId, PlayerSet, RoleId, RoleSet, Verdict};

use super::generate::Sink;
use super::several::Armies;
use super::sinks::choices;
use super::state::State;

/// Counts legal moves, asking of those by which a royal is gone whether they are legal.
pub(super) struct Fallen<'a, A, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    /// Where the others' royals stand.
    pub prizes: Bits<W>,
    /// The roles (a bit each) that they are of.
    pub crowns: u64,
    /// Whether a move is legal, given the state after it.
    pub asked: A,
    /// How many moves there are.
    pub number: u64,
    /// Whether one will do.
    pub one: bool,
}

/// A state once those are out who have lost their royals.
pub(super) struct Fall<const W: usize, const R: usize, const H: usize> {
    pub state: State<W, R, H>,
    pub out: PlayerSet,
    /// Whether the game is over, so that nobody more goes out.
    pub over: bool,
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Armies<W, R, H, P> {
    /// What comes of a move by which a royal is gone, and whether it is legal; `None` if tables do not tell it. The mover, whose
    /// turn it was while some were out, keeps all royals.
    pub(super) fn fall(
        &self,
        rules: &Rules<W>,
        (turn, out): (u16, PlayerSet),
        after: &State<W, R, H>,
    ) -> Option<(Fall<W, R, H>, bool)> {
        let variant = &*self.variant;
        let mut fall = Fall { state: *after, out, over: false };
        loop {
            let lost = |player: &PlayerId| {
                let royals = self.kings[player.index()];
                royals != 0 && !fall.out.contains(*player) && fall.state.any_of(royals).is_empty()
            };
            let Some(player) = variant.everybody().iter().find(lost) else { break };
            if variant.ending.royal_lost != Verdict::Loss || !variant.goes_on(fall.out, player) {
                fall.over = true;
                break;
            }
            let gone = variant.goes_with(player).without(fall.out);
            fall.out = fall.out.with(gone);
            self.strike(rules, &mut fall.state, gone);
        }
        let mover = variant.mover(turn);
        if !self.knows(fall.out) {
            return None;
        }
        let legal = fall.over || !self.in_check(&mut fall.state, (turn, fall.out), mover);
        Some((fall, legal))
    }

    /// Takes out of a state what those lose who go out.
    fn strike(&self, rules: &Rules<W>, state: &mut State<W, R, H>, gone: PlayerSet) {
        let variant = &*self.variant;
        for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
            if gone.contains(slot.player) {
                state.rights &= !(1 << bit);
            }
        }
        let count = variant.roles.len() as u8;
        let all = gone.iter().flat_map(|player| (0..count).map(move |role| (player, RoleId(role))));
        let (mut theirs, somebodys) = (RoleSet::default(), somebodys(variant, RoleSet(u64::MAX)));
        for (player, role) in all {
            let own = held(variant, player, role);
            if rules.memory.hands {
                state.set_lane(rules.memory.held(0, own.0), 0);
            }
            if somebodys.contains(role) {
                theirs.0 |= 1 << (own.0 & 63);
            }
        }
        let theirs = state.any_of(theirs.0);
        state.forget_marks(rules, theirs);
        if variant.ending.lost == Lost::Removed {
            state.clear_all(theirs);
        }
    }
}

impl<A: FnMut(Move, &State<W, R, H>) -> bool, const W: usize, const R: usize, const H: usize>
    Fallen<'_, A, W, R, H>
{
    fn follow(&mut self, m: Move, after: &State<W, R, H>) {
        let counts = !is_gone(after, self.prizes, self.crowns) || (self.asked)(m, after);
        self.number += u64::from(counts);
    }

    /// A move of a piece that takes what stands on its target, and nothing else happens.
    fn take(&mut self, role: u8, m: Move) {
        let placed = m.choice.checked_sub(1).map_or(role, |role| role as u8);
        let after = self.state.moved(self.rules, 0, role, placed, m.from.index(), m.to.index());
        self.follow(m, &after);
    }
}

/// Whether one of the royals of these roles (a bit each), which stood on these squares, is gone.
pub(super) fn is_gone<const W: usize, const R: usize, const H: usize>(
    after: &State<W, R, H>,
    prizes: Bits<W>,
    crowns: u64,
) -> bool {
    after.any_of(crowns).count() < prizes.count()
}

impl<A: FnMut(Move, &State<W, R, H>) -> bool, const W: usize, const R: usize, const H: usize> Sink<W, R, H>
    for Fallen<'_, A, W, R, H>
{
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.number += u64::from((targets & !self.prizes).count());
        for to in (targets & self.prizes).indices() {
            self.take(role, Move::plain(Square(from as u16), Square(to as u16)));
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        for to in targets.indices() {
            choices(to, promotion, |choice| {
                let m = Move { from: Square(from as u16), to: Square(to as u16), way: 0, choice };
                if self.prizes.contains(to) { self.take(role, m) } else { self.number += 1 }
            });
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        for to in targets.indices() {
            let (from, to) = (Square((to as i32 - step.delta) as u16), Square(to as u16));
            choices(to.index(), promotion, |choice| {
                let m = Move { from, to, way: step.way, choice };
                if self.prizes.contains(to.index()) { self.take(step.role, m) } else { self.number += 1 }
            });
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        let (from, to) = (Square(general.from), Square(general.to));
        match (general.changes & self.prizes).any() {
            true => self.follow(Move { from, to, way: general.way, choice }, &after()),
            false => self.number += 1,
        }
    }

    fn drops(&mut self, _: &Drop<W>, targets: Bits<W>) {
        self.number += u64::from(targets.count());
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        self.follow(m, &after());
    }

    fn done(&self) -> bool {
        self.one && self.number > 0
    }
}
