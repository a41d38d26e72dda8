//! Pictures of a position: the visible contents of a board with any number of axes, and SVG.

mod example;
pub mod hexagons;
mod svg;

use std::collections::BTreeSet;

use crate::geometry::{Board, Square, SquareSet};
use crate::prose::Language;
use crate::variant::{Piece, PlayerId, RoleId, Setup, Variant, ZoneLook, ZoneMark, fen};

pub use example::{Effort, Example, example, on_empty_board};
pub use svg::{Drawn, Spot, Stage, drawn, stage, svg};

/// The symbols of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Glyphs {
    /// The letters of the FEN
    #[default]
    Letters,
    /// The rule file's glyphs, such as ♔
    Unicode,
    /// One Chinese character, from the rule file's pictures or names
    Chinese,
    /// The rule file's pictures; in a terminal, its character pictures and glyphs
    Pictures,
    /// Two Chinese characters for pieces with a name of two
    Full,
}

/// A highlight of a square. A square may have several marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The piece in question is here.
    Origin,
    /// It can move here.
    Target,
    /// The piece can move here and capture.
    Capture,
    /// A move of the piece captures here without landing here.
    Victim,
    /// The last move began here.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// The last move captured here without landing here.
    Taken,
    /// The royal piece here is in check.
    Check,
    /// The square belongs to the zone in question.
    Zone,
}

impl Mark {
    /// All marks, with their form and meaning in a terminal.
    const LEGEND: [(Self, &'static str, &'static str, &'static str); 9] = [
        (Self::Origin, "[ ]", "the piece", "棋子"),
        (Self::Target, "*", "where it can go", "可走到的格"),
        (Self::Capture, "( )", "what it can take there", "在该处可吃的子"),
        (Self::Victim, "{ }", "what it can take from elsewhere", "从别处可吃的子"),
        (Self::LastFrom, "<.>", "where the last move began", "上一着的起点"),
        (Self::LastTo, "< >", "where it ended", "上一着的落点"),
        (Self::Taken, "x", "where it took something", "上一着吃子之处"),
        (Self::Check, "! !", "in check", "被将军"),
        (Self::Zone, ": :", "the zone", "该区域"),
    ];

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A position to draw.
pub struct Picture<'a> {
    /// The rules: the board, and the looks of pieces.
    pub variant: &'a Variant,
    /// The pieces on their squares.
    pub setup: &'a Setup,
    /// The glyphs for pieces.
    pub glyphs: Glyphs,
    /// The marks of each square, as a bit set.
    marks: Vec<u16>,
}

impl<'a> Picture<'a> {
    /// A picture without marks.
    pub fn new(variant: &'a Variant, setup: &'a Setup, glyphs: Glyphs) -> Self {
        Self { variant, setup, glyphs, marks: vec![0; variant.board.len()] }
    }

    /// The pieces in each player's hand, in the order of the rule file.
    pub fn hands(&self) -> Vec<(PlayerId, Vec<(Piece, u16)>)> {
        let roles = self.variant.roles.len();
        let held = |player| {
            let all = (0..roles).map(|role| Piece { player, role: RoleId(role as u8) });
            let counted = all.map(|piece| (piece, self.setup.in_hand(roles, player, piece.role)));
            counted.filter(|&(_, count)| count > 0).collect()
        };
        let players = (0..self.variant.players.len()).map(|i| PlayerId(i as u8));
        players.map(|player| (player, held(player))).collect()
    }

    /// Adds a mark to a square.
    pub fn mark(&mut self, square: Square, mark: Mark) {
        if let Some(marks) = self.marks.get_mut(square.index()) {
            *marks |= mark.bit();
        }
    }

    /// Whether a square has a mark.
    pub fn has(&self, square: Square, mark: Mark) -> bool {
        self.marks.get(square.index()).is_some_and(|marks| marks & mark.bit() != 0)
    }

    /// The form and meaning of the marks that occur, for a terminal. The piece in question is explained by the surrounding
    /// text, so only other marks are listed.
    pub fn legend(&self, language: Language) -> Option<String> {
        let all = self.marks.iter().fold(0, |all, marks| all | marks);
        let shown: Vec<String> = Mark::LEGEND
            .iter()
            .filter(|(mark, ..)| all & mark.bit() != 0)
            .map(|(_, look, english, chinese)| format!("{look} {}", language.pick(english, chinese)))
            .collect();
        (!shown.is_empty()).then(|| shown.join("   "))
    }

