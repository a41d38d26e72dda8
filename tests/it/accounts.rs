//! How each shipped game runs, and the tables' shortcuts against enumeration route by route.

use carn::library;
use carn::position::core::checks;
use carn::variant::{Anchor, Place, PlayerId, Predicate, RoleId, RoleSet, Test, Variant};

/// Some of the shipped games, each as its file in `tests/accounts/` has it. After a change that is meant to change how
/// games run: `BLESS=1 cargo test --test it accounts`, and read the difference.
fn run_as_told(part: usize) {
    let bless = std::env::var_os("BLESS").is_some();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accounts");
    let mut wrong = Vec::new();
    for name in library::names().skip(part).step_by(PARTS) {
        let Some(variant) = library::variant(name) else { continue };
        let said = checks::account(&variant).join("\n") + "\n";
        let file = format!("{folder}/{name}.txt");
        if bless {
            std::fs::write(&file, &said).unwrap();
        }
        let wanted = std::fs::read_to_string(&file).unwrap_or_default();
        let both = said.lines().zip(wanted.lines().chain(std::iter::repeat("")));
        let unlike = both.filter(|(said, wanted)| said != wanted).take(1);
        if said != wanted {
            let unlike = unlike.map(|(said, wanted)| format!("now {said}; before {wanted}"));
            wrong.push(format!("{name}: {}", unlike.collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "these run otherwise than they did, with the first line of each: {wrong:#?}");
}

/// Into so many tests the games are divided, for tests run side by side.
const PARTS: usize = 4;

#[test]
fn a_quarter_of_the_games_runs_as_told() {
    run_as_told(0);
}

#[test]
fn a_second_quarter_of_the_games_runs_as_told() {
    run_as_told(1);
}

#[test]
fn a_third_quarter_of_the_games_runs_as_told() {
    run_as_told(2);
}

#[test]
fn the_last_quarter_of_the_games_runs_as_told() {
    run_as_told(3);
}

/// The shipped games on boards that tables of four words hold, with their roles.
fn games_and_roles() -> impl Iterator<Item = (&'static str, Variant, Vec<RoleId>)> {
    let games = library::names().filter_map(|name| Some((name, library::variant(name)?)));
    games.filter(|(_, variant)| variant.board.len() <= 256).map(|(name, variant)| {
        let roles = (0..variant.roles.len() as u8).map(RoleId).collect();
        (name, variant, roles)
    })
}

/// They are what they would be if they were enumerated route by route.
#[test]
fn plain_movements_are_as_told_route_by_route() {
    let mut seen = 0;
    for (name, variant, roles) in games_and_roles() {
        for player in (0..variant.players.len() as u8).map(PlayerId) {
            for &role in &roles {
                let Some((atoms, same)) = checks::plain(&variant, player, role) else { continue };
                seen += atoms;
                assert!(same, "{name}, role {}", variant.role(role).name);
            }
        }
    }
    assert!(seen > 10_000);
}

/// Routes of roles that move alike are the same, but for the role.
#[test]
fn roles_that_move_alike_are_told_alike() {
    let mut seen = 0;
    for (name, variant, roles) in games_and_roles() {
        for role in roles {
            let Some(first) = checks::like(&variant, role) else { continue };
            let (routes, same) = checks::same_routes(&variant, first, role);
            seen += routes;
            assert!(same, "{name}, role {}", variant.role(role).name);
        }
    }
    assert!(seen > 1_000);
}

/// Roles that something asked tells apart do not move alike.
#[test]
fn a_question_about_one_of_them_tells_roles_apart() {
    let mut pairs = games_and_roles().filter_map(|(_, variant, roles)| {
        let (role, first) = roles.into_iter().find_map(|role| Some((role, checks::like(&variant, role)?)))?;
        Some((variant, role, first))
    });
    let (mut variant, role, first) = pairs.next().unwrap();
    let asked = Predicate::Holds(Test::Is(RoleSet(1 << role.0)), Place::at(Anchor::From));
    variant.choice.guard.push(Predicate::Not(vec![asked]));
    assert_ne!(checks::like(&variant, role), Some(first));
}
