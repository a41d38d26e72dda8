//! SAN and coordinates in chess: a known record, accepted forms, disambiguation, round trips.

use carn::notation::{self, Consequence, ReadError, SanReader, View};
use carn::position::{Position, Rules};
use carn::variant::{Script, Variant, fen, literal};

use super::games::{assert_round_trips, chess, random_game};

/// The move that a text means, in coordinates.
fn meant(variant: &Variant, text: &str, san: &str) -> Result<String, ReadError> {
    let setup = fen::parse(variant, text).unwrap();
    let legal = literal::legal_moves(variant, &setup).into();
    let view = View { variant, setup: &setup, legal: &legal };
    let mv = notation::read_in(view, san, &[Script::San])?;
    Ok(notation::write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap())
}

/// The SAN of a move given in coordinates.
fn san(variant: &Variant, text: &str, coordinates: &str) -> String {
    let setup = fen::parse(variant, text).unwrap();
    let legal = literal::legal_moves(variant, &setup).into();
    let view = View { variant, setup: &setup, legal: &legal };
    let mv = notation::read_in(view, coordinates, &[Script::Coordinate]).unwrap();
    notation::write_in(view, mv, Consequence::literally(variant, &setup, mv), Script::San).unwrap()
}

#[test]
fn a_known_record_is_read_and_written_as_it_was() {
    let variant = chess();
    let record = include_str!("../../fixtures/seed-line.pgn");
    let words: Vec<&str> = record
        .lines()
        .filter(|line| !line.starts_with('['))
        .flat_map(str::split_whitespace)
        .filter(|word| !word.ends_with('.'))
        .collect();
    assert_eq!(words.len(), 24);
    let reader = SanReader::new(&variant);
    let mut setup = variant.start.clone();
    for word in words {
        let legal = literal::legal_moves(&variant, &setup).into();
        let view = View { variant: &variant, setup: &setup, legal: &legal };
        let mv = reader.read(view, word).unwrap();
        let consequence = Consequence::literally(&variant, &setup, mv);
        assert_eq!(notation::write_in(view, mv, consequence, Script::San).as_deref(), Some(word));
        setup = literal::apply(&variant, &setup, mv).setup;
    }
    let expected = "rnbqkb1r/3ppp2/8/P1p2n1p/RN5P/8/2PPPP2/1NBQKB1R";
    assert_eq!(fen::print(&variant, &setup).split(' ').next(), Some(expected));
}

const CASTLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn tolerated_forms_are_read() {
    let variant = chess();
    let start = fen::print(&variant, &variant.start);
    for (text, expected) in [
        ("e4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("e2e4", "e2e4"),
        ("Pe4", "e2e4"),
        ("♙e4", "e2e4"),
        ("e4!?", "e2e4"),
        ("e4+", "e2e4"),
        ("Nf3", "g1f3"),
        ("Ngf3", "g1f3"),
        ("Ng1f3", "g1f3"),
        ("Ng1-f3", "g1f3"),
        ("N1f3", "g1f3"),
        ("Nxf3", "g1f3"),
        ("♘f3", "g1f3"),
        ("♞f3#", "g1f3"),
        ("Ｎｆ３", "g1f3"),
    ] {
        assert_eq!(meant(&variant, &start, text).as_deref(), Ok(expected), "{text}");
    }
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!", "O–O", "Kg1", "Ke1g1"] {
        assert_eq!(meant(&variant, CASTLE, text).as_deref(), Ok("e1g1"), "{text}");
    }
    for text in ["O-O-O", "0-0-0", "Kc1"] {
        assert_eq!(meant(&variant, CASTLE, text).as_deref(), Ok("e1c1"), "{text}");
    }
    for text in ["dxe6", "de6", "de", "d5xe6", "dxe6e.p.", "d5e6"] {
        let expected = if text == "de" { None } else { Some("d5e6") };
        assert_eq!(meant(&variant, CASTLE, text).ok().as_deref(), expected, "{text}");
    }
    let promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    for text in ["a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=Q+", "a7a8=Q", "a7-a8Q", "Pa8=♕"] {
        assert_eq!(meant(&variant, promotion, text).as_deref(), Ok("a7a8q"), "{text}");
    }
    assert_eq!(meant(&variant, promotion, "axb8=N").as_deref(), Ok("a7b8n"));
    let undecided = meant(&variant, promotion, "a8");
    assert!(matches!(undecided, Err(ReadError::Ambiguous(moves)) if moves.len() == 4));
}

