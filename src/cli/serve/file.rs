//! The rule file that the page follows, with the files next to it that it extends.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use carn::library;
use serde_json::json;

use crate::cli::exit::{Result, Stop};
use crate::cli::game::{compile_text, read};
use crate::cli::given::Given;

/// The last seen state of a rule file.
pub struct Followed {
    path: PathBuf,
    name: String,
    text: String,
    /// The texts of the files next to it that it extends, by name.
    beside: BTreeMap<String, String>,
}

impl Followed {
    /// Reads the file for the first time.
    pub fn open(name: &Given) -> Result<Self> {
        let path = name.path().to_owned();
        let text = read(&path).map_err(|error| Stop::usage(format!("cannot read `{name}`: {error}")))?;
        let beside = beside(&path, &text);
        let short =
            path.file_name().map_or_else(|| name.to_string(), |name| name.to_string_lossy().into_owned());
        Ok(Self { path, name: short, text, beside })
    }

    /// The JSON line for the page.
    pub fn told(&self) -> String {
        json!({ "name": self.name, "text": self.text, "beside": self.beside }).to_string()
    }

    /// Reads the files again; returns the line for the page if one has changed. A file that cannot be read, mostly during
    /// writing, keeps its previous text.
    pub fn look(&mut self) -> Option<String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let changed = |path: &Path, known: &str| read(path).is_ok_and(|text| text != known);
        let same = !changed(&self.path, &self.text)
            && !self.beside.iter().any(|(name, text)| changed(&folder.join(name), text));
        if same {
            return None;
        }
        self.text = read(&self.path).unwrap_or_else(|_| std::mem::take(&mut self.text));
        self.beside = beside(&self.path, &self.text);
        Some(self.told())
    }
}

/// The files next to a rule file that it extends, directly or not.
fn beside(path: &Path, text: &str) -> BTreeMap<String, String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let compiled = compile_text(&path.to_string_lossy(), folder, text);
    let extended = compiled.sources.iter().skip(1).map(|(_, source)| source);
    let own = extended.filter(|source| {
        let shipped = source.name().strip_suffix(".toml").unwrap_or(source.name());
        library::text(shipped) != Some(source.text())
    });
    own.map(|source| (source.name().to_owned(), source.text().to_owned())).collect()
}
