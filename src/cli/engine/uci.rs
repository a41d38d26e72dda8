//! The Universal Chess Interface with Fairy-Stockfish's extensions for other games, and its relatives USI and UCCI.

use std::path::Path;
use std::time::Duration;

use carn::position::MOST_PERFT;
use carn::search::{Level, Limits, Remaining, Score};
use carn::variant::Move;

use super::dialect::Dialect;
use super::session::{Event, Session, Tell};
use super::{Flow, Protocol, say, text, whole_of};

/// The state of the protocol besides the session.
#[derive(Debug, Default)]
pub struct Uci {
    dialect: Dialect,
    /// Whether UCCI's times are in milliseconds; initially they are in seconds.
    milliseconds: bool,
    /// Whether castling is written with the rook's square, and start positions vary.
    chess960: bool,
    /// Whether the level follows the rating.
    limited: bool,
    skill: Option<u8>,
    elo: Option<u32>,
    /// The moves that UCCI's referee forbids in the position, for example to end a repetition.
    banned: Vec<Move>,
}

impl Uci {
    /// A handler of the dialect. Its game is selected, unless files are given.
    pub fn new(dialect: Dialect, session: &mut Session) -> Self {
        if let Some(game) = dialect.game().filter(|_| !session.has_files()) {
            complain(session.choose(game));
        }
        Self { dialect, ..Self::default() }
    }
}

impl Protocol for Uci {
    fn obey(&mut self, line: &str, session: &mut Session) -> Flow {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // Lists of commands contain several counts in a row, and expect the result of each.
        if !matches!(command, "stop" | "quit" | "isready") {
            session.finish_count();
        }
        match command {
            word if word == self.dialect.word() => greet(self.dialect, session),
            "isready" => {
                session.prepare();
                say("readyok");
            }
            "ucinewgame" | "usinewgame" => session.new_game(),
            "setoption" => self.set_option(&rest.replace('\t', " "), session),
            "position" => {
                self.banned.clear();
                let result = set_up(rest, self.dialect, session);
                if result.is_err() {
                    session.refuse();
                }
                complain(result);
            }
            "banmoves" => {
                let read = |text| text::read(session.position(), text, self.dialect.spelling());
                self.banned = rest.split_whitespace().filter_map(read).collect();
            }
            "go" => complain(self.go(rest, session)),
            "stop" => session.stop(),
            "ponderhit" => session.hit(),
            "d" => say(&format!("Fen: {}", session.position().fen())),
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    session.stop();
                    say("bye");
                }
                return Flow::Quit;
            }
            _ => {}
        }
        Flow::On
    }
}

/// Prints an error as an info line, which interfaces show to their users.
fn complain(result: Result<(), String>) {
    if let Err(message) = result {
        say(&format!("info string error: {}", message.lines().next().unwrap_or_default()));
    }
}

fn greet(dialect: Dialect, session: &Session) {
    let option = |name: &str, kind: &str| say(&dialect.option(name, kind));
    say(concat!("id name carn ", env!("CARGO_PKG_VERSION")));
    say("id author the carn authors");
    option("Hash", "type spin default 16 min 1 max 32768");
    option("Threads", "type spin default 1 min 1 max 256");
    option("MultiPV", "type spin default 1 min 1 max 500");
    option("Ponder", "type check default false");
    if dialect == Dialect::Ucci {
        option("usemillisec", "type check default false");
    }
    let most = Level::MOST;
    option("Skill Level", &format!("type spin default {most} min 0 max {most}"));
    option("UCI_LimitStrength", "type check default false");
    let (least, most) = Level::elo_range();
    option("UCI_Elo", &format!("type spin default {most} min {least} max {most}"));
    if dialect == Dialect::Uci {
        option("UCI_Chess960", "type check default false");
    }
    let variants: Vec<String> = session.variants().map(|name| format!(" var {name}")).collect();
    option("UCI_Variant", &format!("type combo default {}{}", session.variant(), variants.concat()));
    option("VariantPath", "type string default <empty>");
    say(&format!("{}ok", dialect.word()));
}