/// A small `b` is a file, never a bishop.
#[test]
fn small_letters_are_files() {
    let variant = chess();
    let text = "4k3/8/8/2p5/1P6/8/3B4/4K3 w - - 0 1";
    assert_eq!(meant(&variant, text, "bxc5").as_deref(), Ok("b4c5"));
    assert_eq!(meant(&variant, text, "Bc3").as_deref(), Ok("d2c3"));
    assert!(matches!(meant(&variant, text, "bc3"), Err(ReadError::NoSuchMove(_))));
    assert_eq!(meant(&variant, text, "ke2"), Err(ReadError::Unreadable));
}

/// The cases of the PGN standard: file, then rank, then both.
#[test]
fn disambiguation_is_least() {
    let variant = chess();
    let knights = "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1";
    assert_eq!(san(&variant, knights, "g1f3"), "Nf3");
    let knights = "7k/8/8/8/3N1N2/8/8/4K3 w - - 0 1";
    assert_eq!(san(&variant, knights, "d4e6"), "Nde6");
    let rooks = "R7/7k/8/8/8/8/7K/R7 w - - 0 1";
    assert_eq!(san(&variant, rooks, "a1a4"), "R1a4");
    assert_eq!(san(&variant, rooks, "a8a4"), "R8a4");
    let queens = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
    assert_eq!(san(&variant, queens, "h4e1"), "Qh4e1");
    assert_eq!(san(&variant, queens, "e4e1"), "Qee1");
    assert_eq!(san(&variant, queens, "h1e1"), "Q1e1");
    // A pinned rival needs no telling apart.
    let pinned = "4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1";
    assert_eq!(san(&variant, pinned, "a1c2"), "Nc2");
    let pinned = "4r2k/8/8/8/8/N7/4N3/4K3 w - - 0 1";
    assert_eq!(san(&variant, pinned, "a3c4"), "Nc4");
}

#[test]
fn checks_mates_captures_and_names_are_written() {
    let variant = chess();
    assert_eq!(san(&variant, CASTLE, "e1g1"), "O-O");
    assert_eq!(san(&variant, CASTLE, "e1c1"), "O-O-O");
    assert_eq!(san(&variant, CASTLE, "d5e6"), "dxe6");
    assert_eq!(san(&variant, CASTLE, "e5f7"), "Nxf7");
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(san(&variant, passing, "e5d6"), "exd6");
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(san(&variant, back_rank, "a1a8"), "Ra8#");
    let check = "6k1/5pp1/7p/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(san(&variant, check, "a1a8"), "Ra8+");
    let promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(san(&variant, promotion, "a7b8q"), "axb8=Q+");
    assert_eq!(san(&variant, promotion, "a7a8n"), "a8=N");
    let castle_check = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(san(&variant, castle_check, "e1g1"), "O-O+");
}

#[test]
fn what_cannot_be_is_told_apart() {
    let variant = chess();
    let start = fen::print(&variant, &variant.start);
    for text in ["", "+", "e", "4", "e9", "i4", "Nf", "Q", "=Q", "e4=", "O", "NNf3", "e44", "\u{301}", "Zf3"]
    {
        assert_eq!(meant(&variant, &start, text), Err(ReadError::Unreadable), "{text:?}");
    }
    for text in ["e5", "Nd2", "Ke2", "O-O", "e4=Q", "Nbf3", "Ra4", "--"] {
        assert!(matches!(meant(&variant, &start, text), Err(ReadError::NoSuchMove(_))), "{text}");
    }
    let rooks = "R7/7k/8/8/8/8/7K/R7 w - - 0 1";
    assert!(matches!(meant(&variant, rooks, "Ra4"), Err(ReadError::Ambiguous(moves)) if moves.len() == 2));
}

