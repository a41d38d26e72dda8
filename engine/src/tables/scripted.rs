//! Where a role's scripted moves are found: by origin for generation, by target square for attacks, and those like castling as
//! sets of squares.

use std::sync::Arc;

use crate::bits::Bits;

use super::atom::will_do;
use super::condition::Condition;
use super::instance::Choices;
use super::late::Late;
use super::movement::ScriptedMove;

/// What must hold before a scripted move is looked at: a few masks, so that most are rejected without reading the move.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<const W: usize> {
    /// Squares that must be empty, or left by the piece.
    pub clear: Bits<W>,
    /// Squares whose pieces are counted, and the numbers that will do (a bit each): the first of the move's
    /// [`hurdles`](ScriptedMove::hurdles).
    pub hurdle: (Bits<W>, u64),
    /// Rights that must all stand.
    pub rights: u64,
    /// A square that must be marked.
    pub mark: Option<u16>,
    /// The target.
    pub to: u16,
    /// The move's index in [`Side::scripted`](super::side::Side::scripted).
    pub index: u32,
}

impl<const W: usize> Candidate<W> {
    /// Whether the occupied squares allow it (its own origin left out), its rights stand and its square is marked.
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
    /// Where its candidates are.
    range: (u32, u32),
    /// Targets that may be empty.
    pub quiets: Bits<W>,
    /// Targets where a piece may stand.
    pub takes: Bits<W>,
    /// Rights that all of the moves need.
    pub rights: u64,
    /// How many conditions all of the moves share: the first of each move's [`rest`](ScriptedMove::rest).
    pub shared: u32,
}

/// The scripted moves of one role, by origin.
#[derive(Clone, Debug)]
pub struct ScriptedByOrigin<const W: usize> {
    /// The role.
    pub role: u8,
    /// Squares with a bucket.
    pub origins: Bits<W>,
    /// Rights of which one must stand for any of the moves; `None` if some need none.
    pub rights: Option<u64>,
    /// Squares of which one must be marked for any of the moves; `None` if some need no mark.
    pub marks: Option<Bits<W>>,
    /// The roles (a bit each) of which one must be in hand for any of the moves; 0 if some need none.
    pub held: u64,
    /// Whether some of the moves may end on a piece of the mover's own.
    pub onto_own: bool,
    /// The moves as sets of squares, candidate by candidate, if they are like castling; else empty.
    pub castling: Vec<CastlingLike<W>>,
    /// Moves that are made when they are first asked for: there is nothing else then.
    pub late: Option<Arc<Late<W>>>,
    buckets: Vec<Bucket<W>>,
    /// Which bucket each square has.
    places: Vec<u16>,
    candidates: Vec<Candidate<W>>,
}

impl<const W: usize> ScriptedByOrigin<W> {
    /// Of moves in the order of their origins; `first` is the index that the first of them will have. Puts their shared
    /// conditions first.
    pub fn new(moves: &mut [ScriptedMove<W>], first: u32) -> Self {
        let mut found = Self::empty(moves.first().map_or(0, |one| one.role));
        found.onto_own = moves.iter().any(|one| one.target.own);
        found.held = moves.iter().map(held).try_fold(0, |all, held| Some(all | held?)).unwrap_or(0);
        for here in moves.chunk_by_mut(|a, b| a.from == b.from) {
            let shared = share_conditions(here);
            let start = found.candidates.len() as u32;
            let (mut quiets, mut takes) = (Bits::EMPTY, Bits::EMPTY);
            for one in &*here {
                let (to, index) = (one.to, first + found.candidates.len() as u32);
                if one.target.empty {
                    quiets.insert(usize::from(to));
                }
                if one.target.opponent || one.target.own {
                    takes.insert(usize::from(to));
                }
                let (clear, rights, mark) = (one.clear, one.rights, one.mark());
                let hurdle = one.hurdles.first().copied().unwrap_or((Bits::EMPTY, 0));
                found.candidates.push(Candidate { clear, hurdle, rights, mark, to, index });
            }
            let range = (start, found.candidates.len() as u32);
            let rights = here.iter().fold(u64::MAX, |all, one| all & one.rights);
            let from = here.first().map_or(0, |one| usize::from(one.from));
            found.places[from] = found.buckets.len() as u16;
            found.origins.insert(from);
            found.buckets.push(Bucket { range, quiets, takes, rights, shared });
        }
        let rights = |all: u64, one: &Candidate<W>| (one.rights != 0).then_some(all | one.rights);
        found.rights = found.candidates.iter().try_fold(0, rights);
        let marks = |all: Bits<W>, one: &Candidate<W>| Some(all | Bits::single(usize::from(one.mark?)));
        found.marks = found.candidates.iter().try_fold(Bits::EMPTY, marks);
        found
    }

