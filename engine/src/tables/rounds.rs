//! Turn orders of more than two players: plain rounds, and the players that move before a player's next turn.

use crate::variant::{PlayerId, PlayerSet, Variant, literal};

use super::is_phased;

/// Whether every player moves once per round, with any piece.
pub fn is_round(variant: &Variant) -> bool {
    let movers: PlayerSet = variant.turns.iter().map(|turn| turn.player).collect();
    let once = variant.turns.len() == variant.players.len() && movers == variant.everybody();
    once && !is_phased(variant) && !variant.has_phases()
}

/// Whether all players that may capture a player's pieces move before that player's next turn, with any
/// players out and on any turn. The attackers of a royal then do not depend on the turn.
pub fn is_even(variant: &Variant) -> bool {
    let all = |out: PlayerSet, player: PlayerId| {
        let takers = variant.takers(out, player);
        let turns = 0..variant.turns.len() as u16;
        turns.into_iter().all(|turn| literal::attackers_at(variant, (turn, out), player) == takers)
    };
    let everybody = variant.everybody();
    is_round(variant)
        || (0..=everybody.0)
            .map(PlayerSet)
            .all(|out| everybody.without(out).iter().all(|player| all(out, player)))
}
