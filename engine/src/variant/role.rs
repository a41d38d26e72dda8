//! The kinds of piece.

use super::{Chain, Hook, Movement, Predicate};

/// The index of a role in [`Variant::roles`](super::Variant::roles).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub u8);

impl RoleId {
    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of roles; a variant has at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RoleSet(pub u64);

impl RoleSet {
    /// Whether the role is in the set.
    pub const fn contains(self, role: RoleId) -> bool {
        self.0 >> (role.0 & 63) & 1 == 1
    }

    /// Whether no role is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles in ascending order.
    pub fn iter(self) -> impl Iterator<Item = RoleId> {
        let after_first = |set: &u64| Some(set & (set - 1)).filter(|rest| *rest != 0);
        let sets = std::iter::successors(Some(self.0).filter(|set| *set != 0), after_first);
        sets.map(|set| RoleId(set.trailing_zeros() as u8))
    }
}

impl FromIterator<RoleId> for RoleSet {
    fn from_iter<T: IntoIterator<Item = RoleId>>(roles: T) -> Self {
        Self(roles.into_iter().fold(0, |set, role| set | 1 << (role.0 & 63)))
    }
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Role {
    /// The name in the rule file.
    pub name: String,
    /// The letter of FEN and of moves, as the first player's piece is written (upper case).
    pub letter: char,
    /// Whether a `+` stands before the letter, as promoted pieces are written that share the letter of what they were.
    pub plus: bool,
    /// The character shown for each player's piece, by player, where the file gives one.
    pub glyphs: Vec<char>,
    /// Names in other languages: language tag, then one name a player.
    pub names: Vec<super::LocalName>,
    /// Whether losing it loses the game, so that it may not be left to be taken.
    pub royal: bool,
    /// Whether its pieces are nobody's: no ally and no opponent of anyone, moved in phases that name them.
    pub neutral: bool,
    /// Every way it moves, in the order of the rule file (`move`, `capture`, `pattern`, alternatives in order).
    pub movements: Vec<Movement>,
    /// How repetitions follow one another, for movements that are such.
    pub chains: Vec<Chain>,
    /// What it may or must become.
    pub promotion: Option<Promotion>,
    /// The ways in which it may be dropped, each a condition and what follows; none if it cannot be.
    pub drops: Vec<Hook>,
    /// Whether a player always has more of it, so that dropping it costs nothing.
    pub supply: bool,
    /// What it was before it was promoted, where that goes without saying: the role it is again in a hand.
    pub reverts: Option<RoleId>,
    /// What happens after this role moved.
    pub after_move: Vec<Hook>,
    /// What happens after this role took something of the opponent's.
    pub after_capture: Vec<Hook>,
}

impl Role {
    /// A role that has no more than a name and a letter.
    pub fn new(name: impl Into<String>, letter: char) -> Self {
        Self {
            name: name.into(),
            letter,
            plus: false,
            glyphs: Vec::new(),
            names: Vec::new(),
            royal: false,
            neutral: false,
            movements: Vec::new(),
            chains: Vec::new(),
            promotion: None,
            drops: Vec::new(),
            supply: false,
            reverts: None,
            after_move: Vec::new(),
            after_capture: Vec::new(),
        }
    }

    /// The letter, with its `+` if it has one.
    pub fn symbol(&self) -> String {
        let sign = if self.plus { "+" } else { "" };
        format!("{sign}{}", self.letter)
    }
}

/// What the royal pieces of a game are worth, where a player has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Royalty {
    /// None may be left to be taken.
    #[default]
    Each,
    /// One of them must be safe; the game is lost when none is left to save.
    One,
    /// Only the last one counts.
    Last,
}

/// What a role may or must become when a move of it satisfies a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The roles to choose from, in the order of the rule file.
    pub to: Vec<RoleId>,
    /// The condition, read like a guard of the move's last leg; all must hold.
    pub when: Vec<Predicate>,
    /// Where all of these hold too, the piece cannot stay what it is. An empty list: it always must promote.
    /// `None`: it never must.
    pub forced: Option<Vec<Predicate>>,
    /// These may be chosen only as often as the player has lost them: fewer stand on the board than at the start.
    pub stock: RoleSet,
}
