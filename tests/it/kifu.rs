//! KIF, CSA and lines of USI moves, read as game trees and by the rules of their games.

use std::sync::OnceLock;

use carn::library;
use carn::notation;
use carn::position::Position;
use carn::record::kifu::Format;
use carn::record::replay::{self, Known};
use carn::record::{Encoding, GameTree, NodeId, ProblemKind, Severity, Termination, kifu, pgn};
use carn::variant::{Move, Script, fen};
use proptest::prelude::*;

use super::cli::{Folder, carn, root};

fn known(name: &str) -> Option<Known> {
    static SHOGI: OnceLock<Option<Known>> = OnceLock::new();
    let load = || Some(Known { rules: library::rules(library::find("将棋")?)?, hash: None });
    SHOGI.get_or_init(load).clone().filter(|_| ["将棋", "Shogi"].contains(&name))
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(root().join("tests/fixtures/record").join(name)).unwrap()
}

/// The games of a fixture, none of which has anything wrong.
fn games(name: &str) -> Vec<GameTree> {
    let parsed = Format::of_name(name).unwrap().read_bytes(&fixture(name), None);
    assert_eq!(&*parsed.problems, []);
    parsed.games
}

/// The moves of the main line, and what is wrong with them.
fn moves(tree: &mut GameTree) -> (Vec<Move>, Vec<String>) {
    let replay = replay::resolve(tree, 1, &known, None).unwrap();
    let line: Vec<NodeId> = tree.main_line().skip(1).collect();
    let moves = line.iter().filter_map(|&id| replay::legal(tree[id].played.as_ref()?)).collect();
    (moves, replay.problems.iter().map(|problem| problem.message.clone()).collect())
}

/// A game as PGN, in coordinates.
fn converted(tree: &mut GameTree) -> String {
    let replay = replay::resolve(tree, 1, &known, None).unwrap();
    assert_eq!((&*replay.problems, replay.unread), (&[][..], 0));
    replay::convert(tree, &replay, Script::Coordinate);
    pgn::write_game(tree)
}

