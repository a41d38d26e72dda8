//! Answers to questions about a whole position, and about a move in it.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::act::Act;
use crate::tables::ask::{Ask, Pieces, Set, Share, Worth};
use crate::tables::memory::Memory;
use crate::variant::{Move, Points, Royalty};

use super::choose::{has_move, has_reply};
use super::legality::{in_check, preyed};
use super::make::general_of;
use super::state::State;

/// Who asks about what.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a, P, const W: usize, const R: usize, const H: usize> {
    pub processor: P,
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    /// The asking player.
    pub me: usize,
    /// The move asked about; any where none is.
    pub m: Move,
    /// The position after it, where that is asked for.
    pub after: Option<&'a State<W, R, H>>,
}

/// Whether an end of the game's own has come other than by [vital](crate::tables::turn::Turn::vital) pieces that are
/// gone: asked when a turn has ended, of both players.
#[inline(never)]
pub(super) fn ended<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    let asked_by = |me: usize| Judge { processor, rules, state, me, m: Move::pass(), after: None };
    if rules.before_end.as_ref().is_some_and(|when| !asked_by(0).holds(when)) {
        return false;
    }
    [0, 1].into_iter().any(|me| {
        let (judge, offer) = (asked_by(me), &rules.offers[me]);
        let open = offer.before_end.as_ref().is_none_or(|when| judge.holds(when));
        open && offer.ends.iter().any(|end| judge.holds(end))
    })
}

/// What follows a move of a player's role without touching the board.
#[inline(never)]
pub(super) fn conclude<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    (mover, role): (usize, u8),
    after: &mut State<W, R, H>,
) {
    // The position right after the move, once something has followed it.
    let mut reached = None;
    let mut captured = None;
    for epilogue in &rules.offers[mover & 1].epilogues {
        if epilogue.roles >> (role & 63) & 1 == 0 {
            continue;
        }
        let seen = reached.as_ref().unwrap_or(&*after);
        if epilogue.after_capture
            && !*captured.get_or_insert_with(|| takes_itself(processor, rules, state, m, seen))
        {
            continue;
        }
        let judge = Judge { processor, rules, state, me: mover, m, after: Some(seen) };
        if !judge.holds(&epilogue.when) {
            continue;
        }
        reached.get_or_insert(*after);
        for act in &epilogue.acts {
            match act {
                Act::Add(lane, by) => {
                    let value = (after.lane(*lane) as i16).saturating_add(*by);
                    after.set_lane(*lane, value as u16);
                }
                Act::Set(lane, to) => after.set_lane(*lane, *to as u16),
                Act::Copy(lane, other) => after.set_lane(*lane, after.lane(*other)),
                Act::Again => after.turn = rules.phases[usize::from(state.turn)].again,
                Act::Grant(rights, true) => after.rights |= rights,
                Act::Grant(rights, false) => after.rights &= !rights,
                _ => {}
            }
        }
    }
    after.pass_marks(rules, mover);
}

/// Whether a move itself has removed anything of the opponent's, hooks not counted, given the position after it.
fn takes_itself<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    after: &State<W, R, H>,
) -> bool {
    if !rules.aside {
        return captures(processor, rules, state, m, after);
    }
    let other = (state.author(rules, m).0 ^ 1) & 1;
    match general_of(rules, state, processor, m) {
        Some(asked) => asked.takes(m.choice) != 0,
        None => m.origin().is_some_and(|from| from != m.to && state.players[other].contains(m.to.index())),
    }
}

