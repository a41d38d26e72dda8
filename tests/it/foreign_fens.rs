//! Positions written by Fairy-Stockfish and related programs are read: signs and letters that our own texts
//! do not have, and brackets, rights and squares without a piece in them.

use carn::library;
use carn::position::{Position, Rules};
use carn::variant::fen;

fn rules(game: &str) -> Rules {
    Rules::new(library::variant(game).unwrap())
}

/// A game, a position as pyffish 0.0.90 or pychess writes it, and how it is written here.
const READ: &[(&str, &str, &str)] = &[
    // Promoted pieces are marked where nobody asks.
    (
        "makruk",
        "1n1m2nr/3r2k1/pspp1p1p/m3pspP/P2P4/1PN1P1P1/1RS2K2/2M~2SNR w - - 1 21",
        "1n1m2nr/3r2k1/pspp1p1p/m3pspP/P2P4/1PN1P1P1/1RS2K2/2M2SNR w - - 1 21",
    ),
    ("makruk", "8/8/4k3/4M~3/8/3K4/4R3/8 b - 128 7 40", "8/8/4k3/4M3/8/3K4/4R3/8 b - 128 7 40"),
    ("chess", "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"),
    // No hand, and brackets.
    ("chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5[-] w - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"),
    // Horses and elephants by their English names.
    (
        "janggi",
        "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1",
        "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
    ),
    ("minixiangqi", "3k3/7/7/3p3/7/7/2HK3 w - - 0 1", "3k3/7/7/3p3/7/7/2NK3 w - - 0 1"),
    // Squares on which nobody may play, and arrows.
    ("ataxx", "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1", "P5p/7/2*1*2/7/2*1*2/7/p5P[] w - - 0 1"),
    (
        "amazons",
        "2**q1***1/2*1Q**3/1**q*1**2/2***1q1*1/**1Q1*1**1/1**1*1*3/Q**q3*2/2**3*2/**1*1**2*/2Q1*3*1 w - - 40 21",
        "2**q1***1/2*1Q**3/1**q*1**2/2***1q1*1/**1Q1*1**1/1**1*1*3/Q**q3*2/2**3*2/**1*1**2*/2Q1*3*1 w - - 40 21",
    ),
    ("amazons", "9q/9X/10/10/10/10/10/10/10/Q9 w - - 0 1", "9q/9*/10/10/10/10/10/10/10/Q9 w - - 0 1"),
    // Homes that the letters of castling cover already, and castling alone.
    (
        "seirawan",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KEH - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w K - 0 1",
    ),
    (
        "seirawan",
        "rheqkb1r/p6p/E1pp1p2/1P3bN1/1nN2p1P/1PP3P1/1B1KPR2/1RQ2BH1[] w q - 4 21",
        "rheqkb1r/p6p/E1pp1p2/1P3bN1/1nN2p1P/1PP3P1/1B1KPR2/1RQ2BH1[] w q - 4 21",
    ),
    (
        "seirawan960",
        "bnrknqrb/pppppppp/8/8/8/8/PPPPPPPP/BNRKNQRB[HEhe] w KQkq - 0 1",
        "bnrknqrb/pppppppp/8/8/8/8/PPPPPPPP/BNRKNQRB[HEhe] w CDGcdg - 0 1",
    ),
    (
        "seirawan960",
        "bnrqknrb/pppppppp/8/8/8/6N1/PPPPPPPP/BNRQK1RB[EHeh] b GCABDEHgcabdefh - 1 1",
        "bnrqknrb/pppppppp/8/8/8/6N1/PPPPPPPP/BNRQK1RB[HEhe] b ABCDEGHabcdefgh - 1 1",
    ),
];

#[test]
fn positions_of_other_programs_are_read() {
    for (game, text, written) in READ {
        let position =
            Position::from_fen(&rules(game), text).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
        assert_eq!(position.fen(), *written, "{game} {text}");
    }
}

#[test]
fn lenient_reading_still_reports_meaningless_fields() {
    for (game, text) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2Q~~ w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K3~ w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/~8/4K3 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1"),
        ("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w BB - 0 1"),
        ("seirawan960", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2* w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2H w - - 0 1"),
    ] {
        assert!(fen::parse(rules(game).variant(), text).is_err(), "{game} {text}");
    }
}

/// On gaps of a board nobody plays, and they do not count.
#[test]
fn gaps_are_in_the_way() {
    let rules = rules("ataxx");
    let position = Position::from_fen(&rules, "7/7/7/7/7/**5/P*4p w - - 0 1").unwrap();
    let mut targets: Vec<String> =
        position.legal_moves().into_iter().map(|mv| rules.variant().board.name(mv.to)).collect();
    targets.sort_unstable();
    assert_eq!(targets, ["a3", "b3", "c1", "c2", "c3"]);
}
