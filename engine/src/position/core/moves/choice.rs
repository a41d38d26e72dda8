//! Selects among the moves of pieces and hands: conditions on all moves, and compulsory moves.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::condition::Condition;
use crate::tables::turn::Wish;
use crate::variant::RoleSet;

use super::erased::{AnySink, is_apart};
use super::evaluator::Evaluator;
use super::filter::MoveFilter;
use super::generate::{Generator, Sink, Wanted};
use super::legality::Checks;
use super::majority::Majority;
use super::scripted::Attempt;
use super::sinks::{Counter, Found};
use crate::position::core::state::State;

/// Emits every wanted legal move to a sink.
#[inline(always)]
pub(crate) fn generate<P, S, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    sink: &mut S,
    wanted: &Wanted<W>,
) where
    P: Processor,
    S: Sink<W, R, H>,
{
    if const { is_apart(W, R) } {
        generate_erased(processor, rules, state, sink, wanted);
    } else {
        generate_here(processor, rules, state, sink, wanted);
    }
}

/// [`generate`] through an erased sink, so that the generator is not compiled once more.
pub(crate) fn generate_erased<P, S, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    sink: &mut S,
    wanted: &Wanted<W>,
) where
    P: Processor,
    S: Sink<W, R, H>,
{
    processor.call(Generate { rules, state, sink, wanted: *wanted });
}

/// The task of [`generate_erased`].
struct Generate<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    sink: &'a mut AnySink<'a, W, R, H>,
    wanted: Wanted<W>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Generate<'_, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(mut self, processor: P) {
        generate_here(processor, self.rules, self.state, &mut self.sink, &self.wanted);
    }
}

/// [`generate`], inlined.
#[inline(always)]
fn generate_here<P, S, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    sink: &mut S,
    wanted: &Wanted<W>,
) where
    P: Processor,
    S: Sink<W, R, H>,
{
    if !Generator::possible(processor, rules, state) {
        return;
    }
    let mut generator = Generator::new(processor, rules, state);
    generator.find_checks();
    if rules.filters_moves {
        let found = compulsion(&generator);
        if rules.most || found.is_some() || guard(&generator).is_some() {
            return chosen(&generator, sink, wanted, found);
        }
    }
    // `wanted` is usually a constant at the call, and inlining keeps it one.
    generator.each(sink, wanted);
}

/// Whether a legal move is obvious (no end of the game having come): a plain move of a piece neither royal
/// nor pinned. Separate from [`has_any`], which needs the full generator.
#[inline(always)]
pub(crate) fn moves_freely<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    if const { is_apart(W, R) } || rules.filters_moves || rules.may_lose_royal || H > 0 && rules.phased {
        return false;
    }
    let generator = Generator::new(processor, rules, state);
    if generator.per_royal {
        return false;
    }
    let Generator { side, us, them, occupied, royals, .. } = generator;
    let mut checks = Checks::NONE;
    if royals.any() {
        checks.find(&generator.other.attack, (&state.roles, them), us, occupied, royals.first());
    }
    let pieces = us & !royals & !checks.pinned;
    let (quiet, capture) = (checks.mask & !occupied, checks.mask & them);
    for step in &side.steps {
        if generator.stepped(step, pieces, quiet, capture).any() {
            return true;
        }
    }
    for class in &side.classes[..side.common] {
        each_square!(from in pieces & state.members(&class.members), {
            let found = class.lookup.targets(processor, from, occupied);
            if (found.quiet & quiet | found.capture & capture).any() {
                return true;
            }
        });
    }
    false
}

/// Whether there is a legal move.
#[inline(never)]
pub(crate) fn has_any<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    let mut found = Found(false);
    generate_erased(processor, rules, state, &mut found, &Wanted::ALL);
    found.0
}

/// The condition on all moves, if it depends on the move.
#[inline(never)]
fn guard<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'a, P, W, R, H>,
) -> Option<&'a Condition<W>> {
    let Generator { processor, rules, state, me, .. } = *generator;
    let evaluator = Evaluator::new(processor, rules, state, me);
    let open = |guard: &&Condition<W>| evaluator.constant_for_all_moves(guard, None) != Some(true);
    generator.offer.guard.as_ref().filter(open)
}

/// Emits the moves that may be played, if conditions or compulsion exclude some.
#[inline(never)]
fn chosen<P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'_, P, W, R, H>,
    sink: &mut AnySink<'_, W, R, H>,
    wanted: &Wanted<W>,
    found: Option<&Wish<W>>,
) {
    if !generator.rules.most {
        return sieved(generator, sink, wanted, found);
    }
    let mut majority = Majority::new(generator.them, generator.me ^ 1);
    sieved(generator, &mut majority, &Wanted::ALL, found);
    majority.sink = Some(sink);
    sieved(generator, &mut majority, wanted, found);
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    let mut counter = Counter(0);
    generate(processor, rules, state, &mut counter, &Wanted::ALL);
    counter.0
}

