//! A position as notation sees it.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::geometry::Square;
use crate::variant::literal;
use crate::variant::{Effect, Move, PlayerId, RoleId, Setup, Variant};

/// A position as notation sees it: what stands where, and the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// What stands where and who moves.
    pub setup: &'a Setup,
    /// All legal moves.
    pub legal: &'a LegalMoves,
}

/// The legal moves of a position, in ascending order, with an index by target.
///
/// The index is made when it is first needed. Where there are thousands of moves, writing all of them would otherwise search
/// all of them for each.
#[derive(Clone, Debug, Default)]
pub struct LegalMoves {
    ascending: Vec<Move>,
    by_target: OnceLock<ByTarget>,
}

/// Lists of moves with the same target. To write a single move an index is made too: a list linked by places is made in one
/// pass, without sorting.
#[derive(Clone, Debug)]
struct ByTarget {
    /// The place of the first move to each square.
    first: Vec<Option<usize>>,
    /// For each move the place of the next one to the same square.
    next: Vec<Option<usize>>,
}

impl LegalMoves {
    /// The moves to a square in ascending order, drops included.
    pub(super) fn onto(&self, to: Square) -> impl Iterator<Item = &Move> {
        let ByTarget { first, next } = self.by_target.get_or_init(|| ByTarget::new(&self.ascending));
        let places = std::iter::successors(first.get(to.index()).copied().flatten(), |&at| next[at]);
        places.map(|at| &self.ascending[at]).filter(|mv| !mv.is_pass())
    }
}

impl ByTarget {
    fn new(moves: &[Move]) -> Self {
        let squares = moves.iter().map(|mv| mv.to.index() + 1).max().unwrap_or(0);
        let (mut first, mut next) = (vec![None; squares], vec![None; moves.len()]);
        for (at, mv) in moves.iter().enumerate().rev() {
            next[at] = first[mv.to.index()].replace(at);
        }
        Self { first, next }
    }
}

impl From<Vec<Move>> for LegalMoves {
    /// From moves in ascending order.
    fn from(ascending: Vec<Move>) -> Self {
        Self { ascending, by_target: OnceLock::new() }
    }
}

impl Deref for LegalMoves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.ascending
    }
}

impl<'a> View<'a> {
    /// Who moves.
    pub fn mover(self) -> PlayerId {
        self.variant.mover(self.setup.turn)
    }

    /// The legal moves from one square to another.
    pub(super) fn between(self, from: Square, to: Square) -> &'a [Move] {
        let start = self.legal.partition_point(|mv| (mv.from, mv.to) < (from, to));
        let rest = &self.legal[start..];
        &rest[..rest.iter().take_while(|mv| (mv.from, mv.to) == (from, to)).count()]
    }

    /// The role of the piece that a move moves.
    pub(super) fn role(self, mv: Move) -> Option<RoleId> {
        self.setup.piece(mv.from).map(|piece| piece.role)
    }

    /// The mover's pieces of a role.
    pub(super) fn own(self, role: RoleId) -> impl Iterator<Item = Square> + 'a {
        let wanted = self.variant.piece(self.mover(), role);
        self.setup.pieces().filter(move |&(_, piece)| piece == wanted).map(|(square, _)| square)
    }

    /// Whether a capture on the move's target would take an opponent's piece.
    pub(super) fn takes_on_target(self, mv: Move) -> bool {
        let mover = self.variant.mover(self.setup.turn);
        let opposes = |piece| self.variant.opposes(self.setup, piece, mover);
        mv.from != mv.to && self.setup.piece(mv.to).is_some_and(opposes)
    }

    /// What the piece that moves becomes by the move's own effects, whether the mover likes it or not.
    pub(super) fn becomes(self, mv: Move) -> Option<RoleId> {
        let movement = self.variant.role(self.role(mv)?).movements.get(mv.movement()?)?;
        movement.effects.iter().rev().find_map(|effect| match effect {
            Effect::Become(role) => Some(*role),
            _ => None,
        })
    }

    /// The square on which a move has the piece that its mover chose enter.
    pub(super) fn entered(self, mv: Move) -> Option<Square> {
        let piece = self.variant.piece(self.mover(), mv.promotion()?);
        let after = literal::apply(self.variant, self.setup, mv).setup;
        let mut entered =
            after.pieces().filter(|&(square, new)| new == piece && self.setup.piece(square) != Some(piece));
        entered.next().map(|(square, _)| square)
    }

    /// The name that SAN writes for a move instead of letter and target, if it has one.
    pub(super) fn name(self, mv: Move) -> Option<u16> {
        self.variant.role(self.role(mv)?).movements.get(mv.movement()?)?.name
    }
}

/// What a move does, as far as SAN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Consequence {
    /// It takes something, on its target or elsewhere.
    pub takes: bool,
    /// An opponent is then in check.
    pub check: bool,
    /// And has no legal move, when the turn is that opponent's.
    pub mate: bool,
}

impl Consequence {
    /// What the move does, found by playing it square by square: exact, for any variant, and slow.
    pub fn literally(variant: &Variant, setup: &Setup, mv: Move) -> Self {
        let mover = variant.mover(setup.turn);
        let applied = literal::apply(variant, setup, mv);
        // The check that counts is an opponent's, whose turn it may not be yet.
        let in_check = |&opponent: &PlayerId| literal::in_check(variant, &applied.setup, opponent);
        let checked: Vec<PlayerId> =
            variant.opponents(&applied.setup, mover).iter().filter(in_check).collect();
        let next = checked.contains(&variant.mover(applied.setup.turn));
        Self {
            takes: applied.taken.iter().any(|&(_, piece)| variant.opposes(setup, piece, mover)),
            check: !checked.is_empty(),
            mate: next && literal::legal_moves(variant, &applied.setup).is_empty(),
        }
    }

    /// What can be said without playing the move: whether it takes, judged by its target and by its own effects, hooks
    /// left out.
    pub fn at_a_glance(variant: &Variant, setup: &Setup, mv: Move) -> Self {
        let effects = mv
            .movement()
            .zip(setup.piece(mv.from))
            .and_then(|(way, piece)| variant.role(piece.role).movements.get(way))
            .is_some_and(|movement| {
                movement.effects.iter().any(|effect| matches!(effect, Effect::TakeMarker | Effect::Take(..)))
            });
        let target = View { variant, setup, legal: &LegalMoves::default() }.takes_on_target(mv);
        Self { takes: target || effects || mv.chain().is_some(), check: false, mate: false }
    }
}
