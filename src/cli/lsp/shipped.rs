//! Copies of shipped rule files that an editor can open, in the cache folder.

use std::path::PathBuf;

use carn::library;

use crate::cli::files::write_new;

/// A file with the text of a shipped variant; `None` if there is no such variant, or no cache folder.
pub fn file(name: &str) -> Option<PathBuf> {
    let text = library::text(name)?;
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))
        .unwrap_or_else(std::env::temp_dir);
    let folder = cache.join("carn").join(concat!("rules-", env!("CARGO_PKG_VERSION")));
    let path = folder.join(format!("{name}.toml"));
    if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
        return Some(path);
    }
    std::fs::create_dir_all(&folder).ok()?;
    write_new(&path, text, true).ok()?;
    Some(path)
}
