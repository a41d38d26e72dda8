//! Values of roles by mobility, and piece-square values with terms for promotion and goals.

use crate::geometry::{Displacement, Square};
use crate::variant::{Anchor, Effect, Piece, PlayerId, RoleId, Variant};

use super::ends::Ends;
use super::mobility::{Mobility, promotions};
use super::passed::Passed;
use super::{Worth, piece_code};

/// The values of roles, and piece-square values by piece code.
pub(super) struct Table {
    pub values: Vec<i32>,
    pub worths: Vec<Worth>,
    pub mobility: Vec<f64>,
    pub passed: Passed,
}

/// The value of the weakest piece, in hundredths.
const UNIT: f64 = 100.0;
/// A promotion `n` moves away scores `PROMISE` × `FADES`^`n` of its gain.
const PROMISE: f64 = 0.25;
const FADES: f64 = 0.62;
/// A winning square scores `GOAL` one move away, and `GOAL_FADES` times as much for each further move.
const GOAL: f64 = 350.0;
const GOAL_FADES: f64 = 0.6;
/// The weight of a square's mobility relative to the average, as a share of the piece's value.
const PLACE: f64 = 0.18;
/// The value above which a piece gains no more from its square.
const MOST_PLACED: f64 = 350.0;
/// The bound of a square's mobility score, in both directions.
const MOST_PLACE: f64 = 60.0;

/// Computes the table of a game.
pub(super) fn table(variant: &Variant, ends: &Ends) -> Table {
    let mobilities = |player: PlayerId| {
        let one = move |role| Mobility::new(variant, player, role);
        variant.roles.iter().map(one).collect::<Vec<_>>()
    };
    let mobilities: Vec<Vec<Mobility>> = variant.everybody().iter().map(mobilities).collect();
    let average = |role: usize| {
        mobilities.iter().map(|roles| roles[role].average()).sum::<f64>() / mobilities.len().max(1) as f64
    };
    let mobility: Vec<f64> = (0..variant.roles.len()).map(average).collect();
    let values = values(variant, &mobilities, &mobility);
    let squares = variant.board.len();
    let mut worths = vec![Worth::default(); (1 + variant.players.len() * variant.roles.len()) * squares];
    for (player, roles) in mobilities.iter().enumerate() {
        for (role, mobility) in roles.iter().enumerate().filter(|&(role, _)| !variant.roles[role].neutral) {
            let piece = Piece { player: PlayerId(player as u8), role: RoleId(role as u8) };
            let first = usize::from(piece_code(variant, piece)) * squares;
            let places = places(variant, ends, piece, mobility, &values);
            for (worth, place) in worths[first..first + squares].iter_mut().zip(places) {
                *worth = place;
            }
        }
    }
    let mut shown: Vec<i32> = values.iter().map(|value| value.round() as i32).collect();
    for (role, value) in shown.iter_mut().enumerate() {
        if is_unwanted(variant, ends, RoleId(role as u8)) {
            *value = -UNIT as i32;
        }
    }
    Table { values: shown, worths, mobility, passed: Passed::new(variant, &mobilities) }
}

/// The values of roles, in hundredths of the weakest. They grow faster than mobility, since a mobile piece
/// can fork and serve several purposes. Immobile pieces have the value of the weakest.
fn values(variant: &Variant, mobilities: &[Vec<Mobility>], average: &[f64]) -> Vec<f64> {
    let own: Vec<f64> = average.iter().map(|mobility| mobility * (1.0 + mobility / 40.0)).collect();
    let promise = |(index, role): (usize, &crate::variant::Role)| {
        let gain = gain(&own, RoleId(index as u8), role);
        let farthest = mobilities.iter().flat_map(|roles| roles[index].to_promotion()).flatten().max();
        own[index] + farthest.map_or(0.0, |moves| gain * fading(moves))
    };
    let all: Vec<f64> = variant.roles.iter().enumerate().map(promise).collect();
    let counted =
        all.iter().zip(&variant.roles).filter(|&(&value, role)| value > 0.0 && !role.royal && !role.neutral);
    let weakest = counted.map(|(&value, _)| value).fold(f64::INFINITY, f64::min);
    let weakest = if weakest.is_finite() { weakest } else { all.iter().copied().fold(1.0, f64::max) };
    let scaled = |(value, role): (f64, &crate::variant::Role)| match value > 0.0 {
        _ if role.neutral => 0.0,
        true => UNIT * value / weakest,
        false => UNIT,
    };
    all.into_iter().zip(&variant.roles).map(scaled).collect()
}

/// The gain of a role's best promotion.
fn gain(values: &[f64], own: RoleId, role: &crate::variant::Role) -> f64 {
    let best = promotions(role).into_iter().map(|to| values[to.index()]).fold(0.0, f64::max);
    (best - values[own.index()]).max(0.0)
}

