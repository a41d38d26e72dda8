//! One thread of a search: alpha-beta on its own board, with the table that all threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::position::Position;
use crate::variant::{Move, PlayerId, PlayerSet};

use super::board::Board;
use super::evaluation::Evaluation;
use super::limits::{Control, Timer};
use super::order::{History, Killers, Ranked, Ranking, code_of, is_losing, pick};
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
struct Ply {
    moves: Vec<Move>,
    ranked: Vec<Ranked>,
    killers: Killers,
    /// The best line from here.
    line: Vec<Move>,
    /// Quiet moves tried before the one that was good.
    tried: Vec<Move>,
}

/// One thread.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub board: Board<'a>,
    pub timer: Timer,
    pub history: History,
    plies: Vec<Ply>,
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
    reductions: Vec<[i32; 64]>,
}

/// How deep a null move's reply is searched less, and how deep the search must be to verify it.
const NULL: i32 = 3;
const VERIFY: i32 = 10;
/// What a quiet position may gain with each depth, in hundredths.
const MARGIN: i32 = 90;
/// More nodes than this are never between two looks at the clock.
const MOST_STEP: u64 = 1024;

impl<'a> Worker<'a> {
    /// On a position.
    pub fn new(shared: &'a Shared<'a>, position: Position, timer: Timer) -> Self {
        let board = Board::new(position, shared.evaluation);
        let squares = board.position.rules().variant().board.len();
        let reduction = |depth: usize| {
            std::array::from_fn(|index| {
                (f64::from(depth as u32).ln() * f64::from(index.max(1) as u32).ln() / 2.1 + 0.4) as i32
            })
        };
        Self {
            history: History::new(board.codes(), squares),
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
    pub fn follow(&mut self, m: Move, ply: usize, depth: i32, (alpha, beta): (i32, i32)) -> i32 {
        let ours = self.is_ours();
        self.nodes += 1;
        self.board.play(m);
        let score = self.score_for(ours, ply, depth, (alpha, beta), true);
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
        null: bool,
    ) -> i32 {
        match self.is_ours() == ours {
            true => self.node(ply, depth, (alpha, beta), null),
            false => -self.node(ply, depth, (-beta, -alpha), null),
        }
    }

    /// What the position is worth to the side to move by the evaluation alone. Far outside the window, about so much.
    pub(super) fn evaluate(&mut self, (alpha, beta): (i32, i32)) -> i32 {
        let Shared { evaluation, side, .. } = *self.shared;
        let sign = if self.is_ours() { 1 } else { -1 };
        let mut score = sign * evaluation.standing(&self.board, side);
        let most = evaluation.most_freedom();
        let far = score >= beta.saturating_add(most) || score <= alpha.saturating_sub(most);
        if !(far && self.shared.techniques.futility) {
            score += sign * evaluation.freedom(&mut self.board, side);
        }
        score.clamp(1 - MOST_POINTS, MOST_POINTS - 1)
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
    pub fn node(&mut self, ply: usize, mut depth: i32, (mut alpha, mut beta): (i32, i32), null: bool) -> i32 {
        let techniques = self.shared.techniques;
        self.plies[ply].line.clear();
        if self.is_over() {
            return 0;
        }
        let key = self.key();
        if techniques.table {
            self.shared.table.fetch(key);
        }
        if let Some(score) = self.over(ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.evaluate((alpha, beta));
        }
        let check = self.board.position.in_check();
        if check && techniques.extensions && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return match techniques.quiescence {
                true => self.quiet(ply, 0, (alpha, beta), check, key),
                false => self.evaluate((alpha, beta)),
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
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
            };
            if deep && decides {
                return known.score;
            }
        }
        let narrow = beta - alpha == 1;
        let first = known.and_then(|known| known.best);
        let prunes = !check && narrow && !is_decided(alpha);
        let needs_value = prunes && (techniques.futility || techniques.null_move);
        let value = if needs_value { self.evaluate((alpha, beta)) } else { 0 };
        if prunes && techniques.futility && depth <= 6 && value - MARGIN * depth >= beta {
            return value;
        }
        if prunes
            && techniques.null_move
            && null
            && depth >= NULL
            && value >= beta
            && self.has_material()
            && let Some(score) = self.refuted_by_pass(ply, depth, beta)
        {
            return score;
        }
        if techniques.internal && depth >= 5 && first.is_none() {
            depth -= 1;
        }
        self.list(ply, first);
        self.try_moves(ply, depth, (alpha, beta), (check, prunes.then_some(value)), key)
    }

    /// Whether the player to move has more than royals.
    fn has_material(&self) -> bool {
        !self.board.is_bare(self.board.turn())
    }

    /// A score of at least beta, if even a pass reaches that.
    fn refuted_by_pass(&mut self, ply: usize, depth: i32, beta: i32) -> Option<i32> {
        let ours = self.is_ours();
        let less = depth - 1 - NULL - depth / 6;
        self.board.play_null();
        let score = match self.is_ours() == ours {
            true => -WIN,
            false => self.score_for(ours, ply + 1, less, (beta - 1, beta), false),
        };
        self.board.undo();
        if self.stopped || score < beta || is_decided(score) {
            return None;
        }
        // Where any move is worse than none, the search without the pass tells.
        if depth >= VERIFY && self.node(ply, less, (beta - 1, beta), false) < beta {
            return None;
        }
        Some(score)
    }

    /// Lists and ranks the moves of a position.
    fn list(&mut self, ply: usize, known: Option<Move>) {
        let techniques = self.shared.techniques;
        let Ply { moves, ranked, killers, tried, .. } = &mut self.plies[ply];
        moves.clear();
        tried.clear();
        self.board.position.legal_moves_into(moves);
        let ranking = Ranking {
            evaluation: self.shared.evaluation,
            history: techniques.history.then_some(&self.history),
            killers: if techniques.killers { *killers } else { [None; 2] },
            known,
            exchange: techniques.exchange,
        };
        ranking.rank(&self.board, moves, ranked);
    }

    fn try_moves(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        (check, value): (bool, Option<i32>),
        key: u64,
    ) -> i32 {
        let techniques = self.shared.techniques;
        let (begin, mut best, mut best_move) = (alpha, -WIN, None);
        if let Some(next) = self.plies.get_mut(ply + 1) {
            next.killers = [None; 2];
        }
        let mut place = 0;
        while let Some(ranked) = pick(&self.board, self.shared.evaluation, &mut self.plies[ply].ranked, place)
        {
            let m = ranked.m;
            let late = place;
            place += 1;
            if let (Some(value), true) = (value, techniques.futility && best > -MOST_POINTS) {
                let hopeless = ranked.quiet
                    && (depth <= 3 && value + MARGIN * (depth + 1) <= alpha
                        || depth <= 4 && late as i32 > 5 + 4 * depth * depth);
                let loses = is_losing(ranked) && depth <= 2 && value <= alpha;
                if hopeless || loses {
                    continue;
                }
            }
            let reduction = if techniques.reductions
                && depth >= 3
                && late >= 2
                && !check
                && (ranked.quiet || is_losing(ranked))
            {
                self.reductions[(depth as usize - 1).min(63)][late.min(63)].clamp(0, depth - 2)
            } else {
                0
            };
            let code = code_of(&self.board, m);
            let score = self.search_move(m, ply, depth, (alpha, beta), (late, reduction));
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(m));
                    self.extend_line(ply, m);
                }
            }
            if alpha >= beta {
                if ranked.quiet {
                    self.learn(ply, m, code, depth);
                }
                break;
            }
            if ranked.quiet {
                self.plies[ply].tried.push(m);
            }
        }
        if techniques.table {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > begin => Bound::Exact,
                _ => Bound::Upper,
            };
            self.shared.table.note(key, ply, Known { best: best_move, score: best, depth, bound });
        }
        best
    }

    /// One move: with a narrow window and less deep where it is expected to fail, again where it does not.
    fn search_move(
        &mut self,
        m: Move,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        (late, reduction): (usize, i32),
    ) -> i32 {
        let refutes = self.shared.techniques.refutation && late > 0;
        if reduction > 0 {
            let score = self.follow(m, ply + 1, depth - 1 - reduction, (alpha, alpha + 1));
            if score <= alpha || self.stopped {
                return score;
            }
        }
        if refutes {
            let score = self.follow(m, ply + 1, depth - 1, (alpha, alpha + 1));
            if score <= alpha || score >= beta || self.stopped {
                return score;
            }
        }
        self.follow(m, ply + 1, depth - 1, (alpha, beta))
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

    /// A quiet move was good enough, the quiet ones tried before it were not.
    fn learn(&mut self, ply: usize, m: Move, code: u16, depth: i32) {
        let bonus = depth * depth * 16;
        self.history.learn(code, m.to, bonus);
        let tried = std::mem::take(&mut self.plies[ply].tried);
        for &other in &tried {
            self.history.learn(code_of(&self.board, other), other.to, -bonus);
        }
        let Ply { tried: place, killers, .. } = &mut self.plies[ply];
        *place = tried;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
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
