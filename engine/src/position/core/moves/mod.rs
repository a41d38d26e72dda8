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

pub(crate) mod builder;
pub(crate) mod candidates;
pub(crate) mod chains;
pub(crate) mod check_test;
pub(crate) mod choice;
pub(crate) mod drops;
pub(crate) mod erased;
pub(crate) mod evaluator;
pub(crate) mod filter;
pub(crate) mod generate;
pub(crate) mod legality;
pub(crate) mod majority;
pub(crate) mod royals;
pub(crate) mod scripted;
pub(crate) mod sinks;
