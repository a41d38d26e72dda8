//! The way that a movement takes over the board: geometry alone, whatever stands on the squares.

use crate::geometry::Square;
use crate::variant::{Leg, Move, Movement, PlayerId, Setup, Variant};

use super::turn::actor;
use super::{Attempt, Depth, Links};

/// The squares that one leg visits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where the leg starts.
    pub origin: Square,
    /// The landing of each repetition; a leg that does not ride has one. Never empty, the last is the leg's landing.
    pub stops: Vec<Square>,
    /// The squares strictly between one stop and the next, by repetition.
    pub paths: Vec<Vec<Square>>,
}

impl Stretch {
    /// Where the leg ends.
    pub fn landing(&self) -> Square {
        self.stops.last().copied().unwrap_or(self.origin)
    }

    /// The squares strictly between the leg's two ends, in order, stops in between included.
    pub fn between(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for (path, &stop) in self.paths.iter().zip(&self.stops) {
            squares.extend_from_slice(path);
            squares.push(stop);
        }
        squares.pop();
        squares
    }
}

/// The squares that a movement visits, leg by leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    origin: Square,
    /// The legs in order; of a chain those of its last repetition.
    pub legs: Vec<Stretch>,
    /// What a chain has done from its origin on.
    pub links: Option<Links>,
}

impl Route {
    /// Straight from one square to another, whatever lies between.
    pub(crate) fn direct(from: Square, to: Square) -> Self {
        let leg = Stretch { origin: from, stops: vec![to], paths: vec![Vec::new()] };
        Self { origin: from, legs: vec![leg], links: None }
    }

    /// No way at all: what stays where it is, or comes there from the hand.
    pub fn standing(square: Square) -> Self {
        Self::direct(square, square)
    }

    /// The same last repetition as the end of a chain that began elsewhere.
    pub(super) fn ending(self, origin: Square, links: Links) -> Self {
        Self { origin, links: Some(links), ..self }
    }

    /// The origin of the move.
    pub fn from(&self) -> Square {
        self.origin
    }

    /// The target of the move: the last leg's landing.
    pub fn to(&self) -> Square {
        self.legs.last().map_or(self.origin, Stretch::landing)
    }
}

/// Every route of a movement of a player's from a square, shorter rides first. A route that leaves the board or
/// crosses a hole is none.
pub fn routes(variant: &Variant, player: PlayerId, movement: &Movement, from: Square) -> Vec<Route> {
    let mut routes = vec![Route { origin: from, legs: Vec::new(), links: None }];
    for leg in &movement.legs {
        let mut longer = Vec::new();
        for route in routes {
            for stretch in stretches(variant, player, leg, route.to()) {
                let mut next = route.clone();
                next.legs.push(stretch);
                longer.push(next);
            }
        }
        routes = longer;
    }
    routes
}

/// Where a movement of a player's leads from a square if it leads to one square at most: `Some(None)` if that is not on
/// the board, `None` if the movement rides, and so may end in several places.
pub(super) fn target(
    variant: &Variant,
    player: PlayerId,
    movement: &Movement,
    from: Square,
) -> Option<Option<Square>> {
    if movement.legs.iter().any(|leg| leg.ride.is_some()) {
        return None;
    }
    let mut legs = movement.legs.iter();
    Some(legs.try_fold(from, |at, leg| variant.step(player, at, leg.displacement)))
}

/// The route that a movement takes from its origin to a target in a position: the first whose guards allow it, else
/// the first. `None` if the movement does not lead there.
pub fn route(
    variant: &Variant,
    setup: &Setup,
    movement: &Movement,
    from: Square,
    to: Square,
) -> Option<Route> {
    route_at(variant, setup, movement, Move::plain(from, to), Depth::Move)
}

/// As [`route`], for a known move, asking the guards at a given depth.
pub(crate) fn route_at(
    variant: &Variant,
    setup: &Setup,
    movement: &Movement,
    m: Move,
    depth: Depth,
) -> Option<Route> {
    let player = actor(variant, setup, setup.piece(m.from)?);
    let mut found = routes(variant, player, movement, m.from);
    found.retain(|route| route.to() == m.to);
    let allowed = |route: &Route| Attempt::new(variant, setup, movement, route, m, depth).allowed();
    let first = if found.len() > 1 { found.iter().position(allowed).unwrap_or(0) } else { 0 };
    found.into_iter().nth(first)
}

/// The ways to do one leg from a square: one, or one for each number of repetitions that fits the board.
fn stretches(variant: &Variant, player: PlayerId, leg: &Leg, origin: Square) -> Vec<Stretch> {
    let by = variant.players[player.index()].orientation.to_board(leg.displacement);
    let mut found = Vec::new();
    let mut stretch = Stretch { origin, stops: Vec::new(), paths: Vec::new() };
    // A ride on a board of n squares ends after fewer than n repetitions: it leaves the board or has come round.
    for repetition in 1..=variant.board.len() as u16 {
        let at = stretch.landing();
        let Some(stop) = variant.board.offset(at, by) else { break };
        let Some(path) = variant.board.path(at, by).collect::<Option<Vec<Square>>>() else { break };
        if stop == origin && !by.is_zero() {
            break;
        }
        stretch.paths.push(path);
        stretch.stops.push(stop);
        match &leg.ride {
            None => {
                found.push(stretch);
                break;
            }
            Some(counts) if counts.contains(repetition) => found.push(stretch.clone()),
            Some(_) => {}
        }
    }
    found
}
