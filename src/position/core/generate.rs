//! Legal moves of a state: class by class where only their number is asked, piece by piece where they are wanted.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::Rules;
use crate::tables::instance::Choices;
use crate::tables::lookup::{Lookup, Targets};
use crate::tables::side::{Class, General, Guard, Guarded, Members, Promotion, RoleTable, Side, Step};

use super::general::Asked;
use super::legality::{Bonds, attacked, bitten, in_check, of};
use super::state::State;
use super::tasks::List;

/// What becomes of the moves.
pub(super) trait Sink<const W: usize, const R: usize> {
    /// Plain moves of one piece that does not promote.
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>);
    /// Plain moves of one piece that may promote.
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>);
    /// Moves of one step: target by target, the origin is the target less the step's delta.
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>);
    /// One general move, with a way to the position after it.
    fn general(&mut self, general: &General<W>, choice: u16, after: impl FnOnce() -> State<W, R>);
    /// Whether enough has been seen.
    #[inline(always)]
    fn done(&self) -> bool {
        false
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<const W: usize> {
    /// From these squares.
    pub origins: Bits<W>,
    /// Only those that remove a piece of the opponent's.
    pub captures: bool,
}

impl<const W: usize> Wanted<W> {
    /// All of them.
    pub const ALL: Self = Self { origins: Bits::FULL, captures: false };
}

/// Up to so many squares are looked at one by one for whether they are attacked.
const FEW: u32 = 2;

/// How many moves these targets are, promotions told apart.
#[inline(always)]
pub(super) fn number<const W: usize>(targets: Bits<W>, promotion: &Promotion<W>) -> u64 {
    let plain = u64::from(targets.count());
    let forced = targets & promotion.forced;
    let optional = targets & promotion.optional;
    if (forced | optional).is_empty() {
        return plain;
    }
    let choices = promotion.to.len() as u64;
    // Without a role to choose a forced promotion leaves the piece what it is.
    plain + u64::from(forced.count()) * choices.saturating_sub(1) + u64::from(optional.count()) * choices
}

/// One position to generate for.
pub(super) struct Generator<'a, P, const W: usize, const R: usize> {
    processor: P,
    rules: &'a Rules<W>,
    state: &'a State<W, R>,
    side: &'a Side<W>,
    other: &'a Side<W>,
    me: usize,
    us: Bits<W>,
    them: Bits<W>,
    occupied: Bits<W>,
    royals: Bits<W>,
    /// The opponent's pieces by role.
    foes: [Bits<W>; R],
    bonds: Bonds<W>,
    /// Whether each move is tried, because lines do not tell its legality.
    tried: bool,
}

impl<'a, P: Processor, const W: usize, const R: usize> Generator<'a, P, W, R> {
    /// Whether the player to move can have a move at all: not if a player is without a royal that should have one.
    #[inline(always)]
    pub fn possible(rules: &Rules<W>, state: &State<W, R>) -> bool {
        let royals = state.members(&rules.royals);
        let lost = |player: usize| rules.has_royal[player] && (royals & state.players[player]).is_empty();
        !lost(0) && !lost(1)
    }

    /// Collects what all moves of the player to move have in common.
    #[inline(always)]
    pub fn new(processor: P, rules: &'a Rules<W>, state: &'a State<W, R>) -> Self {
        let me = state.mover(rules);
        let us = state.players[me & 1];
        let them = state.players[(me ^ 1) & 1];
        let royals = state.members(&rules.royals) & us;
        let side = &rules.sides[me & 1];
        let other = &rules.sides[(me ^ 1) & 1];
        let tried = royals.several() || other.attack.uncounted || (royals & other.threatened).any();
        Self {
            processor,
            rules,
            state,
            side,
            other,
            me,
            us,
            them,
            occupied: us | them,
            royals,
            foes: state.roles.map(|pieces| pieces & them),
            bonds: Bonds::NONE,
            tried,
        }
    }

