//! The Chess Engine Communication Protocol, version 2, as used by XBoard and WinBoard.
//!
//! Sources: "Chess Engine Communication Protocol" (Mann and Muller, 2009), and its `setup` and `piece` commands, with which an
//! engine describes an unknown game to an interface.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use carn::import::betza::betza;
use carn::search::{Level, Limits, Remaining, Score};
use carn::variant::{Move, Outcome, PlayerId, RoleId, Variant, Verdict};

use crate::cli::outcome::told;

use super::session::{Event, Session, Tell};
use super::text::{self, Spelling};
use super::{Flow, Heard, Protocol, say, whole_of};

/// The protocol's notation of moves.
const SPELLING: Spelling = Spelling::FromZero;

/// The state of the protocol besides the session.
pub struct Xboard {
    decisions: Sender<Heard>,
    /// The player of the engine; `None` in force mode.
    plays: Option<PlayerId>,
    analyzes: bool,
    /// Whether thinking is shown.
    posts: bool,
    /// Whether the game was described to the interface by `setup`.
    described: bool,
    /// Whether the opponent is an engine, too.
    against_engine: bool,
    times: Times,
    /// Pings during a search for a move. Their answers must not come before the move.
    pings: Vec<String>,
}

/// The time settings of the interface.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// The engine's remaining time, once known.
    left: Option<Duration>,
    /// The number of moves of a session, if there are sessions.
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
    /// The exact time for each move.
    each: Option<Duration>,
    depth: Option<u32>,
}

/// The protocol's names of games that differ from ours, with our names.
const NAMES: [(&str, &str); 2] = [("normal", "chess"), ("fischerandom", "chess960")];

/// Our name for a game of the protocol.
fn own_name(name: &str) -> &str {
    NAMES.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours)
}

/// The protocol's name for one of our games.
pub fn their_name(name: &str) -> &str {
    NAMES.iter().find(|(_, ours)| *ours == name).map_or(name, |(theirs, _)| theirs)
}

impl Xboard {
    /// Decisions of searches are sent to `decisions`, and return through [`Protocol::decided`].
    pub(super) fn new(decisions: Sender<Heard>) -> Self {
        Self {
            decisions,
            plays: None,
            analyzes: false,
            posts: false,
            described: false,
            against_engine: false,
            times: Times::default(),
            pings: Vec::new(),
        }
    }

    /// Whether the engine searches for its move.
    fn is_thinking(&self, session: &Session) -> bool {
        self.plays == Some(session.position().turn()) && session.is_searching()
    }

    /// Answers the pings, unless a move has to come first.
    fn pong(&mut self, session: &Session) {
        if !self.is_thinking(session) {
            self.pings.drain(..).for_each(|ping| say(&format!("pong {ping}")));
        }
    }

    /// Searches for the engine's move, or analyses the position.
    fn think(&mut self, session: &mut Session) {
        session.stop();
        let own = self.plays == Some(session.position().turn());
        let over = session.position().outcome();
        let ended = over.is_some_and(|outcome| !self.analyzes || outcome.winner.is_some());
        if session.is_refused() || ended || !(own || self.analyzes) {
            return;
        }
        let limits = if self.analyzes { Limits::default() } else { self.times.limits() };
        let tell = self.teller(session.searches(), self.analyzes || self.posts);
        session.go(limits, false, tell);
    }

    fn teller(&self, number: u64, posts: bool) -> Tell {
        let decisions = self.decisions.clone();
        Box::new(move |event| match event {
            Event::Progress(info, position) if posts => {
                for line in info.lines {
                    let value = match line.score {
                        Score::Points(points) => points,
                        score => {
                            let mate = score.mate().unwrap_or_default();
                            if mate < 0 { mate - 100_000 } else { mate + 100_000 }
                        }
                    };
                    let moves = text::write_line(position, &line.moves, SPELLING).join(" ");
                    let hundredths = info.time.as_millis() / 10;
                    say(&format!("{} {value} {hundredths} {} {moves}", line.depth.max(1), info.nodes));
                }
            }
            Event::Progress(..) => {}
            Event::Decision(best, ..) => {
                let _ = decisions.send(Heard::Decided(number, best));
            }
        })
    }

    /// Plays the opponent's move, and answers it.
    fn hear_move(&mut self, text: &str, session: &mut Session) {
        session.stop();
        if session.is_refused() {
            say(&format!("Illegal move (the last position was refused): {text}"));
            return;
        }
        // A game goes on after a draw that nobody claims.
        let over = session.position().outcome();
        if over.is_some_and(|outcome| outcome.winner.is_some()) || session.play(text, SPELLING).is_err() {
            let variant = session.position().rules().variant();
            let over = over.map(|outcome| format!(" (the game is over: {})", told(variant, outcome)));
            say(&format!("Illegal move{}: {text}", over.unwrap_or_default()));
            return;
        }
        say_result(session);
        self.think(session);
    }

