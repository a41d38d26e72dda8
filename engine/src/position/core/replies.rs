//! The number of replies to all moves, each by what its move changes of the replies to none.
//!
//! Most moves leave most of the opponent's pieces what they can do. So the replies are counted once as if the player had
//! passed, piece by piece. A move then changes what those pieces can do on which its two squares bear, and no other's: all
//! moves of one piece are told so together. Moves that might matter to the opponent's royal are made, and the replies to them
//! counted afresh: those that come to a line or leave one that bears on it or on a square to which it may go, come beside it, or
//! attack what was safe.
//!
//! Where no move may give check (`hush`), and where a player without a royal only steps (`afoot`), less may come of a move, and the
//! replies are counted there.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::attack::{Attack, NEAR};
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::sway::{First, Mood};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::afoot::RepliesAfoot;
use super::base::{Base, Placed};
use super::choose::{Through, chosen, generate};
use super::count::{Captures, number};
use super::erased::Erased;
use super::generate::{Generator, Sink, Wanted};
use super::hush::HushedReplies;
use super::perft::Count;
use super::sinks::Visitor;
use super::state::State;

/// The number of positions two moves on.
pub(super) struct Replies<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Replies<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Self { rules, state } = self;
        let me = state.mover(rules);
        if rules.sway.as_ref().is_some_and(|sway| sway.apart[me & 1]) {
            return moody(processor, self);
        }
        let base = Base::new(processor, rules, state);
        let mut sink = Differences { processor, rules, state, me, base: base.as_ref(), total: 0 };
        generate(processor, rules, state, &mut sink, &Wanted::ALL);
        sink.total
    }
}

/// The same where there is a way of its own to count them: a function of its own, too, so that the code for all other games stays
/// as it is without.
#[cold]
#[inline(never)]
fn moody<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    replies: Replies<'_, W, R, H>,
) -> u64 {
    processor.call(MoodyReplies(replies))
}

/// The same, compiled for the processor at hand.
struct MoodyReplies<'a, const W: usize, const R: usize, const H: usize>(Replies<'a, W, R, H>);

impl<const W: usize, const R: usize, const H: usize> Task for MoodyReplies<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Replies { rules, state } = self.0;
        let mood = rules.sway.as_ref().map_or(Mood::Free, |sway| sway.mood);
        if const { H == 0 }
            && mood == Mood::Afoot
            && let Some(total) = processor.call(RepliesAfoot { rules, state })
        {
            return total;
        }
        if matches!(mood, Mood::Pressed | Mood::Afoot) {
            return processor.call(Apart(self.0));
        }
        if const { H == 0 }
            && let Some(total) = processor.call(HushedReplies { rules, state })
        {
            return total;
        }
        if !Generator::possible(processor, rules, state) {
            return 0;
        }
        let mut generator = Generator::new(processor, rules, state);
        generator.find_checks();
        let me = state.mover(rules);
        let mut sink = Differences { processor, rules, state, me, base: None, total: 0 };
        chosen(&generator, &mut Erased::new(&mut sink), &Wanted::ALL, None);
        sink.total
    }
}

/// The same by what each move changes, apart from the code for other games. Where who can take must, few captures are sooner made
/// than told so.
struct Apart<'a, const W: usize, const R: usize, const H: usize>(Replies<'a, W, R, H>);

impl<const W: usize, const R: usize, const H: usize> Task for Apart<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Replies { rules, state } = self.0;
        if !Generator::possible(processor, rules, state) {
            return 0;
        }
        let mut generator = Generator::new(processor, rules, state);
        generator.find_checks();
        let pressed = rules.sway.as_ref().is_some_and(|sway| sway.mood == Mood::Pressed);
        let captures = if pressed { processor.call(Captures(&generator)) } else { 0 };
        let base = if (1..=FEW).contains(&captures) { None } else { Base::new(processor, rules, state) };
        let me = state.mover(rules);
        let mut sink = Differences { processor, rules, state, me, base: base.as_ref(), total: 0 };
        let wanted = Wanted { captures: captures > 0, ..Wanted::ALL };
        processor.call(Through { generator: &generator, sink: Erased::new(&mut sink), wanted });
        sink.total
    }
}

/// So many captures are made one by one.
const FEW: u64 = 3;

/// The number of replies to moves that do not matter to the royal: of one piece, or of several by one step, of which none is
/// felt to leave its square.
struct Group<'a, const W: usize, const R: usize, const H: usize> {
    base: &'a Base<'a, W>,
    state: &'a State<W, R, H>,
    /// From where, if leaving it may change something.
    origin: Bits<W>,
    targets: Bits<W>,
    /// Squares that are left, each by so many moves.
    left: (Bits<W>, i64),
}

