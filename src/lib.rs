//! Define a chess-like game in a text file, and run it as fast as hand-written code.
//!
//! A rule file (TOML, with patterns in a notation of its own) becomes [`Rules`](position::Rules). A
//! [`Position`](position::Position) of these rules lists its legal moves, makes and undoes them, and reports how the game
//! ended. More than a hundred games ship with the crate ([`library`]). Five short programs follow.
//!
//! # A bot
//!
//! A bot chooses among the legal moves, whatever the game. This one prefers captures.
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
//! # A server that validates its input
//!
//! The server receives text. It returns the new position, or a sentence that explains why the move is illegal. A
//! [`Position`](position::Position) keeps its history, so that repetitions end the game. A FEN has no history: to store a game,
//! store its moves and play them again. Moves are legal after a repetition too, so the server tests for the end.
//!
//! ```
//! use carn::notation::{self, why};
//! use carn::position::Position;
//! use carn::variant::Script;
//!
//! fn receive(game: &mut Position, text: &str) -> Result<String, String> {
//!     if let Some(outcome) = game.outcome() {
//!         return Err(format!("the game is over: {}", outcome.reason));
//!     }
//!     let m = notation::read(game, text, &[Script::San]).map_err(|error| why(game, &error))?;
//!     game.play(m).map_err(|error| error.to_string())?;
//!     Ok(game.fen())
//! }
//!
//! let rules = carn::library::rules("chess").expect("it is shipped");
//! let mut game = Position::start(&rules);
//! assert!(receive(&mut game, "Ke2").is_err());
//! for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
//!     receive(&mut game, text).expect("a legal move");
//! }
//! assert_eq!(receive(&mut game, "Nf3"), Err("the game is over: repetition".to_owned()));
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
//! A failure is one [`Error`](std::error::Error) whose text shows the lines concerned. Programs read its
//! [`Diagnostic`](diagnostic::Diagnostic)s.
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
//! A closure can test what the notation cannot express. It receives the board, the rules and the position.
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
//! The command `carn` needs the default features. A program that embeds the library sets `default-features = false` and adds
//! the features it needs:
//!
//! - `record`: game trees, PGN, SGF;
//! - `reference`: other generators to compare with;
//! - `import`: notations of other programs;
//! - `networks`: the networks of shipped games, without which the search plays them less well;
//! - `portable`: no `unsafe` code;
//! - `compact`: less code, less speed.
//!
//! Rules, positions and the notation of moves are always included.
//!
//! # Layers
//!
//! Each module imports only from modules before it:
//!
//! 1. the crate `carn-engine`: [`random`] (seeded numbers), [`geometry`], [`variant`], [`position`];
//! 2. [`outlines`], [`source`], [`diagnostic`], [`syntax`], [`compile`], [`format`](mod@format), [`notation`];
//! 3. [`search`] (the crate `carn-search`), [`study`], [`learn`], [`draw`], [`prose`];
//! 4. `record`, `reference`, [`library`], `import`, and the command.

#[doc(inline)]
pub use carn_engine::{geometry, position, random, variant};
#[doc(inline)]
pub use carn_search as search;

// The command uses the public names of the library (`carn::…`), as an embedding program does.
#[cfg(feature = "cli")]
extern crate self as carn;

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
pub use cli::memory::has as has_memory;
/// The command line, for the programs that run it: `carn` itself and the Python package.
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

/// The README's example is run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
