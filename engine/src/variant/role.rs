//! Roles: the kinds of piece.

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

/// A set of roles; a variant has at most 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RoleSet(pub u128);

impl RoleSet {
    /// Every role.
    pub const ALL: Self = Self(u128::MAX);

    /// Whether the role is in the set.
    pub const fn contains(self, role: RoleId) -> bool {
        self.0 >> (role.0 & 127) & 1 == 1
    }

    /// The first 64 roles as a word; games with tables have no more.
    pub(crate) const fn word(self) -> u64 {
        self.0 as u64
    }

    /// The set of a word's roles.
    pub(crate) const fn of_word(roles: u64) -> Self {
        Self(roles as u128)
    }

    /// Whether no role is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles in ascending order.
    pub fn iter(self) -> impl Iterator<Item = RoleId> {
        let after_first = |set: &u128| Some(set & (set - 1)).filter(|rest| *rest != 0);
        let sets = std::iter::successors(Some(self.0).filter(|set| *set != 0), after_first);
        sets.map(|set| RoleId(set.trailing_zeros() as u8))
    }
}

impl FromIterator<RoleId> for RoleSet {
    fn from_iter<T: IntoIterator<Item = RoleId>>(roles: T) -> Self {
        Self(roles.into_iter().fold(0, |set, role| set | 1 << (role.0 & 127)))
    }
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Role {
    /// The name in the rule file.
    pub name: String,
    /// The letter in FENs and moves, in the first player's case (upper case).
    pub letter: char,
    /// Letters that FENs may have instead, in the same case.
    pub synonyms: Vec<char>,
    /// The number of `+` before the letter: one for promoted pieces that share the letter of the unpromoted
    /// role, two for what these are promoted to.
    pub pluses: u8,
    /// The character that displays each player's piece, by player; empty if the rule file gives none.
    pub glyphs: Vec<char>,
    /// Names in other languages.
    pub names: Vec<super::LocalName>,
    /// Whether the piece is royal: losing it loses the game, so it must not be left under attack.
    pub royal: bool,
    /// Whether its pieces are neutral. A neutral piece has no owner, is neither ally nor opponent of any
    /// player, and moves in the phases that name its role.
    pub neutral: bool,
    /// All movements in the order of the rule file (`move`, `capture`, `pattern`, then alternatives).
    pub movements: Vec<Movement>,
    /// The chains that movements of this role belong to.
    pub chains: Vec<Chain>,
    /// The promotion rule.
    pub promotion: Option<Promotion>,
    /// The ways to drop it, each with conditions and effects; empty if it is never dropped.
    pub drops: Vec<Hook>,
    /// Whether every player has an unlimited supply, so that a drop does not change the hand.
    pub supply: bool,
    /// The role before promotion, if only one role promotes to this one. A captured piece can revert to it in
    /// a hand.
    pub reverts: Option<RoleId>,
    /// Hooks after a move of this role.
    pub after_move: Vec<Hook>,
    /// Hooks after a move of this role that captured an opponent's piece.
    pub after_capture: Vec<Hook>,
}

impl Role {
    /// A role with only a name and a letter.
    pub fn new(name: impl Into<String>, letter: char) -> Self {
        Self {
            name: name.into(),
            letter,
            synonyms: Vec::new(),
            pluses: 0,
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

    /// The most `+` before a letter.
    pub const MAX_PLUSES: u8 = 2;

    /// The `+` before the letter; empty if there are none.
    pub fn sign(&self) -> &'static str {
        match self.pluses {
            0 => "",
            1 => "+",
            _ => "++",
        }
    }

    /// The letter with every `+` before it.
    pub fn symbol(&self) -> String {
        format!("{}{}", self.sign(), self.letter)
    }
}

/// How several royal pieces of one player are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Royalty {
    /// No royal piece may be left under attack.
    #[default]
    Each,
    /// At least one royal piece must be safe. The game is lost when none remains.
    One,
    /// Royal pieces may be captured until one is left. The last one must be safe.
    Last,
}

/// A promotion rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The promotion roles in the order of the rule file.
    pub to: Vec<RoleId>,
    /// The conditions for promotion, evaluated like guards of the move's last leg.
    pub when: Vec<Predicate>,
    /// Further conditions under which promotion is compulsory. An empty list: it always is. `None`: it never
    /// is.
    pub forced: Option<Vec<Predicate>>,
    /// Roles available only from stock: the player must have fewer of them on the board than at the start.
    pub stock: RoleSet,
}
