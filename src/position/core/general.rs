//! Movements in their general form: conditions asked one by one, effects applied one after the other.

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::formula::Formula;
use crate::tables::instance::{Act, Choices};
use crate::tables::memory::Memory;
use crate::tables::movement::General;
use crate::variant::{Move, Taken};

use super::legality::{Standing, attacked};
use super::state::{NOBODY, NOWHERE, State};

/// One question about one general movement.
pub(super) struct Asked<'a, P, const W: usize, const R: usize, const H: usize> {
    pub processor: P,
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub me: usize,
    pub general: &'a General<W>,
    /// Whether an imagined reply is meant, in which attacks are unknown.
    pub reply: bool,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Asked<'_, P, W, R, H> {
    /// Whether the movement may be made, as far as occupancy, rights and conditions go; what is unknown holds.
    pub fn allowed(&self) -> bool {
        let (state, general) = (self.state, self.general);
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        let us = state.players[self.me & 1];
        if !(us & state.role(general.role)).contains(from) || state.rights & general.rights != general.rights
        {
            return false;
        }
        // The piece is lifted while it travels.
        let occupied = state.occupied() & !Bits::single(from);
        if (general.clear & occupied).any() {
            return false;
        }
        let target = &general.target;
        let fits = if !occupied.contains(to) {
            target.empty
        } else if us.contains(to) {
            target.own
        } else {
            target.opponent && state.players[(self.me ^ 1) & 1].contains(to)
        };
        if !fits
            || occupied.contains(to) && target.roles != u64::MAX && !state.any_of(target.roles).contains(to)
        {
            return false;
        }
        let counted = |&(squares, counts): &(Bits<W>, u64)| {
            let count = (squares & occupied).count();
            count < 64 && counts >> count & 1 == 1
        };
        general.hurdles.iter().all(counted)
            && general.rest.iter().all(|part| self.truth(part, state) != Some(false))
    }

    /// Whether a condition holds on a board; `None` is unknown.
    fn truth(&self, formula: &Formula, board: &State<W, R, H>) -> Option<bool> {
        let at = |square: &u16| usize::from(*square);
        match formula {
            Formula::Constant(value) => Some(*value),
            Formula::Empty(square) => Some(!board.occupied().contains(at(square))),
            Formula::Ally(square) => Some(board.players[self.me & 1].contains(at(square))),
            Formula::Opponent(square) => Some(board.players[(self.me ^ 1) & 1].contains(at(square))),
            Formula::Is(square, roles) => Some(board.any_of(*roles).contains(at(square))),
            Formula::Marked(square) => {
                let own = self.state.goes_on(self.rules) && self.me & 1 == self.state.mover(self.rules);
                Some(!own && self.state.marks.contains(at(square)))
            }
            Formula::Unmoved(square) => Some(self.state.undisturbed.contains(at(square))),
            Formula::Right(mask) => Some(self.state.rights & mask != 0),
            Formula::Attacked(_) if self.reply => None,
            Formula::Attacked(square) => Some(self.attacked(at(square))),
            Formula::Held(counts, roles) => {
                let (memory, me) = (&self.rules.memory, self.me & 1);
                let held = roles.iter().filter(|role| role.index() < self.rules.roles);
                let held = held.map(|role| self.state.lane(memory.held(me, role.0)));
                Some(counts.contains(held.fold(0, u16::saturating_add)))
            }
            Formula::Remembered(lane, counts) => {
                let value = self.state.lane(*lane);
                Some(value <= i16::MAX as u16 && counts.contains(value))
            }
            Formula::Not(inner) => self.truth(inner, board).map(|value| !value),
            Formula::All(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.truth(part, board) {
                        Some(false) => return Some(false),
                        None => all = None,
                        Some(true) => {}
                    }
                }
                all
            }
            Formula::Any(parts) => {
                let mut any = Some(false);
                for part in parts {
                    match self.truth(part, board) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
            Formula::Count(counts, parts) => {
                let (mut sure, mut open) = (0u16, 0u16);
                for part in parts {
                    match self.truth(part, board) {
                        Some(true) => sure += 1,
                        None => open += 1,
                        Some(false) => {}
                    }
                }
                let fitting = (sure..=sure + open).filter(|&n| counts.contains(n)).count();
                if fitting == 0 {
                    Some(false)
                } else if fitting == usize::from(open) + 1 {
                    Some(true)
                } else {
                    None
                }
            }
        }
    }

    /// Whether the opponent could take the moving piece if it stood there.
    fn attacked(&self, square: usize) -> bool {
        let general = self.general;
        let origin = Bits::single(usize::from(general.from));
        let on = Bits::single(square);
        let (rules, state, me) = (self.rules, self.state, self.me);
        let other = &rules.sides[(me ^ 1) & 1];
        if other.hooked == 0 && !other.threatened.contains(square) {
            let them = state.players[(me ^ 1) & 1] & !on;
            let occupied = state.occupied() & !origin | on;
            return self.processor.call(Standing { rules, state, me, squares: on, occupied, them });
        }
        let mut there = *self.state;
        for role in &mut there.roles {
            *role &= !(origin | on);
        }
        for player in &mut there.players {
            *player &= !(origin | on);
        }
        there.roles[usize::from(general.role) & (R - 1)] |= on;
        there.players[self.me & 1] |= on;
        attacked(self.processor, self.rules, &there, self.me, square)
    }

    /// The choices that come with the movement: 0 for staying what it is, else the role plus 1.
    pub fn choices(&self, promotes: &[u8]) -> Vec<u16> {
        let chosen = |roles: &[u8]| roles.iter().map(|&role| u16::from(role) + 1).collect::<Vec<_>>();
        match &self.general.choices {
            Choices::None => vec![0],
            Choices::Always(roles) => chosen(roles),
            Choices::Held(roles) => {
                let mut held = roles.clone();
                held.retain(|&role| self.state.can_drop(&self.rules.memory, self.me, role));
                chosen(&held)
            }
            Choices::Promotion { when, forced } => {
                if self.truth(when, self.state) == Some(false) {
                    return vec![0];
                }
                let mut choices = chosen(promotes);
                let must =
                    *forced != Formula::Constant(false) && self.truth(forced, self.state) != Some(false);
                if choices.is_empty() || !must {
                    choices.insert(0, 0);
                }
                choices
            }
        }
    }

    /// Whether the movement leaves the mover's royals where none is attacked, as far as sets of squares can tell it:
    /// `None` if the position after it is needed.
    pub fn leaves_royals(&self) -> Option<bool> {
        let (rules, state, general, me) = (self.rules, self.state, self.general, self.me & 1);
        let (from, to) = (Bits::single(usize::from(general.from)), Bits::single(usize::from(general.to)));
        if !general.hooks.is_empty() || rules.sides[me ^ 1].hooked != 0 {
            return None;
        }
        let all = state.members(&rules.royals);
        let (before, prizes) = (all & state.players[me], all & state.players[me ^ 1]);
        let carried = |set: Bits<W>, a: Bits<W>, b: Bits<W>| {
            let rest = set & !(a | b);
            if (set & a).any() { rest | b } else { rest }
        };
        let mut us = carried(state.players[me], from, to);
        let mut royals = carried(before, from, to);
        let mut them = state.players[me ^ 1] & !to;
        for act in &general.acts {
            match act {
                Act::Shift(a, b) => {
                    let (a, b) = (Bits::single(usize::from(*a)), Bits::single(usize::from(*b)));
                    if (them & a).any() {
                        return None;
                    }
                    if (us & a).any() {
                        us = carried(us, a, b);
                        royals = carried(royals, a, b);
                        them &= !b;
                    }
                }
                Act::TakeMarker if self.state.marker != NOWHERE => {
                    let marker = !Bits::single(usize::from(self.state.marker));
                    (us, them, royals) = (us & marker, them & marker, royals & marker);
                }
                Act::Mark(_)
                | Act::TakeMarker
                | Act::Add(..)
                | Act::Set(..)
                | Act::Grant(..)
                | Act::Again => {}
                _ => return None,
            }
        }
        if royals.count() < before.count() {
            return Some(false);
        }
        if (prizes & !them).any() {
            return Some(true);
        }
        if (royals & rules.sides[me ^ 1].threatened).any() {
            return None;
        }
        let occupied = us | them | state.neutral();
        Some(!self.processor.call(Standing { rules, state, me, squares: royals, occupied, them }))
    }

    /// The position after the movement, and whether anything was removed.
    pub fn applied(&self, choice: u16) -> (State<W, R, H>, bool) {
        let mut play = self.played(choice, None);
        self.follow(&mut play, choice);
        let mut after = play.state;
        after.rights &= !play.lost;
        for &(rights, gained) in &play.granted {
            after.rights = if gained { after.rights | rights } else { after.rights & !rights };
        }
        after.set_lane(Memory::PASSES, 0);
        if play.marked {
            after.marker = play.stands.map_or(NOWHERE, |square| square as u16);
        } else if after.marker != NOWHERE && play.touched.contains(usize::from(after.marker)) {
            after.marks = Bits::EMPTY;
        }
        if after.marks.is_empty() {
            after.marker = NOWHERE;
        }
        after.turn = match play.again {
            true => self.rules.phases[usize::from(self.state.turn)].again,
            false => self.state.next_turn(self.rules),
        };
        (after, play.removed)
    }

    /// Whether the movement itself, hooks not counted, removes the piece that stands on a square, and costs its player
    /// no royal, hooks included.
    pub fn bites(&self, square: usize) -> bool {
        let (rules, me) = (self.rules, self.me & 1);
        let royals = |state: &State<W, R, H>| (state.members(&rules.royals) & state.players[me]).count();
        let table = &rules.sides[me].roles[usize::from(self.general.role)];
        self.choices(&table.promotion.to).into_iter().any(|choice| {
            let mut play = self.played(choice, Some(square));
            play.watched.is_none() && {
                self.follow(&mut play, choice);
                royals(&play.state) >= royals(self.state)
            }
        })
    }

    /// Capture, displacement and the movement's own effects.
    fn played(&self, choice: u16, watched: Option<usize>) -> Underway<'_, W, R, H> {
        let general = self.general;
        let (from, to) = (usize::from(general.from), usize::from(general.to));
        let (rules, state, stands) = (self.rules, *self.state, Some(from));
        let (me, granted) = (self.me & 1, Vec::new());
        let mut play = Underway {
            rules,
            state,
            me,
            lost: 0,
            stands,
            watched,
            removed: false,
            granted,
            marked: false,
            again: false,
            touched: Bits::EMPTY,
        };
        if !self.state.goes_on(rules) {
            play.state.marks = Bits::EMPTY;
            play.state.marker = NOWHERE;
        }
        let mover = (self.me & 1, general.role);
        if self.is_drop() {
            play.come_from_hand(general.role, to);
            play.stands = Some(to);
        } else {
            if general.takes && from != to {
                play.remove(to);
            }
            let promoted = play.clear(from);
            play.set(to, mover, promoted);
            play.stands = Some(to);
            play.touch(from);
            play.touch(to);
            play.lose(mover);
            if !general.acts.iter().any(|act| matches!(act, Act::Promote | Act::Drop(_))) {
                play.become_role(self.me, chosen(choice));
            }
        }
        general.acts.iter().for_each(|act| self.act(&mut play, act, choice));
        play
    }

    /// The hooks that follow.
    fn follow(&self, play: &mut Underway<'_, W, R, H>, choice: u16) {
        let hooks = &self.general.hooks;
        if hooks.is_empty() {
            return;
        }
        let other = (self.me ^ 1) & 1;
        let captured = play.state.players[other].count() < self.state.players[other].count();
        for hook in hooks.iter().filter(|hook| captured || !hook.after_capture) {
            if self.truth(&hook.when, self.state) != Some(false) {
                hook.acts.iter().for_each(|act| self.act(play, act, choice));
            }
        }
    }

    fn act(&self, play: &mut Underway<'_, W, R, H>, act: &Act, choice: u16) {
        match act {
            Act::Take(squares) => {
                let board = play.state;
                for (square, filter) in squares {
                    if self.truth(filter, &board) != Some(false) {
                        play.remove(usize::from(*square));
                    }
                }
            }
            Act::Shift(a, b) => play.shift(usize::from(*a), usize::from(*b)),
            Act::Mark(squares) => {
                if !play.marked {
                    play.state.marks = Bits::EMPTY;
                }
                play.marked = true;
                squares.iter().for_each(|&s| play.state.marks.insert(usize::from(s)));
            }
            Act::TakeMarker => {
                if self.state.marker != NOWHERE {
                    play.remove(usize::from(self.state.marker));
                }
            }
            Act::Promote => play.become_role(self.me, chosen(choice).filter(|_| !self.is_drop())),
            Act::Become(role) => play.become_role(self.me, Some(*role)),
            Act::Put(role, squares) => {
                for &square in squares {
                    play.remove(usize::from(square));
                    play.set(usize::from(square), (play.owner(*role), *role), false);
                    play.touch(usize::from(square));
                }
            }
            Act::ToHand(squares) => {
                for &square in squares {
                    play.remove_to(usize::from(square), Some(self.me & 1));
                }
            }
            Act::Drop(square) => {
                if let Some(role) = chosen(choice).filter(|role| usize::from(*role) < self.rules.roles) {
                    play.come_from_hand(role, usize::from(*square));
                }
            }
            Act::Add(lane, by) => {
                let value = (play.state.lane(*lane) as i16).saturating_add(*by);
                play.state.set_lane(*lane, value as u16);
            }
            Act::Set(lane, to) => play.state.set_lane(*lane, *to as u16),
            Act::Again => play.again = true,
            Act::Grant(rights, gained) => play.granted.push((*rights, *gained)),
        }
    }

    /// Whether the piece comes from the hand.
    fn is_drop(&self) -> bool {
        Move { from: Square(0), to: Square(0), way: self.general.way, choice: 1 }.drop().is_some()
    }
}

