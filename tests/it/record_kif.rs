//! Shogi records in Japanese: 同 for the target of the previous move, and origins in parentheses.

use carn::library;
use carn::record::replay::{self, Known, Validator};
use carn::record::{Game, GameTree, NodeId, pgn, sgf};
use carn::variant::{Move, Script};

fn known(name: &str) -> Option<Known> {
    Some(Known { rules: library::rules(library::find(name)?)?, hash: None })
}

/// The moves of the main line, and all problems, of which there are as many as the record streams by.
fn moves(text: &str) -> (GameTree, Vec<Move>, Vec<String>) {
    let parsed = pgn::read(text);
    let mut problems: Vec<String> = parsed.problems.iter().map(|problem| problem.message.clone()).collect();
    let mut tree = parsed.games.into_iter().next().unwrap();
    let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
    problems.extend(replay.problems.iter().map(|problem| problem.message.clone()));
    let mut validator = Validator::new(&known, None);
    let _ = pgn::Reader::new(text.as_bytes()).read_all(&mut validator).unwrap();
    assert_eq!(validator.take_problems().total(), problems.len(), "{text}");
    assert_eq!(validator.counts.moves as usize, replay.moves, "{text}");
    let line: Vec<NodeId> = tree.main_line().skip(1).collect();
    let found = line.iter().filter_map(|&id| replay::legal(tree[id].played.as_ref()?)).collect();
    (tree, found, problems)
}

const USI: &str = "[Variant \"shogi\"]\n\n1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*5e 2b3c 4. 5e3c+ 2a3c *\n";

#[test]
fn the_square_of_the_last_move_is_read_however_it_is_written() {
    let (_, expected, problems) = moves(USI);
    assert_eq!((expected.len(), problems), (8, vec![]));
    for line in [
        "1. ▲7六歩 △3四歩 2. ▲2二角成 △同　銀 3. ▲5五角打 △3三銀 4. ▲同角成 △同　桂 *",
        "1. ７六歩(77) ３四歩(33) 2. ２二角成(88) 同　銀(31) 3. ５五角打 ３三銀(22) 4. 同　角成(55) 同　桂(21) *",
        "1. ☗７六歩(77) ☖３四歩(33) 2. ☗２二角成(88) ☖同 銀 3. ☗５五角打 ☖３三銀 4. ☗同 角成 ☖同桂(21)",
        // A variation replaces the move that came last; the square is that of the one before it.
        "1. 7六歩 3四歩 2. 2二角成 同飛(82) (2... 同銀(31) (2... △同　飛 3. 6八銀)) *",
    ] {
        let text = format!("[Variant \"shogi\"]\n\n{line}\n");
        let (tree, found, problems) = moves(&text);
        assert_eq!(problems, Vec::<String>::new(), "{text}");
        assert!(found == expected || line.contains("飛"), "{text}");
        let again = pgn::write_game(&tree);
        assert_eq!(moves(&again), (tree, found, vec![]), "{again}");
    }
    // At the start there is no such square, and in other games there is no such sign.
    assert_eq!(moves("[Variant \"shogi\"]\n\n1. 同歩 *").2.len(), 1);
    assert_eq!(moves("[Variant \"chess\"]\n\n1. e4 同歩 *").2.len(), 1);
}

#[test]
fn recaptures_are_written_by_the_same_square_sign() {
    let (mut tree, expected, _) = moves(USI);
    let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
    replay::convert(&mut tree, &replay, Script::Kif);
    let text = pgn::write_game(&tree);
    let line = "1. ▲7六歩 △3四歩 2. ▲2二角成 △同　銀 3. ▲5五角打 △3三銀 4. ▲同　角成 △同　桂 *";
    assert!(text.contains(line), "{text}");
    assert_eq!(moves(&text).1, expected);
    let there = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    let mut back = replay::from_sgf(&sgf::read(&there).games[0]);
    let again = replay::resolve(&mut back, 1, &known, None).unwrap();
    assert_eq!((again.moves, again.problems.total()), (8, 0), "{there}");
    // At the board too.
    let mut game = Game::new(known("shogi").unwrap());
    for word in carn::notation::words("▲7六歩 ▽3四歩 ▲2二角成 △同　銀 5五角打") {
        game.play_text(&word).unwrap();
    }
    assert_eq!(game.line(Script::Kif)[3], "△同　銀");
    assert_eq!(game.line(Script::Usi)[3], "3a2b");
}
