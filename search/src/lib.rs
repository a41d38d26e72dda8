//! Search: the best moves of a position in any game, by alpha-beta and an evaluation made from the rules.
//!
//! A [`Searcher`] belongs to the rules of one game and keeps what it has learnt from search to search. It knows no game:
//! what the rules make unsound is [decided](Allowed) when it is made, what pieces are worth is [read](Evaluation) from the
//! rules. Every game that can be played can be searched: turns of several moves, passes, drops, compulsion, games of more than
//! two players (the others are taken to play against the one who searches).
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

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use carn_engine::{geometry, position, random, variant};

use crate::position::{Position, Rules};
use crate::variant::{Move, PlayerId};

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

/// A line of moves and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side to move.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// The moves; never empty.
    pub moves: Vec<Move>,
}

/// How far a search has come, told after each depth.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The depth searched.
    pub depth: u32,
    /// The greatest distance from the root.
    pub deepest: u32,
    /// The positions looked at, by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: usize,
    /// The best lines, the best first.
    pub lines: &'a [Line],
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The best lines, the best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The positions looked at.
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

/// The search of one game, with what it keeps from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    rules: Rules,
    evaluation: Evaluation,
    allowed: Allowed,
    table: Table,
    /// What each thread has learnt about the order of moves.
    histories: Vec<Option<History>>,
    /// The techniques that are wanted; those that the rules do not allow are left out all the same.
    pub techniques: Techniques,
    /// How many threads search.
    pub threads: usize,
    /// The time; a page passes in its own.
    pub clock: Clock,
}

/// What is called after each depth.
type Tell<'a> = &'a mut dyn FnMut(&Info<'_>);

/// The size of the table of a new search, in megabytes.
const MEGABYTES: usize = 16;

impl Searcher {
    /// A search of a game.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with_hash(rules, MEGABYTES)
    }

    /// A search with a table of so many megabytes.
    #[must_use]
    pub fn with_hash(rules: &Rules, megabytes: usize) -> Self {
        let evaluation = Evaluation::new(rules);
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

    /// What positions are worth.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// What the rules allow.
    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// Makes a table of another size.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }

    /// Forgets what earlier searches have found: for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// What a position is worth to a player's side by the evaluation alone, in hundredths of the weakest piece.
    #[must_use]
    pub fn evaluate(&self, position: &Position, player: PlayerId) -> i32 {
        let mut board = board::Board::new(position.clone(), &self.evaluation);
        self.evaluation.score(&mut board, self.rules.variant().side(player))
    }

    /// Searches a position until a limit is reached or it is stopped. `tell` is called after each depth.
    ///
    /// The answer has a move wherever there is a legal one, even if the search was stopped before it began.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(&Info<'_>),
    ) -> Found {
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
