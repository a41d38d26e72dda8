//! Random games against the hard-coded generators, which receive the moves and track the state of the game
//! themselves. Legal moves and the end of the game must agree in every position.

use carn::notation::write;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::reference::{Standing, builtin};
use carn::variant::Script;

use crate::by_build;

/// Released builds play this many games for each of a debug build.
const FACTOR: u64 = by_build(1, 3);

/// Plays games of random moves and compares each position with the reference's. Returns how many were compared.
fn play(variant: &str, games: u64, plies: usize) -> usize {
    let rules = Rules::new(carn::library::variant(variant).unwrap());
    let mut reference = builtin(variant).unwrap();
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = Position::start(&rules);
        let start = position.fen();
        let mut texts: Vec<String> = Vec::new();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let names: Vec<String> =
                moves.iter().map(|&m| write(&position, m, Script::Coordinate).unwrap()).collect();
            let mut ours = names.clone();
            ours.sort();
            let seen = reference.observe(&start, &texts).unwrap_or_else(|error| panic!("{error}"));
            let mut theirs = seen.moves;
            theirs.sort();
            let place = format!("{variant}, game {seed}: {}", position.fen());
            assert_eq!(ours, theirs, "{place}");
            let over = matches!(seen.standing, Standing::Over(..));
            if seen.standing != Standing::Unsaid {
                assert_eq!(position.outcome().is_some(), over, "{place}");
            }
            compared += 1;
            if over {
                break;
            }
            let chosen = random.below(moves.len());
            position.play(moves[chosen]).unwrap();
            texts.push(names[chosen].clone());
        }
    }
    compared
}

#[test]
fn chess_as_cozy_chess_plays_it() {
    assert!(play("chess", 100 * FACTOR, 120) > 6_000 * FACTOR as usize);
}

#[test]
fn chess960_as_cozy_chess_plays_it() {
    assert!(play("chess960", 40 * FACTOR, 120) > 2_000 * FACTOR as usize);
}

#[test]
fn xiangqi_as_the_hand_written_generator_plays_it() {
    assert!(play("xiangqi", 100 * FACTOR, 120) > 6_000 * FACTOR as usize);
}
