//! The legal moves of a state: what each piece, the hand and the rules of the turn offer, and what leaves royals safe.
//!
//! Conditions, attacks and scripted moves ask each other: a condition may ask whether a square is attacked or a player has a
//! move, an attack whether a scripted move is open, a scripted move its conditions. So this folder is one unit.
//!
//! - `generate`: the generator; what a whole set of pieces does at once and what each slider and leaper does.
//! - `legality`: attacks, checkers, pins, the check mask.
//! - `royals`: the royals' own moves, castling among them. `candidates`: scripted moves. `drops`, `chains`.
//! - `scripted`: one scripted move, its conditions and its result, which `builder` makes step by step.
//! - `evaluator`: conditions.
//! - `choice`: compulsory moves and conditions of all moves, with `filter`, `majority` and `check_test`.
//! - `sinks`: where moves go: a list, a count, a function; `erased` is any of them behind calls.

pub(in crate::position::core) mod builder;
pub(in crate::position::core) mod candidates;
pub(in crate::position::core) mod chains;
pub(in crate::position::core) mod check_test;
pub(in crate::position::core) mod choice;
pub(in crate::position::core) mod drops;
pub(in crate::position::core) mod erased;
pub(in crate::position::core) mod evaluator;
pub(in crate::position::core) mod filter;
pub(in crate::position::core) mod generate;
pub(in crate::position::core) mod legality;
pub(in crate::position::core) mod majority;
pub(in crate::position::core) mod royals;
pub(in crate::position::core) mod scripted;
pub(in crate::position::core) mod sinks;
