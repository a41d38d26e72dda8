//! Counting rules: starts and advances the count when a move is made.

use crate::variant::{Count, CountFrom, PlayerId, RoleId, Setup, Variant};

use super::turn::holds_for;

/// The count after a move, and the plies without progress. `after` has the rest of the new position.
///
/// - A running count advances by one ply when a turn ends.
/// - If no count runs, a count starts for the player to move when its conditions hold.
/// - If the move made the conditions true for the other player, that player's count starts half a move
///   earlier.
/// - A count with `anew` replaces a running one if the move made its conditions true.
///
/// In a game without a limit of quiet plies, these are not counted while a count runs.
pub fn counted(variant: &Variant, before: &Setup, after: &Setup) -> (Count, u32) {
    let mut count = before.count;
    if count.runs() && variant.turn(before.turn).after.is_some() {
        count.plies = count.plies.saturating_add(1);
    }
    let count = begun(variant, before, after, count).unwrap_or(count);
    let kept = variant.ending.quiet.is_some() || !count.runs();
    (count, if kept { after.quiet_plies } else { 0 })
}

/// The count that starts with this move, if any.
fn begun(variant: &Variant, before: &Setup, after: &Setup, running: Count) -> Option<Count> {
    let rules = &variant.ending.counting;
    if running.runs() && !rules.iter().any(|rule| rule.anew) {
        return None;
    }
    let next = variant.mover(after.turn);
    let players = (0..variant.players.len()).map(|index| PlayerId(index as u8));
    let mut asked = std::iter::once(next).chain(players.filter(|&player| player != next));
    asked.find_map(|player| {
        let to_move = player == next;
        let (index, moves) = due(variant, after, player)?;
        let rule = &rules[index];
        // To start for the other player, or to replace a running count, a count needs conditions that this
        // move made true. Otherwise it would start with every move.
        let newly = || due(variant, before, player).is_none_or(|(earlier, _)| earlier != index);
        let begins = match running.runs() {
            false => to_move || newly(),
            true => rule.anew && newly(),
        };
        if !begins {
            return None;
        }
        let from = match rule.from {
            CountFrom::Number(number) => number,
            CountFrom::Pieces => after.pieces().count() as u16,
        };
        let plies = from.saturating_mul(2).checked_sub(u16::from(!to_move))?;
        Some(Count { limit: moves.saturating_mul(2), plies })
    })
}

/// The counting rule that applies to a player, with its limit in moves: the first rule whose conditions hold.
fn due(variant: &Variant, setup: &Setup, player: PlayerId) -> Option<(usize, u16)> {
    variant.ending.counting.iter().enumerate().find_map(|(index, rule)| {
        let fits = |at_least: &[(RoleId, u16)]| {
            at_least.iter().all(|&(role, least)| {
                let pieces = setup.pieces().map(|(_, piece)| piece);
                let theirs = pieces.filter(|piece| piece.role == role && piece.opposes(player));
                theirs.count() >= usize::from(least)
            })
        };
        let limit = rule.limits.iter().find(|limit| fits(&limit.at_least))?;
        holds_for(variant, setup, player, &rule.when).then_some((index, limit.moves))
    })
}
