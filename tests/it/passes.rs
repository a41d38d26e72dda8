//! Passes in records and on the command line: written so that they read back, and read in others' spellings.

use carn::compile::{self, Natives};
use carn::library;
use carn::notation;
use carn::position::Rules;
use carn::random::Random;
use carn::record::replay::{self, Known, Validator};
use carn::record::{Game, GameTree, NodeId, pgn, sgf};
use carn::variant::{Move, Script};

use crate::by_build;

const CHESS: &str = "name = 'Pass'\nextends = 'chess'\n[moves]\npass = true";

fn known(name: &str) -> Option<Known> {
    let rules = match name {
        "Pass" => {
            let compiled = compile::compile("pass.toml", CHESS, &library::Shipped, &Natives::default());
            Rules::new(compiled.variant?)
        }
        name => library::rules(library::find(name)?)?,
    };
    Some(Known { rules, hash: None })
}

/// The moves of the main line and the problems of a record, which streamed by has the same.
fn moves(tree: &mut GameTree) -> (Vec<Move>, Vec<String>) {
    let replay = replay::resolve(tree, 1, &known, None).unwrap();
    let line = tree.main_line().skip(1).collect::<Vec<NodeId>>();
    let moves = line.iter().filter_map(|&id| replay::legal(tree[id].played.as_ref()?)).collect();
    (moves, replay.problems.iter().map(|problem| problem.message.clone()).collect())
}

fn read(text: &str) -> (Vec<Move>, Vec<String>) {
    let mut validator = Validator::new(&known, None);
    let _ = pgn::Reader::new(text.as_bytes()).read_all(&mut validator).unwrap();
    let streamed: Vec<String> =
        validator.take_problems().iter().map(|problem| problem.message.clone()).collect();
    let (moves, problems) = moves(&mut pgn::read(text).games.remove(0));
    assert_eq!(problems, streamed, "{text}");
    assert_eq!(moves.len() as u64, validator.counts.moves, "{text}");
    (moves, problems)
}

#[test]
fn random_games_with_passes_are_read_back() {
    for (name, scripts) in [
        ("janggi", &[Script::Coordinate, Script::San][..]),
        ("chushogi", &[Script::Coordinate, Script::Usi, Script::Hodges]),
        ("Pass", &[Script::Coordinate, Script::San, Script::Long, Script::Iccs]),
    ] {
        let mut passes = 0;
        for seed in 1..=by_build(2, 4) {
            let mut random = Random::new(seed);
            let mut game = Game::new(known(name).unwrap());
            let mut played = vec![];
            while played.len() < 60 && game.outcome().is_none() {
                let legal = game.position().legal_moves();
                let pass = legal.iter().find(|mv| mv.is_pass()).filter(|_| played.len() % 3 == 0);
                let mv = *pass.or_else(|| random.choose(&legal)).unwrap();
                passes += usize::from(mv.is_pass());
                game.play(mv).unwrap();
                played.push(mv);
            }
            let mut tree = game.to_tree();
            let rules = &game.known().rules;
            for &script in scripts.iter().filter(|&&script| rules.variant().can_write(script)) {
                let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
                replay::convert(&mut tree, &replay, script);
                let text = pgn::write_game(&tree);
                assert_eq!(read(&text), (played.clone(), vec![]), "{text}");
                let there = replay::to_sgf(&tree, rules.variant());
                let text = sgf::write(std::slice::from_ref(&there));
                let mut back = replay::from_sgf(&sgf::read(&text).games[0]);
                assert_eq!(moves(&mut back), (played.clone(), vec![]), "{text}");
            }
        }
        assert!(passes > 12, "{name}: {passes}");
    }
}

#[test]
fn passes_are_read_as_others_write_them() {
    for word in ["0000", "pass", "Pass", "--", "Z0", "null", "@@@@", "0000!?"] {
        let text = format!("[Variant \"janggi\"]\n\n1. a4b4 {word} (1... a7b7 2. {word}) 2. i4h4 *\n");
        let mut tree = pgn::read(&text).games.remove(0);
        assert_eq!((tree.len(), moves(&mut tree).1), (6, vec![]), "{text}");
        // The end of the line is that of the game.
        let (moves, problems) = read(&format!("[Variant \"Pass\"]\n\n1. {word} {word} 2. e4 {word}"));
        assert_eq!((moves.len(), problems), (4, vec![]), "{word}");
        let (moves, problems) = read(&format!("[Variant \"chess\"]\n\n1. e4 {word} 2. d4 *\n"));
        let word = word.trim_end_matches(['!', '?']);
        assert_eq!((moves.len(), problems), (1, vec![format!("{word}: this game has no passes")]));
    }
    // A number has a dot, or is another than that of a pass.
    assert_eq!(read("[Variant \"Pass\"]\n\n1 e4 0000. 0001 e5 0000 *").0.len(), 3);
}

#[test]
fn passes_in_sgf_have_no_text() {
    let back = |text: &str| moves(&mut replay::from_sgf(&sgf::read(text).games[0]));
    let (moves, problems) = back("(;GM[16]RU[janggi];B[a4b4];W[];B[i4h4];W[ ];B[0000])");
    assert_eq!((moves.iter().filter(|mv| mv.is_pass()).count(), moves.len(), problems), (3, 5, vec![]));
    let (moves, problems) = back("(;RU[chess];W[e2e4];B[])");
    assert_eq!((moves.len(), &*problems[0]), (1, "0000: this game has no passes"));
}

/// An engine's protocol has no word for a pass: it lets the royal go to where it stands.
#[test]
fn a_royal_that_stays_is_a_pass() {
    let read = |name: &str, text: &str| {
        let rules = known(name).unwrap().rules;
        notation::read(&carn::position::Position::start(&rules), text, &[Script::Coordinate])
    };
    assert_eq!(read("janggi", "e2e2"), Ok(Move::pass()));
    assert_eq!(read("Pass", "e1e1"), Ok(Move::pass()));
    // Not what is no royal of the mover's, nor becomes something; not where nobody passes.
    for (name, text) in
        [("janggi", "a1a1"), ("janggi", "e9e9"), ("janggi", "e3e3"), ("Pass", "e1e1q"), ("chess", "e1e1")]
    {
        assert!(read(name, text).is_err(), "{name} {text}");
    }
}
