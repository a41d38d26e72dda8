//! Compiles places and filters to square expressions.

use crate::bits::Bits;
use crate::geometry::{Displacement, Square};
use crate::variant::{Anchor, CountSet, Place, Predicate, Test};

use super::Condition;
use super::compiler::{About, BESIDE_REPLIES, Compiler, contents};
use super::site::{Spot, mobile};
use super::squares::{SquareExpr, Table};
use crate::tables::Unsupported;
use crate::tables::mentions::mentions;
use crate::tables::runs::Reach;

/// The name by which a predicate refers to the square under test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// The square of a quantifier.
    Here,
    /// The square of a drop: origin, landing and target are one.
    Dropped,
}

impl Named {
    /// Whether an anchor is the square under test.
    pub(in crate::tables) fn names(self, anchor: &Anchor) -> bool {
        match self {
            Self::Here => matches!(anchor, Anchor::Here),
            Self::Dropped => {
                matches!(anchor, Anchor::From | Anchor::To | Anchor::Landing | Anchor::LegOrigin)
            }
        }
    }
}

impl Compiler<'_> {
    /// The squares on which a drop satisfies a predicate.
    ///
    /// # Errors
    /// If these form no set; the predicate may still be evaluated square by square.
    pub fn droppable<const W: usize>(&self, predicate: &Predicate) -> Result<SquareExpr<W>, Unsupported> {
        let of_a_move = |one: &Predicate| {
            matches!(one, Predicate::Checks | Predicate::Mates | Predicate::Takes(_) | Predicate::After(_))
        };
        if mentions(std::slice::from_ref(predicate), &of_a_move) {
            return Err(Unsupported("a condition that must be evaluated square by square"));
        }
        self.filter_by(predicate, Named::Dropped)
    }

    /// The squares of a place outside any quantifier.
    pub fn place<const W: usize>(&self, place: &Place) -> Result<SquareExpr<W>, Unsupported> {
        // A place with runs has no steps.
        if let Anchor::Runs(runs) = &place.anchor {
            let starts = self.place(&Place::at(runs.start.anchor.clone()))?;
            return Ok(SquareExpr::Along(Box::new((self.runs(runs)?, starts))));
        }
        if let Some((site, spot)) = self.site() {
            let squares = site.squares(place, spot)?.into_iter();
            return Ok(SquareExpr::Fixed(
                squares.fold(Bits::EMPTY, |all, at| all | Bits::single(at.index())),
            ));
        }
        match &place.anchor {
            Anchor::From => Ok(SquareExpr::From(self.table(&place.steps))),
            Anchor::To | Anchor::Landing => Ok(SquareExpr::To(self.table(&place.steps))),
            // For moves with a single leg, the leg's origin is the move's.
            Anchor::LegOrigin if self.one_leg() => Ok(SquareExpr::From(self.table(&place.steps))),
            Anchor::Zone(zone) => Ok(SquareExpr::Fixed(self.around(&place.steps, *zone))),
            _ => Err(Unsupported("a place that depends on the route of the move")),
        }
    }

    /// The squares from which one step leads into a set.
    fn next<const W: usize>(&self, step: Displacement, set: SquareExpr<W>) -> SquareExpr<W> {
        if step.is_zero() { set } else { SquareExpr::Next(self.single(step), Box::new(set)) }
    }

    /// Whether counts require all squares of a place, and each step leads to a different square.
    fn are_all(&self, counts: &CountSet, place: &Place) -> bool {
        let steps = &place.steps;
        let last = steps.len() as u16;
        let plain = !matches!(place.anchor, Anchor::Span(..) | Anchor::Runs(_));
        plain
            && (1..=last).all(|n| counts.contains(n) == (n == last))
            && !counts.contains(0)
            && self.lead_apart(steps)
    }

    /// Whether all movements in question have a single leg.
    pub(super) fn one_leg(&self) -> bool {
        let mut movements = self.variant.roles.iter().flat_map(|role| &role.movements);
        !matches!(self.about, About::Move) || movements.all(|movement| movement.legs.len() < 2)
    }

    /// A condition that is equal for all squares of a set.
    fn beside<const W: usize>(&self, predicate: &Predicate) -> Result<Condition<W>, Unsupported> {
        let About::Route(site, spot) = self.about else { return self.condition(predicate) };
        // Its square under test is not that of an enclosing quantifier.
        let condition = site.compiler(&Spot { here: None, ..*spot }).condition(predicate)?;
        if condition.has(&Condition::imagines) { Err(BESIDE_REPLIES) } else { Ok(condition) }
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

    pub(in crate::tables) fn step(&self, from: Square, step: Displacement) -> Option<Square> {
        if step.is_zero() { Some(from) } else { self.variant.step(self.player, from, step) }
    }

    /// The squares of a place, by reference square.
    fn table_of<const W: usize>(&self, place: &Place) -> Result<Table<W>, Unsupported> {
        let Anchor::Span(a, b) = &place.anchor else { return Ok(self.table(&place.steps)) };
        let ([first], [second], true) = (&a.steps[..], &b.steps[..], place.steps == [Displacement::ZERO])
        else {
            return Err(Unsupported("a span between several squares"));
        };
        let line = |from: Square| {
            let (Some(a), Some(b)) = (self.step(from, *first), self.step(from, *second)) else {
                return Bits::EMPTY;
            };
            self.variant.board.span(a, b).fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()))
        };
        let made = || self.variant.board.squares().map(line).collect();
        Ok(self.known(Reach::Line, &[*first, *second], made))
    }

    /// The reference squares whose place has each square: the transpose of [`table_of`](Self::table_of).
    fn turned<const W: usize>(&self, place: &Place) -> Result<Table<W>, Unsupported> {
        let table = self.table_of::<W>(place)?;
        let made = || {
            let mut turned = vec![Bits::EMPTY; table.len()];
            for (from, squares) in table.iter().enumerate() {
                for square in squares.indices().filter(|&square| square < table.len()) {
                    turned[square].insert(from);
                }
            }
            turned.into()
        };
        Ok(match &place.anchor {
            Anchor::Span(a, b) => self.known(Reach::LineBack, &[a.steps.as_slice(), &b.steps].concat(), made),
            _ => self.known(Reach::StepsBack, &place.steps, made),
        })
    }

    /// The squares that satisfy all of these.
    pub(in crate::tables) fn filter<const W: usize>(
        &self,
        predicates: &[Predicate],
        named: Named,
    ) -> Result<SquareExpr<W>, Unsupported> {
        let all = predicates.iter().map(|one| self.filter_by(one, named));
        all.collect::<Result<_, _>>().map(SquareExpr::all)
    }

    fn filter_by<const W: usize>(
        &self,
        predicate: &Predicate,
        named: Named,
    ) -> Result<SquareExpr<W>, Unsupported> {
        let varies = |anchor: &Anchor| match anchor {
            Anchor::Span(a, b) => named.names(&a.anchor) && named.names(&b.anchor),
            Anchor::Runs(_) => false,
            other => named.names(other),
        };
        if let Some(set) = self.runs_set(predicate, named) {
            return set;
        }
        // A set is evaluated before the target is known.
        let targeted = |inner: &[Predicate]| named == Named::Dropped && inner.iter().any(says_target);
        Ok(match predicate {
            Predicate::Count(_, _, each) | Predicate::All(_, each) if targeted(each) => {
                return Err(Unsupported("a condition that must be evaluated square by square"));
            }
            Predicate::Holds(test, place) if varies(&place.anchor) => {
                let tested = self.test(test, named)?;
                match place.steps[..] {
                    _ if matches!(place.anchor, Anchor::Span(..) | Anchor::Runs(_)) => {
                        return Err(Unsupported("a test of one square on a place of several"));
                    }
                    [step] if step.is_zero() => tested,
                    [step] => self.next(step, tested),
                    _ => return Err(Unsupported("a test of one square on a place of several")),
                }
            }
            Predicate::Count(counts, place, each) if varies(&place.anchor) && self.are_all(counts, place) => {
                let inner = self.filter(each, Named::Here)?;
                SquareExpr::all(place.steps.iter().map(|&step| self.next(step, inner.clone())).collect())
            }
            Predicate::Count(counts, place, each) if varies(&place.anchor) => {
                let (table, inner) = (self.table_of::<W>(place)?, Box::new(self.filter(each, Named::Here)?));
                let back = || self.turned(place);
                let most = table.iter().map(|squares| squares.count()).max().unwrap_or(0);
                match few(counts, most as usize) {
                    Some(Few::Some) => SquareExpr::Near(back()?, inner),
                    Some(Few::None) => SquareExpr::Near(back()?, inner).negated(),
                    None => SquareExpr::Counted(counts.clone(), table, inner),
                }
            }
            Predicate::All(place, each) if varies(&place.anchor) => {
                let unlike = Box::new(self.filter(each, Named::Here)?.negated());
                SquareExpr::Near(self.turned(place)?, unlike).negated()
            }
            Predicate::Not(inner) => self.filter(inner, named)?.negated(),
            Predicate::Or(branches) => SquareExpr::One(
                branches.iter().map(|branch| self.filter(branch, named)).collect::<Result<_, _>>()?,
            ),
            other if targeted(std::slice::from_ref(other)) => {
                return Err(Unsupported("a condition that must be evaluated square by square"));
            }
            other => match self.beside(other)? {
                Condition::Constant(true) => SquareExpr::EVERY,
                Condition::Constant(false) => SquareExpr::NONE,
                condition => SquareExpr::Whether(Box::new(condition)),
            },
        })
    }

    /// The squares that pass a test.
    pub(super) fn test<const W: usize>(
        &self,
        test: &Test,
        named: Named,
    ) -> Result<SquareExpr<W>, Unsupported> {
        if let Some((pieces, there)) = contents(test) {
            let found = SquareExpr::Pieces(pieces);
            return Ok(if there { found } else { found.negated() });
        }
        Ok(match test {
            Test::In(zone) => SquareExpr::Fixed(self.around(&[Displacement::ZERO], *zone)),
            Test::Marked => SquareExpr::Marked,
            Test::Unmoved => SquareExpr::Unmoved,
            Test::Mobile => {
                let role = match self.about {
                    About::Drop(role) => role,
                    _ => self.site().ok_or(Unsupported("`@Mobile` in a condition on turns"))?.0.role,
                };
                let leaves = |square: &Square| match self.site() {
                    Some((site, _)) => site.strides.mobile(self.variant, self.player, role, *square),
                    None => mobile(self.variant, self.player, role, *square),
                };
                let squares = self.variant.board.squares().filter(leaves);
                SquareExpr::Fixed(squares.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index())))
            }
            Test::Same(place) if named == Named::Here => self.place(place)?,
            Test::Same(_) => return Err(Unsupported("a condition that must be evaluated square by square")),
            // Without a moving piece, the piece on the square is tested.
            Test::Attacked | Test::NotAttacked
                if matches!(self.about, About::Move) || self.site().is_some() =>
            {
                return Err(Unsupported("`@Attacked` in a condition on turns or on every move"));
            }
            Test::Attacked => SquareExpr::Attacked,
            Test::NotAttacked => SquareExpr::Attacked.negated(),
            _ => return Err(Unsupported("a test that has no form for sets of squares")),
        })
    }
}

/// Whether a place depends on the target of the move.
fn says_target_of(at: &Place) -> bool {
    match &at.anchor {
        Anchor::From | Anchor::To | Anchor::Landing | Anchor::LegOrigin | Anchor::Span(..) => true,
        Anchor::Runs(runs) => {
            says_target_of(&runs.start) || runs.along.iter().chain(&runs.until).any(says_target)
        }
        _ => false,
    }
}

/// Whether a predicate depends on the target of the move.
pub(in crate::tables) fn says_target(predicate: &Predicate) -> bool {
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

/// The most frequent sets of counts.
pub(in crate::tables) enum Few {
    /// One or more.
    Some,
    /// None.
    None,
}

pub(in crate::tables) fn few(counts: &CountSet, most: usize) -> Option<Few> {
    let most = most.min(usize::from(u16::MAX)) as u16;
    if (0..=most).all(|n| counts.contains(n) == (n > 0)) {
        return Some(Few::Some);
    }
    (0..=most).all(|n| counts.contains(n) == (n == 0)).then_some(Few::None)
}
