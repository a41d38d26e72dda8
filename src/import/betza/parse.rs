//! Parses Betza's notation into groups. Every letter is used or reported.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::{Group, Hop, Leg, Range};

/// The letters of directions along the board, and across it; `h` can be both.
const ALONG: &str = "fbvh";
const ACROSS: &str = "rlsh";

/// An atom, its leaps, and whether it is a rider.
type Atom = (char, &'static [(i8, i8)], bool);

/// The atoms.
const ATOMS: &[Atom] = &[
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('C', &[(3, 1)], false),
    ('L', &[(3, 1)], false),
    ('Z', &[(3, 2)], false),
    ('J', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The maximum number of repetitions; no board has longer lines.
const LONGEST: u16 = 1024;

/// Parses a text. Returns all valid groups and all errors, with spans into the text
/// ([`SourceId::LOCAL`](crate::source::SourceId::LOCAL)).
///
/// ```
/// use carn::import::betza::read;
/// let (groups, findings) = read("fmWfcF");
/// assert_eq!((groups.len(), findings.len()), (2, 0));
/// assert_eq!(read("fm").1[0].code.id(), "E0702");
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<Group>, Vec<Diagnostic>) {
    let mut reader = Reader { letters: text.char_indices().collect(), end: text.len(), at: 0 };
    let (mut groups, mut findings) = (Vec::new(), Vec::new());
    let mut start: Option<usize> = None;
    let (mut leg, mut before) = (Leg::default(), Vec::new());
    while let Some((place, letter)) = reader.next() {
        let span = Span::new(place, place + letter.len_utf8());
        if letter.is_whitespace() && start.is_none() {
            continue;
        }
        let first = start.unwrap_or(place);
        if let Some(&(_, leaps, rides)) = ATOMS.iter().find(|(atom, ..)| *atom == letter) {
            let range = reader.range(letter, rides, &mut findings);
            groups.push(Group {
                span: Span::new(first, reader.place()),
                leg: std::mem::take(&mut leg),
                before: std::mem::take(&mut before),
                leaps: leaps.to_vec(),
                range,
            });
            start = None;
        } else if letter == 'a' {
            start = Some(first);
            before.push(std::mem::take(&mut leg));
        } else if ALONG.contains(letter) || ACROSS.contains(letter) {
            let second = reader.peek().filter(|&second| second == letter || crosses(letter, second));
            if second.is_some() {
                reader.next();
            }
            start = Some(first);
            leg.directions.push([letter, second.unwrap_or(letter)]);
        } else if modifier(&mut leg, letter) {
            start = Some(first);
        } else {
            let unsaid = match letter {
                'o' => Some("a board that is a ring is said in `[board]`, by `wrap`, not by a piece"),
                't' | 'u' | 'x' | 'k' | '[' | ']' | '(' | ')' | 'O' | 'U' | '-' => {
                    Some("this sign is not supported")
                }
                _ => None,
            };
            findings.push(match unsaid {
                Some(why) => Diagnostic::new(Code::NOT_CARRIED, span, format!("`{letter}`: {why}")),
                None => Diagnostic::new(
                    Code::BETZA_SIGN,
                    span,
                    format!("`{letter}` is not a sign of Betza notation"),
                ),
            });
        }
    }
    if let Some(start) = start {
        let span = Span::new(start, text.trim_end().len().max(start));
        let message = "modifiers must be followed by an atom";
        findings
            .push(Diagnostic::new(Code::BETZA_NO_ATOM, span, message).primary("no capital letter follows"));
    } else if groups.is_empty() && findings.is_empty() && !text.is_empty() {
        let message = "there is no atom in this text";
        findings.push(Diagnostic::new(Code::BETZA_NO_ATOM, Span::new(0, text.len()), message));
    }
    (groups, findings)
}

/// Whether two letters form one direction: one along the board and one across.
fn crosses(first: char, second: char) -> bool {
    ALONG.contains(first) && ACROSS.contains(second) || ACROSS.contains(first) && ALONG.contains(second)
}

/// Sets a modifier that is not a direction; `false` if the letter is not one.
fn modifier(leg: &mut Leg, letter: char) -> bool {
    match letter {
        'm' => leg.quiet = true,
        'c' => leg.capture = true,
        'd' => leg.own = true,
        'e' => leg.passing = true,
        'i' => leg.initial = true,
        'n' => leg.lame = true,
        'j' => leg.jump = true,
        'p' => leg.hop = Some(Hop::Beyond),
        'g' => leg.hop = Some(Hop::Behind),
        'z' => leg.crooked = true,
        'q' => leg.circular = true,
        'y' => leg.rides = true,
        _ => return false,
    }
    true
}

struct Reader {
    letters: Vec<(usize, char)>,
    /// The length of the text.
    end: usize,
    at: usize,
}

impl Reader {
    fn next(&mut self) -> Option<(usize, char)> {
        let found = self.letters.get(self.at).copied();
        self.at += usize::from(found.is_some());
        found
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).map(|&(_, letter)| letter)
    }

    /// The offset of the next letter.
    fn place(&self) -> usize {
        self.letters.get(self.at).map_or(self.end, |&(place, _)| place)
    }

    /// The text after an atom: its letter again, or a number, with 0 for unlimited.
    fn range(&mut self, atom: char, rides: bool, findings: &mut Vec<Diagnostic>) -> Range {
        if self.peek() == Some(atom) && !rides {
            self.at += 1;
            return Range::Unlimited;
        }
        let start = self.place();
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|letter| letter.to_digit(10)) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        match number {
            None if rides => Range::Unlimited,
            None | Some(1) => Range::Once,
            Some(0) => Range::Unlimited,
            Some(n) if n <= u32::from(LONGEST) => Range::UpTo(n as u16),
            Some(_) => {
                let span = Span::new(start, self.place());
                let message = format!("no board has more than {LONGEST} squares in a row");
                findings.push(Diagnostic::new(Code::BETZA_SIGN, span, message));
                Range::Unlimited
            }
        }
    }
}
