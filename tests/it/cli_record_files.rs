//! Records written by other programs: names of games, encodings, contents other than moves.

use carn::library;
use carn::record::{Encoding, NodeId, ProblemKind, Termination, pgn, sgf};

use super::cli::{Folder, carn};

/// The summary that `carn record check` ends with.
fn checked(text: &str) -> String {
    let folder = Folder::new("files");
    let run = carn(&["record", "check", &folder.file("game.pgn", text)]);
    run.out.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_tag_game_names_the_rules() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n";
    assert_eq!(checked(text), "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings");
    // The usual tag takes precedence.
    let text = "[Variant \"Standard\"]\n[Game \"Chinese Chess\"]\n\n1. e4 e5 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings");
}

#[test]
fn names_that_other_programs_write_are_known() {
    for (name, shipped) in [
        ("", Some("chess")),
        ("Standard", Some("chess")),
        ("From Position", Some("chess")),
        ("normal", Some("chess")),
        ("fischerandom", Some("chess960")),
        ("Fischer Random", Some("chess960")),
        ("Chess 960", Some("chess960")),
        ("chess960", Some("chess960")),
        ("Chinese Chess", Some("xiangqi")),
        ("cchess", Some("xiangqi")),
        ("中国象棋", Some("xiangqi")),
        ("Mini-Xiangqi", Some("minixiangqi")),
        ("---", None),
        ("chess2", None),
    ] {
        assert_eq!(library::find(name), shipped, "{name}");
    }
    assert_eq!((library::numbered(3), library::numbered(7)), (Some("chess"), Some("xiangqi")));
    assert_eq!((library::numbered(4), library::numbered(5)), (Some("gomoku"), None));
    let text = "[Variant \"fischerandom\"]\n[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w KQkq - 0 1\"]\n\n1. e4 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings");
}

#[test]
fn no_two_shipped_games_have_one_name() {
    let mut seen: Vec<(String, &str)> = vec![];
    for shipped in library::names() {
        let compiled = library::load(shipped).expect("it is shipped");
        let variant = compiled.variant.expect("it has no errors");
        let names = variant.notation.records.names.iter().map(String::as_str);
        let mut own: Vec<String> =
            names.chain([shipped, &*variant.name]).map(carn::variant::Records::plain).collect();
        own.sort();
        own.dedup();
        for name in own {
            assert!(!seen.iter().any(|(other, _)| *other == name), "{shipped}: {name} in {seen:?}");
            seen.push((name, shipped));
        }
    }
}

