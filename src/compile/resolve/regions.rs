//! Resolves regions: sets of squares by coordinates from the mover's view.

use crate::compile::findings::{Findings, listed};
use crate::compile::ground::{Ground, intersect};
use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Labels, SquareSet};
use crate::source::Span;
use crate::syntax;
use crate::syntax::ast::{Amount, Count, Expression, Name, Region, Term};

/// Parses the text of a region; `None` (with findings) if it is invalid.
pub(crate) fn parse_region(ground: &Ground, findings: &mut Findings, text: &Text) -> Option<Region> {
    if text.value.contains('~')
        && let Some(region) = ground.region_of_squares(&text.value)
    {
        let message = "a region names axes; it cannot be two corners";
        let finding = Diagnostic::new(Code::BAD_RANGE, text.all(), message)
            .fix(text.all(), region, "write the coordinates on each axis")
            .help("coordinates are seen by the player who moves");
        findings.report(text, finding);
        return None;
    }
    if let Some((before, axis)) = missing_comma(ground, &text.value) {
        let message = format!("a comma is missing before `{}`", axis.text(&text.value));
        let between = Span::new(before, axis.start);
        let finding =
            Diagnostic::new(Code::UNEXPECTED_TOKEN, axis, message).fix(between, ", ", "write the comma");
        findings.report(text, finding);
        return None;
    }
    let parsed = syntax::parse_region(&text.value);
    findings.report_all(text, parsed.diagnostics);
    parsed.value
}

/// The end of the coordinates before the first axis without a comma before it, and that axis. The grammar takes the axis for a
/// coordinate.
fn missing_comma(ground: &Ground, text: &str) -> Option<(usize, Span)> {
    let axes = ground.board.axes();
    text.split_whitespace().find_map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let before = text[..start].trim_end();
        let coordinate = axes.iter().any(|axis| axis.index(word).is_some());
        let follows = before.ends_with(|c: char| c.is_alphanumeric() || "~*".contains(c));
        let named = ground.board.axis(word).is_some() && !coordinate && follows;
        named.then(|| (before.len(), Span::new(start, start + word.len())))
    })
}

/// The squares of a region, by player.
pub(crate) fn region_squares(
    ground: &mut Ground,
    findings: &mut Findings,
    text: &Text,
    region: &Region,
) -> Option<Vec<SquareSet>> {
    let mut all = ground.everywhere();
    let mut fine = true;
    for term in &region.terms {
        let part = match term {
            Term::Coordinates { axis, counts } => band(ground, findings, text, axis, counts),
            Term::Zone(name) => zone_squares(ground, findings, text, name),
        };
        match part {
            Some(part) => intersect(&mut all, &part),
            None => fine = false,
        }
    }
    fine.then_some(all)
}

/// The squares of a named zone, by player; reports an unknown name.
pub(crate) fn zone_squares(
    ground: &mut Ground,
    findings: &mut Findings,
    text: &Text,
    name: &Name,
) -> Option<Vec<SquareSet>> {
    if let Some(zone) = ground.zone(&name.text) {
        return Some(ground.zones[usize::from(zone.0)].squares.clone());
    }
    if let Some(region) = ground.region_of_squares(&name.text) {
        let message = format!("`{}` is a square's name, and a region names its axes", name.text);
        let finding = Diagnostic::new(Code::UNKNOWN_ZONE, name.span, message)
            .fix(name.span, region, "write its coordinates")
            .help("coordinates are seen by the player who moves");
        findings.report(text, finding);
        return None;
    }
    let message = format!("there is no zone `{}`", name.text);
    findings.unknown(text, name.span, (Code::UNKNOWN_ZONE, "the zones"), message, ground.names_of_zones());
    None
}

