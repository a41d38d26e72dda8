//! Questions about a whole position, compiled: a place is a set of squares for each square it may reckon from, a filter
//! is a mask. What a turn offers and how it ends is asked this way, once a turn or once a move.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::{Displacement, Square};
use crate::variant::{Anchor, CountSet, Place, PlayerId, Predicate, RoleId, RoleSet, Test, Variant};

use super::formula::{Unsupported, mobile};
use super::memory::Memory;

/// A set of squares for each square of the board.
pub type Table<const W: usize> = Arc<[Bits<W>]>;

/// The squares X that satisfy a filter.
#[derive(Clone, Debug)]
pub enum Set<const W: usize> {
    /// These, whatever the position.
    Fixed(Bits<W>),
    /// Empty ones.
    Empty,
    /// Those of the asking player's pieces.
    Ally,
    /// Those of the other player's pieces.
    Opponent,
    /// Those of pieces of these roles (a bit each), whoever's.
    Is(u64),
    /// Marked ones.
    Marked,
    /// Undisturbed ones.
    Unmoved,
    /// Those of a place that reckons from the move's origin.
    From(Table<W>),
    /// Those of a place that reckons from the move's target.
    To(Table<W>),
    /// Those from which some square of a place lies in a set: the table gives, for each square of that set, all X.
    Near(Table<W>, Box<Set<W>>),
    /// Those from which so many squares of a place lie in a set: the table gives the place of each X.
    Counted(CountSet, Table<W>, Box<Set<W>>),
    /// All or none.
    Whether(Box<Ask<W>>),
    /// The others.
    Not(Box<Set<W>>),
    /// Those in all of these.
    All(Vec<Set<W>>),
    /// Those in one of these.
    One(Vec<Set<W>>),
}

/// A question about a position, perhaps about a move in it.
#[derive(Clone, Debug)]
pub enum Ask<const W: usize> {
    /// Known at load time.
    Constant(bool),
    /// Whether the set has a square.
    Any(Set<W>),
    /// Whether the number of its squares will do.
    Count(CountSet, Set<W>),
    /// Whether one of these rights stands.
    Right(u64),
    /// Whether the number of pieces of these roles in the asking player's hand will do.
    Held(CountSet, RoleSet),
    /// Whether a counter's value will do: its place in the memory.
    Counter(usize, CountSet),
    /// Whether the number of passes in a row will do.
    Passed(CountSet),
    /// Whether it is the asking player's turn.
    ToMove,
    /// Whether the asking player is in check.
    InCheck,
    /// Whether the asking player has more pieces than the other.
    More,
    /// Whether the player to move has a legal move like this.
    Can(Box<Ask<W>>),
    /// Whether the move gives check.
    Checks,
    /// Whether the move gives check that no move of a piece answers.
    Mates,
    /// Whether the move takes a piece of these roles.
    Takes(u64),
    /// Whether the move drops a piece of these roles.
    Drops(u64),
    /// Whether the move is a pass.
    Passes,
    /// It does not hold.
    Not(Box<Ask<W>>),
    /// All hold.
    All(Vec<Ask<W>>),
    /// One holds.
    One(Vec<Ask<W>>),
}

impl<const W: usize> Set<W> {
    const NONE: Self = Self::Fixed(Bits::EMPTY);

    fn every() -> Self {
        Self::Fixed(Bits::FULL)
    }

    fn all(parts: Vec<Self>) -> Self {
        let mut fixed = Bits::FULL;
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Self::Fixed(squares) => fixed &= squares,
                Self::All(inner) => rest.extend(inner),
                other => rest.push(other),
            }
        }
        if rest.is_empty() || fixed.is_empty() {
            return Self::Fixed(fixed);
        }
        if fixed != Bits::FULL {
            rest.insert(0, Self::Fixed(fixed));
        }
        if rest.len() == 1 { rest.swap_remove(0) } else { Self::All(rest) }
    }

    fn negated(self) -> Self {
        match self {
            Self::Fixed(squares) => Self::Fixed(!squares),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }
}

