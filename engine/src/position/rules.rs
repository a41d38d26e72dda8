//! A variant with the tables computed from it.

use std::fmt;
use std::sync::Arc;

use crate::variant::{Setup, Variant};

use super::core::forms::form;
use super::core::game::{Form, Game};
use super::core::{Account, literal_form};

/// The rules of one game, with their tables. Cheap to clone; all positions of a game share them.
#[derive(Clone)]
pub struct Rules {
    variant: Arc<Variant>,
    form: Arc<dyn Form>,
}

/// The name of the game, without its rules and tables.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.variant.name).finish()
    }
}

impl Rules {
    /// Builds the tables, and selects code for the detected processor.
    pub fn new(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: form(&variant, true), variant }
    }

    /// Like [`Rules::new`], but with code for every processor of the target: no features are detected.
    pub fn portable(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: form(&variant, false), variant }
    }

    /// Like [`Rules::new`], but without tables: the literal evaluator runs the game. For comparison.
    pub fn literal(variant: impl Into<Arc<Variant>>) -> Self {
        let variant = variant.into();
        Self { form: literal_form(&variant), variant }
    }

    /// The rules as compiled from the rule file.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The reason why this game has no tables and runs in the literal evaluator, thousands of times slower;
    /// `None` if it has tables.
    pub fn fallback(&self) -> Option<&'static str> {
        self.form.fallback()
    }

    /// How the game runs: the form of each movement in the tables, and what prevents a faster one. Has no
    /// parts if the game has no tables.
    pub fn account(&self) -> Account {
        self.form.account()
    }

    /// The size of the lookups, lines and scripted movements in bytes. The conditions and lists that scripted movements
    /// own are not counted: in games with many of them, as chu shogi, the tables take five to ten times as much memory.
    /// Loading takes several times as much for a while, which an allocator may keep.
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
