//! The number of replies to all moves of a player without a royal whose pieces only step.
//!
//! Such a player attacks along no lines: nobody is pinned, and a move matters to the other's royal only if it attacks squares
//! beside it, or it, or did. So nothing is worked out of what lines might come to be. All moves of one step are told together:
//! what each of the opponent's pieces could do if the player passed, and which of the moves change that. Moves that give
//! check, promote, or leave a mark that the opponent may use are made, and the replies to them counted afresh.

mod answers;
mod scene;

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::afoot::KINDS;
use crate::tables::movement::Step;
use crate::tables::sway::Sway;
use crate::variant::Move;

use super::generate::{Generator, Sink, Wanted};
use super::perft::Count;
use super::sinks::Visitor;
use super::state::State;

use scene::{Kind, Scene};

/// The number of positions two moves on, where the player has no royal and only steps; `None` where more is asked.
pub(super) struct RepliesAfoot<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for RepliesAfoot<'_, W, R, H> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<u64> {
        let Self { rules, state } = self;
        let sway = rules.sway.as_ref()?;
        let scene = Scene::new(rules, state, sway)?;
        if !lasts(state, sway) {
            return None;
        }
        if !Generator::possible_here_and_passed(processor, rules, state)? {
            return Some(0);
        }
        let Scene { me, us, them, occupied, side, .. } = scene;
        let mut total = 0u64;
        let visit = |_: Move, after: &mut State<W, R, H>| {
            total += processor.call(Count { rules, state: after });
        };
        let mut visitor = Visitor { processor, rules, state, me, visit };
        let marks = scene.uses_marks();
        let mut kinds = [Kind::NONE; KINDS];
        let mut count = 0;
        for step in &side.steps {
            let origins = us & state.role(step.role) & step.origins;
            let mut targets = origins.shift(step.delta) & (step.quiet & !occupied | step.capture & them);
            for &by in &step.between {
                targets &= (!occupied).shift(by);
            }
            let mut afresh = targets & (step.zone | scene.aims);
            if marks && !step.marks.is_empty() {
                afresh |= scene.marking(step, targets & !afresh);
            }
            if afresh.any() {
                visitor.step(step, afresh, side.promotion_of(step));
            }
            let targets = targets & !afresh;
            if targets.any() {
                let (quiet, taking) = (targets & !occupied, targets & them);
                let &Step { role, delta, .. } = step;
                *kinds.get_mut(count)? = Kind { quiet, taking, delta, role };
                count += 1;
            }
        }
        if (state.seen_marks(rules, me) & side.mark_squares).any() {
            total += processor.call(Marked { rules, state });
        }
        let kinds = &kinds[..count.min(KINDS)];
        Some((total as i64 + scene.answers(processor, kinds)) as u64)
    }
}

/// Whether no single move may end the game for the want of pieces, or for pieces that have come somewhere.
#[inline(always)]
fn lasts<const W: usize, const R: usize, const H: usize>(state: &State<W, R, H>, sway: &Sway<W>) -> bool {
    sway.fateful.is_empty()
        && sway.vital.iter().all(|(party, few)| state.of_party(party).count().saturating_sub(*few) > 1)
}

/// The number of replies to movements that ask for a mark: a call of its own, for there is seldom one.
struct Marked<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Marked<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Self { rules, state } = self;
        let mut generator = Generator::new(processor, rules, state);
        if !state.uses_marks(generator.side, generator.us, state.seen_marks(rules, generator.me)) {
            return 0;
        }
        generator.find_checks();
        let mut total = 0;
        let visit = |_: Move, after: &mut State<W, R, H>| {
            total += processor.call(Count { rules, state: after });
        };
        let mut visitor = Visitor { processor, rules, state, me: generator.me, visit };
        generator.generals(&mut visitor, &Wanted::ALL);
        total
    }
}

impl<const W: usize, const R: usize, const H: usize> Scene<'_, W, R, H> {
    /// Those of a step's targets on which it leaves a mark that the opponent may use.
    #[inline(always)]
    fn marking(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        each_square!(to in targets, {
            let from = (to as i32 - step.delta) as usize & Bits::<W>::MASK;
            if let Some(marks) = step.marks.get(from)
                && self.state.uses_marks(self.other, self.them, *marks)
            {
                found.insert(to);
            }
        });
        found
    }
}
