//! Pictures of a position: boards of any number of axes, drawn in letters or as SVG.

mod sides;
mod svg;
mod text;

use carn::geometry::{Board, Square};
use carn::variant::{Piece, Setup, Variant};
use clap::ValueEnum;

pub use svg::svg;
pub use text::text;

/// Which characters stand for the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Glyphs {
    /// The letters of the FEN
    #[default]
    Letters,
    /// The rule file's glyphs, such as ♔
    Unicode,
    /// The first character of the rule file's Chinese names
    Chinese,
}

/// What is to be seen on a square besides what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The piece asked about stands here.
    Origin,
    /// It can move here.
    Target,
    /// It can move here and takes something.
    Capture,
}

/// What is drawn.
pub struct Picture<'a> {
    /// The rules: board, and how pieces look.
    pub variant: &'a Variant,
    /// What stands where.
    pub setup: &'a Setup,
    /// How pieces look.
    pub glyphs: Glyphs,
    /// Marks, by square; squares beyond its end have none.
    pub marks: Vec<Option<Mark>>,
}

impl<'a> Picture<'a> {
    /// The position without marks.
    pub fn new(variant: &'a Variant, setup: &'a Setup, glyphs: Glyphs) -> Self {
        Self { variant, setup, glyphs, marks: vec![None; variant.board.len()] }
    }

    /// Marks a square, in place of what mark it had.
    pub fn mark(&mut self, square: Square, mark: Mark) {
        if let Some(slot) = self.marks.get_mut(square.index()) {
            *slot = Some(mark);
        }
    }

    fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.get(square.index()).copied().flatten()
    }

    /// What is drawn for a piece. Where the rule file has nothing of the kind wanted, the letter.
    fn glyph(&self, piece: Piece) -> String {
        let role = self.variant.role(piece.role);
        let own = match self.glyphs {
            Glyphs::Letters => None,
            Glyphs::Unicode => role.glyphs.get(piece.player.index()).map(char::to_string),
            Glyphs::Chinese => role
                .names
                .iter()
                .find(|name| name.language == "zh" || name.language.starts_with("zh-"))
                .and_then(|name| name.names.get(piece.player.index())?.first())
                .and_then(|name| name.chars().next())
                .map(String::from),
        };
        own.unwrap_or_else(|| letter(self.variant, piece))
    }
}

/// The letter of a piece as the FEN has it: upper case for the first player, lower case for the others.
pub fn letter(variant: &Variant, piece: Piece) -> String {
    let letter = variant.role(piece.role).letter;
    if piece.player.index() == 0 { letter.to_string() } else { letter.to_lowercase().collect() }
}

/// The planes of a board: for each, the coordinates on the axes after the second. The third axis runs fastest.
fn planes(board: &Board) -> Vec<Vec<i16>> {
    let mut planes = vec![Vec::new()];
    for axis in board.axes().iter().skip(2).rev() {
        let more = |rest: &Vec<i16>| -> Vec<Vec<i16>> {
            (0..axis.length as i16).map(|first| [&[first], rest.as_slice()].concat()).collect()
        };
        planes = planes.iter().flat_map(more).collect();
    }
    planes
}

/// What a plane is called: `Level A, W 2`; nothing on a board of one plane.
fn title(board: &Board, plane: &[i16]) -> String {
    let axes = board.axes().iter().skip(2).zip(plane);
    let names: Vec<_> = axes.map(|(axis, &at)| format!("{} {}", axis.name, axis.label(at as u16))).collect();
    names.join(", ")
}

/// The square in this column and row (from 0) of a plane. A board of one axis is a single row.
fn square(board: &Board, plane: &[i16], column: u16, row: u16) -> Option<Square> {
    let mut point = vec![column as i16];
    if board.axes().len() > 1 {
        point.push(row as i16);
        point.extend_from_slice(plane);
    }
    board.at(&point)
}

/// How many rows a plane has.
fn rows(board: &Board) -> u16 {
    board.axes().get(1).map_or(1, |axis| axis.length)
}
