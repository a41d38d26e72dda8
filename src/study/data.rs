//! The results of games as whole numbers. Results of disjoint games add up, in any order, to those of all of them.

use std::collections::BTreeMap;

use super::statistics::{Estimate, Sums};

/// The number of groups of games. The errors of piece values come from leaving out each group in turn.
pub const GROUPS: u64 = 16;

/// The results of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points; a draw counts half a point.
    #[must_use]
    pub fn share(self) -> Estimate {
        let games = self.games();
        let points = Sums { sum: 2 * self.wins + self.draws, squares: 4 * self.wins + self.draws };
        let mean = points.mean(games).scaled(0.5);
        // Identical results have no variance, but an event not seen in n games may have a frequency up to 3 / n.
        Estimate { error: mean.error.max(3.0 / games.max(3) as f64), ..mean }
    }

    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The activity of a player's pieces of one kind, summed over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Deeds {
    /// Moves made.
    pub moves: Sums,
    /// Captures.
    pub takes: Sums,
    /// Pieces removed from the board by another player's move.
    pub lost: Sums,
    /// Pieces that became another kind by their own move.
    pub promotions: Sums,
    /// Pieces dropped from the hand.
    pub drops: Sums,
}

impl Deeds {
    fn add(&mut self, other: Self) {
        self.moves.add(other.moves);
        self.takes.add(other.takes);
        self.lost.add(other.lost);
        self.promotions.add(other.promotions);
        self.drops.add(other.drops);
    }
}

/// The number of games that ended for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Ended {
    /// All of them.
    pub games: u64,
    /// The number won by each player; partners win together.
    pub wins: Vec<u64>,
    /// The number of draws.
    pub draws: u64,
}

/// The moment at which the searches of decided games begin to agree with the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Decided {
    /// Won games, if the game has two sides.
    pub games: u64,
    /// The moment, in thousandths of the game.
    pub moment: Sums,
    /// The games by the tenth of the game that contains the moment.
    pub tenths: [u64; 10],
    /// Games whose winner was once clearly behind.
    pub turned: u64,
}

/// By the first side's surplus of each kind of piece at the start: the games it won, drew and lost.
type Balances = BTreeMap<Vec<i16>, [u64; 3]>;

/// The results of games of one plan and one rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Data {
    /// The numbers of the games: ascending ranges, end excluded.
    pub games: Vec<(u64, u64)>,
    /// By start, strength and player.
    pub results: Vec<Vec<Vec<Results>>>,
    /// By the reason of the end. This and all further fields are about games from the first start.
    pub endings: BTreeMap<String, Ended>,
    /// Games by hash of the position after the opening.
    pub openings: BTreeMap<u64, u64>,
    /// Games by their number of plies.
    pub lengths: BTreeMap<u32, u64>,
    /// Positions by number of legal moves.
    pub choices: BTreeMap<u32, u64>,
    /// The mean number of legal moves of each game, in hundredths.
    pub branching: Sums,
    /// For each ten plies: the number of positions, and of their legal moves.
    pub by_ply: Vec<(u64, u64)>,
    /// The moments at which games were decided.
    pub decided: Decided,
    /// By player and kind of piece.
    pub deeds: Vec<Vec<Deeds>>,
    /// By player and square: the number of arrivals of a piece of the player.
    pub visits: Vec<Vec<u64>>,
    /// Games with unequal armies, by group.
    #[cfg_attr(feature = "cli", serde(with = "listed"))]
    pub balances: Vec<Balances>,
    /// By rule of the [coverage](super::Coverage): its number of uses.
    pub uses: Vec<u64>,
}

