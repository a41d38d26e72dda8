//! Records: the tree, the three seed records, and the results of reading PGN and SGF texts of all kinds.

use carn::record::{
    Annotation, Cursor, GameTree, MoveText, NodeId, ProblemKind, Termination, kifu, pgn, sgf,
};
use std::ops::ControlFlow;

const BRANCH: &str = include_str!("../fixtures/record/seed-branch.pgn");
const LINE: &str = include_str!("../fixtures/record/seed-line.pgn");
const SGF: &str = include_str!("../fixtures/record/seed.sgf");

fn one(mut parsed: pgn::Parsed) -> GameTree {
    assert!(parsed.problems.is_empty(), "{:#?}", parsed.problems);
    assert_eq!(parsed.games.len(), 1);
    parsed.games.remove(0)
}

fn word(tree: &GameTree, id: NodeId) -> &str {
    tree[id].played.as_ref().map_or("", |played| &played.text)
}

fn words(tree: &GameTree) -> Vec<&str> {
    tree.main_line().skip(1).map(|id| word(tree, id)).collect()
}

fn again(tree: &GameTree) -> GameTree {
    let text = pgn::write_game(tree);
    let mut parsed = pgn::read(&text);
    assert_eq!(parsed.games.len(), 1, "{text}");
    parsed.games.remove(0)
}

