//! A position for the page: its pieces, the player to move, the legal moves, the outcome.

use carn::geometry::Square;
use carn::notation::{self, View};
use carn::position::{Position, Rules};
use carn::variant::{Move, Outcome, PlayerId, Points, RoleId, Script, Setup, Variant, literal};
use serde_json::{Map, Value, json};

use crate::game::key;
use crate::moves::moves;
use crate::session::{Answer, Table};

/// Goes to the position after some moves, and describes it. At an illegal move the game stops before it, and `refused` gives
/// the reason.
///
/// # Errors
/// If the FEN cannot be played.
pub fn position(table: &mut Table, request: &Value) -> Answer {
    let refused = go(table, request)?;
    let mut answer = told(table);
    answer["played"] = table.moves.len().into();
    answer["refused"] = refused.into();
    if request["line"] == true {
        answer["line"] = line(table);
    }
    Ok(answer)
}

/// Goes to the position after some moves by undoing to the common prefix and replaying. Returns the reason if a move was
/// refused.
pub fn go(table: &mut Table, request: &Value) -> Result<Option<String>, String> {
    let fen = request["fen"].as_str().filter(|fen| !fen.is_empty());
    let wanted: Vec<&str> =
        request["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if table.fen.as_deref() != fen {
        table.position = match fen {
            Some(fen) => Position::from_fen(&table.rules, fen).map_err(|error| error.to_string())?,
            None => Position::start(&table.rules),
        };
        table.fen = fen.map(str::to_owned);
        table.moves.clear();
    }
    let same = table.moves.iter().zip(&wanted).take_while(|(known, wanted)| known == wanted).count();
    while table.moves.len() > same {
        table.position.undo();
        table.moves.pop();
    }
    for (nth, text) in wanted.iter().enumerate().skip(same) {
        let found = notation::read(&table.position, text, &[Script::Coordinate]);
        let mv = match found {
            Ok(mv) => mv,
            Err(error) => {
                return Ok(Some(format!("{}. {text}: {}", nth + 1, notation::why(&table.position, &error))));
            }
        };
        table.position.play_unchecked(mv);
        table.moves.push((*text).to_owned());
    }
    Ok(None)
}

fn told(table: &mut Table) -> Value {
    let setup = table.position.setup();
    let variant = table.rules.variant();
    let outcome = table.position.outcome();
    let legal = table.position.legal_moves().into();
    let view = View { variant, setup: &setup, legal: &legal };
    let pieces = setup.pieces().map(|(square, piece)| json!([square.index(), key(piece)]));
    let hands = (0..variant.players.len()).map(|player| hand(variant, &setup, PlayerId(player as u8)));
    json!({
        "fen": table.position.fen(),
        "turn": variant.mover(setup.turn).0,
        "pieces": pieces.collect::<Vec<_>>(),
        "hands": hands.collect::<Vec<_>>(),
        "check": checked(&table.rules, &setup).iter().map(|square| square.index()).collect::<Vec<_>>(),
        "outcome": outcome.map(|outcome| ended(variant, outcome)),
        // The others play on if the player to move resigns.
        "leaves": table.position.may_leave(),
        "out": setup.out.iter().map(|player| player.0).collect::<Vec<_>>(),
        "moves": moves(view),
        "points": points(variant, &setup),
        "labels": labels(table),
        "last": last(table),
    })
}

/// A player's hand: the roles with their pictures and numbers.
fn hand(variant: &Variant, setup: &Setup, player: PlayerId) -> Vec<Value> {
    let roles = variant.roles.len();
    let each = (0..roles).map(|role| RoleId(role as u8));
    let held = each.map(|role| (role, setup.in_hand(roles, player, role))).filter(|&(_, count)| count > 0);
    held.map(|(role, count)| json!([role.0, key(variant.piece(player, role)), count])).collect()
}

/// The end of the game: the winner's index, and the reason.
fn ended(variant: &Variant, outcome: Outcome) -> Value {
    let own = match outcome.reason {
        carn::variant::Reason::End(end) => variant.ending.ends.get(usize::from(end)),
        _ => None,
    };
    json!({
        "winner": outcome.winner.map(|winner| winner.0),
        "reason": outcome.reason.name(),
        "words": own.map(|end| end.reason.clone()).filter(|reason| !reason.is_empty()),
    })
}

/// The squares of the royal pieces that could be captured if it were not their player's turn.
pub fn checked(rules: &Rules, setup: &Setup) -> Vec<Square> {
    let variant = rules.variant();
    let mover = variant.mover(setup.turn);
    let mut asked = setup.clone();
    asked.turn = variant.next_turn(setup.turn);
    let mut found = Vec::new();
    for reply in literal::checks(variant, setup, mover) {
        for (square, piece) in literal::apply(variant, &asked, reply).taken {
            if piece.player == mover && variant.role(piece.role).royal && !found.contains(&square) {
                found.push(square);
            }
        }
    }
    found
}

/// Each player's points; null if pieces have no points.
fn points(variant: &Variant, setup: &Setup) -> Value {
    let Some(points) = &variant.ending.points else { return Value::Null };
    let each = (0..variant.players.len()).map(|player| points.of(variant, setup, PlayerId(player as u8)));
    each.map(|tenths| Value::from(Points::written(tenths))).collect()
}

/// The last move in every notation of the game.
fn labels(table: &mut Table) -> Value {
    let after = table.position.clone();
    let Some(last) = table.position.undo() else { return Value::Null };
    let labels = written(&table.position, last, &after);
    table.position.play_unchecked(last);
    labels
}

/// All moves so far in every notation of the game.
fn line(table: &mut Table) -> Value {
    let mut labels = Vec::new();
    let mut taken = Vec::new();
    loop {
        let after = table.position.clone();
        let Some(last) = table.position.undo() else { break };
        labels.push(written(&table.position, last, &after));
        taken.push(last);
    }
    taken.into_iter().rev().for_each(|mv| table.position.play_unchecked(mv));
    labels.reverse();
    labels.into()
}

/// A move in every notation of the game, with the number of its turn, and whether it begins the turn.
pub fn written(before: &Position, mv: Move, after: &Position) -> Value {
    let rules = before.rules();
    let mut labels = Map::new();
    for &script in &rules.variant().notation.scripts {
        if let Some(text) = notation::write_between(before, mv, after, script) {
            labels.insert(notation::script_name(script).to_owned(), text.into());
        }
    }
    let setup = before.setup();
    let first = rules.variant().mover(setup.turn) == rules.variant().mover(0);
    let each = rules.variant().notation.numbered_turns && rules.variant().players.len() == 2;
    let number = if each { 2 * setup.full_moves - u32::from(first) } else { setup.full_moves };
    labels.insert("number".to_owned(), number.into());
    labels.insert(
        "begins".to_owned(),
        (rules.variant().turn(setup.turn).after.is_some() && (first || each)).into(),
    );
    labels.into()
}

/// Origin and target of the last move.
fn last(table: &Table) -> Value {
    let last = table.position.moves().next_back();
    let Some((last, to)) = last.and_then(|last| Some((last, last.target()?))) else { return Value::Null };
    json!({ "from": last.origin().map(|from| from.index()), "to": to.index() })
}
