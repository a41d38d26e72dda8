//! The generator of legal moves.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::condition::Pieces;
use crate::tables::lookup::{Find, Lookup, Targets};
use crate::tables::movement::{Class, Members, Promotion, RoleTable, Step};
use crate::tables::side::Side;
use crate::tables::turn::{Drop, Turn};
use crate::variant::{Move, Royalty};

use super::choice::Through;
use super::erased::{AnySink, is_apart};
use super::evaluator::{Evaluator, ended};
use super::legality::{Checks, in_check};
use super::scripted::Attempt;
use crate::position::core::state::State;

/// Receives the generated moves.
pub(crate) trait Sink<const W: usize, const R: usize, const H: usize> {
    /// Plain moves of one piece that does not promote.
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>);
    /// Plain moves of one piece that may promote.
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>);
    /// Moves of one step: the origin of each target is the target minus the step's delta.
    fn step(&mut self, step: &Step<W>, targets: Bits<W>);
    /// Drops of a piece by one way without effects.
    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>);
    /// One move of any kind, and a function that makes it.
    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>);
    /// Whether the sink needs no more moves.
    #[inline(always)]
    fn done(&self) -> bool {
        false
    }
}

/// Selects the moves to generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<const W: usize> {
    /// Only moves from these squares.
    pub origins: Bits<W>,
    /// Only captures of the opponent's pieces.
    pub captures: bool,
    /// Drops and passes too.
    pub hand: bool,
    /// Only drops of these roles (as bits).
    pub dropped: u64,
    /// Passes too.
    pub pass: bool,
    /// Only moves to these squares; castling, chains and passes are not restricted.
    pub targets: Bits<W>,
}

impl<const W: usize> Wanted<W> {
    /// All moves.
    pub const ALL: Self = Self {
        origins: Bits::FULL,
        captures: false,
        hand: true,
        dropped: u64::MAX,
        pass: true,
        targets: Bits::FULL,
    };
    /// The moves that remove an opponent's piece.
    pub const CAPTURES: Self = Self { captures: true, ..Self::ALL };
}

/// Whether moves may have to be made to test legality, given the mover's royals and the opponent's tables.
#[inline(always)]
fn tried<const W: usize>(rules: &Rules<W>, other: &Side<W>, royals: Bits<W>) -> bool {
    (other.non_line_attacks || (royals & other.threatened).any() || royals.several() && !rules.royal_lines)
        && !rules.royalless
}

/// The same test, given the opponent's pieces on the board.
#[cold]
#[inline(never)]
fn tried_by<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
    other: &Side<W>,
    them: Bits<W>,
    royals: Bits<W>,
) -> bool {
    other.risky != 0
        || royals.several() && !rules.royal_lines
        || has_irregular_attackers(state, other, them)
        || other.threatens(royals, |role| them & state.role(role))
}

/// Whether an opponent's piece has an attack that is not a count over one line.
fn has_irregular_attackers<const W: usize, const R: usize, const H: usize>(
    state: &State<W, R, H>,
    other: &Side<W>,
    them: Bits<W>,
) -> bool {
    let irregular_attackers = other.attack.irregular_attackers;
    irregular_attackers != 0 && (state.any_of(irregular_attackers) & them).any()
}

