//! A hand-written xiangqi generator: a plain board of 9 files and 10 ranks, one function per role, moves tested one by one.
//!
//! It is written for clarity, not speed, because it is the reference in every comparison.

mod fen;
#[cfg(test)]
mod tests;

use std::fmt;

use super::line::Line;
use super::{Ending, Error, Observation, Reference, Standing, Verdict};

const FILES: i8 = 9;
const RANKS: i8 = 10;

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The reference for xiangqi. A player without a legal move has lost. It does not judge repetition and long games without a
/// capture, in which rule books differ.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    line: Line<Board>,
}

impl Default for Xiangqi {
    fn default() -> Self {
        Self::new()
    }
}

impl Xiangqi {
    /// A new reference without a cached line.
    pub const fn new() -> Xiangqi {
        Xiangqi { line: Line::new() }
    }

    fn follow(&mut self, fen: &str, moves: &[String]) -> Result<Option<&Board>, Error> {
        let play = |board: &Board, text: &str| {
            let mut board = board.clone();
            let m = board.legal_moves().into_iter().find(|m| m.to_string() == text)?;
            board.make(m);
            Some(board)
        };
        Ok(self.line.follow(fen, moves, Board::from_fen, play)?.last())
    }
}

impl Reference for Xiangqi {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        Ok(Board::from_fen(fen)?.perft(depth))
    }

    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let Some(board) = self.follow(fen, moves)? else { return Ok(Observation::default()) };
        let legal: Vec<String> = board.clone().legal_moves().iter().map(Move::to_string).collect();
        let standing = match legal.is_empty() {
            true if board.in_check(board.turn) => Standing::Over(Verdict::Loss, Ending::Checkmate),
            true => Standing::Over(Verdict::Loss, Ending::Stalemate),
            false => Standing::Unsaid,
        };
        Ok(Observation { moves: legal, fen: Some(fen::write(board, fen)), standing })
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let Some(mut board) = self.follow(fen, moves)?.cloned() else { return Ok(Vec::new()) };
        let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let mut counts = Vec::new();
        for m in board.legal_moves() {
            board.make(m);
            counts.push((m.to_string(), board.perft(rest)));
            board.unmake(m);
        }
        Ok(counts)
    }

    fn name(&self) -> String {
        "the built-in xiangqi".to_owned()
    }
}

/// The owner of a piece, or the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// 红, who moves first and up the board.
    Red,
    /// 黑, who moves down the board.
    Black,
}

impl Side {
    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// The change of rank on a step forward.
    const fn forward(self) -> i8 {
        match self {
            Side::Red => 1,
            Side::Black => -1,
        }
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// 帅, 将
    General,
    /// 仕, 士
    Advisor,
    /// 相, 象
    Elephant,
    /// 马
    Horse,
    /// 车
    Chariot,
    /// 炮
    Cannon,
    /// 兵, 卒
    Soldier,
}

/// A piece: its owner and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub role: Role,
}

/// A point of the board, counted from Red's left corner: file 0 is `a`, rank 0 is `1`. Arithmetic may leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// From 0 (`a`) to 8 (`i`).
    pub file: i8,
    /// From 0 (`1`, Red's back rank) to 9 (`10`).
    pub rank: i8,
}

impl Square {
    const fn plus(self, file: i8, rank: i8) -> Square {
        Square { file: self.file + file, rank: self.rank + rank }
    }

    const fn on_board(self) -> bool {
        0 <= self.file && self.file < FILES && 0 <= self.rank && self.rank < RANKS
    }

    /// On this side's half of the board. The river is between ranks 5 and 6.
    const fn at_home_of(self, side: Side) -> bool {
        match side {
            Side::Red => self.rank < 5,
            Side::Black => self.rank >= 5,
        }
    }

    /// In this side's palace: the three files and ranks that its general and advisors never leave.
    const fn in_palace_of(self, side: Side) -> bool {
        let deep_enough = match side {
            Side::Red => self.rank <= 2,
            Side::Black => self.rank >= 7,
        };
        deep_enough && 3 <= self.file && self.file <= 5
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file as u8), self.rank + 1)
    }
}

