//! What conditions make of a movement from one square: squares that must be empty, squares that are counted, what may stand on
//! the target, and the rest.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Effect, Movement, PathRule, Promotion, RoleId};

use super::act::Act;
use super::formula::{Formula, Site, Spot, Unsupported};
use super::instance::{Asks, Choices, Hurdle, Instance};

impl<const W: usize> Instance<W> {
    /// How many conditions it has, those of its effects and of what follows included.
    pub(super) fn conditions(&self) -> usize {
        let acts = |acts: &[Act<W>]| acts.iter().map(Act::conditions).sum::<usize>();
        let hooks = self.hooks.iter().map(|hook| hook.when.size() + acts(&hook.acts));
        let choices = match &self.choices {
            Choices::Promotion(asks) => asks.when.size() + asks.forced.size(),
            _ => 0,
        };
        self.rest.iter().map(Formula::size).sum::<usize>() + acts(&self.acts) + hooks.sum::<usize>() + choices
    }

    /// Whether its effects might remove a piece.
    pub(super) fn may_remove(&self) -> bool {
        let mut shifts = 0;
        self.acts.iter().any(|act| match act {
            // Onto a square that is known to be empty, if nothing has come there before.
            Act::Shift(_, to) => {
                shifts += 1;
                shifts > 1 || !self.clear.contains(usize::from(*to))
            }
            Act::Promote => false,
            act => !act.keeps_board(),
        })
    }

    /// Whether anything may stand on the target at all.
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

    /// What a path must be. The origin counts as empty, wherever the path crosses it.
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
                    let there = Formula::Empty(square.0);
                    let kind = if kind.is_absence(square.0) { kind } else { Formula::any([there, kind]) };
                    if !self.require(kind) {
                        return Ok(false);
                    }
                }
                if (0..=length).all(|n| counts.contains(n)) {
                    return Ok(true);
                }
                if length > 63 {
                    // More than the bits of a mask can tell apart.
                    let all = squares.indices().map(|square| Formula::Empty(square as u16).negated());
                    return Ok(self.require(Formula::Count(counts.clone(), all.collect())));
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

    /// Adds a condition; false if the instance can then never be.
    pub(super) fn require(&mut self, formula: Formula<W>) -> bool {
        match formula {
            Formula::Constant(value) => value,
            Formula::All(parts) => parts.into_iter().all(|part| self.require(part)),
            Formula::Empty(square) => self.require_empty(square),
            Formula::Opponent(square) if square == self.to => {
                self.target.empty = false;
                self.target.own = false;
                self.target.opponent
            }
            Formula::Ally(square) if square == self.to => {
                self.target.empty = false;
                self.target.opponent = false;
                self.target.own
            }
            Formula::Is(square, roles) if square == self.to => {
                self.target.empty = false;
                self.target.roles &= roles;
                self.target.roles != 0
            }
            Formula::Not(inner) => match *inner {
                Formula::Ally(square) if square == self.to => {
                    self.target.own = false;
                    true
                }
                Formula::Opponent(square) if square == self.to => {
                    self.target.opponent = false;
                    true
                }
                Formula::Empty(square) if square == self.to => {
                    self.target.empty = false;
                    true
                }
                Formula::Is(square, roles) if square == self.to => {
                    self.target.roles &= !roles;
                    self.target.empty || self.target.roles != 0
                }
                Formula::Empty(square) => {
                    let squares = Bits::<W>::single(usize::from(square)).0;
                    self.hurdles.push(Hurdle { squares, counts: 2 });
                    true
                }
                _ => {
                    self.rest.push(Formula::Not(inner));
                    true
                }
            },
            other => {
                self.rest.push(other);
                true
            }
        }
    }

    /// Finds what the piece may become; what is known of when it may and when it must has been worked out before.
    pub(super) fn choose(
        &mut self,
        site: &Site<'_>,
        movement: &Movement,
        spot: &Spot<'_>,
        (when, forced): (Option<Formula<W>>, Option<Formula<W>>),
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
        if let Some(asks) = asks(site, promotion, spot, (when, forced))? {
            self.choices = Choices::Promotion(Box::new(asks));
        }
        Ok(())
    }
}

/// What a promotion asks of a route, unless it never is; what is known of when it may be and when it must has been worked out
/// before.
pub(super) fn asks<const W: usize>(
    site: &Site<'_>,
    promotion: &Promotion,
    spot: &Spot<'_>,
    (when, forced): (Option<Formula<W>>, Option<Formula<W>>),
) -> Result<Option<Asks<W>>, Unsupported> {
    let when = when.map_or_else(|| site.conjunction(&promotion.when, spot), Ok)?;
    if when == Formula::Constant(false) {
        return Ok(None);
    }
    let forced = match &promotion.forced {
        Some(_) if promotion.to.is_empty() => Formula::Constant(false),
        Some(predicates) => forced.map_or_else(|| site.conjunction(predicates, spot), Ok)?,
        None => Formula::Constant(false),
    };
    Ok(Some(Asks { when, forced }))
}

/// The roles of a promotion, each once, in order.
pub fn each_once(roles: &[RoleId]) -> Vec<u8> {
    let mut kept: Vec<u8> = Vec::with_capacity(roles.len());
    for role in roles {
        if !kept.contains(&role.0) {
            kept.push(role.0);
        }
    }
    kept
}
