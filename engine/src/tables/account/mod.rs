//! Describes how a game runs: the form of each movement in the tables, the reason it has no faster form, and
//! sizes.

mod parts;

use crate::variant::{PlayerId, RoleId, Variant};

use super::Rules;
use parts::{Speaker, of_role, of_side, of_turn};

/// One item in the tables of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The owner, if it belongs to one player.
    pub player: Option<PlayerId>,
    /// The role, if it belongs to one role.
    pub role: Option<RoleId>,
    /// Its form, and the reason why it has no faster one.
    pub form: String,
    /// Its sizes; zeros are left out.
    pub numbers: Vec<(&'static str, usize)>,
}

/// How a game runs: the contents of its tables, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The parts, grouped by player.
    pub parts: Vec<Part>,
}

impl Account {
    /// One line per part, with the game's own names. Parts common to all players are listed once.
    pub fn lines(&self, variant: &Variant) -> Vec<String> {
        let all: Vec<PlayerId> = (0..variant.players.len() as u8).map(PlayerId).collect();
        let has = |player: PlayerId, part: &Part| {
            self.parts.iter().any(|one| *one == Part { player: Some(player), ..part.clone() })
        };
        let mut lines = Vec::new();
        for part in &self.parts {
            let common = part.player.is_some() && all.iter().all(|&player| has(player, part));
            if common && part.player != Some(PlayerId(0)) {
                continue;
            }
            let whose =
                part.player.filter(|_| !common).and_then(|player| variant.players.get(player.index()));
            let role = part.role.and_then(|role| variant.roles.get(role.index()));
            let names = whose.map(|player| &*player.name).into_iter().chain(role.map(|role| &*role.name));
            let mut line = names.collect::<Vec<_>>().join(" ");
            line += if line.is_empty() { "" } else { ": " };
            line += &part.form;
            for (index, (what, number)) in part.numbers.iter().enumerate() {
                line += if index == 0 { "; " } else { ", " };
                line += &format!("{what} {number}");
            }
            lines.push(line);
        }
        lines
    }
}

impl Account {
    /// The account of a game of several players, from the tables of each player's view.
    pub fn of_several<'a, const W: usize>(
        views: impl Iterator<Item = (PlayerId, &'a Rules<W>)>,
        variant: &Variant,
    ) -> Self {
        let count = variant.roles.len().max(1);
        let mut parts: Vec<Part> = Vec::new();
        for (player, rules) in views {
            for part in rules.account(variant, [Some(player), None]).parts {
                match part.role {
                    // Roles are distinguished by owner.
                    Some(role) if part.player.is_some() => {
                        parts.push(Part { role: Some(RoleId((role.index() % count) as u8)), ..part });
                    }
                    None if part.player.is_some() || !parts.contains(&part) => parts.push(part),
                    // The other side has only attacks.
                    _ => {}
                }
            }
        }
        Self { parts }
    }
}

impl<const W: usize> Rules<W> {
    /// The account of a game; `players` are those of the first and the second side.
    pub fn account(&self, variant: &Variant, players: [Option<PlayerId>; 2]) -> Account {
        let mut game = Speaker::new(variant, None);
        let two = self.royals.a != self.royals.b && self.royals.b < self.roles as u8;
        let flags = [
            (self.phased, "turns of several moves, or of some roles only"),
            (self.royalless, "no royal roles"),
            (two && self.more_royals == 0, "two royal roles"),
            (self.more_royals != 0, "more than two royal roles"),
            (self.royal_lines, "legality by attack lines"),
            (self.may_lose_royal, "some of several royals may be lost"),
            (self.losing, "rights lost with pieces"),
            (self.flips, "pieces change owner"),
            (self.aside, "captures beside the target"),
            (self.vetoes, "conditions may forbid capturing a royal"),
            (self.ends, "custom endings"),
            (self.filters_moves, "conditions on every move or compulsory moves"),
            (self.most, "most captures compulsory"),
            (self.chained, "chains"),
            (self.has_after_hooks, "hooks that leave the board unchanged"),
            (
                self.markers.as_ref().is_some_and(|markers| markers.told.is_some()),
                "each mark's piece known from its square",
            ),
            (self.memory.hands, "hands"),
            (self.memory.marks, "promoted pieces are marked"),
            (self.memory.hands && self.memory.always, "captured pieces revert to their first role"),
        ];
        let losses = self.lost_with.iter().flatten().map(|rights| rights.count_ones() as usize).sum();
        let touched = self.touch.as_flattened().iter().map(|bits| bits.count_ones() as usize).sum();
        let numbers = [
            ("words of memory", self.memory.words(0)),
            ("rights by square", touched),
            ("rights by role", losses),
            ("markers", self.memory.markers),
            ("roles that reset the count of quiet moves", self.progress.count_ones() as usize),
        ];
        let held: Vec<&str> = flags.into_iter().filter_map(|(holds, what)| holds.then_some(what)).collect();
        let form = if held.is_empty() { "tables".to_owned() } else { format!("tables: {}", held.join(", ")) };
        game.say(None, form, &[], numbers);
        let mut parts = game.parts;
        for (player, (side, turn)) in players.into_iter().zip(self.sides.iter().zip(&self.offers)) {
            let mut speaker = Speaker::new(variant, player);
            for role in 0..self.roles {
                of_role(&mut speaker, side, role as u8);
            }
            of_side(&mut speaker, side);
            of_turn(&mut speaker, turn);
            parts.append(&mut speaker.parts);
        }
        Account { parts }
    }
}
