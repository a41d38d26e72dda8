//! Define a chess-like game in a text file, and run it as fast as hand-written code.
//!
//! The layers, each importing only from those before it: [`source`], [`diagnostic`], [`syntax`], [`geometry`],
//! [`variant`], [`compile`], [`bits`], [`tables`], [`position`], [`notation`], [`record`], [`reference`],
//! [`library`]. The command (`carn`) is built on top of them. [`random`] stands beside them: seeded numbers that any
//! of them may use.

pub mod bits;
pub mod compile;
pub mod diagnostic;
pub mod geometry;
pub mod library;
pub mod notation;
pub mod position;
pub mod random;
pub mod record;
#[cfg(feature = "reference")]
pub mod reference;
pub mod source;
pub mod syntax;
pub mod tables;
pub mod variant;
