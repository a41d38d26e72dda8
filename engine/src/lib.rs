//! The engine of `carn`: boards, the rules of a game as data, positions and their legal moves.
//!
//! This crate parses no rule text and uses no spans or diagnostics. The crate `carn` compiles rule files to a
//! [`Variant`](variant::Variant) and re-exports these modules. Most programs depend on `carn` alone.
//!
//! # Layers
//!
//! Each module imports only from those before it: [`random`], [`geometry`], [`variant`], `bits`, `tables`,
//! [`position`].

mod bits;
pub mod geometry;
pub mod position;
pub mod random;
mod tables;
pub mod variant;
