//! The move loop of a node: ordering, pruning, reductions, history updates.

use crate::variant::Move;

use super::order::{Ranked, Ranking, Rows, code_of, is_losing, keeps, value_of};
use super::score::{MOST_POINTS, WIN, is_decided};
use super::table::{Bound, Known};
use super::worker::{Kind, MARGIN, Node, Ply, REDUCTIONS, Worker};

/// The greatest depth for late move pruning and history pruning.
const SHALLOW: i32 = 8;
/// The greatest exchange loss near the leaves: of a quiet move, times depth squared; of a capture, times
/// depth.
const LOSS_OF_QUIET: i32 = 25;
const LOSS_OF_CAPTURE: i32 = 90;

impl Worker<'_> {
    /// The continuation history rows of the last two moves.
    pub(super) fn rows(&self, ply: usize) -> Rows {
        if !self.shared.techniques.continuation {
            return [None; 2];
        }
        [1, 2].map(|back| ply.checked_sub(back).and_then(|before| self.plies[before].row))
    }

    /// Generates and ranks the moves of a node.
    pub(super) fn list(&mut self, ply: usize, known: Option<Move>) {
        let techniques = self.shared.techniques;
        let rows = self.rows(ply);
        let Ply { choices, killers, tried, .. } = &mut self.plies[ply];
        tried.clear();
        choices.moves.clear();
        self.board.position.legal_moves_into(&mut choices.moves);
        let ranking = Ranking {
            evaluation: self.shared.evaluation,
            history: techniques.history.then_some(&*self.history),
            rows,
            killers: if techniques.killers { *killers } else { [None; 2] },
            known,
            exchange: techniques.exchange,
        };
        ranking.rank(&self.board, choices);
    }

    /// Whether a move near the leaves is pruned: late moves, futility, bad history, or a losing exchange. The
    /// caller still searches checks.
    fn is_pruned(&self, ply: usize, ranked: Ranked, depth: i32, late: usize, alpha: i32) -> bool {
        let techniques = self.shared.techniques;
        if ranked.quiet && techniques.late_pruning && depth <= SHALLOW {
            let most = (4 + depth * depth * 3 / 2) / if self.improves(ply) { 1 } else { 2 };
            if late as i32 > most {
                return true;
            }
        }
        if !techniques.futility {
            return false;
        }
        let evaluation = self.shared.evaluation;
        if !ranked.quiet {
            return depth <= 6
                && is_losing(ranked)
                && !keeps(&self.board, evaluation, ranked.m, ranked.won, -LOSS_OF_CAPTURE * depth);
        }
        let left = (depth - 1 - self.reduction(depth, late)).max(0);
        if let Some(value) = self.plies[ply].value
            && left <= 6
            && value + MARGIN * (left + 1) <= alpha
        {
            return true;
        }
        if left <= 3 && depth <= SHALLOW && ranked.history < -4000 * (left + 1) {
            return true;
        }
        let most = LOSS_OF_QUIET * left.max(1) * left.max(1);
        // No exchange loses more than the piece that moves.
        techniques.exchange
            && left <= 6
            && late > 0
            && value_of(&self.board, evaluation, code_of(&self.board, ranked.m)) > most
            && !keeps(&self.board, evaluation, ranked.m, 0, -most)
    }

    /// The base reduction of a late move.
    pub(super) fn reduction(&self, depth: i32, late: usize) -> i32 {
        REDUCTIONS[(depth.max(1) as usize - 1).min(63)][late.min(63)]
    }

    /// Searches the listed moves of a node, and returns its score.
    pub(super) fn try_moves(&mut self, ply: usize, node: Node) -> i32 {
        let Node { depth, window: (mut alpha, beta), check, extension, cut, key, value, open: was_open } =
            node;
        let techniques = self.shared.techniques;
        let (begin, mut best, mut best_move) = (alpha, -WIN, None);
        let excluded = self.plies[ply].excluded.take();
        let prunes = !check && !is_decided(alpha);
        // The grandchildren of a node share killers.
        if let Some(next) = self.plies.get_mut(ply + 2) {
            next.killers = [None; 2];
        }
        let open = beta - alpha > 1;
        let mut place = 0;
        while let Some(ranked) = self.plies[ply].choices.pick(&self.board, self.shared.evaluation, place) {
            let m = ranked.m;
            let late = place;
            place += 1;
            if excluded == Some(m) {
                continue;
            }
            if prunes
                && best > -MOST_POINTS
                && self.is_pruned(ply, ranked, depth, late, alpha)
                && !self.plies[ply].choices.gives_check(&self.board, late)
            {
                continue;
            }
            let mut reduction = 0;
            if techniques.reductions && depth >= 3 && late >= 2 && (ranked.quiet || is_losing(ranked)) {
                let history = if ranked.quiet { ranked.history / 10_000 } else { 0 };
                let less = self.reduction(depth, late) + i32::from(cut)
                    - i32::from(open)
                    - i32::from(was_open)
                    - history
                    + i32::from(!check && !self.improves(ply))
                    - i32::from(check)
                    - i32::from(self.plies[ply].killers.contains(&Some(m)));
                reduction = less.clamp(0, depth - 2);
            }
            let code = code_of(&self.board, m);
            let deeper = if late == 0 { depth + extension } else { depth };
            let score = self.search_move(m, ply, deeper, (alpha, beta), (late, reduction, cut));
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
                self.learn(ply, m, code, ranked.quiet, depth);
                break;
            }
            self.plies[ply].tried.push((m, ranked.quiet));
        }
        if excluded.is_some() {
            return if place <= 1 { begin } else { best };
        }
        let bound = Bound::of(best, (begin, beta));
        let known = Known { best: best_move, score: best, depth, bound, value, open: was_open };
        self.learn_correction(ply, known);
        if techniques.table {
            self.shared.table.note(key, ply, known);
        }
        best
    }

    /// Searches one move: with reduction and null window, then full depth, then the whole window (principal
    /// variation search).
    pub(super) fn search_move(
        &mut self,
        m: Move,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        (late, reduction, cut): (usize, i32, bool),
    ) -> i32 {
        let narrow = beta - alpha == 1;
        let refutes = self.shared.techniques.refutation && late > 0;
        if reduction > 0 {
            let score = self.follow(m, ply + 1, depth - 1 - reduction, (alpha, alpha + 1), Kind::CUT);
            if score <= alpha || self.stopped {
                return score;
            }
        }
        if refutes {
            let kind = Kind { cut: !cut, ..Kind::OPEN };
            let score = self.follow(m, ply + 1, depth - 1, (alpha, alpha + 1), kind);
            if score <= alpha || score >= beta || self.stopped {
                return score;
            }
        }
        let kind = Kind { cut: narrow && !cut, ..Kind::OPEN };
        self.follow(m, ply + 1, depth - 1, (alpha, beta), kind)
    }

    /// Updates killers and histories after a beta cutoff. Moves tried before get a malus.
    fn learn(&mut self, ply: usize, m: Move, code: u16, quiet: bool, depth: i32) {
        let bonus = (16 * depth * depth + 128 * depth - 64).min(3000);
        let rows = self.rows(ply);
        let tried = std::mem::take(&mut self.plies[ply].tried);
        if quiet {
            self.history.learn(code, m.to, rows, bonus);
        } else {
            self.history.learn_capture(code, m.to, bonus);
        }
        for &(other, other_quiet) in &tried {
            let code = code_of(&self.board, other);
            if !other_quiet {
                self.history.learn_capture(code, other.to, -bonus);
            } else if quiet {
                self.history.learn(code, other.to, rows, -bonus);
            }
        }
        let Ply { tried: place, killers, .. } = &mut self.plies[ply];
        *place = tried;
        if quiet && killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}
