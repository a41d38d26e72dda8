//! The class `Searcher` and its results.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use carn::has_memory;
use carn::notation;
use carn::position::Position;
use carn::random::Random;
use carn::search::{self, Control, Level, Limits, Score};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::board::{Board, released, usual};
use crate::moves::Move;
use crate::variant::Variant;

/// A line of moves with its evaluation.
#[pyclass(frozen, module = "carn")]
pub struct Line {
    /// In hundredths of the weakest piece, for the player to move; None if a forced win is found.
    #[pyo3(get)]
    score: Option<i32>,
    /// The number of moves to a forced win, negative for a loss; None if none is found.
    #[pyo3(get)]
    mate: Option<i32>,
    /// The search depth of the line.
    #[pyo3(get)]
    depth: u32,
    moves: Vec<Py<Move>>,
    /// The moves in the game's notation.
    #[pyo3(get)]
    san: Vec<String>,
}

#[pymethods]
impl Line {
    /// The moves.
    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<Py<Move>> {
        self.moves.iter().map(|mv| mv.clone_ref(py)).collect()
    }

    fn __repr__(&self) -> String {
        let score = match (self.mate, self.score) {
            (Some(mate), _) => format!("#{mate}"),
            (None, score) => score.unwrap_or_default().to_string(),
        };
        format!("<Line {score}: {}>", self.san.join(" "))
    }
}

/// The result of a search.
#[pyclass(frozen, module = "carn")]
pub struct Found {
    lines: Vec<Py<Line>>,
    best: Option<Py<Move>>,
    /// The number of nodes.
    #[pyo3(get)]
    nodes: u64,
}

#[pymethods]
impl Found {
    /// The best lines, best first; empty without legal moves.
    #[getter]
    fn lines(&self, py: Python<'_>) -> Vec<Py<Line>> {
        self.lines.iter().map(|line| line.clone_ref(py)).collect()
    }

    /// The move to play: the best one, or that of the requested level. None without legal moves.
    #[getter]
    fn best(&self, py: Python<'_>) -> Option<Py<Move>> {
        self.best.as_ref().map(|mv| mv.clone_ref(py))
    }

    /// The score of the best line, in hundredths of the weakest piece; None if a forced win is found, or without legal moves.
    #[getter]
    fn score(&self, py: Python<'_>) -> Option<i32> {
        self.lines.first().and_then(|line| line.bind(py).get().score)
    }

    /// The number of moves to a forced win, negative for a loss.
    #[getter]
    fn mate(&self, py: Python<'_>) -> Option<i32> {
        self.lines.first().and_then(|line| line.bind(py).get().mate)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let line =
            self.lines.first().map_or_else(|| "<no line>".to_owned(), |line| line.bind(py).get().__repr__());
        format!("<Found {} nodes, {line}>", self.nodes)
    }
}

/// The parameters of a search, as given by Python.
pub struct Asked {
    pub limits: Limits,
    pub level: Option<Level>,
    pub seed: u64,
    pub threads: usize,
}

impl Asked {
    fn new(
        (time, depth, nodes): (Option<f64>, Option<u32>, Option<u64>),
        (lines, threads): (usize, usize),
        (level, seed): (Option<u8>, u64),
    ) -> PyResult<Self> {
        for (name, given) in
            [("depth", depth.map(u64::from)), ("nodes", nodes), ("lines", Some(lines as u64))]
        {
            if given == Some(0) {
                return Err(PyValueError::new_err(format!("{name} is 0; it must be at least 1")));
            }
        }
        let bounded = depth.is_some() || nodes.is_some() || level.is_some_and(|level| level < Level::MOST);
        let time = time.or((!bounded).then_some(1.0)).map(Duration::try_from_secs_f64).transpose();
        let time =
            time.map_err(|_| PyValueError::new_err("the time must be a number of seconds, at least 0"))?;
        let limits = Limits { time, depth, nodes, lines, ..Limits::default() };
        Ok(Self { limits, level: level.map(Level::new), seed, threads: threads.clamp(1, 256) })
    }
}

/// Does work in another thread, and regularly lets Python handle interrupts, which `stop` the work.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &(dyn Fn() + Sync),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (running, done) = channel::<()>();
            let thread = scope.spawn(move || {
                // Dropped when the work is done, and when it panics.
                let _running = running;
                work()
            });
            while done.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                Python::attach(|py| py.check_signals()).inspect_err(|_| stop())?;
            }
            Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    })
}

