//! The orientation of a player's view: a signed permutation of the axes.

use super::{Board, Displacement, Square};

/// A signed permutation of the axes: the player's axis `i` is the board's axis `axes[i].0`, reversed if
/// `axes[i].1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Orientation {
    axes: Vec<(usize, bool)>,
}

impl Orientation {
    /// The view with all axes as on the board.
    pub fn identity(axes: usize) -> Self {
        Self { axes: (0..axes).map(|axis| (axis, false)).collect() }
    }

    /// The view that reverses the axes with these indices; indices out of range are ignored.
    pub fn flipping(axes: usize, flipped: &[usize]) -> Self {
        Self { axes: (0..axes).map(|axis| (axis, flipped.contains(&axis))).collect() }
    }

    /// A signed permutation: for each of the player's axes, the board's axis and whether it is reversed.
    ///
    /// Returns `None` if the axes are not a permutation.
    pub fn new(axes: Vec<(usize, bool)>) -> Option<Self> {
        let mut seen = vec![false; axes.len()];
        for &(axis, _) in &axes {
            let slot = seen.get_mut(axis)?;
            if std::mem::replace(slot, true) {
                return None;
            }
        }
        Some(Self { axes })
    }

    /// Whether the player's axis runs against the board's.
    pub fn flips(&self, axis: usize) -> bool {
        self.axes.get(axis).is_some_and(|&(_, flipped)| flipped)
    }

    /// The board's axis that corresponds to a player's axis.
    pub fn board_axis(&self, axis: usize) -> usize {
        self.axes.get(axis).map_or(axis, |&(axis, _)| axis)
    }

    /// Converts a displacement from the player's view to board coordinates.
    pub fn to_board(&self, own: Displacement) -> Displacement {
        let mut result = Displacement::ZERO;
        for (i, &(axis, flipped)) in self.axes.iter().enumerate() {
            result.0[axis] = if flipped { -own.0[i] } else { own.0[i] };
        }
        result
    }

    /// The coordinates of a square in the player's view, from 0, by axis.
    pub fn own_point(&self, board: &Board, square: Square) -> Vec<u16> {
        let point = board.point(square);
        self.axes
            .iter()
            .map(|&(axis, flipped)| {
                let coordinate = point[axis] as u16;
                if flipped { board.axes()[axis].length - 1 - coordinate } else { coordinate }
            })
            .collect()
    }
}
