//! The board for the page, and as a picture to save.

use carn::draw::{Glyphs, Mark, Picture, stage as empty, svg};
use carn::library;
use serde_json::{Value, json};

use crate::game::{SETS, pictured};
use crate::position::checked;
use crate::session::{Answer, Table};

/// The empty board, with the position of each square by index.
pub fn stage(table: &mut Table, widest: usize) -> Value {
    let stage = empty(table.rules.variant(), widest);
    let mut spots = vec![[0, 0]; table.rules.variant().board.len()];
    for spot in &stage.spots {
        if let Some(place) = spots.get_mut(spot.square.index()) {
            *place = [spot.x, spot.y];
        }
    }
    json!({
        "width": stage.width,
        "height": stage.height,
        "side": stage.side,
        "ground": stage.ground.body,
        "shapes": stage.ground.shapes,
        "spots": spots,
        "cell": stage.cell,
    })
}

/// The position as an SVG document.
pub fn picture(table: &mut Table, set: Option<&str>) -> Value {
    let setup = table.position.setup();
    let mut picture = Picture::new(table.rules.variant(), &setup, glyphs(set));
    if let Some(last) = table.position.moves().next_back() {
        last.origin().into_iter().for_each(|from| picture.mark(from, Mark::LastFrom));
        last.target().into_iter().for_each(|to| picture.mark(to, Mark::LastTo));
    }
    for square in checked(&table.rules, &setup) {
        picture.mark(square, Mark::Check);
    }
    json!({ "svg": svg(&picture) })
}

/// The glyphs of a set.
pub fn glyphs(set: Option<&str>) -> Glyphs {
    SETS.iter().find(|(name, _)| Some(*name) == set).map_or(Glyphs::Pictures, |&(_, glyphs)| glyphs)
}

/// The start position of a shipped game as an SVG document. For Chinese readers, pieces without pictures are Chinese
/// characters.
///
/// # Errors
/// If there is no such game.
pub fn start(name: &str, chinese: bool) -> Answer {
    let variant = library::variant(name).ok_or_else(|| format!("there is no game `{name}`"))?;
    let glyphs = if chinese && !pictured(&variant) { Glyphs::Chinese } else { Glyphs::Pictures };
    Ok(json!({ "svg": svg(&Picture::new(&variant, &variant.start, glyphs)) }))
}
