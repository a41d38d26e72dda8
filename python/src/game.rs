//! The classes `Game` and `Node`: a record of a game with its variations.

use carn::notation;
use carn::position::Position;
use carn::record::{self, Annotation, NodeId, Termination, pgn, replay, sgf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy};

use crate::board::{Board, script, usual};
use crate::errors::{FenError, IllegalMoveError};
use crate::moves::Move;
use crate::variant::Variant;

/// A record of a game: a tree of moves with comments, and its tags.
///
/// `Game(variant)` starts a new one; `read` and `Records` read texts and files.
#[pyclass(module = "carn")]
pub struct Game {
    variant: Py<Variant>,
    pub game: record::Game,
    problems: Vec<String>,
}

impl Game {
    pub fn of(variant: Py<Variant>, game: record::Game, problems: Vec<String>) -> Self {
        Self { variant, game, problems }
    }

    /// The position at a node; None if a word on the path is not a legal move.
    fn position(&self, node: NodeId) -> Option<Position> {
        let mut position = self.game.start().clone();
        for &id in self.game.tree().path(node).iter().skip(1) {
            position.play_unchecked(replay::legal(self.game.tree().get(id)?.played.as_ref()?)?);
        }
        Some(position)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant, fen = None))]
    fn new(py: Python<'_>, variant: &Bound<'_, PyAny>, fen: Option<&str>) -> PyResult<Self> {
        let variant = Variant::given(variant)?;
        let known = variant.bind(py).get().known.clone();
        let game = match fen {
            None => record::Game::new(known),
            Some(fen) => {
                record::Game::from_fen(known, fen).map_err(|error| FenError::new_err(error.to_string()))?
            }
        };
        Ok(Self { variant, game, problems: Vec::new() })
    }

    /// The rules.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    /// The record's tags, to read; `set_header` sets one.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let headers = PyDict::new(py);
        for tag in self.game.tree().tags.iter() {
            headers.set_item(&*tag.name, &*tag.value)?;
        }
        Ok(PyMappingProxy::new(py, headers.as_mapping()))
    }

    /// Sets a tag. `Result` is the result of the game, as `conclude` sets it.
    fn set_header(&mut self, name: &str, value: &str) -> PyResult<()> {
        if name == "Result" {
            return self.conclude(value);
        }
        // PGN cannot be read again with another name.
        let wrong = |letter: char| letter.is_whitespace() || letter.is_control() || "[]\"".contains(letter);
        if name.is_empty() || name.contains(wrong) {
            let message = format!("`{name}` is not a tag: its name must have no spaces, quotes and brackets");
            return Err(PyValueError::new_err(message));
        }
        self.game.set_tag(name, value);
        Ok(())
    }

    /// The problems of the record, in words.
    #[getter]
    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    /// The result in the record: `1-0`, `0-1`, `1/2-1/2`, `*`, or a score for each of more than two players.
    #[getter]
    fn result(&self) -> String {
        self.game.to_tree().termination.marker().into_owned()
    }

    /// The root node, before the first move.
    #[getter]
    fn root(slf: Py<Self>) -> Node {
        Node { game: slf, id: NodeId::ROOT }
    }

    /// The nodes of the main line, one per move.
    fn mainline(slf: Py<Self>, py: Python<'_>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.borrow(py).game.tree().main_line().skip(1).collect();
        ids.into_iter().map(|id| Node { game: slf.clone_ref(py), id }).collect()
    }

    /// The moves of the main line, up to the first illegal one.
    fn mainline_moves(&self, py: Python<'_>) -> Vec<Move> {
        let mut position = self.game.start().clone();
        let tree = self.game.tree();
        let legal = |id| replay::legal(tree.get(id)?.played.as_ref()?);
        let tell = |mv| {
            let told = Move::new(py, &self.variant, &position, mv);
            position.play_unchecked(mv);
            told
        };
        tree.main_line().skip(1).map_while(legal).map(tell).collect()
    }

    /// The position before the first move.
    fn board(&self, py: Python<'_>) -> Board {
        Board::at(py, &self.variant, self.game.start().clone(), Some(self.game.start().fen()))
    }

    /// The board after the main line, up to its first illegal move.
    fn end(&self, py: Python<'_>) -> Board {
        let mut position = self.game.start().clone();
        let tree = self.game.tree();
        let legal = |id| replay::legal(tree.get(id)?.played.as_ref()?);
        tree.main_line().skip(1).map_while(legal).for_each(|mv| position.play_unchecked(mv));
        Board::at(py, &self.variant, position, Some(self.game.start().fen()))
    }

    /// Goes to a node, so that the next move follows it.
    fn go(slf: &Bound<'_, Self>, node: &Node) -> PyResult<()> {
        let gone = node.game.is(slf) && slf.borrow_mut().game.go(node.id);
        if gone {
            Ok(())
        } else {
            Err(PyValueError::new_err("legal moves do not lead to this place of the game"))
        }
    }

    /// Plays a move at the current node. A new move next to existing ones begins a variation.
    ///
    /// It is a Move, or a text in any notation of the game.
    fn play(slf: &Bound<'_, Self>, mv: &Bound<'_, PyAny>) -> PyResult<Node> {
        let game = &mut slf.borrow_mut().game;
        let played = match mv.cast::<Move>() {
            Ok(mv) => game.play(mv.get().mv).map_err(|error| error.to_string()),
            Err(_) => game.play_text(mv.extract::<&str>()?).map_err(|error| error.to_string()),
        };
        let id = played.map_err(IllegalMoveError::new_err)?;
        Ok(Node { game: slf.clone().unbind(), id })
    }

    /// Adds a comment to the current node.
    fn comment(&mut self, text: &str) {
        self.game.comment(text);
    }

    /// Ends the main line: `1-0`, `0-1`, `1/2-1/2` or `*`.
    fn conclude(&mut self, result: &str) -> PyResult<()> {
        let ended = Termination::from_marker(result);
        self.game
            .conclude(ended.ok_or_else(|| PyValueError::new_err(format!("`{result}` is not a result")))?);
        Ok(())
    }

    /// The game as PGN, with its moves as written or in a notation.
    #[pyo3(signature = (notation = None))]
    fn pgn(&self, notation: Option<&str>) -> PyResult<String> {
        let mut tree = self.game.to_tree();
        if let Some(script) = notation.map(script).transpose()? {
            let known = self.game.known().clone();
            let resolved = replay::resolve_leniently(&mut tree, 1, &move |_| Some(known.clone()), None);
            let replay = resolved.map_err(|problem| PyValueError::new_err(problem.to_string()))?;
            replay::convert(&mut tree, &replay, script);
        }
        Ok(pgn::write_game(&tree))
    }

    /// The game as SGF.
    fn sgf(&self) -> String {
        let variant = self.game.known().rules.variant();
        sgf::write_utf8(&[replay::to_sgf(&self.game.to_tree(), variant)])
    }

    fn __str__(&self) -> PyResult<String> {
        self.pgn(None)
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.game.tree().tags.get(name).unwrap_or("?");
        let moves = self.game.tree().main_line().count() - 1;
        format!("<Game {} - {}, {moves} moves, {}>", tag("White"), tag("Black"), self.result())
    }
}