impl<const W: usize> Ask<W> {
    /// All of these.
    pub fn all(parts: Vec<Self>) -> Self {
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Self::Constant(true) => {}
                Self::Constant(false) => return Self::Constant(false),
                Self::All(inner) => rest.extend(inner),
                other => rest.push(other),
            }
        }
        match rest.len() {
            0 => Self::Constant(true),
            1 => rest.swap_remove(0),
            _ => Self::All(rest),
        }
    }

    fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Whether some part of it satisfies a test.
    pub fn has(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::Not(inner) | Self::Can(inner) => inner.has(test),
                Self::All(parts) | Self::One(parts) => parts.iter().any(|part| part.has(test)),
                Self::Any(set) | Self::Count(_, set) => set.has(test),
                _ => false,
            }
    }

    /// Whether it asks what the position is after the move.
    pub fn looks_ahead(&self) -> bool {
        self.has(&|part| matches!(part, Self::Checks | Self::Mates | Self::Takes(_)))
    }
}

impl<const W: usize> Set<W> {
    fn has(&self, test: &impl Fn(&Ask<W>) -> bool) -> bool {
        match self {
            Self::Near(_, inner) | Self::Counted(_, _, inner) | Self::Not(inner) => inner.has(test),
            Self::Whether(ask) => ask.has(test),
            Self::All(parts) | Self::One(parts) => parts.iter().any(|part| part.has(test)),
            _ => false,
        }
    }
}

/// What the square asked about is called in a predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// The square of a quantifier.
    Here,
    /// The square of a drop: origin, landing and target are one.
    Dropped,
}

impl Named {
    /// Whether an anchor is the square asked about.
    fn names(self, anchor: &Anchor) -> bool {
        match self {
            Self::Here => matches!(anchor, Anchor::Here),
            Self::Dropped => {
                matches!(anchor, Anchor::From | Anchor::To | Anchor::Landing | Anchor::LegOrigin)
            }
        }
    }
}

/// Who asks.
pub struct Asker<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The player.
    pub player: PlayerId,
    /// What is dropped, in the conditions of a drop.
    pub dropped: Option<RoleId>,
    /// Whether a move is there to be asked about.
    pub moves: bool,
}

