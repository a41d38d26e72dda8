//! Chinese notation, WXF and ICCS: the published rows, both conventions for stacked soldiers, every accepted
//! form.

use carn::notation::{self, Consequence, LegalMoves, ReadError, View};
use carn::variant::literal::{self, Cause};
use carn::variant::{Script, Setup, Variant, fen};
use proptest::prelude::*;

use super::games::{assert_round_trips, random_game, xiangqi};

const ROWS: &str = include_str!("../../fixtures/xiangqi-notation.tsv");

fn position(variant: &Variant, text: &str) -> (Setup, LegalMoves) {
    let setup = fen::parse(variant, text).unwrap();
    let legal = literal::legal_moves(variant, &setup).into();
    (setup, legal)
}

/// Source: tests/fixtures/README.md.
#[test]
fn the_published_rows_match() {
    let variant = xiangqi();
    let mut rows = 0;
    for row in ROWS.lines().skip(1) {
        let [text, iccs, chinese, wxf, _kind] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a row of five columns: {row}")
        };
        let (setup, legal) = position(&variant, text);
        let view = View { variant: &variant, setup: &setup, legal: &legal };
        let mv = notation::read_in(view, iccs, &[Script::Iccs]).unwrap_or_else(|e| panic!("{row}: {e}"));
        for (script, expected) in [(Script::Iccs, iccs), (Script::Chinese, chinese), (Script::Wxf, wxf)] {
            let written = notation::write_in(view, mv, Consequence::default(), script);
            assert_eq!(written.as_deref(), Some(expected), "{row}");
            assert_eq!(notation::read_in(view, expected, &[script]), Ok(mv), "{row}");
        }
        rows += 1;
    }
    assert_eq!(rows, 450);
}

/// The square that each text moves to and from, in ICCS.
fn meant(variant: &Variant, fen: &str, text: &str, script: Script) -> Result<String, ReadError> {
    let (setup, legal) = position(variant, fen);
    let view = View { variant, setup: &setup, legal: &legal };
    let mv = notation::read_in(view, text, &[script])?;
    Ok(notation::write_in(view, mv, Consequence::default(), Script::Iccs).unwrap())
}

/// Source: the notation of the World Xiangqi Federation, with its examples of soldiers in tandem.
#[test]
fn tandems_are_read_as_the_published_rules_write_them() {
    let variant = xiangqi();
    let is = |fen: &str, text: &str, iccs: &str| {
        assert_eq!(meant(&variant, fen, text, Script::Wxf).as_deref(), Ok(iccs), "{text}");
    };
    // Three on file 3 (g), to go to file 4 (f).
    let three = "4k4/6P2/6P2/6P2/9/9/9/9/9/3K5 w - - 0 1";
    is(three, "P+.4", "g8f8");
    is(three, "P3.4", "g7f7");
    is(three, "P-.4", "g6f6");
    // Five on it.
    let five = "4k1P2/6P2/6P2/6P2/6P2/9/9/9/9/3K5 w - - 0 1";
    is(five, "++.4", "g9f9");
    is(five, "P+.4", "g8f8");
    is(five, "P3.4", "g7f7");
    is(five, "P-.4", "g6f6");
    is(five, "--.4", "g5f5");
    // Four.
    let four = "4k4/6P2/6P2/6P2/6P2/9/9/9/9/3K5 w - - 0 1";
    is(four, "++.4", "g8f8");
    is(four, "P+.4", "g7f7");
    is(four, "P-.4", "g6f6");
    is(four, "--.4", "g5f5");
    // Two on each of two files.
    let two = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/5K3 w - - 0 1";
    is(two, "6+=5", "d8e8");
    is(two, "+6=5", "d8e8");
    is(two, "4-=5", "f6e6");
    // A rear piece that goes forward has the sign, though the front one has no room to.
    let black = "3rkab2/4a4/2n1b4/2p5p/3cp2n1/C1P4R1/P3PN2P/1R2B1C2/4K4/2Br1A3 b - - 15 10";
    let (setup, legal) = position(&variant, black);
    let view = View { variant: &variant, setup: &setup, legal: &legal };
    let mv = notation::read_in(view, "R-+3", &[Script::Wxf]).unwrap();
    let written = notation::write_in(view, mv, Consequence::default(), Script::Wxf);
    assert_eq!(written.as_deref(), Some("R-+3"));
    is(black, "R4+3", "d9d6");
}

