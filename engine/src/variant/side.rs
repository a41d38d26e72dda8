//! Sides: who plays together, who is still in the game, and what becomes of those who are not.

use super::{Piece, PlayerId, Setup, Variant};

/// A set of players; a game has at most 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlayerSet(pub u8);

impl PlayerSet {
    /// How many players a game may have.
    pub const CAPACITY: usize = 8;

    /// The set of one player; of nobody for an index that no game has.
    pub const fn single(player: PlayerId) -> Self {
        Self(if player.0 < 8 { 1 << player.0 } else { 0 })
    }

    /// The first so many players.
    pub const fn first(players: usize) -> Self {
        Self(if players >= Self::CAPACITY { u8::MAX } else { (1 << players) - 1 })
    }

    /// Whether the player is in the set.
    pub const fn contains(self, player: PlayerId) -> bool {
        self.0 & Self::single(player).0 != 0
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many players are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The players of either set.
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

/// What becomes of the pieces of a player who is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lost {
    /// They stay where they are: they do not move, attack nobody, and may be taken by everybody.
    #[default]
    Stays,
    /// They are taken off the board.
    Removed,
}

/// When the players of a team are out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TeamLost {
    /// Each by itself; the team has lost when all of them are.
    #[default]
    All,
    /// All of them as soon as one is.
    One,
}

impl Variant {
    /// Every player.
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players.len())
    }

    /// A player with the partners of the player's team.
    pub fn side(&self, player: PlayerId) -> PlayerSet {
        let team = self.teams.iter().find(|team| team.contains(player));
        team.copied().unwrap_or(PlayerSet::single(player))
    }

    /// Whether a piece belongs to a player, or to a partner of the player's who is not out and whose pieces are spared.
    pub fn allied(&self, setup: &Setup, piece: Piece, player: PlayerId) -> bool {
        let partner = !self.choice.partners && self.side(player).contains(piece.player);
        piece.player == player || partner && !setup.out.contains(piece.player)
    }

    /// Whether a piece is one that a player may take: of an opponent's, or of anybody's who is out.
    pub fn opposes(&self, setup: &Setup, piece: Piece, player: PlayerId) -> bool {
        !piece.is_neutral() && !self.allied(setup, piece, player)
    }

    /// The players of other sides who are not out.
    pub fn opponents(&self, setup: &Setup, player: PlayerId) -> PlayerSet {
        self.everybody().without(self.side(player)).without(setup.out)
    }

    /// The players who may take a player's pieces and are not out.
    pub fn takers(&self, out: PlayerSet, player: PlayerId) -> PlayerSet {
        let spared = if self.choice.partners { PlayerSet::single(player) } else { self.side(player) };
        self.everybody().without(spared).without(out)
    }

    /// The sides that are not out altogether, without those of their players who are.
    pub fn sides_left(&self, out: PlayerSet) -> Vec<PlayerSet> {
        let mut sides: Vec<PlayerSet> = Vec::new();
        for player in self.everybody().without(out).iter() {
            let side = self.side(player).without(out);
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }

    /// Who is out once a player has lost, besides those who were before.
    pub fn goes_with(&self, player: PlayerId) -> PlayerSet {
        match self.ending.team_lost {
            TeamLost::All => PlayerSet::single(player),
            TeamLost::One => self.side(player),
        }
    }

    /// Whether the game goes on when a player has lost: more than one side is left then.
    pub fn goes_on_without(&self, setup: &Setup, player: PlayerId) -> bool {
        self.goes_on(setup.out, player)
    }

    /// The same, given who is out.
    pub fn goes_on(&self, out: PlayerSet, player: PlayerId) -> bool {
        self.players.len() > 2 && self.sides_left(out.with(self.goes_with(player))).len() > 1
    }

    /// Whether the player to move may give up and leave the game to more than one other side.
    pub fn may_leave(&self, setup: &Setup) -> bool {
        let mover = self.mover(setup.turn);
        !setup.out.contains(mover) && self.goes_on_without(setup, mover)
    }

    /// Who made the last move before a position: the last player before its turn who is not out.
    pub fn last_mover(&self, setup: &Setup) -> PlayerId {
        self.mover_before(setup.turn, setup.out)
    }

    /// The last player before a turn who is not out.
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
    /// Passes over the turns of players who are out, and counts the full moves that begin on the way.
    pub(crate) fn skip_out(&mut self, variant: &Variant) {
        for _ in 0..2 * variant.turns.len() {
            if !self.out.contains(variant.mover(self.turn)) {
                break;
            }
            self.turn = variant.next_turn(self.turn);
            self.full_moves = self.full_moves.saturating_add(u32::from(variant.begins_full_move(self.turn)));
        }
        // As long as a turn goes on, what its own moves have marked stays marked.
        if variant.turn(self.turn).after.is_some() {
            self.unmark(PlayerSet::single(variant.mover(self.turn)));
        }
    }

    /// Takes a player out of the game, and with the player whoever goes too. The turn is not passed on.
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
