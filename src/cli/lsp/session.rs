//! The open documents of an editor, with their compiled rules.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use carn::compile::{self, Compiled};
use carn::library;
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{DidChangeTextDocumentParams, PublishDiagnosticsParams, TextDocumentItem, Uri};

use super::document::{Document, address_of};
use super::findings;
use super::wire::Note;
use crate::cli::folder::search;
use crate::cli::game;
use crate::cli::words::Language;

/// The open documents of an editor.
pub struct Session {
    documents: BTreeMap<String, Document>,
    /// The documents without current findings, most recently changed first.
    behind: Vec<String>,
    pub language: Language,
}

impl Session {
    pub fn new(language: Language) -> Self {
        Self { documents: BTreeMap::new(), behind: Vec::new(), language }
    }

    /// Whether a document has no current findings.
    pub fn is_behind(&self) -> bool {
        !self.behind.is_empty()
    }

    pub fn open(&mut self, item: TextDocumentItem) {
        let key = item.uri.as_str().to_owned();
        let document = Document::new(item.uri, item.version, item.text);
        self.documents.insert(key.clone(), document);
        self.doubt(&key);
    }

    pub fn change(&mut self, told: DidChangeTextDocumentParams) {
        let key = told.text_document.uri.as_str();
        if let Some(document) = self.documents.get_mut(key) {
            document.edit(told.text_document.version, told.content_changes);
            self.doubt(key);
        }
    }

    /// Removes a document; returns the note that clears its findings.
    pub fn close(&mut self, uri: &Uri) -> Option<Note> {
        let closed = self.documents.remove(uri.as_str())?;
        self.behind.retain(|key| key != uri.as_str());
        self.doubt_later(self.dependents(&closed));
        Some(published(PublishDiagnosticsParams::new(uri.clone(), Vec::new(), None)))
    }

    /// Marks the findings of all documents as outdated.
    pub fn doubt_all(&mut self) {
        self.behind = self.documents.keys().cloned().collect();
    }

    fn doubt(&mut self, key: &str) {
        self.behind.retain(|other| other != key);
        self.behind.insert(0, key.to_owned());
        let dependents = self.documents.get(key).map(|document| self.dependents(document));
        self.doubt_later(dependents.unwrap_or_default());
    }

    fn doubt_later(&mut self, keys: Vec<String>) {
        self.behind.retain(|other| !keys.contains(other));
        self.behind.extend(keys);
    }

    /// The open documents that extend a document.
    fn dependents(&self, read: &Document) -> Vec<String> {
        let Some(path) = &read.path else { return Vec::new() };
        let reads = |one: &Document| {
            let (_, folder) = one.name_and_folder();
            let mut others = one.sources.iter().skip(1);
            others.any(|(_, source)| same_file(&folder.join(source.name()), path))
        };
        let found = self.documents.iter().filter(|(_, one)| one.uri != read.uri && reads(one));
        found.map(|(key, _)| key.clone()).collect()
    }

    /// Computes the findings of one changed document.
    pub fn catch_up(&mut self) -> Option<Note> {
        if self.behind.is_empty() {
            return None;
        }
        let key = self.behind.remove(0);
        let compiled = self.compile(self.documents.get(&key)?);
        let document = self.documents.get_mut(&key)?;
        document.understand(compiled);
        let found = findings::findings(document);
        let uri = document.uri.clone();
        Some(published(PublishDiagnosticsParams::new(uri, found, Some(document.version))))
    }

    /// Compiles a document, with the editor's versions of other open ones. A text that is not valid TOML does not reveal what it
    /// extends, so its line `extends`, as its outline has it, is compiled too.
    fn compile(&self, document: &Document) -> (Compiled, Option<Compiled>) {
        let compiled = self.compile_as(document, &document.text);
        let line = document.outline.key(&["extends"]).filter(|_| compiled.origins.keys.is_empty());
        let extending = line.map(|key| {
            self.compile_among(document, key.whole.text(&document.text), &[], compile::compile_to_play)
        });
        (compiled, extending)
    }

