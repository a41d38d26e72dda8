//! The parts of a picture for programs that move pieces on it: the empty board with the positions of its squares, and each
//! piece.

use std::collections::BTreeMap;

use crate::geometry::Square;
use crate::variant::{BoardStyle, Piece, Setup, Variant};

use super::{Page, Plane, SIDE, draw_labels, ground, hexagons, laid, piece};
use crate::draw::{Glyphs, Picture};

/// A part of a picture, as SVG elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The elements. They refer to shapes by id.
    pub body: String,
    /// The paths of the shapes by id.
    pub shapes: BTreeMap<String, &'static str>,
}

impl From<Page> for Drawn {
    fn from(page: Page) -> Self {
        Self { body: page.body, shapes: page.shapes }
    }
}

/// The position of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The square.
    pub square: Square,
    /// The distance of the piece's centre from the left.
    pub x: usize,
    /// The distance of the piece's centre from the top.
    pub y: usize,
}

/// An empty board with the positions of its squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its width, in user units.
    pub width: usize,
    /// Its height.
    pub height: usize,
    /// The board, with the labels of its columns and rows.
    pub ground: Drawn,
    /// Its squares, in no particular order.
    pub spots: Vec<Spot>,
    /// The corners of every square, relative to the piece's centre.
    pub cell: Vec<(f64, f64)>,
    /// The width and height of a piece's picture.
    pub side: usize,
}

/// The empty board of a variant. Planes of a third axis lie side by side, up to a width of `widest`.
///
/// ```
/// let rules = carn::library::rules("chess").expect("it is shipped");
/// let stage = carn::draw::stage(rules.variant(), 1200);
/// assert_eq!(stage.spots.len(), 64);
/// let (first, last) = (stage.spots[0], stage.spots[63]);
/// assert!(first.x < last.x && first.y > last.y, "the first player sits below");
/// ```
#[must_use]
pub fn stage(variant: &Variant, widest: usize) -> Stage {
    let board = &variant.board;
    let mut page = Page::default();
    if variant.drawing.board == BoardStyle::Hexagons {
        hexagons::ground(&mut page, board);
        let (spots, (width, height)) = hexagons::spots(board);
        let spots = spots.into_iter().map(|(square, (x, y))| Spot { square, x, y }).collect();
        return Stage { width, height, ground: page.into(), spots, cell: hexagons::cell(), side: SIDE };
    }
    let setup = Setup::empty(board.len());
    let picture = Picture::new(variant, &setup, Glyphs::Pictures);
    let (planes, (width, height)) = laid(variant, widest);
    let mut spots = Vec::new();
    for (coordinates, left, top) in &planes {
        let plane = Plane::new(&picture, coordinates);
        page.push(format_args!("<g transform=\"translate({left} {top})\">"));
        ground::draw(&mut page, &plane);
        draw_labels(&mut page, &plane);
        page.push(format_args!("</g>"));
        spots.extend(plane.squares().map(|(square, (x, y))| Spot { square, x: left + x, y: top + y }));
    }
    let half = SIDE as f64 / 2.0;
    let cell = vec![(-half, -half), (half, -half), (half, half), (-half, half)];
    Stage { width, height, ground: page.into(), spots, cell, side: SIDE }
}

/// The picture of a piece, in a box of [`Stage::side`] width and height.
#[must_use]
pub fn drawn(variant: &Variant, piece: Piece, glyphs: Glyphs) -> Drawn {
    let setup = Setup::empty(variant.board.len());
    let mut page = Page::default();
    piece::draw(&mut page, &Picture::new(variant, &setup, glyphs), piece, (SIDE / 2, SIDE / 2));
    page.into()
}
