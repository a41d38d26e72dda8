//! Trees from the streaming reader.

use super::MAX_TREE;
use super::read::{Options, Reader};
use super::visitor::{Next, Piece, Place, Visitor};
use crate::record::encoding::Encoding;
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::{
    Annotation, GameTree, MoveText, Node, NodeId, Numbering, Parting, Round, Termination,
};
use std::convert::Infallible;
use std::io::{self, Read};
use std::ops::ControlFlow::{self, Continue};

/// The games of a text, with its problems.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The games, in order.
    pub games: Vec<GameTree>,
    /// The problems.
    pub problems: Problems,
}

/// Reads all games of a text.
pub fn read(text: &str) -> Parsed {
    read_bytes(text.as_bytes(), Some(Encoding::Utf8))
}

/// Reads all games from bytes, in the given or detected encoding (see [`crate::record::encoding`]).
pub fn read_bytes(bytes: &[u8], encoding: Option<Encoding>) -> Parsed {
    let mut parsed = Parsed::default();
    let mut games = Games::new(bytes, encoding);
    // Reading from memory does not fail.
    while let Some(Ok((game, problems))) = games.next() {
        parsed.games.push(game);
        parsed.problems.append(problems);
    }
    parsed.problems.append(games.rest());
    parsed
}

/// The games of a stream, one tree at a time, each with its problems. Nothing follows an error of the stream.
pub struct Games<R> {
    reader: Reader<R>,
    builder: Builder,
    failed: bool,
}

impl<R: Read> Games<R> {
    /// The games of a stream, in the given or detected encoding.
    pub fn new(reader: R, encoding: Option<Encoding>) -> Games<R> {
        let options = Options { encoding, ..Options::default() };
        Games::of(Reader::with_options(reader, options))
    }

    /// The remaining games of a reader.
    pub fn of(reader: Reader<R>) -> Games<R> {
        Games { reader, builder: Builder::default(), failed: false }
    }

    /// The problems after the last game.
    pub fn rest(&mut self) -> Problems {
        std::mem::take(&mut self.builder.problems)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<(GameTree, Problems)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.reader.read_game(&mut self.builder) {
            Ok(Continue(true)) => Some(Ok(self.builder.take())),
            Ok(Continue(false)) => None,
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
    }
}

/// The visitor that builds a tree.
struct Builder {
    tree: GameTree,
    at: NodeId,
    /// Whether a variation was opened that has no move yet.
    fresh: bool,
    /// Whether the movetext has begun.
    moves: bool,
    stack: Vec<(NodeId, bool)>,
    comment: String,
    /// The lines after the result.
    footer: String,
    /// Comments of a variation before its first move.
    lead: Vec<Annotation>,
    numbering: Option<Numbering>,
    /// The number of the first move, if the movetext has numbers.
    base: Option<Numbering>,
    /// The number before the next move.
    said: Option<Numbering>,
    problems: Problems,
    /// The approximate size of the tree in bytes.
    size: usize,
    /// Whether the size limit is reached, so that further contents are dropped.
    full: bool,
    /// The number of open variations within dropped contents.
    deeper: u64,
}

impl Default for Builder {
    fn default() -> Self {
        Builder {
            tree: GameTree::new(),
            at: NodeId::ROOT,
            fresh: false,
            moves: false,
            stack: vec![],
            comment: String::new(),
            footer: String::new(),
            lead: vec![],
            numbering: None,
            base: None,
            said: None,
            problems: Problems::default(),
            size: 0,
            full: false,
            deeper: 0,
        }
    }
}

impl Builder {
    fn take(&mut self) -> (GameTree, Problems) {
        let Builder { tree, problems, .. } = std::mem::take(self);
        (tree, problems)
    }

    /// Reserves bytes; returns whether there is room. The first lack of room is reported once.
    fn takes(&mut self, bytes: usize) -> bool {
        self.size = self.size.saturating_add(bytes);
        self.full |= self.size > MAX_TREE;
        !self.full
    }

    /// The same for a part of the game at an unknown place.
    fn has_room(&mut self, bytes: usize) -> bool {
        let was = self.full;
        let room = self.takes(bytes);
        if !room && !was {
            self.problems.push(too_long(0, 0));
        }
        room
    }

