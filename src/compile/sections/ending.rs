//! `[ending]`: the end of a game and its result.

use super::chase::read_chase;
use super::conditions::{free_guards, note_clauses, strings};
use super::counting::read_counting;
use super::turns::player_or_report;
use crate::compile::game::Game;
use crate::compile::names::check_printable;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema;
use crate::compile::{Clause, Origins};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax;
use crate::variant::{
    End, Ending, Lost, Material, Points, QuietLimit, Repetition, Role, RoleId, RoleSet, TeamLost, Verdict,
};

pub(crate) const VERDICTS: [(&str, Verdict); 3] =
    [("win", Verdict::Win), ("loss", Verdict::Loss), ("draw", Verdict::Draw)];

/// The fate of an eliminated player's pieces.
pub(crate) const LOST: [(&str, Lost); 2] = [("stays", Lost::Stays), ("removed", Lost::Removed)];

/// The conditions for the elimination of a team.
pub(crate) const TEAM_LOST: [(&str, TeamLost); 2] = [("all", TeamLost::All), ("one", TeamLost::One)];

/// Reads `[ending]`.
pub(crate) fn read_ending(
    game: &mut Game<'_>,
    root: &Table,
    roles: &[Role],
    origins: &mut Origins,
) -> Ending {
    let mut ending = Ending::default();
    let Some(table) = root.table_at(&mut game.findings, "ending") else { return ending };
    table.keys(&mut game.findings, &schema::ENDING);
    let royal = roles.iter().any(|role| role.royal);
    for key in ["checkmate", "royal-lost"] {
        if let Some(entry) = table.entry(key)
            && !royal
        {
            let finding = Diagnostic::new(
                Code::CHECKMATE_WITHOUT_ROYAL,
                entry.key.span,
                format!("`{key}` needs a royal piece, and this game has none"),
            )
            .help("write `royal = true` for the piece whose loss ends the game");
            game.findings.add(finding.in_source(entry.key.source));
        }
    }
    if let Some(verdict) = verdict(game, table, "checkmate") {
        ending.checkmate = verdict;
    }
    match table.get("stalemate") {
        Some(Node { kind: Value::Table(inner), .. }) => {
            inner.keys(&mut game.findings, &schema::STALEMATE);
            ending.stalemate = verdict(game, inner, "result").unwrap_or(ending.stalemate);
            ending.last_stalemate = verdict(game, inner, "last");
        }
        _ => ending.stalemate = verdict(game, table, "stalemate").unwrap_or(ending.stalemate),
    }
    ending.lost = table.word_at(&mut game.findings, "lost", &LOST).unwrap_or_default();
    ending.team_lost = table.word_at(&mut game.findings, "team-lost", &TEAM_LOST).unwrap_or_default();
    check_players(game, root, table);
    if let Some(verdict) = verdict(game, table, "royal-lost") {
        ending.royal_lost = verdict;
    }
    if wants_table(game, table, "repetition", |times| format!("{{ times = {times}, result = \"draw\" }}"))
        && let Some(inner) = table.table_at(&mut game.findings, "repetition")
    {
        inner.keys(&mut game.findings, &schema::REPETITION);
        let times = inner
            .get("times")
            .and_then(|node| node.integer(&mut game.findings, "`times`", 2, 100))
            .unwrap_or(3);
        let player = inner.string_at(&mut game.findings, "player");
        ending.repetition = Some(Repetition {
            times: times as u16,
            result: verdict(game, inner, "result").unwrap_or(Verdict::Draw),
            player: player.and_then(|name| player_or_report(&game.ground.players, &mut game.findings, name)),
            perpetual_check: verdict(game, inner, "perpetual-check"),
            perpetual_chase: read_chase(game, inner, origins),
        });
    }
    if wants_table(game, table, "quiet", |plies| format!("{{ plies = {plies}, result = \"draw\" }}"))
        && let Some(node) = table.get("quiet")
        && let Some(inner) = node.table(&mut game.findings, "`quiet`")
    {
        inner.keys(&mut game.findings, &schema::QUIET);
        match inner.get("plies") {
            None => game.findings.missing(node.at(), "`quiet` needs `plies`: how many moves of one player"),
            Some(plies) => {
                if let Some(plies) = plies.integer(&mut game.findings, "`plies`", 1, 100_000) {
                    ending.quiet = Some(QuietLimit {
                        plies: plies as u32,
                        result: verdict(game, inner, "result").unwrap_or(Verdict::Draw),
                        reset_by: game
                            .names
                            .role_set_at(&mut game.findings, inner, "reset")
                            .unwrap_or_default(),
                    });
                }
            }
        }
    }
    ending.counting = read_counting(game, table, roles, origins);
    let texts: Vec<Text> =
        table.strings_at(&mut game.findings, "insufficient").into_iter().cloned().collect();
    for text in &texts {
        ending.insufficient.extend(materials(game, text, roles));
    }
    if let Some(node) = table.get("ends") {
        let items = match &node.kind {
            Value::Array(items) => node.capped(&mut game.findings, items, "`ends`"),
            _ => std::slice::from_ref(node),
        };
        for item in items {
            if let Some(end) = read_end(game, item) {
                let when = VERDICTS.iter().find_map(|(key, _)| item.as_table()?.get(key));
                let clause = Clause::End(ending.ends.len() as u16);
                when.into_iter().for_each(|node| note_clauses(origins, clause, node));
                ending.ends.push(end);
            }
        }
    }
    ending.points = read_points(game, table, roles.len());
    if let (None, Some(&(source, span))) = (&ending.points, game.names.points_asked.first()) {
        let finding = Diagnostic::new(Code::NO_POINTS, span, "no piece of this game has points")
            .help("set them in `[ending]`: `points = { … = 5 }`");
        game.findings.add(finding.in_source(source));
    }
    ending
}

