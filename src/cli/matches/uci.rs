//! Players that use UCI, or its relatives for shogi (USI) and xiangqi (UCCI).
//!
//! Sources: the UCI description (Meyer-Kahlen, 2006), the USI draft (Romstad, 2007), the UCCI 3.0 description (Huang, 2008).

use std::time::Duration;

use carn::notation;
use carn::position::Position;
use carn::variant::{Move, Script, fen};

use crate::cli::compare::spelling::{Spelled, spelled, spelled_from_zero};
use crate::cli::engine::dialect::Dialect;
use crate::cli::engine::text;

use super::clock::{Clock, Control};
use super::dialogue::Dialogue;
use super::player::{Answer, Choice, Fault, Player, Score};

/// The command that sets an option; UCCI has no keywords.
fn set(dialect: Dialect, name: &str, value: &str) -> String {
    match dialect {
        Dialect::Ucci => format!("setoption {name} {value}"),
        _ => format!("setoption name {name} value {value}"),
    }
}

/// The command for the start of a game.
fn start_line(dialect: Dialect, start: &Position) -> String {
    let sfen = || fen::print_sfen(start.rules().variant(), &start.setup());
    match Some(dialect).filter(|&dialect| dialect == Dialect::Usi).and_then(|_| sfen()) {
        Some(sfen) => format!("position sfen {sfen}"),
        None => format!("position fen {}", start.fen()),
    }
}

/// The moves of a position with the engine's possible names, beginning with the one that is sent.
fn names(dialect: Dialect, position: &Position) -> Vec<Spelled> {
    let mut all = if dialect == Dialect::Ucci { spelled_from_zero(position) } else { spelled(position) };
    if dialect == Dialect::Usi {
        for one in &mut all {
            one.names.splice(0..0, notation::write(position, one.mv, Script::Usi));
        }
    }
    all
}

fn go(dialect: Dialect, clock: &Clock) -> String {
    let ms = |time: Duration| time.as_millis().max(1);
    match (dialect, clock.control) {
        (_, Control::Nodes(nodes)) => format!("go nodes {nodes}"),
        (_, Control::Depth(depth)) => format!("go depth {depth}"),
        // UCCI has no time per move: the remaining time is all for this move.
        (Dialect::Ucci, Control::Move(time)) => format!("go time {} movestogo 1", ms(time)),
        (Dialect::Usi, Control::Move(time)) => format!("go btime 0 wtime 0 byoyomi {}", ms(time)),
        (Dialect::Uci, Control::Move(time)) => format!("go movetime {}", ms(time)),
        (Dialect::Ucci, Control::Game(_, more)) => {
            let [own, other] = [clock.left[clock.side], clock.left[1 - clock.side]].map(ms);
            let more = more.as_millis();
            format!("go time {own} increment {more} opptime {other} oppincrement {more}")
        }
        (_, Control::Game(_, more)) => {
            let (own, other) = (ms(clock.left[clock.side]), ms(clock.left[1 - clock.side]));
            let (first, second) = if clock.first_player { (own, other) } else { (other, own) };
            let more = more.as_millis();
            // In shogi Black moves first.
            let [one, two] = if dialect == Dialect::Usi { ["b", "w"] } else { ["w", "b"] };
            format!("go {one}time {first} {two}time {second} {one}inc {more} {two}inc {more}")
        }
    }
}

/// An engine with one of these protocols.
pub struct UciPlayer {
    dialect: Dialect,
    dialogue: Dialogue,
    name: String,
    /// The maximum time to become ready.
    patience: Duration,
    /// The `position …` command of the game so far.
    line: String,
    moves: usize,
}

