//! The engine below [`Position`](super): states, their moves, what a move makes of them, and how games end.
//!
//! A folder imports only from those before it: [`state`], [`moves`], [`make`], [`history`], [`endings`]; then the questions asked of a
//! game ([`tasks`], [`perft`]), the trait behind which all games stand ([`game`]), its implementations ([`literal_game`],
//! [`board`], [`multiplayer`]) and the choice of one ([`forms`]).

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

/// The form of a game that the literal evaluator runs though tables could.
pub(super) fn literal_form(variant: &Arc<Variant>) -> Arc<dyn game::Form> {
    Arc::new(literal_game::Tableless { variant: variant.clone(), reason: "asked for" })
}
