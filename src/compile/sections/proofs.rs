//! `[[perft]]`, `[[test]]` and `[[differs]]`: the tests in a rule file.

use crate::variant::{Variant, fen};

use crate::compile::game::Game;
use crate::compile::lint::lint_test;
use crate::compile::proofs::{Differs, Part, PerftCase, Quoted, TestCase};
use crate::compile::read::tree::{At, Table, Value};
use crate::compile::schema;
use crate::compile::sections::setup::report_fen;
use crate::compile::sections::turns::player_or_report;

/// The results of a player in a test.
const STANDINGS: [&str; 4] = ["win", "loss", "draw", "none"];

/// Reads the sections; positions are checked if there is a variant.
pub(crate) fn read_tests(
    game: &mut Game<'_>,
    root: &Table,
    variant: Option<&Variant>,
) -> (Vec<PerftCase>, Vec<TestCase>) {
    let mut perfts = Vec::new();
    for (table, at) in sections(game, root, "perft") {
        table.keys(&mut game.findings, &schema::PERFT);
        let depth =
            table.get("depth").and_then(|node| node.integer(&mut game.findings, "a depth in plies", 1, 99));
        let depth = depth.map_or(1, |depth| depth as u32);
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
        let turns = table.get("turns").and_then(|node| node.boolean(&mut game.findings, "`turns`"));
        let turns = turns.unwrap_or(false);
        let ends = table.get("ends").and_then(|node| node.boolean(&mut game.findings, "`ends`"));
        let ends = ends.unwrap_or(true);
        let fen = checked_fen(game, table, variant);
        let source_of_truth = table.string_at(&mut game.findings, "source").map(|text| text.value.clone());
        perfts.push(PerftCase {
            fen,
            depth,
            nodes,
            turns,
            ends,
            source_of_truth,
            source: at.0,
            span: at.1,
            node_spans,
        });
    }
    let mut tests = Vec::new();
    for (table, at) in sections(game, root, "test") {
        table.keys(&mut game.findings, &schema::TEST);
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
        let case = TestCase {
            fen: checked_fen(game, table, variant),
            moves: quoted(game, table, "moves"),
            from: table.string_at(&mut game.findings, "from").map(Quoted::new),
            legal,
            illegal: quoted(game, table, "illegal"),
            only,
            outcome: match table.get("outcome").map(|node| &node.kind) {
                Some(Value::Table(_)) => None,
                _ => table.string_at(&mut game.findings, "outcome").map(Quoted::new),
            },
            standings: standings(game, table),
            note: table.string_at(&mut game.findings, "note").map(|text| text.value.clone()),
            source: at.0,
            span: at.1,
        };
        if let Some(variant) = variant {
            lint_test(&mut game.findings, variant, table, &case);
        }
        tests.push(case);
    }
    (perfts, tests)
}

/// Reads known differences from other programs. Contents of `change` are compiled separately.
pub(crate) fn read_differs(game: &mut Game<'_>, root: &Table) -> Vec<Differs> {
    let mut found = Vec::new();
    for (table, at) in sections(game, root, "differs") {
        table.keys(&mut game.findings, &schema::DIFFERS);
        let text = |game: &mut Game<'_>, key: &str| {
            table.string_at(&mut game.findings, key).map(|text| text.value.clone())
        };
        let (reference, says) = (text(game, "reference"), text(game, "says"));
        let change = table.table_at(&mut game.findings, "change").is_some();
        let (Some(reference), Some(says)) = (reference, says) else {
            game.findings
                .missing(at, "`[[differs]]` needs `reference` and `says`: the other program, and its rule");
            continue;
        };
        let words = table.strings_at(&mut game.findings, "aside");
        let aside = words
            .into_iter()
            .filter_map(|word| word.word(&mut game.findings, "a part of a position", &Part::WORDS));
        let aside = aside.collect();
        found.push(Differs { reference, says, change, aside, source: at.0, span: at.1 });
    }
    found
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

/// `outcome = { Red = "win", Blue = "loss" }`: the result of each player.
fn standings(game: &mut Game<'_>, table: &Table) -> Vec<(String, Quoted)> {
    let Some(Value::Table(each)) = table.get("outcome").map(|node| &node.kind) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in &each.entries {
        let name = &entry.key;
        player_or_report(&game.ground.players, &mut game.findings, name);
        let Some(text) = entry.value.string(&mut game.findings, "how a player stands").cloned() else {
            continue;
        };
        let words = STANDINGS.map(|word| (word, ()));
        if text.word(&mut game.findings, "how a player stands", &words).is_some() {
            found.push((name.value.clone(), Quoted::new(&text)));
        }
    }
    found
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
