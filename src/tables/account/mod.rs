//! An account of how a game runs: which form each movement has in the tables, what keeps it from a quicker one, and how much
//! there is of it.

mod parts;
mod words;

use crate::variant::{PlayerId, RoleId, Variant};

use super::Rules;
use parts::{Speaker, of_role, of_side, of_turn};

/// One thing that the tables of a game hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose it is, where it is one player's.
    pub player: Option<PlayerId>,
    /// Of which role, where it is one role's.
    pub role: Option<RoleId>,
    /// What it is, and why it is no more than that.
    pub form: String,
    /// How much there is of it. What there is none of is left out.
    pub numbers: Vec<(&'static str, usize)>,
}

/// How a game runs: what its tables hold, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The parts, each player's together.
    pub parts: Vec<Part>,
}

impl Account {
    /// A line for each part, in the names of the game. What is the same for all players is said once.
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
    /// How a game of several runs, told by the tables of each player's view of it.
    pub fn of_several<'a, const W: usize>(
        views: impl Iterator<Item = (PlayerId, &'a Rules<W>)>,
        variant: &Variant,
    ) -> Self {
        let count = variant.roles.len().max(1);
        let mut parts: Vec<Part> = Vec::new();
        for (player, rules) in views {
            for part in rules.account(variant, [Some(player), None]).parts {
                match part.role {
                    // Roles are told apart by their owners.
                    Some(role) if part.player.is_some() => {
                        parts.push(Part { role: Some(RoleId((role.index() % count) as u8)), ..part });
                    }
                    None if part.player.is_some() || !parts.contains(&part) => parts.push(part),
                    // Of the others it is asked only what they attack.
                    _ => {}
                }
            }
        }
        Self { parts }
    }
}

impl<const W: usize> Rules<W> {
    /// How a game runs, its players being these: those who move from the first and the second seat.
    pub fn account(&self, variant: &Variant, players: [Option<PlayerId>; 2]) -> Account {
        let mut game = Speaker::new(variant, None);
        let two = self.royals.a != self.royals.b && self.royals.b < self.roles as u8;
        let flags = [
            (self.phased, "turns of several moves or of some roles alone"),
            (self.royalless, "no royal"),
            (two && self.more_royals == 0, "two royal roles"),
            (self.more_royals != 0, "more than two royal roles"),
            (self.kin, "lines to each royal"),
            (self.lenient, "some royals may be lost"),
            (self.losing, "rights go with pieces"),
            (self.flips, "pieces change sides"),
            (self.aside, "more is taken than moves say"),
            (self.vetoes, "conditions keep royals from being taken"),
            (self.ends, "ends of its own"),
            (self.choosy, "some moves must not be played"),
            (self.most, "most must be taken"),
            (self.chained, "chains"),
            (self.concludes, "what follows moves beside the board"),
            (self.intricate, "questions of whole turns"),
            (self.markers.as_ref().is_some_and(|markers| markers.told.is_some()), "squares tell whose marks"),
            (self.memory.hands, "hands"),
            (self.memory.marks, "promoted pieces are marked"),
            (self.memory.hands && self.memory.always, "promoted pieces revert"),
        ];
        let flags: Vec<&str> = flags.into_iter().filter_map(|(holds, what)| holds.then_some(what)).collect();
        let name =
            if flags.is_empty() { "tables".to_owned() } else { format!("tables: {}", flags.join(", ")) };
        let losses = self.lost_with.iter().flatten().map(|rights| rights.count_ones() as usize).sum();
        let numbers = [
            ("words of memory", self.memory.words(0)),
            ("rights that squares keep", self.touch.iter().map(|bits| bits.count_ones() as usize).sum()),
            ("rights that pieces keep", losses),
            ("markers", self.memory.markers),
            ("roles of progress", self.progress.count_ones() as usize),
        ];
        game.say(None, name, &numbers);
        if let Some(ask) = &self.before_end {
            game.say(None, format!("before all ends: {}", words::condition(ask, self.squares)), &[]);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::tables::memory::Memory;
    use crate::tables::seats;
    use crate::tables::sorted::Workshop;
    use crate::variant::PlayerSet;

    /// How a game runs in tables of one width.
    fn told<const W: usize>(variant: &Variant) -> Vec<String> {
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

    /// The same as the released command has it on processors as they commonly are.
    fn released(variant: &Variant) -> Vec<String> {
        let (squares, roles) = (variant.board.len(), variant.roles.len());
        match squares {
            _ if variant.players.len() > 2 => told::<4>(variant),
            ..=64 if roles < 8 => told::<1>(variant),
            ..=128 if roles < 16 || !Memory::is_needed(variant) => told::<2>(variant),
            ..=256 => told::<4>(variant),
            _ => told::<16>(variant),
        }
    }

    /// Some of the shipped games, each as its file in `tests/accounts/` has it. After a change that is meant to change how
    /// games run: `BLESS=1 cargo test --lib account`, and read the difference.
    fn run_as_told(part: usize) {
        let bless = std::env::var_os("BLESS").is_some();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accounts");
        let mut wrong = Vec::new();
        for name in library::names().skip(part).step_by(PARTS) {
            let Some(variant) = library::variant(name) else { continue };
            let said = released(&variant).join("\n") + "\n";
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
        assert!(
            wrong.is_empty(),
            "these run otherwise than they did, with the first line of each: {wrong:#?}"
        );
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
}
