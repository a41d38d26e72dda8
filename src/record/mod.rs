//! Game records: game trees, PGN, SGF, other formats, and their encodings.
//!
//! [`GameTree`] is the tree for every format. [`pgn`] and [`sgf`] read and write it; [`kifu`] reads Japanese formats and
//! [`qipu`] Chinese ones. Readers report a [`Problem`] for each error in a text. They print nothing and discard no readable
//! text. [`replay`] resolves the moves of a record by the rules of its game, and [`Game`] records a game in progress.
//!
//! # Reading, validating, and writing
//!
//! PGN is read from any stream, one game at a time. A lookup finds the rules by the tag `Variant`, which is empty if a record has
//! none. The problems of a game tell which of its words are broken text or illegal moves.
//!
//! ```
//! use carn::record::replay::{self, Known};
//! use carn::record::pgn;
//! use carn::variant::Script;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let lookup = |name: &str| {
//!     let rules = carn::library::rules(if name.is_empty() { "chess" } else { name })?;
//!     Some(Known { rules, hash: None })
//! };
//! // In place of a file.
//! let stream = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n".as_bytes();
//! let (mut written, mut errors) = (String::new(), Vec::new());
//! for (number, game) in (1..).zip(pgn::Games::new(stream, None)) {
//!     let (mut tree, mut problems) = game?;
//!     let mut replay = replay::resolve(&mut tree, number, &lookup, None)?;
//!     problems.append(std::mem::take(&mut replay.problems));
//!     if problems.errors() > 0 {
//!         errors.extend(problems.iter().map(ToString::to_string));
//!         continue;
//!     }
//!     replay::convert(&mut tree, &replay, Script::Coordinate);
//!     written += &pgn::write_game(&tree);
//! }
//! assert!(written.contains("1. f2f3 e7e5 2. g2g4 d8h4 0-1"));
//! assert!(errors[0].contains("Ke3"));
//! # Ok(())
//! # }
//! ```
//!
//! The tree of an SGF file has the properties of SGF. [`replay::from_sgf`] makes tags and moves of them, and [`replay::to_sgf`]
//! does the reverse:
//!
//! ```
//! # use carn::record::replay::{self, Known};
//! # use carn::record::{pgn, sgf};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let lookup = |name: &str| Some(Known { rules: carn::library::rules(name)?, hash: None });
//! let parsed = sgf::read("(;FF[4]GM[3]RU[chess];W[e2e4];B[e7e5])");
//! let mut tree = replay::from_sgf(&parsed.games[0]);
//! let replay = replay::resolve(&mut tree, 1, &lookup, None)?;
//! assert_eq!((replay.moves, replay.unread), (2, 0));
//! assert!(pgn::write_game(&tree).contains("1. e2e4 e7e5 *"));
//! let again = sgf::write_utf8(&[replay::to_sgf(&tree, replay.known.rules.variant())]);
//! assert!(again.contains("RU[chess];W[e2e4];B[e7e5]"));
//! # Ok(())
//! # }
//! ```

mod binary;
pub mod cursor;
pub mod encoding;
mod file;
pub mod game;
pub mod kifu;
pub mod pgn;
pub mod problem;
pub mod qipu;
pub mod replay;
mod result;
pub mod sgf;
pub mod tags;
pub mod tree;

pub use binary::binary_kind;
pub use cursor::Cursor;
pub use encoding::Encoding;
pub use file::FileKind;
pub use game::Game;
pub use problem::{Problem, ProblemKind, Problems, Severity};
pub use tags::{Tag, Tags};
pub use tree::{
    Annotation, GameTree, MoveText, Node, NodeId, Numbering, Parting, Property, Round, Scores, Termination,
};
