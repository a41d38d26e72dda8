//! Origin and target with a sign between them, as in draughts records: `32-28`, `19x30`; and the landings of a chain if needed:
//! `28x19x10`.
//!
//! The sign is `x` for captures. A chosen role follows after `=`. Readers accept either sign, and any of the landings.

use crate::geometry::Square;
use crate::variant::{Move, RoleId};

use super::{ReadError, View, coordinate, suffix};

/// The text of a legal move.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    let path = view.landings(mv).unwrap_or(std::slice::from_ref(&mv.to));
    let takes = mv.chain().is_some() || view.takes_on_target(mv);
    let ends = &path[path.len().saturating_sub(1)..];
    let texts = [(ends, false), (path, false), (ends, true), (path, true)];
    let mut texts = texts.into_iter().map(|(stops, choice)| compose(view, mv, stops, takes, choice));
    let told = texts.find(|text| read(view, text) == Ok(mv));
    told.unwrap_or_else(|| coordinate::fallback(view, mv))
}

fn compose(view: View<'_>, mv: Move, stops: &[Square], takes: bool, choice: bool) -> String {
    let board = &view.variant.board;
    let mut text = board.name(mv.from);
    for &stop in stops {
        text.push(if takes { 'x' } else { '-' });
        text += &board.name(stop);
    }
    if choice {
        coordinate::push_choice(view, mv, &mut text, "=");
    }
    let own = view.landings(mv);
    suffix::push(&mut text, suffix::nth(view, mv, |other| view.landings(other) == own));
    text
}

/// The legal move for a text. The role of a promotion without alternatives may be omitted.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    if let Some(found) = coordinate::read_fallback(view, text) {
        return found;
    }
    let found = coordinate::read(view, text);
    if !matches!(found, Err(ReadError::NoSuchMove(_) | ReadError::Unreadable)) || text.contains('=') {
        return found;
    }
    let mut choices: Vec<RoleId> = view.legal.iter().filter_map(|mv| mv.promotion()).collect();
    choices.sort_unstable();
    choices.dedup();
    let (body, way) = text.split_at(text.find('~').unwrap_or(text.len()));
    let body = body.trim_end_matches(['+', '#', '!', '?']);
    let chosen = |role: RoleId| {
        let letter = view.variant.role(role).letter.to_lowercase();
        coordinate::read(view, &format!("{body}={letter}{way}")).ok()
    };
    let mut moves = choices.into_iter().filter_map(chosen);
    match (moves.next(), moves.next()) {
        (Some(mv), None) => Ok(mv),
        _ => found,
    }
}
