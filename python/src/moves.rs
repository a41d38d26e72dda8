//! The classes `Move` and `Moves`: a move, and the legal moves of a position as a sequence.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use carn::notation::{Consequence, LegalMoves, View, write_in};
use carn::position::Position;
use carn::variant::{self, Script, Setup};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

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

/// The text of a legal move in coordinates.
pub fn coordinate(view: View<'_>, mv: variant::Move) -> String {
    write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap_or_default()
}

impl Move {
    /// A legal move of a position.
    pub fn new(py: Python<'_>, variant: &Py<Variant>, position: &Position, mv: variant::Move) -> Self {
        let at = (mv.way != 0)
            .then(|| Arc::new(At { setup: position.setup(), legal: position.legal_moves().into() }));
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
}

/// The legal moves of a position, as a sequence.
#[pyclass(frozen, sequence, module = "carn")]
pub struct Moves {
    variant: Py<Variant>,
    moves: Vec<variant::Move>,
    /// The position, if some move needs it for its text.
    at: Option<Arc<At>>,
}

impl Moves {
    /// Some of the legal moves of a position, or all (`None`).
    pub fn new(
        py: Python<'_>,
        variant: &Py<Variant>,
        position: &Position,
        some: Option<Vec<variant::Move>>,
    ) -> Self {
        let all = some.is_none();
        let moves = some.unwrap_or_else(|| position.legal_moves());
        let at = moves.iter().any(|mv| mv.way != 0).then(|| {
            let legal = if all { moves.clone() } else { position.legal_moves() }.into();
            Arc::new(At { setup: position.setup(), legal })
        });
        Self { variant: variant.clone_ref(py), moves, at }
    }

    fn one(&self, py: Python<'_>, mv: variant::Move) -> Move {
        let at = self.at.as_ref().filter(|_| mv.way != 0).map(Arc::clone);
        Move { variant: self.variant.clone_ref(py), mv, at }
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Move> {
        let at = if index < 0 { index + self.moves.len() as isize } else { index };
        let found = usize::try_from(at).ok().and_then(|at| self.moves.get(at));
        found.map(|&mv| self.one(py, mv)).ok_or_else(|| PyIndexError::new_err("there are fewer legal moves"))
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<Move>().is_ok_and(|mv| self.moves.contains(&mv.get().mv))
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let texts: Vec<String> = self.moves.iter().map(|&mv| self.one(py, mv).uci(py)).collect();
        format!("<Moves {}>", texts.join(" "))
    }
}
