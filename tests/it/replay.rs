//! Records read by the rules of their games: the seeds' games, other scripts, illegal moves with reasons.

use carn::library;
use carn::notation;
use carn::position::{Position, Rules};
use carn::record::pgn::{self, Reader};
use carn::record::replay::{self, Counts, Known, Replay, Validator};
use carn::record::{GameTree, NodeId, Problem, ProblemKind, Problems, Severity, Termination, sgf};
use carn::variant::Script;

pub fn known(name: &str) -> Option<Known> {
    let name = match name {
        "" | "Standard" | "From Position" => "chess",
        other => other,
    };
    let compiled = library::load(&name.to_lowercase())?;
    let hash = compiled.rule_hash_text();
    Some(Known { rules: Rules::new(compiled.variant?), hash })
}

fn first(text: &str) -> GameTree {
    pgn::read(text).games.into_iter().next().expect("a game")
}

fn resolved(text: &str) -> (GameTree, Replay) {
    let mut tree = first(text);
    let replay = replay::resolve(&mut tree, 1, &known, None).expect("rules and start are known");
    (tree, replay)
}

/// The counts and the problems of the streaming reader.
fn validated(text: &str) -> (Counts, Problems) {
    let lookup = |name: &str| known(name);
    let mut validator = Validator::new(&lookup, None);
    let _ = Reader::new(text.as_bytes()).read_all(&mut validator).expect("memory can be read");
    (validator.counts, validator.take_problems())
}

fn messages(problems: &Problems) -> Vec<&str> {
    problems.iter().map(|problem| &*problem.message).collect()
}

fn end(tree: &GameTree) -> NodeId {
    tree.main_line().last().expect("the root at least")
}

#[test]
fn the_seed_with_one_line_ends_where_it_should() {
    let (tree, replay) = resolved(include_str!("../fixtures/record/seed-line.pgn"));
    assert_eq!((replay.moves, replay.unread, replay.problems.total()), (24, 0, 0));
    let position = replay.position(&tree, end(&tree)).expect("all moves are legal");
    // Played out by hand on a board.
    let fen = "rnbqkb1r/3ppp2/8/P1p2n1p/RN5P/8/2PPPP2/1NBQKB1R w Kkq c6 0 13";
    assert_eq!(position.fen(), fen);
}

#[test]
fn the_seed_with_branches_is_legal_in_all_of_them() {
    let text = include_str!("../fixtures/record/seed-branch.pgn");
    let (tree, replay) = resolved(text);
    assert_eq!((replay.moves, tree.leaves().count(), replay.problems.total()), (16, 4, 0));
    // 3. Nc3 Nf6 4. Nf3, the variation of a variation.
    let leaf = tree.leaves().find(|&id| tree[id].played.as_ref().is_some_and(|m| &*m.text == "Nf3"));
    let position = replay.position(&tree, leaf.expect("it is there")).expect("its moves are legal");
    assert_eq!(position.fen(), "rnbqkb1r/p1ppp1pp/5n2/1p3p2/2P3P1/2N2N2/PP1PPP1P/R1BQKB1R b KQkq - 3 4");
    let (counts, problems) = validated(text);
    assert_eq!((counts, problems.total()), (Counts { games: 1, sound: 1, moves: 16, unread: 0 }, 0));
}

const CHINESE: &str = "[Variant \"Xiangqi\"]\n\n\
    1. 炮二平五 马8进7 2. 馬二進三 车9平8 3. 俥一平二 马2进3 4. 兵七进一 卒7进1 *\n";
const WXF: &str = "[Variant \"Xiangqi\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 H2+3 4. P7+1 P7+1 *\n";
const ICCS: &str = "[Variant \"Xiangqi\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7 4. C3-C4 G6-G5 *\n";

fn moves(tree: &GameTree) -> Vec<Option<u64>> {
    tree.main_line().skip(1).map(|id| tree[id].played.as_ref().and_then(|m| m.resolved)).collect()
}

fn words(tree: &GameTree) -> Vec<String> {
    tree.nodes().skip(1).filter_map(|id| tree[id].played.as_ref().map(|m| m.text.to_string())).collect()
}

