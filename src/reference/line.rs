//! A line of play as a reference follows it: the boards from a position on, one for every move.

use super::Error;

/// The boards of the line asked about last, kept because the next question is mostly about the same line, one move on.
#[derive(Clone, Debug)]
pub(super) struct Line<B> {
    fen: String,
    moves: Vec<String>,
    boards: Vec<B>,
}

impl<B> Line<B> {
    /// No line yet.
    pub const fn new() -> Self {
        Self { fen: String::new(), moves: Vec::new(), boards: Vec::new() }
    }

    /// The boards from the position of a FEN on, through moves: one more than there are moves.
    ///
    /// # Errors
    /// What `read` says, and [`Error::Illegal`] at the first move of which `play` makes nothing.
    pub fn follow(
        &mut self,
        fen: &str,
        moves: &[String],
        read: impl FnOnce(&str) -> Result<B, Error>,
        play: impl Fn(&B, &str) -> Option<B>,
    ) -> Result<&[B], Error> {
        if self.boards.is_empty() || self.fen != fen {
            self.boards.clear();
            self.moves.clear();
            self.boards.push(read(fen)?);
            fen.clone_into(&mut self.fen);
        }
        let same = self.moves.iter().zip(moves).take_while(|(old, new)| old == new).count();
        self.moves.truncate(same);
        self.boards.truncate(same + 1);
        for text in &moves[same..] {
            let next = self.boards.last().and_then(|board| play(board, text));
            let Some(next) = next else {
                let after = self.moves.clone();
                return Err(Error::Illegal { text: text.clone(), fen: fen.to_owned(), after });
            };
            self.boards.push(next);
            self.moves.push(text.clone());
        }
        Ok(&self.boards)
    }
}
