//! Shared code of the scripts that number files from the first player's right and ranks from the far side: names of squares,
//! promotion signs, and the search for the move.

use crate::geometry::{Board, Square};
use crate::variant::{Move, RoleId, Variant};

use super::numeral::{digit, narrow, number};
use super::{ReadError, View, Wanted, coordinate, special, suffix};

/// Whether files and ranks have one digit each.
pub(super) fn is_small(board: &Board) -> bool {
    board.written_axes().iter().all(|axis| axis.length <= 9)
}

/// File and rank, from 1.
pub(crate) fn coordinates(board: &Board, square: Square) -> Option<(u16, u16)> {
    let (&[file, rank], [files, ranks]) = (board.written(square), board.written_axes()) else { return None };
    let back = |length: u16, at: i16| length.checked_sub(u16::try_from(at).ok()?);
    Some((back(files.length, file)?, back(ranks.length, rank)?))
}

/// The square's name: the number of the file, the letter of the rank.
pub(super) fn name(board: &Board, square: Square) -> Option<String> {
    let (file, rank) = coordinates(board, square)?;
    let letter = u8::try_from(rank).ok()?.checked_sub(1)? + b'a';
    Some(format!("{file}{}", char::from(letter)))
}

/// The square at a file and a rank, from 1.
fn at(board: &Board, file: u16, rank: u16) -> Option<Square> {
    let [files, ranks] = board.written_axes() else { return None };
    let back = |length: u16, n: u16| i16::try_from(length.checked_sub(n)?).ok();
    board.at_written(&[back(files.length, file)?, back(ranks.length, rank)?])
}

/// The square at the start of a text, and the length of its name: a number and a letter (`7f`), or two digits, the second
/// perhaps in Chinese (`76`, `七六`, `７六`). On larger boards the rank is in Chinese or after a hyphen (`11十二`, `11-12`).
pub(super) fn parse(board: &Board, text: &str) -> Option<(Square, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(letter @ b'a'..=b'z') = text.as_bytes().get(digits)
        && (1..=2).contains(&digits)
    {
        let file = text[..digits].parse().ok()?;
        return Some((at(board, file, u16::from(letter - b'a') + 1)?, digits + 1));
    }
    if !is_small(board) {
        let rest = &text[digits..];
        let plain = rest.strip_prefix('-');
        let rank = plain.unwrap_or(rest);
        let fits = |c: &char| if plain.is_some() { c.is_ascii_digit() } else { digit(*c).is_some() };
        let rank: String = rank.chars().take_while(fits).collect();
        let values: Vec<u16> = rank.chars().filter_map(digit).collect();
        let square =
            at(board, text[..digits].parse().ok().filter(|&n| n > 0)?, number(&values).filter(|&n| n > 0)?)?;
        return Some((square, digits + usize::from(plain.is_some()) + rank.len()));
    }
    let mut chars = text.chars();
    let (file, rank) = (chars.next()?, chars.next()?);
    let square = at(board, digit(file).filter(|&n| n > 0)?, digit(rank).filter(|&n| n > 0)?)?;
    Some((square, file.len_utf8() + rank.len_utf8()))
}

/// The promotion of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The role is unchanged.
    Stays,
    /// The piece is promoted: its new letter has a sign before it.
    Over,
    /// The piece is demoted to its previous role.
    Back,
}

/// The promotion of a move; `None` if the piece becomes something else.
pub(super) fn turn(view: View<'_>, mv: Move) -> Option<Turn> {
    let Some(becomes) = mv.promotion() else { return Some(Turn::Stays) };
    let was = view.role(mv).map_or(0, |role| view.variant.role(role).pluses);
    match (was, view.variant.role(becomes).pluses) {
        (0, 0) => None,
        (was, is) if is < was => Some(Turn::Back),
        _ => Some(Turn::Over),
    }
}

/// Words that distinguish pieces with the same target, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// The piece farthest to the right, or to the left.
    Right,
    Left,
    /// A piece that moves forward, back, or along its rank.
    Up,
    Down,
    Aside,
    /// A piece that moves straight forward.
    Straight,
}

impl Sign {
    /// Keeps of some moves to one square those that the word selects.
    fn choose(self, view: View<'_>, moves: &mut Vec<Move>) {
        let board = &view.variant.board;
        let forward = if view.mover().index() == 0 { 1 } else { -1 };
        // Coordinates grow to the right and forward, from the mover's view.
        let seen = |square: Square| {
            let (file, rank) = coordinates(board, square)?;
            Some((-forward * i32::from(file), -forward * i32::from(rank)))
        };
        let gone = |mv: &Move| {
            let ((from, near), (to, far)) = (seen(mv.origin()?)?, seen(mv.to)?);
            Some((to - from, far - near))
        };
        let side = |mv: &Move| seen(mv.origin()?).map(|(file, _)| file);
        let most = match self {
            Self::Right => moves.iter().filter_map(side).max(),
            Self::Left => moves.iter().filter_map(side).min(),
            _ => None,
        };
        moves.retain(|mv| match (self, gone(mv)) {
            (Self::Right | Self::Left, _) => side(mv) == most,
            (Self::Up, Some((_, far))) => far > 0,
            (Self::Down, Some((_, far))) => far < 0,
            (Self::Aside, Some((aside, far))) => far == 0 && aside != 0,
            (Self::Straight, Some((aside, far))) => aside == 0 && far > 0,
            (_, None) => false,
        });
    }
}

