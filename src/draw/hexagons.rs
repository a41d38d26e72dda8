//! Boards of hexagons: three axes whose coordinates have a constant sum, drawn with the second axis upright.

use crate::geometry::{Board, Square};

/// The positions of the squares of such a board. Columns follow the first axis. A step along the second axis is two units of
/// height. Both count from 0.
pub struct Layout {
    /// The squares, each with its column and height.
    pub spots: Vec<(Square, usize, usize)>,
    /// The number of columns.
    pub columns: usize,
    /// The number of heights.
    pub heights: usize,
}

impl Layout {
    /// The positions of a board's squares. They have no meaning for other boards.
    pub fn new(board: &Board) -> Self {
        let height = |square: Square| {
            let point = board.point(square);
            let at = |axis: usize| point.get(axis).copied().map_or(0, i32::from);
            at(1) - at(2)
        };
        let lowest = board.squares().map(height).min().unwrap_or(0);
        let left = board.squares().map(|square| board.point(square)[0]).min().unwrap_or(0);
        let spots: Vec<_> = board
            .squares()
            .map(|square| {
                let column = (board.point(square)[0] - left) as usize;
                (square, column, (height(square) - lowest) as usize)
            })
            .collect();
        let columns = spots.iter().map(|&(_, column, _)| column + 1).max().unwrap_or(0);
        let heights = spots.iter().map(|&(.., height)| height + 1).max().unwrap_or(0);
        Self { spots, columns, heights }
    }

    /// The square at this column and height.
    pub fn at(&self, column: usize, height: usize) -> Option<Square> {
        let spot = self.spots.iter().find(|&&(_, c, h)| (c, h) == (column, height))?;
        Some(spot.0)
    }

    /// The lowest square of a column.
    pub fn foot(&self, column: usize) -> Option<Square> {
        let in_column = self.spots.iter().filter(|spot| spot.1 == column);
        in_column.min_by_key(|spot| spot.2).map(|spot| spot.0)
    }
}

/// The index of a hexagon's colour, of three. Neighbours differ; a step across a corner keeps the colour.
pub fn shade(board: &Board, square: Square) -> usize {
    let point = board.point(square);
    let at = |axis: usize| point.get(axis).copied().map_or(0, i32::from);
    (at(0) - at(1)).rem_euclid(3) as usize
}
