//! Moves by which a royal of another player's may be gone, where more than two play and something follows moves: who has lost
//! by them is out at once, and only then it is known whether they are legal.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::seats::{held, somebodys};
use crate::variant::{Lost, PlayerId, PlayerSet, RoleId, RoleSet, Verdict};

use super::several::Armies;
use super::state::State;

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

/// Whether one of the royals of these roles (a bit each), which stood on these squares, is gone.
pub(super) fn is_gone<const W: usize, const R: usize, const H: usize>(
    after: &State<W, R, H>,
    prizes: Bits<W>,
    crowns: u64,
) -> bool {
    after.any_of(crowns).count() < prizes.count()
}
