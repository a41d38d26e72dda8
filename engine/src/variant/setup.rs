//! A setup: anything that a FEN can say about a position, playable or not.

use crate::geometry::{Square, SquareSet};

use super::{Count, Marks, PlayerId, PlayerSet, RoleId};

/// A piece: a role in a player's hands, or in nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose; [`PlayerId::NOBODY`] for a neutral piece.
    pub player: PlayerId,
    /// What.
    pub role: RoleId,
}

impl Piece {
    /// Whether it is nobody's.
    pub fn is_neutral(self) -> bool {
        self.player == PlayerId::NOBODY
    }

    /// Whether it is another player's: in a game of two, the opponent's. Where more play, [`Variant::opposes`] asks who
    /// plays together and who is out.
    ///
    /// [`Variant::opposes`]: super::Variant::opposes
    pub fn opposes(self, player: PlayerId) -> bool {
        self.player != player && !self.is_neutral()
    }
}

/// The state of a game at one moment, square by square. History (repetition) is kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square.
    pub squares: Vec<Option<Piece>>,
    /// Whose turn it is: an index into [`Variant::turns`](super::Variant::turns).
    pub turn: u16,
    /// Who is out of the game; nobody in a game of two.
    pub out: PlayerSet,
    /// The rights that stand: one bit for each of [`Variant::right_slots`](super::Variant::right_slots).
    pub rights: u64,
    /// Squares that nothing has touched since the start position; kept empty unless the variant asks.
    pub undisturbed: SquareSet,
    /// The squares that are marked: by the last move, or by several where [marks gather](super::Variant::gathers_marks).
    pub marks: Marks,
    /// Squares whose piece was promoted; kept empty unless promotions are undone by a mark
    /// ([`Revert::Mark`](super::Revert::Mark)).
    pub promoted: SquareSet,
    /// What the players hold in hand, at `player * roles + role`; empty in a game without hands.
    pub hands: Vec<u16>,
    /// The counters, by [`Variant::counter_slot`](super::Variant::counter_slot).
    pub counters: Vec<i16>,
    /// How many passes have been made in a row.
    pub passes: u16,
    /// Plies since the last progress (capture, or a move of a role that counts as progress).
    pub quiet_plies: u32,
    /// The count towards a draw that runs, in games that [count](super::Ending::counting).
    pub count: Count,
    /// The number of the full move, from 1.
    pub full_moves: u32,
}

impl Setup {
    /// An empty board with the first turn to move and no rights.
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

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// How many pieces of a role a player of a game with so many roles holds in hand.
    pub fn in_hand(&self, roles: usize, player: PlayerId, role: RoleId) -> u16 {
        self.hands.get(player.index() * roles + role.index()).copied().unwrap_or(0)
    }

    /// The squares and pieces of the board.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares.iter().enumerate().filter_map(|(i, piece)| piece.map(|piece| (Square(i as u16), piece)))
    }
}
