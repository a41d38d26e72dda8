//! How many positions a second the search looks at, in every shipped game.
//!
//! `cargo bench --bench search [-- NAME…]`. One thread, a table of 16 MB, processor time, from the start position and from one
//! some random moves into the game. `goal` is what the search should reach: on a quiet machine, for boards of 8 × 8 and for
//! the two most played games.

mod common;

use carn::library;
use carn::position::Position;
use carn::random::Random;
use carn::search::{Control, Limits, Searcher};
use common::{median, rate, shipped, time};

/// Positions of one search.
const NODES: u64 = 200_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<14} {:>8} {:>8} {:>6} {:>6}", "game", "M/s", "goal", "", "depth");
    let mut ratios = Vec::new();
    for name in
        library::names().filter(|name| arguments.is_empty() || arguments.iter().any(|one| one == name))
    {
        let rules = shipped(name);
        let mut later = Position::start(&rules);
        later.playout(&mut Random::new(1), 20);
        while later.outcome().is_some() && later.undo().is_some() {}
        let mut searcher = Searcher::new(&rules);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut deepest = 0;
        let (nodes, seconds) = time(|| {
            searcher.clear();
            let mut run = |position: &Position| {
                let found = searcher.search(position, &limits, &Control::new(), &mut |info| {
                    deepest = deepest.max(info.depth);
                });
                found.nodes
            };
            run(&Position::start(&rules)) + run(&later)
        });
        let reached = rate((nodes, seconds));
        let goal = match name {
            "chess" => Some(2.0),
            "xiangqi" => Some(1.5),
            _ => (rules.variant().board.len() == 64).then_some(0.5),
        };
        let shown = goal.map_or(String::new(), |goal| format!("{goal:.1}"));
        let met = if goal.is_some_and(|goal| reached < goal) { "below" } else { "" };
        ratios.extend(goal.map(|goal| reached / goal));
        println!("{name:<14} {reached:>8.2} {shown:>8} {met:>6} {deepest:>6}");
    }
    println!("{:.2} times the goal in the median of {} games", median(ratios.clone()), ratios.len());
}
