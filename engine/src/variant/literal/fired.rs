//! The rules that produce a move: its movement, and the hooks after it.

use crate::variant::{Hook, Move, Setup, Variant};

use super::apply::{movement_of, mover};
use super::predicate::{Attempt, Depth};
use super::route::Route;
use super::turn::STILL;
use super::{Truth, apply_bare, has_hooks};

/// The rules that produce a legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// The movement: an index into the role's movements. The first of several that give the same move; the
    /// last of a chain. `None` for drops and passes.
    pub movement: Option<usize>,
    /// The hooks whose conditions hold, as indices into [`Variant::hooks`].
    pub hooks: Vec<usize>,
}

/// The rules that produce a legal move; meaningless for any other move.
pub fn fired(variant: &Variant, setup: &Setup, m: Move) -> Fired {
    let Some(piece) = mover(variant, setup, m) else { return Fired::default() };
    let found = match m.drop() {
        None => movement_of(variant, setup, piece, m, Depth::Move, true),
        Some(_) => None,
    };
    let direct = Route::direct(m.from, m.to);
    let (index, movement, route) = match &found {
        Some((index, movement, route)) => (Some(*index), *movement, route),
        None => (None, &STILL, &direct),
    };
    let mut fired = Fired { movement: index, hooks: Vec::new() };
    if !has_hooks(variant, piece) {
        return fired;
    }
    let taken = apply_bare(variant, setup, m).taken;
    let captured = taken.iter().any(|&(_, gone)| variant.opposes(setup, gone, variant.mover(setup.turn)));
    let attempt = Attempt::new(variant, setup, movement, route, m, Depth::Move);
    let spot = attempt.whole_move();
    let mut first = 0;
    let mut ask = |hooks: &[Hook], applies: bool| {
        for (nth, hook) in hooks.iter().enumerate().filter(|_| applies) {
            if attempt.conjunction(&hook.guards, &spot) != Truth::False {
                fired.hooks.push(first + nth);
            }
        }
        first += hooks.len();
    };
    for (index, role) in variant.roles.iter().enumerate() {
        let own = index == piece.role.index();
        ask(&role.after_move, own);
        ask(&role.after_capture, own && captured);
    }
    ask(&variant.after_move, true);
    ask(&variant.after_capture, captured);
    fired
}
