//! The errors of a rule file as one standard error.

use std::fmt;

use crate::diagnostic::{self, Diagnostic, Style};
use crate::source::Sources;
use crate::variant::Variant;

use super::Compiled;

/// A rule file with errors. Its text shows all findings as the command does.
#[derive(Clone, Debug)]
pub struct RuleErrors {
    /// All findings, including warnings, in the order of the files. At least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the findings refer to.
    pub sources: Sources,
}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(diagnostic::render_all(&self.diagnostics, &self.sources, Style::Plain).trim_end())
    }
}

impl std::error::Error for RuleErrors {}

impl Compiled {
    /// The rules. Warnings do not prevent success.
    ///
    /// # Errors
    /// If the file has errors: all findings.
    ///
    /// ```
    /// use carn::compile::{Natives, NoFiles, compile};
    /// let error = compile("empty.toml", "name = 'Nothing'", &NoFiles, &Natives::default()).into_variant();
    /// assert!(error.unwrap_err().to_string().contains("[board]"));
    /// ```
    pub fn into_variant(self) -> Result<Variant, RuleErrors> {
        let Self { variant, diagnostics, sources, .. } = self;
        variant.ok_or(RuleErrors { diagnostics, sources })
    }
}
