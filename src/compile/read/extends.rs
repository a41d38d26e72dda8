//! Resolves `extends`: loads the extended files and merges a file's changes into them. Loads the weights that `like` names.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Source, SourceId, Sources, Span};

use crate::compile::caps::{MAX_EXTENDS, MAX_FILE};
use crate::compile::findings;
use crate::compile::read::keys::{self, Change};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Entry, Node, Table, Value, parse};
use crate::compile::schema::is_proof;

/// Provides the rule files that `extends` and `like` name. This library itself reads no files.
pub trait Loader {
    /// The names of the built-in rule files.
    fn names(&self) -> Vec<&str>;

    /// The text of the built-in rule file of this name, for `extends = "name"`.
    fn named(&self, name: &str) -> Option<String>;

    /// The text of `file` in the folder of the rule file being compiled, for `extends = "file.toml"`.
    ///
    /// The compiler asks only for plain file names, without folder, drive or `..`.
    ///
    /// # Errors
    /// The reason of the failure, in words that fit after "cannot read the file: ".
    fn beside(&self, file: &str) -> Result<String, String>;
}

/// A loader without files: every `extends` is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn names(&self) -> Vec<&str> {
        Vec::new()
    }

    fn named(&self, _: &str) -> Option<String> {
        None
    }

    fn beside(&self, _: &str) -> Result<String, String> {
        Err("no files are available here".into())
    }
}

/// Changes applied to a file when it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Keys that are removed from the file, so that inherited values apply; paths as in [`Change::new`].
    pub without: Vec<Vec<String>>,
    /// The indices of `[[differs]]` sections whose `change` is applied.
    pub differs: Vec<usize>,
}

/// Whether a key belongs to the file itself and is not inherited.
fn is_own(key: &str) -> bool {
    is_proof(key) || matches!(key, "records" | "engine" | "extends" | "description" | "allow")
}

/// Keys for which `false` is a value and does not delete the inherited one.
const SWITCHES: [&str; 3] = ["royal", "forced", "drop"];

/// Reads a file and the files it extends, applies the edits, and merges all into one table. Also returns the file's changes to
/// the file it extends.
pub(crate) fn load(
    name: &str,
    text: &str,
    loader: &dyn Loader,
    edits: &Edits,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Table, Vec<Change>)> {
    let mut chain: Vec<(String, Table)> = Vec::new();
    let mut next = Some((name.to_owned(), text.to_owned(), None::<Text>));
    while let Some((name, text, asked)) = next.take() {
        let table = read(&name, text, asked, sources, diagnostics)?;
        let parent = table.get("extends").cloned();
        chain.push((name, table));
        if let Some(parent) = parent {
            next = Some(follow(&parent, &chain, loader, diagnostics)?);
        }
    }
    let (_, mut merged) = chain.pop()?;
    let mut changes = Vec::new();
    while let Some((_, mut child)) = chain.pop() {
        merged.entries.retain(|entry| !is_own(&entry.key.value));
        if chain.is_empty() {
            changes = keys::changes(&merged, &child);
            edits.without.iter().for_each(|path| keys::remove(&mut child, path));
        }
        diagnostics.extend(deletes_no_piece(&merged, &child));
        merge(&mut merged, child);
    }
    merged.entries.retain(|entry| entry.key.value != "extends");
    add_weights(&mut merged, loader, sources, diagnostics);
    if !edits.differs.is_empty() {
        let readings: Vec<Table> = edits.differs.iter().filter_map(|&nth| reading(&merged, nth)).collect();
        // Tests apply only to the unchanged file.
        merged.entries.retain(|entry| !is_own(&entry.key.value));
        readings.into_iter().for_each(|change| merge(&mut merged, change));
    }
    Some((merged, changes))
}

/// Whether the files were read whole: no entry was left out because TOML cannot read it.
pub(crate) fn are_whole(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().all(|one| one.code != Code::TOML)
}

