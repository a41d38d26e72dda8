//! The queries of a state, each compiled for the detected processor.

use crate::bits::{Bits, Processor, Task};
use crate::tables::Rules;
use crate::variant::Move;

use crate::position::core::make::{After, marks_of_step};
use crate::position::core::moves::check_test::CheckTest;
use crate::position::core::moves::choice::{count, generate, has_any, moves_freely};
use crate::position::core::moves::evaluator::captures;
use crate::position::core::moves::generate::{Generator, Wanted};
use crate::position::core::moves::legality::{attackers, in_check};
use crate::position::core::moves::sinks::Lister;
use crate::position::core::state::State;

/// Defines each query as a [`Task`] on the rules and a state, with further fields.
macro_rules! queries {
    ($(
        $(#[$docs:meta])*
        $name:ident { $($field:ident: $type:ty),* } -> $output:ty = |$processor:ident, $rules:ident, $state:ident| $run:block
    )+) => {$(
        $(#[$docs])*
        pub(crate) struct $name<'a, const W: usize, const R: usize, const H: usize> {
            pub rules: &'a Rules<W>,
            pub state: &'a State<W, R, H>,
            $(pub $field: $type,)*
        }

        impl<const W: usize, const R: usize, const H: usize> Task for $name<'_, W, R, H> {
            type Output = $output;

            #[inline(always)]
            fn run<P: Processor>(self, $processor: P) -> $output {
                let Self { rules: $rules, state: $state, $($field),* } = self;
                $run
            }
        }
    )+};
}

queries! {
    /// Appends legal moves to a buffer.
    List { moves: &'a mut Vec<Move>, wanted: Wanted<W> } -> () = |processor, rules, state| {
        generate(processor, rules, state, &mut Lister(moves), &wanted);
    }

    /// The number of legal moves.
    Count {} -> u64 = |processor, rules, state| { count(processor, rules, state) }

    /// Whether there is a legal move.
    Has {} -> bool = |processor, rules, state| {
        Generator::possible(processor, rules, state)
            && (moves_freely(processor, rules, state) || has_any(processor, rules, state))
    }

    /// Whether legality is tested by making each move.
    Tries {} -> bool = |processor, rules, state| {
        let mut generator = Generator::new(processor, rules, state);
        generator.find_checks();
        generator.tried
    }

    /// Whether a player is in check.
    Check { player: usize } -> bool = |processor, rules, state| { in_check(processor, rules, state, player) }

    /// Whether an opponent is in check after each of these legal moves.
    Checks { moves: &'a [Move], each: &'a mut dyn FnMut(bool) } -> () = |processor, rules, state| {
        let opponent = (state.mover(rules) ^ 1) & 1;
        let test = CheckTest::new(&Generator::new(processor, rules, state));
        // For most plain moves and drops, lookups suffice; the others are made.
        let spares = |test: &CheckTest<'_, _, W, R>, m: Move| {
            let ((me, role), to) = (state.author(rules, m), m.to.index());
            let Some(role) = role.filter(|_| m.drop().is_some() || m.choice == 0) else { return false };
            if let Some(from) = m.origin() {
                let plain = || rules.is_plain(me, role, state.occupied().contains(to));
                let spares = || test.spares(role, from.index(), to);
                let step = || marks_of_step(rules, me, role, m).is_some();
                return (if m.way == 0 { plain() } else { step() }) && spares();
            }
            let drop = rules.offers[me & 1].drop(m).filter(|drop| drop.scripted.is_empty());
            drop.is_some_and(|drop| test.spares_dropped(drop.placed, to))
        };
        for &m in moves {
            if test.as_ref().is_some_and(|test| spares(test, m)) {
                each(false);
                continue;
            }
            let after = processor.call(After { rules, state, m });
            each(in_check(processor, rules, &after, opponent));
        }
    }

    /// Whether a legal move removes an opponent's piece.
    Takes { m: Move } -> bool = |processor, rules, state| {
        let (me, role) = state.author(rules, m);
        if m.way == 0 && role.is_none_or(|role| rules.is_plain(me, role, true)) {
            return m.from != m.to && state.players[(me ^ 1) & 1].contains(m.to.index());
        }
        if role.is_none() {
            return false;
        }
        let after = processor.call(After { rules, state, m });
        captures(processor, rules, state, m, &after)
    }

    /// The opponent's pieces that would attack a royal of a player on a square if the squares `gone` were empty.
    Attackers { player: usize, square: usize, gone: Bits<W> } -> Bits<W> = |processor, rules, state| {
        attackers(processor, rules, state, (player, square), gone)
    }

    /// The pinned pieces of the player to move.
    Pinned {} -> Bits<W> = |processor, rules, state| {
        Generator::new(processor, rules, state).blockers()
    }
}
