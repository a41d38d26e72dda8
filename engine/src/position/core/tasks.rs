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

/// Appends legal moves to a buffer.
pub(in crate::position::core) struct List<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub moves: &'a mut Vec<Move>,
    pub wanted: Wanted<W>,
}

impl<const W: usize, const R: usize, const H: usize> Task for List<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        generate(processor, self.rules, self.state, &mut Lister(self.moves), &self.wanted);
    }
}

/// The number of legal moves.
pub(in crate::position::core) struct Count<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Count<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        count(processor, self.rules, self.state)
    }
}

/// Whether a player is in check.
pub(in crate::position::core) struct Check<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub player: usize,
}

impl<const W: usize, const R: usize, const H: usize> Task for Check<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        in_check(processor, self.rules, self.state, self.player)
    }
}

/// Whether an opponent is in check after a legal move.
pub(in crate::position::core) struct GivesCheck<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub m: Move,
}

impl<const W: usize, const R: usize, const H: usize> Task for GivesCheck<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state, m } = self;
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
}

/// Whether legality is tested by making each move.
pub(in crate::position::core) struct Tries<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Tries<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let mut generator = Generator::new(processor, self.rules, self.state);
        generator.find_checks();
        generator.tried
    }
}

/// Whether there is a legal move.
pub(in crate::position::core) struct Has<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Has<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state } = self;
        Generator::possible(processor, rules, state)
            && (moves_freely(processor, rules, state) || has_any(processor, rules, state))
    }
}

/// Whether a legal move removes an opponent's piece.
pub(in crate::position::core) struct Takes<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub m: Move,
}

impl<const W: usize, const R: usize, const H: usize> Task for Takes<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state, m } = self;
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
}

/// The opponent's pieces that would attack a royal of a player on a square.
pub(in crate::position::core) struct Attackers<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub player: usize,
    pub square: usize,
}

impl<const W: usize, const R: usize, const H: usize> Task for Attackers<'_, W, R, H> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Bits<W> {
        attackers(processor, self.rules, self.state, self.player, self.square)
    }
}

/// The pinned pieces of the player to move.
pub(in crate::position::core) struct Pinned<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Pinned<'_, W, R, H> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Bits<W> {
        Generator::new(processor, self.rules, self.state).blockers()
    }
}
