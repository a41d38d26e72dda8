//! The tests in a rule file: perft counts, legal and illegal moves, outcomes, and known differences from other programs.

use crate::source::{SourceId, Span};
use crate::variant::Variant;

use super::read::text::Text;

/// Perft counts of one position: one `[[perft]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// The depth of the first number; each further number is one ply deeper.
    pub depth: u32,
    /// The number of positions at each of these depths.
    pub nodes: Vec<u64>,
    /// Whether depth counts whole turns instead of single moves.
    pub turns: bool,
    /// Whether the game's own ends apply. Some programs generate moves after such an end.
    pub ends: bool,
    /// The source of the numbers.
    pub source_of_truth: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
    /// The places of the numbers.
    pub node_spans: Vec<Span>,
}

impl PerftCase {
    /// The rules for this count: without the file's own ends if the section says so.
    #[must_use]
    pub fn counted(&self, mut variant: Variant) -> Variant {
        if !self.ends {
            variant.ending.ends.clear();
        }
        variant
    }
}

/// One `[[test]]`: moves that must or must not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// Moves played first, in coordinate notation.
    pub moves: Vec<Quoted>,
    /// The origin of the moves to consider; `None` for all.
    pub from: Option<Quoted>,
    /// Moves that must be legal.
    pub legal: Vec<Quoted>,
    /// Moves that must not be legal.
    pub illegal: Vec<Quoted>,
    /// Whether `legal` must list all legal moves (from `from`).
    pub only: bool,
    /// The expected outcome of the position, in words.
    pub outcome: Option<Quoted>,
    /// The expected result of each player: the name, and `win`, `loss`, `draw` or `none`.
    pub standings: Vec<(String, Quoted)>,
    /// The description of the test.
    pub note: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
}

/// A known difference from a reference program: one `[[differs]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// A prefix of the reference's name.
    pub reference: String,
    /// The reference's rule.
    pub says: String,
    /// Whether there is a `change` that adopts the reference's rule.
    pub change: bool,
    /// Parts of a position that the reference writes or counts differently.
    pub aside: Vec<Part>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
}

/// A part of a position to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The pieces on their squares.
    Pieces,
    /// The rights.
    Rights,
    /// Squares marked by the last move.
    Marks,
    /// The number of plies without progress.
    Quiet,
    /// The result, if the game is over.
    Result,
    /// Passes.
    Passes,
}

impl Part {
    /// All parts with their names in rule files.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("pieces", Self::Pieces),
        ("rights", Self::Rights),
        ("marks", Self::Marks),
        ("quiet", Self::Quiet),
        ("result", Self::Result),
        ("passes", Self::Passes),
    ];
}

/// A string of the rule file with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The text.
    pub text: String,
    /// The file.
    pub source: SourceId,
    /// The span, including quotes.
    pub span: Span,
}

impl Quoted {
    pub(crate) fn new(text: &Text) -> Self {
        Self { text: text.value.clone(), source: text.source, span: text.span }
    }
}
