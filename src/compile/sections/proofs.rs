//! `[[perft]]` and `[[test]]`: what a rule file says about itself, so that it can be proved.

use crate::source::{SourceId, Span};
use crate::variant::{Variant, fen};

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Table, Value};
use crate::compile::sections::setup::report_fen;

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

/// Reads the sections; positions are checked if there is a variant.
pub(crate) fn read_tests(
    game: &mut Game<'_>,
    root: &Table,
    variant: Option<&Variant>,
) -> (Vec<PerftCase>, Vec<TestCase>) {
    let mut perfts = Vec::new();
    for (table, at) in sections(game, root, "perft") {
        table.keys(&mut game.findings, "`[[perft]]`", &["fen", "nodes", "source"]);
        let mut nodes = Vec::new();
        let mut node_spans = Vec::new();
        match table.get("nodes").map(|node| (node, &node.kind)) {
            Some((node, Value::Array(items))) => {
                for item in node.capped(&mut game.findings, items, "`nodes`") {
                    if let Some(number) =
                        item.integer(&mut game.findings, "a number of positions", 0, i64::MAX)
                    {
                        nodes.push(number as u64);
                        node_spans.push(item.span);
                    }
                }
            }
            Some((node, _)) => {
                node.wrong_type::<()>(&mut game.findings, "`nodes`", "a list of numbers, one for each depth");
            }
            None => {
                game.findings.missing(at, "`[[perft]]` needs `nodes`: the number of positions of each depth")
            }
        }
        let fen = checked_fen(game, table, variant);
        let source_of_truth = table.string_at(&mut game.findings, "source").map(|text| text.value.clone());
        perfts.push(PerftCase { fen, nodes, source_of_truth, source: at.0, span: at.1, node_spans });
    }
    let mut tests = Vec::new();
    for (table, at) in sections(game, root, "test") {
        let keys = ["fen", "moves", "legal", "illegal", "only", "from", "outcome", "note"];
        table.keys(&mut game.findings, "`[[test]]`", &keys);
        let mut legal = quoted(game, table, "legal");
        let mut only = false;
        match table.get("only").map(|node| (node, &node.kind)) {
            None => {}
            Some((_, Value::Boolean(value))) => only = *value,
            Some(_) => {
                only = true;
                legal.extend(quoted(game, table, "only"));
            }
        }
        tests.push(TestCase {
            fen: checked_fen(game, table, variant),
            moves: quoted(game, table, "moves"),
            from: table.string_at(&mut game.findings, "from").map(Quoted::new),
            legal,
            illegal: quoted(game, table, "illegal"),
            only,
            outcome: table.string_at(&mut game.findings, "outcome").map(Quoted::new),
            note: table.string_at(&mut game.findings, "note").map(|text| text.value.clone()),
            source: at.0,
            span: at.1,
        });
    }
    (perfts, tests)
}

fn sections<'a>(game: &mut Game<'_>, root: &'a Table, key: &str) -> Vec<(&'a Table, At)> {
    let Some(node) = root.get(key) else { return Vec::new() };
    let Value::Array(items) = &node.kind else {
        node.wrong_type::<()>(
            &mut game.findings,
            &format!("`{key}`"),
            &format!("a list of tables: `[[{key}]]`"),
        );
        return Vec::new();
    };
    let items = node.capped(&mut game.findings, items, &format!("`{key}`"));
    items
        .iter()
        .filter_map(|item| {
            item.table(&mut game.findings, &format!("`{key}`")).map(|table| (table, item.at()))
        })
        .collect()
}

fn quoted(game: &mut Game<'_>, table: &Table, key: &str) -> Vec<Quoted> {
    table.strings_at(&mut game.findings, key).into_iter().map(Quoted::new).collect()
}

fn checked_fen(game: &mut Game<'_>, table: &Table, variant: Option<&Variant>) -> Option<String> {
    let text = table.string_at(&mut game.findings, "fen")?.clone();
    if let Some(variant) = variant
        && let Err(error) = fen::parse(variant, &text.value)
    {
        report_fen(game, &text, &error);
    }
    Some(text.value)
}
