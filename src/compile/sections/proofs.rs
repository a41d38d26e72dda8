//! `[[perft]]` and `[[test]]`: what a rule file says about itself, so that it can be proved.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::variant::{Variant, fen};

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Kind, Table};
use crate::compile::resolve::template::At;

/// Numbers of positions that a rule file vouches for: one `[[perft]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// The position; `None` is the start.
    pub fen: Option<String>,
    /// The number of positions after 1, 2, … plies.
    pub nodes: Vec<u64>,
    /// Where the numbers come from.
    pub source_of_truth: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
    /// Where each number is written.
    pub node_spans: Vec<Span>,
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
    /// What the test is about.
    pub note: Option<String>,
    /// The file.
    pub source: SourceId,
    /// The section's head.
    pub span: Span,
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
    fn new(text: &Text) -> Self {
        Self { text: text.value.clone(), source: text.source, span: text.span }
    }
}

impl Game<'_> {
    /// Reads the sections; positions are checked if there is a variant.
    pub fn read_tests(&mut self, root: &Table, variant: Option<&Variant>) -> (Vec<PerftCase>, Vec<TestCase>) {
        let mut perfts = Vec::new();
        for (table, at) in self.sections(root, "perft") {
            self.keys(table, "`[[perft]]`", &["fen", "nodes", "source"]);
            let mut nodes = Vec::new();
            let mut node_spans = Vec::new();
            match table.get("nodes").map(|node| (node, &node.kind)) {
                Some((node, Kind::Array(items))) => {
                    for item in self.capped(items, node, "`nodes`") {
                        if let Some(number) = self.integer(item, "a number of positions", 0, i64::MAX) {
                            nodes.push(number as u64);
                            node_spans.push(item.span);
                        }
                    }
                }
                Some((node, _)) => {
                    self.wrong_type::<()>(node, "`nodes`", "a list of numbers, one for each depth");
                }
                None => self.missing(at, "`[[perft]]` needs `nodes`: the number of positions of each depth"),
            }
            let fen = self.checked_fen(table, variant);
            let source_of_truth = self.string_at(table, "source").map(|text| text.value.clone());
            perfts.push(PerftCase { fen, nodes, source_of_truth, source: at.0, span: at.1, node_spans });
        }
        let mut tests = Vec::new();
        for (table, at) in self.sections(root, "test") {
            let keys = ["fen", "moves", "legal", "illegal", "only", "from", "outcome", "note"];
            self.keys(table, "`[[test]]`", &keys);
            let mut legal = self.quoted(table, "legal");
            let mut only = false;
            match table.get("only").map(|node| (node, &node.kind)) {
                None => {}
                Some((_, Kind::Boolean(value))) => only = *value,
                Some(_) => {
                    only = true;
                    legal.extend(self.quoted(table, "only"));
                }
            }
            tests.push(TestCase {
                fen: self.checked_fen(table, variant),
                moves: self.quoted(table, "moves"),
                from: self.string_at(table, "from").map(Quoted::new),
                legal,
                illegal: self.quoted(table, "illegal"),
                only,
                outcome: self.string_at(table, "outcome").map(Quoted::new),
                note: self.string_at(table, "note").map(|text| text.value.clone()),
                source: at.0,
                span: at.1,
            });
        }
        (perfts, tests)
    }

    fn sections<'a>(&mut self, root: &'a Table, key: &str) -> Vec<(&'a Table, At)> {
        let Some(node) = root.get(key) else { return Vec::new() };
        let Kind::Array(items) = &node.kind else {
            self.wrong_type::<()>(node, &format!("`{key}`"), &format!("a list of tables: `[[{key}]]`"));
            return Vec::new();
        };
        let items = self.capped(items, node, &format!("`{key}`"));
        items
            .iter()
            .filter_map(|item| self.table(item, &format!("`{key}`")).map(|table| (table, item.at())))
            .collect()
    }

    fn quoted(&mut self, table: &Table, key: &str) -> Vec<Quoted> {
        self.strings_at(table, key).into_iter().map(Quoted::new).collect()
    }

    fn checked_fen(&mut self, table: &Table, variant: Option<&Variant>) -> Option<String> {
        let text = self.string_at(table, "fen")?.clone();
        if let Some(variant) = variant
            && let Err(error) = fen::parse(variant, &text.value)
        {
            self.report_fen(&text, &error);
        }
        Some(text.value)
    }

    /// Says what is wrong with a FEN.
    pub fn report_fen(&mut self, text: &Text, error: &fen::FenError) {
        let span = Span::from(error.span.clone());
        let message = format!("the FEN does not fit the game: {error}");
        self.report(text, Diagnostic::new(Code::FEN, span, message));
    }

    /// The start position's text.
    pub fn start_text(&mut self, root: &Table, top: At) -> Option<Text> {
        let Some(node) = root.get("setup") else {
            self.missing(top, "the rule file has no `[setup]`");
            return None;
        };
        let table = self.table(node, "`setup`")?;
        self.keys(table, "the setup", &["fen"]);
        if table.get("fen").is_none() {
            self.missing(node.at(), "the setup has no `fen`: the start position");
        }
        self.string_at(table, "fen").cloned()
    }
}
