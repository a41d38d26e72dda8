//! Rule files become the games they describe.

use carn::diagnostic::{Style, render_all};
use carn::library;
use carn::variant::literal;

/// The variant of a shipped file, which has nothing wrong with it.
fn shipped(name: &str) -> carn::variant::Variant {
    let compiled = library::load(name).expect("a shipped name");
    let findings = render_all(&compiled.diagnostics, &compiled.sources, Style::Plain);
    assert!(compiled.diagnostics.is_empty(), "{name}:\n{findings}");
    compiled.variant.expect("no errors, so a variant")
}

/// Counts positions with the literal evaluator as far as `most` allows.
fn check_perft(name: &str, most: u64) {
    let variant = shipped(name);
    let compiled = library::load(name).expect("a shipped name");
    for case in &compiled.perfts {
        let setup = match &case.fen {
            Some(fen) => carn::variant::fen::parse(&variant, fen).expect("checked when the file was read"),
            None => variant.start.clone(),
        };
        for (depth, &nodes) in (1..).zip(case.nodes.iter().take_while(|&&nodes| nodes <= most)) {
            assert_eq!(literal::perft(&variant, &setup, depth), nodes, "{name} {:?} depth {depth}", case.fen);
        }
    }
}

#[test]
fn chess_counts_as_published() {
    check_perft("chess", 10_000);
}

#[test]
fn xiangqi_counts_as_published() {
    check_perft("xiangqi", 10_000);
}
