//! The board: the lattice points that are squares, and their neighbours.

use std::fmt;

use super::{Axis, Displacement, MAX_AXES, Square, SquareSet};

/// The largest number of squares a board may have.
pub const MAX_SQUARES: usize = 1296;

/// The largest number of lattice points of the box around a board.
pub const MAX_POINTS: u64 = 1 << 16;

/// The reason why a board is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// No axis, or more than [`MAX_AXES`].
    Axes(usize),
    /// An axis without coordinates.
    EmptyAxis(usize),
    /// More than [`MAX_SQUARES`] squares, or none.
    Squares(u64),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Axes(found) => write!(f, "a board has 1 to {MAX_AXES} axes, not {found}"),
            Self::EmptyAxis(axis) => write!(f, "axis {} of the board has no coordinate", axis + 1),
            Self::Squares(0) => f.write_str("a board has at least one square"),
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
    /// Whether some axis is a ring.
    wraps: bool,
    written: Written,
    /// Own names of squares, by square; empty if no square has one.
    names: Vec<Option<String>>,
}

/// The coordinates used in square names. On a board with holes, fewer coordinates than axes may suffice, and
/// one of them may be counted from the edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Written {
    axes: Vec<Axis>,
    points: Vec<[i16; MAX_AXES]>,
    squares: Vec<Option<Square>>,
    /// Whether consecutive numbers need a separator to keep names unique.
    parted: bool,
}

/// The separator of numbers in a square's name, if `111` would be ambiguous.
const BETWEEN: char = '_';

/// The index of a point in a box of these axes, first axis fastest.
fn place(axes: &[Axis], point: &[i16]) -> Option<usize> {
    if point.len() != axes.len() {
        return None;
    }
    let mut index = 0usize;
    for (&coordinate, axis) in point.iter().zip(axes).rev() {
        let coordinate = u16::try_from(coordinate).ok().filter(|&c| c < axis.length)?;
        index = index * usize::from(axis.length) + usize::from(coordinate);
    }
    Some(index)
}

impl Board {
    /// The full box of these axes.
    ///
    /// # Errors
    /// If there are no axes, too many, an axis without coordinates, or too many squares.
    pub fn new(axes: Vec<Axis>) -> Result<Self, BoardError> {
        Self::shaped(axes, None, |_| true)
    }

    /// The points of the box for which `is_square` holds; the others are holes. In names, coordinates of the
    /// axis `counted` are counted from the edge.
    ///
    /// # Errors
    /// If there are no axes, too many, an axis without coordinates, too many squares or none.
    pub fn shaped(
        axes: Vec<Axis>,
        counted: Option<usize>,
        is_square: impl Fn(&[i16]) -> bool,
    ) -> Result<Self, BoardError> {
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
        if count > MAX_POINTS {
            return Err(BoardError::Squares(count));
        }
        let mut points = Vec::new();
        let mut squares = Vec::with_capacity(count as usize);
        for index in 0..count as usize {
            let mut rest = index;
            let mut point = [0; MAX_AXES];
            for (coordinate, axis) in point.iter_mut().zip(&axes) {
                *coordinate = (rest % usize::from(axis.length)) as i16;
                rest /= usize::from(axis.length);
            }
            let there = is_square(&point[..axes.len()]);
            squares.push(there.then_some(Square(points.len() as u16)));
            if there {
                points.push(point);
            }
        }
        if points.is_empty() || points.len() > MAX_SQUARES {
            return Err(BoardError::Squares(points.len() as u64));
        }
        let wraps = axes.iter().any(|axis| axis.wraps);
        let written = Written::new(&axes, &points, counted.filter(|&axis| axis < axes.len()));
        Ok(Self { axes, points, squares, wraps, written, names: Vec::new() })
    }

    /// The same board with own names for some squares, by square. Coordinate names are still read.
    #[must_use]
    pub fn with_names(self, names: Vec<Option<String>>) -> Self {
        Self { names, ..self }
    }

    /// The own name of a square, if it has one.
    pub fn own_name(&self, square: Square) -> Option<&str> {
        self.names.get(square.index())?.as_deref()
    }

    /// Whether some squares have own names.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// The axes in order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The index of the axis with this name.
    pub fn axis(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.name == name)
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no squares (never for a board made by [`Board::new`]).
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

    /// The axes used in names, FENs and pictures: the board's axes, without those from the third on that
    /// follow from the others.
    pub fn written_axes(&self) -> &[Axis] {
        &self.written.axes
    }