#[test]
fn every_move_of_random_games_round_trips() {
    let variant = chess();
    let crowded = "1Q1Q1Q2/Q6Q/3P1P2/Q2k3Q/8/Q6Q/1Q3Q2/4K3 w - - 0 1";
    let starts = [
        fen::print(&variant, &variant.start),
        CASTLE.into(),
        crowded.into(),
        "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 b - - 0 1".into(),
    ];
    for (i, start) in starts.iter().enumerate() {
        let start = fen::parse(&variant, start).unwrap();
        for seed in 1..4 {
            for (setup, legal) in random_game(&variant, start.clone(), 25, seed + 10 * i as u64) {
                for script in [Script::San, Script::Coordinate, Script::Iccs] {
                    assert_round_trips(&variant, &setup, &legal, script);
                }
            }
        }
    }
}

#[test]
fn drops_that_check_or_mate_are_marked() {
    let rules = carn::library::rules("crazyhouse").unwrap();
    let position = Position::from_fen(&rules, "7k/8/6K1/8/8/8/8/8[QR] w - - 0 1").unwrap();
    for (text, script) in [
        ("Q@g7#", Script::San),
        ("R@e8#", Script::Long),
        ("Q@e5+", Script::San),
        ("Q@a2", Script::San),
        ("Q@g7", Script::Coordinate),
    ] {
        let bare = text.trim_end_matches(['+', '#']);
        let mv = notation::read(&position, bare, &[script]).unwrap();
        assert_eq!(notation::read(&position, text, &[script]), Ok(mv));
        assert_eq!(notation::write(&position, mv, script).as_deref(), Some(text));
    }
}

/// Positions read and write as their parts do.
#[test]
fn positions_read_and_write_themselves() {
    let rules = Rules::new(chess());
    let reader = SanReader::new(rules.variant());
    let mut list = Vec::new();
    let mut position = Position::start(&rules);
    let words = "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#";
    for word in words.split(' ') {
        let mv = reader.read_at(&position, word, &mut list).unwrap();
        assert_eq!(notation::read(&position, word, &[]), Ok(mv));
        assert_eq!(notation::write(&position, mv, Script::San).as_deref(), Some(word));
        let coordinates = notation::write(&position, mv, Script::Coordinate).unwrap();
        assert_eq!(notation::read(&position, &coordinates, &[]), Ok(mv));
        let before = position.clone();
        position.play(mv).unwrap();
        assert_eq!(notation::write_between(&before, mv, &position, Script::San).as_deref(), Some(word));
    }
    assert!(!position.has_legal_move());
    assert!(matches!(reader.read_at(&position, "Kd1", &mut list), Err(ReadError::NoSuchMove(_))));
    let position = Position::from_fen(&rules, CASTLE).unwrap();
    for (text, expected) in [("0-0", "e1g1"), ("Kg1", "e1g1"), ("Qxf6", "f3f6"), ("Nd7", "e5d7")] {
        let mv = reader.read_at(&position, text, &mut list).ok();
        let coordinates = mv.and_then(|mv| notation::write(&position, mv, Script::Coordinate));
        assert_eq!(coordinates.as_deref(), Some(expected), "{text}");
    }
}

/// A capture of an own piece is not written as a capture.
#[test]
fn only_what_an_opponent_loses_is_written_as_taken() {
    let rook = "r = { letter = 'R', move = '*# 1', capture = ['*# 1', '*# 1 @Ally'] }";
    let rules = crate::features::five_from(rook, "", "5/5/5/x4/RX3");
    let position = Position::start(&rules);
    let mut texts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| notation::write(&position, mv, Script::San).unwrap())
        .collect();
    texts.sort();
    assert_eq!(texts, ["Rb1", "Rxa2"]);
}
