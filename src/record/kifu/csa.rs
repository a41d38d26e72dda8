//! CSA: one move per line, as sign, two squares and the resulting piece. Commas separate statements; `/` separates games.

use crate::record::problem::ProblemKind;
use crate::record::sgf::Parsed;

use super::{End, Line};

/// Keywords after `$` with an equivalent PGN tag.
const TAGS: [(&str, &str); 3] = [("EVENT", "Event"), ("SITE", "Site"), ("OPENING", "Opening")];

/// Keywords in place of a move that end the game.
const ENDS: [(&str, End<'_>); 14] = [
    ("TORYO", End::Loss("")),
    ("TSUMI", End::Loss("")),
    ("TIME_UP", End::Loss("time forfeit")),
    ("ILLEGAL_MOVE", End::Loss("rules infraction")),
    ("KACHI", End::Win("declaration")),
    ("SENNICHITE", End::Draw("repetition")),
    ("JISHOGI", End::Draw("impasse")),
    ("HIKIWAKE", End::Draw("")),
    ("MAX_MOVES", End::Draw("")),
    ("CHUDAN", End::Open("unterminated")),
    ("MATTA", End::Open("unterminated")),
    ("ERROR", End::Open("unterminated")),
    ("FUZUMI", End::Open("")),
    ("OUTE_SENNICHITE", End::Loss("rules infraction")),
];

/// The maximum number of files and ranks, which have one digit each.
const SIDE: usize = 9;

/// Reads all games.
pub(super) fn read(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let mut game: Option<Game> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line == "/" {
            game.take().into_iter().for_each(|game| game.finish(&mut parsed));
            continue;
        }
        if line.is_empty() || line.starts_with('\'') && !line.starts_with("'*") && game.is_none() {
            continue;
        }
        let next = parsed.games.len() as u64 + 1;
        let game = game.get_or_insert_with(|| Game::new(next));
        game.line.line = number;
        match line.strip_prefix('\'') {
            Some(said) => game.comment(said),
            None if line.starts_with(['N', '$']) => game.take(line, 0),
            None => game.statements(line),
        }
    }
    game.into_iter().for_each(|game| game.finish(&mut parsed));
    parsed
}

/// Ends a line with one of these keywords; `false` if it is not one.
pub(super) fn end(line: &mut Line, word: &str) -> bool {
    let known = match word {
        // The sign names the player who made the illegal action.
        "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" => {
            let own = word.starts_with('+') == line.first_moves();
            let end = if own { End::Loss } else { End::Win };
            Some(end("rules infraction"))
        }
        _ => ENDS.iter().find(|(known, _)| *known == word).map(|&(_, end)| end),
    };
    known.map(|end| line.end(end, word)).is_some()
}

struct Game {
    line: Line,
    /// The board by names of pieces, if given: rows from the far side, columns from the left.
    cells: Option<[[String; SIDE]; SIDE]>,
    hands: String,
}

impl Game {
    fn new(number: u64) -> Self {
        Self { line: Line::new(number), cells: None, hands: String::new() }
    }

    /// Comments for people follow `*`; others are for programs.
    fn comment(&mut self, text: &str) {
        if let Some(said) = text.strip_prefix('*') {
            self.line.say(said);
        }
    }

    /// Statements separated by commas, perhaps with a comment after the last one.
    fn statements(&mut self, line: &str) {
        let mut rest = line;
        while let Some(statement) = rest.split(',').next().filter(|_| !rest.is_empty()) {
            if let Some(said) = rest.strip_prefix('\'') {
                return self.comment(said);
            }
            self.take(statement, line[..line.len() - rest.len()].chars().count());
            rest = rest[statement.len()..].strip_prefix(',').unwrap_or_default();
        }
    }

    /// Handles a statement at a column of its line.
    fn take(&mut self, text: &str, column: usize) {
        let bad = |game: &mut Self| {
            game.line
                .problem(ProblemKind::UnknownToken, format!("this is not a statement of a record: {text}"));
        };
        let mut chars = text.chars();
        let (Some(first), rest) = (chars.next(), chars.as_str()) else { return };
        match first {
            'V' => {}
            'N' if rest.starts_with('+') => self.line.tree.tags.set("White", &rest[1..]),
            'N' if rest.starts_with('-') => self.line.tree.tags.set("Black", &rest[1..]),
            '$' => self.header(rest),
            'P' => self.place(rest, text),
            '+' | '-' if rest.is_empty() => self.line.second = first == '-',
            '+' | '-' => self.line.play(text, column),
            'T' => {
                if !rest.trim().parse().is_ok_and(|seconds| self.line.took(seconds)) {
                    bad(self);
                }
            }
            '%' => {
                if !end(&mut self.line, rest) {
                    bad(self);
                }
            }
            _ => bad(self),
        }
    }