    /// Compiles a document with another text.
    pub fn compile_as(&self, document: &Document, text: &str) -> Compiled {
        self.compile_among(document, text, &[], compile::compile)
    }

    /// The rules of a document after edits of some documents, including itself or those it extends.
    pub fn rules_among(&self, document: &Document, edited: &[(&Document, String)]) -> Compiled {
        let own = edited.iter().find(|(other, _)| other.uri == document.uri);
        let text = own.map_or(&document.text, |(_, text)| text);
        self.compile_among(document, text, edited, compile::compile_to_play)
    }

    fn compile_among(
        &self,
        document: &Document,
        text: &str,
        edited: &[(&Document, String)],
        compile: game::Compile,
    ) -> Compiled {
        let (name, folder) = document.name_and_folder();
        let loader = library::Beside(|file: &str| {
            let path = folder.join(file);
            let open = self.documents.values().map(|one| (one, &one.text));
            let known = edited.iter().map(|(one, text)| (*one, text)).chain(open);
            let mut same =
                known.filter(|(one, _)| one.path.as_deref().is_some_and(|at| same_file(at, &path)));
            same.next().map_or_else(|| game::read(&path), |(_, text)| Ok(text.clone()))
        });
        compile(&name, text, &loader, &game::natives())
    }

    /// A document. Its findings may be those of an earlier version of its text.
    pub fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri.as_str())
    }

    /// Compiles a document that has not been compiled: a request may arrive first.
    pub fn begin(&mut self, key: &str) {
        if self.documents.get(key).is_some_and(|document| document.variant.is_none()) {
            self.understand(key);
        }
    }

    /// Compiles a document if it has changed.
    pub fn settle(&mut self, uri: &Uri) -> &Self {
        self.understand(uri.as_str());
        self
    }

    fn understand(&mut self, key: &str) {
        if self.behind.iter().any(|other| other == key)
            && let Some(document) = self.documents.get(key)
        {
            let compiled = self.compile(document);
            // It stays in the list, since its findings must still be sent.
            if let Some(document) = self.documents.get_mut(key) {
                document.understand(compiled);
            }
        }
    }

    /// Rule files in the same folder that mention a name and are not open; extended files are in the same folder.
    pub fn unopened(&self, document: &Document, name: &str) -> Vec<Document> {
        let folder = document.path.as_deref().and_then(Path::parent);
        let paths = folder.map(|folder| search(folder, 0).rules).unwrap_or_default();
        let is_open = |path: &Path| {
            self.documents.values().any(|one| one.path.as_deref().is_some_and(|open| same_file(open, path)))
        };
        let read = paths.into_iter().filter(|path| !is_open(path)).filter_map(|path| {
            let text = game::read(&path).ok().filter(|text| text.contains(name))?;
            let mut document = Document::new(address_of(&path)?, 0, text);
            document.understand(self.compile(&document));
            Some(document)
        });
        read.collect()
    }

    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }
}

fn published(found: PublishDiagnosticsParams) -> Note {
    Note { method: PublishDiagnostics::METHOD, params: serde_json::to_value(found).unwrap_or_default() }
}

/// Whether two paths denote the same file, judged by their text.
pub fn same_file(a: &Path, b: &Path) -> bool {
    a == b || plain(a) == plain(b)
}

/// A path without `.` and `..`.
pub fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::same_file;
    use std::path::Path;

    #[test]
    fn one_file_has_many_paths() {
        let same = |a: &str, b: &str| same_file(Path::new(a), Path::new(b));
        assert!(same("/rules/a/../base.toml", "/rules/./base.toml"));
        assert!(same("../base.toml", "../base.toml"));
        assert!(!same("../base.toml", "base.toml"));
        assert!(!same("/rules/a/../../base.toml", "/rules/base.toml"));
    }
}
