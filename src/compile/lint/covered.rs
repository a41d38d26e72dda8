//! Lints alternatives without movements, or without movements of their own.

use std::collections::HashMap;

use crate::compile::asked::Squares;
use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::At;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Displacement;
use crate::variant::{Anchor, Mode, Movement, Place, Predicate, Test};

/// Reports an alternative without any movement. If its conditions are off the board, that is reported instead.
pub(crate) fn lint_no_room(game: &mut Game<'_>, at: At, added: &[Movement]) {
    let within =
        |(asked, _): (At, Squares)| asked.0 == at.0 && at.1.start <= asked.1.start && asked.1.end <= at.1.end;
    if added.is_empty() && !game.asked.beyond().any(within) {
        let message = "this can never apply: no square of the board has room for it";
        game.findings.add(Diagnostic::new(Code::NEVER_APPLIES, at.1, message).in_source(at.0));
    }
}

/// Reports alternatives of a piece whose moves another alternative includes. `place` returns the place of an alternative by
/// number.
pub(crate) fn lint_covered(
    findings: &mut Findings,
    movements: &[Movement],
    place: impl Fn(u32) -> Option<At>,
) {
    let key = |movement: &Movement| -> Vec<Displacement> {
        movement.legs.iter().map(|leg| leg.displacement).collect()
    };
    let mut by_way: HashMap<Vec<Displacement>, Vec<&Movement>> = HashMap::new();
    for movement in movements {
        by_way.entry(key(movement)).or_default().push(movement);
    }
    // Of two alternatives that cover each other, one must stay: a covered one covers none before it.
    let mut covered: Vec<u32> = Vec::new();
    let alternatives: Vec<&[Movement]> = movements.chunk_by(|a, b| a.alternative == b.alternative).collect();
    for own in alternatives.iter().rev() {
        let number = own[0].alternative;
        let coverer = |movement: &Movement| {
            let same_way = by_way.get(&key(movement)).into_iter().flatten();
            same_way.map(|other| (other.alternative, *other)).find_map(|(other, wide)| {
                let other_stays = other != number && !covered.contains(&other);
                (other_stays && covers(wide, movement)).then_some(other)
            })
        };
        let Some(coverers) = own.iter().map(coverer).collect::<Option<Vec<u32>>>() else { continue };
        covered.push(number);
        let Some(at) = place(number).filter(|&at| !findings.has_within(Code::NEVER_APPLIES, at)) else {
            continue;
        };
        let message = "every move of this alternative is one of another alternative";
        let mut finding = Diagnostic::new(Code::COVERED, at.1, message).in_source(at.0);
        let one = coverers.first().copied().filter(|first| coverers.iter().all(|other| other == first));
        if let Some((source, span)) = one.and_then(&place) {
            finding = finding.label_in(source, span, "this one");
            if at.0 == MAIN && source != MAIN {
                finding = finding.help(
                    "movements are added to the inherited ones; to replace an inherited `pattern`, write `pattern = \
                     false` beside it",
                );
            }
        }
        findings.add(finding);
    }
}

/// Whether the first movement applies whenever the second does, with the same result.
fn covers(wide: &Movement, narrow: &Movement) -> bool {
    let modes = wide.mode == narrow.mode || wide.mode == Mode::Both;
    modes
        && wide.chain.is_none()
        && narrow.chain.is_none()
        && wide.effects == narrow.effects
        && wide.name == narrow.name
        && wide.legs.len() == narrow.legs.len()
        && wide.legs.iter().zip(&narrow.legs).all(|(wide, narrow)| {
            wide.displacement == narrow.displacement
                && wide.path == narrow.path
                && wide.ride == narrow.ride
                && wide.guards.iter().all(|guard| implied(guard, &narrow.guards))
        })
}

/// Whether these conditions imply a guard: it is one of them, or it is a weaker test of the landing square.
fn implied(guard: &Predicate, by: &[Predicate]) -> bool {
    let landing = |test| Predicate::Holds(test, Place::at(Anchor::Landing));
    let enough: &[Test] = match guard {
        Predicate::Holds(Test::NoAlly, place) if *place == Place::at(Anchor::Landing) => {
            &[Test::Empty, Test::Opponent]
        }
        _ => &[],
    };
    by.contains(guard) || enough.iter().any(|test| by.contains(&landing(test.clone())))
}
