//! The class `Variant`: the rules of a game.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use carn::compile::{Compiled, Natives, RuleErrors, compile};
use carn::import::ini;
use carn::learn::{Actions, Planes};
use carn::library::{self, Beside};
use carn::notation::script_name;
use carn::position::{Position, Rules};
use carn::prose::{Language, Line, explain};
use carn::record::replay::Known;
use carn::search::{Evaluation, Searcher};
use carn::source::SourceId;
use carn::variant::{Piece, PlayerId, RoleId, Taken, fen};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyList, PyTuple};

use crate::board::Board;
use crate::errors::{file_error, findings, rule_error};
use crate::predicate::Predicate;

/// Where the rules came from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A shipped file, by its name.
    Shipped(&'static str),
    /// A text with its name in messages.
    Text(String, String),
    /// A file.
    File(PathBuf),
}

/// The rules of a game.
///
/// `Variant("xiangqi")` is a shipped game, by its name or a name from records; `Variant.from_toml` and `Variant.from_file` read
/// rule files.
#[pyclass(frozen, module = "carn")]
pub struct Variant {
    pub known: Known,
    pub origin: Origin,
    compiled: Arc<Compiled>,
    actions: OnceLock<Arc<Actions>>,
    planes: OnceLock<Arc<Planes>>,
    /// The searcher of this game, while no search uses it.
    pub searcher: Mutex<Option<Searcher>>,
}

/// The names of the shipped games.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    library::names().collect()
}

/// A variant of a Fairy-Stockfish configuration as a rule file.
#[pyclass(frozen, get_all, module = "carn")]
pub struct Imported {
    /// The name in the configuration.
    name: String,
    /// The text of the rule file.
    text: String,
    /// The name of the shipped game that the file extends.
    extends: Option<String>,
    /// The lines that the rule file does not contain: dictionaries with `key`, `value`, `why`, and `rules`, which is false where
    /// moves and results are the same without it.
    lost: Py<PyList>,
    /// The reason why there is no valid rule file; None if there is one.
    failed: Option<String>,
}

#[pymethods]
impl Imported {
    fn __repr__(&self) -> String {
        format!("<Imported '{}'>", self.name)
    }
}

/// Converts a Fairy-Stockfish configuration (`variants.ini`) to rule files, one for each variant.
#[pyfunction]
pub fn import_variants(py: Python<'_>, text: &str) -> PyResult<Vec<Imported>> {
    let games = py.detach(|| ini::import(text, &[])).games.into_iter();
    let imported = |game: ini::Imported| {
        let lost = PyList::empty(py);
        for one in game.lost {
            let parts = [("key", one.key), ("value", one.value), ("why", one.why)].into_py_dict(py)?;
            parts.set_item("rules", one.rules)?;
            lost.append(parts)?;
        }
        let ini::Imported { name, text, extends, failed, .. } = game;
        Ok(Imported { name, text, extends, lost: lost.unbind(), failed })
    };
    games.map(imported).collect()
}

/// The names of the variants that Fairy-Stockfish has built in.
#[pyfunction]
pub fn fairy_variants() -> Vec<String> {
    ini::built_in().collect()
}

/// The rules of a file, and the other results of compiling it.
type Ready = (Known, Arc<Compiled>);

fn ready(mut compiled: Compiled) -> Result<Ready, RuleErrors> {
    match compiled.variant.take() {
        Some(variant) => {
            let known = Known { rules: Rules::new(variant), hash: compiled.rule_hash_text() };
            Ok((known, Arc::new(compiled)))
        }
        None => Err(RuleErrors { diagnostics: compiled.diagnostics, sources: compiled.sources }),
    }
}

/// A shipped game, compiled once, since programs use the same game repeatedly.
fn loaded(name: &'static str) -> Option<Ready> {
    static LOADED: Mutex<Vec<(&str, Ready)>> = Mutex::new(Vec::new());
    let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, ready)) = loaded().iter().find(|(known, _)| *known == name) {
        return Some(ready.clone());
    }
    let ready = ready(library::load_to_play(name)?).ok()?;
    loaded().push((name, ready.clone()));
    Some(ready)
}

impl Variant {
    /// Compiles a text, with the files next to it.
    pub fn compile(name: &str, text: &str, folder: Option<&Path>) -> Compiled {
        let read = |file: &str| match folder {
            Some(folder) => std::fs::read_to_string(folder.join(file)).map_err(|error| error.to_string()),
            None => Err("rules from text can extend only shipped variants".to_owned()),
        };
        compile(name, text, &Beside(read), &Natives::default())
    }

    fn new(py: Python<'_>, compiled: Compiled, origin: Origin) -> PyResult<Self> {
        ready(compiled).map(|ready| Self::of(ready, origin)).map_err(|errors| rule_error(py, &errors))
    }