#[test]
fn variations_comments_and_times_are_kept() {
    let mut tree = games("branches.kif").remove(0);
    let text = converted(&mut tree);
    for part in [
        "[Event \"練習\"]",
        "[Date \"2026.11.26\"]",
        "[White \"甲\"]",
        "[Black \"乙\"]",
        "[Result \"1-0\"]",
        "{持ち時間：10分}",
        "1... g7g6 {[%emt 0:01:02]}",
        "(2. h3h4 h8b2+ 3. c1b2 {中断})",
        "(3. e1d2 e9f8) 3... h8g7",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(text.ends_with("1-0\n") || text.ends_with("1-0"), "{text}");
    // The written text reads back as the same game.
    let mut back = pgn::read(&text).games.remove(0);
    assert_eq!(moves(&mut back), moves(&mut games("branches.kif").remove(0)));
    assert_eq!(back.termination, Termination::First);
}

/// The text of a game in KIF.
fn written(tree: &mut GameTree) -> String {
    let replay = replay::resolve(tree, 1, &known, None).unwrap();
    replay::convert(tree, &replay, Script::Kif);
    kifu::write(tree, &replay).unwrap()
}

#[test]
fn written_kif_is_read_back() {
    let mut tree = games("branches.kif").remove(0);
    let text = written(&mut tree);
    let mut back = Format::Kif.read(&text).games.remove(0);
    for part in ["手合割：平手\n", "開始日時：2026/11/26 10:00:00\n", "先手：甲\n", "\n変化："]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let all = |tree: &mut GameTree| -> Vec<_> {
        replay::resolve(tree, 1, &known, None).unwrap();
        let node = |id: NodeId| {
            let said: Vec<String> = tree[id].said().map(|said| said.into_owned()).collect();
            (tree.depth(id), tree[id].played.as_ref().and_then(replay::legal), said.join("\n"))
        };
        tree.nodes().map(node).collect()
    };
    assert_eq!(all(&mut back), all(&mut games("branches.kif").remove(0)));
    assert_eq!(back.termination, Termination::First);
}

#[test]
fn kif_is_written_as_other_programs_write_it() {
    let text = "[Variant \"Shogi\"]\n\n1. ▲7六歩 △3四歩 2. ▲2二角成 △同　銀 3. ▲4五角打 1/2-1/2\n";
    let kif = written(&mut pgn::read(text).games.remove(0));
    let moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n   6 引き分け\n";
    assert!(kif.ends_with(moves), "{kif}");
    // A handicap is written by its name, and the weaker player may win by the last move of the other.
    let handicap = "手合割：二枚落ち\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 投了\n";
    let kif = written(&mut Format::Kif.read(handicap).games.remove(0));
    assert!(kif.starts_with("手合割：二枚落ち\n") && kif.ends_with("   3 投了\n"), "{kif}");
    // A start without a name has no place in KIF, and no more has another game.
    let mut odd =
        pgn::read("[Variant \"Shogi\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1\"]\n\n*").games.remove(0);
    let replay = replay::resolve(&mut odd, 1, &known, None).unwrap();
    assert_eq!(kifu::write(&odd, &replay), None);
    assert!(!kifu::can_write(&library::variant("chess").unwrap()));
}

/// Tags, times, and comments before a move and after a star are in the written file, and are read back.
#[test]
fn written_kif_keeps_tags_times_and_comments() {
    let text = "[Variant \"Shogi\"]\n[Round \"3\"]\n[TimeControl \"600\"]\n[Date \"2020.01.31\"]\n[Time \"10:00\"]\n\
                [EndDate \"2020.02.01\"]\n\n\
                1. ▲7六歩 {[%emt 0:00:05]} △3四歩 {[%emt 0:01:02.5]} {*good} 2. ▲2六歩 {[%emt 1:00:00]} *\n";
    let kif = written(&mut pgn::read(text).games.remove(0));
    for part in [
        "開始日時：2020/01/31 10:00\n",
        "終了日時：2020/02/01\n",
        "Round：3\n",
        "   1 ７六歩(77)   ( 0:05/00:00:05)\n",
        "   2 ３四歩(33)   ( 1:02.5/00:01:02)\n* *good\n",
        "   3 ２六歩(27)   (60:00/01:00:05)\n",
    ] {
        assert!(kif.contains(part), "{part} is not in\n{kif}");
    }
    let mut back = Format::Kif.read(&kif).games.remove(0);
    assert_eq!((back.tags.get("Round"), back.tags.get("Time")), (Some("3"), Some("10:00")));
    assert_eq!(back.tags.get("TimeControl"), Some("600"));
    assert_eq!(written(&mut back), kif);
    let text = "[Variant \"Shogi\"]\n\n1. ▲7六歩 △3四歩 ({instead} 1... △8四歩) *\n";
    let kif = written(&mut pgn::read(text).games.remove(0));
    assert!(kif.ends_with("\n変化：2手\n*instead\n   2 ８四歩(83)\n"), "{kif}");
}

/// Text that the writer could improve on is written as it was read.
#[test]
fn kif_is_written_as_it_was_read() {
    for text in [
        // Illegal moves.
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n",
        // Wide blanks, and ends of variations.
        "手合割：平手\n先手：羽生　善治\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n\
         変化：2手\n   2 ８四歩(83)\n*角\n   3 投了\n",
        // The giver of a handicap moves first and is the second player.
        "手合割：香落ち\n下手：甲\n上手：乙\n手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 投了\n",
        "手合割：香落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\nまで1手で下手の勝ち\n",
    ] {
        let mut tree = Format::Kif.read(text).games.remove(0);
        assert_eq!(written(&mut tree), text);
    }
}

/// Nothing is known of the place of a variation that replaces no move: its moves are text.
#[test]
fn a_variation_of_no_known_move_is_an_error() {
    let main =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n変化：3手\n   3 ６六歩(67)\n";
    let lost = "変化：9手\n   9 ８四歩(83)\n  10 投了\n";
    let parsed = Format::Kif.read(&format!("{main}{lost}変化：2手\n   2 ８四歩(83)\n"));
    let problems: Vec<_> = parsed.problems.iter().map(|problem| (problem.severity(), problem.line)).collect();
    assert_eq!(problems, [(Severity::Error, 7)]);
    let tree = &parsed.games[0];
    let leaves: Vec<usize> = tree.leaves().map(|id| tree.depth(id)).collect();
    assert_eq!((tree.len(), leaves, tree.termination), (6, vec![3, 3, 2], Termination::Open));
    assert!(tree.nodes().flat_map(|id| tree[id].comments()).eq(["変化：9手\n８四歩(83)\n投了"]));
    // Problems of the text and of the moves come in the order of lines.
    let folder = Folder::new("kifu-order");
    let file = folder.file("a.kif", &format!("{}{lost}", main.replace("３四歩", "３五歩")));
    let out = carn(&["record", "check", &file]).code(1).out;
    let lines: Vec<&str> =
        out.lines().filter_map(|line| line.strip_prefix(&*file)?.split(':').nth(1)).collect();
    assert_eq!(lines, ["3", "7"], "{out}");
}

/// A header after moves begins the next game; variations, comments and the line with the result do not.
#[test]
fn several_games_of_kif_are_read() {
    let game = |name: &str, end: &str| {
        format!(
            "手合割：平手\n先手：{name}\n手数----指手---------消費時間--\n*先手：{name}\n   1 ７六歩(77)\n*後手：{name}\n\
             {end}変化：1手\n   1 ２六歩(27)\n終了日時：2020/01/01\n"
        )
    };
    let text =
        format!("{}\n{}", game("甲", "   2 投了\nまで1手で先手の勝ち\n"), game("乙", "   2 反則勝ち\n"));
    let parsed = Format::Kif.read(&text);
    assert_eq!(&*parsed.problems, []);
    let found: Vec<_> = parsed
        .games
        .iter()
        .map(|game| (game.tags.get("White").unwrap(), game.len(), game.termination))
        .collect();
    assert_eq!(found, [("甲", 3, Termination::First), ("乙", 3, Termination::Second)]);
    assert_eq!(parsed.games[1].tags.get("Termination"), Some("rules infraction"));
    // A game without moves, too.
    let empty = "手合割：平手\n手数----指手---------消費時間--\n";
    assert_eq!(Format::Kif.read(&format!("{empty}\n{empty}")).games.len(), 2);
}

/// Every end is written so that it is read back as the same result for the same reason, and nothing more.
#[test]
fn ends_of_games_are_written_as_they_were_read() {
    for end in [
        "   2 投了\n",
        "   2 切れ負け\n",
        "   2 反則負け\n",
        "   2 不戦敗\n",
        "   2 反則勝ち\n",
        "   2 入玉勝ち\n",
        "   2 不戦勝\n",
        "   2 千日手\n",
        "   2 持将棋\n",
        "   2 引き分け\n",
        "   2 中断\n",
        "まで1手で後手の勝ち\n",
        "",
    ] {
        let text = format!("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n{end}");
        let mut tree = Format::Kif.read(&text).games.remove(0);
        assert_eq!(written(&mut tree), text);
    }
    // The winner is to move.
    let mut tree = pgn::read("[Variant \"Shogi\"]\n\n1. ▲7六歩 △3四歩 1-0\n").games.remove(0);
    let kif = written(&mut tree);
    assert!(kif.ends_with("まで2手で先手の勝ち\n"), "{kif}");
    assert_eq!(Format::Kif.read(&kif).games[0].termination, Termination::First);
    // Mate is on the board.
    let mate = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ４二玉(51)\n   3 ３三角成(88)\n\
                   4 詰み\n";
    let kif = written(&mut Format::Kif.read(mate).games.remove(0));
    assert!(kif.ends_with("   4 投了\n"), "{kif}");
    let csa = |end: &str| Format::Csa.read(&format!("PI\n+\n+7776FU\n%{end}\n")).games.remove(0);
    for (end, result) in [("-ILLEGAL_ACTION", Termination::First), ("+ILLEGAL_ACTION", Termination::Second)] {
        let game = csa(end);
        assert_eq!((game.termination, game.tags.get("Termination")), (result, Some("rules infraction")));
    }
}

#[test]
fn the_second_player_may_begin_in_csa() {
    let mut tree = Format::Csa.read("V2.2\nPI\n-\n-3334FU,T1,+7776FU\n%TORYO\n").games.remove(0);
    let text = converted(&mut tree);
    assert!(
        text.contains(" b - - 0 1\"]") && text.ends_with("1... g7g6 {[%emt 0:00:01]} 2. c3c4 1-0\n"),
        "{text}"
    );
}

#[test]
fn moves_on_one_line_of_csa_have_their_columns() {
    let tree = Format::Csa.read("PI\n+\n+7776FU,T1,-3334FU\n").games.remove(0);
    let columns: Vec<u32> = tree.main_line().skip(1).map(|id| tree[id].place.1).collect();
    assert_eq!(columns, [1, 12]);
}

#[test]
fn a_piece_that_does_not_become_another_is_not_asked_to_promote() {
    let mut tree = Format::Csa.read("PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122KI\n").games.remove(0);
    let (_, problems) = moves(&mut tree);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].ends_with("the silver on 3a goes to 2b only by g9h8"), "{problems:?}");
}

