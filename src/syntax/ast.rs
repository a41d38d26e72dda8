//! The tree of a CARN string, with the span of every part.
//!
//! Spans are byte ranges of the parsed text. Two trees have the same meaning if they are equal [`without
//! spans`](Pattern::without_spans).

use crate::source::Span;

/// Alternatives; a move follows one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// At least one.
    pub alternatives: Vec<Alternative>,
    /// The whole pattern without surrounding blanks.
    pub span: Span,
}

/// A sequence of legs and the effects of the move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alternative {
    /// At least one.
    pub legs: Vec<Leg>,
    /// The number of repetitions of the legs, if they stand in braces.
    pub repeat: Option<Repeat>,
    /// The calls right of `=>`, in order.
    pub effects: Vec<Call>,
    /// The `=>`.
    pub arrow: Option<Span>,
    /// From the first leg to the last effect.
    pub span: Span,
}

/// The text after the braces around legs: `{ … } 1~ @Full`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    /// The numbers of repetitions: at least one count, without signs.
    pub counts: Vec<Count>,
    /// The conditions on the whole chain; may be empty.
    pub guards: Vec<Call>,
    /// From the `{` to the last count or condition.
    pub span: Span,
}

/// Steps of one movement, made together, and the predicates that restrict them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// At least one item, in the written order. The order has no meaning.
    pub items: Vec<Item>,
    /// From the first item to the last.
    pub span: Span,
}

/// One part of a leg.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A distance along an axis.
    Step(Step),
    /// A predicate.
    Call(Call),
}

impl Item {
    /// The span of the item.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Step(step) => step.span,
            Self::Call(call) => call.span,
        }
    }
}

/// An axis and the possible distances along it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The axis or axes.
    pub axis: Axis,
    /// At least one.
    pub counts: Vec<Count>,
    /// From the axis to the last count.
    pub span: Span,
}

/// The axis of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// The way in which the axis is chosen.
    pub kind: AxisKind,
    /// The axis with its label.
    pub span: Span,
}

/// The way in which an axis is chosen.
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
    /// The span of the word, without its sign.
    pub span: Span,
}

/// A distance: a sign and an amount.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The direction; `None` means either way.
    pub sign: Option<Sign>,
    /// The number of squares, or the coordinate.
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

/// A number of squares, or a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `*`: any number, 0 included.
    Any,
    /// `1~2`, `~2`, `1~`: both ends included.
    Range {
        /// The least number; `None` means 0.
        low: Option<u32>,
        /// The greatest number; `None` means unlimited.
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
    /// The span of the expression; a variable's span starts at its `$`.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Number(_, span) | Self::Group(_, span) => *span,
            Self::Variable(name) => Span::new(name.span.start.saturating_sub(1), name.span.end),
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => a.span().join(b.span()),
        }
    }
}

/// A call of a predicate, an effect or a function.
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

/// The text between two commas of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// Its kind by form.
    pub kind: ArgumentKind,
    /// From its first to its last character.
    pub span: Span,
}

impl Argument {
    /// The arguments inside this one: the ends of a span, the parts of `Runs`.
    pub fn inner(&self) -> impl Iterator<Item = &Self> {
        let (first, second, rest): (Option<&Self>, Option<&Self>, &[Self]) = match &self.kind {
            ArgumentKind::Span(a, b) => (Some(a), Some(b), &[]),
            ArgumentKind::Runs(start, rest) => (Some(start), None, rest),
            _ => (None, None, &[]),
        };
        first.into_iter().chain(second).chain(rest)
    }
}

/// The form of an argument. Its meaning depends on the called name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentKind {
    /// `@Not(@Is(pawn))`. If there are several calls, all must hold.
    Calls(Vec<Call>),
    /// `1~2`, `*`, `$n`, `1 3`
    Counts(Vec<Count>),
    /// `From`, `To ** ~1`, `File +1`, `Leg 1 *#a +1`; also a term of a region, `File d~f`.
    Steps {
        /// The origin of the steps, if given.
        anchor: Option<Anchor>,
        /// At least one step if there is no anchor.
        steps: Vec<Step>,
    },
    /// A single word: a role, zone, player, right, or a function's parameter.
    Name(Name),
    /// `Span(a, b)`: the squares of the straight line between two places, both included.
    Span(Box<Argument>, Box<Argument>),
    /// `Runs(From **# 1, @Opponent, @Ally)`. Along each step of the place: the squares that satisfy the second argument, up to
    /// a square that satisfies the third. A further argument may limit their number.
    Runs(Box<Argument>, Vec<Argument>),
}

/// The origin of a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// The kind of square or squares.
    pub kind: AnchorKind,
    /// The span.
    pub span: Span,
}

/// The named squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnchorKind {
    /// The move's origin.
    From,
    /// The move's last landing.
    To,
    /// The square being tested.
    Here,
    /// The square of the captured piece.
    Victim,
    /// The destination of this leg, counted from 1.
    Leg(u32),
    /// The squares strictly between a leg's origin and landing.
    Path,
}

/// A set of squares by coordinates: all terms must hold.
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
    /// The conditions; may be empty.
    pub guards: Vec<Call>,
    /// The effects, in order.
    pub effects: Vec<Call>,
}

/// A function's name and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The name used in calls.
    pub name: Name,
    /// The names of its parameters.
    pub parameters: Vec<Name>,
}
