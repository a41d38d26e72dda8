//! Detects the end of a game and its result.

use crate::variant::{Outcome, PlayerId, PlayerSet, Reason, Repetition, Variant, Verdict};

use super::Position;
use super::chase::perpetual_chaser;
use super::core::endings::Finish;

/// How the game ended, if it has.
#[inline]
pub(super) fn outcome(position: &Position, movable: Option<bool>) -> Option<Outcome> {
    match position.game.finish(movable) {
        Finish::None => None,
        finish => told(position, finish),
    }
}

/// The outcome after a [`Finish`]; `None` if, under the rules, the game goes on.
#[cold]
fn told(position: &Position, finish: Finish) -> Option<Outcome> {
    let variant = position.rules().variant();
    let ending = &variant.ending;
    let out = position.out();
    Some(match finish {
        Finish::None => return None,
        Finish::End((player, verdict, reason)) => settle(variant, out, player, verdict, reason),
        Finish::Repeated(first) => repetition(position, out, first, ending.repetition.as_ref()?)?,
        Finish::Quiet => {
            settle(variant, out, position.turn(), ending.quiet.as_ref()?.result, Reason::QuietLimit)
        }
        Finish::Counted => drawn(out, Reason::Counting),
        Finish::Insufficient => drawn(out, Reason::InsufficientMaterial),
    })
}

/// The result of the repetition rule if the position has occurred before, as if often enough.
pub(super) fn repeated(position: &Position) -> Option<Outcome> {
    let rule = position.rules().variant().ending.repetition.as_ref()?;
    let first = position.game.earlier(0)?;
    repetition(position, position.out(), first, rule)
}

/// The game's outcome when one player gets a verdict.
fn settle(variant: &Variant, out: PlayerSet, player: PlayerId, verdict: Verdict, reason: Reason) -> Outcome {
    let winners = match verdict {
        Verdict::Win => variant.side(player),
        // Only among the players left: all others that have lost are out already.
        Verdict::Loss => {
            let left = variant.everybody().without(out).without(variant.side(player));
            left.iter().fold(left, |all, one| all.with(variant.side(one)))
        }
        Verdict::Draw => return drawn(out, reason),
    };
    let beaten = variant.everybody().without(winners);
    // The winning side is named after its player with the earliest turn.
    let mut first = variant.turns.iter().map(|turn| turn.player);
    Outcome { winner: first.find(|&one| winners.contains(one)), winners, beaten, reason }
}

/// A draw among the players left.
fn drawn(out: PlayerSet, reason: Reason) -> Outcome {
    Outcome { winner: None, winners: PlayerSet::default(), beaten: out, reason }
}

/// The result of the repetition rule for a position last seen after `first` moves.
fn repetition(position: &Position, out: PlayerSet, first: usize, rule: &Repetition) -> Option<Outcome> {
    let variant = position.rules().variant();
    let checkers = rule.perpetual_check.map_or(PlayerSet::default(), |_| perpetual_checkers(position, first));
    if let (Some(verdict), 1) = (rule.perpetual_check, checkers.len()) {
        let player = checkers.iter().next()?;
        return Some(settle(variant, out, player, verdict, Reason::PerpetualCheck));
    }
    // Perpetual check is the worse offence, so it takes precedence over chasing.
    if let Some(chase) = rule.perpetual_chase.as_ref().filter(|_| checkers.is_empty())
        && let Some(player) = perpetual_chaser(position, first, chase)
    {
        return Some(settle(variant, out, player, chase.result, Reason::PerpetualChase));
    }
    let (last, _) = position.game.check_at(position.game.plies().checked_sub(1)?);
    let player = rule.player.unwrap_or_else(|| variant.mover(last));
    Some(settle(variant, out, player, rule.result, Reason::Repetition))
}

/// The players whose moves since the `first`th all gave check.
fn perpetual_checkers(position: &Position, first: usize) -> PlayerSet {
    let variant = position.rules().variant();
    let (mut moved, mut quiet) = (PlayerSet::default(), PlayerSet::default());
    for n in first..position.game.plies() {
        let (turn, check) = position.game.check_at(n + 1);
        let Some(mover) = variant.turn(turn).after.map(PlayerSet::single) else { continue };
        moved = moved.with(mover);
        if !check {
            quiet = quiet.with(mover);
        }
        if quiet == variant.everybody() {
            return PlayerSet::default();
        }
    }
    moved.without(quiet)
}
