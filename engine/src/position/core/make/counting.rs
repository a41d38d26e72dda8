//! Counting rules after a move: whether a drawing count begins, and how far it is.
//!
//! Must agree with [`literal::counted`](crate::variant::literal::counted).

use crate::bits::Processor;
use crate::tables::Rules;
use crate::variant::{Count, CountFrom};

use super::Node;
use crate::position::core::moves::evaluator::Evaluator;
use crate::position::core::state::State;

/// Updates the count of the position after a move.
#[cold]
#[inline(never)]
pub(crate) fn count<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    before: &Node<W, R, H>,
    after: &mut Node<W, R, H>,
) {
    let mut running = before.clock.count;
    let ended = rules.phases.get(usize::from(before.state.turn)).is_some_and(|phase| !phase.goes_on);
    if running.runs() && ended {
        running.plies = running.plies.saturating_add(1);
    }
    let begun = begun(processor, rules, (&before.state, &after.state), running);
    after.clock.count = begun.unwrap_or(running);
    // A game without a quiet-move limit does not count quiet plies while this count runs.
    if rules.endings.quiet == u32::MAX && after.clock.count.runs() {
        after.clock.quiet_plies = 0;
    }
}

/// The count that begins with this move.
fn begun<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    (before, after): (&State<W, R, H>, &State<W, R, H>),
    running: Count,
) -> Option<Count> {
    let endings = &rules.endings;
    let next = after.mover(rules) & 1;
    let evaluator = Evaluator::new(processor, rules, after, next);
    if running.runs() && !endings.counting.iter().any(|rule| rule.anew)
        || endings.before_count.as_ref().is_some_and(|when| !evaluator.holds(when))
    {
        return None;
    }
    [next, next ^ 1].into_iter().find_map(|player| {
        let to_move = player == next;
        let (index, moves) = due(processor, rules, after, player)?;
        let rule = endings.counting.get(index)?;
        // A move does not begin a count that was due already, unless the player is to move and no count runs.
        let newly = || due(processor, rules, before, player).is_none_or(|(earlier, _)| earlier != index);
        let begins = match running.runs() {
            false => to_move || newly(),
            true => rule.anew && newly(),
        };
        if !begins {
            return None;
        }
        let from = match rule.from {
            CountFrom::Number(number) => number,
            CountFrom::Pieces => after.occupied().count() as u16,
        };
        let plies = from.saturating_mul(2).checked_sub(u16::from(!to_move))?;
        Some(Count { limit: moves.saturating_mul(2), plies })
    })
}

/// The count due for a player: the first whose conditions hold, and its number of moves.
fn due<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    player: usize,
) -> Option<(usize, u16)> {
    let theirs = state.players[(player ^ 1) & 1];
    let fits = |least: &[(u8, u16)]| {
        least.iter().all(|&(role, least)| (theirs & state.role(role)).count() >= u32::from(least))
    };
    rules.endings.counting.iter().enumerate().find_map(|(index, rule)| {
        // The condition is tested first because it usually fails: it describes an endgame.
        let evaluator = Evaluator::new(processor, rules, state, player);
        if !rule.when.get(player).is_some_and(|when| evaluator.holds(when)) {
            return None;
        }
        let (_, moves) = rule.limits.iter().find(|(least, _)| fits(least))?;
        Some((index, *moves))
    })
}
