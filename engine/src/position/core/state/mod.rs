//! The state that moves change: bitboards by role and by player, and memory for other rules.

pub(crate) mod hash;
mod marks;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::memory::Memory;
use crate::tables::movement::Members;
use crate::tables::turn::{Drop, Turn};
use crate::variant::{Move, Piece, PlayerId, RoleId, RoleSet, Setup, Taken};

/// No square.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// The owner index of neutral pieces.
pub(crate) const NOBODY: usize = PlayerId::NOBODY.0 as usize;

/// A position without the ply counters, which no movement reads.
///
/// `R` is a power of two greater than the number of roles. Masks then replace bounds checks, and the last
/// slot is always empty. Copied for every move, not patched in hot paths: patching one word of a value stored
/// in wide parts stalls the next wide load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct State<const W: usize, const R: usize, const H: usize> {
    /// The pieces by role, of all players.
    pub roles: [Bits<W>; R],
    /// The pieces by player.
    pub players: [Bits<W>; 2],
    /// Marked squares: by the last move, or by several if [marks
    /// gather](crate::variant::Variant::gathers_marks).
    pub marks: Bits<W>,
    /// Squares never touched; kept only if the rules read them.
    pub undisturbed: Bits<W>,
    /// The remaining rights.
    pub rights: u64,
    /// The marker's square, if marks last one move; otherwise memory or the marked squares tell it.
    pub marker: u16,
    /// The current turn.
    pub turn: u16,
    /// Memory for other rules; of length 0 in games that need none. First the promoted pieces, one word per
    /// board word; then the neutral pieces, likewise; then the lanes of [`Memory`].
    pub memory: [u64; H],
}

/// A plain move: a displacement and the capture on its target.
#[derive(Clone, Copy)]
pub(crate) struct Displacement {
    /// The moving player.
    pub me: usize,
    /// The moving role.
    pub role: u8,
    /// The role after the move.
    pub placed: u8,
    /// The origin.
    pub from: usize,
    /// The target.
    pub to: usize,
    /// The role of the captured piece, of any owner.
    pub taken: Option<u8>,
}

/// The role of a piece after a move with this choice.
#[inline(always)]
pub(crate) fn placed(role: u8, choice: u16) -> u8 {
    choice.checked_sub(1).map_or(role, |role| role as u8)
}

impl<const W: usize, const R: usize, const H: usize> State<W, R, H> {
    pub fn new(rules: &Rules<W>, setup: &Setup) -> Self {
        let mut state = Self {
            roles: [Bits::EMPTY; R],
            players: [Bits::EMPTY; 2],
            marks: Bits::EMPTY,
            undisturbed: Bits::from_set(&setup.undisturbed),
            rights: setup.rights,
            marker: NOWHERE,
            turn: setup.turn % rules.turns.len().max(1) as u16,
            memory: [0; H],
        };
        state.remember(rules, setup);
        state.take_marks(rules, setup);
        for (square, piece) in setup.pieces().filter(|(square, _)| square.index() < rules.squares) {
            if piece.role.index() < rules.roles && (piece.player.index() < 2 || piece.is_neutral()) {
                state.roles[piece.role.index()].insert(square.index());
                state.own(piece.player.index(), square.index());
            }
        }
        state
    }

    /// The state as a setup, with the counters left at their defaults.
    pub fn setup(&self, rules: &Rules<W>) -> Setup {
        let mut setup = Setup::empty(rules.squares);
        for (role, set) in self.roles.iter().enumerate() {
            for square in set.indices().filter(|&square| square < rules.squares) {
                let player = self.owner(square);
                setup.squares[square] = Some(Piece { player, role: RoleId(role as u8) });
            }
        }
        setup.turn = self.turn;
        setup.rights = self.rights;
        self.tell_marks(rules, &mut setup);
        setup.undisturbed = self.undisturbed.to_set(rules.squares);
        self.recall(rules, &mut setup);
        setup
    }

    /// The moving player, and the role that moves or is dropped; no role for a pass.
    #[inline(always)]
    pub fn author(&self, rules: &Rules<W>, m: Move) -> (usize, Option<u8>) {
        match m.origin() {
            Some(from) => (self.actor(rules, from.index()), self.role_at(from.index())),
            None => (self.mover(rules), m.drop().map(|role| role.0)),
        }
    }

