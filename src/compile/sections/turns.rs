//! `turn`: the order of players, and the roles that move in each phase of a turn.

use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::names::normal;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::{Effect, Player, PlayerId, Role, RoleId, RoleSet, Turn, Variant};

/// One entry of `turn`.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The whole entry.
    pub text: Text,
    /// The player's name.
    pub player: String,
    /// The offset of the first role name, if there is one.
    roles: Option<usize>,
}

/// The order of turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// The turns at the beginning, played once.
    first: Vec<Step>,
    /// The turns that then repeat.
    then: Vec<Step>,
}

impl Order {
    /// Every entry in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.then)
    }
}

/// Reads `turn`: a list of entries, or a table with the lists `first` and `then`.
pub(crate) fn read_order(root: &Table, findings: &mut Findings) -> Order {
    let Some(Node { kind: Value::Table(table), .. }) = root.get("turn") else {
        return Order { first: Vec::new(), then: steps(root, "turn", findings) };
    };
    table.keys(findings, &schema::TURN);
    if table.get("then").is_none()
        && let Some(node) = root.get("turn")
    {
        findings.missing(node.at(), "`turn` has no `then`: the order that repeats");
    }
    Order { first: steps(table, "first", findings), then: steps(table, "then", findings) }
}

fn steps(table: &Table, key: &str, findings: &mut Findings) -> Vec<Step> {
    let texts = table.strings_at(findings, key);
    texts.into_iter().cloned().map(step).collect()
}

fn step(mut text: Text) -> Step {
    text.value = normal(&text.value).into_owned();
    let colon = text.value.find(':');
    let player = colon.map_or(&text.value[..], |at| &text.value[..at]).trim().to_owned();
    Step { player, roles: colon.map(|at| at + 1), text }
}

/// The turns of a game whose players and roles are known.
pub(crate) fn read_turns(game: &mut Game<'_>, root: &Table, order: &Order, roles: &[Role]) -> Vec<Turn> {
    let players = game.ground.players.clone();
    let all = |role: &(usize, &Role)| !role.1.neutral;
    let all: RoleSet = roles.iter().enumerate().filter(all).map(|(index, _)| RoleId(index as u8)).collect();
    let mut read = |steps: &[Step]| -> Vec<(PlayerId, RoleSet)> {
        let turn = |step: &Step| {
            let player = player_of(&players, &step.player)?;
            Some((player, step.roles.map_or(all, |at| phase(game, &step.text, at))))
        };
        steps.iter().filter_map(turn).collect()
    };
    let (first, mut then) = (read(&order.first), read(&order.then));
    if root.get("turn").is_none() {
        then = (0..players.len()).map(|index| (PlayerId(index as u8), all)).collect();
    }
    if let Some(node) = root.get("turn")
        && let Some(idle) = players.iter().enumerate().find_map(|(index, player)| {
            let moves = |&&(mover, _): &&(PlayerId, RoleSet)| mover == PlayerId(index as u8);
            then.iter().find(moves).is_none().then_some(player)
        })
    {
        // An unknown name, already reported, may be meant for this player.
        let known = order.steps().all(|step| player_of(&players, &step.player).is_some());
        if !then.is_empty() && known {
            let message = format!("the turn never comes to `{}`", idle.name);
            // A file that adds a player to those of the file it extends is at fault, not the inherited order.
            let players = root.get("players").and_then(Node::as_table);
            let entry = players.and_then(|table| table.entry(&idle.name)).map(|entry| entry.key.at());
            let at = entry.filter(|at| at.0 < node.source).unwrap_or_else(|| node.at());
            game.findings.report_at(at, Code::BAD_VALUE, message);
        }
        then = (0..players.len()).map(|index| (PlayerId(index as u8), all)).collect();
    }
    Turn::order(&first, &then)
}

/// The roles named from a byte offset of an entry on.
fn phase(game: &mut Game<'_>, text: &Text, start: usize) -> RoleSet {
    let mut roles = Vec::new();
    let part = &text.value[start..];
    for name in part.split([' ', ',']).filter(|name| !name.is_empty()) {
        let at = start + (name.as_ptr() as usize - part.as_ptr() as usize);
        let span = Span::new(at, at + name.len());
        roles.extend(game.names.role_or_report(&mut game.findings, text, name, span));
    }
    if part.trim().is_empty() {
        let message = "a phase names the pieces that move in it, after the colon";
        game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, text.all(), message));
    }
    roles.into_iter().collect()
}

/// The player with this name.
pub(crate) fn player_of(players: &[Player], name: &str) -> Option<PlayerId> {
    players.iter().position(|player| player.name == name).map(|index| PlayerId(index as u8))
}

/// The player with this name; reports an unknown one.
pub(crate) fn player_or_report(players: &[Player], findings: &mut Findings, name: &Text) -> Option<PlayerId> {
    let found = player_of(players, &name.value);
    if found.is_none() {
        let known = players.iter().map(|player| player.name.as_str());
        let message = format!("there is no player `{}`", name.value);
        findings.unknown(name, name.all(), (Code::UNKNOWN_PLAYER, "the players"), message, known);
    }
    found
}

/// Adds to every turn an extra turn of the same player, if an effect grants one.
pub(crate) fn repeat_turns(variant: &mut Variant) {
    if variant.effects().any(|effect| *effect == Effect::Again) {
        Turn::repeatable(&mut variant.turns);
    }
}
