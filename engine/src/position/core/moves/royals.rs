//! Moves of royals: each target is tested for attackers with the royal removed from the occupancy.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::atom::will_do;
use crate::tables::scripted::{CastlingLike, ScriptedByOrigin};

use super::erased::AnySink;
use super::generate::{Generator, Sink, Wanted};
use super::legality::{Checks, attacked_by_lines, in_check};
use super::scripted::Attempt;

/// Up to this many squares are tested one by one for attacks.
const FEW: u32 = 2;

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Generator<'a, P, W, R, H> {
    /// Plain and castling-like moves of royals.
    #[inline(always)]
    pub(crate) fn royal<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        // A royal whose role does not move in this phase stays.
        let movers = if H > 0 { self.us } else { Bits::FULL };
        let royals = self.royals & movers & wanted.origins;
        if self.per_royal {
            return self.royals_apart(sink, royals, wanted);
        }
        if royals.is_empty() {
            return;
        }
        let from = royals.first();
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        let role = self.state.royal_role(self.rules, from);
        let table = &self.side.roles[usize::from(role)];
        let targets = self.targets(table, from, empty, self.them) & wanted.targets;
        let (mut safe, mut castles) = (Bits::EMPTY, false);
        for one in self.castling(role, from, wanted) {
            if self.may_castle(one) {
                (safe, castles) = (safe | one.safe, true);
            }
        }
        let bad = self.bad(role, from, targets | safe);
        let legal = targets & (!bad | self.enemy_royals);
        if legal.any() {
            sink.plain(role, from, legal);
        }
        if castles {
            for one in self.castling(role, from, wanted) {
                if self.may_castle(one) {
                    self.castle(sink, one, bad);
                }
            }
        }
    }

    /// The check mask and pins of several royals for the other pieces.
    #[inline(never)]
    pub(crate) fn kin_checks(&self, royals: Bits<W>) -> Checks<W> {
        let mut all = Checks::NONE;
        for royal in royals.indices() {
            let mut one = Checks::NONE;
            one.find(&self.other.attack, self.foes(), self.us, self.occupied, royal);
            all.join(&one);
        }
        all
    }

    /// The targets allowed to one of several royals by attacks on the others.
    fn allowed_by_kin(&self, from: usize) -> Bits<W> {
        let others = self.royals & !Bits::single(from);
        let checks = self.kin_checks(others);
        if !checks.pinned.contains(from) {
            return checks.mask;
        }
        let all = || checks.allowed_by_all(&self.other.attack, self.foes(), self.occupied, others, from);
        checks.allowed_from(self.occupied, from).unwrap_or_else(all)
    }

    /// Plain moves of royals one by one, tested by making or, if lines suffice, by the masks of all royals.
    #[inline(never)]
    fn royals_apart(&self, sink: &mut AnySink<'_, W, R, H>, royals: Bits<W>, wanted: &Wanted<W>) {
        let empty = if wanted.captures { Bits::EMPTY } else { !self.occupied };
        for from in royals.indices() {
            let role = self.state.royal_role(self.rules, from);
            let table = &self.side.roles[usize::from(role)];
            let targets = self.targets(table, from, empty, self.them) & wanted.targets;
            let targets = match self.tried {
                true => self.tested(role, from, targets),
                false if targets.is_empty() => targets,
                false => {
                    let safe = self.allowed_by_kin(from) & !self.bad(role, from, targets);
                    targets & (safe | self.enemy_royals)
                }
            };
            if targets.any() {
                sink.plain(role, from, targets);
            }
        }
    }

    /// The squares where the player's only royal, moving from `from`, would be attacked.
    #[inline(always)]
    pub(crate) fn bad(&self, role: u8, from: usize, squares: Bits<W>) -> Bits<W> {
        let attack = &self.other.attack;
        let lifted = self.occupied & !Bits::single(from);
        // Beyond a few squares, one pass over the attackers is cheaper.
        let told = !attack.asks_target && self.other.risky == 0 && !self.is_threatened(squares);
        if squares.count() > FEW && told {
            return self.attacked_squares(lifted, squares);
        }
        let mut bad = Bits::EMPTY;
        each_square!(to in squares, {
            let there = Bits::single(to);
            let doubtful = self.other.in_doubt(to, self.enemy_royals);
            let attacked = !doubtful && attacked_by_lines(attack, &self.state.roles, to, lifted | there, self.them & !there);
            let open = || doubtful || self.other.threatened.contains(to) && self.might_be_taken(to, lifted | there);
            let attacked = attacked || open() && self.is_bad(role, from, to);
            if attacked {
                bad |= there;
            }
        });
        bad
    }

    /// Whether the only royal would be attacked after a move, tested by making it.
    #[inline(never)]
    fn is_bad(&self, role: u8, from: usize, to: usize) -> bool {
        let after = self.state.moved(self.rules, self.me, role, role, from, to);
        in_check(self.processor, self.rules, &after, self.me)
    }

    /// Whether an opponent's scripted move might capture a royal on one of these squares.
    #[inline(always)]
    fn is_threatened(&self, squares: Bits<W>) -> bool {
        (squares & self.other.threatened).any() && (squares & self.threatened()).any()
    }

    #[cold]
    #[inline(never)]
    fn threatened(&self) -> Bits<W> {
        self.other.threatened_by(|role| self.them & self.state.role(role))
    }

    /// Whether the occupancy allows an opponent's scripted move that could capture a royal on a square.
    #[inline(never)]
    fn might_be_taken(&self, to: usize, occupied: Bits<W>) -> bool {
        let pieces = |role: u8| self.them & self.state.role(role);
        self.other.threats[to].standing(pieces).any(|index| {
            let scripted = &self.other.scripted[index as usize];
            let occupied = occupied & !Bits::single(usize::from(scripted.from));
            let counted = |&(squares, counts): &(Bits<W>, u64)| will_do(squares, counts, occupied);
            (scripted.clear & occupied).is_empty() && scripted.hurdles.iter().all(counted)
        })
    }

    /// The squares that the opponent attacks.
    ///
    /// The royal is removed first (`occupied`): it would hide the squares behind it from a checking slider. A
    /// target with an opponent's piece counts as occupied, before and after the capture.
    #[inline(always)]
    fn attacked_squares(&self, occupied: Bits<W>, squares: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for class in &self.other.attack.attacks_from {
            if (class.onto & squares).is_empty() {
                continue;
            }
            let pieces = self.foes_of(&class.members);
            // Ray walking separates empty targets from captures; the royal may go to either.
            each_square!(from in pieces, {
                let found = class.lookup.targets(self.processor, from, occupied);
                all |= found.quiet | found.capture;
            });
        }
        all & squares
    }

    /// The castling-like moves of a royal, if any may be possible.
    #[inline(always)]
    pub(crate) fn castling(&self, role: u8, from: usize, wanted: &Wanted<W>) -> &'a [CastlingLike<W>] {
        let rights = if wanted.captures { 0 } else { self.state.rights };
        let here = |list: &&ScriptedByOrigin<W>| list.role == role && list.may_apply(rights);
        let list = self.side.castling.iter().find(here);
        list.map_or(&[], |list| list.castling_from(from))
    }

    /// Whether the rights of a castling-like move stand and its squares are empty.
    #[inline(always)]
    pub(crate) fn may_castle(&self, one: &CastlingLike<W>) -> bool {
        self.state.rights & one.rights == one.rights && (one.clear & self.occupied & !self.royals).is_empty()
    }

    /// Emits a castling-like move if it is legal; `bad` has the attacked squares.
    #[inline(always)]
    pub(crate) fn castle<S: Sink<W, R, H>>(&self, sink: &mut S, one: &CastlingLike<W>, bad: Bits<W>) {
        let (to, occupied) = (usize::from(one.to), self.occupied & !one.leaves | one.enters);
        if self.is_threatened(one.safe | Bits::single(to))
            || self.other.risky != 0
            || (one.own & !self.us).any()
        {
            let scripted = &self.side.scripted[one.index as usize];
            return self.scripted_move(sink, scripted, &Wanted::ALL);
        }
        let (attack, them) = (&self.other.attack, self.them & !one.enters);
        if (one.safe & bad).any() || attacked_by_lines(attack, &self.state.roles, to, occupied, them) {
            return;
        }
        let scripted = &self.side.scripted[one.index as usize];
        let (processor, rules, state, me) = (self.processor, self.rules, self.state, self.me);
        sink.made(scripted.chosen(0), &|| {
            Attempt { processor, rules, state, me, scripted, reply: false, choice: 0 }.applied(0).after
        });
    }
}
