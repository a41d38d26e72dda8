//! Limits of a search, the stop flag, and time management.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::variant::Move;

/// The limits of a search. Without any, it runs until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes. With one thread and no limit of time, a search is deterministic.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Remaining>,
    /// Stops at a forced win within this many moves of the side to move.
    pub mate: Option<u32>,
    /// The root moves to search; all legal ones if empty. Illegal ones are left out.
    pub moves: Vec<Move>,
    /// The number of principal variations; 0 means 1.
    pub lines: usize,
}

/// The state of a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remaining {
    /// The time left.
    pub left: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// Lets another thread control a search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search that starts at once.
    #[must_use]
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), pondering: AtomicBool::new(false) }
    }

    /// For pondering: the clock starts at [`Control::hit`].
    #[must_use]
    pub const fn pondering() -> Self {
        Self { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Stops the search. It returns its best result so far at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that [`Control::stop`] sets, for work other than a search.
    #[must_use]
    pub const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Ponder hit: the opponent has played the expected move.
    pub fn hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// A monotonic clock: the time since a fixed moment.
pub type Clock = fn() -> Duration;

/// The time since the first call.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn system_clock() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// WebAssembly has no system clock. Without a clock from the page, time stands still.
#[cfg(target_arch = "wasm32")]
pub(super) fn system_clock() -> Duration {
    Duration::ZERO
}

/// The time limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    clock: Clock,
    start: Duration,
    /// No new iteration begins after this.
    soft: Option<Duration>,
    /// The search stops after this.
    hard: Option<Duration>,
}

/// Kept back for communication overhead.
const RESERVE: Duration = Duration::from_millis(25);
/// A year: longer times are cut to it, so that sums of them have room.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The most moves that the remaining time is divided by, and the default.
const HORIZON: u32 = 28;

impl Timer {
    /// Starts the timer.
    pub fn new(limits: &Limits, clock: Clock) -> Self {
        let mut timer = Self { clock, start: clock(), soft: limits.time, hard: limits.time };
        if let Some(remaining) = limits.clock {
            let left = remaining.left.min(LONGEST).saturating_sub(RESERVE);
            let increment = remaining.increment.min(LONGEST);
            let moves = remaining.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
            let share = (left / moves + increment * 3 / 4).min(left * 4 / 5);
            let (soft, hard) = (share * 6 / 10, (share * 3).min(left * 7 / 10).max(share.min(left / 2)));
            timer.soft = Some(timer.soft.map_or(soft, |time| time.min(soft)));
            timer.hard = Some(timer.hard.map_or(hard, |time| time.min(hard)));
        }
        timer
    }

    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }

    /// Whether the hard limit is reached. Pondering restarts the timer. The iteration of depth 1 may use the reserve, so
    /// that a search without time has seen each move.
    pub fn is_over(&mut self, control: &Control, depth: i32) -> bool {
        if self.hard.is_none() {
            return false;
        }
        if control.is_pondering() {
            self.start = (self.clock)();
            return false;
        }
        let more = if depth > 1 { Duration::ZERO } else { RESERVE };
        self.hard.is_some_and(|hard| self.elapsed() >= hard.saturating_add(more))
    }

    /// Whether the soft limit is reached: another iteration would probably not finish.
    pub fn is_late(&self, control: &Control) -> bool {
        !control.is_pondering() && self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }
}
