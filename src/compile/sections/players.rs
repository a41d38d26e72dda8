//! `[players]` and `turn`: the players, their views of the board, and their order.

use crate::compile::findings::Findings;
use crate::compile::ground::axis;
use crate::compile::names::check_name;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Table, Value};
use crate::compile::schema;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::geometry::{Board, Orientation};
use crate::source::{Span, is_hidden};
use crate::variant::{Player, PlayerSet};

use super::turns::{Order, player_of, player_or_report, read_order};

/// Reads `[players]` and `turn`.
pub(crate) fn read_players(
    root: &Table,
    top: At,
    board: &Board,
    findings: &mut Findings,
) -> Option<(Vec<Player>, Order)> {
    let order = read_order(root, findings);
    let table = root.table_at(findings, "players");
    let mut names: Vec<Text> = match table {
        Some(table) => table.entries.iter().map(|entry| entry.key.clone()).collect(),
        None => named_in(&order),
    };
    // The first player is the first in the table, whoever moves first: upper case in a FEN depends on it. A file that lists all
    // players again reorders them.
    if table.is_some() && names.windows(2).all(|pair| pair[0].source == pair[1].source) {
        names.sort_by_key(|name| name.span.start);
    }
    // A name similar to one in `turn` is a misspelling, not a further player. In a file that extends the one with the players,
    // the misspelling is that of `turn`.
    names.retain(|name| {
        let known: Vec<&str> = order.steps().map(|step| step.player.as_str()).collect();
        let later =
            |near: &str| order.steps().any(|step| step.player == near && step.text.source < name.source);
        let near = nearest(&name.value, known.iter().copied())
            .filter(|near| !known.contains(&name.value.as_str()) && !later(near));
        if let Some(near) = near {
            let finding = Diagnostic::new(
                Code::UNKNOWN_PLAYER,
                name.span,
                format!("`turn` names no player `{}`", name.value),
            )
            .fix(name.span, near, format!("`{near}` is the nearest name"));
            findings.add(finding.in_source(name.source));
        }
        near.is_none()
    });
    let at = root.get("players").or_else(|| root.get("turn")).map_or(top, |node| node.at());
    if !(2..=PlayerSet::CAPACITY).contains(&names.len()) {
        let count = names.len();
        let finding = if count > 2 {
            let message =
                format!("a game has at most {} players, and this one has {count}", PlayerSet::CAPACITY);
            Diagnostic::new(Code::BAD_PLAYERS, at.1, message)
        } else {
            too_few(at.1, &names, &order, table.is_some())
        };
        findings.add(finding.in_source(at.0));
        return None;
    }
    let several = names.len() > 2;
    let mut players: Vec<Player> = Vec::new();
    for (index, text) in names.iter().enumerate() {
        check_name(findings, text, "a player");
        // With more than two players, no view has a default.
        let flip_default = if index == 0 || several { Vec::new() } else { vec![forward_axis(board)] };
        let mut player = Player {
            name: text.value.clone(),
            fen: match index {
                _ if several => initial(&text.value),
                0 => "w".into(),
                _ => "b".into(),
            },
            orientation: Orientation::flipping(board.axes().len(), &flip_default),
        };
        let node = table.and_then(|table| table.get(&text.value));
        if let Some(node) = node
            && let Some(table) = node.table(findings, "a player")
        {
            table.keys(findings, &schema::PLAYER);
            if let Some(fen) = table.string_at(findings, "fen") {
                let apart = |c: char| c.is_whitespace() || is_hidden(c);
                let fits = !fen.value.is_empty() && !fen.value.contains(apart);
                if fits && several && !is_letter(&fen.value) {
                    let message = "with more than two players, this is one lower-case letter: it also precedes the \
                                   letters of the player's pieces";
                    findings.report_at(fen.at(), Code::BAD_VALUE, message);
                } else if fits {
                    player.fen.clone_from(&fen.value);
                } else {
                    findings.report_at(
                        fen.at(),
                        Code::BAD_VALUE,
                        "the FEN's text for a turn must be one word",
                    );
                }
            }
            if table.get("flip").is_some() {
                let mut flipped = Vec::new();
                for text in table.strings_at(findings, "flip") {
                    flipped.extend(axis(board, findings, text, &text.value, text.all()));
                }
                player.orientation = Orientation::flipping(board.axes().len(), &flipped);
            }
            if let Some(orientation) = read_view(table, board, findings) {
                player.orientation = orientation;
            }
        }
        players.push(player);
    }
    same_words(&players, &names, at, findings);
    for step in order.steps().filter(|step| player_of(&players, &step.player).is_none()) {
        let known: Vec<String> = names.iter().map(|name| name.value.clone()).collect();
        let message = format!("there is no player `{}`", step.player);
        let span = Span::new(0, step.player.len());
        findings.unknown(
            &step.text,
            span,
            (Code::UNKNOWN_PLAYER, "the players"),
            message,
            known.iter().map(String::as_str),
        );
    }
    Some((players, order))
}

/// Reports the missing player in a game with fewer than two: an entry of `[players]`, or a name in `turn`.
fn too_few(at: Span, names: &[Text], order: &Order, listed: bool) -> Diagnostic {
    let count = names.len();
    let mut absent: Vec<&str> = Vec::new();
    for step in order.steps().filter(|step| names.iter().all(|name| name.value != step.player)) {
        if !absent.contains(&step.player.as_str()) {
            absent.push(&step.player);
        }
    }
    match absent.first().filter(|_| listed) {
        Some(first) => {
            let message = format!("a game needs two players at least, and `[players]` names {count}");
            let absent: Vec<String> = absent.iter().map(|name| format!("`{name}`")).collect();
            Diagnostic::new(Code::BAD_PLAYERS, at, message).help(format!(
                "`turn` names {} too: give each an entry in `[players]`, if an empty one: `{first} = {{}}`",
                absent.join(", ")
            ))
        }
        None => {
            let message = format!("a game needs two players at least, and this one has {count}");
            let help =
                "name them in `turn`, in the order in which they move: `turn = [\"White\", \"Black\"]`";
            let help = if listed { format!("{help}; and each in `[players]`") } else { help.to_owned() };
            Diagnostic::new(Code::BAD_PLAYERS, at, message).help(help)
        }
    }
}