impl<const W: usize, const R: usize, const H: usize> Task for Group<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Self { base, origin, targets, .. } = self;
        let change = Change::new(base, origin, targets);
        let Change { number, quiet, taking, occupied, mine, touched, .. } = change;
        let mut total = number * base.total;
        if (base.borne & touched).any() {
            for placed in base.plain() {
                total += change.of_piece::<P, false>(processor, placed);
            }
        }
        if base.rest() {
            total += processor.call(Rest { base, origin, targets });
        }
        // Where somebody has gone there is room to drop, where somebody has come there is none.
        if H > 0 {
            let (left, each) = self.left;
            for zone in base.zones() {
                total += each * i64::from((*zone & left).count()) - i64::from((*zone & quiet).count());
            }
        }
        if (base.walking & touched).any() {
            total += self.steps(number, (quiet, taking), (occupied, mine));
        }
        total as u64
    }
}

impl<const W: usize, const R: usize, const H: usize> Group<'_, W, R, H> {
    /// What the moves change of the replies by steps.
    #[inline(always)]
    fn steps(
        &self,
        moves: i64,
        (quiet, taking): (Bits<W>, Bits<W>),
        (occupied, mine): (Bits<W>, Bits<W>),
    ) -> i64 {
        let Self { base, state, .. } = self;
        let mut total = -moves * base.stepped;
        for step in &base.side.steps {
            let pieces = base.stepping & state.role(step.role) & step.origins;
            let mut reached = pieces.shift(step.delta) & base.allowed;
            // Seldom does one promote, and sets are told from numbers of them sooner.
            let promotion = (reached & step.zone).any().then(|| base.side.promotion_of(step));
            let weight = |targets: Bits<W>| match promotion {
                Some(promotion) => number(targets, promotion) as i64,
                None => i64::from(targets.count()),
            };
            for &by in &step.between {
                reached &= (!occupied).shift(by);
            }
            let now = reached & (step.quiet & !occupied | step.capture & mine);
            total += moves * weight(now);
            total -= weight(reached & quiet & step.quiet & !step.capture);
            total += weight(reached & quiet & step.capture & !step.quiet);
            total += weight(reached & taking & step.capture);
            for &by in &step.between {
                total -= weight(now & quiet.shift(by));
            }
            total -= weight(now & (pieces & taking).shift(step.delta));
        }
        total
    }
}

/// What a group of moves changes on the board.
struct Change<'a, const W: usize> {
    base: &'a Base<'a, W>,
    /// From where, if leaving it may change something.
    origin: Bits<W>,
    /// How many moves they are.
    number: i64,
    /// Targets where nothing stands, and where something is taken.
    quiet: Bits<W>,
    taking: Bits<W>,
    /// What stands on the board once the origin has been left, and what of it is the player's.
    occupied: Bits<W>,
    mine: Bits<W>,
    touched: Bits<W>,
}

impl<'a, const W: usize> Change<'a, W> {
    #[inline(always)]
    fn new(base: &'a Base<'a, W>, origin: Bits<W>, targets: Bits<W>) -> Self {
        Self {
            base,
            origin,
            number: i64::from(targets.count()),
            quiet: targets & !base.occupied,
            taking: targets & base.own,
            occupied: base.occupied & !origin,
            mine: base.mine & !origin,
            touched: targets | origin,
        }
    }

    /// What the moves change of the replies of one piece; `PROMOTES` says whether it may promote.
    #[inline(always)]
    fn of_piece<P: Processor, const PROMOTES: bool>(&self, processor: P, placed: &Placed<W>) -> i64 {
        let &Self { base, origin, number, quiet, taking, occupied, mine, touched } = self;
        if (placed.bears & touched).is_empty() {
            return 0;
        }
        let square = usize::from(placed.square);
        let class = &base.side.classes[usize::from(placed.class)];
        let lookup = &*class.lookup;
        let weigh = |open: Bits<W>, taken: Bits<W>| match PROMOTES {
            true => base.weigh(class, square, open, taken),
            false => i64::from(open.count()) + i64::from(taken.count()),
        };
        let mut total = 0;
        let before = i64::from(placed.count);
        let (mut capture, mut sways, mut count) = (placed.capture, placed.sways, before);
        if (sways & origin).any() {
            let found = lookup.targets(processor, square, occupied);
            capture = found.capture;
            count = weigh(found.quiet & placed.allowed & !occupied, capture & placed.allowed & mine);
            sways = lookup.swaying(square, occupied, found.quiet | capture);
            if PROMOTES {
                // Where something is taken there may be other promotions.
                sways |= found.quiet | capture;
            }
            total += number * (count - before);
        }
        // Who comes to an empty square is in the way of some and before others.
        each_square!(to in sways & quiet, {
            let there = Bits::single(to);
            let found = lookup.targets(processor, square, occupied | there);
            let open = found.quiet & placed.allowed & !occupied & !there;
            total += weigh(open, found.capture & placed.allowed & (mine | there)) - count;
        });
        // Who takes may be taken again, and what is taken goes nowhere.
        total += weigh(Bits::EMPTY, capture & placed.allowed & taking);
        if taking.contains(square) {
            total -= count;
        }
        total
    }
}

