//! Game records: the tree of a game, PGN, SGF, and the encodings they come in.
//!
//! [`GameTree`] is the one tree for every format. [`pgn`] and [`sgf`] read and write it, [`kifu`] reads what is kept in Japan, [`qipu`]
//! what is kept in China, and [`Problem`] is what they
//! say about a text that is not as it should be: nothing here prints, and nothing readable is thrown away. [`replay`]
//! finds out what the moves of a record are by the rules of its game, and [`Game`] records a game as it is played.

pub mod cursor;
pub mod encoding;
mod file;
pub mod game;
pub mod kifu;
pub mod pgn;
pub mod problem;
pub mod qipu;
pub mod replay;
pub mod sgf;
pub mod tags;
pub mod tree;

pub use cursor::Cursor;
pub use encoding::Encoding;
pub use file::FileKind;
pub use game::Game;
pub use problem::{Problem, ProblemKind, Problems, Severity};
pub use tags::{Tag, Tags};
pub use tree::{
    Annotation, GameTree, MoveText, Node, NodeId, Numbering, Parting, Property, Round, Scores, Termination,
};
