//! The named figures of a study, and the largest differences between two studies.

use crate::variant::RoleId;

use super::statistics::{Estimate, Sums};
use super::{Data, Study, Values};

/// A figure of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name: `draws`, `moves of the queen in a game`.
    pub name: String,
    /// The figure; shares are from 0 to 1.
    pub estimate: Estimate,
    /// Whether it is a share.
    pub share: bool,
}

/// A figure of two studies.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// Of both games.
    pub both: [Estimate; 2],
    /// Whether it is a share.
    pub share: bool,
    /// Second minus first, in standard errors.
    pub distance: f64,
}

/// The figures by which games are compared.
#[must_use]
pub fn figures(study: &Study, data: &Data, values: &Values) -> Vec<Figure> {
    let variant = study.rules().variant();
    let games = data.games();
    let mut figures = Vec::new();
    let mut add = |name: String, estimate: Estimate, share: bool| {
        figures.push(Figure { name, estimate, share });
    };
    if games == 0 {
        return figures;
    }
    // Players' names differ between games, the order of turns does not.
    add(
        "points of the player who moves first".to_owned(),
        data.of_player(0, study.first().index()).share(),
        true,
    );
    let drawn: u64 = data.endings.values().map(|ended| ended.draws).sum();
    add("drawn games".to_owned(), Estimate::share(drawn, games), true);
    add("plies in a game".to_owned(), length(data), false);
    add("legal moves in a position".to_owned(), data.branching.mean(games).scaled(0.01), false);
    if data.decided.games > 0 {
        let moment = data.decided.moment.mean(data.decided.games).scaled(0.001);
        add("share of the game after which it is decided".to_owned(), moment, true);
        let turned = Estimate::share(data.decided.turned, data.decided.games);
        add("won games whose winner was behind".to_owned(), turned, true);
    }
    for (reason, one) in &data.endings {
        let ended = Estimate::share(one.games, games);
        add(format!("games that end by {}", ending(study, reason)), ended, true);
    }
    for (index, role) in variant.roles.iter().enumerate() {
        let mean = |of: fn(&super::Deeds) -> Sums| {
            let mut sums = Sums::default();
            let mut players = 0;
            for deeds in data.deeds.iter().filter_map(|roles| roles.get(index)) {
                sums.add(of(deeds));
                players += 1;
            }
            sums.mean(games * players)
        };
        add(format!("moves of a player's {} in a game", role.name), mean(|deeds| deeds.moves), false);
        add(
            format!("pieces that a player's {} takes in a game", role.name),
            mean(|deeds| deeds.takes),
            false,
        );
        if !role.royal {
            add(format!("losses of a player's {} in a game", role.name), mean(|deeds| deeds.lost), false);
        }
    }
    for value in &values.values {
        if let Some(elo) = value.elo {
            let RoleId(index) = value.role;
            let name = variant.roles.get(usize::from(index)).map_or("", |role| role.name.as_str());
            add(format!("worth of a {name} in Elo"), elo, false);
        }
    }
    figures
}

/// The mean number of plies.
#[must_use]
pub fn length(data: &Data) -> Estimate {
    let mut sums = Sums::default();
    for (&plies, &number) in &data.lengths {
        let one = Sums::of(u64::from(plies));
        sums.add(Sums { sum: one.sum * number, squares: one.squares * number });
    }
    sums.mean(data.games())
}

/// The end of a game in words.
#[must_use]
pub fn ending(study: &Study, name: &str) -> String {
    let variant = study.rules().variant();
    if let Some(end) = name.strip_prefix("end ").and_then(|index| index.parse::<usize>().ok()) {
        return variant.ending.ends.get(end).map_or_else(String::new, |end| end.reason.clone());
    }
    match name {
        "limit" => "the limit of the study".to_owned(),
        "royal-lost" => "a royal piece taken".to_owned(),
        "quiet" => "moves without progress".to_owned(),
        "insufficient" => "too little material".to_owned(),
        name => name.replace('-', " "),
    }
}

/// The figures that both studies have, most significant difference first.
#[must_use]
pub fn differences(first: &[Figure], second: &[Figure]) -> Vec<Difference> {
    let pair = |one: &Figure| {
        let other = second.iter().find(|other| other.name == one.name)?;
        Some(Difference {
            name: one.name.clone(),
            both: [one.estimate, other.estimate],
            share: one.share,
            distance: one.estimate.distance(other.estimate),
        })
    };
    let mut found: Vec<Difference> = first.iter().filter_map(pair).collect();
    found.sort_by(|a, b| b.distance.abs().total_cmp(&a.distance.abs()));
    found
}
