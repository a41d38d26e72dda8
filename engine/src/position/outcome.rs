//! When the game is over, and how.

use crate::variant::{
    Material, Outcome, PlayerId, PlayerSet, Reason, Repetition, Setup, Variant, Verdict, literal,
};

use super::Position;
use super::chase::perpetual_chaser;
use super::repetition::earlier;

pub(super) fn outcome(position: &Position) -> Option<Outcome> {
    let variant = position.rules().variant();
    let ending = &variant.ending;
    let setup = position.setup();
    let mover = position.turn();
    let over = |player, verdict, reason| Some(settle(variant, setup.out, player, verdict, reason));
    if let Some(player) = literal::royal_lost(variant, &setup) {
        return over(player, ending.royal_lost, Reason::RoyalLost);
    }
    if let Some((player, verdict, end)) = literal::ended(variant, &setup) {
        return over(player, verdict, Reason::End(end));
    }
    if !position.has_legal_move() {
        let check = position.in_check();
        let reason = if check { Reason::Checkmate } else { Reason::Stalemate };
        return over(mover, literal::stuck_in(variant, &setup, check), reason);
    }
    // The rest is asked when a turn has ended.
    variant.turn(setup.turn).after?;
    let repeated = |rule| repetition(position, setup.out, rule);
    if let Some(outcome) = ending.repetition.as_ref().and_then(repeated) {
        return Some(outcome);
    }
    if let Some(quiet) = ending.quiet.as_ref().filter(|quiet| position.core.quiet_plies() >= quiet.plies) {
        return over(mover, quiet.result, Reason::QuietLimit);
    }
    if position.core.drawing_count().is_over() {
        return Some(drawn(setup.out, Reason::Counting));
    }
    let short = ending.insufficient.iter().any(|sides| is_insufficient(variant, &setup, sides));
    short.then(|| drawn(setup.out, Reason::InsufficientMaterial))
}

/// What a verdict for one player means for the game.
fn settle(variant: &Variant, out: PlayerSet, player: PlayerId, verdict: Verdict, reason: Reason) -> Outcome {
    let winners = match verdict {
        Verdict::Win => variant.side(player),
        // Of those who are left: whoever else has lost is out already.
        Verdict::Loss => {
            let left = variant.everybody().without(out).without(variant.side(player));
            left.iter().fold(left, |all, one| all.with(variant.side(one)))
        }
        Verdict::Draw => return drawn(out, reason),
    };
    let beaten = variant.everybody().without(winners);
    // The player who moves earliest gives the side its name.
    let mut first = variant.turns.iter().map(|turn| turn.player);
    Outcome { winner: first.find(|&one| winners.contains(one)), winners, beaten, reason }
}

/// Nobody of those who are left has won.
fn drawn(out: PlayerSet, reason: Reason) -> Outcome {
    Outcome { winner: None, winners: PlayerSet::default(), beaten: out, reason }
}

fn repetition(position: &Position, out: PlayerSet, rule: &Repetition) -> Option<Outcome> {
    let variant = position.rules().variant();
    // As many positions back as make, with this one, the number of times.
    let first = earlier(position).nth(usize::from(rule.times.max(2)) - 2)?;
    let checkers =
        if rule.perpetual_check.is_some() { perpetual_checkers(position, first) } else { Vec::new() };
    if let (Some(verdict), &[player]) = (rule.perpetual_check, &checkers[..]) {
        return Some(settle(variant, out, player, verdict, Reason::PerpetualCheck));
    }
    // To give check all the time is worse than to chase.
    if let Some(chase) = rule.perpetual_chase.as_ref().filter(|_| checkers.is_empty())
        && let Some(player) = perpetual_chaser(position, first, chase)
    {
        return Some(settle(variant, out, player, chase.result, Reason::PerpetualChase));
    }
    let last_mover = variant.mover(position.past.last()?.before.turn());
    Some(settle(variant, out, last_mover, rule.result, Reason::Repetition))
}

/// The players all of whose moves since the `first`th gave check.
fn perpetual_checkers(position: &Position, first: usize) -> Vec<PlayerId> {
    let variant = position.rules().variant();
    let checks = |player: PlayerId| {
        let mut own = (first..position.past.len())
            .filter(|&n| variant.turn(position.core_at(n + 1).turn()).after == Some(player))
            .peekable();
        own.peek().is_some() && own.all(|n| gives_check(position, n))
    };
    (0..variant.players.len()).map(|i| PlayerId(i as u8)).filter(|&player| checks(player)).collect()
}

/// Whether the `n`th move of the past gave check.
fn gives_check(position: &Position, n: usize) -> bool {
    let after = position.core_at(n + 1);
    after.in_check(position.rules().mover(after.turn()))
}

/// Whether two players have no more than these two sides, either way round.
fn is_insufficient(variant: &Variant, setup: &Setup, sides: &[Material; 2]) -> bool {
    let fits = |player: u8, side: &Material| has_at_most(setup, PlayerId(player), side);
    variant.players.len() == 2
        && ((fits(0, &sides[0]) && fits(1, &sides[1])) || (fits(0, &sides[1]) && fits(1, &sides[0])))
        && sides.iter().all(|side| is_one_shade(variant, setup, side))
}

fn has_at_most(setup: &Setup, player: PlayerId, side: &Material) -> bool {
    let mut counts = vec![0u16; 256];
    for (_, piece) in setup.pieces().filter(|(_, piece)| piece.player == player) {
        counts[piece.role.index()] += 1;
    }
    let allowed = |role: usize| side.at_most.get(role).copied().unwrap_or(0);
    let shaded = |role: usize| side.one_shade.iter().any(|shaded| shaded.index() == role);
    counts.iter().enumerate().all(|(role, &count)| count <= allowed(role) || shaded(role))
}

fn is_one_shade(variant: &Variant, setup: &Setup, side: &Material) -> bool {
    let pieces = setup.pieces().filter(|(_, piece)| side.one_shade.contains(piece.role));
    let mut shades = pieces.map(|(square, _)| {
        variant.board.point(square).iter().map(|&coordinate| i32::from(coordinate)).sum::<i32>() % 2
    });
    let first = shades.next();
    shades.all(|shade| Some(shade) == first)
}
