//! The classes `Move` and `Moves`: a move, and the legal moves of a position as a sequence.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use carn::notation::{Consequence, LegalMoves, View, write_in};
use carn::position::Position;
use carn::record::replay::{pack, unpack};
use carn::variant::{self, Script, Setup, fen};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::board::Board;
use crate::variant::Variant;

/// A move of one position. Its text is in coordinates: `e2e4`, `e7e8q`, `P@e5`.
///
/// It has no meaning without its position: boards accept only moves that are legal on them.
#[pyclass(frozen, module = "carn")]
pub struct Move {
    pub variant: Py<Variant>,
    pub mv: variant::Move,
    /// Its position, if origin, target and choice do not determine the text. The text is computed on demand, since that takes
    /// longer than playing the move.
    at: Option<Arc<At>>,
}

/// The parts of a position that texts of moves need.
struct At {
    setup: Setup,
    legal: LegalMoves,
}

impl At {
    fn of(position: &Position) -> Self {
        Self { setup: position.setup(), legal: position.legal_moves().into() }
    }
}

/// The parts of a pickled move: its rules, the move as a number, and the position that its text needs.
type Parts = (Py<Variant>, u64, Option<String>);

/// The text of a legal move in coordinates.
pub fn coordinate(view: View<'_>, mv: variant::Move) -> String {
    write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap_or_default()
}

impl Move {
    /// A legal move of a position.
    pub fn new(py: Python<'_>, variant: &Py<Variant>, position: &Position, mv: variant::Move) -> Self {
        let at = (mv.way != 0).then(|| Arc::new(At::of(position)));
        Self { variant: variant.clone_ref(py), mv, at }
    }
}

#[pymethods]
impl Move {
    /// The origin's name; None for drops and passes.
    #[getter(from_square)]
    fn origin(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv
            .origin()
            .filter(|_| !self.mv.is_pass())
            .map(|square| variant.rules().variant().board.name(square))
    }

    /// The target's name; None for passes.
    #[getter(to_square)]
    fn target(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv.target().map(|square| variant.rules().variant().board.name(square))
    }

    /// The piece dropped from the hand; None for other moves.
    #[getter]
    fn drop(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv.drop().map(|role| variant.rules().variant().role(role).name.clone())
    }

    /// The piece that the player chose for a promotion.
    #[getter]
    fn promotion(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv.promotion().map(|role| variant.rules().variant().role(role).name.clone())
    }

    /// Whether the player passes.
    #[getter]
    fn is_pass(&self) -> bool {
        self.mv.is_pass()
    }

    /// The move in coordinates.
    pub fn uci(&self, py: Python<'_>) -> String {
        let variant = self.variant.bind(py).get().rules().variant();
        match &self.at {
            Some(at) => coordinate(View { variant, setup: &at.setup, legal: &at.legal }, self.mv),
            None => {
                coordinate(View { variant, setup: &Setup::empty(0), legal: &vec![self.mv].into() }, self.mv)
            }
        }
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.uci(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Move {}>", self.uci(py))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.mv == other.mv
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.mv.hash(&mut hasher);
        hasher.finish()
    }

    /// Rebuilds a pickled move; `fen` is its position if its text needs it.
    #[staticmethod]
    fn _restore(py: Python<'_>, variant: Py<Variant>, packed: u64, fen: Option<&str>) -> PyResult<Self> {
        let board = fen.map(|fen| Board::of(py, variant.clone_ref(py), Some(fen), true)).transpose()?;
        let at = board.map(|board| Arc::new(At::of(&board.position)));
        Ok(Self { variant, mv: unpack(packed), at })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let rules = self.variant.bind(py).get().rules().variant();
        let fen = self.at.as_ref().map(|at| fen::print(rules, &at.setup));
        Ok((restore, (self.variant.clone_ref(py), pack(self.mv), fen)))
    }
}

/// The legal moves of a position, as a sequence.
#[pyclass(frozen, sequence, module = "carn")]
pub struct Moves {
    moves: Vec<variant::Move>,
    /// The position, without its history.
    board: Board,
    /// The parts of the position for texts, once some move needs them.
    at: OnceLock<Arc<At>>,
}

/// An index or a slice.
#[derive(FromPyObject)]
enum Index<'py> {
    One(isize),
    Several(Bound<'py, PySlice>),
}

impl Moves {
    /// Some of the legal moves of a position, or all (`None`).
    pub fn new(
        py: Python<'_>,
        variant: &Py<Variant>,
        position: &Position,
        some: Option<Vec<variant::Move>>,
    ) -> Self {
        let moves = some.unwrap_or_else(|| position.legal_moves());
        Self { moves, board: Board::at(py, variant, position.here(), None), at: OnceLock::new() }
    }

    fn one(&self, py: Python<'_>, mv: variant::Move) -> Move {
        let at = || Arc::clone(self.at.get_or_init(|| Arc::new(At::of(&self.board.position))));
        Move { variant: self.board.variant.clone_ref(py), mv, at: (mv.way != 0).then(at) }
    }

    /// The index of a move, given as itself or as text in any notation of the game.
    fn place(&self, mv: &Bound<'_, PyAny>) -> Option<usize> {
        let mv = match mv.cast::<Move>() {
            Ok(mv) => mv.get().mv,
            Err(_) => self.board.given(mv).ok()?,
        };
        self.moves.iter().position(|&one| one == mv)
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.moves.len() as isize;
        match index {
            Index::One(index) => {
                let at = if index < 0 { index + length } else { index };
                let found = usize::try_from(at).ok().and_then(|at| self.moves.get(at));
                let mv = found.ok_or_else(|| PyIndexError::new_err("there are fewer legal moves"))?;
                Ok(Bound::new(py, self.one(py, *mv))?.into_any())
            }
            Index::Several(slice) => {
                let range = slice.indices(length)?;
                let places = (0..range.slicelength as isize).map(|nth| range.start + nth * range.step);
                let moves: Vec<Move> = places.map(|place| self.one(py, self.moves[place as usize])).collect();
                moves.into_bound_py_any(py)
            }
        }
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        self.place(mv).is_some()
    }

    /// The index of a move.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let range = PySlice::new(value.py(), start, stop, 1).indices(self.moves.len() as isize)?;
        let found = self.place(value).filter(|&place| (range.start..range.stop).contains(&(place as isize)));
        found.ok_or_else(|| PyValueError::new_err("the move is not among these"))
    }

    /// 1 for a move of the sequence, 0 for others.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(value).is_some())
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let texts: Vec<String> = self.moves.iter().map(|&mv| self.one(py, mv).uci(py)).collect();
        format!("<Moves {}>", texts.join(" "))
    }
}
