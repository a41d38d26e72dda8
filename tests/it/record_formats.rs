//! XQF, CBR, CBL, DhtmlXQ, WXF and JKF: read as game trees and by the rules of their games; and invalid
//! binary files.

use std::sync::OnceLock;

use carn::library;
use carn::record::qipu::Format;
use carn::record::replay::{self, Known};
use carn::record::{GameTree, NodeId, ProblemKind, Termination, kifu, pgn};
use carn::variant::Script;
use proptest::prelude::*;

use super::cli::{Folder, carn};

fn known(name: &str) -> Option<Known> {
    static GAMES: OnceLock<[Option<Known>; 2]> = OnceLock::new();
    let load = |name: &str| Some(Known { rules: library::rules(library::find(name)?)?, hash: None });
    let games = GAMES.get_or_init(|| ["象棋", "将棋"].map(load));
    games[["象棋", "将棋"].iter().position(|known| *known == name)?].clone()
}

/// A game as PGN, in a script; nothing is wrong with it.
fn converted(tree: &mut GameTree, script: Script) -> String {
    let replay = replay::resolve(tree, 1, &known, None).unwrap();
    assert_eq!((&*replay.problems, replay.unread), (&[][..], 0));
    replay::convert(tree, &replay, script);
    pgn::write_game(tree)
}

/// The places of the usual start, and of one in which the first player lacks a cannon and Black begins.
const USUAL: [u8; 32] = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, //
    9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
];

/// A move of XQF: from, to, flags, comment.
type Record<'a> = (u8, u8, u8, &'a str);

/// A file of XQF in some version, with keys where the version has them.
fn xqf(version: u8, places: [u8; 32], result: u8, records: &[Record<'_>]) -> Vec<u8> {
    let gbk = |text: &str| carn::record::Encoding::Gb18030.encode(text).0;
    let mut head = vec![0; 1024];
    head[..3].copy_from_slice(&[b'X', b'Q', version]);
    let keyed = version >= 11;
    if keyed {
        head[3] = 0x5A;
        head[8..16].copy_from_slice(&[3, 5, 9, 17, 33, 77, 91, 55]);
    }
    let shift = |key: u8, by: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(by);
    let pieces = if keyed { shift(head[13], head[13]) } else { 0 };
    let from_key = if keyed { shift(head[14], pieces) } else { 0 };
    let to_key = if keyed { shift(head[15], from_key) } else { 0 };
    let said_key = if keyed { (u32::from(head[12]) * 256 + u32::from(head[13])) % 32000 + 767 } else { 0 };
    for nth in 0..32 {
        let place = if version < 12 { nth } else { (usize::from(pieces) + 1 + nth) % 32 };
        head[16 + nth] = places[place].wrapping_add(pieces);
    }
    head[51] = result;
    for (at, text) in [(80, "标题"), (304, "许银川"), (320, "吕钦")] {
        let bytes = gbk(text);
        head[at] = bytes.len() as u8;
        head[at + 1..at + 1 + bytes.len()].copy_from_slice(&bytes);
    }
    let mut rest = vec![];
    for (nth, &(from, to, flags, said)) in records.iter().enumerate() {
        let said = gbk(said);
        let flags = if keyed && !said.is_empty() { flags | 0x20 } else { flags };
        let (from, to) = if nth == 0 { (0, 0) } else { (from, to) };
        rest.extend([
            from.wrapping_add(24).wrapping_add(from_key),
            to.wrapping_add(32).wrapping_add(to_key),
            flags,
            0,
        ]);
        if !keyed || !said.is_empty() {
            rest.extend((said.len() as u32 + said_key).to_le_bytes());
            rest.extend(said);
        }
    }
    if keyed {
        let stream = b"[(C) Copyright Mr. Dong Shiwei.]";
        for (nth, byte) in rest.iter_mut().enumerate() {
            let key = head[8 + nth % 4] | head[12 + nth % 4] & head[3];
            *byte = byte.wrapping_add(key & stream[nth % 32]);
        }
    }
    [head, rest].concat()
}

/// 炮二平五 马8进7 (炮8平5 马二进三) 马二进三, as versions before 11 flag it and as later ones do.
fn line(version: u8) -> Vec<Record<'static>> {
    let (goes_on, both) = if version < 11 { (0xF0, 0xFF) } else { (0x80, 0xC0) };
    vec![
        (0, 0, goes_on, "开局"),
        (72, 42, goes_on, ""),
        (79, 67, both, "好棋"),
        (70, 62, 0, ""),
        (77, 47, goes_on, ""),
        (70, 62, 0, ""),
    ]
}

