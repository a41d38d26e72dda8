//! The functions of this module for a [`Position`], from which they take what the scripts need.

use crate::position::Position;
use crate::variant::{Move, Script};

use super::{Consequence, ReadError, SanReader, View, read_in, write_in};

impl Consequence {
    /// The consequence of a move, from the positions before and after it.
    pub fn between(before: &Position, after: &Position) -> Self {
        let mover = before.turn();
        if before.rules().variant().players.len() > 2 {
            // With several players, an eliminated player may have lost more pieces than the move captured.
            let mv = after.moves().next_back();
            return mv.map_or(Self::default(), |mv| {
                Self::literally(before.rules().variant(), &before.setup(), mv)
            });
        }
        let enemies = |position: &Position| {
            let squares = position.rules().variant().board.squares();
            squares.filter(|&square| position.piece(square).is_some_and(|piece| piece.opposes(mover))).count()
        };
        let opponent = before.opponent();
        let check = opponent != mover && after.stands_in_check(opponent);
        let mate = check && after.turn() == opponent && !after.has_legal_move();
        Self { takes: enemies(after) < enemies(before), check, mate }
    }
}

/// The text of a legal move in one script. `None` if the move is illegal or the script does not fit the variant.
///
/// For SAN the move is made on a copy of the position, to detect captures and checks. If the position after the move is
/// available, [`write_between`] avoids that.
pub fn write(position: &Position, mv: Move, script: Script) -> Option<String> {
    if !matches!(script, Script::San | Script::Long) {
        return with_consequence(position, mv, Consequence::default(), script);
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
    with_consequence(before, mv, Consequence::between(before, after), script)
}

fn with_consequence(
    position: &Position,
    mv: Move,
    consequence: Consequence,
    script: Script,
) -> Option<String> {
    let (setup, legal) = (position.setup(), position.legal_moves());
    write_in(
        View { variant: position.rules().variant(), setup: &setup, legal: &legal },
        mv,
        consequence,
        script,
    )
}

/// The legal move for a text in one of some scripts, tried in order. An empty list means the variant's own scripts.
///
/// # Errors
/// As [`read_in`].
pub fn read(position: &Position, text: &str, scripts: &[Script]) -> Result<Move, ReadError> {
    let (setup, legal) = (position.setup(), position.legal_moves());
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
            list.clear();
        }
        position.legal_moves_into(list);
        list.sort_unstable();
        let setup = position.setup();
        self.read(View { variant: position.rules().variant(), setup: &setup, legal: list }, text)
    }
}

/// As [`View::name`].
pub(super) fn movement_name(position: &Position, mv: Move) -> Option<u16> {
    position.rules().variant().role(position.piece(mv.from)?.role).movements.get(mv.movement()?)?.name
}
