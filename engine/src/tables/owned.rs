//! Rewrites rules for the owner of a piece in a game of more than two players: roles become the owner's, and
//! tests of ownership become tests of roles.

use crate::variant::{
    Anchor, Effect, Hook, Leg, Mode, Movement, PathRule, Place, PlayerId, PlayerSet, Predicate, Promotion,
    RoleId, RoleSet, Runs, Test, Variant,
};

use super::Unsupported;
use super::guard::spares_replies;
use super::mentions::mentions;
use super::multiplayer::{everybodys, held, nobodys, of_players, owned, somebodys, spared};
use super::rounds::is_round;

/// Whether a condition is the usual one that keeps a movement from capturing allies.
fn is_usual(guard: &Predicate) -> bool {
    let test = |test: &Test| matches!(test, Test::Empty | Test::Opponent | Test::NoAlly);
    matches!(guard, Predicate::Holds(asked, place) if test(asked) && *place == Place::at(Anchor::Landing))
}

/// The reason for rejecting movements that test hands: opponents' attacks would test them too.
const HANDS: Unsupported = Unsupported("movements that depend on hands, with more than two players");

/// The subject of a condition. Conditions of movements are also tested in imagined replies of others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A movement, a drop, or a hook.
    OfMovement,
    /// A move of the player to move.
    OfMove,
    /// The position after such a move.
    AfterMove,
    /// A position on any player's turn.
    OfPosition,
}

/// Rewrites the rules of a role for its owner.
pub struct Owned<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The owner.
    pub owner: PlayerId,
    /// The eliminated players.
    pub out: PlayerSet,
    /// Whether the owner is the player of the view.
    pub mover: bool,
    /// The subject of the rewritten conditions.
    pub asked: Asked,
}

