//! Another engine as a reference, through the Universal Chess Interface over a pair of pipes.
//!
//! This module contains only the protocol. The caller starts and stops the program and limits its time. It uses the commands
//! `uci`, `setoption`, `position`, `isready` and `quit`. It also uses two extensions of Stockfish's family: `go perft` for the
//! moves, and `d` for the position as the engine understood it.

use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};

use super::{Ending, Error, Observation, Reference, Standing, Verdict};

/// The maximum number of bytes read of a line.
const LONGEST_LINE: u64 = 64 * 1024;
/// The maximum number of lines read of an answer, which stops an endless one.
const LONGEST_REPLY: usize = 100_000;
/// The number of the engine's last lines quoted in errors.
const QUOTED: usize = 5;

/// The game that an engine is asked to play, and its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UciOptions {
    /// The value of `UCI_Variant`. An engine without that option plays only `chess`.
    pub variant: String,
    /// The value of `UCI_Chess960`: castling is written as the king capturing the rook.
    pub chess960: bool,
    /// Options to set before the variant, as name and value (for example `VariantPath`).
    pub others: Vec<(String, String)>,
}

impl UciOptions {
    /// The options for Fairy-Stockfish to play the variant of this shipped name. Variants with other start positions and
    /// castling are to it one variant with an option.
    pub fn for_variant(name: &str) -> UciOptions {
        let (variant, chess960) = name.strip_suffix("960").map_or((name, false), |name| (name, true));
        UciOptions { variant: variant.to_owned(), chess960, others: Vec::new() }
    }
}

/// A session with an engine that answers `go perft`.
///
/// Every call waits until the engine has answered or its output ends, without a time limit. The owner of the process can end
/// it; the call then returns [`Error::Closed`]. Dropping the value sends `quit`.
pub struct UciEngine<R: BufRead, W: Write> {
    reader: R,
    writer: W,
    name: String,
    options: Vec<EngineOption>,
    /// The engine's last lines, for errors.
    said: VecDeque<String>,
}

/// An option as declared by the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EngineOption {
    name: String,
    /// Its possible values, if the engine lists them.
    values: Vec<String>,
}

impl<R: BufRead, W: Write> UciEngine<R, W> {
    /// Starts the protocol with the engine that reads from `writer` and writes to `reader`, and sets its options.
    ///
    /// # Errors
    /// [`Error::Variant`] if the engine does not list the variant; [`Error::Closed`] and [`Error::Reply`] if it does not follow
    /// the protocol.
    pub fn new(reader: R, writer: W, options: &UciOptions) -> Result<UciEngine<R, W>, Error> {
        let said = VecDeque::new();
        let name = "a nameless engine".to_owned();
        let mut engine = UciEngine { reader, writer, name, options: Vec::new(), said };
        engine.greet()?;
        for (name, value) in &options.others {
            engine.set_option(name, value)?;
        }
        if !options.others.is_empty() {
            // An option such as VariantPath changes the possible values of others.
            engine.greet()?;
        }
        engine.set_variant(&options.variant)?;
        if options.chess960 || engine.option("UCI_Chess960").is_some() {
            engine.set_option("UCI_Chess960", if options.chess960 { "true" } else { "false" })?;
        }
        engine.send("isready")?;
        engine.read_until("`readyok`", |line| line == "readyok")?;
        Ok(engine)
    }

    /// Sets up a position and plays moves from it. Returns the engine's own FEN, or `None` if the engine does not print it. An
    /// engine silently stops at a move that it finds illegal.
    ///
    /// # Errors
    /// [`Error::Fen`] if the engine has read pieces or a side to move other than those of `fen` (tested only without moves);
    /// [`Error::Closed`] and [`Error::Reply`].
    pub fn position<T: AsRef<str>>(&mut self, fen: &str, moves: &[T]) -> Result<Option<String>, Error> {
        let reject = |reason| Error::Fen { fen: fen.to_owned(), reason };
        let words = || fen.split_whitespace().chain(moves.iter().map(AsRef::as_ref));
        if fen.trim().is_empty()
            || fen.contains(['\n', '\r'])
            || words().any(|w| w.contains(char::is_control))
        {
            return Err(reject("it is not one line of text".to_owned()));
        }
        let mut command = format!("position fen {}", fen.trim());
        if !moves.is_empty() {
            command.push_str(" moves");
            for text in moves {
                command.push(' ');
                command.push_str(text.as_ref());
            }
        }
        self.send(&command)?;
        self.send("d")?;
        self.send("isready")?;
        let mut understood = None;
        self.read_until("`readyok`", |line| {
            if let Some(fen) = line.strip_prefix("Fen: ") {
                understood = Some(fen.trim().to_owned());
            }
            line == "readyok"
        })?;
        if moves.is_empty()
            && let Some(theirs) = &understood
            && !same_board(fen, theirs)
        {
            return Err(reject(format!("the engine understood it as `{theirs}`")));
        }
        Ok(understood)
    }

