//! Sides: teams, elimination of players, and their pieces afterwards.

use super::{Piece, PlayerId, Setup, Variant};

/// A set of players; a game has at most 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlayerSet(pub u8);

impl PlayerSet {
    /// The maximum number of players of a game.
    pub const CAPACITY: usize = 8;

    /// The set of one player; empty for an index that no game has.
    pub const fn single(player: PlayerId) -> Self {
        Self(if player.0 < 8 { 1 << player.0 } else { 0 })
    }

    /// The set of the first players by index.
    pub const fn first(players: usize) -> Self {
        Self(if players >= Self::CAPACITY { u8::MAX } else { (1 << players) - 1 })
    }

    /// Whether the player is in the set.
    pub const fn contains(self, player: PlayerId) -> bool {
        self.0 & Self::single(player).0 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of players.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The union of two sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The players of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The players in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = PlayerId> {
        (0..8).map(PlayerId).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<PlayerId> for PlayerSet {
    fn from_iter<T: IntoIterator<Item = PlayerId>>(players: T) -> Self {
        players.into_iter().fold(Self::default(), |set, player| set.with(Self::single(player)))
    }
}

/// How the pieces of an eliminated player are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lost {
    /// They stay. They do not move and attack no piece, and every player may capture them.
    #[default]
    Stays,
    /// They are removed from the board.
    Removed,
}

/// When the players of a team are eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TeamLost {
    /// Each player separately. The team has lost when all of its players are eliminated.
    #[default]
    All,
    /// All players together as soon as one loses.
    One,
}

impl Variant {
    /// All players.
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players.len())
    }

    /// A player and their partners.
    pub fn side(&self, player: PlayerId) -> PlayerSet {
        let team = self.teams.iter().find(|team| team.contains(player));
        team.copied().unwrap_or(PlayerSet::single(player))
    }

    /// Whether a piece is the player's or that of an active partner whose pieces are spared.
    pub fn allied(&self, setup: &Setup, piece: Piece, player: PlayerId) -> bool {
        let partner = !self.choice.partners && self.side(player).contains(piece.player);
        piece.player == player || partner && !setup.out.contains(piece.player)
    }

    /// Whether the player may capture the piece: it belongs to an opponent or to an eliminated player.
    pub fn opposes(&self, setup: &Setup, piece: Piece, player: PlayerId) -> bool {
        !piece.is_neutral() && !self.allied(setup, piece, player)
    }

    /// The active players of other sides.
    pub fn opponents(&self, setup: &Setup, player: PlayerId) -> PlayerSet {
        self.everybody().without(self.side(player)).without(setup.out)
    }

    /// The active players who may capture pieces of a player.
    pub fn takers(&self, out: PlayerSet, player: PlayerId) -> PlayerSet {
        let spared = if self.choice.partners { PlayerSet::single(player) } else { self.side(player) };
        self.everybody().without(spared).without(out)
    }

    /// The number of sides with at least one active player.
    pub fn sides_left(&self, out: PlayerSet) -> usize {
        let (mut left, mut sides) = (self.everybody().without(out), 0);
        while let Some(first) = left.iter().next() {
            left = left.without(self.side(first));
            sides += 1;
        }
        sides
    }

    /// The players who are eliminated together with a player.
    pub fn goes_with(&self, player: PlayerId) -> PlayerSet {
        match self.ending.team_lost {
            TeamLost::All => PlayerSet::single(player),
            TeamLost::One => self.side(player),
        }
    }

    /// Whether the game continues after a player loses: more than one side must be left.
    pub fn goes_on_without(&self, setup: &Setup, player: PlayerId) -> bool {
        self.goes_on(setup.out, player)
    }

    /// Like [`goes_on_without`](Self::goes_on_without), given the set of eliminated players.
    pub fn goes_on(&self, out: PlayerSet, player: PlayerId) -> bool {
        self.players.len() > 2 && self.sides_left(out.with(self.goes_with(player))) > 1
    }

    /// Whether the player to move may resign and leave the game to more than one other side.
    pub fn may_leave(&self, setup: &Setup) -> bool {
        let mover = self.mover(setup.turn);
        !setup.out.contains(mover) && self.goes_on_without(setup, mover)
    }

    /// The player who made the last move: the last active player before the current turn.
    pub fn last_mover(&self, setup: &Setup) -> PlayerId {
        self.mover_before(setup.turn, setup.out)
    }

    /// The last active player before a turn.
    pub fn mover_before(&self, turn: u16, out: PlayerSet) -> PlayerId {
        let now = self.turn(turn);
        let Some(after) = now.after else { return now.player };
        if !out.contains(after) {
            return after;
        }
        let last = now.last;
        let earlier = std::iter::successors(Some(last), |&turn| Some(self.turn(turn).last));
        let mut players = earlier.take(self.turns.len()).map(|turn| self.mover(turn));
        players.find(|&player| !out.contains(player)).unwrap_or(after)
    }
}

impl Setup {
    /// Skips the turns of eliminated players. Counts full moves that start on the way.
    pub(crate) fn skip_out(&mut self, variant: &Variant) {
        for _ in 0..2 * variant.turns.len() {
            if !self.out.contains(variant.mover(self.turn)) {
                break;
            }
            self.turn = variant.next_turn(self.turn);
            self.full_moves = self.full_moves.saturating_add(u32::from(variant.begins_full_move(self.turn)));
        }
        // A player's own marks last until the turn ends.
        if variant.turn(self.turn).after.is_some() {
            self.unmark(PlayerSet::single(variant.mover(self.turn)));
        }
    }

    /// Eliminates a player, and the team if the rules say so. Does not pass the turn.
    pub(crate) fn strike_out(&mut self, variant: &Variant, player: PlayerId) {
        let gone = variant.goes_with(player).without(self.out);
        self.out = self.out.with(gone);
        self.unmark(gone);
        for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
            if gone.contains(slot.player) {
                self.rights &= !(1 << bit);
            }
        }
        let roles = variant.roles.len();
        for player in gone.iter() {
            if let Some(held) = self.hands.get_mut(player.index() * roles..(player.index() + 1) * roles) {
                held.fill(0);
            }
        }
        if variant.ending.lost == Lost::Stays {
            return;
        }
        let theirs = self.pieces().filter(|(_, piece)| gone.contains(piece.player));
        let theirs: Vec<_> = theirs.map(|(square, _)| square).collect();
        for square in theirs {
            self.squares[square.index()] = None;
            self.undisturbed.remove(square);
            self.promoted.remove(square);
        }
    }
}
