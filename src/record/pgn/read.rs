//! The streaming reader: calls a visitor from a bounded buffer, for databases of any size.

use super::MAX_TOKEN;
use super::parts::Block;
use super::step::{Nobody, Phase, Skip, State, Step, Stepper, Tracker};
use super::visitor::Visitor;
use crate::record::encoding::{Decoder, Encoding, Note};
use crate::record::problem::Problem;
use std::io::{self, Read};
use std::ops::ControlFlow::{self, Break, Continue};

/// Options of the reader.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The encoding; detected if `None`.
    pub encoding: Option<Encoding>,
    /// The size of the buffer in bytes. It grows only for a single token, up to twice [`MAX_TOKEN`].
    pub buffer: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { encoding: None, buffer: 1 << 16 }
    }
}

/// Reads games in order from a stream of bytes.
pub struct Reader<R> {
    decoder: Decoder<R>,
    text: String,
    at: usize,
    capacity: usize,
    ended: bool,
    tracker: Tracker,
    pub(super) state: State,
}

impl Reader<io::Empty> {
    /// Reads one of the [`Parts`](super::Parts) of a stream: its first block, then the blocks from a function. Games are
    /// counted from the start of the part, lines from the start of the stream.
    pub fn of_part(first: Block, mut more: impl FnMut() -> Option<Block> + Send + 'static) -> Self {
        let mut reader = Reader::new(io::empty());
        reader.tracker.line = first.line;
        let mut next = Some(first);
        reader.decoder = Decoder::given(
            io::empty(),
            Box::new(move |text, notes| {
                let Some(block) = next.take().or_else(&mut more) else { return false };
                let base = text.len();
                text.extend_from_slice(&block.text);
                notes.extend(block.notes.into_iter().map(|note| match note {
                    Note::Guessed(at, read_as) => Note::Guessed(base + at, read_as),
                    Note::Invalid(at) => Note::Invalid(base + at),
                }));
                true
            }),
        );
        reader
    }
}

impl<R: Read> Reader<R> {
    /// A reader with the default options.
    pub fn new(reader: R) -> Reader<R> {
        Reader::with_options(reader, Options::default())
    }

    /// A reader with these options.
    pub fn with_options(reader: R, options: Options) -> Reader<R> {
        Reader {
            decoder: Decoder::of_lines(reader, options.encoding),
            text: String::new(),
            at: 0,
            capacity: options.buffer.max(64),
            ended: false,
            tracker: Tracker { offset: 0, line: 1, column: 1 },
            state: State::default(),
        }
    }

    /// The number of games begun.
    pub fn games(&self) -> u64 {
        self.state.game
    }

    /// Reads one game; `false` if there is none left. After a break, the rest of that game is skipped first.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<ControlFlow<V::Break, bool>> {
        if self.state.phase != Phase::Before {
            self.state.skip = Some(Skip::Game);
            let Continue(_) = self.run(&mut Nobody)?;
        }
        self.run(visitor)
    }

    /// Reads all games.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<ControlFlow<V::Break>> {
        loop {
            match self.read_game(visitor)? {
                Continue(true) => {}
                Continue(false) => return Ok(Continue(())),
                Break(value) => return Ok(Break(value)),
            }
        }
    }

    fn run<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<ControlFlow<V::Break, bool>> {
        loop {
            let Reader { text, at, capacity, ended, tracker, state, .. } = self;
            let (from, ended, capacity) = (*at, *ended, *capacity);
            let mut step = Stepper { text, at: from, ended, capacity, tracker, state, visitor };
            let result = step.run();
            *at = step.at;
            // Notes about the encoding belong to the game at their place.
            let over = matches!(result, Step::Over(false));
            while state.waiting.front().is_some_and(|&(place, _)| place < *at || over) {
                let Some((_, problem)) = state.waiting.pop_front() else { break };
                visitor.problem(Problem { game: state.game.max(1), ..problem });
            }
            match result {
                Step::Refill => self.refill()?,
                Step::Over(read) => return Ok(Continue(read)),
                Step::Break(value) => return Ok(Break(value)),
            }
        }
    }

    /// Drops the processed text except its last character, and reads more.
    fn refill(&mut self) -> io::Result<()> {
        let mut keep = self.at.saturating_sub(1);
        while !self.text.is_char_boundary(keep) {
            keep -= 1;
        }
        self.tracker.place(&self.text, keep);
        self.tracker.offset -= keep;
        self.state.waiting.iter_mut().for_each(|(place, _)| *place = place.saturating_sub(keep));
        self.text.drain(..keep);
        self.at -= keep;
        let unread = self.text.len() - self.at;
        let room = self.capacity.max(unread * 2).min(2 * MAX_TOKEN.max(self.capacity));
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        let mut notes = vec![];
        let mut result = Ok(true);
        while bytes.len() - self.at < room && matches!(result, Ok(true)) {
            let want = room - (bytes.len() - self.at);
            result = self.decoder.fill(&mut bytes, want, &mut notes);
        }
        // The decoder appends valid UTF-8 only.
        self.text = String::from_utf8(bytes).unwrap_or_default();
        self.ended = matches!(result, Ok(false));
        for note in notes {
            let (kind, message, offset) = note.problem();
            let (line, column) = self.tracker.clone().place(&self.text, offset);
            let problem = Problem { kind, message, line, column, game: 0, ply: 0 };
            self.state.waiting.push_back((offset, problem));
        }
        result.map(|_| ())
    }
}
