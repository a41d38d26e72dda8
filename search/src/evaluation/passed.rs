//! Passed pieces: they only move forward, can promote, and no opposing piece of their role can stop them.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Variant, Weights};

use super::mobility::Mobility;
use super::relations::MOST_SQUARES;

/// The roles of two players that can become passed pieces, and the squares from which they are stopped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passed {
    roles: usize,
    /// By player and role: `None` for roles that can move back or never promote.
    ways: Vec<Option<Way>>,
}

#[derive(Clone, Debug)]
struct Way {
    /// By square: the moves to promotion; 0 if it is unreachable.
    moves: Vec<u8>,
    /// By square: the squares on which an opposing piece of the role stops a piece there.
    stops: Vec<SquareSet>,
}

impl Passed {
    /// Computes the tables from each player's mobilities; empty unless there are two players and not too many squares.
    pub fn new(variant: &Variant, mobilities: &[Vec<Mobility>]) -> Self {
        let ([first, second], true) = (mobilities, variant.board.len() <= MOST_SQUARES) else {
            return Self::default();
        };
        let one = |own: &[Mobility], other: &[Mobility]| {
            let way = |(own, other): (&Mobility, &Mobility)| Way::new(variant, own, other);
            own.iter().zip(other).map(way).collect::<Vec<_>>()
        };
        let ways = [one(first, second), one(second, first)].concat();
        Self { roles: variant.roles.len(), ways }
    }

    /// The roles that can become passed pieces.
    pub fn roles(&self) -> impl Iterator<Item = usize> + '_ {
        let own = self.ways.iter().take(self.roles).enumerate();
        own.filter(|(_, way)| way.is_some()).map(|(role, _)| role)
    }

    /// The moves to promotion of a passed piece; `None` if an opposing piece of the role stops it.
    pub fn moves(&self, player: usize, role: usize, square: Square, others: &SquareSet) -> Option<usize> {
        let way = self.ways.get(player * self.roles + role)?.as_ref()?;
        let moves = usize::from(*way.moves.get(square.index())?);
        let stops = way.stops.get(square.index())?.words().iter().zip(others.words());
        (moves > 0 && stops.into_iter().all(|(stops, others)| stops & others == 0))
            .then_some(moves.min(Weights::MOVES))
    }
}

impl Way {
    /// Computes the tables of a role from its movements for the player and for the opponent.
    fn new(variant: &Variant, own: &Mobility, other: &Mobility) -> Option<Self> {
        let to_promotion = own.to_promotion();
        if to_promotion.iter().all(Option::is_none) || !own.goes_forward() {
            return None;
        }
        // By square: where an opposing piece can stop a piece that enters the square. It stands on the
        // square, can move there, or can capture there after quiet moves.
        let mut stopped_from = vec![variant.board.empty_set(); variant.board.len()];
        for square in variant.board.squares() {
            let reached = other.reached(square);
            for at in reached.iter() {
                stopped_from[at.index()].insert(square);
                other.takes(at).iter().for_each(|target| stopped_from[target.index()].insert(square));
            }
        }
        let stops = |square: Square| {
            let mut set = variant.board.empty_set();
            let path = own.reached(square);
            path.iter().filter(|&on| on != square).for_each(|on| set.extend_from(&stopped_from[on.index()]));
            set
        };
        let moves = to_promotion.iter().map(|moves| moves.map_or(0, |moves| moves.min(200) as u8));
        Some(Self { moves: moves.collect(), stops: variant.board.squares().map(stops).collect() })
    }
}
