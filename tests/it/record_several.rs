//! Records of more than two players: rounds, PGN4 as written by chess.com, and false statements in it.

use carn::library;
use carn::record::game::move_list;
use carn::record::replay::{self, Known, Validator};
use carn::record::{GameTree, Problem, ProblemKind, pgn};
use carn::variant::Script;

const GAMES: &str = include_str!("../fixtures/four-players.pgn4");

fn known(name: &str) -> Option<Known> {
    Some(Known { rules: library::rules(library::find(name)?)?, hash: None })
}

/// The problems that a text has, as a tree and as it streams by, which must be the same.
fn problems(text: &str) -> Vec<Problem> {
    let mut validator = Validator::new(&known, None);
    let mut reader = pgn::Reader::new(text.as_bytes());
    let _ = reader.read_all(&mut validator).unwrap();
    let found: Vec<Problem> = validator.take_problems().iter().cloned().collect();
    let mut read = pgn::read(text);
    let mut resolved = vec![];
    for (tree, game) in read.games.iter_mut().zip(1..) {
        match replay::resolve(tree, game, &known, None) {
            Ok(replay) => resolved.extend(replay.problems.iter().cloned()),
            Err(problem) => resolved.push(problem),
        }
    }
    let said = |problems: &[Problem]| -> Vec<_> {
        problems.iter().map(|problem| (problem.kind, problem.message.clone(), problem.line)).collect()
    };
    assert_eq!(said(&found), said(&resolved), "{text}");
    found
}

fn resolved(mut tree: GameTree) -> (GameTree, replay::Replay) {
    let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
    (tree, replay)
}