const LINE: &str = "1. 炮二平五 马8进7 {好棋} (1... 炮8平5 2. 马二进三) 2. 马二进三 1-0\n";

#[test]
fn xqf_of_all_versions_is_read() {
    for version in [10, 11, 12, 15, 18] {
        let bytes = xqf(version, USUAL, 1, &line(version));
        assert_eq!(Format::of_bytes(&bytes), Some(Format::Xqf));
        let mut parsed = Format::Xqf.read_bytes(&bytes, None);
        assert_eq!(&*parsed.problems, [], "{version}");
        let text = converted(&mut parsed.games[0], Script::Chinese);
        assert!(text.ends_with(LINE), "{version}: {text}");
        for part in ["[Red \"许银川\"]", "[Black \"吕钦\"]", "[Title \"标题\"]", "{开局}"] {
            assert!(text.contains(part), "{version}: {part} is not in {text}");
        }
        assert!(!text.contains("FEN"), "{text}");
    }
}

#[test]
fn a_game_of_xqf_may_start_anywhere() {
    // Without Red's cannons, Black to move.
    let mut places = USUAL;
    (places[9], places[10]) = (255, 255);
    let records = [(0, 0, 0x80, ""), (77, 47, 0x80, ""), (70, 62, 0, "")];
    let mut parsed = Format::Xqf.read_bytes(&xqf(18, places, 0, &records), None);
    let text = converted(&mut parsed.games[0], Script::Iccs);
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/RNBAKABNR b - - 0 1";
    assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
    assert!(text.ends_with("1... h7e7 2. h0g2 *\n"), "{text}");
}

#[test]
fn faults_of_binary_files_are_reported() {
    let whole = xqf(18, USUAL, 0, &line(18));
    for (bytes, said) in [
        (&whole[..500], "this XQF file ends within its head"),
        (&whole[..1030], "a comment of this XQF file is longer than the file"),
        (&whole[..whole.len() - 4], "this XQF file ends within its moves"),
        (&xqf(99, USUAL, 0, &[])[..], "XQF of version 99 is not known, but only up to 18"),
    ] {
        let parsed = Format::Xqf.read_bytes(bytes, None);
        assert_eq!((parsed.problems[0].kind, &*parsed.problems[0].message), (ProblemKind::Damaged, said));
    }
}

/// A record of CCBridge.
fn cbr(title: &str, turn: u8, records: &[(u8, u8, u8, &str)]) -> Vec<u8> {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut bytes = vec![0; 2214];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    bytes[180..180 + wide(title).len()].copy_from_slice(&wide(title));
    (bytes[2076], bytes[2112]) = (3, turn);
    let row = [1, 2, 3, 4, 5, 4, 3, 2, 1];
    for (file, kind) in row.into_iter().enumerate() {
        (bytes[2120 + file], bytes[2120 + 81 + file]) = (0x20 + kind, 0x10 + kind);
    }
    for file in [1, 7] {
        (bytes[2120 + 18 + file], bytes[2120 + 63 + file]) = (0x26, 0x16);
    }
    for file in [0, 2, 4, 6, 8] {
        (bytes[2120 + 27 + file], bytes[2120 + 54 + file]) = (0x27, 0x17);
    }
    for &(flags, from, to, said) in records {
        bytes.extend([flags, 0, from, to]);
        if flags & 4 != 0 {
            bytes.extend((wide(said).len() as u32).to_le_bytes());
            bytes.extend(wide(said));
        }
    }
    bytes
}