#[test]
fn faults_of_the_table_of_records_are_reported() {
    let says = |table: &str| {
        let text = format!("extends = \"chess\"\nname = \"Mine\"\n[records]\n{table}\n");
        let compiled =
            carn::compile::compile("mine.toml", &text, &library::Shipped, &carn::compile::Natives::default());
        compiled
            .diagnostics
            .iter()
            .map(|one| format!("{} {}", one.code.id(), one.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(says("names = [\"Mine\", \"My Own\"]\nsgf = 900"), [""; 0]);
    assert_eq!(says("names = [\"My Own\", \"my-own\"]").len(), 1);
    assert!(says("names = [\"!\"]")[0].starts_with("E0404"));
    assert!(says("names = 3")[0].starts_with("E0402"));
    assert!(says("sgf = 1")[0].starts_with("E0404"));
    assert!(says("name = \"x\"")[0].starts_with("E0205"));
}

#[test]
fn names_and_numbers_of_a_game_are_not_those_of_its_children() {
    let compiled = library::load("chess960").expect("it is shipped");
    assert_eq!(compiled.variant.expect("it has no errors").notation.records.sgf, None);
    // A name changes no rule.
    let hash = |table: &str| {
        let text = format!("extends = \"chess\"\nname = \"Mine\"\n{table}");
        carn::compile::compile("mine.toml", &text, &library::Shipped, &carn::compile::Natives::default())
            .rule_hash
    };
    assert_eq!(hash(""), hash("[records]\nsgf = 900\n"));
}

#[test]
fn games_without_a_number_are_read_back_from_sgf() {
    let folder = Folder::new("sgf");
    for (file, text) in [
        (
            "chess960.pgn",
            "[Variant \"Chess960\"]\n[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
             1. e4 e5 2. Ne3 Ne6 *\n",
        ),
        // In these coordinates, with ranks from 0, other moves would be meant.
        ("minixiangqi.pgn", "[Variant \"Minixiangqi\"]\n\n1. C2+4 C2+4 2. C2-1 *\n"),
        ("xiangqi.pgn", "[Variant \"Xiangqi\"]\n\n1. C2=5 H8+7 2. C5=6 R9+1 *\n"),
    ] {
        let pgn = folder.file(file, text);
        let there = carn(&["record", "convert", &pgn, "--to", "sgf"]).ok();
        let sgf = folder.file("there.sgf", &there);
        let moves = |file: &str| {
            let coordinates = ["record", "moves", file, "--notation", "coordinate"];
            carn(&coordinates).ok()
        };
        assert_eq!(moves(&sgf), moves(&pgn), "{there}");
        assert!(carn(&["record", "check", &sgf]).ok().contains("0 errors, 0 warnings"), "{there}");
    }
}

/// The file in an encoding, all of whose characters it has.
fn encoded(folder: &Folder, name: &str, encoding: Encoding, text: &str) -> String {
    let (bytes, whole) = encoding.encode(text);
    assert!(whole, "{}", encoding.name());
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).expect("a temporary file can be written");
    file.display().to_string()
}

#[test]
fn chinese_encodings_are_told_by_content() {
    let folder = Folder::new("encodings");
    let simplified = "[Game \"Chinese Chess\"]\n[Red \"某棋手\"]\n[Black \"另一位\"]\n\n\
                      1. 炮二平五 马8进7 2. 马二进三 车9平8 {红方出车} *\n";
    let traditional =
        "[Game \"Chinese Chess\"]\n[Red \"某棋手\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *\n";
    for (encoding, text, column) in
        [(Encoding::Gb18030, simplified, "2:7"), (Encoding::Big5, traditional, "2:7")]
    {
        let file = encoded(&folder, "game.pgn", encoding, text);
        let out = carn(&["record", "check", &file]).ok();
        let name = encoding.name();
        let note = format!(
            "{file}:{column}: note: no encoding is named: read as {name}, by what the text holds (game 1)"
        );
        assert_eq!(
            out.lines().collect::<Vec<_>>(),
            [note.as_str(), "1 game, 1 sound; 4 legal moves; 0 errors, 0 warnings"]
        );
        // With --encoding there is no note.
        let out = carn(&["record", "check", &file, "--encoding", name]).ok();
        assert_eq!(out, "1 game, 1 sound; 4 legal moves; 0 errors, 0 warnings\n");
    }
}

#[test]
fn western_names_are_not_taken_for_chinese() {
    for name in ["Müller", "Béla", "Håkan Åkesson", "Sørensen", "Größe", "Peña", "São", "é", "ÑANDÚ"]
    {
        let text = format!("[White \"{name}\"]\n\n1. e4 {{{name}}} *\n");
        let (bytes, whole) = Encoding::Latin1.encode(&text);
        assert!(whole);
        let parsed = pgn::read_bytes(&bytes, None);
        assert_eq!(parsed.games[0].tags.get("White"), Some(name));
        assert_eq!(parsed.problems[0].kind, ProblemKind::UnknownEncoding, "{name}");
    }
}

#[test]
fn the_warning_about_an_encoding_names_its_game() {
    let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\xE9\"]\n\n1. c4 *\n";
    let parsed = pgn::read_bytes(text, None);
    let [problem] = &parsed.problems[..] else { panic!("{:?}", parsed.problems) };
    assert_eq!((problem.game, problem.line, problem.column), (3, 9, 10));
    let parsed = sgf::read_bytes(b"(;GM[1];B[aa])\n(;GM[1]C[\xE9];B[aa])", None);
    assert_eq!(parsed.problems[0].game, 2);
}

#[test]
fn further_charsets_are_known() {
    for (name, encoding) in [
        ("windows-1251", Encoding::Windows1251),
        ("cp1251", Encoding::Windows1251),
        ("EUC-CN", Encoding::Gb18030),
        ("ISO-2022-JP", Encoding::Iso2022Jp),
        ("ISO-8859-15", Encoding::Latin9),
    ] {
        assert_eq!(Encoding::from_name(name), Some(encoding), "{name}");
    }
    for (label, encoding, said) in [
        ("Windows-1251", Encoding::Windows1251, "Го: игра"),
        ("EUC-CN", Encoding::Gb18030, "围棋"),
        ("ISO-2022-JP", Encoding::Iso2022Jp, "囲碁の棋譜"),
        ("ISO-8859-15", Encoding::Latin9, "Œuvre à 5 €"),
    ] {
        let (bytes, whole) = encoding.encode(&format!("(;FF[4]CA[{label}]GM[1]C[{said}];B[aa])"));
        assert!(whole, "{label}");
        let parsed = sgf::read_bytes(&bytes, None);
        assert_eq!(parsed.problems.total(), 0, "{label}: {:?}", parsed.problems);
        let root = &parsed.games[0][NodeId::ROOT];
        assert_eq!(root.said().collect::<Vec<_>>(), [said], "{label}");
    }
}

#[test]
fn text_after_a_result_is_a_footer() {
    let game = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    let footer = "==========\nWelcome (to) the site {of} records, 2006.08.03\nhttps://example.org/\n";
    let text = format!("{game}{footer}");
    let parsed = pgn::read(&text);
    assert_eq!(parsed.games.len(), 1);
    let last = parsed.games[0].main_line().last().expect("a move");
    assert_eq!(parsed.games[0][last].comments().collect::<Vec<_>>(), [footer.trim_end()]);
    let [problem] = &parsed.problems[..] else { panic!("{:?}", parsed.problems) };
    assert_eq!((problem.kind, problem.line, problem.game), (ProblemKind::TextAfterResult, 5, 1));
    assert_eq!(checked(&text), "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings");
    // Another game may follow it, with tags or without.
    for next in ["[Event \"b\"]\n\n1. d4 *\n", "1. d4 *\n"] {
        let parsed = pgn::read(&format!("{text}\n{next}"));
        assert_eq!(parsed.games.len(), 2, "{next}");
        assert_eq!((parsed.games[0].len(), parsed.games[1].len()), (3, 2));
        assert_eq!(parsed.problems.total(), 1);
    }
    // Without a footer, what may begin a game begins one, and a comment on the result's line is of its game.
    for (text, games) in [
        ("1. e4 1-0 1. d4 *", 2),
        ("1. e4 1-0\n\n{of the next} 1. d4 *", 2),
        ("1. e4 1-0 {resigns}\n\n[Event \"b\"]\n\n*", 2),
        ("1. e4 1-0 ; resigns\n", 1),
        ("1-0 *", 2),
        ("1. e4 *\n% escaped\n1. d4 *", 2),
    ] {
        let parsed = pgn::read(text);
        assert_eq!((parsed.games.len(), parsed.problems.total()), (games, 0), "{text}");
    }
    let parsed = pgn::read("1. e4 1-0 {resigns}\n\n[Event \"b\"]\n\n*");
    assert_eq!(parsed.games[0].nodes().flat_map(|id| parsed.games[0][id].comments()).count(), 1);
    // Whatever the buffer: a footer read in the smallest pieces.
    let options = pgn::Options { encoding: None, buffer: 64 };
    let long = format!("{game}{}\n[Event \"b\"]\n\n*\n", "no move at all\n".repeat(50));
    struct Count(usize, usize);
    impl pgn::Visitor for Count {
        type Break = std::convert::Infallible;
        fn footer(&mut self, _: &str) -> std::ops::ControlFlow<Self::Break> {
            self.0 += 1;
            std::ops::ControlFlow::Continue(())
        }
        fn end_game(&mut self, _: Option<Termination>) -> std::ops::ControlFlow<Self::Break> {
            self.1 += 1;
            std::ops::ControlFlow::Continue(())
        }
    }
    let mut count = Count(0, 0);
    let _ =
        pgn::Reader::with_options(long.as_bytes(), options).read_all(&mut count).expect("memory can be read");
    assert_eq!((count.0, count.1), (51, 2));
}

#[test]
fn a_game_without_a_marker_has_the_result_of_its_tag() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5\n\n[Event \"y\"]\n[Result \"0-1\"]\n\n1. d4 d5\n";
    assert_eq!(checked(text), "2 games, 2 sound; 4 legal moves; 0 errors, 0 warnings");
    let folder = Folder::new("results");
    let written = carn(&["record", "convert", &folder.file("game.pgn", text)]).ok();
    assert!(written.contains("1. e4 e5 1-0\n") && written.contains("1. d4 d5 0-1\n"), "{written}");
    // A marker that says something else is still a contradiction.
    assert!(checked("[Result \"1-0\"]\n\n1. e4 e5 *\n").ends_with("0 errors, 1 warning"));
}

#[test]
fn digits_with_a_dot_between_them_are_a_move() {
    let words = |text: &str| {
        let tree = pgn::read(text).games.remove(0);
        tree.nodes().skip(1).map(|id| tree[id].played.as_ref().unwrap().text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(words("1. 32.1 *"), ["32.1"]);
    assert_eq!(words("1.32.1 12.8 2.e4 3.0-0 *"), ["32.1", "12.8", "e4", "0-0"]);
    assert_eq!(words("1. e4 2.1-0"), ["e4"]);
    assert_eq!(words("1. e4 2.1/2-1/2"), ["e4"]);
    let fen =
        "[Variant \"xiangqi\"]\n[FEN \"4k2P1/7P1/7P1/7P1/2p4P1/2p6/2p6/2p1C4/1cp4R1/4K4 w - - 0 1\"]\n\n";
    assert_eq!(checked(&format!("{fen}1. 32.1 *\n")), "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings");
}

#[test]
fn comments_are_seen() {
    let folder = Folder::new("comments");
    let text = "[Event \"x\"]\n\n{at the\nroot} 1. e4 {after e4} (1. {before d4} d4 {after d4}) 1... e5 *\n";
    let file = folder.file("game.pgn", text);
    let tree = carn(&["record", "tree", &file]).ok();
    let expected = "\
Game 1: x (3 nodes, 2 lines)
{at the root}
├─ 1. e4 {after e4} 1... e5
└─ {before d4} 1. d4 {after d4}
";
    assert_eq!(tree, expected);
    let json = carn(&["record", "tree", &file, "--format", "json"]).json();
    assert_eq!(json["comments"], serde_json::json!(["at the root"]));
    assert_eq!(json["nodes"][0]["comments"], serde_json::json!(["after e4"]));
    assert_eq!(json["nodes"][2]["before"], serde_json::json!(["before d4"]));
    assert_eq!(json["nodes"][2]["msg"], "before d4\nafter d4");
    let show = carn(&["record", "show", &file]).ok();
    assert!(show.contains("\n  start: at the root\n  1. e4: after e4\n"), "{show}");
    let json = carn(&["record", "show", &file, "--format", "json"]).json();
    assert_eq!(json[0]["comments"][1], serde_json::json!({ "ply": 1, "text": "after e4" }));
    // SGF: what the seed calls id and msg are the node's name and comment.
    let file =
        folder.file("game.sgf", "(;FF[4]GM[1]C[root c];B[aa]C[hello\n\\] you]N[nn]LB[aa:1];W[bb]TR[cc])");
    let cells = carn(&["record", "tree", &file, "--cells"]).ok();
    assert!(cells.contains("id nn  msg hello ] you\n"), "{cells}");
    assert!(carn(&["record", "tree", &file]).ok().contains("{root c}\nB[aa] {hello ] you} W[bb]\n"));
    let json = carn(&["record", "tree", &file, "--format", "json"]).json();
    assert_eq!(json["comments"], serde_json::json!(["root c"]));
    let node = &json["nodes"][0];
    assert_eq!(node["id"], "nn");
    assert_eq!(node["msg"], "hello\n] you");
    assert!(json["nodes"][1]["msg"].is_null());
    // Nothing from a record steers a terminal.
    let file = folder.file("steers.pgn", "1. e4 {\u{1b}[2J\u{202e}} *\n");
    let tree = carn(&["record", "tree", &file]).ok();
    assert!(tree.contains("\\u{1b}[2J\\u{202e}"), "{tree}");
}

#[test]
fn a_game_that_is_not_there_is_a_wrong_call() {
    let folder = Folder::new("numbers");
    let file = folder.file("game.pgn", "1. e4 *\n\n1. d4 *\n\n1. c4 *\n");
    let second = carn(&["record", "check", &file, "--game", "2"]).ok();
    assert_eq!(second, "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings\n");
    for command in ["check", "show", "moves", "tree", "convert"] {
        let run = carn(&["record", command, &file, "--game", "99"]).code(2);
        assert!(run.messages.contains("has 3 games, no game 99"), "{command}: {}", run.messages);
    }
    let file = folder.file("game.sgf", "(;GM[1];B[aa])");
    carn(&["record", "check", &file, "--game", "2"]).code(2);
}

#[test]
fn messages_about_tags_have_lines() {
    let problem = |text: &str| {
        let folder = Folder::new("lines");
        let file = folder.file("game.pgn", text);
        let json = carn(&["record", "check", &file, "--format", "json"]).out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let problem = json["problems"][0].clone();
        // The other commands read it as a tree, and say the same.
        let shown = carn(&["record", "show", &file]).messages;
        let (line, column) = (problem["line"].as_u64().unwrap(), problem["column"].as_u64().unwrap());
        assert!(shown.contains(&format!("game.pgn:{line}:{column}: ")), "{shown}");
        (problem["kind"].as_str().unwrap().to_owned(), line, column)
    };
    let is = |kind: &str, line, column| (kind.to_owned(), line, column);
    assert_eq!(problem("[Event \"x\"]\n[Variant \"nonesuch\"]\n\n1. e4 *\n"), is("UnknownVariant", 2, 1));
    assert_eq!(problem("[Event \"x\"]\n\n[FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n"), is("BadStart", 3, 1));
    assert_eq!(problem("[SetUp \"1\"]\n\n1. e4 *\n"), is("Contradiction", 1, 1));
    assert_eq!(problem("[CarnRules \"0\"]\n\n1. e4 *\n"), is("OtherRules", 1, 1));
    assert_eq!(problem("[Result \"1-0\"]\n\n1. e4 e5\n*\n"), is("Contradiction", 4, 1));
}

#[test]
fn squares_are_named_as_the_words_script_names_them() {
    let text = "[Variant \"xiangqi\"]\n[Format \"iccs\"]\n\n1. H2-E2 H9-F8 *\n";
    let folder = Folder::new("iccs");
    let out = carn(&["record", "check", &folder.file("game.pgn", text)]).code(1).out;
    assert!(out.contains("H9-F8: the horse on h9 is blocked at g9 by Black's elephant"), "{out}");
}

#[test]
fn a_failed_condition_is_named() {
    let folder = Folder::new("conditions");
    let game = folder.file("game.pgn", "1. Nf3 *\n");
    let rules = "extends = \"chess\"\nname = \"Unmoved\"\n\
        [pieces.knight]\npattern = \"*# 2 *# 1 @Is(rook, Rank +1)\"\n";
    let rules = folder.file("unmoved.toml", rules);
    let out = carn(&["record", "check", &game, "--variant", &rules]).code(1).out;
    assert!(out.contains("White's pawn stands on g2, where the rule asks for a rook"), "{out}");
}

#[test]
fn impossible_fields_are_read_leniently_unless_strict() {
    let folder = Folder::new("lenient");
    let check = |text: &str, lenient: bool| {
        let file = folder.file("game.pgn", text);
        let mut call = vec!["record", "check", file.as_str()];
        call.extend((!lenient).then_some("--strict"));
        carn(&call).out
    };
    // A right without its rook, and a mark that nothing can have left.
    for fen in [
        "rnbq1rk1/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1",
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n1. d4 *\n");
        assert!(check(&text, false).contains("error: the game cannot start from"));
        let out = check(&text, true);
        assert!(out.contains("game.pgn:1:1: note: the start position's \""), "{out}");
        assert!(out.ends_with("1 game, 1 sound; 1 legal move; 0 errors, 0 warnings\n"), "{out}");
    }
    // Null moves, in variations and replaced by them.
    let text =
        "1. e4 -- 2. d4 (2. Nf3 Z0 3. Nc3) 2... e5 (2... -- 3. c4) 3. dxe5 (3. -- d5 4. c3) 3... Nc6 *\n";
    assert!(check(text, false).contains("--: this game has no passes"));
    let out = check(text, true);
    assert!(out.contains("game.pgn:1:7: note: --: this is a pass"), "{out}");
    assert!(out.ends_with("1 game, 1 sound; 14 legal moves; 0 errors, 0 warnings\n"), "{out}");
    let file = folder.file("game.pgn", text);
    let moves = carn(&["record", "moves", &file, "--notation", "coordinate", "--format", "json"]).json();
    assert_eq!(moves[0]["moves"], serde_json::json!(["e2e4", "--", "d2d4", "e7e5", "d4e5", "b8c6"]));
    assert_eq!(moves[0]["fen"], "r1bqkbnr/pppp1ppp/2n5/4P3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 1 4");
    // Right after a null move a variation may replace it.
    let text = "1. e4 -- (1... e5 2. Nf3) 2. d4 *\n";
    assert!(check(text, true).ends_with("1 game, 1 sound; 5 legal moves; 0 errors, 0 warnings\n"));
}

#[test]
fn xiangqi_is_read_in_san_as_servers_and_guis_write_it() {
    // Letters H and E, ranks from 1, soldiers with a letter.
    let text = "[Variant \"Xiangqi\"]\n\n1. Cbe3 Hc8 2. Pc5 Ra9 3. Hc3 Pg6 4. Hi3 Hg8 5. Ra2 Ade9 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 10 legal moves; 0 errors, 0 warnings");
    // Ranks from 0, soldiers without a letter, captures by them with their file.
    let text = "[Variant \"xiangqi\"]\n\n1. Che2 Hg7 2. g4 g5 3. gxg5 Ade8 4. Hg2 c5 5. Rh0 Hc7 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 10 legal moves; 0 errors, 0 warnings");
    let folder = Folder::new("zero");
    let file = folder.file("game.pgn", text);
    let moves = carn(&["record", "moves", &file, "--notation", "iccs", "--format", "json"]).json();
    assert_eq!(moves[0]["moves"][0], "h2e2");
    assert_eq!(moves[0]["moves"][8], "i0h0");
}

#[test]
fn numbers_come_from_the_fen() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 31\"]\n\nKe7 e4 Ke6 *\n";
    let folder = Folder::new("numbering");
    let file = folder.file("game.pgn", text);
    let written = carn(&["record", "convert", &file]).ok();
    assert!(written.ends_with("31... Ke7 32. e4 Ke6 *\n"), "{written}");
    let list = carn(&["record", "moves", &file]).ok();
    let list: Vec<&str> = list.split_whitespace().collect();
    assert_eq!(list, ["31...", "Ke7", "32.", "e4", "Ke6"]);
    // The numbers of the moves take precedence.
    let file = folder.file("game.pgn", &text.replace("Ke7 e4", "7... Ke7 8. e4"));
    assert!(carn(&["record", "convert", &file]).ok().ends_with("7... Ke7 8. e4 Ke6 *\n"));
}

#[test]
fn a_result_after_a_variation_ends_the_game() {
    let parsed = pgn::read("1. e4 e5 (1... c5 2. Nf3 1-0) 1-0 1. d4 (1. c4) 1/2-1/2");
    assert_eq!(parsed.games.len(), 2);
    assert_eq!(
        parsed.games.iter().map(|game| game.termination).collect::<Vec<_>>(),
        [Termination::First, Termination::Draw]
    );
    assert_eq!((parsed.games[0].len(), parsed.games[1].len()), (5, 3));
}

#[test]
fn an_open_game_does_not_contradict_a_mate() {
    let mate = "1. f3 e5 2. g4 Qh4# ";
    let summary = |text: &str| checked(text).rsplit("; ").next().unwrap_or_default().to_owned();
    assert_eq!(summary(&format!("{mate}*\n")), "0 errors, 0 warnings");
    assert_eq!(summary(&format!("{mate}0-1\n")), "0 errors, 0 warnings");
    assert_eq!(summary(&format!("{mate}1-0\n")), "0 errors, 1 warning");
    assert_eq!(summary(&format!("{mate}1/2-1/2\n")), "0 errors, 1 warning");
}

#[test]
fn loose_notation_is_read_with_a_note() {
    let folder = Folder::new("loose");
    let run = |text: &str, strict: bool| {
        let file = folder.file("game.pgn", text);
        let mut call = vec!["record", "check", file.as_str()];
        call.extend(strict.then_some("--strict"));
        carn(&call)
    };
    for (text, said) in [
        (
            "[FEN \"4k3/8/8/4p3/5P2/8/8/4K3 w - - 0 1\"]\n\n1. e5 *\n",
            "3:4: note: e5: this move captures, and is written fxe5",
        ),
        (
            "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. d6 *\n",
            "3:4: note: d6: this move captures, and is written exd6",
        ),
        ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=q+ *\n", "3:4: note: a8=q+: read as a8=Q+"),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kg1 *\n",
            "3:4: note: Kg1: this move is written O-O",
        ),
        (
            "[White \"\"Nick\"\"]\n\n1. e4 *\n",
            "1:1: note: a quotation mark within a tag is written \\\"; here it is not",
        ),
    ] {
        let out = run(text, false).ok();
        assert!(
            out.contains(said) && out.ends_with("1 game, 1 sound; 1 legal move; 0 errors, 0 warnings\n"),
            "{out}"
        );
        let out = run(text, true).code(1).out;
        assert!(out.contains(&said.replace("note", "error")) && out.contains("1 error"), "{out}");
    }
    // This notation is correct.
    let text = "1. e4 d5 2. exd5 Nf6 3. d4 g6 4. Nf3 Bg7 5. Be2 O-O 6. O-O Nxd5 *\n";
    assert!(run(text, true).ok().ends_with("12 legal moves; 0 errors, 0 warnings\n"));
}

