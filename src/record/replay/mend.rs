//! Start positions that say too much: rights without their pieces, marks that no piece can have left.

use std::ops::Range;

use crate::position::{FromFenError, Position, Rules, SetupError, Unplayable};
use crate::variant::fen::FenErrorKind;

/// The field of a FEN that holds the rights.
const RIGHTS: usize = 2;

/// A position from a FEN without the rights and marks that cannot be; each of them is reported. What else
/// [`Position::from_fen_leniently`] finds odd comes with it.
pub(super) fn mended(
    rules: &Rules,
    fen: &str,
    mut report: impl FnMut(String),
) -> Result<(Position, Option<SetupError>), FromFenError> {
    let mut text = fen.to_owned();
    // Every turn takes something out of the text.
    loop {
        let error = match Position::from_fen_leniently(rules, &text) {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        let Some(span) = superfluous(&error, &text).filter(|span| !span.is_empty()) else {
            return Err(error);
        };
        report(format!("the start position's {:?} is left out: {error}", &text[span.clone()]));
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let alone = blank(text[..span.start].chars().next_back()) && blank(text[span.end..].chars().next());
        text.replace_range(span, if alone { "-" } else { "" });
    }
}

/// What could be left out of a FEN so that this is not wrong with it.
fn superfluous(error: &FromFenError, text: &str) -> Option<Range<usize>> {
    match error {
        FromFenError::Text(error) => match error.kind {
            FenErrorKind::NoHolder(_)
            | FenErrorKind::UnknownRight(_)
            | FenErrorKind::RepeatedRight(_)
            | FenErrorKind::UnknownSquare
            | FenErrorKind::NoMarker { .. }
            | FenErrorKind::SeveralMarkers { .. } => Some(error.span.clone()),
            _ => None,
        },
        FromFenError::Setup(Unplayable {
            error: SetupError::UnfoundedRight { letter: Some(letter), .. },
            ..
        }) => {
            let field = text.split_whitespace().nth(RIGHTS)?;
            let start = field.as_ptr() as usize - text.as_ptr() as usize;
            let at = start + field.find(*letter)?;
            Some(at..at + letter.len_utf8())
        }
        FromFenError::Setup(_) => None,
    }
}