#[test]
fn one_game_in_three_scripts_is_one_game() {
    let (chinese, replay) = resolved(CHINESE);
    assert_eq!((replay.moves, replay.problems.total()), (8, 0));
    assert_eq!(replay.script, Script::Chinese);
    for (text, script) in [(WXF, Script::Wxf), (ICCS, Script::Iccs)] {
        let (other, replay) = resolved(text);
        assert_eq!(moves(&other), moves(&chinese), "{text}");
        assert_eq!(replay.script, script);
    }
}

#[test]
fn a_game_is_written_in_another_script() {
    let (mut tree, replay) = resolved(WXF);
    replay::convert(&mut tree, &replay, Script::Chinese);
    let chinese = ["炮二平五", "马8进7", "马二进三", "车9平8", "车一平二", "马2进3", "兵七进一", "卒7进1"];
    assert_eq!(words(&tree), chinese);
    replay::convert(&mut tree, &replay, Script::Iccs);
    let iccs = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5"];
    assert_eq!(words(&tree), iccs);
    assert_eq!(tree.tags.get("Format"), Some("iccs"));
}

/// A text in which ICCS and coordinates are both legal is read in the script that the record names.
#[test]
fn the_format_tag_decides_between_scripts() {
    let read = |format: &str| {
        let (tree, replay) =
            resolved(&format!("[Variant \"Xiangqi\"]\n[Format \"{format}\"]\n\n1. h3h4 *\n"));
        replay.position(&tree, end(&tree)).map(|position| position.fen())
    };
    // The cannon of the third rank goes a step; in ICCS the soldier's rank is the third, and h has no soldier.
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1PCP/1C7/9/RNBAKABNR b - - 1 1";
    assert_eq!(read("Coordinate").as_deref(), Some(fen));
    assert_eq!(read("ICCS").as_deref(), Some(fen), "no move in ICCS, so it is read as coordinates");
}

#[test]
fn conversion_and_back_changes_nothing() {
    for text in [include_str!("../fixtures/record/seed-branch.pgn"), CHINESE] {
        let (mut tree, replay) = resolved(text);
        let own = replay.known.rules.variant().notation.scripts[0];
        replay::convert(&mut tree, &replay, own);
        let written = pgn::write_game(&tree);
        for script in [Script::Coordinate, Script::Wxf, Script::Iccs, Script::San] {
            let mut other = tree.clone();
            replay::convert(&mut other, &replay, script);
            let (mut again, replay) = resolved(&pgn::write_game(&other));
            assert_eq!(replay.problems.total(), 0, "{script:?}");
            replay::convert(&mut again, &replay, own);
            assert_eq!(pgn::write_game(&again), written, "{script:?}");
        }
    }
}

#[test]
fn an_illegal_move_costs_its_own_line_only() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Bd5 (3. Bb5 a6 4. Bxd7 Qxd7)\n3... a6 4. O-O (4. d3) Nf6 (4... d6) *\n";
    let (mut tree, replay) = resolved(text);
    let problems = &replay.problems;
    assert_eq!(
        messages(problems),
        [
            "Bd5: no bishop of White's moves to d5",
            "Bxd7: the bishop on b5 is blocked at c6 by Black's knight"
        ]
    );
    let places: Vec<_> = problems.iter().map(|p| (p.line, p.column, p.game, p.ply, p.kind)).collect();
    assert_eq!(places, [(4, 4, 1, 5, ProblemKind::IllegalMove), (4, 22, 1, 7, ProblemKind::IllegalMove)]);
    // 1. e4 e5 2. Nf3 Nc6, and 3. Bb5 a6 of the sibling.
    assert_eq!((replay.moves, replay.unread), (6, 8));
    assert_eq!(words(&tree), words(&first(text)), "nothing is lost");
    assert_eq!(replay.position(&tree, end(&tree)).map(|p| p.fen()), None);
    // The same, as it streams by.
    let (counts, streamed) = validated(text);
    assert_eq!(counts, Counts { games: 1, sound: 0, moves: 6, unread: 8 });
    assert_eq!(&streamed, problems);
    // The moves that were read are converted; the rest stays unchanged.
    replay::convert(&mut tree, &replay, Script::Coordinate);
    assert_eq!(words(&tree)[..5], ["e2e4", "e7e5", "g1f3", "b8c6", "Bd5"]);
    assert!(words(&tree).contains(&"f1b5".to_owned()));
}

