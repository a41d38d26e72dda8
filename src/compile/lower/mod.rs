//! From a template to movements: every choice that fits the board written out, and how much that comes to.

pub(crate) mod choices;
pub(crate) mod size;
