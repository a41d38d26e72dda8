//! What every name in a pattern means: from the syntax tree to a template, in which axes, signs, counts and variables
//! are still open.

pub(crate) mod alternative;
pub(crate) mod arguments;
pub(crate) mod effects;
pub(crate) mod predicates;
pub(crate) mod regions;
pub(crate) mod template;
pub(crate) mod uncalled;