#[test]
fn shift_jis_is_what_is_no_utf_8() {
    let (mut one, mut other) = (games("branches.kif").remove(0), games("branches-sjis.kif").remove(0));
    assert_eq!(converted(&mut one), converted(&mut other));
    let bytes = fixture("branches-sjis.kif");
    assert_eq!(Format::of_head(&bytes), Some(Format::Kif));
    let named = Format::Kif.read_bytes(&bytes, Some(Encoding::ShiftJis));
    assert_eq!(named.games.len(), 1);
    // Some programs for CSA write EUC-JP.
    let bytes =
        Encoding::EucJp.encode("'棋譜ファイル形式の例です\nV2.2\nN+第一回世界大会の先手\nPI\n+\n+7776FU\n").0;
    let parsed = Format::Csa.read_bytes(&bytes, None);
    assert_eq!((parsed.problems.len(), parsed.games[0].tags.get("White")), (0, Some("第一回世界大会の先手")));
}

/// Bytes that are no text are told by line and column, as in records of other kinds.
#[test]
fn unreadable_text_is_reported_with_its_place() {
    let bytes = b"*abc\n*de\xFFf\n";
    let parsed = Format::Kif.read_bytes(bytes, Some(Encoding::Utf8));
    let bad = parsed.problems.iter().find(|problem| problem.kind == ProblemKind::BadEncoding).unwrap();
    assert_eq!((bad.line, bad.column), (2, 4));
}

