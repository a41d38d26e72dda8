//! Move ordering: table move, captures by gain, killers, quiet moves by history.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Move, RoleId};

use super::board::Board;
use super::correction::Corrections;
use super::evaluation::Evaluation;

/// The last two quiet moves that caused a cutoff at this ply.
pub(super) type Killers = [Option<Move>; 2];

/// A move with its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    pub m: Move,
    rank: i32,
    /// Whether the move neither captures nor gains by promotion.
    pub quiet: bool,
    /// The history score of a quiet move.
    pub history: i32,
    /// The immediate gain of a capture.
    pub won: i32,
    /// Whether it is a capture whose exchange still has to be evaluated.
    doubtful: bool,
    /// Whether the move gives check; none if not yet known.
    checks: Option<bool>,
}

const KNOWN: i32 = 1 << 30;
const GOOD: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD: i32 = -(1 << 26);
/// The bound of one history score.
const MOST_HISTORY: i32 = 1 << 14;
/// The greatest size of the continuation history, in scores.
const MOST_CONTINUATIONS: usize = 1 << 21;

/// History scores by piece and target: quiet moves alone (history), quiet moves after one of the last two
/// moves (continuation history), and captures (capture history); and corrections of the static evaluation.
#[derive(Clone, Debug)]
pub(super) struct History {
    quiets: Vec<i16>,
    captures: Vec<i16>,
    continuations: Vec<i16>,
    pub corrections: Corrections,
    squares: usize,
}

/// The continuation history rows of the last two moves.
pub(super) type Rows = [Option<usize>; 2];

impl History {
    /// Zeroed tables for this many piece codes and squares.
    pub fn new(codes: usize, squares: usize) -> Self {
        let row = codes * squares;
        let rows = (MOST_CONTINUATIONS / row.max(1)).clamp(1, row);
        Self {
            quiets: vec![0; row],
            captures: vec![0; row],
            continuations: vec![0; row * rows],
            corrections: Corrections::new(),
            squares,
        }
    }

    fn index(&self, code: u16, to: Square) -> usize {
        usize::from(code) * self.squares + to.index()
    }

    /// The continuation history row of a move. In large games several moves share one.
    pub fn row(&self, code: u16, to: Square) -> usize {
        let length = self.quiets.len().max(1);
        self.index(code, to) % (self.continuations.len() / length).max(1) * length
    }

    /// The scores of quiet moves: alone, and after each of the last two moves.
    fn scores(&self, rows: Rows) -> [&[i16]; 3] {
        let after =
            |row: Option<usize>| row.and_then(|row| self.continuations.get(row..)).unwrap_or_default();
        [&self.quiets, after(rows[0]), after(rows[1])]
    }

    fn of_capture(&self, code: u16, to: Square) -> i32 {
        self.captures.get(self.index(code, to)).map_or(0, |&score| i32::from(score))
    }

    /// Adds a bonus or malus to a quiet move.
    pub fn learn(&mut self, code: u16, to: Square, rows: Rows, bonus: i32) {
        let index = self.index(code, to);
        change(self.quiets.get_mut(index), bonus, MOST_HISTORY);
        for row in rows.into_iter().flatten() {
            change(self.continuations.get_mut(row + index), bonus, MOST_HISTORY);
        }
    }

    /// Adds a bonus or malus to a capture or promotion.
    pub fn learn_capture(&mut self, code: u16, to: Square, bonus: i32) {
        let index = self.index(code, to);
        change(self.captures.get_mut(index), bonus, MOST_HISTORY);
    }
}

/// History gravity: the change shrinks as the score approaches its bound `most`.
pub(super) fn change(score: Option<&mut i16>, bonus: i32, most: i32) {
    if let Some(score) = score {
        let (old, bonus) = (i32::from(*score), bonus.clamp(-most / 4, most / 4));
        *score = (old + bonus - old * bonus.abs() / most) as i16;
    }
}

