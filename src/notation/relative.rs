//! Moves written with file, direction and number, as in Chinese notation and WXF.
//!
//! The board is seen from the mover's side. *Files* are coordinates of the first axis, counted from 1 at the mover's right;
//! *forward* is up the mover's second axis. A move names the piece (by its file, or its order among pieces of its kind), a
//! direction (forward, back or level), and a number. The number is the target's file for level and diagonal moves, and
//! otherwise the distance.
//!
//! Pieces of one kind on one file are a *stack*. The written ordinals are:
//!
//! - in a single stack of two: front, rear;
//! - in a single stack of three: front, middle, rear;
//! - in a single larger stack: first, second, …;
//! - in several stacks: numbered together, from the mover's right to left, front to back.

use std::cmp::Reverse;

use crate::geometry::Square;
use crate::variant::{Move, Role, RoleId};

use super::{ReadError, View, Wanted, coordinate, suffix};

/// The direction of a move from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Level,
}

/// A piece's place in its stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    Front,
    Middle,
    Rear,
    /// The second of four or more, otherwise the first.
    SecondOfMany,
    /// The last but one of four or more, otherwise the last.
    LastButOneOfMany,
    /// Counted from 1 at the front: in its file if that is given, otherwise over all stacks.
    Nth(u16),
}

/// The moving piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    /// The file, if given.
    pub file: Option<u16>,
    /// The ordinal in its stack, if given.
    pub rank: Option<Rank>,
}

/// A move in these terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Telling {
    /// The possible roles.
    pub roles: Vec<RoleId>,
    pub subject: Subject,
    pub direction: Direction,
    pub number: u16,
}

/// A piece's stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack {
    /// The number of its pieces.
    pub size: u16,
    /// The position of the piece in it, from 1 at the front.
    pub nth: u16,
    /// The number of stacks of two or more pieces of the role.
    pub stacks: u16,
    /// The position of the piece in all those stacks, from 1.
    pub joint: u16,
}

/// A board with two axes from the mover's view.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub view: View<'a>,
    /// For the mover's first and second axis: the board's axis, whether it is reversed, and its length.
    axes: [(usize, bool, i16); 2],
    /// Whether the mover's first axis points to the mover's right.
    rightward: bool,
}

impl<'a> Seen<'a> {
    /// `None` if the board does not have two axes.
    pub fn new(view: View<'a>) -> Option<Self> {
        let board = &view.variant.board;
        if board.axes().len() != 2 {
            return None;
        }
        let orientation = &view.variant.players[view.mover().index()].orientation;
        let axes = [0, 1].map(|own| {
            let axis = orientation.board_axis(own);
            (axis, orientation.flips(own), board.axes()[axis].length as i16)
        });
        // A rotated view keeps the right side on the right; a mirrored view does not.
        let rightward = (axes[0].0 == 0) == (axes[0].1 == axes[1].1);
        Some(Self { view, axes, rightward })
    }

    fn own(&self, own: usize, square: Square) -> i16 {
        let (axis, flipped, length) = self.axes[own];
        let coordinate = self.view.variant.board.point(square)[axis];
        if flipped { length - 1 - coordinate } else { coordinate }
    }

    /// The file of a square, counted from 1 at the mover's right.
    pub fn file(&self, square: Square) -> u16 {
        let own = self.own(0, square);
        (if self.rightward { self.axes[0].2 - own } else { own + 1 }) as u16
    }

    /// The distance of a square from the mover's edge, from 0.
    pub fn advance(&self, square: Square) -> i16 {
        self.own(1, square)
    }

    /// Direction and number of a move.
    pub fn course(&self, mv: Move, role: RoleId) -> (Direction, u16) {
        let ahead = self.advance(mv.to) - self.advance(mv.from);
        let direction = match ahead {
            0 => Direction::Level,
            1.. => Direction::Forward,
            _ => Direction::Back,
        };
        let to = self.file(mv.to);
        let aslant = to != self.file(mv.from) || self.view.variant.notation.aslant.contains(role);
        let number = if direction == Direction::Level || aslant { to } else { ahead.unsigned_abs() };
        (direction, number)
    }

    /// The mover's pieces of a role, each in its stack, from right to left and from front to back.
    fn stacks(&self, role: RoleId) -> Vec<(Square, Stack)> {
        let place = |square| (self.file(square), Reverse(self.advance(square)), square);
        let mut own: Vec<_> = self.view.own(role).map(place).collect();
        own.sort_unstable();
        let by_file = || own.chunk_by(|(one, ..), (other, ..)| one == other);
        let stacks = by_file().filter(|stack| stack.len() > 1).count() as u16;
        let mut all = Vec::with_capacity(own.len());
        // The number of pieces in the stacks before.
        let mut before = 0;
        for stack in by_file() {
            let size = stack.len() as u16;
            for (&(.., square), nth) in stack.iter().zip(1..) {
                all.push((square, Stack { size, nth, stacks, joint: before + nth }));
            }
            before += if size > 1 { size } else { 0 };
        }
        all
    }

    /// The stack of one of the mover's pieces.
    pub fn stack(&self, square: Square, role: RoleId) -> Stack {
        let found = self.stacks(role).into_iter().find(|(own, _)| *own == square);
        found.map_or(Stack { size: 1, nth: 1, stacks: 0, joint: 1 }, |(_, stack)| stack)
    }

