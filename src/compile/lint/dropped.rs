//! Lints drops onto squares that the piece can never leave.

use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{At, Node, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Square;
use crate::variant::literal::{Route, Truth, routes};
use crate::variant::{Hook, PlayerId, Role, Variant};

use super::feasible::{MAX_LOOKS, Possible, looks};
use super::never::Hope;

/// The maximum number of squares listed in a message.
const NAMED: usize = 4;

/// Reports pieces that may be dropped on squares without moves.
pub(crate) fn lint_dropped(findings: &mut Findings, root: &Table, variant: &Variant) {
    let mut left = MAX_LOOKS;
    let hope = Hope::new(variant);
    for role in variant.roles.iter().filter(|role| !role.drops.is_empty() && !role.movements.is_empty()) {
        let Some(at) = written(root, role).filter(|at| at.0 == MAIN) else { continue };
        for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
            let possible = Possible::new(variant, player);
            let mut stuck = Vec::new();
            for square in variant.board.squares() {
                if !role.drops.iter().any(|drop| may_come(&possible, drop, square)) {
                    continue;
                }
                match leaves(&possible, role, square, &mut left) {
                    None => return,
                    Some(true) => {}
                    Some(false) if drops(&hope, role, &possible, square) => stuck.push(square),
                    Some(false) => {}
                }
            }
            if !stuck.is_empty() {
                let names: Vec<String> =
                    stuck.iter().take(NAMED).map(|&square| variant.board.name(square)).collect();
                let more = match stuck.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let owner = &variant.players[player.index()].name;
                let message = format!(
                    "the piece `{}` of {owner} may be dropped where it never moves: {}{more}",
                    role.name,
                    names.join(", ")
                );
                let finding = Diagnostic::new(Code::STUCK_DROP, at.1, message)
                    .help("add `@Mobile` to the condition; if this is intended, ignore the warning");
                findings.add(finding.in_source(at.0));
                break;
            }
        }
    }
}

/// The place in the file of the rule for drops.
fn written(root: &Table, role: &Role) -> Option<At> {
    let table = |key: &str| root.get(key).and_then(Node::as_table);
    let own = table("pieces").and_then(|pieces| pieces.get(&role.name)).and_then(Node::as_table);
    let node =
        own.and_then(|own| own.get("drop")).or_else(|| table("hand").and_then(|hand| hand.get("drop")));
    node.map(Node::at)
}

/// Whether some position allows the drop on a square without a change of role.
fn may_come(possible: &Possible<'_>, drop: &Hook, square: Square) -> bool {
    let route = Route::standing(square);
    // A drop with the condition "mobile" already excludes such squares.
    let asks = drop.guards.iter().any(|guard| format!("{guard:?}").contains("Mobile"));
    !asks && drop.effects.is_empty() && possible.all(&drop.guards, &route, None) != Truth::False
}

/// Whether the conditions of some drop on the square are consistent with one another and with the square being empty.
fn drops(hope: &Hope<'_>, role: &Role, possible: &Possible<'_>, square: Square) -> bool {
    let here = |drop: &&Hook| may_come(possible, drop, square);
    role.drops.iter().filter(here).any(|drop| !hope.is_no_drop(&drop.guards, possible.player, square))
}

/// Whether some position allows the piece to leave a square; `None` if there is too much to try.
fn leaves(possible: &Possible<'_>, role: &Role, from: Square, left: &mut usize) -> Option<bool> {
    for movement in &role.movements {
        *left = left.checked_sub(looks(possible.variant, movement))?;
        let routes = routes(possible.variant, possible.player, movement, from);
        if routes.iter().any(|route| possible.allowed(movement, route)) {
            return Some(true);
        }
    }
    Some(false)
}
