//! The computer player of the page: a good move, its expected continuation, and the evaluation.

use std::time::Duration;

use carn::notation::View;
use carn::position::Position;
use carn::random::Random;
use carn::search::{Control, Level, Limits, Score, Searcher};
use carn::variant::{Move, PlayerId};
use serde_json::{Value, json};

use crate::moves::coordinate;
use crate::position::{go, written};
use crate::session::{Answer, Table, number};

/// The maximum number of moves reported of a line.
const LONGEST: usize = 6;
/// The default search time.
const MILLISECONDS: usize = 1000;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since an arbitrary moment. The page provides it, since WebAssembly has no clock.
    safe fn now() -> f64;
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Goes to the position after some moves and searches it, with the time and level of the request.
///
/// # Errors
/// If the position cannot be set up or reached.
pub fn best(table: &mut Table, request: &Value) -> Answer {
    if let Some(refused) = go(table, request)? {
        return Err(refused);
    }
    let position = &table.position;
    let searcher = table.searcher.get_or_insert_with(|| {
        let mut searcher = Searcher::new(&table.rules);
        searcher.clock = clock;
        searcher
    });
    let players = (0..table.rules.variant().players.len()).map(|player| PlayerId(player as u8));
    let standing: Vec<i32> = players.map(|player| searcher.evaluate(position, player)).collect();
    if position.outcome().is_some() {
        return Ok(json!({ "move": null, "line": [], "standing": standing }));
    }
    let milliseconds = number(request, "milliseconds").unwrap_or(MILLISECONDS);
    let limits = Limits { time: Some(Duration::from_millis(milliseconds as u64)), ..Limits::default() };
    let level = number(request, "level").and_then(|level| u8::try_from(level).ok()).unwrap_or(Level::MOST);
    let mut random = Random::new(request["seed"].as_u64().unwrap_or(0));
    let (chosen, found) =
        searcher.choose(position, &limits, Level::new(level), &mut random, &Control::new(), &mut |_| {});
    let Some(chosen) = chosen else { return Err("there is no move to choose from".to_owned()) };
    // The chosen move begins one of the lines, unless there was no time to find any.
    let line = found.lines.iter().find(|line| line.moves.first() == Some(&chosen));
    let score = line.and_then(|line| line.known_score());
    let (points, plies) = match score {
        Some(Score::Points(points)) => (Some(points), None),
        Some(Score::Win(plies)) => (None, Some(i64::from(plies))),
        Some(Score::Loss(plies)) => (None, Some(-i64::from(plies))),
        None => (None, None),
    };
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: table.rules.variant(), setup: &setup, legal: &legal };
    Ok(json!({
        "move": coordinate(view, chosen),
        "from": chosen.origin().map(|from| from.index()),
        "to": chosen.target().map(|to| to.index()),
        "line": told(position, line.map_or(&[chosen][..], |line| &line.moves)),
        "points": points,
        "plies": plies,
        "mate": score.and_then(Score::mate),
        "depth": line.map(|line| line.depth),
        "nodes": found.nodes,
        "standing": standing,
    }))
}

/// A line of moves, each in every notation of the game.
fn told(position: &Position, moves: &[Move]) -> Vec<Value> {
    let mut before = position.here();
    let one = |&mv: &Move| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        let labels = written(&before, mv, &after);
        before = after;
        labels
    };
    moves.iter().take(LONGEST).map(one).collect()
}