#[test]
fn names_of_variants_as_sites_write_them() {
    for (name, shipped) in [
        ("Suicide", "suicide"),
        ("Gothic", "gothic"),
        ("Freestyle", "chess960"),
        ("No Castling", "nocastle"),
        ("Setup Position", "chess"),
    ] {
        assert_eq!(library::find(name), Some(shipped), "{name}");
    }
    let folder = Folder::new("near");
    let out =
        carn(&["record", "check", &folder.file("a.pgn", "[Variant \"Crazyhuse\"]\n\n1. e4 *\n")]).code(1).out;
    assert!(out.contains("no rules are known for the variant \"Crazyhuse\"; near: crazyhouse"), "{out}");
}

#[test]
fn squares_alone_tell_drops_where_nothing_else_is_done() {
    assert_eq!(
        checked("[Variant \"gomoku\"]\n\n1. h8 h7 2. P@a1 *\n"),
        "1 game, 1 sound; 3 legal moves; 0 errors, 0 warnings"
    );
    // Othello's ranks are counted from above, and the first move says so.
    assert_eq!(
        checked("[Variant \"flipello\"]\n\n1. d3 c3 *\n"),
        "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings"
    );
    assert_eq!(
        checked("[Variant \"flipello\"]\n\n1. d6 c6 *\n"),
        "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings"
    );
    let out = checked("[Variant \"gomoku\"]\n\n1. h8 h8 *\n");
    assert!(out.contains("1 error"), "{out}");
    // Where a piece moves too, a square says which piece goes there.
    assert_eq!(
        checked("[Variant \"crazyhouse\"]\n\n1. e4 *\n"),
        "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings"
    );
    // Points as Go has them, read and written.
    let folder = Folder::new("points");
    for (sgf, moves) in [("(;GM[4]SZ[15];B[hh];W[hi])", "P@h8  P@h7"), ("(;GM[2];B[dc];W[cc])", "P@d6  P@c6")]
    {
        let file = folder.file("a.sgf", sgf);
        let out = carn(&["record", "moves", &file]).ok();
        assert!(out.contains(moves), "{out}");
        let again = carn(&["record", "convert", &file]).ok();
        let points: Vec<&str> = sgf.split(';').skip(2).map(|node| node.trim_end_matches(')')).collect();
        assert!(again.contains(&points.join(";")), "{again}");
    }
}

