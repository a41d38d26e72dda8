//! Two plies counted by what each move changes of the replies to none, against the replies to each move counted by
//! themselves: in random games, and with more pieces, fewer, and a royal elsewhere.

use std::sync::Arc;

use carn::position::Position;
use carn::position::Rules;
use carn::position::core::{Core, Tables};
use carn::variant::{Piece, PlayerId, RoleId, Setup, Variant, fen};

use super::random::Random;

/// Games whose replies differ by little more than the squares of a move.
const GAMES: [&str; 16] = [
    "chess",
    "chess960",
    "xiangqi",
    "minixiangqi",
    "3check",
    "crazyhouse",
    "kingofthehill",
    "horde",
    "knightmate",
    "capablanca",
    "berolina",
    "makruk",
    "courier",
    "chigorin",
    "losalamos",
    "coregal",
];

fn played(tables: &Tables, variant: &Variant, random: &mut Random) -> Setup {
    let mut core = Core::new(tables, &variant.start);
    for _ in 0..random.below(60) {
        let moves = core.legal_moves();
        if moves.is_empty() {
            break;
        }
        core.play(moves[random.below(moves.len())]);
    }
    core.setup()
}

/// The same with some pieces gone, some come, and perhaps a royal elsewhere.
fn stirred(variant: &Variant, mut setup: Setup, random: &mut Random) -> Setup {
    let squares: Vec<_> = variant.board.squares().collect();
    let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.role(piece.role).royal);
    for _ in 0..random.below(30) {
        let square = squares[random.below(squares.len())];
        let (player, role) =
            (PlayerId(random.below(2) as u8), RoleId(random.below(variant.roles.len()) as u8));
        let piece = Some(Piece { player, role }).filter(|_| random.chance(40));
        if !royal(setup.piece(square)) && !royal(piece) {
            setup.squares[square.index()] = piece;
        }
    }
    let royals: Vec<_> = setup.pieces().filter(|(_, piece)| variant.role(piece.role).royal).collect();
    if !royals.is_empty() && random.chance(50) {
        let (from, king) = royals[random.below(royals.len())];
        let to = squares[random.below(squares.len())];
        if setup.piece(to).is_none() {
            setup.squares[from.index()] = None;
            setup.squares[to.index()] = Some(king);
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

/// Where a single piece decides what random positions seldom let it decide.
const HARD: [(&str, &str); 6] = [
    // A knight between king and rook goes, and castling is open.
    ("chess", "rN2k2r/pppppppp/8/8/8/8/8/4K3 w kq - 0 1"),
    // Rooks take rooks, and attack squares that the king passes.
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("chess960", "r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1"),
    // The last of the horde is taken.
    ("horde", "k7/8/8/8/8/8/1r5P/8 b - - 0 1"),
    ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1"),
    // A general faces the other over pieces that go.
    ("xiangqi", "3k5/9/9/9/4C4/9/4c4/9/9/4K4 w - - 0 1"),
];

#[test]
fn replies_by_differences_are_so_in_hard_positions() {
    for (name, text) in HARD {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        let setup = fen::parse(&variant, text).unwrap();
        let core = Core::new(&Tables::new(&variant), &setup);
        assert_eq!(core.perft(2), singly(&core), "{name}: {text}");
    }
}

/// The replies to each move, counted by themselves.
fn singly(core: &Core) -> u64 {
    let replies = core.legal_moves().into_iter().map(|m| {
        let mut after = core.clone();
        after.play(m);
        after.perft(1)
    });
    replies.sum()
}

#[test]
fn replies_by_differences_are_the_replies_to_each_move() {
    for (index, name) in GAMES.iter().enumerate() {
        let variant = Arc::new(carn::library::variant(name).unwrap());
        let tables = Tables::new(&variant);
        let rules = Rules::new((*variant).clone());
        let mut random = Random::new(411 + index as u64);
        let mut seen = 0;
        for case in 0..1_200 {
            let mut setup = played(&tables, &variant, &mut random);
            if case % 3 > 0 {
                setup = stirred(&variant, setup, &mut random);
            }
            // Rights that have lost their pieces are none.
            if Position::from_setup(&rules, setup.clone()).is_err() {
                setup.rights = 0;
            }
            if Position::from_setup(&rules, setup.clone()).is_err() {
                continue;
            }
            let core = Core::new(&tables, &setup);
            assert_eq!(core.perft(2), singly(&core), "{name}: {}", fen::print(&variant, &setup));
            seen += 1;
            if seen == 400 {
                break;
            }
        }
        assert!(seen >= 200, "{seen} positions of {name}");
    }
}
