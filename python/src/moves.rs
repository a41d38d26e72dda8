//! The classes `Move` and `Moves`: a move, and the legal moves of a position as a sequence.

use std::hash::{DefaultHasher, Hash, Hasher};

use carn::notation::{Consequence, View, write_in};
use carn::position::Position;
use carn::variant::{self, Script, Setup};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::variant::Variant;

/// A move of one position. Its text is that of coordinates: `e2e4`, `e7e8q`, `P@e5`.
///
/// It means nothing without its position: boards take moves that are legal on them.
#[pyclass(frozen, module = "carn")]
pub struct Move {
    pub variant: Py<Variant>,
    pub mv: variant::Move,
    /// The text, where origin, target and choice alone do not tell it.
    text: Option<Box<str>>,
}

/// The text of a legal move in coordinates.
pub fn coordinate(view: View<'_>, mv: variant::Move) -> String {
    write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap_or_default()
}

impl Move {
    /// A legal move of a position.
    pub fn new(py: Python<'_>, variant: &Py<Variant>, position: &Position, mv: variant::Move) -> Self {
        let text = (mv.way != 0).then(|| {
            let (setup, legal) = (position.setup(), position.legal_moves());
            let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
            coordinate(view, mv).into_boxed_str()
        });
        Self { variant: variant.clone_ref(py), mv, text }
    }
}

#[pymethods]
impl Move {
    /// The name of the square that a piece leaves; None for drops and passes.
    #[getter(from_square)]
    fn origin(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv
            .origin()
            .filter(|_| !self.mv.is_pass())
            .map(|square| variant.rules().variant().board.name(square))
    }

    /// The name of the square that a piece reaches; None for passes.
    #[getter(to_square)]
    fn target(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv.target().map(|square| variant.rules().variant().board.name(square))
    }

    /// The piece that comes from the hand, if one does.
    #[getter]
    fn drop(&self, py: Python<'_>) -> Option<String> {
        let variant = self.variant.bind(py).get();
        self.mv.drop().map(|role| variant.rules().variant().role(role).name.clone())
    }

    /// The piece that the player chose: what a piece is promoted to.
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
        if let Some(text) = &self.text {
            return text.to_string();
        }
        let variant = self.variant.bind(py).get().rules().variant();
        let setup = Setup::empty(0);
        coordinate(View { variant, setup: &setup, legal: &[self.mv] }, self.mv)
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
    /// The position, where some move is not told by origin, target and choice.
    setup: Option<Setup>,
}

impl Moves {
    /// Some or all legal moves of a position.
    pub fn new(
        py: Python<'_>,
        variant: &Py<Variant>,
        position: &Position,
        moves: Vec<variant::Move>,
    ) -> Self {
        let setup = moves.iter().any(|mv| mv.way != 0).then(|| position.setup());
        Self { variant: variant.clone_ref(py), moves, setup }
    }

    fn one(&self, py: Python<'_>, mv: variant::Move) -> Move {
        let text = self.setup.as_ref().filter(|_| mv.way != 0).map(|setup| {
            let variant = self.variant.bind(py).get().rules().variant();
            coordinate(View { variant, setup, legal: &self.moves }, mv).into_boxed_str()
        });
        Move { variant: self.variant.clone_ref(py), mv, text }
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
