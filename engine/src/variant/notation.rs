//! How moves and squares are written, as the rule file chooses.

use crate::geometry::{Axis, Labels};

use super::Variant;

/// The names of a role in another language, one per player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// The language tag (`zh`), or the name of a script with codes for pieces (`csa`).
    pub language: String,
    /// The names by player. The first name of a player is written; further names are alternative spellings
    /// for reading.
    pub names: Vec<Vec<String>>,
}

impl LocalName {
    /// Whether these are the codes of a script instead of names in a language.
    pub fn are_codes(&self) -> bool {
        Script::NAMED.iter().any(|(name, _)| *name == self.language)
    }
}

/// A way of writing moves. The rule file chooses the scripts on offer and the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// Origin and target: `e2e4`, `e7e8q`.
    Coordinate,
    /// Letter, disambiguation, capture sign, target: `Nbxd7+`.
    San,
    /// Letter, origin, `-` or `x` with the letter of the captured piece, target: `Ng1-f3`, `Qg1xQn8+`.
    Long,
    /// Name, file, direction, number, in Chinese: `炮二平五`.
    Chinese,
    /// The Chinese script in Latin letters: `C2=5`.
    Wxf,
    /// Origin and target with ranks from 0: `h2e2`, `H2-E2`.
    Iccs,
    /// Origin and target: `7g7f`, `8h2b+`, `P*5e`. Files are numbered from the first player's right, ranks
    /// are lettered from the far side.
    Usi,
    /// Letter and target, squares as in USI: `P-7f`, `Bx3c+`, `P*5e`.
    Hodges,
    /// Side, target and name in Japanese: `▲7六歩`.
    Kif,
    /// Side, origin, target and the resulting piece: `+7776FU`, `+0055KA`.
    Csa,
    /// Origin, `-` or `x`, target: `32-28`, `19x30`.
    Pdn,
}

impl Script {
    /// All scripts with their names in rule files.
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
    /// Names that SAN writes for special movements (`O-O`), indexed by
    /// [`Movement::name`](super::Movement::name).
    pub move_names: Vec<String>,
    /// For scripts that distinguish pieces by their order on a file: roles that move aslant. Their moves are
    /// written with the target's file instead of a distance.
    pub aslant: super::RoleSet,
    /// Roles whose two pieces on one file are already distinguished by the direction of the move.
    pub never_ordered: super::RoleSet,
    /// Roles with possibly more than two pieces on a file. They are numbered, over several files together if
    /// needed.
    pub massed: super::RoleSet,
    /// WXF letters that differ from the letters of the FEN: role and letter.
    pub wxf_letters: Vec<(super::RoleId, char)>,
    /// Whether records number every turn. If not, one number covers a turn of each player.
    pub numbered_turns: bool,
    /// Names of the game in game records.
    pub records: Records,
}

/// The largest number of this many digits.
const fn largest(digits: u32) -> u16 {
    10_u16.pow(digits) - 1
}

impl Variant {
    /// Whether a script can write the moves of the game.
    ///
    /// - Coordinates and SAN fit every board.
    /// - The scripts that count files from the mover's right need two axes, and files and distances within the
    ///   range of their numerals.
    /// - ICCS needs two axes, the first lettered, the second numbered.
    /// - The scripts that number squares from the first player's right need two axes and two players. In
    ///   addition, [`Script::Kif`] needs piece names in `ja`; [`Script::Csa`] needs names in `csa` and at most
    ///   nine files and ranks.
    pub fn can_write(&self, script: Script) -> bool {
        let within = |axes: &[Axis], files: u16, ranks: u16| matches!(axes, [file, rank] if file.length <= files && rank.length <= ranks);
        let relative = |files: u16| within(self.board.axes(), files, files + 1);
        let (written, two) = (self.board.written_axes(), self.players.len() == 2);
        let named = |language: &str| {
            let names = |local: &LocalName| {
                local.language == language && local.names.iter().any(|own| !own.is_empty())
            };
            self.roles.iter().all(|role| role.names.iter().any(names))
        };
        match script {
            Script::Coordinate | Script::San | Script::Long | Script::Pdn => true,
            Script::Chinese => relative(largest(2)),
            Script::Wxf => relative(largest(1)),
            Script::Iccs => matches!(
                written,
                [first, second]
                    if matches!(first.labels, Labels::Letters(c) if c.is_ascii_alphabetic())
                        && matches!(second.labels, Labels::Numbers(_))
            ),
            Script::Usi | Script::Hodges => two && within(written, largest(2), 26),
            Script::Kif => two && within(written, largest(2), 26) && named("ja"),
            Script::Csa => two && within(written, largest(1), largest(1)) && named("csa"),
        }
    }
}

/// Names of a game in game records, besides its own name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The names. An empty name stands for records that name no game.
    pub names: Vec<String>,
    /// The game's number in SGF (`GM`).
    pub sgf: Option<u16>,
    /// Further start positions, for example handicaps: their name in records, and a FEN.
    pub starts: Vec<(String, String)>,
}

impl Records {
    /// Normalises a name for comparison: lower-case letters and digits only.
    pub fn plain(name: &str) -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }

    /// The first name in Chinese characters, which may stand beside digits.
    pub fn chinese(&self) -> Option<&str> {
        let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c) || c.is_ascii_digit();
        let mut names = self.names.iter().map(String::as_str);
        names.find(|name| !name.is_empty() && name.chars().all(chinese))
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
