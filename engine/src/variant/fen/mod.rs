//! FEN: a position as one line of text (placement, turn, rights, marks, plies without progress, full moves).
//!
//! Placement: squares of a row follow the first axis. Rows are separated by `/`, from the last coordinate of
//! the second axis to the first. Planes are separated by `//`, and so on for every further axis. Empty
//! squares are written as a decimal number. A hole is `*`. Readers accept a placement without the holes. They
//! are written only for boards whose squares need fewer coordinates than the board has axes, for example
//! hexagons.
//!
//! Marks: a list of squares, separated by commas where names would run together. If several pieces can have
//! left the marks, the marker's square follows. A hyphen precedes it where it could be read as a mark
//! (`c2d2-b2`). Nothing after the hyphen means that the marker is gone (`e3-`).
//!
//! More than two players: each piece and each right is preceded by its player's letter (`rK`, `b+P`), and all
//! letters are upper case. Eliminated players follow the turn, after a hyphen: `y-b`. Commas between pieces
//! are accepted.

mod counters;
mod error;
mod hands;
mod marks;
mod names;
mod rights;
mod sfen;

use std::ops::Range;
use std::str::FromStr;

use crate::geometry::{Board, Square};

use super::{CounterId, Effect, Piece, PlayerId, PlayerSet, Revert, RoleId, Setup, Variant};

pub use error::{FenError, FenErrorKind};
pub use hands::print_hands;
pub use sfen::{parse_sfen, print_sfen};

use counters::{print_values, read_given, read_values};
use hands::{part_hands, read_hands};
use marks::{print_marks, read_marks};
use rights::{print_rights, read_rights, settle_silent};

/// Reads a position in any supported format.
///
/// Fields after the placement may be missing from the right. Their defaults are the first turn, no lettered
/// rights, no marks, 0 and 1. A text that starts with `sfen` is SFEN ([`parse_sfen`]). A text that starts
/// with `names` writes pieces by their names: `names -玉 . / . +玉 | +歩*2 | +` (rows, hands, turn).
///
/// # Errors
/// The first part of the text that does not fit the variant.
pub fn parse(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    if sfen::is_announced(text) {
        return parse_sfen(variant, text);
    }
    if names::is_announced(text) {
        return names::parse(variant, text);
    }
    read(variant, text, Some(&variant.start))
}

/// Whether the text announces a format other than FEN: SFEN or names of pieces.
pub fn is_announced(text: &str) -> bool {
    sfen::is_announced(text) || names::is_announced(text)
}

/// Reads the start position of a variant under construction. Every right without a letter exists, and every
/// piece is undisturbed.
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
    let (placement, hands) = part_hands(variant, text, placement);
    read_placement(variant, text, placement, &mut setup)?;
    read_hands(variant, text, hands, &mut setup)?;
    setup.counters = variant.counters_at_start();
    if let Some(field) = fields.next() {
        (setup.turn, setup.out) = read_turn(variant, text, field)?;
    }
    let rest: Vec<Range<usize>> = fields.collect();
    // Exactly two numbers are the counts of plies and moves.
    let counts =
        rest.len() == 2 && rest.iter().all(|field| text[field.clone()].bytes().all(|b| b.is_ascii_digit()));
    let mut fields = rest.into_iter();
    let field = if counts { None } else { fields.next() };
    if let Some(field) = field {
        read_rights(variant, text, field, &mut setup)?;
    }
    settle_silent(variant, &mut setup, start);
    let field = if counts { None } else { fields.next() };
    // In a game with counting rules and without marks, this field has the limit of the count.
    let limit =
        field.clone().filter(|field| counts_instead_of_marks(variant) && is_number(&text[field.clone()]));
    if let Some(limit) = &limit {
        setup.count.limit = read_short(text, limit.clone())?;
    } else if let Some(field) = field {
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
        if setup.count.runs() {
            setup.count.plies = read_short(text, field)?;
        } else {
            setup.quiet_plies = read_counter(text, field)?;
        }
    }
    if let Some(field) = fields.next() {
        setup.full_moves = read_counter(text, field)?;
    }
    let mut next = fields.next();
    // The number of consecutive passes: `p1`, only in games with passes.
    if let Some(field) =
        next.clone().filter(|field| variant.choice.pass.is_some() && text[field.clone()].starts_with('p'))
    {
        setup.passes = read_counter(text, field.start + 1..field.end)?.min(u32::from(u16::MAX)) as u16;
        next = fields.next();
    }
    if let Some(field) = next.clone().filter(|_| !variant.ending.counting.is_empty())
        && read_count(text, field, &mut setup)?
    {
        next = fields.next();
    }
    // Some programs write how much of a counter is used up, as the last field.
    if let Some(field) = next.clone()
        && read_given(variant, text, field, &mut setup)?
    {
        next = fields.next();
    }
    match next {
        Some(field) => error(FenErrorKind::Trailing, field.start..text.trim_end().len()),
        None => Ok(setup),
    }
}

