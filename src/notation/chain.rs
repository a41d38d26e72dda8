//! Chains in coordinates, with every landing square: `c3e5g7`. Readers accept fewer landings if the move is still unique,
//! `c3g7`, and any equivalent path, for example another square on which a flying king may turn.

use hashbrown::HashSet;

use crate::geometry::Square;
use crate::variant::{Move, RoleId};

use super::coordinate::{hyphen, is_plain, needs_hyphen, push_choice, role_of_choice};
use super::numeral::narrow;
use super::view::ChainPath;
use super::{ReadError, View, Wanted, suffix};

/// The signs between two squares.
const SIGNS: [char; 3] = ['-', 'x', ':'];

/// The maximum number of squares read of one text.
const SQUARES: usize = 64;

/// The maximum number of ways to split a text into squares.
const READINGS: usize = 256;

/// A move with its landings; `is_alike` tests whether another move is written with the same landings.
pub(super) fn write(view: View<'_>, mv: Move, path: &[Square], is_alike: impl Fn(Move) -> bool) -> String {
    let board = &view.variant.board;
    let nth = suffix::nth(view, mv, is_alike);
    let text = |between: &str, sign: &str| {
        let mut text = board.name(mv.from);
        for &stop in path {
            text.push_str(between);
            text.push_str(&board.name(stop));
        }
        push_choice(view, mv, &mut text, sign);
        suffix::push(&mut text, nth);
        text
    };
    let plain = text(hyphen(board), "");
    let read = |text: &str| super::coordinate::read(view, text) == Ok(mv);
    if is_plain(board) || read(&plain) { plain } else { text("-", "=") }
}

/// The chain with the landings in a text; `None` if the text is not in this form.
pub(super) fn read(
    view: View<'_>,
    text: &str,
    squares: &dyn Fn(&str) -> Vec<(Square, usize)>,
) -> Option<Result<Move, ReadError>> {
    let (readings, nth) = chain_readings(view, text, squares)?;
    let (mut whole, mut told): (Vec<Move>, Vec<Move>) = (Vec::new(), Vec::new());
    for (all, choice) in readings {
        let Some((&from, stops)) = all.split_first() else { continue };
        let Some(&to) = stops.last() else { continue };
        let choice = choice.map_or(0, |role| u16::from(role.0) + 1);
        for ChainPath { number, landings, .. } in view.chain_paths(from, to) {
            let mv = Move::chained(from, to, *number, choice);
            if view.legal.binary_search(&mv).is_err() {
                continue;
            }
            let mut rest = landings.iter();
            if landings == stops && !whole.contains(&mv) {
                whole.push(mv);
            }
            if stops.iter().all(|stop| rest.any(|other| other == stop)) && !told.contains(&mv) {
                told.push(mv);
            }
        }
    }
    // A full match takes precedence. If several moves have the same landings, the suffix selects one.
    if let Some(&mv) = suffix::pick(whole, nth).first() {
        return Some(Ok(mv));
    }
    match told[..] {
        [] => None,
        [mv] => Some(Ok(mv)),
        _ => Some(Err(ReadError::Ambiguous(told))),
    }
}

/// The chain that a text asks for, if it is in this form and no such chain is legal.
pub(super) fn wanted(
    view: View<'_>,
    text: &str,
    squares: &dyn Fn(&str) -> Vec<(Square, usize)>,
) -> Option<Wanted> {
    let (readings, _) = chain_readings(view, text, squares)?;
    let (all, choice) = readings.into_iter().find(|(all, _)| all.len() > 2)?;
    let (&from, landings) = all.split_first()?;
    Some(Wanted {
        origins: vec![from],
        to: landings.last().copied(),
        landings: landings.to_vec(),
        roles: view.setup.piece(from).into_iter().map(|piece| piece.role).collect(),
        choice,
        ..Wanted::default()
    })
}

/// Every way to split a text, and the number after it; `None` if the game has no chains.
fn chain_readings(
    view: View<'_>,
    text: &str,
    squares: &dyn Fn(&str) -> Vec<(Square, usize)>,
) -> Option<(Vec<Reading>, usize)> {
    if view.variant.roles.iter().all(|role| role.chains.is_empty()) {
        return None;
    }
    let text: String = text.chars().map(narrow).collect();
    let (body, nth) = suffix::split(&text)?;
    Some((readings(view, body, squares), nth))
}

/// Squares, and the role that the piece becomes.
type Reading = (Vec<Square>, Option<RoleId>);

/// Every way to split a text into two or more squares and an optional choice.
pub(super) fn readings(
    view: View<'_>,
    text: &str,
    squares: &dyn Fn(&str) -> Vec<(Square, usize)>,
) -> Vec<Reading> {
    let mut split = Split {
        view,
        squares,
        separated: needs_hyphen(&view.variant.board) && text.contains(SIGNS),
        before: Vec::new(),
        readings: Vec::new(),
        dead: HashSet::new(),
    };
    split.part(text);
    split.readings
}

/// The state of splitting a text.
struct Split<'a> {
    view: View<'a>,
    squares: &'a dyn Fn(&str) -> Vec<(Square, usize)>,
    /// Whether there is a sign between any two squares. Otherwise `11-12-13` would have 27 readings.
    separated: bool,
    /// The squares of the text so far.
    before: Vec<Square>,
    readings: Vec<Reading>,
    /// Rests of the text that have no reading, by length and by whether two squares precede them. Trying them again would
    /// take exponential time, since digits can be split in many ways.
    dead: HashSet<(usize, bool)>,
}

impl Split<'_> {
    /// Splits the rest of the text in every way.
    fn part(&mut self, rest: &str) {
        let enough = self.before.len() >= 2;
        if self.before.len() >= SQUARES
            || self.readings.len() >= READINGS
            || self.dead.contains(&(rest.len(), enough))
        {
            return;
        }
        let known = self.readings.len();
        if enough {
            match rest.trim_start_matches('=') {
                "" => self.readings.push((self.before.clone(), None)),
                letter => {
                    let role = role_of_choice(self.view.variant, letter);
                    self.readings.extend(role.map(|role| (self.before.clone(), Some(role))));
                }
            }
        }
        let signs = rest.len() - rest.trim_start_matches(SIGNS).len();
        let fewest = usize::from(self.separated && !self.before.is_empty());
        for skipped in fewest..=signs {
            for (square, length) in (self.squares)(&rest[skipped..]) {
                self.before.push(square);
                self.part(&rest[skipped + length..]);
                self.before.pop();
            }
        }
        if self.readings.len() == known {
            self.dead.insert((rest.len(), enough));
        }
    }
}