impl Asker<'_> {
    /// All of these predicates.
    ///
    /// # Errors
    /// When a predicate has no form here.
    pub fn conjunction<const W: usize>(&self, predicates: &[Predicate]) -> Result<Ask<W>, Unsupported> {
        Ok(Ask::all(predicates.iter().map(|one| self.ask(one)).collect::<Result<_, _>>()?))
    }

    /// The squares on which a piece may be dropped where a predicate holds.
    ///
    /// # Errors
    /// When that is no set: the question may still be asked square by square.
    pub fn droppable<const W: usize>(&self, predicate: &Predicate) -> Result<Set<W>, Unsupported> {
        self.set(predicate, Named::Dropped)
    }

    fn ask<const W: usize>(&self, predicate: &Predicate) -> Result<Ask<W>, Unsupported> {
        let about_move =
            |ask| if self.moves { Ok(ask) } else { Err(Unsupported("a question about no move")) };
        Ok(match predicate {
            Predicate::Constant(value) => Ask::Constant(*value),
            Predicate::Holds(test, place) => {
                self.not_lifted(test, place)?;
                if place.steps.len() != 1 || matches!(place.anchor, Anchor::Path | Anchor::Span(..)) {
                    return Err(Unsupported("a test of one square out of several"));
                }
                let mut squares = self.place::<W>(place)?;
                if let (Anchor::Zone(_), Set::Fixed(zone)) = (&place.anchor, &mut squares) {
                    *zone = if zone.any() { Bits::single(zone.first()) } else { *zone };
                }
                Ask::Any(Set::all(vec![squares, self.test(test, Named::Here)?]))
            }
            Predicate::Count(counts, place, each) => {
                let place = self.place::<W>(place)?;
                self.counted(counts, Set::all(vec![place, self.sets(each, Named::Here)?]))
            }
            Predicate::All(place, each) => {
                let place = self.place::<W>(place)?;
                Ask::Any(Set::all(vec![place, self.sets(each, Named::Here)?.negated()])).negated()
            }
            Predicate::Not(inner) => self.conjunction(inner)?.negated(),
            Predicate::Or(branches) => {
                Ask::One(branches.iter().map(|branch| self.conjunction(branch)).collect::<Result<_, _>>()?)
            }
            Predicate::By(players) => Ask::Constant(players >> (self.player.0 & 31) & 1 == 1),
            Predicate::Right(right, None) => {
                let slots = self.variant.right_slots.iter().enumerate().take(64);
                let own = slots.filter(|(_, slot)| slot.right == *right && slot.player == self.player);
                Ask::Right(own.fold(0, |mask, (bit, _)| mask | 1 << bit))
            }
            Predicate::Right(_, Some(_)) => return Err(Unsupported("a right by square, asked of a turn")),
            Predicate::Checks => about_move(Ask::Checks)?,
            Predicate::Mates => about_move(Ask::Mates)?,
            Predicate::Takes(roles) => about_move(Ask::Takes(roles.0))?,
            Predicate::Drops(roles) => match self.dropped {
                Some(role) => Ask::Constant(roles.contains(role)),
                None => about_move(Ask::Drops(roles.0))?,
            },
            Predicate::Passes => about_move(Ask::Passes)?,
            Predicate::Can(wanted) => {
                let asker = Asker { dropped: None, moves: true, ..*self };
                Ask::Can(Box::new(asker.conjunction(wanted)?))
            }
            Predicate::Passed(counts) => Ask::Passed(counts.clone()),
            Predicate::ToMove => Ask::ToMove,
            Predicate::InCheck => Ask::InCheck,
            Predicate::InHand(counts, roles) => Ask::Held(counts.clone(), *roles),
            Predicate::Counter(counter, counts) => {
                let slot = self.variant.counter_slot(*counter, self.player);
                Ask::Counter(Memory::new(self.variant).counter(slot), counts.clone())
            }
            Predicate::More => Ask::More,
            Predicate::After(_) => return Err(Unsupported("a question about the board after a move")),
            Predicate::Native(..) => return Err(Unsupported("a native predicate")),
        })
    }

    fn counted<const W: usize>(&self, counts: &CountSet, set: Set<W>) -> Ask<W> {
        match few(counts, self.variant.board.len()) {
            Some(Few::Some) => Ask::Any(set),
            Some(Few::None) => Ask::Any(set).negated(),
            None => Ask::Count(counts.clone(), set),
        }
    }

    /// The landing counts as empty for a piece that comes back to its origin: that is not known here.
    fn not_lifted(&self, test: &Test, place: &Place) -> Result<(), Unsupported> {
        let about_pieces = !matches!(test, Test::In(_) | Test::Same(_) | Test::Marked | Test::Unmoved);
        if self.moves && self.dropped.is_none() && about_pieces && matches!(place.anchor, Anchor::Landing) {
            return Err(Unsupported("a question about what stands on a landing"));
        }
        Ok(())
    }

    /// The squares of a place outside any quantifier.
    fn place<const W: usize>(&self, place: &Place) -> Result<Set<W>, Unsupported> {
        match &place.anchor {
            Anchor::From => Ok(Set::From(self.table(&place.steps))),
            Anchor::To | Anchor::Landing => Ok(Set::To(self.table(&place.steps))),
            // The last leg's origin is the move's where a move has one leg.
            Anchor::LegOrigin if self.one_leg() => Ok(Set::From(self.table(&place.steps))),
            Anchor::Zone(zone) => Ok(Set::Fixed(self.around(&place.steps, *zone))),
            _ => Err(Unsupported("a place that depends on the way")),
        }
    }

    fn one_leg(&self) -> bool {
        let movements = self.variant.roles.iter().flat_map(|role| &role.movements);
        self.dropped.is_some() || !self.moves || movements.into_iter().all(|movement| movement.legs.len() < 2)
    }

    fn around<const W: usize>(&self, steps: &[Displacement], zone: crate::variant::ZoneId) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for from in self.variant.zone(zone, self.player).iter() {
            for &step in steps {
                if let Some(square) = self.step(from, step) {
                    squares.insert(square.index());
                }
            }
        }
        squares
    }

    fn step(&self, from: Square, step: Displacement) -> Option<Square> {
        if step.is_zero() { Some(from) } else { self.variant.step(self.player, from, step) }
    }

    /// The squares of a place, by the square that it reckons from.
    fn table_of<const W: usize>(&self, place: &Place) -> Result<Table<W>, Unsupported> {
        let Anchor::Span(a, b) = &place.anchor else { return Ok(self.table(&place.steps)) };
        let ([first], [second], true) = (&a.steps[..], &b.steps[..], place.steps == [Displacement::ZERO])
        else {
            return Err(Unsupported("a line between several squares"));
        };
        let squares = self.variant.board.squares().map(|from| {
            let (Some(a), Some(b)) = (self.step(from, *first), self.step(from, *second)) else {
                return Bits::EMPTY;
            };
            let by = self.variant.board.displacement(a, b);
            let between = self.variant.board.path(a, by).flatten();
            let line = between.chain([a, b]);
            line.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()))
        });
        Ok(squares.collect())
    }

    fn table<const W: usize>(&self, steps: &[Displacement]) -> Table<W> {
        let squares = self.variant.board.squares().map(|from| {
            let reached = steps.iter().filter_map(|&step| self.step(from, step));
            reached.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()))
        });
        squares.collect()
    }

    /// The squares with all of these.
    fn sets<const W: usize>(&self, predicates: &[Predicate], named: Named) -> Result<Set<W>, Unsupported> {
        Ok(Set::all(predicates.iter().map(|one| self.set(one, named)).collect::<Result<_, _>>()?))
    }

    fn set<const W: usize>(&self, predicate: &Predicate, named: Named) -> Result<Set<W>, Unsupported> {
        let varies = |anchor: &Anchor| match anchor {
            Anchor::Span(a, b) => named.names(&a.anchor) && named.names(&b.anchor),
            other => named.names(other),
        };
        // Whoever asks for a set has no target yet.
        let targeted = |inner: &[Predicate]| named == Named::Dropped && inner.iter().any(says_target);
        Ok(match predicate {
            Predicate::Count(_, _, each) | Predicate::All(_, each) if targeted(each) => {
                return Err(Unsupported("a question for each square by itself"));
            }
            Predicate::Holds(test, place) if varies(&place.anchor) => {
                let tested = self.test(test, named)?;
                match place.steps[..] {
                    _ if matches!(place.anchor, Anchor::Span(..)) => {
                        return Err(Unsupported("a test of one square out of several"));
                    }
                    [step] if step.is_zero() => tested,
                    [_] => Set::Near(turned(&self.table_of(place)?), Box::new(tested)),
                    _ => return Err(Unsupported("a test of one square out of several")),
                }
            }
            Predicate::Count(counts, place, each) if varies(&place.anchor) => {
                let (table, inner) = (self.table_of::<W>(place)?, Box::new(self.sets(each, Named::Here)?));
                let most = table.iter().map(|squares| squares.count()).max().unwrap_or(0);
                match few(counts, most as usize) {
                    Some(Few::Some) => Set::Near(turned(&table), inner),
                    Some(Few::None) => Set::Near(turned(&table), inner).negated(),
                    None => Set::Counted(counts.clone(), table, inner),
                }
            }
            Predicate::All(place, each) if varies(&place.anchor) => {
                let unlike = Box::new(self.sets(each, Named::Here)?.negated());
                Set::Near(turned(&self.table_of::<W>(place)?), unlike).negated()
            }
            Predicate::Not(inner) => self.sets(inner, named)?.negated(),
            Predicate::Or(branches) => {
                Set::One(branches.iter().map(|branch| self.sets(branch, named)).collect::<Result<_, _>>()?)
            }
            Predicate::Checks | Predicate::Mates => {
                return Err(Unsupported("a question for each square by itself"));
            }
            other if targeted(std::slice::from_ref(other)) => {
                return Err(Unsupported("a question for each square by itself"));
            }
            other => match self.ask(other)? {
                Ask::Constant(true) => Set::every(),
                Ask::Constant(false) => Set::NONE,
                ask => Set::Whether(Box::new(ask)),
            },
        })
    }

    fn test<const W: usize>(&self, test: &Test, named: Named) -> Result<Set<W>, Unsupported> {
        Ok(match test {
            Test::Empty => Set::Empty,
            Test::Occupied => Set::Not(Box::new(Set::Empty)),
            Test::Ally => Set::Ally,
            Test::Opponent => Set::Opponent,
            Test::NoAlly => Set::Not(Box::new(Set::Ally)),
            Test::NoOpponent => Set::Not(Box::new(Set::Opponent)),
            Test::Is(roles) => Set::Is(roles.0),
            Test::In(zone) => Set::Fixed(self.around(&[Displacement::ZERO], *zone)),
            Test::Marked => Set::Marked,
            Test::Unmoved => Set::Unmoved,
            Test::Mobile => {
                let role = self.dropped.ok_or(Unsupported("mobility, asked of a turn"))?;
                let leaves = |square: &Square| mobile(self.variant, self.player, role, *square);
                let squares = self.variant.board.squares().filter(leaves);
                Set::Fixed(squares.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index())))
            }
            Test::Same(place) if named == Named::Here => self.place(place)?,
            Test::Same(_) => return Err(Unsupported("a question for each square by itself")),
            Test::Attacked | Test::NotAttacked => {
                return Err(Unsupported("an attack, asked of a turn"));
            }
        })
    }
}