/// The default letter of a player: the first of the name, in lower case.
fn initial(name: &str) -> String {
    let lower = name.chars().next().and_then(|c| c.to_lowercase().next());
    lower.map_or_else(String::new, String::from)
}

/// Whether a text is one lower-case letter.
fn is_letter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_lowercase) && chars.next().is_none()
}

/// Reports players with the same letter in a FEN, and players without a letter.
fn same_words(players: &[Player], names: &[Text], at: At, findings: &mut Findings) {
    if let [first, second] = players {
        if first.fen == second.fen {
            let message = format!("both players' turns are written `{}`", first.fen);
            findings.report_at(at, Code::NAME_TAKEN, message);
        }
        return;
    }
    for (index, player) in players.iter().enumerate() {
        let earlier = players[..index].iter().find(|earlier| earlier.fen == player.fen);
        let message = match earlier {
            Some(earlier) => {
                format!("`{}` and `{}` are both written `{}` in a FEN", earlier.name, player.name, player.fen)
            }
            None if !is_letter(&player.fen) => {
                format!(
                    "a FEN needs a lower-case letter for `{}`, and the name begins with none",
                    player.name
                )
            }
            None => continue,
        };
        let place = names.get(index).map_or(at, Text::at);
        let finding = Diagnostic::new(Code::NAME_TAKEN, place.1, message)
            .help(format!("give one a letter of its own: `[players]` `{} = {{ fen = \"…\" }}`", player.name));
        findings.add(finding.in_source(place.0));
    }
}

/// Reads `teams`.
pub(crate) fn read_teams(root: &Table, players: &[Player], findings: &mut Findings) -> Vec<PlayerSet> {
    let Some(node) = root.get("teams") else { return Vec::new() };
    let Value::Array(items) = &node.kind else {
        node.wrong_type::<()>(findings, "`teams`", "a list of lists of players");
        return Vec::new();
    };
    let mut teams: Vec<PlayerSet> = Vec::new();
    for item in node.capped(findings, items, "`teams`") {
        let mut team = PlayerSet::default();
        for text in item.strings(findings, "a player") {
            let Some(player) = player_or_report(players, findings, text) else { continue };
            if team.contains(player) || teams.iter().any(|other| other.contains(player)) {
                let message = format!("`{}` is in two teams", text.value);
                findings.report_at(text.at(), Code::BAD_TEAMS, message);
            }
            team = team.with(PlayerSet::single(player));
        }
        teams.push(team);
    }
    if teams.iter().any(|team| *team == PlayerSet::first(players.len())) {
        let message = "all players are in one team: there is no opponent";
        findings.report_at(node.at(), Code::BAD_TEAMS, message);
    }
    teams
}

/// The players named in an order, without repetition.
fn named_in(order: &Order) -> Vec<Text> {
    let mut names: Vec<Text> = Vec::new();
    for step in order.steps() {
        if names.iter().all(|name| name.value != step.player) {
            let mut name = step.text.clone();
            name.value.clone_from(&step.player);
            names.push(name);
        }
    }
    names
}

/// Reads `view`: for each of the player's axes the board's axis, with `-` if reversed. Missing axes are those of the board.
fn read_view(table: &Table, board: &Board, findings: &mut Findings) -> Option<Orientation> {
    let node = table.get("view")?;
    if let Some(flip) = table.get("flip") {
        let message = "a player has either `view` or `flip`";
        findings.report_at(flip.at(), Code::BAD_VALUE, message);
    }
    let view = node.table(findings, "`view`")?;
    let mut axes: Vec<(usize, bool)> = (0..board.axes().len()).map(|axis| (axis, false)).collect();
    for entry in &view.entries {
        let own = axis(board, findings, &entry.key, &entry.key.value, entry.key.all());
        let text = entry.value.string(findings, "the axis that it is")?;
        let name = text.value.trim_start_matches(['-', '−']);
        let start = text.value.len() - name.len();
        let seen = axis(board, findings, text, name, Span::new(start, text.value.len()));
        let (own, seen) = (own?, seen?);
        let [shape, other] = [own, seen].map(|axis| &board.axes()[axis]);
        if (shape.length, shape.wraps) != (other.length, other.wraps) {
            let message = if shape.length == other.length {
                let (ring, line) = if shape.wraps { (shape, other) } else { (other, shape) };
                format!("`{}` is a ring, and `{}` is not", ring.name, line.name)
            } else {
                format!("`{}` and `{}` are not of one length", shape.name, other.name)
            };
            findings.report_at(text.at(), Code::BAD_VALUE, message);
            return None;
        }
        axes[own] = (seen, start > 0);
    }
    let orientation = Orientation::new(axes);
    if orientation.is_none() {
        let message = "two axes of this view are the same axis of the board";
        findings.report_at(node.at(), Code::BAD_VALUE, message);
    }
    orientation
}

/// The default axis along which the two players face each other: `Rank`, or else the second axis.
pub(crate) fn forward_axis(board: &Board) -> usize {
    board.axis("Rank").unwrap_or(usize::from(board.axes().len() > 1))
}
