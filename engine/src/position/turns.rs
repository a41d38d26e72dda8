//! Perft by whole turns, for games whose turns have several moves.

use std::sync::atomic::Ordering;

use super::{PerftOptions, Position};

/// The most moves in one counted turn.
const MOST_MOVES: u32 = 64;

impl Position {
    /// The number of moves in this many turns; `None` if it varies.
    pub(super) fn moves_in(&self, turns: u32) -> Option<u32> {
        let variant = self.rules().variant();
        if variant.turns.iter().any(|turn| turn.repeated) {
            return None;
        }
        let (mut turn, mut left, mut moves) = (self.turn_index(), turns, 0u32);
        while left > 0 {
            turn = variant.next_turn(turn);
            moves = moves.checked_add(1)?;
            left -= u32::from(variant.turn(turn).after.is_some());
        }
        Some(moves)
    }

    /// Perft to `depth` whole turns of varying length, after `made` moves of the first turn; `None` if it was
    /// stopped. Endless turns are not counted.
    pub(super) fn perft_turns(&mut self, depth: u32, made: u32, options: &PerftOptions<'_>) -> Option<u64> {
        if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        if depth == 0 {
            return Some(1);
        }
        if made >= MOST_MOVES {
            return Some(0);
        }
        let mut total = Some(0);
        for m in self.legal_moves() {
            self.play_unchecked(m);
            let rest = depth - u32::from(self.rules().variant().turn(self.turn_index()).after.is_some());
            if rest == 0
                && let Some(progress) = options.progress
            {
                progress.fetch_add(1, Ordering::Relaxed);
            }
            let made = if rest < depth { 0 } else { made + 1 };
            let below = self.perft_turns(rest, made, options);
            self.undo();
            total = total.zip(below).map(|(total, below)| total + below);
            total?;
        }
        total
    }
}
