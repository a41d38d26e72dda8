//! What follows moves, shared between those that have the same: most hooks reckon from the target.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Anchor, Effect, Hook, Predicate, Test};

use super::act::Act;
use super::condition::squares::SquareExpr;
use super::instance::Following;
use super::runs::Strides;

/// What follows moves, by their target, each once.
pub struct Shared<const W: usize> {
    /// What follows where nothing does.
    pub none: Arc<[Following<W>]>,
    by_target: Vec<Vec<Arc<[Following<W>]>>>,
    /// What follows movements without effects that take nothing, and those that take something, where the target tells it
    /// but for origins among some squares.
    told: Vec<[Option<Told<W>>; 2]>,
    /// Whether the target ever tells it.
    by_target_alone: bool,
    /// Steps that hooks may ask about.
    pub strides: Strides,
}

/// What follows moves, and the squares that it names.
type Told<const W: usize> = (Arc<[Following<W>]>, Bits<W>);

impl<const W: usize> Shared<W> {
    /// How many are compared: hooks reckon from the target, or every move has its own.
    const COMPARED: usize = 4;

    /// Nothing yet; `hooks` are those that may follow, on a board of so many squares.
    pub fn new(hooks: &[(Hook, bool)], squares: usize) -> Self {
        Self {
            none: Arc::from([]),
            by_target: vec![Vec::new(); squares],
            told: vec![[None, None]; squares],
            by_target_alone: !hooks.is_empty() && hooks.iter().all(|(hook, _)| is_told_by_target(hook)),
            strides: Strides::default(),
        }
    }

    /// What follows a movement without effects, if the target tells it and is known.
    pub fn told(&self, to: Square, may_take: bool, from: Square) -> Option<Arc<[Following<W>]>> {
        let (same, named) = self.told[to.index()][usize::from(may_take)].as_ref()?;
        (!named.contains(from.index())).then(|| same.clone())
    }

    /// Remembers what follows a movement without effects, if the target tells it.
    pub fn remember(&mut self, to: Square, may_take: bool, from: Square, following: &Arc<[Following<W>]>) {
        let named = named(following).filter(|named| self.by_target_alone && !named.contains(from.index()));
        if let Some(named) = named {
            self.told[to.index()][usize::from(may_take)] = Some((following.clone(), named));
        }
    }

    /// The same hooks, shared with an equal one if there is any.
    pub fn get(&mut self, to: Square, following: Vec<Following<W>>) -> Arc<[Following<W>]> {
        if following.is_empty() {
            return self.none.clone();
        }
        let known = &mut self.by_target[to.index()];
        if let Some(same) = known.iter().find(|known| known[..] == following[..]) {
            return same.clone();
        }
        let made: Arc<[Following<W>]> = following.into();
        if known.len() < Self::COMPARED {
            known.push(made.clone());
        }
        made
    }
}

/// Whether the target alone tells what a hook does, but for an origin among the squares that it names.
fn is_told_by_target(hook: &Hook) -> bool {
    fn of_square(predicate: &Predicate) -> bool {
        match predicate {
            Predicate::Constant(_) => true,
            Predicate::Holds(Test::Empty | Test::Ally | Test::Opponent | Test::Is(_), at) => {
                at.anchor == Anchor::Here && matches!(at.steps[..], [step] if step.is_zero())
            }
            Predicate::Not(inner) => inner.iter().all(of_square),
            Predicate::Or(branches) => branches.iter().flatten().all(of_square),
            _ => false,
        }
    }
    let told = |effect: &Effect| match effect {
        Effect::Take(place, filter) => {
            matches!(place.anchor, Anchor::To | Anchor::Landing) && filter.iter().all(of_square)
        }
        _ => false,
    };
    hook.guards.is_empty() && hook.effects.iter().all(told)
}

/// The squares that what follows moves names, if it names all that it depends on.
fn named<const W: usize>(following: &[Following<W>]) -> Option<Bits<W>> {
    following.iter().flat_map(|one| &one.acts).try_fold(Bits::EMPTY, |all, act| match act {
        Act::Take(squares) => {
            Some(squares.iter().fold(all, |all, (square, _)| all | Bits::single(usize::from(*square))))
        }
        Act::TakeAll(taken) => match &taken.0 {
            SquareExpr::Fixed(squares) => Some(all | *squares),
            _ => None,
        },
        _ => None,
    })
}
