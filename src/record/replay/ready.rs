//! Caches the readers and writers of variants between games.

use crate::notation::SanWriter;
use crate::position::Rules;

use super::MoveReader;

/// The maximum number of cached variants.
const READY: usize = 16;

/// Readers and writers of moves by their rules. To read many games, keep one per thread.
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
    /// The readers and writers of these rules.
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
