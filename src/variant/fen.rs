//! A setup as one line of text: placement, turn, rights, marks, quiet plies, full moves.
//!
//! The placement runs along the first axis within a row; rows are parted by `/`, from the last coordinate of the
//! second axis to the first; planes by `//`, and so on for every further axis. Empty squares are counted in decimal.
//!
//! Marks are squares, one after the other, or with commas between where names run into one another. Who left them goes
//! without saying if only one piece can have; else its square follows, after a hyphen where it could be taken for a mark
//! (`c2d2-b2`); nothing after the hyphen says that the piece is gone (`e3-`).

use std::fmt;
use std::ops::Range;

use crate::geometry::{Square, SquareSet};

use super::literal::{self, Attempt, Depth};
use super::{CounterId, Effect, Move, Piece, PlayerId, Revert, RightId, RightSlot, RoleId, Setup, Variant};

/// What is wrong with the text of a setup, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The bytes of the text that it is about; empty at the end of the text where something is missing.
    pub span: Range<usize>,
}

/// What can be wrong with the text of a setup. Rows and squares are named as the board names them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// There is no text.
    NoPlacement,
    /// A letter that no piece has.
    UnknownPiece {
        /// The letter.
        letter: char,
        /// Where it would stand.
        square: String,
    },
    /// A letter among the pieces in hand that no piece has.
    UnknownInHand {
        /// The letter.
        letter: char,
    },
    /// Brackets that are not closed, or in a game without hands.
    Hands,
    /// A row with too few or too many squares.
    RowLength {
        /// The row: every axis but the first, each with its coordinate.
        row: String,
        /// How many squares it describes.
        found: u64,
        /// How many it has.
        expected: u16,
    },
    /// Too few or too many rows (or planes, …).
    Rows {
        /// The axis that the separator counts down.
        axis: String,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: u16,
    },
    /// More slashes in a row than the board has axes for.
    Separator,
    /// A count of empty squares that starts with 0.
    ZeroCount,
    /// A turn that is no player's.
    UnknownTurn {
        /// What would have been understood.
        known: Vec<String>,
    },
    /// A letter that no right has.
    UnknownRight(char),
    /// A right that is given twice.
    RepeatedRight(char),
    /// A right of a piece that is not where the letter says: none of the fitting pieces stands on that side.
    NoHolder(char),
    /// Text among the marks that is no square of the board.
    UnknownSquare,
    /// A mark that no piece of the opponent's can have left.
    NoMarker {
        /// The marked square.
        square: String,
    },
    /// A mark that several pieces can have left; the marker's square must follow.
    SeveralMarkers {
        /// Where they stand.
        squares: Vec<String>,
    },
    /// A counter that is no whole number.
    Counter,
    /// Text after the last field.
    Trailing,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FenErrorKind::NoPlacement => write!(f, "there is no placement"),
            FenErrorKind::UnknownPiece { letter, square } => {
                write!(f, "no piece has the letter `{letter}` (it would stand on {square})")
            }
            FenErrorKind::UnknownInHand { letter } => {
                write!(f, "no piece has the letter `{letter}` (it would be in hand)")
            }
            FenErrorKind::Hands => {
                write!(f, "pieces in hand stand in brackets after the placement, in a game with hands")
            }
            FenErrorKind::RowLength { row, found, expected } if row.is_empty() => {
                write!(f, "the row has {expected} squares, but {found} are given")
            }
            FenErrorKind::RowLength { row, found, expected } => {
                write!(f, "{row} has {expected} squares, but {found} are given")
            }
            FenErrorKind::Rows { axis, found, expected } => {
                write!(f, "{axis} has {expected} coordinates, but {found} are given")
            }
            FenErrorKind::Separator => write!(f, "the board has too few axes for so many slashes in a row"),
            FenErrorKind::ZeroCount => write!(f, "a count of empty squares cannot start with 0"),
            FenErrorKind::UnknownTurn { known } => {
                write!(f, "no player's turn is written so; known are {}", quoted(known))
            }
            FenErrorKind::UnknownRight(letter) => write!(f, "no right has the letter `{letter}`"),
            FenErrorKind::RepeatedRight(letter) => write!(f, "the right `{letter}` is given twice"),
            FenErrorKind::NoHolder(letter) => {
                write!(f, "there is no piece that could have the right `{letter}`")
            }
            FenErrorKind::UnknownSquare => write!(f, "this is no square of the board"),
            FenErrorKind::NoMarker { square } => {
                write!(f, "no piece of the player who moved last can have passed {square}")
            }
            FenErrorKind::SeveralMarkers { squares } => write!(
                f,
                "several pieces can have left this mark ({}); write the square of the one that did after it",
                squares.join(", ")
            ),
            FenErrorKind::Counter => write!(f, "this is not a whole number"),
            FenErrorKind::Trailing => write!(f, "nothing may follow the number of the full move"),
        }
    }
}

