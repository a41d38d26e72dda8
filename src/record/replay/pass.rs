//! Null moves: `--` and similar words, with which annotators let a player pass against the rules.

use crate::position::Position;
use crate::record::tree::Move;
use crate::variant::fen;

/// The packed form of a null move; no other move is equal to it.
pub(super) const PASS: Move = Move::MAX;

/// The position after a pass, without its history; `None` if it cannot be continued.
fn passed(position: &Position) -> Option<Position> {
    let rules = position.rules();
    let mut setup = position.setup();
    setup.turn = rules.variant().next_turn(setup.turn);
    setup.quiet_plies = setup.quiet_plies.saturating_add(1);
    setup.full_moves =
        setup.full_moves.saturating_add(u32::from(rules.variant().begins_full_move(setup.turn)));
    setup.marks.clear();
    let found = Position::from_fen_leniently(rules, &fen::print(rules.variant(), &setup)).ok();
    found.map(|(position, _)| position)
}

/// Passes, and drops the history; `false` if the game cannot be continued.
pub(super) fn pass(position: &mut Position) -> bool {
    let next = passed(position);
    let passes = next.is_some();
    if let Some(next) = next {
        *position = next;
    }
    passes
}
