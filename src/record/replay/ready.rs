//! What reading and writing games takes once for each variant, kept from one game to the next.

use crate::notation::SanWriter;
use crate::position::Rules;

use super::MoveReader;

/// No more variants than this are kept.
const READY: usize = 16;

/// Readers and writers of moves by their rules. Who reads many games keeps one for each thread.
#[derive(Clone, Debug, Default)]
pub struct Ready {
    games: Vec<Game>,
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    rules: Rules,
    pub(super) reader: MoveReader,
    pub(super) writer: SanWriter,
}

impl Ready {
    /// Those of these rules.
    pub(super) fn of(&mut self, rules: &Rules) -> &mut Game {
        let same = |game: &Game| std::ptr::eq(game.rules.variant(), rules.variant());
        let at = self.games.iter().position(same).unwrap_or_else(|| {
            if self.games.len() >= READY {
                self.games.remove(0);
            }
            let (reader, writer) = (MoveReader::new(rules), SanWriter::new(rules.variant()));
            self.games.push(Game { rules: rules.clone(), reader, writer });
            self.games.len() - 1
        });
        &mut self.games[at]
    }
}