impl std::error::Error for FenError {}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Reads a setup. Fields after the placement may be missing from the right: the first turn, no lettered rights, no
/// marks, 0 and 1 are meant.
///
/// # Errors
/// The first thing in the text that does not fit the variant.
pub fn parse(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    read(variant, text, Some(&variant.start))
}

/// Reads the start position of a variant that is still being made: what stands in the text is what stands at the
/// start, so that every silent right holds and every piece is undisturbed.
///
/// # Errors
/// As [`parse`].
pub fn parse_start(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    read(variant, text, None)
}

fn read(variant: &Variant, text: &str, start: Option<&Setup>) -> Result<Setup, FenError> {
    let mut fields = fields(text);
    let mut setup = Setup::empty(variant.board.len());
    let end = text.len()..text.len();
    let Some(placement) = fields.next() else { return error(FenErrorKind::NoPlacement, end) };
    let (placement, hands) = part_hands(text, placement);
    read_placement(variant, text, placement, &mut setup)?;
    read_hands(variant, text, hands, &mut setup)?;
    setup.counters = variant.counters_at_start();
    if let Some(field) = fields.next() {
        setup.turn = read_turn(variant, text, field)?;
    }
    let rights = fields.next();
    if let Some(field) = rights {
        read_rights(variant, text, field, &mut setup)?;
    }
    settle_silent(variant, &mut setup, start);
    if let Some(field) = fields.next() {
        read_marks(variant, text, field, &mut setup)?;
    }
    let mut next = fields.next();
    for counter in 0..variant.counters.len() {
        let Some(field) = next.clone() else { break };
        if !read_values(variant, text, field, CounterId(counter as u8), &mut setup)? {
            break;
        }
        next = fields.next();
    }
    if let Some(field) = next {
        setup.quiet_plies = read_counter(text, field)?;
    }
    if let Some(field) = fields.next() {
        setup.full_moves = read_counter(text, field)?;
    }
    let mut next = fields.next();
    // How many passes came before: `p1`, only where a game asks.
    if let Some(field) =
        next.clone().filter(|field| variant.choice.pass.is_some() && text[field.clone()].starts_with('p'))
    {
        setup.passes = read_counter(text, field.start + 1..field.end)?.min(u32::from(u16::MAX)) as u16;
        next = fields.next();
    }
    // Some count what has been given instead of what is left, and write it last: `+2+0`.
    if let Some(field) = next.clone().filter(|field| text[field.clone()].starts_with('+'))
        && let Some(counter) = variant.counters.first().filter(|counter| !counter.shared)
    {
        let given: Option<Vec<i16>> =
            text[field.start + 1..field.end].split('+').map(|n| n.parse().ok()).collect();
        let Some(given) = given.filter(|given| given.len() == variant.players.len()) else {
            return error(FenErrorKind::Counter, field);
        };
        for (value, given) in setup.counters.iter_mut().zip(given) {
            *value = counter.start.saturating_sub(given);
        }
        next = fields.next();
    }
    match next {
        Some(field) => error(FenErrorKind::Trailing, field.start..text.trim_end().len()),
        None => Ok(setup),
    }
}

fn error<T>(kind: FenErrorKind, span: Range<usize>) -> Result<T, FenError> {
    Err(FenError { kind, span })
}

