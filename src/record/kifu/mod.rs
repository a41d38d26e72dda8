//! Japanese record formats: KIF, KI2, CSA, JKF and USI lines of moves are read as game trees; KIF is also written.
//!
//! Facts about a game become PGN tags where there is one: `先手` is `White`, `棋戦` is `Event`; others become a comment before the
//! first move. A named start (`手合割`) is the tag `Start`, which the rule file's `[records]` resolves. A start given as a diagram
//! is the tag `FEN` with names of pieces ([`crate::variant::fen::parse`]). The time of a move is the comment `[%emt 0:00:12]`.
//!
//! Sources: the description of KIF by the author of Kifu for Windows (kakinoki.o.oo7.jp/kif_format.html); the CSA standard file
//! format, version 2.2 (computer-shogi.org/protocol/record_v22.html); the USI protocol (shogidokoro.starfree.jp/usi.html).

mod csa;
mod jkf;
mod kif;
mod usi;
mod write;

use crate::record::encoding::{self, Encoding};
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::sgf::Parsed;
use crate::record::tree::{Annotation, GameTree, MoveText, NodeId, Termination};

pub use write::{can_write, write};

/// The default name of the game in these formats.
const GAME: &str = "将棋";

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// KIF: `1 ７六歩(77)`; KI2: `▲７六歩 △３四歩`.
    Kif,
    /// CSA: `+7776FU`.
    Csa,
    /// One game per line: `position startpos moves 7g7f`.
    Usi,
    /// JKF: a game in JSON.
    Jkf,
}

impl Format {
    /// The format of a file with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        match () {
            () if ends(&[".kif", ".kifu", ".ki2", ".ki2u"]) => Some(Self::Kif),
            () if ends(&[".csa"]) => Some(Self::Csa),
            () if ends(&[".usi", ".sfen"]) => Some(Self::Usi),
            () if ends(&[".jkf"]) => Some(Self::Jkf),
            () => None,
        }
    }

    /// The format of a file that begins with these bytes, if it can be detected.
    pub fn of_head(head: &[u8]) -> Option<Self> {
        let (text, _) = encoding::decode_lines(head, encoding_of(head));
        let mut lines = text.trim_start_matches('\u{FEFF}').lines().filter(|line| !line.trim().is_empty());
        let starts =
            ["手数--", "手合割", "# KIF", "#KIF", "開始日時", "先手：", "下手：", "▲", "△", "☗", "☖", "▽"];
        let kif = |line: &str| starts.iter().any(|start| line.starts_with(start)) || is_numbered(line);
        let first = lines.clone().find(|line| !line.starts_with('\''))?;
        let begins = |starts: &[&str]| starts.iter().any(|start| first.starts_with(start));
        // A tag, or a number with its dot: later lines of PGN may look like other formats.
        let number = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let pgn = first.starts_with('[') || number.len() < first.len() && number.starts_with('.');
        match () {
            () if pgn => None,
            () if lines.any(kif) => Some(Self::Kif),
            () if matches!(first.trim(), "V2" | "V2.1" | "V2.2" | "V3.0")
                || first.strip_prefix("PI").is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
                || begins(&["N+", "P1-", "P1 *"]) =>
            {
                Some(Self::Csa)
            }
            () if begins(&["position ", "startpos", "sfen "]) => Some(Self::Usi),
            () if first.trim_start().starts_with('{')
                && ["\"header\"", "\"moves\"", "\"initial\""].iter().any(|name| text.contains(name)) =>
            {
                Some(Self::Jkf)
            }
            () => None,
        }
    }

    /// Reads all games of a text.
    pub fn read(self, text: &str) -> Parsed {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match self {
            Self::Kif => kif::read(text),
            Self::Csa => csa::read(text),
            Self::Usi => usi::read(text),
            Self::Jkf => jkf::read(text),
        }
    }

    /// Reads bytes in the given encoding. Otherwise the first that fits: valid UTF-8, text that looks like EUC-JP, or
    /// Shift_JIS, the traditional encoding of these files.
    pub fn read_bytes(self, bytes: &[u8], named: Option<Encoding>) -> Parsed {
        let (text, notes) = encoding::decode_lines(bytes, named.or_else(|| encoding_of(bytes)));
        let mut parsed = self.read(&text);
        for note in notes.into_iter().take(Problems::KEPT) {
            let (kind, message, offset) = note.problem();
            let (line, column) = encoding::place(&text, offset);
            parsed.problems.push(Problem { kind, message, line, column, game: 1, ply: 0 });
        }
        parsed
    }
}