#[test]
fn a_handicap_is_a_start_with_a_name() {
    let mut tree = games("handicap.kif").remove(0);
    assert_eq!(tree.tags.get("Start"), Some("二枚落ち"));
    let text = converted(&mut tree);
    assert!(
        text.contains("[FEN \"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1\"]"),
        "{text}"
    );
    assert!(text.contains("[Termination \"time forfeit\"]") && !text.contains("Start"), "{text}");
    // The giver of the handicap moves first; the player to move has lost on time.
    assert!(text.contains("1... c9d8 2. c3c4 e7e6 0-1"), "{text}");
    let mut tree = Format::Kif.read("手合割：百枚落ち\n   1 ６二銀(71)\n").games.remove(0);
    let problem = replay::resolve(&mut tree, 1, &known, None).err().unwrap();
    assert_eq!(problem.kind, ProblemKind::BadStart);
    assert!(problem.message.contains("二枚落ち"), "{}", problem.message);
}

#[test]
fn the_handicaps_of_shogi_take_off_what_they_are_named_for() {
    let rules = known("将棋").unwrap().rules;
    let count = |text: &str| {
        let setup = fen::parse(rules.variant(), text).unwrap();
        assert_eq!(rules.variant().mover(setup.turn).0, 1, "{text}");
        setup.pieces().count()
    };
    let numbers = ["二", "三", "四", "五", "六", "七", "八"].iter().zip(2..).chain([(&"十", 10)]);
    let named: Vec<(&str, usize)> = numbers.map(|(digit, number)| (*digit, number)).collect();
    for (name, text) in &rules.variant().notation.records.starts {
        let digit = named.iter().find(|(digit, _)| name.contains(&format!("{digit}枚")));
        let taken = digit.map_or(if name == "飛香落ち" { 2 } else { 1 }, |(_, number)| *number);
        assert_eq!(count(text), 40 - taken, "{name}");
    }
    assert_eq!(rules.variant().notation.records.starts.len(), 15);
}

#[test]
fn a_diagram_is_a_start() {
    let mut tree = games("diagram.kif").remove(0);
    let text = converted(&mut tree);
    assert!(text.contains("[FEN \"l6nk/8l/6P2/7N1/9/9/9/8P/8K[GGSrrbpppppppppppp] w - - 0 1\"]"), "{text}");
    assert!(text.contains("1. h6i8+ i9i8 2. S@h6 R@e1"), "{text}");
    let wrong = "手合割：その他\n|v怪|一\n   1 ６二銀(71)\n";
    let problem =
        replay::resolve(&mut Format::Kif.read(wrong).games.remove(0), 1, &known, None).err().unwrap();
    assert!(problem.message.contains("-怪"), "{}", problem.message);
}

