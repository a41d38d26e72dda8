//! Hooks that only sweep pieces off the board after captures, as counting replies by their differences has them.
//!
//! While none of a player's lines bears on the opponent's royal, whatever stands on it, nothing that is swept away opens an
//! attack on that royal. All that the hooks then change of the opponent's replies is that some captures cost the royal
//! itself: the replies are those of the same game without the hooks, but for captures on these squares.

use std::cell::Cell;

use crate::bits::Bits;
use crate::geometry::Displacement;
use crate::variant::{Anchor, Effect, Variant};

use super::Rules;
use super::act::Act;
use super::ask::Set;
use super::formula::Formula;
use super::movement::General;
use super::side::Side;

/// What is known of such a game.
#[derive(Clone, Debug)]
pub struct Swept<const W: usize> {
    /// The game without the hooks.
    pub bare: Rules<W>,
    /// By player and by where the royal stands: squares on which the player's captures cost it.
    pub costs: [Vec<Bits<W>>; 2],
}

impl<const W: usize> Swept<W> {
    /// `None` where hooks follow other moves than captures, some of them, or do more, where what they sweep depends on more than where
    /// something is taken, or where who takes may stay.
    pub fn new(rules: &Rules<W>, variant: &Variant, extracts: bool) -> Option<Self> {
        let own =
            variant.roles.iter().all(|role| role.after_move.is_empty() && role.after_capture.is_empty());
        if !own || !variant.after_move.is_empty() || variant.after_capture.is_empty() {
            return None;
        }
        // So every capture is followed by something, wherever it is, and who takes is gone.
        let on_target = |effect: &Effect| match effect {
            Effect::Take(place, filter) => {
                let target = matches!(place.anchor, Anchor::To | Anchor::Landing);
                target && place.steps.contains(&Displacement::ZERO) && filter.is_empty()
            }
            _ => false,
        };
        let asked = variant.after_capture.iter().any(|hook| !hook.guards.is_empty());
        if asked || !variant.after_capture.iter().flat_map(|hook| &hook.effects).any(on_target) {
            return None;
        }
        let royals = variant.royals().0;
        let costs = [costs(&rules.sides[0], royals)?, costs(&rules.sides[1], royals)?];
        let bare = Variant { after_capture: Vec::new(), ..variant.clone() };
        Some(Self { bare: Rules::new(&bare, extracts).ok()?, costs })
    }
}

/// By where a player's royal stands, the squares on which captures cost it.
fn costs<const W: usize>(side: &Side<W>, royals: u64) -> Option<Vec<Bits<W>>> {
    if side.others.iter().any(|others| others.late.is_some()) {
        return None;
    }
    let mut swept: Vec<Option<Bits<W>>> = vec![None; Bits::<W>::CAPACITY];
    for general in side.generals.iter().filter(|general| !general.hooks.is_empty()) {
        let squares = sweeps(general, royals)?;
        let to = usize::from(general.to);
        if swept[to].is_some_and(|other| other != squares)
            || royals >> (general.role & 63) & 1 == 1 && !squares.contains(to)
        {
            return None;
        }
        swept[to] = Some(squares);
    }
    let mut costs = vec![Bits::EMPTY; Bits::<W>::CAPACITY];
    for (to, squares) in swept.iter().enumerate() {
        for square in squares.unwrap_or(Bits::EMPTY).indices() {
            costs[square].insert(to);
        }
    }
    Some(costs)
}

/// From where the hooks after a movement sweep a royal; `None` if that is no matter of squares, or they do more.
fn sweeps<const W: usize>(general: &General<W>, royals: u64) -> Option<Bits<W>> {
    let mut swept = Bits::EMPTY;
    for hook in general.hooks.iter() {
        if hook.when != Formula::Constant(true) {
            return None;
        }
        for act in &hook.acts {
            match act {
                Act::TakeAll(taken) => {
                    let Set::Fixed(squares) = &taken.0 else { return None };
                    // Royal roles are to be told alike.
                    let some = Cell::new(false);
                    let is = |roles: u64| {
                        some.set(some.get() || roles & royals != 0 && roles & royals != royals);
                        if roles & royals == 0 { Bits::EMPTY } else { Bits::FULL }
                    };
                    let filter = taken.1.of_roles(&is)?;
                    if some.get() {
                        return None;
                    }
                    swept |= *squares & filter;
                }
                Act::Take(squares) => {
                    for (square, filter) in squares {
                        if *filter != Formula::Constant(true) {
                            return None;
                        }
                        swept.insert(usize::from(*square));
                    }
                }
                _ => return None,
            }
        }
    }
    Some(swept)
}
