//! `[pieces]`: roles, their letters and properties.

use crate::compile::caps::MAX_ROLES;
use crate::compile::findings::listed;
use crate::compile::game::Game;
use crate::compile::names::{Declared, check_name, check_printable};
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Entry, Node, Table, Value};
use crate::compile::schema;
use crate::compile::{Clause, Origins};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Span, is_hidden};
use crate::variant::{LocalName, Role, RoleId, Royalty};

use super::conditions::note_clauses;
use super::hooks::read_hooks;
use super::moves::read_movements;
use super::promotion::read_promotion;

/// Characters with another meaning in a FEN, in a move or in a diagram.
const SIGNS: &str = "/[]()~+-=@,;:#!?|<>\"'`\\.";

/// Declares the roles, so that patterns can use their names.
pub(crate) fn declare_roles(game: &mut Game<'_>, root: &Table, top: At) {
    let Some(node) = root.get("pieces") else {
        game.findings.missing(top, "the rule file has no `[pieces]`");
        return;
    };
    let Some(table) = root.table_at(&mut game.findings, "pieces") else { return };
    if table.entries.is_empty() {
        game.findings.missing(node.at(), "there is no piece");
    }
    for entry in &table.entries {
        if game.names.roles.len() >= MAX_ROLES {
            let at = entry.key.at();
            game.findings.report_at(
                at,
                Code::TOO_MANY_ROLES,
                format!("a game may have {MAX_ROLES} kinds of piece"),
            );
            return;
        }
        check_name(&mut game.findings, &entry.key, "a piece");
        game.names.roles.push(Declared::key(&entry.key));
    }
}

/// Reads all roles. `names` collects the SAN names of named movements.
pub(crate) fn read_roles(
    game: &mut Game<'_>,
    root: &Table,
    names: &mut Vec<String>,
    origins: &mut Origins,
) -> (Vec<Role>, Royalty) {
    let Some(Value::Table(table)) = root.get("pieces").map(|node| &node.kind) else {
        return (Vec::new(), Royalty::Each);
    };
    let mut royalties: Vec<(Royalty, At)> = Vec::new();
    let mut roles = Vec::new();
    let mut letters: Vec<(char, u8, At)> = Vec::new();
    for (index, entry) in table.entries.iter().enumerate().take(game.names.roles.len()) {
        let at = entry.key.at();
        origins.roles.push(at);
        origins.promotions.push(None);
        let mut role = Role::new(entry.key.value.clone(), '?');
        if let Some(table) = entry.value.table(&mut game.findings, "a piece") {
            table.keys(&mut game.findings, &schema::PIECE);
            let neutral = table.get("neutral").and_then(|node| node.boolean(&mut game.findings, "`neutral`"));
            role.neutral = neutral == Some(true);
            read_letter(game, table, entry, &mut role, &mut letters);
            read_names(game, table, &mut role);
            if let Some(node) = table.get("royal") {
                let kind = read_royal(game, node);
                role.royal = kind.is_some();
                if role.royal && role.neutral {
                    let message = "a neutral piece cannot be royal";
                    game.findings.report_at(node.at(), Code::BAD_VALUE, message);
                }
                royalties.extend(kind.map(|kind| (kind, node.at())));
            }
            for movements in moves_like(game, root, table) {
                read_movements(game, movements, RoleId(index as u8), &mut role, names, origins);
            }
            if let Some(node) = table.get("promotion") {
                role.promotion = read_promotion(game, node);
                let when = node.as_table().and_then(|table| table.get("when"));
                if let Some(when) = when {
                    note_clauses(origins, Clause::Promotion(RoleId(index as u8)), when);
                }
                origins.promotions[index] = Some(when.unwrap_or(node).at());
            }
            if let Some(hooks) = table.get("hooks") {
                (role.after_move, role.after_capture) =
                    read_hooks(game, hooks, Some(RoleId(index as u8)), origins);
            }
        }
        roles.push(role);
    }
    let royalty = royalties.first().map_or(Royalty::Each, |&(kind, _)| kind);
    if let Some(&(_, at)) = royalties.iter().find(|&&(kind, _)| kind != royalty) {
        let message =
            "all royal pieces of a game need the same value of `royal`: `true`, `\"one\"` or `\"last\"`";
        game.findings.report_at(at, Code::BAD_VALUE, message);
    }
    (roles, royalty)
}

/// The type of `royal`, in words.
const ROYAL: &str = "true, false, \"one\" or \"last\"";

/// `royal`: whether the piece is royal, and the rule for several of them.
fn read_royal(game: &mut Game<'_>, node: &Node) -> Option<Royalty> {
    match &node.kind {
        Value::Boolean(royal) => royal.then_some(Royalty::Each),
        Value::String(text) if text.value == "one" => Some(Royalty::One),
        Value::String(text) if text.value == "last" => Some(Royalty::Last),
        Value::String(text) => {
            let message = format!("`royal` is {ROYAL}, not \"{}\"", text.value);
            let finding = Diagnostic::new(Code::WRONG_TYPE, node.span, message).in_source(node.source);
            game.findings.add(node.unquoted(finding, ROYAL));
            Some(Royalty::Each)
        }
        _ => node.wrong_type(&mut game.findings, "`royal`", ROYAL),
    }
}

