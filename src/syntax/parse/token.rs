//! Tokens of a clean text, used to explain errors and to split alternatives and legs. The grammar does not use them.

use pest::unicode::{XID_CONTINUE, XID_START};

use crate::source::Span;

/// The kinds of token, longest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or reserved word.
    Word,
    /// Digits.
    Int,
    /// `**#`
    AnySet,
    /// `**`
    Rest,
    /// `*#`
    Some,
    /// `*`
    Any,
    /// `=>`
    Arrow,
    /// `|`
    Pipe,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `@`
    At,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    Tilde,
    /// `$`
    Dollar,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// A lone `#`, `=` or `>`.
    Other,
}

/// A token of the clean text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its span in the clean text.
    pub span: Span,
}

/// The reserved words: names of places.
pub(super) const RESERVED: [&str; 8] = ["From", "To", "Here", "Victim", "Leg", "Path", "Span", "Runs"];

/// Whether a text is one CARN word, reserved or not.
pub(super) fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c == '_' || XID_START(c)) && chars.all(XID_CONTINUE)
}

const SIGNS: [(&str, Kind); 18] = [
    ("**#", Kind::AnySet),
    ("**", Kind::Rest),
    ("*#", Kind::Some),
    ("*", Kind::Any),
    ("=>", Kind::Arrow),
    ("|", Kind::Pipe),
    (";", Kind::Semicolon),
    (",", Kind::Comma),
    ("@", Kind::At),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("~", Kind::Tilde),
    ("$", Kind::Dollar),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    ("#", Kind::Other),
];

/// All tokens in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = |accept: fn(char) -> bool| rest.find(|c| !accept(c)).unwrap_or(rest.len());
        let (kind, len) = if matches!(c, ' ' | '\t' | '\n' | '\r') {
            at += 1;
            continue;
        } else if c.is_ascii_digit() {
            (Kind::Int, length(|c| c.is_ascii_digit()))
        } else if c == '_' || XID_START(c) {
            (Kind::Word, length(XID_CONTINUE))
        } else if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (*kind, sign.len())
        } else {
            (Kind::Other, c.len_utf8())
        };
        tokens.push(Token { kind, span: Span::new(at, at + len) });
        at += len;
    }
    tokens
}

/// The role of a parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parenthesis {
    /// The index of the matching parenthesis, if any.
    pub partner: Option<usize>,
    /// Whether it encloses arguments (otherwise it groups an expression).
    pub call: bool,
}

/// For each token, its parenthesis if it is one; and the maximum nesting depth. In a function's head, the parenthesis after the
/// first word encloses parameters.
pub(super) fn parentheses(text: &str, tokens: &[Token], head: bool) -> (Vec<Option<Parenthesis>>, usize) {
    let mut result = vec![None; tokens.len()];
    let mut open = Vec::new();
    let mut deepest = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => {
                let word = index.checked_sub(1).filter(|&before| tokens[before].kind == Kind::Word);
                let call = word.is_some_and(|word| {
                    let called = word.checked_sub(1).is_some_and(|at| tokens[at].kind == Kind::At);
                    called || (head && word == 0) || ["Span", "Runs"].contains(&tokens[word].span.text(text))
                });
                result[index] = Some(Parenthesis { partner: None, call });
                open.push((index, call));
                deepest = deepest.max(open.len());
            }
            Kind::Close => {
                let partner = open.pop();
                let call = partner.is_some_and(|(_, call)| call);
                result[index] = Some(Parenthesis { partner: partner.map(|(at, _)| at), call });
                if let Some((at, call)) = partner {
                    result[at] = Some(Parenthesis { partner: Some(index), call });
                }
            }
            _ => {}
        }
    }
    (result, deepest)
}
