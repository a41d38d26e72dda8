//! Roles that move alike: what is told of the movements of one holds of the other.

use crate::variant::{Hook, Movement, Predicate, Role, RoleId, Test, Variant};

use super::mentions::{mentions, of_role};

/// The first role that moves as this one does, if it is another one.
pub fn first_like(variant: &Variant, role: RoleId) -> Option<RoleId> {
    (0..role.0).map(RoleId).find(|&other| move_alike(variant, other, role))
}

/// Whether two roles have the same movements, with the same consequences, and nothing that is asked tells them apart.
fn move_alike(variant: &Variant, a: RoleId, b: RoleId) -> bool {
    let (one, other) = (variant.role(a), variant.role(b));
    let same = |(one, other): (&Movement, &Movement)| {
        one.legs == other.legs
            && (one.mode, one.chain) == (other.mode, other.chain)
            && one.effects == other.effects
    };
    let tells = |asked: &Predicate| match asked {
        Predicate::Holds(Test::Is(roles), _) => roles.contains(a) != roles.contains(b),
        Predicate::Holds(Test::Mobile, _) => true,
        Predicate::Native(..) => true,
        _ => false,
    };
    let in_hook = |hook: &Hook| {
        let effects = Role { after_move: vec![hook.clone()], ..Role::new("", ' ') };
        of_role(&effects, &tells)
    };
    !one.movements.is_empty()
        && one.movements.len() == other.movements.len()
        && (one.royal, one.neutral) == (other.royal, other.neutral)
        && one.promotion == other.promotion
        && one.movements.iter().zip(&other.movements).all(same)
        && (&one.after_move, &one.after_capture) == (&other.after_move, &other.after_capture)
        && !of_role(one, &tells)
        && !variant.after_move.iter().chain(&variant.after_capture).any(in_hook)
        && !mentions(&variant.choice.guard, &tells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::tables::instance::{Instance, MAX_CONDITIONS, Room, instances};
    use crate::variant::PlayerId;

    /// What is told route by route is the same of both, but for the role.
    #[test]
    fn roles_that_move_alike_are_told_alike() {
        let mut seen = 0;
        for name in library::names() {
            let Some(variant) = library::variant(name).filter(|variant| variant.board.len() <= 256) else {
                continue;
            };
            for role in (0..variant.roles.len() as u8).map(RoleId) {
                let Some(first) = first_like(&variant, role) else { continue };
                let told = |which: RoleId| {
                    let room = Room::new(MAX_CONDITIONS);
                    let all = instances::<4>(&variant, PlayerId(1), which, &[], &room).unwrap_or_default();
                    all.into_iter().map(|one| Instance { role: 0, ..one }).collect::<Vec<_>>()
                };
                let (one, other) = (told(first), told(role));
                seen += one.len();
                assert_eq!(one, other, "{name}");
            }
        }
        assert!(seen > 1_000);
    }

    /// Roles that something asked tells apart do not move alike.
    #[test]
    fn a_question_about_one_of_them_tells_roles_apart() {
        let name = library::names().find(|name| {
            let variant = library::variant(name);
            variant.is_some_and(|variant| {
                (0..variant.roles.len() as u8).any(|role| first_like(&variant, RoleId(role)).is_some())
            })
        });
        let mut variant = library::variant(name.unwrap_or_default()).unwrap();
        let roles = 0..variant.roles.len() as u8;
        let (role, first) =
            roles.map(RoleId).find_map(|role| Some((role, first_like(&variant, role)?))).unwrap();
        let asked = Predicate::Holds(Test::Is(crate::variant::RoleSet(1 << role.0)), at());
        variant.choice.guard.push(Predicate::Not(vec![asked]));
        assert_ne!(first_like(&variant, role), Some(first));
    }

    fn at() -> crate::variant::Place {
        crate::variant::Place::at(crate::variant::Anchor::From)
    }
}