/// Whether some legal move satisfies a wish.
fn is_met<P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'_, P, W, R, H>,
    wish: &Wish<W>,
) -> bool {
    let Generator { rules, state, me, .. } = *generator;
    if let Wish::Dropping(roles) = wish {
        let mut known = RoleSet::of_word(*roles).iter().filter(|role| role.index() < rules.roles);
        if !known.any(|role| state.can_drop(&rules.memory, me, role.0)) {
            return false;
        }
    }
    let mut found = Found(false);
    sieved(generator, &mut found, &Wanted::ALL, Some(wish));
    found.0
}

fn applies<P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'_, P, W, R, H>,
    when: &Condition<W>,
) -> bool {
    let Generator { processor, rules, state, me, .. } = *generator;
    matches!(when, Condition::Constant(true)) || Evaluator::new(processor, rules, state, me).holds(when)
}

/// The first compulsion that applies and that a legal move satisfies.
#[inline(never)]
fn compulsion<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'a, P, W, R, H>,
) -> Option<&'a Wish<W>> {
    let musts = generator.offer.musts.iter();
    let mut pressing = musts.filter(|must| applies(generator, &must.when) && is_met(generator, &must.wish));
    pressing.next().map(|must| &must.wish)
}

/// Whether the player to move has a legal move that satisfies `like`, ignoring compulsion.
#[inline(never)]
pub(crate) fn has_move<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    like: &Condition<W>,
) -> bool {
    let mut generator = Generator::new(processor, rules, state);
    generator.find_checks();
    let mut found = Found(false);
    let asks = [guard(&generator), Some(like)];
    // Whether a pass is allowed may itself depend on other moves.
    let wanted = Wanted { pass: false, ..Wanted::ALL };
    if matches!(asks, [None, Some(Condition::Constant(true))]) {
        processor.call(Through { generator: &generator, sink: &mut found, wanted });
        return found.0;
    }
    let mut sieve = MoveFilter::new(&generator, &mut found, asks);
    processor.call(Through { generator: &generator, sink: &mut sieve, wanted });
    found.0
}

/// Whether an imagined reply of a piece is legal. Conditions on attacks are unknown there and count as true.
#[inline(never)]
pub(crate) fn has_reply<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    let mut generator = Generator::new(processor, rules, state);
    generator.imagined = true;
    generator.find_checks();
    let mut found = Found(false);
    let wanted = Wanted { hand: false, ..Wanted::ALL };
    processor.call(Through { generator: &generator, sink: &mut found, wanted });
    let (side, me) = (generator.side, generator.me);
    found.0
        || side.asking.iter().any(|&index| {
            let scripted = &side.scripted[index as usize];
            let attempt = Attempt { processor, rules, state, me, scripted, reply: true, choice: 0 };
            attempt.allowed() && {
                let choices = attempt.choices(&side.roles[usize::from(scripted.role)].promotions[0]);
                choices.into_iter().filter(|&choice| attempt.permits(choice)).any(|choice| {
                    let made = attempt.applied(choice);
                    attempt.is_move(made.removed) && generator.is_safe(&made.after)
                })
            }
        })
}

/// Emits the moves that satisfy the condition on all moves, and a wish.
#[inline(never)]
fn sieved<P: Processor, const W: usize, const R: usize, const H: usize>(
    generator: &Generator<'_, P, W, R, H>,
    sink: &mut AnySink<'_, W, R, H>,
    wanted: &Wanted<W>,
    wish: Option<&Wish<W>>,
) {
    let wanted = wanted.wished(wish);
    let like = match wish {
        Some(Wish::Like(ask)) => Some(ask),
        _ => None,
    };
    let asks = [guard(generator), like];
    if asks == [None; 2] {
        return generator.processor.call(Through { generator, sink, wanted });
    }
    let mut sieve = MoveFilter::new(generator, sink, asks);
    generator.processor.call(Through { generator, sink: &mut sieve, wanted });
}

impl<const W: usize> Wanted<W> {
    /// The kinds of moves that a wish leaves.
    fn wished(self, wish: Option<&Wish<W>>) -> Self {
        match wish {
            Some(Wish::Taking) => Self { captures: true, ..self },
            Some(Wish::Dropping(roles)) => {
                Self { origins: Bits::EMPTY, dropped: self.dropped & roles, pass: false, ..self }
            }
            Some(Wish::Like(_)) | None => self,
        }
    }
}

/// Emits moves to any sink.
pub(crate) struct Through<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    pub generator: &'a Generator<'a, P, W, R, H>,
    pub sink: &'b mut AnySink<'b, W, R, H>,
    pub wanted: Wanted<W>,
}

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for Through<'_, '_, Q, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(mut self, _: P) {
        self.generator.all(&mut self.sink, &self.wanted);
    }
}
