//! The places in the file of the parts of a variant.

use crate::source::{SourceId, Span};
use crate::variant::{Mode, RoleId};

use super::read::keys::{Change, KeyOrigin};

/// The places in the file of the parts of a variant.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// For each alternative, by [`Movement::alternative`](crate::variant::Movement::alternative).
    pub alternatives: Vec<AlternativeOrigin>,
    /// For each role, the place of its name.
    pub roles: Vec<(SourceId, Span)>,
    /// For each role, the place of its promotion condition.
    pub promotions: Vec<Option<(SourceId, Span)>>,
    /// The hooks: first those of the roles, then those of the variant.
    pub hooks: Vec<HookOrigin>,
    /// Conditions outside movements: promotions, drops, restrictions and compulsions of all moves, ends.
    pub clauses: Vec<ClauseOrigin>,
    /// Every key of the file after `extends`; a table comes before its contents.
    pub keys: Vec<KeyOrigin>,
    /// The file's changes to the file it extends; empty if it extends none.
    pub changes: Vec<Change>,
}

impl Origins {
    /// The place of the key at the end of a path.
    #[must_use]
    pub fn key(&self, path: &[&str]) -> Option<&KeyOrigin> {
        self.keys.iter().find(|key| key.path == path)
    }
}

/// The place of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookOrigin {
    /// The role whose moves the hook follows; `None` for every role.
    pub role: Option<RoleId>,
    /// Whether it follows only captures.
    pub after_capture: bool,
    /// The file.
    pub source: SourceId,
    /// The hook's text there.
    pub span: Span,
}

/// The purpose of a condition outside movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clause {
    /// A condition of the promotion of this role.
    Promotion(RoleId),
    /// A way to drop this role; effects may follow.
    Drop(RoleId),
    /// A condition on every move.
    Guard,
    /// A compulsion: moves that must be chosen if one is legal, with an optional precondition.
    Must,
    /// The condition for a pass.
    Pass,
    /// An end of the game: an index into [`Ending::ends`](crate::variant::Ending::ends).
    End(u16),
    /// The start of a count: an index into [`Ending::counting`](crate::variant::Ending::counting).
    Count(u16),
    /// Captures that do not count as a chase.
    Spared,
}

/// The place of such a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseOrigin {
    /// Its purpose.
    pub clause: Clause,
    /// The file.
    pub source: SourceId,
    /// The condition's text there.
    pub span: Span,
}

/// The place of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeOrigin {
    /// The role it belongs to.
    pub role: RoleId,
    /// Whether it moves, captures or both.
    pub mode: Mode,
    /// The file.
    pub source: SourceId,
    /// The alternative's text there.
    pub span: Span,
    /// Its legs.
    pub legs: Vec<LegOrigin>,
}

/// The places of the parts of a leg, all in the file of the alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegOrigin {
    /// The leg's text.
    pub span: Span,
    /// The call that sets the number of hurdles on its path; `None` for the default.
    pub path: Option<Span>,
    /// For each of the leg's guards, its call; `None` for default guards.
    pub guards: Vec<Option<Span>>,
}
