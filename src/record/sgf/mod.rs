//! Smart Game Format, FF\[1\] to FF\[4\], read and written, for any game.
//!
//! The root of the tree is the first node. Every property, including moves, is an annotation, raw and in order. Properties are
//! interpreted on demand: [`Property::values`](crate::record::Property::values), [`Value::text`], [`Value::points`], the board of a game of Go in [`go`], linked
//! cells in [`cells`].
//!
//! Source: the FF\[4\] specification (Hollosi, red-bean.com/sgf). Decisions about points that it leaves open, or forbids
//! although files contain them:
//!
//! - Bytes are decoded before tokenising: in the given encoding, or else the one of `CA`, or else a detected one
//!   ([`crate::record::encoding`]).
//! - White space between tokens is dropped. Other text between tokens is kept as
//!   [`Annotation::Text`](crate::record::Annotation::Text); text before a game is the `lead` of its root.
//! - A node after the variations of its sequence is one more variation.
//! - A value without an end takes the rest of the file. A name without a value is a property without values.

pub mod cells;
pub mod go;
mod property;
mod read;
mod write;

pub use property::{Point, Value, game_number};
pub use read::{Games, Parsed, decode, read, read_bytes};
pub use write::{Encoded, encode, write, write_utf8};
