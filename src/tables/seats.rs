//! Games of more than two as tables see them: one player against all who may take the player's pieces.
//!
//! The kinds of piece are told apart by their owners: with `n` roles, role `r` of player `p` is role `p·n + r` here. So the
//! sets of a state are the same whoever moves, and what one player sees is told by the roles alone: which pieces are the
//! player's, which may be taken, which are spared partners' (they are nobody's here), and which belong to players who are
//! out and go nowhere.

use crate::variant::{
    Anchor, Choice, Effect, Hand, Hook, Leg, Mode, Movement, PathRule, Piece, Place, PlayerId, PlayerSet,
    Predicate, Promotion, Revert, Role, RoleId, RoleSet, Runs, Taken, Test, Variant,
};

use super::formula::Unsupported;
use super::is_phased;

/// Who has the pieces of each role, by role, in the two seats at which tables are made.
pub type Seats = [Vec<Option<PlayerId>>; 2];

/// A game as one of its players sees it.
pub struct Seen {
    /// The rules, kinds of piece told apart by their owners.
    pub variant: Variant,
    /// Who sits where: the player in the first seat, in the second whoever may take the player's pieces.
    pub seats: Seats,
    /// Roles (a bit each) of which no drop may mate: what the rules of drops leave unsaid here.
    pub unmating: u64,
}

/// The seats of a game of two.
pub fn two(variant: &Variant) -> Seats {
    [PlayerId(0), PlayerId(1)].map(|player| vec![Some(player); variant.roles.len()])
}

/// The role of a player's pieces of a role of the game's.
pub fn owned(variant: &Variant, player: PlayerId, role: RoleId) -> RoleId {
    RoleId((player.index() * variant.roles.len() + role.index()) as u8)
}

/// Partners whose pieces are spared, as the players who are out leave them.
pub fn spared(variant: &Variant, player: PlayerId, out: PlayerSet) -> PlayerSet {
    match variant.choice.partners {
        true => PlayerSet::default(),
        false => variant.side(player).without(PlayerSet::single(player)).without(out),
    }
}

/// The game as a player sees it while these players are out.
///
/// # Errors
/// When the rules have something that tables have no form for among several.
pub fn seen(variant: &Variant, player: PlayerId, out: PlayerSet) -> Result<Seen, Unsupported> {
    check(variant)?;
    let count = variant.roles.len();
    let mut unmating = 0;
    let mut roles = Vec::with_capacity(variant.players.len() * count);
    for owner in variant.everybody().iter() {
        for (index, role) in variant.roles.iter().enumerate() {
            let id = RoleId(index as u8);
            let map = Owned { variant, owner, out, mover: owner == player };
            let spared = spared(variant, player, out).contains(owner);
            let mut seen = Role::new(role.name.clone(), role.letter);
            seen.royal = role.royal && owner == player;
            seen.neutral = spared;
            seen.reverts = Some(owned(variant, player, reverts(variant, id)));
            if !out.contains(owner) && !spared {
                seen.movements =
                    role.movements.iter().map(|movement| map.movement(movement)).collect::<Result<_, _>>()?;
                seen.promotion =
                    role.promotion.as_ref().map(|promotion| map.promotion(promotion)).transpose()?;
            }
            if owner == player {
                seen.supply = role.supply;
                for drop in &role.drops {
                    let (mates, guards): (Vec<_>, Vec<_>) =
                        drop.guards.iter().cloned().partition(forbids_mate);
                    unmating |= u64::from(!mates.is_empty()) << (roles.len() & 63);
                    seen.drops.push(map.hook(&Hook { guards, effects: drop.effects.clone() })?);
                }
            }
            roles.push(seen);
        }
    }
    let mut made = variant.clone();
    made.roles = roles;
    made.choice = Choice::default();
    made.hand = variant.hand.map(|hand| Hand { revert: Revert::Role, ..hand });
    for right in &mut made.rights {
        right.lost_with = everybodys(variant, right.lost_with);
    }
    for turn in &mut made.turns {
        turn.moving = RoleSet(u64::MAX);
    }
    let whose = |piece: Piece| Piece { role: owned(variant, piece.player, piece.role), ..piece };
    for square in &mut made.start.squares {
        *square = square.map(whose);
    }
    let seat = |own: bool| {
        let owners = variant.everybody().iter().flat_map(|owner| std::iter::repeat_n(owner, count));
        owners.map(|owner| Some(owner).filter(|&owner| (owner == player) == own)).collect()
    };
    Ok(Seen { variant: made, seats: [seat(true), seat(false)], unmating })
}