    /// Reads memory from a setup.
    fn remember(&mut self, rules: &Rules<W>, setup: &Setup) {
        if H == 0 {
            return;
        }
        let memory = &rules.memory;
        self.set_lane(Memory::PASSES, setup.passes);
        for player in 0..2u8 {
            for role in 0..rules.roles as u8 {
                let held = setup.in_hand(rules.roles, PlayerId(player), RoleId(role));
                self.set_lane(memory.held(usize::from(player), role), held);
            }
        }
        for (slot, &value) in setup.counters.iter().enumerate().take(memory.counters) {
            self.set_lane(memory.counter(slot), value as u16);
        }
        self.set_promoted(Bits::from_set(&setup.promoted));
    }

    /// Writes memory into a setup.
    fn recall(&self, rules: &Rules<W>, setup: &mut Setup) {
        let memory = &rules.memory;
        setup.passes = self.lane(Memory::PASSES);
        if memory.hands {
            let slots = (0..2usize).flat_map(|player| (0..rules.roles as u8).map(move |role| (player, role)));
            setup.hands = slots.map(|(player, role)| self.lane(memory.held(player, role))).collect();
        }
        setup.counters = (0..memory.counters).map(|slot| self.lane(memory.counter(slot)) as i16).collect();
        setup.promoted = self.promoted().to_set(rules.squares);
    }