/// Whether a move has removed anything of the opponent's, given the position after it.
pub(super) fn captures<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    after: &State<W, R, H>,
) -> bool {
    let (me, _) = state.author(rules, m);
    let other = (me ^ 1) & 1;
    if !rules.flips {
        return after.players[other].count() < state.players[other].count();
    }
    match general_of(rules, state, processor, m) {
        Some(asked) => asked.applied(m.choice).prey != 0,
        None => m.origin().is_some_and(|from| from != m.to && state.players[other].contains(m.to.index())),
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Judge<'_, P, W, R, H> {
    /// Whether it holds; a call only where it takes some work.
    #[inline(always)]
    fn told(&self, ask: &Ask<W>) -> bool {
        let (mut ask, mut sense) = (ask, true);
        while let Ask::Not(inner) = ask {
            (ask, sense) = (inner, !sense);
        }
        let holds = match ask {
            Ask::Constant(value) => *value,
            Ask::Passed(counts) => counts.contains(self.state.lane(Memory::PASSES)),
            Ask::Any(Set::Pieces(pieces)) => self.pieces(pieces).any(),
            Ask::Any(Set::Empty) => (!self.state.occupied()).any(),
            _ => self.holds(ask),
        };
        holds == sense
    }

    /// Whether it holds. What costs little is told in place, as are the parts of what is made of such.
    pub fn holds(&self, ask: &Ask<W>) -> bool {
        let (rules, state, me) = (self.rules, self.state, self.me & 1);
        match ask {
            Ask::Not(_) | Ask::Constant(_) | Ask::Passed(_) | Ask::Any(Set::Pieces(_) | Set::Empty) => {
                self.told(ask)
            }
            Ask::Settled(inner) => self.told(inner),
            Ask::All(parts) => parts.iter().all(|part| self.told(part)),
            Ask::One(parts) => parts.iter().any(|part| self.told(part)),
            Ask::Any(Set::All(parts)) => match parts[..] {
                [Set::Fixed(on), Set::Empty] => (on & !state.occupied()).any(),
                _ => self.found_of_all(parts, Bits::FULL).any(),
            },
            Ask::Any(set) => self.squares(set).any(),
            Ask::Lacks(Pieces { own, roles, on }) => {
                let there = state.players[if *own { me } else { me ^ 1 }] & *on;
                let each = Bits([*roles]);
                each.indices().any(|role| (state.role(role as u8) & there).is_empty())
            }
            Ask::Count(counts, set) => counts.contains(self.squares(set).count() as u16),
            Ask::Right(mask) => state.rights & mask != 0,
            Ask::Held(counts, roles) => {
                let held = roles.iter().filter(|role| role.index() < rules.roles);
                let held = held.map(|role| state.lane(rules.memory.held(me, role.0)));
                counts.contains(held.fold(0, u16::saturating_add))
            }
            Ask::Counter(lane, counts) => {
                u16::try_from(state.lane(*lane) as i16).is_ok_and(|value| counts.contains(value))
            }
            Ask::ToMove => state.mover(rules) == me,
            Ask::InCheck => in_check(self.processor, rules, state, me),
            Ask::More => state.players[me].count() > state.players[me ^ 1].count(),
            Ask::MorePoints(worth) => self.points(worth, me) > self.points(worth, me ^ 1),
            Ask::Points(counts, worth) => {
                let whole = self.points(worth, me).div_euclid(Points::PARTS);
                u16::try_from(whole).is_ok_and(|whole| counts.contains(whole))
            }
            Ask::Leads(shares) => shares.split_first().is_some_and(|(own, others)| {
                let own = self.share(own);
                others.iter().all(|other| self.share(other) < own)
            }),
            Ask::Has(counts, share) => {
                let whole = self.share(share).div_euclid(Points::PARTS);
                u16::try_from(whole).is_ok_and(|whole| counts.contains(whole))
            }
            Ask::Turns(turns) => turns.contains(&state.turn),
            Ask::Can(wanted) => has_move(self.processor, rules, state, wanted),
            Ask::Checks => self.after.is_some_and(|after| in_check(self.processor, rules, after, me ^ 1)),
            Ask::Mates => self.after.is_some_and(|after| {
                in_check(self.processor, rules, after, me ^ 1) && !has_reply(self.processor, rules, after)
            }),
            Ask::Takes(roles) => self.takes(*roles),
            Ask::After(inner) => {
                self.after.is_some_and(|after| Judge { state: after, after: None, ..*self }.holds(inner))
            }
            Ask::Drops(roles) => self.m.drop().is_some_and(|role| roles >> (role.0 & 63) & 1 == 1),
            Ask::Passes => self.m.is_pass(),
        }
    }

    /// The answer, if it is the same whichever move is asked about; or whichever move that gives check, or that gives
    /// none, if `checks` says so. What does not depend on the move must be [marked](Ask::settled).
    pub fn foregone(&self, ask: &Ask<W>, checks: Option<bool>) -> Option<bool> {
        match ask {
            Ask::Constant(value) => Some(*value),
            Ask::Settled(inner) => Some(self.holds(inner)),
            Ask::Checks => checks,
            Ask::Mates => checks.filter(|checks| !checks),
            Ask::After(inner) if self.is_safe_after(inner) => Some(true),
            Ask::Not(inner) => self.foregone(inner, checks).map(|value| !value),
            Ask::All(parts) => {
                let known = || parts.iter().map(|part| self.foregone(part, checks));
                match known().any(|part| part == Some(false)) {
                    true => Some(false),
                    false => known().all(|part| part == Some(true)).then_some(true),
                }
            }
            Ask::One(parts) => {
                let known = || parts.iter().map(|part| self.foregone(part, checks));
                match known().any(|part| part == Some(true)) {
                    true => Some(true),
                    false => known().all(|part| part == Some(false)).then_some(false),
                }
            }
            _ => None,
        }
    }

    /// Whether what is asked of the position after a move is that the player's royals are safe, as they are after every legal
    /// move but those that take a royal.
    #[inline(never)]
    fn is_safe_after(&self, ask: &Ask<W>) -> bool {
        let (rules, other) = (self.rules, (self.me ^ 1) & 1);
        let safe = matches!(ask, Ask::Not(inner) if matches!(**inner, Ask::InCheck));
        let plain = rules.royalty == Royalty::Each && !rules.vetoes && !rules.flips;
        safe && plain && !in_check(self.processor, rules, self.state, other)
    }

    /// What a player has by points, in tenths.
    #[inline(never)]
    fn points(&self, worth: &Worth, player: usize) -> i64 {
        let (state, memory) = (self.state, &self.rules.memory);
        let each = worth.roles.iter().map(|&(role, worth)| {
            let board = i64::from((state.players[player] & state.role(role)).count());
            let held = if memory.hands { i64::from(state.lane(memory.held(player, role))) } else { 0 };
            (board + held) * worth
        });
        each.sum::<i64>() + worth.komi[player]
    }

    /// What a side has among more than two, all of whose hands lie where the first of two has one.
    #[inline(never)]
    fn share(&self, share: &Share) -> i64 {
        let (state, memory) = (self.state, &self.rules.memory);
        let each = share.roles.iter().map(|&(role, worth)| {
            let board = i64::from(state.role(role).count());
            let held = if share.held { i64::from(state.lane(memory.held(0, role))) } else { 0 };
            (board + held) * worth
        });
        each.sum::<i64>() + share.komi
    }

    /// Whether the move takes a piece of these roles.
    fn takes(&self, roles: u64) -> bool {
        let other = (self.me ^ 1) & 1;
        let (processor, rules, state) = (self.processor, self.rules, self.state);
        let Some(from) = self.m.origin() else {
            // A drop takes what its effects take, of which its own conditions know nothing.
            let asked = self.after.and_then(|_| general_of(rules, state, processor, self.m));
            return asked.is_some_and(|asked| asked.takes(self.m.choice) & roles != 0);
        };
        let prey = self.state.players[other] & self.state.any_of(roles);
        if rules.aside
            && let Some(asked) = general_of(rules, state, processor, self.m)
        {
            return asked.takes(self.m.choice) & roles != 0;
        }
        if self.m.way == 0 {
            return from != self.m.to && prey.contains(self.m.to.index());
        }
        self.after.is_some_and(|after| (after.players[other] & after.any_of(roles)).count() < prey.count())
    }

    /// One player's pieces of some roles on some squares.
    #[inline(always)]
    fn pieces(&self, pieces: &Pieces<W>) -> Bits<W> {
        let me = self.me & 1;
        self.state.players[if pieces.own { me } else { me ^ 1 }] & self.state.any_of(pieces.roles) & pieces.on
    }

    /// The squares of a set.
    #[inline(always)]
    pub fn squares(&self, set: &Set<W>) -> Bits<W> {
        self.within(set, Bits::FULL)
    }

    /// The squares of a set that lie within another. What is asked for most often is told in place.
    #[inline(always)]
    fn within(&self, set: &Set<W>, within: Bits<W>) -> Bits<W> {
        let me = self.me & 1;
        let found = match set {
            Set::Fixed(squares) => *squares,
            Set::Empty => !self.state.occupied(),
            Set::Ally => self.state.players[me],
            Set::Opponent => self.state.players[me ^ 1],
            _ => self.found(set, within),
        };
        found & within
    }

    /// The same for sets that take some work; what lies beyond the other set may be left out.
    fn found(&self, set: &Set<W>, within: Bits<W>) -> Bits<W> {
        let (rules, state, me) = (self.rules, self.state, self.me & 1);
        match set {
            Set::Fixed(_) | Set::Empty | Set::Ally | Set::Opponent => self.within(set, within),
            Set::Is(roles) => state.any_of(*roles),
            Set::Pieces(pieces) => self.pieces(pieces),
            Set::Marked => state.seen_marks(rules, me),
            Set::Unmoved => state.undisturbed,
            Set::From(table) => table.get(self.m.from.index()).copied().unwrap_or(Bits::EMPTY),
            Set::To(table) => table.get(self.m.to.index()).copied().unwrap_or(Bits::EMPTY),
            Set::Near(table, inner) => {
                let found = self.squares(inner).indices().map_while(|square| table.get(square));
                found.fold(Bits::EMPTY, |all, near| all | *near)
            }
            Set::Next(stride, inner) => stride.before(self.squares(inner)),
            Set::Row(strides, inner) => {
                let there = self.squares(inner);
                let mut all = there;
                for stride in strides {
                    if all.is_empty() {
                        break;
                    }
                    all &= stride.before(there);
                }
                all
            }
            Set::Counted(counts, table, inner) => {
                let inner = self.squares(inner);
                let fits = |place: &Bits<W>| counts.contains((*place & inner).count() as u16);
                let fitting = within.indices().filter(|&square| table.get(square).is_some_and(fits));
                fitting.fold(Bits::EMPTY, |all, square| all | Bits::single(square))
            }
            Set::Along(inner) => {
                let (runs, starts) = &**inner;
                let (along, until) = (self.squares(&runs.along), self.squares(&runs.until));
                runs.from(self.processor, along, until, self.squares(starts))
            }
            Set::Beside(inner) => {
                let (runs, each) = &**inner;
                let kinds = (self.squares(&runs.along), self.squares(&runs.until));
                runs.beside(self.processor, kinds, self.squares(each), within)
            }
            Set::Numbered(counts, inner) => {
                let (runs, each) = &**inner;
                let kinds = (self.squares(&runs.along), self.squares(&runs.until));
                runs.numbered(kinds, self.squares(each), counts, (within, rules.squares))
            }
            Set::Elsewhere(inner) => {
                let squares = self.squares(inner);
                match squares.several() {
                    true => Bits::FULL,
                    false if squares.any() => !squares,
                    false => Bits::EMPTY,
                }
            }
            Set::Attacked => self.attacked(within & state.occupied()),
            Set::Whether(ask) => match self.holds(ask) {
                true => Bits::FULL,
                false => Bits::EMPTY,
            },
            Set::Not(inner) => !self.within(inner, within),
            Set::All(parts) => self.found_of_all(parts, within),
            Set::One(parts) => parts.iter().fold(Bits::EMPTY, |all, part| all | self.within(part, within)),
        }
    }

    /// What several sets have in common, within another.
    fn found_of_all(&self, parts: &[Set<W>], within: Bits<W>) -> Bits<W> {
        let mut all = within;
        for part in parts {
            all = self.within(part, all);
            if all.is_empty() {
                break;
            }
        }
        all
    }

    /// Those of these squares whose piece the other player could take.
    #[inline(never)]
    fn attacked(&self, squares: Bits<W>) -> Bits<W> {
        let owner = |square: usize| self.state.players[1].contains(square) as usize;
        let taken = |square: &usize| preyed(self.processor, self.rules, self.state, owner(*square), *square);
        squares.indices().filter(taken).fold(Bits::EMPTY, |all, square| all | Bits::single(square))
    }
}
