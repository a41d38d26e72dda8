//! Conditions with everything known at load time folded away: what is left asks about single squares and rights, and
//! about sets of squares where a place depends on the position.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::literal::{Depth, candidates};
use crate::variant::{
    Anchor, CountSet, Mode, Place, PlayerId, Predicate, RoleId, RoleSet, Setup, Test, Variant,
};

use super::ask::Ask;
use super::asker::Asker;
use super::memory::Memory;
use super::runs::Strides;

/// A condition on a position, for one movement from one square.
///
/// Whatever geometry decides is a constant already; places are square indices. The mover's origin is never asked
/// about: it is known to hold the mover's piece (or to be empty, where the piece counts as lifted).
#[derive(Clone, Debug, PartialEq)]
pub enum Formula<const W: usize> {
    /// Known at load time.
    Constant(bool),
    /// No piece is there.
    Empty(u16),
    /// A piece of the mover's is there.
    Ally(u16),
    /// A piece of the opponent's is there.
    Opponent(u16),
    /// A piece of one of these roles is there (a bit each).
    Is(u16, u64),
    /// No piece of these roles (a bit each) is on any of these squares.
    Without(Bits<W>, u64),
    /// No opponent's piece of these roles (a bit each) is on any of these squares.
    Unopposed(Bits<W>, u64),
    /// It carries a mark.
    Marked(u16),
    /// It is undisturbed.
    Unmoved(u16),
    /// The opponent could take the moving piece there. Unknown while replies are imagined.
    Attacked(u16),
    /// One of these rights stands.
    Right(u64),
    /// The number of pieces of these roles in the mover's hand lies in a set.
    Held(CountSet, RoleSet),
    /// The number in this lane of the memory lies in a set.
    Remembered(usize, CountSet),
    /// A question about sets of squares.
    Ask(Arc<Ask<W>>),
    /// The mover is in check. Unknown while replies are imagined.
    InCheck,
    /// The move gives check. Unknown while replies are imagined.
    Checks,
    /// The move gives check that no move of a piece answers. Unknown while replies are imagined.
    Mates,
    /// The move itself takes a piece of these roles (a bit each), hooks not counted.
    Takes(u64),
    /// It holds on the board after the move.
    After(Box<Formula<W>>),
    /// It does not hold.
    Not(Box<Formula<W>>),
    /// All hold.
    All(Vec<Formula<W>>),
    /// One holds.
    Any(Vec<Formula<W>>),
    /// The number of those that hold lies in a set.
    Count(CountSet, Vec<Formula<W>>),
}