/// The data for ranking moves.
pub(super) struct Ranking<'a> {
    pub evaluation: &'a Evaluation,
    pub history: Option<&'a History>,
    pub rows: Rows,
    pub killers: Killers,
    pub known: Option<Move>,
    /// Whether to use static exchange evaluation.
    pub exchange: bool,
}

impl Ranking<'_> {
    /// Ranks the listed moves.
    pub fn rank(&self, board: &Board<'_>, choices: &mut Choices) {
        let Choices { moves, ranked, order } = choices;
        let scores = self.history.map_or([&[][..]; 3], |history| history.scores(self.rows));
        ranked.clear();
        ranked.extend(moves.iter().map(|&m| self.one(board, m, scores)));
        order.clear();
        order.extend(ranked.iter().enumerate().map(|(index, one)| sort_key(one.rank, index)));
    }

    fn one(&self, board: &Board<'_>, m: Move, scores: [&[i16]; 3]) -> Ranked {
        let takes = board.takes(m);
        let code = code_of(board, m);
        let gains = promotion_gain(board, self.evaluation, m, code);
        let quiet = !takes && gains <= 0;
        let (mut won, mut scored, mut doubtful) = (0, 0, false);
        if quiet {
            let index = self.history.map_or(0, |history| history.index(code, m.to));
            let score = |scores: &[i16]| scores.get(index).copied().map_or(0, i32::from);
            scored = scores.into_iter().map(score).sum();
        }
        let of_capture = || self.history.map_or(0, |history| history.of_capture(code, m.to));
        let rank = if Some(m) == self.known {
            KNOWN
        } else if takes {
            won = prey(board, self.evaluation, m) + gains.max(0);
            let cost = value_of(board, self.evaluation, code).min(2000);
            doubtful = self.exchange && cost > won && m.origin().is_some();
            GOOD + won * 16 - cost + of_capture() / 8
        } else if gains > 0 {
            GOOD + gains * 16 + of_capture() / 8
        } else if self.killers[0] == Some(m) {
            KILLER + 1
        } else if self.killers[1] == Some(m) {
            KILLER
        } else {
            // Underpromotions are rarely best.
            scored + if gains < 0 { BAD / 2 } else { 0 }
        };
        Ranked { m, rank, quiet, history: scored, won, doubtful, checks: None }
    }
}

/// Moves selected one at a time. Most nodes cut off early; only then are the rest sorted.
const PICKED: usize = 3;

/// The moves of a node, and the order in which to search them.
#[derive(Default)]
pub(super) struct Choices {
    pub moves: Vec<Move>,
    /// The same moves with their ranks.
    ranked: Vec<Ranked>,
    /// The [`sort_key`] of each move. Picking moves these alone: those already picked come first.
    order: Vec<i64>,
}

/// A rank with the index of its move. A higher key is searched earlier, of equal ranks the lower index.
fn sort_key(rank: i32, index: usize) -> i64 {
    i64::from(rank) << 32 | i64::from(!(index as u32))
}

/// The index in a [`sort_key`].
fn index_of(key: i64) -> usize {
    !(key as u32) as usize
}

impl Choices {
    /// The best remaining move. Places must be requested in order. Captures with a losing exchange go to the end.
    pub fn pick(&mut self, board: &Board<'_>, evaluation: &Evaluation, place: usize) -> Option<Ranked> {
        if place == PICKED {
            self.order.get_mut(place..)?.sort_unstable_by(|one, other| other.cmp(one));
        }
        loop {
            let rest = self.order.get_mut(place..)?;
            if place < PICKED {
                let best = (0..rest.len()).max_by_key(|&index| rest[index])?;
                rest.swap(0, best);
            }
            let first = rest.first_mut()?;
            let index = index_of(*first);
            let one = self.ranked.get_mut(index)?;
            if !one.doubtful {
                return Some(*one);
            }
            one.doubtful = false;
            if keeps(board, evaluation, one.m, one.won, 0) {
                return Some(*one);
            }
            one.rank += BAD - GOOD;
            *first = sort_key(one.rank, index);
            rest.rotate_left(1);
        }
    }

