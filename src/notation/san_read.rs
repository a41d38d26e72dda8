//! Reads SAN.
//!
//! A text is first parsed alone into a [`Word`]: roles, target, known parts of the origin, choice. It is then matched with the
//! legal moves. Readers accept:
//!
//! - a missing or additional `x + # =`;
//! - more of the origin than needed, also long notation (`Ng1-f3`, `e2-e4`) with the captured piece (`Qg1xQn8`);
//! - glyphs instead of letters;
//! - `0-0` for `O-O`.
//!
//! A piece that enters with a named move follows a slash: `O-O/He1`.

use crate::geometry::{Board, Labels, MAX_AXES, Square};
#[cfg(feature = "record")]
use crate::variant::Script;
use crate::variant::{Move, Piece, RoleId, RoleSet, Variant};

use super::move_names::{MoveNames, roles_with};
use super::numeral::narrow;
use super::{LONGEST, ReadError, View, Wanted, coordinate, legs, san, suffix};

/// The contents of a SAN text, independent of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The possible roles.
    pub roles: RoleSet,
    /// The target.
    pub to: Square,
    /// The chosen role of a promotion.
    pub choice: Option<RoleId>,
    /// The known coordinates of the origin; −1 if unknown.
    from: [i16; MAX_AXES],
    /// The number of the way, from 1.
    nth: u16,
    /// The captured role, by the letter after `x`; empty if not given.
    takes: RoleSet,
}

impl Word {
    /// Whether the piece on this square fits.
    pub fn allows(&self, board: &Board, from: Square) -> bool {
        board.written(from).iter().zip(self.from).all(|(&own, said)| said < 0 || said == own)
    }
}

/// Reads SAN for one variant. Create it once and reuse it: it holds lookup tables.
#[derive(Clone, Debug)]
pub struct SanReader {
    /// For each ASCII letter one plus its role; 0 if it has none.
    ascii: [u8; 128],
    /// Other letters, and glyphs.
    letters: Vec<(char, RoleId)>,
    /// Roles written with `+` before their letter, and the number of `+`.
    signed: Vec<(char, usize, RoleId)>,
    letterless: RoleSet,
    pub(super) names: MoveNames,
    /// Whether a name of a move could also be another move's text (`e4`), on a compact board.
    names_are_words: bool,
    /// For boards with lower-case letters and numbers: the square by letter and number.
    compact: Option<Compact>,
}

#[derive(Clone, Debug)]
struct Compact {
    first_letter: u8,
    first_number: u32,
    files: u16,
    ranks: u16,
    /// By number, then letter; `None` for a hole.
    squares: Vec<Option<Square>>,
}

impl SanReader {
    /// The reader for a variant.
    pub fn new(variant: &Variant) -> Self {
        let mut ascii = [0; 128];
        let mut letters = Vec::new();
        // Add all letters before all glyphs: a glyph that is another piece's letter means that piece.
        let roles = || variant.roles.iter().enumerate();
        let own = roles().filter(|(_, role)| role.pluses == 0).map(|(i, role)| (i, role.letter));
        let drawn = roles().flat_map(|(i, role)| role.glyphs.iter().map(move |&c| (i, c)));
        for (i, c) in own.chain(drawn) {
            match ascii.get_mut(c as usize) {
                Some(slot) if *slot == 0 => *slot = i as u8 + 1,
                Some(_) => {}
                None => letters.push((c, RoleId(i as u8))),
            }
        }
        // Letters of roles in WXF, if they are otherwise unused.
        for &(role, _) in &variant.notation.wxf_letters {
            let letter = super::wxf::letter(variant, role);
            if let Some(slot) = ascii.get_mut(letter as usize).filter(|slot| **slot == 0) {
                *slot = role.0 + 1;
            }
        }
        let compact = Compact::new(&variant.board, &ascii);
        let digit = |name: &String| name.contains(|c: char| narrow(c).is_ascii_digit());
        Self {
            // The text of every other move contains a rank number.
            names_are_words: compact.is_some() && variant.notation.move_names.iter().any(digit),
            compact,
            ascii,
            letters,
            signed: roles()
                .filter(|(_, role)| role.pluses > 0)
                .map(|(i, role)| (role.letter, usize::from(role.pluses), RoleId(i as u8)))
                .collect(),
            letterless: variant.notation.letterless,
            names: MoveNames::new(variant),
        }
    }

