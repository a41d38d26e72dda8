//! The board of a Go record: stones placed, played and captured. No rules are enforced: by the specification, every move is
//! carried out.

use super::property::{Point, Value};
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::{GameTree, Node, NodeId};
use std::fmt;

/// The largest board that SGF has letters for.
pub const MAX_SIZE: u8 = 52;

/// A stone's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// `B`
    Black,
    /// `W`
    White,
}

impl Stone {
    fn index(self) -> usize {
        self as usize
    }
}

/// A board with its stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u8,
    rows: u8,
    stones: Vec<Option<Stone>>,
    captured: [u32; 2],
}

impl Board {
    /// An empty board; `None` if it has no point, or more than [`MAX_SIZE`] columns or rows.
    pub fn new(columns: u8, rows: u8) -> Option<Board> {
        let fits = |size: u8| (1..=MAX_SIZE).contains(&size);
        let stones = vec![None; usize::from(columns) * usize::from(rows)];
        (fits(columns) && fits(rows)).then_some(Board { columns, rows, stones, captured: [0; 2] })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The stone on a point; `None` also off the board.
    pub fn stone(&self, point: Point) -> Option<Stone> {
        self.stones[self.index(point)?]
    }

    /// The number of captured stones of a colour.
    pub fn captured(&self, stone: Stone) -> u32 {
        self.captured[stone.index()]
    }

    /// The number of stones of a colour on the board.
    pub fn count(&self, stone: Stone) -> usize {
        self.stones.iter().filter(|&&other| other == Some(stone)).count()
    }

    /// Puts a stone on a point or removes one, without captures; `false` off the board.
    pub fn place(&mut self, point: Point, stone: Option<Stone>) -> bool {
        match self.index(point) {
            Some(at) => {
                self.stones[at] = stone;
                true
            }
            None => false,
        }
    }

    /// Plays a stone. Opposing groups without liberties are removed, then the stone's own group if it has none. Returns the
    /// number of removed stones; `None` off the board.
    pub fn play(&mut self, point: Point, stone: Stone) -> Option<usize> {
        let at = self.index(point)?;
        self.stones[at] = Some(stone);
        let mut taken = 0;
        for next in self.neighbours(at) {
            if self.stones[next].is_some_and(|other| other != stone) {
                taken += self.take_if_dead(next);
            }
        }
        Some(taken + self.take_if_dead(at))
    }

    /// Removes the group of a stone if it has no liberty.
    fn take_if_dead(&mut self, at: usize) -> usize {
        let Some(stone) = self.stones[at] else { return 0 };
        let mut seen = vec![false; self.stones.len()];
        seen[at] = true;
        let mut group = vec![at];
        let mut done = 0;
        while let Some(&member) = group.get(done) {
            done += 1;
            for next in self.neighbours(member) {
                match self.stones[next] {
                    None => return 0,
                    Some(other) if other == stone && !seen[next] => {
                        seen[next] = true;
                        group.push(next);
                    }
                    Some(_) => {}
                }
            }
        }
        group.iter().for_each(|&member| self.stones[member] = None);
        self.captured[stone.index()] += group.len() as u32;
        group.len()
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, length) = (usize::from(self.columns), self.stones.len());
        let column = at % width;
        [
            (at >= width).then(|| at - width),
            (column > 0).then(|| at - 1),
            (column + 1 < width).then_some(at + 1),
            (at + width < length).then_some(at + width),
        ]
        .into_iter()
        .flatten()
    }

    fn index(&self, (column, row): Point) -> Option<usize> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }
}

/// The board with SGF's letters: `X` is black, `O` white, `.` empty.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |index: u8| char::from(if index < 26 { b'a' + index } else { b'A' + index - 26 });
        write!(f, " ")?;
        for column in 0..self.columns {
            write!(f, " {}", letter(column))?;
        }
        for (row, stones) in (0..).zip(self.stones.chunks(usize::from(self.columns))) {
            write!(f, "\n{}", letter(row))?;
            for stone in stones {
                f.write_str(match stone {
                    Some(Stone::Black) => " X",
                    Some(Stone::White) => " O",
                    None => " .",
                })?;
            }
        }
        writeln!(f)
    }
}

/// Whether the record is one of Go: `GM[1]`, or no `GM`, which means the same.
pub fn is_go(tree: &GameTree) -> bool {
    tree[NodeId::ROOT].property("GM").is_none() || super::game_number(tree) == Some(1)
}

/// The empty board of a record: `SZ`, by default 19.
///
/// # Errors
/// If the size is invalid.
pub fn board(tree: &GameTree) -> Result<Board, Problem> {
    let Some(value) = tree[NodeId::ROOT].property("SZ").and_then(|property| property.value()) else {
        return Board::new(19, 19).ok_or_else(|| bad_size(tree, "19"));
    };
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let sizes = match value.compose() {
        Some((columns, rows)) => side(columns.0).zip(side(rows.0)),
        None => side(value.0).map(|size| (size, size)),
    };
    sizes.and_then(|(columns, rows)| Board::new(columns, rows)).ok_or_else(|| bad_size(tree, value.0))
}

/// The board at a node, and the problems on the path: invalid points, or points off the board.
///
/// # Errors
/// If the record has no board: see [`board`].
pub fn board_at(tree: &GameTree, node: NodeId) -> Result<(Board, Problems), Problem> {
    let mut board = board(tree)?;
    let mut problems = Problems::default();
    for (ply, id) in tree.path(node).into_iter().enumerate() {
        apply(&mut board, &tree[id], u32::try_from(ply).unwrap_or(u32::MAX), &mut problems);
    }
    Ok((board, problems))
}

/// Applies the setup and the move of one node, `ply` steps from the root.
pub fn apply(board: &mut Board, node: &Node, ply: u32, problems: &mut Problems) {
    let mut bad = |value: &str| {
        let message = format!("{value:?} is not a point of this board");
        problems.push(Problem {
            kind: ProblemKind::BadPoint,
            message,
            line: node.place.0.into(),
            column: node.place.1,
            game: 1,
            ply,
        });
    };
    for property in node.properties() {
        let setup = ["AB", "AW", "AE"].into_iter().position(|name| property.is(name));
        let played =
            [("B", Stone::Black), ("W", Stone::White)].into_iter().find(|(name, _)| property.is(name));
        if let Some(setup) = setup {
            let stone = [Some(Stone::Black), Some(Stone::White), None][setup];
            for value in property.values() {
                match value.points() {
                    Some(points) => {
                        let off = points.into_iter().filter(|&point| !board.place(point, stone)).count();
                        if off > 0 {
                            bad(value.0);
                        }
                    }
                    None => bad(value.0),
                }
            }
        } else if let (Some((_, stone)), Some(value)) = (played, property.value()) {
            let (columns, rows) = board.size();
            if !is_pass(value, columns.max(rows))
                && value.point().is_none_or(|point| board.play(point, stone).is_none())
            {
                bad(value.0);
            }
        }
    }
}

/// Whether the value of a move is a pass on a board of this size: an empty one, or `tt` on boards without such a point.
pub(super) fn is_pass(value: Value<'_>, size: u8) -> bool {
    value.0.trim().is_empty() || value.0 == "tt" && size <= 19
}

fn bad_size(tree: &GameTree, value: &str) -> Problem {
    let (line, column) = tree[NodeId::ROOT].place;
    let value: String = value.chars().take(40).collect();
    let message = format!("a board has 1 to {MAX_SIZE} columns and rows, not {value:?}");
    Problem { kind: ProblemKind::BadBoardSize, message, line: line.into(), column, game: 1, ply: 0 }
}