#[test]
fn cbr_and_cbl_are_read() {
    // h2e2 h9g7 (h7e7 h0g2) h0g2, squares row by row from the far side.
    let records = [
        (4, 0, 0, "开局"),
        (0, 70, 67, ""),
        (6, 7, 24, "好棋"),
        (1, 88, 69, ""),
        (0, 25, 22, ""),
        (1, 88, 69, ""),
    ];
    let one = cbr("标题", 1, &records);
    assert_eq!(Format::of_bytes(&one), Some(Format::Cbr));
    let mut parsed = Format::Cbr.read_bytes(&one, None);
    assert_eq!(&*parsed.problems, []);
    let text = converted(&mut parsed.games[0], Script::Chinese);
    assert!(text.ends_with(&LINE.replace("1-0", "1/2-1/2")), "{text}");
    assert!(text.contains("{开局}") && text.contains("[Title \"标题\"]") && !text.contains("FEN"), "{text}");
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.resize(101_952, 7);
    for title in ["甲", "乙"] {
        let mut record = cbr(title, 1, &records);
        record.resize(record.len().next_multiple_of(4096), 0);
        library.extend(record);
    }
    assert_eq!(Format::of_bytes(&library), Some(Format::Cbl));
    let parsed = Format::Cbl.read_bytes(&library, None);
    assert_eq!(&*parsed.problems, []);
    let titles: Vec<_> = parsed.games.iter().map(|game| game.tags.get("Title").unwrap()).collect();
    assert_eq!(titles, ["甲", "乙"]);
    let parsed = Format::Cbl.read_bytes(b"CCBridgeLibrary\0", None);
    assert_eq!(parsed.problems[0].kind, ProblemKind::NoGame);
}

#[test]
fn dhtmlxq_is_read_with_its_branches() {
    let text = "<p>[DhtmlXQ]\n[DhtmlXQ_title]标题[/DhtmlXQ_title]\n[DhtmlXQ_red]许银川[/DhtmlXQ_red]\n\
                [DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
                [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
                [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]72427967[/DhtmlXQ_move_0_2_1]\n\
                [DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]\n\
                [DhtmlXQ_comment0]开局[/DhtmlXQ_comment0]\n[DhtmlXQ_comment2]好||棋[/DhtmlXQ_comment2]\n\
                [DhtmlXQ_comment1_3]变[/DhtmlXQ_comment1_3]\n[/DhtmlXQ]</p>";
    assert_eq!(Format::of_text(text.as_bytes()), Some(Format::DhtmlXq));
    let mut parsed = Format::DhtmlXq.read_bytes(text.as_bytes(), None);
    assert_eq!(&*parsed.problems, []);
    assert_eq!(parsed.games[0].termination, Termination::First);
    let said = converted(&mut parsed.games[0], Script::Chinese);
    let line =
        "{开局} 1. 炮二平五 马8进7 {好  棋} (1... 炮8平5 2. 马二进三 {变} (2. 马八进七)) 2. 马二进三 1-0";
    assert!(said.replace('\n', " ").trim_end().ends_with(line), "{said}");
    // Two games, in GB18030, without the brackets around them.
    let game = "[DhtmlXQ_event]联赛[/DhtmlXQ_event][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
    let text = [game, game].join("\n");
    let bytes = carn::record::Encoding::Gb18030.encode(&text).0;
    let named = Format::DhtmlXq.read_bytes(&bytes, Some(carn::record::Encoding::Gb18030));
    assert_eq!(named.games.len(), 2);
    assert_eq!(named.games[1].tags.get("Event"), Some("联赛"));
    // Texts that are not a list of moves, and a branch without a line.
    for (wrong, kind) in [
        ("[DhtmlXQ_movelist]77476[/DhtmlXQ_movelist]", ProblemKind::UnknownToken),
        (
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_9_1]7747[/DhtmlXQ_move_0_9_1]",
            ProblemKind::Damaged,
        ),
        ("[DhtmlXQ_binit]12[/DhtmlXQ_binit]", ProblemKind::BadStart),
        ("[DhtmlXQ]", ProblemKind::NoGame),
    ] {
        let parsed = Format::DhtmlXq.read_bytes(wrong.as_bytes(), None);
        assert_eq!(parsed.problems[0].kind, kind, "{wrong}");
        let lost = parsed.games.iter().flat_map(|game| game[NodeId::ROOT].said());
        assert_eq!(
            lost.collect::<Vec<_>>(),
            if kind == ProblemKind::Damaged { &["move_0_9_1: 7747"][..] } else { &[] }
        );
    }
}

