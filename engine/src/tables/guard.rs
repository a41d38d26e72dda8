//! Decides where a condition on all moves is tested: with each movement (so also in imagined replies), or
//! once per turn.

use crate::variant::{Anchor, Effect, Place, Predicate, RoleSet, Royalty, Test, Variant};

use super::instance::imagines;
use super::mentions::mentions;

/// The conditions tested on the moves of a turn, but not on imagined replies.
pub fn of_turns(variant: &Variant) -> Vec<Predicate> {
    variant
        .choice
        .guard
        .iter()
        .filter(|one| spares_replies(one) || stands_aside(variant, one))
        .cloned()
        .collect()
}

/// The other conditions.
pub fn of_movements(variant: &Variant) -> Vec<Predicate> {
    variant
        .choice
        .guard
        .iter()
        .filter(|one| !spares_replies(one) && !stands_aside(variant, one))
        .cloned()
        .collect()
}

/// The conditions tested per turn that also restrict replies: if a player has several royals, they may forbid
/// the capture of one.
pub fn vetoes(variant: &Variant) -> Vec<Predicate> {
    variant
        .choice
        .guard
        .iter()
        .filter(|one| !spares_replies(one) && stands_aside(variant, one))
        .cloned()
        .collect()
}

/// Whether every move must leave the player's royals safe, even if the same player moves next.
pub fn keeps_safe(variant: &Variant) -> bool {
    let safe = |one: &Predicate| match one {
        Predicate::After(inner) => match &inner[..] {
            [Predicate::Not(inner)] => matches!(inner[..], [Predicate::InCheck]),
            _ => false,
        },
        _ => false,
    };
    variant.royalty == Royalty::Each && variant.choice.guard.iter().any(safe)
}

/// Whether a condition is unknown, and so counts as true, in every imagined reply.
pub fn spares_replies(predicate: &Predicate) -> bool {
    let all = |parts: &[Predicate]| !parts.is_empty() && parts.iter().all(spares_replies);
    match predicate {
        Predicate::Or(branches) => branches.iter().any(|branch| all(branch)),
        Predicate::After(inner) => all(inner),
        other => imagines(other),
    }
}

/// Whether a condition depends on the position after the move, and holds for every reply that captures an
/// only royal.
fn stands_aside(variant: &Variant, predicate: &Predicate) -> bool {
    let after = |one: &Predicate| matches!(one, Predicate::After(_));
    let fickle = |effect: &Effect| matches!(effect, Effect::Flip(..) | Effect::Native(_));
    let hooks = variant.hooks().map(|hook| &hook.effects);
    let movements = variant.roles.iter().flat_map(|role| &role.movements).map(|movement| &movement.effects);
    let royals = variant.royals();
    !royals.is_empty()
        && variant.royalty == Royalty::Each
        && mentions(std::slice::from_ref(predicate), &after)
        && !hooks.chain(movements).flatten().any(fickle)
        && known(predicate, royals, false) == Some(true)
}

/// The value of a condition, if known, for a reply that captures the other player's only royal. `after` if it
/// refers to the position after the reply: no royal on the board is then an opponent's.
fn known(predicate: &Predicate, royals: RoleSet, after: bool) -> Option<bool> {
    match predicate {
        Predicate::Constant(value) => Some(*value),
        Predicate::Count(counts, place, each) if deserted(place, each, royals, after) => {
            Some(counts.contains(0))
        }
        Predicate::All(place, _) if deserted(place, &[], royals, after) => Some(true),
        Predicate::Not(inner) => all_known(inner, royals, after).map(|value| !value),
        Predicate::Or(branches) => {
            let branches = branches.iter().map(|branch| all_known(branch, royals, after));
            settled(branches, true)
        }
        Predicate::After(inner) => all_known(inner, royals, true),
        Predicate::Passes | Predicate::Drops(_) => Some(false),
        _ => None,
    }
}

fn all_known(predicates: &[Predicate], royals: RoleSet, after: bool) -> Option<bool> {
    settled(predicates.iter().map(|one| known(one, royals, after)), false)
}

/// The value of a conjunction or disjunction of known and unknown parts: the first part equal to `decisive`
/// decides.
fn settled(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut open = false;
    for part in parts {
        if part == Some(decisive) {
            return part;
        }
        open |= part.is_none();
    }
    (!open).then_some(!decisive)
}

/// Whether no square of a place satisfies all of these.
fn deserted(place: &Place, each: &[Predicate], royals: RoleSet, after: bool) -> bool {
    let empty = match &place.anchor {
        Anchor::Runs(runs) => none_satisfies(&runs.until, royals, after),
        _ => false,
    };
    empty || none_satisfies(each, royals, after)
}

/// Whether no square satisfies all of these: they require an opponent's royal, or something known to be
/// false.
fn none_satisfies(each: &[Predicate], royals: RoleSet, after: bool) -> bool {
    let here = |at: &Place| matches!(at.anchor, Anchor::Here);
    let opponent = |one: &Predicate| matches!(one, Predicate::Holds(Test::Opponent, at) if here(at));
    let royal = |one: &Predicate| match one {
        Predicate::Holds(Test::Is(roles), at) => here(at) && roles.0 & !royals.0 == 0,
        _ => false,
    };
    let same_steps = |one: &&Predicate| match one {
        Predicate::Holds(_, at) => at.steps.len() == 1 && at.steps[0].is_zero(),
        _ => false,
    };
    let there = || each.iter().filter(same_steps);
    after && there().any(opponent) && there().any(royal)
        || each.iter().any(|one| known(one, royals, after) == Some(false))
}
