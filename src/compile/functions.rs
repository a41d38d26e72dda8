//! The functions that a rule file declares, and which of them are called.

use std::collections::HashSet;
use std::rc::Rc;

use crate::syntax::ast::{self, Call};

use super::read::text::Text;
use super::read::tree::At;

/// A function of the rule file.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub at: At,
    pub parameters: Vec<ast::Name>,
    /// The texts of the body, all of whose calls count.
    pub body: Vec<(Text, Vec<Call>)>,
    /// Whether it names effects; else predicates.
    pub effects: bool,
    /// Whether something is wrong with it that has been said already.
    pub broken: bool,
}

/// All functions, and which of them are called.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    pub all: Rc<Vec<Function>>,
    pub used: Vec<bool>,
    /// The variables that bodies name: they are those of the pattern that calls.
    pub variables: HashSet<String>,
}

impl Functions {
    /// None of them called yet.
    pub fn new(all: Vec<Function>, variables: HashSet<String>) -> Self {
        Self { used: vec![false; all.len()], all: Rc::new(all), variables }
    }
}
