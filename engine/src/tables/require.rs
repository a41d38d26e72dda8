//! Distributes the conditions of a movement from one square: squares that must be empty, squares that are
//! counted, the contents of the target, and the rest.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Effect, Movement, PathRule, Promotion, RoleId};

use super::Unsupported;
use super::act::Act;
use super::condition::site::{Site, Spot};
use super::condition::squares::SquareExpr;
use super::condition::{Condition, Owner, Pieces};
use super::instance::{Asks, Choices, Hurdle, Instance};

impl<const W: usize> Instance<W> {
    /// The number of its conditions, including those of effects and hooks.
    pub(super) fn conditions(&self) -> usize {
        let acts = |acts: &[Act<W>]| acts.iter().map(Act::conditions).sum::<usize>();
        let hooks = self.hooks.iter().map(|hook| hook.when.size() + acts(&hook.acts));
        let choices = match &self.choices {
            Choices::Promotion(asks) => asks.when.size() + asks.forced.size(),
            _ => 0,
        };
        self.rest.iter().map(Condition::size).sum::<usize>()
            + acts(&self.acts)
            + hooks.sum::<usize>()
            + choices
    }

    /// Whether its effects might remove a piece.
    pub(super) fn may_remove(&self) -> bool {
        let mut shifts = 0;
        self.acts.iter().any(|act| match act {
            // A first shift to a square known to be empty removes nothing.
            Act::Shift(_, to) => {
                shifts += 1;
                shifts > 1 || !self.clear.contains(usize::from(*to))
            }
            Act::Promote => false,
            act => !act.keeps_board(),
        })
    }

    /// Whether any contents of the target are allowed.
    pub(super) fn possible(&self) -> bool {
        (self.target.empty || self.target.opponent || self.target.own)
            && (self.target.roles != 0 || self.target.empty)
    }

    pub(super) fn require_empty(&mut self, square: u16) -> bool {
        if square == self.to {
            self.target.opponent = false;
            self.target.own = false;
            return self.target.empty;
        }
        self.clear.insert(usize::from(square));
        true
    }

    /// Adds the conditions of a path. The origin counts as empty where the path crosses it.
    pub(super) fn path(
        &mut self,
        site: &Site<'_>,
        rule: &PathRule,
        path: &[Square],
        spot: &Spot<'_>,
    ) -> Result<bool, Unsupported> {
        let path = path.iter().copied().filter(|&square| square != site.from);
        match rule {
            PathRule::Empty => {
                for square in path {
                    if !self.require_empty(square.0) {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            PathRule::Hurdles { counts, each } => {
                let mut squares = Bits::<W>::EMPTY;
                let mut length = 0u16;
                for square in path {
                    if square.0 == self.to {
                        return Err(Unsupported("a path that crosses its own target"));
                    }
                    squares.insert(square.index());
                    length += 1;
                    if each.is_empty() {
                        continue;
                    }
                    let kind = site.conjunction(each, &Spot { here: Some(square), ..*spot })?;
                    let empty = Condition::Lacks(Pieces::of(Owner::Anyone).at(square.0));
                    let kind = if kind.is_absence(square.0) { kind } else { Condition::one([empty, kind]) };
                    if !self.require(kind) {
                        return Ok(false);
                    }
                }
                if (0..=length).all(|n| counts.contains(n)) {
                    return Ok(true);
                }
                if length > 63 {
                    // More numbers than a mask has bits.
                    let all = SquareExpr::Pieces(Pieces { on: squares, ..Pieces::of(Owner::Anyone) });
                    return Ok(self.require(Condition::Count(counts.clone(), all)));
                }
                let fitting = (0..=length).filter(|&n| counts.contains(n));
                let mask = fitting.fold(0u64, |mask, n| mask | 1 << n);
                if mask == 0 {
                    return Ok(false);
                }
                if mask == 1 {
                    self.clear |= squares;
                } else {
                    self.hurdles.push(Hurdle { squares: squares.0, counts: mask });
                }
                Ok(true)
            }
        }
    }

    /// Adds a condition; false if the instance becomes impossible.
    pub(super) fn require(&mut self, condition: Condition<W>) -> bool {
        let to = Bits::single(usize::from(self.to));
        match condition {
            Condition::All(parts) => return parts.into_iter().all(|part| self.require(part)),
            Condition::Lacks(pieces) if pieces.is_any() => {
                if (pieces.on & to).any() {
                    self.target.opponent = false;
                    self.target.own = false;
                }
                self.clear |= pieces.on & !to;
            }
            Condition::Lacks(pieces) if (pieces.on & to).any() && self.excludes_from_target(&pieces) => {
                let on = pieces.on & !to;
                if on.any() {
                    return self.require(Condition::Lacks(Pieces { on, ..pieces }));
                }
            }
            Condition::Has(pieces) if pieces.on == to => {
                self.target.empty = false;
                self.target.own &= pieces.owner != Owner::Opponent;
                self.target.opponent &= pieces.owner != Owner::Own;
                self.target.roles &= pieces.roles;
            }
            Condition::Has(pieces) if pieces.is_any() && !pieces.on.several() => {
                self.hurdles.push(Hurdle { squares: pieces.on.0, counts: 2 });
            }
            other => return Condition::also(&mut self.rest, other),
        }
        self.possible()
    }

    /// Excludes pieces from the target; false if a [`Target`](super::instance::Target) cannot express that.
    fn excludes_from_target(&mut self, pieces: &Pieces<W>) -> bool {
        match (pieces.owner, pieces.roles) {
            (Owner::Anyone, roles) => self.target.roles &= !roles,
            (Owner::Own, u64::MAX) => self.target.own = false,
            (Owner::Opponent, u64::MAX) => self.target.opponent = false,
            _ => return false,
        }
        true
    }

    /// Computes the possible promotions.
    pub(super) fn choose(
        &mut self,
        site: &Site<'_>,
        movement: &Movement,
        spot: &Spot<'_>,
    ) -> Result<(), Unsupported> {
        for effect in &movement.effects {
            if let Effect::Promote(roles) = effect {
                self.choices = Choices::Always(each_once(roles));
                return Ok(());
            }
            if let Effect::Drop(roles, _) = effect {
                self.choices = Choices::Held(each_once(roles));
                return Ok(());
            }
        }
        let Some(promotion) = &site.variant.role(site.role).promotion else { return Ok(()) };
        if let Some(asks) = asks(site, promotion, spot)? {
            self.choices = Choices::Promotion(Box::new(asks));
        }
        Ok(())
    }
}

/// The conditions of a promotion on a route; `None` if the route never promotes.
fn asks<const W: usize>(
    site: &Site<'_>,
    promotion: &Promotion,
    spot: &Spot<'_>,
) -> Result<Option<Asks<W>>, Unsupported> {
    let when = site.conjunction(&promotion.when, spot)?;
    if when == Condition::Constant(false) {
        return Ok(None);
    }
    let forced = match &promotion.forced {
        Some(_) if promotion.to.is_empty() => Condition::Constant(false),
        Some(predicates) => site.conjunction(predicates, spot)?,
        None => Condition::Constant(false),
    };
    Ok(Some(Asks { when, forced }))
}

/// The promotion roles without duplicates, in order.
pub fn each_once(roles: &[RoleId]) -> Vec<u8> {
    let mut kept: Vec<u8> = Vec::with_capacity(roles.len());
    for role in roles {
        if !kept.contains(&role.0) {
            kept.push(role.0);
        }
    }
    kept
}
