//! Removes impossible parts of start positions: rights without their pieces, marks that no piece can have left.

use std::ops::Range;

use crate::position::{FromFenError, Position, Rules, SetupError, Unplayable};
use crate::variant::fen::FenErrorKind;

/// The FEN field of the rights.
const RIGHTS: usize = 2;

/// A position from a FEN without impossible rights and marks, each of which is reported. Also returns other oddities found by
/// [`Position::from_fen_leniently`].
pub(super) fn mended(
    rules: &Rules,
    fen: &str,
    mut report: impl FnMut(String),
) -> Result<(Position, Option<SetupError>), FromFenError> {
    let mut text = fen.to_owned();
    // Every iteration removes something from the text.
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

/// The part of a FEN whose removal corrects the error.
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
