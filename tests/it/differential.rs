//! Random games, move for move, against the hard-coded generators: the sets of legal moves at every position.

use carn::notation::write;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::reference::{Error, builtin};
use carn::variant::Script;

/// Plays games of random moves and compares the legal moves at each position with the reference's. Returns how many
/// positions were compared.
fn play(variant: &str, games: u64, plies: usize) -> usize {
    let rules = Rules::new(carn::library::variant(variant).unwrap());
    let mut reference = builtin(variant).unwrap();
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = Position::start(&rules);
        for _ in 0..plies {
            let moves = position.legal_moves();
            let mut ours: Vec<String> =
                moves.iter().map(|&m| write(&position, m, Script::Coordinate).unwrap()).collect();
            ours.sort();
            let mut theirs = match reference.legal_moves(&position.fen()) {
                Ok(moves) => moves,
                // The reference refuses some positions that a game can reach; it has no opinion on them.
                Err(Error::Fen { .. }) => break,
                Err(error) => panic!("{error}"),
            };
            theirs.sort();
            assert_eq!(ours, theirs, "{variant}, game {seed}: {}", position.fen());
            compared += 1;
            let Some(&next) = random.choose(&moves) else { break };
            position.play(next).unwrap();
        }
    }
    compared
}

#[test]
fn chess_as_cozy_chess_plays_it() {
    assert!(play("chess", 300, 120) > 20_000);
}

#[test]
fn chess960_as_cozy_chess_plays_it() {
    assert!(play("chess960", 100, 120) > 6_000);
}

#[test]
fn xiangqi_as_the_hand_written_generator_plays_it() {
    assert!(play("xiangqi", 300, 120) > 20_000);
}
