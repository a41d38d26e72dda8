//! The names of moves (`O-O`), as readers compare and look them up.

use crate::variant::{RoleId, RoleSet, Variant};

use super::numeral::narrow;

/// A variant's names of moves, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct MoveNames(Vec<MoveName>);

#[derive(Clone, Debug)]
struct MoveName {
    /// In the form that readers compare.
    plain: String,
    /// The roles some of whose movements have it.
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

    /// The number of the name that a text is, however it is written.
    pub(super) fn number(&self, text: &str) -> Option<u16> {
        let text = plain(text);
        self.0.iter().position(|name| name.plain == text).map(|at| at as u16)
    }

    /// The number of the name that a text is, written as the variant writes it but for marks at its end, and the roles
    /// whose moves have it.
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

/// The movements whose moves have a name.
fn movements(variant: &Variant, name: u16) -> impl Iterator<Item = (RoleId, u16)> {
    let roles = (0..).map(RoleId).zip(&variant.roles);
    roles.flat_map(move |(id, role)| {
        let named = (0..).zip(&role.movements).filter(move |(_, movement)| movement.name == Some(name));
        named.map(move |(number, _)| (id, number))
    })
}

/// The roles whose moves have a name.
pub(super) fn roles_with(variant: &Variant, name: u16) -> RoleSet {
    movements(variant, name).map(|(role, _)| role).collect()
}

/// A move's name as readers compare it: `0` and `o` as `O`, no blanks.
fn plain(name: &str) -> String {
    let plain = |c: char| match narrow(c) {
        '0' | 'o' => 'O',
        c => c,
    };
    name.chars().map(plain).filter(|c| !c.is_whitespace()).collect()
}
