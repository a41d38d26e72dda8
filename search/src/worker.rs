//! One thread of a search: alpha-beta on its own board, with the table that all threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::position::Position;
use crate::variant::{Move, PlayerId, PlayerSet};

use super::board::Board;
use super::evaluation::Evaluation;
use super::limits::{Control, Timer};
use super::order::{History, Killers, Ranked, code_of};
use super::score::{MOST_PLIES, MOST_POINTS, WIN, ended, is_decided};
use super::table::{Bound, Known, Table};
use super::techniques::{Allowed, Techniques};

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub evaluation: &'a Evaluation,
    pub allowed: &'a Allowed,
    pub techniques: Techniques,
    pub table: &'a Table,
    pub control: &'a Control,
    /// The main thread has finished.
    pub done: AtomicBool,
    /// The positions looked at, by all threads.
    pub nodes: AtomicU64,
    pub most_nodes: Option<u64>,
    /// The players for whom the search plays. Everybody else plays against them.
    pub side: PlayerSet,
    pub player: PlayerId,
}

/// What is kept for each distance from the root.
#[derive(Default)]
pub(super) struct Ply {
    pub moves: Vec<Move>,
    pub ranked: Vec<Ranked>,
    pub killers: Killers,
    /// The best line from here.
    line: Vec<Move>,
    /// Moves tried before the one that was good, and whether they are quiet.
    pub tried: Vec<(Move, bool)>,
    /// The move that a search is to do without.
    pub excluded: Option<Move>,
    /// The row of the history for what may follow the move played here; none after a pass.
    pub row: Option<usize>,
    /// What the evaluation says, for the side to move; none in check.
    pub value: Option<i32>,
}

/// How a node is searched.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Whether the opponent may be passed to.
    pub null: bool,
    /// Whether the score is expected to reach beta.
    pub cut: bool,
    /// Whether a pass is verified: the search must not trust the evaluation that the pass has trusted.
    pub verifies: bool,
}

impl Kind {
    /// Of a node that a whole window is searched for.
    pub const OPEN: Self = Self { null: true, cut: false, verifies: false };
    /// Of the first search of a later move.
    pub const CUT: Self = Self { cut: true, ..Self::OPEN };
}

/// One thread.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub board: Board<'a>,
    pub timer: Timer,
    pub history: &'a mut History,
    pub plies: Vec<Ply>,
    pub nodes: u64,
    /// Nodes already added to those of all threads.
    counted: u64,
    /// When the clock is looked at next, and how many nodes later after that.
    next_look: u64,
    step: u64,
    looked: Duration,
    pub stopped: bool,
    /// The depth of the iteration.
    pub depth: i32,
    pub deepest: usize,
    pub reductions: Vec<[i32; 64]>,
}

/// How deep a null move's reply is searched less, and how deep the search must be to verify it.
const NULL: i32 = 3;
const VERIFY: i32 = 8;
/// What a quiet position may gain with each depth, in hundredths.
pub(super) const MARGIN: i32 = 90;
/// How deep a known move is tested whether it alone holds the score.
const SINGULAR: i32 = 7;
/// More nodes than this are never between two looks at the clock.
const MOST_STEP: u64 = 1024;

