//! Compiles predicates to conditions on a position, on any move or drop, or on one route of one movement. On
//! a route, everything is known except the board.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{
    Anchor, CountSet, Mode, Place, PlayerId, PlayerSet, Points, Predicate, RightId, RoleId, Test, Variant,
};

use super::filters::{Few, Named, few, says_target};
use super::site::{Site, Spot};
use super::squares::SquareExpr;
use super::{Condition, Owner, Pieces, Share};
use crate::tables::memory::Memory;
use crate::tables::{Unsupported, multiplayer};

/// The subject of a condition.
#[derive(Clone, Copy)]
pub enum About<'a> {
    /// A position without a move.
    Position,
    /// A position on any player's turn.
    AnyTurn,
    /// Any move of the player.
    Move,
    /// Any drop of this role.
    Drop(RoleId),
    /// One route of one movement; its geometry is folded away.
    Route(&'a Site<'a>, &'a Spot<'a>),
}

/// The reason why a condition of a movement is not supported.
pub(super) const BESIDE_REPLIES: Unsupported =
    Unsupported("`@Can` or `@ToMove` in a condition of a movement");

/// Compiles predicates in the view of one player.
#[derive(Clone, Copy)]
pub struct Compiler<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The player.
    pub player: PlayerId,
    /// The subject.
    pub about: About<'a>,
}

impl<'a> Compiler<'a> {
    /// The conjunction of predicates.
    ///
    /// # Errors
    /// If a predicate is not supported here.
    pub fn conjunction<const W: usize>(&self, predicates: &[Predicate]) -> Result<Condition<W>, Unsupported> {
        // Fast path for a single condition.
        if let [predicate] = predicates {
            return self.condition(predicate);
        }
        // Together with `@ToMove`, the tested moves are the player's own.
        let own = predicates.iter().any(|predicate| matches!(predicate, Predicate::ToMove));
        let about = if own && matches!(self.about, About::AnyTurn) { About::Position } else { self.about };
        let part = Self { about, ..*self };
        let mut all = Vec::new();
        for predicate in predicates {
            if !Condition::also(&mut all, part.condition(predicate)?) {
                return Ok(Condition::Constant(false));
            }
        }
        Ok(Condition::all(all))
    }

    /// The movement in question, if the subject is a route.
    pub(in crate::tables) fn site(&self) -> Option<(&'a Site<'a>, &'a Spot<'a>)> {
        match self.about {
            About::Route(site, spot) => Some((site, spot)),
            _ => None,
        }
    }

