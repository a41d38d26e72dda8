//! The functions that a rule file declares, and whether they are called.

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
    /// The texts of the body; all of their calls apply.
    pub body: Vec<(Text, Vec<Call>)>,
    /// Whether its body is effects; otherwise predicates.
    pub effects: bool,
    /// Whether an error in it has already been reported.
    pub broken: bool,
}

/// All functions, and whether each is called.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    pub all: Rc<Vec<Function>>,
    pub used: Vec<bool>,
    /// Variables named in bodies. They refer to variables of the calling pattern.
    pub variables: HashSet<String>,
}

impl Functions {
    /// No function is called yet.
    pub fn new(all: Vec<Function>, variables: HashSet<String>) -> Self {
        Self { used: vec![false; all.len()], all: Rc::new(all), variables }
    }
}