    fn of((known, compiled): Ready, origin: Origin) -> Self {
        let (actions, planes) = (OnceLock::new(), OnceLock::new());
        Self { known, origin, compiled, actions, planes, searcher: Mutex::default() }
    }

    /// The shipped game with this name.
    pub fn shipped(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = library::text(name).and_then(|_| library::names().find(|known| *known == name));
        let Some(found) = found.or_else(|| library::find(name)) else {
            let near = library::near(name);
            let hint =
                if near.is_empty() { String::new() } else { format!("; near it are {}", near.join(", ")) };
            return Err(PyKeyError::new_err(format!("there is no shipped game `{name}`{hint}")));
        };
        let ready = py.detach(|| loaded(found)).ok_or_else(|| PyKeyError::new_err(found))?;
        Ok(Self::of(ready, Origin::Shipped(found)))
    }

    /// The game for an argument: the variant itself, or a shipped one by name.
    pub fn given(given: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        match given.cast::<Self>() {
            Ok(variant) => Ok(variant.clone().unbind()),
            Err(_) => Py::new(given.py(), Self::shipped(given.py(), given.extract::<&str>()?)?),
        }
    }

    /// Whether two variants are the same game: one compiled variant, or equal rules under one name.
    pub fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant(), other.variant())
            || self.known.hash.is_some() && self.known.hash == other.known.hash && self.name() == other.name()
    }

    pub fn rules(&self) -> &Rules {
        &self.known.rules
    }

    fn variant(&self) -> &carn::variant::Variant {
        self.rules().variant()
    }

    /// The actions, computed on first use.
    pub fn actions(&self) -> &Arc<Actions> {
        self.actions.get_or_init(|| Arc::new(Actions::new(self.variant())))
    }

    pub fn planes(&self) -> &Arc<Planes> {
        self.planes.get_or_init(|| Arc::new(Planes::new(self.variant())))
    }

    /// The player with this index.
    pub fn player(&self, index: usize) -> PyResult<PlayerId> {
        let known = index < self.variant().players.len();
        let error =
            || PyValueError::new_err(format!("there is no player {index} in {}", self.variant().name));
        known.then_some(PlayerId(index as u8)).ok_or_else(error)
    }

    pub fn role(&self, name: &str) -> PyResult<RoleId> {
        self.variant().role_named(name).ok_or_else(|| {
            let names: Vec<&str> = self.variant().roles.iter().map(|role| role.name.as_str()).collect();
            PyValueError::new_err(format!("`{name}` is not a piece; the pieces are {}", names.join(", ")))
        })
    }

    pub fn square(&self, name: &str) -> PyResult<carn::geometry::Square> {
        let found = self.variant().board.square(name);
        found.ok_or_else(|| PyValueError::new_err(format!("the board has no square `{name}`")))
    }
}

#[pymethods]
impl Variant {
    #[new]
    fn by_name(py: Python<'_>, name: &str) -> PyResult<Self> {
        Self::shipped(py, name)
    }

    /// The game of a rule file's text. It may extend shipped games. `name` is its name in messages.
    #[staticmethod]
    #[pyo3(signature = (text, name = "rules.toml"))]
    fn from_toml(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let compiled = py.detach(|| Self::compile(name, text, None));
        Self::new(py, compiled, Origin::Text(name.to_owned(), text.to_owned()))
    }

