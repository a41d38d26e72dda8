//! Parses the strings of a rule file. This module alone uses the parser crate.
//!
//! A text passes four stages, so that one mistake does not hide the next:
//!
//! 1. `clean` reports and replaces characters that CARN does not use.
//! 2. `blanks` reports and removes misplaced blanks.
//! 3. The text is split at `|`, `;` and `=>`. The grammar parses each part by itself (`tree`). A failure is explained from the
//!    tokens around it (`explain`).
//! 4. `check` checks the resulting tree.
//!
//! All spans refer to the original text.

mod blanks;
mod clean;
mod explain;
mod reader;
mod token;
mod tree;

/// The parser generated from `grammar/carn.pest`.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/carn.pest"]
    pub(super) struct Carn;
}

use reader::{Reader, Subject};

use super::ast::{Call, Hook, Pattern, Region, Signature};
use super::check;
use crate::diagnostic::Diagnostic;

/// The maximum length of a text in bytes.
pub const MAX_BYTES: usize = 4096;

/// The maximum nesting depth of parentheses.
pub const MAX_NESTING: usize = 64;

/// The largest number, written or computed.
pub const MAX_NUMBER: u32 = 999_999;

/// A parsed value with all findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The readable parts of the value; `None` if there are none.
    pub value: Option<T>,
    /// All findings, ordered by place; their spans refer to the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// The value if there are no errors; otherwise the findings. Warnings are ignored.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn into_result(self) -> Result<T, Vec<Diagnostic>> {
        match self.value {
            Some(value) if !crate::diagnostic::has_errors(&self.diagnostics) => Ok(value),
            _ => Err(self.diagnostics),
        }
    }

    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        crate::diagnostic::has_errors(&self.diagnostics)
    }
}

/// Parses a pattern: `Rank +1 File ~1 | Rank -1 File 1`.
///
/// The compiler, not the parser, checks whether a leg needs a step and which calls are allowed where.
///
/// ```
/// use carn::diagnostic::Code;
/// use carn::syntax::parse_pattern;
/// let knight = parse_pattern("*# 2  *# 1").into_result().expect("a pattern");
/// assert_eq!(knight.to_string(), "*# 2 *# 1");
///
/// let wrong = parse_pattern("Rank ＋1 | File 5~2 | *# 2$n");
/// let codes: Vec<Code> = wrong.diagnostics.iter().map(|one| one.code).collect();
/// assert_eq!(codes, [Code::FULL_WIDTH, Code::REVERSED_RANGE, Code::MISSING_TIMES]);
/// ```
#[must_use]
pub fn parse_pattern(text: &str) -> Parsed<Pattern> {
    Reader::read(text, Subject::Pattern, |reader| {
        let pattern = reader.pattern()?;
        check::pattern(&pattern, &mut reader.diagnostics);
        Some(pattern)
    })
}

/// Parses a conjunction of predicates or a list of effects, for example the body of a function: `@Empty(File +1) @Right(K)`.
///
/// ```
/// let body = carn::syntax::parse_calls("@On(Rank 2) @Not(@Attacked(From))").into_result().expect("two calls");
/// assert_eq!(body.len(), 2);
/// ```
#[must_use]
pub fn parse_calls(text: &str) -> Parsed<Vec<Call>> {
    Reader::read(text, Subject::Calls, |reader| {
        let calls = reader.all_calls()?;
        check::calls(&calls, &mut reader.diagnostics);
        Some(calls)
    })
}

/// Parses a hook: `predicates => effects`, or effects alone.
///
/// ```
/// let hook = carn::syntax::parse_hook("@Is(pawn, To) => @Take(To ** ~1)").into_result().expect("a hook");
/// assert_eq!((hook.guards.len(), hook.effects.len()), (1, 1));
/// ```
#[must_use]
pub fn parse_hook(text: &str) -> Parsed<Hook> {
    Reader::read(text, Subject::Hook, |reader| {
        let hook = reader.hook()?;
        check::calls(&hook.guards, &mut reader.diagnostics);
        check::calls(&hook.effects, &mut reader.diagnostics);
        Some(hook)
    })
}

/// Parses a region: `File d~f, Rank 1~3`, or the name of a zone.
///
/// ```
/// let palace = carn::syntax::parse_region("File d~f, Rank 1~3").into_result().expect("a region");
/// assert_eq!(palace.terms.len(), 2);
/// ```
#[must_use]
pub fn parse_region(text: &str) -> Parsed<Region> {
    Reader::read(text, Subject::Region, |reader| {
        let region = reader.region()?;
        check::region(&region, &mut reader.diagnostics);
        Some(region)
    })
}

/// Parses the head of a function: `CanCastle(side, rookFile)`, or `Home` without parameters.
///
/// ```
/// let head = carn::syntax::parse_signature("CanCastle(side, rookFile)").into_result().expect("a head");
/// assert_eq!(head.parameters.len(), 2);
/// ```
#[must_use]
pub fn parse_signature(text: &str) -> Parsed<Signature> {
    Reader::read(text, Subject::Signature, Reader::signature)
}

/// Whether a text is a valid name in CARN: one word that is not reserved.
///
/// ```
/// use carn::syntax::is_name;
/// assert!(is_name("馬") && is_name("rook_2"));
/// assert!(!is_name("From") && !is_name("two words") && !is_name("2nd"));
/// ```
#[must_use]
pub fn is_name(text: &str) -> bool {
    token::is_word(text) && !token::RESERVED.contains(&text)
}
