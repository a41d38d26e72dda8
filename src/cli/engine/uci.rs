//! The Universal Chess Interface, with the words that Fairy-Stockfish added for other games.

use std::path::Path;
use std::time::Duration;

use carn::search::{Level, Limits, Remaining, Score};

use super::session::{Event, Session, Tell};
use super::{Flow, Protocol, say, text};

/// The state of the protocol beside the session's.
#[derive(Debug, Default)]
pub struct Uci {
    /// Whether castling is to be told by the rook, and start positions vary.
    chess960: bool,
    /// Whether the level follows the rating.
    limited: bool,
    skill: Option<u8>,
    elo: Option<u32>,
}

impl Protocol for Uci {
    fn obey(&mut self, line: &str, session: &mut Session) -> Flow {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => greet(session),
            "isready" => say("readyok"),
            "ucinewgame" => session.new_game(),
            "setoption" => self.set_option(rest, session),
            "position" => complain(set_up(rest, session)),
            "go" => complain(go(rest, session)),
            "stop" => session.stop(),
            "ponderhit" => session.hit(),
            "d" => say(&format!("Fen: {}", session.position().fen())),
            "quit" => return Flow::Quit,
            _ => {}
        }
        Flow::On
    }
}

/// Interfaces show such lines to their users.
fn complain(result: Result<(), String>) {
    if let Err(message) = result {
        say(&format!("info string error: {}", message.lines().next().unwrap_or_default()));
    }
}

fn greet(session: &Session) {
    say(concat!("id name carn ", env!("CARGO_PKG_VERSION")));
    say("id author the carn authors");
    say("option name Hash type spin default 16 min 1 max 32768");
    say("option name Threads type spin default 1 min 1 max 256");
    say("option name MultiPV type spin default 1 min 1 max 500");
    say("option name Ponder type check default false");
    let most = Level::MOST;
    say(&format!("option name Skill Level type spin default {most} min 0 max {most}"));
    say("option name UCI_LimitStrength type check default false");
    let (least, most) = Level::elo_range();
    say(&format!("option name UCI_Elo type spin default {most} min {least} max {most}"));
    say("option name UCI_Chess960 type check default false");
    let variants: Vec<String> = session.variants().map(|name| format!(" var {name}")).collect();
    say(&format!("option name UCI_Variant type combo default {}{}", session.variant(), variants.concat()));
    say("option name VariantPath type string default <empty>");
    say("uciok");
}

impl Uci {
    /// `name Skill Level value 5`
    fn set_option(&mut self, rest: &str, session: &mut Session) {
        let rest = rest.trim_start().strip_prefix("name ").unwrap_or(rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        let number = value.parse::<usize>().ok();
        let on = value.eq_ignore_ascii_case("true");
        match (name.as_str(), number) {
            ("hash", Some(megabytes)) => {
                session.settings.hash = megabytes.clamp(1, 32_768);
                session.resize();
            }
            ("threads", Some(threads)) => session.settings.threads = threads.clamp(1, 256),
            ("multipv", Some(lines)) => session.settings.lines = lines.clamp(1, 500),
            ("skill level", Some(level)) => self.skill = Some(level.min(255) as u8),
            ("uci_elo", Some(elo)) => self.elo = Some(elo as u32),
            ("uci_limitstrength", _) => self.limited = on,
            ("uci_chess960", _) => {
                self.chess960 = on;
                complain(self.choose(&session.variant().to_owned(), session));
            }
            ("uci_variant", _) => complain(self.choose(value, session)),
            ("variantpath", _) if !value.is_empty() && value != "<empty>" => {
                complain(session.load(Path::new(value)))
            }
            ("ponder" | "variantpath", _) => {}
            _ => complain(Err(format!("there is no option `{rest}`"))),
        }
        session.settings.level = match (self.limited, self.elo, self.skill) {
            (true, Some(elo), _) => Level::of_elo(elo),
            (_, _, Some(skill)) => Level::new(skill),
            _ => Level::new(Level::MOST),
        };
    }

    /// A game by its name, or its form with other start positions where there is one and it is wanted.
    fn choose(&self, name: &str, session: &mut Session) -> Result<(), String> {
        let plain = name.strip_suffix("960").unwrap_or(name);
        if self.chess960 && session.choose(&format!("{plain}960")).is_ok() {
            return Ok(());
        }
        // The name alone may ask for other start positions too.
        session.choose(if self.chess960 || name == session.variant() { plain } else { name })
    }
}

/// `fen … moves …` or `startpos moves …`
fn set_up(rest: &str, session: &mut Session) -> Result<(), String> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest.trim(), ""),
    };
    let fen = match start.strip_prefix("fen") {
        Some(fen) => Some(fen.trim()),
        None if start == "startpos" => None,
        None => return Err(format!("`{start}` is no position: fen or startpos")),
    };
    session.set_up(fen)?;
    moves.split_whitespace().try_for_each(|text| session.play(text))
}