#[test]
fn the_seed_with_branches() {
    let tree = one(pgn::read(BRANCH));
    assert_eq!(tree.len(), 17);
    assert_eq!(tree.leaves().count(), 4);
    assert_eq!(words(&tree), ["c4", "b5", "a4", "d5", "f4", "g5"]);
    assert_eq!(tree.tags.get("Variant"), Some("From Position"));
    assert_eq!(tree.tags.get("FEN"), Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    let leaves: Vec<_> = tree.leaves().map(|id| word(&tree, id)).collect();
    assert_eq!(leaves, ["g5", "g5", "e5", "Nf3"]);
    // The seed's own example: g4 hangs on b5, and so does a4.
    let b5 = tree.main_line().nth(2).unwrap();
    assert_eq!(tree.children(b5).map(|id| word(&tree, id)).collect::<Vec<_>>(), ["a4", "g4"]);
    assert_eq!(again(&tree), tree);
    let text = pgn::write_game(&tree);
    let moves = text.lines().skip_while(|line| !line.is_empty()).skip(1).collect::<Vec<_>>().join(" ");
    assert_eq!(
        moves,
        "1. c4 b5 2. a4 (2. g4 f5 3. h4 (3. Nc3 Nf6 4. Nf3) 3... e5) 2... d5 3. f4 g5 (3... Kd7 4. Qb3 g5) *"
    );
}

#[test]
fn the_seed_without_branches() {
    let tree = one(pgn::read(LINE));
    assert_eq!(tree.main_line().count(), 25);
    assert_eq!((tree.len(), tree.leaves().count()), (25, 1));
    assert_eq!(word(&tree, tree.main_line().last().unwrap()), "c5");
    assert_eq!(again(&tree), tree);
}

#[test]
fn the_seed_of_cells() {
    let parsed = sgf::read(SGF);
    assert!(parsed.problems.is_empty(), "{:#?}", parsed.problems);
    let tree = &parsed.games[0];
    assert_eq!((tree.len(), tree.leaves().count()), (23, 4));
    let cells = sgf::cells::cells(tree);
    assert_eq!(cells.len(), 22);
    let links: Vec<_> = cells.iter().filter_map(|cell| Some((cell.number, cell.cdr?))).collect();
    assert_eq!(links, [(1, 20), (2, 10), (10, 16)]);
    let main: Vec<_> =
        cells[..9].iter().map(|c| (c.player.unwrap(), c.position.as_deref().unwrap())).collect();
    let expected = ["ca", "ab", "bb", "ea", "aa", "ba", "ac", "da", "cb"];
    let players = "BWBWBWBWB".chars();
    assert_eq!(main, players.zip(expected).collect::<Vec<_>>());
    let levels: Vec<u32> = cells.iter().map(|cell| cell.level).collect();
    assert_eq!(levels, [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1]);
    assert_eq!(cells[20].position.as_deref(), Some("da"));
    assert_eq!((cells[21].point, cells[21].car), (Some((2, 0)), None));
    let table = sgf::cells::table(&cells);
    assert_eq!(table.lines().count(), 22);
    assert_eq!(table.lines().next(), Some("#1   level 1  car #2   cdr #20  B  ca  (2,0)"));
    let text = sgf::write(&parsed.games);
    assert_eq!(sgf::read(&text).games, parsed.games);
}

#[test]
fn the_seed_s_board() {
    use sgf::go::{Stone, board_at};
    let tree = &sgf::read(SGF).games[0];
    let (board, problems) = board_at(tree, NodeId::ROOT).unwrap();
    assert!(problems.is_empty());
    assert_eq!((board.count(Stone::Black), board.count(Stone::White)), (3, 6));
    let shown = board.to_string();
    let corner: Vec<&str> = shown.lines().take(7).map(|line| &line[..13]).collect();
    assert_eq!(
        corner,
        [
            "  a b c d e f",
            "a . . . . . .",
            "b . . . X O .",
            "c . X X O O .",
            "d . . O . . .",
            "e . . . O . .",
            "f . . O . . ."
        ]
    );
    // Of the main line, by hand: W's ba takes the stone on aa, which has ab against it already, and no other is taken.
    let end = tree.main_line().last().unwrap();
    let (board, problems) = board_at(tree, end).unwrap();
    assert!(problems.is_empty());
    let on_board = board.count(Stone::Black) + board.count(Stone::White);
    let captured = board.captured(Stone::Black) + board.captured(Stone::White);
    assert_eq!(on_board + captured as usize, 9 + 9);
    assert_eq!((board.captured(Stone::Black), board.captured(Stone::White)), (1, 0));
}

#[test]
fn stones_are_captured() {
    use sgf::go::{Stone, board_at};
    // A stone in the corner, a group of two, and a suicide.
    let text = "(;SZ[5]AW[aa][ca][da]AB[ba][cb][db][de][ed];B[ab];B[ea];W[ee])";
    let tree = &sgf::read(text).games[0];
    let boards: Vec<_> = tree.main_line().map(|id| board_at(tree, id).unwrap().0).collect();
    let taken: Vec<_> =
        boards.iter().map(|board| (board.captured(Stone::Black), board.captured(Stone::White))).collect();
    assert_eq!(taken, [(0, 0), (0, 1), (0, 3), (0, 4)]);
    assert_eq!(
        boards[3].to_string(),
        "  a b c d e\na . X . . X\nb X . X X .\nc . . . . .\nd . . . . X\ne . . . X .\n"
    );
}

#[test]
fn board_sizes() {
    let size = |sz: &str| sgf::go::board(&sgf::read(&format!("(;SZ[{sz}])")).games[0]);
    assert_eq!(size("52").unwrap().size(), (52, 52));
    assert_eq!(size("13:9").unwrap().size(), (13, 9));
    for bad in ["0", "53", "999999999", "-1", "9:", "x", "99999999999999999999999"] {
        let problem = size(bad).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::BadBoardSize);
        assert!(problem.message.contains(bad), "{problem}");
    }
    assert_eq!(sgf::go::board(&sgf::read("(;GM[1])").games[0]).unwrap().size(), (19, 19));
    let (_, problems) =
        sgf::go::board_at(&sgf::read("(;SZ[9]AB[jj]B[tt]B[]W[a])").games[0], NodeId::ROOT).unwrap();
    assert_eq!(problems.len(), 2);
}

