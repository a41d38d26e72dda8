//! Games of `tests/fixtures/placements` on boards with random pieces.
//!
//! Such boards have checks, pins, batteries and castling under attack, which are rare in games from a start
//! position. The legal moves are compared, and the position after each move.

use carn::position::{Position, Rules};
use carn::variant::{Piece, PlayerId, RoleId, Setup, Variant, fen, literal};

use super::agree::in_parts;
use super::fixtures;
use super::random::Random;

/// The start with other pieces: some of the first's stay, others come at random.
fn strewn(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start.clone();
    let squares: Vec<_> = variant.board.squares().collect();
    for _ in 0..2 + random.below(12) {
        let piece = Piece {
            player: PlayerId(random.below(2) as u8),
            role: RoleId(random.below(variant.roles.len()) as u8),
        };
        let square = squares[random.below(squares.len())];
        let royal = |piece: Option<Piece>| piece.is_some_and(|piece| variant.role(piece.role).royal);
        if !royal(setup.piece(square)) && (!royal(Some(piece)) || random.chance(10)) {
            setup.squares[square.index()] = Some(piece);
        }
    }
    if random.chance(40) {
        // The king may stand anywhere, too.
        let royals: Vec<_> = setup.pieces().filter(|(_, piece)| variant.role(piece.role).royal).collect();
        let (from, king) = royals[random.below(royals.len())];
        let to = squares[random.below(squares.len())];
        if setup.piece(to).is_none() {
            setup.squares[from.index()] = None;
            setup.squares[to.index()] = Some(king);
            setup.rights = 0;
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

#[test]
fn strewn_pieces_may_go_where_the_rules_say() {
    let games = fixtures::texts("placements");
    assert!(games.len() >= 15, "rule files are missing");
    for (index, (name, text)) in games.iter().enumerate() {
        let variant = fixtures::game("placements", text, |board| board);
        let rules = Rules::new(variant.unwrap_or_else(|error| panic!("{name}: {error}")));
        let variant = rules.variant();
        assert_eq!(rules.fallback(), None, "{name}");
        let mut random = Random::new(77 + index as u64);
        let mut seen = 0;
        for case in 0..200 {
            let mut setup = strewn(variant, &mut random);
            // Rights that have lost their pieces are none.
            if Position::from_setup(&rules, setup.clone()).is_err() {
                setup.rights = 0;
            }
            if Position::from_setup(&rules, setup.clone()).is_err() {
                continue;
            }
            seen += 1;
            let text = fen::print(variant, &setup);
            let position = Position::from_setup_unchecked(&rules, &setup);
            let legal = literal::legal_moves(variant, &setup);
            let mut found = position.legal_moves();
            found.sort_unstable();
            assert_eq!(found, legal, "{text}\n{name}");
            assert_eq!(position.perft(1), legal.len() as u64, "{text}\n{name}");
            let mover = variant.mover(setup.turn);
            assert_eq!(
                position.stands_in_check(mover),
                literal::in_check(variant, &setup, mover),
                "{text}\n{name}"
            );
            if case % 8 == 0 {
                in_parts(&position, &setup, &legal).unwrap_or_else(|error| panic!("{text}: {error}\n{name}"));
            }
            for &m in legal.iter().step_by(5) {
                let mut after = Position::from_setup_unchecked(&rules, &setup);
                after.play_unchecked(m);
                let expected = literal::apply(variant, &setup, m).setup;
                assert_eq!(after.setup(), expected, "{text} {m:?}\n{name}");
                assert_eq!(after.hash(), after.fresh_hash(), "{text} {m:?}\n{name}");
            }
            if seen == 60 {
                break;
            }
        }
        assert!(seen >= 30, "{seen} of {name}");
    }
}
