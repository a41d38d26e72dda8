//! Our moves against a reference's: one position, a perft narrowed down to one position, and that one made small.

use carn::geometry::Square;
use carn::position::Position;
use carn::reference::{Error, Reference};
use carn::variant::{Move, fen};

use super::spelling::{Sides, sides, spelled};

/// What we are compared with, and how often it was.
pub struct Contest {
    /// The other side.
    pub reference: Box<dyn Reference>,
    /// How many positions have been compared so far.
    pub positions: u64,
}

/// A position in which the two differ.
pub struct Difference {
    /// The position.
    pub position: Position,
    /// The moves of both.
    pub sides: Sides,
}

/// Which move a difference is about: shrinking must not slip to another.
enum Subject {
    Missing(String),
    Extra(Move),
}

impl Contest {
    /// The moves of both in a position.
    pub fn sides(&mut self, position: &Position) -> Result<Sides, Error> {
        self.positions += 1;
        let theirs = self.reference.legal_moves(&position.fen())?;
        Ok(sides(spelled(position), theirs))
    }

    /// The position to which a wrong perft goes back: the moves are counted one by one on both sides, and the first
    /// that differs is followed. `None` if, looked at closely, the two agree.
    pub fn narrow(&mut self, start: &Position, depth: u32) -> Result<Option<Difference>, Error> {
        let mut position = start.clone();
        for left in (1..=depth).rev() {
            let sides = self.sides(&position)?;
            if !sides.agree() {
                return Ok(Some(Difference { position, sides }));
            }
            if left == 1 {
                break;
            }
            let theirs = self.reference.divide(&position.fen(), left)?;
            let wrong = sides.common.into_iter().find(|(mv, text)| {
                let mut after = position.clone();
                after.play_unchecked(*mv);
                let ours = after.perft(left - 1);
                theirs.iter().any(|(name, nodes)| name == text && *nodes != ours)
            });
            let Some((mv, _)) = wrong else { break };
            position.play_unchecked(mv);
        }
        Ok(None)
    }

    /// Takes away pieces, one at a time, for as long as the two still differ about the same move.
    pub fn shrink(&mut self, difference: Difference) -> Difference {
        let subject = match (difference.sides.extra.first(), difference.sides.missing.first()) {
            (Some(extra), _) => Subject::Extra(extra.mv),
            (None, Some(missing)) => Subject::Missing(missing.clone()),
            (None, None) => return difference,
        };
        let mut best = difference;
        loop {
            let setup = best.position.setup();
            let squares: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
            for &square in &squares {
                if let Some(smaller) = self.without(&best.position, square, &subject) {
                    best = smaller;
                }
            }
            if best.position.setup().pieces().count() == squares.len() {
                return best;
            }
        }
    }

    /// The difference without the piece on a square, if it is still the same difference.
    fn without(&mut self, position: &Position, square: Square, subject: &Subject) -> Option<Difference> {
        let rules = position.rules();
        let mut setup = position.setup();
        let piece = setup.squares.get_mut(square.index())?.take()?;
        // References may rightly refuse a game without its royals.
        if rules.role(piece.role).royal {
            return None;
        }
        for (bit, slot) in rules.right_slots.iter().enumerate() {
            if slot.squares.contains(square) {
                setup.rights &= !(1 << bit);
            }
        }
        if setup.marker == Some(square) {
            setup.marker = None;
            setup.marks.clear();
        }
        // By way of the text, which is all that the reference is told.
        let smaller = Position::from_fen(rules, &fen::print(rules, &setup)).ok()?;
        let sides = self.sides(&smaller).ok()?;
        let same = match subject {
            Subject::Missing(text) => sides.missing.contains(text),
            Subject::Extra(mv) => sides.extra.iter().any(|extra| extra.mv == *mv),
        };
        same.then_some(Difference { position: smaller, sides })
    }
}
