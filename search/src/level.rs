//! Playing strengths: shallower searches, and a random choice among the best moves.

use crate::position::Position;
use crate::random::Random;
use crate::variant::Move;

use super::{Control, Found, Limits, Score, Searcher};

/// A playing strength from 0 to [`Level::MOST`], which is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The approximate Elo ratings of the lowest and the highest level.
const ELO: (u32, u32) = (600, 2600);
/// Levels above this never choose another move that allows mate in one.
const CAREFUL: u8 = 4;

impl Level {
    /// The highest level.
    pub const MOST: u8 = 20;

    /// Values above the highest level are reduced to it.
    #[must_use]
    pub fn new(level: u8) -> Self {
        Self(level.min(Self::MOST))
    }

    /// The level for an Elo rating.
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        let (least, most) = ELO;
        let above = elo.clamp(least, most) - least;
        Self::new((above * u32::from(Self::MOST) / (most - least)) as u8)
    }

    /// The range of Elo ratings.
    #[must_use]
    pub const fn elo_range() -> (u32, u32) {
        ELO
    }

    /// The number of the level.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether the level is the highest.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.0 == Self::MOST
    }

    /// The search limits of this level.
    fn bounds(self, limits: &Limits) -> Limits {
        let level = u32::from(self.0);
        let nodes = 60 << (level * 3 / 4).min(20);
        let wish = |given: Option<u64>| Some(given.map_or(nodes, |given| given.min(nodes)));
        let depth = 1 + level;
        Limits {
            depth: Some(limits.depth.map_or(depth, |given| given.min(depth))),
            nodes: wish(limits.nodes),
            lines: limits.lines.max(4),
            ..limits.clone()
        }
    }
}

impl Searcher {
    /// Chooses a move at a level. Weaker levels search less, and choose an inferior move more often, the less
    /// it costs.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        level: Level,
        random: &mut Random,
        control: &Control,
        tell: &mut dyn FnMut(&super::Info<'_>),
    ) -> (Option<Move>, Found) {
        if level.is_full() {
            let found = self.search(position, limits, control, tell);
            return (found.best(), found);
        }
        let found = self.search(position, &level.bounds(limits), control, tell);
        let error = i32::from(Level::MOST - level.number()) * 12;
        let value = |score: Score| match score {
            Score::Points(points) => points,
            Score::Win(plies) => 20_000 - plies as i32,
            Score::Loss(plies) => plies as i32 - 20_000,
        };
        // Each other line costs its difference to the best, minus a random amount. A negative cost replaces
        // the choice.
        let best = found.lines.first().map_or(0, |line| value(line.score));
        let luck = |random: &mut Random| random.below(error.max(1) as usize) as i32;
        let mut chosen = (found.best(), 0);
        for line in found.lines.iter().skip(1) {
            let mated = matches!(line.score, Score::Loss(plies) if plies <= 2) && level.number() > CAREFUL;
            let cost = best - value(line.score) - luck(random);
            if cost < chosen.1 && !mated {
                chosen = (line.moves.first().copied(), cost);
            }
        }
        (chosen.0, found)
    }
}
