//! Waiting until a rule file changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::exit::{Result, Stop};

/// A file is written in several steps, and several files are saved at once: after so long without another one, all are
/// taken as one change.
const SETTLED: Duration = Duration::from_millis(60);

/// Looks out for changes of rule files in folders.
pub struct Watch {
    changes: Receiver<notify::Result<Event>>,
    /// What looks out, as long as it is there.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Rule files in a folder and in those within it.
    ///
    /// # Errors
    /// If the system does not let it be watched.
    pub fn within(folder: &Path) -> Result<Self> {
        Self::new([folder.to_path_buf()], RecursiveMode::Recursive)
    }

    /// These rule files and those beside them, which they may extend.
    ///
    /// # Errors
    /// If there is none, or the system does not let a folder be watched.
    pub fn beside<'a>(files: impl Iterator<Item = &'a String>) -> Result<Self> {
        let folder = |file: &String| match Path::new(file).parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        // An editor may write a new file in place of the old one: folders are watched, not files.
        let folders: BTreeSet<PathBuf> = files.filter(|file| *file != "-").map(folder).collect();
        if folders.is_empty() {
            return Err(Stop::usage("nothing to watch: shipped variants and standard input do not change"));
        }
        Self::new(folders, RecursiveMode::NonRecursive)
    }

    fn new(folders: impl IntoIterator<Item = PathBuf>, mode: RecursiveMode) -> Result<Self> {
        let (sender, changes) = channel();
        let failed = |error: notify::Error| Stop::usage(format!("cannot watch for changes: {error}"));
        let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
        for folder in folders {
            watcher.watch(&folder, mode).map_err(failed)?;
        }
        Ok(Self { changes, _watcher: watcher })
    }

    /// Waits until a rule file has changed, and no other one follows.
    ///
    /// # Errors
    /// If the system stops telling of changes.
    pub fn wait(&self) -> Result {
        let ended = || Stop::usage("the system tells of no more changes");
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

/// Whether what happened may have changed a rule file. Where the system has lost track, it may.
fn concerns(change: &notify::Result<Event>) -> bool {
    let is_rule_file = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    match change {
        Ok(event) => !event.kind.is_access() && (event.need_rescan() || event.paths.iter().any(is_rule_file)),
        Err(_) => true,
    }
}
