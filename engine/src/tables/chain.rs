//! Chains: each repetition from every square, its conditions folded. What a chain is made of at run time.

use crate::bits::Bits;
use crate::variant::{
    Anchor, Chain, Effect, Movement, PathRule, Place, PlayerId, Predicate, Role, RoleId, Test, Variant,
};

use super::Unsupported;
use super::act::Act;
use super::condition::{Condition, Owner, Pieces};
use super::instance::{Budget, Choices, Instance, hooks_on_board, links};
use super::movement::{Promotion, ScriptedMove};
use super::removal::Prey;
use super::require::each_once;

/// How pieces of one role go chains.
#[derive(Clone, Debug)]
pub struct Chains<const W: usize> {
    /// The role.
    pub role: u8,
    /// The role's chains, in the order of the rules.
    pub chains: Vec<Links<W>>,
    /// By square: where pieces of the opponent's may be taken first.
    pub near: Vec<Bits<W>>,
    /// By square: where pieces may be taken first whosever they are.
    pub beside: Vec<Bits<W>>,
    /// Whether some repetition asks more than what is empty and what is the opponent's.
    pub asks: bool,
    /// What it becomes where a chain ends.
    pub promotion: Promotion<W>,
    /// A movement that stands for all repetitions where conditions are asked one by one.
    pub asked: ScriptedMove<W>,
}

/// The repetitions of one chain.
#[derive(Clone, Debug)]
pub struct Links<const W: usize> {
    /// How often and how far.
    pub chain: Chain,
    /// By square, in the order in which they are tried.
    pub from: Vec<Vec<Link<W>>>,
}

/// One repetition from one square, the piece itself off the board.
#[derive(Clone, Debug)]
pub struct Link<const W: usize> {
    /// Where it ends.
    pub to: u16,
    /// Squares that must be empty, the landing among them.
    pub clear: Bits<W>,
    /// Squares that must hold pieces of the opponent's.
    pub theirs: Bits<W>,
    /// What it takes, if something stands there.
    pub takes: Bits<W>,
    /// What else is asked; `None` for most.
    pub more: Option<Box<More<W>>>,
}

/// What is asked of a repetition one by one.
#[derive(Clone, Debug)]
pub struct More<const W: usize> {
    /// Squares whose pieces are counted, and the numbers that will do (a bit each).
    pub hurdles: Vec<(Bits<W>, u64)>,
    /// What else must hold.
    pub rest: Vec<Condition<W>>,
    /// What it takes where a condition holds.
    pub takes: Vec<(u16, Condition<W>)>,
}

/// The chains of the roles whose pieces move from a seat.
///
/// # Errors
/// When chains stand beside something with which they have no form here.
pub fn chains<const W: usize>(
    variant: &Variant,
    seat: &[Option<PlayerId>],
    room: &Budget,
) -> Result<Vec<Chains<W>>, Unsupported> {
    let mut found = Vec::new();
    for (index, role) in variant.roles.iter().enumerate().filter(|(_, role)| !role.chains.is_empty()) {
        let Some(player) = seat.get(index).copied().flatten() else { continue };
        let id = RoleId(index as u8);
        check(variant, id, role)?;
        let mut chains = Vec::new();
        let mut near = vec![Bits::EMPTY; Bits::<W>::CAPACITY];
        let mut beside = near.clone();
        let mut asks = false;
        let mut ends = Vec::new();
        for (number, chain) in role.chains.iter().enumerate() {
            let mut from = vec![Vec::new(); Bits::<W>::CAPACITY];
            for instance in links::<W>(variant, player, id, number as u16, room)? {
                let origin = usize::from(instance.from);
                let Some(link) = link(&instance)? else { continue };
                let maybe = link.more.as_ref().map_or(Bits::EMPTY, |more| {
                    more.takes.iter().fold(Bits::EMPTY, |all, (at, _)| all | Bits::single(usize::from(*at)))
                });
                asks |= link.more.is_some();
                near[origin] |= link.theirs;
                if link.theirs.is_empty() {
                    beside[origin] |= link.takes | maybe;
                }
                from[origin].push(link);
                ends.push(instance);
            }
            chains.push(Links { chain: chain.clone(), from });
        }
        let promotion = promotion(role, &ends)?;
        let asked = ScriptedMove {
            asks: Bits::FULL,
            changes: Bits::FULL,
            role: id.0,
            from: 0,
            to: 0,
            way: 1,
            takes: false,
            clear: Bits::EMPTY,
            hurdles: Vec::new(),
            target: super::instance::Target { empty: true, opponent: false, own: false, roles: u64::MAX },
            rights: 0,
            stays: false,
            rest: Vec::new(),
            ahead: Vec::new(),
            acts: Vec::new(),
            choices: Choices::None,
            hooks: Vec::new(),
            overlaps: false,
        };
        found.push(Chains { role: id.0, chains, near, beside, asks, promotion, asked });
    }
    Ok(found)
}

