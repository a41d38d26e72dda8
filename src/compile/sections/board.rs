//! `[board]`: the axes and the labels of their coordinates.

use std::sync::Arc;

use crate::compile::findings::Findings;
use crate::compile::ground::unknown_axis;
use crate::compile::names::{check_name, normal};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Table, Value};
use crate::compile::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Axis, Board, BoardError, Labels, MAX_AXES, MAX_POINTS, MAX_SQUARES};
use crate::source::Span;

use super::shape::shape;

/// Reads `[board]`; `None` (with findings) if no board can be built.
pub(crate) fn read_board(root: &Table, top: At, findings: &mut Findings) -> Option<Board> {
    let Some(node) = root.get("board") else {
        findings.missing(top, "the rule file has no `[board]`");
        return None;
    };
    let table = node.table(findings, "`board`")?;
    table.keys(findings, &schema::BOARD);
    let Some(list) = table.get("axes") else {
        findings.missing(node.at(), "the board has no `axes`");
        return None;
    };
    let mut names: Vec<Text> = list.strings(findings, "`axes`").into_iter().cloned().collect();
    names.iter_mut().for_each(|name| name.value = normal(&name.value).into_owned());
    let ranges = match table.get("ranges") {
        Some(ranges) => ranges.table(findings, "`ranges`")?,
        None => {
            findings.missing(node.at(), "the board has no `ranges`");
            return None;
        }
    };
    if names.is_empty() {
        findings.missing(list.at(), "the board has no axis");
        return None;
    }
    if names.len() > MAX_AXES {
        let message = format!("a board may have {MAX_AXES} axes, and this one has {}", names.len());
        findings.report_at(list.at(), Code::TOO_MANY_AXES, message);
        return None;
    }
    // Ranges under names that cannot be axes would only be reported again.
    if names.iter().filter(|text| !check_name(findings, text, "an axis")).count() > 0 {
        return None;
    }
    let mut axes: Vec<Axis> = Vec::new();
    let mut fine = true;
    for text in &names {
        if axes.iter().any(|axis| axis.name == text.value) {
            let message = format!("two axes are named `{}`", text.value);
            findings.report_at(text.at(), Code::NAME_TAKEN, message);
            fine = false;
            continue;
        }
        let Some(range) = ranges.get(&text.value) else {
            findings.missing(text.at(), format!("`ranges` has no coordinates for `{}`", text.value));
            fine = false;
            continue;
        };
        if let Value::Integer(length @ 1..=99) = range.kind {
            let message = format!("a range has two ends, and this is a single number: {length}");
            let finding = Diagnostic::new(Code::WRONG_TYPE, range.span, message).in_source(range.source);
            findings.add(finding.fix(
                range.span,
                format!("\"1~{length}\""),
                "for this many, write the range",
            ));
            fine = false;
            continue;
        }
        let range = range.string(findings, "a range").cloned();
        match range.and_then(|range| read_range(&range, findings)) {
            Some((labels, length)) => {
                axes.push(Axis { name: text.value.clone(), length, labels, wraps: false });
            }
            None => fine = false,
        }
    }
    for entry in &ranges.entries {
        if !names.iter().any(|name| name.value == entry.key.value) {
            let known: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
            let finding = unknown_axis(&known, &entry.key.value, entry.key.span);
            findings.add(finding.in_source(entry.key.source));
            fine = false;
        }
    }
    if !fine {
        return None;
    }
    let box_size: u64 = axes.iter().map(|axis| u64::from(axis.length)).product();
    match shape(axes, table, findings) {
        Ok(board) => Some(board),
        Err(BoardError::Squares(0)) => {
            findings.report_at(node.at(), Code::BAD_VALUE, "this board has no squares");
            None
        }
        Err(BoardError::Squares(count)) => {
            let message = if box_size > MAX_POINTS && box_size == count {
                format!("the full box of a board may have {MAX_POINTS} points, and this one has {count}")
            } else {
                format!("a board may have {MAX_SQUARES} squares, and this one has {count}")
            };
            findings.report_at(node.at(), Code::TOO_MANY_SQUARES, message);
            None
        }
        Err(BoardError::Axes(_) | BoardError::EmptyAxis(_)) => {
            findings.report_at(node.at(), Code::BAD_RANGE, "an axis has no coordinates");
            None
        }
    }
}