/// Reads a file. `asked` is the value that names it, if another file does.
fn read(
    name: &str,
    text: String,
    asked: Option<Text>,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Table> {
    let too_long = text.len() > MAX_FILE;
    // A file that is too long is not kept. The error points at the value that names it, or at the file's start.
    let kept = if too_long { text.chars().take(72).collect() } else { text };
    let id = sources.add(Source::new(name.to_owned(), kept));
    if too_long {
        let message = format!("the rule file `{name}` is longer than {MAX_FILE} bytes");
        let (source, span) = asked.map_or((id, Span::point(0)), |text| (text.source, text.span));
        diagnostics.push(Diagnostic::new(Code::FILE_TOO_LONG, span, message).in_source(source));
        return None;
    }
    let (table, errors) = parse(sources.get(id)?, id);
    diagnostics.extend(errors);
    table
}

/// Adds the weights of the game that `like` under `[engine]` names. The file's own take precedence.
fn add_weights(
    root: &mut Table,
    loader: &dyn Loader,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let place = |weights: &Table| weights.entries.iter().position(|entry| entry.key.value == "like");
    let Some(mut weights) = engine(root).filter(|own| place(own).is_some()).cloned() else { return };
    for depth in 0.. {
        let Some(at) = place(&weights) else { break };
        let like = weights.entries.remove(at).value;
        if depth == MAX_EXTENDS {
            let message = format!("more than {MAX_EXTENDS} rule files name one another by `like`");
            let error = Diagnostic::new(Code::EXTENDS_TOO_DEEP, like.span, message);
            diagnostics.push(error.in_source(like.source));
            break;
        }
        let Some((name, text, asked)) = find(&like, "like", loader, diagnostics) else { break };
        let Some(other) = read(&name, text, asked, sources, diagnostics) else { break };
        let mut below = engine(&other).cloned().unwrap_or_default();
        merge(&mut below, weights);
        weights = below;
    }
    if let Some(entry) = root.entries.iter_mut().find(|entry| entry.key.value == "engine") {
        entry.value.kind = Value::Table(weights);
    }
}

/// The table `[engine]` of a file.
fn engine(root: &Table) -> Option<&Table> {
    match &root.get("engine")?.kind {
        Value::Table(engine) => Some(engine),
        _ => None,
    }
}

/// Finds the file that an `extends` names.
fn follow(
    node: &Node,
    chain: &[(String, Table)],
    loader: &dyn Loader,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, String, Option<Text>)> {
    let error = |code, message: String| Diagnostic::new(code, node.span, message).in_source(node.source);
    let name = match &node.kind {
        Value::String(text) => text.value.as_str(),
        _ => "",
    };
    if chain.iter().any(|(seen, _)| same_file(seen, name)) {
        let mut names: Vec<&str> = chain.iter().map(|(name, _)| name.as_str()).collect();
        names.push(name);
        diagnostics.push(
            error(Code::EXTENDS_CYCLE, "a rule file must not extend itself".into())
                .primary("and so on, in a circle")
                .help(format!("the chain is {}", names.join(" → "))),
        );
        return None;
    }
    if chain.len() >= MAX_EXTENDS {
        diagnostics.push(error(
            Code::EXTENDS_TOO_DEEP,
            format!("more than {MAX_EXTENDS} rule files extend one another"),
        ));
        return None;
    }
    find(node, "extends", loader, diagnostics)
}

/// Finds the file that the value of a key names.
fn find(
    node: &Node,
    key: &str,
    loader: &dyn Loader,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, String, Option<Text>)> {
    let error = |code, message: String| Diagnostic::new(code, node.span, message).in_source(node.source);
    let Value::String(text) = &node.kind else {
        let message = format!("`{key}` is the name of a rule file, not {}", node.describe());
        diagnostics.push(error(Code::WRONG_TYPE, message));
        return None;
    };
    let name = text.value.as_str();
    if !name.to_ascii_lowercase().ends_with(".toml") {
        if let Some(found) = loader.named(name) {
            return Some((name.to_owned(), found, Some(text.clone())));
        }
        let names = loader.names();
        let mut diagnostic = error(Code::EXTENDS_MISSING, format!("there is no shipped variant `{name}`"))
            .help(format!(
                "`{key}` takes the name of a shipped variant, or a file name that ends in `.toml`"
            ));
        if let Some(near) = nearest(name, names.iter().copied()) {
            diagnostic = diagnostic.fix(node.span, format!("\"{near}\""), "did you mean this one?");
        }
        diagnostics.push(diagnostic);
        return None;
    }
    let plain = !name.contains(['/', '\\', ':', '\0']) && !name.starts_with('.');
    if !plain {
        diagnostics.push(
            error(Code::EXTENDS_PATH, format!("`{key}` reads only files in the same folder"))
                .help("write the file's name alone, without folders"),
        );
        return None;
    }
    match loader.beside(name) {
        Ok(found) => Some((name.to_owned(), found, Some(text.clone()))),
        Err(reason) => {
            let mut finding =
                error(Code::EXTENDS_MISSING, format!("cannot read the file `{name}`: {reason}"));
            let stem = name.strip_suffix(".toml").filter(|stem| loader.names().contains(stem));
            if let Some(stem) = stem {
                let fix = "a shipped variant is named without `.toml`";
                finding = finding.fix(node.span, format!("\"{stem}\""), fix);
            }
            diagnostics.push(finding);
            None
        }
    }
}

/// The change under one `[[differs]]`.
fn reading(root: &Table, nth: usize) -> Option<Table> {
    let Value::Array(items) = &root.get("differs")?.kind else { return None };
    let Value::Table(table) = &items.get(nth)?.kind else { return None };
    match &table.get("change")?.kind {
        Value::Table(change) => Some(change.clone()),
        _ => None,
    }
}

/// Whether a source's name and an `extends` value mean the same file. The first file is known by its path.
fn same_file(seen: &str, name: &str) -> bool {
    seen == name || (name.ends_with(".toml") && seen.rsplit(['/', '\\']).next() == Some(name))
}

/// Merges a child's entries into its parent's: tables key by key, `false` deletes, other values replace.
fn merge(parent: &mut Table, child: Table) {
    for entry in child.entries {
        let name = entry.key.value.clone();
        let at = parent.entries.iter().position(|old| old.key.value == name);
        let deletes = deletes(&entry);
        match at {
            Some(at) if deletes => {
                parent.entries.remove(at);
            }
            None if deletes => {}
            Some(at) => {
                let old = &mut parent.entries[at];
                match (&mut old.value.kind, entry.value.kind) {
                    (Value::Table(table), Value::Table(new)) => {
                        merge(table, new);
                        // A file that extends a table becomes the place of the whole table in messages.
                        old.key = entry.key;
                        (old.value.source, old.value.span) = (entry.value.source, entry.value.span);
                    }
                    (_, kind) => {
                        old.key = entry.key;
                        old.value = Node { source: entry.value.source, span: entry.value.span, kind };
                    }
                }
            }
            None => parent.entries.push(entry),
        }
    }
}

/// Reports each deletion of a piece that the extended file does not have.
fn deletes_no_piece(parent: &Table, child: &Table) -> Vec<Diagnostic> {
    fn pieces(table: &Table) -> &[Entry] {
        table.get("pieces").and_then(Node::as_table).map_or(&[], |pieces| &pieces.entries)
    }
    let known: Vec<&str> = pieces(parent).iter().map(|entry| entry.key.value.as_str()).collect();
    let deleted = pieces(child).iter().filter(|entry| deletes(entry)).map(|entry| &entry.key);
    let unknown = deleted.filter(|key| !known.contains(&key.value.as_str()));
    let finding = |key: &Text| {
        let message = format!("the extended file has no piece `{}`", key.value);
        findings::unknown(Code::UNKNOWN_ROLE, key.span, message, &key.value, known.iter().copied())
            .help(findings::all_of("its pieces", &known))
            .in_source(key.source)
    };
    unknown.map(finding).collect()
}

/// Whether an entry deletes the inherited key.
pub(crate) fn deletes(entry: &Entry) -> bool {
    matches!(entry.value.kind, Value::Boolean(false)) && !SWITCHES.contains(&entry.key.value.as_str())
}

/// The id of the file being compiled, as assigned by [`load`].
pub(crate) const MAIN: SourceId = SourceId(0);
