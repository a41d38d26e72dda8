//! `counting` of `[ending]`: the number of moves within which a player must mate, and the start of the count.

use super::conditions::{free_guards, note_clauses};
use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema;
use crate::compile::{Clause, Origins};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::{CountFrom, CountLimit, Counting, Role, RoleId};

/// The start of a count, if it is not a number.
pub(crate) const FROM: [(&str, CountFrom); 1] = [("pieces", CountFrom::Pieces)];

/// The largest count.
pub(crate) const MOST: i64 = 9999;

/// Reads `counting`.
pub(super) fn read_counting(
    game: &mut Game<'_>,
    table: &Table,
    roles: &[Role],
    origins: &mut Origins,
) -> Vec<Counting> {
    let Some(node) = table.get("counting") else { return Vec::new() };
    let items = match &node.kind {
        Value::Array(items) => node.capped(&mut game.findings, items, "`counting`"),
        _ => std::slice::from_ref(node),
    };
    let mut all = Vec::new();
    for item in items {
        if let Some(rule) = read_count(game, item, roles) {
            let clause = Clause::Count(all.len() as u16);
            let when = item.as_table().and_then(|table| table.get("when"));
            when.into_iter().for_each(|when| note_clauses(origins, clause, when));
            all.push(rule);
        }
    }
    all
}

/// `{ when = "…", limits = ["RR 8", "64"], from = "pieces", anew = true }`.
fn read_count(game: &mut Game<'_>, node: &Node, roles: &[Role]) -> Option<Counting> {
    let table = node.table(&mut game.findings, "a count")?;
    table.keys(&mut game.findings, &schema::COUNTING);
    let Some(when) = table.get("when") else {
        game.findings.missing(node.at(), "a count needs `when`: conditions for the player who counts");
        return None;
    };
    let when = game.asking_for_moves(|game| free_guards(game, when, "`when`"))?;
    let Some(entry) = table.entry("limits") else {
        game.findings
            .missing(node.at(), "a count needs `limits`: numbers of moves, by the opponent's pieces");
        return None;
    };
    let texts: Vec<Text> = entry.value.strings(&mut game.findings, "`limits`").into_iter().cloned().collect();
    let mut limits: Vec<CountLimit> = Vec::new();
    for text in &texts {
        let limit = read_limit(game, text, roles)?;
        if let Some(earlier) = limits.iter().position(|earlier| earlier.covers(&limit)) {
            let message =
                "this limit never applies: an opponent with these pieces also has those of an earlier limit";
            let finding = Diagnostic::new(Code::COVERED_LIMIT, text.all(), message).help(format!(
                "`{}` comes before it, and the first limit that fits applies",
                texts[earlier].value
            ));
            game.findings.report(text, finding);
        }
        limits.push(limit);
    }
    if limits.is_empty() {
        game.findings.missing(entry.value.at(), "a count needs a limit: `limits = [\"64\"]`");
        return None;
    }
    let from = match table.get("from") {
        None => CountFrom::Number(0),
        Some(Node { kind: Value::String(text), .. }) => text.word(&mut game.findings, "`from`", &FROM)?,
        Some(node) => {
            CountFrom::Number(node.integer(&mut game.findings, "`from`", 0, MOST)?.try_into().ok()?)
        }
    };
    let anew = table.get("anew").and_then(|node| node.boolean(&mut game.findings, "`anew`"));
    Some(Counting { when, limits, from, anew: anew.unwrap_or(false) })
}

/// `RR 8`: a minimum set of the opponent's pieces, by letters, and a number of moves. A number alone applies to all.
fn read_limit(game: &mut Game<'_>, text: &Text, roles: &[Role]) -> Option<CountLimit> {
    let words: Vec<&str> = text.value.split_whitespace().collect();
    let (letters, number) = match words[..] {
        [number] => ("", number),
        [letters, number] => (letters, number),
        _ => ("", ""),
    };
    let known = |number: &u16| (1..=MOST).contains(&i64::from(*number));
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let Some(moves) = number.parse().ok().filter(|number| digits && known(number)) else {
        let message = format!("write a limit as `RR 8`: letters, and a number of moves from 1 to {MOST}");
        let finding = Diagnostic::new(Code::BAD_VALUE, text.all(), message).help(
            "the letters are pieces that the opponent has at least; a number without letters always fits",
        );
        game.findings.report(text, finding);
        return None;
    };
    let mut at_least: Vec<(RoleId, u16)> = Vec::new();
    let start = text.value.len() - text.value.trim_start().len();
    for (at, letter) in letters.char_indices() {
        let Some(role) = roles.iter().position(|role| role.letter == letter && role.pluses == 0) else {
            let span = Span::new(start + at, start + at + letter.len_utf8());
            let message = format!("no piece has the letter `{letter}`");
            game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
            return None;
        };
        game.names.roles[role].used = true;
        let role = RoleId(role as u8);
        match at_least.iter_mut().find(|(one, _)| *one == role) {
            Some((_, least)) => *least = least.saturating_add(1),
            None => at_least.push((role, 1)),
        }
    }
    Some(CountLimit { at_least, moves })
}
