//! The class `Predicate`: a condition in CARN on positions, to test boards and search collections of games.

use std::ffi::CString;
use std::path::PathBuf;

use carn::compile::{Natives, compile};
use carn::diagnostic::{Code, Diagnostic};
use carn::library::{Beside, Shipped};
use carn::position::{Position, Rules};
use carn::record::GameTree;
use carn::record::replay::{self, Known, Ready};
use carn::source::SourceId;
use carn::variant::Reason;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{findings, rule_error};
use crate::records::Trees;
use crate::variant::{Origin, Variant};

/// A condition on positions of a game, as in rule files: `@Any(Palace, @Opponent @Is(horse))`.
///
/// It is evaluated like an end of the game: first for the player who has just moved, then for the others. Each sees the board
/// from their own side.
#[pyclass(frozen, module = "carn")]
pub struct Predicate {
    text: String,
    variant: Py<Variant>,
    known: Known,
    /// The same game with this condition as its only end.
    rules: Rules,
    /// The warnings about the condition.
    warnings: Py<PyAny>,
}

/// A position of a collection in which a condition holds.
#[pyclass(frozen, get_all, module = "carn")]
pub struct Match {
    /// The number of the game, from 1.
    game: u64,
    /// The number of moves to the position.
    ply: u32,
    /// The index of the player for whom the condition holds.
    player: usize,
    /// The position.
    fen: String,
}

#[pymethods]
impl Match {
    fn __repr__(&self) -> String {
        format!("<Match game {} ply {} player {}: {}>", self.game, self.ply, self.player, self.fen)
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

impl Predicate {
    pub fn of(py: Python<'_>, variant: &Py<Variant>, text: &str) -> PyResult<Self> {
        let given = variant.bind(py).get();
        // The name of the extended rules in messages and in `extends`.
        let (parent, folder) = match &given.origin {
            Origin::Shipped(name) => ((*name).to_owned(), None),
            Origin::Text(..) => ("rules.toml".to_owned(), None),
            Origin::File(path) => (
                path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
                path.parent().map(PathBuf::from),
            ),
        };
        let file = format!(
            "ending.ends = [{{ win = {} }}]\nextends = {}\nname = {}\n",
            quoted(text),
            quoted(&parent),
            quoted(&given.rules().variant().name)
        );
        let own = given.text();
        let read = |name: &str| match &folder {
            Some(folder) => std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string()),
            None if name == parent => Ok(own.to_owned()),
            None => Err("there is no such file".to_owned()),
        };
        let natives = Natives::default();
        let mut compiled = py.detach(|| match given.origin {
            Origin::Shipped(_) => compile("predicate", &file, &Shipped, &natives),
            _ => compile("predicate", &file, &Beside(read), &natives),
        });
        // `Variant.warnings` has those about the extended rules. A condition may hold at the start, which is odd only for an end.
        let about = |one: &Diagnostic| one.source == SourceId(0) && one.code != Code::ENDED_AT_START;
        compiled.diagnostics.retain(|one| one.is_error() || about(one));
        let warnings = findings(py, &compiled.diagnostics, &compiled.sources)?.unbind();
        let told: Vec<String> = compiled.diagnostics.iter().map(|one| one.message.clone()).collect();
        let rules = compiled.into_variant().map(Rules::new).map_err(|errors| rule_error(py, &errors))?;
        for message in told {
            let message = CString::new(format!("in the condition `{text}`: {message}"))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        let known = given.known.clone();
        Ok(Self { text: text.to_owned(), variant: variant.clone_ref(py), known, rules, warnings })
    }

    /// The player for whom the condition holds.
    fn holds(position: &Position) -> Option<usize> {
        let outcome = position.outcome().filter(|outcome| matches!(outcome.reason, Reason::End(_)))?;
        outcome.winner.map(carn::variant::PlayerId::index)
    }

    /// Searches the main line of a game; if requested, only for the first position.
    fn search_tree(
        &self,
        ready: &mut Ready,
        mut tree: GameTree,
        game: u64,
        first: bool,
        found: &mut Vec<Match>,
    ) -> u64 {
        // Resolve with the original rules: under the condition's own rules the game would end at its first match.
        let known = self.known.clone();
        let resolved =
            replay::resolve_with(ready, &mut tree, game, &move |_| Some(known.clone()), None, true);
        let Ok(replay) = resolved else { return 0 };
        let mut position = Position::from_setup_unchecked(&self.rules, &replay.start.setup());
        let mut ply = 0;
        let line: Vec<_> = tree.main_line().collect();
        for id in line {
            if id != tree.root() {
                let played = tree.get(id).and_then(|node| replay::legal(node.played.as_ref()?));
                let Some(mv) = played else { break };
                position.forget();
                position.play_unchecked(mv);
                ply += 1;
            }
            if let Some(player) = Self::holds(&position) {
                found.push(Match { game, ply, player, fen: position.fen() });
                if first {
                    break;
                }
            }
        }
        u64::from(ply) + 1
    }
}

#[pymethods]
impl Predicate {
    /// The text of the condition.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The warnings about the condition, as `Variant.warnings` has them: a condition that never holds, for example.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> Py<PyAny> {
        self.warnings.clone_ref(py)
    }

    /// The index of the player for whom the condition holds on a board; None if it holds for no player.
    fn holder(&self, board: PyRef<'_, Board>) -> PyResult<Option<usize>> {
        let setup = board.position.setup();
        if setup.squares.len() != self.rules.variant().board.len() {
            return Err(PyValueError::new_err("the board and the condition belong to different games"));
        }
        Ok(Self::holds(&Position::from_setup_unchecked(&self.rules, &setup)))
    }

    /// Whether the condition holds for some player.
    fn __call__(&self, board: PyRef<'_, Board>) -> PyResult<bool> {
        Ok(self.holder(board)?.is_some())
    }

    /// Searches the main lines of a file of records, or of bytes, for the condition. Returns the matches, and the numbers of
    /// games and positions searched. With `first` only the first position of each game is reported.
    ///
    /// All games are played by the rules of the condition's game. The search of a game ends at a word that is not a legal move.
    #[pyo3(signature = (source, first = true))]
    fn search(
        &self,
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        first: bool,
    ) -> PyResult<(Vec<Match>, u64, u64)> {
        let mut trees = Trees::open(source)?;
        let (mut games, mut positions, mut found) = (0, 0, Vec::new());
        let mut ready = Ready::default();
        loop {
            // Return to Python regularly to handle interrupts.
            let more = py.detach(|| {
                for _ in 0..1000 {
                    let Some((tree, _)) = trees.next()? else { return Ok(false) };
                    games += 1;
                    positions += self.search_tree(&mut ready, tree, games, first, &mut found);
                }
                Ok::<_, std::io::Error>(true)
            })?;
            if !more {
                return Ok((found, games, positions));
            }
            py.check_signals()?;
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Predicate {} of {}>", self.text, self.variant.bind(py).get().rules().variant().name)
    }
}
