//! The shape of `[board]`:
//!
//! - `where` and `holes`: which points of the bounding box are squares;
//! - `wrap`: cyclic axes;
//! - `counted`: axes counted from the edge;
//! - `names`: names of squares other than coordinates.

use crate::compile::findings::Findings;
use crate::compile::ground::{Ground, unite, unknown_axis};
use crate::compile::names::normal;
use crate::compile::read::text::Text;
use crate::compile::read::tree::Table;
use crate::compile::resolve::regions::{parse_region, region_squares};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Axis, Board, BoardError, Orientation, Square, SquareSet};
use crate::source::Span;
use crate::variant::Player;

/// Builds the board of these axes with the shape given in `[board]`.
///
/// # Errors
/// As [`Board::shaped`]. Errors in the keys themselves are findings.
pub(crate) fn shape(axes: Vec<Axis>, table: &Table, findings: &mut Findings) -> Result<Board, BoardError> {
    let mut axes = axes;
    for text in table.strings_at(findings, "wrap") {
        if let Some(at) = axis_of(&axes, findings, text, &text.value, text.all()) {
            axes[at].wraps = true;
        }
    }
    let counted = table.string_at(findings, "counted").cloned();
    let counted = counted.and_then(|text| axis_of(&axes, findings, &text, &text.value, text.all()));
    let conditions: Vec<Condition> = table
        .strings_at(findings, "where")
        .into_iter()
        .filter_map(|text| Condition::parse(&axes, findings, text))
        .collect();
    let holds =
        |point: &[i16], axes: &[Axis]| conditions.iter().all(|condition| condition.holds(axes, point));
    let cut = Board::shaped(axes.clone(), counted, |point| holds(point, &axes))?;
    let board = match holes(&cut, table, findings) {
        None => cut,
        Some(holes) => Board::shaped(axes.clone(), counted, |point| {
            cut.at(point).is_some_and(|square| !holes.contains(square))
        })?,
    };
    Ok(named(board, table, findings))
}

/// The entry in `names` for a square named by its coordinates.
const UNNAMED: &str = ".";

/// The board with the names from `names`: a text per row, last row first as in a FEN, with a word per square.
fn named(board: Board, table: &Table, findings: &mut Findings) -> Board {
    let rows: Vec<Text> = table.strings_at(findings, "names").into_iter().cloned().collect();
    let Some(key) = table.entry("names").map(|entry| entry.key.at()).filter(|_| !rows.is_empty()) else {
        return board;
    };
    let [files, ranks] = board.written_axes() else {
        findings.report_at(key, Code::BAD_VALUE, "`names` is for boards of two axes");
        return board;
    };
    if rows.len() != usize::from(ranks.length) {
        let message = format!("`names` has a text for each row: {}, not {}", ranks.length, rows.len());
        findings.report_at(key, Code::BAD_VALUE, message);
        return board;
    }
    let mut names: Vec<Option<String>> = vec![None; board.len()];
    for (text, rank) in rows.iter().zip((0..ranks.length as i16).rev()) {
        let squares = (0..files.length as i16).filter_map(|file| board.at_written(&[file, rank]));
        let squares: Vec<Square> = squares.collect();
        let words: Vec<&str> = text.value.split_whitespace().collect();
        if words.len() != squares.len() {
            let message = format!(
                "this row has {} squares, and {} words: a name for each, or `{UNNAMED}`",
                squares.len(),
                words.len()
            );
            findings.report(text, Diagnostic::new(Code::BAD_VALUE, text.all(), message));
            continue;
        }
        for (word, square) in words.into_iter().zip(squares).filter(|(word, _)| *word != UNNAMED) {
            let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
            let span = Span::new(start, start + word.len());
            let mut report = |message: String| {
                findings.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
            };
            if !word.chars().all(char::is_alphanumeric) {
                report(format!("`{word}` is not a name for a square: use letters and digits"));
            } else if names.iter().flatten().any(|name| name == word)
                || board.square(word).is_some_and(|other| other != square)
            {
                report(format!("two squares would be called `{word}`"));
            } else {
                names[square.index()] = Some(word.to_owned());
            }
        }
    }
    board.with_names(names)
}

/// The squares of the regions in `holes`; `None` if there are none.
fn holes(board: &Board, table: &Table, findings: &mut Findings) -> Option<SquareSet> {
    let texts: Vec<Text> = table.strings_at(findings, "holes").into_iter().cloned().collect();
    if texts.is_empty() {
        return None;
    }
    // Players are not known yet, so regions use the board's own orientation.
    let nobody = Player {
        name: String::new(),
        fen: String::new(),
        orientation: Orientation::identity(board.axes().len()),
    };
    let mut ground = Ground::new(board.clone(), vec![nobody]);
    let mut all = ground.nowhere();
    for text in &texts {
        let Some(region) = parse_region(&ground, findings, text) else { continue };
        if let Some(squares) = region_squares(&mut ground, findings, text, &region) {
            unite(&mut all, &squares);
        }
    }
    all.pop()
}