#[test]
fn sgf_without_its_first_semicolon_or_a_name_for_its_encoding() {
    let parsed = sgf::read("(\nTE[x]\nRD[2025-06-12]\nPB[A]\nPW[B]\n;B[pd];W[dp];B[cq])");
    let kinds: Vec<_> = parsed.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!((parsed.games.len(), parsed.games[0].len(), kinds), (1, 4, vec![ProblemKind::MisplacedNode]));
    let parsed = sgf::read_bytes(b"(PB[A]CA[windows-1251]PW[\xC8\xE2\xE0\xED];B[pd])", None);
    assert_eq!(parsed.games[0][NodeId::ROOT].property("PW").unwrap().raw(), "PW[Иван]");
    let folder = Folder::new("semicolon");
    assert!(
        carn(&["record", "check", &folder.file("a.txt", "(\nPB[A]\n;B[pd])")]).ok().contains(" 0 errors")
    );
    for (encoding, text) in [
        (Encoding::ShiftJis, "第一期名人戦七番勝負第二局、黒の勝ち"),
        (Encoding::EucKr, "제일국 흑번 불계승 명인전"),
        (Encoding::Windows1251, "Первая партия матча, чёрные выиграли"),
        (Encoding::Gb18030, "第一届名人战七番胜负第二局"),
    ] {
        let bytes = encoding.encode(&format!("(;GM[1]SZ[19]EV[{text}];B[pd])")).0;
        let parsed = sgf::read_bytes(&bytes, None);
        let read = parsed.games[0][NodeId::ROOT].property("EV").unwrap().value().unwrap().text().into_owned();
        assert_eq!((&*read, parsed.problems[0].kind), (text, ProblemKind::GuessedEncoding), "{encoding:?}");
    }
    // A name in Latin-1 is none of these.
    let bytes = Encoding::Latin1.encode("[White \"Müller, Jürgen\"]\n[Black \"Gómez, José\"]\n\n1. e4 *\n").0;
    assert_eq!(pgn::read_bytes(&bytes, None).games[0].tags.get("White"), Some("Müller, Jürgen"));
}

