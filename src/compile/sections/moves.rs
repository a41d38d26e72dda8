//! `move`, `capture` and `pattern`: the movements of a piece.

use crate::compile::caps::MAX_ALTERNATIVES;
use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::lint::{lint_alternative, lint_covered, lint_last_effects, lint_no_room};
use crate::compile::lower::{self, count_steps, movements};
use crate::compile::names::check_printable;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::resolve::alternative;
use crate::compile::schema;
use crate::compile::{AlternativeOrigin, Origins};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::syntax;
use crate::variant::{Mode, Role, RoleId};

/// One string of a pattern, and the optional name of its moves.
struct Written {
    text: Text,
    name: Option<Text>,
}

/// Reads `move`, `capture` and `pattern` of a piece. `names` collects the SAN names of named movements.
pub(crate) fn read_movements(
    game: &mut Game<'_>,
    table: &Table,
    id: RoleId,
    role: &mut Role,
    names: &mut Vec<String>,
    origins: &mut Origins,
) {
    let mut count = 0;
    for (key, mode) in [("move", Mode::Move), ("capture", Mode::Capture), ("pattern", Mode::Both)] {
        let Some(node) = table.get(key) else { continue };
        for line in lines(game, node, key) {
            let parsed = syntax::parse_pattern(&line.text.value);
            let faulty = diagnostic::has_errors(&parsed.diagnostics);
            game.findings.report_all(&line.text, parsed.diagnostics);
            let Some(pattern) = parsed.value else { continue };
            lint_last_effects(&mut game.findings, &line.text, &pattern);
            let name = line.name.map(|name| {
                let at = names.iter().position(|known| *known == name.value);
                at.unwrap_or_else(|| {
                    names.push(name.value);
                    names.len() - 1
                }) as u16
            });
            for ast in &pattern.alternatives {
                count += 1;
                if count > MAX_ALTERNATIVES {
                    let message = format!("a piece may have {MAX_ALTERNATIVES} alternatives");
                    let finding = Diagnostic::new(Code::TOO_MANY_ALTERNATIVES, ast.span, message);
                    game.findings.report(&line.text, finding);
                    return;
                }
                lint_alternative(game, &line.text, ast, mode);
                let Some(template) = alternative(game, &line.text, ast, mode) else { continue };
                let first = role.movements.len();
                let number = origins.alternatives.len() as u32;
                if !movements(game, &template, &mut role.movements) {
                    continue;
                }
                let chain = template.repeat.as_ref().map(|repeat| {
                    role.chains.push(lower::chain(repeat));
                    (role.chains.len() - 1) as u16
                });
                for movement in &mut role.movements[first..] {
                    movement.chain = chain;
                    movement.alternative = number;
                    movement.name = name;
                }
                count_steps(game, template.at, &role.movements[first..]);
                // An invalid pattern may have room once it is corrected.
                if !faulty {
                    lint_no_room(game, template.at, &role.movements[first..]);
                }
                let (source, span) = template.at;
                let legs = template.legs.into_iter().map(|leg| leg.origin).collect();
                origins.alternatives.push(AlternativeOrigin { role: id, mode, source, span, legs });
            }
        }
    }
    lint_covered(&mut game.findings, &role.movements, |number| {
        origins.alternatives.get(number as usize).map(|origin| (origin.source, origin.span))
    });
}

/// The strings of a pattern: a string, a table with a name, or a list of these.
fn lines(game: &mut Game<'_>, node: &Node, key: &str) -> Vec<Written> {
    match &node.kind {
        Value::Array(items) => {
            let items = node.capped(&mut game.findings, items, &format!("`{key}`"));
            items.iter().filter_map(|item| line(game, item, key)).collect()
        }
        Value::String(text) if node.switch() == Some(false) => {
            let message = format!("`{}` is no movement", text.value);
            let finding = Diagnostic::new(Code::BAD_VALUE, node.span, message).in_source(node.source);
            game.findings.add(finding.fix(node.span, "[]", "a piece that never moves has an empty list"));
            Vec::new()
        }
        _ => line(game, node, key).into_iter().collect(),
    }
}

fn line(game: &mut Game<'_>, node: &Node, key: &str) -> Option<Written> {
    match &node.kind {
        Value::String(text) => Some(Written { text: text.clone(), name: None }),
        Value::Table(table) => {
            table.keys(&mut game.findings, &schema::NAMED_PATTERN);
            let name = table.string_at(&mut game.findings, "name").cloned();
            let name = name.filter(|name| check_move_name(&mut game.findings, name));
            let Some(text) = table.string_at(&mut game.findings, "pattern") else {
                if table.get("pattern").is_none() {
                    game.findings.missing(node.at(), "a pattern with a name needs a `pattern`");
                }
                return None;
            };
            Some(Written { text: text.clone(), name })
        }
        _ => node.wrong_type(&mut game.findings, &format!("`{key}`"), "a pattern, or a list of patterns"),
    }
}

/// Whether a text is a valid move name in records; reports it if not.
fn check_move_name(findings: &mut Findings, text: &Text) -> bool {
    // Characters with another meaning in records or move readers.
    let taken = |c: char| c.is_whitespace() || "(){}[]<>;%$*~@\"".contains(c);
    if !text.value.is_empty() && !text.value.contains(taken) {
        return check_printable(findings, text, "a move's name");
    }
    let finding = Diagnostic::new(
        Code::BAD_VALUE,
        text.span,
        format!("`{}` cannot be the name of a move: it would not be read back as one word", text.value),
    )
    .help("a move's name has no blanks and none of ( ) { } [ ] < > ; % $ * ~ @ \"");
    findings.add(finding.in_source(text.source));
    false
}
