//! Chinese record formats: XQF, CBR and CBL (binary), DhtmlXQ and WXF (text), read as game trees.
//!
//! Pieces have numbers instead of names: the kinds of piece in the order of the start position, as
//! [`crate::variant::fen::parse`] accepts them (`names +5 . -1 …`). Moves are origin and target with ranks from 0, or WXF.
//! Facts about a game become PGN tags where there is one.
//!
//! Sources: the description of XQF 1.0 by its author (2001) and `xqf2pgn` of the ElephantEye project, for later versions;
//! descriptions of CBR and CBL at zhuanlan.zhihu.com/p/682174695; DhtmlXQ as written by dpxq.com; "Chinese Chess File Format"
//! (Huayong Yang) for WXF.

mod cbr;
mod dhtmlxq;
mod wxf;
mod xqf;

use std::mem::size_of;

use crate::record::encoding::{self, Encoding};
use crate::record::pgn::MAX_TREE;
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::sgf::Parsed;
use crate::record::tree::{Annotation, GameTree, MoveText, Node, NodeId, Termination};

/// The name of the game in these records.
const GAME: &str = "象棋";

/// The board that the formats assume.
const FILES: usize = 9;
const RANKS: usize = 10;

/// The kinds of a side's pieces, in the order of formats that give each piece a square.
const MEN: [u8; 16] = [1, 2, 3, 4, 5, 4, 3, 2, 1, 6, 6, 7, 7, 7, 7, 7];

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// XQF, of XQStudio: one game.
    Xqf,
    /// CBR, of CCBridge: one game.
    Cbr,
    /// CBL, of CCBridge: many games.
    Cbl,
    /// DhtmlXQ: `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`, perhaps within a page.
    DhtmlXq,
    /// WXF: `START{ 1. C2.5 H8+7 }END`.
    Wxf,
}

impl Format {
    /// The format of a text file with this name. Binary files are detected by their first bytes.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        match () {
            () if name.ends_with(".ubb") => Some(Self::DhtmlXq),
            () if name.ends_with(".wxf") => Some(Self::Wxf),
            () => None,
        }
    }

    /// The format of a binary file that begins with these bytes.
    pub fn of_bytes(head: &[u8]) -> Option<Self> {
        match head {
            [b'X', b'Q', version, ..] if *version < b' ' && head.contains(&0) => Some(Self::Xqf),
            _ if head.starts_with(cbr::RECORD) => Some(Self::Cbr),
            _ if head.starts_with(cbr::LIBRARY) => Some(Self::Cbl),
            _ => None,
        }
    }

    /// The format of a text that begins with these bytes, if it can be detected.
    pub fn of_text(head: &[u8]) -> Option<Self> {
        let has = |word: &[u8]| memchr::memmem::find(head, word).is_some();
        let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        match () {
            () if has(b"[DhtmlXQ") => Some(Self::DhtmlXq),
            () if lines.any(|line| line.starts_with(b"START{") || line.starts_with(b"START {")) => {
                Some(Self::Wxf)
            }
            () => None,
        }
    }

    /// Reads all games. Texts are in the given or detected encoding.
    pub fn read_bytes(self, bytes: &[u8], named: Option<Encoding>) -> Parsed {
        let mut games = Games::default();
        match self {
            Self::Xqf => xqf::read(bytes, named.unwrap_or(Encoding::Gb18030), &mut games),
            Self::Cbr => cbr::read(bytes, &mut games),
            Self::Cbl => cbr::read_library(bytes, &mut games),
            Self::DhtmlXq | Self::Wxf => {
                let (text, notes) = encoding::decode_lines(bytes, named);
                let read = if self == Self::Wxf { wxf::read } else { dhtmlxq::read };
                read(text.strip_prefix('\u{FEFF}').unwrap_or(&text), &mut games);
                for note in notes.into_iter().take(Problems::KEPT) {
                    let (kind, message, offset) = note.problem();
                    let (line, column) = encoding::place(&text, offset);
                    games.parsed.problems.push(Problem { kind, message, line, column, game: 1, ply: 0 });
                }
            }
        }
        if games.parsed.games.is_empty() {
            games.problem(ProblemKind::NoGame, "there is no game".to_owned(), 0);
        }
        games.parsed
    }
}

/// The games read so far.
#[derive(Default)]
struct Games {
    parsed: Parsed,
    /// Their approximate size in bytes.
    size: usize,
    /// Whether the size limit has been reported.
    full: bool,
}

impl Games {
    /// Adds a problem of the next game, on a line of its text if it is not 0.
    fn problem(&mut self, kind: ProblemKind, message: String, line: u64) {
        let game = self.parsed.games.len() as u64 + 1;
        let column = u32::from(line > 0);
        self.parsed.problems.push(Problem { kind, message, line, column, game, ply: 0 });
    }

