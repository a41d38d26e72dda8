//! Splits CARN strings into words, even with syntax errors.

use carn::source::Span;
use logos::Logos;

/// A word's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Kind {
    /// `@Empty`, or a lone `@`.
    #[regex(r"@[\p{XID_Start}_]?\p{XID_Continue}*")]
    Call,
    /// `$n`.
    #[regex(r"\$[\p{XID_Start}_]?\p{XID_Continue}*")]
    Variable,
    /// `*#a`, `**#`.
    #[regex(r"\*\*?#(\p{XID_Start}\p{XID_Continue}*)?")]
    Axes,
    /// A name.
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Name,
    /// A number.
    #[regex(r"[0-9]+")]
    Number,
    /// The sign between alternatives, legs and effects.
    #[token("=>")]
    #[token("|")]
    #[token(";")]
    Divider,
    /// A sign of arithmetic, or `*`.
    #[regex(r"[-+~*]+")]
    Sign,
    /// A bracket or a comma.
    #[regex(r"[(){},]")]
    Mark,
}

/// A word with its span.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its kind.
    pub kind: Kind,
    /// Its span.
    pub span: Span,
}

/// The words of a part of a text.
pub fn words(text: &str, within: Span) -> impl Iterator<Item = Word> + '_ {
    let lexer = Kind::lexer(within.text(text)).spanned();
    lexer.filter_map(move |(kind, at)| {
        let span = Span::from(at).offset(within.start);
        kind.ok().map(|kind| Word { kind, span })
    })
}

/// Words of the language that denote squares.
pub const ANCHORS: [(&str, &str); 8] = [
    ("From", "the square that the move starts on"),
    ("To", "the square that the move ends on"),
    ("Here", "the square that is asked about"),
    ("Victim", "the square of what was taken"),
    ("Leg", "the square where a leg of the movement ends: `Leg 1`"),
    ("Path", "the squares that the leg passes over"),
    ("Span", "the squares of a line between two: `Span(From, To)`"),
    ("Runs", "runs of squares in some directions: `Runs(From *# 1, @Opponent, @Ally)`"),
];

#[cfg(test)]
mod tests {
    use super::{Kind, words};
    use carn::source::Span;

    #[test]
    fn half_a_pattern_has_words_too() {
        let text = "*#a +1 @Emp ; Rank 1~2 @Any(From **# 1, 馬 $n =>";
        let found: Vec<_> =
            words(text, Span::new(0, text.len())).map(|word| (word.kind, word.span.text(text))).collect();
        let wanted = [
            (Kind::Axes, "*#a"),
            (Kind::Sign, "+"),
            (Kind::Number, "1"),
            (Kind::Call, "@Emp"),
            (Kind::Divider, ";"),
            (Kind::Name, "Rank"),
            (Kind::Number, "1"),
            (Kind::Sign, "~"),
            (Kind::Number, "2"),
            (Kind::Call, "@Any"),
            (Kind::Mark, "("),
            (Kind::Name, "From"),
            (Kind::Axes, "**#"),
            (Kind::Number, "1"),
            (Kind::Mark, ","),
            (Kind::Name, "馬"),
            (Kind::Variable, "$n"),
            (Kind::Divider, "=>"),
        ];
        assert_eq!(found, wanted);
    }
}
