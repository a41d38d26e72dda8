//! A position together with what the evaluation sums over it, both kept from move to move.

use crate::geometry::Square;
use crate::position::Position;
use crate::variant::{Move, Piece, PlayerId, RoleId, Variant};

use super::evaluation::{Evaluation, Progress, piece_code};

/// A position, a mailbox beside it, and the sums of the evaluation.
pub(super) struct Board<'e> {
    pub position: Position,
    evaluation: &'e Evaluation,
    /// The code of the piece on each square: 0 for none, else 1 + owner × roles + role.
    squares: Vec<u16>,
    sums: [Sum; 9],
    material: i32,
    /// How many pieces there are of each code.
    counts: Vec<u16>,
    rows: Progress,
    /// What each move has changed, and how many changes there were before it.
    changes: Vec<(Square, u16)>,
    moves: Vec<(usize, PlayerId)>,
    /// Who is to move.
    turn: PlayerId,
    roles: usize,
    /// The owner and the role of each code.
    pieces: Vec<(u8, RoleId)>,
    /// How many royals each player has, and the sum of their squares: in whatever order pieces are put and taken, the sum is
    /// the square where there is one royal.
    royals: [(i32, i32); 9],
    /// Whether two play.
    pair: bool,
    /// Whether a plain move changes its two squares and nothing else.
    plain: bool,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    middle: i32,
    end: i32,
    promoting: i32,
    material: i32,
}

impl<'e> Board<'e> {
    /// Takes stock of a position.
    pub fn new(position: Position, evaluation: &'e Evaluation) -> Self {
        let variant = position.rules().clone();
        let codes = 1 + (variant.variant().players.len() + 1) * variant.variant().roles.len();
        let mut board = Self {
            evaluation,
            squares: vec![0; variant.variant().board.len()],
            sums: [Sum::default(); 9],
            material: 0,
            counts: vec![0; codes],
            rows: Progress::new(evaluation.rows()),
            changes: Vec::with_capacity(512),
            moves: Vec::with_capacity(128),
            turn: position.turn(),
            royals: [(0, 0); 9],
            roles: variant.variant().roles.len().max(1),
            pieces: (0..codes).map(|code| piece_at(code, variant.variant().roles.len())).collect(),
            pair: position.rules().variant().players.len() == 2,
            plain: variant.variant().players.len() == 2
                && variant.variant().hooks().all(|hook| hook.effects.is_empty()),
            position,
        };
        let pieces: Vec<(Square, Piece)> = board.position.pieces().collect();
        for (square, piece) in pieces {
            board.put(square, piece_code(variant.variant(), piece));
        }
        board
    }

    fn variant(&self) -> &Variant {
        self.position.rules().variant()
    }

    /// Who is to move.
    pub fn turn(&self) -> PlayerId {
        self.turn
    }

    /// The code of the piece on a square; 0 for none.
    pub fn code(&self, square: Square) -> u16 {
        self.squares.get(square.index()).copied().unwrap_or(0)
    }

    /// The owner and the role of a code; nobody's pieces have an owner beyond the players.
    pub fn piece_of(&self, code: u16) -> Option<(usize, RoleId)> {
        let &(owner, role) = self.pieces.get(usize::from(code)).filter(|_| code != 0)?;
        Some((usize::from(owner), role))
    }

    /// The code of a role of a player's.
    pub fn code_for(&self, player: PlayerId, role: RoleId) -> u16 {
        piece_code(self.variant(), Piece { player, role })
    }

    /// Who moves next of the opponents of the player to move.
    pub fn opponent(&self) -> PlayerId {
        match self.pair {
            true => PlayerId(self.turn.0 ^ 1),
            false => self.position.opponent(),
        }
    }

    /// How many codes there are.
    pub fn codes(&self) -> usize {
        self.counts.len()
    }

    /// Whether a player has a piece that can promote with its next move.
    pub fn may_promote(&self, player: PlayerId) -> bool {
        self.sums.get(player.index()).is_some_and(|sum| sum.promoting > 0)
    }

    /// The sums of a player's pieces: of the middle game and of the endgame.
    pub fn sum(&self, player: PlayerId) -> (i32, i32) {
        let sum = self.sums.get(player.index()).copied().unwrap_or_default();
        (sum.middle, sum.end)
    }

    /// The material on the board.
    pub fn material(&self) -> i32 {
        self.material
    }

