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
mod replies;
mod rounds;
mod several;
mod sides;
pub mod strewn;
mod widths;
pub mod written;

use std::sync::Arc;

use carn::position::core::{Core, PerftOptions, Tables};
use carn::variant::{Variant, fen, literal};

fn ready(variant: Variant) -> (Arc<Variant>, Tables) {
    let variant = Arc::new(variant);
    let tables = Tables::new(&variant);
    assert_eq!(tables.fallback(), None);
    (variant, tables)
}

/// Both evaluators count a game of the rule text alike; says what they count.
fn counts(text: &str, depths: u32) -> Vec<u64> {
    let (variant, tables) = ready(offers::game(text));
    let core = Core::new(&tables, &variant.start);
    let count = |depth| {
        let count = core.perft(depth);
        assert_eq!(count, literal::perft(&variant, &variant.start, depth), "{depth}: {text}");
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
    let (variant, tables) = ready(games::chess(8, 8));
    for (text, depth, nodes) in CHESS {
        let setup = fen::parse(&variant, text).unwrap();
        assert_eq!(Core::new(&tables, &setup).perft(depth), nodes, "{text}");
    }
}

#[test]
fn xiangqi_counts_are_the_published_ones() {
    let (variant, tables) = ready(games::xiangqi());
    for (text, depth, nodes) in XIANGQI {
        let setup = fen::parse(&variant, text).unwrap();
        assert_eq!(Core::new(&tables, &setup).perft(depth), nodes, "{text}");
    }
}

#[test]
fn threads_hashes_and_the_portable_twin_change_nothing() {
    let variant = Arc::new(games::chess(8, 8));
    let setup = fen::parse(&variant, CHESS[1].0).unwrap();
    for tables in [Tables::new(&variant), Tables::portable(&variant)] {
        let core = Core::new(&tables, &setup);
        for (threads, hash_megabytes) in [(0, 0), (2, 0), (0, 1), (2, 4)] {
            let options = PerftOptions { threads, hash_megabytes, ..PerftOptions::default() };
            assert_eq!(core.perft_with(4, &options), Some(CHESS[1].2), "{threads} {hash_megabytes}");
        }
    }
    assert_eq!(literal::perft(&variant, &setup, 2), 2039);
}

#[test]
fn shipped_games_are_run_by_tables() {
    for name in crate::shipped::names() {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        assert_eq!(Tables::new(&variant).fallback(), None, "{name}");
    }
}
