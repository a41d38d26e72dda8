//! Reports names shared by two objects of a rule file.

use std::collections::HashMap;

use crate::compile::game::Game;
use crate::compile::read::tree::At;
use crate::diagnostic::Code;

/// Reports names shared by roles, zones, players, rights and axes.
pub(crate) fn find_collisions(game: &mut Game<'_>) {
    let mut taken: Vec<(String, &str, Option<At>)> =
        game.ground.board.axes().iter().map(|axis| (axis.name.clone(), "an axis", None)).collect();
    let players = game.ground.players.iter().map(|player| (player.name.clone(), "a player", None));
    taken.extend(players);
    let zones = game.ground.zone_names.iter().map(|zone| (zone.name.clone(), "a zone", Some(zone.at)));
    taken.extend(zones);
    taken.extend(game.names.roles.iter().map(|role| (role.name.clone(), "a piece", Some(role.at))));
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let mut findings = Vec::new();
    for (name, what, at) in &taken {
        match seen.get(name.as_str()) {
            Some(other) if other != what => {
                if let Some(at) = at {
                    findings.push((*at, format!("`{name}` is already the name of {other}")));
                }
            }
            _ => {
                seen.insert(name, what);
            }
        }
    }
    for (at, message) in findings {
        game.findings.report_at(at, Code::NAME_TAKEN, message);
    }
}