/// The coordinates of a list such as `a b c d` or `w a~d x`: two or more words, each a letter, a number or a range.
fn read_list(text: &Text, findings: &mut Findings) -> Option<Option<Vec<Box<str>>>> {
    let words: Vec<&str> = text.value.split_whitespace().collect();
    if words.len() < 2 || words.iter().any(|word| word.starts_with('~') || word.ends_with('~')) {
        return None;
    }
    let mut listed: Vec<Box<str>> = Vec::new();
    for word in words {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let span = Span::new(start, start + word.len());
        let of = |labels: Labels, length: u16| -> Vec<String> {
            let axis = Axis { name: String::new(), length, labels, wraps: false };
            (0..length).map(|index| axis.label(index)).collect()
        };
        let mut letters = word.chars();
        let letter = letters.next().filter(|c| c.is_alphabetic() && letters.next().is_none());
        let number = || word.parse::<u32>().ok().filter(|number| number.to_string() == word);
        let more = if word.contains('~') {
            let Some((labels, length)) = read_run(text, span, findings) else { return Some(None) };
            of(labels, length)
        } else if let Some(letter) = letter {
            of(Labels::Letters(letter), 1)
        } else if let Some(number) = number() {
            of(Labels::Numbers(number), 1)
        } else {
            let message = format!(
                "`{word}` is neither a letter nor a number: list letters, numbers and ranges, with blanks \
                 between"
            );
            findings.report(text, Diagnostic::new(Code::BAD_RANGE, span, message));
            return Some(None);
        };
        for label in more {
            if listed.iter().any(|known| **known == *label) {
                let message = format!("`{label}` is listed twice");
                findings.report(text, Diagnostic::new(Code::BAD_RANGE, span, message));
                return Some(None);
            }
            listed.push(label.into());
        }
    }
    if listed.len() > MAX_SQUARES {
        let message = format!("a board may have {MAX_SQUARES} squares, and this axis has {}", listed.len());
        findings.report(text, Diagnostic::new(Code::TOO_MANY_SQUARES, text.all(), message));
        return Some(None);
    }
    Some(Some(listed))
}

/// The coordinates of `a~h`, `1~10` or `a b c~f`.
pub(crate) fn read_range(text: &Text, findings: &mut Findings) -> Option<(Labels, u16)> {
    if let Some(listed) = read_list(text, findings) {
        let listed = listed?;
        let length = listed.len() as u16;
        return Some((Labels::Listed(Arc::from(listed)), length));
    }
    read_run(text, text.all(), findings)
}

/// The coordinates between two ends, both letters or both numbers, and the ordinals of the ends.
fn run(low: &str, high: &str) -> Option<(Labels, i64, i64)> {
    let (low, high) = (low.trim(), high.trim());
    if let (Ok(low), Ok(high)) = (low.parse::<u32>(), high.parse::<u32>()) {
        return Some((Labels::Numbers(low), i64::from(low), i64::from(high)));
    }
    let letter = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|c| c.is_alphabetic() && letters.next().is_none())
    };
    let (low, high) = (letter(low)?, letter(high)?);
    Some((Labels::Letters(low), i64::from(u32::from(low)), i64::from(u32::from(high))))
}

/// The coordinates of a range in a part of a text.
fn read_run(text: &Text, span: Span, findings: &mut Findings) -> Option<(Labels, u16)> {
    let ends = |sign: &str| span.text(&text.value).split_once(sign).and_then(|(low, high)| run(low, high));
    let Some((labels, low, high)) = ends("~") else {
        let mut numbers = span.text(&text.value).split(|c: char| !c.is_ascii_digit());
        if numbers.any(|digits| !digits.is_empty() && digits.parse::<u32>().is_err()) {
            let message = format!("a coordinate is at most {}", u32::MAX);
            findings.report(text, Diagnostic::new(Code::BAD_RANGE, span, message));
            return None;
        }
        let mut finding = Diagnostic::new(
            Code::BAD_RANGE,
            span,
            "a range of coordinates is two letters or two numbers with `~` between them",
        )
        .help("for example `a~h` or `1~8`; list coordinates that are not consecutive: `a b d`, `w 1~8 x`");
        if let Some((sign, _)) = ["-", "–", "—", "..", "…", ":", "to"]
            .map(|sign| (sign, ends(sign)))
            .iter()
            .find(|(_, run)| run.is_some())
        {
            let written: Vec<&str> = span.text(&text.value).splitn(2, sign).map(str::trim).collect();
            finding = finding.fix(span, written.join("~"), "write `~` between them");
        }
        findings.report(text, finding);
        return None;
    };
    if high < low {
        let finding = Diagnostic::new(Code::BAD_RANGE, span, "the range ends before it starts");
        findings.report(text, finding);
        return None;
    }
    let length = high - low + 1;
    if length > MAX_SQUARES as i64 {
        let message = format!("a board may have {MAX_SQUARES} squares, and this axis has {length}");
        findings.report(text, Diagnostic::new(Code::TOO_MANY_SQUARES, span, message));
        return None;
    }
    if let Labels::Letters(first) = labels {
        let letters = (0..length as u32).map(|n| char::from_u32(u32::from(first) + n));
        if let Some(other) = letters.into_iter().find(|c| !c.is_some_and(char::is_alphabetic)) {
            let other = other.map_or(String::new(), |c| format!(": `{}`", c.escape_default()));
            let message = format!("not all characters between these are letters{other}");
            let finding = Diagnostic::new(Code::BAD_RANGE, span, message)
                .help("use letters that are consecutive in Unicode, as `a~z` are, or numbers");
            findings.report(text, finding);
            return None;
        }
    }
    Some((labels, length as u16))
}
