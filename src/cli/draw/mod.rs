//! Draws positions on a terminal: boards of any number of axes, in text.

mod hands;
mod sides;
mod text;

pub use carn::draw::{Glyphs, Mark, Picture, svg};
pub use text::{text, with_hands};
