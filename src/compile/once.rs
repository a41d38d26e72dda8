//! Simplifies conditions inside zone quantifiers that do not depend on the quantified square.

use crate::geometry::{Board, Displacement};
use crate::variant::{Anchor, PathRule, Place, Predicate, Test, Variant};

/// Evaluates a condition once if it is the same for every square of a zone quantifier: in `@Any(Home, @Any(Home, …))` the inner
/// quantifier is evaluated once.
pub(super) fn ask_once(variant: &mut Variant) {
    let sizes: Vec<Option<u16>> = variant
        .zones
        .iter()
        .map(|zone| {
            let mut counts = zone.squares.iter().map(|squares| squares.iter().count() as u16);
            let first = counts.next()?;
            counts.all(|other| other == first).then_some(first)
        })
        .collect();
    let board = variant.board.clone();
    let once = Once { sizes, board };
    for role in &mut variant.roles {
        for leg in role.movements.iter_mut().flat_map(|movement| &mut movement.legs) {
            once.all(&mut leg.guards);
            if let PathRule::Hurdles { each, .. } = &mut leg.path {
                once.all(each);
            }
        }
        if let Some(promotion) = &mut role.promotion {
            once.all(&mut promotion.when);
            promotion.forced.iter_mut().for_each(|all| once.all(all));
        }
        let hooks = role.after_move.iter_mut().chain(&mut role.after_capture).chain(&mut role.drops);
        hooks.for_each(|hook| once.all(&mut hook.guards));
    }
    let hooks = variant.after_move.iter_mut().chain(&mut variant.after_capture);
    hooks.for_each(|hook| once.all(&mut hook.guards));
    once.all(&mut variant.choice.guard);
    for must in &mut variant.choice.must {
        once.all(&mut must.when);
        once.all(&mut must.wanted);
    }
    variant.choice.pass.iter_mut().for_each(|pass| once.all(pass));
    variant.ending.ends.iter_mut().for_each(|end| once.all(&mut end.when));
    variant.ending.counting.iter_mut().for_each(|count| once.all(&mut count.when));
}

struct Once {
    /// The number of squares of each zone, if it is the same for every player.
    sizes: Vec<Option<u16>>,
    board: Board,
}

impl Once {
    fn all(&self, predicates: &mut [Predicate]) {
        predicates.iter_mut().for_each(|one| self.one(one));
    }

    fn one(&self, predicate: &mut Predicate) {
        match predicate {
            Predicate::Count(_, _, inner) | Predicate::All(_, inner) | Predicate::Not(inner) => {
                self.all(inner)
            }
            Predicate::Or(branches) => branches.iter_mut().for_each(|branch| self.all(branch)),
            _ => {}
        }
        let simpler = match predicate {
            Predicate::Count(counts, place, inner) if !inner.iter().any(asks_here) => {
                let size = self.size(place);
                size.and_then(|size| match (counts.contains(size), counts.contains(0)) {
                    (true, false) => Some(Predicate::Or(vec![std::mem::take(inner)])),
                    (false, true) => Some(Predicate::Not(std::mem::take(inner))),
                    _ => None,
                })
            }
            Predicate::All(place, inner) if !inner.iter().any(asks_here) => {
                self.size(place).map(|_| Predicate::Or(vec![std::mem::take(inner)]))
            }
            _ => None,
        };
        if let Some(mut simpler) = simpler {
            // A disjunction of one single condition is that condition.
            if let Predicate::Or(branches) = &mut simpler
                && let [branch] = branches.as_mut_slice()
                && branch.len() == 1
                && let Some(only) = branch.pop()
            {
                simpler = only;
            }
            *predicate = simpler;
        }
    }

    /// The fixed number of squares of a place, if it is a whole zone that is not empty.
    fn size(&self, place: &Place) -> Option<u16> {
        let Anchor::Zone(zone) = place.anchor else { return None };
        let whole = place.steps == [Displacement::ZERO] && self.board.len() < usize::from(u16::MAX);
        self.sizes.get(usize::from(zone.0)).copied().flatten().filter(|&size| whole && size > 0)
    }
}

/// Whether a condition depends on the square of the enclosing quantifier; `true` if unknown.
fn asks_here(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Constant(_)
        | Predicate::By(_)
        | Predicate::Checks
        | Predicate::Mates
        | Predicate::Takes(_)
        | Predicate::Drops(_)
        | Predicate::Passes
        | Predicate::Can(_)
        | Predicate::Passed(_)
        | Predicate::ToMove
        | Predicate::InCheck
        | Predicate::InHand(..)
        | Predicate::Counter(..)
        | Predicate::More
        | Predicate::MorePoints
        | Predicate::Points(_) => false,
        Predicate::After(inner) | Predicate::WithoutDrop(inner) => inner.iter().any(asks_here),
        Predicate::Right(_, place) => place.as_ref().is_some_and(is_here),
        Predicate::Holds(Test::Same(other), place) => is_here(other) || is_here(place),
        Predicate::Holds(_, place) => is_here(place),
        // A quantifier's conditions refer to its own squares. Only its place may refer to the outer square.
        Predicate::Count(_, place, _) | Predicate::All(place, _) => is_here(place),
        Predicate::Not(inner) => inner.iter().any(asks_here),
        Predicate::Or(branches) => branches.iter().flatten().any(asks_here),
        // The safe answer, also for conditions that are not listed.
        _ => true,
    }
}

fn is_here(place: &Place) -> bool {
    match &place.anchor {
        Anchor::Here => true,
        Anchor::Span(a, b) => is_here(a) || is_here(b),
        Anchor::Runs(runs) => is_here(&runs.start),
        _ => false,
    }
}
