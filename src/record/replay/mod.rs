//! Resolves the moves of a record by the rules of its game.
//!
//! [`resolve`] reads the words of a [`GameTree`](super::GameTree) with variations; [`convert`] rewrites them in another script.
//! [`Validator`] only validates, game by game, while a database streams through. A word that is not a legal move becomes a
//! [`Problem`](super::Problem) with the reason. The rest of its line stays text, and reading continues with the next variation.

mod convert;
mod header;
mod mend;
mod pass;
mod pgn4;
mod reader;
mod ready;
mod sgf;
mod tree;
mod validate;

use crate::geometry::Square;
use crate::position::Rules;
use crate::variant;

pub(super) use convert::play_and_write;
pub use convert::{convert, convert_with};
pub use header::Header;
pub use reader::MoveReader;
pub use ready::Ready;
pub use sgf::{from_sgf, into_sgf, to_sgf};
pub use tree::has_long_turns;
pub(super) use tree::number;
pub use tree::{Replay, resolve, resolve_leniently, resolve_with};
pub use validate::{Counts, Validator};

/// The maximum nesting of replayed variations; deeper ones are left unread, with a problem.
pub const DEEPEST: usize = 1 << 16;

/// Rules for a record.
#[derive(Clone, Debug)]
pub struct Known {
    /// The rules.
    pub rules: Rules,
    /// The rule file's hash, as in a `CarnRules` tag.
    pub hash: Option<String>,
}

/// Finds the rules by the name in a record's `Variant` tag; an empty name means that there is no such tag.
pub type Lookup<'a> = dyn Fn(&str) -> Option<Known> + 'a;

/// A move in the packed form of trees.
pub fn pack(mv: variant::Move) -> super::tree::Move {
    let variant::Move { from, to, way, choice } = mv;
    [from.0, to.0, way, choice].into_iter().fold(0, |packed, part| packed << 16 | u64::from(part))
}

/// The resolved legal move of a word; `None` also for a null move.
pub fn legal(played: &super::MoveText) -> Option<variant::Move> {
    played.resolved.filter(|&packed| packed != pass::PASS).map(unpack)
}

/// The inverse of [`pack`].
pub fn unpack(packed: super::tree::Move) -> variant::Move {
    let part = |n: u32| (packed >> (48 - 16 * n)) as u16;
    variant::Move { from: Square(part(0)), to: Square(part(1)), way: part(2), choice: part(3) }
}
