//! One route of one movement, with the squares that places denote on it.

use crate::geometry::{Displacement, Square};
use crate::variant::literal::{Depth, candidates};
use crate::variant::{Anchor, Mode, Place, PlayerId, Predicate, RoleId, Setup, Variant};

use super::Condition;
use super::compiler::{About, Compiler};
use crate::tables::Unsupported;
use crate::tables::runs::Strides;

/// Whether a piece could leave a square of an otherwise empty board.
pub fn mobile(variant: &Variant, player: PlayerId, role: RoleId, square: Square) -> bool {
    let mut alone = Setup::empty(variant.board.len());
    let turn = variant.turns.iter().position(|turn| turn.player == player);
    alone.turn = turn.unwrap_or_default() as u16;
    alone.squares[square.index()] = Some(variant.piece(player, role));
    !candidates(variant, &alone, square, Depth::Alone).is_empty()
}

/// One route of one movement, with all data that a predicate's places can refer to.
pub struct Site<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The moving player.
    pub player: PlayerId,
    /// The moving role.
    pub role: RoleId,
    /// The origin of the move.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The landing of each leg.
    pub landings: &'a [Square],
    /// The mode of the movement.
    pub mode: Mode,
    /// Whether the target is known to be empty, whatever the movement itself requires.
    pub vacant: bool,
    /// Whether the movement captures the marker.
    pub takes_marker: bool,
    /// Whether it has no effects, so that it captures only on its target.
    pub plain: bool,
    /// Whether the piece is dropped.
    pub dropped: bool,
    /// Whether the piece is off the board, as during a chain: its origin is empty for every test.
    pub lifted: bool,
    /// Whether conditions read the position before the move (guards) or the one during effects (filters).
    pub before: bool,
    /// The cache of directions.
    pub strides: &'a Strides,
}

/// The context of a predicate: the ends and path of its leg, and the square of a quantifier.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The leg's origin.
    pub origin: Square,
    /// The leg's landing.
    pub landing: Square,
    /// The squares between them, including stops.
    pub path: &'a [Square],
    /// The square under test.
    pub here: Option<Square>,
}

impl Site<'_> {
    /// Compiles predicates to one condition.
    ///
    /// # Errors
    /// If a predicate is not supported here.
    pub fn conjunction<const W: usize>(
        &self,
        predicates: &[Predicate],
        spot: &Spot<'_>,
    ) -> Result<Condition<W>, Unsupported> {
        self.compiler(spot).conjunction(predicates)
    }

    /// The compiler for conditions of this movement.
    pub fn compiler<'a>(&'a self, spot: &'a Spot<'a>) -> Compiler<'a> {
        Compiler { variant: self.variant, player: self.player, about: About::Route(self, spot) }
    }

    /// The square of a place; the first one if there are several.
    ///
    /// # Errors
    /// If the place depends on the position.
    pub fn square(&self, place: &Place, spot: &Spot<'_>) -> Result<Option<Square>, Unsupported> {
        if let [step] = place.steps[..]
            && let Some(anchor) = self.anchor(&place.anchor, spot)
        {
            return Ok(self.step(anchor, step));
        }
        Ok(self.squares(place, spot)?.into_iter().next())
    }

    fn step(&self, anchor: Square, step: Displacement) -> Option<Square> {
        if step.is_zero() { Some(anchor) } else { self.variant.step(self.player, anchor, step) }
    }

    fn anchor(&self, anchor: &Anchor, spot: &Spot<'_>) -> Option<Square> {
        match anchor {
            Anchor::LegOrigin => Some(spot.origin),
            Anchor::Landing => Some(spot.landing),
            Anchor::From => Some(self.from),
            Anchor::To => Some(self.to),
            _ => None,
        }
    }

    /// The squares of a place that are on the board, without duplicates.
    ///
    /// # Errors
    /// If the place depends on the position.
    pub fn squares(&self, place: &Place, spot: &Spot<'_>) -> Result<Vec<Square>, Unsupported> {
        let one = |anchor: Option<Square>| Ok(self.beside(anchor.as_slice(), place));
        let anchors: Vec<Square> = match &place.anchor {
            Anchor::Here if spot.here.is_none() => {
                return Err(Unsupported("`Here` outside a set of squares"));
            }
            Anchor::Here => return one(spot.here),
            Anchor::Victim => match self.mode {
                Mode::Capture if self.to != self.from => return one(Some(self.to)),
                Mode::Move if !self.takes_marker => return one(None),
                _ => return Err(Unsupported("a captured piece that depends on the position")),
            },
            Anchor::Leg(index) => return one(self.landings.get(usize::from(*index)).copied()),
            Anchor::Path => return Ok(self.beside(spot.path, place)),
            Anchor::Zone(zone) => self.variant.zone(*zone, self.player).iter().collect(),
            Anchor::Runs(_) => return Err(Unsupported("runs of squares")),
            Anchor::Span(a, b) => match (self.square(a, spot)?, self.square(b, spot)?) {
                (Some(a), Some(b)) => self.variant.board.span(a, b).collect(),
                _ => Vec::new(),
            },
            other => return one(self.anchor(other, spot)),
        };
        Ok(self.beside(&anchors, place))
    }

    /// The squares reached from anchors by the steps of a place, without duplicates.
    fn beside(&self, anchors: &[Square], place: &Place) -> Vec<Square> {
        let mut squares = Vec::with_capacity(anchors.len() * place.steps.len());
        for &anchor in anchors {
            for &step in &place.steps {
                match self.step(anchor, step) {
                    Some(square) if place.steps.len() == 1 || !squares.contains(&square) => {
                        squares.push(square)
                    }
                    _ => {}
                }
            }
        }
        squares
    }
}