    /// A reader for SAN with ranks counted from 0 and massed pieces without letters, as some programs write it whose users
    /// know ICCS. `None` if the variant does not use ICCS, or counts its ranks from 0 anyway.
    #[cfg(feature = "record")]
    pub(crate) fn from_zero(variant: &Variant) -> Option<Self> {
        let mut reader = Self::new(variant);
        let compact = reader.compact.as_mut().filter(|compact| compact.first_number > 0)?;
        compact.first_number = 0;
        if reader.letterless.is_empty() {
            reader.letterless = variant.notation.massed;
        }
        variant.notation.scripts.contains(&Script::Iccs).then_some(reader)
    }

    /// The unique legal move for a word that the fast path can read.
    #[cfg(feature = "record")]
    pub(crate) fn read_plain(&self, view: View<'_>, text: &str) -> Option<Move> {
        self.pick(view, &self.word(text)?).ok()
    }

    /// Whether no label of the board and no name is ambiguous, so that the fast path can read texts.
    pub(super) fn is_compact(&self) -> bool {
        self.compact.is_some() && !self.names_are_words
    }

    /// The unique legal move for a text.
    ///
    /// # Errors
    /// [`ReadError`] if the text is unreadable, or fits no or several legal moves.
    pub fn read(&self, view: View<'_>, text: &str) -> Result<Move, ReadError> {
        if let Some(word) = self.word(text) {
            return self.pick(view, &word);
        }
        self.read_slowly(view, text)
    }

    /// The contents of an ordinary word on an ordinary board (letters, then numbers): a fast path without a position. `None`
    /// does not mean that the text is invalid.
    #[inline]
    pub fn word(&self, text: &str) -> Option<Word> {
        let compact = self.compact.as_ref().filter(|_| !self.names_are_words)?;
        let bytes = text.as_bytes();
        let mut end = bytes.len();
        while end > 0 && matches!(bytes[end - 1], b'+' | b'#' | b'!' | b'?') {
            end -= 1;
        }
        let mut start = 0;
        let mut roles = self.letterless;
        if let Some(role) = self.ascii_role(*bytes.first()?) {
            roles = RoleSet(1 << role.0);
            start = 1;
        }
        let mut choice = None;
        if end > start && bytes[end - 1].is_ascii_uppercase() {
            choice = Some(self.ascii_role(bytes[end - 1])?);
            end -= 1;
            if end > start && matches!(bytes[end - 1], b'=' | b'/') {
                end -= 1;
            }
        }
        let (to, mut middle) = compact.square_before(bytes, start, end)?;
        if middle > start && matches!(bytes[middle - 1], b'x' | b'-' | b':') {
            middle -= 1;
        }
        let mut from = [-1; MAX_AXES];
        let mut rest = &bytes[start..middle];
        if let Some(&letter) = rest.first().filter(|b| b.is_ascii_lowercase()) {
            let file = u16::from(letter.checked_sub(compact.first_letter)?);
            from[0] = (file < compact.files).then_some(file as i16)?;
            rest = &rest[1..];
        }
        if !rest.is_empty() {
            from[1] = compact.rank(rest)? as i16;
        }
        Some(Word { roles, to: to?, choice, from, nth: 1, takes: RoleSet::default() })
    }

    /// The unique legal move for a word.
    ///
    /// # Errors
    /// [`ReadError`] if no or several legal moves fit.
    pub fn pick(&self, view: View<'_>, word: &Word) -> Result<Move, ReadError> {
        let mut found = None;
        for &mv in view.legal.onto(word.to) {
            if fits(view, word, mv) {
                if found.is_some() {
                    return resolve(view, std::slice::from_ref(word));
                }
                found = Some(mv);
            }
        }
        match found {
            Some(mv) if word.nth == 1 => Ok(mv),
            _ => resolve(view, std::slice::from_ref(word)),
        }
    }

    fn ascii_role(&self, letter: u8) -> Option<RoleId> {
        if letter.is_ascii_lowercase() {
            return None;
        }
        self.ascii.get(usize::from(letter))?.checked_sub(1).map(RoleId)
    }

    fn role(&self, c: char) -> Option<RoleId> {
        match u8::try_from(c) {
            Ok(c) if c.is_ascii() => self.ascii_role(c),
            _ => self.letters.iter().find(|(letter, _)| *letter == c).map(|&(_, role)| role),
        }
    }

