//! The class `Batch`: many games played side by side as numpy arrays, without holding Python's lock.

use carn::has_memory;
use carn::learn;
use carn::random::Random;
use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::IllegalMoveError;
use crate::moves::Moves;
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

type Play = fn(&mut learn::Batch, &[u32]) -> Result<(), learn::NoSuchAction>;

/// The bytes of memory that a game of the smallest variant takes at its start.
const A_GAME: usize = 512;

impl Batch {
    fn play(&mut self, given: &Bound<'_, PyAny>, play: Play) -> PyResult<()> {
        let py = given.py();
        let (kind, array) = array(given)?;
        // A finished game ignores its number, which may be any.
        let numbers: Vec<u32> = match kind {
            b'u' => {
                values::<u64>(&array)?.into_iter().map(|one| one.try_into().unwrap_or(u32::MAX)).collect()
            }
            b'i' => {
                values::<i64>(&array)?.into_iter().map(|one| one.try_into().unwrap_or(u32::MAX)).collect()
            }
            _ => return Err(no_integers(&array)?),
        };
        self.one_each(numbers.len())?;
        let batch = &mut self.batch;
        match py.detach(|| play(batch, &numbers)) {
            Ok(()) => Ok(()),
            Err(learn::NoSuchAction { game, .. }) => {
                let number = array.get_item(game)?;
                let message = format!("game {game} has no legal move with the number {number}");
                Err(IllegalMoveError::new_err(message))
            }
        }
    }

    /// An error if there is not one value per game.
    fn one_each(&self, found: usize) -> PyResult<()> {
        let games = self.batch.len();
        let error =
            || PyValueError::new_err(format!("{games} numbers are needed, one for each game, not {found}"));
        (found == games).then_some(()).ok_or_else(error)
    }

    /// Whether each game is meant: by a mask of booleans, or by indices, as in numpy.
    fn chosen(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let (kind, array) = array(given)?;
        if kind == b'b' {
            let mask = values::<bool>(&array)?;
            self.one_each(mask.len())?;
            return Ok(mask);
        }
        let games = self.batch.len();
        let mut mask = vec![false; games];
        if array.len()? == 0 {
            return Ok(mask);
        }
        if !matches!(kind, b'i' | b'u') {
            return Err(no_integers(&array)?);
        }
        for index in values::<i64>(&array)? {
            let from_end = if index < 0 { games as i64 } else { 0 };
            let game = usize::try_from(index.saturating_add(from_end)).ok();
            let slot = game.and_then(|game| mask.get_mut(game));
            *slot.ok_or_else(|| PyIndexError::new_err(format!("the batch has no game {index}")))? = true;
        }
        Ok(mask)
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
        let wrong = |_| other("uint8 or float32", shape.slice());
        let out = out.map(|out| out.cast::<PyArray4<T>>().cloned().map_err(wrong)).transpose()?;
        Ok(self.write(py, shape, out, learn::Batch::write_planes)?.into_any())
    }

    /// An array with a value for each game.
    fn each<'py, T: Element>(&self, py: Python<'py>, of: impl Fn(usize) -> T) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_iter(py, (0..self.batch.len()).map(of))
    }
}

/// An argument as an array of one dimension, with the kind of its values: `b` for booleans, `i` and `u` for integers.
fn array<'py>(given: &Bound<'py, PyAny>) -> PyResult<(u8, Bound<'py, PyAny>)> {
    let array = given.py().import("numpy")?.call_method1("atleast_1d", (given,))?;
    let kind = array.getattr("dtype")?.cast_into::<PyArrayDescr>()?.kind();
    Ok((kind, array))
}

/// The values of an array of one dimension, as another type.
fn values<T: Element + Copy>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let array = array.call_method1("astype", (dtype::<T>(array.py()),))?;
    let wrong = |_| PyValueError::new_err("an array of one dimension is needed");
    Ok(array.cast::<PyArray1<T>>().map_err(wrong)?.readonly().as_array().to_vec())
}

/// The error for an array of another type or number of dimensions.
fn other(kind: &str, shape: &[usize]) -> PyErr {
    PyValueError::new_err(format!("`out` must be an array of {kind} of the shape {shape:?}"))
}

fn fewer() -> PyErr {
    PyIndexError::new_err("the batch has fewer games")
}

fn no_integers(array: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    Ok(PyTypeError::new_err(format!("the numbers must be integers, not {}", array.getattr("dtype")?)))
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
        let position = position.ok_or_else(fewer)?;
        Ok(Board::at(py, &self.variant, position, None))
    }

    /// The outcome of a game by the rules; None before its end.
    fn outcome(&self, game: usize) -> PyResult<Option<Outcome>> {
        if game >= self.batch.len() {
            return Err(fewer());
        }
        Ok(self.batch.outcome(game).map(|outcome| Outcome::new(self.batch.rules().variant(), outcome)))
    }

    /// The legal moves of a game in the order of `step_nth`; none if the game is over.
    fn legal_moves(&self, py: Python<'_>, game: usize) -> PyResult<Moves> {
        let (position, moves) = self.batch.legal(game).ok_or_else(fewer)?;
        Ok(Moves::new(py, &self.variant, position, Some(moves.to_vec())))
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
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = numpy::Ix2(self.batch.len(), self.batch.actions().len());
        let out =
            out.map(|out| out.cast::<PyArray2<bool>>().cloned().map_err(|_| other("bool", shape.slice())));
        let out = out.transpose()?;
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
    fn step(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.play(actions, learn::Batch::play)
    }

    /// Plays in each game the legal move at an index below `counts()`: the fastest way to play moves chosen elsewhere. The
    /// order is that of `legal_moves(game)`.
    fn step_nth(&mut self, places: &Bound<'_, PyAny>) -> PyResult<()> {
        self.play(places, learn::Batch::play_nth)
    }

    /// Plays a uniformly random legal move in each game, from `seed`.
    fn step_random(&mut self, py: Python<'_>) {
        let (batch, random) = (&mut self.batch, &mut self.random);
        py.detach(|| batch.play_random(random));
    }

    /// Resets games to the start: all of them, or those of an array, which selects as in numpy: booleans, one for each game, or
    /// indices.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = which.map(|which| self.chosen(which)).transpose()?;
        let chosen = |game| which.as_ref().is_none_or(|which| which.get(game) == Some(&true));
        let batch = &mut self.batch;
        py.detach(|| batch.reset(chosen));
        Ok(())
    }
}
