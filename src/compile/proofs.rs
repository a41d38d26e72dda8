//! What a rule file says about itself, so that it can be proved: counts of positions, moves that are legal or not, and
//! what others are known to read otherwise.

use crate::source::{SourceId, Span};
use crate::variant::Variant;

use super::read::text::Text;

/// Numbers of positions that a rule file vouches for: one `[[perft]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// The position; `None` is the start.
    pub fen: Option<String>,
    /// The depth that the first number is for; each further one is for one ply more.
    pub depth: u32,
    /// The number of positions at each of these depths.
    pub nodes: Vec<u64>,
    /// Whether a depth counts whole turns, not single moves.
    pub turns: bool,
    /// Whether the game's own ends hold; some programs list moves after such an end.
    pub ends: bool,
    /// Where the numbers come from.
    pub source_of_truth: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
    /// Where each number is written.
    pub node_spans: Vec<Span>,
}

impl PerftCase {
    /// The rules that the numbers are about: those of the file, without ends of its own if the section says so.
    #[must_use]
    pub fn counted(&self, mut variant: Variant) -> Variant {
        if !self.ends {
            variant.ending.ends.clear();
        }
        variant
    }
}

/// Moves that must or must not be legal: one `[[test]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The position; `None` is the start.
    pub fen: Option<String>,
    /// Moves played first, in coordinate notation.
    pub moves: Vec<Quoted>,
    /// Only moves from this square are looked at, if it is given.
    pub from: Option<Quoted>,
    /// Moves that must be legal.
    pub legal: Vec<Quoted>,
    /// Moves that must not be legal.
    pub illegal: Vec<Quoted>,
    /// Whether `legal` must be all legal moves (from `from`).
    pub only: bool,
    /// The outcome that the position must have, in words.
    pub outcome: Option<Quoted>,
    /// How each player must stand: the name, and `win`, `loss`, `draw` or `none`.
    pub standings: Vec<(String, Quoted)>,
    /// What the test is about.
    pub note: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
}

/// What a reference is known to read otherwise: one `[[differs]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// How the reference's name begins.
    pub reference: String,
    /// What it reads otherwise.
    pub says: String,
    /// Whether there is a `change` by which the file says the same.
    pub change: bool,
    /// Parts of a position that the reference writes or counts otherwise.
    pub aside: Vec<Part>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
}

/// A part of what two sides say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What stands where.
    Pieces,
    /// The rights.
    Rights,
    /// Squares that the last move marked.
    Marks,
    /// How long there has been no progress.
    Quiet,
    /// Who has won, where the game is over.
    Result,
    /// Passes.
    Passes,
}

impl Part {
    /// All of them, with what a rule file calls them.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("pieces", Self::Pieces),
        ("rights", Self::Rights),
        ("marks", Self::Marks),
        ("quiet", Self::Quiet),
        ("result", Self::Result),
        ("passes", Self::Passes),
    ];
}

/// A string of the rule file and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// What it says.
    pub text: String,
    /// The file.
    pub source: SourceId,
    /// Where, quotes included.
    pub span: Span,
}

impl Quoted {
    pub(crate) fn new(text: &Text) -> Self {
        Self { text: text.value.clone(), source: text.source, span: text.span }
    }
}
