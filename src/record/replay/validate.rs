//! The moves of a database, read as it streams by and then forgotten.

use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use crate::notation::reason;
use crate::position::Position;
use crate::record::pgn::{Next, Place, Visitor};
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::Termination;
use crate::variant::{Move, Script};

use super::pass::{is_pass, passed};
use super::reader::kind;
use super::tree::{contradiction, over};
use super::{Header, Known, Lookup, MoveReader};

/// No more variants than this are kept ready.
const READY: usize = 16;

/// A visitor that reads every move of every game, variations too, by the rules of its game. It keeps one position, the
/// open variations, and the problems until they are taken; nothing grows with the number of games.
pub struct Validator<'a> {
    lookup: &'a Lookup<'a>,
    script: Option<Script>,
    lenient: bool,
    /// What `own` was before each null move of the line.
    passed: Vec<Option<Position>>,
    header: Header,
    ready: Vec<Ready>,
    /// The rules of this game, if it can be read at all.
    current: Option<usize>,
    /// The position of a game that starts from one of its own.
    own: Option<Position>,
    /// How many words of this line come after its last legal move.
    beyond: u32,
    /// Whether this line has no word yet.
    fresh: bool,
    open: Vec<Open>,
    /// Whether a word of this game, or its start, could not be read.
    failed: bool,
    game: u64,
    /// What has been counted.
    pub counts: Counts,
    problems: Problems,
}

/// What a [`Validator`] has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Games all of whose moves are legal.
    pub sound: u64,
    /// Legal moves, those of variations included.
    pub moves: u64,
    /// Words that are no legal moves, or that follow one.
    pub unread: u64,
}

/// A variant, ready to read its games.
struct Ready {
    name: String,
    known: Known,
    /// Begun at the start position, to which every game takes it back.
    position: Position,
    reader: MoveReader,
}

/// What to come back to when a variation ends.
struct Open {
    plies: usize,
    /// How many null moves there were.
    passes: usize,
    /// The move that the variation replaces.
    replaced: Option<Move>,
    /// Whether it replaces a null move.
    replaced_pass: bool,
    beyond: u32,
    fresh: bool,
}

impl<'a> Validator<'a> {
    /// A validator that finds rules so; `script` is tried first, if the games' own is known.
    pub fn new(lookup: &'a Lookup<'a>, script: Option<Script>) -> Validator<'a> {
        Validator {
            lookup,
            script,
            lenient: false,
            passed: vec![],
            header: Header::default(),
            ready: vec![],
            current: None,
            own: None,
            beyond: 0,
            fresh: true,
            open: vec![],
            failed: false,
            game: 0,
            counts: Counts::default(),
            problems: Problems::default(),
        }
    }

    /// Whether to mend start positions and to read on after null moves, with warnings, as
    /// [`resolve_leniently`](super::resolve_leniently) does.
    #[must_use]
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// The problems met since they were last taken.
    pub fn take_problems(&mut self) -> Problems {
        std::mem::take(&mut self.problems)
    }

    /// Finds the rules and the start of the game whose tags have been read.
    fn start(&mut self) -> Result<(), Problem> {
        let at = match self.ready.iter().position(|ready| ready.name == self.header.name()) {
            Some(at) => at,
            None => {
                let known = self.header.known(self.lookup)?;
                if self.ready.len() >= READY {
                    self.ready.remove(0);
                }
                self.ready.push(Ready {
                    name: self.header.name().to_owned(),
                    position: Position::start(&known.rules),
                    reader: MoveReader::new(&known.rules),
                    known,
                });
                self.ready.len() - 1
            }
        };
        let Validator { ready, problems, game, header, lenient, .. } = self;
        let ready = &mut ready[at];
        while ready.position.undo().is_some() {}
        ready.reader.restart(self.script.or(header.script()));
        header.check(&ready.known, |problem| problems.push(Problem { game: *game, ..problem }));
        self.own = header
            .start(&ready.known, *lenient, |problem| problems.push(Problem { game: *game, ..problem }))?;
        self.current = Some(at);
        Ok(())
    }

    /// Lets the player to move pass; false if that leads nowhere.
    #[cold]
    fn pass(&mut self) -> bool {
        let Some(next) = self.now().and_then(|(position, _)| passed(position)) else { return false };
        self.passed.push(self.own.replace(next));
        true
    }

    /// Goes back before the last null move.
    #[cold]
    fn take_back_pass(&mut self) {
        if let Some(before) = self.passed.pop() {
            self.own = before;
        }
    }

    /// The position and the reader of this game.
    #[inline]
    fn now(&mut self) -> Option<(&mut Position, &mut MoveReader)> {
        let ready = &mut self.ready[self.current?];
        Some((self.own.as_mut().unwrap_or(&mut ready.position), &mut ready.reader))
    }
}