impl Uci {
    /// `name Skill Level value 5`
    fn set_option(&mut self, rest: &str, session: &mut Session) {
        let (name, value) = self.dialect.set(rest);
        let number = value.parse::<usize>().ok();
        let on = value.eq_ignore_ascii_case("true");
        match (name.as_str(), number) {
            ("hash", Some(megabytes)) => complain(session.set_hash(megabytes)),
            ("threads", Some(threads)) => session.settings.threads = threads.clamp(1, 256),
            ("multipv", Some(lines)) => session.settings.lines = lines.clamp(1, 500),
            ("skill level", Some(level)) => self.skill = Some(level.min(255) as u8),
            ("uci_elo", Some(elo)) => self.elo = Some(elo as u32),
            ("uci_limitstrength", _) => self.limited = on,
            ("uci_chess960", _) => {
                self.chess960 = on;
                let name = session.variant().to_owned();
                let plain = name.strip_suffix("960").unwrap_or(&name);
                complain(self.choose(plain, session).or_else(|_| session.choose(&name)));
            }
            ("usemillisec", _) => self.milliseconds = on,
            ("uci_variant", _) => complain(self.choose(value, session)),
            ("variantpath", _) if !value.is_empty() && value != "<empty>" => {
                complain(session.load(Path::new(value)))
            }
            ("ponder" | "variantpath", _) => {}
            ("hash" | "threads" | "multipv" | "skill level" | "uci_elo", None) => {
                complain(Err(format!("`{value}` is not a number, or less than 0")));
            }
            _ => complain(Err(format!("there is no option `{rest}`"))),
        }
        session.settings.level = match (self.limited, self.elo, self.skill) {
            (true, Some(elo), _) => Level::of_elo(elo),
            (_, _, Some(skill)) => Level::new(skill),
            _ => Level::new(Level::MOST),
        };
    }

    /// Selects a game by name, in its form with varying start positions if requested and available.
    fn choose(&self, name: &str, session: &mut Session) -> Result<(), String> {
        if self.chess960 && session.choose(&format!("{name}960")).is_ok() {
            return Ok(());
        }
        session.choose(name)?;
        if self.chess960 && !name.ends_with("960") {
            say(&format!("info string `{name}` has no form for UCI_Chess960, so the option has no effect"));
        }
        Ok(())
    }
}

/// `fen … moves …`, `sfen … moves …` or `startpos moves …`
fn set_up(rest: &str, dialect: Dialect, session: &mut Session) -> Result<(), String> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest.trim(), ""),
    };
    let fen = match start.strip_prefix("fen") {
        Some(fen) => Some(fen.trim()),
        None if start == "startpos" => None,
        // Passed on unchanged: its first word names the format.
        None if start.starts_with("sfen ") => Some(start),
        None => return Err(format!("`{start}` is not a position: write fen, sfen or startpos")),
    };
    session.set_up(fen)?;
    moves.split_whitespace().try_for_each(|text| session.play(text, dialect.spelling()))
}

impl Uci {
    /// `wtime 1000 btime 1000 depth 8 searchmoves e2e4 …`. Each `go` needs an answer, so words without a meaning are
    /// reported and skipped.
    fn go(&self, rest: &str, session: &mut Session) -> Result<(), String> {
        let spelling = self.dialect.spelling();
        let mut words = rest.split_whitespace().peekable();
        let (mut limits, mut times) = (Limits::default(), Times::default());
        let (mut lists, mut ponders, mut infinite) = (false, false, false);
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => lists = true,
                "infinite" => infinite = true,
                "ponder" => ponders = true,
                "draw" => {}
                "mate" if self.dialect == Dialect::Usi => {
                    say("checkmate notimplemented");
                    return Ok(());
                }
                _ if LIMITS.contains(&word) => {
                    let Some(number) = words.peek().and_then(|value| value.parse::<f64>().ok()) else {
                        complain(Err(format!("`{word}` needs a number")));
                        continue;
                    };
                    words.next();
                    let number = number as u64;
                    match word {
                        "movetime" => limits.time = Some(whole_of(Duration::from_millis(number))),
                        "depth" => limits.depth = Some(number.clamp(1, 1000) as u32),
                        "nodes" => limits.nodes = Some(number),
                        "mate" => limits.mate = Some(number.min(1000) as u32),
                        "perft" => {
                            return count(number.min(1000) as u32, self.dialect, session);
                        }
                        _ => times.take(word, number),
                    }
                }
                _ => match text::read(session.position(), word, spelling).filter(|_| lists) {
                    Some(m) => limits.moves.push(m),
                    None if lists => complain(Err(format!("`{word}` is not a legal move"))),
                    None => complain(Err(format!("`{word}` is unknown"))),
                },
            }
        }
        if !self.banned.is_empty() {
            if limits.moves.is_empty() {
                limits.moves = session.position().legal_moves();
            }
            limits.moves.retain(|m| !self.banned.contains(m));
        }
        if infinite {
            limits = Limits { moves: limits.moves, ..Limits::default() };
        } else {
            let unit = if self.dialect == Dialect::Ucci && !self.milliseconds { 1000 } else { 1 };
            let first = session.position().turn().index() == 0;
            limits.clock = times.of(self.dialect, first, unit);
            if limits.clock.is_none() && limits.time.is_none() {
                limits.time = times.extra().map(|byoyomi| whole_of(Duration::from_millis(byoyomi)));
            }
        }
        if session.is_refused() {
            session.stop();
            say(self.dialect.no_move());
            return Err("there is no position to search: the last one was refused".to_owned());
        }
        session.go(limits, ponders, teller(self.dialect));
        Ok(())
    }
}

