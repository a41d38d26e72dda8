//! Trees with changed spans: all zero, to compare the meaning of two texts; or all at one place, for the expansion of a call.

use super::ast::{
    Alternative, Amount, Anchor, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression, Hook, Item,
    Leg, Name, Pattern, Region, Repeat, Signature, Step, Term,
};
use crate::source::Span;

const NOWHERE: Span = Span::new(0, 0);

/// Rebuilds a part of a tree with all spans set to one place.
trait Placed {
    fn placed(&self, at: Span) -> Self;
}

impl<T: Placed> Placed for Vec<T> {
    fn placed(&self, at: Span) -> Self {
        self.iter().map(|part| part.placed(at)).collect()
    }
}

impl<T: Placed> Placed for Option<T> {
    fn placed(&self, at: Span) -> Self {
        self.as_ref().map(|part| part.placed(at))
    }
}

impl<T: Placed> Placed for Box<T> {
    fn placed(&self, at: Span) -> Self {
        Self::new((**self).placed(at))
    }
}

/// Implements the public comparison for the root of a tree.
macro_rules! comparable {
    ($($root:ty),*) => {$(
        impl $root {
            /// The same tree with every span 0, and without parts that have no meaning. These are parentheses in expressions
            /// (the tree has the grouping) and empty parentheses of calls. Two texts mean the same if these trees are equal.
            #[must_use]
            pub fn without_spans(&self) -> Self {
                self.placed(NOWHERE)
            }
        }
    )*};
}

comparable!(Pattern, Region, Call, Hook, Signature);

impl Call {
    /// The same call with all spans at one place.
    pub(crate) fn at(&self, place: Span) -> Self {
        self.placed(place)
    }
}

impl Placed for Pattern {
    fn placed(&self, at: Span) -> Self {
        Self { alternatives: self.alternatives.placed(at), span: at }
    }
}

impl Placed for Alternative {
    fn placed(&self, at: Span) -> Self {
        let arrow = (!self.effects.is_empty()).then_some(at);
        let (legs, repeat) = (self.legs.placed(at), self.repeat.placed(at));
        Self { legs, repeat, effects: self.effects.placed(at), arrow, span: at }
    }
}

impl Placed for Repeat {
    fn placed(&self, at: Span) -> Self {
        Self { counts: self.counts.placed(at), guards: self.guards.placed(at), span: at }
    }
}

impl Placed for Leg {
    fn placed(&self, at: Span) -> Self {
        Self { items: self.items.placed(at), span: at }
    }
}

impl Placed for Item {
    fn placed(&self, at: Span) -> Self {
        match self {
            Self::Step(step) => Self::Step(step.placed(at)),
            Self::Call(call) => Self::Call(call.placed(at)),
        }
    }
}

impl Placed for Step {
    fn placed(&self, at: Span) -> Self {
        Self { axis: self.axis.placed(at), counts: self.counts.placed(at), span: at }
    }
}

impl Placed for Axis {
    fn placed(&self, at: Span) -> Self {
        let kind = match &self.kind {
            AxisKind::Named(name) => AxisKind::Named(name.clone()),
            AxisKind::Some(label) => AxisKind::Some(label.placed(at)),
            AxisKind::Rest => AxisKind::Rest,
            AxisKind::AnySet(label) => AxisKind::AnySet(label.placed(at)),
        };
        Self { kind, span: at }
    }
}

impl Placed for Name {
    fn placed(&self, at: Span) -> Self {
        Self { text: self.text.clone(), span: at }
    }
}

impl Placed for Count {
    fn placed(&self, at: Span) -> Self {
        let amount = match &self.amount {
            Amount::Any => Amount::Any,
            Amount::Range { low, high } => Amount::Range { low: *low, high: *high },
            Amount::Value(value) => Amount::Value(value.placed(at)),
            Amount::Coordinate(name) => Amount::Coordinate(name.placed(at)),
            Amount::Coordinates { low, high } => {
                Amount::Coordinates { low: low.placed(at), high: high.placed(at) }
            }
        };
        Self { sign: self.sign, amount, span: at }
    }
}

impl Placed for Expression {
    fn placed(&self, at: Span) -> Self {
        match self {
            Self::Number(number, _) => Self::Number(*number, at),
            Self::Variable(name) => Self::Variable(name.placed(at)),
            Self::Sum(a, b) => Self::Sum(a.placed(at), b.placed(at)),
            Self::Difference(a, b) => Self::Difference(a.placed(at), b.placed(at)),
            Self::Product(a, b) => Self::Product(a.placed(at), b.placed(at)),
            Self::Group(inner, _) => inner.as_ref().placed(at),
        }
    }
}

impl Placed for Call {
    fn placed(&self, at: Span) -> Self {
        Self { name: self.name.placed(at), arguments: self.arguments.placed(at), parentheses: None, span: at }
    }
}

impl Placed for Argument {
    fn placed(&self, at: Span) -> Self {
        let kind = match &self.kind {
            ArgumentKind::Calls(calls) => ArgumentKind::Calls(calls.placed(at)),
            ArgumentKind::Counts(counts) => ArgumentKind::Counts(counts.placed(at)),
            ArgumentKind::Steps { anchor, steps } => {
                ArgumentKind::Steps { anchor: anchor.placed(at), steps: steps.placed(at) }
            }
            ArgumentKind::Name(name) => ArgumentKind::Name(name.placed(at)),
            ArgumentKind::Runs(start, rest) => ArgumentKind::Runs(start.placed(at), rest.placed(at)),
            ArgumentKind::Span(a, b) => ArgumentKind::Span(a.placed(at), b.placed(at)),
        };
        Self { kind, span: at }
    }
}

impl Placed for Anchor {
    fn placed(&self, at: Span) -> Self {
        Self { kind: self.kind, span: at }
    }
}

impl Placed for Region {
    fn placed(&self, at: Span) -> Self {
        Self { terms: self.terms.placed(at), span: at }
    }
}

impl Placed for Term {
    fn placed(&self, at: Span) -> Self {
        match self {
            Self::Coordinates { axis, counts } => {
                Self::Coordinates { axis: axis.placed(at), counts: counts.placed(at) }
            }
            Self::Zone(name) => Self::Zone(name.placed(at)),
        }
    }
}

impl Placed for Hook {
    fn placed(&self, at: Span) -> Self {
        Self { guards: self.guards.placed(at), effects: self.effects.placed(at) }
    }
}

impl Placed for Signature {
    fn placed(&self, at: Span) -> Self {
        Self { name: self.name.placed(at), parameters: self.parameters.placed(at) }
    }
}
