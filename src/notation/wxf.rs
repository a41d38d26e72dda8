//! WXF: `C2=5`, `R+=3`, `18=7`.
//!
//! Letter, file, direction (`+` forward, `-` back, `=` level), number. In a single stack of two, `+` or `-` after the letter
//! means the front or rear piece. Two cases keep the file instead: roles that never use ordinals, and the front piece moving
//! back where the rear piece has no room to do so. In other stacks, the number of the piece in its stack and the file replace
//! the letter: `18` is the first on file 8. The letter stays in front if several roles form stacks, or if the rule file does
//! not list the role as massed.
//!
//! Readers also accept `.` for `=`, lower case, `+R` for `R+`, the FEN's letters, and the file of one of two if it is
//! unambiguous. For massed pieces they accept the forms of the published rules:
//!
//! - `++` and `--` for the first and the last of four or five;
//! - `P+` and `P-` for those next to them;
//! - the file alone for the middle one;
//! - `3+` and `3-` with several stacks, also with the sign first;
//! - the file twice for the middle one of its stack (`77`), if it cannot mean the seventh.
//!
//! Source: the notation of the Asian and World Xiangqi Federations (Huang, 1980; revised 1997).

use crate::variant::{Move, RoleId, Variant};

use super::relative::{Direction, Rank, Seen, Subject, Telling, finish};
use super::{ReadError, View, coordinate, numeral, suffix};

/// The text of a move.
pub(super) fn write(view: View<'_>, mv: Move) -> Option<String> {
    let seen = Seen::new(view)?;
    let role = view.role(mv)?;
    let Some((mut text, direction, number)) = seen.tell(mv, role, heads(&seen, mv, role)) else {
        return Some(coordinate::fallback(view, mv));
    };
    text.push(match direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Level => '=',
    });
    text.push_str(&number.to_string());
    Some(finish(view, mv, text, letters_repeat(view.variant), read))
}

/// Whether some roles differ only by `+` before their letter, which neither this script nor Chinese notation can express. Only
/// then can a text be ambiguous.
pub(super) fn letters_repeat(variant: &Variant) -> bool {
    variant.roles.iter().any(|role| role.pluses > 0)
}

/// The descriptions of the moving piece, best first, each with the roles it may mean.
fn heads(seen: &Seen<'_>, mv: Move, role: RoleId) -> Vec<(String, Vec<RoleId>, Subject)> {
    let view = seen.view;
    let notation = &view.variant.notation;
    let file = seen.file(mv.from);
    let stack = seen.stack(mv.from, role);
    let letter = letter(view.variant, role);
    let plain = (format!("{letter}{file}"), vec![role], Subject { file: Some(file), rank: None });
    if stack.size < 2 {
        return vec![plain];
    }
    let numbered = |rank: u16| {
        let subject = Subject { file: Some(file), rank: Some(Rank::Nth(rank)) };
        let massed: Vec<RoleId> = notation.massed.iter().collect();
        let bare = massed == [role];
        let head = if bare { format!("{rank}{file}") } else { format!("{letter}{rank}{file}") };
        (head, vec![role], subject)
    };
    if stack.size > 2 || stack.stacks > 1 {
        // The number has one digit; the script cannot express more.
        return if stack.nth <= 9 { vec![numbered(stack.nth)] } else { Vec::new() };
    }
    let (sign, rank) = if stack.nth == 1 { ('+', Rank::Front) } else { ('-', Rank::Rear) };
    let ordered = (format!("{letter}{sign}"), vec![role], Subject { file: None, rank: Some(rank) });
    let (direction, _) = seen.course(mv, role);
    let other = view.own(role).find(|&square| square != mv.from && seen.file(square) == file);
    let board = &view.variant.board;
    let alone = stack.nth == 1
        && direction == Direction::Back
        && other.is_some_and(|other| board.offset(other, board.displacement(mv.from, mv.to)).is_none());
    if alone || notation.never_ordered.contains(role) { vec![plain, ordered] } else { vec![ordered] }
}

/// The written letter.
pub(super) fn letter(variant: &Variant, role: RoleId) -> char {
    let special = variant.notation.wxf_letters.iter().find(|(special, _)| *special == role);
    special.map_or(variant.role(role).letter, |&(_, letter)| letter)
}

