//! Determines the rules and the start position from a record's tags.

use std::borrow::Cow;

use crate::library;
use crate::notation;
use crate::position::Position;
use crate::record::problem::{Problem, ProblemKind};
use crate::record::tags::{ROSTER, Tags};
use crate::record::tree::Termination;
use crate::variant::Script;

use super::mend::mended;
use super::{Known, Lookup, pgn4};

const VARIANT: usize = 0;
const GAME: usize = 1;
const FEN: usize = 2;
const SETUP: usize = 3;
const RULES: usize = 4;
const FORMAT: usize = 5;
const RESULT: usize = 6;
const START: usize = 7;
const LISTED: usize = 8;
const NAMED: usize = 9;

/// The tags that determine how a game is read. An empty string means a missing tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `Variant`: the name of the game.
    pub variant: String,
    /// `Game`: used if there is no `Variant`.
    pub game: String,
    /// `FEN`: the start position.
    pub fen: String,
    /// `SetUp`: 1 if a start position is given.
    pub setup: String,
    /// `CarnRules`: the hash of the rule file.
    pub rules: String,
    /// `Format`: the script of the moves.
    pub format: String,
    /// `Result`.
    pub result: String,
    /// `StartFen4`: the start of a record of more than two players, by name or as FEN4.
    pub start_fen4: String,
    /// `RuleVariants`: the rules of a record of more than two players.
    pub rule_variants: String,
    /// `Start`: the rule file's name of the start position.
    pub start: String,
    /// The places of these tags, in the same order.
    places: [(u64, u32); 10],
    /// The tags of the [`ROSTER`] so far, a bit each.
    seen: u8,
    /// The first tag with the name of an earlier one, and its place.
    repeated: Option<(String, (u64, u32))>,
}

impl Header {
    /// Reads the header from tags.
    pub fn new(tags: &Tags) -> Header {
        let mut header = Header::default();
        for tag in tags {
            header.take(&tag.name, &tag.value, || (u64::from(tag.place.0), tag.place.1));
        }
        header
    }

