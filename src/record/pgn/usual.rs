//! Fast paths without the lexer for the bulk of a file: plain tags, words, move numbers, comments on one line.
//!
//! Each fast path gives the same result as the lexer, and leaves other or possibly incomplete tokens to it. A test compares
//! both.

use super::step::Stepper;
use super::token;
use super::visitor::{Piece, Place, Visitor};
use crate::notation::is_begun;
use memchr::memchr2;
use std::ops::ControlFlow::{self, Break, Continue};

impl<V: Visitor> Stepper<'_, V> {
    /// Continues with a game's tags; returns the offset where it stops.
    pub(super) fn usual_tags(&mut self, mut at: usize) -> ControlFlow<V::Break, usize> {
        let text = self.text;
        loop {
            at = token::after_blanks(text.as_bytes(), at);
            let Some(tag) = token::plain_tag(text.as_bytes(), at) else { return Continue(at) };
            let name = &text[tag.name];
            let event = name == "Event";
            // A second `Event` begins the next game.
            if event && self.state.event {
                return Continue(at);
            }
            self.state.event |= event;
            self.at = at;
            let (game, ply) = (self.state.game, self.state.ply);
            let place = Place { text, at, tracker: self.tracker, game, ply };
            told!(self.visitor.tag_at(name, &text[tag.value], place));
            at = tag.end;
        }
    }

    /// Continues with a movetext that is not skipped; returns the offset where it stops.
    pub(super) fn usual_moves(&mut self, mut at: usize) -> ControlFlow<V::Break, usize> {
        let text = self.text;
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b' ' | b'\n' => at += 1,
                b'a'..=b'z' | b'A'..=b'Z' | 0xE4..=0xE9 => {
                    let Some(end) = token::plain_word(bytes, at) else { break };
                    self.at = at;
                    let word = &text[at..end];
                    // The word may continue, or be a result.
                    if byte >= 0xE4
                        && (bytes[end] == b'(' || byte == 0xE5 && is_begun(word) || token::is_result(word))
                    {
                        break;
                    }
                    let marked = matches!(bytes[end - 1], b'!' | b'?' | b',')
                        || word.len() > 4 && word.bytes().any(|byte| matches!(byte, b',' | b'/'));
                    if marked || word.len() == 1 || byte == b'e' && word == "e.p." {
                        told!(self.word(word));
                    } else {
                        self.state.ply = self.state.ply.saturating_add(1);
                        self.state.fresh = false;
                        let (game, ply) = (self.state.game, self.state.ply);
                        let place = Place { text, at, tracker: self.tracker, game, ply };
                        told!(self.visitor.word_at(word, place));
                    }
                    at = token::after_blank(bytes, end);
                }
                b'0'..=b'9' => {
                    let Some((number, dots, end)) = token::plain_number(bytes, at) else { break };
                    self.at = at;
                    told!(self.visitor.number(number, dots));
                    at = token::after_blank(bytes, end);
                }
                b'{' => {
                    let from = at + 1;
                    let Some(length) = memchr2(b'}', b'\n', &bytes[from..]) else { break };
                    let end = from + length;
                    if bytes[end] != b'}' {
                        break;
                    }
                    self.at = end + 1;
                    at = token::after_blank(bytes, end + 1);
                    told!(self.visitor.comment(Piece { text: &text[from..end], opener: '{', last: true }));
                }
                b'(' | b')' => {
                    self.at = at;
                    told!(if byte == b'(' { self.open() } else { self.close() });
                    at += 1;
                    if self.state.skip.is_some() {
                        break;
                    }
                }
                b'$' => {
                    let Some((glyph, end)) = token::plain_glyph(bytes, at) else { break };
                    self.at = at;
                    told!(self.visitor.glyph(glyph));
                    at = end;
                }
                b'\r' | b'\t' => at += 1,
                _ => break,
            }
        }
        Continue(at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Next, Options, Piece, Place, Reader, Visitor};
    use crate::random::Random;
    use crate::record::problem::Problem;
    use crate::record::tree::Termination;
    use std::convert::Infallible;
    use std::ops::ControlFlow::{self, Continue};

    /// Records all calls, with pieces of comments joined.
    #[derive(Default)]
    struct Log {
        heard: Vec<String>,
        comment: String,
    }

    impl Log {
        fn hear<T>(&mut self, what: String, then: T) -> ControlFlow<Infallible, T> {
            self.heard.push(what);
            Continue(then)
        }
    }

    impl Visitor for Log {
        type Break = Infallible;

        fn begin_game(&mut self) -> ControlFlow<Infallible, Next> {
            self.hear("game".into(), Next::Read)
        }

        fn tag_at(&mut self, name: &str, value: &str, place: Place<'_>) -> ControlFlow<Infallible> {
            self.hear(format!("tag {name} {value} {:?}", place.find()), ())
        }

        fn begin_moves(&mut self) -> ControlFlow<Infallible, Next> {
            self.hear("moves".into(), Next::Read)
        }

        fn number(&mut self, number: u32, dots: usize) -> ControlFlow<Infallible> {
            self.hear(format!("number {number} {dots}"), ())
        }

        fn word_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Infallible> {
            let ply = place.ply;
            self.hear(format!("word {word} {ply} {:?}", place.find()), ())
        }

        fn glyph(&mut self, glyph: u16) -> ControlFlow<Infallible> {
            self.hear(format!("glyph {glyph}"), ())
        }

        fn comment(&mut self, piece: Piece<'_>) -> ControlFlow<Infallible> {
            self.comment += piece.text;
            if piece.last {
                let text = std::mem::take(&mut self.comment);
                self.heard.push(format!("comment {} {text}", piece.opener));
            }
            Continue(())
        }

        fn text(&mut self, text: &str) -> ControlFlow<Infallible> {
            self.hear(format!("text {text}"), ())
        }

        fn begin_variation(&mut self) -> ControlFlow<Infallible, Next> {
            let next = if self.heard.len().is_multiple_of(5) { Next::Skip } else { Next::Read };
            self.hear(format!("variation {next:?}"), next)
        }

        fn end_variation(&mut self) -> ControlFlow<Infallible> {
            self.hear("end of variation".into(), ())
        }

        fn footer(&mut self, line: &str) -> ControlFlow<Infallible> {
            self.hear(format!("footer {line}"), ())
        }

        fn end_game(&mut self, termination: Option<Termination>) -> ControlFlow<Infallible> {
            self.hear(format!("end {termination:?}"), ())
        }

        fn problem(&mut self, problem: Problem) {
            self.heard.push(format!("{problem:?}"));
        }
    }

    fn heard(text: &str, lexed: bool, buffer: usize) -> Vec<String> {
        let mut reader = Reader::with_options(text.as_bytes(), Options { buffer, ..Options::default() });
        reader.state.lexed = lexed;
        let mut log = Log::default();
        let Ok(Continue(())) = reader.read_all(&mut log) else { return vec![] };
        log.heard
    }

    #[test]
    fn what_is_usual_means_the_same_to_the_lexer() {
        let parts = [
            "e4",
            "Nf3+",
            "O-O",
            "N",
            "e.p.",
            "exd6",
            "e8=Q#",
            "炮二平五",
            "炮2=5",
            "１",
            "７六歩(77)",
            "▲5十龍(5-8)",
            "龍(10-12)",
            "龍(5-",
            "(10-12",
            "同",
            "△同",
            "銀(31)",
            "(31)",
            "Ｎ",
            "é",
            "Y_y~",
            "Nbd2Nbd2",
            "!",
            "!?",
            "?!",
            "??",
            "!!!",
            "1.",
            "12...",
            "1",
            "32.1",
            "0000",
            "0000!",
            "0000.",
            "7.e4",
            "123456789.",
            "99999999999.",
            "1-0",
            "0-1",
            "1/2-1/2",
            "1 - 0",
            " 1/2 - ",
            "0.5-0.5",
            "-",
            "*",
            "1…",
            "...",
            "$1",
            "$14 ",
            "$1234",
            "$99999",
            "$",
            "(",
            ")",
            "( ",
            " )",
            "{a}",
            "{",
            "}",
            "{ [%clk 0:01:02] }",
            "{a\nb}",
            "{\n[Event \"x\"]\n",
            "; said\n",
            ";",
            "%",
            "\n% x\n",
            "[Event \"x\"]\n",
            "[Site \"ü\"]\n",
            "[A \"\\\"\"]",
            "[",
            "]",
            "\"",
            "\\",
            " ",
            " ",
            " ",
            "\n",
            "\r\n",
            "\t",
            "\u{A0}",
            "\u{3000}",
            "\u{7F}",
            "½",
        ];
        let mut random = Random::new(3);
        let mut words = 0;
        for case in 0..3_000 {
            let text: String = (0..2 + case % 24).filter_map(|_| random.choose(&parts).copied()).collect();
            for buffer in [64, 1 << 16] {
                let usual = heard(&text, false, buffer);
                assert_eq!(usual, heard(&text, true, buffer), "{text:?}");
                words += usual.iter().filter(|event| event.starts_with("word")).count();
            }
        }
        assert!(words > 3_000, "{words}");
    }
}
