//! What a record's tags say about the rules and the start.

use crate::notation;
use crate::position::Position;
use crate::record::problem::{Problem, ProblemKind};
use crate::record::tags::Tags;
use crate::variant::Script;

use super::{Known, Lookup};

/// The tags that decide how a game is read. An empty text is a tag that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `Variant`: the name of the game.
    pub variant: String,
    /// `Game`: the same, where there is no `Variant`.
    pub game: String,
    /// `FEN`: the start position.
    pub fen: String,
    /// `SetUp`: 1 if the start position is given.
    pub setup: String,
    /// `CarnRules`: the hash of the rule file.
    pub rules: String,
    /// `Format`: the script of the moves.
    pub format: String,
    /// `Result`.
    pub result: String,
}

impl Header {
    /// The header of these tags.
    pub fn new(tags: &Tags) -> Header {
        let mut header = Header::default();
        tags.iter().for_each(|tag| header.tag(&tag.name, &tag.value));
        header
    }

    /// Takes a tag in; the first of a name counts.
    pub fn tag(&mut self, name: &str, value: &str) {
        let field = match name {
            "Variant" => &mut self.variant,
            "Game" => &mut self.game,
            "FEN" => &mut self.fen,
            "SetUp" => &mut self.setup,
            "CarnRules" => &mut self.rules,
            "Format" => &mut self.format,
            "Result" => &mut self.result,
            _ => return,
        };
        if field.is_empty() {
            field.push_str(value);
        }
    }

    /// Forgets all tags, and keeps their memory for the next game's.
    pub fn clear(&mut self) {
        let Header { variant, game, fen, setup, rules, format, result } = self;
        [variant, game, fen, setup, rules, format, result].into_iter().for_each(String::clear);
    }

    /// What the record calls its game; empty if it does not say.
    pub fn name(&self) -> &str {
        if self.variant.is_empty() { &self.game } else { &self.variant }
    }

    /// The script that the record says it is written in.
    pub fn script(&self) -> Option<Script> {
        if self.format.is_empty() { None } else { notation::script_named(&self.format.to_ascii_lowercase()) }
    }

    /// The rules for the game.
    pub(super) fn known(&self, lookup: &Lookup<'_>) -> Result<Known, Problem> {
        lookup(self.name()).ok_or_else(|| {
            let message = match self.name() {
                "" => "the record names no variant".to_owned(),
                name => format!("no rules are known for the variant {name:?}"),
            };
            problem(ProblemKind::UnknownVariant, message)
        })
    }

    /// The start position that the record gives, and what is odd about it; `None` if it is the usual one.
    pub(super) fn start(
        &self,
        known: &Known,
        mut report: impl FnMut(Problem),
    ) -> Result<Option<Position>, Problem> {
        if self.fen.is_empty() {
            return Ok(None);
        }
        match Position::from_fen_leniently(&known.rules, &self.fen) {
            Ok((position, odd)) => {
                if let Some(odd) = odd {
                    report(problem(ProblemKind::OddStart, format!("the game starts where {odd}")));
                }
                Ok(Some(position))
            }
            Err(error) => {
                let message = format!("the game cannot start from {:?}: {error}", self.fen);
                Err(problem(ProblemKind::BadStart, message))
            }
        }
    }

    /// What the tags say that is not so.
    pub(super) fn check(&self, known: &Known, mut report: impl FnMut(Problem)) {
        if let Some(hash) = known.hash.as_ref().filter(|hash| !self.rules.is_empty() && **hash != self.rules)
        {
            let name = &known.rules.name;
            let message =
                format!("the game was played by other rules ({}) than {name} has now ({hash})", self.rules);
            report(problem(ProblemKind::OtherRules, message));
        }
        match &*self.setup {
            "0" if !self.fen.is_empty() => {
                let message =
                    "SetUp says that the game starts from the usual position, FEN says another: FEN counts";
                report(problem(ProblemKind::Contradiction, message.into()));
            }
            "1" if self.fen.is_empty() => {
                let message =
                    "SetUp says that the game starts from a position of its own, and there is no FEN";
                report(problem(ProblemKind::Contradiction, message.into()));
            }
            _ => {}
        }
    }
}

/// A problem that is not at any one place.
fn problem(kind: ProblemKind, message: String) -> Problem {
    Problem { kind, message, line: 0, column: 0, game: 0, ply: 0 }
}