    /// The written coordinates of a square, from 0, in the order of [`Board::written_axes`].
    pub fn written(&self, square: Square) -> &[i16] {
        &self.written.points[square.index()][..self.written.axes.len()]
    }

    /// The square with these written coordinates, if there is one.
    pub fn at_written(&self, point: &[i16]) -> Option<Square> {
        self.written.squares[place(&self.written.axes, point)?]
    }

    /// Whether holes are written in place of squares. Not on boards whose names use fewer coordinates than
    /// axes, or coordinates counted from the edge.
    pub fn shows_holes(&self) -> bool {
        self.written.axes == self.axes
    }

    /// Whether every point of the box is a square and no axis is a ring.
    pub fn is_box(&self) -> bool {
        self.points.len() == self.squares.len() && !self.wraps
    }

    /// Whether some axis is a ring.
    pub const fn wraps(&self) -> bool {
        self.wraps
    }

    /// The square at these coordinates, if there is one.
    pub fn at(&self, point: &[i16]) -> Option<Square> {
        self.squares[place(&self.axes, point)?]
    }

    /// The square reached by a displacement in board coordinates, if it is on the board. On a ring, a
    /// displacement that has come full circle reaches nothing.
    pub fn offset(&self, square: Square, by: Displacement) -> Option<Square> {
        if !self.wraps {
            let mut index = 0;
            for ((&from, &by), axis) in self.points[square.index()].iter().zip(&by.0).zip(&self.axes).rev() {
                let coordinate = u16::try_from(from.checked_add(by)?).ok().filter(|&c| c < axis.length)?;
                index = index * usize::from(axis.length) + usize::from(coordinate);
            }
            return self.squares[index];
        }
        if self.goes_round(by) {
            return None;
        }
        let mut point = self.points[square.index()];
        for (axis, coordinate) in point.iter_mut().enumerate().take(self.axes.len()) {
            *coordinate = coordinate.checked_add(by.0[axis])?;
            if self.axes[axis].wraps {
                *coordinate = coordinate.rem_euclid(self.axes[axis].length as i16);
            }
        }
        self.at(&point[..self.axes.len()])
    }

    /// Whether repeating a displacement's primitive step comes full circle.
    fn goes_round(&self, by: Displacement) -> bool {
        let step = by.direction();
        let home = |n: u16| {
            step.0.iter().zip(&self.axes).all(|(&component, axis)| match axis.wraps {
                true => i32::from(component) * i32::from(n) % i32::from(axis.length) == 0,
                false => component == 0,
            })
        };
        (1..=by.length()).any(home)
    }

