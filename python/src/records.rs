//! The class `Records`: the games of a file or a text, in order.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use carn::library;
use carn::record::replay::{self, Known};
use carn::record::{self, FileKind, GameTree, Problem, Problems, pgn, sgf};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::file_error;
use crate::game::Game;
use crate::variant::Variant;

/// The source of games.
pub enum Trees {
    Pgn(Box<pgn::Games<Box<dyn Read + Send + Sync>>>),
    /// All games, the number of those taken, and the problems of the others.
    Whole(FileKind, std::vec::IntoIter<GameTree>, u64, Problems),
}

impl Trees {
    /// The games of a path, of an object with `read`, or of bytes.
    pub fn open(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (name, mut reader): (String, Box<dyn Read + Send + Sync>) =
            if let Ok(bytes) = source.cast::<PyBytes>() {
                (String::new(), Box::new(Cursor::new(bytes.as_bytes().to_vec())))
            } else if source.cast::<PyString>().is_ok() || source.hasattr("__fspath__")? {
                let path: PathBuf = source.extract()?;
                let file = File::open(&path).map_err(|error| file_error(&path, &error))?;
                (path.display().to_string(), Box::new(file))
            } else if let Ok(read) = source.getattr("read") {
                let read = read.call0()?;
                let bytes = match read.cast::<PyString>() {
                    Ok(text) => text.to_str()?.as_bytes().to_vec(),
                    Err(_) => read.extract()?,
                };
                // The name tells the format, but not every object with `read` has one.
                let name = source.getattr("name").and_then(|name| name.extract()).unwrap_or_default();
                (name, Box::new(Cursor::new(bytes)))
            } else {
                return Err(PyTypeError::new_err("records must be the path of a file, a file, or bytes"));
            };
        let mut head = Vec::new();
        reader.by_ref().take(4096).read_to_end(&mut head)?;
        if let Some(known) = record::binary_kind(&head) {
            let name = if name.is_empty() { "this".to_owned() } else { format!("`{name}`") };
            return Err(PyValueError::new_err(format!("{name} is {known}, not a game record")));
        }
        let kind = FileKind::of(&name, &head);
        let mut reader: Box<dyn Read + Send + Sync> = Box::new(Cursor::new(head).chain(reader));
        if kind == FileKind::Pgn {
            return Ok(Self::Pgn(Box::new(pgn::Games::new(reader, None))));
        }
        let mut bytes = Vec::new();
        let most = pgn::MAX_TREE as u64;
        reader.by_ref().take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(PyValueError::new_err(format!(
                "`{name}` is not PGN, and larger than {} MB",
                most >> 20
            )));
        }
        let parsed = kind.read_bytes(&bytes, None);
        Ok(Self::Whole(kind, parsed.games.into_iter(), 0, parsed.problems))
    }

    /// The next game, with the problems of its text.
    pub fn next(&mut self) -> std::io::Result<Option<(GameTree, Problems)>> {
        match self {
            Self::Pgn(games) => games.next().transpose(),
            Self::Whole(kind, games, taken, problems) => Ok(games.next().map(|tree| {
                *taken += 1;
                let tree = if *kind == FileKind::Sgf { numbered(&tree) } else { tree };
                (tree, problems.take_to(*taken))
            })),
        }
    }

    /// The problems after the last game.
    fn rest(&mut self) -> Problems {
        match self {
            Self::Pgn(games) => games.rest(),
            Self::Whole(.., problems) => std::mem::take(problems),
        }
    }
}

/// The moves of an SGF tree, with the name of the game that its number stands for.
fn numbered(tree: &GameTree) -> GameTree {
    let number = sgf::game_number(tree);
    let known = number.and_then(|number| library::numbered(u16::try_from(number).ok()?));
    let mut moves = replay::from_sgf(tree);
    let named = moves.tags.get("Variant");
    match (known, number) {
        (Some(name), _) if named.and_then(library::find).is_none() => moves.tags.set("Variant", name),
        // Without a name the game would be taken for chess.
        (None, Some(number)) if named.is_none() => moves.tags.set("Variant", &format!("GM[{number}]")),
        _ => {}
    }
    moves
}

/// The games of a file of records (PGN, SGF, KIF, CSA, XQF and others), or of bytes: an iterator of `Game`s. The file is given
/// by its path, or opened: an object with `read`.
///
/// A game has the rules of the shipped variant that it names, or those of `variant` if given. Games with unknown rules or an
/// unplayable start position are skipped; `skipped` counts them, and `problems` gives the reasons.
#[pyclass(module = "carn")]
pub struct Records {
    trees: Arc<Mutex<Trees>>,
    fixed: Option<Py<Variant>>,
    known: Vec<(&'static str, Py<Variant>)>,
    /// The number of games read.
    #[pyo3(get)]
    read: u64,
    /// The number of games skipped.
    #[pyo3(get)]
    skipped: u64,
    problems: Vec<String>,
}

/// The maximum number of stored problems.
const MOST: usize = 1000;

impl Records {
    /// The rules of a game.
    fn variant(&mut self, py: Python<'_>, name: &str) -> PyResult<Option<Py<Variant>>> {
        if let Some(fixed) = &self.fixed {
            return Ok(Some(fixed.clone_ref(py)));
        }
        let Some(name) = library::find(name) else { return Ok(None) };
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == name) {
            return Ok(Some(known.clone_ref(py)));
        }
        let variant = Py::new(py, Variant::shipped(py, name)?)?;
        self.known.push((name, variant.clone_ref(py)));
        Ok(Some(variant))
    }

    fn skip(&mut self, why: &str) {
        self.skipped += 1;
        self.tell(format!("game {}: {why}", self.read));
    }

    fn tell(&mut self, problem: String) {
        if self.problems.len() < MOST {
            self.problems.push(problem);
        }
    }
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (source, variant = None))]
    fn new(source: &Bound<'_, PyAny>, variant: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let variant = variant.map(Variant::given).transpose()?;
        let trees = Arc::new(Mutex::new(Trees::open(source)?));
        Ok(Self { trees, fixed: variant, known: Vec::new(), read: 0, skipped: 0, problems: Vec::new() })
    }

    /// The reasons why games were skipped, and at the end the problems after the last game.
    #[getter]
    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            let trees = Arc::clone(&self.trees);
            let (next, rest) = py.detach(move || {
                let mut trees = trees.lock().unwrap_or_else(PoisonError::into_inner);
                let next = trees.next()?;
                let rest = if next.is_none() { trees.rest() } else { Problems::default() };
                Ok::<_, std::io::Error>((next, rest))
            })?;
            let Some((tree, mut problems)) = next else {
                rest.iter().for_each(|problem| self.tell(problem.to_string()));
                return Ok(None);
            };
            self.read += 1;
            let name = replay::Header::new(&tree.tags).name().to_owned();
            let Some(variant) = self.variant(py, &name)? else {
                self.skip(&format!("there is no shipped variant `{name}`"));
                continue;
            };
            let known: Known = variant.bind(py).get().known.clone();
            match py.detach(|| record::Game::from_tree(tree, &move |_| Some(known.clone()))) {
                Ok((game, played)) => {
                    problems.append(played);
                    problems.set_game(self.read);
                    problems.sort();
                    let problems = problems.iter().map(ToString::to_string).collect();
                    return Ok(Some(Game::of(variant, game, problems)));
                }
                Err(problem) => self.skip(&Problem { game: 0, ..problem }.to_string()),
            }
        }
    }
}
