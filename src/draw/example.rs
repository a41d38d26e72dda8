//! Example positions for diagrams: a piece with its targets, on a board with only the pieces that its movement needs.

use std::cell::Cell;

use crate::compile::looks_of_piece;
use crate::geometry::{Board, Square};
use crate::variant::{Piece, PlayerId, RoleId, Setup, Turn, Variant, literal};

use super::{Glyphs, Mark, Picture};

/// A piece on a board, with its targets.
#[derive(Clone, Debug)]
pub struct Example {
    /// The square of the piece.
    pub from: Square,
    /// The targets of its quiet moves.
    pub to: Vec<Square>,
    /// The targets of its captures. A square may be in both lists.
    pub takes: Vec<Square>,
    /// The position of the example.
    pub setup: Setup,
}

/// The remaining work for the examples of one page. Without a limit, an untrusted rule file could make a page take minutes.
#[derive(Debug)]
pub struct Effort(Cell<u64>);

/// The limit in squares and conditions examined per page: a second or two.
const MAX_LOOKS: u64 = 300_000_000;

impl Default for Effort {
    fn default() -> Self {
        Self(Cell::new(MAX_LOOKS))
    }
}

impl Effort {
    /// Spends work; `false` if the limit is exceeded.
    fn spend(&self, looks: u64) -> bool {
        let left = self.0.get().checked_sub(looks);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// The maximum distance of screens from the piece.
const NEAR: i16 = 2;

/// One role of one player, restricted to one alternative of the rule file or with all of them.
struct Asked<'a> {
    variant: &'a Variant,
    /// The variant in which the role has only these movements, since a move does not record its alternative.
    alone: Variant,
    piece: Piece,
    /// A turn of the player in which the role may move.
    turn: u16,
    /// The work of listing the moves of the piece.
    looks: u64,
    effort: &'a Effort,
}

/// The targets of a first player's role from the middle of the empty board, by one alternative or by all. If it cannot move
/// from there, it stands on its start square. `None` if there is no square for it.
#[must_use]
pub fn on_empty_board(variant: &Variant, role: RoleId, alternative: Option<u32>) -> Option<Example> {
    let player = variant.turns.first()?.player;
    Asked::new(variant, (player, role), alternative, &Effort::default())?.on_empty_board()
}

/// The same, with the other pieces that the movement needs: victims, screens, or pieces of the start position. `None` also if
/// no arrangement allows a move, or if the search takes too long.
#[must_use]
pub fn example(
    variant: &Variant,
    role: RoleId,
    alternative: Option<u32>,
    effort: &Effort,
) -> Option<Example> {
    if effort.0.get() == 0 {
        return None;
    }
    let asked = |player| Asked::new(variant, (PlayerId(player as u8), role), alternative, effort);
    (0..variant.players.len()).filter_map(asked).find_map(|asked| {
        let on_empty = asked.on_empty_board().map(|found| asked.with_prey(found));
        let placed = on_empty.filter(Example::goes).or_else(|| asked.anywhere());
        placed.or_else(|| asked.over_others()).or_else(|| asked.at_the_start()).or_else(|| asked.by_mark())
    })
}

impl Example {
    /// Whether the piece has a move.
    #[must_use]
    pub fn goes(&self) -> bool {
        !self.to.is_empty() || !self.takes.is_empty()
    }

    /// The board with the piece and its targets.
    #[must_use]
    pub fn picture<'a>(&'a self, variant: &'a Variant, glyphs: Glyphs) -> Picture<'a> {
        let mut picture = Picture::new(variant, &self.setup, glyphs);
        self.to.iter().for_each(|&square| picture.mark(square, Mark::Target));
        let only_takes = self.takes.iter().filter(|square| !self.to.contains(square));
        only_takes.for_each(|&square| picture.mark(square, Mark::Capture));
        picture.mark(self.from, Mark::Origin);
        picture
    }
}

impl<'a> Asked<'a> {
    fn new(
        variant: &'a Variant,
        (mover, role): (PlayerId, RoleId),
        alternative: Option<u32>,
        effort: &'a Effort,
    ) -> Option<Self> {
        let mut alone = variant.clone();
        if let Some(alternative) = alternative {
            let role = alone.roles.get_mut(role.index())?;
            role.movements.retain(|movement| movement.alternative == alternative);
        }
        let player = if variant.role(role).neutral { PlayerId::NOBODY } else { mover };
        let moves = |turn: &Turn| turn.player == mover && turn.moving.contains(role);
        let turn = variant.turns.iter().position(moves)? as u16;
        let looks = looks_of_piece(&alone, role).saturating_add(variant.board.len() as u64);
        Some(Self { variant, alone, piece: Piece { player, role }, turn, looks, effort })
    }