/// The movetext after resolving and conversion to SAN; the streaming reader must find the same.
fn rewritten(text: &str) -> String {
    let (mut tree, replay) = resolved(text);
    let (counts, problems) = validated(text);
    assert_eq!((counts.moves, counts.unread), (replay.moves as u64, replay.unread as u64), "{text}");
    assert_eq!(problems, replay.problems, "{text}");
    replay::convert(&mut tree, &replay, Script::San);
    let written = pgn::write_game(&tree);
    written.split_once("\n\n").map_or(&*written, |(_, moves)| moves).trim_end().replace('\n', " ")
}

#[test]
fn the_rest_of_an_illegal_line_keeps_its_numbers() {
    for (text, written) in [
        ("1. e2e4 Nf6 2. e5 xx d5 3. d4 d6 *", "1. e4 Nf6 2. e5 xx d5 3. d4 d6 *"),
        (
            "1. e4 e5 2. xx (Nf3 Nc6) Nc6 (2... d6 6. a3 Nf6) 7. d4 {a} d5 *",
            "1. e4 e5 2. xx (2. Nf3 Nc6) 2... Nc6 (2... d6 6. a3 Nf6) 7. d4 {a} 7... d5 *",
        ),
        // The numbers of legal moves follow from the rules, and so do all if there are none.
        ("1. e4 e5 4. Nf3 Nc6 5. xx d6 *", "1. e4 e5 2. Nf3 Nc6 5. xx d6 *"),
        ("e4 e5 xx d6 d3 *", "1. e4 e5 2. xx d6 3. d3 *"),
    ] {
        assert_eq!(rewritten(text), written);
    }
}

#[test]
fn signs_and_remarks_of_annotators_are_no_moves() {
    for (text, written) in [
        (
            "1. Nf3+= d5± 2. d4!∓ e6+/- 3. g3=+ Nf6⩲? 4. Bg2=/+ Be7 5. O-O∞ O-O-+ *",
            "1. Nf3 $14 d5 $16 2. d4 $1 $17 e6 $16 3. g3 $15 Nf6 $14 $2 4. Bg2 $15 Be7 5. O-O $13 O-O $19 *",
        ),
        ("1. e4 Nf6 2. e5 d5 3. exd6 ep exd6 4. d4 e.p. *", "1. e4 Nf6 2. e5 d5 3. exd6 exd6 4. d4 *"),
        ("1. e4 Nf6 2. e5 d5 3. exd6e.p. exd6 *", "1. e4 Nf6 2. e5 d5 3. exd6 exd6 *"),
        ("1. e4 f6 2. d4 g5 3. Qh5 mate! *", "1. e4 f6 2. d4 g5 3. Qh5# $1 *"),
        ("1. e4 d5 2. Bb5 ch ep (2. d4 (2. c4) e6) c6 *", "1. e4 d5 2. Bb5+ (2. d4 e6) (2. c4) 2... c6 *"),
    ] {
        assert_eq!(rewritten(text), written);
    }
    // They stay in the rest of an illegal line. Signs that belong to a move are read with it.
    assert_eq!(rewritten("1. e4 d5 2. xx ch Nf6 ep d4+- *"), "1. e4 d5 2. xx ch Nf6 ep d4+- *");
    let promotion = "[FEN \"7k/P7/8/8/8/8/8/7K w - - 0 1\"]\n\n1. a8=Q+ *";
    assert_eq!(rewritten(promotion), "1. a8=Q+ *");
    // In a game of points such a word is a move. Before any move it is none.
    assert_eq!(rewritten("[Variant \"gomoku\"]\n\n1. ch eh *"), "1. P@c8 P@e8 *");
    assert_eq!(rewritten("1. ch e4 *"), "1. ch e4 *");
}

