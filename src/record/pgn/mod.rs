//! Portable Game Notation: a streaming reader, a tree builder, and a writer.
//!
//! Source: the PGN specification (Edwards, 1994). Decisions about points that it leaves open, or forbids although files contain
//! them:
//!
//! - A move is any word: a sequence of characters other than white space, control characters and `{ } ( ) ; [ ] $` that does
//!   not begin with a dot or with digits and a dot. Its text is passed on unchanged.
//! - In a `{}` comment one line break is a space, and n consecutive ones are n - 1 line breaks of the text.
//! - A `;` comment at the start of a line directly after another `;` comment continues it on a new line.
//! - A comment that contains a `}`, or a line beginning with `[Event "`, is therefore written as `;` lines; any other as `{}`.
//!   A carriage return before a line break belongs to the line break.
//! - A `{}` comment with a line beginning with `[Event "`, and with a `{` between this line and the next `}`, was never closed.
//!   It is cut there, with an error, and the next game is read. So is one without a `}` in the next megabyte.
//! - A tag occupies one line. A line break in a tag's value is written as a space.
//! - A result inside a variation does not end the game; in the tree it is a comment.
//! - A result may have blanks (`1 - 0`), be in decimals (`0.5-0.5`), or have a dash or a colon (`1–0`, `1:0`). The same result
//!   again, without a blank line between, belongs to the game.
//! - A game without a result marker has the result of its tag `Result`, or else is open: `*`.
//! - Text after a result that begins no other game is a footer, kept as a comment at the end of the main line. A game begins
//!   with a tag, a glyph, a result, a comment on a line of its own, or a move number with its dot.
//! - Evaluation signs (`+=`, `±`, `-+`, `N`) are read as the glyphs with their numbers.
//!   They may be joined to a move if the word is not a move with them: `Nf3+=`, `Bb5±`.
//! - Moves joined by commas (`e5,Nc6`, `d5, Nf6`) or slashes (`d5/dxe4`; but `e8/Q` is one) are several moves, as in games
//!   whose turns have several moves.
//! - A word of non-ASCII characters, perhaps after digits, may end in an origin (`７六歩(77)`, `▲5十龍(5-8)`), and contain a
//!   blank after 同 (`同　銀(31)`).
//! - Digits, a dot and digits alone (`32.1`) are a move, not a move number. So is `0000` without a dot: a pass.

/// Returns early if the visitor breaks.
macro_rules! told {
    ($flow:expr) => {
        match $flow {
            Continue(value) => value,
            Break(value) => return Break(value),
        }
    };
}

mod after;
mod build;
mod parts;
mod read;
mod step;
mod token;
mod usual;
mod visitor;
mod write;

pub use build::{Games, Parsed, read, read_bytes};
pub use parts::{Block, Parts};
pub use read::{Options, Reader};
pub(super) use token::without_sign;
pub use visitor::{Next, Piece, Place, Visitor};
pub use write::{write, write_game};

/// The maximum length of a token other than a comment, in bytes. A longer one is an error and is kept as pieces of text.
pub const MAX_TOKEN: usize = 1 << 20;

/// The maximum nesting of variations for which the reader tracks plies and places; deeper ones are only counted.
pub const MAX_TRACKED_DEPTH: usize = 1 << 20;

/// The approximate maximum size of the tree of one game in bytes (nodes, words, tags, comments). Contents beyond it are
/// dropped, with an error. The streaming reader has no such limit.
pub const MAX_TREE: usize = 1 << 27;
