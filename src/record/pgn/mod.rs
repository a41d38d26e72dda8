//! Portable Game Notation: a streaming reader, a tree on top of it, and a writer.
//!
//! Source: the PGN specification (Edwards, 1994). What it leaves open, or forbids and files do all the same:
//!
//! - A move is any word: a run of characters other than white space, control characters and `{ } ( ) ; [ ] $`, that does
//!   not begin with a dot or with digits and a dot. It is handed over as it stands.
//! - In a `{}` comment one line break is a space, and n of them in a row are n - 1 line breaks of the text.
//! - A `;` comment that begins a line right after another `;` comment continues it on a new line.
//! - A comment that holds a `}`, or a line beginning with `[Event "`, is therefore written as `;` lines; any other as
//!   `{}`. A carriage return before a line break belongs to the line break.
//! - A `{}` comment in which a line begins with `[Event "` was never closed: it is cut there, with an error, and the
//!   next game is read.
//! - A tag stands on one line. A line break in a tag's value is written as a space.
//! - A result inside a variation does not end the game; in the tree it is a comment.
//! - A game without a result marker has the result of its tag `Result`; without that it is open: `*`.
//! - Text after a result that begins no other game is a footer, kept as a comment at the end of the main line. Another
//!   game begins with a tag, a glyph, a result, a comment on a line of its own, or a move number with its dot.
//! - Signs that judge a position (`+=`, `±`, `-+`, `N`) are the glyphs with their numbers.
//! - Moves joined by commas (`e5,Nc6`, `d5, Nf6`), or by strokes (`d5/dxe4`; `e8/Q` is one), are several: so records of games
//!   are written in which a turn has several moves.
//! - A word of characters outside ASCII, perhaps behind digits, may end in an origin (`７六歩(77)`), and have a blank behind 同 (`同　銀(31)`).
//! - Digits, a dot and digits by themselves (`32.1`) are a move, not a move number, and so is `0000` without a dot: a pass.

/// Goes on, or hands the visitor's break up.
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
pub use visitor::{Next, Piece, Place, Visitor};
pub use write::{write, write_game};

/// The longest token, comments excepted, in bytes: a longer one is an error and is kept as pieces of text.
pub const MAX_TOKEN: usize = 1 << 20;

/// The deepest nesting of variations for which the reader still knows plies and places; deeper ones are only counted.
pub const MAX_TRACKED_DEPTH: usize = 1 << 20;

/// The largest tree that is built of one game, in bytes (about: nodes, words, tags, comments): what a game has beyond
/// that is left out, with an error. The streaming reader has no such bound.
pub const MAX_TREE: usize = 1 << 27;
