//! Fast writing of SAN, for millions of moves. It generates only the moves to one square, because generating all moves would
//! dominate the time.

use crate::position::Position;
use crate::variant::{Effect, Move, RoleSet, Variant};

use super::SanReader;
use super::move_names::roles_with;

/// Writes moves of one variant. Create it once and reuse it.
#[derive(Clone, Debug)]
pub struct SanWriter {
    /// Whether the fast path fits this board and these rules.
    fits: bool,
    /// For each name of moves, the roles that have it.
    named: Vec<RoleSet>,
}

/// A text without its sign for check.
#[derive(Clone, Debug)]
pub struct Unmarked(String);

impl SanWriter {
    /// The writer for a variant.
    pub fn new(variant: &Variant) -> Self {
        // A hook may capture without a capturing move.
        let hooks =
            |role: &crate::variant::Role| !role.after_move.is_empty() || !role.after_capture.is_empty();
        let plain = variant.after_move.is_empty()
            && variant.after_capture.is_empty()
            && !variant.roles.iter().any(hooks)
            && variant.roles.iter().all(|role| role.chains.is_empty());
        let two = variant.players.len() == 2 && variant.turns.iter().all(|turn| turn.after.is_some());
        let names = 0..variant.notation.move_names.len() as u16;
        Self {
            fits: plain && two && SanReader::new(variant).is_compact(),
            named: names.map(|name| roles_with(variant, name)).collect(),
        }
    }

    /// The text of a legal move without its sign for check or mate; `None` if the fast path does not apply. The list is a
    /// buffer for moves; reuse it, its contents do not matter.
    pub fn begin(&self, position: &Position, mv: Move, list: &mut Vec<Move>) -> Option<Unmarked> {
        let rules = position.rules();
        let notation = &rules.variant().notation;
        let from = mv.origin().filter(|_| self.fits && !mv.is_pass() && mv.chain().is_none())?;
        let piece = position.piece(from).filter(|piece| !piece.is_neutral())?;
        let role = rules.variant().role(piece.role);
        if let Some(movement) = mv.movement().map(|index| role.movements.get(index)) {
            let movement = movement.filter(|movement| movement.legs.len() < 2)?;
            if let Some(name) = movement.name {
                list.clear();
                let roles = *self.named.get(usize::from(name))?;
                position
                    .for_each_piece(position.turn(), roles, |from, _| position.moves_from_into(from, list));
                let same = |other: &&Move| super::at_position::movement_name(position, **other) == Some(name);
                return match list.iter().filter(same).count() {
                    1 => Some(Unmarked(notation.move_names.get(usize::from(name))?.clone())),
                    _ => None,
                };
            }
            // Other effects of a movement may need to be written.
            let silent =
                |effect: &Effect| matches!(effect, Effect::Mark(_) | Effect::TakeMarker | Effect::Promote(_));
            if !movement.effects.iter().all(silent) {
                return None;
            }
        }
        let takes = position.is_capture(mv);
        let letterless = notation.letterless.contains(piece.role);
        let class = if letterless { notation.letterless } else { [piece.role].into_iter().collect() };
        list.clear();
        position.moves_to_into(class, mv.to, list);
        // Moves with several ways, and named moves, are left to the general writer.
        let (board, own) = (&rules.variant().board, rules.variant().board.written(from));
        let (mut rival, mut file, mut rank) = (false, false, false);
        for other in list.iter().filter(|other| other.choice == mv.choice && other.drop().is_none()) {
            let origin = other.origin()?;
            if origin == from && other.way != mv.way {
                return None;
            }
            if origin != from {
                if other
                    .movement()
                    .is_some_and(|_| super::at_position::movement_name(position, *other).is_some())
                {
                    return None;
                }
                let at = board.written(origin);
                rival = true;
                file |= at[0] == own[0];
                rank |= at[1] == own[1];
            }
        }
        let (says_file, says_rank) = match (rival, file, rank, letterless && takes) {
            (false, .., base) => (base, false),
            (true, false, ..) => (true, false),
            (true, true, _, true) => (true, true),
            (true, true, false, false) => (false, true),
            (true, true, true, false) => (true, true),
        };
        let mut text = String::with_capacity(8);
        if !letterless {
            text += role.sign();
            text.push(role.letter);
        }
        for ((labels, says), &at) in board.written_axes().iter().zip([says_file, says_rank]).zip(own) {
            if says {
                text.push_str(&labels.label(at as u16));
            }
        }
        if takes {
            text.push('x');
        }
        let to = board.written(mv.to);
        for (labels, &at) in board.written_axes().iter().zip(to) {
            text.push_str(&labels.label(at as u16));
        }
        if let Some(choice) = mv.promotion() {
            text.push('=');
            text += &rules.variant().role(choice).symbol();
        }
        Some(Unmarked(text))
    }

    /// The complete text, after the move was made.
    pub fn end(&self, after: &Position, Unmarked(mut text): Unmarked) -> String {
        if after.stands_in_check(after.turn()) {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }
}
