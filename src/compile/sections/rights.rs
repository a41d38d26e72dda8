//! `[rights]`: permissions, such as castling, that are lost when a square is disturbed.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::SquareSet;
use crate::source::Span;
use crate::variant::{Outermost, PlayerId, Right, RightId, RightSlot, RoleId, RoleSet};

use crate::compile::caps::MAX_RIGHTS;
use crate::compile::game::Game;
use crate::compile::ground::unite;
use crate::compile::names::{Declared, check_name};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Node, Table, Value};
use crate::compile::resolve::regions::{parse_region, region_squares};
use crate::compile::schema;

/// A right before it is split by player.
struct Draft {
    /// The squares, by player.
    squares: Vec<SquareSet>,
    by_square: bool,
    letter: Option<char>,
    /// The axis whose labels are the letters.
    letters: Option<usize>,
    /// Along the player's own axes.
    outermost: Vec<Outermost>,
}

/// Declares the rights, so that patterns can use their names.
pub(crate) fn declare_rights(game: &mut Game<'_>, root: &Table) {
    let Some(table) = root.table_at(&mut game.findings, "rights") else { return };
    for entry in table.entries.iter().take(MAX_RIGHTS) {
        check_name(&mut game.findings, &entry.key, "a right");
        game.names.rights.push(Declared::key(&entry.key));
        let by_square = match &entry.value.kind {
            Value::Table(table) => table.get("each").is_some(),
            _ => false,
        };
        game.names.rights_by_square.push(by_square);
    }
}

/// Reads `[rights]`.
pub(crate) fn read_rights(game: &mut Game<'_>, root: &Table) -> (Vec<Right>, Vec<RightSlot>) {
    let Some(node) = root.get("rights") else { return (Vec::new(), Vec::new()) };
    let Value::Table(table) = &node.kind else {
        return (Vec::new(), Vec::new());
    };
    let mut rights = Vec::new();
    let mut drafts = Vec::new();
    for (index, entry) in table.entries.iter().enumerate().take(game.names.rights.len()) {
        let draft = right_draft(game, &entry.value, &entry.key.value, index);
        let (right, draft) = draft.unwrap_or_else(|| {
            let right = Right {
                name: entry.key.value.clone(),
                by_square: false,
                holders: RoleSet::default(),
                lost_with: RoleSet::default(),
                groups: Vec::new(),
            };
            let squares = game.ground.nowhere();
            let empty =
                Draft { squares, by_square: false, letter: None, letters: None, outermost: Vec::new() };
            (right, empty)
        });
        rights.push(right);
        drafts.push(draft);
    }
    let mut slots: Vec<RightSlot> = Vec::new();
    for player in 0..game.ground.players.len() {
        for (index, draft) in drafts.iter().enumerate() {
            single_rights(game, RightId(index as u8), PlayerId(player as u8), draft, &mut slots);
        }
    }
    if slots.len() > MAX_RIGHTS || table.entries.len() > MAX_RIGHTS {
        let message = format!("all players together may have {MAX_RIGHTS} rights, and have {}", slots.len());
        game.findings.report_at(node.at(), Code::TOO_MANY_RIGHTS, message);
        slots.truncate(MAX_RIGHTS);
    }
    check_right_letters(game, node, &slots);
    (rights, slots)
}

fn right_draft(game: &mut Game<'_>, node: &Node, name: &str, index: usize) -> Option<(Right, Draft)> {
    let table = node.table(&mut game.findings, "a right")?;
    let by_square = game.names.rights_by_square.get(index).copied().unwrap_or(false);
    let (what, known) = if by_square {
        ("a right by square", schema::RIGHT_EACH)
    } else {
        (schema::RIGHT.name, schema::RIGHT_TOGETHER)
    };
    table.only_keys(&mut game.findings, what, known);
    let key = if by_square { "each" } else { "squares" };
    if table.get(key).is_none() {
        game.findings.missing(
            node.at(),
            format!("the right `{name}` needs `squares` (the squares that must stay undisturbed) or `each`"),
        );
        return None;
    }
    let squares = region_strings(game, table, key)?;
    let holders = game.names.role_set_at(&mut game.findings, table, "piece")?;
    let lost_with = game.names.role_set_at(&mut game.findings, table, "with")?;
    let letter = match table.string_at(&mut game.findings, "letter") {
        Some(text) => Some(one_letter(game, &text.value.clone(), text.at())?),
        None => None,
    };
    let letters = match table.string_at(&mut game.findings, "letters").cloned() {
        Some(text) => Some(game.ground.axis(&mut game.findings, &text, &text.value, text.all())?),
        None => None,
    };
    if by_square && letters.is_none() {
        let message = format!("the right `{name}` needs `letters`: the axis whose coordinates a FEN writes");
        game.findings.missing(node.at(), message);
        return None;
    }
    let mut outermost = Vec::new();
    if let Some(table) = table.table_at(&mut game.findings, "outermost") {
        for entry in &table.entries {
            let letter = one_letter(game, &entry.key.value, entry.key.at())?;
            let text = entry.value.string(&mut game.findings, "a side")?.clone();
            outermost.push(side(game, &text, letter)?);
        }
    }
    let mut groups = Vec::new();
    if let Some(table) = table.table_at(&mut game.findings, "groups") {
        for entry in &table.entries {
            let letter = one_letter(game, &entry.key.value, entry.key.at())?;
            groups.push((letter, region_strings(game, table, &entry.key.value)?));
        }
    }
    let right = Right { name: name.to_owned(), by_square, holders, lost_with, groups };
    Some((right, Draft { squares, by_square, letter, letters, outermost }))
}

