//! Published perft counts, each rule by itself, and the two ways to detect check against each other.

use super::*;
use crate::random::Random;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Legal targets of the piece on `from`, sorted as text.
fn targets(fen: &str, from: &str) -> Vec<String> {
    let mut board = Board::from_fen(fen).unwrap();
    let moves = board.legal_moves();
    let of_piece = moves.iter().filter(|m| m.from.to_string() == from);
    let mut targets: Vec<_> = of_piece.map(|m| m.to.to_string()).collect();
    targets.sort();
    targets
}

#[test]
fn published_counts() {
    // The start position: https://www.chessprogramming.org/Chinese_Chess_Perft_Results; the others: Fairy-Stockfish,
    // tests/perft.sh.
    let middle = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1";
    let end = "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1";
    for (fen, depth, nodes) in [
        (START, 0, 1),
        (START, 1, 44),
        (START, 2, 1920),
        (START, 3, 79_666),
        (START, 4, 3_290_240),
        (middle, 4, 4_485_547),
        (end, 4, 92_741),
    ] {
        assert_eq!(Xiangqi::new().perft(fen, depth), Ok(nodes), "{fen} depth {depth}");
    }
}

#[test]
fn divide_adds_up() {
    let counts = Xiangqi::new().divide(START, 3).unwrap();
    assert_eq!(counts.len(), 44);
    assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    assert_eq!(Xiangqi::new().divide(START, 0), Ok(vec![]));
}

#[test]
fn two_digit_ranks_and_letter_aliases() {
    let moves = Xiangqi::new().legal_moves(START).unwrap();
    assert!(moves.contains(&"h3h10".to_owned()) && moves.contains(&"b1c3".to_owned()));
    let other = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r";
    assert_eq!(Board::from_fen(other), Board::from_fen(START));
}

#[test]
fn each_role() {
    // A horse on e5 whose upward leg is blocked; another adjacent piece, not on a leg, does not hinder it.
    let horse = "3k5/9/9/9/4p4/4N4/3p5/9/9/5K3 w";
    assert_eq!(targets(horse, "e5"), ["c4", "c6", "d3", "f3", "g4", "g6"]);
    // An elephant at the river, one eye blocked.
    let elephant = "3k5/9/9/9/9/2B6/1p7/9/9/5K3 w";
    assert_eq!(targets(elephant, "c5"), ["e3"]);
    // A cannon: three free directions, one screen with a victim behind it, one screen with an own piece behind it.
    let cannon = "3k5/9/4n4/9/4p4/1p1pC1P1P/9/9/9/5K3 w";
    assert_eq!(targets(cannon, "e5"), ["b5", "e1", "e2", "e3", "e4", "e8", "f5"]);
    // Soldiers before and after the river.
    let soldier = "3k5/9/9/9/P7P/2P6/9/9/9/5K3 w";
    assert_eq!(targets(soldier, "a6"), ["a7", "b6"]);
    assert_eq!(targets(soldier, "c5"), ["c6"]);
    // A general may not step to face the other on an open file; advisors stay in the palace.
    let generals = "3k5/9/9/9/9/9/9/5A3/4K4/9 w";
    assert_eq!(targets(generals, "e2"), ["e1", "e3", "f2"]);
    assert_eq!(targets(generals, "f3"), Vec::<String>::new());
    // The only piece between the generals may move only along their file.
    let pinned = "4k4/9/9/9/9/9/4C4/9/9/4K4 w";
    assert_eq!(targets(pinned, "e4"), ["e2", "e3", "e5", "e6", "e7", "e8", "e9"]);
}

#[test]
fn what_is_wrong_with_a_fen() {
    for (fen, reason) in [
        ("", "it is empty"),
        ("9/9", "the side to move is missing"),
        ("9/9 x", "the side to move is `x`, not `w` or `b`"),
        ("9/9 w", "it has 2 ranks, not 10"),
        ("4k4/9/9/9/8/9/9/9/9/4K4 w", "rank 6 has 8 squares, not 9"),
        ("4k4/9/9/9/99/9/9/9/9/4K4 w", "rank 6 has more than 9 squares"),
        ("4k4/9/9/9/9p/9/9/9/9/4K4 w", "rank 6 has more than 9 squares"),
        ("4k4/9/9/9/4馬4/9/9/9/9/4K4 w", "`馬` is no piece"),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "Red has 0 generals, not 1"),
        ("9/9/9/9/4k4/9/9/9/9/4K4 w", "Black's general is outside its palace"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the side to move could take the general"),
    ] {
        assert_eq!(Board::from_fen(fen), Err(Error::Fen { fen: fen.to_owned(), reason: reason.to_owned() }));
    }
}

/// Check by definition: some move of the other side captures the general, or the generals face each other.
fn could_be_taken(board: &Board, side: Side) -> bool {
    let mut other = board.clone();
    other.turn = side.other();
    let general = Piece { side, role: Role::General };
    let taken = other.all_moves().iter().any(|m| m.victim == Some(general));
    let (Some(a), Some(b)) = (board.general_of(Side::Red), board.general_of(Side::Black)) else {
        return true;
    };
    let facing = a.file == b.file
        && (a.rank + 1..b.rank).all(|rank| board.piece_on(Square { file: a.file, rank }).is_none());
    taken || facing
}

#[test]
fn check_seen_from_the_general_and_from_the_pieces() {
    let mut random = Random::new(7);
    let mut checks = 0;
    for _ in 0..200 {
        let mut board = Board::from_fen(START).unwrap();
        for _ in 0..150 {
            let before = board.clone();
            for m in board.all_moves() {
                board.make(m);
                for side in [Side::Red, Side::Black] {
                    let check = board.in_check(side);
                    assert_eq!(check, could_be_taken(&board, side), "{board:?} {side:?}");
                    checks += usize::from(check);
                }
                board.unmake(m);
                assert!(board == before, "{m} is not taken back");
            }
            let moves = board.legal_moves();
            let Some(&m) = random.choose(&moves) else { break };
            board.make(m);
        }
    }
    assert!(checks > 10_000, "the games saw only {checks} checks");
}