impl Owned<'_> {
    fn role(&self, role: RoleId) -> RoleId {
        owned(self.variant, self.owner, role)
    }

    fn roles(&self, roles: &[RoleId]) -> Vec<RoleId> {
        roles.iter().map(|&role| self.role(role)).collect()
    }

    /// Rewrites a movement, and adds the conditions on all moves.
    ///
    /// # Errors
    /// If something in it is not known for each player separately.
    pub fn movement(&self, movement: &Movement) -> Result<Movement, Unsupported> {
        let last = movement.legs.len().saturating_sub(1);
        let guards = movement.legs.last().map_or(&[][..], |leg| &leg.guards);
        // A reply may capture another opponent's piece beside a royal, and the tables only know the player's
        // pieces.
        let takes = |one: &Predicate| matches!(one, Predicate::Takes(roles) if *roles != RoleSet::ALL);
        let asked = movement.legs.iter().map(|leg| &leg.guards).chain([&self.variant.choice.guard]);
        if !self.mover && !movement.effects.is_empty() && asked.into_iter().any(|all| mentions(all, &takes)) {
            return Err(Unsupported("effects with `@Takes`, with more than two players"));
        }
        let parts = !spared(self.variant, self.owner, self.out).is_empty();
        if parts && movement.mode != Mode::Move && !guards.iter().any(is_usual) {
            return Err(Unsupported("movements that may capture a spared partner's piece"));
        }
        // A capture on another opponent's square matters only if the move captures the player's pieces
        // elsewhere.
        let seated = movement.mode != Mode::Move && (self.mover || movement.effects.is_empty());
        let legs = movement.legs.iter().enumerate();
        let legs = legs.map(|(index, leg)| self.leg(leg, index == last && seated));
        let mut legs: Vec<Leg> = legs.collect::<Result<_, _>>()?;
        if let Some(leg) = legs.last_mut() {
            leg.guards.extend(self.guards()?);
        }
        Ok(Movement {
            mode: movement.mode,
            legs,
            effects: movement.effects.iter().map(|effect| self.effect(effect)).collect::<Result<_, _>>()?,
            ..movement.clone()
        })
    }

    /// The conditions on all moves that also restrict imagined replies.
    ///
    /// # Errors
    /// As [`Owned::movement`].
    pub fn guards(&self) -> Result<Vec<Predicate>, Unsupported> {
        let guards = self.variant.choice.guard.iter().filter(|one| !spares_replies(one));
        guards.map(|one| self.predicate(one)).collect()
    }

    /// Rewrites a leg; `seated` if the usual condition on its target is kept for the two sides.
    fn leg(&self, leg: &Leg, seated: bool) -> Result<Leg, Unsupported> {
        let path = match &leg.path {
            PathRule::Hurdles { counts, each } => {
                PathRule::Hurdles { counts: counts.clone(), each: self.all(each)? }
            }
            other => other.clone(),
        };
        // The usual condition on the target fits both sides unchanged: own pieces against the others', with
        // spared ones neutral.
        let kept = |guard: &Predicate| seated && is_usual(guard);
        let guards = leg.guards.iter();
        let guards = guards.map(|guard| if kept(guard) { Ok(guard.clone()) } else { self.predicate(guard) });
        Ok(Leg { path, guards: guards.collect::<Result<_, _>>()?, ..leg.clone() })
    }

    /// Rewrites a promotion.
    ///
    /// # Errors
    /// As [`Owned::movement`].
    pub fn promotion(&self, promotion: &Promotion) -> Result<Promotion, Unsupported> {
        let stock = of_players(self.variant, promotion.stock, PlayerSet::single(self.owner));
        Ok(Promotion {
            to: self.roles(&promotion.to),
            when: self.all(&promotion.when)?,
            forced: promotion.forced.as_ref().map(|forced| self.all(forced)).transpose()?,
            stock,
        })
    }

    /// Rewrites a hook, or a way to be dropped.
    ///
    /// # Errors
    /// As [`Owned::movement`].
    pub fn hook(&self, hook: &Hook) -> Result<Hook, Unsupported> {
        let effects = hook.effects.iter().map(|effect| self.effect(effect)).collect::<Result<_, _>>()?;
        Ok(Hook { guards: self.all(&hook.guards)?, effects })
    }

    /// Rewrites a list of predicates.
    ///
    /// # Errors
    /// As [`Owned::movement`].
    pub fn all(&self, predicates: &[Predicate]) -> Result<Vec<Predicate>, Unsupported> {
        predicates.iter().map(|predicate| self.predicate(predicate)).collect()
    }

    fn predicate(&self, predicate: &Predicate) -> Result<Predicate, Unsupported> {
        let of_a_move = matches!(predicate, Predicate::Takes(_) | Predicate::Drops(_) | Predicate::Passes);
        if of_a_move && matches!(self.asked, Asked::AfterMove | Asked::OfPosition) {
            return Err(Unsupported("a condition on a move where no move is made"));
        }
        Ok(match predicate {
            Predicate::Holds(test, place) => self.test(test, &self.place(place)?)?,
            Predicate::Count(counts, place, each) => {
                Predicate::Count(counts.clone(), self.place(place)?, self.all(each)?)
            }
            Predicate::All(place, each) => Predicate::All(self.place(place)?, self.all(each)?),
            Predicate::Not(inner) => Predicate::Not(self.all(inner)?),
            Predicate::Or(branches) => {
                Predicate::Or(branches.iter().map(|branch| self.all(branch)).collect::<Result<_, _>>()?)
            }
            Predicate::Takes(roles) => Predicate::Takes(everybodys(self.variant, *roles)),
            Predicate::Drops(roles) => Predicate::Drops(self.own(*roles)),
            // The state does not know the hands of other players.
            Predicate::InHand(..) if !self.mover => return Err(HANDS),
            Predicate::InHand(counts, roles) => {
                let roles = roles.iter().filter(|role| role.index() < self.variant.roles.len());
                let roles = roles.map(|role| held(self.variant, self.owner, role)).collect();
                Predicate::InHand(counts.clone(), roles)
            }
            Predicate::Right(right, place) => {
                Predicate::Right(*right, place.as_ref().map(|place| self.place(place)).transpose()?)
            }
            Predicate::Constant(_) | Predicate::By(_) | Predicate::Counter(..) | Predicate::Passes => {
                predicate.clone()
            }
            Predicate::ToMove if self.asked == Asked::OfMove => Predicate::Constant(true),
            // In a plain round no player moves twice in a row; in other orders that depends on the eliminated
            // players.
            Predicate::ToMove if self.asked == Asked::AfterMove && is_round(self.variant) => {
                Predicate::Constant(false)
            }
            Predicate::ToMove if self.asked == Asked::AfterMove => {
                return Err(Unsupported("`@ToMove` after a move, in a turn order other than a plain round"));
            }
            Predicate::After(inner) if self.asked == Asked::OfMove => {
                let after = Owned { asked: Asked::AfterMove, ..*self };
                Predicate::After(after.all(inner)?)
            }
            Predicate::Can(inner) if self.asked == Asked::OfMove => Predicate::Can(self.all(inner)?),
            Predicate::ToMove
            | Predicate::InCheck
            | Predicate::Passed(_)
            | Predicate::More
            | Predicate::MorePoints
            | Predicate::Points(_)
                if self.asked != Asked::OfMovement =>
            {
                predicate.clone()
            }
            _ => {
                return Err(Unsupported(
                    "a condition that the tables do not know with more than two players",
                ));
            }
        })
    }

    fn own(&self, roles: RoleSet) -> RoleSet {
        of_players(self.variant, roles, PlayerSet::single(self.owner))
    }

    /// Rewrites a test of a square. The role tells the owner. Without spared partners the tables know the two
    /// sides directly, which is faster to test.
    fn test(&self, test: &Test, place: &Place) -> Result<Predicate, Unsupported> {
        let all = somebodys(self.variant, RoleSet((1 << self.variant.roles.len()) - 1));
        let allies = spared(self.variant, self.owner, self.out).with(PlayerSet::single(self.owner));
        let known = self.mover && allies.len() == 1;
        let holds = |test| Predicate::Holds(test, place.clone());
        let of = |players| holds(Test::Is(of_players(self.variant, all, players)));
        let others = self.variant.everybody().without(allies);
        let nobodys = nobodys(self.variant);
        let empty_or = |players| {
            let mut ways = vec![vec![holds(Test::Empty)], vec![of(players)]];
            if nobodys != RoleSet::default() {
                ways.push(vec![holds(Test::Is(nobodys))]);
            }
            Predicate::Or(ways)
        };
        Ok(match test {
            Test::Is(roles) => holds(Test::Is(everybodys(self.variant, *roles))),
            Test::Ally | Test::Own | Test::Opponent | Test::NoAlly | Test::NoOpponent if known => {
                holds(test.clone())
            }
            Test::Own => of(PlayerSet::single(self.owner)),
            Test::Ally => of(allies),
            Test::Opponent => of(others),
            Test::NoAlly => empty_or(others),
            Test::NoOpponent => empty_or(allies),
            Test::Same(other) => holds(Test::Same(self.place(other)?)),
            Test::Attacked | Test::NotAttacked if self.asked != Asked::OfMovement => {
                return Err(Unsupported("`@Attacked` in a condition on turns or on every move"));
            }
            // The test does not depend on the owner.
            other => holds(other.clone()),
        })
    }

    fn place(&self, place: &Place) -> Result<Place, Unsupported> {
        let anchor = match &place.anchor {
            Anchor::Span(a, b) => Anchor::Span(Box::new(self.place(a)?), Box::new(self.place(b)?)),
            Anchor::Runs(runs) => Anchor::Runs(Box::new(Runs {
                start: self.place(&runs.start)?,
                along: self.all(&runs.along)?,
                until: self.all(&runs.until)?,
                counts: runs.counts.clone(),
            })),
            other => other.clone(),
        };
        Ok(Place { anchor, steps: place.steps.clone() })
    }

    fn effect(&self, effect: &Effect) -> Result<Effect, Unsupported> {
        Ok(match effect {
            Effect::Take(place, filter) => Effect::Take(self.place(place)?, self.all(filter)?),
            Effect::Shift(from, to) => Effect::Shift(self.place(from)?, self.place(to)?),
            Effect::Mark(place) => Effect::Mark(self.place(place)?),
            Effect::TakeMarker | Effect::KeepMarks | Effect::Again => effect.clone(),
            Effect::Promote(roles) => Effect::Promote(self.roles(roles)),
            Effect::Become(role) => Effect::Become(self.role(*role)),
            Effect::Put(role, place) => Effect::Put(self.role(*role), self.place(place)?),
            Effect::Drop(..) if !self.mover => return Err(HANDS),
            Effect::Drop(roles, place) => Effect::Drop(self.roles(roles), self.place(place)?),
            Effect::Add(..) | Effect::Set(..) | Effect::Copy(..) => effect.clone(),
            Effect::Gain(right, None) | Effect::Lose(right, None) => match effect {
                Effect::Gain(..) => Effect::Gain(*right, None),
                _ => Effect::Lose(*right, None),
            },
            _ => return Err(Unsupported("an effect that the tables do not know with more than two players")),
        })
    }
}