#[test]
fn a_result_that_cannot_be_understood_is_noted() {
    let text = "[Result \"1-0 (time)\"]\n\n1. e4 e5\n";
    let (_, replay) = resolved(text);
    let (counts, problems) = validated(text);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!((problem.kind, problem.line, problem.severity()), (ProblemKind::Loose, 1, Severity::Note));
    assert_eq!((&replay.problems, counts.sound), (&problems, 1));
    for known in ["1-0", "1 - 0", "?", "*"] {
        assert_eq!(validated(&text.replace("1-0 (time)", known)).1.total(), 0, "{known}");
    }
}

#[test]
fn reasons_are_in_the_words_of_the_game() {
    let start = |word: &str| format!("[Variant \"Xiangqi\"]\n\n1. {word} *\n");
    let facing = "[Variant \"Xiangqi\"]\n[FEN \"4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1\"]\n\n1. 马五进四 *\n";
    let castling = |second: &str, rights: &str, word: &str| {
        format!("[FEN \"4k3/8/8/8/8/8/{second}/R3K2R w {rights} - 0 1\"]\n\n1. {word} *\n")
    };
    let cases = [
        // The elephant stands on the horse's leg.
        (start("马二进四"), "马二进四: the horse on h1 is blocked at g1 by Red's elephant"),
        (start("N2+4"), "N2+4: the horse on h1 is blocked at g1 by Red's elephant"),
        (
            start("帅五进二"),
            "帅五进二: the general on e1 may move to e3 only by a capture, and nothing is there",
        ),
        (start("what?"), "what: this is not the notation of a move"),
        (facing.to_owned(), "马五进四: the general on e1 could then be captured by Black's general on e10"),
        ("1. e4 e5 2. Nc3 Nc6 3. O-O *".to_owned(), "O-O: the king on e1 is blocked at f1 by White's bishop"),
        ("1. e1g1 *".to_owned(), "e1g1: the king on e1 is blocked at f1 by White's bishop"),
        (
            castling("4r3", "KQ", "O-O"),
            "O-O: the king on e1 may not move to g1: e1 is attacked by the rook on e2",
        ),
        (
            castling("5r2", "KQ", "0-0"),
            "0-0: the king on e1 may not move to g1: f1 is attacked by the rook on f2",
        ),
        (castling("8", "K", "O-O-O"), "O-O-O: the king on e1 may not move to c1: the right Q is lost"),
        (
            format!("[Variant \"Chess960\"]\n{}", castling("6r1", "KQ", "O-O")),
            "O-O: the king on e1 may not move to h1: g1 is attacked by the rook on g2",
        ),
        ("1. Ra3 *".to_owned(), "Ra3: the rook on a1 is blocked at a2 by White's pawn"),
        (
            "1. exd3 *".to_owned(),
            "exd3: the pawn on e2 may not move to d3: d3 is not marked by the last move; \
             the pawn on e2 may move to d3 only by a capture, and nothing is there",
        ),
    ];
    for (text, expected) in cases {
        let (_, replay) = resolved(&text);
        assert_eq!(messages(&replay.problems), [expected]);
    }
}

#[test]
fn tags_choose_rules_and_start() {
    let problem = |text: &str| -> Problem {
        replay::resolve(&mut first(text), 7, &known, None).expect_err("this cannot be played")
    };
    let unknown = problem("[Variant \"Tafl\"]\n\n1. e4 *");
    assert_eq!((unknown.kind, unknown.game), (ProblemKind::UnknownVariant, 7));
    assert_eq!(unknown.message, "no rules are known for the variant \"Tafl\"");
    assert_eq!(problem("[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 *").kind, ProblemKind::BadStart);
    let (_, replay) = resolved("[CarnRules \"0123456789abcdef\"]\n[SetUp \"1\"]\n\n1. e4 *");
    let found: Vec<_> = replay.problems.iter().map(|p| (p.kind, p.severity())).collect();
    let warning = Severity::Warning;
    assert_eq!(found, [(ProblemKind::OtherRules, warning), (ProblemKind::Contradiction, warning)]);
    let hash = replay.known.hash.expect("shipped rules have one");
    let (_, replay) = resolved(&format!("[CarnRules \"{hash}\"]\n\n1. e4 *"));
    assert_eq!(replay.problems.total(), 0);
    let (tree, replay) = resolved("[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 5 40\"]\n\n40... e1=Q+ 41. Ka2 *");
    assert_eq!(replay.problems.total(), 0);
    let position = replay.position(&tree, end(&tree)).expect("legal");
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/K7/4q3 b - - 1 41");
}