    /// The first name of a piece in a language, for its player.
    fn name_in(&self, piece: Piece, language: &str) -> Option<&str> {
        let role = self.variant.role(piece.role);
        let player = if piece.is_neutral() { 0 } else { piece.player.index() };
        let of = |tag: &str| {
            tag.strip_prefix(language).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let local = role.names.iter().find(|local| of(&local.language))?;
        local.names.get(player)?.first().map(String::as_str)
    }

    /// A piece's name with this number of Chinese characters.
    fn name_of(&self, piece: Piece, characters: usize) -> Option<&str> {
        let role = self.variant.role(piece.role);
        let player = if piece.is_neutral() { 0 } else { piece.player.index() };
        let spellings = role.names.iter().filter_map(|local| local.names.get(player)).flatten();
        spellings.map(String::as_str).find(|name| !name.is_ascii() && name.chars().count() == characters)
    }

    /// The shortest name of a piece in one or two Chinese characters.
    fn written(&self, piece: Piece) -> Option<&str> {
        self.name_of(piece, 1).or_else(|| self.name_of(piece, 2))
    }

    /// The inscription of a piece. If the rule file has none of the wanted kind, its letter as in a FEN.
    pub fn glyph(&self, piece: Piece) -> String {
        let role = self.variant.role(piece.role);
        // A neutral piece looks the same for everyone.
        let player = if piece.is_neutral() { 0 } else { piece.player.index() };
        let unicode = || role.glyphs.get(player).map(char::to_string);
        // Names are often the same for both players; pictures distinguish them without colour.
        let picture = || {
            let picture = self.variant.drawing.picture(piece.role, piece.player)?;
            (picture.chars().count() == 1).then(|| picture.to_owned())
        };
        let named = || self.name_in(piece, "zh")?.chars().next().map(String::from);
        let chinese = || {
            let own = picture().filter(|picture| !picture.is_ascii()).or_else(named);
            own.or_else(|| self.written(piece).map(str::to_owned))
        };
        let own = match self.glyphs {
            Glyphs::Letters => None,
            Glyphs::Unicode => unicode(),
            Glyphs::Chinese => chinese(),
            Glyphs::Full => self.name_of(piece, 2).map(str::to_owned).or_else(chinese),
            Glyphs::Pictures => picture().or_else(unicode),
        };
        own.unwrap_or_else(|| fen::symbol(self.variant, piece))
    }
}

/// The planes of a board: for each, its coordinates on the axes after the second. The third axis varies fastest.
pub fn planes(board: &Board) -> Vec<Vec<i16>> {
    let mut planes = vec![Vec::new()];
    for axis in board.written_axes().iter().skip(2).rev() {
        let more = |rest: &Vec<i16>| -> Vec<Vec<i16>> {
            (0..axis.length as i16).map(|first| [&[first], rest.as_slice()].concat()).collect()
        };
        planes = planes.iter().flat_map(more).collect();
    }
    planes
}

/// The title of a plane: `Level A, W 2`; empty on a board with one plane.
pub fn title(board: &Board, plane: &[i16]) -> String {
    let axes = board.written_axes().iter().skip(2).zip(plane);
    let names: Vec<_> = axes.map(|(axis, &at)| format!("{} {}", axis.name, axis.label(at as u16))).collect();
    names.join(", ")
}

/// The square at this column and row (from 0) of a plane. A board with one axis is a single row.
pub fn square(board: &Board, plane: &[i16], column: u16, row: u16) -> Option<Square> {
    let mut point = vec![column as i16];
    if board.written_axes().len() > 1 {
        point.push(row as i16);
        point.extend_from_slice(plane);
    }
    board.at_written(&point)
}

/// The label beside the board for a coordinate of a written axis.
pub fn label(variant: &Variant, axis: usize, index: u16) -> String {
    let labels = variant.drawing.labels.get(axis).and_then(|labels| labels.get(usize::from(index)));
    labels.cloned().unwrap_or_else(|| variant.board.sign(axis, index))
}

/// The lines between adjacent points of a plane: by column and row, those to the right and those upward.
#[derive(Default)]
pub struct Grid {
    right: BTreeSet<(u16, u16)>,
    up: BTreeSet<(u16, u16)>,
}

impl Grid {
    /// The lines of the rule file, or else those between neighbours. A river interrupts the vertical lines, except at the
    /// board's edges.
    pub fn new(variant: &Variant, plane: &[i16]) -> Self {
        let board = &variant.board;
        let (columns, rows) = (board.written_axes()[0].length, rows(board));
        let mut grid = Self::default();
        for (from, to) in
            variant.drawing.lines.iter().flat_map(|line| line.windows(2).map(|two| (two[0], two[1])))
        {
            let [a, b] = [from, to].map(|square| board.written(square));
            let at = |point: &[i16], axis: usize| point.get(axis).map_or(0, |&at| at as u16);
            let ([x, y], [end_x, end_y]) = ([at(a, 0), at(a, 1)], [at(b, 0), at(b, 1)]);
            if y == end_y {
                grid.right.extend((x.min(end_x)..x.max(end_x)).map(|x| (x, y)));
            } else if x == end_x {
                grid.up.extend((y.min(end_y)..y.max(end_y)).map(|y| (x, y)));
            }
        }
        if !variant.drawing.lines.is_empty() {
            return grid;
        }
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let Some(here) = square(board, plane, column, row) else { continue };
            if column + 1 < columns && square(board, plane, column + 1, row).is_some() {
                grid.right.insert((column, row));
            }
            let edge = column == 0 || column + 1 == columns;
            let above = (row + 1 < rows).then(|| square(board, plane, column, row + 1)).flatten();
            if above.is_some_and(|above| edge || !river_between(variant, here, above)) {
                grid.up.insert((column, row));
            }
        }
        grid
    }

