//! Response times of the language server: diagnostics after a keystroke, completion, hover.
//!
//! `cargo bench --bench editor [-- NAME…]`. Opens each shipped rule file, then repeatedly types and deletes a
//! character in it. Times include the way through the pipes.

#[path = "../tests/it/lsp/editor.rs"]
mod editor;

use std::time::Instant;

use carn::library;
use editor::{Editor, place};
use serde_json::json;

/// The number of measurements.
const ROUNDS: usize = 9;

fn main() {
    let arguments = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let wanted: Vec<String> = arguments.collect();
    let names = library::names().filter(|name| wanted.is_empty() || wanted.iter().any(|one| one == name));
    println!("{:<16} {:>10} {:>10} {:>10} {:>10}", "game", "findings", "slowest", "completion", "hover");
    let mut all: Vec<(f64, &str)> = Vec::new();
    for name in names {
        let Some(text) = library::text(name) else { continue };
        let mut editor = Editor::new();
        let uri = format!("file:///bench/{name}.toml");
        editor.open(&uri, text);
        editor.findings(&uri, 1);
        let needle = if text.contains("pattern") { "pattern" } else { "name" };
        let at = text.find(needle).unwrap_or(0);
        let here = place(text, at);
        let next = place(text, at + 1);
        let (mut typed, mut completed, mut hovered) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS as i64 {
            // A blank before a key is valid, so the file still compiles.
            for (version, range, new) in [(2, [&here, &here], " "), (3, [&here, &next], "")] {
                let version = version + 2 * round;
                let change = json!([{ "range": { "start": range[0], "end": range[1] }, "text": new }]);
                let began = Instant::now();
                editor.change(&uri, version, change);
                editor.findings(&uri, version);
                typed.push(began.elapsed().as_secs_f64() * 1e3);
            }
            let mut ask = |method: &str| {
                let began = Instant::now();
                editor.at(method, &uri, text, needle, 0);
                began.elapsed().as_secs_f64() * 1e3
            };
            completed.push(ask("textDocument/completion"));
            hovered.push(ask("textDocument/hover"));
        }
        let slowest = typed.iter().copied().fold(0.0, f64::max);
        let findings = median(&mut typed);
        let (completion, hover) = (median(&mut completed), median(&mut hovered));
        println!("{name:<16} {findings:>7.1} ms {slowest:>7.1} ms {completion:>7.2} ms {hover:>7.2} ms");
        all.push((findings, name));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some((median, _)), Some((most, name))) = (all.get(all.len() / 2), all.last()) {
        let late = all.iter().filter(|(findings, _)| *findings > 50.0).count();
        println!(
            "findings after {median:.1} ms in the median game, {most:.1} ms in {name}; {late} games above 50 ms"
        );
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
