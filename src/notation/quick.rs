//! Fast reading of Chinese notation, WXF, ICCS and coordinates, for millions of moves.
//!
//! The usual forms (炮二平五, 前炮平五, `C2=5`, `C+=5`, `h2e2`) are parsed without allocation, and only the moves of the candidate
//! pieces are generated. Unusual or ambiguous texts are left to the scripts' own readers. A test checks that both give the same
//! results.

use crate::geometry::{Board, Labels, Square};
use crate::position::Position;
use crate::variant::{Move, PlayerId, RoleId, RoleSet, Script, Setup, Variant};

use super::chinese::{LANGUAGE, direction, place};
use super::relative::{Direction, Rank, Seen, names};
use super::{LegalMoves, View, numeral, wxf};

/// The maximum number of candidate pieces; with more, the script's own reader decides.
const PIECES: usize = 24;

/// Reads moves of one variant. Create it once and reuse it.
#[derive(Clone, Debug)]
pub struct QuickReader {
    /// The scripts that fit the variant.
    chinese: bool,
    wxf: bool,
    iccs: bool,
    /// The board from each player's view.
    players: Vec<Side>,
    /// The names of pieces, with the roles for each player.
    names: Vec<(char, Vec<RoleSet>)>,
    /// For each letter one plus its role in WXF; 0 if it has none.
    letters: [u8; 128],
    aslant: RoleSet,
    /// For boards with lower-case letters and single digits.
    grid: Option<Grid>,
}

/// File and advance of each square.
#[derive(Clone, Debug, Default)]
struct Side {
    seen: Vec<(u16, i16)>,
}

#[derive(Clone, Debug)]
struct Grid {
    first_letter: u8,
    /// The digit of the first rank in coordinates.
    first_digit: u8,
    files: u8,
    ranks: u8,
    /// By rank, then file; `None` for a hole.
    squares: Vec<Option<Square>>,
}

/// The parsed contents of a text: the piece and its target.
struct Told {
    roles: RoleSet,
    file: Option<u16>,
    rank: Option<Rank>,
    direction: Direction,
    number: u16,
}

impl QuickReader {
    /// The reader for a variant.
    pub fn new(variant: &Variant) -> Self {
        let letters = std::array::from_fn(|code| {
            let c = char::from(code as u8);
            let role = if c.is_ascii_alphabetic() { wxf::lettered(variant, c) } else { None };
            role.map_or(0, |role| role.0 + 1)
        });
        let players: Vec<Side> =
            (0..variant.players.len()).map(|player| Side::new(variant, player)).collect();
        let known = players.iter().all(|side| !side.seen.is_empty());
        let names = single_names(variant);
        Self {
            chinese: known && names.is_some() && variant.can_write(Script::Chinese),
            wxf: known && variant.can_write(Script::Wxf),
            iccs: variant.can_write(Script::Iccs),
            players,
            names: names.unwrap_or_default(),
            letters,
            aslant: variant.notation.aslant,
            grid: Grid::new(&variant.board),
        }
    }

    /// The unique legal move for a text in a script. `None` does not mean that the text is invalid. The list is a buffer for
    /// moves; reuse it, its contents do not matter.
    pub fn read_at(
        &self,
        position: &Position,
        text: &str,
        script: Script,
        list: &mut Vec<Move>,
    ) -> Option<Move> {
        match script {
            Script::San => None,
            Script::Chinese if self.chinese => self.told(position, &self.chinese(position, text)?, list),
            Script::Wxf if self.wxf => self.told(position, &self.wxf(text)?, list),
            Script::Iccs if self.iccs => self.between(position, text, b'0', list),
            Script::Coordinate => self.between(position, text, self.grid.as_ref()?.first_digit, list),
            _ => None,
        }
    }

