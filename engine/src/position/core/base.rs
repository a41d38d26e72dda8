//! What the opponent could reply if the player passed, and which moves leave the royal's part of it as it is.

mod royal;

use std::iter;

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::attack::{Attack, NEAR};
use crate::tables::memory::Memory;
use crate::tables::movement::Class;
use crate::tables::side::Side;
use crate::tables::sway::{DROPS, First, Mood, Party, Sway};
use crate::variant::RoleSet;

use super::count::number;
use super::generate::Generator;
use super::state::{NOWHERE, State};

/// So many pieces are counted one by one; where there are more, replies are counted afresh.
const PIECES: usize = 28;

/// One piece of the opponent's that moves by lookup: one that has two lookups is two of them.
#[derive(Clone, Copy)]
pub(super) struct Placed<const W: usize> {
    /// Where it may go as far as checks and pins are concerned.
    pub allowed: Bits<W>,
    /// What it may take, if an opponent's piece is there.
    pub capture: Bits<W>,
    /// A move from or to one of these squares may change what it can do.
    pub sways: Bits<W>,
    /// The same with where it stands, and where it might take.
    pub bears: Bits<W>,
    /// How many moves it has.
    pub count: i32,
    pub square: u16,
    /// Its lookup.
    pub class: u8,
}

/// The opponent's replies, had the player passed.
pub(super) struct Base<'a, const W: usize> {
    /// The opponent's tables.
    pub side: &'a Side<W>,
    /// How the player attacks royals.
    pub attack: &'a Attack<W>,
    /// How many replies there are.
    pub total: i64,
    /// How many of them are steps of pieces that are not pinned.
    pub stepped: i64,
    /// The opponent's pieces.
    pub own: Bits<W>,
    /// The player's.
    pub mine: Bits<W>,
    pub occupied: Bits<W>,
    /// Where the opponent's pieces may go that are not pinned.
    pub allowed: Bits<W>,
    /// Those that may step.
    pub stepping: Bits<W>,
    /// A move from or to one of these squares may change their steps.
    pub walking: Bits<W>,
    /// A move from any other square changes nothing by being left.
    pub felt: Bits<W>,
    /// A move from one of these squares may matter to the royal.
    pub leave: Bits<W>,
    /// So may a move to one of these.
    pub enter: Bits<W>,
    /// By role, squares from where it might attack the royal, or a square where the royal is safe now.
    pub aligned: [Bits<W>; NEAR],
    /// The opponent's royal, if there is one.
    royals: Bits<W>,
    /// Squares that must be safe for what the royal may do, and are.
    safe: Bits<W>,
    pieces: [Placed<W>; PIECES],
    placed: usize,
    /// How many of these, the first, never promote.
    plain: usize,
    /// A move from or to one of these squares may change what one of them can do.
    pub borne: Bits<W>,
    /// Whether the opponent must take what can be taken: nothing can be as it stands.
    pub pressed: bool,
    /// First moves of the opponent's roles, and which of them (a bit each) there are pieces for that checks and pins let go.
    firsts: &'a [First<W>],
    started: u64,
    /// The player's pieces with which the game may have ended, or whose attacks may be none.
    fateful: [Party<W>; 3],
    /// Squares on which captures cost the opponent its royal, by what follows them.
    costly: Bits<W>,
    /// Whether what follows captures may open any line.
    sweeps: bool,
    /// Where the opponent may drop each kind of piece in hand, if the square is empty.
    zones: [Bits<W>; DROPS],
    droppable: usize,
}

