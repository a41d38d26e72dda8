//! The engine below [`Position`](super): states, their legal moves, what a move makes of them, and how games end.
//!
//! [`forms`] chooses the form of the tables by the size of the game; [`board`] is a game of two players in one form, [`multiplayer`]
//! one of more, both behind the trait of [`game`]. Rules that the tables have no form for are run by the literal evaluator, behind the same trait.

mod board;
mod candidates;
mod chain;
mod choose;
mod counting;
mod endings;
mod erased;
mod evaluator;
mod forms;
pub(super) mod game;
mod general;
mod generate;
mod hand;
mod harmless;
mod hash;
mod legality;
mod literal_game;
mod make;
mod marks;
mod most;
mod multiplayer;
mod perft;
mod repetition;
mod royals;
mod sieve;
mod sinks;
mod state;
mod tasks;
mod underway;

pub use crate::tables::account::{Account, Part};
pub use perft::PerftOptions;

use std::sync::Arc;

use crate::variant::Variant;

/// The form of a game that the literal evaluator runs though tables could.
pub(super) fn literal_form(variant: &Arc<Variant>) -> Arc<dyn game::Form> {
    Arc::new(literal_game::Tableless { variant: variant.clone(), reason: "asked for" })
}
