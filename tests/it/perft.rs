//! Published perft counts, through the public `Position`: every row of the shipped variants up to 20 million
//! nodes. `carn test --deep` counts all of them.

use carn::position::{PerftOptions, Position, Rules};
use carn::variant::fen;

/// The largest count that is worked out here.
const MOST_NODES: u64 = 20_000_000;
/// The same where moves are tried one by one.
const MOST_TRIED: u64 = 500_000;

/// Games in which every capture or every move is tried.
const TRIED: [&str; 9] = [
    "atomic",
    "atomic960",
    "kamikaze",
    "chigorin",
    "sortofalmost",
    "grasshopper",
    "janggi",
    "sittuyin",
    "spartan",
];

/// The rules that a count is about: without ends of the game's own where its rule file says so.
fn rules(row: &Row) -> Rules {
    let compiled = carn::library::load(&row.variant).unwrap();
    let variant = compiled.variant.unwrap();
    let case = compiled.perfts.iter().find(|case| case.fen == row.fen && !case.ends);
    Rules::new(case.map_or(variant.clone(), |case| case.counted(variant)))
}

struct Row {
    variant: String,
    fen: Option<String>,
    depth: u32,
    nodes: u64,
}

/// The rows of `tests/fixtures/perft.tsv` (its source is named in the file's last column), each position and depth once;
/// chess with Fischer-random castling goes to its own rule file.
fn table() -> Vec<Row> {
    let text = include_str!("../fixtures/perft.tsv");
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, fischer, _source] = columns[..] else { panic!("{line}") };
        let variant = match (variant, fischer) {
            (fischer, "true") => &format!("{fischer}960"),
            (plain, _) => plain,
        };
        let row = Row {
            variant: variant.to_owned(),
            fen: (fen != "startpos").then(|| fen.to_owned()),
            depth: depth.parse().unwrap(),
            nodes: nodes.parse().unwrap(),
        };
        if !rows.iter().any(|r| r.variant == row.variant && r.fen == row.fen && r.depth == row.depth) {
            rows.push(row);
        }
    }
    rows
}

/// Those that are worked out here, of the shipped variants.
fn rows() -> Vec<Row> {
    let known = |row: &Row| carn::library::names().any(|name| name == row.variant);
    let most = |row: &Row| if TRIED.contains(&row.variant.as_str()) { MOST_TRIED } else { MOST_NODES };
    let mut rows = table();
    rows.retain(|row| known(row) && row.nodes <= most(row));
    rows
}

/// Every row of the table stands in the file of its game, however large: `carn test --deep` counts it. The position may
/// be written otherwise there.
#[test]
fn every_published_count_is_in_a_rule_file() {
    let rows = table();
    assert!(rows.len() > 150, "{} rows", rows.len());
    let mut missing = Vec::new();
    let names: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.variant.as_str()).collect();
    for name in names {
        let compiled = carn::library::load(name).unwrap_or_else(|| panic!("{name} does not ship"));
        let variant = compiled.variant.as_ref().unwrap();
        let position = |text: &Option<String>| match text {
            Some(text) => fen::parse(variant, text).unwrap(),
            None => variant.start.clone(),
        };
        for row in rows.iter().filter(|row| row.variant == name) {
            let wanted = position(&row.fen);
            let found = compiled.perfts.iter().any(|case| {
                let at = row.depth.checked_sub(case.depth).and_then(|at| case.nodes.get(at as usize));
                at == Some(&row.nodes) && position(&case.fen) == wanted
            });
            if !found {
                missing.push(format!("{name} {:?} depth {}: {}", row.fen, row.depth, row.nodes));
            }
        }
    }
    assert!(missing.is_empty(), "in no [[perft]] section:\n{}", missing.join("\n"));
}

#[test]
fn published_counts() {
    let rows = rows();
    assert!(rows.len() >= 120, "{} rows", rows.len());
    for row in rows {
        let rules = rules(&row);
        let position = match &row.fen {
            Some(fen) => Position::from_fen(&rules, fen).unwrap(),
            None => Position::start(&rules),
        };
        // The table counts a move and what goes with it in the same turn as one.
        let options = PerftOptions { turns: rules.variant().has_phases(), ..PerftOptions::default() };
        let nodes = position.perft_with(row.depth, &options).unwrap();
        assert_eq!(nodes, row.nodes, "{} {:?} depth {}", row.variant, row.fen, row.depth);
    }
}
