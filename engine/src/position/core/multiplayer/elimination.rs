//! Elimination of players: moves that capture a royal, and what an eliminated player loses.

use crate::bits::{Bits, Processor};
use crate::tables::multiplayer::held;
use crate::variant::{Lost, PlayerId, PlayerSet, RoleId, Verdict};

use super::Multiplayer;
use super::perspective::Perspective;
use crate::position::core::state::State;

/// A state after eliminating all players that have lost their last royal.
pub(super) struct Fall<const W: usize, const R: usize, const H: usize> {
    pub state: State<W, R, H>,
    pub out: PlayerSet,
    /// The player whose royal loss ends the game, so that no further player is eliminated.
    pub loser: Option<PlayerId>,
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// The first player still in the game that has lost the last royal.
    pub(super) fn royal_lost(&self, state: &State<W, R, H>, out: PlayerSet) -> Option<PlayerId> {
        let mut players = self.variant.everybody().without(out).iter();
        players.find(|player| {
            let royals = self.royals[player.index()];
            royals != 0 && state.any_of(royals).is_empty()
        })
    }

    /// Eliminates players after a royal was removed.
    pub(super) fn fall(&self, after: &State<W, R, H>, out: PlayerSet) -> Fall<W, R, H> {
        let variant = &*self.variant;
        let mut fall = Fall { state: *after, out, loser: None };
        while let Some(player) = self.royal_lost(&fall.state, fall.out) {
            if variant.ending.royal_lost != Verdict::Loss || !variant.goes_on(fall.out, player) {
                fall.loser = Some(player);
                break;
            }
            self.strike(&mut fall.state, &mut fall.out, player);
        }
        fall
    }

    /// Whether a move that removed a royal is legal. `turn` is the turn of its player, who keeps all royals.
    /// It is legal if it ends the game to others' cost, or if neither the mover nor any of `partners` is in
    /// check after it. `None` if there are no tables for the players left.
    pub(super) fn is_legal_fall(
        &self,
        fall: &mut Fall<W, R, H>,
        turn: u16,
        partners: PlayerSet,
    ) -> Option<bool> {
        let mover = self.variant.mover(turn);
        if fall.loser.is_some_and(|loser| !self.variant.side(mover).contains(loser)) {
            return Some(true);
        }
        let Fall { state, out, .. } = fall;
        self.knows(*out).then(|| {
            let partners = partners.without(*out);
            !self.in_check(state, (turn, *out), mover)
                && !partners.iter().any(|partner| self.in_check(state, (state.turn, *out), partner))
        })
    }

    /// Eliminates a player (with the team, if the rules say so) and updates the state.
    pub(super) fn strike(&self, state: &mut State<W, R, H>, out: &mut PlayerSet, player: PlayerId) {
        let (variant, rules) = (&*self.variant, &self.common.rules);
        let gone = variant.goes_with(player).without(*out);
        *out = out.with(gone);
        for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
            if gone.contains(slot.player) {
                state.rights &= !(1 << bit);
            }
        }
        let mut theirs = Bits::EMPTY;
        for player in gone.iter() {
            theirs |= self.army(state, player);
            for role in (0..variant.roles.len() as u8).filter(|_| rules.memory.hands) {
                state.set_lane(rules.memory.held(0, held(variant, player, RoleId(role)).0), 0);
            }
        }
        state.forget_marks(rules, theirs);
        if variant.ending.lost == Lost::Removed {
            state.clear_all(theirs);
        }
    }
}

/// Whether a royal that the player could capture is gone.
pub(super) fn is_gone<const W: usize, const R: usize, const H: usize>(
    view: &Perspective<W>,
    before: &State<W, R, H>,
    after: &State<W, R, H>,
) -> bool {
    after.any_of(view.enemy_royals).count() < before.any_of(view.enemy_royals).count()
}