/// Whether a predicate says where the move goes.
fn says_target(predicate: &Predicate) -> bool {
    let place = |place: &Place| {
        matches!(
            place.anchor,
            Anchor::From | Anchor::To | Anchor::Landing | Anchor::LegOrigin | Anchor::Span(..)
        )
    };
    match predicate {
        Predicate::Holds(Test::Same(other), at) => place(other) || place(at),
        Predicate::Holds(_, at) => place(at),
        Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
            place(at) || inner.iter().any(says_target)
        }
        Predicate::Not(inner) => inner.iter().any(says_target),
        Predicate::Or(branches) => branches.iter().flatten().any(says_target),
        _ => false,
    }
}

/// For each square those whose set has it.
fn turned<const W: usize>(table: &Table<W>) -> Table<W> {
    let mut turned = vec![Bits::EMPTY; table.len()];
    for (from, squares) in table.iter().enumerate() {
        for square in squares.indices().filter(|&square| square < table.len()) {
            turned[square].insert(from);
        }
    }
    turned.into()
}

/// The commonest sets of numbers.
enum Few {
    /// One or more.
    Some,
    /// None.
    None,
}

fn few(counts: &CountSet, most: usize) -> Option<Few> {
    let most = most.min(usize::from(u16::MAX)) as u16;
    if (0..=most).all(|n| counts.contains(n) == (n > 0)) {
        return Some(Few::Some);
    }
    (0..=most).all(|n| counts.contains(n) == (n == 0)).then_some(Few::None)
}
