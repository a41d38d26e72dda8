//! Predicates and effects that the embedding program provides to rule files by name.

use std::sync::Arc;

use crate::geometry::Square;
use crate::variant::{NativeEffect, NativePredicate, Piece, Scene};

/// Extensions of the language by the embedding program.
///
/// A rule file calls a native predicate as `@Name` or `@Name(place)`, and a native effect as `@Name`. Names of the language
/// itself cannot be redefined.
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
    /// Adds a predicate. Its result may depend only on the scene.
    #[must_use]
    pub fn predicate(
        mut self,
        name: impl Into<String>,
        test: impl Fn(&Scene<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.predicates.push(NativePredicate { name: name.into(), test: Arc::new(test) });
        self
    }

    /// Adds an effect. The returned squares are set to the returned pieces.
    #[must_use]
    pub fn effect(
        mut self,
        name: impl Into<String>,
        change: impl Fn(&Scene<'_>) -> Vec<(Square, Option<Piece>)> + Send + Sync + 'static,
    ) -> Self {
        self.effects.push(NativeEffect { name: name.into(), change: Arc::new(change) });
        self
    }

    /// Marks files as trusted: limits on time and memory for untrusted files (E0611, E0616, E0617, E0618) are disabled. Loading
    /// such a file, and each of its positions, may take arbitrarily long.
    ///
    /// ```
    /// use carn::compile::Natives;
    /// let natives = Natives::default().trust(true);
    /// ```
    #[must_use]
    pub fn trust(self, trusted: bool) -> Self {
        Self { trusted, ..self }
    }

    /// Whether a native has this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.predicates.iter().any(|native| native.name == name)
            || self.effects.iter().any(|native| native.name == name)
    }
}

/// The natives that a rule file calls, numbered by first call.
#[derive(Debug)]
pub(crate) struct Linked<'n> {
    offered: &'n Natives,
    pub predicates: Vec<NativePredicate>,
    pub effects: Vec<NativeEffect>,
}

impl<'n> Linked<'n> {
    /// No native is called yet.
    pub fn new(offered: &'n Natives) -> Self {
        Self { offered, predicates: Vec::new(), effects: Vec::new() }
    }

    /// Whether the files are trusted, so that time limits are disabled.
    pub fn are_trusted(&self) -> bool {
        self.offered.trusted
    }

    /// Whether the program provides a native of this name.
    pub fn has(&self, name: &str) -> bool {
        self.offered.has(name)
    }

    /// The names of all predicates that the program provides.
    pub fn names_of_predicates(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.offered.predicates.iter().map(|native| native.name.as_str())
    }

    /// The names of all effects that the program provides.
    pub fn names_of_effects(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.offered.effects.iter().map(|native| native.name.as_str())
    }

    /// The index of the predicate of this name, if the program provides it.
    pub fn predicate(&mut self, name: &str) -> Option<u16> {
        let native = self.offered.predicates.iter().find(|native| native.name == name)?;
        let at = self.predicates.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.predicates.push(native.clone());
            self.predicates.len() - 1
        });
        Some(at as u16)
    }

    /// The index of the effect of this name, if the program provides it.
    pub fn effect(&mut self, name: &str) -> Option<u16> {
        let native = self.offered.effects.iter().find(|native| native.name == name)?;
        let at = self.effects.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.effects.push(native.clone());
            self.effects.len() - 1
        });
        Some(at as u16)
    }
}