#[test]
fn games_of_csa_are_read_and_written() {
    let mut games = games("two.csa");
    assert_eq!(games.len(), 2);
    let (mut first, mut second) = (games.remove(0), games.remove(0));
    // A board that is given and is the usual one is the usual start.
    let text = converted(&mut second);
    assert!(!text.contains("FEN") && text.contains("1/2-1/2"), "{text}");
    assert!(text.contains("1. c3c4 b7b6 1/2-1/2"), "{text}");
    let text = converted(&mut first);
    assert!(text.contains("c3c4 h8b2+ 3. c1b2 B@e5 {good} 0-1"), "{text}");
    let replay = replay::resolve(&mut first, 1, &known, None).unwrap();
    replay::convert(&mut first, &replay, Script::Csa);
    let words: Vec<String> =
        first.main_line().filter_map(|id| Some(first[id].played.as_ref()?.text.to_string())).collect();
    assert_eq!(words.join(" "), "+2726FU -3334FU +7776FU -2288UM +7988GI -0055KA");
}

#[test]
fn lines_of_usi_moves_are_games() {
    let mut games = games("two.usi");
    assert_eq!(games.len(), 2);
    assert!(converted(&mut games[0]).contains("1. c3c4 g7g6 2. b2h8+ *"));
    assert!(converted(&mut games[1]).contains("1... e9e8 2. P@e5 *"));
}

#[test]
fn signs_tell_pieces_apart_as_the_player_sees_them() {
    let mut tree = games("signs.ki2").remove(0);
    let text = converted(&mut tree);
    assert!(text.contains("(3. f1e2 f9e8 4. g1f2 c9d8)"), "{text}");
    assert!(text.contains("B@b2 {角打ち} 6. c2c1 b2c1+ 7. d1c1 1-0"), "{text}");
    // The pieces on the board, and which of them moves where.
    for (board, word, origin) in [
        ("9/9/9/9/9/9/9/9/3G1G2K b - 1", "▲5八金右", "f1"),
        ("9/9/9/9/9/9/9/9/3G1G2K b - 1", "▲５八金左", "d1"),
        ("9/9/9/9/9/9/9/5G3/4G3K b - 1", "▲5八金上", "e1"),
        ("9/9/9/9/9/9/9/5G3/4G3K b - 1", "▲5八金寄", "f2"),
        ("9/9/9/9/9/9/9/9/3GGG2K b - 1", "▲5八金直", "e1"),
        ("9/9/9/9/9/9/9/9/3GGG2K b - 1", "▲5八金右", "f1"),
        ("9/9/9/9/9/9/5S3/9/3S1S2K b - 1", "▲5八銀右上", "f1"),
        ("9/9/9/9/9/9/5S3/9/3S1S2K b - 1", "▲5八銀引", "f3"),
        ("9/9/9/9/9/9/5S3/9/3S1S2K b - 1", "▲5八銀左", "d1"),
        ("3g1g2k/9/9/9/9/9/9/9/8K w - 1", "△5二金右", "d9"),
        ("3g1g2k/9/9/9/9/9/9/9/8K w - 1", "△5二金左", "f9"),
        ("9/3S1S3/9/9/9/9/9/9/8K b - 1", "▲5三銀左引不成", "d8"),
        ("9/3S1S3/9/9/9/9/9/9/8K b - 1", "▲5三銀右引成", "f8"),
    ] {
        let board = if board.contains('k') { board.to_owned() } else { board.replacen("9/", "k8/", 1) };
        let rules = known("Shogi").unwrap().rules;
        let position = Position::from_fen(&rules, &format!("sfen {board}")).unwrap();
        let mv = notation::read(&position, word, &[Script::Kif]).unwrap();
        assert_eq!(rules.variant().board.name(mv.from), origin, "{word} in {board}");
    }
}

#[test]
fn every_move_of_random_games_is_written_in_csa_and_read_back() {
    for seed in 0..6 {
        let mut random = carn::random::Random::new(seed);
        let mut game = carn::record::Game::new(known("将棋").unwrap());
        while game.outcome().is_none() && game.position().setup().full_moves < 60 {
            let legal = game.position().legal_moves();
            let Some(&mv) = random.choose(&legal) else { break };
            game.play(mv).unwrap();
        }
        let mut tree = game.to_tree();
        let before = moves(&mut tree);
        let replay = replay::resolve(&mut tree, 1, &known, None).unwrap();
        replay::convert(&mut tree, &replay, Script::Csa);
        for id in tree.main_line().skip(1) {
            let text = &tree[id].played.as_ref().unwrap().text;
            assert!(text.len() == 7 && text.starts_with(['+', '-']), "{text}");
        }
        let mut back = pgn::read(&pgn::write_game(&tree)).games.remove(0);
        assert_eq!(moves(&mut back), before);
    }
}

