//! Questions made of predicates: of a turn, of a position, or of one movement of which everything is known but the board.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::{Displacement, Square};
use crate::variant::{
    Anchor, CountSet, Place, PlayerId, PlayerSet, Points, Predicate, RoleId, Test, Variant,
};

use super::ask::{Ask, Set, Share, Table, Worth};
use super::formula::{Site, Spot, Unsupported, mobile};
use super::memory::Memory;
use super::mentions::{mentions, reckons_from};
use super::seats;

/// What the square asked about is called in a predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// The square of a quantifier.
    Here,
    /// The square of a drop: origin, landing and target are one.
    Dropped,
}

impl Named {
    /// Whether an anchor is the square asked about.
    pub(super) fn names(self, anchor: &Anchor) -> bool {
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
    /// The one movement that is asked about, and where; its places are then known.
    pub site: Option<(&'a Site<'a>, &'a Spot<'a>)>,
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
        let of_a_move = |one: &Predicate| {
            matches!(one, Predicate::Checks | Predicate::Mates | Predicate::Takes(_) | Predicate::After(_))
        };
        if mentions(std::slice::from_ref(predicate), &of_a_move) {
            return Err(Unsupported("a question for each square by itself"));
        }
        self.set(predicate, Named::Dropped)
    }

    fn ask<const W: usize>(&self, predicate: &Predicate) -> Result<Ask<W>, Unsupported> {
        let about_move =
            |ask| if self.moves { Ok(ask) } else { Err(Unsupported("a question about no move")) };
        Ok(match predicate {
            Predicate::Constant(value) => Ask::Constant(*value),
            Predicate::Holds(test, place) if self.site.is_some() => {
                self.not_lifted(test, place)?;
                let square = self.site.map_or(Ok(None), |(site, spot)| site.square(place, spot))?;
                match square {
                    Some(square) => {
                        let there = Set::Fixed(Bits::single(square.index()));
                        Ask::Any(Set::all(vec![there, self.test(test, Named::Here)?]))
                    }
                    None => Ask::Constant(false),
                }
            }
            Predicate::Holds(test, place) => {
                self.not_lifted(test, place)?;
                let several = matches!(place.anchor, Anchor::Path | Anchor::Span(..) | Anchor::Runs(_));
                if place.steps.len() != 1 || several {
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
                Ask::one(branches.iter().map(|branch| self.conjunction(branch)).collect::<Result<_, _>>()?)
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
            Predicate::Can(_) | Predicate::InCheck if self.site.is_some() => {
                return Err(Unsupported("a question about replies beside others"));
            }
            Predicate::Can(wanted) => {
                let asker = Asker { dropped: None, moves: true, ..*self };
                let wanted: Ask<W> = asker.conjunction(wanted)?;
                Ask::Can(Box::new(wanted.settled()))
            }
            Predicate::Passed(counts) => Ask::Passed(counts.clone()),
            Predicate::ToMove if self.of_several() => {
                let turns = 0..self.variant.turns.len() as u16;
                Ask::Turns(turns.filter(|&turn| self.variant.mover(turn) == self.player).collect())
            }
            Predicate::ToMove => Ask::ToMove,
            Predicate::InCheck => Ask::InCheck,
            Predicate::InHand(counts, roles) => Ask::Held(counts.clone(), *roles),
            Predicate::Counter(counter, counts) => {
                let slot = self.variant.counter_slot(*counter, self.player);
                Ask::Counter(Memory::new(self.variant).counter(slot), counts.clone())
            }
            Predicate::More if self.of_several() => Ask::Leads(self.shares(false).collect()),
            Predicate::MorePoints if self.of_several() => Ask::Leads(self.shares(true).collect()),
            Predicate::Points(counts) if self.of_several() => {
                let own = self.share(self.variant.side(self.player), true);
                Ask::Has(counts.clone(), Arc::new(own))
            }
            Predicate::More => Ask::More,
            Predicate::MorePoints => Ask::MorePoints(self.worth()),
            Predicate::Points(counts) => Ask::Points(counts.clone(), self.worth()),
            Predicate::After(inner) if self.moves => {
                // What it takes or checks is asked of the board before it; on the other one nothing moves.
                let after = Asker { dropped: None, moves: false, ..*self };
                let ask: Ask<W> = after.conjunction(inner)?;
                let reckons = |set: &Set<W>| matches!(set, Set::Attacked);
                if ask.has(
                    &|part| matches!(part, Ask::Any(set) | Ask::Count(_, set) if set.holds_part(&reckons)),
                ) {
                    return Err(Unsupported("an attack after a move"));
                }
                if !self.one_leg() && inner.iter().any(says_target) {
                    return Err(Unsupported("a place that depends on the way"));
                }
                Ask::After(Box::new(ask))
            }
            Predicate::After(_) => return Err(Unsupported("a question about the board after a move")),
            Predicate::Native(..) => return Err(Unsupported("a native predicate")),
        })
    }

    /// Whether this is a game of more than two, as one of them [sees](super::seats) it.
    fn of_several(&self) -> bool {
        self.variant.players.len() > 2
    }

    /// What the asking player's side has and then what each other one has: points, or pieces on the board.
    fn shares(&self, points: bool) -> impl Iterator<Item = Share> {
        let mut sides = vec![self.variant.side(self.player)];
        for player in self.variant.everybody().iter() {
            if !sides.iter().any(|side| side.contains(player)) {
                sides.push(self.variant.side(player));
            }
        }
        sides.into_iter().map(move |side| self.share(side, points))
    }

    /// What a side has: points, or pieces on the board.
    fn share(&self, side: PlayerSet, points: bool) -> Share {
        let none = Points::default();
        let known = self.variant.ending.points.as_ref().unwrap_or(&none);
        let worth = |role: RoleId| if points { known.worth(role) } else { 1 };
        let roles = seats::of_side(self.variant, side).iter().map(|role| (role.0, worth(role)));
        let komi = |player: PlayerId| known.komi.get(player.index()).copied().map_or(0, i64::from);
        Share {
            roles: roles.filter(|(_, worth)| *worth != 0).collect(),
            held: points && self.variant.hand.is_some(),
            komi: if points { side.iter().map(komi).sum() } else { 0 },
        }
    }

    fn worth(&self) -> Arc<Worth> {
        let points = self.variant.ending.points.clone().unwrap_or_default();
        let roles = points.roles.iter().enumerate().filter(|(_, worth)| **worth != 0);
        let komi = |player: usize| points.komi.get(player).copied().map_or(0, i64::from);
        Arc::new(Worth {
            roles: roles.map(|(role, worth)| (role as u8, i64::from(*worth))).collect(),
            komi: [komi(0), komi(1)],
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
        let returns = self.site.is_some_and(|(site, spot)| site.before && spot.landing == site.from);
        if (returns || self.moves)
            && self.dropped.is_none()
            && about_pieces
            && matches!(place.anchor, Anchor::Landing)
        {
            return Err(Unsupported("a question about what stands on a landing"));
        }
        Ok(())
    }

    /// The squares of a place outside any quantifier.
    pub fn place<const W: usize>(&self, place: &Place) -> Result<Set<W>, Unsupported> {
        // No step leads on from runs.
        if let Anchor::Runs(runs) = &place.anchor {
            let starts = self.place(&Place::at(runs.start.anchor.clone()))?;
            return Ok(Set::Along(Box::new((self.runs(runs)?, starts))));
        }
        if let Some((site, spot)) = self.site {
            let squares = site.squares(place, spot)?.into_iter();
            return Ok(Set::Fixed(squares.fold(Bits::EMPTY, |all, at| all | Bits::single(at.index()))));
        }
        match &place.anchor {
            Anchor::From => Ok(Set::From(self.table(&place.steps))),
            Anchor::To | Anchor::Landing => Ok(Set::To(self.table(&place.steps))),
            // The last leg's origin is the move's where a move has one leg.
            Anchor::LegOrigin if self.one_leg() => Ok(Set::From(self.table(&place.steps))),
            Anchor::Zone(zone) => Ok(Set::Fixed(self.around(&place.steps, *zone))),
            _ => Err(Unsupported("a place that depends on the way")),
        }
    }

    /// The squares from which one step leads to those of a set.
    fn next<const W: usize>(&self, step: Displacement, set: Set<W>) -> Set<W> {
        if step.is_zero() { set } else { Set::Next(self.single(step), Box::new(set)) }
    }

    /// Whether counts ask for all squares of a place, each step of which leads to another one.
    fn are_all(&self, counts: &CountSet, place: &Place) -> bool {
        let steps = &place.steps;
        let last = steps.len() as u16;
        let plain = !matches!(place.anchor, Anchor::Span(..) | Anchor::Runs(_));
        let apart = |from: Square| {
            let mut reached: Vec<_> = steps.iter().filter_map(|&step| self.step(from, step)).collect();
            let many = reached.len();
            reached.sort_unstable();
            reached.dedup();
            reached.len() == many
        };
        plain
            && (1..=last).all(|n| counts.contains(n) == (n == last))
            && !counts.contains(0)
            && self.variant.board.squares().all(apart)
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

    pub(super) fn step(&self, from: Square, step: Displacement) -> Option<Square> {
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

    /// The squares with all of these.
    pub(super) fn sets<const W: usize>(
        &self,
        predicates: &[Predicate],
        named: Named,
    ) -> Result<Set<W>, Unsupported> {
        let made =
            || predicates.iter().map(|one| self.set(one, named)).collect::<Result<_, _>>().map(Set::all);
        let of_here = |anchor: &Anchor| matches!(anchor, Anchor::Here | Anchor::Zone(_));
        match self.site {
            Some((site, _))
                if named == Named::Here && predicates.iter().all(|one| reckons_from(one, &of_here)) =>
            {
                site.strides.set((site.player, site.role), predicates, made)
            }
            _ => made(),
        }
    }

    fn set<const W: usize>(&self, predicate: &Predicate, named: Named) -> Result<Set<W>, Unsupported> {
        let varies = |anchor: &Anchor| match anchor {
            Anchor::Span(a, b) => named.names(&a.anchor) && named.names(&b.anchor),
            Anchor::Runs(_) => false,
            other => named.names(other),
        };
        if let Some(set) = self.runs_set(predicate, named) {
            return set;
        }
        // Whoever asks for a set has no target yet.
        let targeted = |inner: &[Predicate]| named == Named::Dropped && inner.iter().any(says_target);
        Ok(match predicate {
            Predicate::Count(counts, place, each)
                if targeted(each) && !varies(&place.anchor) && !says_target_of(place) =>
            {
                let found = self.beside_target(place, each)?;
                match few(counts, self.variant.board.len()) {
                    Some(Few::Some) => found,
                    Some(Few::None) => found.negated(),
                    None => return Err(Unsupported("a question for each square by itself")),
                }
            }
            Predicate::Count(_, _, each) | Predicate::All(_, each) if targeted(each) => {
                return Err(Unsupported("a question for each square by itself"));
            }
            Predicate::Holds(test, place) if varies(&place.anchor) => {
                let tested = self.test(test, named)?;
                match place.steps[..] {
                    _ if matches!(place.anchor, Anchor::Span(..) | Anchor::Runs(_)) => {
                        return Err(Unsupported("a test of one square out of several"));
                    }
                    [step] if step.is_zero() => tested,
                    [step] => self.next(step, tested),
                    _ => return Err(Unsupported("a test of one square out of several")),
                }
            }
            Predicate::Count(counts, place, each) if varies(&place.anchor) && self.are_all(counts, place) => {
                let inner = self.sets(each, Named::Here)?;
                Set::all(place.steps.iter().map(|&step| self.next(step, inner.clone())).collect())
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

    /// The targets of a drop for which a place has some square with all of these, where they ask whether it is the target.
    fn beside_target<const W: usize>(
        &self,
        place: &Place,
        each: &[Predicate],
    ) -> Result<Set<W>, Unsupported> {
        let place = self.place::<W>(place)?;
        let branches = self.branches(each)?.into_iter().map(|(set, same)| {
            let found = Set::all(vec![place.clone(), set]);
            match same {
                None => Set::Whether(Box::new(Ask::Any(found))),
                Some(true) => found,
                Some(false) => Set::Elsewhere(Box::new(found)),
            }
        });
        Ok(Set::One(branches.collect()))
    }

    /// The ways in which a square may have all of these: each a set that does not depend on the target, and whether the
    /// square must be the target (or must not).
    fn branches<const W: usize>(
        &self,
        each: &[Predicate],
    ) -> Result<Vec<(Set<W>, Option<bool>)>, Unsupported> {
        const MOST: usize = 16;
        let mut found = vec![(Set::every(), None)];
        for predicate in each {
            let own = match predicate {
                other if !says_target(other) => vec![(self.set(other, Named::Here)?, None)],
                Predicate::Or(branches) => {
                    let each = branches.iter().map(|branch| self.branches(branch));
                    each.collect::<Result<Vec<_>, _>>()?.concat()
                }
                Predicate::Not(inner) => match &inner[..] {
                    [one] if is_target(one) => vec![(Set::every(), Some(false))],
                    _ => return Err(Unsupported("a question for each square by itself")),
                },
                one if is_target(one) => vec![(Set::every(), Some(true))],
                _ => return Err(Unsupported("a question for each square by itself")),
            };
            let both = found.iter().flat_map(|(set, same)| own.iter().map(move |one| (set, *same, one)));
            let both =
                both.filter(|(_, same, (_, other))| same.is_none() || other.is_none() || same == other);
            found = both
                .map(|(set, same, (other, own))| (Set::all(vec![set.clone(), other.clone()]), same.or(*own)))
                .collect();
            if found.len() > MOST {
                return Err(Unsupported("a question for each square by itself"));
            }
        }
        Ok(found)
    }

    fn test<const W: usize>(&self, test: &Test, named: Named) -> Result<Set<W>, Unsupported> {
        Ok(match test {
            Test::Empty => Set::Empty,
            Test::Occupied => Set::Not(Box::new(Set::Empty)),
            // Without partners.
            Test::Ally | Test::Own => Set::Ally,
            Test::Opponent => Set::Opponent,
            Test::NoAlly => Set::Not(Box::new(Set::Ally)),
            Test::NoOpponent => Set::Not(Box::new(Set::Opponent)),
            Test::Is(roles) => Set::Is(roles.0),
            Test::In(zone) => Set::Fixed(self.around(&[Displacement::ZERO], *zone)),
            Test::Marked => Set::Marked,
            Test::Unmoved => Set::Unmoved,
            Test::Mobile => {
                let role = self.dropped.or(self.site.map(|(site, _)| site.role));
                let role = role.ok_or(Unsupported("mobility, asked of a turn"))?;
                let leaves = |square: &Square| mobile(self.variant, self.player, role, *square);
                let squares = self.variant.board.squares().filter(leaves);
                Set::Fixed(squares.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index())))
            }
            Test::Same(place) if named == Named::Here => self.place(place)?,
            Test::Same(_) => return Err(Unsupported("a question for each square by itself")),
            // Where nothing moves, whoever stands there is meant.
            Test::Attacked | Test::NotAttacked
                if self.moves && self.dropped.is_none() || self.site.is_some() =>
            {
                return Err(Unsupported("an attack, asked of a turn"));
            }
            Test::Attacked => Set::Attacked,
            Test::NotAttacked => Set::Attacked.negated(),
        })
    }
}

/// Whether a predicate says that the square of a quantifier is the target of a drop, and no more.
fn is_target(predicate: &Predicate) -> bool {
    let plain = |place: &Place| matches!(place.steps[..], [step] if step.is_zero());
    let target = |place: &Place| plain(place) && Named::Dropped.names(&place.anchor);
    let here = |place: &Place| plain(place) && matches!(place.anchor, Anchor::Here);
    match predicate {
        Predicate::Holds(Test::Same(other), at) => target(other) && here(at) || here(other) && target(at),
        _ => false,
    }
}

/// Whether a place reckons from where the move goes.
fn says_target_of(at: &Place) -> bool {
    match &at.anchor {
        Anchor::From | Anchor::To | Anchor::Landing | Anchor::LegOrigin | Anchor::Span(..) => true,
        Anchor::Runs(runs) => {
            says_target_of(&runs.start) || runs.along.iter().chain(&runs.until).any(says_target)
        }
        _ => false,
    }
}

/// Whether a predicate says where the move goes.
pub(super) fn says_target(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Holds(Test::Same(other), at) => says_target_of(other) || says_target_of(at),
        Predicate::Holds(_, at) => says_target_of(at),
        Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
            says_target_of(at) || inner.iter().any(says_target)
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
pub(super) enum Few {
    /// One or more.
    Some,
    /// None.
    None,
}

pub(super) fn few(counts: &CountSet, most: usize) -> Option<Few> {
    let most = most.min(usize::from(u16::MAX)) as u16;
    if (0..=most).all(|n| counts.contains(n) == (n > 0)) {
        return Some(Few::Some);
    }
    (0..=most).all(|n| counts.contains(n) == (n == 0)).then_some(Few::None)
}