impl<'a, const W: usize> Base<'a, W> {
    /// `None` where replies are better counted afresh.
    #[inline(always)]
    pub fn new<P: Processor, const R: usize, const H: usize>(
        processor: P,
        rules: &'a Rules<W>,
        state: &State<W, R, H>,
    ) -> Option<Self> {
        let sway = rules.sway.as_ref()?;
        let (hooked, swept) = (rules, sway.swept.as_deref());
        let rules = swept.map_or(rules, |swept| &swept.bare);
        let mut passed =
            State { turn: state.next_turn(rules), marks: Bits::EMPTY, marker: NOWHERE, ..*state };
        passed.set_lane(Memory::PASSES, 0);
        if !Generator::possible(processor, rules, &passed) {
            return None;
        }
        let mut generator = Generator::new(processor, rules, &passed);
        let me = generator.me;
        let rare = |&(role, from): &(u8, Bits<W>)| (generator.us & state.role(role) & from).any();
        if generator.royals.several() || sway.rare[me & 1].iter().any(rare) {
            return None;
        }
        if generator.tried && !processor.call(Quiet { rules, state: &passed }) {
            return None;
        }
        // Known here, so that only the usual way of finding checks is compiled in place.
        (generator.tried, generator.apart) = (false, false);
        generator.find_checks();
        let Generator { me, us, them, occupied, royals, .. } = generator;
        let none = Placed {
            allowed: Bits::EMPTY,
            capture: Bits::EMPTY,
            sways: Bits::EMPTY,
            bears: Bits::EMPTY,
            count: 0,
            square: 0,
            class: 0,
        };
        let mut base = Self {
            side: &rules.sides[me & 1],
            attack: &rules.sides[(me ^ 1) & 1].attack,
            total: 0,
            stepped: 0,
            own: us,
            mine: them,
            occupied,
            allowed: generator.checks.mask,
            stepping: us & !generator.checks.pinned,
            walking: Bits::EMPTY,
            felt: Bits::EMPTY,
            leave: royals,
            enter: royals,
            aligned: [Bits::EMPTY; NEAR],
            royals,
            safe: Bits::EMPTY,
            pieces: [none; PIECES],
            placed: 0,
            plain: 0,
            borne: Bits::EMPTY,
            pressed: sway.mood == Mood::Pressed,
            firsts: &sway.firsts[me & 1],
            started: 0,
            fateful: [Party { player: 0, roles: 0, on: Bits::EMPTY }; 3],
            costly: Bits::EMPTY,
            sweeps: swept.is_some(),
            zones: [Bits::EMPTY; DROPS],
            droppable: 0,
        };
        if let Some(swept) = swept
            && !base.mind(&generator, hooked, swept)
        {
            return None;
        }
        let staked = sway.staked[me & 1];
        let settled = royals.is_empty() || base.settle(&generator, staked);
        if !settled
            || !base.blocks(&generator)
            || !base.place(&generator)
            || !base.walk(&generator)
            || !base.lasts(state, sway, me ^ 1)
        {
            return None;
        }
        base.start(&generator);
        base.mine &= !base.costly;
        if H > 0 && state.holds_any(&rules.offers[me & 1]) {
            if RoleSet(sway.crowned).iter().any(|role| state.can_drop(&rules.memory, me, role.0)) {
                return None;
            }
            for &(role, squares) in &sway.drops[me & 1] {
                if state.can_drop(&rules.memory, me, role) {
                    base.zones[base.droppable.min(DROPS - 1)] =
                        squares & base.allowed & Bits::below(rules.squares);
                    base.droppable += 1;
                }
            }
            let drops: u32 = base.zones().iter().map(|zone| (*zone & !occupied).count()).sum();
            base.total += i64::from(drops);
        }
        Some(base)
    }

    /// The opponent's pieces that move by lookup and never promote.
    #[inline(always)]
    pub fn plain(&self) -> &[Placed<W>] {
        &self.pieces[..self.plain.min(PIECES)]
    }

    /// Those that may promote.
    #[inline(always)]
    pub fn promoting(&self) -> &[Placed<W>] {
        let plain = self.plain.min(PIECES);
        &self.pieces[plain..self.placed.clamp(plain, PIECES)]
    }

    /// Whether there are pieces that may promote, or first moves.
    #[inline(always)]
    pub fn rest(&self) -> bool {
        self.plain < self.placed || self.started != 0
    }

