//! Trees without their places, to compare what two texts say.

use super::ast::{
    Alternative, Amount, Anchor, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression, Hook, Item,
    Leg, Name, Pattern, Region, Repeat, Signature, Step, Term,
};
use crate::source::Span;

const NOWHERE: Span = Span::new(0, 0);

/// A part of a tree, rebuilt without places.
trait Strip {
    fn strip(&self) -> Self;
}

impl<T: Strip> Strip for Vec<T> {
    fn strip(&self) -> Self {
        self.iter().map(Strip::strip).collect()
    }
}

impl<T: Strip> Strip for Option<T> {
    fn strip(&self) -> Self {
        self.as_ref().map(Strip::strip)
    }
}

impl<T: Strip> Strip for Box<T> {
    fn strip(&self) -> Self {
        Self::new((**self).strip())
    }
}

/// Gives a root of a tree its public comparison.
macro_rules! comparable {
    ($($root:ty),*) => {$(
        impl $root {
            /// The same tree with every span 0, and without what means nothing: an expression's parentheses (the tree
            /// says what belongs together) and whether a call's empty parentheses were written. Two trees say the same
            /// if these are equal.
            #[must_use]
            pub fn without_spans(&self) -> Self {
                self.strip()
            }
        }
    )*};
}

comparable!(Pattern, Region, Call, Hook, Signature);

impl Strip for Pattern {
    fn strip(&self) -> Self {
        Self { alternatives: self.alternatives.strip(), span: NOWHERE }
    }
}

impl Strip for Alternative {
    fn strip(&self) -> Self {
        let arrow = (!self.effects.is_empty()).then_some(NOWHERE);
        let (legs, repeat) = (self.legs.strip(), self.repeat.strip());
        Self { legs, repeat, effects: self.effects.strip(), arrow, span: NOWHERE }
    }
}

impl Strip for Repeat {
    fn strip(&self) -> Self {
        Self { counts: self.counts.strip(), guards: self.guards.strip(), span: NOWHERE }
    }
}

impl Strip for Leg {
    fn strip(&self) -> Self {
        Self { items: self.items.strip(), span: NOWHERE }
    }
}

impl Strip for Item {
    fn strip(&self) -> Self {
        match self {
            Self::Step(step) => Self::Step(step.strip()),
            Self::Call(call) => Self::Call(call.strip()),
        }
    }
}

impl Strip for Step {
    fn strip(&self) -> Self {
        Self { axis: self.axis.strip(), counts: self.counts.strip(), span: NOWHERE }
    }
}

impl Strip for Axis {
    fn strip(&self) -> Self {
        let kind = match &self.kind {
            AxisKind::Named(name) => AxisKind::Named(name.clone()),
            AxisKind::Some(label) => AxisKind::Some(label.strip()),
            AxisKind::Rest => AxisKind::Rest,
            AxisKind::AnySet(label) => AxisKind::AnySet(label.strip()),
        };
        Self { kind, span: NOWHERE }
    }
}

impl Strip for Name {
    fn strip(&self) -> Self {
        Self { text: self.text.clone(), span: NOWHERE }
    }
}

impl Strip for Count {
    fn strip(&self) -> Self {
        let amount = match &self.amount {
            Amount::Any => Amount::Any,
            Amount::Range { low, high } => Amount::Range { low: *low, high: *high },
            Amount::Value(value) => Amount::Value(value.strip()),
            Amount::Coordinate(name) => Amount::Coordinate(name.strip()),
            Amount::Coordinates { low, high } => Amount::Coordinates { low: low.strip(), high: high.strip() },
        };
        Self { sign: self.sign, amount, span: NOWHERE }
    }
}

impl Strip for Expression {
    fn strip(&self) -> Self {
        match self {
            Self::Number(number, _) => Self::Number(*number, NOWHERE),
            Self::Variable(name) => Self::Variable(name.strip()),
            Self::Sum(a, b) => Self::Sum(a.strip(), b.strip()),
            Self::Difference(a, b) => Self::Difference(a.strip(), b.strip()),
            Self::Product(a, b) => Self::Product(a.strip(), b.strip()),
            Self::Group(inner, _) => inner.as_ref().strip(),
        }
    }
}

impl Strip for Call {
    fn strip(&self) -> Self {
        Self { name: self.name.strip(), arguments: self.arguments.strip(), parentheses: None, span: NOWHERE }
    }
}

impl Strip for Argument {
    fn strip(&self) -> Self {
        let kind = match &self.kind {
            ArgumentKind::Calls(calls) => ArgumentKind::Calls(calls.strip()),
            ArgumentKind::Counts(counts) => ArgumentKind::Counts(counts.strip()),
            ArgumentKind::Steps { anchor, steps } => {
                ArgumentKind::Steps { anchor: anchor.strip(), steps: steps.strip() }
            }
            ArgumentKind::Name(name) => ArgumentKind::Name(name.strip()),
            ArgumentKind::Runs(start, rest) => ArgumentKind::Runs(start.strip(), rest.strip()),
            ArgumentKind::Span(a, b) => ArgumentKind::Span(a.strip(), b.strip()),
        };
        Self { kind, span: NOWHERE }
    }
}

impl Strip for Anchor {
    fn strip(&self) -> Self {
        Self { kind: self.kind, span: NOWHERE }
    }
}

impl Strip for Region {
    fn strip(&self) -> Self {
        Self { terms: self.terms.strip(), span: NOWHERE }
    }
}

impl Strip for Term {
    fn strip(&self) -> Self {
        match self {
            Self::Coordinates { axis, counts } => {
                Self::Coordinates { axis: axis.strip(), counts: counts.strip() }
            }
            Self::Zone(name) => Self::Zone(name.strip()),
        }
    }
}

impl Strip for Hook {
    fn strip(&self) -> Self {
        Self { guards: self.guards.strip(), effects: self.effects.strip() }
    }
}

impl Strip for Signature {
    fn strip(&self) -> Self {
        Self { name: self.name.strip(), parameters: self.parameters.strip() }
    }
}
