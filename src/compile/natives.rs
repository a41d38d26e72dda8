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
    predicates: Vec<NativePredicate>,
    effects: Vec<NativeEffect>,
    trusted: bool,
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

    /// Compiles files that are trusted: without the bounds on time and memory that are there for files of strangers
    /// (E0611, E0616, E0617, E0618). Loading such a file, and each of its positions, may take as long as it likes.
    ///
    /// ```
    /// use carn::compile::Natives;
    /// let natives = Natives::default().trust(true);
    /// ```
    #[must_use]
    pub fn trust(self, trusted: bool) -> Self {
        Self { trusted, ..self }
    }

    /// Whether something has this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.predicates.iter().any(|native| native.name == name)
            || self.effects.iter().any(|native| native.name == name)
    }
}

/// The natives that a rule file calls, numbered in the order of their first call.
#[derive(Debug)]
pub(crate) struct Linked<'n> {
    offered: &'n Natives,
    pub predicates: Vec<NativePredicate>,
    pub effects: Vec<NativeEffect>,
}

impl<'n> Linked<'n> {
    /// None called yet.
    pub fn new(offered: &'n Natives) -> Self {
        Self { offered, predicates: Vec::new(), effects: Vec::new() }
    }

    /// Whether the files are trusted, so that no bound on time holds.
    pub fn are_trusted(&self) -> bool {
        self.offered.trusted
    }

    /// Whether the program gives something this name.
    pub fn has(&self, name: &str) -> bool {
        self.offered.has(name)
    }

    /// The names of all predicates that the program offers.
    pub fn names_of_predicates(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.offered.predicates.iter().map(|native| native.name.as_str())
    }

    /// The names of all effects that the program offers.
    pub fn names_of_effects(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.offered.effects.iter().map(|native| native.name.as_str())
    }

    /// The number of the predicate of this name, if the program offers it.
    pub fn predicate(&mut self, name: &str) -> Option<u16> {
        let native = self.offered.predicates.iter().find(|native| native.name == name)?;
        let at = self.predicates.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.predicates.push(native.clone());
            self.predicates.len() - 1
        });
        Some(at as u16)
    }

    /// The number of the effect of this name, if the program offers it.
    pub fn effect(&mut self, name: &str) -> Option<u16> {
        let native = self.offered.effects.iter().find(|native| native.name == name)?;
        let at = self.effects.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.effects.push(native.clone());
            self.effects.len() - 1
        });
        Some(at as u16)
    }
}
