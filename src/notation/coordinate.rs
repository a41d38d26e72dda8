//! Origin and target: `e2e4`, `e7e8q`; and ICCS, the same with ranks from 0.
//!
//! The two names are adjacent. A hyphen separates them if the last axis ends in a digit and the first begins with one, or if
//! the text would be ambiguous. A choice follows as the role's letter in lower case. Readers accept a hyphen or `x` between the
//! names, `=` before the choice, and capitals. If the mover may pass, a move of the mover's royal to its own square is a pass,
//! as engines write it.

use crate::geometry::{Axis, Board, Labels, Square};
use crate::variant::{Move, RoleId, Variant};

use super::numeral::narrow;
use super::{ReadError, View, Wanted, chain, legs, special, suffix};

/// The move in coordinates.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    let board = &view.variant.board;
    if let Some(path) = view.landings(mv) {
        return chain::write(view, mv, path, |other| view.landings(other) == Some(path));
    }
    if let Some(path) = legs::path(view, mv) {
        return chain::write(view, mv, &path, |other| legs::path(view, other).as_ref() == Some(&path));
    }
    let (from, to) = (board.name(mv.from), board.name(mv.to));
    let text = finish(view, mv, format!("{from}{}{to}", hyphen(board)), "");
    if is_plain(board) || read(view, &text) == Ok(mv) {
        return text;
    }
    // The names run into one another, so signs separate them.
    finish(view, mv, format!("{from}-{to}"), "=")
}

/// Whether origin, target and choice are never ambiguous: file letters before `x`, then a numeric rank.
pub(super) fn is_plain(board: &Board) -> bool {
    if board.has_names() {
        return false;
    }
    match board.written_axes() {
        [first, second] => {
            matches!(first.labels, Labels::Letters(c) if u32::from(c) + u32::from(first.length) <= u32::from('x'))
                && matches!(second.labels, Labels::Numbers(_))
        }
        _ => false,
    }
}

/// The move in ICCS; `None` if the board has no such coordinates.
pub(super) fn write_iccs(view: View<'_>, mv: Move) -> Option<String> {
    let board = &view.variant.board;
    Some(finish(view, mv, iccs_name(board, mv.from)? + &iccs_name(board, mv.to)?, ""))
}

/// A square's name in ICCS; `None` unless the board has two axes.
pub(super) fn iccs_name(board: &Board, square: Square) -> Option<String> {
    let [file, rank] = *board.written(square) else { return None };
    Some(format!("{}{rank}", board.written_axes()[0].label(file as u16).to_ascii_lowercase()))
}

/// Appends the choice after a sign, and the suffix for several ways.
fn finish(view: View<'_>, mv: Move, mut text: String, sign: &str) -> String {
    push_choice(view, mv, &mut text, sign);
    suffix::push(&mut text, legs::nth(view, mv));
    text
}

/// Adds the choice, after a sign.
pub(super) fn push_choice(view: View<'_>, mv: Move, text: &mut String, sign: &str) {
    if let Some(role) = mv.promotion() {
        text.push_str(sign);
        let role = view.variant.role(role);
        // Only a promotion by the role's rule is written `+`, since no other role of the letter is possible then.
        if role.pluses > 0 {
            text.push_str(role.sign());
        } else {
            text.extend(role.letter.to_lowercase());
        }
    }
}

/// The sign between two squares in coordinates: `-` on boards whose squares are numbers, otherwise nothing.
pub fn hyphen(board: &Board) -> &'static str {
    if needs_hyphen(board) { "-" } else { "" }
}

pub(super) fn needs_hyphen(board: &Board) -> bool {
    let numbers = |axis: Option<&Axis>| axis.is_some_and(|axis| !axis.is_lettered());
    let (first, last) = (numbers(board.written_axes().first()), numbers(board.written_axes().last()));
    if !board.has_names() {
        return first && last;
    }
    // Names of letters followed by digits end unambiguously where the next name begins.
    let digit = |c: char| c.is_ascii_digit();
    let parts_well = |name: &str| !name.starts_with(digit) && name.ends_with(digit);
    let mut names = board.squares().filter_map(|square| board.own_name(square));
    first || !last || !names.all(parts_well)
}

/// The squares whose names a text starts with, and the lengths of the names. Capitals are accepted if the board's letters are
/// lower case, unless another square follows in lower case: the `B` of `B2c3` is a piece. The last letter may be a choice, an
/// `x` a sign.
fn squares(board: &Board, text: &str) -> Vec<(Square, usize)> {
    let found = board.parse_prefixes(text);
    let mut before_last = text.bytes().rev().skip(1);
    if !found.is_empty() || before_last.any(|byte| byte.is_ascii_lowercase() && byte != b'x') {
        return found;
    }
    board.parse_prefixes(&text.to_ascii_lowercase())
}

/// The legal move with these landings; `None` if the text is not in this form.
pub(super) fn read_legs(view: View<'_>, text: &str) -> Option<Move> {
    legs::read(view, text, &|text| squares(&view.variant.board, text))
}

/// The legal move with these coordinates.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let board = &view.variant.board;
    let squares = |text: &str| squares(board, text);
    if let Some(found) = chain::read(view, text, &squares) {
        return found;
    }
    match legs::read(view, text, &squares) {
        Some(found) => Ok(found),
        None => read_with(view, text, squares).map_err(|error| match error {
            ReadError::Unreadable => chain::wanted(view, text, &squares).map_or(error, ReadError::NoSuchMove),
            _ => error,
        }),
    }
}