    /// The piece alone on the board.
    fn alone_on(&self, from: Square) -> Option<Setup> {
        let mut setup = Setup { turn: self.turn, ..Setup::empty(self.board().len()) };
        *setup.squares.get_mut(from.index())? = Some(self.piece);
        Some(setup)
    }

    /// The square nearest to the middle from which the piece has a move.
    fn anywhere(&self) -> Option<Example> {
        let middle = self.board().point(self.middle()?);
        let mut squares: Vec<Square> = self.board().squares().collect();
        squares.sort_by_key(|&square| {
            let apart = self.board().point(square).iter().zip(middle);
            apart.map(|(a, b)| (a - b).unsigned_abs()).max()
        });
        let found = |from| Some(self.with_prey(self.moved(from, self.alone_on(from)?)));
        squares.into_iter().filter_map(found).find(Example::goes)
    }

    fn board(&self) -> &Board {
        &self.variant.board
    }

    fn middle(&self) -> Option<Square> {
        let axes = self.board().axes().iter();
        self.board().at(&axes.map(|axis| (axis.length as i16 - 1) / 2).collect::<Vec<_>>())
    }

    fn on_empty_board(&self) -> Option<Example> {
        let at_start = self.variant.start.pieces().find(|&(_, piece)| piece == self.piece);
        let places = self.middle().into_iter().chain(at_start.map(|(square, _)| square));
        let mut first = None;
        for from in places {
            let found = self.moved(from, self.alone_on(from)?);
            if found.goes() {
                return Some(found);
            }
            first.get_or_insert(found);
        }
        first
    }

    /// The moves of the piece from a square of a position.
    fn moved(&self, from: Square, setup: Setup) -> Example {
        let pieces = setup.pieces().filter(|&(_, piece)| piece == self.piece).count() as u64;
        let moves = match self.effort.spend(self.looks.saturating_mul(pieces)) {
            true => literal::pseudo_legal(&self.alone, &setup),
            false => Vec::new(),
        };
        let moves = moves.into_iter();
        let targets = moves.filter(|mv| mv.origin() == Some(from)).map(|mv| mv.to);
        let (mut takes, mut to): (Vec<_>, Vec<_>) =
            targets.partition(|&square| square != from && setup.piece(square).is_some());
        for squares in [&mut to, &mut takes] {
            squares.sort_unstable();
            squares.dedup();
        }
        Example { from, to, takes, setup }
    }

    /// An opponent's piece to capture or to jump over; preferably not royal.
    fn other(&self) -> Option<Piece> {
        let players = self.variant.players.len();
        let spared = self.variant.side(self.piece.player);
        let player =
            (0..players).map(|index| PlayerId(index as u8)).find(|&other| !spared.contains(other))?;
        let roles = || self.variant.roles.iter().enumerate().filter(|(_, role)| !role.neutral);
        let role = roles().find(|(_, role)| !role.royal).or_else(|| roles().next())?.0;
        Some(Piece { player, role: RoleId(role as u8) })
    }

    /// Those of the squares on which a single opponent's piece could be captured.
    fn taken_on(&self, example: &Example, squares: impl Iterator<Item = Square>) -> Vec<Square> {
        let Some(prey) = self.other() else { return Vec::new() };
        let taken = |&square: &Square| {
            let free = example.setup.piece(square).is_none();
            let mut setup = example.setup.clone();
            if let Some(place) = setup.squares.get_mut(square.index()) {
                *place = Some(prey);
            }
            free && self.moved(example.from, setup).takes.contains(&square)
        };
        squares.filter(taken).collect()
    }

    /// Adds captures on squares that must be occupied.
    fn with_prey(&self, mut example: Example) -> Example {
        // A movement to empty squares either captures there too, or the captures belong to another alternative.
        if example.to.is_empty() {
            example.takes = self.taken_on(&example, self.board().squares());
        }
        example
    }

