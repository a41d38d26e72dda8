//! How much time players have, and who has used how much.

use std::time::Duration;

/// How a game is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The same time for every move.
    Move(Duration),
    /// A time for the game, and so much more after every move.
    Game(Duration, Duration),
    /// So many nodes a move; a move may take a minute.
    Nodes(u64),
    /// So many plies deep; a move may take a minute.
    Depth(u32),
}

/// How long a move may take where nothing limits its time.
const UNTIMED: Duration = Duration::from_secs(60);

/// What a player knows of the time when it is to move: its own time and the others'.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// How the game is timed.
    pub control: Control,
    /// What each of the two sides has left, for [`Control::Game`].
    pub left: [Duration; 2],
    /// Which side moves.
    pub side: usize,
    /// Whether the player at move is the first of the rule file: White, or Black in shogi.
    pub first_player: bool,
    /// How far an answer may be late.
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

    /// What the player at move has for this move at most, without the margin.
    pub fn allowed(&self) -> Duration {
        match self.control {
            Control::Move(time) => time,
            Control::Game(..) => self.left[self.side],
            Control::Nodes(_) | Control::Depth(_) => UNTIMED,
        }
    }

    /// Takes the time of a move off the player's clock; false if it was too long.
    pub fn spend(&mut self, used: Duration) -> bool {
        let in_time = used <= self.allowed() + self.margin;
        if let Control::Game(_, more) = self.control {
            let left = &mut self.left[self.side];
            *left = left.saturating_sub(used) + more;
        }
        in_time
    }
}

/// Reads `10+0.1`, seconds for the game and for each move after it.
///
/// # Errors
/// Says how a time is written.
pub fn read_game_time(text: &str) -> Result<Control, String> {
    let (base, more) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(more)) {
        (Ok(base), Ok(more)) if !base.is_zero() => Ok(Control::Game(base, more)),
        _ => Err(format!("`{text}` is no time: write seconds, as in 60 or 10+0.1")),
    }
}

/// Reads seconds with a fraction.
///
/// # Errors
/// Says how a time is written.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let parsed = text.trim().parse().ok().and_then(|value| Duration::try_from_secs_f64(value).ok());
    parsed
        .filter(|time| *time <= Duration::from_secs(1_000_000))
        .ok_or_else(|| format!("`{text}` is no time: write seconds, as in 5 or 0.1"))
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
