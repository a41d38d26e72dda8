//! A line of play in a reference: the boards from a position, one for every move.

use super::Error;

/// The boards of the last line, cached because the next query is mostly the same line with one more move.
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

    /// The boards from a FEN through moves: one more than there are moves.
    ///
    /// # Errors
    /// The error of `read`, or [`Error::Illegal`] at the first move for which `play` returns nothing.
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
