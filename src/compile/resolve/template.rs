//! An alternative with its names resolved, but axes, signs, counts and variables still open.

use crate::compile::LegOrigin;
use crate::compile::read::tree::At;
use crate::syntax::ast::Sign;
use crate::variant::{Anchor, CountSet, CounterId, Effect, Mode, Predicate, RightId, RoleId, RoleSet, Test};

/// One alternative of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub mode: Mode,
    pub legs: Vec<Leg>,
    /// The repetition, if the alternative is a chain.
    pub repeat: Option<Repeat>,
    pub effects: Vec<Action>,
    pub variables: Vec<Variable>,
    /// The number of labels.
    pub labels: usize,
    pub at: At,
}

/// The repetition of a chain.
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    pub counts: Vec<Count>,
    /// Whether it must continue as long as possible.
    pub full: bool,
}

/// One leg.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub steps: Vec<Step>,
    pub guards: Vec<Condition>,
    /// `@JumpOver`: the number of hurdles, and the conditions on each.
    pub hurdles: Option<(Vec<Count>, Vec<Condition>)>,
    /// `@Ride`: the number of repetitions.
    pub ride: Option<Vec<Count>>,
    /// The places of its parts.
    pub origin: LegOrigin,
}

/// A variable, its possible values, and the place of its first occurrence.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    /// The largest useful value, if a step limits it.
    pub limit: Option<i64>,
    /// The ranges given by `@Where`; the value lies in all of them.
    pub bounds: Vec<Vec<Count>>,
    pub at: At,
}

/// A distance along an axis.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub axis: AxisChoice,
    pub counts: Vec<Count>,
}

/// The choice of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisChoice {
    Named(usize),
    Some(Option<usize>),
    Rest,
    Set(Option<usize>),
}

/// One of a list of counts.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub sign: Option<Sign>,
    pub amount: Amount,
}

/// A quantity.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// A range of numbers, or one without upper limit.
    Range(i64, Option<i64>),
    Value(Expression),
}

/// A number to compute.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Number(i64),
    Variable(usize),
    Sum(Box<Self>, Box<Self>),
    Difference(Box<Self>, Box<Self>),
    Product(Box<Self>, Box<Self>),
}

impl Expression {
    /// The number, given the variables; `None` on overflow.
    pub fn value(&self, variables: &[i64]) -> Option<i64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Variable(i) => variables.get(*i).copied(),
            Self::Sum(a, b) => a.value(variables)?.checked_add(b.value(variables)?),
            Self::Difference(a, b) => a.value(variables)?.checked_sub(b.value(variables)?),
            Self::Product(a, b) => a.value(variables)?.checked_mul(b.value(variables)?),
        }
    }

    /// Calls `f` with each variable of the expression.
    pub fn variables(&self, f: &mut impl FnMut(usize)) {
        match self {
            Self::Number(_) => {}
            Self::Variable(i) => f(*i),
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => {
                a.variables(f);
                b.variables(f);
            }
        }
    }

    /// The sum of all constants, subtracted ones too: how far a variable may exceed the board's length.
    pub fn constants(&self) -> i64 {
        match self {
            Self::Number(n) => *n,
            Self::Variable(_) => 0,
            Self::Sum(a, b) | Self::Difference(a, b) => a.constants().saturating_add(b.constants()),
            Self::Product(a, b) => a.constants().max(1).saturating_mul(b.constants().max(1)),
        }
    }
}

/// One or several squares.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub anchor: PlaceAnchor,
    pub steps: Vec<Step>,
    pub at: At,
    /// Whether it must be one square.
    pub single: bool,
}

/// The anchor of a place.
#[derive(Clone, Debug)]
pub(crate) enum PlaceAnchor {
    Plain(Anchor),
    Span(Box<Place>, Box<Place>),
    Runs(Box<Runs>),
}

/// `Runs(…)`: along each step from the start, the squares that satisfy `along`, up to one that satisfies `until`.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    pub start: Place,
    pub along: Vec<Condition>,
    pub until: Vec<Condition>,
    pub counts: Vec<Count>,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Holds(Test, Place),
    Same(Place, Place),
    Count(Vec<Count>, Place, Vec<Self>),
    All(Place, Vec<Self>),
    /// All squares of the place are on the board and hold the mover's pieces.
    Row(Place),
    /// Somewhere on the place (the board) this many of the mover's pieces form a straight row, with no more at its ends. Each
    /// satisfies the conditions.
    InRow(Vec<Count>, Place, Vec<Self>),
    Not(Vec<Self>),
    Or(Vec<Vec<Self>>),
    By(u32),
    Right(RightId, Option<Place>),
    /// A condition without places and numbers to resolve.
    Plain(Predicate),
    After(Vec<Self>),
    WithoutDrop(Vec<Self>),
    Can(Vec<Self>),
    /// A condition on a number alone.
    Counts(Vec<Count>, fn(CountSet) -> Predicate),
    InHand(Vec<Count>, RoleSet),
    /// With its place in the file.
    Counter(CounterId, Vec<Count>, At),
    Native(u16, Place),
}

impl Condition {
    /// Whether the move must be made to evaluate it.
    pub fn asks_result(&self) -> bool {
        matches!(
            self,
            Self::After(_) | Self::Plain(Predicate::Checks | Predicate::Mates | Predicate::Takes(_))
        )
    }
}

/// An effect.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Plain(Effect),
    Take(Place, Vec<Condition>),
    Shift(Place, Place),
    Mark(Place),
    Put(RoleId, Place),
    Flip(Place, Vec<Condition>),
    ToHand(Place),
    /// Gains a right (or loses it); with a place, the right of this square.
    Grant(RightId, Option<Place>, bool),
    Drop(Vec<RoleId>, Place),
}