    /// The piece in the middle, or on its start square, with screens near it that enable moves.
    fn over_others(&self) -> Option<Example> {
        let screen = self.other()?;
        let at_start = self.variant.start.pieces().find(|&(_, piece)| piece == self.piece);
        for from in self.middle().into_iter().chain(at_start.map(|(square, _)| square)) {
            let setup = self.alone_on(from)?;
            let near: Vec<Square> =
                self.board().squares().filter(|&square| self.is_near(from, square)).collect();
            let with = |squares: &[Square]| {
                let mut setup = setup.clone();
                for square in squares {
                    if let Some(place) = setup.squares.get_mut(square.index()) {
                        *place = Some(screen);
                    }
                }
                setup
            };
            // Try each screen alone, then all useful ones together.
            let helps = |&square: &Square| {
                let example = self.moved(from, with(&[square]));
                example.goes() || !self.taken_on(&example, self.board().squares()).is_empty()
            };
            let helpful: Vec<Square> = near.into_iter().filter(helps).collect();
            let far = |square: &Square| !helpful.iter().any(|&other| self.hides(from, *square, other));
            let screens: Vec<Square> = helpful.iter().copied().filter(far).collect();
            let mut found = self.moved(from, with(&screens));
            found.takes.extend(self.taken_on(&found, self.board().squares()));
            if found.goes() {
                return Some(found);
            }
        }
        None
    }

    fn is_near(&self, from: Square, square: Square) -> bool {
        let (a, b) = (self.board().point(from), self.board().point(square));
        from != square && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= NEAR)
    }

    /// Whether one square lies half-way from the piece to another.
    fn hides(&self, from: Square, nearer: Square, square: Square) -> bool {
        let board = self.board();
        let (from, nearer, square) = (board.point(from), board.point(nearer), board.point(square));
        from.iter()
            .zip(nearer)
            .zip(square)
            .all(|((from, nearer), square)| (nearer - from) * 2 == square - from)
    }

    /// The start position with only this role and one other: the one that makes the move change most.
    fn at_the_start(&self) -> Option<Example> {
        let start = &self.variant.start;
        let mut most = None;
        for other in (0..self.variant.roles.len()).map(|index| RoleId(index as u8)) {
            let mut setup = Setup { turn: self.turn, ..start.clone() };
            for place in &mut setup.squares {
                *place = place.filter(|piece| piece.role == self.piece.role || piece.role == other);
            }
            let own = start.pieces().filter(|&(_, piece)| piece == self.piece);
            let examples = own.map(|(from, _)| self.moved(from, setup.clone()));
            let Some(found) = examples.into_iter().find(Example::goes) else { continue };
            let changes = self.changes(&found);
            if most.as_ref().is_none_or(|&(known, _)| changes > known) {
                most = Some((changes, found));
            }
        }
        most.map(|(_, found)| found)
    }

    /// The largest number of squares that change in a move of the piece.
    fn changes(&self, example: &Example) -> usize {
        let moves = literal::pseudo_legal(&self.alone, &example.setup).into_iter();
        let own = moves.filter(|mv| mv.origin() == Some(example.from));
        let changed = own.map(|mv| {
            let after = literal::apply(&self.alone, &example.setup, mv).setup;
            after.squares.iter().zip(&example.setup.squares).filter(|(a, b)| a != b).count()
        });
        changed.max().unwrap_or(0)
    }

    /// The piece in the middle, a marked square near it, and the piece that left the mark next to both.
    fn by_mark(&self) -> Option<Example> {
        let marker = Piece { role: self.piece.role, ..self.other()? };
        let from = self.middle()?;
        let beside = |a: Square, b: Square| {
            let apart = self.board().point(a).iter().zip(self.board().point(b));
            apart.map(|(a, b)| (a - b).unsigned_abs()).sum::<u16>() == 1
        };
        for marked in self.board().squares().filter(|&square| self.is_near(from, square)) {
            let between = |&square: &Square| beside(square, from) && beside(square, marked);
            let mut places: Vec<Square> = self.board().squares().filter(between).collect();
            // Most marks are left by a piece that passed straight over the square.
            places
                .sort_by_key(|&square| self.board().point(square).last() != self.board().point(from).last());
            for place in places {
                let mut setup = self.alone_on(from)?;
                *setup.squares.get_mut(place.index())? = Some(marker);
                setup.marks.insert(marked, Some(place));
                let found = self.moved(from, setup);
                if found.goes() {
                    return Some(found);
                }
            }
        }
        None
    }
}
