//! Validates the moves of a database while it streams through, without storing games.

use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use crate::geometry::Square;
use crate::notation::{is_remark, loose, passes, reason, spelled_out};
use crate::position::Position;
use crate::record::pgn::{Next, Place, Visitor};
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::Termination;
use crate::variant::{Move, Script};

use super::pass::pass;
use super::pgn4::{gives_up, misstated, too_late};
use super::reader::kind;
use super::tree::{contradiction, over, two_moves};
use super::{DEEPEST, Header, Known, Lookup, MoveReader};

/// The maximum number of cached variants.
const READY: usize = 16;

/// A visitor that validates every move of every game, including variations, by the rules of its game. It stores two positions,
/// one more per open variation (at most [`DEEPEST`](super::DEEPEST)), and the problems until they are taken. Its memory does
/// not grow with the number or length of games.
pub struct Validator<'a> {
    lookup: &'a Lookup<'a>,
    script: Option<Script>,
    lenient: bool,
    /// The position before the last move, if that was a null move.
    before_pass: Option<Box<Position>>,
    /// The targets of the last two moves.
    last: [Option<Square>; 2],
    header: Header,
    ready: Vec<Ready>,
    /// The rules of this game, if it can be read at all.
    current: Option<usize>,
    /// The position of a game with its own start position.
    own: Option<Position>,
    /// The number of words of this line after its last legal move.
    beyond: u32,
    /// Whether the last word of this line ended the game.
    given_up: bool,
    /// Whether this line has no word yet.
    fresh: bool,
    open: Vec<Open>,
    /// The number of open variations within one that is nested too deeply.
    deeper: u64,
    /// Whether that has been reported.
    told_deeper: bool,
    /// The number of legal moves from the start of the game.
    plies: u32,
    /// Whether a word of this game, or its start, could not be read.
    failed: bool,
    game: u64,
    /// The counts.
    pub counts: Counts,
    problems: Problems,
}

/// The counts of a [`Validator`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Games whose moves are all legal.
    pub sound: u64,
    /// Legal moves, including variations.
    pub moves: u64,
    /// Words that are not legal moves, or follow one.
    pub unread: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.games += other.games;
        self.sound += other.sound;
        self.moves += other.moves;
        self.unread += other.unread;
    }
}

impl std::ops::Sub for Counts {
    type Output = Counts;

    /// The increase since `before`.
    fn sub(self, before: Counts) -> Counts {
        Counts {
            games: self.games - before.games,
            sound: self.sound - before.sound,
            moves: self.moves - before.moves,
            unread: self.unread - before.unread,
        }
    }
}

/// A variant with its reader.
struct Ready {
    name: String,
    known: Known,
    start: Position,
    position: Position,
    reader: MoveReader,
}

/// The element of a line that a variation replaces.
enum Replaced {
    Nothing,
    Move(Move),
    Pass,
}

/// The state to restore at the end of a variation.
struct Open {
    plies: u32,
    /// The position at the start of the variation, and the replaced element.
    at: Option<(Position, Replaced)>,
    beyond: u32,
    given_up: bool,
    fresh: bool,
    last: [Option<Square>; 2],
}