/// The squares with one of these coordinates on an axis, by player.
pub(crate) fn band(
    ground: &mut Ground,
    findings: &mut Findings,
    text: &Text,
    axis: &Name,
    counts: &[Count],
) -> Option<Vec<SquareSet>> {
    let index = ground.axis(findings, text, &axis.text, axis.span)?;
    let length = usize::from(ground.board.axes()[index].length);
    let mut wanted = vec![false; length];
    let mut fine = true;
    for count in counts {
        match coordinates(ground, findings, text, index, count) {
            Some((low, high)) => wanted[low..=high].fill(true),
            None => fine = false,
        }
    }
    if !fine {
        return None;
    }
    let mut all = ground.nowhere();
    let lines = ground.lines_across(index);
    for line in lines.iter().zip(&wanted).filter_map(|(line, wanted)| wanted.then_some(line)) {
        all.iter_mut().zip(line).for_each(|(set, part)| set.extend_from(part));
    }
    Some(all)
}

/// The first and last index of a coordinate or range of coordinates.
fn coordinates(
    ground: &mut Ground,
    findings: &mut Findings,
    text: &Text,
    axis: usize,
    count: &Count,
) -> Option<(usize, usize)> {
    let last = usize::from(ground.board.axes()[axis].length) - 1;
    if count.sign.is_some() {
        let finding =
            Diagnostic::new(Code::ARGUMENT_KIND, count.span, "a coordinate has no sign, unlike a step");
        findings.report(text, finding);
        return None;
    }
    let (low, high) = match &count.amount {
        Amount::Any => (0, last),
        Amount::Range { low, high } => {
            let low = match low {
                Some(low) => coordinate(ground, findings, text, axis, &low.to_string(), count.span)?,
                None => 0,
            };
            let high = match high {
                Some(high) => coordinate(ground, findings, text, axis, &high.to_string(), count.span)?,
                None => last,
            };
            (low, high)
        }
        Amount::Value(Expression::Number(number, span)) => {
            let at = coordinate(ground, findings, text, axis, &number.to_string(), *span)?;
            (at, at)
        }
        Amount::Value(_) => {
            let message = "a coordinate must not have variables or sums";
            findings.report(text, Diagnostic::new(Code::ARGUMENT_KIND, count.span, message));
            return None;
        }
        Amount::Coordinate(name) => {
            let at = coordinate(ground, findings, text, axis, &name.text, name.span)?;
            (at, at)
        }
        Amount::Coordinates { low, high } => (
            coordinate(ground, findings, text, axis, &low.text, low.span)?,
            coordinate(ground, findings, text, axis, &high.text, high.span)?,
        ),
    };
    if low > high {
        if matches!(count.amount, Amount::Range { low: Some(low), high: Some(high) } if low > high) {
            // Already reported when the string was parsed.
            return None;
        }
        let axis = &ground.board.axes()[axis];
        let fixed = format!("{}~{}", axis.label(high as u16), axis.label(low as u16));
        let finding = Diagnostic::new(Code::REVERSED_RANGE, count.span, "the range ends before it starts")
            .fix(count.span, fixed, "put the smaller coordinate first");
        findings.report(text, finding);
        return None;
    }
    Some((low, high))
}

/// The index of a coordinate; reports an unknown one.
fn coordinate(
    ground: &mut Ground,
    findings: &mut Findings,
    text: &Text,
    axis: usize,
    label: &str,
    span: Span,
) -> Option<usize> {
    let axis = &ground.board.axes()[axis];
    if let Some(index) = axis.index(label) {
        return Some(usize::from(index));
    }
    let help = match &axis.labels {
        Labels::Listed(all) => {
            format!("its coordinates, as the moving player sees them, are {}", listed(all))
        }
        _ => {
            let (first, last) = (axis.label(0), axis.label(axis.length - 1));
            format!("it runs from `{first}~{last}` as the mover sees it")
        }
    };
    let mut finding = Diagnostic::new(
        Code::UNKNOWN_COORDINATE,
        span,
        format!("`{}` has no coordinate `{label}`", axis.name),
    )
    .help(help);
    let number = label.parse::<u16>().ok().filter(|&n| n >= 1 && n <= axis.length);
    if let (true, Some(number)) = (axis.is_lettered(), number) {
        // Only a plain coordinate can be replaced literally.
        if span.text(&text.value) == label {
            finding = finding.fix(span, axis.label(number - 1), "write the coordinate's letter");
        }
    }
    findings.report(text, finding);
    None
}
