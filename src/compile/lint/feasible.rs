//! Decides from the board alone whether a movement's conditions can hold in some position.
//!
//! The test over-estimates: conditions on other pieces are assumed possible, unless two conditions on one square contradict
//! each other.

use crate::geometry::{Square, SquareSet};
use crate::variant::literal::{Route, Stretch, Truth, routes};
use crate::variant::{
    Anchor, Effect, Movement, PathRule, Place, PlayerId, PlayerSet, Predicate, Test, Variant,
};

use crate::compile::lower::repeats;

/// The number of squares and conditions that a lint examines before it gives up. This bounds the loading time of large files.
pub(crate) const MAX_LOOKS: usize = 2_000_000;

/// The number of squares and conditions examined for a movement.
pub(crate) fn looks(variant: &Variant, movement: &Movement) -> usize {
    let legs = movement.legs.iter().map(|leg| usize::from(leg.displacement.length()) + leg.guards.len());
    let routes = movement.legs.iter().map(|leg| repeats(&variant.board, leg)).fold(1, usize::saturating_mul);
    legs.sum::<usize>().saturating_mul(routes)
}

/// The possible contents of squares, from one player's view.
pub(crate) struct Possible<'v> {
    pub variant: &'v Variant,
    pub player: PlayerId,
    /// The squares that another player may mark; `None` if unknown.
    marked: Option<SquareSet>,
}

/// The possible contents of a square as a bit set: empty, a piece of the mover, an opponent's, a neutral one.
const ANYTHING: u8 = 0b1111;

impl<'v> Possible<'v> {
    /// Assumes that every square can be marked.
    pub fn new(variant: &'v Variant, player: PlayerId) -> Self {
        Self { variant, player, marked: None }
    }

    /// Restricts marks to the squares that other players may mark.
    pub fn with_marks(self) -> Self {
        let mut marked = self.variant.board.empty_set();
        self.variant.start.marks.iter().for_each(|mark| marked.insert(mark.square));
        let mut left = MAX_LOOKS;
        let others = self.variant.everybody().without(PlayerSet::single(self.player));
        let each = |other| Possible::new(self.variant, other).add_marks(&mut marked, &mut left);
        let drops = self.variant.roles.iter().flat_map(|role| &role.drops);
        let elsewhere = self.variant.hooks().chain(drops).any(|hook| hook.effects.iter().any(marks));
        let known = !elsewhere && others.iter().all(each);
        Self { marked: known.then_some(marked), ..self }
    }

    /// Adds the squares that the player's movements may mark; `false` if they cannot be determined.
    fn add_marks(&self, marked: &mut SquareSet, left: &mut usize) -> bool {
        let movements = self.variant.roles.iter().flat_map(|role| &role.movements);
        movements.filter(|movement| movement.effects.iter().any(marks)).all(|movement| {
            self.variant.board.squares().all(|from| {
                let Some(rest) = left.checked_sub(looks(self.variant, movement)) else { return false };
                *left = rest;
                let mut routes = routes(self.variant, self.player, movement, from);
                routes.retain(|route| self.allowed(movement, route));
                routes.iter().all(|route| {
                    movement.effects.iter().all(|effect| {
                        let Effect::Mark(place) = effect else { return true };
                        let found = self.marks_of(place, route);
                        found.iter().flatten().for_each(|&square| marked.insert(square));
                        found.is_some()
                    })
                })
            })
        })
    }

    /// The squares that an effect on a route marks; `None` if they depend on the position.
    fn marks_of(&self, place: &Place, route: &Route) -> Option<Vec<Square>> {
        let anchors = match &place.anchor {
            Anchor::Path => route.legs.last().map(Stretch::between).unwrap_or_default(),
            Anchor::LegOrigin => vec![route.from()],
            anchor => self.square(&Place::at(anchor.clone()), route, None)?.into_iter().collect(),
        };
        let steps = |&from: &Square| {
            place.steps.iter().filter_map(move |&step| self.variant.step(self.player, from, step))
        };
        Some(anchors.iter().flat_map(steps).collect())
    }

    /// Whether some position allows the movement.
    pub fn allowed(&self, movement: &Movement, route: &Route) -> bool {
        let legs = movement.legs.iter().enumerate();
        legs.fold(Truth::True, |all, (index, leg)| all.and(self.all(&leg.guards, route, Some(index))))
            != Truth::False
            && self.room_for_hurdles(movement, route)
            && self.contents_agree(movement, route)
    }