    /// The number of the first move: its own, or that of the start position.
    fn first_number(&self) -> Numbering {
        let fen = || self.tree.tags.get("FEN").map(Numbering::from_fen);
        self.numbering.or_else(fen).unwrap_or_default()
    }

    /// Keeps the number of a move if it does not follow from the count of moves before it. A move without a number has that of
    /// the one before it, or of the one that it replaces.
    fn keep_number(&mut self, id: NodeId, before: u32) {
        let said = self.said.take();
        let Some(base) = self.base else { return };
        let parent = self.tree.parent(id).unwrap_or(NodeId::ROOT);
        let expected = base.after(before);
        let of = |id: NodeId, before: u32| {
            self.tree[id].round.map_or_else(|| base.after(before), Round::numbering)
        };
        let is = said.unwrap_or_else(|| match self.tree.first_child(parent) {
            Some(replaced) if self.fresh => of(replaced, before),
            _ if parent == NodeId::ROOT => expected,
            _ => Numbering { second: true, ..of(parent, before.saturating_sub(1)) },
        });
        if is != expected {
            let Numbering { number, second } = is;
            self.tree[id].round = Some(Round { number, second, parting: Parting::Blank });
        }
    }

    fn annotate(&mut self, annotation: Annotation) {
        if self.fresh {
            self.lead.push(annotation);
        } else {
            self.tree[self.at].annotations.push(annotation);
        }
    }
}

impl Visitor for Builder {
    type Break = Infallible;

    fn tag_at(&mut self, name: &str, value: &str, place: Place<'_>) -> ControlFlow<Infallible> {
        if self.has_room(64 + name.len() + value.len()) {
            let (line, column) = place.find();
            self.tree.tags.push_at(name, value, (u32::try_from(line).unwrap_or(u32::MAX), column));
        }
        Continue(())
    }

    fn begin_moves(&mut self) -> ControlFlow<Infallible, Next> {
        self.moves = true;
        Continue(Next::Read)
    }

    fn number(&mut self, number: u32, dots: usize) -> ControlFlow<Infallible> {
        let said = Numbering { number, second: dots > 1 };
        if self.tree.is_empty() && self.numbering.is_none() {
            self.numbering = Some(said);
        }
        if self.base.is_none() {
            self.base = Some(self.first_number());
        }
        self.said = Some(said);
        Continue(())
    }

    fn word_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Infallible> {
        let was = self.full;
        if !self.takes(size_of::<Node>() + 16 + word.len()) {
            if !was {
                self.problems.push(place.problem(ProblemKind::TooLong, TOO_LONG.into()));
            }
            return Continue(());
        }
        let played = Some(MoveText::new(word));
        // The continuation of a line comes before variations that were read first.
        let first = self.tree.first_child(self.at).is_none();
        let id =
            if self.fresh { self.tree.add(self.at, played) } else { self.tree.add_first(self.at, played) };
        if self.fresh {
            let lead = std::mem::take(&mut self.lead);
            // A variation of an empty line is the line itself, so its comment belongs to the previous move.
            let annotations =
                if first { &mut self.tree[self.at].annotations } else { &mut self.tree[id].lead };
            annotations.extend(lead);
        }
        self.keep_number(id, place.ply.saturating_sub(1));
        let (line, column) = place.find();
        self.tree[id].place = (u32::try_from(line).unwrap_or(u32::MAX), column);
        (self.at, self.fresh) = (id, false);
        Continue(())
    }

    fn glyph(&mut self, glyph: u16) -> ControlFlow<Infallible> {
        if self.has_room(32) {
            self.annotate(Annotation::Glyph(glyph));
        }
        Continue(())
    }

    fn comment(&mut self, piece: Piece<'_>) -> ControlFlow<Infallible> {
        if self.has_room(piece.text.len()) {
            self.comment.push_str(piece.text);
        }
        if piece.last && (self.has_room(64) || !self.comment.is_empty()) {
            let raw = std::mem::take(&mut self.comment);
            let text = if piece.opener == '{' { unwrap(&raw).into() } else { raw.into() };
            self.annotate(match piece.opener {
                '%' => Annotation::Escape(text),
                _ => Annotation::Comment(text),
            });
        }
        Continue(())
    }

