//! Searches predicates, including nested ones.

use crate::variant::{Anchor, Effect, Hook, Movement, PathRule, Place, Predicate, Role, Test};

/// Whether some of these predicates, or one nested in them, satisfies a test.
pub fn mentions(predicates: &[Predicate], test: &impl Fn(&Predicate) -> bool) -> bool {
    predicates.iter().any(|one| {
        test(one)
            || match one {
                Predicate::Holds(Test::Same(other), at) => in_place(other, test) || in_place(at, test),
                Predicate::Holds(_, at) => in_place(at, test),
                Predicate::Count(_, at, each) | Predicate::All(at, each) => {
                    in_place(at, test) || mentions(each, test)
                }
                Predicate::Not(inner)
                | Predicate::After(inner)
                | Predicate::WithoutDrop(inner)
                | Predicate::Can(inner) => mentions(inner, test),
                Predicate::Or(branches) => branches.iter().any(|branch| mentions(branch, test)),
                _ => false,
            }
    })
}

/// Whether a predicate tests attacks on a square.
pub fn is_attack(predicate: &Predicate) -> bool {
    matches!(predicate, Predicate::Holds(Test::Attacked | Test::NotAttacked, _))
}

/// Whether a movement [mentions](mentions) it.
pub fn of_movement(movement: &Movement, test: &impl Fn(&Predicate) -> bool) -> bool {
    let on_path = |path: &PathRule| matches!(path, PathRule::Hurdles { each, .. } if mentions(each, test));
    movement.legs.iter().any(|leg| mentions(&leg.guards, test) || on_path(&leg.path))
        || in_filters(&movement.effects, test)
}

fn in_filters(effects: &[Effect], test: &impl Fn(&Predicate) -> bool) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Take(place, filter) | Effect::Flip(place, filter) => {
            in_place(place, test) || mentions(filter, test)
        }
        _ => false,
    })
}

/// Whether a role's movements, promotion or hooks [mention](mentions) it.
pub fn of_role(role: &Role, test: &impl Fn(&Predicate) -> bool) -> bool {
    let in_hook = |hook: &Hook| mentions(&hook.guards, test) || in_filters(&hook.effects, test);
    let hooks = role.after_move.iter().chain(&role.after_capture).chain(&role.drops);
    let promotion = role.promotion.as_ref();
    let conditions = promotion.map(|one| [&one.when[..], one.forced.as_deref().unwrap_or(&[])]);
    role.movements.iter().any(|movement| of_movement(movement, test))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CountSet, Runs};

    fn here(test: Test) -> Predicate {
        Predicate::Holds(test, Place::at(Anchor::Here))
    }

    fn at(anchor: Anchor) -> Predicate {
        Predicate::Holds(Test::Empty, Place::at(anchor))
    }

    fn runs(start: Anchor, along: Predicate, until: Predicate) -> Anchor {
        let (start, counts) = (Place::at(start), CountSet::new([(1, 9)]));
        Anchor::Runs(Box::new(Runs { start, along: vec![along], until: vec![until], counts }))
    }

    /// Every nested position is searched, and nothing is found where there is none.
    #[test]
    fn a_question_is_found_wherever_it_hides() {
        let span = |a, b| Anchor::Span(Box::new(Place::at(a)), Box::new(Place::at(b)));
        let hidden = |asked: Predicate| {
            let start = runs(Anchor::From, asked.clone(), here(Test::Empty));
            let plain = || here(Test::Empty);
            let each = || vec![plain(), asked.clone()];
            [
                asked.clone(),
                at(start.clone()),
                at(runs(Anchor::From, plain(), asked.clone())),
                at(runs(start.clone(), plain(), plain())),
                at(span(start.clone(), Anchor::To)),
                at(span(Anchor::From, start.clone())),
                here(Test::Same(Place::at(start.clone()))),
                Predicate::Holds(Test::Same(Place::at(Anchor::To)), Place::at(start.clone())),
                Predicate::Count(CountSet::new([(0, 1)]), Place::at(Anchor::Path), each()),
                Predicate::Count(CountSet::new([(0, 1)]), Place::at(start.clone()), vec![plain()]),
                Predicate::All(Place::at(Anchor::Path), each()),
                Predicate::All(Place::at(start), vec![plain()]),
                Predicate::Not(each()),
                Predicate::After(each()),
                Predicate::WithoutDrop(each()),
                Predicate::Can(each()),
                Predicate::Or(vec![vec![plain()], each()]),
            ]
        };
        let attack = |one: &Predicate| matches!(one, Predicate::Holds(Test::Attacked, _));
        for (asked, is) in
            [(here(Test::Attacked), true), (here(Test::Ally), false), (Predicate::InCheck, false)]
        {
            for predicate in hidden(asked) {
                assert_eq!(mentions(&[here(Test::Empty), predicate.clone()], &attack), is, "{predicate:?}");
            }
        }
    }
}
