//! When a search ends: limits, the flag that stops it, and the time that a clock allows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::variant::Move;

/// What bounds a search. Without any bound it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Moves ahead.
    pub depth: Option<u32>,
    /// Positions looked at. With one thread and this bound a search is the same every time.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Remaining>,
    /// Stop once a win in so many moves of the side to move is found.
    pub mate: Option<u32>,
    /// The moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// How many best moves are told; 0 is 1.
    pub lines: usize,
}

/// What a player's clock says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remaining {
    /// The time left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// How another thread directs a search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Of a search that is to run.
    #[must_use]
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), pondering: AtomicBool::new(false) }
    }

    /// Of a search in the opponent's time: its own time begins with [`Control::hit`].
    #[must_use]
    pub const fn pondering() -> Self {
        Self { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Stops the search, which answers at once with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the move that was pondered on.
    pub fn hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search runs in the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// The time since some moment: the one thing that a search asks of the machine.
pub type Clock = fn() -> Duration;

/// The time since the first call.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn system_clock() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// A page has a clock of its own to pass in; without it time stands still.
#[cfg(target_arch = "wasm32")]
pub(super) fn system_clock() -> Duration {
    Duration::ZERO
}

/// How long a search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    clock: Clock,
    start: Duration,
    /// No new depth is begun after this.
    soft: Option<Duration>,
    /// The search stops.
    hard: Option<Duration>,
}

/// What is kept back of a clock for the way to the player and back.
const RESERVE: Duration = Duration::from_millis(25);
/// The number of moves that a clock without a number should last for.
const HORIZON: u32 = 28;

impl Timer {
    /// Starts now.
    pub fn new(limits: &Limits, clock: Clock) -> Self {
        let mut timer = Self { clock, start: clock(), soft: limits.time, hard: limits.time };
        if let Some(remaining) = limits.clock {
            let left = remaining.left.saturating_sub(RESERVE);
            let moves = remaining.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
            let share = (left / moves + remaining.increment * 3 / 4).min(left * 4 / 5);
            let (soft, hard) = (share * 6 / 10, (share * 3).min(left * 7 / 10).max(share.min(left / 2)));
            timer.soft = Some(timer.soft.map_or(soft, |time| time.min(soft)));
            timer.hard = Some(timer.hard.map_or(hard, |time| time.min(hard)));
        }
        timer
    }

    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }

    /// Whether the time is over. Time of the opponent's does not count.
    pub fn is_over(&mut self, control: &Control) -> bool {
        if self.hard.is_none() {
            return false;
        }
        if control.is_pondering() {
            self.start = (self.clock)();
            return false;
        }
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another depth would probably not be finished.
    pub fn is_late(&self, control: &Control) -> bool {
        !control.is_pondering() && self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }
}
