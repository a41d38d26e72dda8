//! Quiescence search: captures and promotions beyond the depth.

use std::ops::ControlFlow;

use crate::variant::Move;

use super::order::{Ranking, code_of, is_losing, prey, promotion_gain};
use super::score::{MOST_PLIES, WIN, is_decided};
use super::table::{Bound, Known};
use super::worker::Worker;

/// Checks are evaded above the first of these depths, compulsory captures followed above the second.
const CHECKS: i32 = -3;
const FORCED: i32 = -12;
/// The most positions below one leaf of the search: where everything attacks everything, captures hardly end.
const MOST_NODES: u64 = 1 << 9;
/// Delta pruning: a capture is skipped if its gain and this margin do not reach alpha.
const MARGIN: i32 = 180;

impl Worker<'_> {
    /// The quiescence score for the side to move. `depth` is 0 or less. The caller has tested that the game
    /// is not over.
    pub(super) fn quiet(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        check: bool,
        key: u64,
    ) -> i32 {
        let techniques = self.shared.techniques;
        self.deepest = self.deepest.max(ply);
        if depth == 0 {
            self.leaf = self.nodes;
        }
        if ply >= MOST_PLIES || self.nodes - self.leaf > MOST_NODES {
            return self.evaluate();
        }
        let known =
            if techniques.table && techniques.grafting { self.shared.table.find(key, ply) } else { None };
        if let Some(known) = known
            && known.decides((alpha, beta))
        {
            return known.score;
        }
        let open = beta - alpha > 1 || known.is_some_and(|known| known.open);
        let evades = check && depth > CHECKS;
        let begin = alpha;
        let (mut stand, mut value) = (-WIN, None);
        // Taken out and put back, to reuse its memory.
        let mut choices = std::mem::take(&mut self.plies[ply].choices);
        choices.moves.clear();
        let forced = !evades && depth > FORCED && self.must_capture();
        if !evades {
            if forced {
                self.board.position.legal_moves_into(&mut choices.moves);
            } else {
                let raw = known.and_then(|known| known.value).unwrap_or_else(|| self.evaluate());
                (stand, value) = (self.corrected(ply, raw), Some(raw));
            }
        }
        let mut best = stand;
        alpha = alpha.max(stand);
        let mut best_move = None;
        if alpha < beta {
            if evades || !self.shared.allowed.compulsory {
                self.list_noisy(evades, &mut choices.moves);
            }
            let ranking = Ranking {
                evaluation: self.shared.evaluation,
                history: techniques.history.then_some(&*self.history),
                rows: [None; 2],
                killers: [None; 2],
                known: known.and_then(|known| known.best),
                exchange: techniques.exchange,
            };
            let optional = !evades && !forced;
            ranking.rank(&self.board, &mut choices);
            let mut place = 0;
            while let Some(one) = choices.pick(&self.board, self.shared.evaluation, place) {
                place += 1;
                if optional && (one.quiet || is_losing(one) || self.is_hopeless(one.m, stand, alpha)) {
                    continue;
                }
                let score = self.follow_quiet(one.m, ply + 1, depth - 1, (alpha, beta));
                if self.stopped {
                    break;
                }
                best = best.max(score);
                if score > alpha {
                    (alpha, best_move) = (score, Some(one.m));
                    self.extend_line(ply, one.m);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.plies[ply].choices = choices;
        if techniques.table && techniques.grafting && !self.stopped {
            let bound = Bound::of(best, (begin, beta));
            let found = Known { best: best_move, score: best, depth: 0, bound, value, open };
            self.shared.table.note(key, ply, found);
        }
        best
    }

    /// Whether the rules compel the player to move to capture, so that the player cannot stand pat.
    pub(super) fn must_capture(&self) -> bool {
        let takes = |m| if self.board.takes(m) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.shared.allowed.compulsory && self.board.position.for_each_legal(takes).is_continue()
    }

    /// Lists all moves if the player evades check or may promote, otherwise the captures.
    fn list_noisy(&mut self, evades: bool, moves: &mut Vec<Move>) {
        moves.clear();
        let position = &self.board.position;
        if evades || self.board.may_promote(self.board.turn()) {
            position.legal_moves_into(moves);
        } else {
            position.captures_into(moves);
        }
    }

    /// Delta pruning: whether a capture or promotion cannot raise alpha.
    fn is_hopeless(&self, m: Move, stand: i32, alpha: i32) -> bool {
        if !self.shared.techniques.futility || is_decided(alpha) {
            return false;
        }
        let evaluation = self.shared.evaluation;
        let won = prey(&self.board, evaluation, m)
            + promotion_gain(&self.board, evaluation, m, code_of(&self.board, m)).max(0);
        stand + won + MARGIN <= alpha
    }

    fn follow_quiet(&mut self, m: Move, ply: usize, depth: i32, (alpha, beta): (i32, i32)) -> i32 {
        let ours = self.shared.side.contains(self.board.turn());
        self.play(m, ply);
        let same = self.shared.side.contains(self.board.turn()) == ours;
        let window = if same { (alpha, beta) } else { (-beta, -alpha) };
        let score = self.quiet_node(ply, depth, window);
        self.board.undo();
        if same { score } else { -score }
    }

    fn quiet_node(&mut self, ply: usize, depth: i32, window: (i32, i32)) -> i32 {
        self.clear_line(ply);
        if self.is_over() {
            return 0;
        }
        let key = self.key();
        if let Some(score) = self.over(ply) {
            return score;
        }
        let check = self.is_threatened();
        self.quiet(ply, depth, window, check, key)
    }
}