#[test]
fn wxf_is_read() {
    let text = "FORMAT\tWXF\nRED\t许银川;;\nBLACK\t吕钦\nRESULT 1-0\nDATE 2004-01-02\n\nSTART{\n 1. C2.5  H8+7\n 2.H2+3 {good} R9.8\n}END\n\n\
                FORMAT ICCS\nSTART { 1. H2-E2 H9-G7 }END\n";
    assert_eq!(Format::of_text(text.as_bytes()), Some(Format::Wxf));
    let mut parsed = Format::Wxf.read_bytes(text.as_bytes(), None);
    assert_eq!(&*parsed.problems, []);
    let said = converted(&mut parsed.games[0], Script::Wxf);
    assert!(said.ends_with("1. C2=5 H8+7 2. H2+3 {good} 2... R9=8 1-0\n"), "{said}");
    assert!(said.contains("[Red \"许银川\"]"), "{said}");
    assert!(converted(&mut parsed.games[1], Script::Iccs).ends_with("1. h2e2 h9g7 *\n"));
    let parsed = Format::Wxf.read_bytes(b"START{ 1. C2.5", None);
    assert_eq!(parsed.problems[0].kind, ProblemKind::UnclosedVariation);
}

const JKF: &str = r#"{"header":{"先手":"甲","後手":"乙","持ち時間":"10分"},"moves":[{"comments":["始め"]},
    {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":5}}},
    {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"},"forks":[[
        {"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"color":1,"piece":"FU"}}]]},
    {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true}},
    {"move":{"from":{"x":3,"y":1},"same":true,"color":1,"piece":"GI"}},
    {"move":{"to":{"x":5,"y":5},"color":0,"piece":"KA"}},
    {"special":"TORYO","forks":[[{"move":{"from":{"x":2,"y":2},"to":{"x":3,"y":3},"color":1,"piece":"GI"}}]]}]}"#;

#[test]
fn jkf_is_read() {
    assert_eq!(kifu::Format::of_head(JKF.as_bytes()), Some(kifu::Format::Jkf));
    let mut parsed = kifu::Format::Jkf.read(JKF);
    assert_eq!(&*parsed.problems, []);
    assert_eq!(parsed.games[0].termination, Termination::First);
    let text = converted(&mut parsed.games[0], Script::Usi);
    for part in ["[White \"甲\"]", "{持ち時間：10分}", "{始め}", "1. 7g7f {[%emt 0:00:05]}", "(1... 8c8d)"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.replace('\n', " ").contains("2. 8h2b+ 3a2b 3. B*5e (3. B*5e 2b3c)"), "{text}");
    // A start with a name, and a board.
    let handicap = r#"{"header":{},"initial":{"preset":"6"},"moves":[{},{"move":{"from":{"x":5,"y":1},"to":{"x":4,"y":2},"color":1,"piece":"OU"}}]}"#;
    let text = converted(&mut kifu::Format::Jkf.read(handicap).games[0], Script::Usi);
    assert!(text.contains("2sgkgs2/9/ppppppppp") && text.contains("1... 5a4b"), "{text}");
    let mut board = vec![vec!["{}"; 9]; 9];
    board[4][0] = r#"{"color":1,"kind":"OU"}"#;
    board[4][8] = r#"{"color":0,"kind":"OU"}"#;
    let board: Vec<String> = board.iter().map(|file| format!("[{}]", file.join(","))).collect();
    let drawn = format!(
        r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":1,"board":[{}],"hands":[{{"FU":2}},{{"KA":1}}]}}}},"moves":[]}}"#,
        board.join(",")
    );
    let text = converted(&mut kifu::Format::Jkf.read(&drawn).games[0], Script::Usi);
    assert!(text.contains("[FEN \"4k4/9/9/9/9/9/9/9/4K4[PPb] b - - 0 1\"]"), "{text}");
    assert_eq!(kifu::Format::Jkf.read("{\"moves\":[").problems[0].kind, ProblemKind::Damaged);
    let deep = format!("{{\"moves\":{}{}}}", "[{\"forks\":[".repeat(60), "]}]".repeat(60));
    assert_eq!(kifu::Format::Jkf.read(&deep).problems[0].kind, ProblemKind::TooLong);
}

