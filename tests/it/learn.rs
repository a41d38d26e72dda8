//! Actions, planes and batches for every shipped game.

use std::collections::BTreeSet;

use carn::learn::{Actions, Batch, Planes};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::Move;

/// Every legal move of games played at random has a number of its own, by which it is found again.
#[test]
fn every_move_has_its_own_number() {
    for name in carn::library::names() {
        let rules = carn::library::rules(name).unwrap();
        let (actions, mut random) = (Actions::new(rules.variant()), Random::new(7));
        let mut position = Position::start(&rules);
        for _ in 0..60 {
            if position.outcome().is_some() {
                position = Position::start(&rules);
            }
            let moves = position.legal_moves();
            let mut numbered: Vec<(usize, Move)> = Vec::new();
            actions.each(&mut moves.clone(), |index, m| numbered.push((index, m)));
            assert!(numbered.iter().all(|&(index, _)| index < actions.len()), "{name}");
            let (numbers, found): (BTreeSet<usize>, BTreeSet<Move>) = numbered.iter().copied().unzip();
            assert_eq!(
                numbers.len(),
                numbered.len(),
                "{name}: two moves have one number in {}",
                position.fen()
            );
            assert!(found.iter().eq(moves.iter()), "{name}: moves without a number in {}", position.fen());
            let &m = random.choose(&moves).unwrap();
            let index = actions.index(&position, m).unwrap();
            assert_eq!(actions.find(&mut moves.clone(), index), Some(m), "{name}");
            position.play_unchecked(m);
        }
    }
}

/// The reserved numbers are for moves that share origin, target and choice: few games have any.
#[test]
fn plain_games_need_no_reserved_numbers() {
    for name in ["chess", "xiangqi", "shogi"] {
        let rules = carn::library::rules(name).unwrap();
        let actions = Actions::new(rules.variant());
        let (mut position, mut random) = (Position::start(&rules), Random::new(3));
        while position.outcome().is_none() && position.moves().len() < 100 {
            let mut moves = position.legal_moves();
            actions.each(&mut moves, |index, _| {
                assert!(index < actions.len() - Actions::FURTHER, "{name}: {}", position.fen());
            });
            position.play_unchecked(*random.choose(&moves).unwrap());
        }
    }
}

/// A plane has as many pieces as the board, and a position as many planes as there are names.
#[test]
fn planes_hold_all_pieces() {
    for name in carn::library::names() {
        let rules = carn::library::rules(name).unwrap();
        let planes = Planes::new(rules.variant());
        let [channels, rows, columns] = planes.shape();
        assert_eq!((channels, planes.len()), (planes.names().len(), channels * rows * columns), "{name}");
        let mut out = vec![9_u8; planes.len()];
        let position = Position::start(&rules);
        planes.write(&position, &mut out);
        let variant = rules.variant();
        let neutral = variant.roles.iter().filter(|role| role.neutral).count();
        let pieces = variant.players.len() * variant.roles.len() + neutral;
        let on_planes: usize = out[..pieces * rows * columns].iter().map(|&value| usize::from(value)).sum();
        assert_eq!(on_planes, position.pieces().count(), "{name}");
    }
}

fn played(rules: &Rules, threads: usize) -> (Vec<u8>, Vec<bool>, Vec<Vec<f32>>) {
    let mut batch = Batch::new(rules, 600);
    (batch.threads, batch.longest) = (threads, 40);
    let mut random = Random::new(5);
    while !batch.is_over() {
        let places: Vec<u32> = (0..600).map(|game| random.below(batch.count(game)) as u32).collect();
        batch.play_nth(&places).unwrap();
    }
    let mut planes = vec![0; batch.len() * batch.planes().len()];
    let mut masks = vec![false; batch.len() * batch.actions().len()];
    batch.write_planes(&mut planes);
    batch.write_masks(&mut masks);
    (planes, masks, (0..batch.len()).map(|game| batch.rewards(game)).collect())
}

#[test]
fn threads_change_nothing() {
    let rules = carn::library::rules("minixiangqi").unwrap();
    assert_eq!(played(&rules, 1), played(&rules, 3));
}

#[test]
fn a_wrong_action_changes_nothing() {
    let rules = carn::library::rules("chess").unwrap();
    let mut batch = Batch::new(&rules, 2);
    let mut masks = vec![false; 2 * batch.actions().len()];
    batch.write_masks(&mut masks);
    let legal = masks.iter().position(|&mask| mask).unwrap() as u32;
    let wrong = batch.play(&[legal, u32::MAX]).unwrap_err();
    assert_eq!((wrong.game, wrong.action), (1, u32::MAX));
    assert!(batch.play(&[legal]).is_err(), "a game without an action");
    assert_eq!(batch.position(0).unwrap().moves().len(), 0);
    batch.play(&[legal, legal]).unwrap();
    assert_eq!(batch.position(1).unwrap().moves().len(), 1);
    batch.reset(|game| game == 1);
    assert_eq!([0, 1].map(|game| batch.position(game).unwrap().moves().len()), [1, 0]);
}
