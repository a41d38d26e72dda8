//! Expands an alternative into movements: every choice of axes, signs, counts and variables that fits the board.

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Displacement, MAX_AXES};
use crate::syntax::ast::Sign;
use crate::variant::{self, Movement, PathRule, Player};

use crate::compile::caps::{MAX_CHOICES, MAX_MOVEMENTS, TRUST};
use crate::compile::lower::Lowering;
use crate::compile::resolve::template::{
    Action, Alternative, Amount, AxisChoice, Count, Place, Step, Variable,
};

use super::conditions::{NEVER, count_set};

/// The choices made so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub variables: Vec<i64>,
    /// For each label already used, its direction: −1, 0 or 1 per axis.
    labels: Vec<Option<[i8; MAX_AXES]>>,
}

/// The reason why a movement is not generated.
pub(super) enum Stop {
    /// This choice does not fit the board; try the next.
    Dropped,
    /// A place has no square on this board for any choice.
    Nowhere,
    /// An error has been reported, or a limit reached.
    Ended,
}

pub(super) type Lowered<T> = Result<T, Stop>;

impl Lowering<'_> {
    /// All movements of an alternative, without its number and name; `false` on failure.
    pub fn movements(&mut self, alternative: &Alternative, out: &mut Vec<Movement>) -> bool {
        let mut walk = Walk { made: Vec::new(), seen: HashMap::new(), already: out.len() };
        let mut choice = Chosen { variables: Vec::new(), labels: vec![None; alternative.labels] };
        let result = self.assign(alternative, &mut choice, &mut walk);
        out.append(&mut walk.made);
        !matches!(result, Err(Stop::Ended))
    }

    /// Assigns every possible value to the next variable, then to the rest.
    fn assign(&mut self, alternative: &Alternative, choice: &mut Chosen, walk: &mut Walk) -> Lowered<()> {
        let index = choice.variables.len();
        let Some(variable) = alternative.variables.get(index) else {
            if bounds_hold(&alternative.variables, choice) {
                let mut legs = Vec::new();
                return self.travel(alternative, choice, &mut legs, walk);
            }
            return Ok(());
        };
        for value in 0..=variable.limit.unwrap_or(0).max(0) {
            self.spend(alternative, 1)?;
            choice.variables.push(value);
            let result = self.assign(alternative, choice, walk);
            choice.variables.pop();
            result?;
        }
        Ok(())
    }

    /// Adds the next leg in every way.
    fn travel(
        &mut self,
        alternative: &Alternative,
        choice: &Chosen,
        legs: &mut Vec<Displacement>,
        walk: &mut Walk,
    ) -> Lowered<()> {
        let Some(leg) = alternative.legs.get(legs.len()) else {
            return match self.movement(alternative, choice, legs, walk) {
                Err(Stop::Dropped | Stop::Nowhere) => Ok(()),
                other => other,
            };
        };
        let mut ways = Vec::new();
        self.ways(alternative, &leg.steps, choice, true, &mut ways)?;
        for (displacement, next) in ways {
            legs.push(displacement);
            // A leg without steps is a piece that stays; steps that cancel out are not allowed.
            let stands = displacement.is_zero() && !leg.steps.is_empty();
            let fits = !stands && self.fits(legs) && self.meets_squares(alternative, displacement)?;
            let result = if fits { self.travel(alternative, &next, legs, walk) } else { Ok(()) };
            legs.pop();
            result?;
        }
        Ok(())
    }

    /// Whether a leg connects two squares of the board for some player. On a board with holes, a displacement that fits the
    /// bounding box may not.
    fn meets_squares(&mut self, alternative: &Alternative, by: Displacement) -> Lowered<bool> {
        if self.board.is_box() || by.is_zero() {
            return Ok(true);
        }
        if let Some(&known) = self.feasible.get(&by) {
            return Ok(known);
        }
        // Scanning all squares costs more than one choice.
        self.spend(alternative, 1 + self.board.len() / 16)?;
        let leads = |player: &Player| {
            let by = player.orientation.to_board(by);
            self.board.squares().any(|square| self.board.offset(square, by).is_some())
        };
        let found = self.players.iter().any(leads);
        self.feasible.insert(by, found);
        Ok(found)
    }

    /// Whether a piece could make these legs somewhere in the board's bounding box.
    fn fits(&self, legs: &[Displacement]) -> bool {
        self.board.axes().iter().enumerate().filter(|(_, known)| !known.wraps).all(|(axis, known)| {
            let (mut at, mut low, mut high) = (0i32, 0i32, 0i32);
            for leg in legs {
                at += i32::from(leg.0[axis]);
                low = low.min(at);
                high = high.max(at);
            }
            high - low < i32::from(known.length)
        })
    }

    /// Every displacement that the steps allow, with the labels they set.
    pub(super) fn ways(
        &mut self,
        alternative: &Alternative,
        steps: &[Step],
        choice: &Chosen,
        moving: bool,
        out: &mut Vec<(Displacement, Chosen)>,
    ) -> Lowered<()> {
        // Fixed axes come first; axes that take the rest come last.
        let mut ordered: Vec<&Step> = steps.iter().collect();
        ordered.sort_by_key(|step| match step.axis {
            AxisChoice::Named(_) => 0,
            AxisChoice::Some(Some(label)) | AxisChoice::Set(Some(label))
                if choice.labels[label].is_some() =>
            {
                1
            }
            AxisChoice::Some(_) => 2,
            AxisChoice::Set(_) | AxisChoice::Rest => 3,
        });
        let start = Leap { displacement: Displacement::ZERO, taken: 0, choice: choice.clone() };
        self.choose(alternative, &ordered, start, moving, &mut |leap| {
            out.push((leap.displacement, leap.choice));
        })
    }

    fn choose(
        &mut self,
        alternative: &Alternative,
        steps: &[&Step],
        leap: Leap,
        moving: bool,
        out: &mut dyn FnMut(Leap),
    ) -> Lowered<()> {
        self.spend(alternative, 1)?;
        let Some((step, rest)) = steps.split_first() else {
            out(leap);
            return Ok(());
        };
        let axes = self.board.axes().len();
        let free = |leap: &Leap, axis: usize| leap.taken >> axis & 1 == 0;
        match step.axis {
            AxisChoice::Named(axis) => {
                if free(&leap, axis) {
                    self.along(alternative, step, rest, leap, &[(axis, 1)], None, moving, out)?;
                }
            }
            AxisChoice::Some(Some(label)) | AxisChoice::Set(Some(label))
                if leap.choice.labels[label].is_some() =>
            {
                let Some(direction) = leap.choice.labels[label] else { return Ok(()) };
                let along: Vec<(usize, i8)> = (0..axes)
                    .filter(|&axis| direction[axis] != 0)
                    .map(|axis| (axis, direction[axis]))
                    .collect();
                if along.iter().all(|&(axis, _)| free(&leap, axis)) {
                    self.along(alternative, step, rest, leap, &along, None, moving, out)?;
                }
            }
            AxisChoice::Some(label) => {
                for axis in (0..axes).filter(|&axis| free(&leap, axis)) {
                    self.along(alternative, step, rest, leap.clone(), &[(axis, 1)], label, moving, out)?;
                }
            }
            AxisChoice::Rest => {
                let all: Vec<(usize, i8)> =
                    (0..axes).filter(|&axis| free(&leap, axis)).map(|axis| (axis, 1)).collect();
                self.along(alternative, step, rest, leap, &all, None, moving, out)?;
            }
            AxisChoice::Set(label) => {
                for set in 1u32..1 << axes {
                    if set & leap.taken != 0 {
                        continue;
                    }
                    let all: Vec<(usize, i8)> =
                        (0..axes).filter(|&axis| set >> axis & 1 == 1).map(|axis| (axis, 1)).collect();
                    self.along(alternative, step, rest, leap.clone(), &all, label, moving, out)?;
                }
            }
        }
        Ok(())
    }

    /// Moves along each of the axes by one of the step's counts, then handles the other steps.
    #[expect(clippy::too_many_arguments, reason = "the state of one recursion")]
    fn along(
        &mut self,
        alternative: &Alternative,
        step: &Step,
        rest: &[&Step],
        leap: Leap,
        axes: &[(usize, i8)],
        label: Option<usize>,
        moving: bool,
        out: &mut dyn FnMut(Leap),
    ) -> Lowered<()> {
        let mut partial = vec![leap];
        for &(axis, direction) in axes {
            let length = i64::from(self.board.axes()[axis].length);
            let Some(first) = partial.first() else { return Ok(()) };
            let numbers = components(&step.counts, &first.choice.variables, length);
            let mut next = Vec::new();
            for leap in &partial {
                for &number in &numbers {
                    if label.is_some() && number == 0 {
                        continue;
                    }
                    self.spend(alternative, 1)?;
                    let mut leap = leap.clone();
                    leap.taken |= 1 << axis;
                    leap.displacement.0[axis] = number * i16::from(direction);
                    next.push(leap);
                }
            }
            partial = next;
        }
        for mut leap in partial {
            if let Some(label) = label {
                let mut direction = [0; MAX_AXES];
                for &(axis, _) in axes {
                    direction[axis] = leap.displacement.0[axis].signum() as i8;
                }
                leap.choice.labels[label] = Some(direction);
            }
            self.choose(alternative, rest, leap, moving, out)?;
        }
        Ok(())
    }

    /// Whether a place has no square because it is farther away than the board is long.
    pub(super) fn is_too_far(&self, place: &Place, choice: &Chosen) -> bool {
        place.steps.iter().any(|step| {
            let longest = self.lengths(step, choice).max();
            let far = |count: &Count| {
                let (low, _) = ends(count, choice)?;
                Some(low >= longest?)
            };
            !step.counts.is_empty() && step.counts.iter().all(|count| far(count).unwrap_or(false))
        })
    }

    /// Whether some squares of a place are farther away than the board is long.
    pub(super) fn goes_too_far(&self, place: &Place, choice: &Chosen) -> bool {
        place.steps.iter().any(|step| {
            let shortest = self.lengths(step, choice).min();
            let far = |count: &Count| Some(ends(count, choice)?.1? >= shortest?);
            step.counts.iter().any(|count| far(count).unwrap_or(false))
        })
    }

    /// The lengths of the axes that a step may take.
    fn lengths(&self, step: &Step, choice: &Chosen) -> impl Iterator<Item = i64> {
        let label = |label: Option<usize>| label.and_then(|label| *choice.labels.get(label)?);
        let (named, ways) = match step.axis {
            AxisChoice::Named(axis) => (Some(axis), None),
            AxisChoice::Some(one) | AxisChoice::Set(one) => (None, label(one)),
            AxisChoice::Rest => (None, None),
        };
        let goes =
            move |axis: usize| named.is_none_or(|one| one == axis) && ways.is_none_or(|ways| ways[axis] != 0);
        let axes = self.board.axes().iter().enumerate();
        axes.filter(move |&(axis, _)| goes(axis)).map(|(_, axis)| i64::from(axis.length))
    }

    /// Adds to the number of choices tried; ends the alternative at the limit.
    pub(super) fn spend(&mut self, alternative: &Alternative, choices: usize) -> Lowered<()> {
        self.effort.choices = self.effort.choices.saturating_add(choices);
        if self.trusted || self.effort.choices <= MAX_CHOICES {
            return Ok(());
        }
        self.findings.add(
            Diagnostic::new(
                Code::TOO_MANY_CHOICES,
                alternative.at.1,
                "the patterns of this file expand to too many movements on this board",
            )
            .primary(format!("more than {MAX_CHOICES} choices have been tried when this one is reached"))
            .help("use fewer variables and unnamed axes, or a smaller board")
            .help(TRUST)
            .in_source(alternative.at.0),
        );
        Err(Stop::Ended)
    }

    /// Adds one movement.
    fn movement(
        &mut self,
        alternative: &Alternative,
        choice: &Chosen,
        legs: &[Displacement],
        walk: &mut Walk,
    ) -> Lowered<()> {
        let mut made = Vec::with_capacity(legs.len());
        for (leg, &displacement) in alternative.legs.iter().zip(legs) {
            let path = match &leg.hurdles {
                None => PathRule::Empty,
                Some((counts, each)) => PathRule::Hurdles {
                    counts: count_set(counts, &choice.variables),
                    each: self.predicates(alternative, each, choice)?,
                },
            };
            let ride = leg.ride.as_ref().map(|counts| count_set(counts, &choice.variables));
            let guards = self.predicates(alternative, &leg.guards, choice)?;
            if guards.contains(&NEVER) {
                return Err(Stop::Dropped);
            }
            made.push(variant::Leg { displacement, path, ride, guards });
        }
        let mut effects = Vec::new();
        for action in &alternative.effects {
            match self.effect(alternative, action, choice) {
                // An effect on a place without squares is dropped, except for a drop, which would lack its square.
                Err(Stop::Nowhere) if !matches!(action, Action::Drop(..)) => {}
                effect => effects.push(effect?),
            }
        }
        let mode = alternative.mode;
        let movement = Movement { mode, legs: made, effects, chain: None, alternative: 0, name: None };
        let same = walk.seen.entry_ref(legs).or_default();
        if same.iter().any(|&at| walk.made[at] == movement) {
            return Ok(());
        }
        if walk.already + walk.made.len() >= MAX_MOVEMENTS {
            self.findings.report_at(
                alternative.at,
                Code::TOO_MANY_MOVEMENTS,
                format!("this piece moves in more than {MAX_MOVEMENTS} ways on this board"),
            );
            return Err(Stop::Ended);
        }
        same.push(walk.made.len());
        walk.made.push(movement);
        Ok(())
    }
}

