//! What an embedding program does with a position: walk its tree, play random games.

use std::hint::black_box;
use std::time::Instant;

use carn::position::Position;
use carn::random::Random;
use carn::variant::Move;

use super::{once, time};

/// Random games are cut off after so many plies.
pub const PLIES: usize = 200;

/// The number of nodes to a depth, the root included, and the seconds of one walk. With `ASKING`, `outcome()` is
/// asked at every node, and a node where the game is over has no children.
pub fn walked<const ASKING: bool>(position: &Position, depth: u32) -> (u64, f64) {
    let mut position = position.clone();
    let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::with_capacity(256)).collect();
    time(|| walk::<ASKING>(&mut position, &mut lists))
}

/// Walks as deep as there are lists, which are memory for the moves of each ply.
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

/// The greatest depth at which a count is expected to take no longer than this, and what it gave there: each ply more is
/// taken to cost as many times more as the last one did. No deeper than 12, and no deeper than the count grows.
pub fn depth_within(seconds: f64, mut count: impl FnMut(u32) -> (u64, f64)) -> (u32, (u64, f64)) {
    let mut last = (1, 0.0);
    for depth in 1.. {
        let counted = count(depth);
        // Where most games have ended, a rate of nodes says little.
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

/// The depth for a walk of no more than so many seconds.
pub fn walk_within(seconds: f64, position: &Position) -> u32 {
    let mut position = position.clone();
    depth_within(seconds, |depth| {
        once(|| walk::<false>(&mut position, &mut vec![Vec::new(); depth as usize]))
    })
    .0
}

/// The plies of one random game of at most this length.
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

/// The plies of so many random games with `outcome()` at every ply, and the seconds.
pub fn games(start: &Position, count: u64) -> (u64, f64) {
    let mut moves = Vec::with_capacity(256);
    time(|| (0..count).map(|seed| game::<true>(start, seed, PLIES, &mut moves) as u64).sum())
}

/// Millions of plies a second of random games: with `outcome()` at every ply, and of the same moves listed and played alone.
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