impl UciPlayer {
    /// Starts the command and the protocol, and sets the options and the variant.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or does not know the variant.
    pub fn start(
        dialect: Dialect,
        command: &str,
        variant: &str,
        options: &[(String, String)],
        patience: Duration,
    ) -> Result<Self, Fault> {
        let mut dialogue = Dialogue::start(command, patience)?;
        let (mut known, mut name) = greet(&mut dialogue, dialect)?;
        for (name, value) in options {
            dialogue.send(&set(dialect, name, value))?;
        }
        if !options.is_empty() && dialect == Dialect::Uci {
            // An option such as VariantPath changes the available variants.
            (known, name) = greet(&mut dialogue, dialect)?;
        }
        match known {
            Some(known) => {
                let plain = variant.strip_suffix("960").unwrap_or(variant);
                let Some(found) =
                    [variant, plain].into_iter().find(|&name| known.iter().any(|one| one == name))
                else {
                    return Err(Fault::Gone(format!("it does not play `{variant}`")));
                };
                dialogue.send(&set(dialect, &dialect.name("UCI_Variant"), found))?;
                if found != variant {
                    dialogue.send(&set(dialect, &dialect.name("UCI_Chess960"), "true"))?;
                }
            }
            None if dialect == Dialect::Uci && variant != "chess" => {
                return Err(Fault::Gone(format!("it plays only chess, not `{variant}`")));
            }
            None => {}
        }
        if dialect == Dialect::Ucci {
            // Times are in seconds otherwise.
            dialogue.send(&set(dialect, "usemillisec", "true"))?;
        }
        dialogue.send("isready")?;
        dialogue.wait_for(|line| (line == "readyok").then_some(()))?;
        let name = name.unwrap_or_else(|| command.to_owned());
        Ok(Self { dialect, dialogue, name, patience, line: String::new(), moves: 0 })
    }
}

/// Starts the protocol: returns the variants that the engine lists, if any, and its name.
fn greet(dialogue: &mut Dialogue, dialect: Dialect) -> Result<(Option<Vec<String>>, Option<String>), Fault> {
    let answer = format!("{}ok", dialect.word());
    dialogue.send(dialect.word())?;
    let (mut variants, mut name) = (None, None);
    let declared = dialect.option("UCI_Variant", "");
    dialogue.wait_for(|line| {
        if let Some(text) = line.strip_prefix("id name ") {
            name = Some(text.trim().chars().take(80).collect());
        }
        if let Some(rest) = line.strip_prefix(&declared) {
            variants = Some(rest.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect());
        }
        (line == answer).then_some(())
    })?;
    Ok((variants, name))
}

impl Player for UciPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, start: &Position) -> Result<(), Fault> {
        self.dialogue.allow(self.patience);
        if self.dialect != Dialect::Ucci {
            self.dialogue.send(&format!("{}newgame", self.dialect.word()))?;
        }
        self.dialogue.send("isready")?;
        self.dialogue.wait_for(|line| (line == "readyok").then_some(()))?;
        self.line = start_line(self.dialect, start);
        self.moves = 0;
        Ok(())
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.line += if self.moves == 0 { " moves " } else { " " };
        self.line += &text::write(before, mv, self.dialect.spelling());
        self.moves += 1;
    }

    fn choose(&mut self, position: &Position, clock: &Clock) -> Result<Answer, Fault> {
        self.dialogue.allow(clock.allowed() + clock.margin);
        self.dialogue.send(&self.line)?;
        self.dialogue.send(&go(self.dialect, clock))?;
        let (mut score, mut depth) = (None, None);
        let best = self.dialogue.wait_for(|line| {
            let mut words = line.split_whitespace();
            match words.next()? {
                "info" => {
                    // The first of several lines is the best.
                    if number_after(line, "multipv").is_none_or(|nth: u32| nth == 1) {
                        score = read_score(line).or(score);
                        depth = number_after(line, "depth").or(depth);
                    }
                    None
                }
                "bestmove" => Some(words.next().unwrap_or_default().to_owned()),
                "nobestmove" => Some("resign".to_owned()),
                _ => None,
            }
        })?;
        if best == "resign" {
            return Ok(Answer { choice: Choice::Resign, score, depth });
        }
        let mv = read(self.dialect, position, &best).ok_or(Fault::Illegal(best))?;
        Ok(Answer { choice: Choice::Move(mv), score, depth })
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        let _ = self.dialogue.send("quit");
    }
}

