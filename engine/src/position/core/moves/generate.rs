//! Legal moves of a state.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::condition::Pieces;
use crate::tables::lookup::{Find, Lookup, Targets};
use crate::tables::movement::{Class, Members, Promotion, RoleTable, ScriptedMove, Step};
use crate::tables::side::Side;
use crate::tables::turn::{Drop, Turn};
use crate::variant::{Move, Royalty};

use super::choice::Through;
use super::erased::{Erased, is_apart};
use super::evaluator::{Evaluator, ended};
use super::legality::{Checks, in_check};
use super::scripted::Attempt;
use crate::position::core::state::State;

/// What becomes of the moves.
pub(in crate::position::core) trait Sink<const W: usize, const R: usize, const H: usize> {
    /// Plain moves of one piece that does not promote.
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>);
    /// Plain moves of one piece that may promote.
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>);
    /// Moves of one step: target by target, the origin is the target less the step's delta.
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>);
    /// One scripted move, with a way to the position after it.
    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: impl Fn() -> State<W, R, H>);
    /// Drops of a piece, by one way, that nothing follows.
    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>);
    /// A chain that takes so many pieces of the opponent's, with a way to the position after it.
    #[inline(always)]
    fn chain(&mut self, m: Move, _taken: u32, after: impl Fn() -> State<W, R, H>) {
        self.made(m, after);
    }
    /// One move of any kind, with a way to the position after it.
    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>);
    /// Whether enough has been seen.
    #[inline(always)]
    fn done(&self) -> bool {
        false
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::position::core) struct Wanted<const W: usize> {
    /// From these squares.
    pub origins: Bits<W>,
    /// Only those that remove a piece of the opponent's.
    pub captures: bool,
    /// Drops and passes too.
    pub hand: bool,
    /// Of drops, those of these roles (a bit each).
    pub dropped: u64,
    /// Passes too.
    pub pass: bool,
    /// Of plain moves, those to these squares.
    pub targets: Bits<W>,
}

impl<const W: usize> Wanted<W> {
    /// All of them.
    pub const ALL: Self = Self {
        origins: Bits::FULL,
        captures: false,
        hand: true,
        dropped: u64::MAX,
        pass: true,
        targets: Bits::FULL,
    };
    /// Those that remove a piece of the opponent's.
    pub const CAPTURES: Self = Self { captures: true, ..Self::ALL };
}

/// Whether each move may have to be tried, because lines do not tell its legality: the mover's royals, and what the
/// opponent could do.
#[inline(always)]
fn tried<const W: usize>(rules: &Rules<W>, other: &Side<W>, royals: Bits<W>) -> bool {
    (other.non_line_attacks || (royals & other.threatened).any() || royals.several() && !rules.royal_lines)
        && !rules.royalless
}

/// The same, once it is seen which of the opponent's pieces are there.
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

/// Whether one of the opponent's pieces has an attack that is no count of one set.
fn has_irregular_attackers<const W: usize, const R: usize, const H: usize>(
    state: &State<W, R, H>,
    other: &Side<W>,
    them: Bits<W>,
) -> bool {
    let irregular_attackers = other.attack.irregular_attackers;
    irregular_attackers != 0 && (state.any_of(irregular_attackers) & them).any()
}

