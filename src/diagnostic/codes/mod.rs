//! The table of codes with their explanations. To add a code, add an entry to the file of its subject. To add a subject, add a
//! file and list its `TABLE` in [`TABLES`].

use super::Severity;

/// The code of a finding: an id such as `E0102`, whose meaning never changes, and its explanation.
///
/// | ids | subject |
/// |---|---|
/// | E01 | the syntax of CARN |
/// | E02 | names |
/// | E03 | arguments and kinds |
/// | E04 | the rule file |
/// | E05 | setups and FEN |
/// | E06 | caps |
/// | E07 | notations of other programs |
/// | E09 | anything else |
/// | W01 | lints |
/// | W02 | notations of other programs |
///
/// ```
/// use carn::diagnostic::Code;
/// assert_eq!(Code::find("E0102"), Some(Code::BACKSLASH));
/// assert_eq!(Code::find("backslash"), Some(Code::BACKSLASH));
/// ```
#[derive(Clone, Copy)]
pub struct Code(&'static Entry);

/// The table's entry for a code.
struct Entry {
    id: &'static str,
    slug: &'static str,
    title: &'static str,
    wrong: &'static str,
    right: &'static str,
    explanation: &'static str,
}

/// Declares the codes of one subject as constants of [`Code`] and as `TABLE`.
macro_rules! codes {
    ($($name:ident = $id:literal, $slug:literal, $title:literal, wrong $wrong:literal, right $right:literal,
       $explanation:literal;)*) => {
        impl $crate::diagnostic::Code {
            $(
                #[doc = $title]
                pub const $name: Self = {
                    static ENTRY: super::Entry = super::Entry {
                        id: $id,
                        slug: $slug,
                        title: $title,
                        wrong: $wrong,
                        right: $right,
                        explanation: $explanation,
                    };
                    super::Code(&ENTRY)
                };
            )*
        }
        pub(super) static TABLE: &[$crate::diagnostic::Code] = &[$($crate::diagnostic::Code::$name),*];
    };
}

mod caps;
mod imports;
mod kinds;
mod lints;
mod names;
mod rules;
mod syntax;

/// The subjects in the order of their ids.
static TABLES: &[&[Code]] =
    &[syntax::TABLE, names::TABLE, kinds::TABLE, rules::TABLE, caps::TABLE, imports::TABLE, lints::TABLE];

impl Code {
    /// All codes, subject by subject.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLES.iter().flat_map(|table| table.iter().copied())
    }

    /// The codes of the warnings about rule files.
    pub fn warnings() -> impl Iterator<Item = Self> {
        Self::all().filter(|code| code.id().starts_with("W01"))
    }

    /// The code of that id (letter case not counted) or slug.
    #[must_use]
    pub fn find(id_or_slug: &str) -> Option<Self> {
        Self::all().find(|code| code.id().eq_ignore_ascii_case(id_or_slug) || code.slug() == id_or_slug)
    }

    /// The id: `E0102`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The id in words: `backslash`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        self.0.slug
    }

    /// The title: one line that names the error.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.0.title
    }

    /// A text that causes this code; for a syntax code, a pattern.
    #[must_use]
    pub const fn wrong(self) -> &'static str {
        self.0.wrong
    }

    /// The same text, corrected.
    #[must_use]
    pub const fn right(self) -> &'static str {
        self.0.right
    }

    /// The cause and the fix.
    #[must_use]
    pub const fn explanation(self) -> &'static str {
        self.0.explanation
    }

    /// `W` codes are warnings, all others errors.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self.0.id.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Title, explanation and the two examples, as several lines of text.
    #[must_use]
    pub fn page(self) -> String {
        let indent = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
        format!(
            "{} ({}): {}\n\n{}\n\nWrong:\n\n{}\nRight:\n\n{}",
            self.id(),
            self.slug(),
            self.title(),
            self.explanation(),
            indent(self.wrong()),
            indent(self.right())
        )
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Code {}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.id())
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn ids_and_slugs_are_unique_and_ordered_within_a_subject() {
        let all: Vec<Code> = Code::all().collect();
        for (index, code) in all.iter().enumerate() {
            for other in &all[index + 1..] {
                assert_ne!(code.id(), other.id());
                assert_ne!(code.slug(), other.slug());
            }
            assert_eq!(code.id().len(), 5, "{code}");
            assert!(!code.title().ends_with('.') && !code.explanation().is_empty(), "{code}");
            assert_eq!(Code::find(code.slug()), Some(*code));
            assert_eq!(Code::find(code.id()), Some(*code));
        }
    }
}