impl<const W: usize> Formula<W> {
    /// All of these, simplified.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let inner = |part| if let Self::All(inner) = part { Ok(inner) } else { Err(part) };
        Self::combined(parts, false, inner).map_or_else(|one| one, Self::All)
    }

    /// One of these, simplified.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let inner = |part| if let Self::Any(inner) = part { Ok(inner) } else { Err(part) };
        Self::combined(parts, true, inner).map_or_else(|one| one, Self::Any)
    }

    /// Several conditions of which one decides where it is `deciding`, or the only one that they come to; `inner` opens what
    /// is such a combination itself. Most have one: there is no list before there are two.
    fn combined(
        parts: impl IntoIterator<Item = Self>,
        deciding: bool,
        inner: impl Fn(Self) -> Result<Vec<Self>, Self>,
    ) -> Result<Vec<Self>, Self> {
        let mut only = None;
        let mut several = Vec::new();
        for part in parts {
            match part {
                Self::Constant(value) if value == deciding => return Err(part),
                Self::Constant(_) => {}
                other => match inner(other) {
                    Ok(more) => several.extend(only.take().into_iter().chain(more)),
                    Err(one) if only.is_none() && several.is_empty() => only = Some(one),
                    Err(one) => {
                        if several.is_empty() {
                            several.reserve_exact(2);
                        }
                        several.extend(only.take().into_iter().chain([one]));
                    }
                },
            }
        }
        match only {
            Some(only) => Err(only),
            None if several.is_empty() => Err(Self::Constant(!deciding)),
            None => Ok(several),
        }
    }

    /// The opposite, simplified.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Whether it says that no piece of some roles is on a square, and no more: it then holds where none is at all.
    pub fn is_absence(&self, square: u16) -> bool {
        match self {
            Self::Not(inner) => matches!(**inner, Self::Is(at, _) if at == square),
            Self::All(parts) => parts.iter().all(|part| part.is_absence(square)),
            _ => false,
        }
    }

    /// The same conditions, with those that squares are without pieces of the same roles made one.
    pub fn joined(parts: Vec<Self>) -> Vec<Self> {
        let absent = |part: &Self| matches!(part, Self::Not(inner) if matches!(**inner, Self::Is(..)));
        if !parts.iter().any(absent) {
            return parts;
        }
        let mut found: Vec<Self> = Vec::with_capacity(parts.len());
        for part in parts {
            let absent = match &part {
                Self::Not(inner) => match **inner {
                    Self::Is(square, roles) => Some((Bits::single(usize::from(square)), roles)),
                    _ => None,
                },
                _ => None,
            };
            let Some((square, roles)) = absent else {
                found.push(part);
                continue;
            };
            let same = found.iter_mut().find_map(|other| match other {
                Self::Without(squares, others) if *others == roles => Some(squares),
                _ => None,
            });
            match same {
                Some(squares) => *squares |= square,
                None => found.push(Self::Without(square, roles)),
            }
        }
        found
    }

    /// That none of these holds, if each says that an opponent's piece of the same roles is on a square: one look at a set.
    fn unopposed(parts: &[Self]) -> Option<Self> {
        let mut all = None;
        for part in parts {
            let Self::All(both) = part else { return None };
            let (at, roles) = match both[..] {
                [Self::Opponent(at), Self::Is(on, roles)] | [Self::Is(on, roles), Self::Opponent(at)]
                    if on == at =>
                {
                    (at, roles)
                }
                _ => return None,
            };
            let (squares, known) = all.get_or_insert((Bits::EMPTY, roles));
            if *known != roles {
                return None;
            }
            squares.insert(usize::from(at));
        }
        all.filter(|_| parts.len() > 1).map(|(squares, roles)| Self::Unopposed(squares, roles))
    }

    /// The same, once it is known whether an opponent's piece is on a square or none at all.
    pub fn told(&self, square: u16, opponent: bool) -> Self {
        let told = |parts: &[Self]| parts.iter().map(|part| part.told(square, opponent)).collect::<Vec<_>>();
        match self {
            Self::Empty(at) if *at == square => Self::Constant(!opponent),
            Self::Opponent(at) if *at == square => Self::Constant(opponent),
            Self::Ally(at) if *at == square => Self::Constant(false),
            Self::Is(at, _) if *at == square && !opponent => Self::Constant(false),
            Self::Not(inner) => inner.told(square, opponent).negated(),
            Self::All(parts) => Self::all(told(parts)),
            Self::Any(parts) => Self::any(told(parts)),
            other => other.clone(),
        }
    }

    /// How many conditions it is made of.
    pub fn size(&self) -> usize {
        match self {
            Self::Not(inner) => inner.size(),
            Self::All(parts) | Self::Any(parts) | Self::Count(_, parts) => {
                parts.iter().map(Self::size).sum::<usize>() + 1
            }
            _ => 1,
        }
    }

    /// The squares that decide it in an imagined reply, if what stands there is all that does; else all.
    pub fn squares(&self) -> Bits<W> {
        match self {
            Self::Constant(_) | Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates => Bits::EMPTY,
            Self::Empty(square)
            | Self::Ally(square)
            | Self::Opponent(square)
            | Self::Is(square, _)
            | Self::Unmoved(square) => Bits::single(usize::from(*square)),
            Self::Without(squares, _) | Self::Unopposed(squares, _) => *squares,
            Self::Not(inner) => inner.squares(),
            Self::All(parts) | Self::Any(parts) | Self::Count(_, parts) => {
                parts.iter().fold(Bits::EMPTY, |all, part| all | part.squares())
            }
            _ => Bits::FULL,
        }
    }

    /// Whether some part asks for an attack, which is unknown in imagined replies.
    pub fn asks_attack(&self) -> bool {
        self.has(&|part| matches!(part, Self::Attacked(_) | Self::InCheck))
    }

    /// Whether some part asks what the position is after the move.
    pub fn looks_ahead(&self) -> bool {
        self.has(&|part| matches!(part, Self::Checks | Self::Mates | Self::Takes(_) | Self::After(_)))
    }

    /// Whether it holds in every imagined reply, or is unknown there.
    pub fn spares_replies(&self) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates => true,
            Self::Not(inner) => {
                matches!(**inner, Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates)
            }
            Self::All(parts) => parts.iter().all(Self::spares_replies),
            Self::Any(parts) => parts.iter().any(Self::spares_replies),
            _ => false,
        }
    }

    /// Whether some part of it satisfies a test.
    pub fn has(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::Not(inner) | Self::After(inner) => inner.has(test),
                Self::All(parts) | Self::Any(parts) | Self::Count(_, parts) => {
                    parts.iter().any(|part| part.has(test))
                }
                _ => false,
            }
    }
}