    /// First moves of the opponent's pieces.
    #[inline(always)]
    pub fn firsts(&self) -> impl Iterator<Item = &'a First<W>> {
        let (mut rest, all) = (self.started, self.firsts);
        iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            all.get(index)
        })
    }

    /// Where the opponent may drop each kind of piece in hand, if the square is empty.
    #[inline(always)]
    pub fn zones(&self) -> &[Bits<W>] {
        &self.zones[..self.droppable.min(DROPS)]
    }

    /// Squares with a piece of a role on which the game may have ended.
    #[inline(always)]
    pub fn fateful(&self, role: u8) -> Bits<W> {
        let on = |party: &Party<W>| if party.roles >> (role & 63) & 1 == 1 { party.on } else { Bits::EMPTY };
        on(&self.fateful[0]) | on(&self.fateful[1]) | on(&self.fateful[2])
    }

    /// Notes which moves may end the game; `false` if a mover's move away might end it as it stands.
    #[inline(always)]
    fn lasts<const R: usize, const H: usize>(
        &mut self,
        state: &State<W, R, H>,
        sway: &Sway<W>,
        mover: usize,
    ) -> bool {
        for (party, few) in &sway.vital {
            let pieces = state.of_party(party);
            let more = pieces.count().saturating_sub(*few);
            if more == 0 {
                return false;
            }
            if more == 1 {
                self.leave |= pieces;
                self.enter |= pieces;
            }
        }
        let mut index = 0;
        for party in &sway.fateful {
            if state.of_party(party).any() {
                return false;
            }
            if party.player == mover & 1 {
                self.fateful[index & 1] = *party;
                index += 1;
            }
        }
        true
    }

    /// Whether no movement that needs a right is open, and notes which moves may open one.
    #[inline(always)]
    fn blocks<P: Processor, const R: usize, const H: usize>(
        &mut self,
        generator: &Generator<'_, P, W, R, H>,
    ) -> bool {
        let Generator { state, side, us, occupied, .. } = generator;
        for by_right in side.by_right.iter().filter(|by_right| by_right.rights & state.rights != 0) {
            each_square!(from in *us & state.role(by_right.role), {
                let (start, end) = (by_right.starts[from] as usize, by_right.starts[from + 1] as usize);
                for one in &by_right.entries[start..end] {
                    let (blocking, spared) = (one.clear & *occupied, one.spares & *us);
                    if state.rights & one.rights == one.rights && !blocking.several() {
                        if (blocking | spared).is_empty() {
                            return false;
                        }
                        // Who is the only one in the way might go, and an own piece on the target might be taken.
                        self.leave |= blocking;
                        self.enter |= spared;
                    }
                }
            });
        }
        true
    }

    /// Counts first moves.
    #[inline(always)]
    fn start<P: Processor, const R: usize, const H: usize>(&mut self, generator: &Generator<'_, P, W, R, H>) {
        let Generator { state, us, occupied, .. } = generator;
        for (index, &First { role, from, to, clear }) in self.firsts.iter().enumerate() {
            let from = usize::from(from);
            if (*us & state.role(role)).contains(from) && generator.allowed(from).contains(usize::from(to)) {
                self.started |= 1 << (index & 63);
                self.felt |= clear;
                self.total += i64::from((clear & *occupied).is_empty());
            }
        }
    }

    /// Counts what other pieces can do by lookup; `false` if they are too many, or one of them might take a royal.
    #[inline(always)]
    fn place<P: Processor, const R: usize, const H: usize>(
        &mut self,
        generator: &Generator<'_, P, W, R, H>,
    ) -> bool {
        let Generator { processor, state, side, us, them, occupied, prizes, checks, .. } = generator;
        let (mut threat, prey) = (Bits::EMPTY, *them & !self.costly);
        for (index, class) in side.classes[..side.common].iter().enumerate() {
            let pieces = *us & state.members(&class.members);
            if self.placed + pieces.count() as usize > PIECES {
                return false;
            }
            let lookup = &*class.lookup;
            each_square!(from in pieces, {
                let allowed = if checks.pinned.contains(from) { generator.allowed(from) } else { checks.mask };
                let found = lookup.targets(*processor, from, *occupied);
                let (quiet, capture) = (found.quiet & allowed & !*occupied, found.capture & allowed & prey);
                let count = self.weigh(class, from, quiet, capture);
                let mut sways = lookup.swaying(from, *occupied, found.quiet | found.capture);
                if class.promotes.is_some() {
                    // Where something is taken there may be other promotions.
                    sways |= found.quiet | found.capture;
                }
                threat |= capture;
                self.felt |= sways;
                let bears = sways | found.capture | Bits::single(from);
                self.borne |= bears;
                self.total += count;
                let count = count as i32;
                let (square, class, capture) = (from as u16, index as u8, found.capture);
                self.pieces[self.placed.min(PIECES - 1)] =
                    Placed { allowed, capture, sways, bears, count, square, class };
                self.placed += 1;
            });
            // Classes that promote come last.
            if class.promotes.is_none() {
                self.plain = self.placed;
            }
        }
        (threat & *prizes).is_empty() && !(self.pressed && threat.any())
    }

    /// How many moves of a piece these targets are, promotions told apart.
    #[inline(always)]
    pub fn weigh(&self, class: &Class<W>, from: usize, quiet: Bits<W>, capture: Bits<W>) -> i64 {
        match class.promotes {
            Some(role) => {
                let table = &self.side.roles[usize::from(role)];
                number(quiet, table.promotion(from, false)) as i64
                    + number(capture, table.promotion(from, true)) as i64
            }
            None => i64::from(quiet.count()) + i64::from(capture.count()),
        }
    }

    /// Counts what pieces can do by steps; `false` if one of them might take a royal.
    #[inline(always)]
    fn walk<P: Processor, const R: usize, const H: usize>(
        &mut self,
        generator: &Generator<'_, P, W, R, H>,
    ) -> bool {
        let Generator { state, side, us, them, occupied, prizes, checks, .. } = generator;
        let (mut threat, prey) = (Bits::EMPTY, *them & !self.costly);
        for step in &side.steps {
            let movers = state.role(step.role) & step.origins;
            let mut weigh = |pieces: Bits<W>, allowed: Bits<W>| {
                let targets = generator.stepped(step, pieces, allowed & !*occupied, allowed & prey);
                threat |= targets;
                number(targets, side.promotion_of(step)) as i64
            };
            let passed = |pieces: Bits<W>| {
                let reached = pieces.shift(step.delta);
                step.between.iter().fold(reached, |all, &by| all | reached.shift(-by))
            };
            let pieces = self.stepping & movers;
            self.stepped += weigh(pieces, checks.mask);
            self.walking |= pieces | passed(pieces);
            each_square!(from in *us & checks.pinned & movers, {
                let piece = Bits::single(from);
                self.total += weigh(piece, generator.allowed(from));
                self.leave |= passed(piece);
                self.enter |= passed(piece) | piece;
            });
        }
        self.total += self.stepped;
        self.felt |= self.walking;
        (threat & *prizes).is_empty() && !(self.pressed && (threat & *them).any())
    }
}

/// Whether lines tell which moves are legal although general movements might take the royal: a call of its own, for it is seldom
/// asked.
struct Quiet<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Quiet<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let mut generator = Generator::new(processor, self.rules, self.state);
        generator.find_checks();
        !generator.tried && generator.watch.is_empty()
    }
}
