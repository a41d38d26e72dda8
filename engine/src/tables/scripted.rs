//! Indices of a role's scripted moves: by origin for generation, by target square for attacks, and
//! castling-like moves as sets of squares.

use std::sync::Arc;

use crate::bits::{Bits, each_square};

use super::atom::will_do;
use super::instance::Choices;
use super::late::Late;
use super::movement::ScriptedMove;

/// The masks to test before a scripted move is read; they reject most moves.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<const W: usize> {
    /// Squares that must be empty, or vacated by the piece.
    pub clear: Bits<W>,
    /// Counted squares, with the allowed numbers as bits: the first of the move's
    /// [`hurdles`](ScriptedMove::hurdles).
    pub hurdle: (Bits<W>, u64),
    /// Rights that are all required.
    pub rights: u64,
    /// A square that must be marked.
    pub mark: Option<u16>,
    /// The target.
    pub to: u16,
    /// The move's [way](ScriptedMove::way).
    pub way: u16,
    /// Whether the masks decide alone, in a game without royals. The target is then one of the squares that must be
    /// empty.
    pub settled: bool,
    /// The move's index in its list: [`Side::scripted`](super::side::Side::scripted), or that of a square in [`Late`].
    pub index: u32,
}

impl<const W: usize> Candidate<W> {
    /// The masks of a move with this index.
    pub fn new(one: &ScriptedMove<W>, index: u32) -> Self {
        let empty = one.target.empty && !one.target.opponent && !one.target.own;
        let asks_more =
            !one.rest.is_empty() || !one.ahead.is_empty() || one.hurdles.len() > 1 || one.overlaps;
        let settled = empty && !asks_more && one.choices == Choices::None && one.from != one.to;
        let target = if settled { Bits::single(usize::from(one.to)) } else { Bits::EMPTY };
        Self {
            clear: one.clear | target,
            hurdle: one.hurdles.first().copied().unwrap_or((Bits::EMPTY, 0)),
            rights: one.rights,
            mark: one.mark(),
            to: one.to,
            way: one.way,
            settled,
            index,
        }
    }

    /// Whether occupancy (without its own origin), rights and marks allow it.
    #[inline(always)]
    pub fn is_open(&self, occupied: Bits<W>, rights: u64, marks: Bits<W>) -> bool {
        let (squares, counts) = self.hurdle;
        (self.clear & occupied).is_empty()
            && rights & self.rights == self.rights
            && (squares.is_empty() || will_do(squares, counts, occupied))
            && self.mark.is_none_or(|mark| marks.contains(usize::from(mark)))
    }
}

/// The scripted moves of one role from one square.
#[derive(Clone, Debug)]
pub struct Bucket<const W: usize> {
    /// The range of its candidates.
    range: (u32, u32),
    /// Targets that may be empty.
    pub quiets: Bits<W>,
    /// Targets that may be occupied.
    pub takes: Bits<W>,
    /// Rights required by all of the moves.
    pub rights: u64,
}

/// The scripted moves of one role, by origin.
#[derive(Clone, Debug, Default)]
pub struct ScriptedByOrigin<const W: usize> {
    /// The role.
    pub role: u8,
    /// Squares with a bucket.
    pub origins: Bits<W>,
    /// Rights of which every move needs at least one; `None` if some moves need none.
    pub rights: Option<u64>,
    /// By square, the origins of the moves that need a mark on it; `None` if some moves need no mark.
    pub by_mark: Option<Vec<Bits<W>>>,
    /// Roles (as bits) of which every move needs at least one in hand; 0 if some moves need none.
    pub held: u64,
    /// Whether some of the moves may end on a piece of the mover.
    pub onto_own: bool,
    /// Castling-like moves as sets of squares, in candidate order; otherwise empty.
    pub castling: Vec<CastlingLike<W>>,
    /// Moves built on first use; everything else is empty then.
    pub late: Option<Arc<Late<W>>>,
    buckets: Vec<Bucket<W>>,
    /// The bucket of each square.
    places: Vec<u16>,
    candidates: Vec<Candidate<W>>,
}

impl<const W: usize> ScriptedByOrigin<W> {
    /// Indexes moves sorted by origin; `first` is the index of the first one.
    pub fn new(moves: &[ScriptedMove<W>], first: u32) -> Self {
        let mut found = Self::empty(moves.first().map_or(0, |one| one.role));
        found.onto_own = moves.iter().any(|one| one.target.own);
        found.held = moves.iter().map(held).try_fold(0, |all, held| Some(all | held?)).unwrap_or(0);
        for here in moves.chunk_by(|a, b| a.from == b.from) {
            let start = found.candidates.len() as u32;
            let (mut quiets, mut takes) = (Bits::EMPTY, Bits::EMPTY);
            for one in here {
                if one.target.empty {
                    quiets.insert(usize::from(one.to));
                }
                if one.target.opponent || one.target.own {
                    takes.insert(usize::from(one.to));
                }
                found.candidates.push(Candidate::new(one, first + found.candidates.len() as u32));
            }
            let range = (start, found.candidates.len() as u32);
            let rights = here.iter().fold(u64::MAX, |all, one| all & one.rights);
            let from = here.first().map_or(0, |one| usize::from(one.from));
            found.places[from] = found.buckets.len() as u16;
            found.origins.insert(from);
            found.buckets.push(Bucket { range, quiets, takes, rights });
        }
        let rights = |all: u64, one: &Candidate<W>| (one.rights != 0).then_some(all | one.rights);
        found.rights = found.candidates.iter().try_fold(0, rights);
        if moves.iter().all(|one| one.mark().is_some()) {
            let mut by_mark = vec![Bits::EMPTY; Bits::<W>::CAPACITY];
            for (one, mark) in moves.iter().filter_map(|one| Some((one, one.mark()?))) {
                by_mark[usize::from(mark)].insert(usize::from(one.from));
            }
            found.by_mark = Some(by_mark);
        }
        found
    }

