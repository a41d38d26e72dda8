//! One search thread: alpha-beta on its own board, with the shared transposition table.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::position::Position;
use crate::variant::{Move, PlayerId, PlayerSet, Verdict};

use super::board::Board;
use super::evaluation::Evaluation;
use super::limits::{Control, Timer};
use super::order::{Choices, History, Killers, code_of};
use super::score::{MOST_PLIES, MOST_POINTS, WIN, ended, is_decided};
use super::table::{Bound, Known, Table};
use super::techniques::{Allowed, Techniques};

/// Data shared by the threads of one search.
pub(super) struct Shared<'a> {
    pub evaluation: &'a Evaluation,
    pub allowed: &'a Allowed,
    pub techniques: Techniques,
    pub table: &'a Table,
    pub control: &'a Control,
    /// Set when the main thread finishes.
    pub done: AtomicBool,
    /// The nodes of all threads.
    pub nodes: AtomicU64,
    pub most_nodes: Option<u64>,
    /// The players of the searching side. All others are its opponents.
    pub side: PlayerSet,
    pub player: PlayerId,
}

impl Shared<'_> {
    /// The key of a position in the table. With more than two players, scores depend on the searching side.
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ u64::from(self.side.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Prefetches the table entry of a position.
    fn fetch(&self, position: &Position) {
        if self.techniques.table {
            self.table.fetch(self.key(position));
        }
    }
}

/// Search data by distance from the root.
#[derive(Default)]
pub(super) struct Ply {
    pub choices: Choices,
    pub killers: Killers,
    /// The principal variation from here.
    line: Vec<Move>,
    /// Moves searched before the cutoff, and whether they are quiet.
    pub tried: Vec<(Move, bool)>,
    /// The move excluded by a singular extension search.
    pub excluded: Option<Move>,
    /// The continuation history row of the move played here; none after a pass.
    pub row: Option<usize>,
    /// The static evaluation for the side to move; none in check.
    pub value: Option<i32>,
}

/// The expected type of a node.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Whether null move pruning is allowed.
    pub null: bool,
    /// Whether this is an expected cut node.
    pub cut: bool,
    /// Whether this search verifies a null move. It does not prune by the static evaluation, which the null
    /// move has already relied on.
    pub verifies: bool,
}

/// A node whose moves are to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: i32,
    /// Alpha and beta.
    pub window: (i32, i32),
    /// Whether the player to move is in check, or must capture.
    pub check: bool,
    /// The extension of the first move.
    pub extension: i32,
    /// Whether this is an expected cut node.
    pub cut: bool,
    pub key: u64,
    /// The static evaluation without correction; none in check.
    pub value: Option<i32>,
    /// Whether the node was ever searched with an open window.
    pub open: bool,
}

impl Kind {
    /// A node searched with the whole window.
    pub const OPEN: Self = Self { null: true, cut: false, verifies: false };
    /// The null-window search of a later move.
    pub const CUT: Self = Self { cut: true, ..Self::OPEN };
}

/// By depth less one and number of moves before: the base reduction of a late move.
pub(super) static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let log = |number: usize| f64::from(number.max(1) as u32).ln();
    std::array::from_fn(|depth| std::array::from_fn(|late| (log(depth + 1) * log(late) / 1.7 + 0.4) as i32))
});

/// The state of one thread.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub board: Board<'a>,
    pub timer: Timer,
    pub history: &'a mut History,
    pub plies: Vec<Ply>,
    pub nodes: u64,
    /// The nodes when the present quiescence search began.
    pub leaf: u64,
    /// The nodes already added to the shared count.
    counted: u64,
    /// The node count of the next clock check, and the interval after it.
    next_look: u64,
    step: u64,
    looked: Duration,
    pub stopped: bool,
    /// The depth of the iteration.
    pub depth: i32,
    pub deepest: usize,
}

/// The base reduction of a null move search, which is also its least depth; and the depth from which it is
/// verified.
const NULL: i32 = 3;
const VERIFY: i32 = 8;
/// Futility margin per depth, in hundredths.
pub(super) const MARGIN: i32 = 90;
/// The least depth for singular extensions.
const SINGULAR: i32 = 6;
/// The greatest interval between two clock checks, in nodes.
const MOST_STEP: u64 = 1024;

impl<'a> Worker<'a> {
    /// Creates a thread on a position.
    pub fn new(
        shared: &'a Shared<'a>,
        position: Position,
        timer: Timer,
        history: &'a mut Option<History>,
    ) -> Self {
        let board = Board::new(position, shared.evaluation);
        let squares = board.position.rules().variant().board.len();
        Self {
            history: history.get_or_insert_with(|| History::new(board.codes(), squares)),
            plies: std::iter::repeat_with(Ply::default).take(MOST_PLIES + 2).collect(),
            nodes: 0,
            leaf: 0,
            counted: 0,
            next_look: 1,
            step: 1,
            looked: Duration::ZERO,
            stopped: false,
            depth: 0,
            deepest: 0,
            shared,
            board,
            timer,
        }
    }

    /// The principal variation from a ply on.
    pub fn line(&self, ply: usize) -> &[Move] {
        self.plies.get(ply).map_or(&[], |ply| &ply.line)
    }