    fn text(&mut self, text: &str) -> ControlFlow<Infallible> {
        if !self.has_room(64 + text.len()) {
            return Continue(());
        }
        // Bare text may change its meaning when it is written again. A result in a variation could end the game, and a bracket
        // before the first move could begin a tag, unless it is among the tags.
        let result = Termination::from_marker(text).is_some();
        let among_tags = !self.moves && !self.tree.tags.is_empty();
        let tag = !among_tags && self.at == NodeId::ROOT && text.starts_with('[');
        self.annotate(if result || tag {
            Annotation::Comment(text.into())
        } else {
            Annotation::Text(text.into())
        });
        Continue(())
    }

    fn begin_variation(&mut self) -> ControlFlow<Infallible, Next> {
        if !self.has_room(32) {
            self.deeper += 1;
            return Continue(Next::Read);
        }
        self.stack.push((self.at, self.fresh));
        if !self.fresh {
            self.at = self.tree.parent(self.at).unwrap_or(NodeId::ROOT);
        }
        self.fresh = true;
        Continue(Next::Read)
    }

    fn end_variation(&mut self) -> ControlFlow<Infallible> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return Continue(());
        }
        (self.at, self.fresh) = self.stack.pop().unwrap_or((NodeId::ROOT, false));
        if !self.fresh {
            let left = std::mem::take(&mut self.lead);
            self.tree[self.at].annotations.extend(left);
        }
        Continue(())
    }

    fn footer(&mut self, line: &str) -> ControlFlow<Infallible> {
        if self.has_room(1 + line.len()) {
            if !self.footer.is_empty() {
                self.footer.push('\n');
            }
            self.footer.push_str(line);
        }
        Continue(())
    }

    fn end_game_at(
        &mut self,
        termination: Option<Termination>,
        (line, column): (u64, u32),
    ) -> ControlFlow<Infallible> {
        self.tree.end = (u32::try_from(line).unwrap_or(u32::MAX), column);
        self.end_game(termination)
    }

    fn end_game(&mut self, termination: Option<Termination>) -> ControlFlow<Infallible> {
        let footer = std::mem::take(&mut self.footer);
        if !footer.trim().is_empty() {
            self.annotate(Annotation::Comment(footer.trim_end().into()));
        }
        let tag = self.tree.tags.get("Result");
        let tagged = tag.and_then(Termination::from_marker);
        // PGN has one form of each result.
        if let Some(marker) = tagged.map(Termination::marker).filter(|marker| tag != Some(&**marker)) {
            self.tree.tags.set("Result", &marker);
        }
        // Without a marker the `Result` tag counts. A game that is cut has no result.
        self.tree.termination = termination.or(tagged).filter(|_| !self.full).unwrap_or_default();
        if self.full {
            self.tree.tags.set("Result", &Termination::Open.marker());
        }
        self.tree.numbering = self.first_number();
        Continue(())
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

const TOO_LONG: &str = "the game is too long: the rest is left out";

fn too_long(line: u64, column: u32) -> Problem {
    Problem { kind: ProblemKind::TooLong, message: TOO_LONG.into(), line, column, game: 0, ply: 0 }
}

/// The text of a `{}` comment: one line break becomes a space, n consecutive ones become n - 1 line breaks.
fn unwrap(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut breaks = 0;
    let mut lines = raw.split('\n').peekable();
    while let Some(line) = lines.next() {
        let line = if lines.peek().is_some() { line.trim_end_matches('\r') } else { line };
        if line.is_empty() && lines.peek().is_some() {
            breaks += 1;
            continue;
        }
        push_breaks(&mut out, breaks);
        out.push_str(line);
        breaks = 1;
    }
    out
}

fn push_breaks(out: &mut String, breaks: usize) {
    match breaks {
        0 => {}
        1 => out.push(' '),
        _ => out.extend(std::iter::repeat_n('\n', breaks - 1)),
    }
}
