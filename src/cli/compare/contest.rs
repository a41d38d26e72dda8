//! Compares our rules with a reference along one line of play, of which both know the start; and narrows a wrong perft down to
//! one position.

use carn::compile::Part;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::reference::{Error, Reference};
use carn::variant::Move;

use super::spelling::{Sides, Spelled, is_pass, sides};
use super::state::{Ends, Field, Mismatch, ends, mismatch};

/// A reference and the options of the comparison.
pub struct Contest {
    /// The other side.
    pub reference: Box<dyn Reference>,
    /// The number of positions compared so far.
    pub positions: u64,
    /// Whether to compare only moves, not FENs: engines write additional fields and count differently.
    pub moves_only: bool,
    /// Whether to compare the quiet plies and the move number before they end a game.
    pub counters: bool,
    /// Parts of positions that are not compared, since the reference is known to differ.
    pub aside: Vec<Part>,
    /// Our moves with their names in the reference.
    pub spelled: fn(&Position) -> Vec<Spelled>,
}

/// A line of play: its start, and each move with its name in the reference.
#[derive(Clone)]
pub struct Line {
    /// The start, without moves.
    pub start: Position,
    /// The start, as given to both sides.
    pub fen: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// Their names.
    pub texts: Vec<String>,
}

/// The statements of both sides about one position.
pub struct Look {
    /// The legal moves.
    pub sides: Sides,
    /// The first part of the position that differs.
    pub mismatch: Option<Mismatch>,
    /// The two results, if they differ.
    pub ends: Option<Ends>,
    /// Whether the game is over for both.
    pub over: bool,
}

/// A position in which the two sides differ.
pub struct Difference {
    /// The line of play to it.
    pub line: Line,
    /// The position at its end, with its history.
    pub position: Position,
    /// The comparison at its end.
    pub look: Look,
}

/// The subject of a difference. It must stay the same while the difference is shrunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Missing(String),
    Extra(String),
    Field(Field),
    Ends(Ends),
}

impl Line {
    /// An empty line from this start.
    pub fn new(start: Position) -> Self {
        Self { fen: start.fen(), start, moves: Vec::new(), texts: Vec::new() }
    }

    /// Adds a move.
    pub fn push(&mut self, mv: Move, text: String) {
        self.moves.push(mv);
        self.texts.push(text);
    }
}

impl Look {
    /// Whether both sides agree.
    pub fn agrees(&self) -> bool {
        self.sides.agree() && self.mismatch.is_none() && self.ends.is_none()
    }

    /// The subject of the difference, if there is one. Differences in moves come first, as the clearest.
    pub fn subject(&self) -> Option<Subject> {
        if let Some(extra) = self.sides.extra.first() {
            return Some(Subject::Extra(extra.name()));
        }
        if let Some(missing) = self.sides.missing.first() {
            return Some(Subject::Missing(missing.clone()));
        }
        if let Some(mismatch) = &self.mismatch {
            return Some(Subject::Field(mismatch.field));
        }
        self.ends.map(Subject::Ends)
    }

    /// Whether this difference is among them.
    pub fn has(&self, subject: &Subject) -> bool {
        match subject {
            Subject::Missing(text) => self.sides.missing.contains(text),
            Subject::Extra(text) => self.sides.extra.iter().any(|extra| extra.name() == *text),
            Subject::Field(field) => self.mismatch.as_ref().is_some_and(|found| found.field == *field),
            Subject::Ends(ends) => self.ends.as_ref() == Some(ends),
        }
    }
}

impl Contest {
    /// The first difference in a random game of moves that both sides have. At most the given number of positions are compared;
    /// `tell` is called before each with the number so far.
    pub fn random_game(
        &mut self,
        start: &Position,
        looks: u32,
        random: &mut Random,
        mut tell: impl FnMut(u64),
    ) -> Result<Option<Difference>, Error> {
        let mut position = start.clone();
        let mut line = Line::new(start.clone());
        for _ in 0..looks {
            tell(self.positions);
            let look = self.look(&position, &line.fen, &line.texts)?;
            if !look.agrees() {
                return Ok(Some(Difference { line, position, look }));
            }
            if look.over {
                break;
            }
            let Some((mv, text)) = random.choose(&look.sides.common) else { break };
            position.play_unchecked(*mv);
            line.push(*mv, text.clone());
        }
        Ok(None)
    }

    /// Compares both sides in a position. The reference receives it as start and moves.
    pub fn look(&mut self, position: &Position, fen: &str, texts: &[String]) -> Result<Look, Error> {
        self.positions += 1;
        let mut seen = self.reference.observe(fen, texts)?;
        let mismatch = if self.moves_only { None } else { mismatch(position, &seen, &self.aside) };
        let counter = |found: &Mismatch| matches!(found.field, Field::Quiet | Field::Number);
        let mismatch = mismatch.filter(|found| self.counters || !counter(found));
        let known = |ends: &Ends| ends.part().is_some_and(|part| self.aside.contains(&part));
        let ends = ends(position, &seen).filter(|ends| !known(ends));
        let over = ends.is_none() && matches!(seen.standing, carn::reference::Standing::Over(..));
        let mut sides = sides((self.spelled)(position), std::mem::take(&mut seen.moves));
        if self.aside.contains(&Part::Passes) {
            sides.missing.retain(|text| !is_pass(&position.rules().variant().board, text));
            sides.extra.retain(|extra| !extra.mv.is_pass());
        }
        Ok(Look { sides, mismatch, ends, over })
    }

    /// Finds the position behind a wrong perft: moves are counted one by one on both sides, and the first different one is
    /// followed. `None` if the sides agree at the level of moves.
    pub fn narrow(&mut self, start: &Position, depth: u32) -> Result<Option<Difference>, Error> {
        let mut position = start.clone();
        let mut line = Line::new(start.clone());
        for left in (1..=depth).rev() {
            let look = self.look(&position, &line.fen, &line.texts)?;
            if !look.agrees() {
                return Ok(Some(Difference { line, position, look }));
            }
            if left == 1 {
                break;
            }
            let theirs = self.reference.divide_after(&line.fen, &line.texts, left)?;
            let wrong = look.sides.common.into_iter().find(|(mv, text)| {
                let mut after = position.clone();
                after.play_unchecked(*mv);
                let ours = after.perft(left - 1);
                theirs.iter().any(|(name, nodes)| name == text && *nodes != ours)
            });
            let Some((mv, text)) = wrong else { break };
            position.play_unchecked(mv);
            line.push(mv, text);
        }
        Ok(None)
    }

    /// Whether the same line leads to the same difference under other rules. `None` if those rules cannot play it.
    pub fn persists(&mut self, rules: &Rules, line: &Line, subject: &Subject) -> Option<bool> {
        let mut position = Position::from_fen(rules, &line.fen).ok()?;
        for (done, text) in line.texts.iter().enumerate() {
            let look = self.look(&position, &line.fen, &line.texts[..done]).ok()?;
            let (mv, _) = look.sides.common.into_iter().find(|(_, name)| name == text)?;
            position.play_unchecked(mv);
        }
        let look = self.look(&position, &line.fen, &line.texts).ok()?;
        Some(look.has(subject))
    }
}
