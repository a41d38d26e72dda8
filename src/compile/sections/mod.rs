//! The sections of a rule file, one file for each.

pub(crate) mod board;
pub(crate) mod ending;
pub(crate) mod functions;
pub(crate) mod pieces;
pub(crate) mod proofs;
pub(crate) mod rights;