    /// The value of a lane; 0 if the lane does not exist.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> u16 {
        self.memory.get(Memory::word(W, lane)).map_or(0, |word| (word >> Memory::place(lane)) as u16)
    }

    /// Sets the value of a lane.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, value: u16) {
        if let Some(word) = self.memory.get_mut(Memory::word(W, lane)) {
            *word = *word & !Memory::bits(lane) | u64::from(value) << Memory::place(lane);
        }
    }

    /// The promoted pieces, in games that mark them.
    #[inline(always)]
    pub fn promoted(&self) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.memory.get(word).copied().unwrap_or(0)))
    }

    /// Sets the promoted pieces.
    #[inline(always)]
    pub fn set_promoted(&mut self, squares: Bits<W>) {
        for (word, &bits) in self.memory.iter_mut().zip(&squares.0) {
            *word = bits;
        }
    }

    /// Whether the player to move holds a piece that could be dropped.
    #[inline(always)]
    pub fn holds_any(&self, turn: &Turn<W>) -> bool {
        let held = |&(word, bits): &(usize, u64)| self.memory.get(word).is_some_and(|held| held & bits != 0);
        turn.supplied || turn.in_hand.iter().any(held)
    }

    /// Whether a player has a piece of this role to drop.
    #[inline(always)]
    pub fn can_drop(&self, memory: &Memory, player: usize, role: u8) -> bool {
        memory.supply >> (role & 63) & 1 == 1 || self.lane(memory.held(player, role)) > 0
    }

    /// Puts a captured piece into a hand, demoted to its role before promotion.
    #[inline(always)]
    pub fn receive(&mut self, memory: &Memory, owner: usize, role: u8, promoted: bool) {
        if !memory.hands || memory.neutral >> (role & 63) & 1 == 1 {
            return;
        }
        let reverts = memory.always || memory.marks && promoted;
        let before = memory.reverts.get(usize::from(role)).copied().filter(|_| reverts);
        let lane = memory.held(owner, before.unwrap_or(role));
        self.set_lane(lane, self.lane(lane).saturating_add(1));
    }

    /// Removes a piece from a hand, unless the supply is unlimited.
    #[inline(always)]
    pub fn out_of_hand(&mut self, memory: &Memory, player: usize, role: u8) {
        if memory.supply >> (role & 63) & 1 == 0 && memory.hands {
            let lane = memory.held(player, role);
            self.set_lane(lane, self.lane(lane).saturating_sub(1));
        }
    }

    /// The position after a drop on an empty square.
    pub fn dropped(&self, rules: &Rules<W>, me: usize, drop: &Drop<W>, to: usize) -> Self {
        let mut after = *self;
        after.roles[usize::from(drop.placed) & (R - 1)].insert(to);
        after.own(if rules.memory.neutral >> (drop.placed & 63) & 1 == 1 { NOBODY } else { me & 1 }, to);
        after.outlast(rules, self, me, Bits::single(to), false);
        after.undisturbed.remove(to);
        after.rights &= !rules.touched(to);
        after.turn = self.next_turn(rules);
        after.out_of_hand(&rules.memory, me, drop.role);
        after.set_lane(Memory::PASSES, 0);
        after
    }

    /// Changes the owner of all players' pieces on these squares, and returns those squares. Does not update
    /// rights.
    #[inline]
    pub fn flip(&mut self, squares: Bits<W>) -> Bits<W> {
        let flipped = squares & self.occupied() & !self.neutral();
        self.players = self.players.map(|theirs| theirs & !flipped | flipped & !theirs);
        self.undisturbed &= !flipped;
        flipped
    }

    /// The position after a pass.
    pub fn passed(&self, rules: &Rules<W>) -> Self {
        let mut after = *self;
        after.outlast(rules, self, self.mover(rules), Bits::EMPTY, false);
        after.turn = self.next_turn(rules);
        after.set_lane(Memory::PASSES, self.lane(Memory::PASSES).saturating_add(1));
        after
    }

    /// Updates memory after a plain move that captures an opponent's piece of role `prey`, if any. `nobody`
    /// if the moved piece is neutral. Returns whether memory may have changed.
    #[inline(always)]
    fn carry(
        &self,
        memory: &Memory,
        moved: Displacement,
        prey: Option<u8>,
        nobody: bool,
        after: &mut Self,
    ) -> bool {
        if H == 0 {
            return false;
        }
        after.memory = self.memory;
        // Common case: nothing changes.
        if !(nobody
            || memory.taken.is_some() && prey.is_some()
            || memory.marks
            || self.lane(Memory::PASSES) != 0)
        {
            return false;
        }
        let Displacement { me, role, placed, from, to, .. } = moved;
        after.set_lane(Memory::PASSES, 0);
        if nobody {
            let mut left = self.neutral() & !Bits::single(from);
            left.insert(to);
            after.set_neutral(left);
        }
        let promoted = self.promoted();
        if let (Some(taken), Some(prey)) = (memory.taken, prey) {
            let owner = if taken == Taken::Taker { me } else { me ^ 1 };
            after.receive(memory, owner, prey, promoted.contains(to));
        }
        if memory.marks {
            let mut left = promoted & !(Bits::single(from) | Bits::single(to));
            if placed != role || promoted.contains(from) {
                left.insert(to);
            }
            after.set_promoted(left);
        }
        true
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square.index())?;
        Some(Piece { player: self.owner(square.index()), role: RoleId(role) })
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bits<W> {
        if H == 0 {
            return self.players[0] | self.players[1];
        }
        self.players[0] | self.players[1] | self.neutral()
    }

    /// The neutral pieces.
    #[inline(always)]
    pub fn neutral(&self) -> Bits<W> {
        if H == 0 {
            return Bits::EMPTY;
        }
        Bits(std::array::from_fn(|word| self.memory.get(W + word).copied().unwrap_or(0)))
    }

    /// Sets the neutral pieces.
    #[inline(always)]
    pub fn set_neutral(&mut self, squares: Bits<W>) {
        for (word, &bits) in self.memory.iter_mut().skip(W).zip(&squares.0) {
            *word = bits;
        }
    }

    /// Removes all pieces from these squares. Does not update rights.
    pub fn clear_all(&mut self, squares: Bits<W>) {
        for set in self.roles.iter_mut().chain(&mut self.players) {
            *set &= !squares;
        }
        self.undisturbed &= !squares;
        if H > 0 {
            self.set_neutral(self.neutral() & !squares);
            self.set_promoted(self.promoted() & !squares);
        }
    }

    /// Gives the piece on a square to a player, or makes it neutral.
    #[inline(always)]
    pub fn own(&mut self, player: usize, square: usize) {
        match self.players.get_mut(player) {
            Some(pieces) => pieces.insert(square),
            None => {
                let mut neutral = self.neutral();
                neutral.insert(square);
                self.set_neutral(neutral);
            }
        }
    }

    /// Removes the owner of the piece on a square.
    #[inline(always)]
    pub fn disown(&mut self, square: usize) {
        self.players.iter_mut().for_each(|pieces| pieces.remove(square));
        if H > 0 {
            let mut neutral = self.neutral();
            neutral.remove(square);
            self.set_neutral(neutral);
        }
    }

    /// The owner of the piece on a square.
    fn owner(&self, square: usize) -> PlayerId {
        match self.neutral().contains(square) {
            true => PlayerId::NOBODY,
            false => PlayerId(self.players[1].contains(square) as u8),
        }
    }

    /// The player whose key a piece has; a neutral piece uses the first player's.
    #[inline(always)]
    pub fn owner_index(&self, square: usize) -> usize {
        usize::from(self.players[1].contains(square))
    }

    /// The player that moves the piece on a square: its owner, or the player to move for a neutral piece.
    #[inline(always)]
    pub fn actor(&self, rules: &Rules<W>, square: usize) -> usize {
        match self.neutral().contains(square) {
            true => self.mover(rules),
            false => self.players[1].contains(square) as usize,
        }
    }

    /// Whether the player to move has already moved in this turn.
    #[inline(always)]
    pub fn goes_on(&self, rules: &Rules<W>) -> bool {
        H > 0 && rules.phased && rules.phases[usize::from(self.turn)].goes_on
    }

    /// The pieces of a role.
    #[inline(always)]
    pub fn role(&self, role: u8) -> Bits<W> {
        self.roles[usize::from(role) & (R - 1)]
    }

    /// The pieces of these roles.
    #[inline(always)]
    pub fn members(&self, members: &Members) -> Bits<W> {
        self.role(members.a) | self.role(members.b)
    }

    /// The role of the piece on a square, out of two.
    #[inline(always)]
    pub fn which(&self, members: &Members, square: usize) -> u8 {
        if self.role(members.a).contains(square) { members.a } else { members.b }
    }

    /// The royals; with several players, those of the perspective's player.
    #[inline(always)]
    pub fn own_royals(&self, rules: &Rules<W>) -> Bits<W> {
        let royals = self.members(&rules.royals);
        if H > 0 && rules.more_royals != 0 { royals | self.any_of(rules.more_royals) } else { royals }
    }

    /// The royal role of the piece on a square.
    #[inline(always)]
    pub fn royal_role(&self, rules: &Rules<W>, square: usize) -> u8 {
        if H > 0 && rules.more_royals != 0 {
            let more = RoleSet::of_word(rules.more_royals);
            let found = more.iter().find(|role| self.role(role.0).contains(square));
            return found.map_or_else(|| self.which(&rules.royals, square), |role| role.0);
        }
        self.which(&rules.royals, square)
    }

    /// All royals whose loss matters to some player.
    #[inline(always)]
    pub fn royals(&self, rules: &Rules<W>) -> Bits<W> {
        let royals = self.own_royals(rules);
        if H > 0 && rules.crowns != 0 { royals | self.any_of(rules.crowns) } else { royals }
    }

    /// The pieces of these roles (as bits).
    #[inline(always)]
    pub fn any_of(&self, roles: u64) -> Bits<W> {
        match roles.is_power_of_two() {
            true => self.role(roles.trailing_zeros() as u8),
            false => self.any_of_several(roles),
        }
    }

    fn any_of_several(&self, roles: u64) -> Bits<W> {
        // The complement of some roles has bits beyond the last.
        let roles = Bits([roles & u64::MAX >> (64 - R)]);
        roles.indices().fold(Bits::EMPTY, |all, role| all | self.role(role as u8))
    }

    /// The squares whose piece differs between two states.
    pub fn changed(&self, other: &Self) -> Bits<W> {
        let owners = self.players.iter().zip(&other.players);
        let owned = owners.fold(self.neutral() ^ other.neutral(), |all, (one, two)| all | *one ^ *two);
        owned | self.changed_by_role(other)
    }

    /// [`State::changed`] if roles identify the owner.
    pub fn changed_by_role(&self, other: &Self) -> Bits<W> {
        self.roles.iter().zip(&other.roles).fold(Bits::EMPTY, |all, (one, two)| all | *one ^ *two)
    }

    /// The role of the piece on a square.
    #[inline(always)]
    pub fn role_at(&self, square: usize) -> Option<u8> {
        if R > 16 {
            return self.roles.iter().position(|set| set.contains(square)).map(|role| role as u8);
        }
        // One bit per role, so that no branch depends on the role.
        let (word, place) = (square / 64 % W, square % 64);
        let bit = |(role, set): (usize, &Bits<W>)| (set.0[word] >> place & 1) << role;
        let found = self.roles.iter().enumerate().map(bit).fold(0, |found, bit| found | bit);
        (found != 0).then_some(found.trailing_zeros() as u8)
    }

    /// The player to move.
    #[inline(always)]
    pub fn mover(&self, rules: &Rules<W>) -> usize {
        usize::from(rules.turns[usize::from(self.turn)] & 1)
    }

    /// The next turn.
    #[inline(always)]
    pub fn next_turn(&self, rules: &Rules<W>) -> u16 {
        rules.phases[usize::from(self.turn)].next
    }

    /// Whether the turn order gives the same player another move in this turn.
    pub fn goes_on_after(&self, rules: &Rules<W>) -> bool {
        rules.phases.get(usize::from(self.next_turn(rules))).is_some_and(|next| next.goes_on)
    }

    /// Two rows of sets, all empty except the first set of the second row, which is full. The slice from `R -
    /// role` masks the target for an arriving piece of that role. It is read from memory on purpose: if
    /// computed, the compiler emits a branch per role, and stores that stall the next wide load.
    const ARRIVING: [[Bits<W>; R]; 2] = {
        let mut rows = [[Bits::EMPTY; R]; 2];
        rows[1][0] = Bits::FULL;
        rows
    };

    /// The position after a plain move: a displacement and the capture on its target. `placed` is the role
    /// after the move.
    #[inline(always)]
    pub fn moved(&self, rules: &Rules<W>, me: usize, role: u8, placed: u8, from: usize, to: usize) -> Self {
        let mut after = *self;
        let onto_piece = from != to && self.occupied().contains(to);
        let taken = if onto_piece { self.role_at(to) } else { None };
        let moved = Displacement { me, role, placed, from, to, taken };
        self.moved_into(rules, moved, self.next_turn(rules), &mut after);
        after
    }

    /// [`State::moved`], written over another state, given the next turn. Returns whether memory may have
    /// changed.
    #[inline(always)]
    pub fn moved_into(&self, rules: &Rules<W>, moved: Displacement, next: u16, after: &mut Self) -> bool {
        let Displacement { me, role, placed, from, to, taken } = moved;
        let (origin, target) = (Bits::single(from), Bits::single(to));
        let keep = !(origin | target);
        let nobody = H > 0 && rules.memory.neutral >> (placed & 63) & 1 == 1;
        // Computed in registers and stored at once: the compiler cannot know that the two states do not
        // alias.
        let arriving = &Self::ARRIVING.as_flattened()[R - (usize::from(placed) & (R - 1))..][..R];
        let mut roles = self.roles;
        roles.iter_mut().zip(arriving).for_each(|(set, arrives)| *set = *set & keep | target & *arrives);
        let arrives = |player: usize| if player == me && !nobody { target } else { Bits::EMPTY };
        let players = [self.players[0] & keep | arrives(0), self.players[1] & keep | arrives(1)];
        (after.roles, after.players) = (roles, players);
        let prey = taken.filter(|_| (self.players[(me ^ 1) & 1] & target).any());
        let mut lost = rules.touched(from) | rules.touched(to);
        if rules.losing {
            let lost_with = |player: usize, role: u8| rules.lost_with[player & 1][usize::from(role & 63)];
            lost |= lost_with(me, role) | prey.map_or(0, |prey| lost_with(me ^ 1, prey));
        }
        (after.marks, after.marker) = (Bits::EMPTY, NOWHERE);
        after.undisturbed = self.undisturbed & keep;
        after.rights = self.rights & !lost;
        after.turn = next;
        let remembers = self.carry(&rules.memory, moved, prey, nobody, after);
        if H > 0 && rules.markers.is_some() {
            after.outlast(rules, self, me, origin | target, false);
        }
        remembers
    }
}
