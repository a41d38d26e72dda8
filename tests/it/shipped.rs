//! The shipped games for a test: all of them in a release build, a sample of every kind in a debug build,
//! which is many times slower. The gate runs both.

use carn::library;

/// The games that a debug build always plays.
const ALWAYS: [&str; 14] = [
    "chess",
    "chess960",
    "xiangqi",
    "minixiangqi",
    "atomic",
    "kamikaze",
    "tower",
    "crazyhouse",
    "antichess",
    "3check",
    "kingofthehill",
    "minishogi",
    "draughts",
    "seirawan",
];

/// The names of the games to go through.
pub fn names() -> impl Iterator<Item = &'static str> {
    let sampled =
        |(index, name): &(usize, &str)| !cfg!(debug_assertions) || ALWAYS.contains(name) || index % 9 == 0;
    library::names().enumerate().filter(sampled).map(|(_, name)| name)
}
