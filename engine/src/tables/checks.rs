//! Questions about tables for tests in other crates: the tables are private, and the shipped games, which the tests
//! load, are not in this crate. All functions are generic or `inline`, so that only a program that calls them compiles
//! them.

use crate::variant::{PlayerId, PlayerSet, RoleId, Variant};

use super::Rules;
use super::account::Account;
use super::atom::in_order;
use super::instance::{Instance, MAX_CONDITIONS, Room, instances};
use super::memory::Memory;
use super::plain::Plain;
use super::seats;
use super::sorted::Workshop;
use super::twins::first_like;

/// How a game runs in tables of one width.
fn at_width<const W: usize>(variant: &Variant) -> Vec<String> {
    let account = match variant.players.len() {
        2 => Rules::<W>::new(variant, true)
            .map(|rules| rules.account(variant, [Some(PlayerId(0)), Some(PlayerId(1))])),
        _ => {
            let workshop = Workshop::of_several(true);
            let mut view = |player| {
                let against = variant.takers(PlayerSet::default(), player);
                let seen = seats::seen(variant, player, (PlayerSet::default(), against))?;
                Ok((player, Rules::<W>::seen(&seen, &workshop)?))
            };
            let views: Result<Vec<_>, _> = variant.everybody().iter().map(&mut view).collect();
            views.map(|views| {
                Account::of_several(views.iter().map(|(player, rules)| (*player, rules)), variant)
            })
        }
    };
    account.map_or_else(|reason| vec![reason.0.to_owned()], |account| account.lines(variant))
}

/// The account of a game as the released command has it on common processors, whatever forms this build has.
#[inline]
pub fn account(variant: &Variant) -> Vec<String> {
    let (squares, roles) = (variant.board.len(), variant.roles.len());
    match squares {
        _ if variant.players.len() > 2 => at_width::<4>(variant),
        ..=64 if roles < 8 => at_width::<1>(variant),
        ..=128 if roles < 16 || !Memory::is_needed(variant) => at_width::<2>(variant),
        ..=256 => at_width::<4>(variant),
        _ => at_width::<16>(variant),
    }
}

/// How many atoms a role's plain movements have, and whether they are the atoms of the same movements enumerated route
/// by route; `None` if the role has too many routes.
#[inline]
pub fn plain(variant: &Variant, player: PlayerId, role: RoleId) -> Option<(usize, bool)> {
    let Plain { atoms, which, .. } = Plain::<4>::new(variant, player, role);
    let others: Vec<bool> = which.iter().map(|plain| !plain).collect();
    let told = instances::<4>(variant, player, role, &others, &Room::new(MAX_CONDITIONS)).ok()?;
    let told: Option<Vec<_>> = told.iter().map(Instance::atom).collect();
    let count = atoms.len();
    Some((count, told.is_some_and(|told| in_order(atoms) == in_order(told))))
}

/// The first role with the same movements as this one, if it is another one.
#[inline]
pub fn like(variant: &Variant, role: RoleId) -> Option<RoleId> {
    first_like(variant, role)
}

/// How many routes a role has, and whether another role's routes are the same but for the role.
#[inline]
pub fn same_routes(variant: &Variant, role: RoleId, other: RoleId) -> (usize, bool) {
    let told = |which: RoleId| {
        let room = Room::new(MAX_CONDITIONS);
        let all = instances::<4>(variant, PlayerId(1), which, &[], &room).unwrap_or_default();
        all.into_iter().map(|one| Instance { role: 0, ..one }).collect::<Vec<_>>()
    };
    let (one, other) = (told(role), told(other));
    (one.len(), one == other)
}
