//! Origin and target with a sign between them, as records of draughts have them: `32-28`, `19x30`, and the landings of a
//! chain where that is not enough: `28x19x10`.
//!
//! `x` if the move takes. Readers take any sign, and any of the landings.

use crate::geometry::Square;
use crate::variant::{Move, literal};

use super::{ReadError, View, coordinate, suffix};

/// The text of a legal move.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    let path = literal::chain_path(view.variant, view.setup, mv).unwrap_or_else(|| vec![mv.to]);
    let takes = mv.chain().is_some() || mv.from != mv.to && view.setup.piece(mv.to).is_some();
    let ends = &path[path.len().saturating_sub(1)..];
    let text = [ends, &path].into_iter().map(|stops| compose(view, mv, stops, takes));
    let told = text.into_iter().find(|text| read(view, text) == Ok(mv));
    told.unwrap_or_else(|| coordinate::fallback(view, mv))
}

fn compose(view: View<'_>, mv: Move, stops: &[Square], takes: bool) -> String {
    let board = &view.variant.board;
    let mut text = board.name(mv.from);
    for &stop in stops {
        text.push(if takes { 'x' } else { '-' });
        text += &board.name(stop);
    }
    coordinate::push_choice(view, mv, &mut text, "=");
    let same = |other: Move| {
        let path = |mv| literal::chain_path(view.variant, view.setup, mv);
        path(other) == path(mv)
    };
    suffix::push(&mut text, suffix::nth(view.legal, mv, same));
    text
}

/// The legal move that a text stands for. What a man becomes goes without saying where it has no choice.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    if let Some(found) = coordinate::read_fallback(view, text) {
        return found;
    }
    coordinate::read(view, text)
}
