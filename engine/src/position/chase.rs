//! Perpetual chase: since an earlier occurrence of a position, every move of one player attacked the same
//! piece.
//!
//! A move chases a piece if its player could capture that piece next, and the attack is new. The rules may
//! exempt roles of the chaser. A protected piece counts only for the pairs of roles in [`Chase::always`]. Two
//! pieces of one role that could capture each other offer an exchange, not a chase.
//!
//! "Could capture" means a legal move: a pinned piece neither attacks nor protects. An attack is not new if
//! it already stood and only a check or a pin prevented the capture. Answering the check or ending the pin
//! then chases nothing.

use crate::geometry::Square;
use crate::variant::literal::{self, Depth};
use crate::variant::{Chase, Move, PlayerId, RoleId, RoleSet, Variant};

use super::Position;

/// The most moves examined for one repetition; a longer cycle is no chase. This bounds the total work by a
/// multiple of the game's length.
const LONGEST: usize = 200;

/// The player whose moves since the `first`th all chased the same piece, if there is exactly one such player.
pub(super) fn perpetual_chaser(position: &Position, first: usize, chase: &Chase) -> Option<PlayerId> {
    let variant = position.rules().variant();
    let last = position.game.plies();
    if last - first > LONGEST {
        return None;
    }
    // By player: the squares of the pieces chased by every move so far; `None` before the player's first
    // move.
    let mut chased: Vec<Option<Vec<Square>>> = vec![None; variant.players.len()];
    for n in first..last {
        let m = position.game.played(n)?;
        let (turn, _) = position.game.check_at(n);
        let mover = variant.mover(turn);
        for squares in chased.iter_mut().flatten() {
            // If a chased piece moves, its entry moves with it.
            squares
                .iter_mut()
                .filter(|square| Some(**square) == m.origin())
                .for_each(|square| *square = m.to);
        }
        if variant.turn(position.game.check_at(n + 1).0).after != Some(mover) {
            continue;
        }
        let hunt = Hunt { position, variant, chase };
        let made = hunt.made_by(n);
        let all = &mut chased[mover.index()];
        *all = Some(match all.take() {
            None => made,
            Some(before) => before.into_iter().filter(|square| made.contains(square)).collect(),
        });
        if chased.iter().all(|squares| squares.as_ref().is_some_and(Vec::is_empty)) {
            return None;
        }
    }
    let players = (0..variant.players.len()).map(|index| PlayerId(index as u8));
    let mut chasers =
        players.filter(|player| chased[player.index()].as_ref().is_some_and(|squares| !squares.is_empty()));
    chasers.next().filter(|_| chasers.next().is_none())
}

/// The inputs of chase detection.
#[derive(Clone, Copy)]
struct Hunt<'a> {
    position: &'a Position,
    variant: &'a Variant,
    chase: &'a Chase,
}

impl Hunt<'_> {
    /// The squares of the pieces that the `n`th move of the game began to chase.
    fn made_by(self, n: usize) -> Vec<Square> {
        let (before, after) = (self.position.after(n), self.position.after(n + 1));
        let Some(m) = self.position.game.played(n) else { return Vec::new() };
        let now = self.threats(&self.with_turn(&after, before.turn_index()), &after);
        if now.is_empty() {
            return Vec::new();
        }
        let (setup, other) = (before.setup(), self.with_turn(&before, after.turn_index()));
        let came_from = |square: Square| if square == m.to { m.origin().unwrap_or(square) } else { square };
        let is_new = |&(from, to): &(Square, Square)| {
            let mut stood = literal::candidates(self.variant, &setup, came_from(from), Depth::Move);
            stood.retain(|capture| capture.to == to);
            !stood.into_iter().any(|capture| self.threatens(&before, &other, capture))
        };
        let mut prey: Vec<Square> = now.into_iter().filter(is_new).map(|(_, to)| to).collect();
        prey.sort_unstable();
        prey.dedup();
        prey
    }

    /// The same board with another turn.
    fn with_turn(self, board: &Position, turn: u16) -> Position {
        let mut setup = board.setup();
        setup.turn = turn;
        setup.marks.clear();
        Position::from_setup_unchecked(self.position.rules(), &setup)
    }

    /// Origins and targets of all threats. `other` is the same board with the opponent to move.
    fn threats(self, board: &Position, other: &Position) -> Vec<(Square, Square)> {
        let mut captures = board.captures();
        captures.retain(|&m| self.threatens(board, other, m) && !self.is_held(board, m));
        captures.iter().filter_map(|m| Some((m.origin()?, m.to))).collect()
    }

    /// Whether a capture, legal or not, is a threat under the rule of chases.
    fn threatens(self, board: &Position, other: &Position, m: Move) -> bool {
        let hunter = m.origin().and_then(|from| board.piece(from));
        let (Some(hunter), Some(prey)) = (hunter, board.piece(m.to)) else { return false };
        let royals = self.variant.royals();
        if !prey.opposes(hunter.player) || royals.contains(prey.role) || self.chase.free.contains(hunter.role)
        {
            return false;
        }
        if !self.chase.spared.is_empty()
            && literal::asked_of(self.variant, &board.setup(), m, &self.chase.spared)
        {
            return false;
        }
        let always = |&(by, of): &(RoleId, RoleSet)| by == hunter.role && of.contains(prey.role);
        if self.chase.always.iter().any(always) {
            return true;
        }
        let checked = other.stands_in_check(prey.player);
        if hunter.role == prey.role && self.can_go(other, Some(m.to), m.from, checked) {
            return false;
        }
        let mut taken = board.here();
        taken.play_unchecked(m);
        !self.can_go(&taken, None, m.to, checked)
    }

    /// Whether a piece has no other legal move although it has pseudo-legal ones: it is pinned or answers a
    /// check. Such a piece chases nothing.
    fn is_held(self, board: &Position, m: Move) -> bool {
        let Some(from) = m.origin() else { return false };
        let elsewhere =
            |moves: &[Move]| moves.iter().any(|other| other.origin() == Some(from) && other.to != m.to);
        let mut moves = Vec::new();
        board.moves_from_into(from, &mut moves);
        !elsewhere(&moves) && elsewhere(&literal::pseudo_legal(self.variant, &board.setup()))
    }

    /// Whether the player to move can go to a square, from `from` if given. A player already in check
    /// (`checked`) need not parry that check as well.
    fn can_go(self, board: &Position, from: Option<Square>, to: Square, checked: bool) -> bool {
        let mut moves = Vec::new();
        if checked {
            moves = literal::pseudo_legal(self.variant, &board.setup());
        } else {
            board.moves_to_into(RoleSet::ALL, to, &mut moves);
        }
        moves.iter().any(|m| m.to == to && m.origin().is_some() && (from.is_none() || m.origin() == from))
    }
}