    /// The nodes not yet added to the shared count.
    pub fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    /// Whether the searching side is to move.
    fn is_ours(&self) -> bool {
        self.shared.side.contains(self.board.turn())
    }

    /// Whether to stop. The interval adapts to slow games, so that the clock is checked about every
    /// millisecond.
    pub fn is_over(&mut self) -> bool {
        if self.stopped || self.shared.control.is_stopped() || self.shared.done.load(Ordering::Relaxed) {
            self.stopped = true;
        } else if self.nodes >= self.next_look {
            self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
            self.counted = self.nodes;
            let now = self.timer.elapsed();
            self.stopped = self.timer.is_over(self.shared.control, self.depth);
            let quick = now.saturating_sub(self.looked).as_micros() < 500;
            self.looked = now;
            self.step = if quick { (self.step * 2).min(MOST_STEP) } else { (self.step / 2).max(1) };
            self.next_look = self.nodes + self.step;
        }
        if self
            .shared
            .most_nodes
            .is_some_and(|most| self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.counted >= most)
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// Plays a move and returns its score for the side that made it.
    pub fn follow(&mut self, m: Move, ply: usize, depth: i32, (alpha, beta): (i32, i32), kind: Kind) -> i32 {
        let ours = self.is_ours();
        self.play(m, ply);
        let score = self.score_for(ours, ply, depth, (alpha, beta), kind);
        self.board.undo();
        score
    }

    /// Plays a move that leads to a ply.
    pub(super) fn play(&mut self, m: Move, ply: usize) {
        self.nodes += 1;
        self.plies[ply - 1].row = Some(self.history.row(code_of(&self.board, m), m.to));
        let shared = self.shared;
        self.board.play(m, |position| shared.fetch(position));
    }

    /// The score for one of the two sides. It is negated only if the other side is to move, since a turn may
    /// have several moves.
    fn score_for(
        &mut self,
        ours: bool,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        kind: Kind,
    ) -> i32 {
        match self.is_ours() == ours {
            true => self.node(ply, depth, (alpha, beta), kind),
            false => -self.node(ply, depth, (-beta, -alpha), kind),
        }
    }

    /// The static evaluation for the side to move.
    pub(super) fn evaluate(&mut self) -> i32 {
        let Shared { evaluation, side, .. } = *self.shared;
        let score = evaluation.score(&mut self.board, side);
        let score = if self.is_ours() { score } else { -score };
        score.clamp(1 - MOST_POINTS, MOST_POINTS - 1)
    }

    /// The score of a finished game for the side to move; `None` if it goes on.
    pub(super) fn over(&mut self, ply: usize) -> Option<i32> {
        let position = &self.board.position;
        let out = position.out();
        let score = if out.contains(self.shared.player) && self.shared.side.without(out).is_empty() {
            ply as i32 - WIN
        } else if let Some(outcome) = position.outcome() {
            ended(outcome, self.shared.player, ply)
        } else if self.shared.techniques.repetition
            && position.is_repetition()
            && let Some(outcome) = position.repeated()
        {
            ended(outcome, self.shared.player, ply)
        } else {
            return None;
        };
        Some(if self.is_ours() { score } else { -score })
    }

    /// Whether the player to move is in check, or would lose by passing since an opponent is at a goal. The static
    /// evaluation sees neither.
    pub(super) fn is_threatened(&mut self) -> bool {
        let check = self.board.position.in_check();
        if check || !self.shared.evaluation.is_goal_held(&self.board) {
            return check;
        }
        let turn = self.board.turn();
        self.board.play_null();
        let outcome = self.board.position.outcome();
        self.board.undo();
        outcome.is_some_and(|outcome| outcome.of(turn) == Verdict::Loss)
    }

    /// The key of the present position in the table.
    pub fn key(&self) -> u64 {
        self.shared.key(&self.board.position)
    }

    /// Searches a node; the score is for the side to move.
    pub fn node(&mut self, ply: usize, mut depth: i32, (mut alpha, mut beta): (i32, i32), kind: Kind) -> i32 {
        let techniques = self.shared.techniques;
        self.plies[ply].line.clear();
        if self.is_over() {
            return 0;
        }
        let excluded = self.plies[ply].excluded;
        let key = self.key();
        if let Some(score) = self.over(ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.evaluate();
        }
        let check = self.is_threatened();
        if check && techniques.extensions && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return match techniques.quiescence {
                true => self.quiet(ply, 0, (alpha, beta), check, key),
                false => self.evaluate(),
            };
        }
        // A player who must capture cannot stand pat either.
        let check = check || self.must_capture();
        self.deepest = self.deepest.max(ply);
        if techniques.mate_distance {
            (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let narrow = beta - alpha == 1;
        let known = if techniques.table { self.shared.table.find(key, ply) } else { None };
        if let Some(known) = known {
            let deep = if techniques.grafting { known.depth >= depth } else { known.depth == depth };
            if deep && narrow && excluded.is_none() && known.decides((alpha, beta)) {
                return known.score;
            }
        }
        let first = known.and_then(|known| known.best);
        let prunes = !check && narrow && !is_decided(alpha);
        let guesses = techniques.futility || techniques.null_move || techniques.late_pruning;
        let mut raw = None;
        self.plies[ply].value = None;
        if !check && (guesses || techniques.reductions) && !is_decided(alpha) {
            let stored = known.and_then(|known| known.value);
            let value = stored.unwrap_or_else(|| self.evaluate());
            (raw, self.plies[ply].value) = (Some(value), Some(self.corrected(ply, value)));
        }
        let value = self.plies[ply].value;
        if let Some(mut value) = value.filter(|_| prunes && excluded.is_none() && !kind.verifies) {
            // A suitable table score is more accurate than the static evaluation.
            if techniques.grafting
                && let Some(known) = known
                && known.refines(value)
            {
                value = known.score;
            }
            let improves = i32::from(self.improves(ply));
            if techniques.futility && depth <= 8 && value - MARGIN * (depth - improves) >= beta {
                return value;
            }
            if techniques.futility
                && techniques.quiescence
                && depth <= 3
                && value + 200 + 250 * depth * depth <= alpha
            {
                let score = self.quiet(ply, 0, (alpha, beta), false, key);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            if techniques.null_move
                && kind.null
                && depth >= NULL
                && value >= beta
                && self.has_material()
                && let Some(score) = self.refuted_by_pass(ply, depth, beta, value)
            {
                return score;
            }
        }
        if techniques.internal && depth >= 4 && first.is_none() && (kind.cut || !narrow) {
            depth -= 1;
        }
        let mut extension = 0;
        if let Some(known) = known
            && techniques.singular
            && excluded.is_none()
        {
            match self.is_singular(ply, depth, beta, (known, kind)) {
                Ok(more) => extension = more,
                Err(score) => return score,
            }
            if self.stopped {
                return 0;
            }
        }
        self.list(ply, first);
        self.try_moves(
            ply,
            Node {
                depth,
                window: (alpha, beta),
                check,
                extension,
                cut: kind.cut,
                key,
                value: raw,
                open: !narrow || known.is_some_and(|known| known.open),
            },
        )
    }

    /// Whether the static evaluation has risen since two plies ago.
    pub(super) fn improves(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|before| self.plies[before].value);
        match (self.plies[ply].value, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            _ => false,
        }
    }

    /// The singular extension of the table move: 1 if all others fail low, -1 if another move may also reach
    /// beta. `Err` is a score of at least beta (multi-cut).
    fn is_singular(
        &mut self,
        ply: usize,
        depth: i32,
        beta: i32,
        (known, kind): (Known, Kind),
    ) -> Result<i32, i32> {
        let Some(best) = known.best else { return Ok(0) };
        let fits = depth >= SINGULAR
            && known.depth >= depth - 3
            && known.bound != Bound::Upper
            && !is_decided(known.score)
            && ply > 0
            && ply < 2 * self.depth as usize;
        if !fits {
            return Ok(0);
        }
        let least = known.score - depth;
        let value = self.plies[ply].value;
        self.plies[ply].excluded = Some(best);
        let score = self.node(ply, (depth - 1) / 2, (least - 1, least), Kind { null: false, ..kind });
        let Ply { excluded, value: place, line, .. } = &mut self.plies[ply];
        (*excluded, *place) = (None, value);
        line.clear();
        if score < least {
            Ok(1)
        } else if least >= beta {
            Err(least)
        } else {
            Ok(if known.score >= beta { -1 } else { 0 })
        }
    }

    /// Whether the player to move has pieces other than royals.
    fn has_material(&self) -> bool {
        !self.board.is_bare(self.board.turn())
    }

    /// Null move pruning: a score of at least beta if a pass reaches it.
    fn refuted_by_pass(&mut self, ply: usize, depth: i32, beta: i32, value: i32) -> Option<i32> {
        let ours = self.is_ours();
        let verifying = depth - 1 - NULL - depth / 4;
        let less = verifying - ((value - beta) / 200).min(3);
        self.plies[ply].row = None;
        self.board.play_null();
        self.shared.fetch(&self.board.position);
        let score = match self.is_ours() == ours {
            true => -WIN,
            false => {
                self.score_for(ours, ply + 1, less, (beta - 1, beta), Kind { null: false, ..Kind::OPEN })
            }
        };
        self.board.undo();
        if self.stopped || score < beta || is_decided(score) {
            return None;
        }
        // In zugzwang a pass is better than any move. A search without null move detects it.
        if depth >= VERIFY {
            let value = self.plies[ply].value;
            let kind = Kind { null: false, verifies: true, ..Kind::OPEN };
            let verified = self.node(ply, verifying, (beta - 1, beta), kind);
            self.plies[ply].value = value;
            if verified < beta {
                return None;
            }
        }
        Some(score)
    }

    /// Sets the principal variation to a move and the variation after it.
    pub fn extend_line(&mut self, ply: usize, m: Move) {
        let after = std::mem::take(&mut self.plies[ply + 1].line);
        let line = &mut self.plies[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&after);
        self.plies[ply + 1].line = after;
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.plies[ply].line.clear();
    }
}
