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
    /// Conditions that belong to no piece's movement: drops, what may and must be played, ends.
    pub clauses: Vec<ClauseOrigin>,
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

/// What a condition of its own is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clause {
    /// A way in which this role may be dropped; effects may follow.
    Drop(RoleId),
    /// What every move must satisfy.
    Guard,
    /// What must be played if it can be; a condition may stand before it.
    Must,
    /// When a player may pass.
    Pass,
    /// An end of the game: this index into [`Ending::ends`](crate::variant::Ending::ends).
    End(u16),
    /// When a count begins: this index into [`Ending::counting`](crate::variant::Ending::counting).
    Count(u16),
    /// Captures that are no chase.
    Spared,
}

/// Where such a condition was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseOrigin {
    /// What it is for.
    pub clause: Clause,
    /// The file.
    pub source: SourceId,
    /// The condition's text there.
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
    /// Its legs.
    pub legs: Vec<LegOrigin>,
}

/// Where the parts of a leg were written, all in the file of the alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegOrigin {
    /// The leg's text.
    pub span: Span,
    /// What says how many pieces are on its path; `None` where that goes without saying.
    pub path: Option<Span>,
    /// For each of the leg's guards the call that it comes from; `None` for what goes without saying.
    pub guards: Vec<Option<Span>>,
}