/// Reports keys of `[ending]` that have no meaning for this number of players, or without teams.
fn check_players(game: &mut Game<'_>, root: &Table, table: &Table) {
    let several = game.ground.players.len() > 2;
    if let Some(entry) = table.entry("lost").filter(|_| !several) {
        let message = "`lost` is for games of more than two players";
        game.findings.report_at(entry.key.at(), Code::BAD_VALUE, message);
    }
    if let Some(entry) = table.entry("team-lost").filter(|_| root.get("teams").is_none()) {
        let message = "`team-lost` is for games with `teams`, and this one has none";
        game.findings.report_at(entry.key.at(), Code::BAD_VALUE, message);
    }
    let told = [("repetition", "result"), ("repetition", "perpetual-check"), ("quiet", "result")];
    for (section, key) in told.into_iter().filter(|_| several) {
        let Some(inner) = table.get(section).and_then(Node::as_table) else { continue };
        let Some(text) = inner.string_at(&mut game.findings, key).cloned() else { continue };
        if text.value != "draw" {
            let message = format!("with more than two players, `{section}` can only be \"draw\"");
            game.findings.report_at(text.at(), Code::BAD_VALUE, message);
        }
    }
    let chase =
        table.get("repetition").and_then(Node::as_table).and_then(|inner| inner.get("perpetual-chase"));
    if let Some(node) = chase.filter(|_| several) {
        let message = "`perpetual-chase` is for games of two players, and this one has more";
        game.findings.report_at(node.at(), Code::BAD_VALUE, message);
    }
    for key in ["insufficient", "counting"] {
        if let Some(node) = table.get(key).filter(|_| several) {
            let message = format!("`{key}` is for games of two players, and this one has more");
            game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        }
    }
}

/// `points` and `komi`: the values of pieces, and bonus points of players.
fn read_points(game: &mut Game<'_>, table: &Table, roles: usize) -> Option<Points> {
    let mut points = Points { roles: vec![0; roles], komi: vec![0; game.ground.players.len()] };
    let worths = table.table_at(&mut game.findings, "points");
    game.names.points_at = table.entry("points").map(|entry| entry.key.at());
    for entry in worths.map_or(&[][..], |worths| &worths.entries) {
        let key = &entry.key;
        let role =
            game.names.role_or_report(&mut game.findings, key, &key.value, Span::new(0, key.value.len()));
        let worth = entry.value.points(&mut game.findings, "what a piece is worth");
        if let (Some(role), Some(worth)) = (role, worth) {
            points.roles[role.index()] = worth;
        }
    }
    let komi = table.table_at(&mut game.findings, "komi");
    for entry in komi.map_or(&[][..], |komi| &komi.entries) {
        let number = entry.value.points(&mut game.findings, "`komi`");
        let player = player_or_report(&game.ground.players, &mut game.findings, &entry.key);
        if let (Some(player), Some(number)) = (player, number) {
            points.komi[player.index()] = number;
        }
    }
    (worths.is_some() || komi.is_some()).then_some(points)
}

