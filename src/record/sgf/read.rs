//! The reader: one pass over the text, with an explicit stack for variations.

use std::collections::VecDeque;

use super::property::value_end;
use crate::record::encoding::{self, Encoding};
use crate::record::pgn::MAX_TREE;
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::{Annotation, GameTree, Node, NodeId, Property};

/// The games of a collection, with its problems.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The games, in order.
    pub games: Vec<GameTree>,
    /// Text after the last game.
    pub rest: String,
    /// The problems.
    pub problems: Problems,
}

/// Reads a collection from bytes: in the given encoding, or else the one named in `CA`, or else a detected one.
pub fn read_bytes(bytes: &[u8], named: Option<Encoding>) -> Parsed {
    let (text, notes) = decode(bytes, named);
    let mut parsed = read(&text);
    let games: Vec<(u64, u32)> = parsed
        .games
        .iter()
        .map(|game| (u64::from(game[NodeId::ROOT].place.0), game[NodeId::ROOT].place.1))
        .collect();
    for note in notes {
        let place = (note.line, note.column);
        let game = games.partition_point(|&root| root <= place).max(1) as u64;
        parsed.problems.push(Problem { game, ..note });
    }
    parsed
}

/// The text of a collection, as [`read_bytes`] decodes it, with the problems of its encoding. These have no game.
pub fn decode(bytes: &[u8], named: Option<Encoding>) -> (String, Vec<Problem>) {
    let marked = bytes.starts_with(b"\xEF\xBB\xBF");
    let label = charset(bytes);
    let charset = label.and_then(|label| Encoding::from_name(&String::from_utf8_lossy(label)));
    let encoding = named.or(charset.filter(|_| !marked));
    let (text, notes) = encoding::decode(bytes, encoding);
    let problem = |(kind, message, offset)| {
        let (line, column) = encoding::place(&text, offset);
        Problem { kind, message, line, column, game: 0, ply: 0 }
    };
    let unknown = label.filter(|_| charset.is_none()).map(|label| {
        let message = format!("the charset {:?} is not known", String::from_utf8_lossy(label));
        (ProblemKind::UnknownEncoding, message, 0)
    });
    let notes = notes.into_iter().take(Problems::KEPT).map(encoding::Note::problem);
    let problems = unknown.into_iter().chain(notes).map(problem).collect();
    (text, problems)
}

/// Reads a collection from text, ignoring `CA`. The data kept of all games has a limit; [`Games`] has one for each game.
pub fn read(text: &str) -> Parsed {
    let mut parser = Parser::new(text);
    let games = std::iter::from_fn(|| parser.next()).collect();
    Parsed { games, rest: parser.rest, problems: parser.problems }
}

/// The games of a text one by one, each with its problems, ignoring `CA`.
pub struct Games<'a> {
    parser: Parser<'a>,
    /// The problems of the encoding that are in no game so far.
    notes: VecDeque<Problem>,
}

impl<'a> Games<'a> {
    /// The games of a text, and the problems of its encoding, both as [`decode`] returns them.
    pub fn new(text: &'a str, notes: Vec<Problem>) -> Games<'a> {
        Games { parser: Parser::new(text), notes: notes.into() }
    }

    /// The problems after the last game.
    pub fn rest(&mut self) -> Problems {
        let Games { parser, notes } = self;
        let mut problems = std::mem::take(&mut parser.problems);
        let (here, game) = (parser.place(parser.at), parser.games.max(1));
        while notes.front().is_some_and(|note| (note.line, note.column) < here)
            && let Some(note) = notes.pop_front()
        {
            problems.push(Problem { game, ..note });
        }
        problems
    }
}

impl Iterator for Games<'_> {
    type Item = (GameTree, Problems);

    fn next(&mut self) -> Option<(GameTree, Problems)> {
        self.parser.size = 0;
        let game = self.parser.next()?;
        Some((game, self.rest()))
    }
}

/// Whether a text begins with a property (a name of one or two capitals), as a first node without its semicolon does.
fn begins_property(text: &str) -> bool {
    let value = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (1..=2).contains(&(text.len() - value.len())) && value.starts_with('[')
}

