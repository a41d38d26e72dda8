//! Semantic highlighting of CARN words inside the strings of a rule file.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

use super::names::{Declared, Sort, declared, vocable};
use super::session::Session;
use super::words::{ANCHORS, Kind, words};

/// The types of words, in the order of their numbers.
const TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::TYPE,
    SemanticTokenType::PROPERTY,
];

/// The modifier bit of words of the language itself.
const LIBRARY: u32 = 1;

/// The meaning of the numbers.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

/// The words of all CARN strings.
pub fn tokens(session: &Session, asked: &SemanticTokensParams) -> Option<SemanticTokensResult> {
    let document = session.document(&asked.text_document.uri)?;
    let known = declared(document);
    let mut data = Vec::new();
    let mut last = lsp_types::Position::default();
    for text in document.outline.texts.iter().filter(|text| text.is_carn()) {
        for word in words(&document.text, text.inner) {
            let Some((kind, modifiers)) = look(&known, word.kind, word.span.text(&document.text)) else {
                continue;
            };
            let range = document.range(word.span);
            let same = range.start.line == last.line;
            data.push(SemanticToken {
                delta_line: range.start.line - last.line,
                delta_start: range.start.character - if same { last.character } else { 0 },
                length: range.end.character.saturating_sub(range.start.character),
                token_type: TYPES.iter().position(|one| *one == kind).unwrap_or(0) as u32,
                token_modifiers_bitset: modifiers,
            });
            last = range.start;
        }
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

/// The type and the modifiers of a word.
fn look(known: &[Declared], kind: Kind, text: &str) -> Option<(SemanticTokenType, u32)> {
    let of = |name: &str| known.iter().find(|one| one.name == name && one.sort != Sort::Function);
    Some(match kind {
        Kind::Call => {
            let name = text.trim_start_matches('@');
            let own = known.iter().any(|one| one.sort == Sort::Function && one.name == name);
            match vocable(name).filter(|_| !own) {
                Some(word) if word.effect => (SemanticTokenType::METHOD, LIBRARY),
                Some(_) => (SemanticTokenType::FUNCTION, LIBRARY),
                None => (SemanticTokenType::FUNCTION, 0),
            }
        }
        Kind::Variable => (SemanticTokenType::PARAMETER, 0),
        Kind::Axes => (SemanticTokenType::VARIABLE, LIBRARY),
        Kind::Number => (SemanticTokenType::NUMBER, 0),
        Kind::Divider => (SemanticTokenType::KEYWORD, 0),
        Kind::Sign => (SemanticTokenType::OPERATOR, 0),
        Kind::Mark => return None,
        Kind::Name if ANCHORS.iter().any(|(name, _)| *name == text) => (SemanticTokenType::KEYWORD, 0),
        Kind::Name => match of(text)?.sort {
            Sort::Axis => (SemanticTokenType::VARIABLE, 0),
            Sort::Zone => (SemanticTokenType::ENUM_MEMBER, 0),
            Sort::Role => (SemanticTokenType::CLASS, 0),
            Sort::Player => (SemanticTokenType::TYPE, 0),
            Sort::Right | Sort::Counter => (SemanticTokenType::PROPERTY, 0),
            Sort::Function => return None,
        },
    })
}