/// A text without its tags, with blanks only where they part words.
fn words(text: &str) -> Vec<String> {
    let moves = text.lines().filter(|line| !line.starts_with('['));
    moves
        .flat_map(|line| {
            line.replace('(', " ( ")
                .replace(')', " ) ")
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn games_of_four_are_read_whole() {
    assert_eq!(problems(GAMES), []);
    let games = pgn::read(GAMES).games;
    let plies: Vec<usize> = games.iter().map(|game| resolved(game.clone()).1.moves).collect();
    // The last word of the first two gives the game up, and is no move.
    assert_eq!(plies, [122, 80, 32, 18, 40]);
    let (tree, replay) = resolved(games[4].clone());
    let end = tree.main_line().last().unwrap();
    let fen = replay.position(&tree, end).unwrap().fen();
    for piece in ["/bRbP5rQ4gPgR/", "/bQbP1gR8gNgK/", "/bKbN8bN1gPgQ/", "/bRbP4yB5gPgR/"] {
        assert!(fen.contains(piece), "{piece} {fen}");
    }
}

#[test]
fn long_moves_in_rounds_are_written_as_they_were() {
    // Checks by castling, and those that stood before, are not marked by the site.
    let bare = |text: &str| {
        let signs = words(text).into_iter().map(|word| word.trim_end_matches(['+', '#']).to_owned());
        signs.filter(|word| !word.is_empty() && !["1-0", "0-1", "*"].contains(&&**word)).collect::<Vec<_>>()
    };
    for game in pgn::read(GAMES).games {
        let (mut tree, replay) = resolved(game);
        replay::convert(&mut tree, &replay, Script::Long);
        let text = pgn::write_game(&tree);
        // Behind a variation a round is numbered again.
        let numbered: Vec<String> = bare(&text)
            .into_iter()
            .map(|word| if word.ends_with("..") { "..".to_owned() } else { word })
            .collect();
        let original = GAMES.split("\n\n").collect::<Vec<_>>();
        assert!(original.iter().any(|moves| bare(moves) == numbered), "{text}");
        assert_eq!(problems(&text), []);
        let again = pgn::read(&text).games.remove(0);
        assert_eq!(pgn::write_game(&resolved(again).0), text);
    }
}

#[test]
fn rounds_are_counted_by_who_is_left() {
    let fen =
        "***3yK4***/***8***/***8***/14/4rQ9/1rR12/13gK/14/14/14/bK13/***8***/***8***/***4rK3*** r - - 0 1";
    let text = format!(
        "[Variant \"4PC\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Qa10 .. # .. Kg13 .. Kn7 2. Kh2 .. Kg14 .. Kn8 3. Kh1 *\n"
    );
    assert_eq!(problems(&text), []);
    let (tree, _) = resolved(pgn::read(&text).games.remove(0));
    let line: Vec<_> = tree.main_line().skip(1).collect();
    let numbers: Vec<(u32, bool)> =
        tree.numbers(line.iter().copied()).iter().map(|at| (at.number, at.second)).collect();
    let rounds = [(1, false), (1, true), (1, true), (2, false), (2, true), (2, true), (3, false)];
    assert_eq!(numbers, rounds);
    let words: Vec<String> =
        line.iter().map(|&id| tree[id].played.as_ref().unwrap().text.to_string()).collect();
    let table = move_list(&words, &tree.numbers(line), None);
    assert_eq!(table, "1. Qa10  Kg13  Kn7\n2. Kh2   Kg14  Kn8\n3. Kh1\n");
    assert!(pgn::write_game(&tree).contains("1. Qa10 # .. Kg13 .. Kn7 2. Kh2 .. Kg14"));
}

#[test]
fn contradictions_in_records_are_reported() {
    let said = |moves: &str, tags: &str| {
        let text = format!("[Variant \"FFA\"]\n{tags}\n\n{moves}\n");
        problems(&text).into_iter().map(|problem| (problem.kind, problem.message)).collect::<Vec<_>>()
    };
    let one = |found: Vec<(ProblemKind, String)>, kind: ProblemKind, part: &str| {
        assert!(found.len() == 1 && found[0].0 == kind && found[0].1.contains(part), "{found:?}");
    };
    one(said("1. h2-h3 .. # .. b7-c7 *", ""), ProblemKind::Contradiction, "no player is mated");
    one(said("1. h2-h3 .. S *", ""), ProblemKind::Contradiction, "no player is without a move");
    // A letter behind the sign says what is taken.
    let pawn = |word: &str| said(&format!("1. d2-d4 .. b5-c5 .. g13-g12 .. m8-l8 2. {word} *"), "");
    assert!(["d4xc5", "d4xPc5", "dxc5"].iter().all(|word| pawn(word).is_empty()));
    one(pawn("d4xNc5"), ProblemKind::IllegalMove, "d4xNc5");
    one(pawn("d4xZc5"), ProblemKind::UnreadableMove, "d4xZc5");
    one(said("1. h2-h3 *", "[StartFen4 \"4PCo\"]"), ProblemKind::BadStart, "4PCo");
    // A player who resigns is out; if one of the last two resigns, the game ends.
    assert_eq!(said("1. h2-h3 .. R .. R .. m8-l8 2. h3-h4 .. T 1-0-0-0", ""), []);
    one(said("1. h2-h3 .. R .. R .. R 2. h3-h4 *", ""), ProblemKind::IllegalMove, "already resigned");
    // A player who resigned and is then mated has still resigned; a claim ends the game.
    assert_eq!(said("1. h2-h3 .. R# .. T# .. m8-l8 2. h3-h4 .. T 1-0-0-0", ""), []);
    assert_eq!(said("1. h2-h3 .. b7-c7 .. C", ""), []);
    one(said("1. h2-h3 .. b7-c7 .. C .. m8-l8 *", ""), ProblemKind::IllegalMove, "already resigned");
    // Points and the names of the site's rules are kept; rules that are others are named.
    let points = "[Result \"Hest: 70 - Jbo: 29 - Bsr: 30 - Los: 39\"]";
    assert_eq!(said("1. h2-h3 .. b7-c7 { 2 points } *", points), []);
    let listed = "[RuleVariants \"DeadKingWalking EnPassant Prom=8\"]";
    one(said("1. h2-h3 *", listed), ProblemKind::OtherRules, "DeadKingWalking, Prom=8");
    // In chess a lone sign is no move, and ends no game.
    let chess = problems("[Variant \"chess\"]\n\n1. e4 # e5 *\n");
    assert!(chess.len() == 1 && chess[0].kind == ProblemKind::UnreadableMove, "{chess:?}");
}

#[test]
fn a_team_wins_as_one() {
    for (result, fits) in [("1-0", true), ("0-1", false), ("1-0-1-0", true), ("1/2-1/2", false)] {
        let fen = "***3yK4***/***8***/***8***/14/4rQ9/1rR12/13gK/14/14/14/bK13/***8***/***8***/***4rK3*** r - - 0 1";
        let text = format!(
            "[Variant \"Teams\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Qe10-a10# {result}\n"
        );
        let found = problems(&text);
        assert_eq!(found.is_empty(), fits, "{result} {found:?}");
    }
}

#[test]
fn fen4_gives_a_start() {
    let start = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/\
                 bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/\
                 bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
    let at = |start: &str| {
        let text = format!("[Variant \"FFA\"]\n[StartFen4 \"{start}\"]\n\n*\n");
        let mut tree = pgn::read(&text).games.remove(0);
        replay::resolve(&mut tree, 1, &known, None)
            .map(|replay| replay.start.fen())
            .map_err(|problem| problem.message)
    };
    let usual = known("FFA").unwrap().rules;
    let usual = carn::position::Position::start(&usual).fen();
    assert_eq!(at(start).as_deref(), Ok(&*usual));
    assert_eq!(at("4PC").as_deref(), Ok(&*usual));
    // As the site writes it, a row on a line.
    assert_eq!(at(&start.replace('/', "/\n").replace("-3,yR", "-\n3,yR")).as_deref(), Ok(&*usual));
    let later = start.replace("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-", "Y-0,1,0,0-1,0,0,1-0,0,1,0-9,0,4,2-7-");
    assert!(at(&later).unwrap().ends_with(" y-b rKyQgK - 7 1"), "{:?}", at(&later));
    for (wrong, why) in [
        ("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-14/14", "rows"),
        ("R-0,0,0,0-0-14/14", "a field is missing"),
        (&start.replace("-0-3,", "-0-{'wb':true}-3,"), "a setting of another game"),
        (&start.replace("/14/", "/13/"), "13 cells"),
        (&start.replace("bP,10,gP", "bP,x,9,gP"), "no cell"),
        (&start.replace("rK", "rW"), "W"),
    ] {
        let message = at(wrong).unwrap_err();
        assert!(message.contains(why), "{wrong}: {message}");
    }
}