impl Data {
    /// The number of games from all starts.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games.iter().map(|(from, to)| to - from).sum()
    }

    /// The number of games from the first start.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// A player's results from a start, over all strengths.
    #[must_use]
    pub fn of_player(&self, start: usize, player: usize) -> Results {
        let mut all = Results::default();
        for strength in self.results.get(start).into_iter().flatten() {
            all.add(strength.get(player).copied().unwrap_or_default());
        }
        all
    }

    /// Adds other games.
    ///
    /// # Errors
    /// If a game is in both. Nothing is changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), Twice> {
        self.games = joined(&self.games, &other.games)?;
        pairwise(&mut self.results, &other.results, |own, other| {
            pairwise(own, other, |own, other| pairwise(own, other, |own, &other| own.add(other)));
        });
        for (reason, ended) in &other.endings {
            let own = self.endings.entry(reason.clone()).or_default();
            own.games += ended.games;
            own.draws += ended.draws;
            pairwise(&mut own.wins, &ended.wins, |own, other| *own += other);
        }
        for (own, other) in [(&mut self.lengths, &other.lengths), (&mut self.choices, &other.choices)] {
            other.iter().for_each(|(&key, number)| *own.entry(key).or_default() += number);
        }
        other.openings.iter().for_each(|(&key, number)| *self.openings.entry(key).or_default() += number);
        self.branching.add(other.branching);
        pairwise(&mut self.by_ply, &other.by_ply, |own, other| {
            own.0 += other.0;
            own.1 += other.1;
        });
        self.decided.games += other.decided.games;
        self.decided.moment.add(other.decided.moment);
        self.decided.turned += other.decided.turned;
        self.decided.tenths.iter_mut().zip(other.decided.tenths).for_each(|(own, other)| *own += other);
        pairwise(&mut self.deeds, &other.deeds, |own, other| {
            pairwise(own, other, |own, &other| own.add(other))
        });
        pairwise(&mut self.visits, &other.visits, |own, other| {
            pairwise(own, other, |own, other| *own += other)
        });
        pairwise(&mut self.balances, &other.balances, |own, other| {
            for (balance, counts) in other {
                let own = own.entry(balance.clone()).or_default();
                own.iter_mut().zip(counts).for_each(|(own, other)| *own += other);
            }
        });
        pairwise(&mut self.uses, &other.uses, |own, other| *own += other);
        Ok(())
    }
}

/// The number of a game that both studies contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twice(pub u64);

impl std::fmt::Display for Twice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {} is in both", self.0)
    }
}

impl std::error::Error for Twice {}

/// Adds a list to another, element by element. The rest of the longer one is kept.
fn pairwise<T: Clone + Default>(own: &mut Vec<T>, other: &[T], add: impl Fn(&mut T, &T)) {
    if own.len() < other.len() {
        own.resize(other.len(), T::default());
    }
    own.iter_mut().zip(other).for_each(|(own, other)| add(own, other));
}

/// The union of disjoint ranges; adjacent ones are joined.
fn joined(own: &[(u64, u64)], other: &[(u64, u64)]) -> Result<Vec<(u64, u64)>, Twice> {
    let mut all: Vec<(u64, u64)> = own.iter().chain(other).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (from, to) in all {
        match joined.last_mut() {
            Some(last) if from < last.1 => return Err(Twice(from)),
            Some(last) if from == last.1 => last.1 = to,
            _ => joined.push((from, to)),
        }
    }
    Ok(joined)
}

/// Serialises balances as lists of pairs, since keys of JSON are strings.
#[cfg(feature = "cli")]
mod listed {
    use super::Balances;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(balances: &[Balances], to: S) -> Result<S::Ok, S::Error> {
        balances.iter().map(|group| group.iter().collect::<Vec<_>>()).collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Balances>, D::Error> {
        let groups: Vec<Vec<(Vec<i16>, [u64; 3])>> = Deserialize::deserialize(from)?;
        Ok(groups.into_iter().map(|group| group.into_iter().collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(joined(&[(0, 3), (6, 8)], &[(3, 6)]), Ok(vec![(0, 8)]));
        assert_eq!(joined(&[(0, 3)], &[(2, 4)]), Err(Twice(2)));
        assert_eq!(joined(&[(5, 7)], &[(0, 2)]), Ok(vec![(0, 2), (5, 7)]));
    }

    #[test]
    fn draws_narrow_the_error_of_a_share() {
        let decided = Results { wins: 50, draws: 0, losses: 50 }.share();
        let drawn = Results { wins: 10, draws: 80, losses: 10 }.share();
        assert!((decided.value - 0.5).abs() < 1e-9 && (drawn.value - 0.5).abs() < 1e-9);
        assert!(decided.error > 0.09 && drawn.error < 0.05, "{decided:?} {drawn:?}");
        let all = Results { wins: 20, draws: 0, losses: 0 }.share();
        assert!(all.value == 1.0 && all.error > 0.1, "{all:?}");
    }
}
