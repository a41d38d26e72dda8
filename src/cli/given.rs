//! VARIANT or FILE, as given in the call.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

/// The name of a shipped variant, or a path, which need not be UTF-8. As a `str` it is the text for messages and comparisons; a
/// file is opened by the path.
#[derive(Clone, Debug)]
pub struct Given {
    path: PathBuf,
    shown: String,
}

impl Given {
    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is `-`, standard input.
    pub fn is_standard_input(&self) -> bool {
        self.shown == "-"
    }

    /// The folder of the file.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

impl<T: AsRef<OsStr> + ?Sized> From<&T> for Given {
    fn from(given: &T) -> Self {
        let given = given.as_ref();
        Self { path: given.into(), shown: given.to_string_lossy().into_owned() }
    }
}

impl From<OsString> for Given {
    fn from(given: OsString) -> Self {
        Self::from(&given)
    }
}

impl Deref for Given {
    type Target = str;

    fn deref(&self) -> &str {
        &self.shown
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
