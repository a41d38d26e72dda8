//! Game records: game trees, PGN, SGF, other formats, and their encodings.
//!
//! [`GameTree`] is the tree for every format. [`pgn`] and [`sgf`] read and write it; [`kifu`] reads Japanese formats and
//! [`qipu`] Chinese ones. Readers report a [`Problem`] for each error in a text. They print nothing and discard no readable
//! text. [`replay`] resolves the moves of a record by the rules of its game, and [`Game`] records a game in progress.

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