impl<'a> Worker<'a> {
    /// On a position.
    pub fn new(
        shared: &'a Shared<'a>,
        position: Position,
        timer: Timer,
        history: &'a mut Option<History>,
    ) -> Self {
        let board = Board::new(position, shared.evaluation);
        let squares = board.position.rules().variant().board.len();
        let reduction = |depth: usize| {
            std::array::from_fn(|index| {
                (f64::from(depth as u32).ln() * f64::from(index.max(1) as u32).ln() / 2.1 + 0.4) as i32
            })
        };
        Self {
            history: history.get_or_insert_with(|| History::new(board.codes(), squares)),
            plies: std::iter::repeat_with(Ply::default).take(MOST_PLIES + 2).collect(),
            reductions: (1..=64).map(reduction).collect(),
            nodes: 0,
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

    /// The best line found from a distance on.
    pub fn line(&self, ply: usize) -> &[Move] {
        self.plies.get(ply).map_or(&[], |ply| &ply.line)
    }

    /// The nodes that are not among those of all threads yet.
    pub fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    /// Whether the side for which the search plays is to move.
    fn is_ours(&self) -> bool {
        self.shared.side.contains(self.board.turn())
    }

    /// Whether to stop. Looks at the clock every millisecond or so, however slow the game is.
    pub fn is_over(&mut self) -> bool {
        if self.stopped || self.shared.control.is_stopped() || self.shared.done.load(Ordering::Relaxed) {
            self.stopped = true;
        } else if self.nodes >= self.next_look {
            self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
            self.counted = self.nodes;
            let now = self.timer.elapsed();
            self.stopped = self.timer.is_over(self.shared.control);
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

    /// The score after a move, for the side that made it.
    pub fn follow(&mut self, m: Move, ply: usize, depth: i32, (alpha, beta): (i32, i32), kind: Kind) -> i32 {
        let ours = self.is_ours();
        self.nodes += 1;
        self.plies[ply - 1].row = Some(self.history.row(code_of(&self.board, m), m.to));
        self.board.play(m);
        let score = self.score_for(ours, ply, depth, (alpha, beta), kind);
        self.board.undo();
        score
    }

    /// The score of the position for one of the two sides, whoever is to move.
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

    /// What the position is worth to the side to move by the evaluation alone, and whether that is exact: far outside the
    /// window it is about so much.
    pub(super) fn evaluate(&mut self, (alpha, beta): (i32, i32)) -> (i32, bool) {
        let Shared { evaluation, side, .. } = *self.shared;
        let sign = if self.is_ours() { 1 } else { -1 };
        let mut score = sign * evaluation.standing(&self.board, side);
        let most = evaluation.most_freedom();
        let far = score >= beta.saturating_add(most) || score <= alpha.saturating_sub(most);
        let exact = !(far && self.shared.techniques.futility);
        if exact {
            score += sign * evaluation.freedom(&mut self.board, side);
        }
        (score.clamp(1 - MOST_POINTS, MOST_POINTS - 1), exact)
    }

    /// The score of a position in which the game is over, for the side to move.
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

    pub(super) fn key(&self) -> u64 {
        // A game of several is seen by the side that searches.
        self.board.position.hash() ^ u64::from(self.shared.side.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The score of a position for the side to move.
    pub fn node(&mut self, ply: usize, mut depth: i32, (mut alpha, mut beta): (i32, i32), kind: Kind) -> i32 {
        let techniques = self.shared.techniques;
        self.plies[ply].line.clear();
        if self.is_over() {
            return 0;
        }
        let excluded = self.plies[ply].excluded;
        let key = self.key();
        if techniques.table {
            self.shared.table.fetch(key);
        }
        if let Some(score) = self.over(ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.evaluate((alpha, beta)).0;
        }
        let check = self.board.position.in_check();
        if check && techniques.extensions && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return match techniques.quiescence {
                true => self.quiet(ply, 0, (alpha, beta), check, key),
                false => self.evaluate((alpha, beta)).0,
            };
        }
        self.deepest = self.deepest.max(ply);
        if techniques.mate_distance {
            (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let known = if techniques.table { self.shared.table.find(key, ply) } else { None };
        if let Some(known) = known {
            let deep = if techniques.grafting { known.depth >= depth } else { known.depth == depth };
            if deep && excluded.is_none() && known.decides((alpha, beta)) {
                return known.score;
            }
        }
        let narrow = beta - alpha == 1;
        let first = known.and_then(|known| known.best);
        let prunes = !check && narrow && !is_decided(alpha);
        let guesses = techniques.futility || techniques.null_move || techniques.late_pruning;
        let mut exact = false;
        self.plies[ply].value = None;
        if !check && (guesses || techniques.reductions) && !is_decided(alpha) {
            let stored = known.and_then(|known| known.value);
            let (value, is_exact) =
                stored.map_or_else(|| self.evaluate((alpha, beta)), |value| (value, true));
            exact = is_exact;
            self.plies[ply].value = Some(value);
        }
        let value = self.plies[ply].value;
        if let Some(mut value) = value.filter(|_| prunes && excluded.is_none() && !kind.verifies) {
            // A search knows better than the evaluation.
            if techniques.grafting
                && let Some(known) = known
                && !is_decided(known.score)
                && match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => known.score > value,
                    Bound::Upper => known.score < value,
                }
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
        let value = value.filter(|_| exact);
        self.try_moves(ply, depth, (alpha, beta), (check, prunes, extension, kind.cut), (key, value))
    }

    /// Whether the evaluation is better than it was at the side's last move.
    pub(super) fn improves(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|before| self.plies[before].value);
        match (self.plies[ply].value, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            _ => false,
        }
    }

    /// How much deeper a known move is searched because all others fall short of it; a score if another one reaches beta
    /// too.
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
        let least = known.score - 2 * depth;
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

    /// Whether the player to move has more than royals.
    fn has_material(&self) -> bool {
        !self.board.is_bare(self.board.turn())
    }

    /// A score of at least beta, if even a pass reaches that.
    fn refuted_by_pass(&mut self, ply: usize, depth: i32, beta: i32, value: i32) -> Option<i32> {
        let ours = self.is_ours();
        let verifying = depth - 1 - NULL - depth / 4;
        let less = verifying - ((value - beta) / 200).min(3);
        self.plies[ply].row = None;
        self.board.play_null();
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
        // Where any move is worse than none, the search without the pass tells.
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

    /// Puts a move before the best line after it.
    pub fn extend_line(&mut self, ply: usize, m: Move) {
        let after = std::mem::take(&mut self.plies[ply + 1].line);
        let line = &mut self.plies[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&after);
        self.plies[ply + 1].line = after;
    }

    /// Forgets the best line from a distance on.
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.plies[ply].line.clear();
    }

    /// The memory for the moves of a distance, taken out: to be given back with [`Worker::give_back`].
    pub(super) fn lists(&mut self, ply: usize) -> (Vec<Move>, Vec<Ranked>) {
        let ply = &mut self.plies[ply];
        (std::mem::take(&mut ply.moves), std::mem::take(&mut ply.ranked))
    }

    /// See [`Worker::lists`].
    pub(super) fn give_back(&mut self, ply: usize, lists: (Vec<Move>, Vec<Ranked>)) {
        (self.plies[ply].moves, self.plies[ply].ranked) = lists;
    }
}
