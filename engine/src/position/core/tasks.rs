//! The queries of a state, each compiled for the detected processor.

use crate::bits::{Bits, Processor, Task};
use crate::tables::Rules;
use crate::variant::Move;

use crate::position::core::make::After;
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

    /// Whether an opponent is in check after a legal move.
    GivesCheck { m: Move } -> bool = |processor, rules, state| {
        let opponent = (state.mover(rules) ^ 1) & 1;
        // For most plain moves, lookups suffice; the others are made.
        if m.way == 0
            && m.choice == 0
            && let (me, Some(role)) = state.author(rules, m)
            && rules.is_plain(me, role, state.occupied().contains(m.to.index()))
            && let Some(test) = CheckTest::new(&Generator::new(processor, rules, state))
            && test.safe(role, m.from.index()).contains(m.to.index())
        {
            return false;
        }
        let after = processor.call(After { rules, state, m });
        in_check(processor, rules, &after, opponent)
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