/// A megabyte of what begins and never ends.
#[test]
fn long_records_cost_no_more_than_their_length() {
    for part in [
        "[DhtmlXQ_a]",
        "[DhtmlXQ_",
        "[DhtmlXQ]",
        "[DhtmlXQ_comment1]x",
        "START{",
        "START{ {",
        "}",
        "{",
        "FORMAT\n",
        "1.",
        "[",
        "{\"moves\":[",
    ] {
        let text = part.repeat((1 << 20) / part.len());
        for format in [Format::DhtmlXq, Format::Wxf] {
            crate::timed::timed(|| format.read_bytes(text.as_bytes(), None));
        }
        crate::timed::timed(|| kifu::Format::Jkf.read(&text));
    }
    let mut long = xqf(10, USUAL, 0, &[]);
    long.resize(1 << 20, 0xFF);
    crate::timed::timed(|| Format::Xqf.read_bytes(&long, None));
    let records = vec![(2, 70, 67, ""); 1 << 18];
    crate::timed::timed(|| Format::Cbr.read_bytes(&cbr("x", 1, &records), None));
    let many = [b"CCBridgeLibrary\0".to_vec(), b"CCBridge Record\0".repeat(1 << 16)].concat();
    crate::timed::timed(|| Format::Cbl.read_bytes(&many, None));
    let json = format!("{{\"moves\":[{}1]}}", "1,".repeat(5 << 20));
    assert_eq!(kifu::Format::Jkf.read(&json).problems[0].kind, ProblemKind::TooLong);
}

#[test]
fn the_command_knows_them_by_what_they_hold() {
    let folder = Folder::new("formats");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let game = xqf(18, USUAL, 1, &line(18));
    // Whatever a file of bytes is called.
    for name in ["a.xqf", "b.pgn", "c.bin"] {
        let out = carn(&["record", "check", &file(name, &game)]).ok();
        assert!(out.contains("1 game, 1 sound; 5 legal moves; 0 errors"), "{out}");
    }
    let ubb = b"[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    for (name, text) in
        [("a.ubb", &ubb[..]), ("b.txt", ubb), ("c.txt", b"START{ 1. C2.5 }END"), ("d.json", JKF.as_bytes())]
    {
        let out = carn(&["record", "check", &file(name, text)]).ok();
        assert!(out.contains(" 0 errors"), "{out}");
    }
    for (bytes, said) in [
        (&b"PK\x03\x04\x14\0\0\0\x08\0"[..], "is a ZIP archive"),
        (&[1, 2, 3, 0, 4, 5, 6, 0, 255, 254, 1, 0], "is a binary file of an unknown kind"),
    ] {
        let run = carn(&["record", "check", &file("z.pgn", bytes)]).code(2);
        assert!(run.messages.contains(said), "{}", run.messages);
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(version in 0..20_u8, keys in any::<[u8; 32]>(), rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut head = vec![0; 1024];
        head[..3].copy_from_slice(&[b'X', b'Q', version]);
        head[3..35].copy_from_slice(&keys);
        let record = [cbr("x", keys[0], &[]), rest.clone()].concat();
        let library = [b"CCBridgeLibrary\0".to_vec(), record.clone(), rest.clone(), record.clone()].concat();
        for (format, bytes) in [
            (Format::Xqf, [head, rest.clone()].concat()), (Format::Cbr, record), (Format::Cbl, library),
            (Format::DhtmlXq, rest.clone()), (Format::Wxf, rest.clone()), (Format::Xqf, rest),
        ] {
            for mut tree in format.read_bytes(&bytes, None).games {
                let _ = replay::resolve(&mut tree, 1, &known, None);
                let _ = pgn::write_game(&tree);
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(parts in prop::collection::vec(
        prop_oneof![
            "\\PC{0,8}", "\\[/?DhtmlXQ(_(movelist|binit|title|move_[0-3]_[0-9]_[0-3]|comment[0-9](_[0-9])?))?\\]", "[0-9]{0,16}",
            "(FORMAT|RED|START ?\\{|\\}END|\\{|\\}|1\\.|C2[.=]5|H8\\+7)[ \n]", "[{}\\[\\],:]{1,4}",
            "\"(moves|move|from|to|x|y|forks|special|initial|data|board|hands|preset|time|now|m|s|comments|header)\":",
            "(1|9|true|null|\"FU\"|\"OTHER\"|\\{\\}|\\[\\])",
        ], 0..24)
    ) {
        let text = parts.concat();
        for format in [Format::DhtmlXq, Format::Wxf] {
            for mut tree in format.read_bytes(text.as_bytes(), None).games {
                let _ = replay::resolve(&mut tree, 1, &known, None);
                let _ = pgn::write_game(&tree);
            }
        }
        for mut tree in kifu::Format::Jkf.read(&text).games {
            let _ = replay::resolve(&mut tree, 1, &known, None);
            let _ = pgn::write_game(&tree);
        }
        let _ = (Format::of_text(text.as_bytes()), Format::of_bytes(text.as_bytes()));
    }
}
