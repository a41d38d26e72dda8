//! The class `Board`: a position with its history.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use carn::draw::{Glyphs, Mark, Picture, svg};
use carn::notation::{self, ReadError, script_named, script_names};
use carn::position::{MOST_PERFT, PerftOptions, Position};
use carn::variant::fen::{self, print_sfen};
use carn::variant::{self, PlayerId, Reason, Revert, RoleId, Script};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{FenError, IllegalMoveError};
use crate::moves::{Move, Moves};
use crate::outcome::Outcome;
use crate::search::{self, Found};
use crate::variant::Variant;

/// A piece.
#[pyclass(frozen, get_all, eq, hash, module = "carn")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The index of its player; None for a neutral piece.
    player: Option<usize>,
    /// Its name in the rule file.
    name: String,
    /// Its letter in FENs.
    symbol: String,
}

#[pymethods]
impl Piece {
    fn __str__(&self) -> &str {
        &self.symbol
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} {}>", self.symbol, self.name)
    }

    /// Rebuilds a pickled piece.
    #[staticmethod]
    fn _restore(player: Option<usize>, name: String, symbol: String) -> Self {
        Self { player, name, symbol }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.player, &self.name, &self.symbol).into_pyobject(py)?))
    }
}

/// A position of a game, with the moves that led to it.
///
/// `Board()` is chess, `Board("xiangqi")` another shipped game, `Board(variant)` that of a `Variant`. `fen` is a position other
/// than the start; with `lenient` the opponent may be in check in it. Squares are given by name.
#[pyclass(module = "carn")]
pub struct Board {
    pub variant: Py<Variant>,
    pub position: Position,
    /// The position before the first move, unless it is the start.
    fen: Option<String>,
}

/// The parts of a pickled board: its rules, the position before the first move, and the moves in coordinates.
type Parts = (Py<Variant>, Option<String>, Vec<String>);

/// The script with this name.
pub fn script(name: &str) -> PyResult<Script> {
    script_named(name).ok_or_else(|| {
        let known: Vec<&str> = script_names().collect();
        PyValueError::new_err(format!("`{name}` is not a notation; the notations are {}", known.join(", ")))
    })
}

/// The usual script of a game.
pub fn usual(variant: &variant::Variant) -> Script {
    variant.notation.scripts.first().copied().unwrap_or(Script::Coordinate)
}

/// A copy of a borrowed board, for work without Python's lock: other threads can change the board meanwhile.
#[expect(clippy::needless_pass_by_value, reason = "this ends the borrow")]
pub fn released(py: Python<'_>, board: PyRef<'_, Board>) -> Board {
    board.copy(py)
}

