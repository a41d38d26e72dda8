//! What a string of CARN says, with the place of every part.
//!
//! Spans are byte ranges of the text that was parsed. Two trees are equal in meaning when they are equal
//! [`without spans`](Pattern::without_spans).

use crate::source::Span;

/// Alternatives, of which a move follows one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// At least one.
    pub alternatives: Vec<Alternative>,
    /// The whole pattern, blanks around it left out.
    pub span: Span,
}

/// Legs, one after another, and what happens with the move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alternative {
    /// At least one.
    pub legs: Vec<Leg>,
    /// How often the legs are gone one after another, if they stand in braces.
    pub repeat: Option<Repeat>,
    /// What stands right of `=>`, in order.
    pub effects: Vec<Call>,
    /// The `=>`.
    pub arrow: Option<Span>,
    /// From the first leg to the last effect.
    pub span: Span,
}

/// What follows the braces around legs: `{ … } 1~ @Full`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    /// How often: at least one count, without signs.
    pub counts: Vec<Count>,
    /// What is asked of the whole chain; may be empty.
    pub guards: Vec<Call>,
    /// From the `{` to the last of these.
    pub span: Span,
}

/// Steps that hold at once and the predicates that restrict them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// At least one, in the order written, which means nothing.
    pub items: Vec<Item>,
    /// From the first item to the last.
    pub span: Span,
}

/// One part of a leg.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// How far along which axis.
    Step(Step),
    /// A predicate.
    Call(Call),
}

impl Item {
    /// Where the item stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Step(step) => step.span,
            Self::Call(call) => call.span,
        }
    }
}

/// An axis and how far along it: one of the counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which axis or axes.
    pub axis: Axis,
    /// At least one.
    pub counts: Vec<Count>,
    /// From the axis to the last count.
    pub span: Span,
}

/// Which axis a step goes along.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// How it is chosen.
    pub kind: AxisKind,
    /// The axis with its label.
    pub span: Span,
}

/// How an axis is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AxisKind {
    /// By its name, in NFC.
    Named(String),
    /// `*#`: some axis, perhaps with a label.
    Some(Option<Name>),
    /// `**`: every axis not taken.
    Rest,
    /// `**#`: any non-empty set of the axes not taken, perhaps with a label.
    AnySet(Option<Name>),
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The word in NFC, without its sign (`@`, `$`).
    pub text: String,
    /// Where it stands, without its sign.
    pub span: Span,
}

/// How far: a sign and an amount.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The direction; `None` is either way.
    pub sign: Option<Sign>,
    /// How many squares, or which coordinate.
    pub amount: Amount,
    /// From the sign to the end.
    pub span: Span,
}

/// A direction along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// How many squares, or which coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `*`: any number, 0 included.
    Any,
    /// `1~2`, `~2`, `1~`: both ends included.
    Range {
        /// The least number; `None` is 0.
        low: Option<u32>,
        /// The greatest number; `None` is without bound.
        high: Option<u32>,
    },
    /// A number or an expression.
    Value(Expression),
    /// `d`: only inside arguments and regions.
    Coordinate(Name),
    /// `d~f`: only inside arguments and regions.
    Coordinates {
        /// The first coordinate.
        low: Name,
        /// The last coordinate.
        high: Name,
    },
}

/// A number computed from numbers and variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `2`
    Number(u32, Span),
    /// `$n`, the name without its `$`.
    Variable(Name),
    /// `a+b`
    Sum(Box<Expression>, Box<Expression>),
    /// `a-b`
    Difference(Box<Expression>, Box<Expression>),
    /// `a*b`
    Product(Box<Expression>, Box<Expression>),
    /// `(a)`
    Group(Box<Expression>, Span),
}

impl Expression {
    /// Where the expression stands; a variable's span starts at its `$`.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Number(_, span) | Self::Group(_, span) => *span,
            Self::Variable(name) => Span::new(name.span.start.saturating_sub(1), name.span.end),
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => a.span().join(b.span()),
        }
    }
}

/// A predicate, an effect or a function, called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The name, without its `@`.
    pub name: Name,
    /// The arguments in order.
    pub arguments: Vec<Argument>,
    /// From `(` to `)`, if written. `@Empty()` and `@Empty` mean the same.
    pub parentheses: Option<Span>,
    /// From the `@` to the end.
    pub span: Span,
}

/// What stands between two commas of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// What it is by its form.
    pub kind: ArgumentKind,
    /// From its first to its last sign.
    pub span: Span,
}

impl Argument {
    /// The arguments that this one is made of: the ends of a span, the parts of runs.
    pub fn inner(&self) -> impl Iterator<Item = &Self> {
        let (first, second, rest): (Option<&Self>, Option<&Self>, &[Self]) = match &self.kind {
            ArgumentKind::Span(a, b) => (Some(a), Some(b), &[]),
            ArgumentKind::Runs(start, rest) => (Some(start), None, rest),
            _ => (None, None, &[]),
        };
        first.into_iter().chain(second).chain(rest)
    }
}

/// What an argument is by its form; the callee decides what it means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentKind {
    /// `@Not(@Is(pawn))`; several all hold.
    Calls(Vec<Call>),
    /// `1~2`, `*`, `$n`, `1 3`
    Counts(Vec<Count>),
    /// `From`, `To ** ~1`, `File +1`, `Leg 1 *#a +1`; also a term of a region, `File d~f`.
    Steps {
        /// Where the steps start, if said.
        anchor: Option<Anchor>,
        /// At least one if there is no anchor.
        steps: Vec<Step>,
    },
    /// A word alone: a role, zone, player, right, or a function's parameter.
    Name(Name),
    /// `Span(a, b)`: the squares of the straight line between two places, both included.
    Span(Box<Argument>, Box<Argument>),
    /// `Runs(From **# 1, @Opponent, @Ally)`: along each step of the place the squares that satisfy what comes next, up to
    /// one that satisfies what follows; perhaps how many.
    Runs(Box<Argument>, Vec<Argument>),
}

/// Where a place starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// Which square or squares.
    pub kind: AnchorKind,
    /// Where it stands.
    pub span: Span,
}

/// The squares that have a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnchorKind {
    /// The move's origin.
    From,
    /// The move's last landing.
    To,
    /// The square being tested.
    Here,
    /// What the move takes.
    Victim,
    /// Where that leg ends, counted from 1.
    Leg(u32),
    /// The squares strictly between a leg's origin and landing.
    Path,
}

/// A set of squares by coordinates: all terms hold at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// At least one.
    pub terms: Vec<Term>,
    /// The whole region.
    pub span: Span,
}

/// One condition of a region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// `File d~f`, `Rank 1 3`
    Coordinates {
        /// The axis.
        axis: Name,
        /// At least one, without signs.
        counts: Vec<Count>,
    },
    /// A zone's name.
    Zone(Name),
}

/// `predicates => effects`, or effects alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hook {
    /// What must hold; may be empty.
    pub guards: Vec<Call>,
    /// What happens, in order.
    pub effects: Vec<Call>,
}

/// A function's name and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The name under which it is called.
    pub name: Name,
    /// The names of its parameters.
    pub parameters: Vec<Name>,
}