/// `wtime 1000 btime 1000 depth 8 searchmoves e2e4 …`
fn go(rest: &str, session: &mut Session) -> Result<(), String> {
    let mut words = rest.split_whitespace().peekable();
    let (mut limits, mut ponders) = (Limits::default(), false);
    let first = session.position().turn().index() == 0;
    let (mut clock, mut timed) = (Remaining::default(), false);
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(m) = words.peek().and_then(|text| text::read(session.position(), text)) {
                limits.moves.push(m);
                words.next();
            }
            continue;
        }
        if matches!(word, "infinite" | "ponder") {
            ponders |= word == "ponder";
            continue;
        }
        let value = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
        let number: i64 = value.parse().map_err(|_| format!("`{value}` is no number"))?;
        let (milliseconds, number) = (Duration::from_millis(number.max(0) as u64), number.max(0) as u64);
        match word {
            "wtime" if first => (clock.left, timed) = (milliseconds, true),
            "btime" if !first => (clock.left, timed) = (milliseconds, true),
            "winc" if first => clock.increment = milliseconds,
            "binc" if !first => clock.increment = milliseconds,
            "movestogo" => clock.moves_to_go = Some(number as u32),
            "movetime" => {
                limits.time = Some(milliseconds.saturating_sub(Duration::from_millis((number / 10).min(10))))
            }
            "depth" => limits.depth = Some(number.clamp(1, 1000) as u32),
            "nodes" => limits.nodes = Some(number),
            "mate" => limits.mate = Some(number as u32),
            "perft" => {
                session.stop();
                return count(number as u32, session);
            }
            _ => {}
        }
    }
    limits.clock = timed.then_some(clock);
    session.go(limits, ponders, teller());
    Ok(())
}

/// `e2e4: 20`, then the sum.
fn count(depth: u32, session: &Session) -> Result<(), String> {
    let position = session.position();
    if depth == 0 {
        return Err("perft needs a depth of 1 or more".to_owned());
    }
    let counts = position.divide(depth);
    for &(m, nodes) in &counts {
        say(&format!("{}: {nodes}", text::write(position, m)));
    }
    say(&format!("\nNodes searched: {}\n", counts.iter().map(|(_, nodes)| nodes).sum::<u64>()));
    Ok(())
}

/// Prints what a search tells.
fn teller() -> Tell {
    Box::new(|event| match event {
        Event::Progress(info, position) => {
            for (nth, line) in info.lines.iter().enumerate() {
                let milliseconds = info.time.as_millis().max(1);
                say(&format!(
                    "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
                    line.depth.max(1),
                    info.deepest.max(line.depth),
                    nth + 1,
                    score(line.score),
                    info.nodes,
                    u128::from(info.nodes) * 1000 / milliseconds,
                    info.fill,
                    info.time.as_millis(),
                    text::write_line(position, &line.moves).join(" "),
                ));
            }
        }
        Event::Decision(None, _, position) => {
            let lost = position.in_check()
                || position.outcome().is_some_and(|outcome| outcome.beaten.contains(position.turn()));
            say(&format!("info depth 0 score {}", if lost { "mate 0" } else { "cp 0" }));
            say("bestmove (none)");
        }
        Event::Decision(Some(best), reply, position) => {
            let line: Vec<_> = [Some(best), reply].into_iter().flatten().collect();
            say(&format!("bestmove {}", text::write_line(position, &line).join(" ponder ")));
        }
    })
}

/// Hundredths of the weakest piece, or moves to mate.
fn score(score: Score) -> String {
    match (score, score.mate()) {
        (Score::Points(points), _) => format!("cp {points}"),
        (_, mate) => format!("mate {}", mate.unwrap_or_default()),
    }
}
