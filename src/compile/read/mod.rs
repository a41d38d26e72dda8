//! Reads a rule file into a tree of values with their places.
//!
//! - `text` maps a string's characters back to the file.
//! - `tree` converts TOML to values.
//! - `unreadable` explains TOML errors.
//! - `extends` merges files.
//! - `keys` records the place of each key.
//! - `values` checks the types of values.
//! - `hash` computes the rule hash.

pub(crate) mod extends;
pub(crate) mod hash;
pub(crate) mod keys;
pub(crate) mod text;
pub(crate) mod tree;
mod unreadable;
pub(crate) mod values;