#[test]
fn a_mate_that_the_record_denies_is_reported() {
    let text = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let (_, replay) = resolved(text);
    assert_eq!(messages(&replay.problems), ["the game is 0-1 on the board, and 1-0 by its record"]);
    assert_eq!(messages(&validated(text).1), ["the game is 0-1 on the board, and 1-0 by its record"]);
    let (_, replay) = resolved("[Result \"1-0\"]\n\n1. e4 e5 0-1\n");
    assert_eq!(messages(&replay.problems), ["the Result is 1-0, and the moves end in 0-1"]);
}

#[test]
fn a_database_is_read_with_all_its_variants() {
    let text = format!(
        "{CHINESE}\n{WXF}\n[Variant \"Tafl\"]\n\n1. a1 b2 *\n\n[Event \"last\"]\n\n\
         1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) e5 2. Ke2 *\n"
    );
    let (counts, problems) = validated(&text);
    assert_eq!(counts, Counts { games: 4, sound: 3, moves: 8 + 8 + 9, unread: 2 });
    assert_eq!(messages(&problems), ["no rules are known for the variant \"Tafl\""]);
    assert_eq!(problems[0].game, 3);
}

#[test]
fn games_go_to_sgf_and_back() {
    let annotated = "[Event \"A\"]\n[Date \"2024.01.02\"]\n[White \"W: x]\"]\n[Result \"1-0\"]\n[Clock \"1\"]\n\n\
        {before} 1. e4 {best by test} e5 $1 (1... c5 $6 2. Nf3 (2. c3) d6) 2. Qh5 $4 $16 $1 Nc6 $146 $2 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    for text in [annotated, CHINESE, include_str!("../fixtures/record/seed-branch.pgn")] {
        let (mut tree, replay) = resolved(text);
        replay::convert(&mut tree, &replay, Script::Coordinate);
        let there = replay::to_sgf(&tree, replay.known.rules.variant());
        let text = sgf::write(std::slice::from_ref(&there));
        let parsed = sgf::read(&text);
        assert_eq!(parsed.problems.total(), 0, "{text}");
        assert_eq!(parsed.games, [there], "{text}");
        let mut back = replay::from_sgf(&parsed.games[0]);
        let again = replay::resolve(&mut back, 1, &known, None).expect("rules and start are known");
        assert_eq!((again.moves, again.problems.total()), (replay.moves, 0), "{text}");
        assert_eq!(words(&back), words(&tree));
        assert_eq!(back.termination, tree.termination);
        for tag in &tree.tags {
            let ours = matches!(&*tag.name, "Format" | "SetUp");
            assert!(ours || back.tags.get(&tag.name) == Some(&tag.value), "{} in {text}", tag.name);
        }
        let said = |tree: &GameTree| -> Vec<_> {
            tree.nodes()
                .map(|id| {
                    (tree[id].glyphs().collect::<Vec<_>>(), tree[id].comments().collect::<Vec<_>>().join("|"))
                })
                .collect()
        };
        assert_eq!(said(&back), said(&tree));
    }
    let (mut tree, replay) = resolved("1. e4 e5 2. Nf3 *");
    replay::convert(&mut tree, &replay, Script::Coordinate);
    let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    assert!(text.contains(";W[e2e4];B[e7e5];W[g1f3]"), "{text}");
    // Properties are unique in a node, and it has one of TE, BM, IT and DO.
    let (tree, replay) = resolved("1. e4 $1 $2 $3 $14 *");
    let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    assert!(text.contains(";W[e4]TE[1]NAG[2][3][14]"), "{text}");
    assert!(text.contains("GM[3]") && text.contains("RU[Chess]"), "{text}");
    assert_eq!(
        replay::from_sgf(&sgf::read("(;GM[3]RE[B+];W[e2e4])").games[0]).termination,
        Termination::Second
    );
}