#[test]
fn xiangqi_as_it_is_printed() {
    let folder = Folder::new("printed");
    let checked = |text: &str| {
        let run = carn(&["record", "check", &folder.file("a.pgn", text), "--variant", "xiangqi"]);
        run.out.lines().last().unwrap_or_default().to_owned()
    };
    let sound = |moves: &str| format!("1 game, 1 sound; {moves}; 0 errors, 0 warnings");
    assert_eq!(checked("１．炮二平五　炮８平５ ２. 马二进三 *\n"), sound("3 legal moves"));
    assert_eq!(checked("1、炮二平五，马8进7；2、马二进三，车９平８。红先和。\n"), sound("4 legal moves"));
    let results = [
        ("红胜", "1-0"),
        ("黑勝", "0-1"),
        ("和棋", "1/2-1/2"),
        ("红先负", "0-1"),
        ("紅先和", "1/2-1/2"),
        ("黑方负", "1-0"),
    ];
    for (marker, result) in results {
        let text = format!("[Result \"{marker}\"]\n\n1. 炮二平五 {marker}\n\n1. 兵七进一 {marker}\n");
        let games = pgn::read(&text).games;
        assert_eq!((games.len(), games[0].termination.marker()), (2, result.into()));
        assert_eq!((games[0].len(), games[0].tags.get("Result")), (2, Some(result)));
        assert_eq!(checked(&format!("1. 炮二平五 {marker}\n")), sound("1 legal move"));
    }
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1";
    assert_eq!(checked(&format!("[FEN \"{fen}\"]\n\n1. 炮二平五 红胜\n")), sound("1 legal move"));
}

