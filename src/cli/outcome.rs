//! The outcome of a game: in words, each player's result, and as JSON.

use carn::variant::{Outcome, PlayerId, PlayerSet, Variant, Verdict};
use serde_json::{Value, json};

/// `checkmate, Red wins`; with more than two players also the losers.
pub fn told(variant: &Variant, outcome: Outcome) -> String {
    let reason = variant.ending.words(outcome.reason);
    let left = variant.everybody().without(outcome.winners).without(outcome.beaten);
    let beaten = match outcome.beaten.len() {
        n if n == 0 || variant.players.len() <= 2 => String::new(),
        1 => format!("; {} loses", names(variant, outcome.beaten)),
        _ => format!("; {} lose", names(variant, outcome.beaten)),
    };
    match outcome.winners.len() {
        0 if variant.players.len() > 2 => {
            format!("{reason}, a draw between {}{beaten}", names(variant, left))
        }
        0 => format!("{reason}, a draw"),
        1 => format!("{reason}, {} wins{beaten}", names(variant, outcome.winners)),
        _ => format!("{reason}, {} win{beaten}", names(variant, outcome.winners)),
    }
}

/// `Red`, `Red and Blue`, `Red, Blue and Green`.
pub fn names(variant: &Variant, players: PlayerSet) -> String {
    let mut names: Vec<&str> = players.iter().map(|player| name(variant, player)).collect();
    match (names.pop(), names.is_empty()) {
        (Some(last), false) => format!("{} and {last}", names.join(", ")),
        (last, _) => last.unwrap_or_default().to_owned(),
    }
}

fn name(variant: &Variant, player: PlayerId) -> &str {
    variant.players.get(player.index()).map_or("", |player| player.name.as_str())
}

/// The outcome as JSON: the reason, the outcome in words, the winners, and each player's result; null while the game goes on.
pub fn json(variant: &Variant, outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let result = |player: PlayerId| match outcome.of(player) {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        _ => "draw",
    };
    json!({
        "reason": outcome.reason.name(),
        "text": told(variant, outcome),
        "winners": outcome.winners.iter().map(|player| name(variant, player)).collect::<Vec<_>>(),
        "results": variant.everybody().iter().map(|player| json!({
            "player": name(variant, player),
            "result": result(player),
        })).collect::<Vec<Value>>(),
    })
}