/// `{ win = "…", reason = "…" }`: a result, and its condition.
fn read_end(game: &mut Game<'_>, node: &Node) -> Option<End> {
    if let Value::String(text) = &node.kind {
        let message = "an end needs a condition under `win`, `loss` or `draw`";
        let finding = Diagnostic::new(Code::WRONG_TYPE, node.span, message).in_source(node.source);
        game.findings.add(finding.help(format!("for example `{{ win = \"{}\" }}`", text.value)));
        return None;
    }
    let table = node.table(&mut game.findings, "an end")?;
    table.keys(&mut game.findings, &schema::END);
    let mut results = VERDICTS.iter().filter_map(|&(key, verdict)| Some((table.get(key)?, verdict)));
    let (Some((when, verdict)), None) = (results.next(), results.next()) else {
        let message = "an end has only one of `win`, `loss` and `draw`";
        game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        return None;
    };
    let conditions = game.asking_for_moves(|game| free_guards(game, when, "an end"))?;
    let reason = table.string_at(&mut game.findings, "reason").cloned();
    let reason = reason.filter(|text| check_printable(&mut game.findings, text, "a reason"));
    let written = || {
        let calls = strings(when).filter_map(|text| syntax::parse_calls(&text.value).value).flatten();
        calls.map(|call| call.to_string()).collect::<Vec<_>>().join(" ")
    };
    let reason = reason.map_or_else(written, |text| text.value);
    Some(End { verdict, when: conditions, reason })
}

/// Whether the value of a key is not a plain number. A number where a table is needed is reported, with the correct form.
fn wants_table(game: &mut Game<'_>, table: &Table, key: &str, written: impl Fn(i64) -> String) -> bool {
    let Some(node) = table.get(key) else { return true };
    let Value::Integer(number) = node.kind else { return true };
    let message = format!("`{key}` is a table, not a number: it also needs the result");
    let finding = Diagnostic::new(Code::WRONG_TYPE, node.span, message)
        .fix(node.span, written(number), "write the table")
        .in_source(node.source);
    game.findings.add(finding);
    false
}

pub(super) fn verdict(game: &mut Game<'_>, table: &Table, key: &str) -> Option<Verdict> {
    table.word_at(&mut game.findings, key, &VERDICTS)
}

/// `KN v K`: the maximum material of each side.
fn materials(game: &mut Game<'_>, text: &Text, roles: &[Role]) -> Option<[Material; 2]> {
    let mut words = text.value.split_whitespace();
    let (first, v, second, end) = (words.next(), words.next(), words.next(), words.next());
    let (Some(first), Some("v"), Some(second), None) = (first, v, second, end) else {
        let span = text.all();
        let finding =
            Diagnostic::new(Code::BAD_VALUE, span, "write material as `KN v K`: letters, `v`, letters")
                .help("`*` after a letter: any number of them, all on squares of one shade");
        game.findings.report(text, finding);
        return None;
    };
    Some([material(game, text, first, roles)?, material(game, text, second, roles)?])
}

fn material(game: &mut Game<'_>, text: &Text, word: &str, roles: &[Role]) -> Option<Material> {
    let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
    let mut material = Material { at_most: vec![0; roles.len()], one_shade: RoleSet::default() };
    let mut last: Option<usize> = None;
    for (at, c) in word.char_indices() {
        let span = Span::new(start + at, start + at + c.len_utf8());
        if c == '*' {
            match last {
                Some(role) => {
                    material.at_most[role] = u16::MAX;
                    material.one_shade = material.one_shade.iter().chain([RoleId(role as u8)]).collect();
                }
                None => {
                    let message = "`*` follows the letter of a piece";
                    game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
                    return None;
                }
            }
            continue;
        }
        let Some(role) = roles.iter().position(|role| role.letter == c) else {
            let message = format!("no piece has the letter `{c}`");
            game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
            return None;
        };
        game.names.roles[role].used = true;
        material.at_most[role] = material.at_most[role].saturating_add(1);
        last = Some(role);
    }
    Some(material)
}