    /// Whether every path has enough squares for its hurdles.
    fn room_for_hurdles(&self, movement: &Movement, route: &Route) -> bool {
        movement.legs.iter().zip(&route.legs).all(|(leg, stretch)| match &leg.path {
            PathRule::Empty => true,
            PathRule::Hurdles { counts, .. } => stretch
                .paths
                .iter()
                .all(|path| counts.ranges().iter().any(|&(least, _)| usize::from(least) <= path.len())),
        })
    }

    /// Whether no two conditions require different contents of one square.
    fn contents_agree(&self, movement: &Movement, route: &Route) -> bool {
        let mut known: Vec<(Square, u8)> = Vec::new();
        let known_kinds = if self.variant.has_neutral() { ANYTHING } else { ANYTHING >> 1 };
        let mut agree = |square: Square, may: u8| {
            let may = may & known_kinds;
            // Some conditions see the origin as empty, others with the mover on it.
            if square == route.from() {
                return true;
            }
            match known.iter_mut().find(|(at, _)| *at == square) {
                Some((_, all)) => {
                    *all &= may;
                    *all != 0
                }
                None => {
                    known.push((square, may));
                    true
                }
            }
        };
        movement.legs.iter().zip(&route.legs).enumerate().all(|(index, (leg, stretch))| {
            let guards = leg.guards.iter().all(|guard| match guard {
                Predicate::Holds(test, place) => match self.square(place, route, Some(index)) {
                    Some(Some(square)) => agree(square, contents(test)),
                    _ => true,
                },
                _ => true,
            });
            let clear = |path: &Vec<Square>, agree: &mut dyn FnMut(Square, u8) -> bool| {
                path.iter().all(|&square| agree(square, 0b001))
            };
            guards
                && (leg.path != PathRule::Empty || stretch.paths.iter().all(|path| clear(path, &mut agree)))
        })
    }

    /// Whether all conditions hold in every position, in none, or in some.
    pub fn all(&self, predicates: &[Predicate], route: &Route, leg: Option<usize>) -> Truth {
        predicates.iter().fold(Truth::True, |all, one| all.and(self.holds(one, route, leg)))
    }

    /// Whether a condition holds in every position, in none, or in some.
    fn holds(&self, predicate: &Predicate, route: &Route, leg: Option<usize>) -> Truth {
        match predicate {
            Predicate::Constant(holds) => Truth::from(*holds),
            Predicate::By(players) => Truth::from(players >> self.player.0 & 1 == 1),
            Predicate::Holds(test, place) => match (self.square(place, route, leg), test) {
                (Some(Some(square)), Test::In(zone)) => {
                    self.variant.zone(*zone, self.player).contains(square).into()
                }
                (Some(Some(square)), Test::Marked) => match &self.marked {
                    Some(marked) if !marked.contains(square) => Truth::False,
                    _ => Truth::Unknown,
                },
                (Some(None), _) => Truth::False,
                _ => Truth::Unknown,
            },
            Predicate::Not(inner) => !self.all(inner, route, leg),
            Predicate::Or(branches) => {
                branches.iter().fold(Truth::False, |any, branch| any.or(self.all(branch, route, leg)))
            }
            _ => Truth::Unknown,
        }
    }

    /// The square of a place: `Some(None)` if it is off the board, `None` if it depends on the position or is several squares.
    fn square(&self, place: &Place, route: &Route, leg: Option<usize>) -> Option<Option<Square>> {
        let stretch = leg.and_then(|index| route.legs.get(index));
        let anchor = match &place.anchor {
            Anchor::LegOrigin => stretch.map_or(route.from(), |stretch| stretch.origin),
            Anchor::Landing => stretch.map_or(route.to(), Stretch::landing),
            Anchor::From => route.from(),
            Anchor::To => route.to(),
            Anchor::Leg(index) => route.legs.get(usize::from(*index))?.landing(),
            Anchor::Here
            | Anchor::Victim
            | Anchor::Path
            | Anchor::Zone(_)
            | Anchor::Span(..)
            | Anchor::Runs(_) => {
                return None;
            }
        };
        let &[step] = place.steps.as_slice() else { return None };
        Some(self.variant.step(self.player, anchor, step))
    }
}

/// Whether an effect marks squares.
fn marks(effect: &Effect) -> bool {
    matches!(effect, Effect::Mark(_))
}

/// The possible contents of a square that passes a test.
fn contents(test: &Test) -> u8 {
    match test {
        Test::Empty => 0b001,
        Test::Occupied | Test::Is(_) => 0b1110,
        Test::Ally | Test::Own => 0b010,
        Test::Opponent => 0b100,
        Test::NoAlly => 0b1101,
        Test::NoOpponent => 0b1011,
        _ => ANYTHING,
    }
}