/// What the same moves change of the replies of pieces that may promote, and of first moves: a call of its own, for in most games
/// there are none.
struct Rest<'a, const W: usize> {
    base: &'a Base<'a, W>,
    origin: Bits<W>,
    targets: Bits<W>,
}

impl<const W: usize> Task for Rest<'_, W> {
    type Output = i64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i64 {
        // Worked out again: what is lent to a call does not stay in registers.
        let change = Change::new(self.base, self.origin, self.targets);
        let Change { base, number, quiet, taking, occupied, touched, .. } = change;
        let mut total = 0;
        for placed in base.promoting() {
            total += change.of_piece::<P, true>(processor, placed);
        }
        for &First { from, clear, .. } in base.firsts() {
            if ((clear | Bits::single(usize::from(from))) & touched).any() {
                let now = i64::from((clear & occupied).is_empty());
                total += number * (now - i64::from((clear & base.occupied).is_empty()));
                total -= now * i64::from((clear & quiet).count());
                total -= now * i64::from(taking.contains(usize::from(from)));
            }
        }
        total
    }
}

/// Where the opponent may take what has come there, and in how many ways: after moves of one piece, or of several by one step,
/// before which nothing could be taken. So nobody stood in the way of one that takes, and nothing else can be taken now.
struct Pressed<'a, const W: usize, const R: usize, const H: usize> {
    base: &'a Base<'a, W>,
    state: &'a State<W, R, H>,
    targets: Bits<W>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Pressed<'_, W, R, H> {
    type Output = (Bits<W>, u64);

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> (Bits<W>, u64) {
        let Self { base, state, targets } = self;
        let (mut taken, mut answers) = (Bits::EMPTY, 0);
        if (base.borne & targets).any() {
            for placed in base.plain().iter().chain(base.promoting()) {
                let onto = placed.capture & targets;
                if onto.any() {
                    let class = &base.side.classes[usize::from(placed.class)];
                    taken |= onto;
                    answers += base.weigh(class, usize::from(placed.square), Bits::EMPTY, onto);
                }
            }
        }
        if (base.walking & targets).any() {
            for step in base.side.steps.iter().filter(|step| step.capture.any()) {
                let movers = base.stepping & state.role(step.role) & step.origins;
                let onto = movers.shift(step.delta) & targets;
                taken |= onto;
                answers += number(onto, base.side.promotion_of(step)) as i64;
            }
        }
        (taken, answers as u64)
    }
}

/// Those of a role's targets to which a move may matter to the royal because of what it attacks there.
struct Anew<'a, const W: usize> {
    base: &'a Base<'a, W>,
    attack: &'a Attack<W>,
    role: u8,
    /// What stands on the board once the piece has gone from where it stood.
    occupied: Bits<W>,
    targets: Bits<W>,
}

impl<const W: usize> Task for Anew<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Bits<W> {
        let Self { base, attack, role, occupied, targets } = self;
        let mut found = Bits::EMPTY;
        each_square!(to in targets, {
            if base.bears_on_royal(attack, role, occupied, to)
                || base.attacks_safe(processor, attack, role, occupied, to)
            {
                found.insert(to);
            }
        });
        found
    }
}