    /// Finds what the royal asks of the other pieces. Apart from [`new`](Self::new), because a large value that is
    /// filled where it stands need not be copied.
    #[inline(always)]
    pub fn bind(&mut self) {
        if !self.tried && self.royals.any() {
            let (attack, royal) = (&self.other.attack, self.royals.first());
            self.bonds.find(attack, &self.foes, self.us, self.occupied, royal);
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        if self.tried {
            let mut moves = Vec::with_capacity(64);
            let (rules, state) = (self.rules, self.state);
            self.processor.call(List { rules, state, moves: &mut moves, wanted: Wanted::ALL });
            return moves.len() as u64;
        }
        let allowed = self.bonds.allowed;
        let special = self.bonds.special & !self.royals;
        let mut total = 0;
        if allowed.any() {
            total = self.total(self.us & !special, allowed);
        }
        each_square!(from in special, {
            let allowed = self.allowed(from);
            if allowed.any() {
                total += self.total(Bits::single(from), allowed);
            }
        });
        let mut counter = Counter(total);
        self.royal(&mut counter, &Wanted::ALL);
        self.generals(&mut counter, &Wanted::ALL);
        counter.0
    }

    /// The number of plain moves of some pieces that may go to the same squares, royals left out.
    #[inline(always)]
    fn total(&self, free: Bits<W>, allowed: Bits<W>) -> u64 {
        let quiet = allowed & !self.occupied;
        let capture = allowed & self.them;
        let mut total = 0;
        for class in &self.side.classes[..self.side.common] {
            let pieces = free & self.state.members(&class.members);
            if pieces.is_empty() {
                continue;
            }
            match class.promotes {
                None => total += self.looked_up(&class.lookup, pieces, quiet, capture),
                Some(role) => {
                    let promotion = &self.side.roles[usize::from(role)].promotion;
                    for from in pieces.indices() {
                        let found = class.lookup.targets(self.processor, from, self.occupied);
                        total += number(found.quiet & quiet | found.capture & capture, promotion);
                    }
                }
            }
        }
        for step in &self.side.steps {
            let targets = self.stepped(step, free, quiet, capture);
            total += if (targets & step.zone).is_empty() {
                u64::from(targets.count())
            } else {
                number(targets, &self.side.roles[usize::from(step.role)].promotion)
            };
        }
        total
    }

    /// The number of targets of some pieces, all of one class.
    #[inline(always)]
    fn looked_up(&self, lookup: &Lookup<W>, pieces: Bits<W>, quiet: Bits<W>, capture: Bits<W>) -> u64 {
        let mut total = 0u64;
        let (processor, occupied) = (self.processor, self.occupied);
        match lookup {
            Lookup::Leaps(sets) => {
                let onto = quiet | capture;
                each_square!(from in pieces, { total += u64::from((sets[from] & onto).count()) });
            }
            Lookup::Whole(tables) if tables.groups == 1 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.single(processor, from, occupied);
                    total += u64::from((both & onto).count());
                });
            }
            Lookup::Whole(tables) if tables.groups == 2 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.double(processor, from, occupied);
                    total += u64::from((both & onto).count());
                });
            }
            Lookup::Split(tables) if tables.groups == 2 => {
                each_square!(from in pieces, {
                    let [q, c] = tables.double(processor, from, occupied);
                    total += u64::from((q & quiet | c & capture).count());
                });
            }
            lookup => {
                for from in pieces.indices() {
                    let found = lookup.targets(processor, from, occupied);
                    total += u64::from((found.quiet & quiet | found.capture & capture).count());
                }
            }
        }
        total
    }

    /// The targets of a step from some squares.
    #[inline(always)]
    fn stepped(&self, step: &Step<W>, from: Bits<W>, quiet: Bits<W>, capture: Bits<W>) -> Bits<W> {
        let origins = from & self.state.role(step.role) & step.origins;
        let mut targets = origins.shift(step.delta);
        let empty = !self.occupied;
        for &by in &step.between {
            targets &= empty.shift(by);
        }
        targets & (step.quiet & quiet | step.capture & capture)
    }

    /// Every legal move.
    #[inline(always)]
    pub fn each<S: Sink<W, R>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let mut pieces = self.us & !self.royals & wanted.origins;
        if self.bonds.allowed.is_empty() {
            pieces &= self.bonds.special;
        }
        self.pieces(sink, pieces, wanted);
        if !sink.done() {
            self.royal(sink, wanted);
        }
        if !sink.done() {
            self.generals(sink, wanted);
        }
    }

    /// Where one piece may go, squares of own pieces not left out.
    #[inline(always)]
    fn allowed(&self, from: usize) -> Bits<W> {
        if self.bonds.special.contains(from) {
            match self.bonds.allowed_from(self.occupied, from) {
                Some(allowed) => allowed,
                None => {
                    let (attack, royal) = (&self.other.attack, self.royals.first());
                    self.bonds.allowed_by_all(attack, &self.foes, self.occupied, royal, from)
                }
            }
        } else {
            self.bonds.allowed
        }
    }

    /// Plain moves of some pieces that are not royal: those free of bonds together, each other one alone.
    #[inline(always)]
    fn pieces<S: Sink<W, R>>(&self, sink: &mut S, pieces: Bits<W>, wanted: &Wanted<W>) {
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        let mut bound = pieces & self.bonds.special;
        let (mut some, mut allowed) = (pieces & !bound, self.bonds.allowed);
        loop {
            self.unbound(sink, some, allowed & empty, allowed & self.them);
            if sink.done() || bound.is_empty() {
                return;
            }
            let from = bound.first();
            bound = bound.rest();
            (some, allowed) = (Bits::single(from), self.allowed(from));
        }
    }

    /// Plain moves of some pieces that may go to the same squares.
    #[inline(always)]
    fn unbound<S: Sink<W, R>>(&self, sink: &mut S, pieces: Bits<W>, quiet: Bits<W>, capture: Bits<W>) {
        for class in &self.side.classes[..self.side.common] {
            let found = pieces & self.state.members(&class.members);
            let (processor, occupied) = (self.processor, self.occupied);
            // Asked once for the class, not for each piece.
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
        for step in &self.side.steps {
            let mut targets = self.stepped(step, pieces, quiet, capture);
            if self.tried {
                targets = self.tested_step(step, targets);
            }
            if targets.any() {
                sink.step(step, targets, &self.side.roles[usize::from(step.role)].promotion);
                if sink.done() {
                    return;
                }
            }
        }
    }

    /// Hands on the plain moves of one piece of a class.
    #[inline(always)]
    fn hand<S: Sink<W, R>>(&self, sink: &mut S, class: &Class<W>, from: usize, mut targets: Bits<W>) {
        let Members { a, b } = class.members;
        let role = if self.state.role(a).contains(from) { a } else { b };
        if self.tried {
            targets = self.tested(role, from, targets);
        }
        if sink.done() || targets.is_empty() {
            return;
        }
        match class.promotes {
            None => sink.plain(role, from, targets),
            Some(_) => sink.promoting(role, from, targets, &self.side.roles[usize::from(role)].promotion),
        }
    }

    /// Those of a step's targets that leave no royal of the player's attacked.
    fn tested_step(&self, step: &Step<W>, targets: Bits<W>) -> Bits<W> {
        let one = |to: usize| self.tested(step.role, (to as i32 - step.delta) as usize, Bits::single(to));
        targets.indices().fold(Bits::EMPTY, |legal, to| legal | one(to))
    }

    /// The targets of a piece by lookup.
    #[inline(always)]
    fn targets(&self, table: &RoleTable<W>, from: usize, quiet: Bits<W>, capture: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for &class in &table.classes {
            let Targets { quiet: q, capture: c } =
                self.side.classes[usize::from(class)].lookup.targets(self.processor, from, self.occupied);
            all |= q & quiet | c & capture;
        }
        for limited in &table.limited {
            let found = limited.lookup.targets(self.processor, from, self.occupied).capture;
            all |= found & capture & of(&self.foes, &limited.members);
        }
        all
    }

    /// Those of a piece's targets that leave no royal of the player's attacked.
    fn tested(&self, role: u8, from: usize, targets: Bits<W>) -> Bits<W> {
        let mut legal = Bits::EMPTY;
        for to in targets.indices() {
            let after = self.state.moved(self.rules, self.me, role, role, from, to);
            if !in_check(self.processor, self.rules, &after, self.me) {
                legal.insert(to);
            }
        }
        legal
    }

    /// Plain and guarded moves of royals.
    #[inline(always)]
    fn royal<S: Sink<W, R>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let royals = self.royals & wanted.origins;
        if self.tried {
            return self.royals_tried(sink, royals, wanted);
        }
        if royals.is_empty() {
            return;
        }
        let from = royals.first();
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        let Members { a, b } = self.rules.royals;
        let role = if self.state.role(a).contains(from) { a } else { b };
        let table = &self.side.roles[usize::from(role)];
        let targets = self.targets(table, from, empty, self.them);
        let (mut safe, mut guarded) = (Bits::EMPTY, false);
        for guard in self.guards(role, wanted) {
            for one in guard.from(from) {
                if self.may_go(one) {
                    (safe, guarded) = (safe | one.safe, true);
                }
            }
        }
        let bad = self.bad(role, from, targets | safe);
        if (targets & !bad).any() {
            sink.plain(role, from, targets & !bad);
        }
        if guarded {
            for guard in self.guards(role, wanted) {
                for one in guard.from(from) {
                    if self.may_go(one) {
                        self.guarded(sink, one, bad);
                    }
                }
            }
        }
    }

    /// Plain moves of royals, each tried.
    #[inline(never)]
    fn royals_tried<S: Sink<W, R>>(&self, sink: &mut S, royals: Bits<W>, wanted: &Wanted<W>) {
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        for from in royals.indices() {
            let Members { a, b } = self.rules.royals;
            let role = if self.state.role(a).contains(from) { a } else { b };
            let table = &self.side.roles[usize::from(role)];
            let targets = self.targets(table, from, empty, self.them);
            let targets = self.tested(role, from, targets);
            if targets.any() {
                sink.plain(role, from, targets);
            }
        }
    }

    /// Those of these squares where the player's only royal, coming from another square, would be attacked.
    #[inline(always)]
    fn bad(&self, role: u8, from: usize, squares: Bits<W>) -> Bits<W> {
        let attack = &self.other.attack;
        let lifted = self.occupied & !Bits::single(from);
        // Beyond a few squares it is less work to look from each attacker once.
        if squares.count() > FEW && !attack.inward && (squares & self.other.threatened).is_empty() {
            return self.assailed(lifted, squares);
        }
        let mut bad = Bits::EMPTY;
        each_square!(to in squares, {
            let there = Bits::single(to);
            let attacked = if self.other.threatened.contains(to) {
                let after = self.state.moved(self.rules, self.me, role, role, from, to);
                attacked(self.processor, self.rules, &after, self.me, to)
            } else {
                bitten(attack, &self.foes, to, lifted | there, there)
            };
            if attacked {
                bad |= there;
            }
        });
        bad
    }

    /// Those of these squares that the opponent attacks.
    #[inline(always)]
    fn assailed(&self, occupied: Bits<W>, squares: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for class in &self.other.attack.onward {
            if (class.onto & squares).is_empty() {
                continue;
            }
            let pieces = of(&self.foes, &class.members);
            match &*class.lookup {
                Lookup::Leaps(sets) => each_square!(from in pieces, { all |= sets[from] }),
                Lookup::Whole(tables) if tables.groups == 1 => each_square!(from in pieces, {
                    let [both] = tables.single(self.processor, from, occupied);
                    all |= both;
                }),
                lookup => each_square!(from in pieces, {
                    all |= lookup.targets(self.processor, from, occupied).capture;
                }),
            }
        }
        all & squares
    }

    /// The guarded movements of a royal's role, if there can be any.
    #[inline(always)]
    fn guards(&self, role: u8, wanted: &Wanted<W>) -> impl Iterator<Item = &'a Guard<W>> + use<'a, P, W, R> {
        let rights = if wanted.captures { 0 } else { self.state.rights };
        self.side.guards.iter().filter(move |guard| guard.role == role && guard.rights & rights != 0)
    }

    /// Whether a guarded movement's rights stand and its squares are empty.
    #[inline(always)]
    fn may_go(&self, one: &Guarded<W>) -> bool {
        self.state.rights & one.rights == one.rights && (one.clear & self.occupied & !self.royals).is_empty()
    }

    /// A guarded movement that may be made if all goes well, `bad` holding the squares found to be attacked.
    #[inline(always)]
    fn guarded<S: Sink<W, R>>(&self, sink: &mut S, one: &Guarded<W>, bad: Bits<W>) {
        let asked = one.safe | Bits::single(usize::from(one.to));
        if (asked & self.other.threatened).any() || (one.own & !self.us).any() {
            return self.general(sink, one.index, &Wanted::ALL, &mut Seen::default());
        }
        if (one.safe & bad).any() {
            return;
        }
        if !one.settled {
            let occupied = self.occupied & !one.leaves | one.enters;
            if bitten(&self.other.attack, &self.foes, usize::from(one.to), occupied, one.enters) {
                return;
            }
        }
        let general = &self.side.generals[one.index as usize];
        let (processor, rules, state, me) = (self.processor, self.rules, self.state, self.me);
        sink.general(general, 0, || {
            Asked { processor, rules, state, me, general, reply: false }.applied(0).0
        });
    }

    /// Moves in general form.
    #[inline(always)]
    fn generals<S: Sink<W, R>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let marked = self.state.marks & self.side.mark_squares;
        let mut seen = Seen::default();
        if marked.any() {
            for square in marked.indices() {
                for &index in &self.side.by_mark[square] {
                    self.general(sink, index, wanted, &mut seen);
                }
            }
        }
        for by_right in &self.side.by_right {
            let rights = self.state.rights & by_right.rights;
            if rights == 0 {
                continue;
            }
            for from in (self.us & self.state.role(by_right.role) & wanted.origins).indices() {
                let (start, end) = (by_right.starts[from] as usize, by_right.starts[from + 1] as usize);
                for one in &by_right.entries[start..end] {
                    if rights & one.rights == one.rights && (one.clear & self.occupied).is_empty() {
                        self.general(sink, one.index, wanted, &mut seen);
                    }
                }
            }
        }
        // Without lines guarded movements are like any other.
        for guard in self.side.guards.iter().filter(|_| self.tried) {
            for from in (self.us & self.state.role(guard.role) & wanted.origins).indices() {
                for one in guard.from(from) {
                    self.general(sink, one.index, wanted, &mut seen);
                }
            }
        }
        for others in &self.side.others {
            let found = self.us & self.state.role(others.role) & wanted.origins;
            each_square!(from in found, {
                let cell = &others.cells[from];
                let (start, end) = (cell.range.0 as usize, cell.range.1 as usize);
                if start == end {
                    continue;
                }
                let occupied = self.occupied & !Bits::single(from);
                let Some(roles) = &others.gate_roles else {
                    for one in &others.entries[start..end] {
                        if (one.clear & occupied).is_empty() {
                            self.general(sink, one.index, wanted, &mut seen);
                        }
                    }
                    continue;
                };
                let open = cell.gate & of(&self.foes, roles);
                each_square!(to in open, {
                    let ranked = others.entries[start..end].get((cell.gate & Bits::below(to)).count() as usize);
                    let entries = match ranked {
                        Some(one) if others.ranked => std::slice::from_ref(one),
                        _ => &others.entries[start..end],
                    };
                    for one in entries.iter().filter(|one| usize::from(one.to) == to) {
                        if (one.clear & occupied).is_empty() {
                            self.general(sink, one.index, wanted, &mut seen);
                        }
                    }
                });
            });
        }
    }

    fn general<S: Sink<W, R>>(&self, sink: &mut S, index: u32, wanted: &Wanted<W>, seen: &mut Seen<W, R>) {
        let general = &self.side.generals[index as usize];
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        if sink.done() || !(self.us & wanted.origins & self.state.role(general.role)).contains(from) {
            return;
        }
        let (processor, rules, state) = (self.processor, self.rules, self.state);
        let asked = Asked { processor, rules, state, me: self.me, general, reply: false };
        if !asked.allowed() {
            return;
        }
        let simple = !general.overlaps && !wanted.captures && from != to && general.choices == Choices::None;
        match simple.then(|| asked.leaves_royals()).flatten() {
            Some(true) => return sink.general(general, 0, || asked.applied(0).0),
            Some(false) => return,
            None => {}
        }
        let table = &self.side.roles[usize::from(general.role)];
        for choice in asked.choices(&table.promotion.to) {
            let (after, removed) = asked.applied(choice);
            if from == to && !removed {
                continue;
            }
            if wanted.captures && after.players[(self.me ^ 1) & 1].count() >= self.them.count() {
                continue;
            }
            if general.overlaps && !self.is_new(general, choice, &after, seen) {
                continue;
            }
            let left = after.members(&rules.royals) & after.players[self.me & 1];
            if left.count() < self.royals.count() || in_check(processor, rules, &after, self.me) {
                continue;
            }
            sink.general(general, choice, || after);
        }
    }

    /// Whether no other way with the same origin, target and choice, and a lower number, has the same result.
    fn is_new(&self, general: &General<W>, choice: u16, after: &State<W, R>, seen: &mut Seen<W, R>) -> bool {
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        let table = &self.side.roles[usize::from(general.role)];
        let promotion = &table.promotion;
        let chooses = (promotion.forced | promotion.optional).contains(to);
        let fits = if choice == 0 { !promotion.forced.contains(to) } else { chooses };
        if fits {
            let role = general.role;
            let mut reached = self.targets(table, from, !self.occupied, self.them).contains(to);
            for step in self.side.steps.iter().filter(|step| step.role == role && step.way == 0) {
                let single = Bits::single(from);
                reached |= self.stepped(step, single, !self.occupied, self.them).contains(to);
            }
            let placed = choice.checked_sub(1).map_or(role, |role| role as u8);
            if reached && self.state.moved(self.rules, self.me, role, placed, from, to) == *after {
                return false;
            }
        }
        let key = (general.from, general.to, choice);
        if seen.0.iter().any(|(other, result)| *other == key && result == after) {
            return false;
        }
        seen.0.push((key, *after));
        true
    }
}

/// Results of moves that may come up twice.
struct Seen<const W: usize, const R: usize>(Vec<((u16, u16, u16), State<W, R>)>);

impl<const W: usize, const R: usize> Default for Seen<W, R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Counts.
struct Counter(u64);

impl<const W: usize, const R: usize> Sink<W, R> for Counter {
    #[inline(always)]
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn promoting(&mut self, _: u8, _: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0 += number(targets, promotion);
    }

    #[inline(always)]
    fn step(&mut self, _: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0 += number(targets, promotion);
    }

    fn general(&mut self, _: &General<W>, _: u16, _: impl FnOnce() -> State<W, R>) {
        self.0 += 1;
    }
}