/// The byte ranges of the words of a text.
fn fields(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

/// The ranges of the placement and of what stands in brackets after it.
fn part_hands(text: &str, span: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    match text[span.clone()].find('[') {
        Some(at) => (span.start..span.start + at, Some(span.start + at..span.end)),
        None => (span, None),
    }
}

/// Reads what is in hand: `[QRbn]`, `[]` or `[-]`; capitals are the first player's.
fn read_hands(
    variant: &Variant,
    text: &str,
    span: Option<Range<usize>>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if variant.hand.is_some() {
        setup.hands = vec![0; variant.players.len() * variant.roles.len()];
    }
    let Some(span) = span else { return Ok(()) };
    let word = &text[span.clone()];
    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    let (Some(inner), Some(_)) = (inner, variant.hand) else { return error(FenErrorKind::Hands, span) };
    let mut plus = false;
    for (at, c) in inner.char_indices().filter(|_| inner != "-") {
        if c == '+' {
            plus = true;
            continue;
        }
        let at = span.start + 1 + at;
        let Some(piece) = piece_of(variant, c, plus) else {
            let kind = FenErrorKind::UnknownInHand { letter: c };
            return error(kind, at..at + c.len_utf8());
        };
        let held = &mut setup.hands[piece.player.index() * variant.roles.len() + piece.role.index()];
        *held = held.saturating_add(1);
        plus = false;
    }
    Ok(())
}

/// Reads the values of a counter: one for each player with `+` between, or `=` and the one that all share; `false` if the
/// field is something else.
fn read_values(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    counter: CounterId,
    setup: &mut Setup,
) -> Result<bool, FenError> {
    let word = &text[span.clone()];
    let shared = variant.counters[usize::from(counter.0)].shared;
    let values: Vec<&str> = match word.strip_prefix('=') {
        Some(value) if shared => vec![value],
        None if !shared && word.contains('+') => word.split('+').collect(),
        _ => return Ok(false),
    };
    let count = if shared { 1 } else { variant.players.len() };
    let numbers: Option<Vec<i16>> = values.iter().map(|value| value.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == count) else {
        return error(FenErrorKind::Counter, span);
    };
    let first = variant.counter_slot(counter, PlayerId(0));
    for (slot, number) in numbers.into_iter().enumerate() {
        if let Some(value) = setup.counters.get_mut(first + slot) {
            *value = number;
        }
    }
    Ok(true)
}

/// A row in the making: the coordinates of all axes, the first counting up, the others down.
struct Cursor {
    point: Vec<i16>,
    /// How many squares of the row are described so far.
    filled: u64,
    row_start: usize,
    /// Where in the text the row begins to be too long.
    beyond: Option<usize>,
}

impl Cursor {
    /// Notes whether what stands at this byte is more than a row of this length holds.
    fn note_length(&mut self, length: u16, at: usize) {
        if self.filled > u64::from(length) {
            self.beyond.get_or_insert(at);
        }
    }
}

fn read_placement(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let axes = variant.board.axes();
    let last = |axis: usize| axes[axis].length as i16 - 1;
    let point = (0..axes.len()).map(|axis| if axis == 0 { 0 } else { last(axis) }).collect();
    let mut cursor = Cursor { point, filled: 0, row_start: span.start, beyond: None };
    let word = &text[span.clone()];
    let mut rest = word;
    let mut last_piece: Option<Square> = None;
    let marks = variant.hand.is_some_and(|hand| hand.revert == Revert::Mark);
    while let Some(c) = rest.chars().next() {
        let at = span.end - rest.len();
        if c == '/' {
            let count = rest.len() - rest.trim_start_matches('/').len();
            rest = &rest[count..];
            end_row(variant, &cursor, at)?;
            next_row(variant, &mut cursor, count, at)?;
            cursor.row_start = at + count;
        } else if c.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if c == '0' {
                return error(FenErrorKind::ZeroCount, at..at + digits);
            }
            cursor.filled = cursor.filled.saturating_add(rest[..digits].parse().unwrap_or(u64::MAX));
            rest = &rest[digits..];
            cursor.note_length(axes[0].length, at);
        } else if c == '~' && last_piece.is_some_and(|square| !setup.promoted.contains(square)) && marks {
            last_piece.into_iter().for_each(|square| setup.promoted.insert(square));
            rest = &rest[1..];
        } else {
            let plus = c == '+' && rest.len() > 1;
            if plus {
                rest = &rest[1..];
            }
            let Some(c) = rest.chars().next() else { break };
            if cursor.filled < u64::from(axes[0].length) {
                cursor.point[0] = cursor.filled as i16;
                let square = variant.board.at(&cursor.point);
                let piece = piece_of(variant, c, plus);
                last_piece = square;
                match (square, piece) {
                    (Some(square), Some(piece)) => setup.squares[square.index()] = Some(piece),
                    _ => {
                        let name = square.map_or_else(|| "a hole".to_owned(), |s| variant.board.name(s));
                        let kind = FenErrorKind::UnknownPiece { letter: c, square: name };
                        return error(kind, at..at + c.len_utf8());
                    }
                }
            }
            cursor.filled = cursor.filled.saturating_add(1);
            rest = &rest[c.len_utf8()..];
            cursor.note_length(axes[0].length, at);
        }
    }
    end_row(variant, &cursor, span.end)?;
    match unfinished(variant, &cursor, axes.len()) {
        Some(kind) => error(kind, span.end..span.end),
        None => Ok(()),
    }
}

