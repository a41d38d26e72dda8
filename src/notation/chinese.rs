//! Chinese notation: 炮二平五, 前马进三.
//!
//! The first player's files and distances are written in Chinese numerals, the others' in digits; ordinals in Chinese numerals
//! for all. Readers accept either kind from either player, full-width digits, and traditional and simplified forms. Besides the
//! ordinal convention they accept:
//!
//! - 前 中 后 and numerals with the file if there are several stacks (前兵九平八, 前九平八);
//! - 前 and 后 in a stack of any size;
//! - the name before its ordinal (炮前平五).

use crate::variant::{Move, PlayerId, Role, RoleId, RoleSet, Variant};

use super::relative::{Direction, Rank, Seen, Stack, Subject, Telling, finish, names};
use super::wxf::letters_repeat;
use super::{ReadError, View, coordinate, numeral, suffix};

/// The language of the names that the script writes.
pub(super) const LANGUAGE: &str = "zh";

/// The text of a move.
pub(super) fn write(view: View<'_>, mv: Move) -> Option<String> {
    let seen = Seen::new(view)?;
    let role = view.role(mv)?;
    let stack = seen.stack(mv.from, role);
    let ordered = stack.size > 2 || stack.size == 2 && !view.variant.notation.never_ordered.contains(role);
    let both = if stack.size == 2 { [ordered, true] } else { [ordered, ordered] };
    let heads = both.into_iter().filter(|ordered| !ordered || stack.joint <= numeral::LARGEST_CHINESE);
    let heads = heads.map(|ordered| {
        let (subject, head) = head(&seen, mv, role, stack, ordered);
        (head, alike(view, role), subject)
    });
    let Some((mut text, direction, number)) = seen.tell(mv, role, heads) else {
        return Some(coordinate::fallback(view, mv));
    };
    text.push(match direction {
        Direction::Forward => '进',
        Direction::Back => '退',
        Direction::Level => '平',
    });
    text.push_str(&count(view, number));
    let doubtful = names_hold_words(view) || letters_repeat(view.variant);
    Some(finish(view, mv, text, doubtful, read))
}

/// Whether some piece's name contains a character with another meaning in the script: an ordinal (`后` is a queen or *rear*), a
/// direction, a number, a sign. Only then can a text be ambiguous.
fn names_hold_words(view: View<'_>) -> bool {
    let word = |c: char| {
        place(c).is_some() || direction(c).is_some() || numeral::digit(c).is_some() || !c.is_alphabetic()
    };
    let locals = view.variant.roles.iter().flat_map(|role| &role.names);
    let names =
        locals.filter(|local| local.language == LANGUAGE).flat_map(|local| local.names.iter().flatten());
    names.into_iter().any(|name| name.is_empty() || name.chars().map(numeral::narrow).any(word))
}

/// The moving piece, and its description.
fn head(seen: &Seen<'_>, mv: Move, role: RoleId, stack: Stack, ordered: bool) -> (Subject, String) {
    let name = name(seen.view, role);
    if !ordered {
        let file = seen.file(mv.from);
        return (Subject { file: Some(file), rank: None }, name + &count(seen.view, file));
    }
    let (rank, word) = match (stack.stacks, stack.size, stack.nth) {
        (0 | 1, 2 | 3, 1) => (Rank::Front, "前".to_owned()),
        (0 | 1, 3, 2) => (Rank::Middle, "中".to_owned()),
        (0 | 1, 2 | 3, _) => (Rank::Rear, "后".to_owned()),
        _ => (Rank::Nth(stack.joint), numeral::chinese(stack.joint)),
    };
    (Subject { file: None, rank: Some(rank) }, word + &name)
}

/// The written name of the mover's piece of a role; its letter if the rule file gives no name.
fn name(view: View<'_>, role: RoleId) -> String {
    let role = view.variant.role(role);
    match names(role, LANGUAGE, view.mover().index()).first() {
        Some(name) => (*name).to_owned(),
        None => role.letter.to_string(),
    }
}

/// The roles with the same written name.
fn alike(view: View<'_>, role: RoleId) -> Vec<RoleId> {
    let own = name(view, role);
    let roles = (0..view.variant.roles.len()).map(|i| RoleId(i as u8));
    roles.filter(|&other| name(view, other) == own).collect()
}

fn count(view: View<'_>, n: u16) -> String {
    if view.mover().index() == 0 { numeral::chinese(n) } else { n.to_string() }
}

/// The move for a text.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let text: String = text.chars().map(numeral::narrow).filter(|c| !c.is_whitespace()).collect();
    if let Some(found) = coordinate::read_fallback(view, &text) {
        return found;
    }
    let seen = Seen::new(view).ok_or(ReadError::Unreadable)?;
    let (body, nth) = suffix::split(&text).ok_or(ReadError::Unreadable)?;
    let (body, choice) = match body.split_once('=') {
        None => (body, None),
        Some((body, letter)) => {
            (body, Some(coordinate::role_of_choice(view.variant, letter).ok_or(ReadError::Unreadable)?))
        }
    };
    let tellings = tellings(view, body);
    if tellings.is_empty() {
        return Err(ReadError::Unreadable);
    }
    seen.resolve(&tellings, choice, nth)
}