    fn choose(&mut self, name: &str, session: &mut Session) {
        let name = own_name(name);
        match session.choose(name) {
            Ok(()) => {
                session.new_game();
                describe(session);
                self.described = true;
            }
            Err(message) => say(&format!("Error ({message}): variant {name}")),
        }
    }

    fn option(&mut self, text: &str, session: &mut Session) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match (name.trim(), value.trim().parse::<usize>()) {
            ("Skill Level", Ok(level)) => session.settings.level = Level::new(level.min(255) as u8),
            ("MultiPV", Ok(lines)) => session.settings.lines = lines.clamp(1, 500),
            ("VariantPath", _) => {
                if let Err(message) = session.load(Path::new(value.trim())) {
                    say(&format!("telluser {}", message.lines().next().unwrap_or_default()));
                } else {
                    features(session);
                }
            }
            _ => say(&format!("Error (unknown option): {text}")),
        }
    }
}

impl Protocol for Xboard {
    fn obey(&mut self, line: &str, session: &mut Session) -> Flow {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = rest.parse::<u64>().ok();
        let hundredths = |number: u64| Duration::from_millis(number.saturating_mul(10));
        match command {
            "protover" => features(session),
            "new" => {
                (self.described, self.against_engine) = (false, false);
                self.times = Times { depth: None, ..self.times };
                if !session.has_files() {
                    // The protocol's default game; a game from a file is kept.
                    let _ = session.choose(own_name("normal"));
                }
                session.new_game();
                let _ = session.set_up(None);
                // By default the engine plays the second player. Analysis goes on.
                self.plays = other(session).filter(|_| !self.analyzes);
                self.think(session);
            }
            "variant" => self.choose(rest, session),
            "setboard" => {
                session.stop();
                if let Err(message) = session.set_up(Some(rest)) {
                    say(&format!("tellusererror {message}"));
                }
                if self.analyzes {
                    self.think(session);
                }
            }
            "force" | "result" => {
                session.stop();
                self.plays = None;
            }
            "go" => {
                self.plays = Some(session.position().turn());
                if session.is_refused() {
                    say("Error (the last position was refused): go");
                } else {
                    say_result(session);
                }
                self.think(session);
            }
            "playother" => {
                session.stop();
                self.plays = other(session);
            }
            "usermove" => self.hear_move(rest, session),
            "?" if self.is_thinking(session) => session.hurry(),
            "undo" | "remove" => {
                session.take_back();
                if command == "remove" {
                    session.take_back();
                }
                if self.analyzes {
                    self.think(session);
                }
            }
            "analyze" => {
                (self.analyzes, self.plays) = (true, None);
                self.think(session);
            }
            "exit" => {
                session.stop();
                self.analyzes = false;
            }
            "ping" => {
                if !self.analyzes {
                    session.prepare();
                }
                self.pings.push(rest.to_owned());
            }
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "level" => self.times.level(rest),
            "st" => {
                let seconds = rest.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                self.times = Times { each: seconds, depth: self.times.depth, ..Times::default() };
            }
            "sd" => self.times.depth = number.map(|depth| depth.clamp(1, 1000) as u32),
            // A clock that has run out goes on below zero.
            "time" => self.times.left = rest.parse().ok().map(|left: i64| hundredths(left.max(0) as u64)),
            "memory" => {
                if let Err(message) = session.set_hash(number.map_or(16, |megabytes| megabytes as usize)) {
                    say(&format!("Error ({message}): {line}"));
                }
            }
            "cores" => session.settings.threads = number.map_or(1, |cores| cores.clamp(1, 256) as usize),
            "option" => self.option(rest, session),
            "quit" => return Flow::Quit,
            "computer" => self.against_engine = true,
            // Commands without an answer.
            "" | "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "otim" | "hard"
            | "easy" | "draw" | "ics" | "white" | "black" | "bk" | "hint" | "." | "?" => {}
            _ => say(&format!("Error (unknown command): {line}")),
        }
        self.pong(session);
        Flow::On
    }

    fn decided(&mut self, best: Option<Move>, session: &mut Session) {
        if self.plays != Some(session.position().turn()) {
            return;
        }
        let Some(best) = best else {
            say_result(session);
            session.stop();
            return self.pong(session);
        };
        say(&format!("move {}", text::write(session.position(), best, SPELLING)));
        let mover = session.position().turn();
        session.play_move(best);
        // In a game that it cannot judge, XBoard treats a mate claim as false and awards the game to the other engine. So leave
        // the report to that engine, which has lost.
        let won = session.position().outcome().is_some_and(|outcome| outcome.of(mover) == Verdict::Win);
        if !(won && self.described && self.against_engine) {
            say_result(session);
        }
        // A turn may have several moves.
        self.think(session);
        self.pong(session);
    }
}

