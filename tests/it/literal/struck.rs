//! The fate of a player whose royal is captured, and of the player's partners, rights, hand and pieces.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::variant::literal;
use carn::variant::{Lost, PlayerSet, Setup, TeamLost, Variant};

use crate::fast::random::Random;
use crate::fast::strewn::strewn;

fn game(ending: &str) -> Variant {
    let text = format!(
        "name = 'Four'\nturn = ['Red', 'Blue', 'Yellow', 'Green']\nteams = [['Red', 'Yellow'], ['Blue', 'Green']]\n[board]\naxes = \
         ['File', 'Rank']\nranges = {{ File = 'a~f', Rank = '1~6' }}\n[zones]\nFar = 'Rank 6'\n[players]\nRed = {{ fen = 'r' }}\nBlue \
         = {{ fen = 'b' }}\nYellow = {{ fen = 'y' }}\nGreen = {{ fen = 'g' }}\n[rights]\nQ = {{ letter = 'Q', squares = 'File b, Rank \
         1' }}\nL = {{ letter = 'L', squares = 'File a, Rank 2' }}\n[pieces]\nk = {{ letter = 'K', royal = true, pattern = '**# 1 | \
         File 2 @Right(Q)' }}\nr = {{ letter = 'R', pattern = ['*# *', '*# 1 *# 1 @Unmoved => @Mark(From)'] }}\nn = {{ letter = 'N', \
         pattern = ['*# 2 *# 1', 'File 1 @Right(L)', 'Rank +1 @Marked => @TakeMarker'], promotion = {{ to = 'r', when = '@To(Far)' }} \
         }}\n[hand]\ntaken = 'taker'\nrevert = 'mark'\ndrop = true\n[moves]\npartners = true\n[setup]\nfen = \
         'gKgR4/gN5/yKyR4/bKbR4/bN5/rKrRrN3[] r - - 0 1'\n[ending]\n{ending}\n"
    );
    let compiled = compile("struck.toml", &text, &Shipped, &Natives::default());
    compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// Everything of a player's that may be left over.
fn left(variant: &Variant, setup: &Setup, players: PlayerSet) -> (usize, u64, u64) {
    let pieces = setup.pieces().filter(|(_, piece)| players.contains(piece.player)).count();
    let slots = variant.right_slots.iter().enumerate();
    let rights =
        slots.filter(|(_, slot)| players.contains(slot.player)).fold(0, |all, (bit, _)| all | 1 << bit);
    let roles = variant.roles.len();
    let held = players.iter().flat_map(|player| &setup.hands[player.index() * roles..][..roles]);
    (pieces, setup.rights & rights, held.map(|&held| u64::from(held)).sum())
}

#[test]
fn who_loses_a_royal_leaves_nothing_but_men() {
    let mut struck = 0;
    for ending in ["", "lost = 'removed'", "team-lost = 'one'", "lost = 'removed'\nteam-lost = 'one'"] {
        let variant = game(ending);
        let mut random = Random::new(11);
        for _ in 0..200 {
            let mut setup = strewn(&variant, &mut random);
            setup.undisturbed = variant.board.empty_set();
            for (square, _) in setup.clone().pieces() {
                if random.chance(30) {
                    setup.undisturbed.insert(square);
                }
            }
            let mover = variant.mover(setup.turn);
            for m in literal::legal_moves(&variant, &setup) {
                let victim = setup.piece(m.to).filter(|piece| variant.role(piece.role).royal);
                let Some(victim) = victim.filter(|victim| !setup.out.contains(victim.player)) else {
                    continue;
                };
                let others = |player| {
                    setup.pieces().any(|(at, piece)| {
                        at != m.to && piece.player == player && variant.role(piece.role).royal
                    })
                };
                // With another royal the player goes on.
                if others(victim.player) || variant.side(mover).contains(victim.player) {
                    continue;
                }
                let gone = match variant.ending.team_lost {
                    TeamLost::All => PlayerSet::single(victim.player),
                    TeamLost::One => variant.side(victim.player),
                };
                let before = left(&variant, &setup, gone);
                let after = literal::play(&variant, &setup, m);
                if variant.sides_left(setup.out.with(gone)) < 2 {
                    continue;
                }
                struck += 1;
                assert!(gone.iter().all(|player| after.out.contains(player)), "{gone:?} {:?}", after.out);
                let (pieces, rights, held) = left(&variant, &after, gone);
                assert_eq!((rights, held), (0, 0), "{m:?}");
                let removed = variant.ending.lost == Lost::Removed;
                assert_eq!(pieces, if removed { 0 } else { before.0 - 1 }, "{m:?}");
                for square in variant.board.squares().filter(|&square| after.piece(square).is_none()) {
                    assert!(!after.undisturbed.contains(square) && !after.promoted.contains(square), "{m:?}");
                }
                assert!(
                    after.marks.iter().filter_map(|mark| mark.marker).all(|at| after.piece(at).is_some()),
                    "{m:?}"
                );
                assert!(!after.out.contains(variant.mover(after.turn)), "{m:?}");
            }
        }
    }
    assert!(struck > 40, "{struck}");
}
