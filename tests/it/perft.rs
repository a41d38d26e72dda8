//! Published perft counts, through the public `Position`: every row of a shipped variant up to 200 million nodes.

use carn::position::{Position, Rules};

/// The largest count that is worked out here; larger ones are for the benchmarks.
const MOST_NODES: u64 = 200_000_000;

struct Row {
    variant: String,
    fen: Option<String>,
    depth: u32,
    nodes: u64,
}

/// The rows of `tests/fixtures/perft.tsv` (its source is named in the file's last column) for these shipped variants,
/// each position and depth once; chess with Fischer-random castling goes to its own rule file.
fn rows() -> Vec<Row> {
    let text = include_str!("../fixtures/perft.tsv");
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, fischer, _source] = columns[..] else { panic!("{line}") };
        let variant = if variant == "chess" && fischer == "true" { "chess960" } else { variant };
        let row = Row {
            variant: variant.to_owned(),
            fen: (fen != "startpos").then(|| fen.to_owned()),
            depth: depth.parse().unwrap(),
            nodes: nodes.parse().unwrap(),
        };
        let known = ["chess", "chess960", "xiangqi", "minixiangqi"].contains(&variant);
        let seen = rows.iter().any(|r| r.variant == row.variant && r.fen == row.fen && r.depth == row.depth);
        if known && !seen && row.nodes <= MOST_NODES {
            rows.push(row);
        }
    }
    // Two more that are as widely published: start positions one ply deeper than the table has them.
    rows.push(Row { variant: "chess".into(), fen: None, depth: 6, nodes: 119_060_324 });
    rows.push(Row { variant: "xiangqi".into(), fen: None, depth: 5, nodes: 133_312_995 });
    rows
}

#[test]
fn published_counts() {
    let rows = rows();
    assert!(rows.len() >= 20, "{} rows", rows.len());
    for row in rows {
        let rules = Rules::new(carn::library::variant(&row.variant).unwrap());
        let position = match &row.fen {
            Some(fen) => Position::from_fen(&rules, fen).unwrap(),
            None => Position::start(&rules),
        };
        let nodes = position.perft(row.depth);
        assert_eq!(nodes, row.nodes, "{} {:?} depth {}", row.variant, row.fen, row.depth);
    }
}
