//! What happens with a move besides displacement and capture on the target, places resolved to squares.

use crate::bits::Bits;
use crate::variant::{Anchor, CounterId, Effect, Place, Predicate, RightId};

use super::Unsupported;
use super::condition::filters::Named;
use super::condition::site::{Site, Spot};
use super::condition::squares::SquareExpr;
use super::condition::{Condition, Owner, Pieces};
use super::memory::Memory;

/// What happens besides displacement and capture on the target, with places resolved to squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<const W: usize> {
    /// Removes what stands on each of these squares, where the condition holds at that moment.
    Take(Vec<(u16, Condition<W>)>),
    /// Removes what stands on the squares of the first set as the position before the move has it, where the second has
    /// them as the board is then. In a box, for few acts are so large, and movements are many.
    TakeAll(Box<(SquareExpr<W>, SquareExpr<W>)>),
    /// What stands on these squares, as the board is then, changes sides.
    Flip(SquareExpr<W>),
    /// Moves what stands on the first square to the second.
    Shift(u16, u16),
    /// Marks squares.
    Mark(Vec<u16>),
    /// Removes the marker.
    TakeMarker,
    /// The opponents' marks stay for the rest of the turn.
    KeepMarks,
    /// The moved piece becomes the role chosen.
    Promote,
    /// The moved piece becomes this role.
    Become(u8),
    /// A piece of the mover's appears.
    Put(u8, Vec<u16>),
    /// What stands on these squares goes to the mover's hand.
    ToHand(Vec<u16>),
    /// The chosen piece comes from the hand.
    Drop(u16),
    /// A number in the memory changes by so much.
    Add(usize, i16),
    /// A number in the memory becomes this.
    Set(usize, i16),
    /// A number in the memory becomes what the second is.
    Copy(usize, usize),
    /// Rights are gained (`true`) or lost, once everything else is done.
    Grant(u64, bool),
    /// The player moves once more.
    Again,
}

impl<const W: usize> Act<W> {
    /// Removes what stands on each of these squares: at once, if only what stands there decides it and the same does for all
    /// of which it is not known.
    fn together(taken: Vec<(u16, Condition<W>)>) -> Self {
        let (mut squares, mut known, mut asked) = (Bits::EMPTY, Bits::EMPTY, None);
        for (square, filter) in &taken {
            let single = Bits::single(usize::from(*square));
            let anywhere = |pieces: &Pieces<W>| SquareExpr::Pieces(Pieces { on: Bits::FULL, ..*pieces });
            let set = match filter {
                Condition::Constant(_) => None,
                Condition::Has(pieces) if pieces.on == single && pieces.owner == Owner::Anyone => {
                    Some(anywhere(pieces))
                }
                Condition::Lacks(pieces) if pieces.on == single && pieces.owner == Owner::Anyone => {
                    Some(anywhere(pieces).negated())
                }
                _ => return Self::Take(taken),
            };
            match (set, &asked) {
                (None, _) if *filter == Condition::Constant(false) => continue,
                (None, _) => known |= single,
                (set, None) => asked = set,
                (set, other) if set != *other => return Self::Take(taken),
                _ => {}
            }
            squares |= single;
        }
        match asked {
            Some(asked) if taken.len() > 1 => Self::TakeAll(Box::new((
                SquareExpr::Fixed(squares),
                SquareExpr::One(vec![SquareExpr::Fixed(known), asked]),
            ))),
            _ => Self::Take(taken),
        }
    }

    /// Whether no piece comes, goes or changes by it.
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

    /// Squares whose pieces it may remove; all of them, if it may do more to the board than that.
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

    /// How many squares and conditions it names.
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

/// An effect with its places resolved to squares; `None` if it never does anything.
pub fn act<const W: usize>(
    site: &Site<'_>,
    effect: &Effect,
    spot: &Spot<'_>,
) -> Result<Option<Act<W>>, Unsupported> {
    let indices = |place: &Place| match place.anchor {
        // An effect asks about no square, and so names none by it.
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
            // What is asked of squares around each square is one question of a set, and not one of each.
            let around = filter.iter().any(|one| matches!(one, Predicate::Count(..) | Predicate::All(..)));
            if around && let Ok(filter) = after.compiler(spot).filter(filter, Named::Here) {
                let squares = site.squares(place, spot)?.into_iter();
                let squares = squares.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()));
                return Ok(Some(Act::TakeAll(Box::new((SquareExpr::Fixed(squares), filter)))));
            }
            let squares = site.squares(place, spot)?;
            let mut taken = Vec::with_capacity(squares.len());
            for here in squares {
                taken.push((here.0, after.conjunction(filter, &Spot { here: Some(here), ..*spot })?));
            }
            Act::together(taken)
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
        Effect::Native(_) => return Err(Unsupported("an effect without a form")),
    }))
}

/// Where the mover's value of a counter is remembered.
fn lane(site: &Site<'_>, counter: CounterId) -> usize {
    Memory::new(site.variant).counter(site.variant.counter_slot(counter, site.player))
}

/// The bits of a right of the mover's, or of that of one square, whoever has it.
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