/// The share of a promotion's gain at this distance in moves.
fn fading(moves: u32) -> f64 {
    PROMISE * FADES.powi(moves.min(64) as i32)
}

/// Whether players win by having few pieces of this role.
fn is_unwanted(variant: &Variant, ends: &Ends, role: RoleId) -> bool {
    variant.everybody().iter().all(|player| {
        ends.few.iter().any(|few| few.wins && few.players.contains(player) && few.roles.contains(role))
    })
}

/// The piece-square values of a piece.
fn places(variant: &Variant, ends: &Ends, piece: Piece, mobility: &Mobility, values: &[f64]) -> Vec<Worth> {
    let (role, value) = (&variant.roles[piece.role.index()], values[piece.role.index()]);
    let average = mobility.average();
    let gain = gain(values, piece.role, role);
    let promotion = mobility.to_promotion();
    let farthest = promotion.iter().flatten().copied().max().unwrap_or(0);
    let goals: Vec<_> = ends
        .goals
        .iter()
        .filter(|goal| goal.player == piece.player && goal.roles.contains(piece.role))
        .collect();
    let distances: Vec<_> = goals.iter().map(|goal| mobility.to_squares(&goal.squares)).collect();
    let unwanted = is_unwanted(variant, ends, piece.role);
    let encloses = encloses(variant);
    let one = |square: Square| {
        let at = square.index();
        if unwanted {
            return Worth { middle: -UNIT as i32, end: -UNIT as i32, ..Worth::default() };
        }
        let freedom = if average > 0.0 { mobility.targets[at] / average - 1.0 } else { 0.0 };
        let place = (freedom * PLACE * value.min(MOST_PLACED)).clamp(-MOST_PLACE, MOST_PLACE);
        let promise = promotion[at].map_or(0.0, |moves| gain * (fading(moves) - fading(farthest)));
        let near = distances
            .iter()
            .filter_map(|moves| moves[at])
            .map(|moves| GOAL * GOAL_FADES.powi(moves as i32 - 1));
        let near = near.fold(0.0, f64::max);
        if role.royal {
            // A royal seeks safety in the middle game and activity in the endgame.
            let safe = -place.max(-MOST_PLACE / 2.0);
            let (middle, end) = ((safe + near) as i32, (place + near) as i32);
            return Worth { middle, end, royal: true, ..Worth::default() };
        }
        if encloses {
            let stays = steadiness(variant, square);
            return Worth {
                middle: (stays + 5.0) as i32,
                end: (stays + 25.0) as i32,
                material: UNIT as i32,
                ..Worth::default()
            };
        }
        let whole = value + place + near;
        Worth {
            middle: (whole + promise) as i32,
            end: (whole + promise * 1.5) as i32,
            material: value as i32,
            promotes: promotion[at] == Some(1) && gain > 0.0,
            ..Worth::default()
        }
    };
    variant.board.squares().map(one).collect()
}

/// Whether captures flip enclosed pieces. Then pieces that cannot be enclosed are worth most.
fn encloses(variant: &Variant) -> bool {
    variant
        .effects()
        .any(|effect| matches!(effect, Effect::Flip(place, _) if matches!(place.anchor, Anchor::Runs(_))))
}

/// The value of a square by how difficult it is to enclose a piece there.
fn steadiness(variant: &Variant, square: Square) -> f64 {
    let neighbours = |square: Square| {
        let step = |by: &Displacement| variant.board.offset(square, *by);
        straight(variant.board.axes().len()).iter().filter_map(step).collect::<Vec<_>>()
    };
    // The number of lines through the square on which both neighbours are on the board.
    let open = |square: Square| {
        let back = |by: &Displacement| by.checked_mul(-1).and_then(|by| variant.board.offset(square, by));
        let both = |by: &&Displacement| variant.board.offset(square, **by).is_some() && back(by).is_some();
        straight(variant.board.axes().len()).iter().filter(both).count() / 2
    };
    match open(square) {
        0 => 250.0,
        _ if neighbours(square).into_iter().any(|next| open(next) == 0) => -50.0,
        1 => 25.0,
        _ => 0.0,
    }
}

/// The displacements to all adjacent squares on a board with this many axes.
fn straight(axes: usize) -> Vec<Displacement> {
    let mut found: Vec<Vec<i16>> = vec![Vec::new()];
    for _ in 0..axes {
        let longer = |steps: Vec<i16>| [-1, 0, 1].map(|way| [&steps[..], &[way]].concat());
        found = found.into_iter().flat_map(longer).collect();
    }
    found.iter().map(|steps| Displacement::new(steps)).filter(|by| !by.is_zero()).collect()
}
