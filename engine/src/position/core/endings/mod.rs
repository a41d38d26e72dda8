//! Detects how a game of two players ended. Tests run in order of cost; a cheap precondition guards each.

pub(crate) mod repetition;

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::endings::Side;
use crate::variant::{PlayerId, Reason, RoleId, RoleSet, Verdict};

use self::repetition::earlier;
use crate::position::core::history::History;
use crate::position::core::make::Node;
use crate::position::core::moves::choice::{has_any, moves_freely};
use crate::position::core::moves::evaluator::Evaluator;
use crate::position::core::moves::generate::Generator;
use crate::position::core::moves::legality::in_check;
use crate::position::core::state::State;

/// The end of a game as far as the board decides: for which player, the verdict, and the reason.
pub(crate) type End = (PlayerId, Verdict, Reason);

/// How a game ended or may have ended. The tests run in order of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// The game goes on.
    None,
    /// A royal is lost, a custom ending has come, or the player to move has no move.
    End(End),
    /// The position has occurred often enough for the repetition rule. The value is the number of moves after
    /// which the first of these occurrences stood.
    Repeated(usize),
    /// Too many moves without progress.
    Quiet,
    /// The drawing count has run out.
    Counted,
    /// Too little material.
    Insufficient,
}

/// The variant's verdicts for players that lost a royal or have no move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdicts {
    pub royal_lost: Verdict,
    pub checkmate: Verdict,
    pub stalemate: Verdict,
}

/// Tests whether the game has ended. `movable` is whether there is a legal move, if the caller knows.
#[inline(always)]
pub(crate) fn finish<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    verdicts: Verdicts,
    history: &History<Node<W, R, H>>,
    movable: Option<bool>,
) -> Finish {
    let node = history.now();
    let state = &node.state;
    let goes_on = state.goes_on(rules);
    if let Some(end) = royal_lost(rules, state, verdicts.royal_lost) {
        return Finish::End(end);
    }
    if rules.ends
        && !goes_on
        && Generator::over(processor, rules, state)
        && let Some(end) = own_end(processor, rules, state)
    {
        return Finish::End(end);
    }
    let movable =
        movable.unwrap_or_else(|| moves_freely(processor, rules, state) || has_any(processor, rules, state));
    if !movable {
        return Finish::End(stuck(processor, rules, state, verdicts));
    }
    // The other endings are tested only at the end of a turn.
    if goes_on {
        return Finish::None;
    }
    let endings = &rules.endings;
    if node.clock.reversible >= endings.repeats_after
        && let Some(first) =
            earlier(processor, rules, history, usize::from(endings.occurrences).saturating_sub(2))
    {
        return Finish::Repeated(first);
    }
    if node.clock.quiet_plies >= endings.quiet {
        return Finish::Quiet;
    }
    if node.clock.count.is_over() {
        return Finish::Counted;
    }
    let sufficient = |role: RoleId| state.role(role.0).any();
    if !endings.insufficient.is_empty()
        && !RoleSet::of_word(endings.sufficient).iter().any(sufficient)
        && insufficient(rules, state)
    {
        return Finish::Insufficient;
    }
    Finish::None
}

/// The first player who had a royal at the start and has none.
#[inline(always)]
fn royal_lost<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
    verdict: Verdict,
) -> Option<End> {
    let royals = state.own_royals(rules);
    let lost = |player: &usize| rules.loses_royal[*player] && (royals & state.players[*player]).is_empty();
    let player = [0, 1].into_iter().find(lost)?;
    Some((PlayerId(player as u8), verdict, Reason::RoyalLost))
}

/// The custom ending that has come: the first in file order, those of the last mover first.
#[cold]
#[inline(never)]
fn own_end<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> Option<End> {
    let last = usize::from(rules.phases.get(usize::from(state.turn))?.last_mover) & 1;
    rules.endings.ends.iter().find_map(|end| {
        let holds = |me: &usize| Evaluator::new(processor, rules, state, *me).holds(&end.when[*me & 1]);
        let player = [last, last ^ 1].into_iter().find(holds)?;
        Some((PlayerId(player as u8), end.verdict, end.reason))
    })
}

/// The result when the player to move has no move.
#[cold]
#[inline(never)]
fn stuck<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    verdicts: Verdicts,
) -> End {
    let me = state.mover(rules);
    let (verdict, reason) = match in_check(processor, rules, state, me) {
        true => (verdicts.checkmate, Reason::Checkmate),
        false => (verdicts.stalemate, Reason::Stalemate),
    };
    (PlayerId(me as u8), verdict, reason)
}

/// Whether the two players have at most the material of some pair of sides, in either order.
#[inline(never)]
fn insufficient<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    let has_at_most = |player: usize, side: &Side| {
        let pieces = state.players[player & 1];
        let known = Bits([side.roles]).indices().fold(Bits::EMPTY, |all, role| all | state.role(role as u8));
        let few = |&(role, most): &(u8, u32)| {
            side.one_shade >> (role & 63) & 1 == 1 || (pieces & state.role(role)).count() <= most
        };
        (pieces & !known).is_empty() && side.at_most.iter().all(few)
    };
    let one_shade = |side: &Side| {
        let shaded = Bits([side.one_shade]).indices();
        let pieces = shaded.fold(Bits::EMPTY, |all, role| all | state.role(role as u8));
        (pieces & rules.endings.dark).is_empty() || (pieces & !rules.endings.dark).is_empty()
    };
    rules.endings.insufficient.iter().any(|[one, other]| {
        (has_at_most(0, one) && has_at_most(1, other) || has_at_most(0, other) && has_at_most(1, one))
            && one_shade(one)
            && one_shade(other)
    })
}