/// What is missing along the axes between the first and this one, if anything.
fn unfinished(variant: &Variant, cursor: &Cursor, before: usize) -> Option<FenErrorKind> {
    let axes = variant.board.axes().iter().zip(&cursor.point).enumerate().take(before).skip(1);
    let (index, (axis, &coordinate)) = axes.into_iter().find(|(_, (_, coordinate))| **coordinate != 0)?;
    Some(rows(variant, index, usize::from(axis.length) - coordinate as usize))
}

fn rows(variant: &Variant, axis: usize, found: usize) -> FenErrorKind {
    let axis = &variant.board.axes()[axis];
    FenErrorKind::Rows { axis: axis.name.clone(), found, expected: axis.length }
}

fn end_row(variant: &Variant, cursor: &Cursor, end: usize) -> Result<(), FenError> {
    let axes = variant.board.axes();
    let expected = axes[0].length;
    if cursor.filled == u64::from(expected) {
        return Ok(());
    }
    let named = |axis: usize| format!("{} {}", axes[axis].name, axes[axis].label(cursor.point[axis] as u16));
    let row = (1..axes.len()).map(named).collect::<Vec<_>>().join(", ");
    let start = cursor.beyond.unwrap_or(cursor.row_start);
    error(FenErrorKind::RowLength { row, found: cursor.filled, expected }, start..end)
}

/// Goes on to the next row: `slashes` of them count down the axis with that index and start the ones below anew.
fn next_row(variant: &Variant, cursor: &mut Cursor, slashes: usize, at: usize) -> Result<(), FenError> {
    let axes = variant.board.axes();
    let span = at..at + slashes;
    if slashes >= axes.len() {
        return error(FenErrorKind::Separator, span);
    }
    if let Some(kind) = unfinished(variant, cursor, slashes) {
        return error(kind, span);
    }
    for (coordinate, axis) in cursor.point.iter_mut().zip(axes).take(slashes).skip(1) {
        *coordinate = axis.length as i16 - 1;
    }
    if cursor.point[slashes] == 0 {
        return error(rows(variant, slashes, usize::from(axes[slashes].length) + 1), span);
    }
    cursor.point[slashes] -= 1;
    cursor.filled = 0;
    Ok(())
}

/// The letter that stands for a piece: as its role has it for the first player, in lower case for the others; with `+`
/// before it where the role has that.
pub fn symbol(variant: &Variant, piece: Piece) -> String {
    let role = variant.role(piece.role);
    let sign = if role.plus { "+" } else { "" };
    format!("{sign}{}", letter(variant, piece))
}