/// The index of the axis of this name; reports an unknown name.
fn axis_of(axes: &[Axis], findings: &mut Findings, text: &Text, name: &str, span: Span) -> Option<usize> {
    let normalised = normal(name);
    let found = axes.iter().position(|axis| axis.name == *normalised);
    if found.is_none() {
        let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        findings.report(text, unknown_axis(&names, name, span));
    }
    found
}

/// The relation between a sum and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Less,
    More,
}

/// The relations by sign; longer signs come before their prefixes.
const RELATIONS: [(&str, Relation); 6] = [
    ("==", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
];

/// A comparison of two sums of coordinates: `Q + R + S == 0`.
struct Condition {
    /// The factor of each axis, left side minus right side.
    factors: Vec<i64>,
    constant: i64,
    relation: Relation,
}

impl Condition {
    fn parse(axes: &[Axis], findings: &mut Findings, text: &Text) -> Option<Self> {
        let whole = text.value.as_str();
        let sign = RELATIONS.iter().filter_map(|&(sign, relation)| Some((whole.find(sign)?, sign, relation)));
        // Of two signs at the same place the longer one applies.
        let Some((at, sign, relation)) = sign.min_by_key(|&(at, sign, _)| (at, usize::MAX - sign.len()))
        else {
            let message = "a condition of the board compares a sum of coordinates with a number";
            let mut finding = Diagnostic::new(Code::BAD_VALUE, text.all(), message)
                .help("for example `Q + R + S == 0`; `!=`, `<=`, `>=`, `<` and `>` compare too");
            if let Some(at) = whole.find('=') {
                finding = finding.fix(Span::new(at, at + 1), "==", "write two signs to compare");
            }
            findings.report(text, finding);
            return None;
        };
        let mut condition = Self { factors: vec![0; axes.len()], constant: 0, relation };
        let left = condition.add(axes, findings, text, 0..at, 1);
        let right = condition.add(axes, findings, text, at + sign.len()..whole.len(), -1);
        (left && right).then_some(condition)
    }

    /// Adds one side of the comparison; `false` (with findings) if it is invalid.
    fn add(
        &mut self,
        axes: &[Axis],
        findings: &mut Findings,
        text: &Text,
        range: std::ops::Range<usize>,
        side: i64,
    ) -> bool {
        let mut at = range.start;
        let mut first = true;
        loop {
            let rest = &text.value[at..range.end];
            let blank = rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            at += blank;
            let sign = rest.chars().next().filter(|c| ['+', '-', '−'].contains(c));
            let factor = if sign.is_some_and(|c| c != '+') { -side } else { side };
            if sign.is_none() && !first {
                if rest.is_empty() {
                    return true;
                }
                return bad_sum(findings, text, Span::new(at, range.end));
            }
            at += sign.map_or(0, char::len_utf8);
            let rest = &text.value[at..range.end];
            at += rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if word == 0 {
                return bad_sum(findings, text, Span::new(at, range.end.max(at)));
            }
            let (name, span) = (&rest[..word], Span::new(at, at + word));
            if name.bytes().all(|b| b.is_ascii_digit()) {
                let Ok(number) = name.parse::<u16>() else {
                    return bad_sum(findings, text, span);
                };
                self.constant += factor * i64::from(number);
            } else {
                let Some(index) = axis_of(axes, findings, text, name, span) else { return false };
                self.factors[index] += factor;
            }
            at += word;
            first = false;
        }
    }

    /// Whether it holds for a point.
    fn holds(&self, axes: &[Axis], point: &[i16]) -> bool {
        let terms = self.factors.iter().zip(axes).zip(point);
        let sum: i64 = terms.map(|((factor, axis), &at)| factor * axis.value(at as u16)).sum();
        let sum = sum + self.constant;
        match self.relation {
            Relation::Equal => sum == 0,
            Relation::NotEqual => sum != 0,
            Relation::AtMost => sum <= 0,
            Relation::AtLeast => sum >= 0,
            Relation::Less => sum < 0,
            Relation::More => sum > 0,
        }
    }
}

fn bad_sum(findings: &mut Findings, text: &Text, span: Span) -> bool {
    let finding = Diagnostic::new(Code::BAD_VALUE, span, "this is not a sum of axes and numbers")
        .help("add and subtract axes and numbers: `File + Rank - 2`");
    findings.report(text, finding);
    false
}