/// Facts of SGF without a tag in PGN, reasons of results, and players of turns of several moves.
#[test]
fn sgf_keeps_its_facts() {
    let text = "(;FF[4]GM[3]RE[B+T]AP[cgoban:3]GC[about it]GN[g]TM[600]OT[none]US[me];W[e2e4]WL[90.5];B[e7e5]N[here])";
    let mut tree = replay::from_sgf(&sgf::read(text).games[0]);
    tree.tags.set("Variant", "Chess");
    let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
    let back = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    for part in [
        "RE[B+T]",
        "AP[cgoban:3]",
        "GC[about it]",
        "GN[g]",
        "TM[600]",
        "OT[none]",
        "US[me]",
        "WL[90.5]",
        "N[here]",
    ] {
        assert!(back.contains(part), "{part} is not in {back}");
    }
    assert!(!back.contains("Termination") && back.matches("RE[").count() == 1, "{back}");
    let pgn = pgn::write_game(&tree);
    for part in [
        "[Termination \"time forfeit\"]",
        "[Title \"g\"]",
        "[TimeControl \"600\"]",
        "[Application \"cgoban:3\"]",
        "{about it}",
        "{[%clk 0:01:30.5]}",
        "{here}",
    ] {
        assert!(pgn.contains(part), "{part} is not in {pgn}");
    }
    for result in ["W+Resign", "W+3.5", "Void"] {
        let mut tree =
            replay::from_sgf(&sgf::read(&format!("(;GM[3]RU[Chess]RE[{result}];W[e2e4])")).games[0]);
        let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
        let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
        assert!(text.contains(&format!("RE[{result}]")), "{text}");
        // Another result replaces it.
        tree.termination = Termination::Second;
        let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
        assert!(text.contains("RE[B+]") && text.matches("RE[").count() == 1, "{text}");
    }
}

/// A record in SGF, read and resolved, and what it has as PGN tags: the first player, the second, and the result.
fn read_sgf(text: &str) -> (GameTree, Replay, [String; 3]) {
    let mut tree = replay::from_sgf(&sgf::read(text).games[0]);
    let replay = replay::resolve(&mut tree, 1, &known, None).expect("rules and start are known");
    replay::convert(&mut tree, &replay, Script::Coordinate);
    let tags = ["White", "Black", "Result"].map(|name| tree.tags.get(name).unwrap_or("?").to_owned());
    (tree, replay, tags)
}

/// In PGN White is the first player of the rules, whatever that player is called. In SGF it is the player of the property W.
#[test]
fn players_keep_names_colours_and_results_in_sgf() {
    let start = Position::start(&known("gomoku").expect("shipped").rules).fen().replace(']', "\\]");
    let from_fen = format!("(;RU[gomoku]PB[a]PW[b]RE[B+5]FEN[{start}];B[hh];W[ii])");
    for (text, result) in [
        ("(;RU[gomoku]PB[a]PW[b]BR[9]RE[B+Resign];B[hh];W[ii])", "1-0"),
        ("(;RU[gomoku]PB[a]PW[b]RE[W+])", "0-1"),
        (&from_fen, "1-0"),
        ("(;RU[flipello]PB[a]PW[b]RE[B+12];B[dc])", "1-0"),
        ("(;RU[shogi]PB[a]PW[b]RE[W+T];B[c3c4])", "0-1"),
        ("(;RU[shogi]PB[b]PW[a]RE[W+R];W[c3c4])", "1-0"),
        ("(;RU[chess]PB[b]PW[a]RE[W+R];W[e2e4])", "1-0"),
        ("(;RU[chess]PB[b]PW[a]RE[B+R]FEN[4k3/8/8/8/8/8/8/4K2R b K - 0 1];B[e8e7])", "0-1"),
    ] {
        let (tree, replay, tags) = read_sgf(text);
        assert_eq!(tags, ["a", "b", result], "{text}");
        assert_eq!(messages(&replay.problems), [""; 0], "{text}");
        let back = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]).replace('\n', "");
        let parts = text.trim_matches(['(', ')', ';']).split_inclusive(']');
        for part in parts.filter(|part| !part.starts_with("RU")) {
            assert!(back.contains(part), "{part} of {text} is not in {back}");
        }
        // As PGN and back.
        let (mut tree, replay) = resolved(&pgn::write_game(&tree));
        replay::convert(&mut tree, &replay, Script::Coordinate);
        let sgf = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
        assert_eq!(read_sgf(&sgf).2, tags, "{sgf}");
    }
    let (mut tree, replay) = resolved(
        "[Variant \"gomoku\"]\n[White \"Second\"]\n[Black \"First\"]\n[Result \"0-1\"]\n\n1. h8 i7 2. h7 0-1\n",
    );
    replay::convert(&mut tree, &replay, Script::Coordinate);
    let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    assert!(["PB[Second]", "PW[First]", "RE[W+]", ";B["].iter().all(|part| text.contains(part)), "{text}");
    // The rules have the other colours.
    let (tree, replay, tags) = read_sgf("(;RU[chess]PB[a]PW[b]RE[B+R];B[e2e4])");
    let message = "White is the first player by the rules, and has the property B in this record";
    assert_eq!((messages(&replay.problems), tags), (vec![message], ["a", "b", "1-0"].map(str::to_owned)));
    let text = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    assert!(text.contains("RE[B+R]") && text.contains(";B[e2e4]"), "{text}");
}

