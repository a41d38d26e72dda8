//! The sections of a rule file, one module each, and the keys of a piece.

pub(crate) mod board;
pub(crate) mod chase;
pub(crate) mod choice;
pub(crate) mod collisions;
pub(crate) mod conditions;
pub(crate) mod counters;
pub(crate) mod counting;
pub(crate) mod drawing;
pub(crate) mod ending;
pub(crate) mod functions;
pub(crate) mod hand;
pub(crate) mod hooks;
mod moves;
pub(crate) mod notation;
pub(crate) mod pieces;
pub(crate) mod players;
mod promotion;
pub(crate) mod proofs;
pub(crate) mod records;
pub(crate) mod rights;
pub(crate) mod setup;
mod shape;
pub(crate) mod turns;
pub(crate) mod weights;
pub(crate) mod zones;