#[test]
fn the_tree_is_edited() {
    let mut tree = one(pgn::read(BRANCH));
    let original = tree.clone();
    let b5 = tree.main_line().nth(2).unwrap();
    let [a4, g4] = tree.children(b5).collect::<Vec<_>>()[..] else { panic!("two children") };
    let names = |tree: &GameTree| tree.children(b5).map(|id| word(tree, id).to_owned()).collect::<Vec<_>>();
    let h3 = tree.add(b5, Some(MoveText::new("h3")));
    assert!(tree.promote(h3));
    assert_eq!(names(&tree), ["a4", "h3", "g4"]);
    assert!(tree.demote(a4));
    assert_eq!(names(&tree), ["h3", "a4", "g4"]);
    assert!(!tree.promote(h3) && !tree.demote(g4));
    let nf3 = tree.leaves().find(|&id| word(&tree, id) == "Nf3").unwrap();
    assert!(!tree.is_main(nf3));
    assert!(tree.promote_to_main(nf3) && tree.is_main(nf3));
    assert_eq!(words(&tree), ["c4", "b5", "g4", "f5", "Nc3", "Nf6", "Nf3"]);
    assert_eq!(names(&tree), ["g4", "h3", "a4"]);
    assert_eq!(tree.path(nf3).len(), 8);
    assert_eq!(tree.depth(nf3), 7);
    assert_eq!(tree.delete(g4), 7);
    assert_eq!(tree.len(), 11);
    assert!(!tree.contains(g4) && !tree.contains(nf3) && tree.contains(a4));
    assert_eq!((tree.delete(g4), tree.delete(NodeId::ROOT)), (0, 0));
    let fresh = tree.add(b5, None);
    assert_ne!(fresh, g4);
    tree.delete(fresh);
    let before = tree.clone();
    let map = tree.compact();
    assert_eq!(tree, before);
    assert_eq!(map.len(), 11);
    assert!(map.iter().all(|&(old, new)| before[old].played == tree[new].played));
    assert_eq!(original, one(pgn::read(BRANCH)), "a clone is a value");
    assert_ne!(original, tree);
}

#[test]
fn a_cursor_remembers_its_line() {
    let mut tree = one(pgn::read(BRANCH));
    let nf3 = tree.leaves().find(|&id| word(&tree, id) == "Nf3").unwrap();
    let mut cursor = Cursor::at(&tree, nf3);
    assert_eq!(cursor.ply(), 7);
    let back: Vec<_> = std::iter::from_fn(|| cursor.back(&tree)).map(|id| word(&tree, id)).collect();
    assert_eq!(back, ["Nf6", "Nc3", "f5", "g4", "b5", "c4", ""]);
    assert_eq!(cursor.to_end(&tree), 7);
    assert_eq!(cursor.node(&tree), nf3);
    cursor.back(&tree);
    let nc3 = cursor.back(&tree).unwrap();
    assert_eq!(word(&tree, nc3), "Nc3");
    let h4 = cursor.sideways(&tree, false).unwrap();
    assert_eq!(word(&tree, h4), "h4");
    cursor.to_end(&tree);
    tree.delete(h4);
    assert_eq!(word(&tree, cursor.node(&tree)), "f5");
    assert_eq!(cursor.forward(&tree), Some(nc3));
    cursor.to_start();
    assert_eq!(cursor.path(), [NodeId::ROOT]);
    assert_eq!(cursor.descend(&tree, 1), None);
}

#[test]
fn move_words_of_every_kind() {
    let text = "1. 炮二平五 馬８進７ 2. C2.5 H8+7 3.R+=3 C2=5 4. H2-E2 h2e2 5. h3h10 P3+1 6.e2-e4 O-O-O 7. 0-0 exd8=Q+ \
                8. P*5e +C.5 9. N@f3 32-28 10. 7g7f 前马进三 1/2-1/2";
    let tree = one(pgn::read(text));
    assert_eq!(
        words(&tree),
        [
            "炮二平五",
            "馬８進７",
            "C2.5",
            "H8+7",
            "R+=3",
            "C2=5",
            "H2-E2",
            "h2e2",
            "h3h10",
            "P3+1",
            "e2-e4",
            "O-O-O",
            "0-0",
            "exd8=Q+",
            "P*5e",
            "+C.5",
            "N@f3",
            "32-28",
            "7g7f",
            "前马进三"
        ]
    );
    assert_eq!(tree.termination, Termination::Draw);
    assert_eq!(again(&tree), tree);
}

