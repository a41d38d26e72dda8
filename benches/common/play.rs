//! Typical work of an embedding program: tree walks and random games.

use std::hint::black_box;
use std::time::Instant;

use carn::position::Position;
use carn::random::Random;
use carn::variant::Move;

use super::{once, time};

/// The greatest length of a random game.
pub const PLIES: usize = 200;

/// The number of nodes to a depth, the root included, and the seconds of one walk. With `ASKING`, calls
/// `outcome()` at every node and does not expand finished games.
pub fn walked<const ASKING: bool>(position: &Position, depth: u32) -> (u64, f64) {
    let mut position = position.clone();
    let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::with_capacity(256)).collect();
    time(|| walk::<ASKING>(&mut position, &mut lists))
}

/// Walks to a depth of `lists.len()`. The lists are move buffers, one per ply.
fn walk<const ASKING: bool>(position: &mut Position, lists: &mut [Vec<Move>]) -> u64 {
    if ASKING && black_box(position.outcome()).is_some() {
        return 1;
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    position.legal_moves_into(moves);
    let mut nodes = 1;
    for &m in moves.iter() {
        position.play_unchecked(m);
        nodes += walk::<ASKING>(position, deeper);
        position.undo();
    }
    nodes
}

/// The greatest depth whose count is expected to take at most this time, and that count. Assumes that each
/// ply multiplies the time as the last one did. At most 12; stops where the count falls.
pub fn depth_within(seconds: f64, mut count: impl FnMut(u32) -> (u64, f64)) -> (u32, (u64, f64)) {
    let mut last = (1, 0.0);
    for depth in 1.. {
        let counted = count(depth);
        // Most games have ended, so a node rate means little.
        if counted.0 < last.0 && depth > 1 {
            return (depth - 1, last);
        }
        let growth = counted.0 as f64 / last.0 as f64;
        if depth == 12 || counted.1 * growth > seconds {
            return (depth, counted);
        }
        last = counted;
    }
    (0, last)
}

/// The depth for a walk of at most this time.
pub fn walk_within(seconds: f64, position: &Position) -> u32 {
    let mut position = position.clone();
    depth_within(seconds, |depth| {
        once(|| walk::<false>(&mut position, &mut vec![Vec::new(); depth as usize]))
    })
    .0
}

/// Plays a random game of at most this length and returns its plies.
fn game<const ASKING: bool>(start: &Position, seed: u64, plies: usize, moves: &mut Vec<Move>) -> usize {
    let (mut position, mut random) = (start.clone(), Random::new(seed));
    for played in 0..plies {
        if ASKING && black_box(position.outcome()).is_some() {
            return played;
        }
        moves.clear();
        position.legal_moves_into(moves);
        let Some(&m) = random.choose(moves) else { return played };
        position.play_unchecked(m);
    }
    plies
}

/// The plies and seconds of `count` random games with `outcome()` at every ply.
pub fn games(start: &Position, count: u64) -> (u64, f64) {
    let mut moves = Vec::with_capacity(256);
    time(|| (0..count).map(|seed| game::<true>(start, seed, PLIES, &mut moves) as u64).sum())
}

/// Millions of plies per second in random games: with `outcome()` at every ply, and the same moves without
/// it.
pub fn game_rates(start: &Position, seconds: f64) -> (f64, f64) {
    let (begin, mut moves, mut lengths) = (Instant::now(), Vec::with_capacity(256), Vec::new());
    while lengths.is_empty() || begin.elapsed().as_secs_f64() < seconds {
        lengths.push(game::<true>(start, lengths.len() as u64, PLIES, &mut moves));
    }
    let rate = |(plies, seconds): (usize, f64)| plies as f64 / seconds / 1e6;
    let asked = time(|| {
        (0..).zip(&lengths).map(|(seed, _)| game::<true>(start, seed, PLIES, &mut moves)).sum::<usize>()
    });
    let alone = time(|| {
        (0..).zip(&lengths).map(|(seed, &n)| game::<false>(start, seed, n, &mut moves)).sum::<usize>()
    });
    assert_eq!(asked.0, alone.0, "the same games");
    (rate(asked), rate(alone))
}
