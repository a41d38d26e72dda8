//! The names that a rule file declares for its pieces and rights, and whether they are used.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, is_hidden};
use crate::syntax;
use crate::variant::{CounterId, RightId, RoleId, RoleSet};

use super::findings::{Findings, all_of, listed, unknown};
use super::read::text::Text;
use super::read::tree::{At, Table};

/// A name that the rule file declares.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub name: String,
    pub at: At,
    pub used: bool,
}

impl Declared {
    /// The name that a key declares.
    pub fn key(key: &Text) -> Self {
        Self { name: key.value.clone(), at: key.at(), used: false }
    }
}

/// Finds a declared name and marks it as used.
pub(crate) fn find(all: &mut [Declared], name: &str) -> Option<usize> {
    let name = normal(name);
    let at = all.iter().position(|one| one.name == name)?;
    all[at].used = true;
    Some(at)
}

/// Names by id.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub roles: Vec<Declared>,
    pub rights: Vec<Declared>,
    pub counters: Vec<Declared>,
    /// The counters (by index) used in conditions.
    pub asked_counters: Vec<usize>,
    /// The place of the points of pieces.
    pub points_at: Option<At>,
    /// The places of conditions on points.
    pub points_asked: Vec<At>,
    /// For each right, whether it is set square by square.
    pub rights_by_square: Vec<bool>,
}

impl Names {
    /// The role of this name. Marks it as used.
    pub fn role(&mut self, name: &str) -> Option<RoleId> {
        find(&mut self.roles, name).map(|at| RoleId(at as u8))
    }

    /// The role of this name; reports an unknown name.
    pub fn role_or_report(
        &mut self,
        findings: &mut Findings,
        text: &Text,
        name: &str,
        span: Span,
    ) -> Option<RoleId> {
        let found = self.role(name);
        if found.is_none() {
            let names: Vec<&str> = self.roles.iter().map(|role| role.name.as_str()).collect();
            let message = format!("there is no piece `{name}`");
            let finding = unknown(Code::UNKNOWN_ROLE, span, message, name, names.iter().copied())
                .help(format!("the pieces are {}", listed(&names)));
            findings.report(text, finding);
        }
        found
    }

    /// The roles named by the string or list under a key; `None` if one is unknown.
    pub fn role_set_at(&mut self, findings: &mut Findings, table: &Table, key: &str) -> Option<RoleSet> {
        let mut roles = Vec::new();
        let mut fine = true;
        for text in table.strings_at(findings, key) {
            match self.role_or_report(findings, text, &text.value, text.all()) {
                Some(role) => roles.push(role),
                None => fine = false,
            }
        }
        fine.then(|| roles.into_iter().collect())
    }

    /// The counter of this name; reports an unknown name. Marks it as used.
    pub fn counter_or_report(
        &mut self,
        findings: &mut Findings,
        text: &Text,
        name: &str,
        span: Span,
    ) -> Option<CounterId> {
        if let Some(at) = find(&mut self.counters, name) {
            return Some(CounterId(at as u8));
        }
        let known: Vec<&str> = self.counters.iter().map(|counter| counter.name.as_str()).collect();
        let message = format!("there is no counter `{name}`");
        let finding = unknown(Code::UNKNOWN_COUNTER, span, message, name, known.iter().copied())
            .help(all_of("the counters", &known))
            .help("counters are declared in `[counters]`: `checks = { start = 3 }`");
        findings.report(text, finding);
        None
    }

    /// The right of this name; reports an unknown name. Marks it as used.
    pub fn right_or_report(
        &mut self,
        findings: &mut Findings,
        text: &Text,
        name: &str,
        span: Span,
    ) -> Option<RightId> {
        if let Some(at) = find(&mut self.rights, name) {
            return Some(RightId(at as u8));
        }
        let known: Vec<&str> = self.rights.iter().map(|right| right.name.as_str()).collect();
        let message = format!("there is no right `{name}`");
        let finding = unknown(Code::UNKNOWN_RIGHT, span, message, name, known.iter().copied())
            .help(all_of("the rights", &known))
            .help("rights are declared in `[rights]`");
        findings.report(text, finding);
        None
    }
}

/// A name in the form in which names are compared: NFC, as keys are read.
pub(crate) fn normal(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// Whether a text is one line of visible characters; reports it if not.
pub(crate) fn check_printable(findings: &mut Findings, text: &Text, what: &str) -> bool {
    if !text.value.contains(is_hidden) {
        return true;
    }
    let written = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
    let shown: String = text.value.chars().map(written).collect();
    let message = format!("{what} has an invisible character: `{shown}`");
    let finding = Diagnostic::new(Code::BAD_VALUE, text.span, message)
        .help("line breaks, control characters and direction marks are not allowed here");
    findings.add(finding.in_source(text.source));
    false
}

/// Whether a text is a valid CARN name; reports it if not.
pub(crate) fn check_name(findings: &mut Findings, text: &Text, what: &str) -> bool {
    if syntax::is_name(&text.value) {
        return true;
    }
    let finding = Diagnostic::new(
        Code::BAD_NAME,
        text.span,
        format!("`{}` cannot be the name of {what}: patterns could not write it", text.value),
    )
    .help("a name consists of letters of any script, digits and `_`; it must not start with a digit or be a reserved word");
    findings.add(finding.in_source(text.source));
    false
}