    /// Name, file, direction, number. Instead of name and file also ordinal and name, or name and ordinal.
    fn chinese(&self, position: &Position, text: &str) -> Option<Told> {
        let mut chars = text.chars();
        let [a, b, c, d] = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
        if chars.next().is_some() {
            return None;
        }
        let direction = direction(c)?;
        let number = numeral::digit(d).filter(|&number| number > 0)?;
        let player = position.turn().index();
        let roles = |c: char| {
            let (_, roles) = self.names.iter().find(|(name, _)| *name == c)?;
            roles.get(player).copied()
        };
        let (roles, file, rank) = match (place(a), place(b)) {
            (Some(rank), _) => (roles(b)?, None, Some(rank)),
            (None, Some(rank)) => (roles(a)?, None, Some(rank)),
            (None, None) => (roles(a)?, Some(numeral::digit(b).filter(|&file| file > 0)?), None),
        };
        Some(Told { roles, file, rank, direction, number })
    }

    /// Letter, file or sign, direction, number.
    fn wxf(&self, text: &str) -> Option<Told> {
        let &[a, b, c, d] = text.as_bytes() else { return None };
        let role = self.letters.get(usize::from(a))?.checked_sub(1)?;
        let direction = match c {
            b'+' => Direction::Forward,
            b'-' => Direction::Back,
            b'=' | b'.' => Direction::Level,
            _ => return None,
        };
        let digit = |c: u8| Some(u16::from(c - b'0')).filter(|&digit| digit > 0);
        let (file, rank) = match b {
            b'1'..=b'9' => (digit(b), None),
            b'+' => (None, Some(Rank::SecondOfMany)),
            b'-' => (None, Some(Rank::LastButOneOfMany)),
            _ => return None,
        };
        let number = if d.is_ascii_digit() { digit(d)? } else { return None };
        Some(Told { roles: RoleSet(1 << role), file, rank, direction, number })
    }

    /// The unique legal move with these contents.
    fn told(&self, position: &Position, told: &Told, list: &mut Vec<Move>) -> Option<Move> {
        let player = position.turn();
        let side = self.players.get(player.index())?;
        let mut pieces = [(Square(0), RoleId(0)); PIECES];
        let mut count = 0;
        position.for_each_piece(player, told.roles, |square, role| {
            if let Some(piece) = pieces.get_mut(count) {
                *piece = (square, role);
            }
            count += 1;
        });
        let pieces = pieces.get(..count)?;
        let mut found = None;
        for &(from, role) in pieces {
            let (file, advance) = side.at(from);
            let meant = match told.rank {
                None => told.file == Some(file),
                Some(rank) => {
                    let stack = pieces.iter().filter(|&&(_, other)| other == role);
                    let stack = stack.map(|&(square, _)| side.at(square)).filter(|other| other.0 == file);
                    let (size, before) = stack.fold((0, 0), |(size, before), other| {
                        (size + 1, before + usize::from(other.1 > advance))
                    });
                    size >= 2
                        && match rank {
                            Rank::Front => before == 0,
                            Rank::Rear => before + 1 == size,
                            Rank::Middle => size % 2 == 1 && before == size / 2,
                            Rank::SecondOfMany => before == usize::from(size > 3),
                            Rank::LastButOneOfMany => before + 1 + usize::from(size > 3) == size,
                            Rank::Nth(_) => return None,
                        }
                }
            };
            if !meant {
                continue;
            }
            list.clear();
            position.moves_from_into(from, list);
            for &mv in list.iter() {
                let (to, reached) = side.at(mv.to);
                let direction = match reached - advance {
                    0 => Direction::Level,
                    1.. => Direction::Forward,
                    _ => Direction::Back,
                };
                let aslant = direction == Direction::Level || to != file || self.aslant.contains(role);
                let number = if aslant { to } else { (reached - advance).unsigned_abs() };
                if (direction, number) == (told.direction, told.number) && mv.promotion().is_none() {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(mv);
                }
            }
        }
        found
    }

