//! The literal evaluator against published counts, and its explanations against the rules.

#![allow(clippy::unwrap_used)]

pub mod hand;
mod reasons;
mod struck;

use carn::variant::literal::{self, Cause};
use carn::variant::{Variant, fen};

fn counts(variant: &Variant, text: &str, nodes: &[u64]) {
    let setup = fen::parse(variant, text).unwrap();
    for (depth, &expected) in (1..).zip(nodes) {
        assert_eq!(literal::perft(variant, &setup, depth), expected, "{text} at depth {depth}");
    }
}

/// Published counts: the chess programming community's standard positions.
#[test]
fn chess_by_hand_has_the_published_counts() {
    let chess = hand::chess();
    counts(&chess, hand::CHESS_START, &[20, 400, 8902]);
    counts(&chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2039]);
    counts(&chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812]);
    counts(&chess, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
    counts(&chess, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486]);
}

/// Published counts for the start; the other positions are among those that Fairy-Stockfish's tests carry.
#[test]
fn xiangqi_by_hand_has_the_published_counts() {
    counts(&hand::xiangqi(), hand::XIANGQI_START, &[44, 1920, 79666]);
}

/// Whether there is a legal move is found without listing them, and means the same; also where a player has none.
#[test]
fn a_legal_move_is_known_to_be_there_without_the_others() {
    for name in ["ataxx", "dobutsu", "chess", "atomic"] {
        let variant = carn::library::variant(name).unwrap();
        for seed in 0..6 {
            let mut random = carn::random::Random::new(seed);
            let mut setup = variant.start.clone();
            for _ in 0..25 {
                let moves = literal::legal_moves(&variant, &setup);
                assert_eq!(literal::has_legal_move(&variant, &setup), !moves.is_empty(), "{name}");
                let Some(&m) = random.choose(&moves) else { break };
                setup = literal::apply(&variant, &setup, m).setup;
            }
        }
    }
    let chess = hand::chess();
    for (text, some) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", false),
        ("R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1", true),
    ] {
        let setup = fen::parse(&chess, text).unwrap();
        assert_eq!(literal::has_legal_move(&chess, &setup), some, "{text}");
    }
}

fn causes(variant: &Variant, text: &str, from: &str, to: &str) -> Vec<Cause> {
    let setup = fen::parse(variant, text).unwrap();
    let square = |name: &str| variant.board.square(name).unwrap();
    literal::explain(variant, &setup, square(from), square(to))
        .into_iter()
        .map(|refusal| refusal.cause)
        .collect()
}

#[test]
fn refusals_name_the_square_in_the_way() {
    let xiangqi = hand::xiangqi();
    let square = |name: &str| xiangqi.board.square(name).unwrap();
    let start = hand::XIANGQI_START;
    let horse = causes(&xiangqi, start, "b1", "d2");
    assert!(matches!(horse[..], [Cause::Blocked { square: s, .. }] if s == square("c1")), "{horse:?}");
    let chariot = causes(&xiangqi, start, "a1", "a4");
    assert!(matches!(chariot[..], [Cause::OwnPiece { square: s, .. }] if s == square("a4")), "{chariot:?}");
    let chariot = causes(&xiangqi, start, "a1", "a6");
    assert!(matches!(chariot[..], [Cause::Blocked { square: s, .. }] if s == square("a4")), "{chariot:?}");
    assert_eq!(causes(&xiangqi, start, "a1", "b3"), [Cause::NoMovement]);
    assert_eq!(causes(&xiangqi, start, "b1", "c3"), []);
    assert_eq!(causes(&xiangqi, start, "e5", "e6"), [Cause::NoPiece]);
    assert!(matches!(causes(&xiangqi, start, "a10", "a9")[..], [Cause::NotYours(_)]));
    // Only the chariot stands between the generals.
    let facing = causes(&xiangqi, "4k4/9/9/9/4R4/9/9/9/9/4K4 w", "e6", "d6");
    let [Cause::LeavesRoyal { royal, reply, .. }] = facing[..] else { panic!("{facing:?}") };
    assert_eq!((royal, reply.from), (Some(square("e1")), square("e10")));
}
