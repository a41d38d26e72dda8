//! Where a call is read: in a pattern, or in functions that stand in one another's place.

use crate::compile::read::text::Text;
use crate::syntax::ast::{Argument, ArgumentKind, Name};

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
