//! The scope of a call: its text, function, leg and nesting.

use crate::compile::read::text::Text;
use crate::syntax::ast::{Argument, ArgumentKind, Name};
use crate::variant::Anchor;

use super::template::{Condition, Count};

/// The text of a call, and the arguments of the enclosing function.
pub(crate) struct Scope<'s> {
    pub text: &'s Text,
    pub parameters: &'s [Name],
    pub arguments: &'s [Argument],
    pub outer: Option<&'s Scope<'s>>,
    pub depth: usize,
}

impl<'s> Scope<'s> {
    /// The scope of a text outside functions.
    pub fn new(text: &'s Text) -> Self {
        Self { text, parameters: &[], arguments: &[], outer: None, depth: 0 }
    }

    /// Replaces a parameter by its argument; returns it with its scope.
    pub fn deref<'a>(&'a self, argument: &'a Argument) -> (&'a Argument, &'a Scope<'a>) {
        if let ArgumentKind::Name(name) = &argument.kind
            && let Some(at) = self.parameters.iter().position(|parameter| parameter.text == name.text)
            && let (Some(given), Some(outer)) = (self.arguments.get(at), self.outer)
        {
            return outer.deref(given);
        }
        (argument, self)
    }
}

/// Properties of a leg as a whole that its calls set.
#[derive(Default)]
pub(crate) struct LegParts {
    pub hurdles: Option<(Vec<Count>, Vec<Condition>)>,
    pub ride: Option<Vec<Count>>,
    pub ally: bool,
    /// Whether its calls set the contents of the landing square.
    pub landing: bool,
}

/// The context of a predicate.
pub(crate) struct Context<'a> {
    /// The leg it belongs to.
    pub leg: Option<usize>,
    /// Whether it applies to the squares of a quantifier, a hurdle or a filter.
    pub nested: bool,
    /// The leg's other properties; only for calls directly in the leg.
    pub parts: Option<&'a mut LegParts>,
}

impl Context<'_> {
    /// Outside all legs.
    pub fn outside() -> Self {
        Self { leg: None, nested: false, parts: None }
    }

    /// The context for each square of an effect or a hurdle.
    pub fn of_each(leg: Option<usize>) -> Self {
        Self { leg, nested: true, parts: None }
    }

    /// The default square of a call without a place.
    pub fn here(&self) -> Anchor {
        if self.nested { Anchor::Here } else { Anchor::Landing }
    }

    pub fn inside(&self, nested: bool) -> Context<'static> {
        Context { leg: self.leg, nested: self.nested || nested, parts: None }
    }
}
