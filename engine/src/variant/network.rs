//! The weights of a neural network that evaluates the positions of one game.

use std::fmt;

use super::Variant;

/// A network of one hidden layer, trained on games by `carn tune --network`.
///
/// Each piece on the board or in hand is a feature, seen once by each of the two players. A player's hidden
/// layer is the sum of the rows of the features that this player sees, plus the biases, each sum bounded to 0
/// and [`Network::ONE`] and squared. The output weighs the hidden layer of the player to move and that of the
/// opponent, by other weights in each of [`Network::STAGES`] stages of the game. This is the architecture of
/// Yu Nasu (Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018): a move
/// changes few features, so the sums are kept incrementally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// What an output of 1 is worth, in hundredths of the weakest piece.
    pub scale: i32,
    /// The value of the move, in hundredths of the weakest piece.
    pub tempo: i32,
    /// The rows of the features, a row of biases, and for each stage the output weights of the player to move, and
    /// those of the opponent: [`Network::WIDTH`] values each.
    pub values: Vec<i8>,
}

impl Network {
    /// The units of a player's hidden layer.
    pub const WIDTH: usize = 64;
    /// A row value or bias that stands for 1.
    pub const ONE: i32 = 127;
    /// An output weight that stands for 1.
    pub const ONE_OUT: i32 = 64;
    /// The stages of a game, see [`Network::stages`].
    pub const STAGES: usize = 8;
    /// Pieces of a role in one hand beyond this many are not seen.
    pub const HELD: usize = 8;
    /// Games with more features have no network.
    pub const MOST_FEATURES: usize = 6000;

    /// The places where a piece can be: the squares, and the first, second … of its role in hand.
    #[must_use]
    pub fn places(variant: &Variant) -> usize {
        variant.board.len() + if variant.hand.is_some() { Self::HELD } else { 0 }
    }

    /// The number of features: of own, opposing and neutral pieces, by role and place. `None` if a game cannot
    /// have a network, because it has too many or is not for two players.
    #[must_use]
    pub fn features(variant: &Variant) -> Option<usize> {
        let neutral = variant.roles.iter().any(|role| role.neutral);
        let owners = 2 + usize::from(neutral);
        let features = owners * variant.roles.len() * Self::places(variant);
        (variant.players.len() == 2 && features <= Self::MOST_FEATURES).then_some(features)
    }

    /// The number of values of a network with this many features.
    #[must_use]
    pub const fn values(features: usize) -> usize {
        (features + 1 + 2 * Self::STAGES) * Self::WIDTH
    }

    /// By the number of pieces on the board: the stage of the game, the last while all pieces of the start are there.
    #[must_use]
    pub fn stages(variant: &Variant) -> Vec<usize> {
        let setup = &variant.start;
        let held: usize = setup.hands.iter().map(|&count| usize::from(count)).sum();
        let first = (setup.squares.iter().flatten().count() + held).min(variant.board.len());
        let stage = |pieces: usize| (pieces * Self::STAGES / (first + 1)).min(Self::STAGES - 1);
        (0..=variant.board.len()).map(stage).collect()
    }

    /// The network as the bytes of a file: a line of text with its numbers, then the values.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let features = self.values.len() / Self::WIDTH - Self::values(0) / Self::WIDTH;
        let head = format!("{HEAD} {features} {} {}\n", self.scale, self.tempo);
        head.into_bytes().into_iter().chain(self.values.iter().map(|&value| value as u8)).collect()
    }

    /// A network for a game, from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a network, or one for a game with other numbers of squares and pieces.
    pub fn from_bytes(bytes: &[u8], variant: &Variant) -> Result<Self, NetworkError> {
        let end = bytes
            .iter()
            .take(HEAD.len() + 40)
            .position(|&byte| byte == b'\n')
            .ok_or(NetworkError::Unreadable)?;
        let head = std::str::from_utf8(&bytes[..end]).ok().and_then(|head| head.strip_prefix(HEAD));
        let mut numbers = head.ok_or(NetworkError::Unreadable)?.split_ascii_whitespace();
        let mut next = || numbers.next()?.parse::<i32>().ok();
        let (Some(features), Some(scale), Some(tempo)) = (next(), next(), next()) else {
            return Err(NetworkError::Unreadable);
        };
        let Some(wanted) = Self::features(variant) else { return Err(NetworkError::Unfit) };
        let values = &bytes[end + 1..];
        if usize::try_from(features) != Ok(wanted) {
            return Err(NetworkError::Unfit);
        }
        if values.len() != Self::values(wanted) {
            return Err(NetworkError::Damaged);
        }
        let bounded = |number: i32| number.clamp(-20_000, 20_000);
        let values = values.iter().map(|&byte| (byte as i8).max(-127)).collect();
        Ok(Self { scale: bounded(scale), tempo: bounded(tempo), values })
    }
}

/// The start of the first line of a network's file.
const HEAD: &str = "carn network 2:";

/// Why bytes are not a network of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// They are not a network, or one of another version.
    Unreadable,
    /// The game has other pieces or another board than the network, or cannot have one.
    Unfit,
    /// The file is shorter or longer than its first line says.
    Damaged,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "it is not a network of `carn tune --network`",
            Self::Unfit => "it was trained for a game with another board or other pieces",
            Self::Damaged => "it is cut short or damaged",
        })
    }
}

impl std::error::Error for NetworkError {}
