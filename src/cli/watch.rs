//! Waits for changes of rule files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::exit::{Result, Stop};
use super::given::Given;

/// An editor writes a file in several steps, and several files at once. Changes count as one until none has occurred for this
/// time.
const SETTLED: Duration = Duration::from_millis(60);

/// Watches rule files in folders for changes.
pub struct Watch {
    changes: Receiver<notify::Result<Event>>,
    /// Watches as long as it exists.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Watches rule files and those next to them, which they may extend, and folders with their subfolders.
    ///
    /// # Errors
    /// If there are none, or the system cannot watch a folder.
    pub fn new<'a>(names: impl Iterator<Item = &'a Given>) -> Result<Self> {
        let folder = |name: &Given| match (name.path(), name.path().parent()) {
            (path, _) if path.is_dir() => (path.to_path_buf(), true),
            (_, Some(folder)) if folder != Path::new("") => (folder.to_path_buf(), false),
            _ => (PathBuf::from("."), false),
        };
        // Folders are watched instead of files, since an editor may replace a file by a new one. A folder without
        // its subfolders comes before the same folder with them, which replaces it.
        let folders: BTreeSet<(PathBuf, bool)> =
            names.filter(|name| !name.is_standard_input()).map(folder).collect();
        if folders.is_empty() {
            return Err(Stop::usage("nothing to watch: shipped variants and standard input do not change"));
        }
        let (sender, changes) = channel();
        let failed = |error: notify::Error| Stop::usage(format!("cannot watch for changes: {error}"));
        let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
        for (folder, deep) in folders {
            let mode = if deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            watcher.watch(&folder, mode).map_err(failed)?;
        }
        Ok(Self { changes, _watcher: watcher })
    }

    /// Waits until a rule file has changed and no further change follows.
    ///
    /// # Errors
    /// If the system stops reporting changes.
    pub fn wait(&self) -> Result {
        let ended = || Stop::usage("the system reports no more changes");
        while !concerns(&self.changes.recv().map_err(|_| ended())?) {}
        loop {
            match self.changes.recv_timeout(SETTLED) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
    }
}

/// Whether an event may have changed a rule file. After lost events, one may have changed.
fn concerns(change: &notify::Result<Event>) -> bool {
    let is_rule_file = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    match change {
        Ok(event) => !event.kind.is_access() && (event.need_rescan() || event.paths.iter().any(is_rule_file)),
        Err(_) => true,
    }
}