#[test]
fn forms_of_characters_and_digits_are_read_alike() {
    let variant = xiangqi();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    for text in ["炮二平五", "炮2平5", "炮２平５", "砲二平五", "砲 二 平 五", "包二平五"]
    {
        assert_eq!(meant(&variant, start, text, Script::Chinese).as_deref(), Ok("h2e2"), "{text}");
    }
    for text in ["马八进七", "馬八進七", "傌8進7", "马八进七!?"] {
        assert_eq!(meant(&variant, start, text, Script::Chinese).as_deref(), Ok("b0c2"), "{text}");
    }
    for text in ["C2=5", "c2=5", "C2.5", "Ｃ２＝５", "C2=5!"] {
        assert_eq!(meant(&variant, start, text, Script::Wxf).as_deref(), Ok("h2e2"), "{text}");
    }
    for text in ["H8+7", "n8+7", "h8+7"] {
        assert_eq!(meant(&variant, start, text, Script::Wxf).as_deref(), Ok("b0c2"), "{text}");
    }
    for text in ["h2e2", "H2-E2", "h2-e2", "H2E2"] {
        assert_eq!(meant(&variant, start, text, Script::Iccs).as_deref(), Ok("h2e2"), "{text}");
    }
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
    for text in ["马8进7", "馬八進七", "马８进７"] {
        assert_eq!(meant(&variant, black, text, Script::Chinese).as_deref(), Ok("h9g7"), "{text}");
    }
    for text in ["将5进1", "將五進一", "帅5进1"] {
        assert_eq!(meant(&variant, black, text, Script::Chinese).as_deref(), Ok("e9e8"), "{text}");
    }
}

/// Source: the specification of moves of the Xiangqi Encyclopedia (象棋百科全书网, 2006), with its table for four soldiers on
/// the files 四 and 六: from right to left as the mover sees them, and from front to rear.
#[test]
fn soldiers_on_two_files_are_numbered_as_published() {
    let variant = xiangqi();
    let four = "4k4/3P1P3/9/3P1P3/9/9/9/9/9/3K5 w - - 0 1";
    let five = "4k4/3P1P3/5P3/3P1P3/9/9/9/9/9/3K5 w - - 0 1";
    // A soldier alone on its file is none of them.
    let beside = "4k4/3P1P1P1/9/3P1P3/9/9/9/9/9/3K5 w - - 0 1";
    let black = "3k5/9/9/9/9/9/3p1p3/9/3p1p3/4K4 b - - 0 1";
    let rows = [
        (four, [("一兵平五", "f8e8"), ("二兵平五", "f6e6"), ("三兵平五", "d8e8"), ("四兵平五", "d6e6")]),
        (five, [("二兵平五", "f7e7"), ("三兵平五", "f6e6"), ("四兵平五", "d8e8"), ("五兵平五", "d6e6")]),
        (beside, [("一兵平五", "f8e8"), ("兵二平三", "h8g8"), ("三兵平五", "d8e8"), ("四兵平五", "d6e6")]),
        (black, [("一卒平5", "d1e1"), ("二卒平5", "d3e3"), ("三卒平5", "f1e1"), ("四卒平5", "f3e3")]),
    ];
    for (fen, moves) in rows {
        let (setup, legal) = position(&variant, fen);
        let view = View { variant: &variant, setup: &setup, legal: &legal };
        for (text, iccs) in moves {
            assert_eq!(meant(&variant, fen, text, Script::Chinese).as_deref(), Ok(iccs), "{text}");
            let mv = notation::read_in(view, iccs, &[Script::Iccs]).unwrap();
            let written = notation::write_in(view, mv, Consequence::default(), Script::Chinese);
            assert_eq!(written.as_deref(), Some(text));
        }
    }
    // Three on one file and two on the other, as the World Xiangqi Federation writes them.
    let tandems = "4k4/2P3P2/2P6/2P3P2/9/9/9/9/9/3K5 w - - 0 1";
    for (text, iccs) in
        [("7+.6", "c8d8"), ("77.6", "c7d7"), ("7-.6", "c6d6"), ("3+.4", "g8f8"), ("3-.4", "g6f6")]
    {
        assert_eq!(meant(&variant, tandems, text, Script::Wxf).as_deref(), Ok(iccs), "{text}");
    }
}

