//! Predicates and effects that the embedding program gives to rule files under a name.

use std::sync::Arc;

use crate::geometry::Square;
use crate::variant::{NativeEffect, NativePredicate, Piece, Scene};

/// What the embedding program adds to the language.
///
/// A rule file calls a native predicate as `@Name` or `@Name(place)`, and a native effect as `@Name`. A name of the
/// language itself cannot be given another meaning.
///
/// ```
/// use carn::compile::Natives;
/// let natives = Natives::default().predicate("Dark", |scene| scene.here.0 % 2 == 0);
/// assert!(natives.has("Dark"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Natives {
    pub(super) predicates: Vec<NativePredicate>,
    pub(super) effects: Vec<NativeEffect>,
}

impl Natives {
    /// Adds a predicate. It must depend on nothing but the scene.
    #[must_use]
    pub fn predicate(
        mut self,
        name: impl Into<String>,
        test: impl Fn(&Scene<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.predicates.push(NativePredicate { name: name.into(), test: Arc::new(test) });
        self
    }

    /// Adds an effect: the squares it returns are set to the pieces given.
    #[must_use]
    pub fn effect(
        mut self,
        name: impl Into<String>,
        change: impl Fn(&Scene<'_>) -> Vec<(Square, Option<Piece>)> + Send + Sync + 'static,
    ) -> Self {
        self.effects.push(NativeEffect { name: name.into(), change: Arc::new(change) });
        self
    }

    /// Whether something has this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.predicates.iter().any(|native| native.name == name)
            || self.effects.iter().any(|native| native.name == name)
    }
}
