//! Zobrist keys: a fixed random number for everything that tells two positions apart.
//!
//! Method: A. L. Zobrist, *A New Hashing Method with Application for Game Playing* (1970). The numbers come from
//! SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014) with a fixed seed, so that hashes are the same in every run.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Piece, Setup, Variant};

const SEED: u64 = 0x6361_726e_2d6b_6579;

/// What the numbers are for; each kind has a stretch of the sequence of its own.
#[derive(Clone, Copy)]
enum Kind {
    Piece = 1,
    Turn,
    Right,
    Undisturbed,
    Mark,
    Marker,
}

/// The keys of one variant.
#[derive(Clone, Debug)]
pub struct Keys {
    squares: usize,
    roles: usize,
    pieces: Vec<u64>,
}

/// The `n`th number of the sequence of a kind.
fn number(kind: Kind, n: u64) -> u64 {
    let mut z = SEED
        .wrapping_add((kind as u64) << 40)
        .wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn each(kind: Kind, set: &SquareSet) -> u64 {
    set.iter().fold(0, |hash, square| hash ^ number(kind, u64::from(square.0)))
}

impl Keys {
    /// The keys for a variant's pieces and squares.
    pub fn new(variant: &Variant) -> Self {
        let (squares, roles) = (variant.board.len(), variant.roles.len());
        let count = squares * roles * variant.players.len();
        Self { squares, roles, pieces: (0..count as u64).map(|n| number(Kind::Piece, n)).collect() }
    }

    /// A piece on a square; 0 for one that the variant does not have.
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        let index = (piece.player.index() * self.roles + piece.role.index()) * self.squares + square.index();
        self.pieces.get(index).copied().unwrap_or(0)
    }

    /// The turn with this index; the first is 0.
    pub fn turn(&self, turn: u16) -> u64 {
        if turn == 0 { 0 } else { number(Kind::Turn, u64::from(turn)) }
    }

    /// All the rights that stand.
    pub fn rights(&self, rights: u64) -> u64 {
        (0..64).filter(|bit| rights >> bit & 1 == 1).fold(0, |hash, bit| hash ^ number(Kind::Right, bit))
    }

    /// The undisturbed squares.
    pub fn undisturbed(&self, squares: &SquareSet) -> u64 {
        each(Kind::Undisturbed, squares)
    }

    /// The marks and where the marker stands.
    pub fn marks(&self, marks: &SquareSet, marker: Option<Square>) -> u64 {
        let marker = marker.filter(|_| !marks.is_empty());
        each(Kind::Mark, marks) ^ marker.map_or(0, |square| number(Kind::Marker, u64::from(square.0)))
    }

    /// Board, turn, rights and undisturbed squares, without the marks.
    pub fn unmarked(&self, setup: &Setup) -> u64 {
        let board = setup.pieces().fold(0, |hash, (square, piece)| hash ^ self.piece(piece, square));
        board ^ self.turn(setup.turn) ^ self.rights(setup.rights) ^ self.undisturbed(&setup.undisturbed)
    }

    /// The hash of a whole setup; its counters do not matter.
    pub fn hash(&self, setup: &Setup) -> u64 {
        self.unmarked(setup) ^ self.marks(&setup.marks, setup.marker)
    }
}
