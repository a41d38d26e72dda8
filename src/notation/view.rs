//! A position as notation sees it.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::geometry::Square;
use crate::variant::literal;
use crate::variant::{Effect, Move, Movement, PlayerId, RoleId, Setup, Variant};

/// A position for notation: its pieces and its legal moves.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The pieces and the player to move.
    pub setup: &'a Setup,
    /// All legal moves.
    pub legal: &'a LegalMoves,
}

/// The legal moves of a position, in ascending order, with an index by target.
///
/// The index is built on first use, and so are the paths of chains. Without them, writing a list of moves would take time
/// quadratic in its length.
#[derive(Clone, Debug, Default)]
pub struct LegalMoves {
    ascending: Vec<Move>,
    by_target: OnceLock<ByTarget>,
    chains: OnceLock<Vec<ChainPath>>,
}

/// One path of a legal chain.
#[derive(Clone, Debug)]
pub(super) struct ChainPath {
    pub from: Square,
    pub to: Square,
    /// The chain's number, as in [`Move::chained`].
    pub number: u16,
    /// All landings, target last.
    pub landings: Vec<Square>,
}

/// Linked lists of moves with the same target. They are built in one pass without sorting, because writing a single move builds
/// the index too.
#[derive(Clone, Debug)]
struct ByTarget {
    /// The position in the list of the first move to each square.
    first: Vec<Option<usize>>,
    /// For each move, the position of the next move to the same square.
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
        Self { ascending, ..Self::default() }
    }
}

impl Deref for LegalMoves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.ascending
    }
}

impl<'a> View<'a> {
    /// The player to move.
    pub fn mover(self) -> PlayerId {
        self.variant.mover(self.setup.turn)
    }

    /// The legal moves from one square to another.
    pub(super) fn between(self, from: Square, to: Square) -> &'a [Move] {
        let start = self.legal.partition_point(|mv| (mv.from, mv.to) < (from, to));
        let rest = &self.legal[start..];
        &rest[..rest.iter().take_while(|mv| (mv.from, mv.to) == (from, to)).count()]
    }

    /// The legal moves from a square.
    pub(super) fn leaving(self, from: Square) -> &'a [Move] {
        let start = self.legal.partition_point(|mv| mv.from < from);
        let rest = &self.legal[start..];
        &rest[..rest.partition_point(|mv| mv.from == from)]
    }

    /// The paths of the legal chains from one square to another, by the number of the chain; of one chain, the path with the
    /// smallest landings comes first.
    pub(super) fn chain_paths(self, from: Square, to: Square) -> &'a [ChainPath] {
        let all = self.legal.chains.get_or_init(|| self.every_chain_path());
        let start = all.partition_point(|path| (path.from, path.to) < (from, to));
        let rest = &all[start..];
        &rest[..rest.partition_point(|path| (path.from, path.to) == (from, to))]
    }

    fn every_chain_path(self) -> Vec<ChainPath> {
        let mut origins: Vec<Square> =
            self.legal.iter().filter(|mv| mv.chain().is_some()).map(|mv| mv.from).collect();
        origins.dedup();
        let paths = origins.into_iter().flat_map(|from| {
            let all = literal::chain_paths(self.variant, self.setup, from).into_iter();
            all.filter_map(move |(number, landings)| {
                let to = *landings.last()?;
                let legal = self.between(from, to).iter().any(|mv| mv.chain() == Some(number));
                legal.then_some(ChainPath { from, to, number, landings })
            })
        });
        paths.collect()
    }

    /// The landings of a legal chain, its target last; `None` if the move is not a chain.
    pub fn landings(self, mv: Move) -> Option<&'a [Square]> {
        let number = mv.chain()?;
        let paths = self.chain_paths(mv.from, mv.to);
        let path = paths.get(paths.partition_point(|path| path.number < number))?;
        (path.number == number).then_some(&path.landings)
    }

    /// The role of the moving piece.
    pub(super) fn role(self, mv: Move) -> Option<RoleId> {
        self.setup.piece(mv.from).map(|piece| piece.role)
    }

    /// The mover's pieces of a role.
    pub(super) fn own(self, role: RoleId) -> impl Iterator<Item = Square> + 'a {
        let wanted = self.variant.piece(self.mover(), role);
        self.setup.pieces().filter(move |&(_, piece)| piece == wanted).map(|(square, _)| square)
    }

    /// Whether the target holds a piece of an opponent.
    pub(super) fn takes_on_target(self, mv: Move) -> bool {
        let mover = self.variant.mover(self.setup.turn);
        let opposes = |piece| self.variant.opposes(self.setup, piece, mover);
        mv.from != mv.to && self.setup.piece(mv.to).is_some_and(opposes)
    }

    /// The role that the moving piece gets by the move's own effects, chosen or not.
    pub(super) fn becomes(self, mv: Move) -> Option<RoleId> {
        self.movement(mv)?.effects.iter().rev().find_map(|effect| match effect {
            Effect::Become(role) => Some(*role),
            _ => None,
        })
    }

    /// The square on which the chosen piece enters with a move.
    pub(super) fn entered(self, mv: Move) -> Option<Square> {
        let piece = self.variant.piece(self.mover(), mv.promotion()?);
        let after = literal::apply(self.variant, self.setup, mv).setup;
        let mut entered =
            after.pieces().filter(|&(square, new)| new == piece && self.setup.piece(square) != Some(piece));
        entered.next().map(|(square, _)| square)
    }

    /// The movement whose effects a move has.
    pub(super) fn movement(self, mv: Move) -> Option<&'a Movement> {
        self.variant.role(self.role(mv)?).movements.get(mv.movement()?)
    }

    /// The index of the name that SAN writes for a move, if it has one.
    pub(super) fn name(self, mv: Move) -> Option<u16> {
        self.movement(mv)?.name
    }
}

/// The consequences of a move that SAN writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Consequence {
    /// It captures, on its target or elsewhere.
    pub takes: bool,
    /// An opponent is then in check.
    pub check: bool,
    /// And has no legal move. Set if that opponent is to move.
    pub mate: bool,
}

impl Consequence {
    /// The consequences of a move, by making it with the literal evaluator: exact for any variant, but slow.
    pub fn literally(variant: &Variant, setup: &Setup, mv: Move) -> Self {
        let mover = variant.mover(setup.turn);
        let applied = literal::apply(variant, setup, mv);
        // The check is on an opponent, who may not be the next to move.
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

    /// The consequences known without making the move: whether it captures, by its target and its own effects, without hooks.
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
