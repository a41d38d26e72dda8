//! The probability that a movement is possible on a board about a third full, estimated from its paths,
//! guards and landings.

use crate::geometry::Square;
use crate::variant::{Anchor, CountSet, Leg, Movement, PathRule, Place, PlayerId, Predicate, Test, Variant};

/// The assumed share of occupied squares, half of them by the mover: typical of middle games.
pub(super) const FULL: f64 = 0.34;

/// The greatest number of rider steps considered.
const MOST_REPEATS: u16 = 16;

/// The assumed probability of a condition that cannot be estimated.
const UNKNOWN: f64 = 0.5;

/// The context in which conditions are estimated: the player, and the squares of a leg.
#[derive(Clone, Copy)]
pub(super) struct Scene<'v> {
    pub variant: &'v Variant,
    pub player: PlayerId,
    /// The origin of the move.
    pub from: Square,
    /// The origin of the leg.
    pub origin: Square,
    /// The target of the leg.
    pub landing: Square,
    /// The current square of a quantifier.
    here: Option<Square>,
}

impl<'v> Scene<'v> {
    /// A context for an unmoved piece on a square.
    pub fn at(variant: &'v Variant, player: PlayerId, square: Square) -> Self {
        Self { variant, player, from: square, origin: square, landing: square, here: None }
    }

    /// The same context with another target of the leg.
    pub fn landing_on(self, landing: Square) -> Self {
        Self { landing, ..self }
    }

    /// Calls a function with each target of a movement and its probability.
    pub fn movement(self, movement: &Movement, each: &mut dyn FnMut(Square, f64)) {
        self.legs(&movement.legs, 1.0, each);
    }

    fn legs(mut self, legs: &[Leg], chance: f64, each: &mut dyn FnMut(Square, f64)) {
        let Some((leg, rest)) = legs.split_first() else { return each(self.origin, chance) };
        let Some(player) = self.variant.players.get(self.player.index()) else { return };
        let by = player.orientation.to_board(leg.displacement);
        let (mut landing, mut chance) = (self.origin, chance);
        for repeats in 1..=leg.ride.as_ref().map_or(1, |_| MOST_REPEATS) {
            let Some(passed) = self
                .variant
                .board
                .path(landing, by)
                .try_fold(0, |passed, square| Some(passed + square.map(|_| 1)?))
            else {
                return;
            };
            chance *= match &leg.path {
                PathRule::Empty => power(1.0 - FULL, passed),
                PathRule::Hurdles { counts, .. } => among(counts, passed, FULL),
            };
            let Some(next) = self.variant.board.offset(landing, by) else { return };
            landing = next;
            let likely = chance * Self { landing, ..self }.all(&leg.guards);
            if likely > 0.0 && leg.ride.as_ref().is_none_or(|counts| counts.contains(repeats)) {
                let origin = std::mem::replace(&mut self.origin, landing);
                self.legs(rest, likely, each);
                self.origin = origin;
            }
            chance *= 1.0 - FULL;
        }
    }

    /// The probability that all conditions hold, taken as independent.
    pub fn all(&self, predicates: &[Predicate]) -> f64 {
        predicates.iter().map(|predicate| self.holds(predicate)).product()
    }

    fn holds(&self, predicate: &Predicate) -> f64 {
        match predicate {
            Predicate::Constant(holds) => f64::from(u8::from(*holds)),
            Predicate::Holds(test, place) => match self.squares(place) {
                Some(squares) => squares.first().map_or(0.0, |&square| self.test(test, square)),
                None => UNKNOWN,
            },
            Predicate::Count(counts, place, each) => {
                let Some(squares) = self.squares(place) else { return UNKNOWN };
                let sum: f64 = squares.iter().map(|&here| Self { here: Some(here), ..*self }.all(each)).sum();
                among(counts, squares.len(), sum / squares.len().max(1) as f64)
            }
            Predicate::All(place, each) => {
                let Some(squares) = self.squares(place) else { return UNKNOWN };
                squares.iter().map(|&here| Self { here: Some(here), ..*self }.all(each)).product()
            }
            Predicate::Not(inner) => 1.0 - self.all(inner),
            Predicate::Or(ways) => 1.0 - ways.iter().map(|way| 1.0 - self.all(way)).product::<f64>(),
            Predicate::By(players) => f64::from(players >> (self.player.0 & 31) & 1),
            Predicate::Right(..) | Predicate::Takes(_) | Predicate::InCheck => 0.2,
            Predicate::Checks | Predicate::Mates => 0.05,
            Predicate::Drops(_) | Predicate::Passes => 0.0,
            Predicate::After(_) | Predicate::ToMove => 0.9,
            _ => UNKNOWN,
        }
    }

    fn test(&self, test: &Test, square: Square) -> f64 {
        match test {
            // The origin holds the mover's own piece unless the leg returns there.
            Test::Own | Test::Ally if square == self.from && self.landing != square => 1.0,
            Test::Empty => 1.0 - FULL,
            Test::Occupied => FULL,
            Test::Ally | Test::Own | Test::Opponent => FULL / 2.0,
            Test::NoAlly | Test::NoOpponent => 1.0 - FULL / 2.0,
            Test::Is(_) if square == self.from => 1.0,
            Test::Is(_) => FULL / 3.0,
            Test::In(zone) => f64::from(u8::from(self.variant.zone(*zone, self.player).contains(square))),
            Test::Attacked => 0.3,
            Test::NotAttacked => 0.7,
            Test::Marked => 0.03,
            Test::Unmoved => 0.3,
            Test::Mobile => 1.0,
            Test::Same(place) => {
                self.squares(place).map_or(UNKNOWN, |squares| f64::from(u8::from(squares.contains(&square))))
            }
        }
    }

    /// The squares of a place; `None` if they depend on the position.
    pub fn squares(&self, place: &Place) -> Option<Vec<Square>> {
        let anchors: Vec<Square> = match &place.anchor {
            Anchor::LegOrigin => vec![self.origin],
            Anchor::Landing | Anchor::To | Anchor::Victim => vec![self.landing],
            Anchor::From => vec![self.from],
            Anchor::Here => vec![self.here?],
            Anchor::Zone(zone) => self.variant.zone(*zone, self.player).iter().collect(),
            Anchor::Leg(_) | Anchor::Path | Anchor::Span(..) | Anchor::Runs(_) => return None,
        };
        let step = |&anchor: &Square| {
            place.steps.iter().filter_map(move |&by| self.variant.step(self.player, anchor, by))
        };
        Some(anchors.iter().flat_map(step).collect())
    }
}

fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// The probability that the number of successes in independent trials is in a set.
fn among(counts: &CountSet, trials: usize, chance: f64) -> f64 {
    let mut exactly = vec![0.0; trials.min(64) + 1];
    exactly[0] = 1.0;
    for _ in 0..trials.min(64) {
        for successes in (0..exactly.len()).rev() {
            let below = successes.checked_sub(1).map_or(0.0, |below| exactly[below]);
            exactly[successes] = exactly[successes] * (1.0 - chance) + below * chance;
        }
    }
    let wanted = exactly.iter().enumerate().filter(|&(count, _)| counts.contains(count as u16));
    wanted.map(|(_, chance)| chance).sum()
}
