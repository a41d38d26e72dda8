//! A variant made ready to run: the rules and what is computed from them once.

use std::ops::Deref;
use std::sync::Arc;

use crate::variant::Variant;

use super::Tables;
use super::core::Account;

/// The rules of one game, ready to run. Cheap to clone; every position of a game shares them.
#[derive(Clone, Debug)]
pub struct Rules {
    tables: Tables,
}

impl Rules {
    /// Makes a variant ready.
    pub fn new(variant: Variant) -> Self {
        Self { tables: Tables::new(&Arc::new(variant)) }
    }

    /// The same without tables, so that every question is answered square by square: to compare with.
    pub fn literal(variant: Variant) -> Self {
        Self { tables: Tables::literal(&Arc::new(variant)) }
    }

    /// The rules themselves. (Every field of theirs is also reached straight from here.)
    pub fn variant(&self) -> &Variant {
        self.tables.variant()
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.tables.variant(), other.tables.variant())
    }

    /// Why no tables run this game, so that every question is answered square by square, thousands of times slower; `None`
    /// if tables do.
    pub fn fallback(&self) -> Option<&'static str> {
        self.tables.fallback()
    }

    /// How the game runs: which form each movement has in the tables, and what keeps it from a quicker one. Without parts
    /// where no tables run it.
    pub fn account(&self) -> Account {
        self.tables.account()
    }

    /// How much memory the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Deref for Rules {
    type Target = Variant;

    fn deref(&self) -> &Variant {
        self.variant()
    }
}

impl From<Variant> for Rules {
    fn from(variant: Variant) -> Self {
        Self::new(variant)
    }
}
