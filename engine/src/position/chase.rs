//! Perpetual chase: whether every move of a player's, since a position came up before, went after the same piece.
//!
//! A move chases a piece if its player could take it next, and did not attack it before that move: by a piece whose chasing
//! the rules mind, and either the piece could not be retaken, or that does not count for these two kinds. Two pieces of
//! one kind that could take each other offer an exchange. What "could" means is legality itself: a pinned piece neither
//! attacks nor protects. An attack that stood before the move is not new if only a check or a pin kept it from being
//! made: the move that answers the check, or ends the pin, has attacked nothing.

use crate::geometry::Square;
use crate::variant::literal::{self, Depth};
use crate::variant::{Chase, Move, PlayerId, RoleId, RoleSet, Variant};

use super::Position;

/// So many moves are looked at for one repetition at most: a longer one is no chase. No game is then asked for more than
/// so many times its length.
const LONGEST: usize = 200;

/// The one player all of whose moves since the `first`th chased a piece, the same all the time.
pub(super) fn perpetual_chaser(position: &Position, first: usize, chase: &Chase) -> Option<PlayerId> {
    let variant = position.rules().variant();
    let last = position.game.plies();
    if last - first > LONGEST {
        return None;
    }
    // Where the pieces stand that each player has chased with every move so far; `None` before the first.
    let mut chased: Vec<Option<Vec<Square>>> = vec![None; variant.players.len()];
    for n in first..last {
        let m = position.game.played(n)?;
        let (turn, _) = position.game.check_at(n);
        let mover = variant.mover(turn);
        for squares in chased.iter_mut().flatten() {
            // A chased piece takes its chasers along.
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

/// What is needed to ask for chases.
#[derive(Clone, Copy)]
struct Hunt<'a> {
    position: &'a Position,
    variant: &'a Variant,
    chase: &'a Chase,
}

impl Hunt<'_> {
    /// Where the pieces stand that the `n`th move of the past began to chase.
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

    /// The same board at another turn.
    fn with_turn(self, board: &Position, turn: u16) -> Position {
        let mut setup = board.setup();
        setup.turn = turn;
        setup.marks.clear();
        Position::from_setup_unchecked(self.position.rules(), &setup)
    }

    /// Who threatens to take whom: origins and targets. `other` is the same board with the opponent to move.
    fn threats(self, board: &Position, other: &Position) -> Vec<(Square, Square)> {
        let mut captures = board.captures();
        captures.retain(|&m| self.threatens(board, other, m) && !self.is_held(board, m));
        captures.iter().filter_map(|m| Some((m.origin()?, m.to))).collect()
    }

    /// Whether a capture is a threat that the rules mind, lawful or not.
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

    /// Whether a piece may do nothing but this, because the royal would be taken otherwise: it is held where it stands, and
    /// chases nobody.
    fn is_held(self, board: &Position, m: Move) -> bool {
        let Some(from) = m.origin() else { return false };
        let elsewhere =
            |moves: &[Move]| moves.iter().any(|other| other.origin() == Some(from) && other.to != m.to);
        let mut moves = Vec::new();
        board.moves_from_into(from, &mut moves);
        !elsewhere(&moves) && elsewhere(&literal::pseudo_legal(self.variant, &board.setup()))
    }

    /// Whether the player to move can go to a square, from another one if that is said. Of who stood in check anyway it is
    /// not asked whether that is parried, too.
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