#[test]
fn text_outside_a_record_is_reported_with_its_line() {
    let said = |format: Format, text: &str| {
        let parsed = format.read(text);
        parsed.problems.iter().map(|problem| (problem.kind, problem.line)).collect::<Vec<_>>()
    };
    let kif = "手合割：平手\n何か\n   2 ７六歩(77)\n変化：9手\n   5\n";
    assert_eq!(
        said(Format::Kif, kif),
        [
            (ProblemKind::UnknownToken, 2),
            (ProblemKind::Contradiction, 3),
            (ProblemKind::Damaged, 4),
            (ProblemKind::UnknownToken, 5)
        ]
    );
    let csa = "V2.2\nPI82\n+\n+7776FU\nTx\n%WHAT\n";
    assert_eq!(
        said(Format::Csa, csa),
        [(ProblemKind::BadStart, 2), (ProblemKind::UnknownToken, 5), (ProblemKind::UnknownToken, 6)]
    );
    assert_eq!(said(Format::Usi, "position here moves 7g7f\n"), [(ProblemKind::BadStart, 1)]);
}

#[test]
fn pieces_are_taken_off_the_start_of_csa() {
    let start = |text: &str| {
        let mut parsed = Format::Csa.read(text);
        assert_eq!(&*parsed.problems, []);
        let replay =
            replay::resolve(&mut parsed.games[0], 1, &known, None).map_err(|problem| problem.message)?;
        assert_eq!(&*replay.problems, []);
        Ok::<_, String>(replay.start.fen())
    };
    let two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1";
    assert_eq!(start("PI82HI22KA\n-\n-3334FU\n+2726FU\n").as_deref(), Ok(two));
    assert_eq!(start("V2.2\nPI82HI,PI22KA,-\n-3334FU\n").as_deref(), Ok(two));
    // A piece may come from another square, and the hand have one.
    let moved = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[P] w - - 0 1";
    assert_eq!(start("PI77FU\nP+76FU00FU\n+\n+7675FU\n").as_deref(), Ok(moved));
    assert_eq!(Format::of_head(b"PI82HI22KA\n-\n"), Some(Format::Csa));
    let wrong = start("PI82KA\n-\n-3334FU\n").unwrap_err();
    assert!(wrong.contains("the start position has no `KA` where one is taken off"), "{wrong}");
    for bad in ["PI8\n+\n", "PI82\n+\n", "PI02HI\n+\n", "PI82HI9\n+\n"] {
        assert_eq!(Format::Csa.read(bad).problems.len(), 1, "{bad}");
    }
}

#[test]
fn the_winner_is_that_of_the_record() {
    let ends = |text: &str| {
        let parsed = Format::Kif.read(&format!("手合割：平手\n   1 ７六歩(77)\n{text}"));
        let kinds: Vec<_> = parsed.problems.iter().map(|problem| problem.kind).collect();
        (parsed.games[0].termination, parsed.games[0].main_line().count() - 1, kinds)
    };
    assert_eq!(ends("   2 投了\nまで1手で先手の勝ち\n"), (Termination::First, 1, vec![]));
    assert_eq!(ends("   2 反則勝ち\n"), (Termination::Second, 1, vec![]));
    // Both sides may be named: the last one has it.
    assert_eq!(ends("まで1手で先手の反則負けにより後手の勝ち\n"), (Termination::Second, 1, vec![]));
    assert_eq!(ends("まで1手で先手の時間切れにより後手の勝ち\n"), (Termination::Second, 1, vec![]));
    assert_eq!(ends("まで1手で後手の反則負け\n"), (Termination::First, 1, vec![]));
    assert_eq!(ends("まで1手で千日手\n"), (Termination::Draw, 1, vec![]));
    let contradicted = ends("   2 投了\nまで1手で後手の勝ち\n");
    assert_eq!(contradicted, (Termination::First, 1, vec![ProblemKind::Contradiction]));
    // A variation that replaces the end is not part of the game.
    let replaced = ends("   2 投了\nまで1手で先手の勝ち\n変化：2手\n   2 ３四歩(33)\n   3 投了\n");
    assert_eq!(replaced, (Termination::First, 1, vec![]));
    assert_eq!(ends("   2 勝ち宣言\n"), (Termination::Second, 1, vec![]));
}

