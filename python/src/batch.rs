//! The class `Batch`: many games played side by side as numpy arrays, without holding Python's lock.

use carn::has_memory;
use carn::learn;
use carn::random::Random;
use numpy::ndarray::Dimension;
use numpy::{
    AllowTypeChange, Element, Ix1, PyArray, PyArray1, PyArray2, PyArray4, PyArrayDescr, PyArrayDescrMethods,
    PyArrayLike, PyArrayMethods, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::IllegalMoveError;
use crate::outcome::Outcome;
use crate::variant::Variant;

/// `games` games of one variant, played in step.
///
/// Every array has one entry per game. A finished game stays as it is until `reset`; values given for it are ignored. `longest`
/// cuts games off after that many plies, without a winner. Python's lock is released while games are played and arrays are
/// written; `threads` sets the number of threads.
///
/// >>> import numpy as np
/// >>> batch = Batch("breakthrough", 4)
/// >>> batch.observe().shape, batch.masks().shape[0]
/// ((4, 4, 8, 8), 4)
/// >>> while not batch.is_over:
/// ...     batch.step(batch.masks().argmax(axis=1))
/// >>> batch.rewards().sum(axis=1)
/// array([0., 0., 0., 0.], dtype=float32)
#[pyclass(module = "carn")]
pub struct Batch {
    variant: Py<Variant>,
    batch: learn::Batch,
    random: Random,
}

/// A value for each game, as numbers of one type.
type PerGame<'py, T> = PyArrayLike<'py, T, Ix1, AllowTypeChange>;

type Play = fn(&mut learn::Batch, &[u32]) -> Result<(), learn::NoSuchAction>;

/// The bytes of memory that a game of the smallest variant takes at its start.
const A_GAME: usize = 512;

impl Batch {
    fn play(&mut self, py: Python<'_>, given: &PerGame<'_, u32>, play: Play) -> PyResult<()> {
        let given = self.given(given)?;
        let batch = &mut self.batch;
        py.detach(|| play(batch, &given)).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    /// The given numbers, one per game.
    fn given<T: Element + Copy>(&self, given: &PerGame<'_, T>) -> PyResult<Vec<T>> {
        let (found, games) = (given.as_array(), self.batch.len());
        let error = || {
            PyValueError::new_err(format!(
                "{games} numbers are needed, one for each game, not {}",
                found.len()
            ))
        };
        (found.len() == games).then(|| found.to_vec()).ok_or_else(error)
    }

    /// Writes an array; a new one if `out` is not given.
    fn write<'py, T: Element + Copy, D: Dimension>(
        &mut self,
        py: Python<'py>,
        shape: D,
        out: Option<Bound<'py, PyArray<T, D>>>,
        write: fn(&mut learn::Batch, &mut [T]),
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let array = match out {
            None => PyArray::zeros(py, shape, false),
            // The numbers are written in C order, whatever the strides of the array say.
            Some(out) if out.shape() != shape.slice() || !out.is_c_contiguous() => {
                return Err(PyValueError::new_err(format!(
                    "`out` must be a C-contiguous array of the shape {:?}; it has the shape {:?} and the strides {:?}",
                    shape.slice(),
                    out.shape(),
                    out.strides()
                )));
            }
            Some(out) => out,
        };
        {
            let mut place =
                array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
            let numbers = place.as_slice_mut()?;
            let batch = &mut self.batch;
            py.detach(|| write(batch, numbers));
        }
        Ok(array)
    }

    fn planes<'py, T: Element + Copy + From<u8>>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [channels, rows, columns] = self.batch.planes().shape();
        let shape = numpy::Ix4(self.batch.len(), channels, rows, columns);
        let wrong =
            |_| PyValueError::new_err(format!("`out` must be an array of the shape {:?}", shape.slice()));
        let out = out.map(|out| out.cast::<PyArray4<T>>().cloned().map_err(wrong)).transpose()?;
        Ok(self.write(py, shape, out, learn::Batch::write_planes)?.into_any())
    }

    /// An array with a value for each game.
    fn each<'py, T: Element>(&self, py: Python<'py>, of: impl Fn(usize) -> T) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_iter(py, (0..self.batch.len()).map(of))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (variant, games, *, threads = 1, longest = 1_000_000, seed = 0))]
    fn new(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        games: usize,
        threads: usize,
        longest: usize,
        seed: u64,
    ) -> PyResult<Self> {
        // Import numpy now, since the code that makes arrays cannot report that it is missing.
        py.import("numpy")?;
        let variant = Variant::given(variant)?;
        let rules = variant.bind(py).get().rules().clone();
        if games.checked_mul(A_GAME).is_none_or(|bytes| !has_memory(bytes)) {
            return Err(PyMemoryError::new_err(format!("not enough memory for {games} games")));
        }
        let mut batch = py.detach(|| learn::Batch::new(&rules, games));
        (batch.threads, batch.longest) = (threads.clamp(1, 256), longest.max(1));
        Ok(Self { variant, batch, random: Random::new(seed) })
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    /// The rules.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.batch.rules().variant().players.len()
    }

    /// Whether all games are over.
    #[getter]
    fn is_over(&self) -> bool {
        self.batch.is_over()
    }

    /// The board of a game, with its moves.
    fn board(&self, py: Python<'_>, game: usize) -> PyResult<Board> {
        let position = self.batch.position(game);
        let position = position.ok_or_else(|| PyIndexError::new_err("the batch has fewer games"))?;
        Ok(Board::at(py, &self.variant, position, None))
    }

    /// The outcome of a game by the rules; None before its end.
    fn outcome(&self, game: usize) -> Option<Outcome> {
        self.batch.outcome(game).map(|outcome| Outcome::new(self.batch.rules().variant(), outcome))
    }

    /// The positions as `[games, channels, rows, columns]`, as uint8 or float32; `Variant.plane_names` names the channels. If
    /// `out` is given, they are written there with its type.
    #[pyo3(signature = (dtype = None, out = None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind = match (out, dtype) {
            (Some(out), _) => out.getattr("dtype")?.cast_into::<PyArrayDescr>()?,
            (None, Some(kind)) => PyArrayDescr::new(py, kind)?,
            (None, None) => self::dtype::<u8>(py),
        };
        if kind.is_equiv_to(&self::dtype::<f32>(py)) {
            self.planes::<f32>(py, out)
        } else if kind.is_equiv_to(&self::dtype::<u8>(py)) {
            self.planes::<u8>(py, out)
        } else {
            Err(PyValueError::new_err(format!("planes are uint8 or float32, not {kind}")))
        }
    }

    /// The legal actions as booleans `[games, Variant.action_count]`; all false for a finished game.
    #[pyo3(signature = (out = None))]
    fn masks<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = numpy::Ix2(self.batch.len(), self.batch.actions().len());
        self.write(py, shape, out, learn::Batch::write_masks)
    }

    /// The number of legal moves in each game; 0 if it is over.
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.each(py, |game| self.batch.count(game) as u32)
    }

    /// The index of the player to move in each game.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.each(py, |game| self.batch.player(game).0)
    }

    /// Whether each game has ended by the rules.
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.each(py, |game| self.batch.has_ended(game))
    }

    /// Whether each game was cut off at `longest`.
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.each(py, |game| self.batch.is_cut(game))
    }

    /// The rewards as `[games, players]`: 1, 0 or -1, and 0 for all before the end of a game. With more than two players, the
    /// winners share the losses of the losers.
    fn rewards<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let shape = numpy::Ix2(self.batch.len(), self.players());
        self.write(py, shape, None, |batch, out| {
            for (game, out) in out.chunks_mut(batch.rules().variant().players.len()).enumerate() {
                out.copy_from_slice(&batch.rewards(game));
            }
        })
    }

    /// Plays one action per game. Raises `IllegalMoveError` if one has no legal move; no game is changed then.
    fn step(&mut self, py: Python<'_>, actions: PerGame<'_, u32>) -> PyResult<()> {
        self.play(py, &actions, learn::Batch::play)
    }

    /// Plays in each game the legal move at an index below `counts()`: the fastest way to play moves chosen elsewhere.
    fn step_nth(&mut self, py: Python<'_>, places: PerGame<'_, u32>) -> PyResult<()> {
        self.play(py, &places, learn::Batch::play_nth)
    }

    /// Plays a uniformly random legal move in each game, from `seed`.
    fn step_random(&mut self, py: Python<'_>) {
        let (batch, random) = (&mut self.batch, &mut self.random);
        py.detach(|| batch.play_random(random));
    }

    /// Resets games to the start: all of them, or those for which `which` is true.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<PerGame<'_, bool>>) -> PyResult<()> {
        let which = which.map(|which| self.given(&which)).transpose()?;
        let chosen = |game| which.as_ref().is_none_or(|which| which.get(game) == Some(&true));
        let batch = &mut self.batch;
        py.detach(|| batch.reset(chosen));
        Ok(())
    }
}