/// Something the tables have no form for; the whole variant is then run by the literal evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// Whether a piece could leave a square of an otherwise empty board.
pub fn mobile(variant: &Variant, player: PlayerId, role: RoleId, square: Square) -> bool {
    let mut alone = Setup::empty(variant.board.len());
    let turn = variant.turns.iter().position(|turn| turn.player == player);
    alone.turn = turn.unwrap_or_default() as u16;
    alone.squares[square.index()] = Some(variant.piece(player, role));
    !candidates(variant, &alone, square, Depth::Alone).is_empty()
}

/// One route of one movement: everything a predicate's places can refer to.
pub struct Site<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// Whose piece moves.
    pub player: PlayerId,
    /// What moves.
    pub role: RoleId,
    /// The origin of the move.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The landing of each leg.
    pub landings: &'a [Square],
    /// What the movement is for.
    pub mode: Mode,
    /// Whether the target is known to be empty, whatever the movement itself asks of it.
    pub vacant: bool,
    /// Whether the movement takes the marker.
    pub takes_marker: bool,
    /// Whether it has no effects: what it takes is what stands on the target.
    pub plain: bool,
    /// Whether the piece comes from the hand.
    pub dropped: bool,
    /// Whether the piece stands nowhere, as one that goes a chain: its origin is empty whoever asks.
    pub lifted: bool,
    /// Whether the position asked is the one before the move (guards) or the one in which effects happen (filters).
    pub before: bool,
    /// Directions worked out before.
    pub strides: &'a Strides,
}

/// Where a predicate stands: a leg's ends and path, and the square a quantifier is at.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The leg's origin.
    pub origin: Square,
    /// The leg's landing.
    pub landing: Square,
    /// The squares between, stops included.
    pub path: &'a [Square],
    /// The square being tested.
    pub here: Option<Square>,
}