/// Counts the replies to each move.
struct Differences<'a, P, const W: usize, const R: usize, const H: usize> {
    processor: P,
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    me: usize,
    base: Option<&'a Base<'a, W>>,
    total: u64,
}

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Differences<'a, P, W, R, H> {
    /// Moves of one piece that need be counted afresh; the others are counted.
    #[inline(always)]
    fn afresh(&mut self, role: u8, origin: Bits<W>, targets: Bits<W>) -> Bits<W> {
        let Some(base) = self.base else { return targets };
        if (base.leave & origin).any() {
            return targets;
        }
        let attack = base.attack;
        let mut afresh = targets & (base.enter | base.fateful(role));
        let doubtful = targets & !afresh & base.aligned[usize::from(role) & (NEAR - 1)];
        if doubtful.any() {
            let (occupied, targets) = (base.occupied & !origin, doubtful);
            afresh |= self.processor.call(Anew { base, attack, role, occupied, targets });
        }
        let mut targets = targets & !afresh;
        if base.pressed {
            targets = self.press(base, targets);
        }
        if targets.any() {
            let left = (origin, i64::from(targets.count()));
            self.total += self.processor.call(Group { base, state: self.state, origin, targets, left });
        }
        afresh
    }

    /// Counts the replies to those of the moves after which the opponent must take, and leaves the others.
    #[inline(never)]
    fn press(&mut self, base: &Base<'_, W>, targets: Bits<W>) -> Bits<W> {
        let (taken, answers) = self.processor.call(Pressed { base, state: self.state, targets });
        self.total += answers;
        targets & !taken
    }

    /// Makes moves, and adds the replies to each.
    #[inline(always)]
    fn visitor(
        &mut self,
    ) -> Visitor<'a, P, W, R, H, impl FnMut(Move, &mut State<W, R, H>) + use<'a, '_, P, W, R, H>> {
        let Self { processor, rules, state, me, ref mut total, .. } = *self;
        let visit =
            move |_, after: &mut State<W, R, H>| *total += processor.call(Count { rules, state: after });
        Visitor { processor, rules, state, me, visit }
    }
}

/// Counts the replies to moves of a piece that may promote, where it does not: a call of its own, for in many games none may.
struct Unpromoted<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    differences: &'a mut Differences<'b, P, W, R, H>,
    role: u8,
    from: usize,
    targets: Bits<W>,
}

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for Unpromoted<'_, '_, Q, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        self.differences.plain(self.role, self.from, self.targets);
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Sink<W, R, H>
    for Differences<'_, P, W, R, H>
{
    #[inline(always)]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        let afresh = self.afresh(role, Bits::single(from), targets);
        if afresh.any() {
            self.visitor().plain(role, from, afresh);
        }
    }

    #[inline(always)]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = targets & promotion.zone();
        let (processor, targets) = (self.processor, targets & !zone);
        if targets.any() {
            processor.call(Unpromoted { differences: self, role, from, targets });
        }
        if zone.any() {
            self.visitor().promoting(role, from, zone, promotion);
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let mut afresh = targets;
        if let Some(base) = self.base {
            let aligned = base.aligned[usize::from(step.role) & (NEAR - 1)];
            let fateful = base.fateful(step.role);
            afresh &= step.zone | base.enter | base.leave.shift(step.delta) | aligned | fateful;
            let mut rest = targets & !afresh;
            if !step.marks.is_empty() {
                // Who may take by a mark that this leaves can do more than before.
                let uses = |marks: &Bits<W>| self.state.uses_marks(base.side, base.own, *marks);
                each_square!(to in rest, {
                    let from = (to as i32 - step.delta) as usize & Bits::<W>::MASK;
                    if step.marks.get(from).is_some_and(uses) {
                        afresh.insert(to);
                    }
                });
                rest &= !afresh;
            }
            let state = self.state;
            let felt = rest & base.felt.shift(step.delta);
            let mut unfelt = rest & !felt;
            if base.pressed {
                unfelt = self.press(base, unfelt);
            }
            if unfelt.any() {
                let (origin, left) = (Bits::EMPTY, (unfelt.shift(-step.delta), 1));
                self.total += self.processor.call(Group { base, state, origin, targets: unfelt, left });
            }
            each_square!(to in felt, {
                let (origin, mut targets) = (Bits::single(to).shift(-step.delta), Bits::single(to));
                if base.pressed {
                    targets = self.press(base, targets);
                }
                if targets.any() {
                    let left = (origin, 1);
                    self.total += self.processor.call(Group { base, state, origin, targets, left });
                }
            });
        }
        if afresh.any() {
            self.visitor().step(step, afresh, promotion);
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        self.visitor().general(general, choice, after);
    }

    #[inline(always)]
    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        let afresh = self.afresh(drop.placed, Bits::EMPTY, targets);
        if afresh.any() {
            self.visitor().drops(drop, afresh);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        self.visitor().made(m, after);
    }
}
