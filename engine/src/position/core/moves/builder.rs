//! Builds the result of a scripted move step by step: pieces added, removed and changed, and rights lost.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::tables::Rules;
use crate::tables::memory::Memory;
use crate::variant::Taken;

use crate::position::core::state::{NOBODY, State};

/// A scripted move in progress.
pub(crate) struct MoveBuilder<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: State<W, R, H>,
    /// The moving player.
    pub me: usize,
    pub lost: u64,
    /// The moved piece's square.
    pub stands: Option<usize>,
    /// A piece whose removal is watched for.
    pub watched: Option<usize>,
    /// Whether any piece was removed.
    pub removed: bool,
    /// The roles (as bits) of the opponent's removed pieces.
    pub prey: u64,
    /// Rights gained (`true`) or lost, applied at the end.
    pub granted: SmallVec<[(u64, bool); 4]>,
    /// The squares marked by the move.
    pub marked: Bits<W>,
    /// Whether to keep the opponent's marks.
    pub keeps_marks: bool,
    /// Whether the mover has another move.
    pub again: bool,
    /// The squares left, entered or changed.
    pub touched: Bits<W>,
}

impl<'a, const W: usize, const R: usize, const H: usize> MoveBuilder<'a, W, R, H> {
    /// The builder before any change.
    pub fn new(rules: &'a Rules<W>, state: &State<W, R, H>, me: usize) -> Self {
        Self {
            rules,
            state: *state,
            me: me & 1,
            lost: 0,
            stands: None,
            watched: None,
            removed: false,
            prey: 0,
            granted: SmallVec::new(),
            marked: Bits::EMPTY,
            keeps_marks: false,
            again: false,
            touched: Bits::EMPTY,
        }
    }

    /// Moves the piece to its target.
    pub fn travel(&mut self, role: u8, from: usize, to: usize) {
        let mover = (self.me, role);
        let promoted = self.clear(from);
        self.set(to, mover, promoted);
        self.stands = Some(to);
        self.touch(from);
        self.touch(to);
        self.lose(mover);
    }

    /// The finished position: updates the rights and the turn.
    pub fn finished(&self, before: &State<W, R, H>) -> State<W, R, H> {
        let mut after = self.state;
        after.rights &= !self.lost;
        for &(rights, gained) in &self.granted {
            after.rights = if gained { after.rights | rights } else { after.rights & !rights };
        }
        after.set_lane(Memory::PASSES, 0);
        after.outlast(self.rules, before, self.me, self.touched, self.keeps_marks);
        match self.stands {
            _ if self.marked.is_empty() => {}
            Some(marker) => after.mark(self.rules, self.marked, marker),
            None if self.rules.markers.is_none() => after.marks = self.marked,
            None => {}
        }
        after.turn = match self.again {
            true => self.rules.phases[usize::from(before.turn)].again,
            false => before.next_turn(self.rules),
        };
        // After-hooks may still give the player another move.
        if !self.rules.has_after_hooks {
            after.pass_marks(self.rules, self.me);
        }
        after
    }

    pub fn at(&self, square: usize) -> Option<(usize, u8)> {
        if !self.state.occupied().contains(square) {
            return None;
        }
        let role = self.state.role_at(square)?;
        let nobody = self.state.neutral().contains(square);
        Some((if nobody { NOBODY } else { self.state.players[1].contains(square) as usize }, role))
    }

    /// Removes a piece without capturing it; returns whether it was marked as promoted.
    pub fn clear(&mut self, square: usize) -> bool {
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

    pub fn set(&mut self, square: usize, (player, role): (usize, u8), promoted: bool) {
        self.clear(square);
        self.state.roles[usize::from(role) & (R - 1)].insert(square);
        self.state.own(player, square);
        if H > 0 && promoted {
            let mut marked = self.state.promoted();
            marked.insert(square);
            self.state.set_promoted(marked);
        }
    }

    /// The owner of a piece of this role placed by the mover.
    pub fn owner(&self, role: u8) -> usize {
        if self.rules.memory.neutral >> (role & 63) & 1 == 1 { NOBODY } else { self.me & 1 }
    }

    pub fn touch(&mut self, square: usize) {
        self.lost |= self.rules.touched(square);
        self.touched.insert(square);
        self.state.undisturbed.remove(square);
    }

    pub fn lose(&mut self, (player, role): (usize, u8)) {
        self.lost |= self.rules.lost_with.get(player).map_or(0, |lost| lost[usize::from(role & 63)]);
    }

    pub fn remove(&mut self, square: usize) {
        self.remove_to(square, None);
    }

    /// Captures a piece. It goes to this player's hand; without one, an opponent's piece goes where the rules
    /// send captures.
    pub fn remove_to(&mut self, square: usize, hand: Option<usize>) {
        if let Some(piece) = self.at(square) {
            let captured = piece.0 == (self.me ^ 1) & 1;
            self.removed = true;
            self.prey |= u64::from(captured) << (piece.1 & 63);
            let promoted = self.clear(square);
            if H > 0 {
                let memory = &self.rules.memory;
                let taken = memory.taken.filter(|_| captured);
                let owner = hand.or(taken.map(|taken| if taken == Taken::Taker { self.me } else { piece.0 }));
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

    /// Drops a piece of the mover, replacing the piece on the square.
    pub fn come_from_hand(&mut self, role: u8, to: usize) {
        self.remove(to);
        self.state.out_of_hand(&self.rules.memory, self.me, role);
        self.set(to, (self.owner(role), role), false);
        self.touch(to);
    }

    pub fn become_role(&mut self, me: usize, role: Option<u8>) {
        if let (Some(square), Some(role)) = (self.stands, role) {
            let owner = if self.owner(role) == NOBODY { NOBODY } else { me & 1 };
            self.set(square, (owner, role), self.rules.memory.marks);
        }
    }

    /// Changes the owner of a piece.
    pub fn flip(&mut self, square: usize) {
        let Some((player, role)) = self.at(square).filter(|&(player, _)| player != NOBODY) else { return };
        self.state.players[player & 1].remove(square);
        self.state.players[(player ^ 1) & 1].insert(square);
        self.lose((player, role));
        self.touch(square);
    }

    /// Changes the owner of all pieces on these squares.
    pub fn flip_all(&mut self, squares: Bits<W>) {
        // Rights are lost piece by piece.
        if self.state.rights != 0 {
            return squares.indices().for_each(|square| self.flip(square));
        }
        self.touched |= self.state.flip(squares);
    }

    pub fn shift(&mut self, a: usize, b: usize) {
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