    /// The mover's pieces of a role that the subject can mean.
    fn meant(&self, subject: Subject, role: RoleId) -> Vec<Square> {
        let ranks = |Stack { size, nth, joint, .. }: Stack| match (subject.rank, subject.file) {
            (None, _) => true,
            (Some(_), _) if size < 2 => false,
            (Some(Rank::Front), _) => nth == 1,
            (Some(Rank::Rear), _) => nth == size,
            (Some(Rank::SecondOfMany), _) => nth == if size > 3 { 2 } else { 1 },
            (Some(Rank::LastButOneOfMany), _) => nth == size - u16::from(size > 3),
            (Some(Rank::Middle), _) => size % 2 == 1 && nth == size.div_ceil(2),
            (Some(Rank::Nth(n)), Some(_)) => nth == n,
            (Some(Rank::Nth(n)), None) => joint == n,
        };
        let files = |square| subject.file.is_none_or(|file| file == self.file(square));
        let stacks = self.stacks(role).into_iter();
        stacks.filter(|&(square, stack)| files(square) && ranks(stack)).map(|(square, _)| square).collect()
    }

    /// The first head whose telling fits only moves with the origin and target of this one, with direction and number.
    pub fn tell(
        &self,
        mv: Move,
        role: RoleId,
        heads: impl IntoIterator<Item = (String, Vec<RoleId>, Subject)>,
    ) -> Option<(String, Direction, u16)> {
        let (direction, number) = self.course(mv, role);
        let tells = |roles, subject| {
            let telling = Telling { roles, subject, direction, number };
            let fitting = self.fitting(&telling, mv.promotion(), 1);
            fitting.iter().all(|other| (other.from, other.to) == (mv.from, mv.to))
        };
        let mut heads = heads.into_iter();
        heads.find_map(|(head, roles, subject)| tells(roles, subject).then_some((head, direction, number)))
    }

    /// The legal moves that fit. Only moves of the pieces meant are looked at: there may be thousands of moves.
    pub fn fitting(&self, telling: &Telling, choice: Option<RoleId>, nth: usize) -> Vec<Move> {
        let of_role = |&role: &RoleId| {
            let moves =
                self.meant(telling.subject, role).into_iter().flat_map(|from| self.view.leaving(from));
            let wanted = (telling.direction, telling.number);
            moves.filter(move |mv| mv.promotion() == choice && self.course(**mv, role) == wanted).copied()
        };
        suffix::pick(telling.roles.iter().flat_map(of_role).collect(), nth)
    }

    /// The unique legal move that fits one of these readings.
    pub fn resolve(
        &self,
        tellings: &[Telling],
        choice: Option<RoleId>,
        nth: usize,
    ) -> Result<Move, ReadError> {
        let mut fitting: Vec<Move> =
            tellings.iter().flat_map(|telling| self.fitting(telling, choice, nth)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        ReadError::one(fitting, || {
            let mut origins: Vec<Square> = tellings
                .iter()
                .flat_map(|telling| telling.roles.iter().flat_map(|&role| self.meant(telling.subject, role)))
                .collect();
            origins.sort_unstable();
            origins.dedup();
            let to = match (&origins[..], tellings) {
                (&[from], [telling]) => self.target(from, telling),
                _ => None,
            };
            let roles = tellings.iter().flat_map(|telling| telling.roles.iter().copied()).collect();
            Wanted { origins, to, roles, choice, ..Wanted::default() }
        })
    }

    /// The target of a reading for one origin: the target of a movement of the piece that fits it, legal or not. If there is
    /// none, the square straight in the given direction.
    fn target(&self, from: Square, telling: &Telling) -> Option<Square> {
        let mover = self.view.mover();
        let role = self.view.setup.piece(from)?.role;
        let movements = self.view.variant.role(role).movements.iter();
        let led = movements.filter_map(|movement| {
            let legs = movement.legs.iter().map(|leg| leg.displacement);
            let whole = legs.reduce(|a, b| a.checked_add(b).unwrap_or(a))?;
            let to = self.view.variant.step(mover, from, whole)?;
            (self.course(Move::plain(from, to), role) == (telling.direction, telling.number)).then_some(to)
        });
        led.clone().next().or_else(|| {
            let number = telling.number as i16;
            let (files, ahead) = match telling.direction {
                Direction::Level => (number - self.file(from) as i16, 0),
                Direction::Forward => (0, number),
                Direction::Back => (0, -number),
            };
            let files = if self.rightward { -files } else { files };
            self.view.variant.step(mover, from, crate::geometry::Displacement::new(&[files, ahead]))
        })
    }
}

/// A text with the choice and the number of the way. A doubtful text that is not read as the move gives way to coordinates.
pub(super) fn finish(
    view: View<'_>,
    mv: Move,
    mut text: String,
    doubtful: bool,
    read: fn(View<'_>, &str) -> Result<Move, ReadError>,
) -> String {
    if let Some(choice) = mv.promotion() {
        text.push('=');
        text.push(view.variant.role(choice).letter);
    }
    suffix::push(&mut text, suffix::nth(view, mv, |_| true));
    if !doubtful || read(view, &text) == Ok(mv) { text } else { coordinate::fallback(view, mv) }
}

/// The role's names in a language for the mover: the mover's own spellings first, beginning with the written one.
pub(super) fn names<'a>(role: &'a Role, language: &str, player: usize) -> Vec<&'a str> {
    let Some(local) = role.names.iter().find(|local| local.language == language) else { return Vec::new() };
    let own = local.names.get(player).into_iter().flatten();
    let others = local.names.iter().enumerate().filter(|&(i, _)| i != player).flat_map(|(_, names)| names);
    own.chain(others).map(String::as_str).collect()
}
