//! Define a chess-like game in a text file, and run it as fast as hand-written code.
//!
//! A rule file (TOML, with patterns in a notation of its own) becomes [`Rules`](position::Rules); a
//! [`Position`](position::Position) of them knows its legal moves, plays and takes back, and says how the game ended.
//! More than a hundred games ship with the crate ([`library`]). Five programs to begin with follow.
//!
//! # A bot
//!
//! Anything that chooses among the legal moves, whatever the game: this one takes what it can.
//!
//! ```
//! use carn::position::Position;
//! use carn::random::Random;
//!
//! fn choose(position: &Position, random: &mut Random) -> Option<carn::variant::Move> {
//!     let captures = position.captures();
//!     let moves = if captures.is_empty() { position.legal_moves() } else { captures };
//!     random.choose(&moves).copied()
//! }
//!
//! let rules = carn::library::rules("xiangqi").expect("it is shipped");
//! let (mut position, mut random) = (Position::start(&rules), Random::new(1));
//! while position.outcome().is_none() && position.moves().len() < 40 {
//!     let Some(m) = choose(&position, &mut random) else { break };
//!     position.play_unchecked(m);
//! }
//! assert!(position.moves().len() > 0);
//! ```
//!
//! # A server that trusts nobody
//!
//! Text comes in; what goes out is the new position, or a sentence that says why not.
//!
//! ```
//! use carn::notation::{self, why};
//! use carn::position::{Position, Rules};
//! use carn::variant::Script;
//!
//! fn receive(rules: &Rules, fen: &str, text: &str) -> Result<String, String> {
//!     let mut position = Position::from_fen(rules, fen).map_err(|error| error.to_string())?;
//!     let m = notation::read(&position, text, &[Script::San]).map_err(|error| why(&position, &error))?;
//!     position.play(m).map_err(|error| error.to_string())?;
//!     Ok(position.fen())
//! }
//!
//! let rules = carn::library::rules("chess").expect("it is shipped");
//! let start = Position::start(&rules).fen();
//! let after = receive(&rules, &start, "Nf3").expect("a legal move");
//! assert!(after.contains(" b "));
//! assert!(receive(&rules, &start, "Ke2").is_err());
//! assert!(receive(&rules, "no position", "Nf3").is_err());
//! ```
//!
//! # The squares of a pattern
//!
//! ```
//! use carn::compile::{Natives, board, compile_pattern};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = board(&[("File", 8), ("Rank", 8)])?;
//! let knight = compile_pattern("*# 2 *# 1", &board, &Natives::default()).expect("a pattern");
//! let corner = board.square("a1").expect("a square");
//! let names: Vec<String> = knight.squares(corner).iter().map(|square| board.name(square)).collect();
//! assert_eq!(names, ["c2", "b3"]);
//! # Ok(())
//! # }
//! ```
//!
//! # Rules from a string
//!
//! Errors come as one [`Error`](std::error::Error) whose text shows the lines concerned, and as
//! [`Diagnostic`](diagnostic::Diagnostic)s for programs.
//!
//! ```
//! use carn::library;
//! use carn::position::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "
//! name = 'Chess, but the king leaps like a knight'
//! extends = 'chess'
//! [pieces.king]
//! pattern = '*# 2 *# 1'
//! ";
//! let rules = library::rules_from("leaping.toml", text)?;
//! assert_eq!(Position::start(&rules).legal_moves().len(), 22);
//!
//! let error = library::rules_from("wrong.toml", "extends = 'ches'").unwrap_err();
//! println!("{error}");
//! # Ok(())
//! # }
//! ```
//!
//! # A predicate in Rust
//!
//! What the notation cannot say, a closure can: it is handed the board, the rules and the position.
//!
//! ```
//! use carn::compile::{Natives, compile};
//! use carn::library::Shipped;
//! use carn::position::{Position, Rules};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dark = |scene: &carn::variant::Scene<'_>| {
//!     let name = scene.board().name(scene.here);
//!     name.bytes().map(u32::from).sum::<u32>() % 2 == 0
//! };
//! let natives = Natives::default().predicate("Dark", dark);
//! let text = "
//! name = 'Knights stay on dark squares'
//! extends = 'chess'
//! [pieces.knight]
//! pattern = '*# 2 *# 1 @Dark(To)'
//! ";
//! let rules = Rules::new(compile("dark.toml", text, &Shipped, &natives).into_variant()?);
//! assert!(Position::start(&rules).legal_moves().len() < 20);
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! The command `carn` needs the default features. A program that embeds the library takes `default-features = false`
//! and names what it wants: `record` (game trees, PGN, SGF), `reference` (other generators to compare with), `import`
//! (notations of other programs), `portable` (no `unsafe` code), `compact` (less code and less speed). Rules, positions and
//! the notation of moves are always there.
//!
//! # Layers
//!
//! Each imports only from those before it: [`random`] (seeded numbers), [`geometry`], [`variant`] and [`position`], which
//! are the crate `carn-engine`; then [`outlines`], [`source`], [`diagnostic`], [`syntax`], [`compile`],
//! [`format`](mod@format), [`notation`], [`search`] (the crate `carn-search`), [`study`], [`learn`], [`draw`], [`prose`], `record`,
//! `reference`, [`library`], `import`, and the command.

#[doc(inline)]
pub use carn_engine::{geometry, position, random, variant};
#[doc(inline)]
pub use carn_search as search;

// The command is written as a program that embeds the library would be.
#[cfg(feature = "cli")]
extern crate self as carn;

#[cfg(feature = "cli")]
mod cli;
/// The command, for programs that carry it: `carn` itself, and the Python package.
#[cfg(feature = "cli")]
pub use cli::run as command;

pub mod compile;
pub mod diagnostic;
pub mod draw;
pub mod format;
#[cfg(feature = "import")]
pub mod import;
pub mod learn;
pub mod library;
pub mod notation;
pub mod outlines;
pub mod prose;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "reference")]
pub mod reference;
pub mod source;
pub mod study;
pub mod syntax;