/// Counts move sequences until Python is interrupted.
fn count<T: Send>(
    py: Python<'_>,
    depth: u32,
    threads: usize,
    count: impl FnOnce(&PerftOptions<'_>) -> Option<T> + Send,
) -> PyResult<T> {
    if depth > MOST_PERFT {
        return Err(PyValueError::new_err(format!("the depth is {depth}; it can be {MOST_PERFT} at most")));
    }
    let stop = AtomicBool::new(false);
    let options = PerftOptions { threads: threads.min(256), stop: Some(&stop), ..PerftOptions::default() };
    // Starting a thread takes longer than a shallow count.
    let counted = match depth {
        0..3 => py.detach(|| count(&options)),
        _ => search::interruptible(py, &|| stop.store(true, Ordering::Relaxed), || count(&options))?,
    };
    counted.ok_or_else(|| PyKeyboardInterrupt::new_err("the count was stopped"))
}

impl Board {
    pub fn of(py: Python<'_>, variant: Py<Variant>, fen: Option<&str>, lenient: bool) -> PyResult<Self> {
        let rules = variant.bind(py).get().rules();
        let read = |fen| match lenient {
            true => Position::from_fen_leniently(rules, fen).map(|(position, _)| position),
            false => Position::from_fen(rules, fen),
        };
        let position = fen.map_or_else(|| Ok(Position::start(rules)), read);
        let position = position.map_err(|error| FenError::new_err(error.to_string()))?;
        Ok(Self { position, fen: fen.map(str::to_owned), variant })
    }

    /// A board with a position.
    pub fn at(py: Python<'_>, variant: &Py<Variant>, position: Position, fen: Option<String>) -> Self {
        Self { variant: variant.clone_ref(py), position, fen }
    }

    fn rules(&self) -> &variant::Variant {
        self.position.rules().variant()
    }

    /// The legal move for a text.
    fn read(&self, text: &str, scripts: &[Script]) -> PyResult<variant::Move> {
        // Coordinates are always accepted, since programs write moves so.
        let found = match notation::read(&self.position, text, scripts) {
            Err(error) if scripts.is_empty() && !matches!(error, ReadError::Readings(_)) => {
                notation::read(&self.position, text, &[Script::Coordinate]).map_err(|_| error)
            }
            found => found,
        };
        found.map_err(|error| IllegalMoveError::new_err(notation::reason(&self.position, text, &error)))
    }

    /// The legal move for an argument: a move, or a text.
    pub fn given(&self, mv: &Bound<'_, PyAny>) -> PyResult<variant::Move> {
        if let Ok(mv) = mv.cast::<Move>() {
            let mv = mv.get().mv;
            if self.position.is_legal(mv) {
                return Ok(mv);
            }
            return Err(IllegalMoveError::new_err(
                "the move is not legal here: it belongs to another position",
            ));
        }
        match mv.cast::<PyString>() {
            Ok(text) => self.read(text.to_str()?, &[]),
            Err(_) => Err(PyTypeError::new_err("a move must be a Move or text")),
        }
    }

    fn piece(&self, piece: variant::Piece) -> Piece {
        Piece {
            player: (!piece.is_neutral()).then(|| piece.player.index()),
            name: self.rules().role(piece.role).name.clone(),
            symbol: fen::symbol(self.rules(), piece),
        }
    }

    fn told(&self, py: Python<'_>, mv: variant::Move) -> Move {
        Move::new(py, &self.variant, &self.position, mv)
    }

    fn names(&self, set: &carn::geometry::SquareSet) -> Vec<String> {
        set.iter().map(|square| self.rules().board.name(square)).collect()
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = None, fen = None, *, lenient = false))]
    fn new(
        py: Python<'_>,
        variant: Option<&Bound<'_, PyAny>>,
        fen: Option<&str>,
        lenient: bool,
    ) -> PyResult<Self> {
        let variant = match variant {
            None => Py::new(py, Variant::shipped(py, "chess")?)?,
            Some(given) => Variant::given(given)?,
        };
        Self::of(py, variant, fen, lenient)
    }

    /// The rules.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    /// The legal moves, as a sequence.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> Moves {
        Moves::new(py, &self.variant, &self.position, None)
    }

    /// The legal moves that capture an opponent's piece.
    fn captures(&self, py: Python<'_>) -> Moves {
        Moves::new(py, &self.variant, &self.position, Some(self.position.captures()))
    }

    /// The legal moves of the piece on a square.
    fn moves_from(&self, py: Python<'_>, square: &str) -> PyResult<Moves> {
        let square = self.variant.bind(py).get().square(square)?;
        Ok(Moves::new(py, &self.variant, &self.position, Some(self.position.moves_from(square))))
    }

    /// Plays a move: a Move, or a text in any notation of the game.
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.given(mv)?;
        self.position.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move given as text in a notation of the game, and returns it.
    fn push_san(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let mv = self.read(text, &[])?;
        let told = self.told(py, mv);
        self.position.play_unchecked(mv);
        Ok(told)
    }

    /// Plays a move given in coordinates, and returns it.
    fn push_uci(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let mv = self.read(text, &[Script::Coordinate])?;
        let told = self.told(py, mv);
        self.position.play_unchecked(mv);
        Ok(told)
    }

    /// Undoes the last move and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Move> {
        let mv =
            self.position.undo().ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        Ok(self.told(py, mv))
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Move> {
        let played = self.position.moves();
        let error = || PyIndexError::new_err("no move has been played");
        let (before, mv) = played.enumerate().next_back().ok_or_else(error)?;
        Ok(Move::new(py, &self.variant, &self.position.after(before), mv))
    }

    /// The moves that led to the position.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> Vec<Move> {
        let mut position = self.position.after(0);
        let tell = |mv| {
            let told = Move::new(py, &self.variant, &position, mv);
            position.play_unchecked(mv);
            told
        };
        self.position.moves().map(tell).collect()
    }

    /// The number of moves that led to the position.
    #[getter]
    fn ply(&self) -> usize {
        self.position.moves().len()
    }

    /// The legal move for a text in a notation of the game, or in the given one.
    #[pyo3(signature = (text, notation = None))]
    fn parse_san(&self, py: Python<'_>, text: &str, notation: Option<&str>) -> PyResult<Move> {
        let scripts = notation.map(script).transpose()?;
        Ok(self.told(py, self.read(text, scripts.as_slice())?))
    }

    /// The legal move with these coordinates.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        Ok(self.told(py, self.read(text, &[Script::Coordinate])?))
    }

    /// The text of a legal move in the game's usual notation, or in the given one: `san`, `chinese`, `wxf`, `kif`, …
    #[pyo3(signature = (mv, notation = None))]
    fn san(&self, mv: &Bound<'_, PyAny>, notation: Option<&str>) -> PyResult<String> {
        let mv = self.given(mv)?;
        let script = notation.map(script).transpose()?.unwrap_or(usual(self.rules()));
        let error = || PyValueError::new_err("the game does not support this notation");
        notation::write(&self.position, mv, script).ok_or_else(error)
    }

    /// Whether a move is legal.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.given(mv) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<IllegalMoveError>(mv.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The reason why a move is illegal, in words; None if it is legal.
    fn why(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        if let Ok(mv) = mv.cast::<Move>() {
            let text = mv.get().uci(mv.py());
            return Ok(notation::read(&self.position, &text, &[Script::Coordinate])
                .err()
                .map(|error| notation::why(&self.position, &error)));
        }
        let text = mv.extract::<&str>()?;
        let found = self.read(text, &[]).err().map(|_| notation::read(&self.position, text, &[]).err());
        Ok(found.flatten().map(|error| notation::why(&self.position, &error)))
    }

    /// Whether a legal move captures an opponent's piece.
    fn is_capture(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.is_capture(self.given(mv)?))
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.gives_check(self.given(mv)?))
    }

    /// Whether the player to move is in check.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.names(&self.position.checkers())
    }

    /// Whether the player to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.position.outcome().is_some_and(|outcome| outcome.reason == Reason::Checkmate)
    }

    /// Whether the player to move has no legal move, and is not in check.
    fn is_stalemate(&self) -> bool {
        self.position.outcome().is_some_and(|outcome| outcome.reason == Reason::Stalemate)
    }

    /// Whether this is at least the `count`-th occurrence of the position.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.position.occurrences() >= count
    }

    /// The squares of a player's pieces with this name.
    fn pieces(&self, py: Python<'_>, name: &str, player: usize) -> PyResult<Vec<String>> {
        let variant = self.variant.bind(py).get();
        let wanted = variant::Piece { player: variant.player(player)?, role: variant.role(name)? };
        let found = self.position.pieces().filter(|&(_, piece)| piece == wanted);
        Ok(found.map(|(square, _)| self.rules().board.name(square)).collect())
    }

    /// The squares of pinned pieces of the player to move.
    fn pinned(&self) -> Vec<String> {
        self.names(&self.position.pinned())
    }

    /// The outcome of the game; None before its end.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().map(|outcome| Outcome::new(self.rules(), outcome))
    }

    /// Whether a player cannot win. This holds if the rules draw the position by material. It also holds if the player has only
    /// royals, and the rules draw a position of only these pieces.
    fn has_insufficient_material(&self, py: Python<'_>, player: usize) -> PyResult<bool> {
        let player = self.variant.bind(py).get().player(player)?;
        let drawn = |position: &Position| {
            position.outcome().is_some_and(|outcome| outcome.reason == Reason::InsufficientMaterial)
        };
        if drawn(&self.position) {
            return Ok(true);
        }
        let mut royals = self.position.setup();
        royals.rights = 0;
        royals.hands.fill(0);
        let royal = |piece: &variant::Piece| self.rules().role(piece.role).royal;
        royals.squares.iter_mut().for_each(|square| *square = square.filter(royal));
        let held =
            (0..self.rules().roles.len()).any(|role| self.position.in_hand(player, RoleId(role as u8)) > 0);
        let own = |(_, piece): &(_, variant::Piece)| piece.player == player && !royal(piece);
        let bare = !held && !self.position.pieces().any(|one| own(&one));
        Ok(bare && drawn(&Position::from_setup_unchecked(self.position.rules(), &royals)))
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` before the end of the game.
    fn result(&self) -> String {
        self.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.result())
    }

    /// The number of occurrences of this position.
    fn occurrences(&self) -> usize {
        self.position.occurrences()
    }

    /// The position as one line of text.
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The position as SFEN; None if SFEN cannot express the game.
    fn sfen(&self) -> Option<String> {
        print_sfen(self.rules(), &self.position.setup())
    }

    /// The letter of the piece that a legal move captures from an opponent, as it would enter a hand; None if there is none.
    fn taken(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let taken = self.position.captured(self.given(mv)?);
        Ok(taken.map(|(square, piece)| {
            let revert = self.rules().hand.map(|hand| hand.revert).unwrap_or_default();
            let reverts = match revert {
                Revert::Role => true,
                Revert::Mark => self.position.setup().promoted.contains(square),
                Revert::Never => false,
            };
            let role = self.rules().role(piece.role).reverts.filter(|_| reverts).unwrap_or(piece.role);
            fen::symbol(self.rules(), variant::Piece { role, ..piece })
        }))
    }

    /// Sets up another position, without history.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        let found = Position::from_fen(self.position.rules(), fen);
        self.position = found.map_err(|error| FenError::new_err(error.to_string()))?;
        self.fen = Some(fen.to_owned());
        Ok(())
    }

    /// Returns to the start of the game.
    fn reset(&mut self) {
        self.position = Position::start(self.position.rules());
        self.fen = None;
    }

    /// The index of the player to move.
    #[getter]
    fn turn(&self) -> usize {
        self.position.turn().index()
    }

    /// The number of the full move.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.full_moves()
    }

    /// Plies since the last progress.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.quiet_plies()
    }

    /// The indices of eliminated players.
    #[getter]
    fn out(&self) -> Vec<usize> {
        self.position.out().iter().map(PlayerId::index).collect()
    }

    /// The piece on a square.
    fn piece_at(&self, py: Python<'_>, square: &str) -> PyResult<Option<Piece>> {
        let square = self.variant.bind(py).get().square(square)?;
        Ok(self.position.piece(square).map(|piece| self.piece(piece)))
    }

    /// All pieces on the board, by square.
    fn piece_map(&self) -> BTreeMap<String, Piece> {
        let pieces = self.position.pieces();
        pieces.map(|(square, piece)| (self.rules().board.name(square), self.piece(piece))).collect()
    }

    /// The pieces in a player's hand, with their numbers.
    fn hand(&self, py: Python<'_>, player: usize) -> PyResult<BTreeMap<String, u16>> {
        let player = self.variant.bind(py).get().player(player)?;
        let roles = self.rules().roles.iter().enumerate();
        let held = roles
            .map(|(index, role)| (role.name.clone(), self.position.in_hand(player, RoleId(index as u8))));
        Ok(held.filter(|&(_, count)| count > 0).collect())
    }

    /// The number of move sequences of this depth (perft).
    #[pyo3(signature = (depth, threads = 1))]
    fn perft(slf: PyRef<'_, Self>, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        let board = released(py, slf);
        count(py, depth, threads, |options| board.position.perft_with(depth, options))
    }

    /// The same by first move, in coordinates.
    fn divide(slf: PyRef<'_, Self>, py: Python<'_>, depth: u32) -> PyResult<BTreeMap<String, u64>> {
        let board = released(py, slf);
        let counts = count(py, depth, 1, |options| board.position.divide_with(depth, options))?;
        Ok(counts.into_iter().map(|(mv, count)| (board.told(py, mv).uci(py), count)).collect())
    }

    /// The best moves. Without a limit the search takes a second.
    ///
    /// `time` is in seconds, `depth` in plies, `nodes` in positions. `lines` is the number of best moves. `level` is from 0 to
    /// 20; lower levels play weaker, by random choices from `seed`.
    #[pyo3(signature = (*, time = None, depth = None, nodes = None, lines = 1, threads = 1, level = None, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "in Python they have names")]
    fn search(
        slf: PyRef<'_, Self>,
        py: Python<'_>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        lines: usize,
        threads: usize,
        level: Option<u8>,
        seed: u64,
    ) -> PyResult<Found> {
        search::of_board(py, &released(py, slf), (time, depth, nodes), (lines, threads), (level, seed))
    }

    /// The action of a legal move, below `Variant.action_count`; the same in every position.
    fn action(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let mv = self.given(mv)?;
        Ok(self.variant.bind(py).get().actions().index(&self.position, mv))
    }

    /// The actions of all legal moves, ascending.
    fn legal_actions(&self, py: Python<'_>) -> Vec<usize> {
        let mut found = Vec::new();
        let actions = self.variant.bind(py).get().actions();
        actions.each(&mut self.position.legal_moves(), |index, _| found.push(index));
        found.sort_unstable();
        found
    }

    /// The legal move of an action.
    fn move_of(&self, py: Python<'_>, action: usize) -> PyResult<Move> {
        let actions = self.variant.bind(py).get().actions();
        let found = actions.find(&mut self.position.legal_moves(), action);
        let error = || IllegalMoveError::new_err(format!("no legal move has the number {action}"));
        found.map(|mv| self.told(py, mv)).ok_or_else(error)
    }

    /// The position as bytes by channel, row and column (`Variant.plane_shape`, `Variant.plane_names`).
    fn planes(&self, py: Python<'_>) -> Vec<u8> {
        let planes = self.variant.bind(py).get().planes();
        let mut out = vec![0; planes.len()];
        planes.write(&self.position, &mut out);
        out
    }

    /// A hash of the position, the same in every run.
    fn key(&self) -> u64 {
        self.position.hash()
    }

    /// A copy of the board with its moves.
    pub fn copy(&self, py: Python<'_>) -> Self {
        Self::at(py, &self.variant, self.position.clone(), self.fen.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    /// The board as an SVG document, with the last move and checks marked. `pieces` is `pictures`, `chinese`, `letters` or
    /// `unicode`.
    #[pyo3(signature = (pieces = "pictures", squares = Vec::new()))]
    fn svg(&self, py: Python<'_>, pieces: &str, squares: Vec<String>) -> PyResult<String> {
        let glyphs = match pieces {
            "pictures" => Glyphs::Pictures,
            "chinese" => Glyphs::Chinese,
            "letters" => Glyphs::Letters,
            "unicode" => Glyphs::Unicode,
            other => {
                let message = format!("pieces are pictures, chinese, letters or unicode, not `{other}`");
                return Err(PyValueError::new_err(message));
            }
        };
        let setup = self.position.setup();
        let mut picture = Picture::new(self.rules(), &setup, glyphs);
        if let Some(last) = self.position.moves().next_back() {
            last.origin()
                .filter(|_| !last.is_pass())
                .into_iter()
                .for_each(|from| picture.mark(from, Mark::LastFrom));
            last.target().into_iter().for_each(|to| picture.mark(to, Mark::LastTo));
        }
        if self.position.in_check() {
            self.position.for_each_piece(self.position.turn(), self.rules().royals(), |square, _| {
                if !self.position.attackers(square, self.position.turn()).is_empty() {
                    picture.mark(square, Mark::Check);
                }
            });
        }
        for square in squares {
            picture.mark(self.variant.bind(py).get().square(&square)?, Mark::Zone);
        }
        Ok(svg(&picture))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "pictures", Vec::new())
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("<Board {}: {}>", self.rules().name, self.fen())
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        let same = self.variant.bind(py).get().is(other.variant.bind(py).get());
        same && self.position.setup() == other.position.setup()
    }

    /// Rebuilds a pickled board; the moves are in coordinates.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        variant: Py<Variant>,
        fen: Option<&str>,
        moves: Vec<String>,
    ) -> PyResult<Self> {
        let mut board = Self::of(py, variant, fen, true)?;
        for text in moves {
            board.push_uci(py, &text)?;
        }
        Ok(board)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let moves = self.move_stack(py).iter().map(|mv| mv.uci(py)).collect();
        Ok((restore, (self.variant.clone_ref(py), self.fen.clone(), moves)))
    }
}