/// The value of `CA` in the first node, found in raw bytes: usually only ASCII precedes it.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let open = bytes.iter().position(|byte| matches!(byte, b';' | b'('))?;
    let blanks =
        bytes[open + 1..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'(').count();
    let mut at = open + 1 + blanks;
    at += usize::from(bytes.get(at) == Some(&b';'));
    loop {
        let start = at;
        while bytes.get(at)?.is_ascii_alphanumeric() {
            at += 1;
        }
        let name = bytes[start..at].iter().filter(|byte| !byte.is_ascii_lowercase());
        let found = name.eq(b"CA".iter());
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        match bytes[at] {
            b'[' => {
                let start = at + 1;
                at = start;
                while *bytes.get(at)? != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if found {
                    return Some(&bytes[start..at]);
                }
                at += 1;
            }
            b'(' | b')' | b';' => return None,
            byte if byte.is_ascii_alphanumeric() => {}
            _ => at += 1,
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// The counted position: offset, line and column.
    counted: (usize, u64, u32),
    problems: Problems,
    /// The number of games read, and the last one.
    games: u64,
    done: Option<GameTree>,
    rest: String,
    /// The property being read.
    scratch: String,
    tree: GameTree,
    /// Whether the game has its first node.
    started: bool,
    /// The parent of the next node.
    here: Option<NodeId>,
    /// For each open parenthesis: the node before it, its offset, and the depth.
    stack: Vec<(Option<NodeId>, usize, u32)>,
    /// Whether the last token closed a variation of this sequence.
    closed: bool,
    depth: u32,
    /// The approximate size of the trees in bytes.
    size: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser {
            text: text.strip_prefix('\u{FEFF}').unwrap_or(text),
            at: 0,
            counted: (0, 1, 1),
            problems: Problems::default(),
            games: 0,
            done: None,
            rest: String::new(),
            scratch: String::new(),
            tree: GameTree::new(),
            started: false,
            here: None,
            stack: vec![],
            closed: false,
            depth: 0,
            size: 0,
        }
    }

    /// Reads the next game.
    fn next(&mut self) -> Option<GameTree> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if self.stack.is_empty() {
                if self.done.is_some() {
                    return self.done.take();
                }
                self.outside();
                continue;
            }
            if self.size > MAX_TREE {
                self.problem(
                    ProblemKind::TooLong,
                    "this game is too large: the rest of the file is left out",
                );
                self.at = self.text.len();
                // The game that is cut has no result.
                let result =
                    |annotation: &Annotation| matches!(annotation, Annotation::Property(own) if own.is("RE"));
                self.tree[NodeId::ROOT].annotations.retain(|annotation| !result(annotation));
                while !self.stack.is_empty() {
                    self.closed = true;
                    self.close();
                }
            } else {
                self.token(byte);
            }
        }
        if let Some(&(_, at, _)) = self.stack.last() {
            let message = match self.stack.len() {
                1 => "this game is never closed".to_owned(),
                n => format!("this variation and {} around it are never closed", n - 1),
            };
            self.at = at;
            self.problem(ProblemKind::UnclosedVariation, &message);
            while !self.stack.is_empty() {
                self.close();
            }
            self.at = self.text.len();
        }
        if self.games == 0 {
            self.at = 0;
            self.problem(ProblemKind::NoGame, "there is no game: one begins with (;");
            self.at = self.text.len();
        }
        self.done.take()
    }

    fn token(&mut self, byte: u8) {
        match byte {
            b'(' => {
                self.stack.push((self.here, self.at, self.depth));
                self.closed = false;
                self.at += 1;
            }
            b')' => {
                self.close();
                self.at += 1;
            }
            b';' => {
                if self.closed {
                    let message = "a node after the variations of its sequence is one more variation";
                    self.problem(ProblemKind::MisplacedNode, message);
                }
                self.node();
                self.at += 1;
            }
            b'[' => {
                self.problem(ProblemKind::MalformedProperty, "a value without a property");
                let start = self.at;
                self.scratch.clear();
                self.value();
                let text = std::mem::take(&mut self.scratch);
                let end = std::mem::replace(&mut self.at, start);
                self.junk(&text, end);
            }
            _ if byte.is_ascii_alphanumeric() => self.property(),
            _ if byte.is_ascii_whitespace() || byte == 0x0B => self.at += 1,
            _ => {
                let rest = &self.text[self.at..];
                let special =
                    |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "\x0B()[];".contains(c);
                let first = rest.chars().next().map_or(0, char::len_utf8);
                let length = rest[first..].find(special).map_or(rest.len(), |more| first + more);
                self.problem(ProblemKind::UnknownToken, "this text belongs to nothing");
                self.junk(&rest[..length], self.at + length);
            }
        }
    }

    /// Skips text between games: up to the next parenthesis followed by a semicolon or another parenthesis.
    fn outside(&mut self) {
        let rest = &self.text[self.at..];
        let begins = |&(at, _): &(usize, &str)| {
            let after = rest[at + 1..].trim_start();
            after.starts_with([';', '(', ')']) || begins_property(after)
        };
        // Prose may contain many parentheses, but not with long white space after them, so this is cheap.
        let start = rest.match_indices('(').find(begins).map(|(at, _)| at);
        let prose = rest[..start.unwrap_or(rest.len())].trim();
        if !prose.is_empty() {
            let head: String = prose.chars().take(40).collect();
            self.at += rest.len() - rest.trim_start().len();
            self.problem(ProblemKind::TextOutsideGame, &format!("text outside of any game: {head:?}"));
        }
        self.at = self.text.len() - rest.len() + start.unwrap_or(rest.len());
        if start.is_none() {
            self.rest = prose.to_owned();
        } else {
            self.tree = GameTree::new();
            (self.started, self.here, self.closed, self.depth) = (false, None, false, 0);
            if !prose.is_empty() {
                self.tree[NodeId::ROOT].lead.push(Annotation::Text(prose.into()));
            }
            self.stack.push((None, self.at, 0));
            self.at += 1;
        }
    }

    fn node(&mut self) {
        if !self.started && self.stack.len() > 1 {
            self.problem(
                ProblemKind::MisplacedNode,
                "a variation before the first node: an empty one is put there",
            );
            self.started = true;
        }
        self.size += size_of::<Node>();
        let parent = self.here.or(self.started.then_some(NodeId::ROOT));
        self.here = Some(match parent {
            Some(parent) => {
                self.depth += 1;
                self.tree.add(parent, None)
            }
            None => NodeId::ROOT,
        });
        let (line, column) = self.place(self.at);
        if let Some(here) = self.here {
            self.tree[here].place = (u32::try_from(line).unwrap_or(u32::MAX), column);
        }
        self.started = true;
        self.closed = false;
    }

    fn close(&mut self) {
        let Some((here, _, depth)) = self.stack.pop() else { return };
        if !self.started && self.stack.is_empty() {
            self.problem(ProblemKind::EmptyGame, "this game has no node");
        } else if here == self.here && !self.closed {
            self.problem(ProblemKind::EmptyVariation, "there is no node between these parentheses");
        }
        (self.here, self.depth, self.closed) = (here, depth, true);
        if self.stack.is_empty() {
            self.games += 1;
            self.done = Some(std::mem::take(&mut self.tree));
        }
    }

    /// The node for a property or text; a new one if there is none.
    fn current(&mut self) -> NodeId {
        // After a newly opened parenthesis, the previous node is not the current one.
        let opened = self.stack.last().is_some_and(|&(before, ..)| before == self.here) && !self.closed;
        match self.here.filter(|_| !opened) {
            Some(here) => {
                if self.closed {
                    let message = "a property after the variations of its node";
                    self.problem(ProblemKind::MisplacedNode, message);
                }
                here
            }
            None => {
                let message = "a property before its node: a semicolon is missing";
                self.problem(ProblemKind::MisplacedNode, message);
                self.node();
                self.here.unwrap_or(NodeId::ROOT)
            }
        }
    }

    /// Appends the value that begins here to the scratch text, with its brackets, closed in any case.
    fn value(&mut self) {
        let inner = &self.text[self.at + 1..];
        match value_end(inner) {
            Some(length) => {
                let end = self.at + 1 + length + 1;
                self.scratch.push_str(&self.text[self.at..end]);
                self.at = end;
            }
            None => {
                self.problem(ProblemKind::UnclosedValue, "this value is never closed");
                self.scratch.push_str(&self.text[self.at..]);
                let escapes = inner.bytes().rev().take_while(|&byte| byte == b'\\').count();
                if escapes % 2 == 1 {
                    self.scratch.push('\\');
                }
                self.scratch.push(']');
                self.at = self.text.len();
            }
        }
    }

    fn junk(&mut self, text: &str, end: usize) {
        self.size += size_of::<Annotation>() + text.len();
        let node = self.current();
        let annotations = &mut self.tree[node].annotations;
        match annotations.last_mut() {
            // A value separated from its property by the node's variations.
            Some(Annotation::Property(property)) if text.starts_with('[') => {
                *property = Property(format!("{}{text}", property.raw()).into());
            }
            _ => annotations.push(Annotation::Text(text.into())),
        }
        self.at = end;
    }

    fn property(&mut self) {
        let node = self.current();
        let bytes = self.text.as_bytes();
        let start = self.at;
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let name_end = self.at;
        self.scratch.clear();
        self.scratch.push_str(&self.text[start..name_end]);
        loop {
            let before = self.at;
            while bytes.get(self.at).is_some_and(|&byte| byte.is_ascii_whitespace() || byte == 0x0B) {
                self.at += 1;
            }
            if bytes.get(self.at) != Some(&b'[') {
                self.at = before;
                break;
            }
            self.value();
        }
        if self.at == name_end {
            let message = format!("the property {} has no value", self.scratch);
            self.problem(ProblemKind::MalformedProperty, &message);
        }
        self.size += size_of::<Annotation>() + self.scratch.len();
        let property = Property(self.scratch.as_str().into());
        self.tree[node].annotations.push(Annotation::Property(property));
    }

    fn problem(&mut self, kind: ProblemKind, message: &str) {
        let kept = self.problems.len() < Problems::KEPT;
        let (line, column) = if kept { self.place(self.at) } else { (0, 0) };
        let game = self.games + 1;
        let message = message.to_owned();
        self.problems.push(Problem { kind, message, line, column, game, ply: self.depth });
    }

    fn place(&mut self, to: usize) -> (u64, u32) {
        let (mut offset, mut line, mut column) = self.counted;
        if to < offset {
            (offset, line, column) = (0, 1, 1);
        }
        let passed = &self.text[offset..to];
        let last = match passed.rfind('\n') {
            Some(at) => {
                line += passed.bytes().filter(|&byte| byte == b'\n').count() as u64;
                column = 1;
                &passed[at + 1..]
            }
            None => passed,
        };
        column = column.saturating_add(u32::try_from(last.chars().count()).unwrap_or(u32::MAX));
        self.counted = (to, line, column);
        (line, column)
    }
}
