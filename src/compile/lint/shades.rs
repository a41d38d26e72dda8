//! Lints pieces that stay on squares of one colour, as bishops do, and therefore never reach others.
//!
//! Two squares have the same shade for a piece if some sequence of its moves connects them. The test over-estimates: conditions
//! on other pieces are assumed possible and every move reversible. Two squares differ in shade only if no position connects
//! them.

use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::At;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Displacement, Square, SquareSet};
use crate::variant::literal::routes;
use crate::variant::{Anchor, Effect, Mode, Movement, PlayerId, Predicate, Role, RoleId, Test, Variant};

use super::feasible::{MAX_LOOKS, Possible, looks};

/// The part of the loading budget for this lint, which runs beside others.
pub(super) const SHARE: usize = MAX_LOOKS / 8;

/// With more shades than this, the restriction is the nature of the piece.
const MOST: usize = 4;

/// Reports pieces that all stand on one shade although there are enough of them for every shade.
///
/// Not reported are single pieces, and start positions where the symmetry of the board causes it. Neither are pieces confined
/// by more than their shade, such as an elephant that cannot cross the river.
pub(crate) fn lint_one_shade(findings: &mut Findings, variant: &Variant, origins: &Origins, setup: At) {
    if moved_otherwise(variant) {
        return;
    }
    let mut left = SHARE;
    for (index, role) in variant.roles.iter().enumerate() {
        // A dropped piece can reach every shade.
        if !role.drops.is_empty() || role.neutral {
            continue;
        }
        let at = origins.roles.get(index).copied().filter(|at| at.0 == MAIN);
        let Some(at) = Some(setup).filter(|at| at.0 == MAIN).or(at) else { continue };
        for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
            let id = RoleId(index as u8);
            let start = standing(variant, player, id);
            if start.len() < 2 || mirrored(variant, &start) {
                continue;
            }
            let Some(shades) = Shades::new(variant, player, role, &mut left) else { return };
            let all = shades.shades();
            let met: usize = all.iter().filter(|shade| start.iter().any(|&one| shade.contains(one))).count();
            if !even(&all) || all.len() > start.len() || met == all.len() {
                continue;
            }
            let missed: usize = all
                .iter()
                .filter(|shade| start.iter().all(|&one| !shade.contains(one)))
                .map(SquareSet::len)
                .sum();
            let owner = &variant.players[player.index()].name;
            let message = format!(
                "the {} pieces `{}` of {owner} start on {met} of {} colours: none of them can reach the other {missed} \
                 squares of the board",
                start.len(),
                role.name,
                all.len(),
            );
            let finding = Diagnostic::new(Code::ONE_SHADE, at.1, message).help(
                "put one of them on another colour, or give the piece a move that changes its colour; if this is \
                 intended, ignore the warning",
            );
            findings.add(finding.in_source(at.0));
            // The other players' pieces stand in the same way.
            break;
        }
    }
}

/// The squares on which pieces of a role can ever stand, for all players; `None` if they may arrive in other ways, or if there
/// is too much to try.
pub(super) fn ever_on(variant: &Variant, id: RoleId, left: &mut usize) -> Option<SquareSet> {
    let mut ever = variant.board.empty_set();
    for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
        ever_on_by(variant, player, id, left)?.iter().for_each(|square| ever.insert(square));
    }
    Some(ever)
}

/// The same for one player's pieces.
pub(super) fn ever_on_by(
    variant: &Variant,
    player: PlayerId,
    id: RoleId,
    left: &mut usize,
) -> Option<SquareSet> {
    let role = variant.role(id);
    let comes = |effect: &Effect| match effect {
        Effect::Promote(to) => to.contains(&id),
        Effect::Become(to) | Effect::Put(to, _) => *to == id,
        Effect::Drop(roles, _) => roles.contains(&id),
        Effect::Flip(..) => true,
        _ => false,
    };
    let promoted = |one: &Role| {
        one.promotion.as_ref().is_some_and(|promotion| promotion.to.contains(&id)) || one.reverts == Some(id)
    };
    if !role.drops.is_empty()
        || role.neutral
        || moved_otherwise(variant)
        || variant.roles.iter().any(promoted)
        || variant.effects().any(comes)
    {
        return None;
    }
    let mut open = standing(variant, player, id);
    let mut ever = variant.board.empty_set();
    open.iter().for_each(|&square| ever.insert(square));
    let possible = Possible::new(variant, player);
    let movements = || role.movements.iter().filter(|movement| !ends_the_game(variant, movement));
    while let Some(from) = open.pop() {
        for movement in movements() {
            *left = left.checked_sub(looks(variant, movement))?;
            for route in routes(variant, player, movement, from) {
                if !ever.contains(route.to()) && possible.allowed(movement, &route) {
                    ever.insert(route.to());
                    open.push(route.to());
                }
            }
        }
    }
    Some(ever)
}