impl Visitor for Validator<'_> {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Next> {
        self.game += 1;
        self.header.clear();
        self.open.clear();
        self.passed.clear();
        (self.current, self.own, self.beyond, self.fresh, self.failed) = (None, None, 0, true, false);
        Continue(Next::Read)
    }

    fn tag_at(&mut self, name: &str, value: &str, place: Place<'_>) -> ControlFlow<Infallible> {
        self.header.take(name, value, || place.find());
        Continue(())
    }

    fn begin_moves(&mut self) -> ControlFlow<Infallible, Next> {
        if let Err(problem) = self.start() {
            self.problems.push(Problem { game: self.game, ..problem });
            self.failed = true;
        }
        Continue(Next::Read)
    }

    #[inline]
    fn word_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Infallible> {
        self.fresh = false;
        if self.beyond > 0 {
            self.beyond = self.beyond.saturating_add(1);
            self.counts.unread += 1;
            return Continue(());
        }
        let Some((position, reader)) = self.now() else {
            self.counts.unread += 1;
            return Continue(());
        };
        match reader.read(position, word) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.counts.moves += 1;
            }
            Err(_) if self.lenient && is_pass(word) && self.pass() => {
                self.counts.moves += 1;
                let message = format!("{word}: the turn passes, which is no move of this game");
                self.problems.push(place.problem(ProblemKind::NullMove, message));
            }
            Err(error) => {
                // Reasons take time; those that would not be kept are not looked for.
                let kept = self.problems.len() < Problems::KEPT;
                let Some((position, _)) = self.now() else { return Continue(()) };
                let message = if kept { reason(position, word, &error) } else { String::new() };
                self.problems.push(place.problem(kind(&error), message));
                (self.beyond, self.failed) = (1, true);
                self.counts.unread += 1;
            }
        }
        Continue(())
    }

    fn begin_variation(&mut self) -> ControlFlow<Infallible, Next> {
        let (beyond, fresh) = (self.beyond, self.fresh);
        let mut open = Open { plies: 0, passes: 0, replaced: None, replaced_pass: false, beyond, fresh };
        if beyond == 0 && !fresh {
            open.replaced = self.now().and_then(|(position, _)| position.undo());
            open.replaced_pass = open.replaced.is_none() && !self.passed.is_empty();
            if open.replaced_pass {
                self.take_back_pass();
            }
        }
        open.passes = self.passed.len();
        if let Some((position, _)) = self.now() {
            open.plies = position.moves().len();
        }
        self.open.push(open);
        // What would replace a word right after the last legal move is played where that word should have been.
        self.beyond = if beyond > 1 { beyond } else { 0 };
        self.fresh = true;
        Continue(Next::Read)
    }

    fn end_variation(&mut self) -> ControlFlow<Infallible> {
        let Some(open) = self.open.pop() else { return Continue(()) };
        while self.passed.len() > open.passes {
            self.take_back_pass();
        }
        if let Some((position, _)) = self.now() {
            while position.moves().len() > open.plies && position.undo().is_some() {}
            if let Some(replaced) = open.replaced {
                position.play_unchecked(replaced);
            }
        }
        if open.replaced_pass {
            self.pass();
        }
        (self.beyond, self.fresh) = (open.beyond, open.fresh);
        Continue(())
    }

    fn end_game(&mut self, termination: Option<Termination>) -> ControlFlow<Infallible> {
        self.end_game_at(termination, self.header.result_at())
    }

    fn end_game_at(
        &mut self,
        termination: Option<Termination>,
        (line, column): (u64, u32),
    ) -> ControlFlow<Infallible> {
        self.counts.games += 1;
        self.counts.sound += u64::from(!self.failed);
        if let Some(at) = self.current {
            let position = self.own.as_ref().unwrap_or(&self.ready[at].position);
            let ply = u32::try_from(position.moves().len()).unwrap_or(u32::MAX);
            let outcome = if self.beyond == 0 { over(position) } else { None };
            // Without a marker the tag says it.
            let tagged = || Termination::from_marker(&self.header.result);
            let marker = termination.or_else(tagged).unwrap_or_default();
            if let Some(message) = contradiction(&self.header.result, marker, outcome) {
                let kind = ProblemKind::Contradiction;
                let game = self.game;
                self.problems.push(Problem { kind, message, line, column, game, ply });
            }
        }
        Continue(())
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
