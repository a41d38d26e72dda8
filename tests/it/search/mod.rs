//! The search: the same values as plain minimax, wins that are wins, legal moves in every game.

mod games;
mod minimax;
mod tune;
mod wins;

use carn::library;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::search::{Allowed, Control, Evaluation, Found, Limits, Searcher, Techniques};

/// A search of its own for one position.
fn searcher(rules: &Rules, techniques: Techniques) -> Searcher {
    let mut searcher = Searcher::with_hash(rules, 1);
    searcher.techniques = techniques;
    searcher
}

/// The result of a search to a depth.
fn search(searcher: &mut Searcher, position: &Position, depth: u32) -> Found {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(position, &limits, &Control::new(), &mut |_| {})
}

/// A position some random moves into a game; the one before the game was over, if it was.
fn played(rules: &Rules, seed: u64, moves: usize) -> Position {
    let mut position = Position::start(rules);
    position.playout(&mut Random::new(seed), moves);
    while position.outcome().is_some() && position.undo().is_some() {}
    position
}

fn objections(name: &str) -> String {
    let rules = library::rules(name).unwrap();
    let allowed = Allowed::new(&rules, &Evaluation::new(&rules));
    allowed.objections.iter().map(|one| format!("{}: {}\n", one.technique, one.reason)).collect()
}

#[test]
fn the_rules_say_which_techniques_are_sound() {
    // In the last two, drops are compulsory until all pieces are on the board.
    for name in ["chess", "xiangqi", "shogi", "crazyhouse", "makruk", "placement", "sittuyin"] {
        assert_eq!(objections(name), "", "{name}");
    }
    for (name, expected) in [
        ("antichess", "null move: moves may be compulsory"),
        ("antichess", "standing pat: captures may be compulsory"),
        ("draughts", "futility: moves may be compulsory"),
        ("duck", "null move: a turn may have several moves"),
        ("janggi", "null move: passing is a legal move"),
        ("amazons", "null move: a player without a legal move loses"),
        ("amazons", "late move pruning: the game has no captures"),
        ("fourplayer", "max-n: with more than two players"),
        ("atomic", "static exchange evaluation: a capture changes more squares"),
        ("racingkings", "null move: an end of the game depends on whose turn it is"),
    ] {
        assert!(objections(name).contains(expected), "{name}: {}", objections(name));
    }
}

#[test]
fn pieces_are_worth_what_they_can_do() {
    let value = |game: &str, role: &str| {
        let rules = library::rules(game).unwrap();
        let evaluation = Evaluation::by_rules(&rules);
        evaluation.value(rules.variant().role_named(role).unwrap())
    };
    for (game, order) in [
        ("chess", &["pawn", "knight", "rook", "queen"][..]),
        ("chess", &["pawn", "bishop", "rook"]),
        ("xiangqi", &["elephant", "soldier", "horse", "cannon", "chariot"]),
        ("shogi", &["pawn", "knight", "lance", "silver", "gold", "bishop", "rook", "horse", "dragon"]),
        ("makruk", &["met", "khon", "knight", "rook"]),
        ("capablanca", &["knight", "rook", "archbishop", "chancellor"]),
    ] {
        let values: Vec<i32> = order.iter().map(|role| value(game, role)).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{game}: {order:?} {values:?}");
    }
    // The weakest piece is the unit; who wants to be rid of pieces has less with each.
    assert_eq!(value("chess", "pawn"), 100);
    assert!(value("antichess", "queen") < 0);
}

#[test]
fn one_thread_and_a_bound_of_nodes_are_the_same_every_time() {
    for name in ["chess", "shogi", "duck", "fourplayer"] {
        let rules = library::rules(name).unwrap();
        let limits = Limits { nodes: Some(3000), lines: 2, ..Limits::default() };
        let run = || {
            let mut searcher = searcher(&rules, Techniques::ALL);
            searcher.search(&played(&rules, 1, 6), &limits, &Control::new(), &mut |_| {})
        };
        let found = run();
        assert_eq!(found, run(), "{name}");
        assert!(found.nodes <= 3000 && found.lines.len() == 2, "{name}: {found:?}");
    }
}

#[test]
fn a_search_can_be_told_which_moves_to_look_at() {
    let rules = library::rules("chess").unwrap();
    let position = Position::from_fen(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let mates = carn::notation::read(&position, "a1a8", &[]).unwrap();
    let others: Vec<_> = position.legal_moves().into_iter().filter(|&m| m != mates).collect();
    let limits = Limits { depth: Some(2), moves: others, lines: 500, ..Limits::default() };
    let found = searcher(&rules, Techniques::ALL).search(&position, &limits, &Control::new(), &mut |_| {});
    assert_eq!(found.lines.len(), position.legal_moves().len() - 1);
    assert!(found.lines.iter().all(|line| line.moves[0] != mates));
    assert!(found.lines.windows(2).all(|pair| pair[0].depth >= pair[1].depth));
}
