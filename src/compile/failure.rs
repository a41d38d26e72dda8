//! Why a rule file is no game, as an error that a program can hand on.

use std::fmt;

use crate::diagnostic::{self, Diagnostic, Style};
use crate::source::Sources;
use crate::variant::Variant;

use super::Compiled;

/// A rule file with errors. Its text is that of all findings, as the command shows them.
#[derive(Clone, Debug)]
pub struct RuleErrors {
    /// Everything found, warnings included, in the order of the files; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the findings point into.
    pub sources: Sources,
}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(diagnostic::render_all(&self.diagnostics, &self.sources, Style::Plain).trim_end())
    }
}

impl std::error::Error for RuleErrors {}

impl Compiled {
    /// The rules alone. Warnings do not stand in the way.
    ///
    /// # Errors
    /// When the file has errors: what was found.
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
