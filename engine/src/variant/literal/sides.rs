//! More than two players: who attacks whom, and who is eliminated when a turn has ended.

use crate::variant::{PlayerId, PlayerSet, Setup, Variant, Verdict};

use super::{ended, has_legal_move, in_check, royal_lost};

/// The players whose replies give check to a player: the opponents who move before the player's next turn. If
/// it is not the player's turn, also those who move between that turn and the one after it.
pub fn attackers(variant: &Variant, setup: &Setup, player: PlayerId) -> PlayerSet {
    attackers_at(variant, (setup.turn, setup.out), player)
}

/// Like [`attackers`], given the turn and the eliminated players.
pub fn attackers_at(variant: &Variant, (turn, out): (u16, PlayerSet), player: PlayerId) -> PlayerSet {
    if variant.players.len() == 2 || variant.choice.answer {
        return variant.takers(out, player);
    }
    let among = match movers_until(variant, out, turn, player) {
        // It is the player's turn: the opponents who move before the next one count.
        (_, Some(own)) if own == turn => after_own(variant, out, own, player),
        (before, Some(own)) => before.with(after_own(variant, out, own, player)),
        (all, None) => all,
    };
    opposing(variant, out, player, among)
}

/// The opponents who move before a player's next turn: they can capture what the player leaves under attack.
pub(crate) fn attackers_before(variant: &Variant, setup: &Setup, player: PlayerId) -> PlayerSet {
    if variant.players.len() == 2 || variant.choice.answer {
        return variant.takers(setup.out, player);
    }
    opposing(variant, setup.out, player, movers_until(variant, setup.out, setup.turn, player).0)
}

fn opposing(variant: &Variant, out: PlayerSet, player: PlayerId, among: PlayerSet) -> PlayerSet {
    let all = variant.takers(out, player);
    all.without(all.without(among))
}

/// The active players who move from a turn until a player does, and the index of that player's turn; `None`
/// if the player has no turn.
fn movers_until(variant: &Variant, out: PlayerSet, turn: u16, player: PlayerId) -> (PlayerSet, Option<u16>) {
    let mut before = PlayerSet::default();
    let later = std::iter::successors(Some(turn), |&turn| Some(variant.next_turn(turn)));
    for turn in later.take(variant.turns.len()) {
        let mover = variant.mover(turn);
        if mover == player {
            return (before, Some(turn));
        }
        if !out.contains(mover) {
            before = before.with(PlayerSet::single(mover));
        }
    }
    (before, None)
}

/// The players who move between a player's turn, including its phases, and the player's next turn.
fn after_own(variant: &Variant, out: PlayerSet, turn: u16, player: PlayerId) -> PlayerSet {
    let mut turn = variant.next_turn(turn);
    for _ in 0..variant.turns.len() {
        if variant.mover(turn) != player {
            break;
        }
        turn = variant.next_turn(turn);
    }
    movers_until(variant, out, turn, player).0
}

/// Eliminates players without a royal while more than one side is left, and skips their turns. With two sides
/// left the game is over, and the position stays as it is.
pub(super) fn strike_royalless(variant: &Variant, setup: &mut Setup) {
    if variant.players.len() == 2 || variant.ending.royal_lost != Verdict::Loss {
        return;
    }
    while let Some(player) =
        royal_lost(variant, setup).filter(|&player| variant.goes_on_without(setup, player))
    {
        setup.strike_out(variant, player);
    }
    setup.skip_out(variant);
}

/// Eliminates players when a turn has ended, in games with more than two players.
///
/// While more than one side is left, each player who has lost is eliminated and the turn passes to the next
/// active player. If the game ends, the position stays as it is.
pub fn settle(variant: &Variant, setup: &mut Setup) {
    if variant.players.len() == 2 {
        return;
    }
    // Each round eliminates a player.
    for _ in 0..variant.players.len() {
        strike_royalless(variant, setup);
        answer_at_once(variant, setup);
        if royal_lost(variant, setup).is_some() {
            return;
        }
        let lost = match ended(variant, setup) {
            Some((player, Verdict::Loss, _)) => Some(player),
            Some(_) => return,
            None if has_legal_move(variant, setup) => return,
            None => Some(variant.mover(setup.turn)).filter(|_| stuck(variant, setup) == Verdict::Loss),
        };
        match lost.filter(|&player| variant.goes_on_without(setup, player)) {
            Some(player) => {
                setup.strike_out(variant, player);
                setup.skip_out(variant);
            }
            None => return,
        }
    }
}

/// Gives the turn to the first player in turn order who is in check, if the rules say so.
fn answer_at_once(variant: &Variant, setup: &mut Setup) {
    if !variant.choice.answer || variant.turn(setup.turn).after.is_none() {
        return;
    }
    let later = std::iter::successors(Some(setup.turn), |&turn| Some(variant.next_turn(turn)));
    let mut own = later.take(variant.turns.len()).filter(|&turn| variant.turn(turn).after.is_some());
    let answers = |turn: &u16| {
        let player = variant.mover(*turn);
        !setup.out.contains(player) && in_check(variant, setup, player)
    };
    setup.turn = own.find(answers).unwrap_or(setup.turn);
    setup.unmark(PlayerSet::single(variant.mover(setup.turn)));
}

/// The result for a player to move who has no legal move.
pub fn stuck(variant: &Variant, setup: &Setup) -> Verdict {
    stuck_in(variant, setup.out, in_check(variant, setup, variant.mover(setup.turn)))
}

/// Like [`stuck`], given the eliminated players and whether the player is in check.
pub fn stuck_in(variant: &Variant, out: PlayerSet, check: bool) -> Verdict {
    let ending = &variant.ending;
    if check {
        return ending.checkmate;
    }
    let two = variant.sides_left(out) == 2;
    ending.last_stalemate.filter(|_| two).unwrap_or(ending.stalemate)
}
