//! Winning rows: each player's progress, updated incrementally.

use crate::geometry::Square;
use crate::variant::{PlayerId, Variant};

/// The score of a row by its number of missing squares, beginning with one. A row with a piece of another
/// owner scores nothing.
const NEAR: [i32; 4] = [220, 60, 18, 4];

/// The rows of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// The player and length of each row.
    rows: Vec<(PlayerId, u8)>,
    /// By square: the rows through it.
    through: Vec<Vec<u32>>,
}

impl Rows {
    /// Indexes the rows by square.
    pub fn new(variant: &Variant, found: &[(PlayerId, Vec<Square>)]) -> Self {
        let mut all = Self { rows: Vec::new(), through: vec![Vec::new(); variant.board.len()] };
        for (player, squares) in found {
            let index = all.rows.len() as u32;
            all.rows.push((*player, squares.len().min(usize::from(u8::MAX)) as u8));
            squares.iter().for_each(|square| all.through[square.index()].push(index));
        }
        all
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// By row: the number of the player's pieces, and of all others. By player: the score.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    counts: Vec<[u8; 2]>,
    sums: [i32; 8],
}

impl Progress {
    /// The progress on an empty board.
    pub fn new(rows: &Rows) -> Self {
        Self { counts: vec![[0; 2]; rows.rows.len()], sums: [0; 8] }
    }

    /// The score of a player's rows.
    pub fn sum(&self, player: PlayerId) -> i32 {
        self.sums.get(player.index()).copied().unwrap_or(0)
    }

    /// Updates the rows for a piece, perhaps neutral, that comes or leaves.
    pub fn change(&mut self, rows: &Rows, square: Square, owner: PlayerId, comes: bool) {
        for &index in &rows.through[square.index()] {
            let (player, length) = rows.rows[index as usize];
            let counts = &mut self.counts[index as usize];
            let before = worth(*counts, length);
            let count = &mut counts[usize::from(owner != player)];
            *count = if comes { count.saturating_add(1) } else { count.saturating_sub(1) };
            let change = worth(*counts, length) - before;
            if let Some(sum) = self.sums.get_mut(player.index()) {
                *sum += change;
            }
        }
    }
}

fn worth([own, others]: [u8; 2], length: u8) -> i32 {
    if others > 0 || own == 0 {
        return 0;
    }
    NEAR.get(usize::from(length.saturating_sub(own).saturating_sub(1))).copied().unwrap_or(1)
}
