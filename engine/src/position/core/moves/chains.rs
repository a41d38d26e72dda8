//! Chains: multi-step captures, found by depth-first search over their repetitions.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::atom::will_do;
use crate::tables::chain::{Chains, Link, Links};
use crate::tables::condition::Condition;
use crate::variant::{Chain, Move};

use super::builder::MoveBuilder;
use super::generate::{Generator, Sink, Wanted};
use super::scripted::Attempt;
use super::sinks::choices;
use crate::position::core::state::State;

/// The end of a chain: its target, and the squares of the captured pieces.
type End<const W: usize> = (u16, Bits<W>);

/// The chains of one piece; usually few.
type Ends<const W: usize> = SmallVec<[End<W>; 16]>;

impl<P: Processor, const W: usize, const R: usize, const H: usize> Generator<'_, P, W, R, H> {
    /// Emits the chains of all pieces that have them.
    #[inline(never)]
    pub(crate) fn chains<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let (rules, state, me) = (self.rules, self.state, self.me);
        let mut ends = Ends::new();
        for table in &self.side.chains {
            for from in (self.us & wanted.origins & state.role(table.role)).indices() {
                if !may_begin(table, from, self.them, self.occupied) {
                    continue;
                }
                self::ends(self.processor, (rules, state), me, table, from, &mut ends);
                let mut number = Numbers::default();
                for &(to, taken) in &ends {
                    let nth = number.next(to);
                    if wanted.captures && (taken & self.them).is_empty() {
                        continue;
                    }
                    let (from, to) = (Square(from as u16), Square(to));
                    choices(to.index(), &table.promotion, |choice| {
                        let m = Move::chained(from, to, nth, choice);
                        sink.made(m, &|| after(rules, state, me, table.role, m, taken));
                    });
                    if sink.done() {
                        return;
                    }
                }
            }
        }
    }
}

/// The position after a chain; `None` if the move is not one.
#[inline(never)]
pub(crate) fn chained<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    role: u8,
    m: Move,
) -> Option<State<W, R, H>> {
    let nth = usize::from(m.chain()?);
    let table = rules.sides[me & 1].chains.iter().find(|table| table.role == role)?;
    let mut found = Ends::new();
    ends(processor, (rules, state), me, table, m.from.index(), &mut found);
    let (_, taken) = *found.iter().filter(|(to, _)| *to == m.to.0).nth(nth)?;
    Some(after(rules, state, me, role, m, taken))
}

/// Numbers the chains with the same target, which are adjacent.
#[derive(Default)]
struct Numbers {
    last: Option<(u16, u16)>,
}

impl Numbers {
    fn next(&mut self, to: u16) -> u16 {
        let nth = self.last.filter(|(other, _)| *other == to).map_or(0, |(_, nth)| nth + 1);
        self.last = Some((to, nth));
        nth
    }
}

/// Whether any piece stands where a first capture could take it.
#[inline(always)]
fn may_begin<const W: usize>(table: &Chains<W>, from: usize, them: Bits<W>, occupied: Bits<W>) -> bool {
    (table.near[from] & them).any() || (table.beside[from] & occupied).any()
}

/// All chains of a piece without duplicates, in the order of
/// [`literal::chains`](crate::variant::literal::chains).
fn ends<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    (rules, state): (&Rules<W>, &State<W, R, H>),
    me: usize,
    table: &Chains<W>,
    from: usize,
    found: &mut Ends<W>,
) {
    found.clear();
    let mut lifted = *state;
    if table.asks {
        lifted.roles[usize::from(table.role) & (R - 1)].remove(from);
        lifted.disown(from);
    }
    let mut search = Search {
        processor,
        rules,
        lifted: &lifted,
        me,
        table,
        occupied: state.occupied() & !Bits::single(from),
        them: state.players[(me ^ 1) & 1],
        taken: Bits::EMPTY,
        length: 0,
        left: Chain::MAX_REPETITIONS,
        stopped: false,
        found,
    };
    for links in &table.chains {
        search.go_on(links, from);
    }
    if found.len() > 1 {
        found.sort_unstable_by(compare);
        found.dedup();
    }
}

/// Orders by target, then by captured squares from the last square down.
fn compare<const W: usize>(a: &End<W>, b: &End<W>) -> Ordering {
    a.0.cmp(&b.0).then_with(|| a.1.0.iter().rev().cmp(b.1.0.iter().rev()))
}

/// The search for the chains of one piece.
struct Search<'a, P, const W: usize, const R: usize, const H: usize> {
    processor: P,
    rules: &'a Rules<W>,
    /// The position without the piece, if conditions need it.
    lifted: &'a State<W, R, H>,
    me: usize,
    table: &'a Chains<W>,
    /// The occupancy while the piece travels.
    occupied: Bits<W>,
    them: Bits<W>,
    taken: Bits<W>,
    length: u16,
    /// The remaining budget of repetitions.
    left: usize,
    /// Whether the budget was exceeded.
    stopped: bool,
    found: &'a mut Ends<W>,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Search<'_, P, W, R, H> {
    fn go_on(&mut self, links: &Links<W>, at: usize) {
        let mut further = false;
        if self.length < links.chain.most() {
            for link in &links.from[at] {
                let Some(takes) = self.repetition(link) else { continue };
                if self.left == 0 {
                    self.stopped = true;
                }
                if self.stopped {
                    return;
                }
                self.left -= 1;
                further = true;
                self.taken |= takes;
                self.length += 1;
                self.go_on(links, usize::from(link.to));
                self.length -= 1;
                self.taken &= !takes;
            }
        }
        let ends = self.length > 0 && links.chain.counts.contains(self.length);
        if ends && !self.stopped && !(links.chain.full && further) {
            self.found.push((at as u16, self.taken));
        }
    }

    /// The captures of a repetition; `None` if it is not possible.
    #[inline(always)]
    fn repetition(&self, link: &Link<W>) -> Option<Bits<W>> {
        if (link.clear & self.occupied).any() || (link.theirs & !self.them).any() {
            return None;
        }
        let mut takes = link.takes & self.occupied;
        if let Some(more) = &link.more {
            let counted = |&(squares, counts): &(Bits<W>, u64)| will_do(squares, counts, self.occupied);
            let (processor, rules, state, me) = (self.processor, self.rules, self.lifted, self.me);
            let scripted = &self.table.asked;
            let attempt = Attempt { processor, rules, state, me, scripted, reply: false, choice: 0 };
            let evaluator = attempt.evaluator();
            let holds = |part: &Condition<W>| evaluator.holds(part);
            if !more.hurdles.iter().all(counted) || !more.rest.iter().all(holds) {
                return None;
            }
            for (square, filter) in &more.takes {
                if self.occupied.contains(usize::from(*square)) && holds(filter) {
                    takes.insert(usize::from(*square));
                }
            }
        }
        (takes.any() && (takes & self.taken).is_empty()).then_some(takes)
    }
}

/// The position after a chain.
fn after<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    role: u8,
    m: Move,
    taken: Bits<W>,
) -> State<W, R, H> {
    let mut play = MoveBuilder::new(rules, state, me);
    play.travel(role, m.from.index(), m.to.index());
    let known = |role: &u8| usize::from(*role) < rules.roles;
    play.become_role(me, m.choice.checked_sub(1).map(|role| role as u8).filter(known));
    taken.indices().for_each(|square| play.remove(square));
    play.finished(state)
}
