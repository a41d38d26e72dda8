//! Square expressions: a place is a set per reference square, a filter is a mask.

use std::sync::Arc;

use crate::bits::Bits;
use crate::variant::CountSet;

use super::{Condition, Owner, Pieces};
use crate::tables::runs::{Runs, Stride};

/// A set of squares for each square of the board.
pub type Table<const W: usize> = Arc<[Bits<W>]>;

/// An expression for a set of squares.
#[derive(Clone, Debug, PartialEq)]
pub enum SquareExpr<const W: usize> {
    /// A constant set.
    Fixed(Bits<W>),
    /// The empty squares.
    Empty,
    /// The squares of some pieces.
    Pieces(Pieces<W>),
    /// The marked squares.
    Marked,
    /// The undisturbed squares.
    Unmoved,
    /// A place relative to the move's origin.
    From(Table<W>),
    /// A place relative to the move's target.
    To(Table<W>),
    /// The squares whose place meets a set. The table has, for each square of the set, all squares whose
    /// place has it.
    Near(Table<W>, Box<SquareExpr<W>>),
    /// The squares from which one step leads into a set.
    Next(Arc<Stride>, Box<SquareExpr<W>>),
    /// The squares whose place has an allowed number of squares in a set. The table has the place of each
    /// square.
    Counted(CountSet, Table<W>, Box<SquareExpr<W>>),
    /// The squares of runs that start in a set.
    Along(Box<(Runs<W>, SquareExpr<W>)>),
    /// The squares from which some run meets a set.
    Beside(Box<(Runs<W>, SquareExpr<W>)>),
    /// The squares whose runs have an allowed number of squares in a set.
    Numbered(CountSet, Box<(Runs<W>, SquareExpr<W>)>),
    /// The squares whose piece the other player could capture.
    Attacked,
    /// All squares if the condition holds, otherwise none.
    Whether(Box<Condition<W>>),
    /// The complement.
    Not(Box<SquareExpr<W>>),
    /// The intersection.
    All(Vec<SquareExpr<W>>),
    /// The union.
    One(Vec<SquareExpr<W>>),
}

impl<const W: usize> SquareExpr<W> {
    /// The empty set.
    pub const NONE: Self = Self::Fixed(Bits::EMPTY);
    /// The full set.
    pub const EVERY: Self = Self::Fixed(Bits::FULL);
    /// The squares of all pieces.
    pub const OCCUPIED: Self = Self::Pieces(Pieces::of(Owner::Anyone));

    /// The simplified intersection.
    pub fn all(parts: Vec<Self>) -> Self {
        let (mut fixed, mut pieces): (_, Option<Pieces<W>>) = (Bits::FULL, None);
        let mut rest = Vec::new();
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::All(inner) => inner,
            other => vec![other],
        });
        for part in flat {
            match part {
                Self::Fixed(squares) => fixed &= squares,
                Self::Pieces(other) => match pieces.map_or(Some(other), |known| known.both(other)) {
                    None => return Self::NONE,
                    both => pieces = both,
                },
                other => rest.push(other),
            }
        }
        if fixed.is_empty() || rest.is_empty() && pieces.is_none() {
            return Self::Fixed(fixed);
        }
        // Cheap and selective expressions come first.
        match pieces {
            Some(pieces) => rest.insert(0, Self::Pieces(Pieces { on: pieces.on & fixed, ..pieces })),
            None if fixed != Bits::FULL => rest.insert(0, Self::Fixed(fixed)),
            None => {}
        }
        if rest.len() == 1 { rest.swap_remove(0) } else { Self::All(rest) }
    }

    /// The simplified complement.
    pub fn negated(self) -> Self {
        match self {
            Self::Fixed(squares) => Self::Fixed(!squares),
            Self::Empty => Self::OCCUPIED,
            Self::Pieces(pieces) if pieces.is_any() && pieces.on == Bits::FULL => Self::Empty,
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Whether some condition in it satisfies a test.
    pub(super) fn has(&self, test: &impl Fn(&Condition<W>) -> bool) -> bool {
        match self {
            Self::Whether(condition) => condition.has(test),
            _ => self.any_part(|part| part.has(test)),
        }
    }

    /// The number of its expressions and conditions.
    pub fn size(&self) -> usize {
        let mut size = 1;
        match self {
            Self::Whether(condition) => size += condition.size(),
            _ => {
                self.any_part(|part| {
                    size += part.size();
                    false
                });
            }
        }
        size
    }

    /// Whether one of its direct parts satisfies a test.
    fn any_part(&self, mut test: impl FnMut(&Self) -> bool) -> bool {
        match self {
            Self::Near(_, inner) | Self::Next(_, inner) | Self::Counted(_, _, inner) | Self::Not(inner) => {
                test(inner)
            }
            Self::Along(inner) | Self::Beside(inner) | Self::Numbered(_, inner) => {
                test(&inner.0.along) || test(&inner.0.until) || test(&inner.1)
            }
            Self::All(parts) | Self::One(parts) => parts.iter().any(test),
            _ => false,
        }
    }

    pub(super) fn is_impartial(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty => true,
            Self::Pieces(pieces) => pieces.owner == Owner::Anyone,
            Self::Not(_) | Self::All(_) | Self::One(_) => !self.any_part(|part| !part.is_impartial()),
            _ => false,
        }
    }

    /// Whether it, or some part of it, satisfies a test.
    pub fn holds_part(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self) || self.any_part(|part| part.holds_part(test))
    }

    /// Whether each of its squares holds a piece in every position.
    pub fn is_of_pieces(&self) -> bool {
        match self {
            Self::Pieces(_) => true,
            Self::All(parts) => parts.iter().any(Self::is_of_pieces),
            _ => false,
        }
    }

    /// Whether membership of a square depends only on its own piece and whether it is undisturbed.
    pub(super) fn is_square_by_square(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty | Self::Pieces(_) | Self::Unmoved => true,
            Self::Not(_) | Self::All(_) | Self::One(_) => !self.any_part(|part| !part.is_square_by_square()),
            _ => false,
        }
    }

    /// Its squares, if they depend on roles only; `is` returns the squares of pieces of some roles (as bits).
    pub fn of_roles(&self, is: &impl Fn(u64) -> Bits<W>) -> Option<Bits<W>> {
        match self {
            Self::Fixed(squares) => Some(*squares),
            Self::Pieces(Pieces { owner: Owner::Anyone, roles, on }) => Some(is(*roles) & *on),
            Self::Not(inner) => inner.of_roles(is).map(|squares| !squares),
            Self::All(parts) => parts.iter().try_fold(Bits::FULL, |all, part| Some(all & part.of_roles(is)?)),
            Self::One(parts) => {
                parts.iter().try_fold(Bits::EMPTY, |all, part| Some(all | part.of_roles(is)?))
            }
            _ => None,
        }
    }

    /// A superset that holds in every position.
    pub fn bound(&self) -> Bits<W> {
        match self {
            Self::Fixed(squares) => *squares,
            Self::Pieces(pieces) => pieces.on,
            Self::Near(table, inner) => {
                let near = inner.bound().indices().map_while(|square| table.get(square));
                near.fold(Bits::EMPTY, |all, squares| all | *squares)
            }
            Self::Next(stride, inner) => stride.before(inner.bound()),
            Self::Along(inner) => inner.0.bound(inner.1.bound()),
            Self::All(parts) => parts.iter().fold(Bits::FULL, |all, part| all & part.bound()),
            Self::One(parts) => parts.iter().fold(Bits::EMPTY, |all, part| all | part.bound()),
            _ => Bits::FULL,
        }
    }
}