/// SGF allows a property once in a node.
#[test]
fn repeated_tags_are_reported_and_kept_in_sgf() {
    let text = "[Site \"\"]\n[Site \"again\"]\n[TimeControl \"5\"]\n[TimeControl \"6\"]\n\n1. e4 *\n";
    let (tree, replay) = resolved(text);
    let message = "the tag Site is repeated: the first one counts";
    assert_eq!(messages(&replay.problems), [message]);
    let problems = validated(text).1;
    assert_eq!((messages(&problems), problems[0].line), (vec![message], 2));
    let sgf = sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
    assert!(sgf.contains("PC[]") && sgf.contains("TAG[Site:again][TimeControl:6]"), "{sgf}");
    assert_eq!((sgf.matches("PC[").count(), sgf.matches("TM[").count()), (1, 1), "{sgf}");
    let back = replay::from_sgf(&sgf::read(&sgf).games[0]);
    let sites: Vec<&str> =
        back.tags.iter().filter(|tag| &*tag.name == "Site").map(|tag| &*tag.value).collect();
    assert_eq!(sites, ["", "again"]);
}

#[test]
fn sgf_has_the_players_of_long_turns_and_of_several() {
    let sgf_of = |text: &str| {
        let (mut tree, replay) = resolved(text);
        replay::convert(&mut tree, &replay, Script::Coordinate);
        sgf::write(&[replay::to_sgf(&tree, replay.known.rules.variant())]).replace('\n', "")
    };
    let text = sgf_of("[Variant \"marseillais\"]\n\n1. e4 e5/Nc6 2. Qh5, Nf3 (2. Bc4) *\n");
    assert!(text.contains(";W[e2e4];B[e7e5];B[b8c6];W[d1h5](;W[g1f3])(;W[f1c4])"), "{text}");
    let text = sgf_of(
        "[Variant \"fourteams\"]\n[StartFen4 \"4PC\"]\n[Result \"1-0-1-0\"]\n\n1. h2-h3 .. b9-c9 1-0-1-0\n",
    );
    assert!(text.contains("[Result:1-0-1-0]"), "{text}");
    let back = replay::from_sgf(&sgf::read(&text).games[0]);
    assert_eq!(back.termination.marker(), "1-0-1-0");
}

/// Three famous games that end in mate: Paris 1858, London 1851, Berlin 1852.
#[test]
fn old_games_end_in_mate() {
    let text = include_str!("../fixtures/record/mates.pgn");
    let (counts, problems) = validated(text);
    assert_eq!(
        (counts, problems.total()),
        (Counts { games: 3, sound: 3, moves: 33 + 45 + 47, unread: 0 }, 0)
    );
    for mut tree in pgn::read(text).games {
        let replay = replay::resolve(&mut tree, 1, &known, None).expect("chess");
        let position = replay.position(&tree, end(&tree)).expect("all moves are legal");
        assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(carn::variant::Reason::Checkmate));
        // Moves read from SAN are written unchanged.
        let before = words(&tree);
        assert_eq!(replay::convert(&mut tree, &replay, Script::San), 0, "{before:?}");
    }
}

