//! Chains: moves made of several captures by one piece, as in draughts.

use crate::geometry::Square;
use crate::variant::{Chain, Effect, Move, Movement, PlayerId, Role, Setup, Variant};

use super::route::{Route, routes};
use super::turn::actor;
use super::{Attempt, Depth};

/// The repetitions of a chain so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The landing of each repetition. The last one is the target.
    pub stops: Vec<Square>,
    /// The captured squares, in order.
    pub taken: Vec<Square>,
}

impl Links {
    /// The captured squares in descending order. They identify a chain between two squares.
    fn victims(&self) -> Vec<Square> {
        let mut squares = self.taken.clone();
        squares.sort_unstable_by(|a, b| b.cmp(a));
        squares
    }
}

/// All chains of the piece on a square, each with the movement of its last repetition (an index into the
/// role's movements).
///
/// Chains are sorted by target, then by their captured squares, compared from the end of the board. Of
/// several paths with the same target and captures, the one with the smallest landings is kept.
pub fn chains(variant: &Variant, setup: &Setup, from: Square) -> Vec<(usize, Route)> {
    let mut found = every_way(variant, setup, from);
    found.dedup_by_key(|(_, route)| result(route));
    found
}

/// The landings of every path of a chain, with the chain's number as in [`Move::chained`]. Unlike [`chains`],
/// it keeps all paths.
pub fn chain_paths(variant: &Variant, setup: &Setup, from: Square) -> Vec<(u16, Vec<Square>)> {
    let found = every_way(variant, setup, from);
    let mut paths: Vec<(u16, Vec<Square>)> = Vec::with_capacity(found.len());
    let (mut before, mut nth): (Option<&Route>, u16) = (None, 0);
    for (_, route) in &found {
        nth = match before {
            Some(last) if result(last) == result(route) => nth,
            Some(last) if last.to() == route.to() => nth + 1,
            _ => 0,
        };
        before = Some(route);
        paths.push((nth, stops(route).to_vec()));
    }
    paths
}

/// All paths of chains, in the order of [`chains`].
fn every_way(variant: &Variant, setup: &Setup, from: Square) -> Vec<(usize, Route)> {
    let Some(piece) = setup.piece(from).filter(|_| setup.squares.len() == variant.board.len()) else {
        return Vec::new();
    };
    let role = variant.role(piece.role);
    let mut lifted = setup.clone();
    lifted.squares[from.index()] = None;
    let mut search = Search {
        variant,
        setup,
        lifted: &lifted,
        player: actor(variant, setup, piece),
        role,
        from,
        links: Links { stops: Vec::new(), taken: Vec::new() },
        left: Chain::MAX_REPETITIONS,
        stopped: false,
        found: Vec::new(),
    };
    for (index, chain) in role.chains.iter().enumerate() {
        search.go_on(index as u16, chain, from, None);
    }
    let mut found = search.found;
    found.sort_by_cached_key(|(_, route)| (result(route), stops(route).to_vec()));
    found
}

/// The chains of [`chains`], each with its number as in [`Move::chained`].
pub(super) fn numbered(variant: &Variant, setup: &Setup, from: Square) -> Vec<(u16, usize, Route)> {
    let mut last: Option<(Square, u16)> = None;
    let number = |(movement, route): (usize, Route)| {
        let nth = last.filter(|(to, _)| *to == route.to()).map_or(0, |(_, nth)| nth + 1);
        last = Some((route.to(), nth));
        (nth, movement, route)
    };
    chains(variant, setup, from).into_iter().map(number).collect()
}

/// A cache of the chains of one piece, for tests of several moves.
pub(super) struct Known<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    /// The square of the piece whose chains are cached.
    from: Option<Square>,
    all: Vec<(u16, usize, Route)>,
}

impl<'a> Known<'a> {
    pub fn new(variant: &'a Variant, setup: &'a Setup) -> Self {
        Self { variant, setup, from: None, all: Vec::new() }
    }

