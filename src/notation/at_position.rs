//! The functions of this module for a [`Position`], from which they take what the scripts need.

use crate::position::Position;
use crate::variant::{Move, Piece, RoleSet, Script, Setup};

use super::{Consequence, ReadError, SanReader, View, read_in, write_in};

impl Consequence {
    /// The consequence of a move, from the board before it and the position after it.
    pub fn between(before: &Setup, mv: Move, after: &Position) -> Self {
        let variant = after.rules().variant();
        let mover = variant.mover(before.turn);
        if variant.players.len() > 2 {
            // With several players, an eliminated player may have lost more pieces than the move captured.
            return Self::literally(variant, before, mv);
        }
        let Some(opponent) = variant.opponents(before, mover).iter().next() else { return Self::default() };
        let opposes = |piece: Piece| piece.player == opponent;
        let had = before.pieces().filter(|&(_, piece)| opposes(piece)).count();
        let mut has = 0;
        after.for_each_piece(opponent, RoleSet::ALL, |_, _| has += 1);
        // The captured piece may be replaced: in some games a capturing piece changes sides.
        let replaced =
            || before.piece(mv.to).is_some_and(opposes) && Self::literally(variant, before, mv).takes;
        let check = after.stands_in_check(opponent);
        let mate = check && after.turn() == opponent && !after.has_legal_move();
        Self { takes: has < had || replaced(), check, mate }
    }
}

/// The text of a legal move in one script. `None` if the move is illegal or the script does not fit the variant.
///
/// For SAN the move is made on a copy of the position, to detect captures and checks. If the position after the move is
/// available, [`write_between`] avoids that.
pub fn write(position: &Position, mv: Move, script: Script) -> Option<String> {
    if !says_consequence(script) {
        return write_between(position, mv, position, script);
    }
    if !position.is_legal(mv) {
        return None;
    }
    let mut after = position.clone();
    after.play_unchecked(mv);
    write_between(position, mv, &after, script)
}

/// As [`write()`], with the position after the move.
pub fn write_between(before: &Position, mv: Move, after: &Position, script: Script) -> Option<String> {
    let (setup, legal) = (before.setup(), before.legal_moves().into());
    write_played(View { variant: before.rules().variant(), setup: &setup, legal: &legal }, mv, after, script)
}

/// As [`write_in`], with the position after the move.
pub(crate) fn write_played(view: View<'_>, mv: Move, after: &Position, script: Script) -> Option<String> {
    let told = says_consequence(script);
    let consequence = if told { Consequence::between(view.setup, mv, after) } else { Consequence::default() };
    write_in(view, mv, consequence, script)
}

/// Whether a script marks captures and checks.
fn says_consequence(script: Script) -> bool {
    matches!(script, Script::San | Script::Long)
}

/// The legal move for a text in one of some scripts, tried in order. An empty list means the variant's own scripts.
///
/// # Errors
/// As [`read_in`].
pub fn read(position: &Position, text: &str, scripts: &[Script]) -> Result<Move, ReadError> {
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
    read_in(view, text, if scripts.is_empty() { &view.variant.notation.scripts } else { scripts })
}

impl SanReader {
    /// The unique legal move of a position for a text, with [`SanReader::read`]: for bulk reading. The list is a buffer for
    /// legal moves; reuse it, its contents do not matter.
    ///
    /// # Errors
    /// As [`SanReader::read`].
    pub fn read_at(&self, position: &Position, text: &str, list: &mut Vec<Move>) -> Result<Move, ReadError> {
        if let Some(word) = self.word(text) {
            list.clear();
            let board = &position.rules().variant().board;
            position.moves_to_into(word.roles, word.to, list);
            let mut fitting = list.iter().filter(|mv| {
                mv.origin().is_some_and(|from| word.allows(board, from)) && mv.promotion() == word.choice
            });
            if let (Some(&mv), None) = (fitting.next(), fitting.next()) {
                return Ok(mv);
            }
        }
        list.clear();
        if let Some((name, roles)) = self.names.written(text).filter(|_| self.is_compact()) {
            position.for_each_piece(position.turn(), roles, |from, _| position.moves_from_into(from, list));
            let mut named = list.iter().filter(|&&mv| movement_name(position, mv) == Some(name));
            if let (Some(&mv), None) = (named.next(), named.next()) {
                return Ok(mv);
            }
        }
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        self.read(View { variant: position.rules().variant(), setup: &setup, legal: &legal }, text)
    }
}

/// As [`View::name`].
pub(super) fn movement_name(position: &Position, mv: Move) -> Option<u16> {
    position.rules().variant().role(position.piece(mv.from)?.role).movements.get(mv.movement()?)?.name
}
