//! Estimates the size of a game's tables, in which moves are written out for every square.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Axis, Board};
use crate::variant::{Anchor, Effect, Leg, Movement, PathRule, Place, Predicate, Test};

use crate::compile::caps::{MAX_STEPS, TRUST};
use crate::compile::lower::Lowering;
use crate::compile::read::tree::At;

impl Lowering<'_> {
    /// Counts an alternative's movements; reports once if there are too many.
    pub fn count_steps(&mut self, at: At, added: &[Movement]) {
        let before = self.effort.steps;
        for movement in added {
            let each = origins_of(self.board, movement).saturating_mul(parts(self.board, movement));
            self.effort.steps = self.effort.steps.saturating_add(each.saturating_mul(self.players.len()));
        }
        if !self.trusted && before <= MAX_STEPS && self.effort.steps > MAX_STEPS {
            let message = "the pieces of this game have too many movements for a board of this size";
            let finding = Diagnostic::new(Code::TOO_MANY_STEPS, at.1, message)
                .primary(format!("more than {MAX_STEPS} steps and conditions, counted from every square"))
                .help("use fewer long-range pieces, fewer conditions, or a smaller board")
                .help(TRUST);
            self.findings.add(finding.in_source(at.0));
        }
    }
}

/// The maximum number of origins from which the movement has room.
pub(crate) fn origins_of(board: &Board, movement: &Movement) -> usize {
    let rooms = board.axes().iter().enumerate().map(|(axis, known)| {
        let (mut at, mut low, mut high) = (0i32, 0i32, 0i32);
        for leg in &movement.legs {
            at += i32::from(leg.displacement.0[axis]);
            low = low.min(at);
            high = high.max(at);
        }
        let taken = if known.wraps { 0 } else { high - low };
        usize::try_from(i32::from(known.length) - taken).unwrap_or(0)
    });
    rooms.product::<usize>().min(board.len())
}

/// The legs, conditions and effects of a movement, each with the squares it names.
fn parts(board: &Board, movement: &Movement) -> usize {
    let leg = |leg: &Leg| {
        let each = match &leg.path {
            PathRule::Empty => 0,
            PathRule::Hurdles { each, .. } => all(each),
        };
        all(&leg.guards).saturating_add(each).saturating_add(1)
    };
    // Every combination of ride lengths is a separate route.
    let routes = movement.legs.iter().map(|leg| repeats(board, leg)).fold(1, usize::saturating_mul);
    let legs = movement.legs.iter().map(leg).fold(0, usize::saturating_add).saturating_mul(routes);
    movement.effects.iter().map(effect).fold(legs, usize::saturating_add)
}

/// The maximum number of repetitions of a leg in the board's bounding box: one, or more if it is a ride.
pub(crate) fn repeats(board: &Board, leg: &Leg) -> usize {
    if leg.ride.is_none() {
        return 1;
    }
    let along = |(axis, known): (usize, &Axis)| match leg.displacement.0[axis].unsigned_abs() {
        0 => None,
        step => Some(usize::from((known.length - 1) / step)),
    };
    board.axes().iter().enumerate().filter_map(along).min().unwrap_or(1).max(1)
}

/// The size of conditions, each with the squares it names.
pub(super) fn all(predicates: &[Predicate]) -> usize {
    predicates.iter().map(predicate).fold(0, usize::saturating_add)
}

fn predicate(predicate: &Predicate) -> usize {
    match predicate {
        Predicate::Holds(Test::Same(other), at) => place(other).saturating_add(place(at)),
        Predicate::Holds(_, at) | Predicate::Native(_, at) => place(at),
        Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
            place(at).saturating_mul(all(inner).max(1))
        }
        Predicate::Not(inner)
        | Predicate::After(inner)
        | Predicate::WithoutDrop(inner)
        | Predicate::Can(inner) => all(inner).saturating_add(1),
        Predicate::Or(branches) => branches.iter().map(|branch| all(branch)).fold(1, usize::saturating_add),
        _ => 1,
    }
}

fn effect(effect: &Effect) -> usize {
    match effect {
        Effect::Take(at, filter) | Effect::Flip(at, filter) => place(at).saturating_mul(all(filter).max(1)),
        Effect::Shift(from, to) => place(from) + place(to),
        Effect::Mark(at) | Effect::ToHand(at) | Effect::Put(_, at) => place(at),
        _ => 1,
    }
}

fn place(at: &Place) -> usize {
    match &at.anchor {
        Anchor::Span(a, b) => place(a) + place(b),
        _ => at.steps.len().max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Displacement;
    use crate::variant::{CountSet, RoleId};

    /// Each named square counts once per test of it.
    #[test]
    fn conditions_cost_the_squares_they_look_at() {
        let place = |steps: usize| Place { anchor: Anchor::To, steps: vec![Displacement::ZERO; steps] };
        let asks = |steps: usize| Predicate::Holds(Test::Empty, place(steps));
        let span = Place::at(Anchor::Span(Box::new(place(2)), Box::new(place(3))));
        let few = || CountSet::new([(1, 2)]);
        for (predicate, expected) in [
            (asks(1), 1),
            (asks(4), 4),
            (Predicate::Holds(Test::Empty, span.clone()), 5),
            (Predicate::Holds(Test::Same(place(2)), place(3)), 5),
            (Predicate::Count(few(), place(3), vec![]), 3),
            (Predicate::Count(few(), place(3), vec![asks(2), asks(2)]), 12),
            (Predicate::All(place(2), vec![asks(4)]), 8),
            (Predicate::Not(vec![asks(2), asks(1)]), 4),
            (Predicate::After(vec![asks(5)]), 6),
            (Predicate::Can(vec![]), 1),
            (Predicate::Or(vec![vec![asks(2)], vec![asks(1), asks(1)]]), 5),
            (Predicate::InCheck, 1),
        ] {
            assert_eq!(super::predicate(&predicate), expected, "{predicate:?}");
        }
        for (one, expected) in [
            (Effect::Take(place(3), vec![]), 3),
            (Effect::Take(place(3), vec![asks(2)]), 6),
            (Effect::Flip(span, vec![asks(2)]), 10),
            (Effect::Shift(place(1), place(2)), 3),
            (Effect::Mark(place(4)), 4),
            (Effect::Become(RoleId(0)), 1),
        ] {
            assert_eq!(effect(&one), expected, "{one:?}");
        }
    }
}