/// The contents of a move's text.
pub(super) struct Told {
    /// The possible roles; empty for any.
    pub roles: Vec<RoleId>,
    /// The origin, if given.
    pub from: Option<Square>,
    pub to: Square,
    pub drop: bool,
    pub turn: Turn,
    /// The words that distinguish it from other pieces' moves.
    pub signs: Vec<Sign>,
    /// Which of several ways, from 1.
    pub nth: usize,
}

impl Told {
    /// The legal move for this text.
    pub fn find(self, view: View<'_>) -> Result<Move, ReadError> {
        let kind = |role: RoleId| self.roles.is_empty() || self.roles.contains(&role);
        let fits = |mv: &&Move| match (mv.drop(), mv.origin()) {
            (Some(_), _) => self.drop && special::drops(view, **mv, kind),
            (None, Some(from)) => {
                !self.drop
                    && self.from.is_none_or(|square| square == from)
                    && view.role(**mv).is_some_and(kind)
                    && turn(view, **mv) == Some(self.turn)
            }
            (None, None) => false,
        };
        let mut found: Vec<Move> = view.legal.onto(self.to).filter(fits).copied().collect();
        // Left and right are relative to the pieces that move in the same direction.
        let (sides, ways): (Vec<Sign>, Vec<Sign>) =
            self.signs.iter().partition(|sign| matches!(sign, Sign::Right | Sign::Left));
        ways.into_iter().chain(sides).for_each(|sign| sign.choose(view, &mut found));
        let fitting = suffix::pick(found, self.nth);
        ReadError::one(fitting, || {
            let own = |square: &Square| {
                view.setup
                    .piece(*square)
                    .is_some_and(|piece| piece.player == view.mover() && kind(piece.role))
            };
            let squares: Vec<Square> = match self.from {
                Some(from) => vec![from],
                None => view.variant.board.squares().filter(own).collect(),
            };
            let roles = match self.from.and_then(|from| view.setup.piece(from)) {
                Some(piece) => vec![piece.role],
                None => self.roles.clone(),
            };
            Wanted {
                origins: if self.drop { Vec::new() } else { squares },
                to: Some(self.to),
                roles: roles.into_iter().collect(),
                drop: self.drop,
                ..Wanted::default()
            }
        })
    }
}

/// The parser of a script.
pub(super) type Tell = fn(View<'_>, &str) -> Option<Told>;

/// The text of a move or, if a drop, of this role, without the number of its way.
pub(super) type Compose = fn(View<'_>, Move, Option<RoleId>) -> Option<String>;

/// A text for a legal move if it reads back as that move; otherwise coordinates.
pub(super) fn write(view: View<'_>, mv: Move, compose: Compose, tell: Tell) -> String {
    let dropped = special::told(view, mv);
    let text = compose(view, mv, dropped.map(|(role, _)| role)).map(|mut text| {
        let nth = dropped.map_or_else(|| suffix::nth(view, mv, |_| true), |(_, nth)| nth);
        suffix::push(&mut text, nth);
        text
    });
    let text = text.filter(|text| read(view, text, tell) == Ok(mv));
    text.unwrap_or_else(|| coordinate::fallback(view, mv))
}

/// The legal move for a text.
pub(super) fn read(view: View<'_>, text: &str, tell: Tell) -> Result<Move, ReadError> {
    if let Some(found) = coordinate::read_fallback(view, text) {
        return found;
    }
    tell(view, text).ok_or(ReadError::Unreadable)?.find(view)
}

/// The sign of a promotion in scripts with letters.
pub(super) const fn sign(turn: Turn) -> &'static str {
    match turn {
        Turn::Stays => "",
        Turn::Over => "+",
        Turn::Back => "-",
    }
}

/// Splits a text into its body, the promotion, and the number of the way.
pub(super) fn split(text: &str) -> Option<(String, Turn, usize)> {
    let text: String = text.chars().map(narrow).collect();
    let (body, nth) = match text.rsplit_once('~') {
        None => (text.as_str(), 1),
        Some((body, number)) => (body, number.parse().ok().filter(|&n| n >= 1)?),
    };
    let body = body.trim_end_matches(['!', '?', '#']);
    Some(match (body.strip_suffix('+'), body.strip_suffix('-'), body.strip_suffix('=')) {
        (Some(body), ..) => (body.to_owned(), Turn::Over, nth),
        (_, Some(body), _) => (body.to_owned(), Turn::Back, nth),
        (.., Some(body)) => (body.to_owned(), Turn::Stays, nth),
        _ => (body.to_owned(), Turn::Stays, nth),
    })
}

/// The roles for a symbol: a letter of either case, perhaps after `+`.
pub(super) fn lettered(variant: &Variant, symbol: &str) -> Vec<RoleId> {
    let upper = symbol.to_uppercase();
    let roles = variant.roles.iter().enumerate().filter(|(_, role)| role.symbol() == upper);
    roles.map(|(at, _)| RoleId(at as u8)).collect()
}
