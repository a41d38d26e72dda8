//! Generates databases of legal games, so that no collection of real games is needed.
//!
//! A third of the games has bare moves in lines of less than 80 columns. A third has a clock reading after
//! each move and no line breaks. A third has comments, glyphs and variations. Moves are random, with a
//! preference for captures.

use carn::notation;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{Move, Outcome, PlayerId, Script};

/// The number of different games; a database repeats them.
const DIFFERENT: usize = 600;

/// A PGN text of at least this many bytes, with its moves in this script.
pub fn database(rules: &Rules, script: Script, bytes: usize) -> String {
    let mut random = Random::new(7);
    let mut games = String::new();
    for number in 0..DIFFERENT {
        game(rules, script, number, &mut random, &mut games);
        if games.len() >= bytes {
            break;
        }
    }
    games.repeat(bytes.div_ceil(games.len()))
}

/// The layout of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Bare,
    Clocked,
    Annotated,
}

/// Writes one game and its variations.
struct Scribe<'a> {
    random: &'a mut Random,
    out: &'a mut String,
    script: Script,
    style: Style,
    /// The length of the current line in bytes.
    column: usize,
}

fn game(rules: &Rules, script: Script, number: usize, random: &mut Random, out: &mut String) {
    let style = [Style::Bare, Style::Clocked, Style::Annotated][number % 3];
    let id = random.next_u64();
    let length = 20 + random.below(70) + random.below(70);
    let mut moves = String::new();
    let mut scribe = Scribe { random, out: &mut moves, script, style, column: 0 };
    let outcome = scribe.line(&mut Position::start(rules), length, 0);
    let result = match outcome.map(|outcome| outcome.winner) {
        Some(Some(PlayerId(0))) => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
        None => ["1-0", "0-1", "1/2-1/2"][scribe.random.below(3)],
    };
    scribe.word(result);
    let mut tag = |name: &str, value: &str| *out += &format!("[{name} \"{value}\"]\n");
    tag("Event", if style == Style::Bare { "3rd Grand Open" } else { "Rated Blitz game" });
    tag("Site", &format!("https://example.org/{:08x}", id as u32));
    tag("Date", "2024.03.17");
    tag("Round", &format!("{}.{}", number % 9 + 1, id % 40));
    tag("White", &format!("Player, A{}", id % 9973));
    tag("Black", &format!("Player, B{}", id % 8969));
    tag("Result", result);
    tag("WhiteElo", &(1200 + id % 1500).to_string());
    tag("BlackElo", &(1200 + id % 1499).to_string());
    if style != Style::Bare {
        tag("UTCDate", "2024.03.17");
        tag("UTCTime", "19:03:44");
        tag("TimeControl", "180+2");
        tag("Opening", "An Opening: of many words, and a Variation");
        tag("Termination", "Normal");
    }
    if !rules.variant().name.eq_ignore_ascii_case("chess") {
        tag("Variant", &rules.variant().name);
    }
    *out += &format!("\n{moves}\n\n");
}

impl Scribe<'_> {
    /// Writes up to `length` moves with their annotations. Returns the outcome, if they end the game.
    /// Variations are nested up to three levels.
    fn line(&mut self, position: &mut Position, length: usize, depth: usize) -> Option<Outcome> {
        let mut numbered = true;
        let begun = position.moves().len();
        for ply in begun..begun + length {
            let Some(mv) = self.choose(position) else { break };
            if ply % 2 == 0 {
                self.word(&format!("{}.", ply / 2 + 1));
            } else if numbered {
                self.word(&format!("{}...", ply / 2 + 1));
            }
            let text = notation::write(position, mv, self.script).unwrap_or_default();
            let glyph = self.style == Style::Annotated && self.random.below(12) == 0;
            self.word(&(text + if glyph { "!?" } else { "" }));
            numbered = match self.style {
                Style::Bare => false,
                Style::Clocked => {
                    let (minutes, seconds) = (self.random.below(3), self.random.below(60));
                    self.word(&format!("{{ [%clk 0:{minutes:02}:{seconds:02}] }}"));
                    true
                }
                Style::Annotated => self.remark(),
            };
            if self.style == Style::Annotated && depth < 3 && self.random.below(25) == 0 {
                let length = 1 + self.random.below(9);
                self.word("(");
                self.line(position, length, depth + 1);
                self.word(")");
                numbered = true;
            }
            position.play_unchecked(mv);
        }
        let outcome = position.outcome();
        while position.moves().len() > begun {
            position.undo();
        }
        outcome
    }

    /// Sometimes adds a comment or a glyph.
    fn remark(&mut self) -> bool {
        match self.random.below(16) {
            0 => self.word("{a plan that costs a tempo, but the file is worth it}"),
            1 => self.word("$14"),
            2 => self.word("{[%eval 0.31] better was the other way round}"),
            _ => return false,
        }
        true
    }

    /// A legal move, with a preference for captures and most of all for named movements such as castling.
    fn choose(&mut self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        let named = |mv: &&Move| {
            let role = position.piece(mv.from).map(|piece| position.rules().variant().role(piece.role));
            let movement = role.zip(mv.movement()).and_then(|(role, number)| role.movements.get(number));
            movement.is_some_and(|movement| movement.name.is_some())
        };
        if let Some(&mv) = legal.iter().find(named).filter(|_| self.random.below(2) == 0) {
            return Some(mv);
        }
        let captures = position.captures();
        if self.random.below(3) == 0 && !captures.is_empty() {
            return self.random.choose(&captures).copied();
        }
        self.random.choose(&legal).copied()
    }

    fn word(&mut self, word: &str) {
        if self.style == Style::Bare && self.column + word.len() > 78 {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += word.len();
    }
}