    /// The role written with this number of `+` and this letter.
    fn signed_role(&self, pluses: usize, c: char) -> Option<RoleId> {
        if pluses == 0 {
            return self.role(c);
        }
        self.signed.iter().find(|&&(letter, own, _)| (letter, own) == (c, pluses)).map(|&(.., role)| role)
    }

    fn read_slowly(&self, view: View<'_>, text: &str) -> Result<Move, ReadError> {
        if text.len() > LONGEST {
            return Err(ReadError::Unreadable);
        }
        let text: String = text.chars().map(narrow).filter(|c| !c.is_whitespace()).collect();
        if let Some(found) = coordinate::read_fallback(view, &text) {
            return found;
        }
        let letter = text.chars().next().filter(|&c| self.role(c).is_some());
        if let Some(mv) = letter.and_then(|letter| coordinate::read_legs(view, &text[letter.len_utf8()..])) {
            return Ok(mv);
        }
        let (body, nth) = suffix::split(&text).ok_or(ReadError::Unreadable)?;
        let body = body.strip_suffix("e.p.").or_else(|| body.strip_suffix("ep")).unwrap_or(body);
        let nth = u16::try_from(nth).map_err(|_| ReadError::Unreadable)?;
        let words = self.words(view.variant, body, nth);
        if let Some((name, entering)) = body.split_once('/')
            && let Some(name) = self.names.number(name)
        {
            return self.read_entering(view, name, entering);
        }
        if let Some(name) = self.names.number(body) {
            let named = |mv: &&Move| view.name(**mv) == Some(name);
            let mut meant: Vec<Move> = view.legal.iter().filter(named).copied().collect();
            // A name may also be the text of another move.
            if let Ok(other) = resolve(view, &words)
                && !meant.contains(&other)
            {
                meant.push(other);
            }
            return ReadError::one(meant, || named_move(view, name));
        }
        if words.is_empty() {
            return Err(ReadError::Unreadable);
        }
        resolve(view, &words)
    }

    /// The move with the squares of a named move with which a piece also enters, on the given square: `He1`.
    fn read_entering(&self, view: View<'_>, name: u16, entering: &str) -> Result<Move, ReadError> {
        let mut chars = entering.chars();
        let role = chars.next().and_then(|c| self.role(c)).ok_or(ReadError::Unreadable)?;
        let square = view.variant.board.square(chars.as_str()).ok_or(ReadError::Unreadable)?;
        let beside = |mv: &Move| {
            let goes = |other: &Move| view.name(*other) == Some(name);
            mv.promotion() == Some(role)
                && view.between(mv.from, mv.to).iter().any(goes)
                && view.entered(*mv) == Some(square)
        };
        ReadError::one(view.legal.iter().copied().filter(beside).collect(), || named_move(view, name))
    }

    /// Every way to parse a text.
    fn words(&self, variant: &Variant, text: &str, nth: u16) -> Vec<Word> {
        let mut words = Vec::new();
        for (rest, choice) in self.choices(text) {
            let bare = rest.trim_start_matches('+');
            let mut chars = bare.chars();
            let letter = chars.next().and_then(|c| self.signed_role(rest.len() - bare.len(), c));
            let lettered = letter.map(|role| (RoleSet(1 << role.0), chars.as_str()));
            for (roles, rest) in lettered.into_iter().chain([(self.letterless, rest)]) {
                for (at, _) in rest.char_indices() {
                    let Some(to) = variant.board.square(&rest[at..]) else { continue };
                    let mut origins = Vec::new();
                    let signed = &rest[..at];
                    let bare = signed.trim_end_matches(['x', '-', ':', '×']);
                    constraints(&variant.board, 0, bare, [-1; MAX_AXES], &mut origins);
                    // A file may look like a sign.
                    if signed.len() > bare.len() {
                        constraints(&variant.board, 0, signed, [-1; MAX_AXES], &mut origins);
                        if let Some(one) =
                            signed.strip_suffix(['x', '-', ':', '×']).filter(|one| *one != bare)
                        {
                            constraints(&variant.board, 0, one, [-1; MAX_AXES], &mut origins);
                        }
                    }
                    origins.dedup();
                    let takes = RoleSet::default();
                    let word = Word { roles, to, choice, from: [-1; MAX_AXES], nth, takes };
                    words.extend(origins.into_iter().map(|from| Word { from, ..word }));
                    if let Some((taken, bare)) = self.taken(signed) {
                        let mut origins = Vec::new();
                        constraints(&variant.board, 0, bare, [-1; MAX_AXES], &mut origins);
                        let takes = RoleSet(1 << taken.0);
                        words.extend(origins.into_iter().map(|from| Word { from, takes, ..word }));
                    }
                }
            }
        }
        words.retain(|word| !word.roles.is_empty());
        words
    }

