//! A rule file as a tree of values, each knowing where it was written.
//!
//! `text` leads from a string's characters back to the file, `tree` makes TOML into values, `unreadable` says why it cannot, `extends` merges files,
//! `keys` remembers where each key stood, `values` asks for values of the right kind, `hash` names a set of rules by a
//! number.

pub(crate) mod extends;
pub(crate) mod hash;
pub(crate) mod keys;
pub(crate) mod text;
pub(crate) mod tree;
mod unreadable;
pub(crate) mod values;
