//! The root of a search: iterative deepening, several principal variations, aspiration windows.

use std::sync::atomic::Ordering;

use crate::variant::Move;

use super::limits::Limits;
use super::score::{MOST_PLIES, Score, WIN, is_decided};
use super::worker::Worker;
use super::{Info, Line};

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    m: Move,
    score: i32,
    /// The depth of the iteration that found the score.
    depth: i32,
    line: Vec<Move>,
}

/// The root moves, best first.
pub(super) struct Root {
    moves: Vec<RootMove>,
}

impl Root {
    /// Keeps the given order.
    pub fn new(moves: Vec<Move>) -> Self {
        Self { moves: moves.into_iter().map(|m| RootMove { m, score: 0, depth: 0, line: vec![m] }).collect() }
    }

    /// The principal variations so far.
    pub fn lines(&self, count: usize) -> Vec<Line> {
        let searched = self.moves.iter().enumerate().filter(|(index, one)| *index == 0 || one.depth > 0);
        let line = |(_, one): (usize, &RootMove)| Line {
            score: Score::of(one.score),
            depth: one.depth.max(0) as u32,
            moves: one.line.clone(),
        };
        searched.take(count).map(line).collect()
    }

    /// Iterative deepening until a limit is reached. Only the first thread reports.
    pub fn deepen(
        &mut self,
        worker: &mut Worker<'_>,
        limits: &Limits,
        first: bool,
        tell: &mut dyn FnMut(&Info<'_>),
    ) {
        let count = limits.lines.max(1).min(self.moves.len());
        // If the search is stopped at once, the table move is its answer.
        let known = worker.shared.table.find(worker.key(), 0).and_then(|known| known.best);
        if let Some(place) = self.moves.iter().position(|one| Some(one.m) == known) {
            self.moves[..=place].rotate_right(1);
        }
        let most =
            limits.depth.map_or(MOST_PLIES as i32 - 1, |depth| depth.min(MOST_PLIES as u32 - 1) as i32);
        for depth in 1..=most {
            (worker.depth, worker.deepest) = (depth, 0);
            let mut finished = 0;
            while finished < count && !worker.stopped {
                self.search_line(worker, depth, finished);
                finished += usize::from(!worker.stopped);
            }
            // Searching a later line can give it a better score than an earlier one, through table entries
            // stored since. A line that was stopped has the score of a lesser depth.
            self.moves[..finished].sort_by_key(|one| std::cmp::Reverse(one.score));
            if first {
                let lines = self.lines(count);
                let searched =
                    !worker.stopped || lines.first().is_some_and(|line| line.depth == depth as u32);
                if searched {
                    tell(&Info {
                        depth: depth as u32,
                        deepest: worker.deepest as u32,
                        nodes: worker.shared.nodes.load(Ordering::Relaxed) + worker.uncounted(),
                        time: worker.timer.elapsed(),
                        fill: worker.shared.table.fill(),
                        lines: &lines,
                    });
                }
            }
            if worker.stopped || first && self.is_enough(worker, limits, depth, count) {
                break;
            }
        }
    }

    /// Whether the next iteration would not finish, or could not change the move.
    fn is_enough(&self, worker: &Worker<'_>, limits: &Limits, depth: i32, count: usize) -> bool {
        let best = self.moves.first().map_or(0, |one| one.score);
        let plies = WIN - best.abs();
        let mated = limits.mate.is_some_and(|mate| best > 0 && is_decided(best) && plies < 2 * mate as i32);
        // A win within the searched depth is already the shortest.
        let settled = is_decided(best) && plies <= depth && count == 1;
        let timed = limits.clock.is_some() || limits.time.is_some();
        let control = worker.shared.control;
        let alone = self.moves.len() == 1 && limits.clock.is_some() && depth >= 4;
        !control.is_pondering() && (mated || (settled || alone) && (timed || limits.depth.is_some()))
            || timed && worker.timer.is_late(control)
    }

    /// Searches the moves from the `nth` on, with an aspiration window.
    fn search_line(&mut self, worker: &mut Worker<'_>, depth: i32, nth: usize) {
        let last = self.moves[nth].score;
        let narrow = worker.shared.techniques.aspiration && depth >= 3 && !is_decided(last);
        let mut width = 15;
        let (mut alpha, mut beta) = if narrow { (last - width, last + width) } else { (-WIN, WIN) };
        loop {
            let score = self.search(worker, depth, nth, (alpha, beta));
            if worker.stopped {
                return;
            }
            width *= 2;
            if score <= alpha && alpha > -WIN {
                alpha = if width > 1000 { -WIN } else { last - width };
            } else if score >= beta && beta < WIN {
                beta = if width > 1000 { WIN } else { last + width };
            } else {
                return;
            }
        }
    }

    /// Searches with one window. The best move goes to the `nth` place.
    fn search(&mut self, worker: &mut Worker<'_>, depth: i32, nth: usize, (begin, beta): (i32, i32)) -> i32 {
        let (mut alpha, mut best) = (begin, -WIN);
        let mut found = nth;
        for index in nth..self.moves.len() {
            let m = self.moves[index].m;
            let late = index - nth;
            let reduces =
                worker.shared.techniques.reductions && depth >= 3 && late >= 3 && !worker.board.takes(m);
            let reduction = if reduces { (worker.reduction(depth, late) - 2).clamp(0, depth - 2) } else { 0 };
            let score = worker.search_move(m, 0, depth, (alpha, beta), (late, reduction, false));
            if worker.stopped {
                break;
            }
            if score > best {
                best = score;
            }
            if score > alpha || index == nth {
                let mut line = vec![m];
                if score > begin {
                    line.extend_from_slice(worker.line(1));
                } else {
                    // A move that failed low has no new variation.
                    line.clone_from(&self.moves[index].line);
                }
                self.moves[index] = RootMove { m, score, depth, line };
                if score > alpha {
                    (alpha, found) = (score, index);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        // The others keep their order.
        self.moves[nth..=found].rotate_right(1);
        best
    }
}