#[test]
fn castling_with_a_piece_that_enters_and_promotions_that_are_none_of_choice() {
    let text = "[Variant \"Seirawan\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O/He1 Nf6 5. d3 O-O/Hh8 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 10 legal moves; 0 errors, 0 warnings");
    let folder = Folder::new("enters");
    let moves = |text: &str, script: &str| {
        let file = folder.file("game.pgn", text);
        carn(&["record", "moves", &file, "--notation", script]).ok()
    };
    let san = moves(text, "san");
    assert!(san.contains("O-O/He1") && san.contains("O-O/Hh8"), "{san}");
    let coordinates = moves(text, "coordinate");
    assert!(coordinates.contains("e1g1h") && coordinates.contains("e8g8h~2"), "{coordinates}");
    let text = "[Variant \"sittuyin\"]\n[FEN \"r6r/1Pf3k1/s3pppp/p1sP4/p4PPP/1PP2NSS/R1N5/4K2R[] w - - 0 20\"]\n\n20. d5c6=F *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings");
    assert!(moves(text, "san").contains("d5c6=F"));
    assert_eq!(
        checked(&text.replace("d5c6=F", "dc6=F")),
        "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings"
    );
    // Of a game whose turns have several moves these are two.
    let text = "[Variant \"marseillais\"]\n\n1. e4 e5/Nc6 2. Nf3/Be2 Nf6/d6 3. O-O/Re1 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 9 legal moves; 0 errors, 0 warnings");
    assert!(moves(text, "san").contains("3. O-O  Re1"));
}