/// A node of a game: a move, with its comments and continuations.
#[pyclass(frozen, module = "carn")]
pub struct Node {
    game: Py<Game>,
    id: NodeId,
}

impl Node {
    fn at(&self, py: Python<'_>, id: NodeId) -> Node {
        Node { game: self.game.clone_ref(py), id }
    }

    fn said<T: Default>(&self, py: Python<'_>, what: impl Fn(&record::Node) -> T) -> T {
        self.game.borrow(py).game.tree().get(self.id).map(what).unwrap_or_default()
    }
}

#[pymethods]
impl Node {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move as written in the record; None at the root.
    #[getter]
    fn text(&self, py: Python<'_>) -> Option<String> {
        self.said(py, |node| node.played.as_ref().map(|played| played.text.to_string()))
    }

    /// The move to this node; None at the root, and for an illegal one.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Option<Move> {
        let game = self.game.borrow(py);
        let mv = replay::legal(game.game.tree().get(self.id)?.played.as_ref()?)?;
        let before = game.position(game.game.tree().parent(self.id)?)?;
        Some(Move::new(py, &game.variant, &before, mv))
    }

    /// The move in the game's usual notation, or in the given one; None without a legal move.
    #[pyo3(signature = (notation = None))]
    fn san(&self, py: Python<'_>, notation: Option<&str>) -> PyResult<Option<String>> {
        let game = self.game.borrow(py);
        let script =
            notation.map(script).transpose()?.unwrap_or_else(|| usual(game.game.known().rules.variant()));
        let written = || {
            let mv = replay::legal(game.game.tree().get(self.id)?.played.as_ref()?)?;
            notation::write(&game.position(game.game.tree().parent(self.id)?)?, mv, script)
        };
        Ok(written())
    }

    /// The comments after the move.
    #[getter]
    fn comment(&self, py: Python<'_>) -> String {
        self.said(py, |node| node.said().collect::<Vec<_>>().join(" "))
    }

    /// The comments before the move, at the start of its variation.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> String {
        self.said(py, |node| node.said_before().collect::<Vec<_>>().join(" "))
    }

    /// The numbers of the glyphs of the move (NAGs): 1 for `!`, 2 for `?`.
    #[getter]
    fn nags(&self, py: Python<'_>) -> Vec<u16> {
        self.said(py, |node| node.glyphs().collect())
    }

    /// The continuations, main one first.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Node> {
        let ids: Vec<NodeId> = self.game.borrow(py).game.tree().children(self.id).collect();
        ids.into_iter().map(|id| self.at(py, id)).collect()
    }

    /// The main continuation.
    fn next(&self, py: Python<'_>) -> Option<Node> {
        let next = self.game.borrow(py).game.tree().first_child(self.id);
        next.map(|id| self.at(py, id))
    }

    /// The previous node; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Node> {
        let parent = self.game.borrow(py).game.tree().parent(self.id);
        parent.map(|id| self.at(py, id))
    }

    /// The number of moves from the root.
    #[getter]
    fn ply(&self, py: Python<'_>) -> usize {
        self.game.borrow(py).game.tree().depth(self.id)
    }

    /// The board at this node, with its moves; None if one of them is illegal.
    fn board(&self, py: Python<'_>) -> Option<Board> {
        let game = self.game.borrow(py);
        let position = game.position(self.id)?;
        Some(Board::at(py, &game.variant, position, Some(game.game.start().fen())))
    }

    /// Adds a glyph to the move (a NAG), and an optional comment `text`.
    #[pyo3(signature = (nag = None, text = None))]
    fn annotate(&self, py: Python<'_>, nag: Option<u16>, text: Option<&str>) {
        let signs = nag.map(Annotation::Glyph).into_iter();
        let said = signs.chain(text.map(|text| Annotation::Comment(text.into())));
        self.game.borrow_mut(py).game.annotate(self.id, said);
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let text = self.text(py).unwrap_or_else(|| "start".to_owned());
        format!("<Node {} {text}>", self.ply(py))
    }
}