    /// Moves of a role that are made when they are first asked for.
    pub fn late(role: u8, late: Late<W>) -> Self {
        Self { late: Some(Arc::new(late)), ..Self::empty(role) }
    }

    fn empty(role: u8) -> Self {
        Self {
            role,
            origins: Bits::EMPTY,
            rights: None,
            marks: None,
            held: 0,
            onto_own: false,
            castling: Vec::new(),
            late: None,
            buckets: Vec::new(),
            places: vec![0; Bits::<W>::CAPACITY],
            candidates: Vec::new(),
        }
    }

    /// Whether some of the moves may be open with these rights and marks.
    #[inline(always)]
    pub fn may_apply(&self, rights: u64, marks: Bits<W>) -> bool {
        self.rights.is_none_or(|needed| needed & rights != 0)
            && self.marks.is_none_or(|needed| (needed & marks).any())
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

    /// The moves like castling from a square.
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

/// The roles (a bit each) of which one must be in hand for a move; `None` if it needs none.
fn held<const W: usize>(one: &ScriptedMove<W>) -> Option<u64> {
    match &one.choices {
        Choices::Held(roles) => Some(roles.iter().fold(0, |all, role| all | 1u64 << (role & 63))),
        _ => None,
    }
}

/// A royal's move that needs rights, empty squares and squares that no opponent's piece attacks, and that moves at most one other
/// piece: whether it is legal is told by sets of squares.
#[derive(Clone, Copy, Debug)]
pub struct CastlingLike<const W: usize> {
    /// Rights that must all stand.
    pub rights: u64,
    /// Squares that must be empty, or left by the royal.
    pub clear: Bits<W>,
    /// Squares where the royal must not be attacked; its target among them if [`settled`](Self::settled).
    pub safe: Bits<W>,
    /// Whether these squares decide that the royal is safe after the movement.
    pub settled: bool,
    /// Where an own piece must stand for the sets below to be right.
    pub own: Bits<W>,
    /// Squares that are left.
    pub leaves: Bits<W>,
    /// Squares that are entered.
    pub enters: Bits<W>,
    /// Where the royal goes.
    pub to: u16,
    /// The move's index in [`Side::scripted`](super::side::Side::scripted).
    pub index: u32,
}

/// Scripted moves that may remove a piece from one square. Their roles and origins are compared with the pieces on the board
/// first, which most often excludes all.
#[derive(Clone, Debug)]
pub struct AttackIndex<const W: usize> {
    /// The roles, all origins of each, and where its movements end in the list.
    roles: Vec<(u8, Bits<W>, u32)>,
    /// Origins, and indices in [`Side::scripted`](super::side::Side::scripted).
    list: Vec<(u16, u32)>,
}

impl<const W: usize> Default for AttackIndex<W> {
    fn default() -> Self {
        Self { roles: Vec::new(), list: Vec::new() }
    }
}

impl<const W: usize> AttackIndex<W> {
    /// Adds a move; those of one role come together.
    pub fn add(&mut self, one: &ScriptedMove<W>, index: u32) {
        self.list.push((one.from, index));
        let (from, end) = (Bits::single(usize::from(one.from)), self.list.len() as u32);
        match self.roles.last_mut() {
            Some((role, origins, last)) if *role == one.role => (*origins, *last) = (*origins | from, end),
            _ => self.roles.push((one.role, from, end)),
        }
    }

    /// In how many lists they are, one for each role.
    pub fn lists(&self) -> usize {
        self.roles.len()
    }

    /// Indices of all of them.
    pub fn indices(&self) -> impl Iterator<Item = u32> {
        self.list.iter().map(|&(_, index)| index)
    }

    /// Indices of those whose piece is there; `pieces` gives the squares of the attacker's pieces of a role.
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

/// Moves the conditions that all moves from one square share to the front, and says how many these are. They may be asked
/// once for all of the moves.
fn share_conditions<const W: usize>(here: &mut [ScriptedMove<W>]) -> u32 {
    let [first, others @ ..] = &*here else { return 0 };
    let shared = |part: &&Condition<W>| others.iter().all(|other| other.rest.contains(part));
    let shared: Vec<Condition<W>> = first.rest.iter().filter(shared).cloned().collect();
    for one in here {
        one.rest.sort_by_key(|part| shared.iter().position(|other| other == part).unwrap_or(shared.len()));
    }
    shared.len() as u32
}