/// Whether a line is a numbered move of KIF: `1 ７六歩(77)`.
fn is_numbered(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let blank = rest.len() < line.len() && rest.starts_with(char::is_whitespace);
    blank && rest.trim_start().starts_with(|c: char| ('１'..='９').contains(&c) || c == '同')
}

/// The encoding of bytes without a declared one.
fn encoding_of(bytes: &[u8]) -> Option<Encoding> {
    // The head of a file may end within a character.
    let utf8 = std::str::from_utf8(bytes).err().is_none_or(|error| error.error_len().is_none());
    let marked = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    if utf8 || marked {
        return None;
    }
    let sample = &bytes[..bytes.len().min(encoding::SAMPLE)];
    encoding::told(sample).filter(|encoding| *encoding == Encoding::EucJp).or(Some(Encoding::ShiftJis))
}

/// A game being read line by line.
struct Line {
    tree: GameTree,
    /// The path from the root to the current node.
    path: Vec<NodeId>,
    /// Whether this is the main line.
    main: bool,
    /// Whether the line has ended.
    ended: bool,
    /// Whether the following variation replaces the end of a line, which is not a move. It then becomes a variation of the last
    /// move and repeats this move.
    beyond: bool,
    /// Whether the line is a variation of no known move, kept as a comment.
    lost: bool,
    /// Whether the second player moves first.
    second: bool,
    /// The comment collected here.
    said: String,
    problems: Problems,
    /// The number of the game in its file, from 1, and the line number.
    game: u64,
    line: u64,
}

impl Line {
    fn new(game: u64) -> Self {
        let mut tree = GameTree::new();
        tree.tags.set("Variant", GAME);
        let (path, said, problems) = (vec![NodeId::ROOT], String::new(), Problems::default());
        Self {
            tree,
            path,
            main: true,
            ended: false,
            beyond: false,
            lost: false,
            second: false,
            said,
            problems,
            game,
            line: 0,
        }
    }

