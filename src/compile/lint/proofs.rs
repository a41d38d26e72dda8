//! Lints `[[test]]` sections that cannot fail or cannot pass.

use crate::compile::findings::{Findings, listed};
use crate::compile::proofs::{Quoted, TestCase};
use crate::compile::read::tree::Table;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Board;
use crate::variant::{Script, Variant};

/// The reasons for the end of a game, as named in outcomes.
const REASONS: [&str; 10] = [
    "checkmate",
    "stalemate",
    "royal-lost",
    "repetition",
    "perpetual-check",
    "perpetual-chase",
    "quiet",
    "counting",
    "insufficient",
    "end",
];

/// Words of an outcome other than players and reasons.
const PLAIN: [&str; 6] = ["draw", "none", "win", "wins", "and", "by"];

/// Reports unknown names in a test, and tests without assertions.
pub(crate) fn lint_test(findings: &mut Findings, variant: &Variant, table: &Table, case: &TestCase) {
    let asking = ["moves", "legal", "illegal", "only", "outcome"];
    if !asking.iter().any(|key| table.get(key).is_some()) {
        let finding = Diagnostic::new(Code::EMPTY_TEST, case.span, "this test has no assertion")
            .help(format!("a test needs one of {}", listed(&asking[1..])));
        findings.add(finding.in_source(case.source));
    }
    for text in case.moves.iter().chain(&case.legal).chain(&case.illegal) {
        if !may_be_move(variant, &text.text) {
            let message = format!("`{}` cannot be a move of this game", text.text);
            let finding = Diagnostic::new(Code::TEST_WITHOUT_MOVE, text.span, message)
                .help("a move is written by its two squares, such as `a1b2`, and what the piece becomes");
            findings.add(finding.in_source(text.source));
        }
    }
    if let Some(text) = &case.from
        && variant.board.square(&text.text).is_none()
    {
        let message = format!("`{}` is not a square of the board", text.text);
        findings.report_at((text.source, text.span), Code::TEST_WITHOUT_MOVE, message);
    }
    if let Some(text) = &case.outcome {
        lint_outcome(findings, variant, text);
    }
}

fn lint_outcome(findings: &mut Findings, variant: &Variant, text: &Quoted) {
    let wanted = text.text.to_lowercase();
    let words =
        wanted.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':')).filter(|word| !word.is_empty());
    let players: Vec<String> = variant.players.iter().map(|player| player.name.to_lowercase()).collect();
    let known = |word: &str| {
        REASONS.contains(&word) || PLAIN.contains(&word) || players.iter().any(|player| player == word)
    };
    let unknown: Vec<&str> = words.clone().filter(|word| !known(word)).collect();
    if unknown.is_empty() && words.count() > 0 {
        return;
    }
    let message = match unknown.first() {
        Some(word) => {
            format!(
                "no game ends with the outcome `{}`: `{word}` is neither a player nor a reason",
                text.text
            )
        }
        None => "an outcome is a player, `draw` or `none`, optionally with a reason".to_owned(),
    };
    let names: Vec<&str> =
        variant.players.iter().map(|player| player.name.as_str()).chain(["draw", "none"]).collect();
    let finding = Diagnostic::new(Code::TEST_WITHOUT_OUTCOME, text.span, message).help(format!(
        "the winner is one of {}; the reason is one of {}",
        listed(&names),
        listed(&REASONS)
    ));
    findings.add(finding.in_source(text.source));
}

/// Whether a text has the form of a move in one of the game's notations, legal or not.
fn may_be_move(variant: &Variant, text: &str) -> bool {
    let text = text.trim();
    let scripts = &variant.notation.scripts;
    starts_with_two_squares(&variant.board, text)
        || variant.notation.move_names.iter().any(|name| text.starts_with(name.as_str()))
        // A pass, and drops from a hand.
        || text == "0000"
        || text.contains('@')
        || scripts.contains(&Script::San) && ends_with_square(&variant.board, text)
        || scripts.iter().any(|script| !matches!(script, Script::Coordinate | Script::San))
            && text.chars().count() >= 4
            && text.chars().any(|c| c.is_numeric() || !c.is_ascii())
}

fn starts_with_two_squares(board: &Board, text: &str) -> bool {
    let ends =
        |from: usize| text.char_indices().map(|(at, c)| at + c.len_utf8()).filter(move |&at| at > from);
    ends(0).any(|middle| {
        let second = middle + usize::from(text[middle..].starts_with('-'));
        board.square(&text[..middle]).is_some()
            && ends(second).any(|end| board.square(&text[second..end]).is_some())
    })
}

/// Whether a text ends with the name of a square, without check and promotion suffixes.
fn ends_with_square(board: &Board, text: &str) -> bool {
    let text = text.split(['=', '+', '#', '~', '(']).next().unwrap_or_default();
    text.char_indices().any(|(at, _)| board.square(&text[at..]).is_some())
}
