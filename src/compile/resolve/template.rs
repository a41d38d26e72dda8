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
    /// How often the legs are gone, if they are a chain's.
    pub repeat: Option<Repeat>,
    pub effects: Vec<Action>,
    pub variables: Vec<Variable>,
    /// How many labels there are.
    pub labels: usize,
    pub at: At,
}

/// How a chain goes on.
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    pub counts: Vec<Count>,
    /// Whether it must go on as long as it can.
    pub full: bool,
}

/// One leg.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub steps: Vec<Step>,
    pub guards: Vec<Condition>,
    /// `@JumpOver`: how many, and what each of them is.
    pub hurdles: Option<(Vec<Count>, Vec<Condition>)>,
    /// `@Ride`: how often.
    pub ride: Option<Vec<Count>>,
    /// Where all this was written.
    pub origin: LegOrigin,
}

/// A variable, the numbers it may be, and where it was first written.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    /// The largest number worth trying, if some step bounds it.
    pub limit: Option<i64>,
    /// What `@Where` says: it lies in each of these.
    pub bounds: Vec<Vec<Count>>,
    pub at: At,
}

/// How far along which axis.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub axis: AxisChoice,
    pub counts: Vec<Count>,
}

/// Which axis.
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

/// How many.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// From the first number to the second, or without end.
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

    /// Calls `f` with each variable and the sum of the constants beside it.
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

    /// The sum of all constants that are subtracted or added: how much farther than the board's length a variable may go.
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

/// From where a place is reckoned.
#[derive(Clone, Debug)]
pub(crate) enum PlaceAnchor {
    Plain(Anchor),
    Span(Box<Place>, Box<Place>),
    Runs(Box<Runs>),
}

/// `Runs(…)`: along each step of the start the squares that satisfy `along`, up to one that satisfies `until`.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    pub start: Place,
    pub along: Vec<Condition>,
    pub until: Vec<Condition>,
    pub counts: Vec<Count>,
}

/// What must hold.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Holds(Test, Place),
    Same(Place, Place),
    Count(Vec<Count>, Place, Vec<Self>),
    All(Place, Vec<Self>),
    /// The squares of the place are all on the board and all the mover's.
    Row(Place),
    /// Somewhere on the place, which is the board, so many of the mover's pieces stand in a straight row, no more beside
    /// them, and of each the conditions hold.
    InRow(Vec<Count>, Place, Vec<Self>),
    Not(Vec<Self>),
    Or(Vec<Vec<Self>>),
    By(u32),
    Right(RightId, Option<Place>),
    /// What has no place and no number to work out.
    Plain(Predicate),
    After(Vec<Self>),
    WithoutDrop(Vec<Self>),
    Can(Vec<Self>),
    /// What asks for a number and nothing else.
    Counts(Vec<Count>, fn(CountSet) -> Predicate),
    InHand(Vec<Count>, RoleSet),
    /// With where it is asked.
    Counter(CounterId, Vec<Count>, At),
    Native(u16, Place),
}

impl Condition {
    /// Whether it can be evaluated only by making the move.
    pub fn asks_result(&self) -> bool {
        matches!(
            self,
            Self::After(_) | Self::Plain(Predicate::Checks | Predicate::Mates | Predicate::Takes(_))
        )
    }
}

/// What happens.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Plain(Effect),
    Take(Place, Vec<Condition>),
    Shift(Place, Place),
    Mark(Place),
    Put(RoleId, Place),
    Flip(Place, Vec<Condition>),
    ToHand(Place),
    /// Gains a right (else loses it); with a place that of one square.
    Grant(RightId, Option<Place>, bool),
    Drop(Vec<RoleId>, Place),
}
