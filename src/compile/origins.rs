//! Where the parts of a variant were written.

use crate::source::{SourceId, Span};
use crate::variant::{Mode, RoleId};

use super::read::keys::{Change, KeyOrigin};

/// Where the parts of a variant were written.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// For each alternative, by [`Movement::alternative`](crate::variant::Movement::alternative).
    pub alternatives: Vec<AlternativeOrigin>,
    /// For each role, its name in the file.
    pub roles: Vec<(SourceId, Span)>,
    /// For each role, where it is written when it promotes.
    pub promotions: Vec<Option<(SourceId, Span)>>,
    /// The hooks, those of the roles before those of the variant.
    pub hooks: Vec<HookOrigin>,
    /// Every key of the file as it stands after `extends`, tables before what is in them.
    pub keys: Vec<KeyOrigin>,
    /// What the file changes in what it extends; empty if it extends nothing.
    pub changes: Vec<Change>,
}

impl Origins {
    /// Where the key at the end of a path was written.
    #[must_use]
    pub fn key(&self, path: &[&str]) -> Option<&KeyOrigin> {
        self.keys.iter().find(|key| key.path == path)
    }
}

/// Where a hook was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookOrigin {
    /// The role whose moves it follows; `None`: every role's.
    pub role: Option<RoleId>,
    /// Whether it follows captures alone.
    pub after_capture: bool,
    /// The file.
    pub source: SourceId,
    /// The hook's text there.
    pub span: Span,
}

/// Where an alternative was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeOrigin {
    /// The role it belongs to.
    pub role: RoleId,
    /// What it is for.
    pub mode: Mode,
    /// The file.
    pub source: SourceId,
    /// The alternative's text there.
    pub span: Span,
}