    /// Perft of the current position, by move, and the engine's own sum. `depth` is at least 1, because engines interpret `go
    /// perft 0` differently.
    fn go_perft(&mut self, depth: u32) -> Result<(Vec<(String, u64)>, u64), Error> {
        self.send(&format!("go perft {depth}"))?;
        let mut counts = Vec::new();
        let mut total = None;
        self.read_until("`Nodes searched:`", |line| {
            total = nodes_searched(line);
            counts.extend(divide_line(line));
            total.is_some()
        })?;
        let sum = counts.iter().try_fold(0u64, |sum, (_, nodes)| sum.checked_add(*nodes));
        match total {
            Some(total) if sum == Some(total) => Ok((counts, total)),
            _ => {
                let sum = sum.map_or_else(|| "more than 64 bits hold".to_owned(), |sum| sum.to_string());
                let total = total.unwrap_or_default();
                Err(self.reply(format!("the engine's counts add up to {sum}, but it says {total}")))
            }
        }
    }

    /// The result for the player to move in the current position, which has no legal move. A search returns at once with the
    /// score of such an end.
    fn verdict(&mut self) -> Result<Option<Verdict>, Error> {
        self.send("go depth 1")?;
        let mut verdict = None;
        self.read_until("`bestmove`", |line| {
            verdict = score(line).or(verdict);
            line.split_whitespace().next() == Some("bestmove")
        })?;
        Ok(verdict)
    }

    fn greet(&mut self) -> Result<(), Error> {
        self.send("uci")?;
        let mut options = Vec::new();
        let mut name = None;
        self.read_until("`uciok`", |line| {
            options.extend(option_line(line));
            if let Some(text) = line.strip_prefix("id name ") {
                name = Some(shown(text.trim()));
            }
            line == "uciok"
        })?;
        self.options = options;
        self.name = name.unwrap_or_else(|| self.name.clone());
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name == name)
    }

    fn set_variant(&mut self, variant: &str) -> Result<(), Error> {
        let known = match self.option("UCI_Variant") {
            Some(option) => option.values.clone(),
            None if variant == "chess" => return Ok(()),
            None => return Err(Error::Variant { name: variant.to_owned(), known: Vec::new() }),
        };
        // Engines ignore unknown values and continue with the current game.
        if !known.is_empty() && !known.iter().any(|name| name == variant) {
            return Err(Error::Variant { name: variant.to_owned(), known });
        }
        self.set_option("UCI_Variant", variant)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if [name, value].iter().any(|text| text.contains(char::is_control)) {
            return Err(
                self.reply(format!("the option {name:?} with the value {value:?} is not one line of text"))
            );
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    fn send(&mut self, command: &str) -> Result<(), Error> {
        let sent = writeln!(self.writer, "{command}").and_then(|()| self.writer.flush());
        sent.map_err(|error| {
            // The engine's last output may explain why it closed its input.
            let _ = self.read_until("its end", |_| false);
            self.closed("a reader of commands", error.to_string())
        })
    }

    /// Reads lines and passes them to `last` until it returns `true`.
    fn read_until(
        &mut self,
        waiting_for: &'static str,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<(), Error> {
        for _ in 0..LONGEST_REPLY {
            let mut bytes = Vec::new();
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            match read {
                Ok(0) => return Err(self.closed(waiting_for, String::new())),
                Ok(_) => {}
                Err(error) => return Err(self.closed(waiting_for, error.to_string())),
            }
            let text = String::from_utf8_lossy(&bytes);
            let line = text.trim();
            if !line.is_empty() {
                self.said.push_back(shown(line).chars().take(200).collect());
                if self.said.len() > QUOTED {
                    self.said.pop_front();
                }
            }
            if last(line) {
                return Ok(());
            }
        }
        Err(self.reply(format!("the engine wrote {LONGEST_REPLY} lines without {waiting_for}")))
    }

    fn closed(&self, waiting_for: &'static str, reason: String) -> Error {
        Error::Closed { waiting_for, reason, said: self.said.iter().cloned().collect() }
    }

    fn reply(&self, reason: String) -> Error {
        Error::Reply { reason, said: self.said.iter().cloned().collect() }
    }
}

impl<R: BufRead, W: Write> Reference for UciEngine<R, W> {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        self.position::<&str>(fen, &[])?;
        if depth == 0 { Ok(1) } else { self.go_perft(depth).map(|(_, total)| total) }
    }

    /// An engine reports an end of the game only without legal moves; the protocol cannot express other ends.
    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let understood = self.position(fen, moves)?;
        let (counts, _) = self.go_perft(1)?;
        let standing = match counts.is_empty() {
            true => self.verdict()?.map_or(Standing::Unsaid, |end| Standing::Over(end, Ending::NoMove)),
            false => Standing::Unsaid,
        };
        let moves = counts.into_iter().map(|(text, _)| text).collect();
        Ok(Observation { moves, fen: understood, standing })
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        self.position(fen, moves)?;
        if depth == 0 { Ok(Vec::new()) } else { self.go_perft(depth).map(|(counts, _)| counts) }
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}