#[test]
fn files_as_others_write_them() {
    // Files of a diagram in half width, an empty header, a day in Japanese, a time for the end.
    let kif = "開始日時：2020年01月31日 10:00\n先手：\n手合割：その他\n  9 8 7 6 5 4 3 2 1\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n\
               | ・v飛 ・ ・ ・ ・ ・v角 ・|二\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n\
               | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n   1 ７六歩(77)\n";
    let mut parsed = Format::Kif.read(kif);
    assert_eq!(&*parsed.problems, []);
    let text = converted(&mut parsed.games[0]);
    assert!(text.contains("[Date \"2020.01.31\"]") && !text.contains("White"), "{text}");
    assert!(!text.contains("FEN") && text.contains("1. c3c4 *"), "{text}");
    let mut parsed = Format::Csa.read("PI,+\n+7776FU,T5\n-3334FU\nT7\n%TORYO\nT99\n");
    assert_eq!(&*parsed.problems, []);
    let text = converted(&mut parsed.games[0]);
    assert!(text.contains("{[%emt 0:00:07]} 1-0") || text.contains("{[%emt 0:00:07]} 0-1"), "{text}");
    assert!(!text.contains("0:01:39") && Format::Csa.read("+\n+7776FU\nTinf\n").problems.len() == 1);
    let parsed = Format::Usi.read("  position startpos moves 7g7f あ \n");
    let places: Vec<_> = parsed.games[0].main_line().skip(1).map(|id| parsed.games[0][id].place).collect();
    assert_eq!(places, [(1, 27), (1, 32)]);
}