/// Files of WXF name pieces as the Internet Chinese Chess Server did if they do not say otherwise.
#[test]
fn guards_and_ministers_are_read() {
    let variant = carn::library::variant("xiangqi").unwrap();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    for (text, iccs, written) in [
        ("G4+5", "f0e1", "A4+5"),
        ("M3+5", "g0e2", "E3+5"),
        ("N2+3", "h0g2", "H2+3"),
        ("A4+5", "f0e1", "A4+5"),
    ] {
        assert_eq!(meant(&variant, start, text, Script::Wxf).as_deref(), Ok(iccs), "{text}");
        let (setup, legal) = position(&variant, start);
        let view = View { variant: &variant, setup: &setup, legal: &legal };
        let mv = notation::read_in(view, iccs, &[Script::Iccs]).unwrap();
        let text = notation::write_in(view, mv, Consequence::default(), Script::Wxf);
        assert_eq!(text.as_deref(), Some(written));
    }
}

#[test]
fn other_conventions_for_soldiers_are_read() {
    let variant = xiangqi();
    // Two stacks of two: on files 8 and 2 as Red counts.
    let two_stacks = "1P1k3P1/9/2P6/1P5P1/9/9/9/9/9/5K3 w - - 0 1";
    for (text, expected) in [
        ("一兵平一", "h9i9"),
        ("二兵进一", "h6h7"),
        ("四兵进一", "b6b7"),
        ("前兵二平一", "h9i9"),
        ("后兵八进一", "b6b7"),
        ("后兵平九", "b6a6"),
        ("后八进一", "b6b7"),
        ("二二进一", "h6h7"),
        ("後兵二進一", "h6h7"),
    ] {
        assert_eq!(meant(&variant, two_stacks, text, Script::Chinese).as_deref(), Ok(expected), "{text}");
    }
    let ambiguous = meant(&variant, two_stacks, "后兵进一", Script::Chinese);
    assert!(matches!(ambiguous, Err(ReadError::Ambiguous(moves)) if moves.len() == 2));
    // One stack of five: first and last may be named by place.
    let five = "3k4P/8P/8P/8P/8P/9/9/9/9/5K3 w - - 0 1";
    for (text, expected) in [
        ("前兵平二", "i9h9"),
        ("一兵平二", "i9h9"),
        ("二兵平二", "i8h8"),
        ("中兵平二", "i7h7"),
        ("后兵平二", "i5h5"),
        ("兵后平二", "i5h5"),
    ] {
        assert_eq!(meant(&variant, five, text, Script::Chinese).as_deref(), Ok(expected), "{text}");
    }
    let two = "4k4/3P5/9/3P5/9/9/9/9/9/5K3 w - - 0 1";
    for (text, expected) in
        [("P+=7", "d8c8"), ("+P=7", "d8c8"), ("P-.5", "d6e6"), ("26+1", "d6d7"), ("P26+1", "d6d7")]
    {
        assert_eq!(meant(&variant, two, text, Script::Wxf).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let variant = xiangqi();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let read = |text| meant(&variant, start, text, Script::Chinese);
    for text in [
        "",
        "炮",
        "炮二",
        "平平平平",
        "炮二平零",
        "马八进",
        "前",
        "十十十",
        "e4",
        "炮二平五五五五五",
        "=",
        "~",
    ] {
        assert_eq!(read(text), Err(ReadError::Unreadable), "{text}");
    }
    let scripts = [Script::Chinese, Script::Wxf, Script::Iccs, Script::Coordinate];
    let (setup, legal) = position(&variant, start);
    let view = View { variant: &variant, setup: &setup, legal: &legal };
    for text in ["相三进五相", "C2=", "h2", "h2e2e2", "R++", "99", "@", "@@", "h2e2~0", "h2e2~x", "\u{0}"]
    {
        assert_eq!(notation::read_in(view, text, &scripts), Err(ReadError::Unreadable), "{text}");
    }
    // The second horse is hemmed in by its neighbour, and the words say so.
    let Err(ReadError::NoSuchMove(wanted)) = read("马二进四") else { panic!("a blocked horse moved") };
    let square = |name: &str| variant.board.square(name).unwrap();
    assert_eq!((wanted.origins.clone(), wanted.to), (vec![square("h1")], Some(square("f2"))));
    let refusals = wanted.refusals(view);
    let blocked = refusals
        .iter()
        .flat_map(|(_, refusals)| refusals)
        .any(|refusal| matches!(refusal.cause, Cause::Blocked { square: at, .. } if at == square("g1")));
    assert!(blocked, "{refusals:?}");
}

#[test]
fn every_move_of_random_games_round_trips() {
    let variant = xiangqi();
    for seed in 1..4 {
        for (setup, legal) in random_game(&variant, variant.start.clone(), 40, seed) {
            for script in [Script::Chinese, Script::Wxf, Script::Iccs, Script::Coordinate] {
                assert_round_trips(&variant, &setup, &legal, script);
            }
        }
    }
}

/// A position with soldiers of one side on the squares given (file, row from the enemy's end), and both generals.
fn with_soldiers(
    variant: &Variant,
    soldiers: &[(usize, usize)],
    enemies: &[(usize, usize)],
    black: bool,
) -> Setup {
    let mut rows = [[None; 9]; 10];
    rows[0][3] = Some('k');
    rows[9][5] = Some('K');
    let letters = if black { ['p', 'R'] } else { ['P', 'r'] };
    for (squares, letter) in [(soldiers, letters[0]), (enemies, letters[1])] {
        for &(file, row) in squares {
            let row = if black { 9 - row } else { row };
            rows[row][file].get_or_insert(letter);
        }
    }
    let row = |row: &[Option<char>; 9]| row.map(|c| c.unwrap_or('1')).iter().collect::<String>();
    // Runs of ones are not how a FEN is printed, but a reader takes them; merged to be sure.
    let placement: Vec<String> = rows.iter().map(|squares| merge(&row(squares))).collect();
    let turn = if black { "b" } else { "w" };
    fen::parse(variant, &format!("{} {turn} - - 0 1", placement.join("/"))).unwrap()
}

fn merge(row: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for c in row.chars() {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(c);
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Two to five soldiers crowded on one to three files.
    #[test]
    fn stacked_soldiers_round_trip(
        files in prop::collection::vec(0usize..9, 1..=3),
        soldiers in prop::collection::vec((0usize..3, 0usize..7), 2..=5),
        enemies in prop::collection::vec((0usize..9, 0usize..10), 0..=2),
        black in any::<bool>(),
    ) {
        let variant = xiangqi();
        let soldiers: Vec<_> = soldiers.iter().map(|&(i, row)| (files[i % files.len()], row)).collect();
        let setup = with_soldiers(&variant, &soldiers, &enemies, black);
        let legal = literal::legal_moves(&variant, &setup);
        for script in [Script::Chinese, Script::Wxf, Script::Iccs] {
            assert_round_trips(&variant, &setup, &legal, script);
        }
    }

    /// Whatever the text, reading ends with a move or an error.
    #[test]
    fn any_text_is_read_without_panic(text in "[炮马前后中一二十进退平兵A-Za-z0-9+=.#x@~\\-（）♘ ]{0,12}") {
        let variant = xiangqi();
        let legal = LegalMoves::from(literal::legal_moves(&variant, &variant.start));
        let view = View { variant: &variant, setup: &variant.start, legal: &legal };
        for script in [Script::Chinese, Script::Wxf, Script::Iccs, Script::Coordinate, Script::San] {
            if let Ok(mv) = notation::read_in(view, &text, &[script]) {
                prop_assert!(legal.contains(&mv));
            }
        }
    }
}