impl<R: BufRead, W: Write> Drop for UciEngine<R, W> {
    fn drop(&mut self) {
        // An engine that has already exited needs no `quit`.
        let _ = writeln!(self.writer, "quit").and_then(|()| self.writer.flush());
    }
}

/// A printable line: control characters, which could move a terminal's cursor or change its colours, are replaced.
fn shown(line: &str) -> String {
    line.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// `option name UCI_Variant type combo default chess var chess var xiangqi`
fn option_line(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    Some(EngineOption { name: name.trim().to_owned(), values })
}

/// `e2e4: 20`
fn divide_line(line: &str) -> Option<(String, u64)> {
    let (text, nodes) = line.split_once(": ")?;
    let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
    if is_word { Some((text.to_owned(), nodes.trim().parse().ok()?)) } else { None }
}

/// `Nodes searched: 197281`
fn nodes_searched(line: &str) -> Option<u64> {
    let rest = line.strip_prefix("Nodes searched")?.trim_start();
    rest.strip_prefix(':')?.trim().parse().ok()
}

/// `info depth 0 score mate 0`: the score of a position without a search. Engines write `mate 0` for a win and for a loss.
fn score(line: &str) -> Option<Verdict> {
    let mut words =
        line.strip_prefix("info ")?.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let (kind, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match (kind, value) {
        ("mate", 0) => Some(Verdict::Decided),
        ("mate", 1..) => Some(Verdict::Win),
        ("mate", _) => Some(Verdict::Loss),
        ("cp", 0) => Some(Verdict::Draw),
        _ => None,
    }
}

/// Whether two FENs have the same placement and side to move; hands in brackets are ignored.
fn same_board(ours: &str, theirs: &str) -> bool {
    let key = |fen: &str| {
        let mut fields = fen.split_whitespace();
        let placement = fields.next()?.split('[').next()?.to_owned();
        Some((placement, fields.next()?.to_owned()))
    };
    key(ours) == key(theirs)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const GREETING: &str = "Engine 1\nid name Engine 1\noption name Hash type spin default 16 min 1 max 2\n\
        option name UCI_Variant type combo default chess var chess var xiangqi\nuciok\nreadyok\n";
    const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    fn talk<'a>(
        script: &'a [u8],
        heard: &'a mut Vec<u8>,
        variant: &str,
    ) -> Result<UciEngine<Cursor<&'a [u8]>, &'a mut Vec<u8>>, Error> {
        UciEngine::new(Cursor::new(script), heard, &UciOptions::for_variant(variant))
    }

    /// The reference's result for these engine lines after a valid start of the protocol.
    fn legal_moves(lines: &str) -> Result<Vec<String>, Error> {
        let mut heard = Vec::new();
        let script = format!("{GREETING}{lines}");
        talk(script.as_bytes(), &mut heard, "chess").and_then(|mut engine| engine.legal_moves(FEN))
    }

    #[test]
    fn a_conversation() {
        let script = format!(
            "{GREETING}Fen: {FEN}\nKey: 1\nreadyok\r\ninfo string x: 3\ne1e2: 5\r\ne1d1: 4\n\nNodes searched: 9\n"
        );
        let mut heard = Vec::new();
        let mut engine = talk(script.as_bytes(), &mut heard, "xiangqi").unwrap();
        assert_eq!(engine.name(), "Engine 1");
        let counts = engine.divide(FEN, 2).unwrap();
        assert_eq!(counts, [("e1e2".to_owned(), 5), ("e1d1".to_owned(), 4)]);
        drop(engine);
        let heard = String::from_utf8(heard).unwrap();
        let expected = format!(
            "uci\nsetoption name UCI_Variant value xiangqi\nisready\nposition fen {FEN}\nd\nisready\ngo perft 2\nquit\n"
        );
        assert_eq!(heard, expected);
    }

    #[test]
    fn variants() {
        let mut heard = Vec::new();
        let error = talk(GREETING.as_bytes(), &mut heard, "shogi").err().unwrap();
        let known = vec!["chess".to_owned(), "xiangqi".to_owned()];
        assert_eq!(error, Error::Variant { name: "shogi".to_owned(), known });
        let plain = "uciok\nreadyok\n";
        assert!(talk(plain.as_bytes(), &mut Vec::new(), "chess").is_ok());
        let error = talk(plain.as_bytes(), &mut Vec::new(), "xiangqi").err().unwrap();
        assert_eq!(error, Error::Variant { name: "xiangqi".to_owned(), known: vec![] });

        let seirawan = UciOptions::for_variant("seirawan960");
        assert_eq!((seirawan.variant.as_str(), seirawan.chess960), ("seirawan", true));
        assert!(talk(GREETING.as_bytes(), &mut heard, "chess960").is_ok());
        let heard = String::from_utf8(heard).unwrap();
        assert!(
            heard.contains("UCI_Variant value chess\nsetoption name UCI_Chess960 value true\n"),
            "{heard}"
        );
    }

    #[test]
    fn an_engine_that_says_no_fen_is_believed() {
        assert_eq!(legal_moves("readyok\ne1e2: 1\nNodes searched: 1\n"), Ok(vec!["e1e2".to_owned()]));
    }

    #[test]
    fn an_end_is_known_by_its_score() {
        let seen = |score: &str| {
            let lines =
                format!("readyok\n\nNodes searched: 0\ninfo depth 0 score {score}\nbestmove (none)\n");
            let script = format!("{GREETING}{lines}");
            let mut heard = Vec::new();
            let seen =
                talk(script.as_bytes(), &mut heard, "chess").and_then(|mut engine| engine.observe(FEN, &[]));
            seen.map(|seen| seen.standing)
        };
        let over = |verdict| Ok(Standing::Over(verdict, Ending::NoMove));
        assert_eq!(seen("cp 0"), over(Verdict::Draw));
        assert_eq!(seen("mate 0"), over(Verdict::Decided));
        assert_eq!(seen("mate -1"), over(Verdict::Loss));
        assert_eq!(seen("cp 31"), Ok(Standing::Unsaid));
    }

    #[test]
    fn engine_output_is_shown_without_control_characters() {
        let ended = legal_moves("readyok\n\u{1b}[2Jbye\u{7}\n").unwrap_err().to_string();
        assert!(ended.contains("[2Jbye") && !ended.contains(['\u{1b}', '\u{7}']), "{ended:?}");
    }

    #[test]
    fn another_position_is_found_out() {
        let error = legal_moves("Fen: 8/8/8/8/8/8/8/8 w - - 0 1\nreadyok\n").unwrap_err();
        let reason = "the engine understood it as `8/8/8/8/8/8/8/8 w - - 0 1`".to_owned();
        assert_eq!(error, Error::Fen { fen: FEN.to_owned(), reason });
    }

    #[test]
    fn wrong_sums_and_silence() {
        let wrong = legal_moves("readyok\ne1e2: 1\nNodes searched: 2\n").unwrap_err();
        assert!(matches!(&wrong, Error::Reply { reason, .. } if reason.contains("add up to 1")), "{wrong}");
        let too_much = format!("readyok\na: {0}\nb: {0}\nNodes searched: 2\n", u64::MAX);
        assert!(matches!(legal_moves(&too_much), Err(Error::Reply { .. })));
        let ended = legal_moves("readyok\ne1e2: 1\nSegmentation fault\n").unwrap_err();
        let text = ended.to_string();
        assert!(text.starts_with("the engine ended while `Nodes searched:` was expected"), "{text}");
        assert!(text.ends_with("engine: Segmentation fault"), "{text}");
    }

    #[test]
    fn junk_never_hangs() {
        let mut heard = Vec::new();
        let junk: Vec<u8> = (0..1_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert!(matches!(talk(&junk, &mut heard, "chess"), Err(Error::Closed { .. })));
        // Endless output, with and without lines.
        let endless = |byte| std::io::BufReader::new(std::io::repeat(byte));
        let options = UciOptions::for_variant("chess");
        let error = UciEngine::new(endless(b'\n'), std::io::sink(), &options).err().unwrap();
        assert!(matches!(error, Error::Reply { .. }), "{error}");
        assert!(talk(b"", &mut heard, "chess").is_err());
    }

    #[test]
    fn a_fen_cannot_carry_commands() {
        let mut heard = Vec::new();
        let mut engine = talk(GREETING.as_bytes(), &mut heard, "chess").unwrap();
        for fen in ["", "8/8 w\nquit", "8/8 w\rquit", "8/8\u{0}"] {
            assert!(matches!(engine.legal_moves(fen), Err(Error::Fen { .. })), "{fen:?}");
        }
        assert!(engine.position(FEN, &["e1e2\nquit"]).is_err());
    }

    #[test]
    fn a_closed_pipe() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let error = UciEngine::new(Cursor::new(GREETING), Closed, &UciOptions::for_variant("chess")).err();
        assert!(matches!(error, Some(Error::Closed { waiting_for: "a reader of commands", .. })));
    }
}
