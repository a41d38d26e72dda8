//! Side, target, name: `▲7六歩`, `△2二角成`, `▲5五角打`, in Japanese.
//!
//! The file is a number, the rank a Chinese numeral; the name is the rule file's in `ja`. 打 drops, 成 promotes, 不成 says
//! that the piece could have been and is not. Where several pieces of the name could go there, the origin follows in
//! parentheses, as in files of games: `▲5八金(49)`. Readers take the origin always (`(00)` is the hand), digits of full width, no
//! side, and no 打 where no piece on the board could go there; and instead
//! of an origin what books have: 右 and 左 for the piece on that side, 上 引 寄 直 for where it goes (`▲5八金右`, `△3一銀引不成`). In a
//! line of moves 同 is the square where the last one has ended: `△同　銀`.

use crate::geometry::Square;
use crate::variant::{Move, RoleId, Variant};

use super::mirrored::{Sign, Told, Turn, coordinates, is_small, parse, turn};
use super::numeral::{chinese, narrow};
use super::relative::names;
use super::{ReadError, View, mirrored, special, suffix};

/// The language of the names.
pub(super) const LANGUAGE: &str = "ja";

/// The sides, as writers and then as others have them.
const SIDES: [[char; 2]; 2] = [['▲', '☗'], ['△', '☖']];

/// What readers take besides an origin for what tells pieces apart.
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

/// What says that the piece comes from the hand, and what some write for its origin.
const DROP: char = '打';
const HAND: &str = "00";

/// What stands for the square where the last move has ended.
const SAME: char = '同';

/// Whether a text is that sign, perhaps with a side, and the piece is still to come.
pub(super) fn is_same(text: &str) -> bool {
    after_side(text).strip_prefix(SAME) == Some("")
}

/// A text without its side.
fn after_side(text: &str) -> &str {
    let sided = text.strip_prefix(SIDES.as_flattened());
    sided.unwrap_or(text)
}

/// A text in which that sign stands for a square, with the square's name instead; `None` if it has no such sign.
pub(super) fn spell_out(variant: &Variant, text: &str, last: Square) -> Option<String> {
    let body = after_side(text);
    let rest = body.strip_prefix(SAME)?;
    let (file, rank) =
        coordinates(&variant.board, last).filter(|_| mirrored::fits_named(variant, LANGUAGE))?;
    let side = &text[..text.len() - body.len()];
    Some(format!("{side}{file}{}{}", chinese(rank), rest.trim_start()))
}

/// A text that names a square, with the sign for it instead, and a blank before a name of one character.
pub(super) fn shorten(variant: &Variant, text: &str, last: Square) -> Option<String> {
    let (file, rank) = coordinates(&variant.board, last)?;
    let body = after_side(text);
    let piece = body.strip_prefix(&*format!("{file}{}", chinese(rank)))?;
    let side = &text[..text.len() - body.len()];
    let short = piece.chars().nth(1).is_none_or(|c| "成不返(~".contains(c));
    Some(format!("{side}{SAME}{}{piece}", if short { "\u{3000}" } else { "" }))
}

/// The text of a legal move, drops included.
pub(super) fn write(view: View<'_>, mv: Move) -> String {
    mirrored::write(view, mv, compose(view, mv), told)
}

fn compose(view: View<'_>, mv: Move) -> Option<String> {
    let board = &view.variant.board;
    let player = view.mover().index();
    let named = |role: RoleId| names(view.variant.role(role), LANGUAGE, player).first().copied();
    let dropped = special::told(view, mv);
    let role = dropped.map(|(role, _)| role).or_else(|| view.role(mv))?;
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
    let nth = dropped.map_or_else(|| suffix::nth(view, mv, |_| true), |(_, nth)| nth);
    suffix::push(&mut text, nth);
    Some(text)
}

/// The legal move that a text stands for. A piece that no piece on the board can be comes from the hand: 打 goes without saying
/// then.
pub(super) fn read(view: View<'_>, text: &str) -> Result<Move, ReadError> {
    let found = mirrored::read(view, text, told);
    if !matches!(found, Err(ReadError::NoSuchMove(_))) || text.ends_with(DROP) {
        return found;
    }
    mirrored::read(view, &format!("{}{DROP}", text.trim_end()), told).or(found)
}

fn told(view: View<'_>, text: &str) -> Option<Told> {
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
