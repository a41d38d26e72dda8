//! How a game's moves and squares are written, as its rule file chooses.

/// A name of a role in another language, one a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// The language tag (`zh`), or the name of a script that has codes for pieces (`csa`).
    pub language: String,
    /// The names, by player; further spellings that are read alike follow the first of each player.
    pub names: Vec<Vec<String>>,
}

impl LocalName {
    /// Whether these are a script's codes for the role, and names in no language.
    pub fn are_codes(&self) -> bool {
        Script::NAMED.iter().any(|(name, _)| *name == self.language)
    }
}

/// A way of writing moves. Which are offered, and which is written by default, is the rule file's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// Origin and target: `e2e4`, `e7e8q`.
    Coordinate,
    /// Letter, what tells pieces apart, capture, target: `Nbxd7+`.
    San,
    /// Letter, origin, `-` or `x` with the letter of what is taken, target: `Ng1-f3`, `Qg1xQn8+`.
    Long,
    /// Name, file, direction, number, in Chinese: `炮二平五`.
    Chinese,
    /// The same in letters: `C2=5`.
    Wxf,
    /// Origin and target with ranks from 0: `h2e2`, `H2-E2`.
    Iccs,
    /// Origin and target, files numbered from the first player's right and ranks lettered from the far side: `7g7f`,
    /// `8h2b+`, `P*5e`.
    Usi,
    /// Letter and target so: `P-7f`, `Bx3c+`, `P*5e`.
    Hodges,
    /// Side, target and name in Japanese: `▲7六歩`.
    Kif,
    /// Side, origin, target and what then stands there: `+7776FU`, `+0055KA`.
    Csa,
    /// Origin, `-` or `x`, target: `32-28`, `19x30`.
    Pdn,
}

impl Script {
    /// Each by the name that rule files use.
    pub const NAMED: &'static [(&'static str, Self)] = &[
        ("coordinate", Self::Coordinate),
        ("san", Self::San),
        ("long", Self::Long),
        ("chinese", Self::Chinese),
        ("wxf", Self::Wxf),
        ("iccs", Self::Iccs),
        ("usi", Self::Usi),
        ("hodges", Self::Hodges),
        ("kif", Self::Kif),
        ("csa", Self::Csa),
        ("pdn", Self::Pdn),
    ];
}

/// The notation of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The scripts on offer, the default first. Never empty.
    pub scripts: Vec<Script>,
    /// Roles whose moves SAN writes without a letter.
    pub letterless: super::RoleSet,
    /// What SAN writes for movements that have a name of their own: indexed by
    /// [`Movement::name`](super::Movement::name).
    pub move_names: Vec<String>,
    /// For the scripts that tell pieces apart by order on a file: roles that move aslant, whose moves are told by
    /// the target's file instead of a distance.
    pub aslant: super::RoleSet,
    /// Roles of which two on one file need no telling apart beyond the direction of the move.
    pub never_ordered: super::RoleSet,
    /// Roles of which there may be more than two on a file, told apart by number, several files counted jointly.
    pub massed: super::RoleSet,
    /// Letters of the WXF script that differ from the FEN's: role and letter.
    pub wxf_letters: Vec<(super::RoleId, char)>,
    /// Whether each turn has a number of its own in a record; otherwise it is one for a turn of each player.
    pub numbered_turns: bool,
    /// What game records call the game.
    pub records: Records,
}

/// What game records call a game, besides its own name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The names; an empty one is what a record that names no game means.
    pub names: Vec<String>,
    /// The game's number in SGF (`GM`).
    pub sgf: Option<u16>,
    /// Start positions besides the usual one, by what records call them: handicaps, say. Each is a FEN.
    pub starts: Vec<(String, String)>,
}

impl Records {
    /// A name as names are compared: small letters and digits only.
    pub fn plain(name: &str) -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }
}

impl Default for Notation {
    fn default() -> Self {
        Self {
            scripts: vec![Script::Coordinate],
            letterless: super::RoleSet::default(),
            move_names: Vec::new(),
            aslant: super::RoleSet::default(),
            never_ordered: super::RoleSet::default(),
            massed: super::RoleSet::default(),
            wxf_letters: Vec::new(),
            numbered_turns: false,
            records: Records::default(),
        }
    }
}
