//! Boards of hexagons: three axes whose coordinates have one sum, drawn with the second axis upright.

use crate::geometry::{Board, Square};

/// Where the squares of such a board lie: in columns by the first axis, and at heights of which a step along the second
/// axis is two. Columns and heights are from 0.
pub struct Layout {
    /// The squares, each with its column and its height.
    pub spots: Vec<(Square, usize, usize)>,
    /// How many columns there are.
    pub columns: usize,
    /// How many heights there are.
    pub heights: usize,
}

impl Layout {
    /// The places of a board's squares. Of a board that is none of hexagons they mean nothing.
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

    /// The square in this column at this height.
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

/// Which of three colours a hexagon has: neighbours differ, and a step across a corner keeps it.
pub fn shade(board: &Board, square: Square) -> usize {
    let point = board.point(square);
    let at = |axis: usize| point.get(axis).copied().map_or(0, i32::from);
    (at(0) - at(1)).rem_euclid(3) as usize
}
