//! The core that runs any rules by their literal meaning. Slow, and right by definition.

use std::sync::Arc;

use crate::geometry::Square;
use crate::variant::{Move, Piece, PlayerId, Setup, Variant, literal};

use super::Keys;

/// What this core needs computed once. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    variant: Arc<Variant>,
    keys: Arc<Keys>,
}

impl Tables {
    pub(super) fn new(variant: &Arc<Variant>) -> Self {
        Self { variant: variant.clone(), keys: Arc::new(Keys::new(variant)) }
    }

    pub(super) fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
}

/// A board with its hash.
#[derive(Clone, Debug)]
pub(super) struct LiteralCore {
    tables: Tables,
    setup: Setup,
    /// The hash without the marks.
    unmarked: u64,
}

impl LiteralCore {
    pub(super) fn new(tables: &Tables, setup: &Setup) -> Self {
        Self { tables: tables.clone(), setup: setup.clone(), unmarked: tables.keys.unmarked(setup) }
    }

    fn variant(&self) -> &Variant {
        &self.tables.variant
    }

    pub(super) fn setup(&self) -> Setup {
        self.setup.clone()
    }

    pub(super) fn turn(&self) -> u16 {
        self.setup.turn
    }

    pub(super) fn piece(&self, square: Square) -> Option<Piece> {
        self.setup.piece(square)
    }

    pub(super) fn quiet_plies(&self) -> u32 {
        self.setup.quiet_plies
    }

    pub(super) fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.extend(literal::legal_moves(self.variant(), &self.setup));
    }

    pub(super) fn captures_into(&self, moves: &mut Vec<Move>) {
        let mover = self.variant().mover(self.setup.turn);
        let mut legal = literal::legal_moves(self.variant(), &self.setup);
        legal.retain(|&m| {
            let taken = literal::apply(self.variant(), &self.setup, m).taken;
            taken.iter().any(|(_, piece)| piece.player != mover)
        });
        moves.extend(legal);
    }

    pub(super) fn has_legal_move(&self) -> bool {
        let squares = self.variant().board.squares();
        squares
            .into_iter()
            .any(|from| !literal::legal_moves_from(self.variant(), &self.setup, from).is_empty())
    }

    pub(super) fn is_legal(&self, m: Move) -> bool {
        literal::is_legal(self.variant(), &self.setup, m)
    }

    pub(super) fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        moves.extend(literal::legal_moves_from(self.variant(), &self.setup, from));
    }

    pub(super) fn in_check(&self, player: PlayerId) -> bool {
        literal::in_check(self.variant(), &self.setup, player)
    }

    pub(super) fn play(&mut self, m: Move) {
        let applied = literal::apply(&self.tables.variant, &self.setup, m);
        let (keys, before, after) = (&self.tables.keys, &self.setup, &applied.setup);
        let mut hash = self.unmarked ^ keys.turn(before.turn) ^ keys.turn(after.turn);
        for &square in &applied.touched {
            for piece in [before.piece(square), after.piece(square)].into_iter().flatten() {
                hash ^= keys.piece(piece, square);
            }
        }
        hash ^= keys.rights(before.rights ^ after.rights);
        if before.undisturbed != after.undisturbed {
            hash ^= keys.undisturbed(&before.undisturbed) ^ keys.undisturbed(&after.undisturbed);
        }
        self.unmarked = hash;
        self.setup = applied.setup;
    }

    pub(super) fn hash(&self) -> u64 {
        self.unmarked ^ self.tables.keys.marks(&self.setup.marks, self.setup.marker)
    }

    /// The hash of what counts for repetition: marks only if some legal move depends on them.
    pub(super) fn repetition_hash(&self) -> u64 {
        if self.setup.marks.is_empty() {
            return self.unmarked;
        }
        let mut unmarked = self.setup.clone();
        unmarked.marks.clear();
        unmarked.marker = None;
        let legal = |setup: &Setup| literal::legal_moves(self.variant(), setup);
        if legal(&self.setup) == legal(&unmarked) { self.unmarked } else { self.hash() }
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        literal::perft(self.variant(), &self.setup, depth)
    }
}