/// The sign of a hole.
const HOLE: char = '*';

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

/// The reading position in a placement: a coordinate for every axis. The first counts up, the others down.
struct Cursor {
    point: Vec<i16>,
    /// The number of points of the row described so far.
    filled: u64,
    /// The number of these points that are holes.
    holes: u64,
    row_start: usize,
    /// The byte at which the row becomes too long.
    beyond: Option<usize>,
}

impl Cursor {
    /// The current square, if there is one.
    fn square(&mut self, board: &Board) -> Option<Square> {
        self.point[0] = i16::try_from(self.filled).ok()?;
        board.at_written(&self.point)
    }

    /// Skips a hole, if the current point is one.
    fn skip_hole(&mut self, board: &Board) -> bool {
        let within = self.filled < u64::from(board.written_axes()[0].length);
        let hole = within && self.square(board).is_none();
        self.filled += u64::from(hole);
        self.holes += u64::from(hole);
        hole
    }

    /// Skips holes that the text leaves out.
    fn skip_holes(&mut self, board: &Board) {
        while self.skip_hole(board) {}
    }

    /// Skips a number of squares.
    fn skip_squares(&mut self, board: &Board, count: u64) {
        for passed in 0..count {
            self.skip_holes(board);
            if self.filled >= u64::from(board.written_axes()[0].length) {
                self.filled = self.filled.saturating_add(count - passed);
                return;
            }
            self.filled += 1;
        }
    }

    /// Records the byte at which the row became longer than `length`.
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
    let axes = variant.board.written_axes();
    let last = |axis: usize| axes[axis].length as i16 - 1;
    let point = (0..axes.len()).map(|axis| if axis == 0 { 0 } else { last(axis) }).collect();
    let mut cursor = Cursor { point, filled: 0, holes: 0, row_start: span.start, beyond: None };
    let word = &text[span.clone()];
    let mut rest = word;
    let mut last_piece: Option<Square> = None;
    let marks = variant.hand.is_some_and(|hand| hand.revert == Revert::Mark);
    while let Some(c) = rest.chars().next() {
        let at = span.end - rest.len();
        if c == '/' {
            let count = rest.len() - rest.trim_start_matches('/').len();
            rest = &rest[count..];
            last_piece = None;
            end_row(variant, &mut cursor, at)?;
            next_row(variant, &mut cursor, count, at)?;
            cursor.row_start = at + count;
        } else if c.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if c == '0' {
                return error(FenErrorKind::ZeroCount, at..at + digits);
            }
            cursor.skip_squares(&variant.board, rest[..digits].parse().unwrap_or(u64::MAX));
            rest = &rest[digits..];
            last_piece = None;
            cursor.note_length(axes[0].length, at);
        } else if let ('~', Some(square)) = (c, last_piece) {
            // Some programs mark promoted pieces in games that do not ask about it.
            if marks {
                setup.promoted.insert(square);
            }
            last_piece = None;
            rest = &rest[1..];
        } else if c == ',' && variant.players.len() > 2 || c == HOLE && cursor.skip_hole(&variant.board) {
            rest = &rest[1..];
        } else {
            cursor.skip_holes(&variant.board);
            let (piece, c, length) = read_piece(variant, rest);
            if cursor.filled < u64::from(axes[0].length) {
                let square = cursor.square(&variant.board);
                last_piece = square;
                match (square, piece) {
                    (Some(square), Some(piece)) => setup.squares[square.index()] = Some(piece),
                    _ => {
                        let square = square.map_or_else(String::new, |square| variant.board.name(square));
                        let kind = match c {
                            HOLE => FenErrorKind::NoHole { square },
                            letter => FenErrorKind::UnknownPiece { letter, square },
                        };
                        return error(kind, at..at + length);
                    }
                }
            }
            cursor.filled = cursor.filled.saturating_add(1);
            rest = &rest[length..];
            cursor.note_length(axes[0].length, at);
        }
    }
    end_row(variant, &mut cursor, span.end)?;
    match unfinished(variant, &cursor, axes.len()) {
        Some(kind) => error(kind, span.end..span.end),
        None => Ok(()),
    }
}

