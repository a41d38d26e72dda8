//! Passed pieces: those that only go forward, promote at the end, and that no such piece of the opponent's can stop any more.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Variant, Weights};

use super::mobility::Mobility;

/// The roles of two players that only go forward to promotion, and what stops them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passed {
    roles: usize,
    /// By player and role: nothing for roles that can go back or never promote.
    ways: Vec<Option<Way>>,
}

#[derive(Clone, Debug)]
struct Way {
    /// By square: the moves to promotion, 0 where there is no way.
    moves: Vec<u8>,
    /// By square: the squares on which an opponent's piece of the same kind stops one that stands there.
    stops: Vec<SquareSet>,
}

impl Passed {
    /// Of a game, given the mobility of each player's roles; empty unless two play.
    pub fn new(variant: &Variant, mobilities: &[Vec<Mobility>]) -> Self {
        let [first, second] = mobilities else { return Self::default() };
        let one = |own: &[Mobility], other: &[Mobility]| {
            let way = |(own, other): (&Mobility, &Mobility)| Way::new(variant, own, other);
            own.iter().zip(other).map(way).collect::<Vec<_>>()
        };
        let ways = [one(first, second), one(second, first)].concat();
        Self { roles: variant.roles.len(), ways }
    }

    /// The roles that can pass.
    pub fn roles(&self) -> impl Iterator<Item = usize> + '_ {
        let own = self.ways.iter().take(self.roles).enumerate();
        own.filter(|(_, way)| way.is_some()).map(|(role, _)| role)
    }

    /// The moves to promotion of a player's piece, unless one of the opponent's pieces of the kind stops it.
    pub fn moves(&self, player: usize, role: usize, square: Square, others: &SquareSet) -> Option<usize> {
        let way = self.ways.get(player * self.roles + role)?.as_ref()?;
        let moves = usize::from(*way.moves.get(square.index())?);
        let stops = way.stops.get(square.index())?.words().iter().zip(others.words());
        (moves > 0 && stops.into_iter().all(|(stops, others)| stops & others == 0))
            .then_some(moves.min(Weights::MOVES))
    }
}

impl Way {
    /// Of one role, as its player and as the opponent moves it.
    fn new(variant: &Variant, own: &Mobility, other: &Mobility) -> Option<Self> {
        let to_promotion = own.to_promotion();
        if to_promotion.iter().all(Option::is_none) || !own.goes_forward() {
            return None;
        }
        // The squares from which an opponent's piece can stop one that comes by a square: it stands there, can go there, or can
        // go where it takes there.
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
