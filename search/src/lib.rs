//! Search: alpha-beta with an evaluation derived from the rules, for any game.
//!
//! A [`Searcher`] belongs to the rules of one game and keeps its transposition table and histories between
//! searches. [`Allowed`] switches off the techniques that these rules make unsound; [`Evaluation`] derives
//! the values of pieces. Every game can be searched: turns of several moves, passes, drops, compulsion, more
//! than two players (the others are searched as one opponent, paranoid).
//!
//! ```
//! # use carn::position::Position;
//! # use carn::search::{Control, Limits, Score, Searcher};
//! let rules = carn::library::rules("chess").unwrap();
//! let position = Position::from_fen(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(&rules);
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let found = searcher.search(&position, &limits, &Control::new(), &mut |_| {});
//! assert_eq!(found.lines[0].score, Score::Win(1));
//! ```

mod board;
mod correction;
mod evaluation;
mod level;
mod limits;
mod moves;
mod order;
mod quiet;
mod root;
mod score;
mod table;
mod techniques;
pub mod tune;
mod worker;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use carn_engine::{geometry, position, random, variant};

use crate::position::{Position, Rules};
use crate::variant::{Move, PlayerId, Variant, Weights};

pub use evaluation::{Evaluation, Features, Fitting};
pub use level::Level;
pub use limits::{Clock, Control, Limits, Remaining};
pub use score::Score;
pub use techniques::{Allowed, Objection, Techniques};

use self::limits::Timer;
use self::order::History;
use self::root::Root;
use self::table::Table;
use self::worker::{Shared, Worker};

/// A principal variation and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From the view of the side to move; without meaning at depth 0.
    pub score: Score,
    /// The depth of the search that found it; 0 if the search was stopped before it had a score.
    pub depth: u32,
    /// The moves; never empty.
    pub moves: Vec<Move>,
}

impl Line {
    /// The score, unless the search was stopped before it had one.
    #[must_use]
    pub fn known_score(&self) -> Option<Score> {
        (self.depth > 0).then_some(self.score)
    }
}

/// The progress of a search, reported after each iteration.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The greatest distance from the root, quiescence included.
    pub deepest: u32,
    /// The nodes searched by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The share of the transposition table in use, in thousandths.
    pub fill: usize,
    /// The best lines, the best first.
    pub lines: &'a [Line],
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The best lines, the best first; empty if there is no legal move to search.
    pub lines: Vec<Line>,
    /// The nodes searched by all threads.
    pub nodes: u64,
}

impl Found {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The move expected in reply.
    #[must_use]
    pub fn reply(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// The search of one game. The table and the histories are kept between searches.
pub struct Searcher {
    rules: Rules,
    evaluation: Evaluation,
    allowed: Allowed,
    table: Table,
    /// The histories of each thread.
    histories: Vec<Option<History>>,
    /// The techniques to use. Those that the rules do not allow are never used.
    pub techniques: Techniques,
    /// The number of search threads.
    pub threads: usize,
    /// The source of the time. A web page passes in its own.
    pub clock: Clock,
}

/// The rules and settings, without the weights and tables.
impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, techniques, threads, .. } = self;
        f.debug_struct("Searcher")
            .field("rules", rules)
            .field("techniques", techniques)
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

/// The callback after each iteration.
type Tell<'a> = &'a mut dyn FnMut(&Info<'_>);

/// The default size of the transposition table, in megabytes.
const MEGABYTES: usize = 16;

impl Searcher {
    /// Creates a search with a table of the default size.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with_hash(rules, MEGABYTES)
    }

    /// Creates a search with a table of this size.
    #[must_use]
    pub fn with_hash(rules: &Rules, megabytes: usize) -> Self {
        Self::of(rules, Evaluation::new(rules), megabytes)
    }

    /// Creates a search with these weights instead of those of the rule file.
    #[must_use]
    pub fn with_weights(rules: &Rules, weights: &Weights) -> Self {
        Self::of(rules, Evaluation::with_weights(rules, weights), MEGABYTES)
    }

    fn of(rules: &Rules, evaluation: Evaluation, megabytes: usize) -> Self {
        Self {
            allowed: Allowed::new(rules, &evaluation),
            table: Table::new(megabytes),
            histories: Vec::new(),
            techniques: Techniques::ALL,
            threads: 1,
            clock: limits::system_clock,
            rules: rules.clone(),
            evaluation,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The techniques that the rules allow.
    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// Replaces the table by an empty one of this size.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }

    /// Clears the table and the histories, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Panics if a position belongs to another game: its squares and pieces would have other numbers.
    fn check(&self, position: &Position) {
        let shape = |variant: &Variant| (variant.board.len(), variant.roles.len(), variant.players.len());
        let (own, other) = (self.rules.variant(), position.rules().variant());
        assert!(
            own.name == other.name && shape(own) == shape(other),
            "a position of {} is given to a search of {}",
            other.name,
            own.name
        );
    }

    /// The static evaluation for a player's side, in hundredths of the weakest piece.
    ///
    /// # Panics
    /// If the position belongs to another game than the search.
    #[must_use]
    pub fn evaluate(&self, position: &Position, player: PlayerId) -> i32 {
        self.check(position);
        let mut board = board::Board::new(position.clone(), &self.evaluation);
        self.evaluation.score(&mut board, self.rules.variant().side(player))
    }

    /// Searches a position until a limit is reached or it is stopped. `tell` is called after each iteration.
    ///
    /// The result has a move if there is a legal one among [`Limits::moves`], even if the search was stopped before it
    /// began.
    ///
    /// # Panics
    /// If the position belongs to another game than the search.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(&Info<'_>),
    ) -> Found {
        self.check(position);
        let timer = Timer::new(limits, self.clock);
        let mut moves = position.legal_moves();
        if !limits.moves.is_empty() {
            moves.retain(|m| limits.moves.contains(m));
        }
        if moves.is_empty() {
            return Found::default();
        }
        self.table.age();
        let shared = Shared {
            evaluation: &self.evaluation,
            allowed: &self.allowed,
            techniques: self.techniques.and(self.allowed.techniques),
            table: &self.table,
            control,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes,
            side: self.rules.variant().side(position.turn()),
            player: position.turn(),
        };
        let mut root = Root::new(moves.clone());
        self.histories.resize_with(self.threads.max(1), || None);
        let run = |root: &mut Root, history: &mut Option<History>, first: bool, tell: Tell<'_>| {
            let mut worker = Worker::new(&shared, position.clone(), timer, history);
            root.deepen(&mut worker, limits, first, tell);
            worker.nodes
        };
        let Some((own, others)) = self.histories.split_first_mut() else { return Found::default() };
        let nodes = std::thread::scope(|scope| {
            for history in others {
                scope.spawn(|| run(&mut Root::new(moves.clone()), history, false, &mut |_| {}));
            }
            let nodes = run(&mut root, own, true, tell);
            shared.done.store(true, Ordering::Relaxed);
            nodes
        });
        let nodes = if self.threads < 2 { nodes } else { shared.nodes.load(Ordering::Relaxed) };
        Found { lines: root.lines(limits.lines.max(1)), nodes }
    }
}