    /// Compiles one predicate.
    ///
    /// # Errors
    /// If it is not supported here.
    pub fn condition<const W: usize>(&self, predicate: &Predicate) -> Result<Condition<W>, Unsupported> {
        let of_move = |condition| match self.about {
            About::Move | About::Drop(_) => Ok(condition),
            About::Route(site, _) if site.before => Ok(condition),
            _ => Err(Unsupported("a condition on a move where no move is made")),
        };
        let on_route = self.site().is_some();
        Ok(match predicate {
            Predicate::Constant(value) => Condition::Constant(*value),
            Predicate::Holds(test, place) => match self.about {
                About::Route(site, spot) => match site.square(place, spot)? {
                    Some(square) => {
                        let landing = matches!(place.anchor, Anchor::Landing);
                        self.test_at((site, spot), test, square, landing)?
                    }
                    None => Condition::Constant(false),
                },
                _ => self.test_on(test, place)?,
            },
            Predicate::Count(counts, place, each) => match self.about {
                About::Route(site, spot) if !depends(predicate) => {
                    number(counts, self.each((site, spot), place, each)?)
                }
                _ => {
                    let found = SquareExpr::all(vec![self.place(place)?, self.filter(each, Named::Here)?]);
                    match few(counts, self.variant.board.len()) {
                        Some(Few::Some) => Condition::any(found),
                        Some(Few::None) => Condition::any(found).negated(),
                        None => Condition::Count(counts.clone(), found),
                    }
                }
            },
            Predicate::All(place, each) => match self.about {
                About::Route(site, spot) if !depends(predicate) => {
                    Condition::all(self.each((site, spot), place, each)?)
                }
                _ => {
                    let unlike = self.filter(each, Named::Here)?.negated();
                    Condition::any(SquareExpr::all(vec![self.place(place)?, unlike])).negated()
                }
            },
            Predicate::Not(inner) => self.conjunction(inner)?.negated(),
            Predicate::Or(branches) => {
                let mut one = Vec::with_capacity(branches.len());
                for branch in branches {
                    match self.conjunction(branch)? {
                        Condition::Constant(true) => return Ok(Condition::Constant(true)),
                        part => one.push(part),
                    }
                }
                Condition::one(one)
            }
            Predicate::By(players) => Condition::Constant(players >> (self.player.0 & 31) & 1 == 1),
            Predicate::Right(right, place) => match (place, self.about) {
                (None, _) => self.right(*right, None),
                (Some(place), About::Route(site, spot)) => {
                    self.right(*right, Some(site.square(place, spot)?))
                }
                _ => return Err(Unsupported("the right of a square in a condition on turns")),
            },
            Predicate::Checks => of_move(Condition::Checks)?,
            Predicate::Mates => of_move(Condition::Mates)?,
            Predicate::Takes(roles) => match self.about {
                About::Route(site, _) if site.dropped => Condition::Constant(false),
                About::Route(site, _) if site.plain && site.before => {
                    let there = Pieces { roles: roles.word(), ..Pieces::of(Owner::Opponent) }.at(site.to.0);
                    let takes = site.mode != Mode::Move && site.to != site.from;
                    if takes { Condition::Has(there) } else { Condition::Constant(false) }
                }
                _ => of_move(Condition::Takes(roles.word()))?,
            },
            Predicate::Drops(roles) => match self.about {
                About::Drop(role) => Condition::Constant(roles.contains(role)),
                About::Route(site, _) => Condition::Constant(site.dropped && roles.contains(site.role)),
                _ => of_move(Condition::Drops(roles.word()))?,
            },
            Predicate::Passes => match self.about {
                About::Route(..) => Condition::Constant(false),
                _ => of_move(Condition::Passes)?,
            },
            Predicate::After(inner) => self.after(inner)?,
            Predicate::WithoutDrop(inner) => match self.after(inner)? {
                Condition::After(after) if on_route => Condition::WithoutDrop(after),
                known @ Condition::Constant(_) => known,
                _ => return Err(Unsupported("`@WithoutDrop` where no piece is dropped")),
            },
            Predicate::InCheck => Condition::InCheck,
            Predicate::Can(_) | Predicate::ToMove if on_route => return Err(BESIDE_REPLIES),
            Predicate::Can(wanted) => {
                let wanted = Self { about: About::Move, ..*self }.conjunction(wanted)?;
                // The moves are those of the player to move, and are evaluated in that player's view.
                if matches!(self.about, About::AnyTurn) && !wanted.is_of_any_asker() {
                    return Err(Unsupported("`@Can` of a condition that differs by player"));
                }
                Condition::Can(Box::new(wanted.of_position_marked()))
            }
            Predicate::ToMove => {
                let turns = 0..self.variant.turns.len() as u16;
                Condition::Turns(turns.filter(|&turn| self.variant.mover(turn) == self.player).collect())
            }
            Predicate::InHand(counts, roles) => Condition::Held(counts.clone(), *roles),
            Predicate::Counter(counter, counts) => {
                let slot = self.variant.counter_slot(*counter, self.player);
                Condition::Counter(Memory::new(self.variant).counter(slot), counts.clone())
            }
            Predicate::Passed(counts) if self.variant.choice.pass.is_none() => {
                Condition::Constant(counts.contains(0))
            }
            Predicate::Passed(counts) => Condition::Counter(Memory::PASSES, counts.clone()),
            Predicate::More => Condition::Leads(self.shares(false).collect()),
            Predicate::MorePoints => Condition::Leads(self.shares(true).collect()),
            Predicate::Points(counts) => {
                let own = self.shares(true).next().ok_or(Unsupported("points of a player without any"))?;
                Condition::Points(counts.clone(), Arc::new(own))
            }
            Predicate::Native(..) => return Err(Unsupported("a native predicate")),
        })
    }

    /// Predicates on the board after the move.
    fn after<const W: usize>(&self, inner: &[Predicate]) -> Result<Condition<W>, Unsupported> {
        match self.about {
            // On the board after the move, no piece is lifted.
            About::Route(site, spot) if site.before => {
                let after = Site { before: false, ..*site };
                return Ok(match after.conjunction(inner, spot)? {
                    Condition::Constant(value) => Condition::Constant(value),
                    condition => Condition::After(Box::new(condition)),
                });
            }
            About::Move | About::Drop(_) => {}
            _ => return Err(Unsupported("`@After` where no move is made")),
        }
        // Captures and checks of the move refer to the board before it; after it there is no move.
        let after: Condition<W> = Self { about: About::Position, ..*self }.conjunction(inner)?;
        let reckons = |part: &SquareExpr<W>| matches!(part, SquareExpr::Attacked);
        let attacks = |part: &Condition<W>| match part {
            Condition::Any(squares) | Condition::Count(_, squares) => squares.holds_part(&reckons),
            _ => false,
        };
        if after.has(&attacks) {
            return Err(Unsupported("`@Attacked` inside `@After`"));
        }
        if !self.one_leg() && inner.iter().any(says_target) {
            return Err(Unsupported("a place that depends on the route of the move"));
        }
        Ok(Condition::After(Box::new(after)))
    }