#[test]
fn long_lines_and_deep_variations_are_read_without_recursion() {
    let line = "Nf3 Nf6 Ng1 Ng8 ".repeat(25_000);
    let (tree, replay) = resolved(&format!("{line}*"));
    assert_eq!((replay.moves, replay.problems.total()), (100_000, 0));
    assert_eq!(replay.position(&tree, end(&tree)).map(|position| position.moves().len()), Some(100_000));
    let nested = format!("e4 {}{} *", "(d4 ".repeat(50_000), ")".repeat(50_000));
    assert_eq!(resolved(&nested).1.moves, 50_001);
    let (counts, problems) = validated(&nested);
    assert_eq!((counts.moves, problems.total()), (50_001, 0));
    // Beyond the bound it is said where.
    let nested = format!("e4\n{}{} *", "(d4\n".repeat(70_000), ")".repeat(70_000));
    let places = |problems: &Problems| -> Vec<_> {
        problems.iter().map(|problem| (problem.kind, problem.line, problem.column)).collect()
    };
    let there = [(ProblemKind::TooLong, replay::DEEPEST as u64 + 2, 2)];
    assert_eq!(places(&validated(&nested).1), there);
    // In the tree these stand beside each other.
    assert_eq!(resolved(&nested).1.problems.total(), 0);
    // Thousands of words that are no moves cost no more than they are worth.
    let (counts, problems) = validated(&format!("e4 {} *", "(zz) ".repeat(50_000)));
    assert_eq!((counts.unread, problems.total()), (50_000, 50_000));
}

/// Source: tests/fixtures/README.md. Some rows start where the opponent is in check.
#[test]
fn the_published_rows_of_xiangqi_are_records_in_every_notation() {
    let rows = include_str!("../fixtures/xiangqi-notation.tsv").lines().skip(1);
    let rules = known("xiangqi").expect("shipped");
    let lookup = |_: &str| Some(rules.clone());
    let mut odd = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let scripts = [(Script::Iccs, columns[1]), (Script::Chinese, columns[2]), (Script::Wxf, columns[3])];
        for (script, word) in scripts {
            // Without the tag, what may be ICCS or coordinates is refused.
            let format = notation::script_name(script);
            let tags = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n[Format \"{format}\"]", columns[0]);
            let mut tree = first(&format!("{tags}\n\n{word} *\n"));
            let replay = replay::resolve(&mut tree, 1, &lookup, None).expect("it can be played");
            assert_eq!((replay.moves, replay.unread), (1, 0), "{row}: {:?}", replay.problems);
            odd += replay.problems.iter().filter(|problem| problem.kind == ProblemKind::OddStart).count();
            assert!(replay.problems.iter().all(|problem| problem.severity() == Severity::Warning), "{row}");
            for (script, expected) in scripts {
                replay::convert(&mut tree, &replay, script);
                let played = tree[end(&tree)].played.as_ref().expect("a move");
                assert_eq!(&*played.text, expected, "{row}");
            }
        }
    }
    assert!(odd > 0);
}

#[test]
fn a_start_with_the_opponent_in_check_is_odd_and_one_without_a_royal_is_none() {
    let (counts, problems) = validated("[FEN \"4k3/8/8/8/8/8/8/4RK2 w\"]\n[SetUp \"1\"]\n\n1. Kg1 *\n");
    assert_eq!((counts.sound, counts.moves), (1, 1));
    assert_eq!(
        messages(&problems),
        ["the game starts where Black is in check, but it is the opponent's turn"]
    );
    assert_eq!(problems[0].severity(), Severity::Warning);
    let (counts, problems) = validated("[FEN \"8/8/8/8/8/8/8/4RK2 w\"]\n[SetUp \"1\"]\n\n1. Kg1 *\n");
    assert_eq!((counts.sound, messages(&problems)), (1, vec![]));
}
