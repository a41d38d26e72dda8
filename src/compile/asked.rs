//! What conditions ask of squares and counters, kept by where each is written, to warn of what is beyond board and game.
//!
//! A condition is written out once for every choice of axes, signs and numbers, and a function's wherever it is called:
//! something is said only of what no choice and no call can have.

use std::collections::BTreeMap;

use crate::geometry::{Board, Displacement};
use crate::variant::{Anchor, CountSet, CounterId, Place, Player};

use super::read::tree::At;

/// Squares looked at for one file before what is left is taken to have room.
const MAX_LOOKS: usize = 500_000;

/// What conditions ask.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Squares that a condition looks at.
    squares: BTreeMap<At, Squares>,
    /// Rows of squares.
    rows: BTreeMap<At, Squares>,
    /// Counters and the values asked for.
    pub counters: BTreeMap<At, Vec<(CounterId, CountSet)>>,
    /// Squares looked at so far.
    looks: usize,
}

/// What is asked about, if the board never has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Squares {
    /// The board has it, at least in one way.
    There,
    /// A place of which no square is on the board.
    Nowhere,
    /// A place of which never all squares are on the board.
    Short,
    /// A straight line of so many squares, where the longest has fewer.
    Line {
        /// How many are asked for, at least.
        least: u16,
        /// How many the longest line has.
        longest: u16,
    },
}

impl Asked {
    /// Notes whether the board has what one way of writing a condition out looks at.
    pub fn note_squares(&mut self, at: At, there: bool) {
        note(&mut self.squares, at, if there { Squares::There } else { Squares::Nowhere });
    }

    /// Notes whether the board has the row that one way of writing a condition out asks for.
    pub fn note_row(&mut self, at: At, row: Squares) {
        note(&mut self.rows, at, row);
    }

    /// Whether it is known already that the board has the row that is asked for there.
    pub fn has_row(&self, at: At) -> bool {
        self.rows.get(&at) == Some(&Squares::There)
    }

    /// What is never on the board, and where that is asked for.
    pub fn beyond(&self) -> impl Iterator<Item = (At, Squares)> {
        let all = self.rows.iter().chain(&self.squares).map(|(&at, &squares)| (at, squares));
        all.filter(|(_, squares)| *squares != Squares::There)
    }

    /// Notes that a counter is asked for values.
    pub fn note_counter(&mut self, at: At, counter: CounterId, counts: CountSet) {
        let known = self.counters.entry(at).or_default();
        let one = (counter, counts);
        if !known.contains(&one) {
            known.push(one);
        }
    }

    /// Whether all squares of a place are ever on the board. What depends on more than one square is taken to be.
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

    /// How many squares the longest line of the board has in a direction, as far as `enough`.
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

/// Whether a place that is reckoned from here starts at one square.
fn is_one_square(anchor: &Anchor) -> bool {
    !matches!(anchor, Anchor::Path | Anchor::Zone(_) | Anchor::Span(..) | Anchor::Runs(_))
}
