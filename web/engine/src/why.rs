//! Explains why a piece cannot make a move, in the library's words, with the place in the rule file.

use carn::geometry::Square;
use carn::notation::{self, View};
use carn::source::Span;
use carn::variant::literal::{Asked, Cause, Refusal};
use carn::variant::{Role, RoleId};
use serde_json::{Value, json};

use crate::game::OWN;
use crate::session::{Answer, Table, number, text};
use crate::spans::Units;

/// The maximum number of reasons.
const REASONS: usize = 3;

/// The reason why a move is refused: `move` as text, or `from` and `to`, or `drop` and `to` by index.
///
/// # Errors
/// If the squares are not on the board, or if no move is given.
pub fn why(table: &mut Table, request: &Value) -> Answer {
    if request["move"].is_string() {
        return typed(table, text(request, "move")?);
    }
    let (setup, legal) = (table.position.setup(), table.position.legal_moves().into());
    let variant = table.rules.variant();
    let view = View { variant, setup: &setup, legal: &legal };
    let square = |key: &str| {
        let found = number(request, key).filter(|&index| index < variant.board.len());
        found.map(|index| Square(index as u16)).ok_or_else(|| format!("the request has no square `{key}`"))
    };
    let to = square("to")?;
    let drop =
        number(request, "drop").filter(|&role| role < variant.roles.len()).map(|role| RoleId(role as u8));
    let from = if drop.is_some() { to } else { square("from")? };
    let wanted = notation::Wanted {
        origins: vec![from],
        to: Some(to),
        roles: drop.into_iter().collect(),
        drop: drop.is_some(),
        ..notation::Wanted::default()
    };
    let role = setup.piece(from).map(|piece| variant.role(piece.role));
    let mut reasons: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for meant in wanted.meant(view) {
        for refusal in meant.examination.clone().refusals() {
            if refusal.cause == Cause::NoMovement {
                continue;
            }
            let reason = notation::objection(view, &meant, &refusal);
            if !reasons.contains(&reason) && reasons.len() < REASONS {
                reasons.push(reason);
                places.extend(role.filter(|_| drop.is_none()).and_then(|role| place(table, role, &refusal)));
            }
        }
    }
    if reasons.is_empty() {
        let name = |square| variant.board.name(square);
        reasons.push(match (role, drop) {
            (_, Some(role)) => format!("the {} cannot be dropped on {}", variant.role(role).name, name(to)),
            (Some(role), _) => format!("the {} on {} does not move to {}", role.name, name(from), name(to)),
            (None, None) => format!("nothing stands on {}", name(from)),
        });
        places.extend(role.filter(|_| drop.is_none()).into_iter().flat_map(|role| patterns(table, role)));
    }
    Ok(json!({ "reasons": reasons, "places": places }))
}

/// The reason why a text is not a legal move.
fn typed(table: &Table, text: &str) -> Answer {
    match notation::read(&table.position, text, &[]) {
        Ok(mv) => {
            let (setup, legal) = (table.position.setup(), table.position.legal_moves().into());
            let view = View { variant: table.rules.variant(), setup: &setup, legal: &legal };
            Ok(json!({ "move": crate::moves::coordinate(view, mv) }))
        }
        Err(error) => Ok(json!({ "reasons": [notation::why(&table.position, &error)], "places": [] })),
    }
}

/// The place of the refusing rule, if it is in the file itself: the leg's path condition or the predicate, or else the
/// alternative.
fn place(table: &Table, role: &Role, refusal: &Refusal) -> Option<[usize; 2]> {
    let movement = role.movements.get(refusal.movement?)?;
    let origin = table.compiled.origins.alternatives.get(usize::try_from(movement.alternative).ok()?)?;
    let asked = match refusal.cause {
        Cause::Guard { leg, guard, .. } => Some(Asked::Guard(leg, guard)),
        _ => None,
    };
    let exact = match asked {
        Some(Asked::Guard(leg, guard)) => origin.legs.get(leg).and_then(|leg| *leg.guards.get(guard)?),
        _ => None,
    };
    (origin.source == OWN).then(|| units(table, exact.unwrap_or(origin.span)))
}

/// The places of a role's patterns in the file itself.
fn patterns(table: &Table, role: &Role) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for movement in &role.movements {
        let index = usize::try_from(movement.alternative).unwrap_or(usize::MAX);
        let origin = table.compiled.origins.alternatives.get(index).filter(|origin| origin.source == OWN);
        if let Some(place) =
            origin.map(|origin| units(table, origin.span)).filter(|place| !found.contains(place))
        {
            found.push(place);
        }
    }
    found
}

fn units(table: &Table, span: Span) -> [usize; 2] {
    let text = table.compiled.sources.get(OWN).map_or("", |source| source.text());
    Units::new(text).span(span)
}
