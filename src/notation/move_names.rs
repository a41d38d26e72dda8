//! Names of moves (`O-O`), prepared for comparison.

use crate::variant::{RoleId, RoleSet, Variant};

use super::numeral::narrow;

/// A variant's names of moves, by index.
#[derive(Clone, Debug)]
pub(super) struct MoveNames(Vec<MoveName>);

#[derive(Clone, Debug)]
struct MoveName {
    /// The name in the form for comparison.
    plain: String,
    /// The roles with a movement of this name.
    roles: RoleSet,
}

impl MoveNames {
    pub(super) fn new(variant: &Variant) -> Self {
        let numbered = (0..).zip(&variant.notation.move_names);
        let name = |(number, name): (u16, &String)| MoveName {
            plain: plain(name),
            roles: roles_with(variant, number),
        };
        Self(numbered.map(name).collect())
    }

    /// The index of a name, in any accepted spelling.
    pub(super) fn number(&self, text: &str) -> Option<u16> {
        let text = plain(text);
        self.0.iter().position(|name| name.plain == text).map(|at| at as u16)
    }

    /// The index of a name in the variant's own spelling, ignoring marks at its end, and the roles with it.
    pub(super) fn written(&self, text: &str) -> Option<(u16, RoleSet)> {
        let at = self.position(text)?;
        Some((at as u16, self.0.get(at)?.roles))
    }

    #[inline]
    fn position(&self, text: &str) -> Option<usize> {
        let body = text.trim_end_matches(['+', '#', '!', '?']);
        self.0.iter().position(|name| name.plain == body)
    }
}

/// The movements with a name.
fn movements(variant: &Variant, name: u16) -> impl Iterator<Item = (RoleId, u16)> {
    let roles = (0..).map(RoleId).zip(&variant.roles);
    roles.flat_map(move |(id, role)| {
        let named = (0..).zip(&role.movements).filter(move |(_, movement)| movement.name == Some(name));
        named.map(move |(number, _)| (id, number))
    })
}

/// The roles with a movement of this name.
pub(super) fn roles_with(variant: &Variant, name: u16) -> RoleSet {
    movements(variant, name).map(|(role, _)| role).collect()
}

/// A move's name in the form for comparison: `0` and `o` become `O`, blanks are removed.
fn plain(name: &str) -> String {
    let plain = |c: char| match narrow(c) {
        '0' | 'o' => 'O',
        c => c,
    };
    name.chars().map(plain).filter(|c| !c.is_whitespace()).collect()
}