    /// The unique legal move between two squares, each given by letter and digit.
    fn between(&self, position: &Position, text: &str, first: u8, list: &mut Vec<Move>) -> Option<Move> {
        let grid = self.grid.as_ref()?;
        let (a, b, c, d) = match *text.as_bytes() {
            [a, b, c, d] | [a, b, b'-', c, d] => (a, b, c, d),
            _ => return None,
        };
        // The capital may be a piece's.
        if a.is_ascii_uppercase() && c.is_ascii_lowercase() {
            return None;
        }
        let (from, to) = (grid.square(a, b, first)?, grid.square(c, d, first)?);
        list.clear();
        position.moves_between_into(from, to, list);
        let mut fitting = list.iter().filter(|mv| mv.promotion().is_none());
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    }
}

impl Side {
    /// Empty if the board does not have two axes.
    fn new(variant: &Variant, player: usize) -> Self {
        let Some(turn) = variant.turns.iter().position(|turn| turn.player.index() == player) else {
            return Self::default();
        };
        let setup = Setup { turn: turn as u16, ..variant.start.clone() };
        let legal = LegalMoves::default();
        let Some(seen) = Seen::new(View { variant, setup: &setup, legal: &legal }) else {
            return Self::default();
        };
        let squares = variant.board.squares();
        let len = variant.board.len();
        let mut all = vec![(0, 0); len];
        for square in squares {
            if let Some(place) = all.get_mut(square.index()) {
                *place = (seen.file(square), seen.advance(square));
            }
        }
        Self { seen: all }
    }

    #[inline]
    fn at(&self, square: Square) -> (u16, i16) {
        self.seen.get(square.index()).copied().unwrap_or_default()
    }
}

impl Grid {
    fn new(board: &Board) -> Option<Self> {
        let [files, ranks] = board.written_axes() else { return None };
        if board.has_names() {
            return None;
        }
        let (&Labels::Letters(letter @ 'a'..='z'), &Labels::Numbers(number)) = (&files.labels, &ranks.labels)
        else {
            return None;
        };
        let (first_letter, first_digit) = (letter as u8, b'0' + u8::try_from(number).ok()?);
        let last_letter = u16::from(first_letter) + files.length - 1;
        if last_letter > u16::from(b'z') || ranks.length > 10 || !first_digit.is_ascii_digit() {
            return None;
        }
        let square = |rank: u16, file: u16| board.at_written(&[file as i16, rank as i16]);
        let squares = (0..ranks.length)
            .flat_map(|rank| (0..files.length).map(move |file| square(rank, file)))
            .collect();
        Some(Self {
            first_letter,
            first_digit,
            files: files.length as u8,
            ranks: ranks.length as u8,
            squares,
        })
    }

    /// The square of a letter and a digit; `first` is the digit of the first rank.
    fn square(&self, letter: u8, digit: u8, first: u8) -> Option<Square> {
        let file = letter.to_ascii_lowercase().checked_sub(self.first_letter).filter(|&n| n < self.files)?;
        let rank = Some(digit).filter(u8::is_ascii_digit)?.checked_sub(first).filter(|&n| n < self.ranks)?;
        *self.squares.get(usize::from(rank) * usize::from(self.files) + usize::from(file))?
    }
}

/// The names of all roles, with their roles for each player. `None` unless each name is one character that is neither a digit
/// nor an ordinal.
fn single_names(variant: &Variant) -> Option<Vec<(char, Vec<RoleSet>)>> {
    let mut found: Vec<(char, Vec<RoleSet>)> = vec![];
    let players = variant.players.len();
    for role in &variant.roles {
        let all = names(role, LANGUAGE, 0);
        if all.is_empty() {
            return None;
        }
        for name in all {
            let mut chars = name.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else { return None };
            if place(c).is_some() || numeral::digit(c).is_some() {
                return None;
            }
            if !found.iter().any(|(known, _)| *known == c) {
                found.push((c, vec![RoleSet::default(); players]));
            }
        }
    }
    for (c, roles) in &mut found {
        for (player, roles) in roles.iter_mut().enumerate() {
            *roles = super::chinese::roles_named(variant, PlayerId(player as u8), *c);
        }
    }
    Some(found)
}
