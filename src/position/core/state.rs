//! The state that moves change: sets of squares by role and by player, and what rules remember.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::Members;
use crate::variant::{Piece, PlayerId, RoleId, Setup};

/// No square.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A position, without the counters that no rule of movement reads.
///
/// `R` is a power of two greater than the number of roles: masks then replace bounds checks, and the last slot is
/// always empty. Copied for every move, never patched where speed matters: patching a word of a value that was
/// stored in wide pieces stalls the next wide load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct State<const W: usize, const R: usize> {
    /// Where the pieces of each role stand, whoever's.
    pub roles: [Bits<W>; R],
    /// Where the pieces of each player stand.
    pub players: [Bits<W>; 2],
    /// The marks of the last move.
    pub marks: Bits<W>,
    /// Squares that nothing has touched; kept only if the rules ask.
    pub undisturbed: Bits<W>,
    /// The rights that stand.
    pub rights: u64,
    /// Where the marker stands.
    pub marker: u16,
    /// Whose turn it is.
    pub turn: u16,
}

impl<const W: usize, const R: usize> State<W, R> {
    pub fn new(rules: &Rules<W>, setup: &Setup) -> Self {
        let mut state = Self {
            roles: [Bits::EMPTY; R],
            players: [Bits::EMPTY; 2],
            marks: Bits::from_set(&setup.marks),
            undisturbed: Bits::from_set(&setup.undisturbed),
            rights: setup.rights,
            marker: setup.marker.map_or(NOWHERE, |square| square.0),
            turn: setup.turn % rules.turns.len().max(1) as u16,
        };
        for (square, piece) in setup.pieces().filter(|(square, _)| square.index() < rules.squares) {
            if piece.player.index() < 2 && piece.role.index() < rules.roles {
                state.roles[piece.role.index()].insert(square.index());
                state.players[piece.player.index()].insert(square.index());
            }
        }
        state
    }

    /// As a setup, with the counters left at their defaults.
    pub fn setup(&self, rules: &Rules<W>) -> Setup {
        let mut setup = Setup::empty(rules.squares);
        for (role, set) in self.roles.iter().enumerate() {
            for square in set.indices().filter(|&square| square < rules.squares) {
                let player = PlayerId(self.players[1].contains(square) as u8);
                setup.squares[square] = Some(Piece { player, role: RoleId(role as u8) });
            }
        }
        setup.turn = self.turn;
        setup.rights = self.rights;
        setup.marks = self.marks.to_set(rules.squares);
        setup.undisturbed = self.undisturbed.to_set(rules.squares);
        setup.marker = (self.marker != NOWHERE).then_some(Square(self.marker));
        setup
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square.index())?;
        Some(Piece { player: PlayerId(self.players[1].contains(square.index()) as u8), role: RoleId(role) })
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bits<W> {
        self.players[0] | self.players[1]
    }

    /// Where pieces of a role stand.
    #[inline(always)]
    pub fn role(&self, role: u8) -> Bits<W> {
        self.roles[usize::from(role) & (R - 1)]
    }

    /// Where pieces of any of these roles stand.
    #[inline(always)]
    pub fn members(&self, members: &Members) -> Bits<W> {
        self.role(members.a) | self.role(members.b)
    }

    /// Where pieces of these roles (a bit each) stand.
    pub fn any_of(&self, roles: u64) -> Bits<W> {
        let chosen = self.roles.iter().enumerate().filter(|(role, _)| roles >> (role & 63) & 1 == 1);
        chosen.fold(Bits::EMPTY, |all, (_, set)| all | *set)
    }

    /// The role of the piece on a square.
    #[inline(always)]
    pub fn role_at(&self, square: usize) -> Option<u8> {
        self.roles.iter().position(|set| set.contains(square)).map(|role| role as u8)
    }

    /// The player whose turn it is, and the player who is not to move.
    #[inline(always)]
    pub fn mover(&self, rules: &Rules<W>) -> usize {
        usize::from(rules.turns[usize::from(self.turn)] & 1)
    }

    /// The turn after this one.
    #[inline(always)]
    pub fn next_turn(&self, rules: &Rules<W>) -> u16 {
        let next = self.turn + 1;
        if usize::from(next) == rules.turns.len() { 0 } else { next }
    }

    /// The position after a plain move: a displacement and the capture on its target. `placed` is what the piece is
    /// afterwards.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn moved(&self, rules: &Rules<W>, me: usize, role: u8, placed: u8, from: usize, to: usize) -> Self {
        let (origin, target) = (Bits::single(from), Bits::single(to));
        let keep = !(origin | target);
        let arrives = |player: usize| if player == me { target } else { Bits::EMPTY };
        let mut lost = rules.touch[from & Bits::<W>::MASK] | rules.touch[to & Bits::<W>::MASK];
        if rules.losing {
            lost |= rules.lost_with[me & 1][usize::from(role & 63)];
            let taken = self.players[(me ^ 1) & 1] & target;
            if taken.any() {
                lost |=
                    self.role_at(to).map_or(0, |role| rules.lost_with[(me ^ 1) & 1][usize::from(role & 63)]);
            }
        }
        Self {
            roles: std::array::from_fn(|r| {
                (self.roles[r] & keep) | if r == usize::from(placed) { target } else { Bits::EMPTY }
            }),
            players: [self.players[0] & keep | arrives(0), self.players[1] & keep | arrives(1)],
            marks: Bits::EMPTY,
            undisturbed: self.undisturbed & keep,
            rights: self.rights & !lost,
            marker: NOWHERE,
            turn: self.next_turn(rules),
        }
    }
}