/// The tables whose movements a piece has: its own, then those of its `like`, and so on.
fn moves_like<'t>(game: &mut Game<'_>, root: &'t Table, own: &'t Table) -> Vec<&'t Table> {
    let mut tables = vec![own];
    let mut last = own;
    while let Some(text) = last.string_at(&mut game.findings, "like") {
        let known = game.names.role_or_report(&mut game.findings, text, &text.value, text.all()).is_some();
        let pieces = root.get("pieces").and_then(Node::as_table).filter(|_| known);
        let other = pieces.and_then(|pieces| pieces.get(&text.value)).and_then(Node::as_table);
        let Some(other) = other else { break };
        if tables.iter().any(|&table| std::ptr::eq(table, other)) {
            let message = format!("the piece `{}` would move like itself", text.value);
            game.findings.report_at(text.at(), Code::BAD_VALUE, message);
            break;
        }
        tables.push(other);
        last = other;
    }
    tables
}

fn read_letter(
    game: &mut Game<'_>,
    table: &Table,
    entry: &Entry,
    role: &mut Role,
    letters: &mut Vec<(char, u8, At)>,
) {
    let texts: Vec<Text> = table.strings_at(&mut game.findings, "letter").into_iter().cloned().collect();
    match table.get("letter").map(|node| &node.kind) {
        None => without_letter(game, entry),
        Some(Value::Array(items)) if items.is_empty() => {
            let at = entry.key.at();
            game.findings.missing(at, format!("the piece `{}` has no `letter`", entry.key.value));
        }
        Some(_) => {}
    }
    role.pluses = texts.first().map_or(0, |text| part_letter(&text.value).0);
    let found: Vec<char> = texts.iter().filter_map(|text| one_letter(game, text, role, letters)).collect();
    if let [letter, synonyms @ ..] = found.as_slice() {
        role.letter = *letter;
        role.synonyms = synonyms.to_vec();
    }
}

/// The number of `+` before a letter, and the rest.
fn part_letter(text: &str) -> (u8, &str) {
    let rest = text.trim_start_matches('+');
    (u8::try_from(text.len() - rest.len()).unwrap_or(u8::MAX), rest)
}

/// A letter of a piece, in upper case. It is recorded as taken.
fn one_letter(
    game: &mut Game<'_>,
    text: &Text,
    role: &Role,
    letters: &mut Vec<(char, u8, At)>,
) -> Option<char> {
    let at = text.at();
    let (pluses, rest) = part_letter(&text.value);
    let mut chars = rest.chars();
    let (Some(c), None, ..=Role::MAX_PLUSES) = (chars.next(), chars.next(), pluses) else {
        let message = "a piece's letter is one letter, or one after `+` or `++`";
        let finding = Diagnostic::new(Code::BAD_LETTER, at.1, message)
            .help("if the plain letters are all taken, use one of another script: `Γ`, `Ж`");
        game.findings.add(finding.in_source(at.0));
        return None;
    };
    if pluses != role.pluses {
        let message = "all letters of one piece have the same number of `+` before them";
        game.findings.report_at(at, Code::BAD_LETTER, message);
        return None;
    }
    // Input methods for Chinese and Japanese write full-width letters.
    let full_width = matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ');
    let c = match char::from_u32(u32::from(c).wrapping_sub(0xfee0)).filter(|_| full_width) {
        Some(plain) => {
            let plain = plain.to_ascii_uppercase();
            let message = format!("`{c}` is not the plain `{plain}`");
            let finding = Diagnostic::new(Code::FULL_WIDTH, at.1, message).fix(
                at.1,
                format!("\"{}{plain}\"", role.sign()),
                format!("write the plain `{plain}`"),
            );
            game.findings.add(finding.in_source(at.0));
            plain
        }
        None => c,
    };
    let single = |mut chars: Box<dyn Iterator<Item = char>>| match (chars.next(), chars.next()) {
        (Some(c), None) => Some(c),
        _ => None,
    };
    let upper = single(Box::new(c.to_uppercase()));
    let lower = single(Box::new(c.to_lowercase()));
    let (Some(upper), Some(lower)) = (upper, lower) else {
        game.findings.report_at(
            at,
            Code::BAD_LETTER,
            "a piece's letter needs one upper and one lower case form",
        );
        return None;
    };
    // A neutral piece needs no lower-case form, so a sign can be its letter.
    if upper == lower && role.neutral {
        if c.is_ascii_digit() || c.is_whitespace() || SIGNS.contains(c) {
            let message =
                format!("`{c}` cannot be a letter: it has another meaning in a FEN, a move or a diagram");
            let finding = Diagnostic::new(Code::BAD_LETTER, at.1, message)
                .help("give the piece a sign such as `*`, or a letter");
            game.findings.add(finding.in_source(at.0));
            return None;
        }
        if letters.iter().any(|&(known, other, _)| known == c && other == pluses) {
            game.findings.report_at(at, Code::DUPLICATE_LETTER, format!("two pieces have the letter `{c}`"));
        }
        letters.push((c, pluses, at));
        return Some(c);
    }
    if upper == lower {
        let finding = Diagnostic::new(
            Code::BAD_LETTER,
            at.1,
            format!("`{c}` has no upper and lower case, which distinguish the two players' pieces in a FEN"),
        )
        .help("give the piece a letter such as `K`; names in other scripts go into `names`");
        game.findings.add(finding.in_source(at.0));
        return None;
    }
    if c != upper {
        let finding = Diagnostic::new(Code::BAD_LETTER, at.1, "a piece's letter is given in upper case").fix(
            at.1,
            format!("\"{}{upper}\"", role.sign()),
            "write it in upper case",
        );
        game.findings.add(finding.in_source(at.0));
    }
    // A FEN writes the second player's pieces in lower case, and two upper-case letters may share a lower-case one.
    let same = |known: char| known == upper || known.to_lowercase().eq([lower]);
    if let Some(&(known, _, other)) =
        letters.iter().find(|&&(known, other, _)| same(known) && other == pluses)
    {
        let message = if known == upper {
            format!("two pieces have the letter `{upper}`")
        } else {
            format!("`{known}` and `{upper}` are the same in lower case, `{lower}`")
        };
        let finding = Diagnostic::new(Code::DUPLICATE_LETTER, at.1, message)
            .primary("given again here")
            .in_source(at.0)
            .label_in(other.0, other.1, "given here first");
        game.findings.add(finding);
    }
    letters.push((upper, pluses, at));
    Some(upper)
}

