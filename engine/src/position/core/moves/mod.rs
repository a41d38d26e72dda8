//! The legal moves of a state: pieces, drops, rules of the turn, and the safety of royals.
//!
//! Conditions, attacks and scripted moves depend on each other, so this folder is one unit. A condition may
//! test an attack or the existence of a move; an attack may test a scripted move; a scripted move tests its
//! conditions.
//!
//! - `generate`: the generator for steps, leapers and sliders.
//! - `legality`: attacks, checkers, pins, the check mask.
//! - `royals`: the royals' own moves and castling. `candidates`: scripted moves. `drops`, `chains`.
//! - `scripted`: one scripted move, its conditions and its result; `builder` applies its effects.
//! - `evaluator`: conditions.
//! - `choice`: compulsory moves and conditions on all moves, with `filter`, `majority` and `check_test`.
//! - `sinks`: receivers of moves: a list, a count, a function; `erased` wraps any of them behind indirect
//!   calls.

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