impl Site<'_> {
    /// All of these predicates as one formula.
    ///
    /// # Errors
    /// When a predicate has no form here.
    pub fn conjunction<const W: usize>(
        &self,
        predicates: &[Predicate],
        spot: &Spot<'_>,
    ) -> Result<Formula<W>, Unsupported> {
        match predicates {
            [] => Ok(Formula::Constant(true)),
            // Most conditions are one.
            [predicate] => self.fold(predicate, spot),
            _ => self.conjunction_beside(predicates, Vec::new(), spot),
        }
    }

    /// The same, where some of the predicates have been folded before: each at its place.
    ///
    /// # Errors
    /// As [`Site::conjunction`].
    pub fn conjunction_beside<const W: usize>(
        &self,
        predicates: &[Predicate],
        folded: Vec<Option<Formula<W>>>,
        spot: &Spot<'_>,
    ) -> Result<Formula<W>, Unsupported> {
        if predicates.is_empty() {
            return Ok(Formula::Constant(true));
        }
        let mut unsupported = None;
        let mut folded = folded.into_iter();
        let parts = predicates.iter().map_while(|predicate| {
            match folded.next().flatten().map_or_else(|| self.fold(predicate, spot), Ok) {
                Ok(formula) => Some(formula),
                Err(reason) => {
                    unsupported = Some(reason);
                    None
                }
            }
        });
        let all = Formula::all(parts);
        unsupported.map_or(Ok(all), Err)
    }

    fn each<const W: usize>(
        &self,
        place: &Place,
        predicates: &[Predicate],
        spot: &Spot<'_>,
    ) -> Result<Vec<Formula<W>>, Unsupported> {
        let squares = self.squares(place, spot)?;
        let mut each = Vec::with_capacity(squares.len());
        for here in squares {
            each.push(self.conjunction(predicates, &Spot { here: Some(here), ..*spot })?);
        }
        Ok(each)
    }

    fn fold<const W: usize>(
        &self,
        predicate: &Predicate,
        spot: &Spot<'_>,
    ) -> Result<Formula<W>, Unsupported> {
        if depends(predicate) {
            return self.ask(predicate, spot);
        }
        Ok(match predicate {
            Predicate::Constant(value) => Formula::Constant(*value),
            Predicate::Holds(test, place) => match self.square(place, spot)? {
                Some(square) => self.test(test, square, matches!(place.anchor, Anchor::Landing), spot)?,
                None => Formula::Constant(false),
            },
            Predicate::Count(counts, place, each) => {
                let parts = self.each(place, each, spot)?;
                let sure = parts.iter().filter(|&part| *part == Formula::Constant(true)).count();
                let open: Vec<Formula<W>> =
                    parts.into_iter().filter(|part| !matches!(part, Formula::Constant(_))).collect();
                let fits = |n: usize| counts.contains(n as u16);
                let range = sure..=sure + open.len();
                if range.clone().all(fits) {
                    Formula::Constant(true)
                } else if !range.clone().any(fits) {
                    Formula::Constant(false)
                } else if range.clone().all(|n| fits(n) == (n > sure)) {
                    Formula::unopposed(&open).map_or_else(|| Formula::any(open), Formula::negated)
                } else if range.clone().all(|n| fits(n) == (n == sure)) {
                    let none = Formula::unopposed(&open);
                    none.unwrap_or_else(|| Formula::all(open.into_iter().map(Formula::negated)))
                } else {
                    let ones = vec![Formula::Constant(true); sure];
                    Formula::Count(counts.clone(), open.into_iter().chain(ones).collect())
                }
            }
            Predicate::All(place, each) => Formula::all(self.each(place, each, spot)?),
            Predicate::Not(inner) => self.conjunction(inner, spot)?.negated(),
            Predicate::Or(branches) => {
                // What is true already needs no other branch, and what geometry tells is soonest known.
                let told = |branch: &Vec<Predicate>| {
                    matches!(branch[..], [Predicate::Holds(Test::Same(_) | Test::In(_), _)])
                        && matches!(self.conjunction::<W>(branch, spot), Ok(Formula::Constant(true)))
                };
                if branches.iter().any(told) {
                    return Ok(Formula::Constant(true));
                }
                let mut unsupported = None;
                let parts = branches.iter().map_while(|branch| {
                    self.conjunction(branch, spot).map_err(|reason| unsupported = Some(reason)).ok()
                });
                let any = Formula::any(parts);
                return unsupported.map_or(Ok(any), Err);
            }
            Predicate::By(players) => Formula::Constant(players >> (self.player.0 & 31) & 1 == 1),
            Predicate::Right(right, place) => {
                let square = match place {
                    Some(place) => Some(self.square(place, spot)?),
                    None => None,
                };
                let slots = self.variant.right_slots.iter().enumerate().take(64).filter(|(_, slot)| {
                    slot.right == *right
                        && slot.player == self.player
                        && square.is_none_or(|square| square.is_some() && slot.square == square)
                });
                match slots.fold(0, |mask, (bit, _)| mask | 1u64 << bit) {
                    0 => Formula::Constant(false),
                    mask => Formula::Right(mask),
                }
            }
            Predicate::Checks | Predicate::Mates if !self.before => {
                return Err(Unsupported("an effect that asks for check"));
            }
            Predicate::InCheck if self.before => Formula::InCheck,
            Predicate::Checks => Formula::Checks,
            Predicate::Mates => Formula::Mates,
            Predicate::Native(..) => return Err(Unsupported("a native predicate")),
            Predicate::Drops(roles) => Formula::Constant(self.dropped && roles.contains(self.role)),
            Predicate::Passes => Formula::Constant(false),
            Predicate::Takes(_) if self.dropped => Formula::Constant(false),
            Predicate::Takes(roles) if self.plain && self.before => {
                let to = self.to.0;
                let takes = self.mode != Mode::Move && self.to != self.from;
                match takes {
                    true => Formula::all([Formula::Opponent(to), Formula::Is(to, roles.0)]),
                    false => Formula::Constant(false),
                }
            }
            Predicate::Takes(roles) if self.before => Formula::Takes(roles.0),
            // What it leaves is asked of another board, on which nothing has been lifted.
            Predicate::After(inner) if self.before => {
                let after = Site { before: false, ..*self };
                match after.conjunction(inner, spot)? {
                    Formula::Constant(value) => Formula::Constant(value),
                    formula => Formula::After(Box::new(formula)),
                }
            }
            Predicate::InHand(counts, roles) => Formula::Held(counts.clone(), *roles),
            Predicate::Counter(counter, counts) => {
                let slot = self.variant.counter_slot(*counter, self.player);
                Formula::Remembered(Memory::new(self.variant).counter(slot), counts.clone())
            }
            Predicate::Passed(counts) if self.variant.choice.pass.is_none() => {
                Formula::Constant(counts.contains(0))
            }
            Predicate::Passed(counts) => Formula::Remembered(Memory::PASSES, counts.clone()),
            Predicate::More | Predicate::MorePoints | Predicate::Points(_) => self.ask(predicate, spot)?,
            Predicate::Takes(_)
            | Predicate::After(_)
            | Predicate::Can(_)
            | Predicate::ToMove
            | Predicate::InCheck => return Err(Unsupported("a question beyond the squares")),
        })
    }

    /// A question about places that the position decides.
    fn ask<const W: usize>(&self, predicate: &Predicate, spot: &Spot<'_>) -> Result<Formula<W>, Unsupported> {
        let ask = self.asker(spot).conjunction(std::slice::from_ref(predicate))?;
        Ok(match ask {
            Ask::Constant(value) => Formula::Constant(value),
            ask => Formula::Ask(Arc::new(ask)),
        })
    }

    /// Who asks about this movement.
    pub fn asker<'a>(&'a self, spot: &'a Spot<'a>) -> Asker<'a> {
        let Self { variant, player, .. } = *self;
        Asker { variant, player, dropped: None, moves: false, site: Some((self, spot)) }
    }

    fn test<const W: usize>(
        &self,
        test: &Test,
        square: Square,
        landing: bool,
        spot: &Spot<'_>,
    ) -> Result<Formula<W>, Unsupported> {
        let at = square.0;
        // The origin holds the moving piece, or counts as empty where the piece is lifted.
        let origin = self.before && square == self.from;
        let held = origin && !landing && !self.lifted;
        let vacant = self.vacant && self.before && square == self.to;
        let owned = !self.variant.role(self.role).neutral;
        let known = |when_held: bool, when_lifted: bool| {
            Formula::Constant(if held { when_held } else { when_lifted })
        };
        Ok(match test {
            Test::Empty if origin => known(false, true),
            Test::Occupied if origin => known(true, false),
            Test::Ally | Test::Own if origin => known(owned, false),
            Test::Opponent if origin => Formula::Constant(false),
            Test::NoAlly if origin => known(!owned, true),
            Test::NoOpponent if origin => Formula::Constant(true),
            Test::Is(roles) if origin => known(roles.contains(self.role), false),
            Test::Empty | Test::NoAlly | Test::NoOpponent if vacant => Formula::Constant(true),
            Test::Occupied | Test::Ally | Test::Own | Test::Opponent | Test::Is(_) if vacant => {
                Formula::Constant(false)
            }
            Test::Empty => Formula::Empty(at),
            Test::Occupied => Formula::Empty(at).negated(),
            // Without partners.
            Test::Ally | Test::Own => Formula::Ally(at),
            Test::Opponent => Formula::Opponent(at),
            Test::NoAlly => Formula::Ally(at).negated(),
            Test::NoOpponent => Formula::Opponent(at).negated(),
            Test::Is(roles) => Formula::Is(at, roles.0),
            Test::In(zone) => Formula::Constant(self.variant.zone(*zone, self.player).contains(square)),
            // The piece is under way then, and the board another one.
            Test::Attacked | Test::NotAttacked if !self.before => {
                return Err(Unsupported("an effect that asks for attacks"));
            }
            Test::Attacked => Formula::Attacked(at),
            Test::NotAttacked => Formula::Attacked(at).negated(),
            Test::Marked => Formula::Marked(at),
            Test::Unmoved => Formula::Unmoved(at),
            Test::Mobile => Formula::Constant(mobile(self.variant, self.player, self.role, square)),
            Test::Same(place) => Formula::Constant(match self.anchor(&place.anchor, spot) {
                Some(anchor) if self.variant.board.wraps() => {
                    place.steps.iter().any(|step| self.step(anchor, *step) == Some(square))
                }
                Some(anchor) => {
                    let by = self.variant.board.displacement(anchor, square);
                    let orientation = &self.variant.players[self.player.index()].orientation;
                    place.steps.iter().any(|step| orientation.to_board(*step) == by)
                }
                None => self.squares(place, spot)?.contains(&square),
            }),
        })
    }

    /// The one square of a place; of several the first.
    ///
    /// # Errors
    /// When the place depends on the position.
    pub fn square(&self, place: &Place, spot: &Spot<'_>) -> Result<Option<Square>, Unsupported> {
        if let [step] = place.steps[..]
            && let Some(anchor) = self.anchor(&place.anchor, spot)
        {
            return Ok(self.step(anchor, step));
        }
        Ok(self.squares(place, spot)?.into_iter().next())
    }

    fn step(&self, anchor: Square, step: crate::geometry::Displacement) -> Option<Square> {
        if step.is_zero() { Some(anchor) } else { self.variant.step(self.player, anchor, step) }
    }

    fn anchor(&self, anchor: &Anchor, spot: &Spot<'_>) -> Option<Square> {
        match anchor {
            Anchor::LegOrigin => Some(spot.origin),
            Anchor::Landing => Some(spot.landing),
            Anchor::From => Some(self.from),
            Anchor::To => Some(self.to),
            _ => None,
        }
    }

    /// The squares of a place that are on the board, each once.
    ///
    /// # Errors
    /// When the place depends on the position.
    pub fn squares(&self, place: &Place, spot: &Spot<'_>) -> Result<Vec<Square>, Unsupported> {
        let one = |anchor: Option<Square>| Ok(self.beside(anchor.as_slice(), place));
        let anchors: Vec<Square> = match &place.anchor {
            Anchor::Here => return one(spot.here),
            Anchor::Victim => match self.mode {
                Mode::Capture if self.to != self.from => return one(Some(self.to)),
                Mode::Move if !self.takes_marker => return one(None),
                _ => return Err(Unsupported("a victim that depends on the position")),
            },
            Anchor::Leg(index) => return one(self.landings.get(usize::from(*index)).copied()),
            Anchor::Path => return Ok(self.beside(spot.path, place)),
            Anchor::Zone(zone) => self.variant.zone(*zone, self.player).iter().collect(),
            Anchor::Runs(_) => return Err(Unsupported("runs of squares")),
            Anchor::Span(a, b) => match (self.square(a, spot)?, self.square(b, spot)?) {
                (Some(a), Some(b)) => {
                    let by = self.variant.board.displacement(a, b);
                    let mut squares = vec![a];
                    squares.extend(self.variant.board.path(a, by).flatten());
                    if a != b {
                        squares.push(b);
                    }
                    squares
                }
                _ => Vec::new(),
            },
            other => return one(self.anchor(other, spot)),
        };
        Ok(self.beside(&anchors, place))
    }

    /// The squares that the steps of a place lead to from some anchors, each once.
    fn beside(&self, anchors: &[Square], place: &Place) -> Vec<Square> {
        let mut squares = Vec::with_capacity(anchors.len() * place.steps.len());
        for &anchor in anchors {
            for &step in &place.steps {
                match self.step(anchor, step) {
                    Some(square) if place.steps.len() == 1 || !squares.contains(&square) => {
                        squares.push(square)
                    }
                    _ => {}
                }
            }
        }
        squares
    }
}

