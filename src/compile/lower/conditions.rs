//! Lowers the conditions and effects of an alternative for one choice of axes, signs, counts and variables.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Displacement;
use crate::variant::{self, CountSet, Predicate};

use crate::compile::lower::Lowering;
use crate::compile::resolve::template::{Action, Alternative, Amount, Condition, Count, Place, PlaceAnchor};

use super::choices::{Chosen, Lowered, Stop};
use super::size;

/// The condition on squares that do not exist.
pub(super) const NEVER: Predicate = Predicate::Constant(false);

impl Lowering<'_> {
    pub(super) fn predicates(
        &mut self,
        alternative: &Alternative,
        conditions: &[Condition],
        choice: &Chosen,
    ) -> Lowered<Vec<Predicate>> {
        conditions.iter().map(|condition| self.predicate(alternative, condition, choice)).collect()
    }

    fn predicate(
        &mut self,
        alternative: &Alternative,
        condition: &Condition,
        choice: &Chosen,
    ) -> Lowered<Predicate> {
        self.spend(alternative, 1)?;
        Ok(match condition {
            Condition::Holds(test, place) => match self.asked_squares(alternative, place, choice)? {
                Some(place) => Predicate::Holds(test.clone(), place),
                None => NEVER,
            },
            Condition::Same(other, place) => {
                let other = self.asked_squares(alternative, other, choice)?;
                match (other, self.asked_squares(alternative, place, choice)?) {
                    (Some(other), Some(place)) => Predicate::Holds(variant::Test::Same(other), place),
                    _ => NEVER,
                }
            }
            Condition::Count(counts, place, inner) => {
                let counts = count_set(counts, &choice.variables);
                match self.asked_squares(alternative, place, choice)? {
                    Some(place) => {
                        Predicate::Count(counts, place, self.predicates(alternative, inner, choice)?)
                    }
                    None => Predicate::Constant(counts.contains(0)),
                }
            }
            Condition::All(place, inner) => match self.asked_squares(alternative, place, choice)? {
                Some(place) => Predicate::All(place, self.predicates(alternative, inner, choice)?),
                None => Predicate::Constant(true),
            },
            Condition::Row(place) => self.row(alternative, place, choice)?,
            Condition::InRow(counts, board, each) => {
                let at = board.at;
                let counts = count_set(counts, &choice.variables);
                let board = self.squares(alternative, board, choice)?;
                let each = self.predicates(alternative, each, choice)?;
                let directions = self.straight();
                self.note_line(at, &counts, &directions);
                // Each direction gets its own copies of the conditions.
                let copies = directions.len().saturating_mul(3 * counts.ranges().len());
                self.spend(alternative, copies.saturating_mul(size::all(&each)))?;
                self.in_row(&counts, &board, &each, &directions)
            }
            Condition::Not(inner) => Predicate::Not(self.predicates(alternative, inner, choice)?),
            Condition::Or(inner) => {
                let mut all = Vec::with_capacity(inner.len());
                for conjunction in inner {
                    all.push(self.predicates(alternative, conjunction, choice)?);
                }
                Predicate::Or(all)
            }
            Condition::By(players) => Predicate::By(*players),
            Condition::Right(right, None) => Predicate::Right(*right, None),
            Condition::Right(right, Some(place)) => match self.asked_squares(alternative, place, choice)? {
                Some(place) => Predicate::Right(*right, Some(place)),
                None => NEVER,
            },
            Condition::Plain(predicate) => predicate.clone(),
            Condition::After(inner) => Predicate::After(self.predicates(alternative, inner, choice)?),
            Condition::WithoutDrop(inner) => {
                Predicate::WithoutDrop(self.predicates(alternative, inner, choice)?)
            }
            Condition::Can(inner) => Predicate::Can(self.predicates(alternative, inner, choice)?),
            Condition::Counts(counts, asks) => asks(count_set(counts, &choice.variables)),
            Condition::InHand(counts, roles) => {
                Predicate::InHand(count_set(counts, &choice.variables), *roles)
            }
            Condition::Counter(counter, counts, at) => {
                let counts = count_set(counts, &choice.variables);
                self.asked.note_counter(*at, *counter, counts.clone());
                Predicate::Counter(*counter, counts)
            }
            Condition::Native(native, place) => match self.asked_squares(alternative, place, choice)? {
                Some(place) => Predicate::Native(*native, place),
                None => NEVER,
            },
        })
    }

    /// The squares of a place in a condition; `None` if no board of this size has any.
    pub(super) fn asked_squares(
        &mut self,
        alternative: &Alternative,
        place: &Place,
        choice: &Chosen,
    ) -> Lowered<Option<variant::Place>> {
        match self.squares(alternative, place, choice) {
            Err(Stop::Nowhere) => {
                self.asked.note_squares(place.at, false);
                Ok(None)
            }
            squares => {
                let squares = squares?;
                self.asked.note_squares(place.at, true);
                Ok(Some(squares))
            }
        }
    }

    pub(super) fn effect(
        &mut self,
        alternative: &Alternative,
        action: &Action,
        choice: &Chosen,
    ) -> Lowered<variant::Effect> {
        use variant::Effect;
        self.spend(alternative, 1)?;
        Ok(match action {
            Action::Plain(effect) => effect.clone(),
            Action::Take(place, filter) => Effect::Take(
                self.squares(alternative, place, choice)?,
                self.predicates(alternative, filter, choice)?,
            ),
            Action::Shift(from, to) => Effect::Shift(
                self.squares(alternative, from, choice)?,
                self.squares(alternative, to, choice)?,
            ),
            Action::Mark(place) => Effect::Mark(self.squares(alternative, place, choice)?),
            Action::Put(role, place) => Effect::Put(*role, self.squares(alternative, place, choice)?),
            Action::Flip(place, filter) => Effect::Flip(
                self.squares(alternative, place, choice)?,
                self.predicates(alternative, filter, choice)?,
            ),
            Action::Grant(right, place, gain) => {
                let place = match place {
                    Some(place) => Some(self.squares(alternative, place, choice)?),
                    None => None,
                };
                if *gain { Effect::Gain(*right, place) } else { Effect::Lose(*right, place) }
            }
            Action::ToHand(place) => Effect::ToHand(self.squares(alternative, place, choice)?),
            Action::Drop(roles, place) => {
                Effect::Drop(roles.clone(), self.squares(alternative, place, choice)?)
            }
        })
    }

    /// The squares of a place as displacements from its anchor.
    pub(super) fn squares(
        &mut self,
        alternative: &Alternative,
        place: &Place,
        choice: &Chosen,
    ) -> Lowered<variant::Place> {
        let anchor = match &place.anchor {
            PlaceAnchor::Plain(anchor) => anchor.clone(),
            PlaceAnchor::Runs(runs) => variant::Anchor::Runs(Box::new(variant::Runs {
                start: self.squares(alternative, &runs.start, choice)?,
                along: self.predicates(alternative, &runs.along, choice)?,
                until: self.predicates(alternative, &runs.until, choice)?,
                counts: count_set(&runs.counts, &choice.variables),
            })),
            PlaceAnchor::Span(a, b) => variant::Anchor::Span(
                Box::new(self.squares(alternative, a, choice)?),
                Box::new(self.squares(alternative, b, choice)?),
            ),
        };
        if place.steps.is_empty() {
            return Ok(variant::Place::at(anchor));
        }
        let mut ways = Vec::new();
        self.ways(alternative, &place.steps, choice, false, &mut ways)?;
        let mut steps: Vec<Displacement> = Vec::with_capacity(ways.len());
        let mut seen = std::collections::HashSet::with_capacity(ways.len());
        for (step, _) in ways {
            if seen.insert(step) {
                steps.push(step);
            }
        }
        match steps.len() {
            // Conditions on such squares still get a result. Other choices of axes give other places.
            0 if alternative.legs.is_empty() || self.is_too_far(place, choice) => Err(Stop::Nowhere),
            0 => Err(Stop::Dropped),
            1 => Ok(variant::Place { anchor, steps }),
            _ if !place.single => Ok(variant::Place { anchor, steps }),
            many => {
                let message = format!("one square is needed here, but this place is {many} squares");
                self.findings.add(
                    Diagnostic::new(Code::SEVERAL_SQUARES, place.at.1, message)
                        .primary(format!("{many} squares"))
                        .help(
                            "give every step a sign, and every unnamed axis a label that the leg travels, as in \
                             `*#a +1`",
                        )
                        .help("to ask about several squares use `@Any`, `@All`, `@None` or `@Count`")
                        .in_source(place.at.0),
                );
                Err(Stop::Ended)
            }
        }
    }

    /// The conditions of a promotion or hook, which belong to no alternative.
    pub fn free_predicates(
        &mut self,
        conditions: &[Condition],
        frame: &Alternative,
    ) -> Option<Vec<Predicate>> {
        self.predicates(frame, conditions, &Chosen::default()).ok()
    }

    /// The effects of a hook.
    pub fn free_effects(&mut self, actions: &[Action], frame: &Alternative) -> Option<Vec<variant::Effect>> {
        let mut effects = Vec::with_capacity(actions.len());
        for action in actions {
            match self.effect(frame, action, &Chosen::default()) {
                Ok(effect) => effects.push(effect),
                Err(Stop::Nowhere) => {}
                Err(_) => return None,
            }
        }
        Some(effects)
    }
}

/// Counts as a set of numbers.
pub(super) fn count_set(counts: &[Count], variables: &[i64]) -> CountSet {
    let clamp = |n: i64| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
    let ranges = counts.iter().filter_map(|count| match &count.amount {
        Amount::Range(0, None) => None,
        Amount::Range(low, high) => Some((clamp(*low), high.map_or(u16::MAX, clamp))),
        Amount::Value(expression) => {
            let value = expression.value(variables).filter(|&value| value >= 0)?;
            Some((clamp(value), clamp(value)))
        }
    });
    if counts.iter().any(|count| matches!(count.amount, Amount::Range(0, None))) {
        return CountSet::new([(0, u16::MAX)]);
    }
    CountSet::new(ranges)
}
