//! A variant made ready to run: the rules and what is computed from them once.

use std::sync::Arc;

use crate::variant::{Setup, Variant};

use super::core::forms::form;
use super::core::game::{Form, Game};
use super::core::{Account, literal_form};

/// The rules of one game, ready to run. Cheap to clone; every position of a game shares them.
#[derive(Clone, Debug)]
pub struct Rules {
    variant: Arc<Variant>,
    form: Arc<dyn Form>,
}

impl Rules {
    /// Makes a variant ready, with the code for the processor at hand.
    pub fn new(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: form(&variant, true), variant }
    }

    /// The same with code for any processor of the target: no features are detected.
    pub fn portable(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: form(&variant, false), variant }
    }

    /// The same without tables, so that every question is answered square by square: to compare with.
    pub fn literal(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: literal_form(&variant), variant }
    }

    /// The rules themselves, as compiled from the rule file.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Why no tables run this game, so that every question is answered square by square, thousands of times slower; `None`
    /// if tables do.
    pub fn fallback(&self) -> Option<&'static str> {
        self.form.fallback()
    }

    /// How the game runs: which form each movement has in the tables, and what keeps it from a quicker one. Without parts
    /// where no tables run it.
    pub fn account(&self) -> Account {
        self.form.account()
    }

    /// How much memory the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.form.bytes()
    }

    pub(super) fn start(&self, setup: &Setup) -> Box<dyn Game> {
        self.form.start(setup)
    }
}

impl From<Variant> for Rules {
    fn from(variant: Variant) -> Self {
        Self::new(variant)
    }
}
