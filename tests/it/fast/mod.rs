//! The tables against published counts and against the literal evaluator.

mod agree;
mod asked;
mod boards;
mod cases;
mod chains;
mod contexts;
mod corners;
mod fixtures;
mod fuzz;
mod games;
mod gathered;
mod hashes;
mod mutated;
mod narrowed;
mod offers;
mod phases;
mod placements;
pub mod random;
mod rounds;
mod searched;
mod several;
mod sides;
pub mod strewn;
mod widths;
pub mod written;

use carn::position::{PerftOptions, Position, Rules};
use carn::variant::{Variant, fen, literal};

fn ready(variant: Variant) -> Rules {
    let rules = Rules::new(variant);
    assert_eq!(rules.fallback(), None);
    rules
}

/// Both evaluators count a game of the rule text alike; says what they count.
fn counts(text: &str, depths: u32) -> Vec<u64> {
    let rules = ready(offers::game(text));
    let position = Position::start(&rules);
    let count = |depth| {
        let count = position.perft(depth);
        assert_eq!(count, literal::perft(rules.variant(), &rules.variant().start, depth), "{depth}: {text}");
        count
    };
    (1..=depths).map(count).collect()
}

/// Node counts published on chessprogramming.org (perft results) and, for xiangqi, with Fairy-Stockfish.
const CHESS: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

const XIANGQI: [(&str, u32, u64); 3] = [
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 4, 3_290_240),
    ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1", 4, 4_485_547),
    ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1", 4, 92_741),
];

#[test]
fn chess_counts_are_the_published_ones() {
    let rules = ready(games::chess(8, 8));
    for (text, depth, nodes) in CHESS {
        assert_eq!(Position::from_fen(&rules, text).unwrap().perft(depth), nodes, "{text}");
    }
}

#[test]
fn xiangqi_counts_are_the_published_ones() {
    let rules = ready(games::xiangqi());
    for (text, depth, nodes) in XIANGQI {
        assert_eq!(Position::from_fen(&rules, text).unwrap().perft(depth), nodes, "{text}");
    }
}

#[test]
fn threads_hashes_and_the_portable_twin_change_nothing() {
    let variant = games::chess(8, 8);
    let setup = fen::parse(&variant, CHESS[1].0).unwrap();
    for rules in [Rules::new(variant.clone()), Rules::portable(variant.clone())] {
        let position = Position::from_setup_unchecked(&rules, &setup);
        for (threads, hash_megabytes) in [(0, 0), (2, 0), (0, 1), (2, 4)] {
            let options = PerftOptions { threads, hash_megabytes, ..PerftOptions::default() };
            assert_eq!(position.perft_with(4, &options), Some(CHESS[1].2), "{threads} {hash_megabytes}");
        }
    }
    assert_eq!(literal::perft(&variant, &setup, 2), 2039);
}

#[test]
fn shipped_games_are_run_by_tables() {
    for name in carn::library::names() {
        assert_eq!(carn::library::rules(name).unwrap().fallback(), None, "{name}");
    }
}
