//! What roles may become, as far as tables tell it.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant};

use super::formula::Formula;
use super::instance::{Choices, Instance, each_once};
use super::movement::Promotion;

/// Whether a capture that all else allows may still be none, or cost a royal, for what the piece must then become.
pub fn renounces<const W: usize>(variant: &Variant, instance: &Instance<W>) -> bool {
    let role = variant.role(RoleId(instance.role));
    match (&instance.choices, &role.promotion) {
        (Choices::Promotion { forced, .. }, Some(promotion)) if *forced != Formula::Constant(false) => {
            role.royal || promotion.to.iter().all(|&role| promotion.stock.contains(role))
        }
        _ => false,
    }
}

/// The promotion that targets alone decide, and the targets where they do not: what has been lost may decide too, and
/// what makes or unmakes a royal is looked at move by move.
pub fn promotion<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    role: RoleId,
    all: &[Instance<W>],
) -> (Promotion<W>, Bits<W>) {
    let mut made = Promotion::default();
    let mut unclear = Bits::EMPTY;
    let Some(promotion) = &variant.role(role).promotion else { return (made, unclear) };
    made.to = each_once(&promotion.to);
    let at_start = |role: RoleId| {
        let same = |&(_, piece): &(Square, Piece)| piece == Piece { player, role };
        (role.0, variant.start.pieces().filter(same).count() as u32)
    };
    made.stock = promotion.stock.iter().map(at_start).collect();
    let royals = variant.royals();
    let crowns = royals.contains(role) || promotion.to.iter().any(|&role| royals.contains(role));
    let varies = crowns || !promotion.stock.is_empty();
    let mut none = Bits::EMPTY;
    for instance in all.iter().filter(|instance| instance.way == 0 || !instance.acts.is_empty()) {
        let to = usize::from(instance.to);
        match &instance.choices {
            Choices::None => none.insert(to),
            _ if varies => unclear.insert(to),
            Choices::Promotion { when: Formula::Constant(true), forced: Formula::Constant(forced) } => {
                if *forced {
                    made.forced.insert(to)
                } else {
                    made.optional.insert(to)
                }
            }
            _ => unclear.insert(to),
        }
    }
    let twice = none & (made.forced | made.optional) | made.forced & made.optional;
    unclear |= twice;
    made.forced &= !unclear;
    made.optional &= !unclear;
    (made, unclear)
}