impl<'a> Validator<'a> {
    /// A validator with this lookup of rules; `script` is tried first, unless the game names its own.
    pub fn new(lookup: &'a Lookup<'a>, script: Option<Script>) -> Validator<'a> {
        Validator {
            lookup,
            script,
            lenient: false,
            before_pass: None,
            last: [None; 2],
            header: Header::default(),
            ready: vec![],
            current: None,
            own: None,
            beyond: 0,
            given_up: false,
            fresh: true,
            open: vec![],
            deeper: 0,
            told_deeper: false,
            plies: 0,
            failed: false,
            game: 0,
            counts: Counts::default(),
            problems: Problems::default(),
        }
    }

    /// Whether to correct start positions and to continue after null moves, with warnings, as
    /// [`resolve_leniently`](super::resolve_leniently) does.
    #[must_use]
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// The problems since the last call.
    pub fn take_problems(&mut self) -> Problems {
        std::mem::take(&mut self.problems)
    }

    /// Finds the rules and the start of the game from its tags.
    fn start(&mut self) -> Result<(), Problem> {
        let at = match self.ready.iter().position(|ready| ready.name == self.header.name()) {
            Some(at) => at,
            None => {
                let known = self.header.known(self.lookup)?;
                if self.ready.len() >= READY {
                    self.ready.remove(0);
                }
                let start = Position::start(&known.rules);
                self.ready.push(Ready {
                    name: self.header.name().to_owned(),
                    position: start.clone(),
                    start,
                    reader: MoveReader::new(&known.rules),
                    known,
                });
                self.ready.len() - 1
            }
        };
        let Validator { ready, problems, game, header, lenient, .. } = self;
        let ready = &mut ready[at];
        ready.position = ready.start.here();
        header.check(&ready.known, |problem| problems.push(Problem { game: *game, ..problem }));
        self.own = header
            .start(&ready.known, *lenient, |problem| problems.push(Problem { game: *game, ..problem }))?;
        let script = self.script.or(header.script());
        match self.own {
            Some(_) => ready.reader.restart(script),
            None => ready.reader.restart_from_start(script),
        }
        self.current = Some(at);
        Ok(())
    }

    /// Passes; `false` if the game cannot be continued.
    #[cold]
    fn pass(&mut self) -> bool {
        let Some((position, _)) = self.now() else { return false };
        let before = Box::new(position.here());
        let passed = pass(position);
        if passed {
            self.last = [None, self.last[0]];
            self.before_pass = Some(before);
            self.plies = self.plies.saturating_add(1);
        }
        passed
    }

    /// Whether a word of this game only says what the move before it does.
    #[cold]
    fn remarks(&mut self, word: &str) -> bool {
        self.now().is_some_and(|(position, _)| is_remark(position.rules().variant(), word))
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
        self.before_pass = None;
        self.last = [None; 2];
        (self.deeper, self.told_deeper, self.plies) = (0, false, 0);
        (self.current, self.own, self.beyond, self.fresh, self.failed) = (None, None, 0, true, false);
        self.given_up = false;
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
    fn word_at(&mut self, word: &str, mut place: Place<'_>) -> ControlFlow<Infallible> {
        if word.starts_with(['O', '0'])
            && let Some((position, _)) = self.now()
            && let Some((first, rest)) = two_moves(position.rules().variant(), word)
        {
            let _ = self.word_at(first, place.again());
            return self.word_at(rest, place);
        }
        let fresh = std::mem::replace(&mut self.fresh, false);
        if self.deeper > 0 {
            if !std::mem::replace(&mut self.told_deeper, true) {
                let message = format!("variations within more than {DEEPEST} others are not read");
                self.problems.push(place.problem(ProblemKind::TooLong, message));
            }
            self.counts.unread += 1;
            return Continue(());
        }
        if self.beyond > 0 {
            if !fresh && self.remarks(word) {
                return Continue(());
            }
            if std::mem::take(&mut self.given_up) {
                self.problems.push(place.problem(ProblemKind::IllegalMove, too_late(word)));
                self.failed = true;
            }
            self.beyond = self.beyond.saturating_add(1);
            self.counts.unread += 1;
            return Continue(());
        }
        let last = self.last[0];
        let Some((position, reader)) = self.now() else {
            self.counts.unread += 1;
            return Continue(());
        };
        let (mut word, mut read) =
            (word, reader.read(position, &spelled_out(position.rules().variant(), word, last)));
        if read.is_err()
            && let Some((mv, bare, _)) = reader.read_judged(position, word)
        {
            (word, read) = (bare, Ok(mv));
        }
        match read {
            Ok(mv) => {
                let loose = loose(position, word, mv);
                position.forget();
                position.play_unchecked(mv);
                if let Some(message) = loose {
                    self.problems.push(place.problem(ProblemKind::Loose, message));
                }
                self.last = [mv.target(), last];
                self.before_pass = None;
                self.plies = self.plies.saturating_add(1);
                self.counts.moves += 1;
            }
            Err(_) if self.lenient && passes(word) && self.pass() => {
                self.counts.moves += 1;
                let message = format!("{word}: this is a pass, and this game has none");
                self.problems.push(place.problem(ProblemKind::NullMove, message));
            }
            Err(_) if !fresh && self.remarks(word) => {}
            Err(error) => {
                if self.now().is_some_and(|(position, _)| gives_up(position, word)) {
                    (self.beyond, self.given_up) = (1, true);
                    return Continue(());
                }
                // Reasons take time, so they are only computed for problems that are kept.
                let kept = self.problems.len() < Problems::KEPT;
                let Some((position, _)) = self.now() else { return Continue(()) };
                let message = if kept { reason(position, word, &error) } else { String::new() };
                let problem = place.problem(kind(&error), message);
                self.problems.push(Problem { ply: self.plies.saturating_add(1), ..problem });
                (self.beyond, self.failed) = (1, true);
                self.counts.unread += 1;
            }
        }
        Continue(())
    }

    fn stated_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Infallible> {
        if self.beyond == 0
            && self.deeper == 0
            && let Some((position, _)) = self.now()
            && let Some((kind, message)) = misstated(position, word)
        {
            self.problems.push(place.problem(kind, message));
            self.failed |= kind == ProblemKind::UnreadableMove;
        }
        Continue(())
    }

    fn begin_variation(&mut self) -> ControlFlow<Infallible, Next> {
        if self.deeper > 0 || self.open.len() >= DEEPEST {
            self.failed = true;
            self.deeper += 1;
            return Continue(Next::Read);
        }
        let (beyond, fresh, plies, last) = (self.beyond, self.fresh, self.plies, self.last);
        let given_up = std::mem::take(&mut self.given_up);
        let mut at = None;
        let before_pass = self.before_pass.take();
        if let Some((position, _)) = self.now() {
            let replaced = match before_pass {
                _ if beyond > 0 || fresh => Replaced::Nothing,
                Some(before) => {
                    *position = before.here();
                    Replaced::Pass
                }
                None => position.undo().map_or(Replaced::Nothing, Replaced::Move),
            };
            let back = u32::from(!matches!(replaced, Replaced::Nothing));
            at = Some((position.here(), replaced));
            self.plies -= back;
            if back > 0 {
                self.last = [last[1], None];
            }
        }
        self.open.push(Open { plies, at, beyond, given_up, fresh, last });
        // A variation that replaces the word right after the last legal move can be played from there.
        self.beyond = if beyond > 1 { beyond } else { 0 };
        self.fresh = true;
        Continue(Next::Read)
    }

    fn end_variation(&mut self) -> ControlFlow<Infallible> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return Continue(());
        }
        let Some(Open { plies, at, beyond, given_up, fresh, last }) = self.open.pop() else {
            return Continue(());
        };
        self.before_pass = None;
        if let (Some((position, _)), Some((at, replaced))) = (self.now(), at) {
            *position = at.here();
            match replaced {
                Replaced::Nothing => {}
                Replaced::Move(mv) => {
                    position.forget();
                    position.play_unchecked(mv);
                }
                Replaced::Pass => {
                    self.pass();
                }
            }
        }
        (self.plies, self.beyond, self.given_up, self.fresh) = (plies, beyond, given_up, fresh);
        self.last = last;
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
            let ply = self.plies;
            let outcome = if self.beyond == 0 { over(position) } else { None };
            // Without a marker the `Result` tag counts.
            let tagged = || Termination::from_marker(&self.header.result);
            let marker = termination.or_else(tagged).unwrap_or_default();
            if let Some(message) =
                contradiction(&self.header.result, marker, (position.rules().variant(), outcome))
            {
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