/// Every way to parse a text.
fn tellings(view: View<'_>, text: &str) -> Vec<Telling> {
    // The last direction word counts, since a name may contain such a word, but a number does not.
    let Some((at, c, direction)) = text.char_indices().rev().find_map(|(i, c)| Some((i, c, direction(c)?)))
    else {
        return Vec::new();
    };
    let (head, tail) = (&text[..at], &text[at + c.len_utf8()..]);
    let Some(number) = whole_number(tail) else { return Vec::new() };
    heads(view, head)
        .into_iter()
        .map(|(roles, subject)| Telling { roles, subject, direction, number })
        .collect()
}

/// The direction for a character.
pub(super) fn direction(c: char) -> Option<Direction> {
    Some(match c {
        '进' | '進' => Direction::Forward,
        '退' => Direction::Back,
        '平' => Direction::Level,
        _ => return None,
    })
}

/// The ordinal in a stack for a character.
pub(super) fn place(c: char) -> Option<Rank> {
    Some(match c {
        '前' => Rank::Front,
        '中' => Rank::Middle,
        '后' | '後' => Rank::Rear,
        _ => return None,
    })
}

fn whole_number(text: &str) -> Option<u16> {
    let digits: Option<Vec<u16>> = text.chars().map(numeral::digit).collect();
    numeral::number(&digits?).filter(|&n| n > 0)
}

/// The possible subjects for the text before the direction.
fn heads(view: View<'_>, head: &str) -> Vec<(Vec<RoleId>, Subject)> {
    let mut found = Vec::new();
    let mut add = |roles: Vec<RoleId>, file: Option<u16>, rank: Option<Rank>| {
        if !roles.is_empty() {
            found.push((roles, Subject { file, rank }));
        }
    };
    // With a name: [ordinal] name [file], or name [ordinal]. The name begins after or with a possible ordinal or number, since
    // names may contain such characters (`后`).
    for (at, c) in head.char_indices() {
        let (before, rest) = head.split_at(at);
        let rank = match before {
            "" => None,
            word => match (word.chars().next().and_then(place), word.chars().count(), whole_number(word)) {
                (Some(rank), 1, _) => Some(rank),
                (None, _, Some(n)) => Some(Rank::Nth(n)),
                _ => continue,
            },
        };
        for (roles, length) in named(view, rest) {
            let after = &rest[length..];
            let mut chars = after.chars();
            match (rank, chars.next(), chars.as_str()) {
                (Some(_), None, _) => add(roles, None, rank),
                (None, Some(c), "") if place(c).is_some() => add(roles, None, place(c)),
                (_, Some(_), _) => {
                    if let Some(file) = whole_number(after) {
                        add(roles, Some(file), rank);
                    }
                }
                (None, None, _) => {}
            }
        }
        if !(at == 0 && place(c).is_some() || numeral::digit(c).is_some()) {
            break;
        }
    }
    // Without a name, for roles that form stacks: ordinal, file.
    let massed: Vec<RoleId> = view.variant.notation.massed.iter().collect();
    let mut chars = head.chars();
    if let Some(first) = chars.next() {
        let rank = place(first).or_else(|| numeral::digit(first).map(Rank::Nth));
        if let (Some(rank), Some(file)) = (rank, whole_number(chars.as_str())) {
            add(massed, Some(file), Some(rank));
        }
    }
    found
}

/// The roles with this one-character name: the player's own names first, or else any player's.
pub(super) fn roles_named(variant: &Variant, player: PlayerId, name: char) -> RoleSet {
    let is = |known: &String| known.chars().eq([name]);
    let local = |role: &Role, player: Option<usize>| {
        let found = role.names.iter().find(|local| local.language == LANGUAGE);
        found.is_some_and(|local| match player {
            Some(player) => local.names.get(player).is_some_and(|names| names.iter().any(is)),
            None => local.names.iter().flatten().any(is),
        })
    };
    let all = |player: Option<usize>| -> RoleSet {
        let roles = variant.roles.iter().enumerate().filter(|(_, role)| local(role, player));
        roles.map(|(i, _)| RoleId(i as u8)).collect()
    };
    let own = all(Some(player.index()));
    if own.is_empty() { all(None) } else { own }
}

/// The roles whose names a text starts with, by the length of the name: the mover's own names first, or else any player's.
fn named(view: View<'_>, text: &str) -> Vec<(Vec<RoleId>, usize)> {
    let mover = view.mover().index();
    let mut found: Vec<(Vec<RoleId>, usize)> = Vec::new();
    for own in [true, false] {
        for (i, role) in view.variant.roles.iter().enumerate() {
            let all = names(role, LANGUAGE, mover);
            let letter = role.letter.to_string();
            let own_count = role
                .names
                .iter()
                .find(|local| local.language == LANGUAGE)
                .and_then(|local| local.names.get(mover))
                .map_or(0, Vec::len);
            let candidates = if own { &all[..own_count] } else { &all[own_count..] };
            let letters = (own && all.is_empty()).then_some(letter.as_str());
            for name in candidates.iter().copied().chain(letters) {
                if name.is_empty() || !text.starts_with(name) {
                    continue;
                }
                match found.iter_mut().find(|(_, length)| *length == name.len()) {
                    Some((roles, _)) if roles.last() == Some(&RoleId(i as u8)) => {}
                    Some((roles, _)) => roles.push(RoleId(i as u8)),
                    None => found.push((vec![RoleId(i as u8)], name.len())),
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}
