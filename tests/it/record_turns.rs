//! Records of games whose turns have several moves: numbered as published, and read in every form.

use carn::library;
use carn::record::game::move_list;
use carn::record::replay::{self, Known, Validator};
use carn::record::{GameTree, pgn};

fn known(name: &str) -> Option<Known> {
    Some(Known { rules: library::rules(library::find(name)?)?, hash: None })
}

/// A game of a text, read by its rules without a fault, as a tree and as it streams by.
fn read(text: &str) -> GameTree {
    let mut validator = Validator::new(&known, None);
    let _ = pgn::Reader::new(text.as_bytes()).read_all(&mut validator).unwrap();
    let problems: Vec<String> = validator.take_problems().iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{text}\n{problems:?}");
    let mut games = pgn::read(text).games;
    assert_eq!(games.len(), 1, "{text}");
    let mut tree = games.remove(0);
    let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
    assert!(replay.problems.is_empty() && replay.unread == 0, "{text}\n{:?}", replay.problems);
    assert_eq!(validator.counts.moves as usize, replay.moves);
    tree
}

/// The moves of a text, written again; they read as the same game.
fn written(tags: &str, moves: &str) -> String {
    let tree = read(&format!("{tags}\n\n{moves}\n"));
    let text = pgn::write_game(&tree);
    let again = read(&text);
    assert_eq!(again, tree, "{text}");
    assert_eq!(pgn::write_game(&again), text);
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

const PROGRESSIVE: &str = "[Variant \"progressive\"]";
const MARSEILLAIS: &str = "[Variant \"marseillais\"]";
/// As it was played first, with two moves for White to begin with.
const UNBALANCED: &str = "[Variant \"marseillais\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - =1 0 1\"]";

/// "It is customary to number the series consecutively, in relation with their length; so, for instance, 1. e2e4 2.e7e5 f7f6 3. Ng1h3
/// Bf1e2 Be2h5+" ("Italian progressive chess", oocities.org/colosseum/field/2900/pr_engl.htm).
#[test]
fn series_are_numbered_consecutively() {
    let said = "1. e2e4 2.e7e5 f7f6 3. Ng1h3 Bf1e2 Be2h5+ *";
    assert_eq!(written(PROGRESSIVE, said), "1. e2e4 2. e7e5 f7f6 3. Ng1h3 Bf1e2 Be2h5+ *");
    // The way that it calls less good, and by pairs of moves.
    for other in ["1.e2e4, e7e5 f7f6 2.Ng1h3 Bf1e2 Be2h5+ *", "1. e2e4 e7e5 2. f7f6 Ng1h3 3. Bf1e2 Be2h5+ *"]
    {
        assert_eq!(written(PROGRESSIVE, other), "1. e2e4 2. e7e5 f7f6 3. Ng1h3 Bf1e2 Be2h5+ *");
    }
    // The beginning of a game of the same page's neighbour, Vargiu against itcsrw, with English letters
    // (oocities.org/timessquare/arcade/Arcade/4623/progressivi.html).
    let game = "1.e4\n2.d6, Nc6\n3.Qg4, Qxc8, Qxd8+\n4.Rxd8, e5, Nd4, Nxc2\n*";
    assert_eq!(written(PROGRESSIVE, game), "1. e4 2. d6 Nc6 3. Qg4 Qxc8 Qxd8+ 4. Rxd8 e5 Nd4 Nxc2 *");
    let tree = read(&format!("{PROGRESSIVE}\n\n{game}\n"));
    let line: Vec<_> = tree.main_line().skip(1).collect();
    let words: Vec<String> =
        line.iter().map(|&id| tree[id].played.as_ref().unwrap().text.to_string()).collect();
    let table = "1. e4\n2. d6    Nc6\n3. Qg4   Qxc8  Qxd8+\n4. Rxd8  e5    Nd4    Nxc2\n";
    assert_eq!(move_list(&words, &tree.numbers(line), None), table);
}

/// A double move is two moves parted by a comma: "1.e4 e5,Nc6 2.Qh5,Nf3 g6,gxh5" (the rules at vchess.club), or by a stroke: "1. Nf3/e4
/// d5/dxe4 2. Ne5/Bb5+ c6/Qc7 3. Qf3/Qxf7+" ("Marseillais chess", lookintochess.com/marseillais-chess-variant-of-grandmasters).
#[test]
fn double_moves_are_joined() {
    let said = "1.e4 e5,Nc6 2.Qh5,Nf3 g6,gxh5 *";
    let balanced = "1. e4 e5,Nc6 2. Qh5,Nf3 g6,gxh5 *";
    assert_eq!(written(MARSEILLAIS, said), balanced);
    for other in ["1. e4 e5 2. Nc6 Qh5 3. Nf3 g6 4. gxh5 *", "1. e4 e5, Nc6 2. Qh5/Nf3 g6 / gxh5 *"] {
        let other = other.replace(" / ", "/");
        assert_eq!(written(MARSEILLAIS, &other), balanced);
    }
    let said = "1. Nf3/e4 1... d5/dxe4 2. Ne5/Bb5+ 2... c6/Qc7 3. Qf3/Qxf7+ *";
    assert_eq!(written(UNBALANCED, said), "1. Nf3,e4 d5,dxe4 2. Ne5,Bb5+ c6,Qc7 3. Qf3,Qxf7+ *");
    // A stroke before a piece is a promotion's.
    let promoted = "[Variant \"marseillais\"]\n[SetUp \"1\"]\n[FEN \"8/4P3/8/8/8/k7/8/4K3 w - - =1 0 1\"]";
    assert_eq!(written(promoted, "1. e8/Q,Kd2 *"), "1. e8/Q,Kd2 *");
}

#[test]
fn comments_within_a_turn_keep_their_place() {
    let text =
        "1. e4 e5 {open} Nc6 (1... d6 2. d4,d5) (1... Nf6) 2. Qh5 $1 Nf3 (2. Bc4 {,} g6) 2... g6,gxh5 *";
    let expected = "1. e4 e5 {open} 1... Nc6 (1... d6 2. d4,d5) (1... Nf6) 2. Qh5 $1 Nf3 (2. Bc4\n{,} 2... g6) 2... g6,gxh5 *";
    assert_eq!(written(MARSEILLAIS, text), expected);
    let long = "1. e4 2. d5 Nf6 3. exd5 (3. Nc3 Nxd5) Nc3 {in series} Bb5+ *";
    assert_eq!(
        written(PROGRESSIVE, long),
        "1. e4 2. d5 Nf6 3. exd5 (3. Nc3 Nxd5) 3... Nc3 {in series} 3... Bb5+ *"
    );
}

/// A turn as long as a line of text is broken behind a comma.
#[test]
fn long_turns_are_broken_between_lines() {
    let moves = "1. e4 e5,Nc6 2. Nf3,Bc4 Nf6,Bc5 3. c3,d4 exd4,Bb6 4. e5,exf6 Qxf6,O-O 5. O-O,cxd4 d5,Bg4 6. Be2,Nc3 Rae8,Kh8 *";
    let tree = read(&format!("{MARSEILLAIS}\n\n{moves}\n"));
    let text = pgn::write_game(&tree);
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.lines().any(|line| line.ends_with(',')), "{text}");
    assert_eq!(read(&text), tree, "{text}");
}
