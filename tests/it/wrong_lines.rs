//! The findings about a line inserted into a valid rule file: place, message and help, as in
//! `tests/diagnostics/lines.txt`. After an intended change, run `BLESS=1 cargo test --test it wrong_lines`
//! and review the difference.
//!
//! In the file, `## TABLE` begins the lines for a table. A line that begins with a bar is inserted; the
//! indented lines after it are the findings. `\n` begins another line.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use carn::compile::{Natives, compile};
use carn::diagnostic::Diagnostic;
use carn::library::Beside;
use carn::source::SourceId;

/// The file that each line is put into, by extending it.
const BASE: &str = "name = 'Base'
turn = ['White', 'Black']
[board]
axes = ['File', 'Rank']
ranges = { File = 'a~e', Rank = '1~5' }
[players]
White = { fen = 'w' }
Black = { fen = 'b', flip = ['Rank'] }
[zones]
Far = 'Rank 5'
Mid = 'File c, Rank 3'
[functions]
Free = '@Empty'
[pieces]
king = { letter = 'K', royal = true, pattern = '**# 1 | File +2 @Right(Castle) @To(Mid)' }
rook = { letter = 'R', pattern = '*# *' }
pawn = { letter = 'P', pattern = 'Rank +1 @Free', promotion = { to = 'rook', when = '@To(Far)' } }
[rights]
Castle = { squares = ['File c, Rank 1', 'File e, Rank 1'], letter = 'C' }
[setup]
fen = '2k1r/2p2/5/2P2/2K1R w Cc - 0 1'
[ending]
checkmate = 'loss'
stalemate = 'draw'
";

/// A finding in a few lines.
fn said(one: &Diagnostic, text: &str, own: &dyn Fn(SourceId) -> bool) -> String {
    let place = if own(one.source) { one.span.text(text) } else { "elsewhere" };
    let mut out = format!("    {} at `{place}`: {}", one.code, one.message);
    if !one.primary_label.is_empty() {
        let _ = write!(out, " ({})", one.primary_label);
    }
    for label in &one.labels {
        let place = if own(label.source) { label.span.text(text) } else { "elsewhere" };
        let _ = write!(out, "\n      at `{place}`: {}", label.text);
    }
    for help in &one.help {
        let _ = write!(out, "\n      help: {help}");
    }
    if let Some(fix) = &one.fix {
        let _ = write!(out, "\n      {}: `{}`", fix.message, fix.replacement);
    }
    out + "\n"
}

#[test]
fn wrong_lines_are_told_what_is_wrong_and_where() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/lines.txt");
    let expected = fs::read_to_string(&path).unwrap();
    let loader = Beside(|_: &str| Ok(BASE.to_owned()));
    let (mut table, mut out) = ("", String::new());
    for line in expected.lines().filter(|line| !line.starts_with(' ')) {
        let _ = writeln!(out, "{line}");
        if let Some(section) = line.strip_prefix("## ") {
            table = section;
        } else if let Some(written) = line.strip_prefix('|') {
            let head = if table == "top" { String::new() } else { format!("[{table}]\n") };
            let text =
                format!("name = 'Wrong'\nextends = 'base.toml'\n{head}{}\n", written.replace("\\n", "\n"));
            let compiled = compile("wrong.toml", &text, &loader, &Natives::default());
            if compiled.diagnostics.is_empty() {
                out.push_str("    nothing\n");
            }
            let own = |id| compiled.sources.get(id).is_some_and(|it| it.name() == "wrong.toml");
            out.extend(compiled.diagnostics.iter().map(|one| said(one, &text, &own)));
        }
    }
    super::wrong_strings::is_kept(&path, &out, &expected);
}
