//! Our rules against a reference, along one line of play that both are told from its start: what each says of where it
//! leads, and a perft narrowed down to one position.

use carn::compile::Part;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::reference::{Error, Reference};
use carn::variant::Move;

use super::spelling::{Sides, Spelled, is_pass, sides};
use super::state::{Ends, Field, Mismatch, ends, mismatch};

/// What we are compared with, and how often it was.
pub struct Contest {
    /// The other side.
    pub reference: Box<dyn Reference>,
    /// How many positions have been compared so far.
    pub positions: u64,
    /// Whether FENs are left alone: engines write what no rule asks for, and count otherwise.
    pub moves_only: bool,
    /// Whether it counts how long there has been no progress and which move it is, before that ends a game.
    pub counters: bool,
    /// Parts of positions that are not compared: the reference is known to see them otherwise.
    pub aside: Vec<Part>,
    /// Our moves in the words of the reference.
    pub spelled: fn(&Position) -> Vec<Spelled>,
}

/// A line of play: where it starts, and each move with its name in the reference's words.
#[derive(Clone)]
pub struct Line {
    /// The start, without moves.
    pub start: Position,
    /// The start as both sides are told it.
    pub fen: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// Their names.
    pub texts: Vec<String>,
}

/// Both sides' opinions of one position.
pub struct Look {
    /// The legal moves.
    pub sides: Sides,
    /// The first part of the position in which they differ.
    pub mismatch: Option<Mismatch>,
    /// Whether the game is over, if they differ about that.
    pub ends: Option<Ends>,
    /// Whether the game is over for both.
    pub over: bool,
}

/// A position in which the two differ.
pub struct Difference {
    /// How it came about.
    pub line: Line,
    /// The position at its end, the moves behind it.
    pub position: Position,
    /// The opinions.
    pub look: Look,
}

/// What a difference is about: making it smaller must not slip to another.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Missing(String),
    Extra(String),
    Field(Field),
    Ends(Ends),
}

impl Line {
    /// A line without moves.
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
    /// Whether the two say the same.
    pub fn agrees(&self) -> bool {
        self.sides.agree() && self.mismatch.is_none() && self.ends.is_none()
    }

    /// What the difference is about, if there is one: moves before the rest, as they are plainest.
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
    /// The first difference in a random game of moves that both sides have; no more than so many positions are looked at,
    /// and `tell` is told before each how many have been compared.
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

    /// What both say of a position, which the reference is told as where it came from and how.
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

    /// The position to which a wrong perft goes back: the moves are counted one by one on both sides, and the first
    /// that differs is followed. `None` if, looked at closely, the two agree.
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

    /// Whether, by other rules, the same line leads to the same difference. `None` if those rules cannot play it.
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
