//! The engine below [`Position`](super): states, legal moves, make and unmake, endings.
//!
//! Each module imports only from those before it:
//!
//! - [`state`], [`moves`], [`make`], [`history`], [`endings`];
//! - queries of a game: [`tasks`], [`perft`];
//! - the trait of all games, [`game`], and its implementations: [`literal_game`], [`board`], [`multiplayer`];
//! - the choice of a form: [`forms`].

mod board;
pub(super) mod endings;
pub(super) mod forms;
pub(super) mod game;
mod history;
mod literal_game;
mod make;
mod moves;
mod multiplayer;
mod perft;
mod state;
mod tasks;

use std::sync::Arc;

use crate::variant::Variant;

pub use crate::tables::account::{Account, Part};
pub use perft::PerftOptions;

/// Runs a game in the literal evaluator although it could have tables.
pub(super) fn literal_form(variant: &Arc<Variant>) -> Arc<dyn game::Form> {
    Arc::new(literal_game::Tableless { variant: variant.clone(), reason: "asked for" })
}
