//! Whether too little material is left to win.

use crate::variant::{Material, PlayerId, Setup, Variant};

/// Whether the two players have at most the material of an entry of the rules, in either order.
pub fn is_insufficient(variant: &Variant, setup: &Setup) -> bool {
    let fits = |player: u8, side: &Material| has_at_most(setup, PlayerId(player), side);
    variant.players.len() == 2
        && variant.ending.insufficient.iter().any(|[one, other]| {
            (fits(0, one) && fits(1, other) || fits(0, other) && fits(1, one))
                && is_one_shade(variant, setup, one)
                && is_one_shade(variant, setup, other)
        })
}

fn has_at_most(setup: &Setup, player: PlayerId, side: &Material) -> bool {
    let mut counts = vec![0u16; 256];
    for (_, piece) in setup.pieces().filter(|(_, piece)| piece.player == player) {
        counts[piece.role.index()] += 1;
    }
    let allowed = |role: usize| side.at_most.get(role).copied().unwrap_or(0);
    let shaded = |role: usize| side.one_shade.iter().any(|shaded| shaded.index() == role);
    counts.iter().enumerate().all(|(role, &count)| count <= allowed(role) || shaded(role))
}

fn is_one_shade(variant: &Variant, setup: &Setup, side: &Material) -> bool {
    let pieces = setup.pieces().filter(|(_, piece)| side.one_shade.contains(piece.role));
    let mut shades = pieces.map(|(square, _)| {
        variant.board.point(square).iter().map(|&coordinate| i32::from(coordinate)).sum::<i32>().rem_euclid(2)
    });
    let first = shades.next();
    shades.all(|shade| Some(shade) == first)
}
