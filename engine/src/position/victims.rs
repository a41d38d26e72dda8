//! What a move removes, and whether its piece stays where it stood.

use crate::geometry::Square;
use crate::variant::literal::{self, Applied};
use crate::variant::{Move, Piece, Setup, Variant};

use super::Position;

/// What a move does to the pieces on the board, besides going from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victims {
    /// The pieces that the move removes, of any player, and where they stand: on its target, by its effects, by the hooks
    /// that follow; in the order in which they go. A piece of the mover's that the move sets down again, such as a
    /// castling rook, is not among them.
    pub taken: Vec<(Square, Piece)>,
    /// Where the piece that moves stands afterwards; `None` if the move removes it.
    pub stands: Option<Square>,
}

impl Victims {
    /// What a legal move of a setup does. What any other move would do is not said.
    pub fn of(variant: &Variant, setup: &Setup, mv: Move) -> Self {
        let Applied { setup: after, mut taken, stands, .. } = literal::apply(variant, setup, mv);
        let mover = variant.mover(setup.turn);
        let number = |setup: &Setup, like| setup.pieces().filter(|&(_, piece)| piece == like).count();
        taken.retain(|&(_, piece)| piece.player != mover || number(&after, piece) < number(setup, piece));
        Self { taken, stands }
    }

    /// Whether the piece stays on its square, as one that shoots does.
    pub fn stays(&self, mv: Move) -> bool {
        mv.origin().is_some_and(|from| self.stands == Some(from))
    }

    /// The victims that do not stand on the move's target.
    pub fn elsewhere(&self, mv: Move) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.taken.iter().copied().filter(move |&(square, _)| square != mv.to)
    }
}

impl Position {
    /// What a legal move removes, and where it leaves its piece. What any other move would do is not said.
    ///
    /// ```
    /// # use carn::library;
    /// # use carn::position::{Position, Rules};
    /// let rules = Rules::new(library::variant("chess").unwrap());
    /// let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    /// let position = Position::from_fen(&rules, fen).unwrap();
    /// let passing = carn::notation::read(&position, "exd6", &[]).unwrap();
    /// let victims = position.victims(passing);
    /// assert_eq!(rules.variant().board.name(victims.taken[0].0), "d5");
    /// assert!(!victims.stays(passing));
    /// ```
    pub fn victims(&self, mv: Move) -> Victims {
        Victims::of(self.rules().variant(), &self.setup(), mv)
    }
}
