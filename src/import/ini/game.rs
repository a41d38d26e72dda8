//! The state of writing a variant as a rule file.

use std::collections::{BTreeMap, BTreeSet};

use crate::import::betza;
use crate::source::Span;

use super::board::{Size, Squares, Start, terms};
use super::config::{ALL, Config, Part, known, squares};
use super::doc::{Doc, quoted};

/// A part of the configuration that the rule file does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// The reason why it is lost.
    pub why: String,
    /// Whether moves or results differ without it.
    pub rules: bool,
    /// Its place, if it is in the user's file.
    pub span: Option<Span>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    Never,
    If(String),
}

impl When {
    /// The condition as predicates before others; empty if it always holds.
    pub fn guard(&self) -> String {
        match self {
            Self::If(text) => format!(" {text}"),
            Self::Always | Self::Never => String::new(),
        }
    }
}

/// A role of the rule file.
#[derive(Clone, Debug)]
pub struct Role {
    /// Its name there.
    pub name: String,
    /// The program's name for it.
    pub slot: String,
    /// The program's name of the piece before promotion.
    pub was: Option<String>,
}

/// The rule file and its sources.
pub struct Game<'a> {
    pub config: &'a Config,
    pub size: Size,
    pub start: Start,
    pub doc: Doc,
    pub lost: Vec<Lost>,
    pub roles: Vec<Role>,
    /// The roles that never move backward and can get stuck at the end of the board.
    pub forward: BTreeSet<String>,
    zones: BTreeMap<String, Vec<String>>,
}

/// The players' names, in the order of turns.
pub const PLAYERS: [&str; 2] = ["White", "Black"];

impl<'a> Game<'a> {
    pub fn new(config: &'a Config, size: Size, start: Start) -> Self {
        let zones = BTreeMap::new();
        let (lost, roles, forward) = (config.unread.clone(), Vec::new(), BTreeSet::new());
        Self { config, size, start, doc: Doc::default(), lost, roles, forward, zones }
    }

    /// Records a field that is not converted.
    pub fn lose(&mut self, field: &str, why: &str) {
        let (key, value, span) =
            self.config.said.get(field).cloned().unwrap_or_else(|| (field.to_owned(), String::new(), None));
        // A hand from which nothing is dropped is only shown.
        let rules = field != "capturesToHand";
        let lost = Lost { key, value, why: why.to_owned(), rules, span };
        if !self.lost.contains(&lost) {
            self.lost.push(lost);
        }
    }

    /// Sets the start position without hands and rights that the file does not have.
    pub fn set_start(&mut self) {
        let known =
            |letter: &char| self.doc.value("rights", &letter.to_ascii_uppercase().to_string()).is_some();
        let kept: String = self.start.rights.chars().filter(known).collect();
        let mut fields: Vec<&str> = self.start.fen.split(' ').collect();
        if let [placement, _, rights, ..] = fields.as_mut_slice() {
            if !self.config.flag("pieceDrops") {
                *placement = placement.split('[').next().unwrap_or_default();
            }
            *rights = if kept.is_empty() { "-" } else { kept.as_str() };
        }
        self.doc.set("setup", "fen", quoted(&fields.join(" ")));
    }

    /// The squares of a field from its player's view; `None` if the field is not set.
    pub fn seen(&self, field: &'static str, side: usize) -> Option<Squares> {
        self.config.region(field, side).map(|parts| self.view(parts, side))
    }

    /// Squares as a player sees them.
    pub fn view(&self, parts: &[Part], side: usize) -> Squares {
        self.size.seen(&squares(parts, self.size.files, self.size.ranks), side)
    }

    /// A region as an argument: by its coordinates, or as a zone of this name.
    pub fn region(&mut self, found: &Squares, zone: &str) -> String {
        let terms = terms(found, self.size);
        match terms.as_slice() {
            [only] if !only.contains(',') => only.clone(),
            _ => self.zone(found, zone),
        }
    }

    /// A zone with this or a similar name for these squares.
    pub fn zone(&mut self, found: &Squares, zone: &str) -> String {
        let terms = terms(found, self.size);
        let mut name = zone.to_owned();
        let mut number = 2;
        while self.zones.get(&name).is_some_and(|other| *other != terms) {
            name = format!("{zone}{number}");
            number += 1;
        }
        self.zones.insert(name.clone(), terms);
        name
    }

    /// `@To(…)` or another call about the squares of each player.
    pub fn where_(&mut self, call: &str, sides: &[Squares; 2], zone: &str) -> When {
        let all = self.size.all();
        if sides[0] == sides[1] {
            return match &sides[0] {
                one if *one == all => When::Always,
                one if one.is_empty() => When::Never,
                one => {
                    let one = one.clone();
                    When::If(format!("{call}({})", self.region(&one, zone)))
                }
            };
        }
        let mut ways = Vec::new();
        for (side, player) in PLAYERS.iter().enumerate() {
            match &sides[side] {
                one if *one == all => ways.push(format!("@By({player})")),
                one if one.is_empty() => {}
                one => {
                    let one = one.clone();
                    let region = self.region(&one, &format!("{player}{zone}"));
                    ways.push(format!("@By({player}) {call}({region})"));
                }
            }
        }
        When::If(match ways.as_slice() {
            [only] => only.clone(),
            _ => format!("@Or({})", ways.join(", ")),
        })
    }

