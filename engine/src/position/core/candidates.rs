//! Moves in general form: which of them are worth asking about, and whether two of them are one move.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::act::Act;
use crate::tables::instance::Choices;
use crate::tables::late::Late;
use crate::tables::lookup::Lookup;
use crate::tables::movement::{Alike, Cell, Course, General, Others};
use crate::variant::{RoleId, RoleSet};

use super::general::{Asked, Made};
use super::generate::{Generator, Sink, Wanted};
use super::state::State;

/// Up to so many squares are looked at one by one for whether a movement comes to them.
const FEW: u32 = 1;

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Generator<'a, P, W, R, H> {
    /// Moves in general form.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn generals<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        // Movements that need a mark (taking a piece by the square it passed, say) are looked up by the mark: there are
        // few at a time, where pieces that could use them are many.
        let marked = self.state.seen_marks(self.rules, self.me) & self.side.mark_squares;
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
                let own = self.state.players[self.me & 1];
                for one in &by_right.entries[start..end] {
                    let barred = one.clear & self.occupied | one.spares & own;
                    if rights & one.rights == one.rights && barred.is_empty() {
                        self.general(sink, one.index, wanted, &mut seen);
                    }
                }
            }
        }
        // Without lines guarded movements are like any other.
        for guard in self.side.guards.iter().filter(|_| self.apart) {
            for from in (self.us & self.state.role(guard.role) & wanted.origins).indices() {
                let occupied = self.occupied & !Bits::single(from);
                for one in guard.from(from) {
                    let righted = self.state.rights & one.rights == one.rights;
                    if righted && (one.clear & occupied).is_empty() {
                        self.general(sink, one.index, wanted, &mut seen);
                    }
                }
            }
        }
        for others in &self.side.others {
            if others.rights.is_some_and(|rights| rights & self.state.rights == 0) {
                continue;
            }
            if let Some(late) = &others.late {
                self.late_generals(sink, others.role, late, wanted, &mut seen);
                continue;
            }
            if let Some(lookup) = &others.lookup {
                self.looked_up_generals(sink, others, lookup, wanted, &mut seen);
                continue;
            }
            let mut found = self.us & self.state.role(others.role) & wanted.origins;
            // The gate holds the squares on which a piece of these roles must stand: most often none does.
            let prey = match &others.gate_roles {
                Some(roles) => self.foes_of(roles),
                None if others.taking => self.them,
                None => {
                    self.ungated(sink, others, found, wanted, &mut seen);
                    continue;
                }
            };
            if !others.shifts.is_empty() {
                let near = |(delta, origins): &(i32, Bits<W>)| prey.shift(-delta) & *origins;
                found &= others.shifts.iter().fold(Bits::EMPTY, |all, one| all | near(one));
            }
            each_square!(from in found, {
                let cell = &others.cells[from];
                let open = cell.gate & prey;
                if open.is_empty() || others.asks_once && self.is_shut(others, cell, from) {
                    continue;
                }
                let occupied = self.occupied & !Bits::single(from);
                each_square!(to in open, {
                    if others.ranked {
                        let rank = (cell.gate & Bits::below(to)).count();
                        if let Some(one) = others.entries.get((cell.range.0 + rank) as usize)
                            && (one.clear & occupied).is_empty()
                        {
                            self.general(sink, one.index, wanted, &mut seen);
                        }
                    } else {
                        for one in others.of(cell).iter().filter(|one| usize::from(one.to) == to) {
                            if (one.clear & occupied).is_empty() {
                                self.general(sink, one.index, wanted, &mut seen);
                            }
                        }
                    }
                });
            });
        }
    }

    /// Movements of one role that are made when they are first asked for.
    #[cold]
    fn late_generals<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        role: u8,
        late: &Late<W>,
        wanted: &Wanted<W>,
        seen: &mut Seen<W, R, H>,
    ) {
        let found = self.us & self.state.role(role) & wanted.origins;
        each_square!(from in found, {
            for general in late.open(from, self.occupied & !Bits::single(from)) {
                self.one_general(sink, general, wanted, seen);
            }
        });
    }

    /// Movements of one role in general form that do not all take something.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ungated<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        others: &Others<W>,
        found: Bits<W>,
        wanted: &Wanted<W>,
        seen: &mut Seen<W, R, H>,
    ) {
        each_square!(from in found, {
            let cell = &others.cells[from];
            let entries = others.of(cell);
            if entries.is_empty() || others.asks_once && self.is_shut(others, cell, from) {
                continue;
            }
            let occupied = self.occupied & !Bits::single(from);
            for one in entries {
                if (one.clear & occupied).is_empty() {
                    self.general(sink, one.index, wanted, seen);
                }
            }
        });
    }

    /// Movements of one role in general form whose targets a lookup tells as far as occupancy decides them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looked_up_generals<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        others: &'a Others<W>,
        lookup: &Lookup<W>,
        wanted: &Wanted<W>,
        seen: &mut Seen<W, R, H>,
    ) {
        let found = self.us & self.state.role(others.role) & wanted.origins;
        let prey = match &others.gate_roles {
            Some(roles) => self.foes_of(roles),
            None => self.them,
        };
        let mut onto = if others.onto.1 { prey } else { Bits::EMPTY };
        if others.onto.0 {
            onto |= !self.occupied;
        }
        each_square!(from in found, {
            let cell = &others.cells[from];
            let (start, end) = (cell.range.0 as usize, cell.range.1 as usize);
            if start == end {
                continue;
            }
            let mut open = cell.gate & onto;
            if open.is_empty() || others.asks_once && !self.is_ready(cell) {
                continue;
            }
            let alike = cell.alike.as_ref().filter(|_| !wanted.captures);
            let looked_up = alike.is_some() || open.count() > FEW;
            let alone = others.ranked && looked_up;
            if looked_up {
                let targets = lookup.targets(self.processor, from, self.occupied);
                open &= targets.quiet | targets.capture;
            }
            if open.is_empty() || others.asks_once && !self.is_open(others, cell) {
                continue;
            }
            // Where a piece goes that leaves its square, and where one may go in whose place another one comes.
            let calm = others.goes
                && self.checks_found
                && !self.tried
                && !self.rules.lenient
                && !self.watch.contains(from);
            if calm && let Some(alike) = alike {
                let allowed = if alike.follows { self.checks.mask } else { self.allowed(from) };
                self.alike(sink, others, from, alike, open & allowed & !self.watch);
                open &= self.watch;
                if open.is_empty() && !sink.done() {
                    continue;
                }
            }
            let (going, followed) = match calm {
                true => (self.allowed(from), self.checks.mask),
                false => (Bits::EMPTY, Bits::EMPTY),
            };
            let reigning = match self.checks_found && !self.apart && others.reigns {
                true => self.processor.call(Reigning { generator: self, role: others.role, from, targets: open }),
                false => Bits::EMPTY,
            };
            each_square!(to in open, {
                let ranked = others.entries[start..end].get((cell.gate & Bits::below(to)).count() as usize);
                let entries = match ranked {
                    Some(one) if others.ranked => std::slice::from_ref(one),
                    _ => &others.entries[start..end],
                };
                for one in entries.iter().filter(|one| usize::from(one.to) == to) {
                    let (told, allowed) = match one.course {
                        Course::Goes => (calm && !self.watch.contains(to), going),
                        Course::Follows => (calm && !self.watch.contains(to), followed),
                        Course::Reigns => (others.reigns && self.checks_found && !self.apart, reigning),
                        Course::Other => (false, Bits::EMPTY),
                    };
                    if !told || wanted.captures {
                        self.general(sink, one.index, wanted, seen);
                    } else if allowed.contains(to) {
                        self.safe_general(sink, one.index, (cell.common, alone));
                    }
                }
            });
            if sink.done() {
                return;
            }
        });
    }

    /// Movements of one cell that are a set, as far as occupancy, the royal and what is asked once allow them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn alike<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        others: &'a Others<W>,
        from: usize,
        alike: &Alike,
        mut targets: Bits<W>,
    ) {
        let cell = &others.cells[from];
        let entries = &others.entries[cell.range.0 as usize..cell.range.1 as usize];
        let at = |to: usize| entries.get((cell.gate & Bits::below(to)).count() as usize);
        if alike.prey != u64::MAX {
            targets &= !self.them | self.state.any_of(alike.prey);
        }
        if alike.barring != 0 && targets.any() {
            let barring = self.state.any_of(alike.barring);
            let mut barred = Bits::EMPTY;
            each_square!(to in targets, {
                if at(to).is_none_or(|one| (one.bars & barring).any()) {
                    barred |= Bits::single(to);
                }
            });
            targets &= !barred;
        }
        each_square!(to in targets, {
            if let Some(one) = at(to)
                && !sink.done()
            {
                self.hand_on(sink, &self.asked(&self.side.generals[one.index as usize]));
            }
        });
    }

    /// Whether none of the movements of a cell is open, as is seen by what all of them ask, and by a glance at each.
    fn is_shut(&self, others: &Others<W>, cell: &Cell<W>, from: usize) -> bool {
        let occupied = self.occupied & !Bits::single(from);
        let entries = &others.entries[cell.range.0 as usize..cell.range.1 as usize];
        // What all ask together may be whether somebody attacks: more than a glance at each.
        let shut = || !entries.iter().any(|one| (one.clear & occupied).is_empty());
        !self.is_ready(cell) || cell.common > cell.righted && (shut() || !self.is_open(others, cell))
    }

    /// Whether the rights stand that all movements of a cell need, and one of the pieces is in hand.
    #[inline(always)]
    fn is_ready(&self, cell: &Cell<W>) -> bool {
        let held = |role: RoleId| self.state.can_drop(&self.rules.memory, self.me, role.0);
        self.state.rights & cell.rights == cell.rights
            && (cell.held == 0 || RoleSet(cell.held).iter().any(held))
    }

    /// Whether what else all movements of a cell ask besides occupancy holds.
    #[inline(always)]
    fn is_open(&self, others: &Others<W>, cell: &Cell<W>) -> bool {
        cell.common == cell.righted || {
            let first = &others.entries[cell.range.0 as usize];
            let asked = self.asked(&self.side.generals[first.index as usize]);
            asked.holds_of(cell.righted as usize..cell.common as usize)
        }
    }

    fn asked<'b>(&'b self, general: &'b General<W>) -> Asked<'b, P, W, R, H> {
        let (processor, rules, state) = (self.processor, self.rules, self.state);
        Asked { processor, rules, state, me: self.me, general, reply: self.imagined, choice: 0 }
    }

    /// A general movement that leaves no royal attacked; `common` of its questions are answered already, and if `alone`,
    /// occupancy too.
    fn safe_general<S: Sink<W, R, H>>(&self, sink: &mut S, index: u32, (common, alone): (u32, bool)) {
        let general = &self.side.generals[index as usize];
        let asked = self.asked(general);
        let fits = match alone {
            true => asked.fits() && asked.holds_of(common as usize..general.rest.len()),
            false => asked.allowed(),
        };
        if fits && !sink.done() {
            self.hand_on(sink, &asked);
        }
    }

    /// Hands on a general movement with each choice.
    fn hand_on<S: Sink<W, R, H>>(&self, sink: &mut S, asked: &Asked<'_, P, W, R, H>) {
        let general = asked.general;
        let mut each = |choice| sink.general(general, choice, || asked.applied(choice).after);
        match &general.choices {
            Choices::None => each(0),
            Choices::Held(roles) => {
                let memory = &self.rules.memory;
                let held = roles.iter().filter(|role| self.state.can_drop(memory, self.me, **role));
                held.for_each(|&role| each(u16::from(role) + 1));
            }
            _ => {
                let promotion = &self.side.roles[usize::from(general.role)].promotions[0];
                asked.choices(promotion).into_iter().for_each(each);
            }
        }
    }

    pub(super) fn general<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        index: u32,
        wanted: &Wanted<W>,
        seen: &mut Seen<W, R, H>,
    ) {
        self.one_general(sink, &self.side.generals[index as usize], wanted, seen);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one_general<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        general: &General<W>,
        wanted: &Wanted<W>,
        seen: &mut Seen<W, R, H>,
    ) {
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        if sink.done() || !(self.us & wanted.origins & self.state.role(general.role)).contains(from) {
            return;
        }
        let asked = self.asked(general);
        if !asked.allowed() {
            return;
        }
        let table = &self.side.roles[usize::from(general.role)];
        let simple = !general.overlaps && !wanted.captures && from != to && general.ahead.is_empty();
        match simple.then(|| self.leaves_royals(&asked)).flatten() {
            Some(true) => return self.hand_on(sink, &asked),
            Some(false) => return,
            None => {}
        }
        if self.is_needless(general, wanted) {
            return;
        }
        // Routes with the same ends are one move, which goes the first that is open.
        let asks = |general| Asked { general, ..asked };
        for choice in asked.choices(&table.promotions[0]) {
            if !asked.permits(choice) {
                continue;
            }
            let open = |other| asks(other).allowed() && asks(other).permits(choice);
            let ways = || self.side.ways(general.role, general.from, general.to, general.way);
            let first = if general.overlaps { ways().find(|&other| open(other)) } else { None };
            let Made { after, removed, prey } = asks(first.unwrap_or(general)).applied(choice);
            if !asked.is_move(removed) || wanted.captures && prey == 0 {
                continue;
            }
            if general.overlaps && !self.is_new(general, choice, &after, seen) {
                continue;
            }
            if !self.is_safe(&after) {
                continue;
            }
            sink.general(general, choice, || after);
        }
    }

    /// Whether a movement leaves the royals where none is attacked, as far as that is known without making it.
    fn leaves_royals(&self, asked: &Asked<'_, P, W, R, H>) -> Option<bool> {
        if self.open {
            return None;
        }
        let general = asked.general;
        let calm = self.is_calm(general);
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        if calm && !self.rules.lenient && !asked.may_become_royal() {
            // What comes from the hand stands where the piece stood: nothing is missing from a line.
            let allowed = match general.acts[..] {
                [Act::Drop(square)] if usize::from(square) == from => Some(self.checks.mask),
                [Act::Drop(_), ..] => None,
                _ => Some(self.allowed(from)),
            };
            if let Some(allowed) = allowed {
                return Some(allowed.contains(to));
            }
        }
        // No piece comes or goes where that matters to the only royal, which nobody attacks.
        let near = self.lined | self.watch | self.royals | self.prizes;
        let aside = (general.changes & near).is_empty() && self.checks.mask == Bits::FULL;
        if aside && !self.rules.vetoes && !asked.may_become_royal() {
            return Some(true);
        }
        asked.leaves_royals(calm)
    }

    /// Whether a general movement changes nothing that the opponent's movements ask about besides lines.
    fn is_calm(&self, general: &General<W>) -> bool {
        let ends = Bits::single(usize::from(general.from)) | Bits::single(usize::from(general.to));
        let still = |act: &Act<W>| match act {
            Act::Drop(square) => *square == general.from,
            act => act.keeps_board(),
        };
        self.checks_found
            && !self.tried
            && general.hooks.is_empty()
            && (ends & (self.watch | self.royals)).is_empty()
            && general.acts.iter().all(still)
    }

    /// Whether a movement is no move of its own, as is seen without making it: what takes nothing on its way is another move,
    /// or none if it comes back to where it began.
    #[inline(always)]
    fn is_needless(&self, general: &General<W>, wanted: &Wanted<W>) -> bool {
        let back = general.from == general.to;
        let returns = back && !general.stays;
        let may_be_known = !back && general.overlaps && !wanted.captures;
        (returns || may_be_known) && self.is_idle(general) && (returns || self.goes_plainly(general, 0))
    }

    /// Whether the effects of a movement are to take what is not there.
    fn is_idle(&self, general: &General<W>) -> bool {
        // Who has come back stands there again.
        let gone = |square: u16| {
            square != general.to && (square == general.from || !self.occupied.contains(usize::from(square)))
        };
        let idle =
            |act: &Act<W>| matches!(act, Act::Take(taken) if taken.iter().all(|(square, _)| gone(*square)));
        general.choices == Choices::None && general.hooks.is_empty() && general.acts.iter().all(idle)
    }

    /// Whether a movement of the role without effects has the same ends and this choice.
    fn goes_plainly(&self, general: &General<W>, choice: u16) -> bool {
        let (role, from, to) = (general.role, usize::from(general.from), usize::from(general.to));
        let table = &self.side.roles[usize::from(role)];
        let promotion = table.promotion(from, self.them.contains(to));
        let chooses = promotion.zone().contains(to);
        let fits = if choice == 0 { !promotion.forced.contains(to) } else { chooses };
        fits && {
            let steps = self.side.steps.iter().filter(|step| step.role == role && step.way == 0);
            let single = Bits::single(from);
            self.targets(table, from, !self.occupied, self.them).contains(to)
                || steps
                    .into_iter()
                    .any(|step| self.stepped(step, single, !self.occupied, self.them).contains(to))
        }
    }

    /// Whether no other way with the same origin, target and choice, and a lower number, has the same result.
    fn is_new(
        &self,
        general: &General<W>,
        choice: u16,
        after: &State<W, R, H>,
        seen: &mut Seen<W, R, H>,
    ) -> bool {
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        if self.goes_plainly(general, choice) {
            let role = general.role;
            let placed = choice.checked_sub(1).map_or(role, |role| role as u8);
            if self.state.moved(self.rules, self.me, role, placed, from, to) == *after {
                return false;
            }
        }
        let key = (general.from, general.to, choice);
        let same = |(other, way, result): &_| *other == key && (*way == general.way || result == after);
        if seen.0.iter().any(same) {
            return false;
        }
        seen.0.push((key, general.way, *after));
        true
    }
}

/// Those of the targets of a royal where it is not attacked once it has gone there.
struct Reigning<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    generator: &'b Generator<'a, P, W, R, H>,
    role: u8,
    from: usize,
    targets: Bits<W>,
}

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for Reigning<'_, '_, Q, W, R, H> {
    type Output = Bits<W>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Bits<W> {
        let Self { generator, role, from, targets } = self;
        targets & (!generator.bad(role, from, targets) | generator.prizes)
    }
}

/// Results of moves that may come up twice.
pub(super) struct Seen<const W: usize, const R: usize, const H: usize>(
    Vec<((u16, u16, u16), u16, State<W, R, H>)>,
);

impl<const W: usize, const R: usize, const H: usize> Default for Seen<W, R, H> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
