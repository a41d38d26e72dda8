//! Parses CARN text into a tree and prints a tree as text.
//!
//! `ast` is the tree. `parse` alone knows the grammar and its crate. `print` writes a tree in canonical form. `check` finds
//! contents that the grammar allows but that have no meaning.

pub mod ast;
mod check;
mod parse;
mod print;
mod strip;

pub use parse::{
    MAX_BYTES, MAX_NESTING, MAX_NUMBER, Parsed, is_name, parse_calls, parse_hook, parse_pattern,
    parse_region, parse_signature,
};