    /// The squares strictly between a square and the end of a displacement, nearest first; holes and the edge
    /// are `None`. A displacement of m primitive steps passes m − 1 points.
    pub fn path(&self, from: Square, by: Displacement) -> impl Iterator<Item = Option<Square>> + '_ {
        let step = by.direction();
        (1..by.length()).map(move |n| self.offset(from, step.checked_mul(n as i16)?))
    }

    /// The straight line from one square to another, both included, without holes and points off the board.
    pub fn span(&self, from: Square, to: Square) -> impl Iterator<Item = Square> + '_ {
        let between = self.path(from, self.displacement(from, to)).flatten();
        std::iter::once(from).chain(between).chain((from != to).then_some(to))
    }

    /// The displacement from one square to another; on a ring the shorter way, or the ascending one if both
    /// are equal.
    pub fn displacement(&self, from: Square, to: Square) -> Displacement {
        let mut d = Displacement::ZERO;
        for (index, axis) in self.axes.iter().enumerate() {
            let straight = self.points[to.index()][index] - self.points[from.index()][index];
            d.0[index] = straight;
            if axis.wraps {
                let up = straight.rem_euclid(axis.length as i16);
                d.0[index] = if up * 2 <= axis.length as i16 { up } else { up - axis.length as i16 };
            }
        }
        d
    }

    /// The name of a square: its own name, otherwise its written coordinates. `_` separates numbers (`1_11`)
    /// if names would be ambiguous (`1`, `11` and `11`, `1`).
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn name(&self, square: Square) -> String {
        self.own_name(square).map_or_else(|| self.written.name(square), String::from)
    }

    /// The label of a column or row beside the board: its coordinate, or nothing if all its squares have own
    /// names.
    pub fn sign(&self, axis: usize, at: u16) -> String {
        let names_alone = || {
            let mut squares = self
                .squares()
                .filter(|&square| self.written(square).get(axis) == Some(&(at as i16)))
                .peekable();
            squares.peek().is_some() && squares.all(|square| self.own_name(square).is_some())
        };
        if self.has_names() && names_alone() {
            return String::new();
        }
        self.written.axes.get(axis).map_or_else(String::new, |axis| axis.label(at))
    }

    /// The first and last label of an axis, skipping coordinates whose squares all have own names.
    pub fn ends(&self, axis: usize) -> (String, String) {
        let Some(known) = self.axes.get(axis) else { return (String::new(), String::new()) };
        let signed = |at: &u16| !self.has_names() || !self.sign(axis, *at).is_empty();
        let first = (0..known.length).find(signed).unwrap_or(0);
        let last = (0..known.length).rev().find(signed).unwrap_or(known.length - 1);
        (known.label(first), known.label(last))
    }

    /// Every square whose name starts the text, and the length of the name in bytes; longest first. The `_`
    /// between numbers is optional.
    pub fn parse_prefixes(&self, text: &str) -> Vec<(Square, usize)> {
        fn go(board: &Board, text: &str, at: usize, point: &mut Vec<i16>, found: &mut Vec<(Square, usize)>) {
            let Some(current) = board.written.axes.get(point.len()) else {
                found.extend(board.at_written(point).map(|square| (square, at)));
                return;
            };
            let sign = !point.is_empty() && board.written.parted && text[at..].starts_with(BETWEEN);
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
        for (index, name) in self.names.iter().enumerate() {
            if let Some(name) = name.as_ref().filter(|name| text.starts_with(name.as_str())) {
                found.push((Square(index as u16), name.len()));
            }
        }
        found.sort_by_key(|&(_, length)| std::cmp::Reverse(length));
        found
    }

    /// The square whose name starts the text, and the length of the name in bytes. The longest match wins, so
    /// that `a10` is not read as `a1`.
    pub fn parse_prefix(&self, text: &str) -> Option<(Square, usize)> {
        self.parse_prefixes(text).first().copied()
    }

    /// The only square with this name; `None` also if it is ambiguous (`111` without `_`).
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

impl Written {
    fn new(axes: &[Axis], points: &[[i16; MAX_AXES]], counted: Option<usize>) -> Self {
        let whole = points.len() == axes.iter().map(|axis| usize::from(axis.length)).product::<usize>();
        let needed = if whole { axes.len() } else { needed(axes, points) };
        let mut axes = axes[..needed].to_vec();
        let mut points: Vec<[i16; MAX_AXES]> = points
            .iter()
            .map(|point| std::array::from_fn(|axis| if axis < needed { point[axis] } else { 0 }))
            .collect();
        if let Some(counted) = counted.filter(|&axis| axis < needed) {
            let uncounted = points.clone();
            for point in &mut points {
                let lower = uncounted.iter().filter(|other| {
                    let same = |axis: usize| axis == counted || other[axis] == point[axis];
                    (0..needed).all(same) && other[counted] < point[counted]
                });
                point[counted] = lower.count() as i16;
            }
            let most = points.iter().map(|point| point[counted]).max().unwrap_or(0);
            axes[counted].length = most as u16 + 1;
        }
        let count = axes.iter().map(|axis| usize::from(axis.length)).product();
        let mut squares = vec![None; count];
        for (index, point) in points.iter().enumerate() {
            if let Some(index_in_box) = place(&axes, &point[..needed]) {
                squares[index_in_box] = Some(Square(index as u16));
            }
        }
        let mut written = Self { axes, points, squares, parted: false };
        let mut names: Vec<String> =
            (0..written.points.len()).map(|i| written.name(Square(i as u16))).collect();
        names.sort_unstable();
        written.parted = names.windows(2).any(|two| two[0] == two[1]);
        written
    }

    fn name(&self, square: Square) -> String {
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
}

/// The number of axes, from the first, that distinguish all squares; at least two if there are two.
fn needed(axes: &[Axis], points: &[[i16; MAX_AXES]]) -> usize {
    let apart = |count: &usize| {
        let mut prefixes: Vec<&[i16]> = points.iter().map(|point| &point[..*count]).collect();
        prefixes.sort_unstable();
        prefixes.windows(2).all(|two| two[0] != two[1])
    };
    (axes.len().min(2)..axes.len()).find(apart).unwrap_or(axes.len())
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
            labels: labels[i].clone(),
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
        // Without the separator, a name must be unambiguous.
        assert_eq!(large.square("3112"), None);
        assert_eq!(large.square("111").map(|square| large.name(square)), Some("1_1_1".into()));
        // Numbers of one digit need no separator.
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