    /// The captured role by the letter after `x`, and the text before the sign.
    fn taken<'t>(&self, text: &'t str) -> Option<(RoleId, &'t str)> {
        let (at, letter) = text.char_indices().next_back()?;
        let bare = text[..at].trim_end_matches('+');
        let before = bare.strip_suffix(['x', ':', '×'])?;
        Some((self.signed_role(at - bare.len(), letter)?, before))
    }

    /// Every way to split the chosen role from a text: `=Q`, `/Q`, `(Q)`, `Q`, or nothing.
    fn choices<'t>(&self, text: &'t str) -> Vec<(&'t str, Option<RoleId>)> {
        let mut found = Vec::new();
        let inner = text.strip_suffix(')').unwrap_or(text);
        // After its sign, the letter may be lower case.
        let capital =
            |at: usize, c: char| if inner[..at].ends_with('=') { c.to_ascii_uppercase() } else { c };
        if let Some((at, role)) = inner.char_indices().next_back().and_then(|(at, c)| {
            let before = inner[..at].trim_end_matches('+').len();
            match at - before {
                0 => Some((at, self.role(capital(at, c))?)),
                _ if self.signed.is_empty() => Some((at, self.role(c)?)),
                pluses => Some((before, self.signed_role(pluses, c)?)),
            }
        }) {
            found.push((inner[..at].trim_end_matches(['=', '/', '(']), Some(role)));
        }
        // The unsplit text comes last; it is excluded if a sign announces a choice.
        if !text.contains(['=', '/', '(']) {
            found.push((text, None));
        }
        found
    }
}

impl Compact {
    fn new(board: &Board, ascii: &[u8; 128]) -> Option<Self> {
        let [first, second] = board.written_axes() else { return None };
        if board.has_names() {
            return None;
        }
        let (&Labels::Letters(letter), &Labels::Numbers(first_number)) = (&first.labels, &second.labels)
        else {
            return None;
        };
        let first_letter = u8::try_from(letter).ok().filter(u8::is_ascii_lowercase)?;
        // `x` marks captures, and letters of roles must not be digits or signs of the script.
        let ordinary = u16::from(first_letter) + first.length <= u16::from(b'x')
            && second.length < 1000
            && (0..128u8).all(|c| ascii[usize::from(c)] == 0 || c.is_ascii_alphabetic());
        if !ordinary {
            return None;
        }
        let squares = (0..second.length as i16)
            .flat_map(|rank| (0..first.length as i16).map(move |file| board.at_written(&[file, rank])))
            .collect();
        let (files, ranks) = (first.length, second.length);
        Some(Self { first_letter, first_number, files, ranks, squares })
    }

    /// The index of the rank with these digits.
    fn rank(&self, digits: &[u8]) -> Option<u16> {
        if digits.len() > 4 || digits.len() > 1 && digits[0] == b'0' {
            return None;
        }
        let mut number = 0;
        for digit in digits {
            number = number * 10 + u32::from(digit.checked_sub(b'0').filter(|&d| d < 10)?);
        }
        let index = number.checked_sub(self.first_number)?;
        (index < u32::from(self.ranks)).then_some(index as u16)
    }

    /// The square that ends at `end`, and the start of its text. `None` if there is no square.
    fn square_before(&self, bytes: &[u8], start: usize, end: usize) -> Option<(Option<Square>, usize)> {
        let (mut at, rank);
        match bytes.get(start..end)? {
            // The usual form: one letter, one digit.
            [.., letter, digit] if digit.is_ascii_digit() && !letter.is_ascii_digit() => {
                at = end - 1;
                let index = u32::from(digit - b'0').checked_sub(self.first_number)?;
                rank = u16::try_from(index).ok().filter(|&index| index < self.ranks)?;
            }
            _ => {
                at = end;
                while at > start && bytes[at - 1].is_ascii_digit() {
                    at -= 1;
                }
                if at == start {
                    return None;
                }
                rank = self.rank(&bytes[at..end])?;
            }
        }
        let file = u16::from(bytes[at - 1].checked_sub(self.first_letter)?);
        if file >= self.files {
            return None;
        }
        Some((self.squares[usize::from(rank * self.files + file)], at - 1))
    }
}