    /// Moves of a role that are built on first use.
    pub fn late(role: u8, late: Late<W>) -> Self {
        Self { late: Some(Arc::new(late)), ..Self::empty(role) }
    }

    fn empty(role: u8) -> Self {
        Self { role, places: vec![0; Bits::<W>::CAPACITY], ..Self::default() }
    }

    /// Whether rights may allow some of the moves.
    #[inline(always)]
    pub fn may_apply(&self, rights: u64) -> bool {
        self.rights.is_none_or(|needed| needed & rights != 0)
    }

    /// The origins of the moves that these marks may allow.
    #[inline(always)]
    pub fn origins_with(&self, marks: Bits<W>) -> Bits<W> {
        let Some(by_mark) = &self.by_mark else { return self.origins };
        let mut origins = Bits::EMPTY;
        each_square!(mark in marks, {
            origins |= by_mark[mark];
        });
        origins
    }

    /// The bucket of one of the [origins](Self::origins).
    #[inline(always)]
    pub fn bucket(&self, from: usize) -> &Bucket<W> {
        &self.buckets[usize::from(self.places[from])]
    }

    /// The candidates of a bucket.
    #[inline(always)]
    pub fn of(&self, bucket: &Bucket<W>) -> &[Candidate<W>] {
        &self.candidates[bucket.range.0 as usize..bucket.range.1 as usize]
    }

    /// The candidates from a square.
    #[inline(always)]
    pub fn from(&self, square: usize) -> &[Candidate<W>] {
        if self.origins.contains(square) { self.of(self.bucket(square)) } else { &[] }
    }

    /// The candidates from a square to a square.
    pub fn between(&self, from: u16, to: u16) -> &[Candidate<W>] {
        let all = self.from(usize::from(from));
        &all[all.partition_point(|one| one.to < to)..all.partition_point(|one| one.to <= to)]
    }

    /// The castling-like moves from a square.
    #[inline(always)]
    pub fn castling_from(&self, square: usize) -> &[CastlingLike<W>] {
        if !self.origins.contains(square) {
            return &[];
        }
        let (start, end) = self.bucket(square).range;
        self.castling.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// All buckets.
    pub fn buckets(&self) -> &[Bucket<W>] {
        &self.buckets
    }

    /// All candidates.
    pub fn candidates(&self) -> &[Candidate<W>] {
        &self.candidates
    }
}

/// The roles (as bits) of which a move needs one in hand; `None` if it needs none.
fn held<const W: usize>(one: &ScriptedMove<W>) -> Option<u64> {
    match &one.choices {
        Choices::Held(roles) => Some(roles.iter().fold(0, |all, role| all | 1u64 << (role & 63))),
        _ => None,
    }
}

/// A castling-like move of a royal. It needs rights, empty squares and squares not attacked, and moves at
/// most one other piece. Sets of squares decide its legality.
#[derive(Clone, Copy, Debug)]
pub struct CastlingLike<const W: usize> {
    /// Rights that are all required.
    pub rights: u64,
    /// Squares that must be empty, or vacated by the royal.
    pub clear: Bits<W>,
    /// Squares where the royal must not be attacked before the move.
    pub safe: Bits<W>,
    /// The square of an own piece on which the sets below rely.
    pub own: Bits<W>,
    /// The vacated squares.
    pub leaves: Bits<W>,
    /// The entered squares.
    pub enters: Bits<W>,
    /// The royal's target.
    pub to: u16,
    /// The move's index in [`Side::scripted`](super::side::Side::scripted).
    pub index: u32,
}

/// Scripted moves that may remove a piece from one square. Comparing their roles and origins with the pieces
/// on the board usually excludes all.
#[derive(Clone, Debug, Default)]
pub struct AttackIndex<const W: usize> {
    /// The roles, the origins of each, and the end of its range in the list.
    roles: Vec<(u8, Bits<W>, u32)>,
    /// Origins, and indices in [`Side::scripted`](super::side::Side::scripted).
    list: Vec<(u16, u32)>,
}

impl<const W: usize> AttackIndex<W> {
    /// Adds a move; moves of one role must be adjacent.
    pub fn add(&mut self, one: &ScriptedMove<W>, index: u32) {
        self.list.push((one.from, index));
        let (from, end) = (Bits::single(usize::from(one.from)), self.list.len() as u32);
        match self.roles.last_mut() {
            Some((role, origins, last)) if *role == one.role => (*origins, *last) = (*origins | from, end),
            _ => self.roles.push((one.role, from, end)),
        }
    }

    /// The number of lists, one per role.
    pub fn lists(&self) -> usize {
        self.roles.len()
    }

    /// The indices of all moves.
    pub fn indices(&self) -> impl Iterator<Item = u32> {
        self.list.iter().map(|&(_, index)| index)
    }

    /// The indices of moves whose piece is present; `pieces` returns the attacker's pieces of a role.
    #[inline(always)]
    pub fn standing(&self, pieces: impl Fn(u8) -> Bits<W>) -> impl Iterator<Item = u32> {
        let mut start = 0;
        let roles = self.roles.iter().map(move |&(role, origins, end)| {
            let there = pieces(role) & origins;
            (there, std::mem::replace(&mut start, end as usize)..end as usize)
        });
        let there = roles.filter(|(there, _)| there.any());
        there.flat_map(|(there, range)| {
            let listed = self.list.get(range).unwrap_or(&[]).iter();
            listed.filter(move |&&(from, _)| there.contains(usize::from(from))).map(|&(_, index)| index)
        })
    }
}