/// The first axis before this one whose coordinates are incomplete, as an error.
fn unfinished(variant: &Variant, cursor: &Cursor, before: usize) -> Option<FenErrorKind> {
    let axes = variant.board.written_axes().iter().zip(&cursor.point).enumerate().take(before).skip(1);
    let (index, (axis, &coordinate)) = axes.into_iter().find(|(_, (_, coordinate))| **coordinate != 0)?;
    Some(rows(variant, index, usize::from(axis.length) - coordinate as usize))
}

fn rows(variant: &Variant, axis: usize, found: usize) -> FenErrorKind {
    let axis = &variant.board.written_axes()[axis];
    FenErrorKind::Rows { axis: axis.name.clone(), found, expected: axis.length }
}

fn end_row(variant: &Variant, cursor: &mut Cursor, end: usize) -> Result<(), FenError> {
    cursor.skip_holes(&variant.board);
    let axes = variant.board.written_axes();
    let expected = axes[0].length;
    if cursor.filled == u64::from(expected) {
        return Ok(());
    }
    let named = |axis: usize| format!("{} {}", axes[axis].name, axes[axis].label(cursor.point[axis] as u16));
    let row = (1..axes.len()).map(named).collect::<Vec<_>>().join(", ");
    let start = cursor.beyond.unwrap_or(cursor.row_start);
    let row_squares = (0..expected as i16).filter(|&first| {
        let point: Vec<i16> = std::iter::once(first).chain(cursor.point[1..].iter().copied()).collect();
        variant.board.at_written(&point).is_some()
    });
    let expected = row_squares.count() as u16;
    error(FenErrorKind::RowLength { row, found: cursor.filled - cursor.holes, expected }, start..end)
}

/// Starts the next row. `slashes` is the index of the axis to step down; all lower axes start again.
fn next_row(variant: &Variant, cursor: &mut Cursor, slashes: usize, at: usize) -> Result<(), FenError> {
    let axes = variant.board.written_axes();
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
    (cursor.filled, cursor.holes) = (0, 0);
    Ok(())
}

/// The text of a piece: the letter of its role, lower case for the second player, after each `+` of the role.
/// With more than two players: preceded by the player's letter, always upper case.
pub fn symbol(variant: &Variant, piece: Piece) -> String {
    let role = variant.role(piece.role);
    format!("{}{}{}", owner(variant, piece.player), role.sign(), letter(variant, piece))
}

/// The prefix for a player's pieces and rights: the player's letter with more than two players, otherwise
/// empty.
pub fn owner(variant: &Variant, player: PlayerId) -> &str {
    match variant.players.get(player.index()) {
        Some(player) if variant.players.len() > 2 => &player.fen,
        _ => "",
    }
}

/// The letter in [`symbol`], without `+` and prefix.
pub fn letter(variant: &Variant, piece: Piece) -> char {
    in_case(variant, piece, variant.role(piece.role).letter)
}

/// A letter in the case of a piece's player.
fn in_case(variant: &Variant, piece: Piece, letter: char) -> char {
    if piece.player.0 == 0 || piece.is_neutral() || variant.players.len() > 2 {
        letter
    } else {
        letter.to_lowercase().next().unwrap_or(letter)
    }
}