    /// The name of one of the program's pieces.
    pub fn name(&self, slot: &str) -> String {
        if let Some(name) = self.config.names.get(slot) {
            return name.clone();
        }
        let role = known().find(|one| one.name == slot).map(|one| one.role.to_owned());
        role.unwrap_or_else(|| slot.replace("customPiece", "piece"))
    }

    /// The movement of one of the program's pieces, from the configuration or built in.
    pub fn betza(&self, slot: &str) -> &str {
        let own = self.config.slots.get(slot).and_then(|slot| slot.betza.as_ref());
        match own {
            Some((text, _)) => text,
            None => known().find(|one| one.name == slot).map_or("", |one| one.betza),
        }
    }

    /// The squares from which no quiet step of a piece stays on the board, even an empty one, from each player's view. If
    /// `immobilityIllegal` is set, the program does not allow the piece to land there.
    pub fn stuck(&self, slot: &str) -> [Squares; 2] {
        if !self.config.flag("immobilityIllegal") {
            return Default::default();
        }
        let (groups, _) = betza::read(self.betza(slot));
        let quiet =
            groups.iter().filter(|group| !group.leg.initial && (group.leg.quiet || group.leg.says_no_mode()));
        let steps: Vec<(i8, i8)> = quiet.flat_map(betza::Group::steps).collect();
        let mut board = self.size.all();
        for (_, file, rank) in self.start.men.iter().filter(|(sign, ..)| sign == "*") {
            board.remove(&(*file, *rank));
        }
        [0, 1].map(|side| {
            let board = self.size.seen(&board, side);
            let leads_on = |&(file, rank): &(u16, u16), &(along, across): &(i8, i8)| {
                let to = (file.checked_add_signed(across.into()), rank.checked_add_signed(along.into()));
                matches!(to, (Some(file), Some(rank)) if board.contains(&(file, rank)))
            };
            board.iter().filter(|square| !steps.iter().any(|step| leads_on(square, step))).copied().collect()
        })
    }

    /// Whether `@Mobile` fails exactly on the squares of [`stuck`](Self::stuck). It does not for a piece that needs another
    /// piece to move and has no move on an empty board.
    pub fn mobile_says_so(&self, slot: &str) -> bool {
        let (groups, _) = betza::read(self.betza(slot));
        let limited = |side: usize| {
            self.config.mobility.get(&(slot.to_owned(), side)).is_some_and(|parts| !parts.is_empty())
        };
        groups.iter().all(|group| group.leg.hop.is_none() && !group.leg.jump) && !(0..2).any(limited)
    }

    /// The letter of a piece, in upper case.
    pub fn letter(&self, slot: &str) -> char {
        self.config.slots.get(slot).map_or('?', |slot| slot.letter)
    }

    /// The roles of one of the program's pieces, including promoted ones.
    pub fn roles_of(&self, slot: &str) -> Vec<String> {
        self.roles.iter().filter(|role| role.slot == slot).map(|role| role.name.clone()).collect()
    }

    /// `@Is(…)` for any of these pieces; empty for all pieces, `None` if the game has none of them.
    pub fn is(&self, set: &[String]) -> Option<String> {
        if set.iter().any(|slot| slot == ALL) {
            return Some(String::new());
        }
        let names: BTreeSet<String> = set.iter().flat_map(|slot| self.roles_of(slot)).collect();
        let names: Vec<String> = names.into_iter().collect();
        (!names.is_empty()).then(|| format!(" @Is({})", names.join(", ")))
    }

    /// The number of a player's pieces of a kind at the start, on the board and in the hand.
    pub fn at_start(&self, slot: &str, side: usize) -> usize {
        let own = |letter: char| letter.is_ascii_uppercase() == (side == 0);
        let count = |role: &Role| {
            let letter = self.letter(role.was.as_deref().unwrap_or(&role.slot));
            let symbol = if role.was.is_some() { format!("+{letter}") } else { letter.to_string() };
            let men = self.start.men.iter().filter(|(sign, ..)| {
                sign.to_ascii_uppercase() == symbol && sign.chars().last().is_some_and(own)
            });
            let hand = self.start.hands.iter().flat_map(|hands| hands.chars());
            let hand =
                hand.filter(|&one| role.was.is_none() && one.to_ascii_uppercase() == letter && own(one));
            men.count() + hand.count()
        };
        self.roles.iter().filter(|role| role.slot == slot).map(count).sum()
    }

    /// Writes the zones used by regions.
    pub fn write_zones(&mut self) {
        for (name, terms) in std::mem::take(&mut self.zones) {
            let value = match terms.as_slice() {
                [only] => quoted(only),
                _ => format!("[{}]", terms.iter().map(|term| quoted(term)).collect::<Vec<_>>().join(", ")),
            };
            self.doc.set("zones", &name, value);
        }
    }
}
