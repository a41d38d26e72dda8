//! Lowers rows of the mover's pieces to counts of squares.

use crate::geometry::Displacement;
use crate::variant::{self, CountSet, Predicate};

use crate::compile::asked::Squares;
use crate::compile::read::tree::At;
use crate::compile::resolve::template::{Alternative, Place};

use super::Lowering;
use super::choices::{Chosen, Lowered, Stop};
use super::conditions::NEVER;

impl Lowering<'_> {
    /// One of each pair of opposite straight directions, as its shortest step: along one axis or several at once.
    pub(super) fn straight(&self) -> Vec<Displacement> {
        let mut found: Vec<Vec<i16>> = vec![Vec::new()];
        for axis in self.board.axes() {
            // An axis of length 1 has no adjacent squares.
            let ways: &[i16] = if axis.length < 2 { &[0] } else { &[0, 1, -1] };
            let longer = |steps: Vec<i16>| ways.iter().map(move |&way| [&steps[..], &[way]].concat());
            found = found.into_iter().flat_map(longer).collect();
        }
        let forward = |steps: &Vec<i16>| steps.iter().find(|&&step| step != 0) == Some(&1);
        found.into_iter().filter(forward).map(|steps| Displacement::new(&steps)).collect()
    }

    /// The maximum number of squares of a row in a direction: the shortest axis that it uses.
    fn longest(&self, direction: Displacement) -> u16 {
        let axes = self.board.axes().iter().enumerate();
        axes.filter(|&(axis, _)| direction.0[axis] != 0).map(|(_, axis)| axis.length).min().unwrap_or(0)
    }

    /// Somewhere on the board, `counts` consecutive squares in one of the directions satisfy `each`. The squares before and
    /// after do not, unless longer rows count too.
    pub(super) fn in_row(
        &self,
        counts: &CountSet,
        board: &variant::Place,
        each: &[Predicate],
        directions: &[Displacement],
    ) -> Predicate {
        let mut ways = Vec::new();
        for &direction in directions {
            let longest = self.longest(direction);
            for &(low, high) in counts.ranges() {
                let low = low.max(1);
                if low > longest || high == 0 {
                    continue;
                }
                let all = |steps: std::ops::Range<i16>| {
                    let steps: Vec<_> = steps.filter_map(|n| direction.checked_mul(n)).collect();
                    let place = variant::Place { anchor: variant::Anchor::Here, steps };
                    Predicate::Count(at_least(place.steps.len()), place, each.to_vec())
                };
                let mut conditions = vec![all(0..low as i16)];
                if high < longest {
                    conditions.push(Predicate::Not(vec![all(-1..0)]));
                    conditions.push(Predicate::Not(vec![all(low as i16..high as i16 + 1)]));
                }
                ways.push(vec![Predicate::Count(at_least(1), board.clone(), conditions)]);
            }
        }
        Predicate::Or(ways)
    }

    /// Records the length of the lines in which a row of this many squares is requested.
    pub(super) fn note_line(&mut self, at: At, counts: &CountSet, directions: &[Displacement]) {
        if self.asked.has_row(at) {
            return;
        }
        // A count of zero squares is no row.
        let least = counts.ranges().iter().find(|(_, high)| *high > 0).map_or(0, |(low, _)| (*low).max(1));
        let mut longest = 0;
        for &direction in directions {
            let most = self.longest(direction);
            if longest < most.min(least) {
                longest = longest.max(self.asked.longest_line(self.board, direction, least).min(most));
            }
        }
        let room = least > 0 && longest >= least;
        self.asked.note_row(at, if room { Squares::There } else { Squares::Line { least, longest } });
    }

    /// All squares of a place are on the board and hold the mover's pieces.
    pub(super) fn row(
        &mut self,
        alternative: &Alternative,
        place: &Place,
        choice: &Chosen,
    ) -> Lowered<Predicate> {
        let at = place.at;
        let place = match self.squares(alternative, place, choice) {
            Ok(squares) if !self.goes_too_far(place, choice) => squares,
            Ok(_) | Err(Stop::Nowhere) => {
                self.asked.note_row(at, Squares::Short);
                return Ok(NEVER);
            }
            Err(stop) => return Err(stop),
        };
        let there = self.asked.has_row(at) || self.asked.has_room(self.board, self.players, &place);
        self.asked.note_row(at, if there { Squares::There } else { Squares::Short });
        Ok(row(place))
    }
}

/// This number or more.
fn at_least(low: usize) -> CountSet {
    CountSet::new([(low as u16, u16::MAX)])
}

/// All squares of a place are on the board and hold the mover's pieces. From a single square: as many as it has steps. A place
/// that is several squares by itself: all existing ones, at least one.
fn row(place: variant::Place) -> Predicate {
    let own = || vec![Predicate::Holds(variant::Test::Ally, variant::Place::at(variant::Anchor::Here))];
    let several = matches!(
        place.anchor,
        variant::Anchor::Path
            | variant::Anchor::Zone(_)
            | variant::Anchor::Span(..)
            | variant::Anchor::Runs(_)
    );
    if several {
        let some = Predicate::Count(at_least(1), place.clone(), own());
        return Predicate::Or(vec![vec![some, Predicate::All(place, own())]]);
    }
    Predicate::Count(at_least(place.steps.len()), place, own())
}
