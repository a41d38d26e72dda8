//! Techniques that preserve values: a search with each alone, and with all together, finds the values of
//! plain minimax.

use carn::library;
use carn::position::{Position, Rules};
use carn::search::{Score, Searcher, Techniques};
use carn::variant::{PlayerId, Verdict};

use super::{played, search, searcher};
use crate::by_build;
use crate::fast::random::{Random, random_variant};

/// More than any position is worth.
const WIN: i32 = 1_000_000;

const NONE: Techniques = Techniques::NONE;

/// Each technique that preserves values, and all of them.
const PRESERVING: &[(&str, Techniques)] = &[
    ("nothing", NONE),
    ("table", Techniques { table: true, ..NONE }),
    ("aspiration", Techniques { aspiration: true, ..NONE }),
    ("refutation", Techniques { refutation: true, ..NONE }),
    ("killers", Techniques { killers: true, ..NONE }),
    ("history", Techniques { history: true, ..NONE }),
    ("continuation", Techniques { history: true, continuation: true, ..NONE }),
    ("exchange", Techniques { exchange: true, ..NONE }),
    ("mate distance", Techniques { mate_distance: true, ..NONE }),
    (
        "all",
        Techniques {
            table: true,
            aspiration: true,
            refutation: true,
            killers: true,
            history: true,
            continuation: true,
            exchange: true,
            mate_distance: true,
            ..NONE
        },
    ),
];

/// The value of a position for a player's side against all others, and the number of positions searched.
fn minimax(searcher: &Searcher, position: &mut Position, player: PlayerId, depth: u32, ply: i32) -> i32 {
    let side = position.rules().variant().side(player);
    if position.out().contains(player) && side.without(position.out()).is_empty() {
        return ply - WIN;
    }
    if let Some(outcome) = position.outcome() {
        return match outcome.of(player) {
            Verdict::Win => WIN - ply,
            Verdict::Loss => ply - WIN,
            Verdict::Draw => 0,
        };
    }
    if depth == 0 {
        return searcher.evaluate(position, player);
    }
    let ours = side.contains(position.turn());
    let values = position.legal_moves().into_iter().map(|m| {
        position.play_unchecked(m);
        let value = minimax(searcher, position, player, depth - 1, ply + 1);
        position.undo();
        value
    });
    let values: Vec<i32> = values.collect();
    let best = if ours { values.iter().max() } else { values.iter().min() };
    *best.unwrap()
}

fn value(score: Score) -> i32 {
    match score {
        Score::Points(points) => points,
        Score::Win(plies) => WIN - plies as i32,
        Score::Loss(plies) => plies as i32 - WIN,
    }
}

/// The greatest depth whose tree has no more than so many leaves.
fn depth_within(position: &Position, leaves: u64) -> u32 {
    (1..=6).take_while(|&depth| position.perft(depth) <= leaves).last().unwrap_or(1)
}

fn compare(rules: &Rules, mut position: Position, leaves: u64, name: &str) {
    if position.outcome().is_some() || position.legal_moves().len() > 400 {
        return;
    }
    let depth = depth_within(&position, leaves);
    let player = position.turn();
    let expected = minimax(&searcher(rules, NONE), &mut position, player, depth, 0);
    for &(technique, techniques) in PRESERVING {
        let found = search(&mut searcher(rules, techniques), &position, depth);
        let line = &found.lines[0];
        let fen = position.fen();
        assert_eq!(value(line.score), expected, "{name} with {technique}, depth {depth}: {fen}");
        // The line leads to what it promises.
        let mut end = position.clone();
        for &m in &line.moves {
            end.play(m).unwrap_or_else(|error| panic!("{name} with {technique}: {error} in {fen}"));
        }
    }
}

#[test]
fn every_technique_that_preserves_values_finds_those_of_minimax() {
    let leaves = by_build(600, 20_000);
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        compare(&rules, Position::start(&rules), leaves, name);
        for seed in 1..by_build(2, 3) {
            compare(&rules, played(&rules, seed, 12 * seed as usize), leaves, name);
        }
    }
}

#[test]
fn so_it_is_with_random_rules() {
    let (games, leaves) = by_build((60, 400), (400, 4000));
    for seed in 0..games {
        let variant = random_variant(&mut Random::new(seed));
        let rules = Rules::new(variant);
        let position = Position::from_setup_unchecked(&rules, &rules.variant().start);
        compare(&rules, position, leaves, &format!("random rules {seed}"));
    }
}
