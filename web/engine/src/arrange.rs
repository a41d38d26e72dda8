//! A position that is set up piece by piece: its FEN, and the reason if it is not playable.

use carn::geometry::Square;
use carn::position::Position;
use carn::variant::{PlayerId, Setup, fen};
use serde_json::{Value, json};

use crate::game::piece;
use crate::session::{Answer, Table, number};

/// The FEN of a position. `pieces` are squares with the keys of their pieces, `hands` players' indices with roles and counts,
/// `turn` is the player to move. Rights are kept where the start position has the same pieces.
///
/// # Errors
/// If a square, a piece or a player does not exist in the game.
pub fn arrange(table: &Table, request: &Value) -> Answer {
    let variant = table.rules.variant();
    let player = number(request, "turn").and_then(|index| u8::try_from(index).ok()).map(PlayerId);
    let turn = variant.turns.iter().position(|turn| Some(turn.player) == player);
    let turn = turn.ok_or("the request has no player whose turn it is")? as u16;
    let squares = variant.board.len();
    let mut setup = Setup { turn, ..Setup::empty(squares) };
    setup.counters.clone_from(&variant.start.counters);
    setup.hands = vec![0; variant.start.hands.len()];
    for one in request["pieces"].as_array().into_iter().flatten() {
        let square =
            one[0].as_u64().and_then(|index| usize::try_from(index).ok()).filter(|&index| index < squares);
        let piece = one[1].as_str().and_then(|key| piece(variant, key));
        let (Some(square), Some(piece)) = (square, piece) else {
            return Err(format!("{one} is no square with a piece"));
        };
        setup.squares[square] = Some(piece);
    }
    for one in request["hands"].as_array().into_iter().flatten() {
        let part = |nth: usize| one[nth].as_u64().and_then(|value| usize::try_from(value).ok());
        let (Some(player), Some(role), Some(count)) = (part(0), part(1), part(2)) else {
            return Err(format!("{one} is nobody's hand"));
        };
        let place = player * variant.roles.len() + role;
        if let Some(held) = setup.hands.get_mut(place).filter(|_| role < variant.roles.len()) {
            *held = u16::try_from(count).unwrap_or(u16::MAX);
        }
    }
    let at_home = |square: Square| setup.piece(square) == variant.start.piece(square);
    let slots = variant.right_slots.iter().enumerate().take(64);
    let founded = slots.filter(|(_, slot)| match slot.square {
        Some(square) => at_home(square),
        None => slot.squares.iter().all(at_home),
    });
    let rights = founded.fold(0, |rights, (bit, _)| rights | 1 << bit);
    setup.rights = variant.start.rights & rights;
    let text = fen::print(variant, &setup);
    let problem = Position::from_fen(&table.rules, &text).err().map(|error| error.to_string());
    Ok(json!({ "fen": text, "problem": problem }))
}