    /// The condition that the player has a right; with a square, the right of that square.
    fn right<const W: usize>(&self, right: RightId, square: Option<Option<Square>>) -> Condition<W> {
        let slots = self.variant.right_slots.iter().enumerate().take(64).filter(|(_, slot)| {
            slot.right == right
                && slot.player == self.player
                && square.is_none_or(|square| square.is_some() && slot.square == square)
        });
        match slots.fold(0, |mask, (bit, _)| mask | 1u64 << bit) {
            0 => Condition::Constant(false),
            mask => Condition::Right(mask),
        }
    }

    /// The conditions that predicates put on each square of a place.
    fn each<const W: usize>(
        &self,
        (site, spot): (&Site<'_>, &Spot<'_>),
        place: &Place,
        predicates: &[Predicate],
    ) -> Result<Vec<Condition<W>>, Unsupported> {
        let squares = site.squares(place, spot)?;
        let mut each = Vec::with_capacity(squares.len());
        for here in squares {
            each.push(site.conjunction(predicates, &Spot { here: Some(here), ..*spot })?);
        }
        Ok(each)
    }

    /// A test of one square by a movement.
    fn test_at<const W: usize>(
        &self,
        (site, spot): (&Site<'_>, &Spot<'_>),
        test: &Test,
        square: Square,
        landing: bool,
    ) -> Result<Condition<W>, Unsupported> {
        let at = square.0;
        if let Some((pieces, there)) = contents(test) {
            let known = if site.before && square == site.from {
                // The origin holds the moving piece, or counts as empty while the piece is lifted.
                let owned = !self.variant.role(site.role).neutral;
                let whose = match pieces.owner {
                    Owner::Anyone => true,
                    Owner::Own => owned,
                    Owner::Opponent => false,
                };
                Some(!landing && !site.lifted && whose && pieces.roles >> (site.role.0 & 63) & 1 == 1)
            } else {
                (site.vacant && site.before && square == site.to).then_some(false)
            };
            let is = known.map_or_else(|| Condition::Has(pieces.at(at)), Condition::Constant);
            return Ok(if there { is } else { is.negated() });
        }
        Ok(match test {
            // During an effect the piece is in transit, and the board has changed.
            Test::Attacked | Test::NotAttacked if !site.before => {
                return Err(Unsupported("an effect that depends on attacks"));
            }
            Test::Attacked => Condition::Attacked(at),
            Test::NotAttacked => Condition::Attacked(at).negated(),
            Test::In(zone) => Condition::Constant(self.variant.zone(*zone, self.player).contains(square)),
            Test::Mobile => {
                Condition::Constant(site.strides.mobile(self.variant, self.player, site.role, square))
            }
            Test::Same(place) => Condition::Constant(site.squares(place, spot)?.contains(&square)),
            other => {
                let there = SquareExpr::Fixed(Bits::single(square.index()));
                Condition::any(SquareExpr::all(vec![there, self.test(other, Named::Here)?]))
            }
        })
    }

    /// A test of the only square of a place.
    fn test_on<const W: usize>(&self, test: &Test, place: &Place) -> Result<Condition<W>, Unsupported> {
        self.not_lifted(test, place)?;
        let several = matches!(place.anchor, Anchor::Path | Anchor::Span(..) | Anchor::Runs(_));
        if place.steps.len() != 1 || several {
            return Err(Unsupported("a test of one square on a place of several"));
        }
        let mut squares = self.place::<W>(place)?;
        if let (Anchor::Zone(_), SquareExpr::Fixed(zone)) = (&place.anchor, &mut squares) {
            *zone = if zone.any() { Bits::single(zone.first()) } else { *zone };
        }
        Ok(Condition::any(SquareExpr::all(vec![squares, self.test(test, Named::Here)?])))
    }

    /// Whether this is one player's [view](multiplayer) of a game of more than two.
    fn of_several(&self) -> bool {
        self.variant.players.len() > 2
    }