/// The union of regions under a key, by player.
fn region_strings(game: &mut Game<'_>, table: &Table, key: &str) -> Option<Vec<SquareSet>> {
    let texts: Vec<Text> = table.strings_at(&mut game.findings, key).into_iter().cloned().collect();
    let mut all = game.ground.nowhere();
    let mut fine = true;
    for text in &texts {
        match parse_region(&game.ground, &mut game.findings, text)
            .and_then(|region| region_squares(&mut game.ground, &mut game.findings, text, &region))
        {
            Some(part) => unite(&mut all, &part),
            None => fine = false,
        }
    }
    fine.then_some(all)
}

fn one_letter(game: &mut Game<'_>, text: &str, at: At) -> Option<char> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_uppercase() && c.to_lowercase().count() == 1 => Some(c),
        _ => {
            game.findings.report_at(at, Code::BAD_LETTER, "a right's letter is one letter in upper case");
            None
        }
    }
}

/// `File +`: an axis and a direction along it, optionally followed by the pieces to look for.
fn side(game: &mut Game<'_>, text: &Text, letter: char) -> Option<Outermost> {
    let Some(at) = text.value.find(['+', '-']) else {
        let span = text.all();
        let message = "a side is an axis and a sign, such as `File +`";
        game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, span, message));
        return None;
    };
    let name = text.value[..at].trim_end();
    let axis = game.ground.axis(&mut game.findings, text, name, Span::new(0, name.len()))?;
    let mut roles: Vec<RoleId> = Vec::new();
    for word in text.value[at + 1..].split_whitespace() {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let span = Span::new(start, start + word.len());
        roles.push(game.names.role_or_report(&mut game.findings, text, word, span)?);
    }
    let toward_end = text.value[at..].starts_with('+');
    Some(Outermost { letter, axis, toward_end, roles: roles.into_iter().collect() })
}

/// The single rights of one player.
fn single_rights(game: &Game<'_>, right: RightId, player: PlayerId, draft: &Draft, out: &mut Vec<RightSlot>) {
    let cased = |letter: char| {
        if player.0 == 0 || game.ground.players.len() > 2 {
            letter.to_uppercase().next().unwrap_or(letter)
        } else {
            letter.to_lowercase().next().unwrap_or(letter)
        }
    };
    let Some(squares) = draft.squares.get(player.index()) else { return };
    if !draft.by_square {
        out.push(RightSlot {
            right,
            player,
            square: None,
            squares: squares.clone(),
            letter: draft.letter.map(cased),
            outermost: Vec::new(),
        });
        return;
    }
    let orientation = &game.ground.players[player.index()].orientation;
    for square in squares.iter() {
        if out.len() > MAX_RIGHTS {
            return;
        }
        let mut only = game.ground.board.empty_set();
        only.insert(square);
        let letter = draft.letters.and_then(|axis| {
            let coordinate = game.ground.board.point(square).get(axis).copied().unwrap_or(0);
            game.ground.board.axes()[axis].label(coordinate as u16).chars().next()
        });
        let outermost = draft.outermost.iter().map(|side| Outermost {
            letter: cased(side.letter),
            axis: orientation.board_axis(side.axis),
            toward_end: side.toward_end != orientation.flips(side.axis),
            roles: side.roles,
        });
        out.push(RightSlot {
            right,
            player,
            square: Some(square),
            squares: only,
            letter: letter.map(cased),
            outermost: outermost.collect(),
        });
    }
}

/// Reports two rights with the same letter.
fn check_right_letters(game: &mut Game<'_>, node: &Node, slots: &[RightSlot]) {
    // With more than two players, the player's letter precedes the right's letter.
    let named = game.ground.players.len() > 2;
    let mut seen: Vec<(char, Option<PlayerId>)> = Vec::new();
    for slot in slots {
        let Some(letter) = slot.letter else { continue };
        let whose = named.then_some(slot.player);
        if seen.contains(&(letter, whose)) {
            let message = format!("two rights are written `{letter}` in a FEN");
            game.findings.report_at(node.at(), Code::DUPLICATE_LETTER, message);
            return;
        }
        seen.push((letter, whose));
    }
}