/// The move that an engine sends.
fn read(dialect: Dialect, position: &Position, text: &str) -> Option<Move> {
    // Our own engine may use our notation to distinguish moves with the same name.
    find(&names(dialect, position), text).or_else(|| text::read(position, text, dialect.spelling()))
}

/// The move with this name: as its first name, or else as an alternative.
pub fn find(moves: &[Spelled], name: &str) -> Option<Move> {
    let first = moves.iter().find(|one| one.names.first().is_some_and(|own| own == name));
    first.or_else(|| moves.iter().find(|one| one.names.iter().any(|own| own == name))).map(|one| one.mv)
}

/// The number after a word of a line.
fn number_after<T: std::str::FromStr>(line: &str, word: &str) -> Option<T> {
    line.split_whitespace().skip_while(|&one| one != word).nth(1)?.parse().ok()
}

/// The score in an `info` line: `score cp 13`, `score mate -2`; UCCI writes `score 13`.
fn read_score(line: &str) -> Option<Score> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    match words.next()? {
        "cp" => words.next()?.parse().ok().map(Score::Centipawns),
        "mate" => words.next()?.trim_start_matches('+').parse().ok().map(Score::Mate),
        number => number.parse().ok().map(Score::Centipawns),
    }
}

#[cfg(test)]
mod tests {
    use carn::library;
    use carn::random::Random;

    use super::*;

    /// What the engine writes, it reads as the same move, and so does a match.
    #[test]
    fn moves_of_all_games_are_read_back() {
        let mut random = Random::new(3);
        for name in library::names() {
            let rules = library::rules(name).unwrap();
            let mut position = Position::start(&rules);
            for ply in 0..40 {
                let legal = position.legal_moves();
                let Some(&next) = random.choose(&legal) else { break };
                for _ in (0..4).filter(|_| ply % 8 == 7) {
                    let Some(&mv) = random.choose(&legal) else { break };
                    for dialect in [Dialect::Uci, Dialect::Usi, Dialect::Ucci] {
                        let text = text::write(&position, mv, dialect.spelling());
                        let place = || format!("`{text}` in {name} by {dialect:?} at {}", position.fen());
                        let own = text::read(&position, &text, dialect.spelling());
                        assert_eq!(own, Some(mv), "{}", place());
                        assert_eq!(read(dialect, &position, &text), Some(mv), "{}", place());
                    }
                }
                position.play_unchecked(next);
            }
        }
    }

    #[test]
    fn scores_are_read() {
        assert_eq!(read_score("info depth 3 score cp -13 nodes 5"), Some(Score::Centipawns(-13)));
        assert_eq!(read_score("info score mate 2 depth 3"), Some(Score::Mate(2)));
        assert_eq!(read_score("info depth 3 score 13 pv a0a1"), Some(Score::Centipawns(13)));
        assert_eq!(read_score("info depth 3 nodes 9"), None);
        assert_eq!(number_after::<u32>("info depth 3 score cp 1", "depth"), Some(3));
    }

    #[test]
    fn times_are_told_in_each_dialect() {
        let mut clock =
            Clock::new(Control::Game(Duration::from_secs(2), Duration::from_secs(1)), Duration::ZERO);
        clock.left[1] = Duration::from_secs(9);
        assert_eq!(go(Dialect::Uci, &clock), "go wtime 2000 btime 9000 winc 1000 binc 1000");
        assert_eq!(go(Dialect::Usi, &clock), "go btime 2000 wtime 9000 binc 1000 winc 1000");
        assert_eq!(go(Dialect::Ucci, &clock), "go time 2000 increment 1000 opptime 9000 oppincrement 1000");
        clock.first_player = false;
        assert_eq!(go(Dialect::Uci, &clock), "go wtime 9000 btime 2000 winc 1000 binc 1000");
    }
}
