//! The pieces that a move removes, and where its own piece ends.

use crate::geometry::Square;
use crate::variant::literal::{self, Applied};
use crate::variant::{Move, Piece, Setup, Variant};

use super::Position;

/// The captures of a move, and the final square of its piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victims {
    /// The removed pieces of all players with their squares, in order of removal: on the target, by effects,
    /// by hooks. A piece of the mover that the move puts back, such as a castling rook, is not included.
    pub taken: Vec<(Square, Piece)>,
    /// The final square of the moving piece; `None` if the move removes it.
    pub stands: Option<Square>,
}

impl Victims {
    /// The result of a legal move in a setup; meaningless for any other move.
    pub fn of(variant: &Variant, setup: &Setup, mv: Move) -> Self {
        Self::after(variant, setup, literal::apply(variant, setup, mv))
    }

    /// The same for each of some moves. In the order of a list of legal moves, this is faster than one by one where pieces have
    /// many chains.
    pub fn of_each<'a>(
        variant: &'a Variant,
        setup: &'a Setup,
        moves: &'a [Move],
    ) -> impl Iterator<Item = Self> + 'a {
        let applied = literal::apply_each(variant, setup, moves.iter().copied());
        applied.map(|applied| Self::after(variant, setup, applied))
    }

    fn after(variant: &Variant, setup: &Setup, applied: Applied) -> Self {
        let Applied { setup: after, mut taken, stands, .. } = applied;
        let mover = variant.mover(setup.turn);
        let number = |setup: &Setup, like| setup.pieces().filter(|&(_, piece)| piece == like).count();
        taken.retain(|&(_, piece)| piece.player != mover || number(&after, piece) < number(setup, piece));
        Self { taken, stands }
    }

    /// Whether the piece stays on its square, as one that captures by shooting does.
    pub fn stays(&self, mv: Move) -> bool {
        mv.origin().is_some_and(|from| self.stands == Some(from))
    }

    /// The removed pieces that were not on the target.
    pub fn elsewhere(&self, mv: Move) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.taken.iter().copied().filter(move |&(square, _)| square != mv.to)
    }
}

impl Position {
    /// The pieces that a legal move removes, and the final square of its piece; meaningless for any other
    /// move.
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