    /// Takes a tag; the first of each name counts.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.take(name, value, || (0, 0));
    }

    /// Takes a tag with its place.
    pub(super) fn take(&mut self, name: &str, value: &str, place: impl FnOnce() -> (u64, u32)) {
        let bit = ROSTER.iter().position(|&known| known == name).map_or(0, |nth| 1 << nth);
        let mut repeated = self.seen & bit != 0;
        self.seen |= bit;
        let own = match name {
            "Variant" => Some((VARIANT, &mut self.variant)),
            "Game" => Some((GAME, &mut self.game)),
            "FEN" => Some((FEN, &mut self.fen)),
            "SetUp" => Some((SETUP, &mut self.setup)),
            "CarnRules" => Some((RULES, &mut self.rules)),
            "Format" => Some((FORMAT, &mut self.format)),
            "Result" => Some((RESULT, &mut self.result)),
            "StartFen4" => Some((START, &mut self.start_fen4)),
            "RuleVariants" => Some((LISTED, &mut self.rule_variants)),
            "Start" => Some((NAMED, &mut self.start)),
            _ => None,
        };
        if let Some((nth, field)) = own {
            if field.is_empty() {
                field.push_str(value);
                self.places[nth] = place();
                return;
            }
            repeated = true;
        }
        if repeated {
            self.repeated.get_or_insert_with(|| (name.to_owned(), place()));
        }
    }

    /// Whether a tag of this name determines how a game is read.
    pub(in crate::record) fn decides(name: &str) -> bool {
        let mut header = Header::default();
        header.tag(name, name);
        header.seen = 0;
        header != Header::default()
    }

    /// Clears all tags, and keeps their memory for the next game.
    pub fn clear(&mut self) {
        let Header {
            variant,
            game,
            fen,
            setup,
            rules,
            format,
            result,
            start_fen4,
            rule_variants,
            start,
            places,
            seen,
            repeated,
        } = self;
        let all = [variant, game, fen, setup, rules, format, result, start_fen4, rule_variants, start];
        all.into_iter().for_each(String::clear);
        *places = Default::default();
        *seen = 0;
        *repeated = None;
    }

    /// The place of the tag with the game's name.
    fn named_at(&self) -> (u64, u32) {
        self.places[if self.variant.is_empty() { GAME } else { VARIANT }]
    }

    /// The place of the tag `Result`.
    pub(super) fn result_at(&self) -> (u64, u32) {
        self.places[RESULT]
    }

    /// The record's name of its game; empty if missing.
    pub fn name(&self) -> &str {
        if self.variant.is_empty() { &self.game } else { &self.variant }
    }

    /// The script named by the record.
    pub fn script(&self) -> Option<Script> {
        if self.format.is_empty() { None } else { notation::script_named(&self.format.to_ascii_lowercase()) }
    }

    /// The rules for the game.
    pub(super) fn known(&self, lookup: &Lookup<'_>) -> Result<Known, Problem> {
        lookup(self.name()).ok_or_else(|| {
            let message = match self.name() {
                "" => "the record names no variant".to_owned(),
                name => {
                    let near = library::near(name);
                    let near =
                        if near.is_empty() { String::new() } else { format!("; near: {}", near.join(", ")) };
                    format!("no rules are known for the variant {name:?}{near}")
                }
            };
            problem(ProblemKind::UnknownVariant, message, self.named_at())
        })
    }

    /// The given start position, and its oddities; `None` for the usual one. If lenient, impossible rights and marks are
    /// removed.
    pub(super) fn start(
        &self,
        known: &Known,
        lenient: bool,
        mut report: impl FnMut(Problem),
    ) -> Result<Option<Position>, Problem> {
        let mut place = self.places[FEN];
        let mut fen = Cow::Borrowed(&*self.fen);
        if fen.is_empty() && known.rules.variant().players.len() > 2 {
            place = self.places[START];
            let start = pgn4::start(&known.rules, &self.start_fen4);
            let start =
                start.map_err(|message| problem(ProblemKind::BadStart, message, self.places[START]))?;
            fen = Cow::Owned(start.unwrap_or_default());
        }
        if fen.is_empty() && !self.start.is_empty() {
            place = self.places[NAMED];
            let starts = &known.rules.variant().notation.records.starts;
            let named = starts.iter().find(|(name, _)| *name == self.start);
            let Some((_, named)) = named else {
                let known: Vec<&str> = starts.iter().map(|(name, _)| &**name).collect();
                let message = match known.is_empty() {
                    true => format!("the game has no named start positions, so none named {:?}", self.start),
                    false => {
                        format!("no start position is named {:?}; known are {}", self.start, known.join(", "))
                    }
                };
                return Err(problem(ProblemKind::BadStart, message, place));
            };
            fen = Cow::Borrowed(named);
        }
        if fen.is_empty() {
            return Ok(None);
        }
        let found = match Position::from_fen_leniently(&known.rules, &fen) {
            Err(_) if lenient => mended(&known.rules, &fen, |message| {
                report(problem(ProblemKind::Mended, message, place));
            }),
            found => found,
        };
        match found {
            Ok((position, odd)) => {
                if let Some(odd) = odd {
                    report(problem(ProblemKind::OddStart, format!("the game starts where {odd}"), place));
                }
                Ok(Some(position))
            }
            Err(error) => {
                let message = format!("the game cannot start from {fen:?}: {error}");
                Err(problem(ProblemKind::BadStart, message, place))
            }
        }
    }

    /// Reports tags that contradict the rules.
    pub(super) fn check(&self, known: &Known, mut report: impl FnMut(Problem)) {
        if let Some(hash) = known.hash.as_ref().filter(|hash| !self.rules.is_empty() && **hash != self.rules)
        {
            let name = &known.rules.variant().name;
            let message = format!(
                "the rules of {name} have changed: the game was played by {}, and they are now {hash}",
                self.rules
            );
            report(problem(ProblemKind::OtherRules, message, self.places[RULES]));
        }
        if let Some(message) = pgn4::other_rules(known.rules.variant(), &self.rule_variants) {
            report(problem(ProblemKind::OtherRules, message, self.places[LISTED]));
        }
        // Sites with games of more than two players write it in words.
        let two = known.rules.variant().players.len() <= 2;
        if two && !matches!(&*self.result, "" | "?") && Termination::from_marker(&self.result).is_none() {
            let message = format!("the Result {:?} is none of 1-0, 0-1, 1/2-1/2 and *", self.result);
            report(problem(ProblemKind::Loose, message, self.places[RESULT]));
        }
        if let Some((name, place)) = &self.repeated {
            let message = format!("the tag {name} is repeated: the first one counts");
            report(problem(ProblemKind::Contradiction, message, *place));
        }
        match &*self.setup {
            "0" if !self.fen.is_empty() => {
                let message = "the tag SetUp has the usual start position, and FEN another: FEN is used";
                report(problem(ProblemKind::Contradiction, message.into(), self.places[SETUP]));
            }
            "1" if self.fen.is_empty() && self.start.is_empty() => {
                let message = "the tag SetUp announces a start position, but there is no tag FEN";
                report(problem(ProblemKind::Contradiction, message.into(), self.places[SETUP]));
            }
            _ => {}
        }
    }
}

/// A problem at the place of a tag.
fn problem(kind: ProblemKind, message: String, (line, column): (u64, u32)) -> Problem {
    Problem { kind, message, line, column, game: 0, ply: 0 }
}