fn letter(variant: &Variant, piece: Piece) -> char {
    let letter = variant.role(piece.role).letter;
    if piece.player.0 == 0 { letter } else { letter.to_lowercase().next().unwrap_or(letter) }
}

/// The piece that a letter stands for, with or without `+` before it.
pub fn piece_of(variant: &Variant, letter: char, plus: bool) -> Option<Piece> {
    let players = (0..variant.players.len().min(2)).map(|i| PlayerId(i as u8));
    let mut pieces = players
        .flat_map(|player| (0..variant.roles.len()).map(move |i| Piece { player, role: RoleId(i as u8) }));
    pieces.find(|&piece| self::letter(variant, piece) == letter && variant.role(piece.role).plus == plus)
}

/// How a turn is written: the player's own word; where the player has several turns in the cycle, all but the first
/// with their number.
fn turn_text(variant: &Variant, turn: u16) -> String {
    let player = variant.mover(turn);
    let word = &variant.players[player.index()].fen;
    let number = (0..turn).filter(|&earlier| variant.mover(earlier) == player).count();
    if number == 0 { word.clone() } else { format!("{word}{}", number + 1) }
}

fn read_turn(variant: &Variant, text: &str, span: Range<usize>) -> Result<u16, FenError> {
    let word = &text[span.clone()];
    let known: Vec<String> = (0..variant.turns.len() as u16).map(|turn| turn_text(variant, turn)).collect();
    match known.iter().position(|turn| turn == word) {
        Some(turn) => Ok(turn as u16),
        None => error(FenErrorKind::UnknownTurn { known }, span),
    }
}

fn read_rights(variant: &Variant, text: &str, span: Range<usize>, setup: &mut Setup) -> Result<(), FenError> {
    let word = &text[span.clone()];
    if word == "-" {
        return Ok(());
    }
    for (offset, letter) in word.char_indices() {
        let at = span.start + offset..span.start + offset + letter.len_utf8();
        if read_group(variant, setup, letter) {
            continue;
        }
        let slots = &variant.right_slots;
        let exact = slots.iter().position(|slot| slot.letter == Some(letter));
        let bit = match exact.or_else(|| outermost(variant, setup, letter)) {
            Some(bit) => bit,
            None if slots.iter().any(|slot| slot.outermost.iter().any(|&(other, ..)| other == letter)) => {
                return error(FenErrorKind::NoHolder(letter), at);
            }
            None => return error(FenErrorKind::UnknownRight(letter), at),
        };
        if slots[bit].square.is_some() && !holds(variant, setup, &slots[bit]) {
            return error(FenErrorKind::NoHolder(letter), at);
        }
        if setup.rights >> (bit & 63) & 1 == 1 {
            return error(FenErrorKind::RepeatedRight(letter), at);
        }
        setup.rights |= 1 << (bit & 63);
    }
    Ok(())
}

/// The squares whose rights a letter stands for together, and whose they are.
fn groups(variant: &Variant) -> impl Iterator<Item = (char, RightId, PlayerId, &SquareSet)> {
    let rights = variant.rights.iter().enumerate();
    rights.flat_map(|(index, right)| {
        right.groups.iter().flat_map(move |(letter, squares)| {
            squares.iter().enumerate().map(move |(player, squares)| {
                let lower = || letter.to_lowercase().next().unwrap_or(*letter);
                let letter = if player == 0 { *letter } else { lower() };
                (letter, RightId(index as u8), PlayerId(player as u8), squares)
            })
        })
    })
}

/// The slots of a group, as bits.
fn slots_of(variant: &Variant, right: RightId, player: PlayerId, squares: &SquareSet) -> u64 {
    let own = |slot: &RightSlot| {
        slot.right == right
            && slot.player == player
            && slot.square.is_some_and(|square| squares.contains(square))
    };
    let bits = variant.right_slots.iter().enumerate().take(64).filter(|(_, slot)| own(slot));
    bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
}

/// Gives the rights that a letter stands for together, if it is such a letter.
fn read_group(variant: &Variant, setup: &mut Setup, letter: char) -> bool {
    let found = groups(variant).find(|&(other, ..)| other == letter);
    if let Some((_, right, player, squares)) = found {
        setup.rights |= slots_of(variant, right, player, squares);
    }
    found.is_some()
}

