//! The differences of UCI and its relatives: USI for shogi, UCCI for xiangqi.
//!
//! Sources: the UCI description (Meyer-Kahlen, 2006), the USI draft (Romstad, 2007), the UCCI 3.0 description (Huang, 2008).

use carn::search::Score;

use super::text::Spelling;

/// A protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

impl Dialect {
    /// The protocol that begins with this word.
    pub fn greeting(word: &str) -> Option<Self> {
        [Self::Uci, Self::Usi, Self::Ucci].into_iter().find(|dialect| dialect.word() == word)
    }

    /// The first word of the protocol; followed by `ok` it is the answer.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
        }
    }

    /// The notation of moves.
    pub const fn spelling(self) -> Spelling {
        match self {
            Self::Uci => Spelling::Plain,
            Self::Usi => Spelling::Usi,
            Self::Ucci => Spelling::FromZero,
        }
    }

    /// The game of the protocol, used unless files are given.
    pub const fn game(self) -> Option<&'static str> {
        match self {
            Self::Uci => None,
            Self::Usi => Some("shogi"),
            Self::Ucci => Some("xiangqi"),
        }
    }

    /// The name of an option with this name in UCI.
    pub fn name(self, name: &str) -> String {
        match (self, name) {
            (Self::Uci, _) => name.to_owned(),
            (Self::Ucci, _) => name.replace(' ', ""),
            (Self::Usi, "Hash" | "Ponder") => format!("USI_{name}"),
            (Self::Usi, _) => name.replace("UCI_", "USI_").replace(' ', "_"),
        }
    }

    /// The declaration of an option, by its name in UCI. UCCI has no word `name`.
    pub fn option(self, name: &str, kind: &str) -> String {
        let word = if self == Self::Ucci { "option" } else { "option name" };
        format!("{word} {} {kind}", self.name(name))
    }

    /// The name of an option in lower case as in UCI, and its value.
    pub fn set(self, rest: &str) -> (String, &str) {
        let rest = rest.trim();
        let (name, value) = match self {
            Self::Ucci => rest.split_once(' ').unwrap_or((rest, "")),
            _ => {
                let rest = rest.strip_prefix("name ").unwrap_or(rest);
                rest.split_once(" value ").unwrap_or((rest, ""))
            }
        };
        let name = name.trim().to_lowercase();
        let name = match name.as_str() {
            "usi_hash" => "hash".to_owned(),
            "usi_ponder" => "ponder".to_owned(),
            "skilllevel" | "skill_level" => "skill level".to_owned(),
            _ => name.replace("usi_", "uci_"),
        };
        (name, value.trim())
    }

    /// The answer in place of `bestmove` without a legal move.
    pub const fn no_move(self) -> &'static str {
        match self {
            Self::Uci => "bestmove (none)",
            Self::Usi => "bestmove resign",
            Self::Ucci => "nobestmove",
        }
    }

    /// A score: hundredths of the weakest piece, or a distance to mate in moves (in USI in plies). UCCI has a single number.
    pub fn score(self, score: Score) -> String {
        match (self, score, score.mate()) {
            (Self::Ucci, Score::Points(points), _) => format!("score {points}"),
            (Self::Ucci, Score::Loss(_), mate) => format!("score {}", -30_000 - mate.unwrap_or_default()),
            (Self::Ucci, _, mate) => format!("score {}", 30_000 - mate.unwrap_or_default()),
            (_, Score::Points(points), _) => format!("score cp {points}"),
            (Self::Uci, _, mate) => format!("score mate {}", mate.unwrap_or_default()),
            (Self::Usi, Score::Win(plies), _) => format!("score mate {plies}"),
            (Self::Usi, Score::Loss(plies), _) => format!("score mate {}", -i64::from(plies)),
        }
    }
}