    /// How many pieces of a role a player has on the board.
    pub fn count(&self, player: PlayerId, role: RoleId) -> u16 {
        let code = self.code_for(player, role);
        self.counts.get(usize::from(code)).copied().filter(|_| role.index() < self.roles).unwrap_or(0)
    }

    /// Whether a player has royals alone.
    pub fn is_bare(&self, player: PlayerId) -> bool {
        self.sums.get(player.index()).is_some_and(|sum| sum.material == 0)
    }

    /// What the rows of a player are worth.
    pub fn rows(&self, player: PlayerId) -> i32 {
        self.rows.sum(player)
    }

    /// How many moves the player to move has.
    pub fn mobility(&self) -> i32 {
        i32::try_from(self.position.perft(1)).unwrap_or(i32::MAX)
    }

    /// Where a player's royal stands, if there is one.
    pub fn royal(&self, player: PlayerId) -> Option<Square> {
        let &(count, squares) = self.royals.get(player.index())?;
        (count == 1).then(|| Square(u16::try_from(squares).unwrap_or(0)))
    }

    /// Whether a legal move takes a piece of an opponent's.
    pub fn takes(&self, m: Move) -> bool {
        if self.plain && m.way == 0 {
            return m.from != m.to && self.code(m.to) != 0;
        }
        self.position.is_capture(m)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.moves.push((self.changes.len(), self.turn));
        if self.plain && m.way == 0 && m.from != m.to {
            let code = self.code(m.from);
            let placed = match m.choice.checked_sub(1) {
                None => code,
                Some(role) => {
                    let owner = self.piece_of(code).map_or(0, |(owner, _)| owner);
                    (1 + owner * self.roles) as u16 + role
                }
            };
            self.set(m.from, 0);
            self.set(m.to, placed);
        } else {
            let first = self.changes.len();
            let (position, changes) = (&self.position, &mut self.changes);
            let variant = position.rules().variant();
            position.for_each_change(m, |change| {
                changes.push((change.square, change.after.map_or(0, |piece| piece_code(variant, piece))));
            });
            // Noted are the pieces afterwards; what stood there before takes their place.
            for index in first..self.changes.len() {
                let (square, after) = self.changes[index];
                self.changes[index].1 = self.code(square);
                self.replace(square, after);
            }
        }
        self.position.play_unchecked(m);
        self.turn = self.position.turn();
    }

    /// Passes the turn.
    pub fn play_null(&mut self) {
        self.moves.push((self.changes.len(), self.turn));
        self.position.play_null();
        self.turn = self.position.turn();
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        self.position.undo();
        let Some((first, turn)) = self.moves.pop() else { return };
        self.turn = turn;
        while self.changes.len() > first {
            if let Some((square, before)) = self.changes.pop() {
                self.replace(square, before);
            }
        }
    }

    fn set(&mut self, square: Square, code: u16) {
        self.changes.push((square, self.code(square)));
        self.replace(square, code);
    }

    fn replace(&mut self, square: Square, code: u16) {
        self.take(square);
        self.put(square, code);
    }

    fn take(&mut self, square: Square) {
        let code = std::mem::take(&mut self.squares[square.index()]);
        self.count_in(square, code, -1);
    }

    fn put(&mut self, square: Square, code: u16) {
        self.squares[square.index()] = code;
        self.count_in(square, code, 1);
    }

    fn count_in(&mut self, square: Square, code: u16, sign: i32) {
        let Some((owner, _)) = self.piece_of(code) else { return };
        let worth = self.evaluation.worth(code, square);
        if worth.royal
            && let Some((count, squares)) = self.royals.get_mut(owner)
        {
            *count += sign;
            *squares += sign * i32::from(square.0);
        }
        if let Some(sum) = self.sums.get_mut(owner) {
            sum.middle += sign * worth.middle;
            sum.end += sign * worth.end;
            sum.promoting += sign * i32::from(worth.promotes);
            sum.material += sign * worth.material;
        }
        self.material += sign * worth.material;
        if let Some(count) = self.counts.get_mut(usize::from(code)) {
            *count = count.wrapping_add_signed(sign as i16);
        }
        if !self.evaluation.rows().is_empty() {
            self.rows.change(self.evaluation.rows(), square, PlayerId(owner as u8), sign > 0);
        }
    }
}

/// The owner and the role of a code, there being so many roles.
fn piece_at(code: usize, roles: usize) -> (u8, RoleId) {
    let index = code.saturating_sub(1);
    ((index / roles.max(1)) as u8, RoleId((index % roles.max(1)) as u8))
}
