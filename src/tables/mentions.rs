//! Whether something is asked somewhere in predicates, and from where they reckon.

use crate::variant::{Anchor, Effect, Hook, PathRule, Place, Predicate, Role, Test};

/// Whether some of these predicates, or one within them, satisfies a test.
pub fn mentions(predicates: &[Predicate], test: &impl Fn(&Predicate) -> bool) -> bool {
    predicates.iter().any(|one| {
        test(one)
            || match one {
                Predicate::Holds(Test::Same(other), at) => in_place(other, test) || in_place(at, test),
                Predicate::Holds(_, at) => in_place(at, test),
                Predicate::Count(_, at, each) | Predicate::All(at, each) => {
                    in_place(at, test) || mentions(each, test)
                }
                Predicate::Not(inner) | Predicate::After(inner) | Predicate::Can(inner) => {
                    mentions(inner, test)
                }
                Predicate::Or(branches) => branches.iter().any(|branch| mentions(branch, test)),
                _ => false,
            }
    })
}

/// Whether a predicate asks about squares alone, and all of its places reckon from such anchors.
pub fn reckons_from(predicate: &Predicate, anchors: &impl Fn(&Anchor) -> bool) -> bool {
    let all = |predicates: &[Predicate]| predicates.iter().all(|one| reckons_from(one, anchors));
    match predicate {
        Predicate::Holds(Test::Same(other), at) => anchors(&other.anchor) && anchors(&at.anchor),
        Predicate::Holds(_, at) => anchors(&at.anchor),
        Predicate::Count(_, at, each) | Predicate::All(at, each) => anchors(&at.anchor) && all(each),
        Predicate::Not(inner) => all(inner),
        Predicate::Or(branches) => branches.iter().all(|branch| all(branch)),
        _ => false,
    }
}

/// Whether something of a role [mentions](mentions) it: its movements, promotion and hooks.
pub fn of_role(role: &Role, test: &impl Fn(&Predicate) -> bool) -> bool {
    let filters = |effects: &[Effect]| {
        effects.iter().any(|effect| match effect {
            Effect::Take(place, filter) | Effect::Flip(place, filter) => {
                in_place(place, test) || mentions(filter, test)
            }
            _ => false,
        })
    };
    let in_hook = |hook: &Hook| mentions(&hook.guards, test) || filters(&hook.effects);
    let hooks = role.after_move.iter().chain(&role.after_capture).chain(&role.drops);
    let promotion = role.promotion.as_ref();
    let conditions = promotion.map(|one| [&one.when[..], one.forced.as_deref().unwrap_or(&[])]);
    let legs = role.movements.iter().flat_map(|movement| &movement.legs);
    let on_path = |path: &PathRule| matches!(path, PathRule::Hurdles { each, .. } if mentions(each, test));
    legs.into_iter().any(|leg| mentions(&leg.guards, test) || on_path(&leg.path))
        || role.movements.iter().any(|movement| filters(&movement.effects))
        || conditions.into_iter().flatten().any(|predicates| mentions(predicates, test))
        || hooks.into_iter().any(in_hook)
}

fn in_place(place: &Place, test: &impl Fn(&Predicate) -> bool) -> bool {
    match &place.anchor {
        Anchor::Runs(runs) => {
            in_place(&runs.start, test) || mentions(&runs.along, test) || mentions(&runs.until, test)
        }
        Anchor::Span(a, b) => in_place(a, test) || in_place(b, test),
        _ => false,
    }
}
