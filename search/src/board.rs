//! A position with a mailbox and incrementally updated sums of the evaluation.

use crate::geometry::Square;
use crate::position::Position;
use crate::variant::{Effect, Move, Piece, PlayerId, RoleId, Variant};

use super::correction::spread;
use super::evaluation::network::{self, Evaluator};
use super::evaluation::{Evaluation, Progress, piece_code};

/// A position, a mailbox, and the sums of the evaluation.
pub(super) struct Board<'e> {
    pub position: Position,
    evaluation: &'e Evaluation,
    /// Mailbox of piece codes: 0 for an empty square, else 1 + owner × roles + role.
    squares: Vec<u16>,
    sums: Sums,
    /// Whether the sum of passed pieces is out of date: a piece of a role that can be passed has come or
    /// left.
    passing: bool,
    /// The number of pieces by code.
    counts: Vec<u16>,
    rows: Progress,
    /// The hidden layers of the network after each move; the last is that of the position. Empty without a
    /// network.
    layers: Vec<network::Sums>,
    /// The pieces in hand that the last layers contain.
    hands: Vec<u8>,
    /// The undo list of changed squares, with their codes before.
    changes: Vec<(Square, u16)>,
    /// By move: the length of `changes`, the turn and the sums before it.
    moves: Vec<(usize, PlayerId, Sums)>,
    turn: PlayerId,
    roles: usize,
    /// The owner and role of each code.
    pieces: Vec<(u8, RoleId)>,
    /// Whether the game has two players.
    pair: bool,
    /// Whether a plain move changes only its two squares: two players, and no hook with effects.
    plain: bool,
}

/// Incremental sums over pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// By player.
    players: [Sum; 9],
    material: i32,
    /// Keys of the pieces of the first player, of all others, and of the commonest role.
    keys: [u64; 3],
    /// By player of a royal: weights of pieces by their place relative to that royal, for the first of two
    /// players, in the middle game and in the endgame.
    around: [(i32, i32); 2],
    /// Weights of neighbouring pieces, for the first player.
    beside: i32,
    /// Weights of passed pieces, for the first player.
    passed: (i32, i32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    middle: i32,
    end: i32,
    promoting: u8,
    material: i32,
    /// The number of royals and the sum of their square indices. With one royal the sum is its square, in
    /// whatever order pieces were added and removed.
    royals: (u8, u16),
}