/// The piece with a letter after a number of `+`. With more than two players: the first player's piece.
pub fn piece_of(variant: &Variant, letter: char, pluses: usize) -> Option<Piece> {
    let players = if variant.players.len() > 2 { 1 } else { variant.players.len() };
    let players = (0..players).map(|i| PlayerId(i as u8));
    let mut pieces = players
        .flat_map(|player| (0..variant.roles.len()).map(move |i| variant.piece(player, RoleId(i as u8))));
    pieces.find(|&piece| {
        let role = variant.role(piece.role);
        let mut letters = std::iter::once(&role.letter).chain(&role.synonyms);
        usize::from(role.pluses) == pluses && letters.any(|&one| in_case(variant, piece, one) == letter)
    })
}

/// The player whose letter starts the text. Only with more than two players.
fn owner_at(variant: &Variant, text: &str) -> Option<PlayerId> {
    let players = variant.players.iter().filter(|_| variant.players.len() > 2);
    let mut known = players.enumerate().filter(|(_, player)| !player.fen.is_empty());
    known.find(|(_, player)| text.starts_with(&player.fen)).map(|(index, _)| PlayerId(index as u8))
}

/// Reads a piece at the start of a text. Returns the piece if there is one, its letter, and the number of
/// bytes read.
fn read_piece(variant: &Variant, text: &str) -> (Option<Piece>, char, usize) {
    let owner = owner_at(variant, text);
    let word = owner.map_or(0, |owner| variant.players[owner.index()].fen.len());
    let rest = &text[word..];
    let pluses = rest.len() - rest.trim_start_matches('+').len();
    let letter = rest[pluses..].chars().next();
    let Some(letter) = letter else { return (None, text.chars().next().unwrap_or('?'), text.len()) };
    let piece = match owner {
        Some(player) => piece_of(variant, letter, pluses)
            .filter(|piece| !piece.is_neutral())
            .map(|piece| Piece { player, ..piece }),
        None if variant.players.len() > 2 => {
            piece_of(variant, letter, pluses).filter(|piece| piece.is_neutral())
        }
        None => piece_of(variant, letter, pluses),
    };
    (piece, letter, word + pluses + letter.len_utf8())
}

/// The text of an entry of the turn order: the player's letter, a number from the player's second entry on,
/// and `+` for entries reached by [`Effect::Again`].
fn turn_text(variant: &Variant, turn: u16) -> String {
    let player = variant.mover(turn);
    let word = &variant.players[player.index()].fen;
    let repeated = variant.turn(turn).repeated;
    let same =
        |&earlier: &u16| variant.mover(earlier) == player && variant.turn(earlier).repeated == repeated;
    let number = match (0..turn).filter(same).count() {
        0 => String::new(),
        number => (number + 1).to_string(),
    };
    format!("{word}{number}{}", if repeated { "+" } else { "" })
}

/// Reads the turn field. With more than two players, it includes the eliminated players.
fn read_turn(variant: &Variant, text: &str, span: Range<usize>) -> Result<(u16, PlayerSet), FenError> {
    let all = &text[span.clone()];
    let (word, gone) = match all.split_once('-') {
        Some((word, gone)) if variant.players.len() > 2 => (word, gone),
        _ => (all, ""),
    };
    let mut out = PlayerSet::default();
    let mut rest = gone;
    while !rest.is_empty() {
        let player = owner_at(variant, rest).filter(|&player| !out.contains(player));
        let Some(player) = player else {
            let known = variant.players.iter().map(|player| player.fen.clone()).collect();
            return error(FenErrorKind::UnknownPlayer { known }, span.end - rest.len()..span.end);
        };
        out = out.with(PlayerSet::single(player));
        rest = &rest[variant.players[player.index()].fen.len()..];
    }
    let span = span.start..span.start + word.len();
    let known: Vec<String> = (0..variant.turns.len() as u16).map(|turn| turn_text(variant, turn)).collect();
    // Some programs write the first letter of the player's name.
    let initial = |turn: &u16| {
        let name = &variant.players[variant.mover(*turn).index()].name;
        let first = name.chars().next().map(|c| c.to_lowercase().to_string());
        first.as_deref() == Some(word) && !variant.turn(*turn).repeated
    };
    let named = || (0..variant.turns.len() as u16).find(initial).map(usize::from);
    match known.iter().position(|turn| turn == word).or_else(named) {
        Some(turn) => Ok((turn as u16, out)),
        None => error(FenErrorKind::UnknownTurn { known }, span),
    }
}

