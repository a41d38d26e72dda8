//! The board: which points of the lattice are squares, and how they follow one another.

use std::fmt;

use super::{Axis, Displacement, MAX_AXES, Square, SquareSet};

/// The largest number of squares a board may have.
pub const MAX_SQUARES: usize = 1024;

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// No axis, or more than [`MAX_AXES`].
    Axes(usize),
    /// An axis without coordinates.
    EmptyAxis(usize),
    /// More than [`MAX_SQUARES`] squares.
    Squares(u64),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Axes(found) => write!(f, "a board has 1 to {MAX_AXES} axes, not {found}"),
            Self::EmptyAxis(axis) => write!(f, "axis {} of the board has no coordinate", axis + 1),
            Self::Squares(found) => write!(f, "a board has at most {MAX_SQUARES} squares, not {found}"),
        }
    }
}

impl std::error::Error for BoardError {}

/// The squares of a game's board and the lattice they lie in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    axes: Vec<Axis>,
    /// The point of each square.
    points: Vec<[i16; MAX_AXES]>,
    /// The square at each point of the box, first axis fastest; `None` is a hole.
    squares: Vec<Option<Square>>,
    /// Whether numbers that follow each other need a sign between them, lest two squares have one name.
    parted: bool,
}

/// What stands between two numbers of a square's name on a board where `111` could be two squares.
const BETWEEN: char = '_';

impl Board {
    /// The full box that these axes span.
    ///
    /// # Errors
    /// When there is no axis, too many, one without coordinates, or too many squares.
    pub fn new(axes: Vec<Axis>) -> Result<Self, BoardError> {
        if axes.is_empty() || axes.len() > MAX_AXES {
            return Err(BoardError::Axes(axes.len()));
        }
        let mut count = 1u64;
        for (i, axis) in axes.iter().enumerate() {
            if axis.length == 0 {
                return Err(BoardError::EmptyAxis(i));
            }
            count = count.saturating_mul(u64::from(axis.length));
        }
        if count > MAX_SQUARES as u64 {
            return Err(BoardError::Squares(count));
        }
        let mut points = Vec::with_capacity(count as usize);
        for index in 0..count as usize {
            let mut rest = index;
            let mut point = [0; MAX_AXES];
            for (coordinate, axis) in point.iter_mut().zip(&axes) {
                *coordinate = (rest % usize::from(axis.length)) as i16;
                rest /= usize::from(axis.length);
            }
            points.push(point);
        }
        let squares = (0..count as u16).map(|i| Some(Square(i))).collect();
        let mut board = Self { axes, points, squares, parted: false };
        let mut names: Vec<String> = board.squares().map(|square| board.name(square)).collect();
        names.sort_unstable();
        board.parted = names.windows(2).any(|two| two[0] == two[1]);
        Ok(board)
    }