/// Whether a movement only captures a player's sole royal. It is a threat, and no game continues after it.
fn ends_the_game(variant: &Variant, movement: &Movement) -> bool {
    let royal = |id: RoleId| variant.role(id).royal;
    let alone = |player: PlayerId| {
        let own = variant.start.pieces().filter(|(_, piece)| piece.player == player && royal(piece.role));
        own.count() <= 1
    };
    let takes = |guard: &Predicate| match guard {
        Predicate::Holds(Test::Is(roles), place) => {
            let target =
                matches!(place.anchor, Anchor::Landing | Anchor::To) && place.steps == [Displacement::ZERO];
            target && roles.iter().filter(|id| id.index() < variant.roles.len()).all(royal)
        }
        _ => false,
    };
    movement.mode == Mode::Capture
        && movement.legs.last().is_some_and(|leg| leg.guards.iter().any(takes))
        && variant.everybody().iter().all(alone)
}

/// The squares of a player's pieces of a role at the start.
fn standing(variant: &Variant, player: PlayerId, id: RoleId) -> Vec<Square> {
    let own = variant.start.pieces().filter(|(_, piece)| piece.player == player && piece.role == id);
    own.map(|(square, _)| square).collect()
}

/// Whether pieces change squares other than by their own moves. Castling does not count: it shifts the piece of its right.
fn moved_otherwise(variant: &Variant) -> bool {
    let shifts = |effect: &Effect| matches!(effect, Effect::Shift(..) | Effect::Native(_));
    let castles = |movement: &Movement| {
        let mut guards = movement.legs.iter().flat_map(|leg| &leg.guards);
        guards.any(|guard| matches!(guard, Predicate::Right(..)))
    };
    let drops = variant.roles.iter().flat_map(|role| &role.drops);
    variant.hooks().chain(drops).flat_map(|hook| &hook.effects).any(shifts)
        || variant.roles.iter().any(|role| {
            let free = role.movements.iter().filter(|movement| !castles(movement));
            !role.chains.is_empty() || free.flat_map(|movement| &movement.effects).any(shifts)
        })
}

/// Whether the pieces are placed symmetrically about the middle of the board. If this puts them on one shade, the board has an
/// odd number of files and the symmetry is intended.
fn mirrored(variant: &Variant, start: &[Square]) -> bool {
    let board = &variant.board;
    board.axes().iter().enumerate().any(|(index, axis)| {
        start.iter().all(|&square| {
            let mut point = board.point(square).to_vec();
            point[index] = axis.length as i16 - 1 - point[index];
            board.at(&point).is_some_and(|other| start.contains(&other))
        })
    })
}

/// Whether the shades have similar sizes, as colours do.
fn even(shades: &[SquareSet]) -> bool {
    let sizes = || shades.iter().map(SquareSet::len);
    let (least, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    (2..=MOST).contains(&shades.len()) && least * 2 >= most
}

/// The partition of the board into shades (a union-find structure).
struct Shades {
    /// By square, a parent of the same shade.
    toward: Vec<u16>,
}

impl Shades {
    /// The shades of a role; `None` if there is too much to try.
    fn new(variant: &Variant, player: PlayerId, role: &Role, left: &mut usize) -> Option<Self> {
        let mut shades = Self { toward: variant.board.squares().map(|square| square.0).collect() };
        let mut apart = shades.toward.len();
        let possible = Possible::new(variant, player);
        for movement in &role.movements {
            for from in variant.board.squares() {
                // For most pieces, all squares are soon joined.
                if apart <= 1 {
                    return Some(shades);
                }
                *left = left.checked_sub(looks(variant, movement))?;
                for route in routes(variant, player, movement, from) {
                    let (one, other) = (shades.stands_for(from), shades.stands_for(route.to()));
                    if one != other && possible.allowed(movement, &route) {
                        shades.toward[other.index()] = one.0;
                        apart -= 1;
                    }
                }
            }
        }
        Some(shades)
    }

    /// The representative of a square's shade.
    fn stands_for(&mut self, square: Square) -> Square {
        let mut at = square;
        while self.toward[at.index()] != at.0 {
            let next = self.toward[at.index()];
            self.toward[at.index()] = self.toward[usize::from(next)];
            at = Square(next);
        }
        at
    }

    /// The squares of each shade.
    fn shades(mut self) -> Vec<SquareSet> {
        let count = self.toward.len();
        let mut sets: Vec<(Square, SquareSet)> = Vec::new();
        for square in (0..count).map(|index| Square(index as u16)) {
            let stands = self.stands_for(square);
            match sets.iter_mut().find(|(one, _)| *one == stands) {
                Some((_, set)) => set.insert(square),
                None => {
                    let mut set = SquareSet::new(count);
                    set.insert(square);
                    sets.push((stands, set));
                }
            }
        }
        sets.into_iter().map(|(_, set)| set).collect()
    }
}
