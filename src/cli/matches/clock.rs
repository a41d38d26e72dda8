//! The time control of a match, and the players' clocks.

use std::time::Duration;

/// The time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The same time for every move.
    Move(Duration),
    /// A time for the game, and an increment per move.
    Game(Duration, Duration),
    /// A number of nodes per move; a move may take a minute.
    Nodes(u64),
    /// A depth in plies; a move may take a minute.
    Depth(u32),
}

/// The maximum time of a move without a time control.
const UNTIMED: Duration = Duration::from_secs(60);

/// The clock of the player to move, with the other side's time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time control.
    pub control: Control,
    /// The remaining time of both sides, for [`Control::Game`].
    pub left: [Duration; 2],
    /// The side to move.
    pub side: usize,
    /// Whether the player to move is the first of the rule file: White, or Black in shogi.
    pub first_player: bool,
    /// The tolerance for late answers.
    pub margin: Duration,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: Control, margin: Duration) -> Self {
        let base = match control {
            Control::Game(base, _) => base,
            _ => Duration::ZERO,
        };
        Self { control, left: [base; 2], side: 0, first_player: true, margin }
    }

    /// The maximum time for this move, without the tolerance.
    pub fn allowed(&self) -> Duration {
        match self.control {
            Control::Move(time) => time,
            Control::Game(..) => self.left[self.side],
            Control::Nodes(_) | Control::Depth(_) => UNTIMED,
        }
    }

    /// Subtracts the time of a move from the player's clock; `false` if it was too long.
    pub fn spend(&mut self, used: Duration) -> bool {
        let in_time = used <= self.allowed() + self.margin;
        if let Control::Game(_, more) = self.control {
            let left = &mut self.left[self.side];
            *left = left.saturating_sub(used) + more;
        }
        in_time
    }
}

/// Parses `10+0.1`: seconds for the game, and seconds per move.
///
/// # Errors
/// The expected form.
pub fn read_game_time(text: &str) -> Result<Control, String> {
    let (base, more) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(more)) {
        (Ok(base), Ok(more)) if !base.is_zero() => Ok(Control::Game(base, more)),
        _ => Err(format!("`{text}` is not a time: write seconds, as in 60 or 10+0.1")),
    }
}

/// Reads seconds with a fraction.
///
/// # Errors
/// The expected form.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let parsed = text.trim().parse().ok().and_then(|value| Duration::try_from_secs_f64(value).ok());
    parsed
        .filter(|time| *time <= Duration::from_secs(1_000_000))
        .ok_or_else(|| format!("`{text}` is not a time: write seconds, as in 5 or 0.1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let secs = Duration::from_secs_f64;
        assert_eq!(read_game_time("10+0.1"), Ok(Control::Game(secs(10.0), secs(0.1))));
        assert_eq!(read_game_time("60"), Ok(Control::Game(secs(60.0), secs(0.0))));
        for wrong in ["", "0", "-1", "1+", "1e9", "nan", "5 min"] {
            assert!(read_game_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_is_spent_and_added() {
        let mut clock =
            Clock::new(Control::Game(Duration::from_secs(2), Duration::from_secs(1)), Duration::ZERO);
        assert!(clock.spend(Duration::from_secs(1)));
        assert_eq!(clock.left, [Duration::from_secs(2); 2]);
        assert!(!clock.spend(Duration::from_secs(3)));
        assert_eq!(clock.left[0], Duration::from_secs(1));
    }
}