    fn header(&mut self, text: &str) {
        let Some((name, value)) = text.split_once(':') else { return };
        match TAGS.iter().find(|(known, _)| *known == name) {
            Some((_, tag)) => self.line.tree.tags.set(tag, value),
            None if name == "START_TIME" => self.line.day(value, "Date", "Time"),
            None if name == "END_TIME" => self.line.day(value, "EndDate", "EndTime"),
            None => self.line.say(&format!("{name}: {value}")),
        }
    }

    /// Parts of the start position: `PI`, `PI82HI22KA` (the usual start without these), `P1-KY-KE * …`, `P+63FU00KI`.
    fn place(&mut self, rest: &str, text: &str) {
        let bad =
            |game: &mut Self, why: &str| game.line.problem(ProblemKind::BadStart, format!("{why}: {text}"));
        let empty = || full_of(".");
        let mut chars = rest.chars();
        match (chars.next(), chars.as_str()) {
            (Some('I'), taken_off) => {
                let chars: Vec<char> = taken_off.chars().collect();
                for part in chars.chunks(4) {
                    match on_square(part) {
                        Some((row, column, name)) => {
                            let cells = self.cells.get_or_insert_with(|| full_of("="));
                            cells[row][column] = format!("!{name}");
                        }
                        None => bad(self, "this is not a piece on a square"),
                    }
                }
            }
            (Some(row @ '1'..='9'), cells) => {
                let row = row as usize - '1' as usize;
                let chars: Vec<char> = cells.chars().collect();
                let rows = self.cells.get_or_insert_with(empty);
                for (cell, part) in rows[row].iter_mut().zip(chars.chunks(3)) {
                    let part: String = part.iter().collect();
                    let piece = part.starts_with(['+', '-']);
                    *cell = if piece { part.trim_end().to_owned() } else { ".".to_owned() };
                }
            }
            (Some(side @ ('+' | '-')), pieces) => {
                let chars: Vec<char> = pieces.chars().collect();
                for part in chars.chunks(4) {
                    let name: String = part.iter().skip(2).collect();
                    match on_square(part) {
                        // All remaining pieces.
                        None if part.starts_with(&['0', '0']) && name == "AL" => {
                            self.hands += &format!("{side}* ");
                        }
                        None if part.starts_with(&['0', '0']) => self.hands += &format!("{side}{name} "),
                        Some((row, column, name)) => {
                            self.cells.get_or_insert_with(empty)[row][column] = format!("{side}{name}");
                        }
                        None => bad(self, "this is not a piece on a square"),
                    }
                }
            }
            _ => bad(self, "this is not a part of a position"),
        }
    }

    fn finish(mut self, parsed: &mut Parsed) {
        // The usual start has the first player to move.
        if self.line.second {
            self.cells.get_or_insert_with(|| full_of("="));
        }
        if let Some(cells) = &self.cells {
            let rows: Vec<String> = cells.iter().map(|row| row.join(" ")).collect();
            self.line.start(&rows, &self.hands);
        }
        self.line.tree.tags.set("Format", "csa");
        self.line.finish(parsed);
    }
}

/// A board with the same name on all squares.
fn full_of(cell: &str) -> [[String; SIDE]; SIDE] {
    std::array::from_fn(|_| std::array::from_fn(|_| cell.to_owned()))
}

/// The row, the column and the piece of `82HI`.
fn on_square(part: &[char]) -> Option<(usize, usize, String)> {
    let digit = |at: usize| part.get(at)?.to_digit(10).map(|n| n as usize).filter(|n| (1..=SIDE).contains(n));
    let name: String = part.iter().skip(2).collect();
    Some((digit(1)? - 1, SIDE - digit(0)?, name)).filter(|(.., name)| !name.is_empty())
}
