//! Games for machine learning: moves as numbers, positions as planes, and many games played side by side.
//!
//! [`Actions`] numbers all moves that a game can have. [`Planes`] writes a position as small numbers by channel, row and
//! column. A [`Batch`] plays many games at once. All three are derived from the rules, for any number of players.
//!
//! ```
//! # use carn::learn::Batch;
//! # use carn::random::Random;
//! let rules = carn::library::rules("breakthrough").unwrap();
//! let mut batch = Batch::new(&rules, 8);
//! let mut random = Random::new(1);
//! while !batch.is_over() {
//!     let moves: Vec<u32> = (0..8).map(|game| random.below(batch.count(game)) as u32).collect();
//!     batch.play_nth(&moves).unwrap();
//! }
//! assert!((0..8).all(|game| batch.rewards(game).iter().sum::<f32>() == 0.0));
//! ```

mod actions;
mod batch;
mod planes;

pub use actions::Actions;
pub use batch::{Batch, NoSuchAction, rewards};
pub use planes::Planes;