impl<'e> Board<'e> {
    /// Computes all sums of a position.
    pub fn new(position: Position, evaluation: &'e Evaluation) -> Self {
        let variant = position.rules().clone();
        let codes = 1 + (variant.variant().players.len() + 1) * variant.variant().roles.len();
        let mut board = Self {
            evaluation,
            squares: vec![0; variant.variant().board.len()],
            sums: Sums::default(),
            layers: evaluation.network().map(Evaluator::empty).into_iter().collect(),
            hands: vec![0; evaluation.network().map_or(0, Evaluator::held)],
            passing: false,
            counts: vec![0; codes],
            rows: Progress::new(evaluation.rows()),
            changes: Vec::with_capacity(512),
            moves: Vec::with_capacity(128),
            turn: position.turn(),
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
        board.complete([(0, 0); 2]);
        board
    }

    fn variant(&self) -> &Variant {
        self.position.rules().variant()
    }

    /// The player to move.
    pub fn turn(&self) -> PlayerId {
        self.turn
    }

    /// The code on a square; 0 if empty.
    pub fn code(&self, square: Square) -> u16 {
        self.squares.get(square.index()).copied().unwrap_or(0)
    }

    /// The owner and role of a code. Neutral pieces have the owner index after the last player.
    pub fn piece_of(&self, code: u16) -> Option<(usize, RoleId)> {
        let &(owner, role) = self.pieces.get(usize::from(code)).filter(|_| code != 0)?;
        Some((usize::from(owner), role))
    }

    /// The code of a player's role.
    pub fn code_for(&self, player: PlayerId, role: RoleId) -> u16 {
        piece_code(self.variant(), Piece { player, role })
    }

    /// The opponent who moves next.
    pub fn opponent(&self) -> PlayerId {
        match self.pair {
            true => PlayerId(self.turn.0 ^ 1),
            false => self.position.opponent(),
        }
    }

    /// Keys of the pieces of the first player, of all others, and of the commonest role.
    pub fn keys(&self) -> [u64; 3] {
        self.sums.keys
    }

    /// The number of codes.
    pub fn codes(&self) -> usize {
        self.counts.len()
    }

    /// Whether a player has a piece that can promote on its next move.
    pub fn may_promote(&self, player: PlayerId) -> bool {
        self.sums.players.get(player.index()).is_some_and(|sum| sum.promoting > 0)
    }

    /// The piece-square sums of a player, in the middle game and in the endgame.
    pub fn sum(&self, player: PlayerId) -> (i32, i32) {
        let sum = self.sums.players.get(player.index()).copied().unwrap_or_default();
        (sum.middle, sum.end)
    }

    /// The material on the board.
    pub fn material(&self) -> i32 {
        self.sums.material
    }

    /// The number of a player's pieces of a role on the board.
    pub fn count(&self, player: PlayerId, role: RoleId) -> u16 {
        let code = self.code_for(player, role);
        self.counts.get(usize::from(code)).copied().filter(|_| role.index() < self.roles).unwrap_or(0)
    }

    /// Whether a player has only royals.
    pub fn is_bare(&self, player: PlayerId) -> bool {
        self.sums.players.get(player.index()).is_some_and(|sum| sum.material == 0)
    }

    /// The score of a player's rows.
    pub fn rows(&self, player: PlayerId) -> i32 {
        self.rows.sum(player)
    }

    /// The relation and passed piece terms for the first of two players, in the middle game and in the
    /// endgame.
    pub fn relations(&self) -> (i32, i32) {
        let Sums { around: [one, other], beside, passed, .. } = self.sums;
        (one.0 + other.0 + passed.0 + beside, one.1 + other.1 + passed.1 + beside)
    }

    /// The value of the network for the player to move; 0 without a network.
    pub fn network(&self) -> i32 {
        let layers = self.evaluation.network().zip(self.layers.last());
        layers.map_or(0, |(network, sums)| network.value(sums, self.turn))
    }

    /// The number of legal moves.
    pub fn mobility(&self) -> i32 {
        i32::try_from(self.position.perft(1)).unwrap_or(i32::MAX)
    }

    /// The square of a player's royal; `None` unless there is exactly one.
    pub fn royal(&self, player: PlayerId) -> Option<Square> {
        let (count, squares) = self.sums.players.get(player.index())?.royals;
        (count == 1).then_some(Square(squares))
    }

    /// Whether a legal move captures an opponent's piece.
    pub fn takes(&self, m: Move) -> bool {
        if self.plain && (m.way == 0 || self.removes_target_alone(m)) {
            return m.from != m.to && self.code(m.to) != 0;
        }
        self.position.is_capture(m)
    }

    /// Whether a move has effects, none of which removes a piece.
    fn removes_target_alone(&self, m: Move) -> bool {
        let role = self.piece_of(self.code(m.from)).map(|(_, role)| &self.variant().roles[role.index()]);
        let movement = role.zip(m.movement()).and_then(|(role, movement)| role.movements.get(movement));
        movement.is_some_and(|movement| !movement.effects.iter().any(Effect::may_remove))
    }

    /// Plays a legal move. `after` gets the new position as soon as it is known.
    pub fn play(&mut self, m: Move, after: impl FnOnce(&Position)) {
        self.keep();
        let royals = [0, 1].map(|player: usize| self.sums.players[player].royals);
        let first = self.changes.len();
        if self.plain && m.way == 0 && m.from != m.to {
            let code = self.code(m.from);
            let placed = match m.choice.checked_sub(1) {
                None => code,
                Some(role) => {
                    let owner = self.piece_of(code).map_or(0, |(owner, _)| owner);
                    (1 + owner * self.roles) as u16 + role
                }
            };
            self.changes.extend([(m.from, 0), (m.to, placed)]);
        } else {
            let (position, changes) = (&self.position, &mut self.changes);
            let variant = position.rules().variant();
            position.for_each_change(m, |change| {
                changes.push((change.square, change.after.map_or(0, |piece| piece_code(variant, piece))));
            });
        }
        self.position.play_unchecked(m);
        after(&self.position);
        // The list holds the new codes. Swap in the old ones for undo.
        for index in first..self.changes.len() {
            let (square, after) = self.changes[index];
            self.changes[index].1 = self.code(square);
            self.take(square);
            self.put(square, after);
        }
        self.turn = self.position.turn();
        self.complete(royals);
    }

    /// Makes a null move.
    pub fn play_null(&mut self) {
        self.keep();
        self.position.play_null();
        self.turn = self.position.turn();
    }

    /// Keeps what [`Board::undo`] restores.
    fn keep(&mut self) {
        self.moves.push((self.changes.len(), self.turn, self.sums));
        self.layers.extend_from_within(self.layers.len().saturating_sub(1)..);
    }

    /// Undoes the last move or null move.
    pub fn undo(&mut self) {
        self.position.undo();
        let Some((first, turn, sums)) = self.moves.pop() else { return };
        (self.turn, self.sums) = (turn, sums);
        if let Some(network) = self.evaluation.network() {
            self.layers.pop();
            network.hands(&self.position, &mut self.hands);
        }
        while self.changes.len() > first {
            if let Some((square, before)) = self.changes.pop() {
                let after = std::mem::replace(&mut self.squares[square.index()], before);
                self.count_in(square, after, -1);
                self.count_in(square, before, 1);
            }
        }
    }

    fn take(&mut self, square: Square) {
        let code = std::mem::take(&mut self.squares[square.index()]);
        self.count_in(square, code, -1);
        self.sum_up(square, code, -1);
    }

    fn put(&mut self, square: Square, code: u16) {
        self.squares[square.index()] = code;
        self.count_in(square, code, 1);
        self.sum_up(square, code, 1);
    }

    /// Updates counts and rows for a piece that comes or leaves.
    fn count_in(&mut self, square: Square, code: u16, sign: i16) {
        if code == 0 {
            return;
        }
        if let Some(count) = self.counts.get_mut(usize::from(code)) {
            *count = count.wrapping_add_signed(sign);
        }
        if !self.evaluation.rows().is_empty()
            && let Some((owner, _)) = self.piece_of(code)
        {
            self.rows.change(self.evaluation.rows(), square, PlayerId(owner as u8), sign > 0);
        }
    }

    /// Updates the sums for a piece that comes or leaves.
    fn sum_up(&mut self, square: Square, code: u16, sign: i32) {
        let Some((owner, _)) = self.piece_of(code) else { return };
        let worth = self.evaluation.worth(code, square);
        if let (Some(network), Some(layers)) = (self.evaluation.network(), self.layers.last_mut()) {
            network.change(layers, code, square.index(), sign > 0);
        }
        let key = spread(usize::from(code) * self.squares.len() + square.index());
        self.sums.keys[owner.min(1)] ^= key;
        if worth.common {
            self.sums.keys[2] ^= key;
        }
        if let Some(sum) = self.sums.players.get_mut(owner) {
            sum.middle += sign * worth.middle;
            sum.end += sign * worth.end;
            sum.promoting = sum.promoting.wrapping_add_signed(sign as i8 * i8::from(worth.promotes));
            sum.material += sign * worth.material;
            if worth.royal {
                let (count, squares) = sum.royals;
                let step = square.0.wrapping_mul(sign as u16);
                sum.royals = (count.wrapping_add_signed(sign as i8), squares.wrapping_add(step));
            }
        }
        self.sums.material += sign * worth.material;
        self.passing |= worth.passes;
        let relations = self.evaluation.relations();
        if !relations.is_empty() && !worth.royal {
            self.sums.beside += sign * relations.beside((code, owner), square, &self.squares);
            for player in 0..2 {
                if let Some(royal) = self.royal(PlayerId(player as u8)) {
                    let (middle, end) = relations.to_royal((code, owner), square, (player, royal));
                    self.sums.around[player].0 += sign * middle;
                    self.sums.around[player].1 += sign * end;
                }
            }
        }
    }

    /// Completes the sums after a change of pieces: relations to royals that have moved, given where they were,
    /// and passed pieces. Both depend on more than the pieces that have changed.
    fn complete(&mut self, royals: [(u8, u16); 2]) {
        if let (Some(network), Some(layers)) = (self.evaluation.network(), self.layers.last_mut()) {
            network.change_hands(layers, &mut self.hands, &self.position);
        }
        let relations = self.evaluation.relations();
        for (player, before) in royals.into_iter().enumerate() {
            if relations.is_empty() || before == self.sums.players[player].royals {
                continue;
            }
            let mut sum = (0, 0);
            if let Some(royal) = self.royal(PlayerId(player as u8)) {
                for (index, &code) in self.squares.iter().enumerate() {
                    let Some((owner, _)) = self.piece_of(code) else { continue };
                    let square = Square(index as u16);
                    let (middle, end) = relations.to_royal((code, owner), square, (player, royal));
                    sum = (sum.0 + middle, sum.1 + end);
                }
            }
            self.sums.around[player] = sum;
        }
        if std::mem::take(&mut self.passing) {
            self.sums.passed = self.evaluation.passed_by(&self.position);
        }
    }
}

/// The owner and role of a code, for this number of roles.
fn piece_at(code: usize, roles: usize) -> (u8, RoleId) {
    let index = code.saturating_sub(1);
    ((index / roles.max(1)) as u8, RoleId((index % roles.max(1)) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Fitting;
    use crate::position::Rules;
    use crate::variant::{Network, Weights};
    use carn_engine::random::Random;
    use std::sync::Arc;

    /// Incremental sums equal those of a new board, also after undo.
    #[test]
    fn sums_are_those_of_the_position() {
        let names = [
            "chess",
            "coregal",
            "xiangqi",
            "crazyhouse",
            "atomic",
            "minishogi",
            "breakthrough",
            "fourplayer",
        ];
        for name in names {
            let rules = carn::library::rules(name).unwrap();
            sums_stay(name, &rules, &Evaluation::new(&rules));
            let evaluation = match Fitting::new(&rules) {
                Some(fitting) => {
                    let changes: Vec<f64> =
                        (0..fitting.len()).map(|nth| (nth * 7 % 41) as f64 - 20.0).collect();
                    Evaluation::with_weights(&rules, &fitting.changed(&changes))
                }
                None => Evaluation::new(&rules),
            };
            sums_stay(name, &rules, &evaluation);
            if let Some(features) = Network::features(rules.variant()) {
                let values = (0..Network::values(features)).map(|nth| (nth * 31 % 255) as u8 as i8);
                let network = Network { scale: 300, tempo: 10, values: values.collect() };
                let weights = Weights { network: Some(Arc::new(network)), ..Weights::default() };
                sums_stay(name, &rules, &Evaluation::with_weights(&rules, &weights));
            }
        }
    }

    fn sums_stay(name: &str, rules: &Rules, evaluation: &Evaluation) {
        let mut random = Random::new(5);
        let mut board = Board::new(Position::start(rules), evaluation);
        for ply in 0..80 {
            let moves = board.position.legal_moves();
            let Some(&m) = random.choose(&moves).filter(|_| board.position.outcome().is_none()) else {
                break;
            };
            board.play(m, |_| ());
            if ply % 5 == 4 {
                board.undo();
                board.play(m, |_| ());
            }
            let fresh = Board::new(board.position.clone(), evaluation);
            let [kept, new] = [&board, &fresh]
                .map(|board| (board.sums, &board.squares, &board.counts, board.layers.last()));
            assert_eq!(kept, new, "{name} after {}", board.position.fen());
        }
    }
}