/// One position to generate for.
#[derive(Clone, Copy)]
pub(in crate::position::core) struct Generator<'a, P, const W: usize, const R: usize, const H: usize> {
    pub(in crate::position::core) processor: P,
    pub(in crate::position::core) rules: &'a Rules<W>,
    pub(in crate::position::core) state: &'a State<W, R, H>,
    pub(in crate::position::core) side: &'a Side<W>,
    pub(in crate::position::core) offer: &'a Turn<W>,
    pub(in crate::position::core) other: &'a Side<W>,
    pub(in crate::position::core) me: usize,
    pub(in crate::position::core) us: Bits<W>,
    pub(in crate::position::core) them: Bits<W>,
    pub(in crate::position::core) occupied: Bits<W>,
    pub(in crate::position::core) royals: Bits<W>,
    /// The opponent's royals that answer every check if they are taken.
    pub(in crate::position::core) enemy_royals: Bits<W>,
    pub(in crate::position::core) checks: Checks<W>,
    /// Whether each move is tried, because lines do not tell its legality.
    pub(in crate::position::core) tried: bool,
    /// Whether royals are looked at one by one: if moves are tried, or there are several.
    pub(in crate::position::core) per_royal: bool,
    /// Whether no move can be illegal for what it leaves to be taken: nothing is found by trying plain moves.
    pub(in crate::position::core) free: bool,
    /// Whether the player moves on in the same turn, and may leave the royals to be taken until then.
    pub(in crate::position::core) open: bool,
    /// Where a piece must come or go for the royal to be attacked by more than lines: moves from or to these squares are
    /// tried, the others not.
    pub(in crate::position::core) trigger_squares: Bits<W>,
    /// The lines on which an opponent's piece is before the royal, where moves that change more than two squares are told
    /// apart; all squares where they are not.
    pub(in crate::position::core) lined: Bits<W>,
    /// Whether checks and pins have been looked for.
    pub(in crate::position::core) checks_found: bool,
    /// Whether imagined replies are meant, in which attacks are unknown: else two who ask each other whether they mate
    /// would ask for ever.
    pub(in crate::position::core) imagined: bool,
}

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Generator<'a, P, W, R, H> {
    /// Whether the player to move can have a move at all: not if a player is without a royal that should have one, or an
    /// end of the game's own has come.
    #[inline(always)]
    pub fn possible(processor: P, rules: &Rules<W>, state: &State<W, R, H>) -> bool {
        let royals = state.own_royals(rules);
        let lost = |player: usize| rules.loses_royal[player] && (royals & state.players[player]).is_empty();
        !(lost(0) || lost(1) || rules.ends && !state.goes_on(rules) && Self::over(processor, rules, state))
    }

    /// The sets of pieces by role, and which of all pieces are the opponent's.
    #[inline(always)]
    pub(in crate::position::core) fn foes(&self) -> (&'a [Bits<W>; R], Bits<W>) {
        (&self.state.roles, self.them)
    }

    /// The opponent's pieces of these roles.
    #[inline(always)]
    pub(in crate::position::core) fn foes_of(&self, members: &Members) -> Bits<W> {
        self.state.members(members) & self.them
    }

    /// Whether an end of the game's own has come, a turn having ended.
    #[inline(always)]
    pub(in crate::position::core) fn over(processor: P, rules: &Rules<W>, state: &State<W, R, H>) -> bool {
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

    /// Collects what all moves of the player to move have in common.
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
            lined: Bits::FULL,
            checks_found: false,
            imagined: false,
        }
    }

    /// Where some of several royals may be lost: one of them that is taken answers nothing.
    #[inline(never)]
    pub(in crate::position::core) fn allow_losses(&mut self) {
        if self.enemy_royals.several() {
            self.enemy_royals = Bits::EMPTY;
        }
        self.free = self.rules.royalty == Royalty::Last && self.royals.several();
    }

    /// Finds what the royal asks of the other pieces. Apart from [`new`](Self::new), because a large value that is
    /// filled where it stands need not be copied.
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

    /// Finds out whether lines tell for most moves which are legal although they may not for all.
    ///
    /// What attacks a royal besides lines are movements that ask for more, each of which asks about some squares. As long
    /// as none of them is open, only a piece that comes to one of these squares or leaves it can open one. And where hooks
    /// follow captures, an attack by lines is none only if the hooks might cost its player a royal.
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
        let mut lined = Bits::EMPTY;
        for reach in other.attack.reaching(royal) {
            let before = self.foes_of(&reach.members) & reach.lines;
            each_square!(attacker in before, { lined |= other.attack.line(reach, attacker).squares });
        }
        (self.tried, self.per_royal, self.trigger_squares, self.lined) = (false, false, triggers, lined);
    }

    /// The player's pieces of which one must not leave a line, lest a royal be attacked.
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
        // A capture along the line may cost the opponent a royal, and is then none.
        let exposes = |square: &usize| {
            let mut without = *state;
            without.clear_all(Bits::single(*square));
            in_check(processor, rules, &without, me)
        };
        found.indices().filter(exposes).fold(Bits::EMPTY, |all, square| all | Bits::single(square))
    }

    /// The same of several royals.
    #[inline(never)]
    fn find_kin_checks(&mut self) {
        if !self.tried {
            self.checks = self.kin_checks(self.royals);
            self.checks.mask |= self.enemy_royals;
        }
    }

    /// The targets of a step from some squares.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::position::core) fn stepped(
        &self,
        step: &Step<W>,
        from: Bits<W>,
        quiet: Bits<W>,
        capture: Bits<W>,
    ) -> Bits<W> {
        let origins = from & self.state.role(step.role) & step.origins;
        let mut targets = origins.shift(step.delta);
        let empty = !self.occupied;
        for &by in &step.between {
            targets &= empty.shift(by);
        }
        targets & (step.quiet & quiet | step.capture & capture)
    }

    /// Every legal move.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn each<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        if const { is_apart(W, R) } {
            let sink = Erased::new(sink);
            self.processor.call(Through { generator: self, sink, wanted: *wanted });
        } else {
            self.all(sink, wanted);
        }
    }

    /// The same in place.
    #[inline(always)]
    pub(in crate::position::core) fn all<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let mut pieces = self.us & !self.royals & wanted.origins;
        if self.checks.mask.is_empty() {
            pieces &= self.checks.pinned;
        }
        if self.trigger_squares.any() {
            self.processor.call(Watched {
                generator: self,
                sink: Erased::new(sink),
                pieces,
                wanted: *wanted,
            });
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

    /// Where one piece may go, squares of own pieces not left out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::position::core) fn allowed(&self, from: usize) -> Bits<W> {
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

    /// Plain moves of some pieces that are not royal: those that are not pinned together, each other one alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
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

    /// Plain moves of some pieces that may go to the same squares.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::position::core) fn unbound<S: Sink<W, R, H>>(
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
                sink.step(step, targets, self.side.promotion_of(step));
                if sink.done() {
                    return;
                }
            }
        }
        for class in &self.side.classes[..self.side.common] {
            let found = pieces & self.state.members(&class.members);
            let (processor, occupied) = (self.processor, self.occupied);
            // Attempt once for the class, not for each piece.
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

    /// Hands on the plain moves of one piece of a class.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hand<S: Sink<W, R, H>>(&self, sink: &mut S, class: &Class<W>, from: usize, mut targets: Bits<W>) {
        let role = self.state.which(&class.members, from);
        if self.tried {
            targets = self.tested(role, from, targets);
        }
        if sink.done() || targets.is_empty() {
            return;
        }
        match class.promotes {
            None => sink.plain(role, from, targets),
            Some(_) => self.promoting(sink, role, from, targets),
        }
    }

    /// Hands on plain moves of one piece that may promote.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::position::core) fn promoting<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        role: u8,
        from: usize,
        targets: Bits<W>,
    ) {
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

    /// Those of a step's targets that leave no royal of the player's attacked.
    fn tested_step(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        let one = |to: usize| self.tested(step.role, (to as i32 - step.delta) as usize, Bits::single(to));
        targets.indices().fold(Bits::EMPTY, |legal, to| legal | one(to))
    }

    /// The targets of a piece by lookup.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::position::core) fn targets(
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

    /// Those of a piece's targets that leave no royal of the player's attacked, or take one of the opponent's.
    pub(in crate::position::core) fn tested(&self, role: u8, from: usize, targets: Bits<W>) -> Bits<W> {
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

/// Plain moves of pieces that are not royal, where some are tried.
struct Watched<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    generator: &'a Generator<'a, P, W, R, H>,
    sink: Erased<'b, W, R, H>,
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

/// [`Generator::find_checks`] for a form that has its code once.
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
