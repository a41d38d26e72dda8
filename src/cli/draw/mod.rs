//! Pictures of a position in a terminal: boards of any number of axes, drawn in letters.

mod hands;
mod sides;
mod text;

pub use carn::draw::{Glyphs, Mark, Picture, svg};
pub use text::{text, with_hands};