/// A move with all data needed to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The moving piece.
    pub piece: Piece,
    /// The captured piece, if any.
    pub victim: Option<Piece>,
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// A position. Each side has exactly one general, in its palace, and the side that has just moved is not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [[Option<Piece>; RANKS as usize]; FILES as usize],
    turn: Side,
}

impl Board {
    /// Reads a position.
    ///
    /// The side to move is `w` or `r` for Red, `b` for Black. Further fields may be omitted and have no effect. Horses are `n`
    /// or `h`, elephants `b` or `e`, chariots `r`, cannons `c`, advisors `a`, generals `k`, soldiers `p`.
    ///
    /// # Errors
    /// [`Error::Fen`] with the reason.
    pub fn from_fen(fen: &str) -> Result<Board, Error> {
        fen::read(fen).map_err(|reason| Error::Fen { fen: fen.to_owned(), reason })
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The piece on a square; `None` off the board.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        if square.on_board() { self.squares[square.file as usize][square.rank as usize] } else { None }
    }

    /// The legal moves: those that leave the mover's general safe.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        let mover = self.turn;
        let mut moves = self.all_moves();
        moves.retain(|&m| {
            self.make(m);
            let safe = !self.in_check(mover);
            self.unmake(m);
            safe
        });
        moves
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&mut self, depth: u32) -> u64 {
        let Some(rest) = depth.checked_sub(1) else { return 1 };
        let mover = self.turn;
        let mut nodes = 0;
        for m in self.all_moves() {
            self.make(m);
            if !self.in_check(mover) {
                nodes += self.perft(rest);
            }
            self.unmake(m);
        }
        nodes
    }

    /// Makes a move that [`Board::legal_moves`] returned for this position.
    pub fn make(&mut self, m: Move) {
        self.put(m.from, None);
        self.put(m.to, Some(m.piece));
        self.turn = self.turn.other();
    }

    /// Undoes the last move.
    pub fn unmake(&mut self, m: Move) {
        self.put(m.from, Some(m.piece));
        self.put(m.to, m.victim);
        self.turn = self.turn.other();
    }

    /// Whether this side's general is attacked; facing the other general counts.
    ///
    /// It looks outward from the general, whereas the generator looks outward from each piece.
    pub fn in_check(&self, side: Side) -> bool {
        let Some(general) = self.general_of(side) else { return true };
        let enemy = |role| Some(Piece { side: side.other(), role });

        for (file, rank) in ORTHOGONAL {
            let mut seen = 0;
            let mut square = general.plus(file, rank);
            while square.on_board() && seen < 2 {
                let piece = self.piece_on(square);
                if piece.is_some() {
                    seen += 1;
                    let open = seen == 1 && (piece == enemy(Role::Chariot) || piece == enemy(Role::General));
                    let over_a_screen = seen == 2 && piece == enemy(Role::Cannon);
                    if open || over_a_screen {
                        return true;
                    }
                }
                square = square.plus(file, rank);
            }
        }
        // A horse attacks by a straight step from its square and a diagonal step to the general, so its leg is the general's
        // diagonal neighbour.
        for (file, rank) in DIAGONAL {
            if self.piece_on(general.plus(file, rank)).is_none() {
                let horses = [general.plus(2 * file, rank), general.plus(file, 2 * rank)];
                if horses.iter().any(|&horse| self.piece_on(horse) == enemy(Role::Horse)) {
                    return true;
                }
            }
        }
        // A soldier next to a general in its palace has crossed the river.
        let soldiers = [general.plus(0, side.forward()), general.plus(1, 0), general.plus(-1, 0)];
        soldiers.iter().any(|&soldier| self.piece_on(soldier) == enemy(Role::Soldier))
    }

    fn general_of(&self, side: Side) -> Option<Square> {
        let palace = match side {
            Side::Red => 0..3,
            Side::Black => 7..10,
        };
        let general = Some(Piece { side, role: Role::General });
        palace
            .flat_map(|rank| (3..6).map(move |file| Square { file, rank }))
            .find(|&square| self.piece_on(square) == general)
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.file as usize][square.rank as usize] = piece;
    }

    /// Every pseudo-legal move: the safety of the general is not tested.
    fn all_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for file in 0..FILES {
            for rank in 0..RANKS {
                let square = Square { file, rank };
                if let Some(piece) = self.piece_on(square)
                    && piece.side == self.turn
                {
                    self.append_piece_moves(&mut moves, square, piece);
                }
            }
        }
        moves
    }

    fn append_piece_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        match piece.role {
            Role::General => self.append_general_moves(moves, from, piece),
            Role::Advisor => self.append_advisor_moves(moves, from, piece),
            Role::Elephant => self.append_elephant_moves(moves, from, piece),
            Role::Horse => self.append_horse_moves(moves, from, piece),
            Role::Chariot => self.append_chariot_moves(moves, from, piece),
            Role::Cannon => self.append_cannon_moves(moves, from, piece),
            Role::Soldier => self.append_soldier_moves(moves, from, piece),
        }
    }

    /// Adds the move of `piece` to a square, unless it is off the board or holds an own piece. Returns whether a slider stops
    /// at the square.
    fn attack(&self, moves: &mut Vec<Move>, from: Square, to: Square, piece: Piece) -> bool {
        if !to.on_board() {
            return true;
        }
        let victim = self.piece_on(to);
        if victim.is_some_and(|victim| victim.side == piece.side) {
            return true;
        }
        moves.push(Move { piece, victim, from, to });
        victim.is_some()
    }

    /// One step straight, inside the palace. [`Board::in_check`] handles facing generals.
    fn append_general_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in ORTHOGONAL {
            let to = from.plus(file, rank);
            if to.in_palace_of(piece.side) {
                self.attack(moves, from, to, piece);
            }
        }
    }

    /// One step diagonally, inside the palace.
    fn append_advisor_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in DIAGONAL {
            let to = from.plus(file, rank);
            if to.in_palace_of(piece.side) {
                self.attack(moves, from, to, piece);
            }
        }
    }

    /// Two steps diagonally over an empty eye, never across the river.
    fn append_elephant_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in DIAGONAL {
            let eye = from.plus(file, rank);
            let to = from.plus(2 * file, 2 * rank);
            if to.at_home_of(piece.side) && self.piece_on(eye).is_none() {
                self.attack(moves, from, to, piece);
            }
        }
    }

    /// One step straight over an empty leg, then one diagonally outward.
    fn append_horse_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in ORTHOGONAL {
            let leg = from.plus(file, rank);
            if leg.on_board() && self.piece_on(leg).is_none() {
                // One coordinate of the straight step is 0; the step aside is ±1 along that one.
                self.attack(moves, from, leg.plus(file + rank, rank + file), piece);
                self.attack(moves, from, leg.plus(file - rank, rank - file), piece);
            }
        }
    }

    /// Straight in any direction, up to and including the first piece.
    fn append_chariot_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in ORTHOGONAL {
            let mut to = from.plus(file, rank);
            while !self.attack(moves, from, to, piece) {
                to = to.plus(file, rank);
            }
        }
    }

    /// Straight in any direction over empty squares. Beyond the first piece, the screen, it can only capture the next one.
    fn append_cannon_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        for (file, rank) in ORTHOGONAL {
            let mut to = from.plus(file, rank);
            while to.on_board() && self.piece_on(to).is_none() {
                self.attack(moves, from, to, piece);
                to = to.plus(file, rank);
            }
            to = to.plus(file, rank);
            while to.on_board() && self.piece_on(to).is_none() {
                to = to.plus(file, rank);
            }
            if to.on_board() {
                self.attack(moves, from, to, piece);
            }
        }
    }

    /// One step forward; across the river, also one sideways.
    fn append_soldier_moves(&self, moves: &mut Vec<Move>, from: Square, piece: Piece) {
        self.attack(moves, from, from.plus(0, piece.side.forward()), piece);
        if !from.at_home_of(piece.side) {
            self.attack(moves, from, from.plus(1, 0), piece);
            self.attack(moves, from, from.plus(-1, 0), piece);
        }
    }
}