/// A position with the data shared by all its moves.
#[derive(Clone, Copy)]
pub(crate) struct Generator<'a, P, const W: usize, const R: usize, const H: usize> {
    pub(crate) processor: P,
    pub(crate) rules: &'a Rules<W>,
    pub(crate) state: &'a State<W, R, H>,
    pub(crate) side: &'a Side<W>,
    pub(crate) offer: &'a Turn<W>,
    pub(crate) other: &'a Side<W>,
    pub(crate) me: usize,
    pub(crate) us: Bits<W>,
    pub(crate) them: Bits<W>,
    pub(crate) occupied: Bits<W>,
    pub(crate) royals: Bits<W>,
    /// The opponent's royals whose capture answers every check.
    pub(crate) enemy_royals: Bits<W>,
    pub(crate) checks: Checks<W>,
    /// Whether each move is made to test its legality.
    pub(crate) tried: bool,
    /// Whether royals are generated one by one: moves are tested by making them, or there are several royals.
    pub(crate) per_royal: bool,
    /// Whether no plain move can be illegal by exposing a royal, so that none needs a test.
    pub(crate) free: bool,
    /// Whether the player moves again in this turn, and may leave royals en prise until then.
    pub(crate) open: bool,
    /// Sensitive squares: non-line attacks on the royal depend on them. Only moves from or to them are tested
    /// by making.
    pub(crate) trigger_squares: Bits<W>,
    /// Whether checks and pins have been computed.
    pub(crate) checks_found: bool,
    /// Whether imagined replies are generated, in which attacks are unknown. This ends the recursion of mate
    /// conditions that test each other.
    pub(crate) imagined: bool,
}

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Generator<'a, P, W, R, H> {
    /// Whether the player to move can have a move at all: no required royal is missing, and no custom ending has
    /// come.
    #[inline(always)]
    pub fn possible(processor: P, rules: &Rules<W>, state: &State<W, R, H>) -> bool {
        let royals = state.own_royals(rules);
        let lost = |player: usize| rules.loses_royal[player] && (royals & state.players[player]).is_empty();
        !(lost(0) || lost(1) || rules.ends && !state.goes_on(rules) && Self::over(processor, rules, state))
    }

    /// The sets of pieces by role, and the opponent's pieces.
    #[inline(always)]
    pub(crate) fn foes(&self) -> (&'a [Bits<W>; R], Bits<W>) {
        (&self.state.roles, self.them)
    }

    /// The opponent's pieces of these roles.
    #[inline(always)]
    pub(crate) fn foes_of(&self, members: &Members) -> Bits<W> {
        self.state.members(members) & self.them
    }

    /// Whether a custom ending has come after a turn.
    #[inline(always)]
    pub(crate) fn over(processor: P, rules: &Rules<W>, state: &State<W, R, H>) -> bool {
        let mut asked = false;
        for (me, offer) in rules.offers.iter().enumerate() {
            let evaluator = Evaluator::new(processor, rules, state, me);
            let some = |pieces: &Pieces<W>| evaluator.pieces(pieces).any();
            if offer.required.iter().any(|pieces| !some(pieces)) {
                return true;
            }
            asked |= !offer.ends.is_empty()
                && offer.precondition.as_ref().is_none_or(|when| evaluator.holds(when));
        }
        asked && ended(processor, rules, state)
    }

    /// Collects the data shared by all moves.
    #[inline(always)]
    pub fn new(processor: P, rules: &'a Rules<W>, state: &'a State<W, R, H>) -> Self {
        let me = state.mover(rules);
        let mut us = state.players[me & 1];
        let them = state.players[(me ^ 1) & 1];
        let all = state.royals(rules);
        let (royals, enemy_royals) = (all & us, all & them);
        let side = &rules.sides[me & 1];
        let other = &rules.sides[(me ^ 1) & 1];
        let open = H > 0 && rules.deferred && state.goes_on_after(rules);
        let tried = open || tried(rules, other, royals) && tried_by(rules, state, other, them, royals);
        if H > 0 && rules.phased {
            us = (us | state.neutral()) & state.any_of(rules.phases[usize::from(state.turn)].moving);
        }
        Self {
            processor,
            rules,
            state,
            side,
            offer: &rules.offers[me & 1],
            other,
            me,
            us,
            them,
            occupied: state.occupied(),
            royals,
            enemy_royals,
            checks: Checks::NONE,
            tried,
            per_royal: tried || royals.several(),
            free: false,
            open,
            trigger_squares: Bits::EMPTY,
            checks_found: false,
            imagined: false,
        }
    }

    /// If some of several royals may be lost, capturing one royal answers no check.
    #[inline(never)]
    pub(crate) fn allow_losses(&mut self) {
        if self.enemy_royals.several() {
            self.enemy_royals = Bits::EMPTY;
        }
        self.free = self.rules.royalty == Royalty::Last && self.royals.several();
    }

    /// Computes the check mask and the pins. Separate from [`new`](Self::new): a large value filled in place
    /// need not be copied.
    #[inline(always)]
    pub fn find_checks(&mut self) {
        if const { is_apart(W, R) } {
            self.processor.call(FindChecks(self));
        } else {
            self.find_checks_here();
        }
    }

    #[inline(always)]
    fn find_checks_here(&mut self) {
        self.checks_found = true;
        if self.open {
            return;
        }
        if self.rules.may_lose_royal {
            self.allow_losses();
        } else if self.tried {
            self.narrow();
        }
        if self.per_royal {
            self.find_kin_checks();
        } else if self.royals.any() {
            let (attack, royal) = (&self.other.attack, self.royals.first());
            self.checks.find(attack, (&self.state.roles, self.them), self.us, self.occupied, royal);
            self.checks.mask |= self.enemy_royals;
        }
    }

    /// Tests whether pins and check masks suffice for most moves, although not for all.
    ///
    /// Besides lines, conditional movements can attack a royal; each depends on some squares. As long as none
    /// is possible, only a move from or to one of these squares can enable one. With hooks after captures, a
    /// line attack fails only if the hooks might remove the attacker's own royal.
    #[inline(never)]
    fn narrow(&mut self) {
        let Self { processor, rules, state, other, .. } = *self;
        let me = (self.me ^ 1) & 1;
        let royal = self.royals.first();
        if self.royals.is_empty() || self.royals.several() || has_irregular_attackers(state, other, self.them)
        {
            return;
        }
        if other.in_doubt(royal, self.enemy_royals) {
            return;
        }
        let mut triggers = Bits::EMPTY;
        for index in other.threats[royal].standing(|role| self.them & state.role(role)) {
            let scripted = &other.scripted[index as usize];
            triggers |= scripted.asks;
            let attempt = Attempt { processor, rules, state, me, scripted, reply: true, choice: 0 };
            if attempt.allowed() && attempt.removes_piece(royal, true) {
                return;
            }
        }
        (self.tried, self.per_royal, self.trigger_squares) = (false, false, triggers);
    }

    /// The pinned pieces of the player.
    pub fn blockers(mut self) -> Bits<W> {
        if self.rules.may_lose_royal && self.royals.several() {
            return Bits::EMPTY;
        }
        self.checks = self.kin_checks(self.royals);
        let found = self.checks.blockers(self.us & !self.royals);
        let Self { processor, rules, state, me, .. } = self;
        if found.is_empty() || in_check(processor, rules, state, me) {
            return found;
        }
        // A capture along the line may cost the opponent a royal, and is then no attack.
        let exposes = |square: &usize| {
            let mut without = *state;
            without.clear_all(Bits::single(*square));
            in_check(processor, rules, &without, me)
        };
        found.indices().filter(exposes).fold(Bits::EMPTY, |all, square| all | Bits::single(square))
    }

    /// Computes the check masks of several royals.
    #[inline(never)]
    fn find_kin_checks(&mut self) {
        if !self.tried {
            self.checks = self.kin_checks(self.royals);
            self.checks.mask |= self.enemy_royals;
        }
    }

    /// The targets of a step from some squares.
    #[inline(always)]
    pub(crate) fn stepped(&self, step: &Step<W>, from: Bits<W>, quiet: Bits<W>, capture: Bits<W>) -> Bits<W> {
        let origins = from & self.state.role(step.role) & step.origins;
        let mut targets = origins.shift(step.delta);
        let empty = !self.occupied;
        for &by in &step.between {
            // Without this exit, the compiler would vectorise a loop that rarely runs twice.
            if targets.is_empty() {
                break;
            }
            targets &= empty.shift(by);
        }
        targets & (step.quiet & quiet | step.capture & capture)
    }

    /// Emits every legal move.
    #[inline(always)]
    pub fn each<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        if const { is_apart(W, R) } {
            self.processor.call(Through { generator: self, sink, wanted: *wanted });
        } else {
            self.all(sink, wanted);
        }
    }

    /// [`Self::each`], inlined.
    #[inline(always)]
    pub(crate) fn all<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let mut pieces = self.us & !self.royals & wanted.origins;
        if self.checks.mask.is_empty() {
            pieces &= self.checks.pinned;
        }
        if self.trigger_squares.any() {
            self.processor.call(Watched { generator: self, sink, pieces, wanted: *wanted });
        } else {
            self.pieces(sink, pieces, wanted);
        }
        if !sink.done() {
            self.royal(sink, wanted);
        }
        if !sink.done() {
            self.scripted(sink, wanted);
        }
        if H > 0 && !sink.done() {
            self.offered(sink, wanted);
        }
    }

    /// The targets allowed to one piece by checks and pins; own pieces are not excluded.
    #[inline(always)]
    pub(crate) fn allowed(&self, from: usize) -> Bits<W> {
        if self.checks.pinned.contains(from) {
            let allowed = match self.checks.allowed_from(self.occupied, from) {
                Some(allowed) => allowed,
                None => {
                    let (attack, royals) = (&self.other.attack, self.royals);
                    self.checks.allowed_by_all(attack, self.foes(), self.occupied, royals, from)
                }
            };
            allowed | self.enemy_royals
        } else {
            self.checks.mask
        }
    }

    /// Plain moves of non-royal pieces: unpinned ones together, each pinned one alone.
    #[inline(always)]
    fn pieces<S: Sink<W, R, H>>(&self, sink: &mut S, pieces: Bits<W>, wanted: &Wanted<W>) {
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        let mut pinned = pieces & self.checks.pinned;
        let (mut some, mut allowed) = (pieces & !pinned, self.checks.mask);
        loop {
            let allowed_here = allowed & wanted.targets;
            self.unbound(sink, some, allowed_here & empty, allowed_here & self.them);
            if sink.done() || pinned.is_empty() {
                return;
            }
            let from = pinned.first();
            pinned = pinned.rest();
            (some, allowed) = (Bits::single(from), self.allowed(from));
        }
    }

    /// Plain moves of pieces with the same allowed targets.
    #[inline(always)]
    pub(crate) fn unbound<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        pieces: Bits<W>,
        quiet: Bits<W>,
        capture: Bits<W>,
    ) {
        for step in &self.side.steps {
            let mut targets = self.stepped(step, pieces, quiet, capture);
            if self.tried {
                targets = self.tested_step(step, targets);
            }
            if targets.any() {
                sink.step(step, targets);
                if sink.done() {
                    return;
                }
            }
        }
        for class in &self.side.classes[..self.side.common] {
            let found = pieces & self.state.members(&class.members);
            let (processor, occupied) = (self.processor, self.occupied);
            // Matched once per class, not once per piece.
            match &*class.lookup {
                Lookup::Leaps(sets) => each_square!(from in found, {
                    self.hand(sink, class, from, sets[from] & (quiet | capture));
                }),
                Lookup::Whole(tables) if tables.groups == 1 => each_square!(from in found, {
                    let [both] = tables.single(processor, from, occupied);
                    self.hand(sink, class, from, both & (quiet | capture));
                }),
                lookup => each_square!(from in found, {
                    let Targets { quiet: q, capture: c } = lookup.targets(processor, from, occupied);
                    self.hand(sink, class, from, q & quiet | c & capture);
                }),
            }
            if sink.done() {
                return;
            }
        }
    }

    /// Emits the plain moves of one piece of a class.
    #[inline(always)]
    fn hand<S: Sink<W, R, H>>(&self, sink: &mut S, class: &Class<W>, from: usize, mut targets: Bits<W>) {
        // Not all sinks need the role.
        let role = || self.state.which(&class.members, from);
        if self.tried {
            targets = self.tested(role(), from, targets);
        }
        if sink.done() || targets.is_empty() {
            return;
        }
        match class.promotes {
            None => sink.plain(role(), from, targets),
            Some(role) => self.promoting(sink, role, from, targets),
        }
    }

    /// Emits plain moves of one piece that may promote.
    #[inline(always)]
    pub(crate) fn promoting<S: Sink<W, R, H>>(&self, sink: &mut S, role: u8, from: usize, targets: Bits<W>) {
        let table = &self.side.roles[usize::from(role)];
        if table.alike {
            return sink.promoting(role, from, targets, table.promotion(from, false));
        }
        for takes in [false, true] {
            let targets = if takes { targets & self.occupied } else { targets & !self.occupied };
            if targets.any() {
                sink.promoting(role, from, targets, table.promotion(from, takes));
            }
        }
    }

    /// The targets of a step that leave no royal of the player attacked.
    fn tested_step(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        let one = |to: usize| self.tested(step.role, (to as i32 - step.delta) as usize, Bits::single(to));
        targets.indices().fold(Bits::EMPTY, |legal, to| legal | one(to))
    }

    /// The targets of a piece by lookup.
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        table: &RoleTable<W>,
        from: usize,
        quiet: Bits<W>,
        capture: Bits<W>,
    ) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let (square, occupied) = (from, self.occupied);
        for &class in &table.classes {
            let lookup = &*self.side.classes[usize::from(class)].lookup;
            if let Lookup::Leaps(sets) = lookup {
                all |= sets[from] & (quiet | capture);
                continue;
            }
            let Targets { quiet: q, capture: c } = self.processor.call(Find { lookup, square, occupied });
            all |= q & quiet | c & capture;
        }
        for limited in &table.limited {
            let takes = capture & self.foes_of(&limited.members);
            if (takes & limited.onto[from]).any() {
                let lookup = &*limited.lookup;
                all |= takes & self.processor.call(Find { lookup, square, occupied }).capture;
            }
        }
        all
    }

    /// The targets of a piece that leave no royal of the player attacked, or that capture an opponent's
    /// royal.
    pub(crate) fn tested(&self, role: u8, from: usize, targets: Bits<W>) -> Bits<W> {
        if self.free || self.open {
            return targets;
        }
        let mut legal = targets & self.enemy_royals;
        for to in (targets & !legal).indices() {
            let after = self.state.moved(self.rules, self.me, role, role, from, to);
            if !in_check(self.processor, self.rules, &after, self.me) {
                legal.insert(to);
            }
        }
        legal
    }
}

/// Plain moves of non-royal pieces, some of which are tested by making.
struct Watched<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    generator: &'a Generator<'a, P, W, R, H>,
    sink: &'b mut AnySink<'b, W, R, H>,
    pieces: Bits<W>,
    wanted: Wanted<W>,
}

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for Watched<'_, '_, Q, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(mut self, _: P) {
        let Self { generator, pieces, wanted, .. } = self;
        let triggers = generator.trigger_squares;
        let strict = Generator { tried: true, ..*generator };
        let (leaving, others) = (pieces & triggers, pieces & !triggers);
        let parts =
            [(&strict, leaving, Bits::FULL), (&strict, others, triggers), (generator, others, !triggers)];
        for (generator, pieces, targets) in parts {
            let wanted = Wanted { targets: wanted.targets & targets, ..wanted };
            if pieces.any() && !self.sink.done() {
                generator.pieces(&mut self.sink, pieces, &wanted);
            }
        }
    }
}

/// [`Generator::find_checks`] for forms that share one generator.
struct FindChecks<'a, 'b, P, const W: usize, const R: usize, const H: usize>(
    &'b mut Generator<'a, P, W, R, H>,
);

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for FindChecks<'_, '_, Q, W, R, H> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        self.0.find_checks_here();
    }
}
