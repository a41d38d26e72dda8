//! Smart Game Format, FF\[1\] to FF\[4\], read and written, whatever the game.
//!
//! The root of the tree is the first node; every property is an annotation, raw and in order, the moves too. What the
//! properties mean is asked afterwards: [`Property::values`], [`Value::text`], [`Value::points`], the board of a game of
//! Go in [`go`], the seed's cells in [`cells`].
//!
//! Source: the FF\[4\] specification (Hollosi, red-bean.com/sgf). What it leaves open, or forbids and files do all the same:
//!
//! - Bytes are decoded before they are tokenised: in the encoding named, else the one of `CA`, else the one found out
//!   ([`crate::record::encoding`]).
//! - White space between tokens is not kept. Text between tokens that is part of none is, as
//!   [`Annotation::Text`](crate::record::Annotation::Text); text before a game as the `lead` of its root.
//! - A node that comes after the variations of its sequence is one more variation.
//! - A value without an end takes the rest of the file; a name without a value is a property without values.

pub mod cells;
pub mod go;
mod property;
mod read;
mod write;

pub use property::{Point, Value, game_number};
pub use read::{Parsed, read, read_bytes};
pub use write::{Encoded, encode, write, write_utf8};
