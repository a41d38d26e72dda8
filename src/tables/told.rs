//! What movements ask that their origin or their target alone tells: it is worked out once for all routes.

use hashbrown::HashMap;

use crate::geometry::Square;
use crate::variant::{Anchor, Leg, Mode, Movement, PlayerId, Predicate, RoleId, Test, Variant, ZoneId};

use super::condition::Condition;
use super::mentions::reckons_from;

/// What legs ask that the origin of the move tells, worked out once for all movements that ask the same.
#[derive(Default)]
pub struct Told<const W: usize> {
    /// The questions.
    pub asked: Vec<Predicate>,
    /// For each of them the answers by origin: `None` if it has no form there.
    pub answers: Vec<HashMap<Square, Option<Condition<W>>>>,
    /// For each leg of the movement, for each of its questions, which of these it is.
    pub legs: Vec<Vec<Option<usize>>>,
}

impl<const W: usize> Told<W> {
    /// Finds the questions of a movement.
    pub fn ask(&mut self, movement: &Movement) {
        let Self { asked, answers, legs } = self;
        let mut known = |guard: &Predicate, first: bool| {
            is_of_origin(guard, first).then(|| {
                asked.iter().position(|one| one == guard).unwrap_or_else(|| {
                    asked.push(guard.clone());
                    answers.push(HashMap::new());
                    asked.len() - 1
                })
            })
        };
        let of_leg =
            |(index, leg): (usize, &Leg)| leg.guards.iter().map(|guard| known(guard, index == 0)).collect();
        *legs = movement.legs.iter().enumerate().map(of_leg).collect();
    }
}

/// What is asked of a movement as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// What the game asks of every move.
    Guard,
    /// When the piece may promote.
    Promotion,
    /// When it must.
    Force,
}

/// How a movement comes to a square: the zones from which it comes (a bit each), the square, what the movement is for, and
/// what it does there.
pub type Coming = (u64, Square, Mode, Mode);

/// Answers to what is asked of movements without effects, where the target and the zones of the origin tell them.
pub struct ByTarget<const W: usize> {
    /// Which questions are told so, of movements of several legs and of one.
    told: [Vec<Whole>; 2],
    known: HashMap<(Whole, Coming), Condition<W>>,
}

impl<const W: usize> ByTarget<W> {
    /// None yet, of a role's movements; `guards` are what the game asks of every move.
    pub fn new(variant: &Variant, role: RoleId, guards: &[Predicate]) -> Self {
        let promotion = variant.role(role).promotion.as_ref();
        let when = promotion.map_or(&[][..], |one| &one.when);
        let forced = promotion.and_then(|one| one.forced.as_deref()).unwrap_or(&[]);
        let all = [(Whole::Guard, guards), (Whole::Promotion, when), (Whole::Force, forced)];
        let told = [false, true].map(|single| {
            let told = |(_, asked): &(Whole, &[Predicate])| is_told_by_target(variant, asked, single);
            all.into_iter().filter(told).map(|(whole, _)| whole).collect()
        });
        Self { told, known: HashMap::new() }
    }

    /// Whether a question to a movement is told so.
    pub fn tells(&self, whole: Whole, movement: &Movement) -> bool {
        movement.effects.is_empty() && self.told[usize::from(movement.legs.len() == 1)].contains(&whole)
    }

    /// The answer, if it is known.
    pub fn get(&self, whole: Whole, coming: Coming) -> Option<&Condition<W>> {
        self.known.get(&(whole, coming))
    }

    /// Remembers an answer.
    pub fn put(&mut self, whole: Whole, coming: Coming, answer: Condition<W>) {
        self.known.insert((whole, coming), answer);
    }
}

/// Whether target and zones of the origin tell what is asked of a movement without effects; `single` says that it has one leg.
pub fn is_told_by_target(variant: &Variant, asked: &[Predicate], single: bool) -> bool {
    variant.zones.len() <= 64 && asked.iter().all(|one| is_of_target(one, single))
}

/// The zones that a square is in as a player sees them, a bit each.
pub fn zones(variant: &Variant, player: PlayerId, square: Square) -> u64 {
    let within = (0..variant.zones.len().min(64))
        .filter(|&zone| variant.zone(ZoneId(zone as u16), player).contains(square));
    within.fold(0, |all, zone| all | 1 << zone)
}

/// Whether a question is the same for all routes to one square from the same zones: about what stands there, what the piece
/// is, or what is remembered; `single` says that the movement has one leg. What stands beside the target is not: one of the
/// routes may come from there.
fn is_of_target(predicate: &Predicate, single: bool) -> bool {
    let all = |inner: &[Predicate]| inner.iter().all(|one| is_of_target(one, single));
    match predicate {
        Predicate::Holds(test, place) => {
            let there = matches!(place.steps[..], [step] if step.is_zero());
            match (&place.anchor, test) {
                (_, Test::Same(_)) => false,
                (Anchor::To | Anchor::Landing, test) => there || matches!(test, Test::In(_) | Test::Mobile),
                (Anchor::LegOrigin, _) if !single => false,
                (Anchor::From | Anchor::LegOrigin, Test::Is(_) | Test::In(_)) => there,
                _ => false,
            }
        }
        Predicate::Not(inner) => all(inner),
        Predicate::Or(branches) => branches.iter().all(|branch| all(branch)),
        Predicate::Constant(_)
        | Predicate::By(_)
        | Predicate::Right(_, None)
        | Predicate::Checks
        | Predicate::Mates
        | Predicate::Takes(_)
        | Predicate::Counter(..)
        | Predicate::InHand(..)
        | Predicate::Passed(_) => true,
        _ => false,
    }
}

/// Whether a question of a leg is the same for all routes from one square; `first` says that the leg begins there.
fn is_of_origin(predicate: &Predicate, first: bool) -> bool {
    reckons_from(predicate, &|anchor| match anchor {
        Anchor::From | Anchor::Here | Anchor::Zone(_) => true,
        Anchor::LegOrigin => first,
        _ => false,
    })
}
