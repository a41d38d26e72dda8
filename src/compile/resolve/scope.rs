//! Where a call is read: in which text and function, in which leg, inside what.

use crate::compile::read::text::Text;
use crate::syntax::ast::{Argument, ArgumentKind, Name};
use crate::variant::Anchor;

use super::template::{Condition, Count};

/// Where a call is read: its text, and what the parameters of the function around it stand for.
pub(crate) struct Scope<'s> {
    pub text: &'s Text,
    pub parameters: &'s [Name],
    pub arguments: &'s [Argument],
    pub outer: Option<&'s Scope<'s>>,
    pub depth: usize,
}

impl<'s> Scope<'s> {
    /// The scope of a text outside all functions.
    pub fn new(text: &'s Text) -> Self {
        Self { text, parameters: &[], arguments: &[], outer: None, depth: 0 }
    }

    /// What an argument is, when a parameter is replaced by what it stands for, and where that was written.
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

/// What a leg's calls say about it as a whole.
#[derive(Default)]
pub(crate) struct LegParts {
    pub hurdles: Option<(Vec<Count>, Vec<Condition>)>,
    pub ride: Option<Vec<Count>>,
    pub ally: bool,
    /// Whether its calls say what the landing holds.
    pub landing: bool,
}

/// Where a predicate stands.
pub(crate) struct Context<'a> {
    /// The leg it belongs to.
    pub leg: Option<usize>,
    /// Whether it is asked of the squares of a quantifier, a hurdle or a filter.
    pub nested: bool,
    /// What the leg collects besides conditions; only for calls directly in it.
    pub parts: Option<&'a mut LegParts>,
}

impl Context<'_> {
    /// Outside all legs.
    pub fn outside() -> Self {
        Self { leg: None, nested: false, parts: None }
    }

    /// Of each square that an effect or a hurdle looks at.
    pub fn of_each(leg: Option<usize>) -> Self {
        Self { leg, nested: true, parts: None }
    }

    /// The square that a call without a place looks at.
    pub fn here(&self) -> Anchor {
        if self.nested { Anchor::Here } else { Anchor::Landing }
    }

    pub fn inside(&self, nested: bool) -> Context<'static> {
        Context { leg: self.leg, nested: self.nested || nested, parts: None }
    }
}