/// What a piece that is taken becomes in a hand.
fn reverts(variant: &Variant, role: RoleId) -> RoleId {
    let undone = variant.hand.is_none_or(|hand| hand.revert == Revert::Role);
    variant.role(role).reverts.filter(|_| undone).unwrap_or(role)
}

/// These roles, whoever's.
fn everybodys(variant: &Variant, roles: RoleSet) -> RoleSet {
    of_players(variant, roles, variant.everybody())
}

/// These roles of these players.
fn of_players(variant: &Variant, roles: RoleSet, players: PlayerSet) -> RoleSet {
    let roles = (0..variant.roles.len() as u8).map(RoleId).filter(|&role| roles.contains(role));
    roles.flat_map(|role| players.iter().map(move |player| owned(variant, player, role))).collect()
}

/// Whether a condition says that the move does not mate, and nothing else.
fn forbids_mate(predicate: &Predicate) -> bool {
    matches!(predicate, Predicate::Not(inner) if matches!(inner[..], [Predicate::Mates]))
}

/// Refuses what is not the same, or not known, where each is asked for one player against all others.
fn check(variant: &Variant) -> Result<(), Unsupported> {
    let refuse = |refused: bool, why| if refused { Err(Unsupported(why)) } else { Ok(()) };
    let players = variant.players.len();
    let each_once = variant.turns.len() == players && !is_phased(variant);
    refuse(!each_once || variant.has_phases(), "more than two players whose turns are no plain round")?;
    let mut movers: Vec<u8> = variant.turns.iter().map(|turn| turn.player.0).collect();
    movers.sort_unstable();
    movers.dedup();
    refuse(movers.len() != players, "more than two players whose turns are no plain round")?;
    refuse(variant.hooks().next().is_some(), "what follows moves among more than two players")?;
    refuse(!variant.ending.ends.is_empty(), "ends of its own among more than two players")?;
    let choice = &variant.choice;
    let chosen =
        !choice.guard.is_empty() || !choice.must.is_empty() || choice.most.is_some() || choice.pass.is_some();
    refuse(chosen, "conditions of all moves, compulsion or passes among more than two players")?;
    refuse(variant.has_neutral(), "pieces that are nobody's among more than two players")?;
    refuse(variant.roles.iter().any(|role| !role.chains.is_empty()), "chains among more than two players")?;
    // Of each role it is told whether its drops may mate, and not of each way to be dropped.
    let unmating = |drop: &Hook| drop.guards.iter().any(forbids_mate);
    let mixed = |role: &Role| role.drops.iter().any(unmating) && !role.drops.iter().all(unmating);
    refuse(variant.roles.iter().any(mixed), "drops of which some may mate among more than two players")?;
    let hand = variant.hand.unwrap_or_default();
    let unlike = hand.taken == Some(Taken::Owner) || hand.revert == Revert::Mark;
    refuse(variant.hand.is_some() && unlike, "hands of owners among more than two players")
}

/// Whether a condition is one that keeps a movement from taking allies, as it is asked of most.
fn is_usual(guard: &Predicate) -> bool {
    let test = |test: &Test| matches!(test, Test::Empty | Test::Opponent | Test::NoAlly);
    matches!(guard, Predicate::Holds(asked, place) if test(asked) && *place == Place::at(Anchor::Landing))
}

/// Why a game is refused whose movements ask for hands: an opponent's attacks would, too.
const HANDS: Unsupported = Unsupported("movements that ask for hands among more than two players");

/// Rewrites what a role says as its owner's pieces mean it.
struct Owned<'a> {
    variant: &'a Variant,
    owner: PlayerId,
    out: PlayerSet,
    /// Whether it is the player's own who sees the game.
    mover: bool,
}