#[test]
fn positions_are_told_by_names() {
    let rules = known("将棋").unwrap().rules;
    let text = "names -OU . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / \
                . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . +玉 | +歩*2 -HI | -";
    let setup = fen::parse(rules.variant(), text).unwrap();
    assert_eq!(fen::print(rules.variant(), &setup), "k8/9/9/9/9/9/9/9/8K[PPr] b - - 0 1");
    // The remaining pieces of the start position.
    let rest = fen::parse(rules.variant(), &text.replace("-HI", "-HI -*")).unwrap();
    assert!(
        fen::print(rules.variant(), &rest)
            .starts_with("k8/9/9/9/9/9/9/9/8K[PPrrbbggggssssnnnnllllpppppppppppppppp]")
    );
    let parsed = Format::Csa.read("V2.2\nP1 *  *  *  * -OU *  *  *  * \nP+23TO00KI\nP-00AL\n+\n");
    assert_eq!(&*parsed.problems, []);
    for wrong in
        ["names", "names ", "names +玉", "names | +歩*0 |", "names . | | x", "names +|||", "names 玉"]
    {
        assert!(fen::parse(rules.variant(), wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_command_reads_them() {
    let path = |name: &str| root().join("tests/fixtures/record").join(name).display().to_string();
    let out = carn(&["record", "check", &path("branches.kif"), &path("two.csa"), &path("two.usi")]).ok();
    assert!(out.contains("5 games, 5 sound") && out.contains("0 errors"), "{out}");
    let folder = Folder::new("kifu");
    // Without its name a file is known by how it begins.
    for (name, copy) in [("branches-sjis.kif", "a.txt"), ("two.csa", "b.txt"), ("two.usi", "c.txt")] {
        std::fs::write(folder.path().join(copy), fixture(name)).unwrap();
        let out = carn(&["record", "check", &folder.path().join(copy).display().to_string()]).ok();
        assert!(out.contains(" 0 errors"), "{out}");
    }
    let kif = carn(&["record", "convert", "--to", "kif", &path("two.csa")]).ok();
    assert!(
        kif.starts_with("手合割：平手\n") && kif.contains("   1 ２六歩(27)   ( 0:12/00:00:12)\n"),
        "{kif}"
    );
}

#[test]
fn a_variation_of_the_end_is_one_of_the_last_move() {
    for text in [
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 投了\n\n変化：4手\n4 同　銀(31)\n5 ４五角打\n",
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △投了\nまで3手で先手の勝ち\n変化：4手\n△同　銀 ▲４五角\n",
    ] {
        let mut parsed = Format::Kif.read(text);
        assert_eq!(&*parsed.problems, []);
        let text = converted(&mut parsed.games[0]);
        assert!(text.contains("1. c3c4 g7g6 2. b2h8+ (2. b2h8+ g9h8 3. B@f5) 1-0"), "{text}");
    }
}

#[test]
fn ki2_leaves_out_what_goes_without_saying() {
    let text = "開始日時：2020/01/01\n手合割：平手\n先手：甲\n後手：乙\n\n▲２六歩  △８四歩  ▲２五歩  △８五歩  ▲７八金  △３二金  ▲２四歩  △同　歩\n\
                ▲同　飛  △２三歩  ▲２八飛\nまで11手で中断\n";
    let mut parsed = Format::Kif.read(text);
    assert_eq!(&*parsed.problems, []);
    assert!(converted(&mut parsed.games[0]).contains("P@h7 6. h6h2 *"));
    let rules = known("Shogi").unwrap().rules;
    let read = |board: &str, word: &str| {
        let position = Position::from_fen(&rules, &format!("sfen {board}")).unwrap();
        notation::read(&position, word, &[Script::Kif]).map(|mv| mv.drop().is_some())
    };
    // A gold that may go there goes; said to be dropped, it is.
    let board = "4k4/9/9/9/9/9/9/9/3G4K b G 1";
    assert_eq!(read(board, "▲5八金"), Ok(false));
    assert_eq!(read(board, "▲5八金打"), Ok(true));
    assert_eq!(read(board, "▲5五金"), Ok(true));
    assert_eq!(read(board, "▲5五金(00)"), Ok(true));
    assert_eq!(read(board, "５五金打(00)"), Ok(true));
    assert!(read(board, "▲5五金右").is_err() && read(board, "▲5五銀").is_err());
    assert!(read(board, "▲5五金(69)").is_err());
}

#[test]
fn lines_of_kif_as_other_programs_write_them() {
    // Hands without blanks, a board that is turned, a name for problems.
    let kif = "手合割：詰将棋\n後手の持駒：飛二角金三歩十七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n先手の持駒：桂\n先手番\n盤面回転\n\
               1 ２三桂打(00)   ( 0:07.25/00:00:07)\n";
    let parsed = Format::Kif.read(kif);
    assert_eq!(&*parsed.problems, []);
    let tree = &parsed.games[0];
    assert_eq!(tree.tags.get("Variant"), Some("将棋"));
    assert!(tree.tags.get("FEN").unwrap().contains("| -飛*2 -角*1 -金*3 -歩*17 +桂*1 |"));
    let last = tree.main_line().last().unwrap();
    assert!(tree[last].comments().eq(["[%emt 0:00:07.25]"]));
    // Comments after commas and fractions of seconds in CSA.
    let parsed = Format::Csa
        .read("V2.2\nPI\n+\n+7776FU,T3.5,'*good, they say\n-3334FU,T1,'for programs\n%KACHI,'* -5000 win\n");
    assert_eq!(&*parsed.problems, []);
    let tree = &parsed.games[0];
    let said: Vec<&str> = tree.main_line().flat_map(|id| tree[id].comments()).collect();
    assert_eq!(said, ["[%emt 0:00:03.5]", "good, they say", "[%emt 0:00:01]", " -5000 win"]);
    assert_eq!(tree.termination, Termination::First);
}

#[test]
fn formats_are_told_by_the_first_lines() {
    let is =
        |text: &str, format: Option<Format>| assert_eq!(Format::of_head(text.as_bytes()), format, "{text}");
    is("   1 ７六歩(77)   ( 0:16/00:00:16)\n", Some(Format::Kif));
    is("開始日時：2020/01/01\n先手：甲\n", Some(Format::Kif));
    is("△３四歩 ▲２六歩\n", Some(Format::Kif));
    // PGN whose lines happen to begin with a move of Japanese notation.
    is("[Variant \"将棋\"]\n\n1. ▲2六歩 △8四歩 2. ▲2五歩 △8五歩 3.\n▲7八金 △3二金 *\n", None);
    is("1. ▲2六歩\n▲2五歩\n", None);
    is("1. e4 e5", None);
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(lines in prop::collection::vec(
        prop_oneof![
            "\\PC{0,12}", "[ 0-9]{0,4}[７76六歩同　金(77)打成+/:]{0,12}", "変化：[0-9]{0,3}手", "(手合割|先手の持駒)：[歩飛二落ち枚 ]{0,6}",
            "\\|[v 歩・]{0,20}\\|", "P[1-9I+-][+\\-* FUKY0-9]{0,12}", "[+\\-%TN$'][0-9A-Z]{0,8}", "(position )?(startpos|sfen)[ a-z0-9+*/]{0,20}",
        ], 0..12)
    ) {
        let text = lines.join("\n");
        for format in [Format::Kif, Format::Csa, Format::Usi] {
            for mut tree in format.read_bytes(text.as_bytes(), None).games {
                let _ = replay::resolve(&mut tree, 1, &known, None);
                let _ = pgn::write_game(&tree);
            }
        }
        let _ = Format::of_head(text.as_bytes());
    }
}