#[test]
fn everything_that_pgn_has() {
    let text = concat!(
        "% a private line\n",
        "[Site \"s \\\"q\\\" \\\\ end\"] [Event \"e\"]\n[SetUp \"1\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8 b - - 0 9\"]\n[CarnRules \"ab12\"]\n\n",
        "{before} 9... Kd7!? $14 {one\ntwo\n\nthree} ; to the end } of line\n;and on\n ;not on\n",
        "( {why} 9... Ke7 ?! (9... Kf7) 10. Kd1 ) 10. Kd2 e.p. {[%clk 0:05:00]} 1-0\n",
    );
    let tree = one(pgn::read(text));
    let tags: Vec<_> = tree.tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    assert_eq!(tags[0], ("Event", "e"));
    assert_eq!(tags[1], ("Site", "s \"q\" \\ end"));
    assert_eq!(tags[4], ("CarnRules", "ab12"));
    assert_eq!((tree.numbering.number, tree.numbering.second), (9, true));
    assert_eq!(tree.termination, Termination::First);
    let root = &tree[NodeId::ROOT];
    assert_eq!(root.annotations, [Annotation::Escape(" a private line".into()), comment("before")]);
    let kd7 = tree.first_child(NodeId::ROOT).unwrap();
    assert_eq!(
        tree[kd7].annotations,
        [
            Annotation::Glyph(5),
            Annotation::Glyph(14),
            comment("one two\nthree"),
            comment(" to the end } of line\nand on"),
            comment("not on"),
        ]
    );
    let ke7 = tree.next_sibling(kd7).unwrap();
    assert_eq!(tree[ke7].lead, [comment("why")]);
    assert_eq!(tree[ke7].glyphs().collect::<Vec<_>>(), [6]);
    assert_eq!(word(&tree, tree.next_sibling(ke7).unwrap()), "Kf7");
    let kd2 = tree.first_child(kd7).unwrap();
    let clock = tree[kd2].comments().flat_map(carn::record::tree::commands).next();
    assert_eq!(clock, Some(("clk", "0:05:00")));
    assert_eq!(again(&tree), tree);
    assert_eq!(pgn::write_game(&again(&tree)), pgn::write_game(&tree));
}

fn comment(text: &str) -> Annotation {
    Annotation::Comment(text.into())
}

#[test]
fn games_are_told_apart() {
    // With markers, without them, without moves, with nothing but a comment at the end.
    let text = "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n\n1. d4\n[Event \"c\"]\n[Event \"d\"]\n\n1-0 1. c4 0-1\n{end}";
    let parsed = pgn::read(text);
    let events: Vec<_> = parsed.games.iter().map(|game| game.tags.get("Event")).collect();
    assert_eq!(events, [Some("a"), Some("b"), Some("c"), Some("d"), None, None]);
    assert_eq!(parsed.games[4].termination, Termination::Second);
    assert!(parsed.problems.is_empty());
    assert_eq!(pgn::read(&pgn::write(&parsed.games)).games, parsed.games);
    assert!(pgn::read("").games.is_empty());
    assert!(pgn::read(" \r\n\u{FEFF}\x1A").games.is_empty());
}

#[test]
fn lines_are_shorter_than_eighty_columns() {
    let mut tree = GameTree::new();
    let mut at = NodeId::ROOT;
    for ply in 0..400 {
        at = tree.add(at, Some(MoveText::new(if ply % 3 == 0 { "炮二平五" } else { "Nf3" })));
        if ply % 7 == 0 {
            tree[at].annotations.push(comment(&"车马象士将 word [%x] % ".repeat(ply % 11)));
        }
        if ply % 5 == 0 {
            tree.add(tree.parent(at).unwrap(), Some(MoveText::new("h3h10")));
        }
    }
    let text = pgn::write_game(&tree);
    for line in text.lines() {
        assert!(unicode_width::UnicodeWidthStr::width(line) < 80, "{line}");
        assert!(!line.starts_with(['%', '[']), "{line}");
    }
    assert_eq!(again(&tree), tree);
}