/// The role that a choice stands for.
fn chosen(choice: u16) -> Option<u8> {
    choice.checked_sub(1).map(|role| role as u8)
}

/// A general movement in the middle of happening.
struct Underway<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: State<W, R, H>,
    /// Who moves.
    me: usize,
    lost: u64,
    /// Where the moved piece stands.
    stands: Option<usize>,
    /// Where a piece stands whose fate is asked for.
    watched: Option<usize>,
    removed: bool,
    /// Rights that are gained (`true`) and lost, once everything else is done.
    granted: Vec<(u64, bool)>,
    /// Whether it has left marks.
    marked: bool,
    /// Whether the mover moves once more.
    again: bool,
    /// What something left, came to, or changed on.
    touched: Bits<W>,
}

impl<const W: usize, const R: usize, const H: usize> Underway<'_, W, R, H> {
    fn at(&self, square: usize) -> Option<(usize, u8)> {
        if !self.state.occupied().contains(square) {
            return None;
        }
        let role = self.state.role_at(square)?;
        let nobody = self.state.neutral().contains(square);
        Some((if nobody { NOBODY } else { self.state.players[1].contains(square) as usize }, role))
    }

    /// Takes a piece off its square; says whether it carried the mark of a promoted piece.
    fn clear(&mut self, square: usize) -> bool {
        let Some((_, role)) = self.at(square) else { return false };
        self.state.roles[usize::from(role) & (R - 1)].remove(square);
        self.state.disown(square);
        if H == 0 {
            return false;
        }
        let mut marked = self.state.promoted();
        let promoted = marked.contains(square);
        marked.remove(square);
        self.state.set_promoted(marked);
        promoted
    }

    fn set(&mut self, square: usize, (player, role): (usize, u8), promoted: bool) {
        self.clear(square);
        self.state.roles[usize::from(role) & (R - 1)].insert(square);
        self.state.own(player, square);
        if H > 0 && promoted {
            let mut marked = self.state.promoted();
            marked.insert(square);
            self.state.set_promoted(marked);
        }
    }

    /// Whose a piece of this role is that the mover puts on the board.
    fn owner(&self, role: u8) -> usize {
        if self.rules.memory.neutral >> (role & 63) & 1 == 1 { NOBODY } else { self.me & 1 }
    }

    fn touch(&mut self, square: usize) {
        self.lost |= self.rules.touch[square & Bits::<W>::MASK];
        self.touched.insert(square);
        self.state.undisturbed.remove(square);
    }

    fn lose(&mut self, (player, role): (usize, u8)) {
        self.lost |= self.rules.lost_with.get(player).map_or(0, |lost| lost[usize::from(role & 63)]);
    }

    fn remove(&mut self, square: usize) {
        self.remove_to(square, None);
    }

    /// Removes a piece; it goes to this player's hand, or where pieces go that are taken.
    fn remove_to(&mut self, square: usize, hand: Option<usize>) {
        if let Some(piece) = self.at(square) {
            self.removed = true;
            let promoted = self.clear(square);
            if H > 0 {
                let memory = &self.rules.memory;
                let owner = hand.or(match memory.taken {
                    Some(Taken::Taker) => Some(self.me),
                    Some(Taken::Owner) => Some(piece.0).filter(|&owner| owner != NOBODY),
                    None => None,
                });
                if let Some(owner) = owner {
                    self.state.receive(memory, owner, piece.1, promoted);
                }
            }
            self.touch(square);
            self.lose(piece);
            if self.stands == Some(square) {
                self.stands = None;
            }
            if self.watched == Some(square) {
                self.watched = None;
            }
        }
    }

    /// A piece of the mover's comes from the hand, in place of what stands there.
    fn come_from_hand(&mut self, role: u8, to: usize) {
        self.remove(to);
        self.state.out_of_hand(&self.rules.memory, self.me, role);
        self.set(to, (self.owner(role), role), false);
        self.touch(to);
    }

    fn become_role(&mut self, me: usize, role: Option<u8>) {
        if let (Some(square), Some(role)) = (self.stands, role) {
            let owner = if self.owner(role) == NOBODY { NOBODY } else { me & 1 };
            self.set(square, (owner, role), self.rules.memory.marks);
        }
    }

    fn shift(&mut self, a: usize, b: usize) {
        let Some(piece) = self.at(a).filter(|_| a != b) else { return };
        self.remove(b);
        let promoted = self.clear(a);
        self.set(b, piece, promoted);
        if self.stands == Some(a) {
            self.stands = Some(b);
        }
        if self.watched == Some(a) {
            self.watched = Some(b);
        }
        self.lose(piece);
        self.touch(a);
        self.touch(b);
    }
}
