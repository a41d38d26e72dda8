//! Effects of moves, with places resolved to squares.

use crate::bits::Bits;
use crate::variant::{Anchor, CounterId, Effect, Place, RightId};

use super::Unsupported;
use super::condition::Condition;
use super::condition::filters::Named;
use super::condition::site::{Site, Spot};
use super::condition::squares::SquareExpr;
use super::memory::Memory;

/// An effect of a move besides the displacement and the capture on its target, with places resolved to
/// squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<const W: usize> {
    /// Removes the piece on each of these squares if the condition holds at that moment.
    Take(Vec<(u16, Condition<W>)>),
    /// Removes the pieces in both sets: the first is evaluated before the move, the second at that moment.
    /// Boxed, because it is large and rare while movements are many.
    TakeAll(Box<(SquareExpr<W>, SquareExpr<W>)>),
    /// Changes the owner of the pieces on these squares, evaluated at that moment.
    Flip(SquareExpr<W>),
    /// Moves the piece on the first square to the second.
    Shift(u16, u16),
    /// Marks squares.
    Mark(Vec<u16>),
    /// Removes the marker.
    TakeMarker,
    /// Keeps the opponents' marks for the rest of the turn.
    KeepMarks,
    /// Promotes the moved piece to the chosen role.
    Promote,
    /// Changes the role of the moved piece.
    Become(u8),
    /// Puts pieces of the mover on these squares.
    Put(u8, Vec<u16>),
    /// Moves the pieces on these squares to the mover's hand.
    ToHand(Vec<u16>),
    /// Drops the chosen piece.
    Drop(u16),
    /// Adds to a lane of the memory.
    Add(usize, i16),
    /// Sets a lane of the memory.
    Set(usize, i16),
    /// Copies the second lane of the memory to the first.
    Copy(usize, usize),
    /// Grants (`true`) or removes rights, after all other effects.
    Grant(u64, bool),
    /// Gives the player another move.
    Again,
}

impl<const W: usize> Act<W> {
    /// Whether it leaves all pieces as they are.
    pub fn keeps_board(&self) -> bool {
        matches!(
            self,
            Self::Mark(_)
                | Self::KeepMarks
                | Self::Add(..)
                | Self::Set(..)
                | Self::Copy(..)
                | Self::Grant(..)
                | Self::Again
        )
    }

    /// A superset of the squares whose pieces it may remove; all squares if it may change the board
    /// otherwise.
    pub fn removes_from(&self) -> Bits<W> {
        match self {
            Self::Take(taken) => {
                taken.iter().fold(Bits::EMPTY, |all, (square, _)| all | Bits::single(usize::from(*square)))
            }
            Self::TakeAll(taken) => taken.0.bound() & taken.1.bound(),
            act if act.keeps_board() => Bits::EMPTY,
            _ => Bits::FULL,
        }
    }

    /// The number of its squares and conditions.
    pub fn conditions(&self) -> usize {
        match self {
            Self::Take(squares) => squares.iter().map(|(_, filter)| filter.size()).sum(),
            Self::TakeAll(taken) => taken.0.size() + taken.1.size(),
            Self::Flip(squares) => squares.size(),
            Self::Mark(squares) | Self::Put(_, squares) | Self::ToHand(squares) => squares.len(),
            _ => 1,
        }
    }
}

/// Resolves the places of an effect; `None` if it never does anything.
pub fn act<const W: usize>(
    site: &Site<'_>,
    effect: &Effect,
    spot: &Spot<'_>,
) -> Result<Option<Act<W>>, Unsupported> {
    let indices = |place: &Place| match place.anchor {
        // Outside a quantifier, `Here` is no square.
        Anchor::Here if spot.here.is_none() => Ok(Vec::new()),
        _ => Ok(site.squares(place, spot)?.into_iter().map(|square| square.0).collect()),
    };
    Ok(Some(match effect {
        Effect::Take(place, filter) if matches!(place.anchor, Anchor::Runs(_)) => {
            let after = Site { before: false, ..*site };
            let filter = after.compiler(spot).filter(filter, Named::Here)?;
            Act::TakeAll(Box::new((site.compiler(spot).place(place)?, filter)))
        }
        Effect::Flip(place, filter) => {
            let after = Site { before: false, ..*site };
            let compiler = after.compiler(spot);
            Act::Flip(SquareExpr::all(vec![compiler.place(place)?, compiler.filter(filter, Named::Here)?]))
        }
        Effect::Take(place, filter) => {
            let after = Site { before: false, ..*site };
            let squares = site.squares(place, spot)?;
            // Conditions are evaluated once as a set, not square by square; a chain reads single squares.
            if squares.len() > 1
                && !filter.is_empty()
                && !site.lifted
                && let Ok(filter) = after.compiler(spot).filter(filter, Named::Here)
            {
                let all = squares.iter().fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()));
                return Ok(Some(Act::TakeAll(Box::new((SquareExpr::Fixed(all), filter)))));
            }
            let mut taken = Vec::with_capacity(squares.len());
            for here in squares {
                taken.push((here.0, after.conjunction(filter, &Spot { here: Some(here), ..*spot })?));
            }
            Act::Take(taken)
        }
        Effect::Shift(a, b) => match (site.square(a, spot)?, site.square(b, spot)?) {
            (Some(a), Some(b)) if a != b => Act::Shift(a.0, b.0),
            _ => return Ok(None),
        },
        Effect::Mark(place) => Act::Mark(indices(place)?),
        Effect::TakeMarker => Act::TakeMarker,
        Effect::KeepMarks => Act::KeepMarks,
        Effect::Promote(_) => Act::Promote,
        Effect::Become(role) => Act::Become(role.0),
        Effect::Put(role, place) => Act::Put(role.0, indices(place)?),
        Effect::ToHand(place) => Act::ToHand(indices(place)?),
        Effect::Drop(_, place) => match site.square(place, spot)? {
            Some(square) => Act::Drop(square.0),
            None => return Ok(None),
        },
        Effect::Add(counter, by) => Act::Add(lane(site, *counter), *by),
        Effect::Set(counter, to) => Act::Set(lane(site, *counter), *to),
        Effect::Copy(counter, other) => Act::Copy(lane(site, *counter), lane(site, *other)),
        Effect::Gain(right, place) => Act::Grant(slots(site, *right, place.as_ref(), spot)?, true),
        Effect::Lose(right, place) => Act::Grant(slots(site, *right, place.as_ref(), spot)?, false),
        Effect::Again => Act::Again,
        Effect::Native(_) => return Err(Unsupported("a native effect")),
    }))
}

/// The lane of the mover's value of a counter.
fn lane(site: &Site<'_>, counter: CounterId) -> usize {
    Memory::new(site.variant).counter(site.variant.counter_slot(counter, site.player))
}

/// The bits of a right of the mover, or of the right of one square, of any owner.
fn slots(
    site: &Site<'_>,
    right: RightId,
    place: Option<&Place>,
    spot: &Spot<'_>,
) -> Result<u64, Unsupported> {
    let square = match place {
        Some(place) => Some(site.square(place, spot)?),
        None => None,
    };
    let slots = site.variant.right_slots.iter().enumerate().take(64);
    let meant = slots.filter(|(_, slot)| {
        slot.right == right
            && match square {
                Some(square) => square.is_some() && slot.square == square,
                None => slot.player == site.player,
            }
    });
    Ok(meant.fold(0, |mask, (bit, _)| mask | 1 << bit))
}
