//! Roles with equal moves: results for the movements of one hold for the other.

use crate::variant::{Hook, Movement, Predicate, Role, RoleId, Test, Variant};

use super::mentions::{mentions, of_role};

/// The first earlier role with the same moves.
pub fn first_like(variant: &Variant, role: RoleId) -> Option<RoleId> {
    (0..role.0).map(RoleId).find(|&other| move_alike(variant, other, role))
}

/// Whether two roles have the same movements and hooks, and no condition distinguishes them.
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