fn read_counter(text: &str, span: Range<usize>) -> Result<u32, FenError> {
    read_number(text, span, u32::MAX)
}

fn read_short(text: &str, span: Range<usize>) -> Result<u16, FenError> {
    read_number(text, span, u16::MAX)
}

/// Reads a number that is at most `most`.
fn read_number<T: FromStr + Into<u32>>(text: &str, span: Range<usize>, most: T) -> Result<T, FenError> {
    let word = &text[span.clone()];
    match word.parse() {
        _ if !is_number(word) => error(FenErrorKind::Counter, span),
        Ok(number) => Ok(number),
        Err(_) => error(FenErrorKind::TooLarge { most: most.into() }, span),
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the game writes the limit of a count in the field of the marks.
fn counts_instead_of_marks(variant: &Variant) -> bool {
    let marks = |effect: &Effect| matches!(effect, Effect::Mark(_));
    !variant.ending.counting.is_empty() && !variant.effects().any(marks)
}

/// Reads a field after the move number: a count (`c5/128`) in games with marks, or the plies without progress
/// (`q7`) in games that write the count in their field.
fn read_count(text: &str, span: Range<usize>, setup: &mut Setup) -> Result<bool, FenError> {
    let rest = span.start + 1..span.end;
    match text[span.clone()].split_at_checked(1) {
        Some(("q", _)) => setup.quiet_plies = read_counter(text, rest)?,
        Some(("c", count)) => {
            let Some(slash) = count.find('/') else { return error(FenErrorKind::Counter, span) };
            setup.count.plies = read_short(text, rest.start..rest.start + slash)?;
            setup.count.limit = read_short(text, rest.start + slash + 1..rest.end)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Writes a position with all fields.
pub fn print(variant: &Variant, setup: &Setup) -> String {
    let Setup { count, quiet_plies, .. } = *setup;
    let (marks, plies, after) = match (count.runs(), counts_instead_of_marks(variant)) {
        (false, _) => (print_marks(variant, setup), quiet_plies, String::new()),
        (true, false) => {
            (print_marks(variant, setup), quiet_plies, format!(" c{}/{}", count.plies, count.limit))
        }
        (true, true) => {
            let quiet = if quiet_plies > 0 { format!(" q{quiet_plies}") } else { String::new() };
            (count.limit.to_string(), u32::from(count.plies), quiet)
        }
    };
    let passes = if setup.passes > 0 { format!(" p{}", setup.passes) } else { String::new() };
    let gone: String = setup.out.iter().map(|player| owner(variant, player)).collect();
    format!(
        "{}{} {}{}{gone} {} {marks} {}{plies} {}{passes}{after}",
        print_placement(variant, setup),
        print_hands(variant, setup),
        turn_text(variant, setup.turn % variant.turns.len().max(1) as u16),
        if gone.is_empty() { "" } else { "-" },
        print_rights(variant, setup),
        print_values(variant, setup),
        setup.full_moves
    )
}

/// Writes the placement only.
pub fn print_placement(variant: &Variant, setup: &Setup) -> String {
    let axes = variant.board.written_axes();
    let mut point: Vec<i16> = axes.iter().map(|axis| axis.length as i16 - 1).collect();
    let mut text = String::new();
    loop {
        let mut empty = 0;
        for x in 0..axes[0].length as i16 {
            point[0] = x;
            let square = variant.board.at_written(&point);
            let piece = square.and_then(|square| setup.piece(square));
            if square.is_some() && piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 && (piece.is_some() || variant.board.shows_holes()) {
                text += &empty.to_string();
                empty = 0;
            }
            match piece {
                Some(piece) => {
                    text += &symbol(variant, piece);
                    if square.is_some_and(|square| setup.promoted.contains(square)) {
                        text.push('~');
                    }
                }
                None if variant.board.shows_holes() => text.push(HOLE),
                None => {}
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
