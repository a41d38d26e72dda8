//! A setup: everything that a FEN can say about a position, legal or not.

use crate::geometry::{Square, SquareSet};

use super::{Count, Marks, PlayerId, PlayerSet, RoleId};

/// A piece: a role and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner; [`PlayerId::NOBODY`] for a neutral piece.
    pub player: PlayerId,
    /// The role.
    pub role: RoleId,
}

impl Piece {
    /// Whether the piece is neutral.
    pub fn is_neutral(self) -> bool {
        self.player == PlayerId::NOBODY
    }

    /// Whether the piece belongs to another player. With more than two players use [`Variant::opposes`],
    /// which knows teams and eliminated players.
    ///
    /// [`Variant::opposes`]: super::Variant::opposes
    pub fn opposes(self, player: PlayerId) -> bool {
        self.player != player && !self.is_neutral()
    }
}

/// The state of a game at one moment, as a mailbox board. The history for repetition is kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The piece on each square.
    pub squares: Vec<Option<Piece>>,
    /// The current entry of the turn order: an index into [`Variant::turns`](super::Variant::turns).
    pub turn: u16,
    /// The eliminated players; empty in a game of two.
    pub out: PlayerSet,
    /// The rights that still exist: one bit for each of
    /// [`Variant::right_slots`](super::Variant::right_slots).
    pub rights: u64,
    /// The squares untouched since the start position; empty unless the variant [tracks
    /// them](super::Variant::tracks_undisturbed).
    pub undisturbed: SquareSet,
    /// The marked squares: marks of the last move, or of [several moves](super::Variant::gathers_marks).
    pub marks: Marks,
    /// The squares of promoted pieces; empty unless promoted pieces are flagged
    /// ([`Revert::Mark`](super::Revert::Mark)).
    pub promoted: SquareSet,
    /// The hands, at `player * roles + role`; empty in a game without hands.
    pub hands: Vec<u16>,
    /// The counters, by [`Variant::counter_slot`](super::Variant::counter_slot).
    pub counters: Vec<i16>,
    /// The number of consecutive passes.
    pub passes: u16,
    /// The number of plies since the last progress: a capture, or a move of a role that counts as progress.
    pub quiet_plies: u32,
    /// The running count, in games with [counting rules](super::Ending::counting).
    pub count: Count,
    /// The number of the full move, from 1.
    pub full_moves: u32,
}

impl Setup {
    /// An empty board, the first player to move, no rights.
    pub fn empty(squares: usize) -> Self {
        Self {
            squares: vec![None; squares],
            turn: 0,
            out: PlayerSet::default(),
            rights: 0,
            undisturbed: SquareSet::new(squares),
            marks: Marks::default(),
            promoted: SquareSet::new(squares),
            hands: Vec::new(),
            counters: Vec::new(),
            passes: 0,
            quiet_plies: 0,
            count: Count::default(),
            full_moves: 1,
        }
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// The number of pieces of a role in a player's hand. `roles` is the number of roles of the game.
    pub fn in_hand(&self, roles: usize, player: PlayerId, role: RoleId) -> u16 {
        self.hands.get(player.index() * roles + role.index()).copied().unwrap_or(0)
    }

    /// All pieces on the board with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares.iter().enumerate().filter_map(|(i, piece)| piece.map(|piece| (Square(i as u16), piece)))
    }
}
