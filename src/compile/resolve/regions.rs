//! Regions: sets of squares by coordinates as the mover sees them.

use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Labels, SquareSet};
use crate::source::Span;
use crate::syntax::ast::{Amount, Count, Expression, Name, Region, Term};

use crate::compile::game::{Game, listed};
use crate::compile::read::text::Text;

impl Game<'_> {
    /// The squares of a region, by player.
    pub fn region_squares(&mut self, text: &Text, region: &Region) -> Option<Vec<SquareSet>> {
        let mut all = self.everywhere();
        let mut fine = true;
        for term in &region.terms {
            let part = match term {
                Term::Coordinates { axis, counts } => self.band(text, axis, counts),
                Term::Zone(name) => self.zone_squares(text, name),
            };
            match part {
                Some(part) => intersect(&mut all, &part),
                None => fine = false,
            }
        }
        fine.then_some(all)
    }

    /// All squares, by player.
    pub fn everywhere(&self) -> Vec<SquareSet> {
        vec![self.board.full_set(); self.players.len()]
    }

    /// The squares of a named zone, by player, or a finding.
    pub fn zone_squares(&mut self, text: &Text, name: &Name) -> Option<Vec<SquareSet>> {
        if let Some(zone) = self.zone(&name.text) {
            return Some(self.zones[usize::from(zone.0)].squares.clone());
        }
        let known: Vec<String> = self.zone_names.iter().map(|zone| zone.name.clone()).collect();
        let message = format!("there is no zone `{}`", name.text);
        self.unknown(text, name.span, Code::UNKNOWN_ZONE, message, known.iter().map(String::as_str));
        None
    }

    /// The squares whose coordinate on one axis is one of these, by player.
    pub fn band(&mut self, text: &Text, axis: &Name, counts: &[Count]) -> Option<Vec<SquareSet>> {
        let index = self.axis(text, &axis.text, axis.span)?;
        let length = usize::from(self.board.axes()[index].length);
        let mut wanted = vec![false; length];
        let mut fine = true;
        for count in counts {
            match self.coordinates(text, index, count) {
                Some((low, high)) => wanted[low..=high].fill(true),
                None => fine = false,
            }
        }
        if !fine {
            return None;
        }
        let mut all = vec![self.board.empty_set(); self.players.len()];
        let lines = self.lines_across(index);
        for line in lines.iter().zip(&wanted).filter_map(|(line, wanted)| wanted.then_some(line)) {
            all.iter_mut().zip(line).for_each(|(set, part)| set.extend_from(part));
        }
        Some(all)
    }

    /// The squares with each coordinate on an axis, by player; found once.
    fn lines_across(&mut self, index: usize) -> Rc<Vec<Vec<SquareSet>>> {
        if let Some(known) = self.lines.get(&index) {
            return Rc::clone(known);
        }
        let length = usize::from(self.board.axes()[index].length);
        let mut lines = vec![vec![self.board.empty_set(); self.players.len()]; length];
        for (at, player) in self.players.iter().enumerate() {
            for square in self.board.squares() {
                let own = player.orientation.own_point(&self.board, square);
                lines[usize::from(own[index])][at].insert(square);
            }
        }
        let lines = Rc::new(lines);
        self.lines.insert(index, Rc::clone(&lines));
        lines
    }

    /// The first and last index of a coordinate or range of coordinates.
    fn coordinates(&mut self, text: &Text, axis: usize, count: &Count) -> Option<(usize, usize)> {
        let last = usize::from(self.board.axes()[axis].length) - 1;
        if count.sign.is_some() {
            let finding = Diagnostic::new(
                Code::ARGUMENT_KIND,
                count.span,
                "a coordinate has no sign: a region says where, not how far",
            );
            self.report(text, finding);
            return None;
        }
        let (low, high) = match &count.amount {
            Amount::Any => (0, last),
            Amount::Range { low, high } => {
                let low = match low {
                    Some(low) => self.coordinate(text, axis, &low.to_string(), count.span)?,
                    None => 0,
                };
                let high = match high {
                    Some(high) => self.coordinate(text, axis, &high.to_string(), count.span)?,
                    None => last,
                };
                (low, high)
            }
            Amount::Value(Expression::Number(number, span)) => {
                let at = self.coordinate(text, axis, &number.to_string(), *span)?;
                (at, at)
            }
            Amount::Value(_) => {
                let message = "a coordinate is written out: no variables and no sums";
                self.report(text, Diagnostic::new(Code::ARGUMENT_KIND, count.span, message));
                return None;
            }
            Amount::Coordinate(name) => {
                let at = self.coordinate(text, axis, &name.text, name.span)?;
                (at, at)
            }
            Amount::Coordinates { low, high } => (
                self.coordinate(text, axis, &low.text, low.span)?,
                self.coordinate(text, axis, &high.text, high.span)?,
            ),
        };
        if low > high {
            let axis = &self.board.axes()[axis];
            let fixed = format!("{}~{}", axis.label(high as u16), axis.label(low as u16));
            let finding = Diagnostic::new(
                Code::REVERSED_RANGE,
                count.span,
                "the range ends before it starts",
            )
            .fix(count.span, fixed, "put the smaller coordinate first");
            self.report(text, finding);
            return None;
        }
        Some((low, high))
    }

    /// The index of a coordinate, or a finding.
    fn coordinate(&mut self, text: &Text, axis: usize, label: &str, span: Span) -> Option<usize> {
        let axis = &self.board.axes()[axis];
        if let Some(index) = axis.index(label) {
            return Some(usize::from(index));
        }
        let (first, last) = (axis.label(0), axis.label(axis.length - 1));
        let mut finding = Diagnostic::new(
            Code::UNKNOWN_COORDINATE,
            span,
            format!("`{}` has no coordinate `{label}`", axis.name),
        )
        .help(format!("it runs from {} as the mover sees it", listed(&[format!("{first}~{last}")])));
        let number = label.parse::<u16>().ok().filter(|&n| n >= 1 && n <= axis.length);
        if let (Labels::Letters(_), Some(number)) = (axis.labels, number) {
            // Only a plain coordinate can be replaced as it stands.
            if span.text(&text.value) == label {
                finding = finding.fix(span, axis.label(number - 1), "write the coordinate's letter");
            }
        }
        self.report(text, finding);
        None
    }
}

/// Keeps of `all` what is in `part`.
pub(crate) fn intersect(all: &mut [SquareSet], part: &[SquareSet]) {
    all.iter_mut().zip(part).for_each(|(set, other)| set.intersect_with(other));
}
