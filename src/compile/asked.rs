//! The squares and counter values that conditions refer to, by place in the file. Lints use them to warn of squares and values
//! that never occur.
//!
//! A condition is written out once per choice of axes, signs and numbers, and a function once per call. A place is reported
//! only if no choice and no call fits the board.

use std::collections::BTreeMap;

use crate::geometry::{Board, Displacement};
use crate::variant::{Anchor, CountSet, CounterId, Place, Player};

use super::read::tree::At;

/// The number of squares examined per file; beyond it, places are assumed to fit the board.
const MAX_LOOKS: usize = 500_000;

/// The squares and counters of conditions.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The squares that each condition refers to.
    squares: BTreeMap<At, Squares>,
    /// Rows of squares.
    rows: BTreeMap<At, Squares>,
    /// The counters and the requested values.
    pub counters: BTreeMap<At, Vec<(CounterId, CountSet)>>,
    /// The number of squares examined so far.
    looks: usize,
}

/// Whether the board has the requested squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Squares {
    /// The board has them, for at least one choice.
    There,
    /// A place that has no square on the board.
    Nowhere,
    /// A place whose squares are never all on the board.
    Short,
    /// A straight line of more squares than the longest line has.
    Line {
        /// The least number requested.
        least: u16,
        /// The number of squares of the longest line.
        longest: u16,
    },
}

impl Asked {
    /// Records whether the board has the squares of one choice of a condition.
    pub fn note_squares(&mut self, at: At, there: bool) {
        note(&mut self.squares, at, if there { Squares::There } else { Squares::Nowhere });
    }

    /// Records whether the board has the row of one choice of a condition.
    pub fn note_row(&mut self, at: At, row: Squares) {
        note(&mut self.rows, at, row);
    }

    /// Whether the board is already known to have the row requested there.
    pub fn has_row(&self, at: At) -> bool {
        self.rows.get(&at) == Some(&Squares::There)
    }

    /// The requests that the board never satisfies, with their places.
    pub fn beyond(&self) -> impl Iterator<Item = (At, Squares)> {
        let all = self.rows.iter().chain(&self.squares).map(|(&at, &squares)| (at, squares));
        all.filter(|(_, squares)| *squares != Squares::There)
    }

    /// Records the values requested of a counter.
    pub fn note_counter(&mut self, at: At, counter: CounterId, counts: CountSet) {
        let known = self.counters.entry(at).or_default();
        let one = (counter, counts);
        if !known.contains(&one) {
            known.push(one);
        }
    }

    /// Whether all squares of a place can be on the board. Places that depend on several squares are assumed to fit.
    pub fn has_room(&mut self, board: &Board, players: &[Player], place: &Place) -> bool {
        let steps = match &place.anchor {
            Anchor::Path | Anchor::Zone(_) | Anchor::Runs(_) => return true,
            Anchor::Span(a, b) => match (a.steps.as_slice(), b.steps.as_slice()) {
                (&[first], &[second]) if a.anchor == b.anchor && is_one_square(&a.anchor) => {
                    vec![first, second]
                }
                _ => return true,
            },
            _ => place.steps.clone(),
        };
        players.iter().any(|player| {
            let steps: Vec<Displacement> =
                steps.iter().map(|&step| player.orientation.to_board(step)).collect();
            board.squares().any(|square| {
                self.looks += steps.len();
                self.looks > MAX_LOOKS || steps.iter().all(|&step| board.offset(square, step).is_some())
            })
        })
    }

    /// The number of squares of the board's longest line in a direction; stops counting at `enough`.
    pub fn longest_line(&mut self, board: &Board, direction: Displacement, enough: u16) -> u16 {
        let mut longest = 0;
        for square in board.squares() {
            let on = (1..enough as i16)
                .take_while(|&n| {
                    direction.checked_mul(n).is_some_and(|by| board.offset(square, by).is_some())
                })
                .count() as u16;
            self.looks += usize::from(on) + 1;
            longest = longest.max(on + 1);
            if self.looks > MAX_LOOKS || longest >= enough {
                return enough;
            }
        }
        longest
    }
}

fn note(all: &mut BTreeMap<At, Squares>, at: At, squares: Squares) {
    let known = all.entry(at).or_insert(squares);
    if squares == Squares::There {
        *known = squares;
    }
}

/// Whether a place starts from a single square.
fn is_one_square(anchor: &Anchor) -> bool {
    !matches!(anchor, Anchor::Path | Anchor::Zone(_) | Anchor::Span(..) | Anchor::Runs(_))
}
