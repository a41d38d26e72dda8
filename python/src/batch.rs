//! The class `Batch`: many games played side by side, without Python's lock. `carn.Batch` puts numpy's arrays around it.

use carn::learn;
use carn::random::Random;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::IllegalMoveError;
use crate::outcome::Outcome;
use crate::variant::Variant;

/// Many games of one kind. Arrays are filled in place.
#[pyclass(subclass, module = "carn._carn")]
pub struct Batch {
    variant: Py<Variant>,
    batch: learn::Batch,
    random: Random,
    /// What the planes of all games are written to before Python has them.
    bytes: Vec<u8>,
}

/// Whether an array has as many numbers as it should.
fn fits(found: usize, wanted: usize) -> PyResult<()> {
    let error = || PyValueError::new_err(format!("the array should have {wanted} numbers, and has {found}"));
    (found == wanted).then_some(()).ok_or_else(error)
}

impl Batch {
    fn play(
        &mut self,
        py: Python<'_>,
        given: &PyBuffer<u32>,
        play: fn(&mut learn::Batch, &[u32]) -> Result<(), learn::NoSuchAction>,
    ) -> PyResult<()> {
        fits(given.item_count(), self.batch.len())?;
        let given = given.to_vec(py)?;
        let batch = &mut self.batch;
        py.detach(|| play(batch, &given)).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    fn per_game<T: pyo3::buffer::Element + Copy>(
        &self,
        py: Python<'_>,
        out: &PyBuffer<T>,
        values: impl Iterator<Item = T>,
    ) -> PyResult<()> {
        let values: Vec<T> = values.collect();
        fits(out.item_count(), values.len())?;
        out.copy_from_slice(py, &values)
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        variant: Py<Variant>,
        games: usize,
        threads: usize,
        longest: usize,
        seed: u64,
    ) -> Self {
        let rules = variant.bind(py).get().rules().clone();
        let mut batch = py.detach(|| learn::Batch::new(&rules, games));
        (batch.threads, batch.longest) = (threads.clamp(1, 256), longest.max(1));
        Self { variant, batch, random: Random::new(seed), bytes: Vec::new() }
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    /// The rules.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    /// Whether all games are over.
    #[getter]
    fn is_over(&self) -> bool {
        self.batch.is_over()
    }

    /// The board of a game, with its moves.
    fn board(&self, py: Python<'_>, game: usize) -> PyResult<Board> {
        let position =
            self.batch.position(game).ok_or_else(|| PyIndexError::new_err("there are fewer games"))?;
        Ok(Board::at(py, &self.variant, position.clone(), None))
    }

    /// How a game has ended by the rules.
    fn outcome(&self, game: usize) -> Option<Outcome> {
        self.batch.outcome(game).map(|outcome| Outcome::new(self.batch.rules().variant(), outcome))
    }

    fn play_actions(&mut self, py: Python<'_>, actions: PyBuffer<u32>) -> PyResult<()> {
        self.play(py, &actions, learn::Batch::play)
    }

    fn play_places(&mut self, py: Python<'_>, places: PyBuffer<u32>) -> PyResult<()> {
        self.play(py, &places, learn::Batch::play_nth)
    }

    fn play_random(&mut self, py: Python<'_>) {
        let (batch, random) = (&mut self.batch, &mut self.random);
        py.detach(|| batch.play_random(random));
    }

    fn reset_games(&mut self, py: Python<'_>, which: PyBuffer<u8>) -> PyResult<()> {
        fits(which.item_count(), self.batch.len())?;
        let which = which.to_vec(py)?;
        let batch = &mut self.batch;
        py.detach(|| batch.reset(|game| which.get(game).is_some_and(|&one| one != 0)));
        Ok(())
    }

    fn write_planes(&mut self, py: Python<'_>, out: PyBuffer<u8>) -> PyResult<()> {
        self.planes(py, out.item_count())?;
        out.copy_from_slice(py, &self.bytes)
    }

    fn write_planes_as_floats(&mut self, py: Python<'_>, out: PyBuffer<f32>) -> PyResult<()> {
        self.planes(py, out.item_count())?;
        let bytes = &self.bytes;
        let floats: Vec<f32> = py.detach(|| bytes.iter().map(|&byte| f32::from(byte)).collect());
        out.copy_from_slice(py, &floats)
    }

    fn write_masks(&mut self, py: Python<'_>, out: PyBuffer<u8>) -> PyResult<()> {
        fits(out.item_count(), self.batch.len() * self.batch.actions().len())?;
        let (batch, bytes) = (&mut self.batch, &mut self.bytes);
        py.detach(|| {
            bytes.resize(batch.len() * batch.actions().len(), 0);
            batch.write_masks(bytes);
        });
        out.copy_from_slice(py, &self.bytes)
    }

    fn write_counts(&self, py: Python<'_>, out: PyBuffer<u32>) -> PyResult<()> {
        self.per_game(py, &out, self.batch.counts().map(|count| count as u32))
    }

    fn write_players(&self, py: Python<'_>, out: PyBuffer<u8>) -> PyResult<()> {
        self.per_game(py, &out, self.batch.players().map(|player| player.0))
    }

    fn write_ended(&self, py: Python<'_>, out: PyBuffer<u8>) -> PyResult<()> {
        self.per_game(py, &out, (0..self.batch.len()).map(|game| u8::from(self.batch.has_ended(game))))
    }

    fn write_cut(&self, py: Python<'_>, out: PyBuffer<u8>) -> PyResult<()> {
        self.per_game(py, &out, (0..self.batch.len()).map(|game| u8::from(self.batch.is_cut(game))))
    }

    fn write_rewards(&self, py: Python<'_>, out: PyBuffer<f32>) -> PyResult<()> {
        self.per_game(py, &out, (0..self.batch.len()).flat_map(|game| self.batch.rewards(game)))
    }
}

impl Batch {
    /// Writes the planes of all games to the bytes kept here.
    fn planes(&mut self, py: Python<'_>, room: usize) -> PyResult<()> {
        let wanted = self.batch.len() * self.batch.planes().len();
        fits(room, wanted)?;
        let (batch, bytes) = (&mut self.batch, &mut self.bytes);
        py.detach(|| {
            bytes.resize(wanted, 0);
            batch.write_planes(bytes);
        });
        Ok(())
    }
}
