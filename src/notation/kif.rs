//! Side, target, name in Japanese: `▲7六歩`, `△2二角成`, `▲5五角打`.
//!
//! The file is a digit, the rank a Chinese numeral; the name is the rule file's in `ja`. 打 drops, 成 promotes, 不成 declines a
//! promotion. If several pieces of the name could move there, the origin follows in parentheses, as in files: `▲5八金(49)`.
//!
//! Readers accept the origin in every move (`(00)` is the hand), full-width digits, no side, and no 打 if no piece on the board
//! could move there. Instead of an origin they accept the words of books: 右 and 左 for the piece on that side, 上 引 寄 直 for its
//! direction (`▲5八金右`, `△3一銀引不成`). In a line of moves, 同 means the target of the previous move: `△同　銀`.

use crate::geometry::Square;
use crate::variant::{Move, RoleId, Script, Variant};

use super::mirrored::{Sign, Told, Turn, coordinates, is_small, parse, turn};
use super::numeral::{chinese, narrow};
use super::relative::names;
use super::{ReadError, View, mirrored, suffix};

/// The language of the names.
pub(super) const LANGUAGE: &str = "ja";

/// The signs of the sides: first the form that is written, then the others.
const SIDES: [[char; 3]; 2] = [['▲', '☗', '▼'], ['△', '☖', '▽']];

/// The words that distinguish pieces besides an origin.
const SIGNS: [(Sign, char); 8] = [
    (Sign::Right, '右'),
    (Sign::Left, '左'),
    (Sign::Up, '上'),
    (Sign::Up, '行'),
    (Sign::Down, '引'),
    (Sign::Aside, '寄'),
    (Sign::Straight, '直'),
    (Sign::Up, '入'),
];

/// The sign of a drop, and a form of its origin that some programs write.
const DROP: char = '打';
const HAND: &str = "00";

/// The sign for the target of the previous move.
const SAME: char = '同';

/// Whether a text is only that sign, perhaps with a side, so that the piece follows.
pub(super) fn is_same(text: &str) -> bool {
    after_side(text).strip_prefix(SAME) == Some("")
}

/// A text without its side.
fn after_side(text: &str) -> &str {
    let sided = text.strip_prefix(SIDES.as_flattened());
    sided.unwrap_or(text)
}

/// Replaces that sign by the name of the square; `None` if the text has no such sign.
pub(super) fn spell_out(variant: &Variant, text: &str, last: Square) -> Option<String> {
    let body = after_side(text);
    let rest = body.strip_prefix(SAME)?;
    let (file, rank) = coordinates(&variant.board, last).filter(|_| variant.can_write(Script::Kif))?;
    let side = &text[..text.len() - body.len()];
    Some(format!("{side}{file}{}{}", chinese(rank), rest.trim_start()))
}

/// Replaces the name of the square by that sign, with a blank before a one-character name.
pub(super) fn shorten(variant: &Variant, text: &str, last: Square) -> Option<String> {
    let (file, rank) = coordinates(&variant.board, last)?;
    let body = after_side(text);
    let piece = body.strip_prefix(&*format!("{file}{}", chinese(rank)))?;
    let side = &text[..text.len() - body.len()];
    let short = piece.chars().nth(1).is_none_or(|c| "成不返(~".contains(c));
    Some(format!("{side}{SAME}{}{piece}", if short { "\u{3000}" } else { "" }))
}

/// The text of a legal move, without the number of its way.
pub(super) fn compose(view: View<'_>, mv: Move, dropped: Option<RoleId>) -> Option<String> {
    let board = &view.variant.board;
    let player = view.mover().index();
    let named = |role: RoleId| names(view.variant.role(role), LANGUAGE, player).first().copied();
    let role = dropped.or_else(|| view.role(mv))?;
    let (file, rank) = coordinates(board, mv.to)?;
    let mut text = format!("{}{file}{}{}", SIDES.get(player)?[0], chinese(rank), named(role)?);
    if dropped.is_some() {
        text.push(DROP);
    } else {
        let from = mv.origin()?;
        let others = || view.legal.onto(mv.to).filter(|other| other.drop().is_none());
        let declined = |other: &Move| other.from == from && other.promotion().is_some();
        text += match turn(view, mv)? {
            Turn::Over => "成",
            Turn::Back => "返",
            Turn::Stays if others().any(declined) => "不成",
            Turn::Stays => "",
        };
        let rival = |other: &Move| other.from != from && view.role(*other).and_then(named) == named(role);
        if others().any(rival) {
            let (file, rank) = coordinates(board, from)?;
            text += &if is_small(board) { format!("({file}{rank})") } else { format!("({file}-{rank})") };
        }
    }
    Some(text)
}

/// The legal move for a text. If no piece on the board fits, the move is a drop even without 打.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let found = mirrored::read(view, text, told);
    if !matches!(found, Err(ReadError::NoSuchMove(_))) || text.ends_with(DROP) {
        return found;
    }
    mirrored::read(view, &format!("{}{DROP}", text.trim_end()), told).or(found)
}

/// The parts of a move in this notation.
pub(super) fn told(view: View<'_>, text: &str) -> Option<Told> {
    let board = &view.variant.board;
    let text: String = text.chars().map(narrow).filter(|c| !c.is_whitespace()).collect();
    let (body, nth) = suffix::split(&text)?;
    let player = view.mover().index();
    let body = match SIDES.iter().position(|signs| body.starts_with(signs)) {
        Some(side) if side == player => body.trim_start_matches(SIDES[side]),
        Some(_) => return None,
        None => body,
    };
    let (to, length) = parse(board, body)?;
    let body = &body[length..];
    let mut in_hand = false;
    let (body, from) = match body.strip_suffix(')').and_then(|body| body.rsplit_once('(')) {
        Some((body, HAND)) => {
            in_hand = true;
            (body, None)
        }
        Some((body, origin)) => {
            let (from, length) = parse(board, origin)?;
            (body, Some(from).filter(|_| length == origin.len())?.into())
        }
        None => (body, None),
    };
    let spellings = view.variant.roles.iter().enumerate().flat_map(|(at, role)| {
        names(role, LANGUAGE, player).into_iter().map(move |name| (name, RoleId(at as u8)))
    });
    let begun: Vec<_> = spellings.filter(|(name, _)| !name.is_empty() && body.starts_with(name)).collect();
    let longest = begun.iter().map(|(name, _)| name.len()).max()?;
    let roles = begun.iter().filter(|(name, _)| name.len() == longest).map(|&(_, role)| role).collect();
    let (mut rest, mut signs) = (&body[longest..], Vec::new());
    while let Some((sign, after)) = SIGNS.iter().find_map(|(sign, c)| Some((sign, rest.strip_prefix(*c)?))) {
        signs.push(*sign);
        rest = after;
    }
    let (drop, turn) = match rest {
        "打" if signs.is_empty() => (true, Turn::Stays),
        "" if in_hand && signs.is_empty() => (true, Turn::Stays),
        _ if in_hand => return None,
        "" | "不成" | "生" => (false, Turn::Stays),
        "成" => (false, Turn::Over),
        "返" => (false, Turn::Back),
        _ => return None,
    };
    Some(Told { roles, from, to, drop, turn, signs, nth })
}