    /// The game of a rule file. It may extend shipped games and files next to it.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let text = std::fs::read_to_string(&path).map_err(|error| file_error(&path, &error))?;
        let name = path.display().to_string();
        let compiled = py.detach(|| Self::compile(&name, &text, path.parent()));
        Self::new(py, compiled, Origin::File(path))
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        &self.variant().name
    }

    /// The name of a shipped game; None for others.
    #[getter]
    fn key(&self) -> Option<&'static str> {
        match self.origin {
            Origin::Shipped(name) => Some(name),
            _ => None,
        }
    }

    /// The names of the players, in the order of their indices.
    #[getter]
    fn players(&self) -> Vec<&str> {
        self.variant().players.iter().map(|player| player.name.as_str()).collect()
    }

    /// The names of the pieces, in the order of their indices.
    #[getter]
    fn pieces(&self) -> Vec<&str> {
        self.variant().roles.iter().map(|role| role.name.as_str()).collect()
    }

    /// The names of the royal pieces.
    #[getter]
    fn royal_pieces(&self) -> Vec<&str> {
        self.variant().roles.iter().filter(|role| role.royal).map(|role| role.name.as_str()).collect()
    }

    /// The names of the squares, in the order of their indices.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.variant().board.squares().map(|square| self.variant().board.name(square)).collect()
    }

    /// The scripts for reading and writing moves, usual one first.
    #[getter]
    fn scripts(&self) -> Vec<&'static str> {
        self.variant().notation.scripts.iter().map(|&script| script_name(script)).collect()
    }

    /// Whether pieces can be in hand.
    #[getter]
    fn has_hands(&self) -> bool {
        self.variant().hand.is_some()
    }

    /// Whether captured pieces go to the capturing player's hand.
    #[getter]
    fn takes_to_hand(&self) -> bool {
        self.variant().hand.is_some_and(|hand| hand.taken == Some(Taken::Taker))
    }

    /// The start position.
    #[getter]
    fn start_fen(&self) -> String {
        Position::start(self.rules()).fen()
    }

    /// A hash of the rules, as used in records.
    #[getter]
    fn rule_hash(&self) -> Option<&str> {
        self.known.hash.as_deref()
    }

    /// The description in the rule file.
    #[getter]
    fn description(&self) -> Option<&str> {
        Some(self.compiled.description.as_str()).filter(|text| !text.is_empty())
    }

    /// The warnings about the rule file.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        findings(py, &self.compiled.diagnostics, &self.compiled.sources)
    }

    /// The text of the rule file.
    #[getter]
    pub fn text(&self) -> &str {
        self.compiled.sources.get(SourceId(0)).map_or("", |source| source.text())
    }

    /// The rules in plain words. `language` is `en` or `zh`.
    #[pyo3(signature = (language = "en"))]
    fn explain(&self, py: Python<'_>, language: &str) -> PyResult<String> {
        let language = match language {
            "en" => Language::En,
            "zh" => Language::Zh,
            other => {
                return Err(PyValueError::new_err(format!("unknown language `{other}`: use en or zh")));
            }
        };
        let lines = py.detach(|| explain(&self.compiled, self.variant(), language));
        let mut text = String::new();
        for line in lines {
            match line {
                Line::Blank => text.push('\n'),
                Line::Heading(heading) => text.extend([heading.as_str(), "\n"]),
                Line::Said(blanks, said) => text.extend([" ".repeat(blanks).as_str(), &said, "\n"]),
                Line::Written(_) | Line::Goes(..) => {}
            }
        }
        Ok(text)
    }

    /// The values of the pieces by the rules, in hundredths of the weakest piece, without royal and neutral pieces.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let evaluation = py.detach(|| Evaluation::by_rules(self.rules()));
        let values = PyDict::new(py);
        for (index, role) in
            self.variant().roles.iter().enumerate().filter(|(_, role)| !role.royal && !role.neutral)
        {
            values.set_item(&role.name, evaluation.value(RoleId(index as u8)))?;
        }
        Ok(values)
    }

    /// The letter of a player's piece in FENs.
    fn symbol(&self, player: usize, piece: &str) -> PyResult<String> {
        let (player, role) = (self.player(player)?, self.role(piece)?);
        Ok(fen::symbol(self.variant(), Piece { player, role }))
    }

    /// A board with the start position, or with another one.
    #[pyo3(signature = (fen = None))]
    fn board(slf: Py<Self>, py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        Board::of(py, slf, fen, false)
    }

    /// A condition in CARN on positions: `@Any(Palace, @Opponent @Is(horse))`.
    fn predicate(slf: Py<Self>, py: Python<'_>, text: &str) -> PyResult<Predicate> {
        Predicate::of(py, &slf, text)
    }

    /// The number of actions of `Board.action`.
    #[getter]
    fn action_count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.actions().len())
    }

    /// Channels, rows and columns of `Board.planes`.
    #[getter]
    fn plane_shape(&self) -> (usize, usize, usize) {
        let [channels, rows, columns] = self.planes().shape();
        (channels, rows, columns)
    }

    /// The name of each channel of `Board.planes`.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.planes().names().to_vec()
    }

    fn __repr__(&self) -> String {
        match &self.origin {
            Origin::Shipped(name) => format!("Variant('{name}')"),
            Origin::Text(..) => format!("<Variant '{}'>", self.variant().name),
            Origin::File(path) => format!("Variant.from_file('{}')", path.display()),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.is(other)
    }

    fn __hash__(&self) -> u64 {
        let hash = self.known.hash.as_deref().unwrap_or_default();
        u64::from_str_radix(hash, 16).unwrap_or_default()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>().into_any();
        Ok(match &self.origin {
            Origin::Shipped(name) => (class, (*name,).into_pyobject(py)?),
            Origin::Text(name, text) => (class.getattr("from_toml")?, (text, name).into_pyobject(py)?),
            Origin::File(path) => {
                (class.getattr("from_file")?, (path.display().to_string(),).into_pyobject(py)?)
            }
        })
    }
}