/// A partially chosen displacement.
#[derive(Clone)]
pub(super) struct Leap {
    pub displacement: Displacement,
    /// The axes whose component is set, as a bit set.
    taken: u32,
    choice: Chosen,
}

/// The movements made of one alternative.
struct Walk {
    made: Vec<Movement>,
    /// The indices in `made` of movements with these displacements.
    seen: HashMap<Vec<Displacement>, Vec<usize>>,
    /// The number of movements that the piece had before.
    already: usize,
}

/// Whether `@Where` allows the values.
fn bounds_hold(variables: &[Variable], choice: &Chosen) -> bool {
    variables.iter().zip(&choice.variables).all(|(variable, &value)| {
        variable.bounds.iter().all(|counts| {
            counts.iter().any(|count| match &count.amount {
                Amount::Range(low, high) => *low <= value && high.is_none_or(|high| value <= high),
                Amount::Value(expression) => expression.value(&choice.variables) == Some(value),
            })
        })
    })
}

/// The least and the greatest number of a count, if it has any.
fn ends(count: &Count, choice: &Chosen) -> Option<(i64, Option<i64>)> {
    match &count.amount {
        Amount::Range(low, high) => high.is_none_or(|high| *low <= high).then_some((*low, *high)),
        Amount::Value(expression) => expression.value(&choice.variables).map(|value| (value, Some(value))),
    }
}

/// The components that counts allow along one axis, below `length`: plus before minus, near before far.
fn components(counts: &[Count], variables: &[i64], length: i64) -> Vec<i16> {
    let mut all: Vec<i16> = Vec::new();
    for count in counts {
        let (low, high) = match &count.amount {
            Amount::Range(low, high) => (*low, high.unwrap_or(i64::MAX)),
            Amount::Value(expression) => match expression.value(variables) {
                Some(value) => (value, value),
                None => continue,
            },
        };
        for number in low.max(0)..=high.min(length - 1) {
            let number = number as i16;
            match count.sign {
                Some(Sign::Plus) => all.push(number),
                Some(Sign::Minus) => all.push(-number),
                None => all.extend([number, -number]),
            }
        }
    }
    let mut seen = HashSet::new();
    all.retain(|&number| seen.insert(number));
    all
}