impl Times {
    fn limits(&self) -> Limits {
        let clock = || {
            let left = self.left.or((!self.base.is_zero()).then_some(self.base))?;
            Some(Remaining { left, increment: self.increment, moves_to_go: self.moves })
        };
        let mut limits = Limits { depth: self.depth, time: self.each.map(whole_of), ..Limits::default() };
        if limits.time.is_none() {
            limits.clock = clock();
        }
        if limits.time.is_none() && limits.clock.is_none() && limits.depth.is_none() {
            limits.time = Some(Duration::from_secs(1));
        }
        limits
    }

    /// `40 5 0`, `0 2:30 12`: moves per session, minutes and seconds, seconds per move.
    fn level(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let moves = words.next().and_then(|word| word.parse().ok());
        let (minutes, seconds) =
            words.next().map_or(("0", "0"), |word| word.split_once(':').unwrap_or((word, "0")));
        let number = |word: &str| word.parse::<u64>().unwrap_or(0).min(1_000_000);
        let base = Duration::from_secs(number(minutes) * 60 + number(seconds));
        let increment = words.next().and_then(|word| word.parse().ok());
        let increment =
            increment.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default();
        let moves = moves.filter(|&moves| moves > 0);
        *self = Self { moves, base, increment, depth: self.depth, ..Self::default() };
    }
}

/// The player who is not to move, of two.
fn other(session: &Session) -> Option<PlayerId> {
    let turn = session.position().turn();
    let players = session.position().rules().variant().everybody();
    players.iter().find(|&player| player != turn).filter(|_| players.len() == 2)
}

fn features(session: &Session) {
    let variants: Vec<&str> = session.variants().map(their_name).collect();
    let most = Level::MOST;
    say(
        "feature done=0 ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 analyze=1 memory=1 smp=1 debug=1",
    );
    say(&format!("feature myname=\"carn {}\"", env!("CARGO_PKG_VERSION")));
    say(&format!("feature variants=\"{}\"", variants.join(",")));
    say(&format!("feature option=\"Skill Level -spin {most} 0 {most}\""));
    say("feature option=\"MultiPV -spin 1 1 500\"");
    say("feature option=\"VariantPath -file \"");
    say("feature done=1");
}

/// Describes the start position and the pieces' moves: `setup (PNBRQ…k) 9x10+0_fairy FEN`, `piece N& N`.
fn describe(session: &Session) {
    let variant = session.position().rules().variant();
    let [files, ranks] = variant.board.axes() else { return };
    let (files, ranks) = (files.length, ranks.length);
    let held = variant.roles.iter().filter(|role| !role.drops.is_empty()).count();
    let fen = session.position().fen();
    // For unknown games, XBoard writes only placement, hands and turn.
    say(&format!("setup ({}) {files}x{ranks}+{held}_fairy {fen}", table(variant)));
    for role in variant.roles.iter().filter(|role| role.pluses == 0) {
        if let Some(moves) = betza(&variant.board, &role.movements) {
            say(&format!("piece {}& {moves}", role.letter.to_ascii_uppercase()));
        }
    }
}

/// XBoard's letters of its pictures, in their order; the last is the king.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// The picture of each letter: the one of the same letter if it is free, or else the next free one.
fn table(variant: &Variant) -> String {
    let mut letters: Vec<char> = vec!['.'; PICTURES.len()];
    let roles =
        || (0..variant.roles.len()).map(|id| variant.role(RoleId(id as u8))).filter(|role| role.pluses == 0);
    let mut rest = Vec::new();
    for role in roles() {
        let letter = role.letter.to_ascii_uppercase();
        let own = if role.royal { letters.len().checked_sub(1) } else { PICTURES.find(letter) };
        match own.filter(|&at| letters[at] == '.') {
            Some(at) => letters[at] = letter,
            None => rest.push(letter),
        }
    }
    for letter in rest {
        if let Some(free) = letters.iter_mut().rev().skip(1).find(|free| **free == '.') {
            *free = letter;
        }
    }
    let first: String = letters.iter().collect();
    first.clone() + &first.to_ascii_lowercase()
}

/// Reports the end of the game, if it has ended.
fn say_result(session: &Session) {
    let Some(outcome) = session.position().outcome() else { return };
    let variant = session.position().rules().variant();
    say(&format!("{} {{{}}}", result(outcome), told(variant, outcome)));
}

fn result(outcome: Outcome) -> &'static str {
    match [0, 1].map(|player| outcome.of(PlayerId(player))) {
        [Verdict::Win, _] => "1-0",
        [_, Verdict::Win] => "0-1",
        _ => "1/2-1/2",
    }
}