    /// The current node.
    fn here(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// The number of moves to the current node.
    fn ply(&self) -> u32 {
        u32::try_from(self.path.len() - 1).unwrap_or(u32::MAX)
    }

    /// Whether the first player is to move.
    fn first_moves(&self) -> bool {
        self.ply().is_multiple_of(2) != self.second
    }

    /// Goes back to before the move of this number; `false` if the line is shorter.
    fn go_back(&mut self, ply: usize) -> bool {
        let there = (1..=self.path.len()).contains(&ply);
        if there {
            self.put_down();
            self.path.truncate(ply);
            (self.main, self.ended, self.lost) = (false, false, false);
            self.beyond = self.tree.first_child(self.here()).is_none();
        }
        there
    }

    /// Begins a variation that replaces no known move.
    fn lose(&mut self, text: &str) {
        (self.main, self.lost) = (false, true);
        self.say(text);
    }

    /// Adds a move.
    fn play(&mut self, text: &str, column: usize) {
        if self.lost {
            return self.say(text);
        }
        let again = self.tree.parent(self.here()).filter(|_| self.beyond && !self.ended);
        if let Some(before) = again {
            self.put_down();
            let played = self.tree[self.here()].played.clone();
            let node = self.tree.add(before, played);
            self.tree[node].place = self.tree[self.here()].place;
            self.path.pop();
            self.path.push(node);
            self.beyond = false;
        }
        if self.beyond || self.ended {
            let message = format!("{text}: a move after the end of a line is kept as a comment");
            self.problem(ProblemKind::TextAfterResult, message);
            return self.say(text);
        }
        self.put_down();
        let node = self.tree.add(self.here(), Some(MoveText::new(text)));
        let place = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        self.tree[node].place = (place(self.line), place(column as u64 + 1));
        self.path.push(node);
    }

    /// Adds to the comment; consecutive comment lines form one comment.
    fn say(&mut self, text: &str) {
        if !self.said.is_empty() {
            self.said.push('\n');
        }
        self.said += text;
    }

    /// Attaches the collected comment to the current node.
    fn put_down(&mut self) {
        if !self.said.is_empty() {
            let comment = Annotation::Comment(std::mem::take(&mut self.said).into());
            let here = self.here();
            self.tree[here].annotations.push(comment);
        }
    }

    /// Records the seconds of the current move; `false` if the number is invalid. The time of an end belongs to no move.
    fn took(&mut self, seconds: f64) -> bool {
        let Some(comment) = spent(seconds) else { return false };
        if !self.beyond && !self.ended && !self.lost {
            self.put_down();
            let here = self.here();
            self.tree[here].annotations.push(Annotation::Comment(comment.into()));
        }
        true
    }

    /// The result of the game for an end.
    fn termination(&self, end: End<'_>) -> Termination {
        let first = self.first_moves();
        match end {
            End::Win(_) if first => Termination::First,
            End::Win(_) => Termination::Second,
            End::Loss(_) if first => Termination::Second,
            End::Loss(_) => Termination::First,
            End::Draw(_) => Termination::Draw,
            End::Open(_) => Termination::Open,
        }
    }

    /// Handles the end of a line; `word` is its text in the record. The end of the main line is the result of the game.
    fn end(&mut self, end: End<'_>, word: &str) {
        self.ended = true;
        if !self.main {
            return self.say(word);
        }
        self.tree.termination = self.termination(end);
        self.tree.end = (u32::try_from(self.line).unwrap_or(u32::MAX), 1);
        let (End::Win(reason) | End::Loss(reason) | End::Draw(reason) | End::Open(reason)) = end;
        if !reason.is_empty() {
            self.tree.tags.set("Termination", reason);
        }
    }

    fn problem(&mut self, kind: ProblemKind, message: String) {
        let (line, game, ply) = (self.line, self.game, self.ply());
        self.problems.push(Problem { kind, message, line, column: 1, game, ply });
    }

    /// Date and time in the Japanese form (`2020/01/31 10:00:00`), as two tags.
    fn day(&mut self, text: &str, day: &str, time: &str) {
        let mut words = text.split(|c: char| c.is_whitespace() || "(T日".contains(c));
        let date = words.next().unwrap_or_default().replace(['/', '-', '年', '月'], ".");
        if !date.is_empty() {
            self.tree.tags.set(day, &date);
        }
        if let Some(clock) = words.find(|word| word.contains(':')) {
            self.tree.tags.set(time, clock);
        }
    }

    /// Sets a start position given by names of pieces.
    fn start(&mut self, rows: &[String], hands: &str) {
        let turn = if self.second { '-' } else { '+' };
        self.tree.tags.set("FEN", &format!("names {} | {} | {turn}", rows.join(" / "), hands.trim()));
        self.tree.tags.set("SetUp", "1");
    }

    /// Completes the game after its last line.
    fn finish(mut self, parsed: &mut Parsed) {
        self.put_down();
        let Self { mut tree, problems, second, .. } = self;
        if tree.termination != Termination::Open {
            tree.tags.set("Result", &tree.termination.marker());
        }
        tree.numbering.second = second;
        parsed.problems.append(problems);
        parsed.games.push(tree);
    }
}

/// The comment for the seconds of a move; `None` if the number is invalid.
fn spent(seconds: f64) -> Option<String> {
    clock(seconds).map(|time| format!("[%emt {time}]"))
}

/// A time as hours, minutes and seconds, `0:00:12.5`; `None` if the number is invalid.
pub(in crate::record) fn clock(seconds: f64) -> Option<String> {
    let (seconds, fraction) = (0.0..1e9).contains(&seconds).then(|| parted(seconds))?;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some(format!("{hours}:{minutes:02}:{seconds:02}{fraction}"))
}

/// Whole seconds, and the thousandths as written after them: `.5`, or nothing.
fn parted(seconds: f64) -> (u64, String) {
    let thousandths = (seconds * 1000.0).round() as u64;
    let fraction = format!(".{:03}", thousandths % 1000);
    (thousandths / 1000, fraction.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// The end of a line for the player to move, with its reason if the board does not show it: PGN's, or another word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End<'a> {
    Win(&'a str),
    Loss(&'a str),
    Draw(&'a str),
    Open(&'a str),
}
