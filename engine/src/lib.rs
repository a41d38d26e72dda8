//! The engine of `carn`: boards, the rules of a game as data, positions and their legal moves.
//!
//! This crate knows no text of rules, no spans and no diagnostics. The crate `carn` compiles rule files to a
//! [`Variant`](variant::Variant) and exports these modules under the same names; most programs depend on `carn` alone.
//!
//! # Layers
//!
//! Each imports only from those before it: [`random`], [`geometry`], [`variant`], `bits`, `tables`, [`position`].

mod bits;
pub mod geometry;
pub mod position;
pub mod random;
mod tables;
pub mod variant;