    /// The axes in order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The index of the axis with this name.
    pub fn axis(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.name == name)
    }

    /// How many squares there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is no square (never so for a board that [`Board::new`] made).
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Every square in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.points.len() as u16).map(Square)
    }

    /// The coordinates of a square, from 0, in the order of the axes.
    pub fn point(&self, square: Square) -> &[i16] {
        &self.points[square.index()][..self.axes.len()]
    }

    /// The square at these coordinates, if there is one.
    pub fn at(&self, point: &[i16]) -> Option<Square> {
        if point.len() != self.axes.len() {
            return None;
        }
        let mut index = 0usize;
        for (&coordinate, axis) in point.iter().zip(&self.axes).rev() {
            let coordinate = u16::try_from(coordinate).ok().filter(|&c| c < axis.length)?;
            index = index * usize::from(axis.length) + usize::from(coordinate);
        }
        self.squares[index]
    }

    /// The square that a displacement (as the board has it) leads to, if it is on the board.
    pub fn offset(&self, square: Square, by: Displacement) -> Option<Square> {
        let mut point = self.points[square.index()];
        for (axis, coordinate) in point.iter_mut().enumerate().take(self.axes.len()) {
            *coordinate = coordinate.checked_add(by.0[axis])?;
        }
        self.at(&point[..self.axes.len()])
    }

    /// The squares strictly between a square and the end of a displacement, nearest first; a hole or the edge is
    /// `None`. A displacement of m primitive steps passes m − 1 points.
    pub fn path(&self, from: Square, by: Displacement) -> impl Iterator<Item = Option<Square>> + '_ {
        let step = by.direction();
        (1..by.length()).map(move |n| self.offset(from, step.checked_mul(n as i16)?))
    }

    /// The displacement from one square to another.
    pub fn displacement(&self, from: Square, to: Square) -> Displacement {
        let mut d = Displacement::ZERO;
        for axis in 0..self.axes.len() {
            d.0[axis] = self.points[to.index()][axis] - self.points[from.index()][axis];
        }
        d
    }

    /// The name of a square: its coordinates written one after the other in the order of the axes. Where two squares
    /// would have the same name (`1`, `11` and `11`, `1`), `_` stands between numbers: `1_11`.
    pub fn name(&self, square: Square) -> String {
        let point = self.points[square.index()];
        let mut name = String::new();
        for (axis, &coordinate) in self.axes.iter().zip(&point) {
            let label = axis.label(coordinate as u16);
            let number = |c: char| c.is_ascii_digit();
            if self.parted && name.ends_with(number) && label.starts_with(number) {
                name.push(BETWEEN);
            }
            name += &label;
        }
        name
    }

    /// Every square whose name the text starts with, and how many bytes the name is long; the longest first. The `_`
    /// between numbers may be there or not.
    pub fn parse_prefixes(&self, text: &str) -> Vec<(Square, usize)> {
        fn go(board: &Board, text: &str, at: usize, point: &mut Vec<i16>, found: &mut Vec<(Square, usize)>) {
            let Some(current) = board.axes.get(point.len()) else {
                found.extend(board.at(point).map(|square| (square, at)));
                return;
            };
            let sign = !point.is_empty() && board.parted && text[at..].starts_with(BETWEEN);
            let start = at + if sign { BETWEEN.len_utf8() } else { 0 };
            for (offset, c) in text[start..].char_indices().take(10) {
                let end = start + offset + c.len_utf8();
                if let Some(index) = current.index(&text[start..end]) {
                    point.push(index as i16);
                    go(board, text, end, point, found);
                    point.pop();
                }
            }
        }
        let mut found = Vec::new();
        go(self, text, 0, &mut Vec::with_capacity(self.axes.len()), &mut found);
        found.sort_by_key(|&(_, length)| std::cmp::Reverse(length));
        found
    }

    /// The square whose name the text starts with, and how many bytes the name is long. Longest match wins, so that
    /// `a10` is not read as `a1`.
    pub fn parse_prefix(&self, text: &str) -> Option<(Square, usize)> {
        self.parse_prefixes(text).first().copied()
    }

    /// The one square with this name; `None` also if it may be several (`111` without its `_`).
    pub fn square(&self, name: &str) -> Option<Square> {
        let mut whole = self.parse_prefixes(name).into_iter().filter(|&(_, length)| length == name.len());
        let (square, _) = whole.next()?;
        whole.next().is_none().then_some(square)
    }

    /// An empty set over this board.
    pub fn empty_set(&self) -> SquareSet {
        SquareSet::new(self.len())
    }

    /// The set of all squares.
    pub fn full_set(&self) -> SquareSet {
        let mut set = self.empty_set();
        self.squares().for_each(|square| set.insert(square));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::super::Labels;
    use super::*;

    fn board(lengths: &[u16]) -> Board {
        let labels = [Labels::Letters('a'), Labels::Numbers(1), Labels::Letters('A')];
        let names = ["X", "Y", "Z"];
        let axes = lengths.iter().enumerate().map(|(i, &length)| Axis {
            name: names[i].into(),
            length,
            labels: labels[i],
            wraps: false,
        });
        Board::new(axes.collect()).unwrap()
    }

    #[test]
    fn names_round_trip() {
        for board in [board(&[9, 10]), board(&[5, 5, 5]), board(&[3]), board(&[4, 12])] {
            for square in board.squares() {
                assert_eq!(board.square(&board.name(square)), Some(square));
            }
        }
        assert_eq!(board(&[9, 10]).parse_prefix("a10b3"), board(&[9, 10]).square("a10").map(|s| (s, 3)));
        assert_eq!(board(&[9, 9]).parse_prefix("a10"), board(&[9, 9]).square("a1").map(|s| (s, 2)));
        assert_eq!(board(&[9, 10]).square("a0"), None);
    }

    #[test]
    fn no_two_squares_have_one_name() {
        let numbers = |lengths: &[u16]| {
            let axis = |&length: &u16| Axis {
                name: format!("A{length}"),
                length,
                labels: Labels::Numbers(1),
                wraps: false,
            };
            Board::new(lengths.iter().map(axis).collect()).unwrap()
        };
        let large = numbers(&[31, 12, 2]);
        let mut names: Vec<String> = large.squares().map(|square| large.name(square)).collect();
        for (square, name) in large.squares().zip(&names) {
            assert_eq!(large.square(name), Some(square), "{name}");
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), large.len());
        assert_eq!(large.name(large.square("1_11_2").unwrap()), "1_11_2");
        // Without the sign a name counts only where it can be but one square.
        assert_eq!(large.square("3112"), None);
        assert_eq!(large.square("111").map(|square| large.name(square)), Some("1_1_1".into()));
        // Numbers of one digit need no sign.
        assert_eq!(numbers(&[8, 9]).name(Square(0)), "11");
    }

    #[test]
    fn paths_are_strictly_between() {
        let board = board(&[8, 8]);
        let from = board.square("a1").unwrap();
        let names = |d: &[i16]| -> Vec<String> {
            board.path(from, Displacement::new(d)).map(|s| s.map_or("-".into(), |s| board.name(s))).collect()
        };
        assert_eq!(names(&[3, 3]), ["b2", "c3"]);
        assert_eq!(names(&[2, 1]), [""; 0]);
        assert_eq!(names(&[4, 2]), ["c2"]);
        assert_eq!(names(&[-3, 0]), ["-", "-"]);
    }
}