/// Whether a predicate counts squares that the position decides, or the squares of a zone, which are the same for every
/// movement and asked about soonest as sets.
fn depends(predicate: &Predicate) -> bool {
    let simple = |each: &[Predicate]| {
        let occupancy = |one: &Predicate| matches!(one, Predicate::Holds(Test::Empty | Test::Occupied, _));
        each.len() == 1 && each.iter().all(occupancy)
    };
    match predicate {
        Predicate::Count(_, place, each) | Predicate::All(place, each) => match place.anchor {
            Anchor::Runs(_) => true,
            Anchor::Zone(_) => place.steps.len() == 1 && !simple(each) && each.iter().all(asks_board),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a predicate asks what stands on the square of a quantifier, and nothing else.
fn asks_board(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Holds(test, place) => {
            let board = matches!(
                test,
                Test::Empty
                    | Test::Occupied
                    | Test::Ally
                    | Test::Own
                    | Test::Opponent
                    | Test::NoAlly
                    | Test::NoOpponent
                    | Test::Is(_)
                    | Test::In(_)
            );
            board && matches!(place.anchor, Anchor::Here) && place.steps.len() == 1
        }
        Predicate::Not(inner) => inner.iter().all(asks_board),
        Predicate::Or(branches) => branches.iter().flatten().all(asks_board),
        _ => false,
    }
}