/// The role of a letter: in the script, or else in the FEN.
pub(super) fn lettered(variant: &Variant, c: char) -> Option<RoleId> {
    let same = |letter: char| letter.to_lowercase().eq(c.to_lowercase());
    let roles = || (0..variant.roles.len()).map(|i| RoleId(i as u8));
    let read_too = || variant.notation.wxf_letters.iter().find(|&&(_, letter)| same(letter));
    roles()
        .find(|&role| same(letter(variant, role)))
        .or_else(|| roles().find(|&role| same(variant.role(role).letter)))
        .or_else(|| read_too().map(|&(role, _)| role))
}

/// The move for a text.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let text: String = text.chars().map(numeral::narrow).filter(|c| !c.is_whitespace()).collect();
    if let Some(found) = coordinate::read_fallback(view, &text) {
        return found;
    }
    let seen = Seen::new(view).ok_or(ReadError::Unreadable)?;
    let (body, nth) = suffix::split(&text).ok_or(ReadError::Unreadable)?;
    let (body, choice) = match body.rsplit_once('=') {
        Some((body, letter)) if letter.starts_with(|c: char| !c.is_ascii_digit()) => {
            (body, Some(coordinate::role_of_choice(view.variant, letter).ok_or(ReadError::Unreadable)?))
        }
        _ => (body, None),
    };
    let mut tellings = [telling(view, body).ok_or(ReadError::Unreadable)?];
    if let Subject { file, rank: Some(Rank::Nth(nth)) } = tellings[0].subject
        && file == Some(nth)
        && seen.fitting(&tellings[0], choice, 1).is_empty()
    {
        tellings[0].subject.rank = Some(Rank::Middle);
    }
    match seen.resolve(&tellings, choice, nth) {
        // The file alone means the middle piece, if there is one.
        Err(ReadError::Ambiguous(moves)) => {
            let middle: Vec<Telling> = tellings
                .iter()
                .filter(|telling| telling.subject.rank.is_none())
                .map(|telling| {
                    let subject = Subject { rank: Some(Rank::Middle), ..telling.subject };
                    Telling { subject, ..telling.clone() }
                })
                .collect();
            let found = if middle.is_empty() { None } else { seen.resolve(&middle, choice, nth).ok() };
            found.ok_or(ReadError::Ambiguous(moves))
        }
        found => found,
    }
}

fn telling(view: View<'_>, text: &str) -> Option<Telling> {
    let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u16 = text[head.len()..].parse().ok().filter(|&n| n > 0)?;
    let sign = head.chars().next_back()?;
    let direction = match sign {
        '+' => Direction::Forward,
        '-' => Direction::Back,
        '=' | '.' => Direction::Level,
        _ => return None,
    };
    let head: Vec<char> = head[..head.len() - sign.len_utf8()].chars().collect();
    let digit = |c: char| c.to_digit(10).map(|d| d as u16).filter(|&d| d > 0);
    let rank = |c: char| match c {
        '+' => Some(Rank::Front),
        '-' => Some(Rank::Rear),
        _ => None,
    };
    let massed = || view.variant.notation.massed.iter().collect::<Vec<RoleId>>();
    // Next to the first or the last, if there are more than three.
    let next = |rank: Rank| match rank {
        Rank::Front => Rank::SecondOfMany,
        Rank::Rear => Rank::LastButOneOfMany,
        rank => rank,
    };
    let (roles, file, rank) = match head[..] {
        [a, b] if a == b && rank(a).is_some() => (massed(), None, rank(a)),
        [a, b] if rank(a).is_some() && digit(b).is_some() => (massed(), digit(b), rank(a)),
        [a, b] if digit(a).is_some() && rank(b).is_some() => (massed(), digit(a), rank(b)),
        [a, b] if digit(a).is_some() => (massed(), digit(b), digit(a).map(Rank::Nth)),
        [a, b] if digit(b).is_some() => (vec![lettered(view.variant, a)?], digit(b), None),
        [a, b] if rank(b).is_some() => (vec![lettered(view.variant, a)?], None, rank(b).map(next)),
        [a, b] if rank(a).is_some() => (vec![lettered(view.variant, b)?], None, rank(a).map(next)),
        [a, b, c] if digit(b).is_some() && digit(c).is_some() => {
            (vec![lettered(view.variant, a)?], digit(c), digit(b).map(Rank::Nth))
        }
        _ => return None,
    };
    if file.is_none() && rank.is_none() || roles.is_empty() {
        return None;
    }
    Some(Telling { roles, subject: Subject { file, rank }, direction, number })
}
