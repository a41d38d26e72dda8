//! Results by the rules, by resignation, and by agreement.

use crate::position::Position;
use crate::variant::{Outcome, PlayerId, Variant, Verdict};

use super::Termination;

impl Termination {
    /// The result of an outcome by these rules.
    pub fn of(variant: &Variant, outcome: Outcome) -> Termination {
        let half = |player| match outcome.of(player) {
            Verdict::Win => 2,
            Verdict::Loss => 0,
            _ => 1,
        };
        each(variant, half)
    }

    /// The result if a player resigns, or runs out of time: everyone else still in the game wins, but for the partners.
    ///
    /// ```
    /// use carn::record::Termination;
    ///
    /// let start = carn::position::Position::start(&carn::library::rules("chess").expect("it is shipped"));
    /// assert_eq!(Termination::lost_by(&start, start.turn()), Termination::Second);
    /// assert_eq!(Termination::drawn(&start), Termination::Draw);
    /// ```
    pub fn lost_by(position: &Position, loser: PlayerId) -> Termination {
        let variant = position.rules().variant();
        let winners = variant.everybody().without(variant.side(loser)).without(position.out());
        each(variant, |player| 2 * u8::from(winners.contains(player)))
    }

    /// The result if the players still in the game agree to a draw.
    pub fn drawn(position: &Position) -> Termination {
        each(position.rules().variant(), |player| u8::from(!position.out().contains(player)))
    }
}

/// The result with each player's score in halves.
fn each(variant: &Variant, half: impl Fn(PlayerId) -> u8) -> Termination {
    Termination::from_halves(&variant.everybody().iter().map(half).collect::<Vec<_>>()).unwrap_or_default()
}
