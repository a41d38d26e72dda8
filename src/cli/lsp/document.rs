//! An open rule file: its text, its outline and its compiled rules.

use std::path::{Path, PathBuf};

use carn::compile::caps::MAX_FILE;
use carn::compile::{Compiled, Origins};
use carn::diagnostic::Diagnostic;
use carn::source::{Source, SourceId, Sources, Span};
use carn::variant::Variant;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use super::outline::Outline;
use super::place::Lines;
use crate::cli::folder::looks_like_rules;

/// The id of the file itself in its compilation.
pub const OWN: SourceId = SourceId(0);

/// An open document.
pub struct Document {
    pub uri: Uri,
    /// Its path, if it is a file.
    pub path: Option<PathBuf>,
    pub version: i32,
    pub text: String,
    pub lines: Lines,
    pub outline: Outline,
    /// Its findings.
    pub findings: Vec<Diagnostic>,
    /// The texts that were read to compile it.
    pub sources: Sources,
    /// The rules of the text, or of its last version without errors.
    pub variant: Option<Variant>,
    /// The places of their parts in the current text; only of keys if the rules have errors.
    pub origins: Origins,
    /// The last known texts that it extends, nearest first, with their outlines.
    pub inherited: Vec<(SourceId, Source, Outline)>,
    /// Whether it is, or was, a rule file: editors send requests for every `.toml` file.
    pub rules: bool,
    /// Whether `variant` corresponds to the current text.
    pub current: bool,
}

impl Document {
    pub fn new(uri: Uri, version: i32, text: String) -> Self {
        let path = path_of(&uri);
        let mut document = Self {
            uri,
            path,
            version,
            text: String::new(),
            lines: Lines::default(),
            outline: Outline::default(),
            findings: Vec::new(),
            sources: Sources::new(),
            variant: None,
            origins: Origins::default(),
            inherited: Vec::new(),
            rules: false,
            current: false,
        };
        document.replace(text);
        document
    }

    /// Replaces the text.
    fn replace(&mut self, text: String) {
        self.lines = Lines::new(&text);
        // A text that is too long for a rule file is not analysed.
        if text.len() > MAX_FILE {
            self.outline = Outline::default();
            self.rules |= looks_like_rules(&text);
        } else {
            self.outline = Outline::new(&text);
            self.rules |= self.outline.is_rules();
        }
        self.text = text;
        self.current = false;
    }

    /// Applies an editor's changes in order.
    pub fn edit(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        let mut text = std::mem::take(&mut self.text);
        let mut lines = std::mem::take(&mut self.lines);
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => text.replace_range(lines.span(&text, range).range(), &change.text),
            }
            lines = Lines::new(&text);
        }
        self.replace(text);
    }

    /// Stores the result of compiling the text, and that of its line `extends` if the text is not valid TOML.
    pub fn understand(&mut self, (compiled, extending): (Compiled, Option<Compiled>)) {
        // Without such a line, mostly during typing, keep the previous texts.
        let known = extending.as_ref().unwrap_or(&compiled);
        if !known.origins.keys.is_empty() {
            let extended = known.sources.iter().filter(|(id, _)| *id != OWN);
            let read = extended.map(|(id, source)| (id, source.clone(), Outline::new(source.text())));
            self.inherited = read.collect();
        }
        self.findings = compiled.diagnostics;
        self.sources = compiled.sources;
        self.current = compiled.variant.is_some();
        if self.current {
            self.variant = compiled.variant;
        }
        self.origins = compiled.origins;
    }

    /// The name in messages, and the folder with files that it may extend.
    pub fn name_and_folder(&self) -> (String, PathBuf) {
        match &self.path {
            Some(path) => {
                (path.display().to_string(), path.parent().map(Path::to_path_buf).unwrap_or_default())
            }
            None => (self.uri.as_str().to_owned(), PathBuf::new()),
        }
    }

    /// One of the texts that were read to compile it.
    pub fn read(&self, id: SourceId) -> Option<&Source> {
        let inherited =
            || self.inherited.iter().find(|(known, ..)| *known == id).map(|(_, source, _)| source);
        self.sources.get(id).or_else(inherited)
    }

    pub fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span)
    }

    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }
}

/// The path of a `file:` address.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = decoded(&rest[rest.find('/')?..])?;
    // A Windows path such as `/c:/rules` needs its first slash removed.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path[..] }))
}

/// The `file:` address of a path.
pub fn address_of(path: &Path) -> Option<Uri> {
    let mut address = String::from("file://");
    let path = path.to_str()?.replace('\\', "/");
    if !path.starts_with('/') {
        address.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    address.parse().ok()
}

/// Decodes percent escapes (`%E9`); `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push((digit(rest.next())? * 16 + digit(rest.next())?) as u8);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{address_of, path_of};
    use std::path::Path;

    #[test]
    fn addresses_are_paths() {
        for path in ["/home/anna/rules/my game.toml", "/tmp/象棋/馬.toml", "/a/100%.toml"] {
            let address = address_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&address).as_deref(), Some(Path::new(path)), "{}", address.as_str());
        }
        assert_eq!(path_of(&"untitled:Untitled-1".parse().unwrap()), None);
        assert_eq!(path_of(&"file:///a%ZZ".parse().unwrap_or("untitled:x".parse().unwrap())), None);
    }
}