#[test]
fn problems_have_a_place() {
    let text =
        "[Event \"a\"]\n\n1. e4 e5 2. Nf3 (2. Nc3) ) 2... Nc6!!! \n3. Bb5 } $x () *\n\n1. d4 (1. c4 *\n";
    let parsed = pgn::read(text);
    let found: Vec<_> = parsed.problems.iter().map(|p| (p.kind, p.line, p.column, p.game, p.ply)).collect();
    use ProblemKind as K;
    assert_eq!(
        found,
        [
            (K::UnexpectedClose, 3, 26, 1, 3),
            (K::UnknownGlyph, 3, 33, 1, 4),
            (K::UnexpectedClose, 4, 8, 1, 5),
            (K::UnknownGlyph, 4, 10, 1, 5),
            (K::EmptyVariation, 4, 14, 1, 5),
            (K::UnclosedVariation, 6, 7, 2, 1),
        ]
    );
    // `$x` is a dollar and a word; nothing is lost.
    assert_eq!(words(&parsed.games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5", "x"]);
    assert_eq!(pgn::read(&pgn::write(&parsed.games)).games, parsed.games);
}

#[test]
fn broken_tags_are_mended() {
    let text = "[Event \"The \"Big\" one\"] [Site nowhere]\n[Round \"1\n[White \"C:\\\"]\n[Black \"b\"]\n\n1. e4 [x] *";
    let parsed = pgn::read(text);
    let tags: Vec<_> = parsed.games[0].tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
    assert_eq!(
        tags,
        [
            ("Event", "The \"Big\" one"),
            ("Site", "nowhere"),
            ("Round", "1"),
            ("White", "C:\\"),
            ("Black", "b")
        ]
    );
    // Quotation marks within the first are its only fault.
    let kinds: Vec<_> = parsed.problems.iter().map(|problem| problem.kind).collect();
    let malformed = ProblemKind::MalformedTag;
    assert_eq!(kinds, [ProblemKind::Loose, malformed, malformed, malformed, malformed]);
    assert_eq!(again(&parsed.games[0]), parsed.games[0]);
}

#[test]
fn an_unclosed_comment_does_not_swallow_the_next_game() {
    for rest in ["1. d4 {closed} *", "1. d4 *"] {
        let text = format!("[Event \"a\"]\n\n1. e4 {{never\nclosed 1-0\n\n[Event \"b\"]\n\n{rest}\n");
        let parsed = pgn::read(&text);
        assert_eq!(parsed.games.len(), 2);
        assert_eq!(words(&parsed.games[1]), ["d4"]);
        let [problem] = &parsed.problems[..] else { panic!("{:?}", parsed.problems) };
        assert_eq!((problem.kind, problem.line, problem.column), (ProblemKind::UnclosedComment, 3, 7));
        let e4 = parsed.games[0].first_child(NodeId::ROOT).unwrap();
        assert_eq!(parsed.games[0][e4].comments().collect::<Vec<_>>(), ["never closed 1-0 "]);
    }
}

#[test]
fn a_comment_may_quote_a_tag() {
    let long = "x".repeat(200_000);
    for said in
        ["an old game:\n[Event \"x\"]\nends here".to_owned(), format!("{long}\n[Event \"x\"]\n{long}")]
    {
        let parsed = pgn::read(&format!("1. e4 {{{said}}} e5 2. Nf3 *\n"));
        assert_eq!((parsed.games.len(), parsed.problems.total()), (1, 0), "{:?}", parsed.problems);
        assert_eq!(words(&parsed.games[0]), ["e4", "e5", "Nf3"]);
    }
    // Never closed, however long the rest is.
    let text = format!("1. e4 {{never\n[Event \"x\"]\n\n{} 1-0\n", "1. d4 d5 ".repeat(200_000));
    let parsed = pgn::read(&text);
    assert_eq!((parsed.games.len(), parsed.problems.total()), (2, 1));
}

#[test]
fn lines_may_end_in_a_carriage_return_alone() {
    let text = "[Event \"a\"]\r\r1. e4 ; said\re5 1-0\r\r[Event \"b\"]\r\r1. d4 ) *\r";
    for text in [text.to_owned(), text.replace('\r', "\n"), text.replace('\r', "\r\n")] {
        let parsed = pgn::read(&text);
        assert_eq!(parsed.games.len(), 2, "{text:?}");
        assert_eq!(words(&parsed.games[0]), ["e4", "e5"]);
        assert_eq!((parsed.problems[0].line, parsed.problems[0].column), (8, 7));
    }
    let kif = "手合割：平手\r   1 ７六歩(77)\r   2 投了\r";
    let format = kifu::Format::of_head(kif.as_bytes()).unwrap();
    assert_eq!(format.read_bytes(kif.as_bytes(), None).games[0].len(), 2);
}

#[test]
fn signs_that_judge_a_position_are_glyphs() {
    let parsed = pgn::read("1. e4 += e5 ± 2. Nf3 N -+ Nc6 = 3. Bb5 +/- \u{221e} *");
    assert_eq!(parsed.problems.total(), 0, "{:?}", parsed.problems);
    let tree = &parsed.games[0];
    let line = tree.main_line().skip(1);
    let found: Vec<(String, Vec<u16>)> =
        line.map(|node| (word(tree, node).to_owned(), tree[node].glyphs().collect())).collect();
    let expected = [
        ("e4", vec![14]),
        ("e5", vec![16]),
        ("Nf3", vec![146, 19]),
        ("Nc6", vec![10]),
        ("Bb5", vec![16, 13]),
    ];
    assert_eq!(found, expected.map(|(word, glyphs)| (word.to_owned(), glyphs)));
    assert_eq!(again(tree), *tree);
}

#[test]
fn results_may_have_blanks_or_decimals() {
    for (text, marker) in [
        ("1. e4 e5 1 - 0", "1-0"),
        ("1. e4 e5 1–0", "1-0"),
        ("1. e4 e5 0:1", "0-1"),
        ("1. e4 e5 ½–½", "1/2-1/2"),
        ("1. e4 e5 0 — 1", "0-1"),
        ("[Result \"1:0\"]\n\n1. e4 e5", "1-0"),
        ("1. e4 e5 0 -\t1\n", "0-1"),
        ("1. e4 e5 1/2 - 1/2 {agreed}", "1/2-1/2"),
        ("1. e4 e5 ½ - ½", "1/2-1/2"),
        ("1. e4 e5 0.5-0.5", "1/2-1/2"),
        ("1. e4 e5 (1... c5 1 - 0) 0.5 - 0.5", "1/2-1/2"),
        ("[Result \"1 - 0\"]\n\n1. e4 e5", "1-0"),
    ] {
        let game = one(pgn::read(text));
        assert_eq!((words(&game), &*game.termination.marker()), (vec!["e4", "e5"], marker), "{text}");
        assert_eq!(game.tags.get("Result").unwrap_or(marker), marker);
        assert_eq!(again(&game), game);
        // Another game follows, also if this one is skipped, and whatever the buffer.
        let several = format!("{text}\n\n1. d4 {} *\n\n{text}\n", "d5 ".repeat(30));
        for (skip, buffer) in [(false, 64), (true, 64), (true, 1 << 16)] {
            let options = pgn::Options { buffer, ..pgn::Options::default() };
            let mut ends = Ends { skip, seen: vec![] };
            let _ = pgn::Reader::with_options(several.as_bytes(), options).read_all(&mut ends).unwrap();
            // Without a marker the first game goes on.
            let tagged = text.starts_with('[');
            let expected = if tagged { vec!["*", ""] } else { vec![marker, "*", marker] };
            assert_eq!(ends.seen, expected, "{text} {skip} {buffer}");
        }
    }
    for text in ["1. e4 e5 1 - 1", "1. e4 e5 0 - 0", "1. e4 e5 0.5-1", "1. e4 e5 0:0", "1. e4 e5 1 - 0x"] {
        assert_eq!(pgn::read(text).games[0].termination, Termination::Open, "{text}");
    }
}

/// The results of the games, which are read or skipped.
struct Ends {
    skip: bool,
    seen: Vec<String>,
}

impl pgn::Visitor for Ends {
    type Break = std::convert::Infallible;

    fn begin_moves(&mut self) -> ControlFlow<Self::Break, pgn::Next> {
        ControlFlow::Continue(if self.skip { pgn::Next::Skip } else { pgn::Next::Read })
    }

    fn end_game(&mut self, end: Option<Termination>) -> ControlFlow<Self::Break> {
        self.seen.push(end.map_or_else(String::new, |end| end.marker().into_owned()));
        ControlFlow::Continue(())
    }
}

#[test]
fn a_repeated_result_is_no_game() {
    for (text, games, notes) in [
        ("[Event \"a\"]\n\n1. e4 e5 1-0 1-0\n\n[Event \"b\"]\n\n1. d4 *\n", 2, 1),
        ("1. e4 e5 1/2-1/2\n1/2\n1/2-1/2 {agreed}\n", 1, 2),
        ("1. e4 e5 1-0 {resigns} 1-0", 1, 1),
        ("* *", 1, 1),
        // Games without moves.
        ("1. e4 e5 1-0\n\n1-0\n", 2, 0),
        ("1. e4 e5 1-0 0-1\n", 2, 0),
    ] {
        let parsed = pgn::read(text);
        assert_eq!((parsed.games.len(), parsed.problems.total()), (games, notes), "{text}");
        assert!(parsed.problems.iter().all(|one| one.kind == ProblemKind::TextAfterResult));
        assert_eq!(pgn::read(&pgn::write(&parsed.games)).games, parsed.games);
    }
}