impl Owned<'_> {
    fn role(&self, role: RoleId) -> RoleId {
        owned(self.variant, self.owner, role)
    }

    fn roles(&self, roles: &[RoleId]) -> Vec<RoleId> {
        roles.iter().map(|&role| self.role(role)).collect()
    }

    fn movement(&self, movement: &Movement) -> Result<Movement, Unsupported> {
        let last = movement.legs.len().saturating_sub(1);
        let guards = movement.legs.last().map_or(&[][..], |leg| &leg.guards);
        let parts = !spared(self.variant, self.owner, self.out).is_empty();
        if parts && movement.mode != Mode::Move && !guards.iter().any(is_usual) {
            return Err(Unsupported("what may take a spared partner's piece"));
        }
        let legs = movement.legs.iter().enumerate();
        Ok(Movement {
            mode: movement.mode,
            legs: legs
                .map(|(index, leg)| self.leg(leg, index == last, movement.mode))
                .collect::<Result<_, _>>()?,
            effects: movement.effects.iter().map(|effect| self.effect(effect)).collect::<Result<_, _>>()?,
            ..movement.clone()
        })
    }

    fn leg(&self, leg: &Leg, last: bool, mode: Mode) -> Result<Leg, Unsupported> {
        let path = match &leg.path {
            PathRule::Hurdles { counts, each } => {
                PathRule::Hurdles { counts: counts.clone(), each: self.all(each)? }
            }
            other => other.clone(),
        };
        // What may stand on the target is the same for both seats: the player's own pieces or those of the others, spared
        // ones being nobody's.
        let kept = |guard: &Predicate| last && mode != Mode::Move && is_usual(guard);
        let guards = leg.guards.iter();
        let guards = guards.map(|guard| if kept(guard) { Ok(guard.clone()) } else { self.predicate(guard) });
        Ok(Leg { path, guards: guards.collect::<Result<_, _>>()?, ..leg.clone() })
    }

    fn promotion(&self, promotion: &Promotion) -> Result<Promotion, Unsupported> {
        let stock = of_players(self.variant, promotion.stock, PlayerSet::single(self.owner));
        Ok(Promotion {
            to: self.roles(&promotion.to),
            when: self.all(&promotion.when)?,
            forced: promotion.forced.as_ref().map(|forced| self.all(forced)).transpose()?,
            stock,
        })
    }

    fn hook(&self, hook: &Hook) -> Result<Hook, Unsupported> {
        let effects = hook.effects.iter().map(|effect| self.effect(effect)).collect::<Result<_, _>>()?;
        Ok(Hook { guards: self.all(&hook.guards)?, effects })
    }

    fn all(&self, predicates: &[Predicate]) -> Result<Vec<Predicate>, Unsupported> {
        predicates.iter().map(|predicate| self.predicate(predicate)).collect()
    }

    fn predicate(&self, predicate: &Predicate) -> Result<Predicate, Unsupported> {
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
            // What others hold is not remembered as theirs.
            Predicate::InHand(..) if !self.mover => return Err(HANDS),
            Predicate::InHand(counts, roles) => Predicate::InHand(counts.clone(), self.own(*roles)),
            Predicate::Right(right, place) => {
                Predicate::Right(*right, place.as_ref().map(|place| self.place(place)).transpose()?)
            }
            Predicate::Constant(_) | Predicate::By(_) | Predicate::Counter(..) | Predicate::Passes => {
                predicate.clone()
            }
            _ => return Err(Unsupported("a question among more than two players")),
        })
    }

    fn own(&self, roles: RoleSet) -> RoleSet {
        of_players(self.variant, roles, PlayerSet::single(self.owner))
    }

    /// What a square is asked. Whose a piece is, its role says; only where nobody's pieces stand aside do the tables know
    /// it themselves, and ask faster.
    fn test(&self, test: &Test, place: &Place) -> Result<Predicate, Unsupported> {
        let all = RoleSet((1 << self.variant.roles.len()) - 1);
        let allies = spared(self.variant, self.owner, self.out).with(PlayerSet::single(self.owner));
        let known = self.mover && allies.len() == 1;
        let holds = |test| Predicate::Holds(test, place.clone());
        let of = |players| holds(Test::Is(of_players(self.variant, all, players)));
        let others = self.variant.everybody().without(allies);
        let empty_or = |players| Predicate::Or(vec![vec![holds(Test::Empty)], vec![of(players)]]);
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
            Test::Empty | Test::Occupied | Test::In(_) | Test::Attacked | Test::NotAttacked => {
                holds(test.clone())
            }
            Test::Marked | Test::Unmoved | Test::Mobile => holds(test.clone()),
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
            Effect::TakeMarker | Effect::KeepMarks => effect.clone(),
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
            _ => return Err(Unsupported("an effect among more than two players")),
        })
    }
}