/// Refuses what stands beside chains where they have no form.
fn check(variant: &Variant, id: RoleId, role: &Role) -> Result<(), Unsupported> {
    if !variant.royals().is_empty() || Prey::<1>::is_asked_for(variant) {
        return Err(Unsupported("chains where attacks are asked for"));
    }
    if !variant.choice.guard.is_empty() || !hooks_on_board(variant, id).is_empty() || super::flips(variant) {
        return Err(Unsupported("chains beside hooks or conditions of all moves"));
    }
    if role.neutral || role.movements.iter().any(|one| one.chain.is_none() && !one.effects.is_empty()) {
        return Err(Unsupported("chains beside movements with effects"));
    }
    let promotes = role.promotion.as_ref();
    let by_target = |all: &[Predicate]| all.iter().all(tells_target);
    if promotes.is_some_and(|one| {
        !one.stock.is_empty() || !by_target(&one.when) || !one.forced.as_deref().is_none_or(by_target)
    }) {
        return Err(Unsupported("chains beside a promotion that the target does not tell"));
    }
    if role.movements.iter().any(|one| one.chain.is_some() && names_origin(one)) {
        return Err(Unsupported("a chain that looks back to its origin"));
    }
    Ok(())
}

/// Whether a condition asks in which zone the move ends, and nothing else.
fn tells_target(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Holds(Test::In(_), place) => {
            matches!(place.anchor, Anchor::Landing | Anchor::To) && place.steps.len() == 1
        }
        Predicate::Constant(_) | Predicate::By(_) => true,
        Predicate::Not(inner) => inner.iter().all(tells_target),
        Predicate::Or(branches) => branches.iter().flatten().all(tells_target),
        _ => false,
    }
}

/// Whether a repetition names the origin of the whole move, which no table of repetitions knows.
fn names_origin(movement: &Movement) -> bool {
    fn place(at: &Place) -> bool {
        match &at.anchor {
            Anchor::From => true,
            Anchor::Span(a, b) => place(a) || place(b),
            Anchor::Runs(runs) => place(&runs.start) || all(&runs.along) || all(&runs.until),
            _ => false,
        }
    }
    fn all(predicates: &[Predicate]) -> bool {
        predicates.iter().any(|one| match one {
            Predicate::Holds(Test::Same(other), at) => place(other) || place(at),
            Predicate::Holds(_, at) | Predicate::Right(_, Some(at)) => place(at),
            Predicate::Count(_, at, inner) | Predicate::All(at, inner) => place(at) || all(inner),
            Predicate::Not(inner) => all(inner),
            Predicate::Or(branches) => branches.iter().any(|branch| all(branch)),
            _ => false,
        })
    }
    let on_path = |rule: &PathRule| matches!(rule, PathRule::Hurdles { each, .. } if all(each));
    movement.legs.iter().any(|leg| all(&leg.guards) || on_path(&leg.path))
        || movement.effects.iter().any(|effect| match effect {
            Effect::Take(at, filter) => place(at) || all(filter),
            _ => true,
        })
}

/// A repetition in its own form; `None` if it never takes anything.
fn link<const W: usize>(instance: &Instance<W>) -> Result<Option<Link<W>>, Unsupported> {
    let (mut theirs, mut takes) = (Bits::EMPTY, Bits::EMPTY);
    let mut more = More { hurdles: Vec::new(), rest: Vec::new(), takes: Vec::new() };
    for part in &instance.rest {
        match part {
            Condition::Has(pieces)
                if pieces.is_like(&Pieces::of(Owner::Opponent)) && !pieces.on.several() =>
            {
                theirs |= pieces.on;
            }
            other => more.rest.push(other.clone()),
        }
    }
    more.hurdles.extend(instance.hurdles.iter().map(|hurdle| (Bits(hurdle.squares), hurdle.counts)));
    for act in &instance.acts {
        let Act::Take(squares) = act else { return Err(Unsupported("a chain that takes runs")) };
        for (square, filter) in squares {
            match filter {
                Condition::Constant(true) => takes.insert(usize::from(*square)),
                Condition::Constant(false) => {}
                other => more.takes.push((*square, other.clone())),
            }
        }
    }
    let mut clear = instance.clear;
    clear.insert(usize::from(instance.to));
    if takes.is_empty() && more.takes.is_empty() || (theirs & clear).any() {
        return Ok(None);
    }
    let plain = more.hurdles.is_empty() && more.rest.is_empty() && more.takes.is_empty();
    let more = (!plain).then(|| Box::new(more));
    Ok(Some(Link { to: instance.to, clear, theirs, takes, more }))
}

/// What a role becomes where a chain ends: its target tells it.
fn promotion<const W: usize>(role: &Role, ends: &[Instance<W>]) -> Result<Promotion<W>, Unsupported> {
    let mut made = Promotion::default();
    let Some(promotion) = &role.promotion else { return Ok(made) };
    made.to = each_once(&promotion.to);
    let non_line_attacks = Unsupported("chains beside a promotion that the target does not tell");
    for instance in ends {
        let to = usize::from(instance.to);
        match &instance.choices {
            Choices::None => {}
            Choices::Promotion(asks) if asks.when == Condition::Constant(true) => match asks.forced {
                Condition::Constant(true) => made.forced.insert(to),
                Condition::Constant(false) => made.optional.insert(to),
                _ => return Err(non_line_attacks),
            },
            _ => return Err(non_line_attacks),
        }
    }
    Ok(made)
}
