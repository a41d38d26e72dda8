//! A text of a rule file in several languages.

use std::fmt;

use super::findings::Findings;
use super::read::tree::{Table, Value};

/// A text of a rule file, in one language or in several: `"Chess on a torus"`, `{ en = "Chess on a torus", zh = "…" }`. The
/// first is the default.
///
/// ```
/// use carn::compile::{NoFiles, summary};
/// let text = "name = 'Torus'\ndescription = { en = 'Chess on a torus', zh = '环面上的国际象棋' }";
/// let description = summary("torus.toml", text, &NoFiles).expect("it is TOML").description;
/// assert_eq!(description.to_string(), "Chess on a torus");
/// assert_eq!((description.written_in("zh"), description.written_in("de")), (Some("环面上的国际象棋"), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translated {
    /// Languages and texts. A text without a language has an empty one.
    texts: Vec<(String, String)>,
}

impl Translated {
    /// The text under a key; empty if the key is missing.
    pub(crate) fn read(root: &Table, findings: &mut Findings, key: &str) -> Self {
        let Some(node) = root.get(key) else { return Self::default() };
        let what = format!("`{key}`");
        let texts = match &node.kind {
            Value::Table(table) => {
                let mut text = |language: &str| Some(table.string_at(findings, language)?.value.clone());
                let languages = table.entries.iter().map(|entry| entry.key.value.clone());
                languages.filter_map(|language| Some((language.clone(), text(&language)?))).collect()
            }
            Value::String(text) => vec![(String::new(), text.value.clone())],
            _ => {
                node.wrong_type::<()>(findings, &what, "a string, or a table of strings by language");
                Vec::new()
            }
        };
        Self { texts }
    }

    /// The text in this language (`zh`), if there is one.
    #[must_use]
    pub fn written_in(&self, language: &str) -> Option<&str> {
        self.texts.iter().find(|(known, _)| known == language).map(|(_, text)| text.as_str())
    }

    /// The text in this language, or else in the default one; empty if there is none.
    #[must_use]
    pub fn nearest(&self, language: &str) -> &str {
        self.written_in(language).unwrap_or_else(|| self.as_str())
    }

    /// The text in the default language; empty if there is none.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.texts.first().map_or("", |(_, text)| text)
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }

    /// The text in every language.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(_, text)| text.as_str())
    }
}

impl fmt::Display for Translated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