    /// Reports a truncated file, or one with invalid numbers.
    fn damaged(&mut self, what: &str) {
        self.problem(ProblemKind::Damaged, what.to_owned(), 0);
    }

    /// Reserves room for a node or a comment of this size; `false` if there is none, which is reported once.
    fn takes(&mut self, bytes: usize) -> bool {
        self.size = self.size.saturating_add(bytes);
        let room = self.size <= MAX_TREE;
        if !room && !std::mem::replace(&mut self.full, true) {
            let message = "the file is too large: the rest is left out";
            self.problem(ProblemKind::TooLong, message.to_owned(), 0);
        }
        room
    }

    /// Completes a game.
    fn push(&mut self, tree: GameTree) {
        self.parsed.games.push(tree);
    }
}

/// A new game without data.
fn game() -> GameTree {
    let mut tree = GameTree::new();
    tree.tags.set("Variant", GAME);
    tree
}

/// Sets a tag, if the value is not blank.
fn tag(tree: &mut GameTree, name: &str, value: &str) {
    if !value.trim().is_empty() {
        tree.tags.set(name, value.trim());
    }
}

/// Adds a comment to a node, if it is not blank.
fn say(tree: &mut GameTree, node: NodeId, text: &str) {
    let text = text.trim().replace("\r\n", "\n");
    if !text.is_empty() {
        tree[node].annotations.push(Annotation::Comment(text.into()));
    }
}

/// Sets the result.
fn end(tree: &mut GameTree, result: Termination) {
    tree.termination = result;
    if result != Termination::Open {
        tree.tags.set("Result", &result.marker());
    }
}

/// Adds a move at a place of the text: line and column from 1, or zeros.
fn add(tree: &mut GameTree, parent: NodeId, text: &str, (line, column): (u64, usize)) -> NodeId {
    let node = tree.add(parent, Some(MoveText::new(text)));
    let number = |line: u64| u32::try_from(line).unwrap_or(u32::MAX);
    tree[node].place = (number(line), number(column as u64));
    node
}

/// The size of a node of the tree.
const NODE: usize = size_of::<Node>() + 16;

/// A square: its file from the first player's left and its rank, both from 0.
type Place = (usize, usize);

/// The text of a move. Invalid squares are written as numbers, so that the move is reported as unreadable.
fn written((file, rank): Place, (to_file, to_rank): Place) -> String {
    let square = |file: usize, rank: usize| match u8::try_from(file) {
        Ok(file @ 0..26) if rank < RANKS => format!("{}{rank}", char::from(b'a' + file)),
        _ => format!("({file},{rank})"),
    };
    square(file, rank) + &square(to_file, to_rank)
}

/// A board: for each square the side, from 0, and the kind, from 1, of its piece.
#[derive(Default)]
struct Board {
    cells: [[Option<(u8, u8)>; FILES]; RANKS],
    /// Whether the second player is to move, as far as known.
    second: bool,
}

impl Board {
    /// Puts a piece on a square; ignored off the board.
    fn put(&mut self, (file, rank): Place, side: u8, kind: u8) {
        if let Some(cell) = self.cells.get_mut(rank).and_then(|row| row.get_mut(file)) {
            *cell = Some((side, kind));
        }
    }

    /// Sets the player to move: the owner of the piece on the origin of the first move.
    fn moved_from(&mut self, (file, rank): Place) {
        if let Some((side, _)) = self.cells.get(rank).and_then(|row| *row.get(file)?) {
            self.second = side == 1;
        }
    }

    /// Sets the start position of a game.
    fn start(&self, tree: &mut GameTree) {
        let cell = |cell: &Option<(u8, u8)>| match cell {
            None => ".".to_owned(),
            Some((side, kind)) => format!("{}{kind}", if *side == 0 { '+' } else { '-' }),
        };
        let row = |row: &[Option<(u8, u8)>; FILES]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = self.cells.iter().rev().map(row).collect();
        let turn = if self.second { '-' } else { '+' };
        tree.tags.set("SetUp", "1");
        tree.tags.set("FEN", &format!("names {} | | {turn}", rows.join(" / ")));
        tree.numbering.second = self.second;
    }
}

/// Follows the moves of a binary file: from a move to the next, and back to nodes with an announced sibling.
struct Branches {
    at: NodeId,
    /// The parents of announced siblings.
    promised: Vec<NodeId>,
}

impl Branches {
    fn new() -> Self {
        Self { at: NodeId::ROOT, promised: Vec::new() }
    }

    /// Adds a move; returns `false` if the line ends and no sibling remains.
    fn add(&mut self, tree: &mut GameTree, text: &str, another: bool, goes_on: bool) -> (NodeId, bool) {
        let node = add(tree, self.at, text, (0, 0));
        if another {
            self.promised.push(self.at);
        }
        let next = if goes_on { Some(node) } else { self.promised.pop() };
        self.at = next.unwrap_or(node);
        (node, next.is_some())
    }
}