    /// The last movement and the route of a chain. The cache holds one piece, so sort queries by origin.
    pub fn of(&mut self, m: Move) -> Option<(usize, &Route)> {
        let nth = m.chain()?;
        if self.from != Some(m.from) {
            self.from = Some(m.from);
            self.all = numbered(self.variant, self.setup, m.from);
        }
        let found = self.all.iter().find(|(number, _, route)| *number == nth && route.to() == m.to);
        found.map(|(_, movement, route)| (*movement, route))
    }
}

/// The last movement and the route of a chain.
pub(super) fn chain_of(variant: &Variant, setup: &Setup, m: Move) -> Option<(usize, Route)> {
    let nth = m.chain()?;
    let mut there = chains(variant, setup, m.from).into_iter().filter(|(_, route)| route.to() == m.to);
    there.nth(usize::from(nth))
}

fn stops(route: &Route) -> &[Square] {
    route.links.as_ref().map_or(&[], |links| &links.stops)
}

/// The captures of one repetition, on the board without the moving piece.
pub(super) fn takes(attempt: &Attempt<'_>, movement: &Movement, lifted: &Setup) -> Vec<Square> {
    let spot = attempt.repetition();
    let mut takes: Vec<Square> = Vec::new();
    for effect in &movement.effects {
        let Effect::Take(place, filter) = effect else { continue };
        for square in attempt.squares(place, &spot) {
            let there = lifted.piece(square).is_some() && !takes.contains(&square);
            if there && attempt.accepts(filter, &spot, square) {
                takes.push(square);
            }
        }
    }
    takes
}

/// The target and the captures of a chain, which identify it.
fn result(route: &Route) -> (Square, Option<Vec<Square>>) {
    (route.to(), route.links.as_ref().map(Links::victims))
}

/// A depth-first search for chains.
struct Search<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    /// The position without the moving piece.
    lifted: &'a Setup,
    player: PlayerId,
    role: &'a Role,
    from: Square,
    links: Links,
    /// The number of repetitions that may still be searched.
    left: usize,
    /// Whether the search hit that limit.
    stopped: bool,
    found: Vec<(usize, Route)>,
}

impl Search<'_> {
    /// Continues from a square. `last` is the repetition that led there.
    fn go_on(&mut self, index: u16, chain: &Chain, at: Square, last: Option<(usize, &Route)>) {
        let mut further = false;
        let role = self.role;
        if self.links.stops.len() < usize::from(chain.most()) {
            let movements = role.movements.iter().enumerate();
            for (number, movement) in movements.filter(|(_, movement)| movement.chain == Some(index)) {
                for route in routes(self.variant, self.player, movement, at) {
                    let Some(takes) = self.repetition(number, movement, &route) else { continue };
                    if self.left == 0 {
                        self.stopped = true;
                        return;
                    }
                    self.left -= 1;
                    further = true;
                    let before = self.links.taken.len();
                    self.links.stops.push(route.to());
                    self.links.taken.extend(takes);
                    self.go_on(index, chain, route.to(), Some((number, &route)));
                    self.links.stops.pop();
                    self.links.taken.truncate(before);
                    if self.stopped {
                        return;
                    }
                }
            }
        }
        let Some((number, route)) = last else { return };
        let length = self.links.stops.len() as u16;
        if chain.counts.contains(length) && !(chain.full && further) {
            self.found.push((number, route.clone().ending(self.from, self.links.clone())));
        }
    }

    /// The captures of a repetition. `None` if its legs are not possible, or if it captures nothing or a
    /// piece that is already captured.
    fn repetition(&self, number: usize, movement: &Movement, route: &Route) -> Option<Vec<Square>> {
        let m = Move { from: self.from, to: route.to(), way: number as u16 + 1, choice: 0 };
        let whole = Attempt::new(self.variant, self.setup, movement, route, m, Depth::Move);
        let attempt = whole.on(self.lifted);
        if !attempt.allowed() {
            return None;
        }
        let takes = takes(&attempt, movement, self.lifted);
        let again = takes.iter().any(|square| self.links.taken.contains(square));
        (!takes.is_empty() && !again).then_some(takes)
    }
}