/// The right that a letter means by side: that of the holder farthest out on one side of the player's royal.
fn outermost(variant: &Variant, setup: &Setup, letter: char) -> Option<usize> {
    let mut best: Option<(i16, usize)> = None;
    for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
        let side = slot.outermost.iter().find(|&&(other, ..)| other == letter);
        let (Some(&(_, axis, toward_end)), Some(square)) = (side, slot.square) else { continue };
        let holds = holds(variant, setup, slot);
        let mut royals = setup
            .pieces()
            .filter(|(_, piece)| piece.player == slot.player && variant.role(piece.role).royal)
            .filter_map(|(square, _)| variant.board.point(square).get(axis).copied());
        let Some(&coordinate) = variant.board.point(square).get(axis).filter(|_| holds) else { continue };
        let distance = |royal: i16| if toward_end { coordinate - royal } else { royal - coordinate };
        let Some(distance) = royals.next().map(distance).filter(|&distance| distance > 0) else { continue };
        if best.is_none_or(|(farthest, _)| distance > farthest) {
            best = Some((distance, bit));
        }
    }
    best.map(|(_, bit)| bit)
}

/// Whether a piece that can have the right of one square stands there.
fn holds(variant: &Variant, setup: &Setup, slot: &RightSlot) -> bool {
    let holders = variant.rights.get(usize::from(slot.right.0)).map(|right| right.holders);
    slot.square.and_then(|square| setup.piece(square)).is_some_and(|piece| {
        let role = holders.is_some_and(|roles| roles.is_empty() || roles.contains(piece.role));
        piece.player == slot.player && role
    })
}

/// What the text does not say: silent rights stand, and squares are undisturbed, where the start position's piece is.
fn settle_silent(variant: &Variant, setup: &mut Setup, start: Option<&Setup>) {
    let at_home =
        |setup: &Setup, square: Square| start.is_none_or(|s| s.piece(square) == setup.piece(square));
    for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
        if slot.letter.is_none() && slot.squares.iter().all(|square| at_home(setup, square)) {
            setup.rights |= 1 << bit;
        }
    }
    if variant.tracks_undisturbed {
        let occupied: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
        for square in occupied {
            if at_home(setup, square) {
                setup.undisturbed.insert(square);
            }
        }
    }
}

fn read_marks(variant: &Variant, text: &str, span: Range<usize>, setup: &mut Setup) -> Result<(), FenError> {
    let word = &text[span.clone()];
    // Where others count moves here, there are no marks.
    if word == "-" || word == "0" {
        return Ok(());
    }
    // Whoever says who left the marks says it after a hyphen; nothing there is nobody.
    let (list, said) = match word.split_once('-') {
        Some((list, marker)) => (list, Some(marker)),
        None => (word, None),
    };
    let mut squares = read_squares(variant, list, span.start)?;
    if let Some(said) = said {
        let at = span.start + list.len() + 1;
        let marker = read_squares(variant, said, at)?;
        if marker.len() > 1 || squares.is_empty() {
            return error(FenErrorKind::UnknownSquare, at..span.end);
        }
        squares.iter().for_each(|&square| setup.marks.insert(square));
        setup.marker = marker.first().copied();
        return Ok(());
    }
    let last_mover = last_mover(variant, setup.turn);
    let theirs = |square: Square| setup.piece(square).is_some_and(|piece| piece.player == last_mover);
    // With several squares, the one where a piece of the last mover's stands is the marker's (the last such one).
    let named = if squares.len() > 1 { squares.iter().rposition(|&square| theirs(square)) } else { None };
    let marker = named.map(|index| squares.remove(index));
    let mut marks = SquareSet::new(variant.board.len());
    squares.iter().for_each(|&square| marks.insert(square));
    setup.marker = match marker {
        Some(square) => Some(square),
        None => Some(only_marker(variant, setup, &marks).map_err(|kind| FenError { kind, span })?),
    };
    setup.marks = marks;
    Ok(())
}

