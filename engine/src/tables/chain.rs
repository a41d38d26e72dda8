//! Chains: the repetitions from every square with folded conditions, for the search at run time.

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

/// The chains of one role.
#[derive(Clone, Debug)]
pub struct Chains<const W: usize> {
    /// The role.
    pub role: u8,
    /// The role's chains, in the order of the rules.
    pub chains: Vec<Links<W>>,
    /// By square: opponent's pieces that may be captured first.
    pub near: Vec<Bits<W>>,
    /// By square: pieces of any owner that may be captured first.
    pub beside: Vec<Bits<W>>,
    /// Whether some repetition has conditions beyond empty and opponent's squares.
    pub asks: bool,
    /// The promotion at the end of a chain.
    pub promotion: Promotion<W>,
    /// A movement that stands for all repetitions when their conditions are evaluated.
    pub asked: ScriptedMove<W>,
}

/// The repetitions of one chain.
#[derive(Clone, Debug)]
pub struct Links<const W: usize> {
    /// The allowed number of repetitions.
    pub chain: Chain,
    /// By origin, in the order in which they are tried.
    pub from: Vec<Vec<Link<W>>>,
}

/// One repetition from one square, with the piece itself off the board.
#[derive(Clone, Debug)]
pub struct Link<const W: usize> {
    /// The landing.
    pub to: u16,
    /// Squares that must be empty, including the landing.
    pub clear: Bits<W>,
    /// Squares that must hold opponent's pieces.
    pub theirs: Bits<W>,
    /// Squares whose pieces are captured, if any.
    pub takes: Bits<W>,
    /// Further conditions; `None` for most.
    pub more: Option<Box<More<W>>>,
}

/// Conditions of a repetition that are evaluated one by one.
#[derive(Clone, Debug)]
pub struct More<const W: usize> {
    /// Counted squares, with the allowed numbers as bits.
    pub hurdles: Vec<(Bits<W>, u64)>,
    /// Other conditions.
    pub rest: Vec<Condition<W>>,
    /// Conditional captures.
    pub takes: Vec<(u16, Condition<W>)>,
}

/// The chains of the roles of one side.
///
/// # Errors
/// If the rules combine chains with something that tables do not support.
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
        let asked = ScriptedMove::at(id.0, 0, 1, Vec::new(), Vec::new());
        found.push(Chains { role: id.0, chains, near, beside, asks, promotion, asked });
    }
    Ok(found)
}

/// Rejects rules that tables cannot combine with chains.
fn check(variant: &Variant, id: RoleId, role: &Role) -> Result<(), Unsupported> {
    if !variant.royals().is_empty() || Prey::<1>::is_asked_for(variant) {
        return Err(Unsupported("chains in a game with royals or with conditions on attacks"));
    }
    if !variant.choice.guard.is_empty() || !hooks_on_board(variant, id).is_empty() || super::flips(variant) {
        return Err(Unsupported("chains together with hooks or conditions on every move"));
    }
    if role.neutral || role.movements.iter().any(|one| one.chain.is_none() && !one.effects.is_empty()) {
        return Err(Unsupported("chains together with movements that have effects"));
    }
    let promotes = role.promotion.as_ref();
    let by_target = |all: &[Predicate]| all.iter().all(tells_target);
    if promotes.is_some_and(|one| {
        !one.stock.is_empty() || !by_target(&one.when) || !one.forced.as_deref().is_none_or(by_target)
    }) {
        return Err(Unsupported("chains with a promotion that depends on more than the target"));
    }
    if role.movements.iter().any(|one| one.chain.is_some() && names_origin(one)) {
        return Err(Unsupported("a chain with a condition on its origin"));
    }
    Ok(())
}

/// Whether a condition tests only the zone of the target.
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

/// Whether a repetition refers to the origin of the whole move, which its table does not know.
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

/// A repetition in its table form; `None` if it never captures.
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
        let Act::Take(squares) = act else {
            return Err(Unsupported("a chain that captures runs of squares"));
        };
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

/// The promotion at the end of a chain; the target must decide it.
fn promotion<const W: usize>(role: &Role, ends: &[Instance<W>]) -> Result<Promotion<W>, Unsupported> {
    let mut made = Promotion::default();
    let Some(promotion) = &role.promotion else { return Ok(made) };
    made.to = each_once(&promotion.to);
    let non_line_attacks = Unsupported("chains with a promotion that depends on more than the target");
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
