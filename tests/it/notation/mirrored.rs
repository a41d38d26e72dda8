//! Moves and positions of games whose files are numbered from the first player's right: published notations
//! are matched, and every text reads back as itself.

use carn::library;
use carn::notation;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{Script, fen};

const FAMILY: [&str; 9] = [
    "shogi",
    "minishogi",
    "kyotoshogi",
    "euroshogi",
    "micro",
    "shoshogi",
    "yarishogi",
    "torishogi",
    "dobutsu",
];

const NEW: [Script; 3] = [Script::Usi, Script::Hodges, Script::Kif];

fn rules(name: &str) -> Rules {
    Rules::new(library::variant(name).unwrap())
}

/// Plays moves of one script and holds that each is written so.
fn plays(position: &mut Position, script: Script, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = notation::read(position, text, &[script]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notation::write(position, mv, script).as_deref(), Some(text));
        position.play(mv).unwrap();
    }
}

#[test]
fn an_opening_in_three_scripts() {
    let rules = rules("shogi");
    let mut ends = Vec::new();
    for (script, moves) in [
        (Script::Usi, "7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c"),
        (Script::Hodges, "P-7f P-3d Bx2b+ Sx2b B*5e S-3c"),
        (Script::Kif, "▲7六歩 △3四歩 ▲2二角成 △2二銀 ▲5五角打 △3三銀"),
    ] {
        let mut position = Position::start(&rules);
        plays(&mut position, script, moves);
        ends.push(fen::print_sfen(rules.variant(), &position.setup()).unwrap());
    }
    let end = "lnsgkg1nl/1r7/ppppppspp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL b b 7";
    assert_eq!(ends, [end; 3]);
}

#[test]
fn two_pieces_of_a_name_are_told_apart() {
    let rules = rules("shogi");
    let position = Position::from_fen(&rules, "sfen 4k4/9/9/9/9/9/9/9/3GKG3 b - 1").unwrap();
    for (usi, hodges, kif) in
        [("4i5h", "G4i-5h", "▲5八金(49)"), ("6i5h", "G6i-5h", "▲5八金(69)"), ("6i7h", "G-7h", "▲7八金")]
    {
        let mv = notation::read(&position, usi, &[Script::Usi]).unwrap();
        assert_eq!(notation::write(&position, mv, Script::Hodges).as_deref(), Some(hodges));
        assert_eq!(notation::write(&position, mv, Script::Kif).as_deref(), Some(kif));
    }
}

#[test]
fn declined_promotions_are_written() {
    let rules = rules("shogi");
    let position = Position::from_fen(&rules, "sfen 4k4/9/9/2S6/9/9/9/9/4K4 b - 1").unwrap();
    for (usi, hodges, kif) in
        [("7d7c", "S-7c=", "▲7三銀不成"), ("7d7c+", "S-7c+", "▲7三銀成"), ("7d8e", "S-8e", "▲8五銀")]
    {
        let mv = notation::read(&position, usi, &[Script::Usi]).unwrap();
        assert_eq!(notation::write(&position, mv, Script::Hodges).as_deref(), Some(hodges));
        assert_eq!(notation::write(&position, mv, Script::Kif).as_deref(), Some(kif));
    }
    // As others write it.
    for (text, usi) in [
        ("S-73+", "7d7c+"),
        ("Sx7c=", "7d7c"),
        ("☗７三銀（74）", "7d7c"),
        ("７三銀生", "7d7c"),
        ("7三銀成", "7d7c+"),
    ] {
        let mv = notation::read(&position, text, &NEW).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notation::write(&position, mv, Script::Usi).as_deref(), Some(usi), "{text}");
    }
    for text in ["7d7b", "S-7b", "△7三銀", "7三金", "7三", "P*5e", "S*5e", "10a5e", "7d7c++"] {
        assert!(notation::read(&position, text, &NEW).is_err(), "{text}");
    }
}

#[test]
fn positions_in_sfen() {
    let rules = rules("shogi");
    // The start position and the example of the protocol's description.
    for text in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    ] {
        let setup = fen::parse_sfen(rules.variant(), text).unwrap();
        assert_eq!(fen::print_sfen(rules.variant(), &setup).as_deref(), Some(text));
        assert_eq!(fen::parse(rules.variant(), &format!("sfen {text}")), Ok(setup));
    }
    assert_eq!(
        fen::parse_sfen(
            rules.variant(),
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
        ),
        Ok(rules.variant().start.clone())
    );
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    for (rest, wrong) in [
        ("x - 1", "x"),
        ("b Q 1", "Q"),
        ("b 0P 1", "0"),
        ("b 2 1", "2"),
        ("b - x", "x"),
        ("b - 1 1", "1"),
        ("b 99999P 1", "9"),
    ] {
        let text = format!("{kings} {rest}");
        let error = fen::parse_sfen(rules.variant(), &text).unwrap_err();
        assert_eq!(&text[error.span], wrong, "{rest}");
    }
    assert_eq!(
        fen::print_sfen(&library::variant("chess").unwrap(), &library::variant("chess").unwrap().start),
        None
    );
}

#[test]
fn random_games_are_read_back() {
    for name in FAMILY {
        let rules = rules(name);
        let mut random = Random::new(11);
        let mut position = Position::start(&rules);
        for ply in 0..40 {
            let setup = position.setup();
            let sfen = fen::print_sfen(rules.variant(), &setup).unwrap();
            let read = fen::parse_sfen(rules.variant(), &sfen).unwrap();
            assert_eq!(
                (&read.squares, &read.hands, read.turn),
                (&setup.squares, &setup.hands, setup.turn),
                "{sfen}"
            );
            assert_eq!(fen::print_sfen(rules.variant(), &read).as_ref(), Some(&sfen));
            let legal = position.legal_moves();
            for &mv in legal.iter().filter(|_| ply % 4 < 2) {
                for script in NEW.into_iter().filter(|&script| rules.variant().can_write(script)) {
                    let text = notation::write(&position, mv, script).unwrap();
                    assert!(!text.starts_with('@'), "{name}: {text} at {sfen}");
                    assert_eq!(
                        notation::read(&position, &text, &[script]),
                        Ok(mv),
                        "{name}: {text} at {sfen}"
                    );
                }
            }
            let Some(&mv) = random.choose(&legal) else { break };
            position.play_unchecked(mv);
        }
    }
}