/// The squares of a list: one after the other, or with commas between.
fn read_squares(variant: &Variant, list: &str, start: usize) -> Result<Vec<Square>, FenError> {
    let mut squares = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let at = start + (list.len() - rest.len());
        let end = rest.find(',').unwrap_or(rest.len());
        let Some((square, length)) = variant.board.parse_prefix(&rest[..end]) else {
            return error(FenErrorKind::UnknownSquare, at..start + list.len());
        };
        squares.push(square);
        rest = &rest[length..];
        if let Some(more) = rest.strip_prefix(',').filter(|more| !more.is_empty()) {
            rest = more;
        }
    }
    Ok(squares)
}

fn last_mover(variant: &Variant, turn: u16) -> PlayerId {
    let turns = variant.turns.len();
    variant.mover(((usize::from(turn) + turns - 1) % turns) as u16)
}

/// The one piece that can have left the marks.
fn only_marker(variant: &Variant, setup: &Setup, marks: &SquareSet) -> Result<Square, FenErrorKind> {
    let markers = possible_markers(variant, setup, marks);
    match markers[..] {
        [square] => Ok(square),
        [] => {
            let square = marks.iter().next().map(|square| variant.board.name(square)).unwrap_or_default();
            Err(FenErrorKind::NoMarker { square })
        }
        _ => {
            let squares = markers.into_iter().map(|square| variant.board.name(square)).collect();
            Err(FenErrorKind::SeveralMarkers { squares })
        }
    }
}

/// Where a piece of the last mover's stands that can have left these marks: some movement that marks all of them leads
/// there from a square that is empty now.
fn possible_markers(variant: &Variant, setup: &Setup, marks: &SquareSet) -> Vec<Square> {
    let player = last_mover(variant, setup.turn);
    let mut found = Vec::new();
    for (to, piece) in setup.pieces().filter(|(_, piece)| piece.player == player) {
        let marks_something = |effect: &Effect| matches!(effect, Effect::Mark(_));
        let role = variant.role(piece.role);
        let marking = role.movements.iter().filter(|movement| movement.effects.iter().any(marks_something));
        let came = marking.into_iter().any(|movement| {
            variant.board.squares().filter(|&from| setup.piece(from).is_none()).any(|from| {
                let routes = literal::routes(variant, player, movement, from);
                routes.iter().filter(|route| route.to() == to).any(|route| {
                    let mut before = setup.clone();
                    before.squares[to.index()] = None;
                    before.squares[from.index()] = Some(piece);
                    before.turn = (setup.turn + variant.turns.len() as u16 - 1) % variant.turns.len() as u16;
                    let m = Move::plain(from, to);
                    let attempt = Attempt::new(variant, &before, movement, route, m, Depth::Reply);
                    let marked = |square: Square| {
                        movement.effects.iter().any(|effect| match effect {
                            Effect::Mark(place) => {
                                attempt.squares(place, &attempt.whole_move()).contains(&square)
                            }
                            _ => false,
                        })
                    };
                    marks.iter().all(marked) && attempt.allowed()
                })
            })
        });
        if came {
            found.push(to);
        }
    }
    found
}

fn read_counter(text: &str, span: Range<usize>) -> Result<u32, FenError> {
    let word = &text[span.clone()];
    match word.parse() {
        Ok(number) if word.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => error(FenErrorKind::Counter, span),
    }
}

/// Writes a setup: all six fields.
pub fn print(variant: &Variant, setup: &Setup) -> String {
    let values = (0..variant.counters.len()).map(|counter| {
        let counter_id = CounterId(counter as u8);
        let first = variant.counter_slot(counter_id, PlayerId(0));
        if variant.counters[counter].shared {
            return format!("={} ", setup.counters.get(first).copied().unwrap_or(0));
        }
        let own =
            (0..variant.players.len()).map(|player| setup.counters.get(first + player).copied().unwrap_or(0));
        own.map(|value| value.to_string()).collect::<Vec<_>>().join("+") + " "
    });
    let passes = if setup.passes > 0 { format!(" p{}", setup.passes) } else { String::new() };
    format!(
        "{}{} {} {} {} {}{} {}{passes}",
        print_placement(variant, setup),
        print_hands(variant, setup),
        turn_text(variant, setup.turn % variant.turns.len().max(1) as u16),
        print_rights(variant, setup),
        print_marks(variant, setup),
        values.collect::<String>(),
        setup.quiet_plies,
        setup.full_moves
    )
}

