//! Counting by whole turns, where a turn may be several moves.

use std::sync::atomic::Ordering;

use crate::variant::Move;

use super::Core;
use super::perft::PerftOptions;

/// The moves of a turn that is counted.
const MOST_MOVES: u32 = 64;

impl Core {
    /// The number of positions `depth` whole turns on, which are not of one length, so many moves of the first having been
    /// made; `None` if it was stopped. A turn that goes on for ever is not counted.
    pub fn perft_turns(&self, depth: u32, made: u32, options: &PerftOptions<'_>) -> Option<u64> {
        if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        if depth == 0 {
            return Some(1);
        }
        if made >= MOST_MOVES {
            return Some(0);
        }
        let after = |m: Move| {
            let mut core = self.clone();
            core.stop_hashing();
            core.play(m);
            core
        };
        let ended = |core: &Self| u32::from(self.variant.turn(core.turn()).after.is_some());
        let mut total = 0;
        for m in self.legal_moves() {
            let core = after(m);
            let rest = depth - ended(&core);
            if rest == 0
                && let Some(progress) = options.progress
            {
                progress.fetch_add(1, Ordering::Relaxed);
            }
            let made = if rest < depth { 0 } else { made + 1 };
            total += core.perft_turns(rest, made, options)?;
        }
        Some(total)
    }
}
