//! Perft and games at random.

use carn::notation::View;
use carn::random::Random;
use serde_json::{Value, json};

use crate::moves::coordinate;
use crate::session::{Answer, Table, number};

/// Counts the positions at a depth after one of the legal moves, given by index. The page calls it for each move, so that it
/// can show progress and stop.
///
/// # Errors
/// If there is no such move, or if the depth is 0.
pub fn count(table: &mut Table, request: &Value) -> Answer {
    let depth = number(request, "depth").filter(|&depth| depth > 0).ok_or("the depth is at least 1")?;
    let (setup, legal) = (table.position.setup(), table.position.legal_moves().into());
    let view = View { variant: table.rules.variant(), setup: &setup, legal: &legal };
    let nth = number(request, "nth").unwrap_or(0);
    let Some(&mv) = legal.get(nth) else {
        return Ok(json!({ "moves": legal.len() }));
    };
    let text = coordinate(view, mv);
    table.position.play_unchecked(mv);
    let count = table.position.perft(u32::try_from(depth - 1).unwrap_or(u32::MAX));
    table.position.undo();
    Ok(json!({ "moves": legal.len(), "move": text, "count": count }))
}

/// A random game from the current position: its moves, up to a number.
pub fn random(table: &mut Table, request: &Value) -> Answer {
    let mut random = Random::new(request["seed"].as_u64().unwrap_or(0));
    let longest = number(request, "plies").unwrap_or(1).min(10_000);
    let mut played = Vec::new();
    let began = table.position.moves().len();
    while played.len() < longest && table.position.outcome().is_none() {
        let (setup, legal) = (table.position.setup(), table.position.legal_moves().into());
        let view = View { variant: table.rules.variant(), setup: &setup, legal: &legal };
        let Some(&mv) = random.choose(view.legal) else { break };
        played.push(coordinate(view, mv));
        table.position.play_unchecked(mv);
    }
    let outcome = table.position.outcome().is_some();
    while table.position.moves().len() > began {
        table.position.undo();
    }
    Ok(json!({ "moves": played, "over": outcome }))
}