/// Writes what stands where: the first field alone.
pub fn print_placement(variant: &Variant, setup: &Setup) -> String {
    let axes = variant.board.axes();
    let mut point: Vec<i16> = axes.iter().map(|axis| axis.length as i16 - 1).collect();
    let mut text = String::new();
    loop {
        let mut empty = 0;
        for x in 0..axes[0].length as i16 {
            point[0] = x;
            match variant.board.at(&point).and_then(|square| setup.piece(square)) {
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += &symbol(variant, piece);
                    if variant.board.at(&point).is_some_and(|square| setup.promoted.contains(square)) {
                        text.push('~');
                    }
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        let Some(axis) = (1..axes.len()).find(|&axis| point[axis] > 0) else { return text };
        point[axis] -= 1;
        for (lower, axis) in point.iter_mut().zip(axes).take(axis).skip(1) {
            *lower = axis.length as i16 - 1;
        }
        text += &"/".repeat(axis);
    }
}

/// What is in hand, in brackets: each player's pieces in the order of the rule file; nothing in a game without hands.
pub fn print_hands(variant: &Variant, setup: &Setup) -> String {
    if variant.hand.is_none() {
        return String::new();
    }
    let mut text = String::from("[");
    for player in (0..variant.players.len()).map(|i| PlayerId(i as u8)) {
        for role in (0..variant.roles.len()).map(|i| RoleId(i as u8)) {
            let count = setup.in_hand(variant.roles.len(), player, role);
            text += &symbol(variant, Piece { player, role }).repeat(usize::from(count));
        }
    }
    text + "]"
}

fn print_rights(variant: &Variant, setup: &Setup) -> String {
    let slots = variant.right_slots.iter().enumerate().take(64);
    let mut standing: Vec<_> = slots
        .filter(|(bit, _)| setup.rights >> bit & 1 == 1)
        .filter_map(|(bit, slot)| Some((slot.player, bit, slot.letter?)))
        .collect();
    standing.sort_unstable();
    // Letters that stand for several come first, and say all that they cover.
    let mut text = String::new();
    for player in (0..variant.players.len()).map(|i| PlayerId(i as u8)) {
        let mut covered = 0;
        for (letter, right, _, squares) in groups(variant).filter(|&(_, _, owner, _)| owner == player) {
            let slots = slots_of(variant, right, player, squares);
            if slots != 0 && setup.rights & slots == slots {
                covered |= slots;
                text.push(letter);
            }
        }
        let single = standing.iter().filter(|&&(owner, bit, _)| owner == player && covered >> bit & 1 == 0);
        text.extend(single.map(|&(.., letter)| letter));
    }
    if text.is_empty() { "-".into() } else { text }
}

fn print_marks(variant: &Variant, setup: &Setup) -> String {
    if setup.marks.is_empty() {
        return "-".into();
    }
    let names: Vec<String> = setup.marks.iter().map(|square| variant.board.name(square)).collect();
    let marker = setup.marker.map(|square| variant.board.name(square)).unwrap_or_default();
    let understood = |text: &String| {
        let mut read_back =
            Setup { marks: SquareSet::new(variant.board.len()), marker: None, ..setup.clone() };
        read_marks(variant, text, 0..text.len(), &mut read_back).is_ok()
            && (&read_back.marks, read_back.marker) == (&setup.marks, setup.marker)
    };
    // The shortest of what is read back as it is meant.
    let plain = names.concat();
    let marked = names.concat() + &marker;
    if understood(&plain) {
        plain
    } else if setup.marker.is_some() && understood(&marked) {
        marked
    } else {
        format!("{}-{marker}", names.join(","))
    }
}