    /// The shares of the asking player's side, then of each other side: points, or pieces on the board.
    fn shares(&self, points: bool) -> impl Iterator<Item = Share> {
        let mut sides = vec![self.variant.side(self.player)];
        for player in self.variant.everybody().iter() {
            if !sides.iter().any(|side| side.contains(player)) {
                sides.push(self.variant.side(player));
            }
        }
        sides.into_iter().map(move |side| self.share(side, points))
    }

    /// The share of a side: points, or pieces on the board.
    fn share(&self, side: PlayerSet, points: bool) -> Share {
        let none = Points::default();
        let known = self.variant.ending.points.as_ref().unwrap_or(&none);
        let worth = |role: RoleId| (role.0, if points { known.worth(role) } else { 1 });
        let (owner, roles): (_, Vec<(u8, i64)>) = if self.of_several() {
            (Owner::Anyone, multiplayer::of_side(self.variant, side).iter().map(worth).collect())
        } else {
            let owner = if side.contains(self.player) { Owner::Own } else { Owner::Opponent };
            (owner, (0..self.variant.roles.len() as u8).map(RoleId).map(worth).collect())
        };
        let komi = |player: PlayerId| known.komi.get(player.index()).copied().map_or(0, i64::from);
        Share {
            owner,
            roles: roles.into_iter().filter(|(_, worth)| *worth != 0).collect(),
            held: points && self.variant.hand.is_some(),
            komi: if points { side.iter().map(komi).sum() } else { 0 },
        }
    }

    /// For a piece that returns to its origin, the landing counts as empty; that is not known here.
    fn not_lifted(&self, test: &Test, place: &Place) -> Result<(), Unsupported> {
        let about_pieces = !matches!(test, Test::In(_) | Test::Same(_) | Test::Marked | Test::Unmoved);
        if matches!(self.about, About::Move) && about_pieces && matches!(place.anchor, Anchor::Landing) {
            return Err(Unsupported("a condition on the piece on a landing square"));
        }
        Ok(())
    }
}

/// The pieces that a test concerns, and whether they must be present or absent; `None` for other tests.
pub(super) fn contents<const W: usize>(test: &Test) -> Option<(Pieces<W>, bool)> {
    // Partners are not considered.
    Some(match test {
        Test::Empty => (Pieces::of(Owner::Anyone), false),
        Test::Occupied => (Pieces::of(Owner::Anyone), true),
        Test::Ally | Test::Own => (Pieces::of(Owner::Own), true),
        Test::NoAlly => (Pieces::of(Owner::Own), false),
        Test::Opponent => (Pieces::of(Owner::Opponent), true),
        Test::NoOpponent => (Pieces::of(Owner::Opponent), false),
        Test::Is(roles) => (Pieces { roles: roles.word(), ..Pieces::of(Owner::Anyone) }, true),
        _ => return None,
    })
}

/// The condition that an allowed number of conditions hold.
fn number<const W: usize>(counts: &CountSet, parts: Vec<Condition<W>>) -> Condition<W> {
    let sure = parts.iter().filter(|&part| *part == Condition::Constant(true)).count();
    let open: Vec<Condition<W>> =
        parts.into_iter().filter(|part| !matches!(part, Condition::Constant(_))).collect();
    let fits = |n: usize| counts.contains(n as u16);
    let range = sure..=sure + open.len();
    if range.clone().all(fits) {
        Condition::Constant(true)
    } else if !range.clone().any(fits) {
        Condition::Constant(false)
    } else if range.clone().all(|n| fits(n) == (n > sure)) {
        Condition::one(open)
    } else if range.clone().all(|n| fits(n) == (n == sure)) {
        Condition::all(open.into_iter().map(Condition::negated))
    } else {
        let ones = vec![Condition::Constant(true); sure];
        Condition::Number(counts.clone(), open.into_iter().chain(ones).collect())
    }
}

/// Whether a predicate counts squares given by the position, or squares of a zone. A zone is equal for all
/// movements, so it is fastest evaluated as a set.
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

/// Whether a predicate tests only the piece on the square of a quantifier.
fn asks_board(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Holds(test, place) => {
            let board = contents::<1>(test).is_some() || matches!(test, Test::In(_));
            board && matches!(place.anchor, Anchor::Here) && place.steps.len() == 1
        }
        Predicate::Not(inner) => inner.iter().all(asks_board),
        Predicate::Or(branches) => branches.iter().flatten().all(asks_board),
        _ => false,
    }
}