/// Reports a piece without a letter. If it looks like a misspelt inherited piece, the message names that piece.
fn without_letter(game: &mut Game<'_>, entry: &Entry) {
    let (name, key) = (&entry.key.value, &entry.key);
    let inherited = game.names.roles.iter().filter(|role| role.at.0 != key.source && role.name != *name);
    let inherited: Vec<&str> = inherited.map(|role| role.name.as_str()).collect();
    let finding = match nearest(name, inherited.iter().copied()) {
        Some(near) => {
            let message = format!("the extended file has no piece `{name}`, and a new one needs a `letter`");
            Diagnostic::new(Code::UNKNOWN_ROLE, key.span, message)
                .fix(key.span, near, format!("`{near}` is the nearest name"))
                .help(format!("its pieces are {}", listed(&inherited)))
        }
        None => Diagnostic::new(Code::MISSING_KEY, key.span, format!("the piece `{name}` has no `letter`")),
    };
    game.findings.add(finding.in_source(key.source));
}

fn read_names(game: &mut Game<'_>, table: &Table, role: &mut Role) {
    let mut readable = true;
    for text in table.strings_at(&mut game.findings, "glyphs") {
        let mut chars = text.value.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if is_hidden(c) || c.is_whitespace() => {
                let message = "a glyph must be a visible character";
                game.findings.report_at(text.at(), Code::BAD_VALUE, message);
                readable = false;
            }
            (Some(c), None) => role.glyphs.push(c),
            _ => {
                readable = false;
                game.findings.report_at(text.at(), Code::BAD_VALUE, "a glyph is one character");
            }
        }
    }
    let players = if role.neutral { 1 } else { game.ground.players.len() };
    if readable && !role.glyphs.is_empty() && role.glyphs.len() != players {
        let at = table.get("glyphs").map_or((MAIN, Span::point(0)), Node::at);
        game.findings.report_at(
            at,
            Code::BAD_VALUE,
            format!("`glyphs` is {players} characters, one for each player"),
        );
    }
    let Some(names) = table.table_at(&mut game.findings, "names") else { return };
    for entry in &names.entries {
        let mut all: Vec<Vec<String>> = Vec::new();
        match &entry.value.kind {
            Value::String(text) => all = vec![vec![text.value.clone()]; players],
            Value::Array(items) => {
                for item in entry.value.capped(&mut game.findings, items, "`names`") {
                    let names = item.strings(&mut game.findings, "a name");
                    all.push(names.iter().map(|text| text.value.clone()).collect());
                }
            }
            _ => {
                entry.value.wrong_type::<()>(&mut game.findings, "a piece's name", "a string or a list");
                continue;
            }
        }
        if all.len() != players || all.iter().any(Vec::is_empty) {
            let message = format!("{players} names are needed, one for each player");
            game.findings.report_at(entry.value.at(), Code::BAD_VALUE, message);
            continue;
        }
        check_printable(&mut game.findings, &entry.key, "the name of a language");
        printable_names(game, &entry.value);
        role.names.push(LocalName { language: entry.key.value.clone(), names: all });
    }
}

/// Reports names of a piece that contain invisible characters.
fn printable_names(game: &mut Game<'_>, node: &Node) {
    match &node.kind {
        Value::String(text) => {
            check_printable(&mut game.findings, text, "a piece's name");
        }
        Value::Array(items) => items.iter().for_each(|item| printable_names(game, item)),
        _ => {}
    }
}