    /// Whether the move at a place gives check. It is found out for all moves at once.
    pub fn gives_check(&mut self, board: &Board<'_>, place: usize) -> bool {
        let Some(index) = self.order.get(place).map(|&key| index_of(key)) else { return false };
        if self.ranked[index].checks.is_none() {
            let mut all = self.ranked.iter_mut();
            board.position.checks(&self.moves, &mut |checks| {
                if let Some(one) = all.next() {
                    one.checks = Some(checks);
                }
            });
        }
        self.ranked[index].checks.unwrap_or(false)
    }
}

/// Whether a capture loses material in the exchange. Valid once picked.
pub(super) fn is_losing(ranked: Ranked) -> bool {
    !ranked.quiet && ranked.rank < 0
}

/// The code of the moving or dropped piece; 0 for a pass.
pub(super) fn code_of(board: &Board<'_>, m: Move) -> u16 {
    match m.drop() {
        Some(role) => board.code_for(board.turn(), role),
        None => m.origin().map_or(0, |from| board.code(from)),
    }
}

/// The value of a code's role.
pub(super) fn value_of(board: &Board<'_>, evaluation: &Evaluation, code: u16) -> i32 {
    board.piece_of(code).map_or(0, |(_, role)| evaluation.value(role))
}

/// The material that a capture takes.
pub(super) fn prey(board: &Board<'_>, evaluation: &Evaluation, m: Move) -> i32 {
    let owner = board.turn();
    match board.piece_of(board.code(m.to)) {
        Some((player, role)) if player != owner.index() && m.from != m.to => taken(board, evaluation, role),
        _ => {
            let mut won = 0;
            let turn = owner;
            board.position.for_each_change(m, |change| {
                let value = |piece: Option<crate::variant::Piece>| match piece {
                    Some(piece) if piece.opposes(turn) => taken(board, evaluation, piece.role),
                    _ => 0,
                };
                won += value(change.before) - value(change.after);
            });
            won
        }
    }
}

/// The value of a captured piece. A royal counts most, since losing it ends the game.
fn taken(board: &Board<'_>, evaluation: &Evaluation, role: RoleId) -> i32 {
    let royal = board.position.rules().variant().roles.get(role.index()).is_some_and(|role| role.royal);
    if royal { 10_000 } else { evaluation.value(role) }
}

/// The gain of a promotion; negative for an underpromotion.
pub(super) fn promotion_gain(board: &Board<'_>, evaluation: &Evaluation, m: Move, code: u16) -> i32 {
    let Some(to) = m.promotion() else { return 0 };
    let Some((_, own)) = board.piece_of(code) else { return 0 };
    let gain = evaluation.value(to) - evaluation.value(own);
    if gain > 0 && gain < evaluation.best_gain(own) { -1 } else { gain }
}

/// Static exchange evaluation: whether a move that captures `won` keeps at least `least`, if both sides go on to capture on
/// the target with their cheapest pieces as long as it pays. It ends as soon as the answer is certain.
pub(super) fn keeps(board: &Board<'_>, evaluation: &Evaluation, m: Move, won: i32, least: i32) -> bool {
    let value = |square: Square| {
        board.piece_of(board.code(square)).map_or(0, |(_, role)| taken(board, evaluation, role))
    };
    // By how much the side that captures last is over the limit.
    let mut margin = won - least;
    if margin < 0 {
        return false;
    }
    margin = value_of(board, evaluation, code_of(board, m)) - margin;
    if margin <= 0 {
        return true;
    }
    let mut gone = SquareSet::new(evaluation.squares());
    m.origin().into_iter().for_each(|from| gone.insert(from));
    let mut keeps = true;
    for against in [board.turn(), board.opponent()].into_iter().cycle().take(32) {
        let takers = board.position.attackers_without(m.to, against, &gone);
        let Some(from) = takers.iter().min_by_key(|&from| value(from)) else { break };
        keeps = !keeps;
        margin = value(from) - margin;
        if margin < i32::from(keeps) {
            break;
        }
        gone.insert(from);
    }
    keeps
}
