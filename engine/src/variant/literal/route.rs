//! Routes: the squares that a movement visits. Pure geometry, without regard to pieces.

use crate::geometry::Square;
use crate::variant::{Leg, Move, Movement, PlayerId, Setup, Variant};

use super::turn::actor;
use super::{Attempt, Depth, Links};

/// The squares visited by one leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The square where the leg starts.
    pub origin: Square,
    /// The landing of each repetition. Never empty; the last one is the leg's landing. A leg that does not
    /// ride has one.
    pub stops: Vec<Square>,
    /// For each repetition, the squares strictly between its two ends.
    pub paths: Vec<Vec<Square>>,
}

impl Stretch {
    /// The square where the leg ends.
    pub fn landing(&self) -> Square {
        self.stops.last().copied().unwrap_or(self.origin)
    }

    /// The squares strictly between the two ends of the leg, in order, including intermediate landings.
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

/// The squares visited by a movement, leg by leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    origin: Square,
    /// The legs in order. For a chain: the legs of its last repetition.
    pub legs: Vec<Stretch>,
    /// For a chain: its landings and captures from the origin on.
    pub links: Option<Links>,
}

impl Route {
    /// A route with one leg from one square to another and an empty path.
    pub(crate) fn direct(from: Square, to: Square) -> Self {
        let leg = Stretch { origin: from, stops: vec![to], paths: vec![Vec::new()] };
        Self { origin: from, legs: vec![leg], links: None }
    }

    /// A route without displacement, for a drop or a piece that stays in place.
    pub fn standing(square: Square) -> Self {
        Self::direct(square, square)
    }

    /// The last repetition of a chain, as the route of a chain that started on `origin`.
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

/// All routes of a player's movement from a square, shorter rides first. A route that leaves the board or
/// crosses a hole does not exist.
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

/// The target of a movement that has at most one: `Some(None)` if the target is off the board. `None` for a
/// movement with a ride, which may have several targets.
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

/// The route of a movement from an origin to a target: the first route whose guards hold, otherwise the first
/// route. `None` if the movement does not lead there.
pub fn route(
    variant: &Variant,
    setup: &Setup,
    movement: &Movement,
    from: Square,
    to: Square,
) -> Option<Route> {
    route_at(variant, setup, movement, Move::plain(from, to), Depth::Move)
}

/// Like [`route`], for a known move and a given depth.
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

/// The ways to complete one leg from a square: one per number of repetitions that fits the board.
fn stretches(variant: &Variant, player: PlayerId, leg: &Leg, origin: Square) -> Vec<Stretch> {
    let by = variant.players[player.index()].orientation.to_board(leg.displacement);
    let mut found = Vec::new();
    let mut stretch = Stretch { origin, stops: Vec::new(), paths: Vec::new() };
    // On n squares, a ride has fewer than n repetitions. After that it has left the board or returned to its
    // origin.
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