fn fits(view: View<'_>, word: &Word, mv: Move) -> bool {
    mv.to == word.to
        && view.setup.piece(mv.from).is_some_and(|piece| word.roles.contains(piece.role))
        && (mv.promotion() == word.choice || word.choice.is_some() && view.becomes(mv) == word.choice)
        && word.allows(&view.variant.board, mv.from)
        && (word.takes.is_empty() || view.setup.piece(mv.to).is_some_and(|on| word.takes.contains(on.role)))
}

/// The unique legal move for some words; suffixes distinguish ways.
fn resolve(view: View<'_>, words: &[Word]) -> Result<Move, ReadError> {
    let nth = words.first().map_or(1, |word| usize::from(word.nth));
    let mut targets: Vec<Square> = words.iter().map(|word| word.to).collect();
    targets.sort_unstable();
    targets.dedup();
    let fitting = |wanted: &dyn Fn(&Word, Move) -> bool| -> Vec<Move> {
        let moves = targets.iter().flat_map(|&to| view.legal.onto(to)).copied();
        let mut found: Vec<Move> = moves.filter(|&mv| words.iter().any(|word| wanted(word, mv))).collect();
        found.sort_unstable();
        found
    };
    let all = fitting(&|word, mv| fits(view, word, mv));
    // A named move fits other words only if no unnamed move does.
    let unnamed: Vec<Move> = all.iter().copied().filter(|&mv| san::unique_name(view, mv).is_none()).collect();
    let found = legs::pick(view, if unnamed.is_empty() { all } else { unnamed }, nth);
    if found.is_empty() && words.iter().all(|word| word.choice.is_none()) {
        // A required choice is missing.
        let chosen = fitting(&|word, mv| fits(view, word, Move { choice: 0, ..mv }));
        if !chosen.is_empty() {
            return Err(ReadError::Ambiguous(chosen));
        }
    }
    ReadError::one(found, || {
        let meant = |square: Square, role: RoleId| {
            words.iter().any(|word| word.roles.contains(role) && word.allows(&view.variant.board, square))
        };
        let movable = |piece: Piece| piece.is_neutral() || piece.player == view.mover();
        let pieces = view.setup.pieces().filter(|&(_, piece)| movable(piece));
        Wanted {
            origins: pieces
                .filter(|&(square, piece)| meant(square, piece.role))
                .map(|(square, _)| square)
                .collect(),
            to: words.first().map(|word| word.to).filter(|&to| words.iter().all(|word| word.to == to)),
            roles: words.iter().fold(RoleSet::default(), |roles, word| RoleSet(roles.0 | word.roles.0)),
            choice: words.first().and_then(|word| word.choice),
            ..Wanted::default()
        }
    })
}

/// The request for a move by name.
fn named_move(view: View<'_>, name: u16) -> Wanted {
    let roles = roles_with(view.variant, name);
    let origins = roles.iter().flat_map(|role| view.own(role)).collect();
    Wanted { origins, roles, name: Some(name), ..Wanted::default() }
}

/// Every way to parse a text as coordinates of some axes in order, or as a square's own name.
fn constraints(
    board: &Board,
    axis: usize,
    text: &str,
    so_far: [i16; MAX_AXES],
    found: &mut Vec<[i16; MAX_AXES]>,
) {
    let Some(current) = board.written_axes().get(axis) else {
        if text.is_empty() {
            found.push(so_far);
        }
        return;
    };
    if axis == 0 && board.has_names() {
        let named = board.squares().find(|&square| board.own_name(square) == Some(text));
        found.extend(named.map(|square| {
            let point = board.written(square);
            std::array::from_fn(|axis| point.get(axis).copied().unwrap_or(-1))
        }));
    }
    constraints(board, axis + 1, text, so_far, found);
    let text = text.strip_prefix('_').unwrap_or(text);
    for (end, c) in text.char_indices().take(4) {
        let end = end + c.len_utf8();
        if let Some(index) = current.index(&text[..end]) {
            let mut with = so_far;
            with[axis] = index as i16;
            constraints(board, axis + 1, &text[end..], with, found);
        }
    }
}
