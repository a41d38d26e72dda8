//! The order in which moves are tried: the known best, captures by what they win, killers, quiet moves by their history.

use crate::geometry::Square;
use crate::variant::{Move, PlayerId, RoleId};

use super::board::Board;
use super::evaluation::Evaluation;

/// Two moves that refuted neighbouring positions at one distance from the root.
pub(super) type Killers = [Option<Move>; 2];

/// How a move of the list is to be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    pub m: Move,
    pub rank: i32,
    /// Whether it neither takes nor promotes.
    pub quiet: bool,
    /// What a capture wins at once, if the exchange after it may cost more: 0 for any other move.
    doubtful: i32,
}

const KNOWN: i32 = 1 << 30;
const GOOD: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD: i32 = -(1 << 26);
/// The bound of what history says.
const MOST_HISTORY: i32 = 1 << 14;

/// How good quiet moves have been, by piece and target.
#[derive(Clone, Debug)]
pub(super) struct History {
    scores: Vec<i16>,
    squares: usize,
}

impl History {
    /// For a game with so many piece codes and squares.
    pub fn new(codes: usize, squares: usize) -> Self {
        Self { scores: vec![0; codes * squares], squares }
    }

    pub fn score(&self, code: u16, to: Square) -> i32 {
        self.scores.get(usize::from(code) * self.squares + to.index()).map_or(0, |&score| i32::from(score))
    }

    /// A move was good, or was tried before one that was.
    pub fn learn(&mut self, code: u16, to: Square, bonus: i32) {
        let bonus = bonus.clamp(-MOST_HISTORY / 4, MOST_HISTORY / 4);
        if let Some(score) = self.scores.get_mut(usize::from(code) * self.squares + to.index()) {
            let old = i32::from(*score);
            *score = (old + bonus - old * bonus.abs() / MOST_HISTORY) as i16;
        }
    }
}

/// What is asked to rank moves.
pub(super) struct Ranking<'a> {
    pub evaluation: &'a Evaluation,
    pub history: Option<&'a History>,
    pub killers: Killers,
    pub known: Option<Move>,
    /// Whether exchanges can be judged on their square.
    pub exchange: bool,
}

impl Ranking<'_> {
    /// Ranks all moves of a list.
    pub fn rank(&self, board: &Board<'_>, moves: &[Move], ranked: &mut Vec<Ranked>) {
        ranked.clear();
        ranked.extend(moves.iter().map(|&m| self.one(board, m)));
    }

    fn one(&self, board: &Board<'_>, m: Move) -> Ranked {
        let takes = board.takes(m);
        let code = code_of(board, m);
        let gains = promotion_gain(board, self.evaluation, m, code);
        let mut ranked = Ranked { m, rank: 0, quiet: !takes && gains <= 0, doubtful: 0 };
        ranked.rank = if Some(m) == self.known {
            KNOWN
        } else if takes {
            let won = prey(board, self.evaluation, m) + gains.max(0);
            let cost = value_of(board, self.evaluation, code).min(2000);
            if self.exchange && cost > won && m.origin().is_some() {
                ranked.doubtful = won;
            }
            GOOD + won * 16 - cost
        } else if gains > 0 {
            GOOD + gains * 16
        } else if self.killers[0] == Some(m) {
            KILLER + 1
        } else if self.killers[1] == Some(m) {
            KILLER
        } else {
            let history = self.history.map_or(0, |history| history.score(code, m.to));
            // A promotion to less is hardly ever best.
            history + if gains < 0 { BAD / 2 } else { 0 }
        };
        ranked
    }
}

/// The moves that are picked one by one; the others are sorted once they are needed.
const PICKED: usize = 3;

/// Brings the best of the moves from a place on to that place. Places are asked for in order. Captures that turn out to lose
/// material go to the end.
pub(super) fn pick(
    board: &Board<'_>,
    evaluation: &Evaluation,
    ranked: &mut [Ranked],
    place: usize,
) -> Option<Ranked> {
    loop {
        if place < PICKED {
            let rest = ranked.get(place..)?;
            let mut best = 0;
            for (index, one) in rest.iter().enumerate() {
                if one.rank > rest[best].rank {
                    best = index;
                }
            }
            ranked[place..].get_mut(..=best)?.rotate_right(1);
        } else if place == PICKED {
            ranked.get_mut(place..)?.sort_unstable_by_key(|one| -one.rank);
        }
        let first = ranked.get_mut(place)?;
        let doubtful = std::mem::take(&mut first.doubtful);
        if doubtful == 0 || !loses_exchange(board, evaluation, first.m, doubtful) {
            return Some(*first);
        }
        first.rank += BAD - GOOD;
        ranked[place..].rotate_left(1);
    }
}

/// Whether a capture has been found to lose material.
pub(super) fn is_losing(ranked: Ranked) -> bool {
    !ranked.quiet && ranked.rank < 0
}

/// The code of the piece that moves or is dropped; 0 for a pass.
pub(super) fn code_of(board: &Board<'_>, m: Move) -> u16 {
    match m.drop() {
        Some(role) => board.code_for(board.turn(), role),
        None => m.origin().map_or(0, |from| board.code(from)),
    }
}

/// The value of the role of a code.
fn value_of(board: &Board<'_>, evaluation: &Evaluation, code: u16) -> i32 {
    board.piece_of(code).map_or(0, |(_, role)| evaluation.value(role))
}

/// What a capture takes, in the value of roles.
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

/// The value of a role as prey: a royal ends the game.
fn taken(board: &Board<'_>, evaluation: &Evaluation, role: RoleId) -> i32 {
    let royal = board.position.rules().variant().roles.get(role.index()).is_some_and(|role| role.royal);
    if royal { 10_000 } else { evaluation.value(role) }
}

/// What a promotion of the piece of a code gains; less than nothing if the player could have chosen better.
pub(super) fn promotion_gain(board: &Board<'_>, evaluation: &Evaluation, m: Move, code: u16) -> i32 {
    let (Some(to), Some((_, own))) = (m.promotion(), board.piece_of(code)) else { return 0 };
    let gain = evaluation.value(to) - evaluation.value(own);
    if gain > 0 && gain < evaluation.best_gain(own) { -1 } else { gain }
}

/// Whether a capture loses material if both sides go on taking on its target, each with the cheapest piece. Pieces behind
/// others are not seen.
fn loses_exchange(board: &Board<'_>, evaluation: &Evaluation, m: Move, won: i32) -> bool {
    let cost = value_of(board, evaluation, code_of(board, m));
    let player = board.turn();
    let opponent = board.position.opponent();
    let value = |square: Square| {
        board.piece_of(board.code(square)).map_or(0, |(_, role)| taken(board, evaluation, role))
    };
    let sorted = |against: PlayerId| {
        let mut all: Vec<i32> = board
            .position
            .attackers(m.to, against)
            .iter()
            .filter(|&from| from != m.from)
            .map(value)
            .collect();
        all.sort_unstable();
        all
    };
    let takers = sorted(player);
    if takers.is_empty() {
        return false;
    }
    let supporters = sorted(opponent);
    // The pieces that stand on the square one after the other, beginning with the one that has just taken.
    let mut standing = vec![cost];
    for nth in 0.. {
        let side = if nth % 2 == 0 { &takers } else { &supporters };
        let Some(&taker) = side.get(nth / 2) else { break };
        standing.push(taker);
    }
    // The last piece that took stands unharmed.
    let mut gain = 0;
    for &prize in standing.iter().rev().skip(1) {
        gain = (prize - gain).max(0);
    }
    won - gain < 0
}