    /// Whether lines lead from a point to the right, and upward.
    pub fn from(&self, column: u16, row: u16) -> [bool; 2] {
        [self.right.contains(&(column, row)), self.up.contains(&(column, row))]
    }

    /// Whether lines reach a point from the left, right, below and above.
    pub fn around(&self, column: u16, row: u16) -> [bool; 4] {
        let [right, up] = self.from(column, row);
        let left = column > 0 && self.right.contains(&(column - 1, row));
        let down = row > 0 && self.up.contains(&(column, row - 1));
        [left, right, down, up]
    }
}

/// The number of rows of a plane.
pub fn rows(board: &Board) -> u16 {
    board.written_axes().get(1).map_or(1, |axis| axis.length)
}

/// The zone marks of the rule file with this look, with the zone's squares for each player.
pub fn looks(variant: &Variant, look: ZoneLook) -> impl Iterator<Item = (&ZoneMark, &SquareSet)> {
    variant.drawing.marks.iter().filter(move |mark| mark.look == look).flat_map(|mark| {
        let zone = variant.zones.get(usize::from(mark.zone.0));
        zone.into_iter().flat_map(|zone| &zone.squares).map(move |squares| (mark, squares))
    })
}

/// Whether a river separates two squares: exactly one of them lies in the zone behind it.
pub fn river_between(variant: &Variant, a: Square, b: Square) -> bool {
    looks(variant, ZoneLook::River).any(|(_, squares)| squares.contains(a) != squares.contains(b))
}

/// The rows (from 0) below a river that spans a plane, with its text.
pub fn river(variant: &Variant, plane: &[i16]) -> Vec<(u16, String)> {
    let board = &variant.board;
    let columns = board.written_axes()[0].length;
    let mut rivers = Vec::new();
    for row in 1..rows(board) {
        let crossed = |column| {
            let pair = square(board, plane, column, row - 1).zip(square(board, plane, column, row));
            pair.is_some_and(|(below, above)| river_between(variant, below, above))
        };
        if (0..columns).all(crossed) {
            let mut texts = looks(variant, ZoneLook::River).map(|(mark, _)| mark.text.clone());
            rivers.push((row - 1, texts.find(|text| !text.is_empty()).unwrap_or_default()));
        }
    }
    rivers
}

/// The boxes with diagonals, in columns and rows of a plane: left, bottom, right, top.
pub fn crossed_boxes(variant: &Variant, plane: &[i16]) -> Vec<[u16; 4]> {
    let board = &variant.board;
    let mut boxes = Vec::new();
    for (_, squares) in looks(variant, ZoneLook::Diagonals) {
        let mut found: Option<[u16; 4]> = None;
        for row in 0..rows(board) {
            for column in 0..board.written_axes()[0].length {
                if square(board, plane, column, row).is_some_and(|at| squares.contains(at)) {
                    let [l, b, r, t] = found.unwrap_or([column, row, column, row]);
                    found = Some([l.min(column), b.min(row), r.max(column), t.max(row)]);
                }
            }
        }
        boxes.extend(found);
    }
    boxes
}
