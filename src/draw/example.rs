//! Where a piece goes, on a board with no more on it than the movement needs: for diagrams.

use std::cell::Cell;

use crate::compile::looks_of_piece;
use crate::geometry::{Board, Square};
use crate::variant::{Piece, PlayerId, RoleId, Setup, Turn, Variant, literal};

use super::{Glyphs, Mark, Picture};

/// A piece, what it needs to move, and where it goes.
#[derive(Clone, Debug)]
pub struct Example {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes without taking anything there.
    pub to: Vec<Square>,
    /// Where it takes what stands there. A square may be in both lists.
    pub takes: Vec<Square>,
    /// The board with what the movement needs.
    pub setup: Setup,
}

/// How much may still be looked at for the examples of one page: a stranger's rule file may ask so much of each move that the
/// examples of a page would take minutes.
#[derive(Debug)]
pub struct Effort(Cell<u64>);

/// Squares and conditions looked at for one page: a second or two.
const MAX_LOOKS: u64 = 300_000_000;

impl Default for Effort {
    fn default() -> Self {
        Self(Cell::new(MAX_LOOKS))
    }
}

impl Effort {
    /// Takes so much; `false` once too much was asked.
    fn spend(&self, looks: u64) -> bool {
        let left = self.0.get().checked_sub(looks);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// How far from a piece that needs others on its way these are looked for.
const NEAR: i16 = 2;

/// What can be asked of one role of one player, by one alternative of the rule file or by all.
struct Asked<'a> {
    variant: &'a Variant,
    /// The variant whose role has no other movements: a move does not say which alternative it comes from.
    alone: Variant,
    piece: Piece,
    /// A turn of the player's in which the role moves.
    turn: u16,
    /// What listing the moves of the piece costs.
    looks: u64,
    effort: &'a Effort,
}

/// Where a role of the first player goes from the middle of the empty board, by one alternative or by all. From the middle
/// it may not go at all; then it stands where it stands at the start. `None` where there is no place for it.
#[must_use]
pub fn on_empty_board(variant: &Variant, role: RoleId, alternative: Option<u32>) -> Option<Example> {
    let player = variant.turns.first()?.player;
    Asked::new(variant, (player, role), alternative, &Effort::default())?.on_empty_board()
}

/// The same with other pieces on the board where the movement needs them: what it takes, what it jumps over, or those that
/// stand there at the start. `None` also if nothing makes it go anywhere, and where that would take too long to find.
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
    /// Whether it goes anywhere.
    #[must_use]
    pub fn goes(&self) -> bool {
        !self.to.is_empty() || !self.takes.is_empty()
    }

    /// The board with the piece and where it goes.
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

    /// The square nearest to the middle from which the piece goes anywhere.
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

    /// Where the piece goes from a square of a position.
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

    /// Somebody of the opponent's to be taken or jumped over: of a role that is not royal, if there is one.
    fn other(&self) -> Option<Piece> {
        let players = self.variant.players.len();
        let spared = self.variant.side(self.piece.player);
        let player =
            (0..players).map(|index| PlayerId(index as u8)).find(|&other| !spared.contains(other))?;
        let roles = || self.variant.roles.iter().enumerate().filter(|(_, role)| !role.neutral);
        let role = roles().find(|(_, role)| !role.royal).or_else(|| roles().next())?.0;
        Some(Piece { player, role: RoleId(role as u8) })
    }

    /// The squares of some on each of which alone an opponent's piece would be taken.
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

    /// Adds what is taken where something stands.
    fn with_prey(&self, mut example: Example) -> Example {
        // What goes where nothing stands takes there too, or there is another line for it.
        if example.to.is_empty() {
            example.takes = self.taken_on(&example, self.board().squares());
        }
        example
    }

    /// The piece in the middle, or where it stands at the start, with others near it where these let it go.
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
            // One at a time first; then all together that do something by themselves.
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

    /// The start position with nothing on it but pieces of this role and of one other: that with which most happens.
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

    /// On how many squares something else stands after a move of the piece.
    fn changes(&self, example: &Example) -> usize {
        let moves = literal::pseudo_legal(&self.alone, &example.setup).into_iter();
        let own = moves.filter(|mv| mv.origin() == Some(example.from));
        let changed = own.map(|mv| {
            let after = literal::apply(&self.alone, &example.setup, mv).setup;
            after.squares.iter().zip(&example.setup.squares).filter(|(a, b)| a != b).count()
        });
        changed.max().unwrap_or(0)
    }

    /// The piece in the middle, a square near it marked, and the piece that left the mark beside both.
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
            // As most marks are left, by what passed them going straight on.
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