/// The legal move with these coordinates, ranks counted from 0.
pub(super) fn read_iccs(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let board = &view.variant.board;
    let square = |text: &str| -> Option<Vec<(Square, usize)>> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let axis = &board.written_axes()[0];
        let either = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
        let file = either.iter().find_map(|c| axis.index(c.encode_utf8(&mut [0; 4])))?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        // The longest number that is a rank comes first; a further digit is probably an error.
        let ranks = (1..=digits.min(4)).rev().filter_map(|n| {
            let rank: i16 = text[1..=n].parse().ok()?;
            (n == 1 || !text[1..].starts_with('0')).then_some(())?;
            board.at_written(&[file as i16, rank]).map(|square| (square, 1 + n))
        });
        Some(ranks.collect())
    };
    read_with(view, text, |text| square(text).unwrap_or_default())
}

/// Parses origin and target with a function that parses a leading square. A text may split in several ways; the unique legal
/// move among them is returned.
fn read_with(
    view: View<'_>,
    text: &str,
    squares: impl Fn(&str) -> Vec<(Square, usize)>,
) -> Result<Move, ReadError> {
    let text: String = text.chars().map(narrow).collect();
    // A `+` at the end means promotion if roles are written so; otherwise check.
    let pluses = text.len() - text.trim_end_matches('+').len();
    let signed = |&role: &RoleId| (1..=pluses).contains(&usize::from(view.variant.role(role).pluses));
    let mut promoted: Vec<RoleId> =
        (0..view.variant.roles.len()).map(|at| RoleId(at as u8)).filter(signed).collect();
    promoted.sort_by_key(|&role| std::cmp::Reverse(view.variant.role(role).pluses));
    let (body, nth) = suffix::split(&text).ok_or(ReadError::Unreadable)?;
    let mut readings: Vec<(Square, Square, Option<RoleId>)> = Vec::new();
    for (from, length) in squares(body) {
        let rest = &body[length..];
        // A sign between the squares, or the letter of a file that looks like one.
        let signs = rest.len() - rest.trim_start_matches(['-', 'x', ':']).len();
        for skipped in 0..=signs {
            for (to, length) in squares(&rest[skipped..]) {
                let choice = match rest[skipped + length..].trim_start_matches('=') {
                    "" => None,
                    letter => match role_of_choice(view.variant, letter) {
                        Some(role) => Some(role),
                        None => continue,
                    },
                };
                let signed = promoted.iter().filter(|_| choice.is_none());
                let mut signed = signed.map(|&role| (from, to, Some(role)));
                let legal = |one: &(Square, Square, Option<RoleId>)| {
                    view.between(one.0, one.1).iter().any(|mv| mv.promotion() == one.2)
                };
                let any = signed.clone().next().unwrap_or((from, to, choice));
                let reading = signed.find(legal).unwrap_or(any);
                if !readings.contains(&reading) {
                    readings.push(reading);
                }
            }
        }
    }
    let Some(&(from, to, choice)) = readings.first() else { return Err(ReadError::Unreadable) };
    // A pass ignores the squares, and a drop has only one. The role of a forced promotion may be written.
    let fitting = readings.iter().flat_map(|&(from, to, choice)| {
        let fits = move |mv: &&Move| {
            let becomes = || view.becomes(**mv).filter(|_| mv.promotion().is_none());
            mv.origin().is_some() && (mv.promotion() == choice || choice.is_some() && becomes() == choice)
        };
        view.between(from, to).iter().filter(fits).copied()
    });
    let mut fitting: Vec<Move> = fitting.collect();
    fitting.dedup();
    let fitting = legs::pick(view, fitting, nth);
    if fitting.is_empty()
        && nth == 1
        && readings.iter().any(|&(from, to, choice)| from == to && choice.is_none() && is_royal(view, from))
        && let Some(&pass) = view.legal.iter().find(|mv| mv.is_pass())
    {
        return Ok(pass);
    }
    ReadError::one(fitting, || Wanted {
        origins: vec![from],
        to: Some(to),
        roles: view.setup.piece(from).into_iter().map(|piece| piece.role).collect(),
        choice,
        ..Wanted::default()
    })
}

/// Whether a royal of the mover stands on a square.
fn is_royal(view: View<'_>, square: Square) -> bool {
    let own = view.setup.piece(square).filter(|piece| !piece.is_neutral() && piece.player == view.mover());
    own.is_some_and(|piece| view.variant.role(piece.role).royal)
}

/// The role for a letter of either case.
pub(super) fn role_of_choice(variant: &Variant, letter: &str) -> Option<RoleId> {
    let same = |role: &crate::variant::Role| {
        role.letter.to_lowercase().eq(letter.chars().flat_map(char::to_lowercase))
    };
    let same = |role: &crate::variant::Role| role.pluses == 0 && same(role);
    variant.roles.iter().position(same).map(|i| RoleId(i as u8))
}

/// The text of a move that a script cannot express unambiguously: `@` and coordinates, so that it is not mistaken for the
/// script's own notation. A drop is written as in the scripts without one of their own.
pub(super) fn fallback(view: View<'_>, mv: Move) -> String {
    special::write(view, mv).unwrap_or_else(|| format!("{FALLBACK}{}", write(view, mv)))
}

/// The first character of such a text.
const FALLBACK: char = '@';

/// Whether a written text is such a text.
pub(super) fn is_fallback(text: &str) -> bool {
    text.starts_with(FALLBACK)
}

/// The move for such a text; `None` if it is not one. Records may have a sign for check after it.
pub(super) fn read_fallback(view: View<'_>, text: &str) -> Option<Result<Move, ReadError>> {
    let text = text.strip_prefix(FALLBACK)?;
    let found = read(view, text);
    Some(found.or_else(|error| read(view, text.trim_end_matches(['+', '#'])).map_err(|_| error)))
}