/// Searches a board.
fn run(py: Python<'_>, searcher: &mut search::Searcher, board: &Board, asked: &Asked) -> PyResult<Found> {
    searcher.threads = asked.threads;
    let position = &board.position;
    let control = Control::new();
    let (best, found) = interruptible(py, &|| control.stop(), || {
        let level = asked.level.unwrap_or(Level::new(Level::MOST));
        searcher.choose(position, &asked.limits, level, &mut Random::new(asked.seed), &control, &mut |_| {})
    })?;
    let variant = &board.variant;
    let lines = found.lines.iter().map(|line| Py::new(py, told(py, variant, position, line)?));
    let lines = lines.collect::<PyResult<Vec<_>>>()?;
    let best = best.map(|mv| Py::new(py, Move::new(py, variant, position, mv))).transpose()?;
    Ok(Found { lines, best, nodes: found.nodes })
}

fn told(py: Python<'_>, variant: &Py<Variant>, position: &Position, line: &search::Line) -> PyResult<Line> {
    let mut at = position.here();
    let script = usual(at.rules().variant());
    let (mut moves, mut san) = (Vec::new(), Vec::new());
    for &mv in &line.moves {
        moves.push(Py::new(py, Move::new(py, variant, &at, mv))?);
        san.push(notation::write(&at, mv, script).unwrap_or_default());
        at.play_unchecked(mv);
    }
    let score = match line.score {
        Score::Points(points) => Some(points),
        Score::Win(_) | Score::Loss(_) => None,
    };
    Ok(Line { score, mate: line.score.mate(), depth: line.depth, moves, san })
}

/// Searches for the best moves of one game, and keeps its transposition table between searches.
#[pyclass(module = "carn")]
pub struct Searcher {
    searcher: search::Searcher,
    variant: Py<Variant>,
}

impl Searcher {
    /// An error if a board belongs to another game.
    fn check(&self, py: Python<'_>, board: &Board) -> PyResult<()> {
        let same = self.variant.bind(py).get().is(board.variant.bind(py).get());
        let error = || PyValueError::new_err("the board and the search belong to different games");
        same.then_some(()).ok_or_else(error)
    }
}

#[pymethods]
impl Searcher {
    /// A searcher with a transposition table of this size in megabytes. Raises MemoryError if the machine has less.
    #[new]
    #[pyo3(signature = (variant, hash = 16))]
    fn new(py: Python<'_>, variant: &Bound<'_, PyAny>, hash: usize) -> PyResult<Self> {
        let variant = Variant::given(variant)?;
        let bytes = hash.checked_mul(1 << 20).filter(|&bytes| has_memory(bytes));
        if bytes.is_none() {
            return Err(PyMemoryError::new_err(format!("not enough memory for a hash table of {hash} MB")));
        }
        let rules = variant.bind(py).get().rules().clone();
        Ok(Self { searcher: py.detach(|| search::Searcher::with_hash(&rules, hash)), variant })
    }

    /// The best moves of a board. Without a limit it takes a second. With one thread and only `nodes` or `depth` as limit, the
    /// result after `clear` is reproducible.
    #[pyo3(signature = (board, *, time = None, depth = None, nodes = None, lines = 1, threads = 1, level = None, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "in Python they have names")]
    fn search(
        &mut self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        lines: usize,
        threads: usize,
        level: Option<u8>,
        seed: u64,
    ) -> PyResult<Found> {
        self.check(py, &board)?;
        let asked = Asked::new((time, depth, nodes), (lines, threads), (level, seed))?;
        run(py, &mut self.searcher, &released(py, board), &asked)
    }

    /// The static evaluation of a position for the player to move, in hundredths of the weakest piece.
    fn evaluate(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<i32> {
        self.check(py, &board)?;
        Ok(self.searcher.evaluate(&board.position, board.position.turn()))
    }

    /// Clears the transposition table.
    fn clear(&mut self) {
        self.searcher.clear();
    }
}

/// Searches a board with the shared searcher of its game.
pub fn of_board(
    py: Python<'_>,
    board: &Board,
    bounds: (Option<f64>, Option<u32>, Option<u64>),
    (lines, threads): (usize, usize),
    level: (Option<u8>, u64),
) -> PyResult<Found> {
    let asked = Asked::new(bounds, (lines, threads), level)?;
    let kept = &board.variant.bind(py).get().searcher;
    // Another thread may be using it; then this search gets its own.
    let known = kept.lock().ok().and_then(|mut kept| kept.take());
    let mut searcher = match known {
        Some(searcher) => searcher,
        None => py.detach(|| search::Searcher::new(board.position.rules())),
    };
    let found = run(py, &mut searcher, board, &asked);
    if let Ok(mut kept) = kept.lock() {
        *kept = Some(searcher);
    }
    found
}