/// The words of `go` that are followed by a number.
const LIMITS: [&str; 16] = [
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "byoyomi",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
];

/// The times in a `go` command, by keyword.
#[derive(Clone, Debug, Default)]
struct Times(Vec<(String, u64)>);

impl Times {
    fn take(&mut self, word: &str, number: u64) {
        self.0.push((word.to_owned(), number));
    }

    fn get(&self, word: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == word).map(|(_, number)| *number)
    }

    /// The time for each move after the clock has run out, if there is any.
    fn extra(&self) -> Option<u64> {
        self.get("byoyomi").filter(|&extra| extra > 0)
    }

    /// The clock of the player to move, who is the first or the second of the game; none if only the extra time
    /// is left.
    fn of(&self, dialect: Dialect, first: bool, unit: u64) -> Option<Remaining> {
        let time = |number: u64| Duration::from_millis(number.saturating_mul(unit));
        // In shogi Black moves first.
        let white = first != (dialect == Dialect::Usi);
        let (left, more) = match (dialect, white) {
            (Dialect::Ucci, _) => ("time", "increment"),
            (_, true) => ("wtime", "winc"),
            (_, false) => ("btime", "binc"),
        };
        let extra = self.extra();
        let left = self.get(left).filter(|&left| left > 0 || extra.is_none())?;
        let moves_to_go = self.get("movestogo").map(|moves| moves.min(1000) as u32);
        let extra = extra.unwrap_or(0);
        let increment = time(self.get(more).unwrap_or(0).saturating_add(extra));
        // The extra time can be used for this move already.
        Some(Remaining { left: time(left.saturating_add(extra)), increment, moves_to_go })
    }
}

/// `e2e4: 20`, then the sum.
fn count(depth: u32, dialect: Dialect, session: &mut Session) -> Result<(), String> {
    if depth == 0 {
        return Err("perft needs a depth of 1 or more".to_owned());
    }
    if depth > MOST_PERFT {
        return Err(format!("perft needs a depth of {MOST_PERFT} or less"));
    }
    session.count(
        depth,
        Box::new(move |position, counts| {
            let Some(counts) = counts else { return say("info string the count was stopped") };
            for &(m, nodes) in &counts {
                say(&format!("{}: {nodes}", text::write(position, m, dialect.spelling())));
            }
            say(&format!("\nNodes searched: {}\n", counts.iter().map(|(_, nodes)| nodes).sum::<u64>()));
        }),
    );
    Ok(())
}

/// Prints search events.
fn teller(dialect: Dialect) -> Tell {
    let spelling = dialect.spelling();
    Box::new(move |event| match event {
        Event::Progress(info, position) => {
            for (nth, line) in info.lines.iter().enumerate() {
                let milliseconds = info.time.as_millis().max(1);
                say(&format!(
                    "info depth {} seldepth {} multipv {} {} nodes {} nps {} hashfull {} time {} pv {}",
                    line.depth.max(1),
                    info.deepest.max(line.depth),
                    nth + 1,
                    dialect.score(line.score),
                    info.nodes,
                    u128::from(info.nodes) * 1000 / milliseconds,
                    info.fill,
                    info.time.as_millis(),
                    text::write_line(position, &line.moves, spelling).join(" "),
                ));
            }
        }
        Event::Decision(None, _, position) => {
            let lost = position.in_check()
                || position.outcome().is_some_and(|outcome| outcome.beaten.contains(position.turn()));
            say(&format!(
                "info depth 0 {}",
                dialect.score(if lost { Score::Loss(0) } else { Score::Points(0) })
            ));
            say(dialect.no_move());
        }
        Event::Decision(Some(best), reply, position) => {
            let line: Vec<_> = [Some(best), reply].into_iter().flatten().collect();
            say(&format!("bestmove {}", text::write_line(position, &line, spelling).join(" ponder ")));
        }
    })
}