#[test]
fn a_file_without_a_game_is_named() {
    let folder = Folder::new("empty");
    for name in ["it.pgn", "it.kif", "it.csa", "it.xqf", "it.txt"] {
        let file = folder.file(name, "");
        for format in ["human", "json"] {
            let run = carn(&["record", "check", &file, "--format", format]).code(1);
            assert_eq!(run.messages, format!("{file}: there is no game\n"));
        }
    }
}

#[test]
fn moves_of_xiangqi_records_have_their_columns() {
    let folder = Folder::new("columns");
    for (name, text, place) in [
        ("a.wxf", "FORMAT WXF\nSTART{\n1. C2=5 H8+7\n  2. H2+3 X9=8\n}END\n", ":4:11: error: "),
        ("b.wxf", "START{ 1. C2=5 X8+7 }END\n", ":1:16: error: "),
        ("a.ubb", "[DhtmlXQ]\n[DhtmlXQ_movelist]77470000[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", ":2:23: error: "),
    ] {
        let out = carn(&["record", "check", &folder.file(name, text)]).code(1).out;
        assert!(out.contains(&format!("{name}{place}")), "{out}");
    }
}

/// Files of other programs, given to the command as they are.
#[test]
fn records_of_other_programs_are_converted() {
    let folder = Folder::new("others");
    let made = |name: &str, text: &str| {
        let file = folder.file(name, text);
        let checked = carn(&["record", "check", &file]).ok();
        (carn(&["record", "convert", &file]).ok(), checked.lines().last().unwrap_or_default().to_owned())
    };
    // A mating problem: one king, what is left over in hand, and a comment in place of the first move's.
    let kif = "手合割：詰将棋\n後手の持駒：飛二　角二　金三　銀四　桂三　香四　歩十七　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ 歩 ・|二\n\
        | ・ ・ ・ ・ ・ ・ ・ 金 ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：桂　\n先手番\n\
        手数----指手---------消費時間--\n*第１問\n   1 ２四桂打\n*正解図\n変化：1手\n   1 １三桂打\n   2 １二角打\n   3 ２一歩成(22)\n";
    let (text, checked) = made("problem.kif", kif);
    assert_eq!(checked, "1 game, 1 sound; 4 legal moves; 0 errors, 0 warnings");
    assert!(
        text.contains("8k/7P1/7G1/9/9/9/9/9/9[N") && text.contains("{第１問} 1. ▲2四桂打 {正解図} ("),
        "{text}"
    );
    // Rights of castling and of entering in one field; the king castles though its rook's file is another's home.
    let seirawan = "[Variant \"Seirawan960\"]\n\
        [FEN \"rnqkbnrb/pppppppp/8/8/8/8/PPPPPPPP/RNQKBNRB[HEhe] w HECBFQKhecbfqk - 0 1\"]\n[SetUp \"1\"]\n\n\
        1. g3 g6 2. Nc3 Nc6 3. f4 e5 4. fxe5 Nxe5 5. d4 Nc4 6. e3 Ne6 7. Bf2 c6 8. Nd2 Nxd2 9. Qxd2/H d5 10. O-O *\n";
    let (text, checked) = made("seirawan.pgn", seirawan);
    assert_eq!(checked, "1 game, 1 sound; 19 legal moves; 0 errors, 0 warnings");
    assert!(text.ends_with("9. Qxd2/H d5 10. O-O *\n"), "{text}");
    // Horses and elephants by English letters, and red to move.
    let xiangqi = "[Game \"Chinese Chess\"]\n\
        [FEN \"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1\"]\n1. 炮二平五 红胜\n";
    let (text, checked) = made("xiangqi.pgn", xiangqi);
    assert_eq!(checked, "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings");
    assert!(text.ends_with("1. 炮二平五 1-0\n"), "{text}");
    // A start with pieces taken off.
    let (text, _) = made("handicap.csa", "PI82HI22KA\n-\n-3334FU\n+2726FU\n");
    assert!(
        text.contains("[FEN \"lnsgkgsnl/9/ppppppppp/") && text.ends_with("1... △3四歩 2. ▲2六歩 *\n"),
        "{text}"
    );
}
