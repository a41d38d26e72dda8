//! Why a move is not legal, said as to a player.

use carn::geometry::Square;
use carn::variant::literal::Cause;
use carn::variant::{Piece, Setup, Variant};

/// What is in the way of a movement from one square to another, as a clause.
pub fn why(variant: &Variant, setup: &Setup, (from, to): (Square, Square), cause: &Cause) -> String {
    let name = |square: Square| variant.board.name(square);
    let role = |piece: Piece| variant.role(piece.role).name.as_str();
    let player = |piece: Piece| variant.players[piece.player.index()].name.as_str();
    let mover = setup.piece(from).map_or("piece", role);
    match cause {
        Cause::NoPiece => format!("no piece stands on {}", name(from)),
        Cause::NotYours(piece) => {
            let turn = &variant.players[variant.mover(setup.turn).index()].name;
            format!("the {} on {} is {}'s, and it is {turn}'s turn", role(*piece), name(from), player(*piece))
        }
        Cause::GameOver => "the game is over: a royal piece is gone".to_owned(),
        Cause::NoMovement => format!("no rule of the {mover} leads from {} to {}", name(from), name(to)),
        Cause::Blocked { square, piece, .. } => {
            format!("{}'s {} on {} is in the way", player(*piece), role(*piece), name(*square))
        }
        Cause::Hurdles { squares, .. } if squares.is_empty() => {
            "there is no piece in between to jump over".to_owned()
        }
        Cause::Hurdles { squares, .. } => {
            let names: Vec<_> = squares.iter().map(|&square| name(square)).collect();
            format!("the number of pieces in between ({}) is not what the rule asks", names.join(", "))
        }
        Cause::Hurdle { square, .. } => {
            let what = setup.piece(*square).map_or("piece", role);
            format!("the {what} on {} is not one that it may jump over", name(*square))
        }
        Cause::OwnPiece { square, piece } => {
            format!("{}'s own {} stands on {}", player(*piece), role(*piece), name(*square))
        }
        Cause::NothingToTake { square } => format!("there is nothing to take on {}", name(*square)),
        Cause::Guard { square: Some(square), .. } => {
            format!("a condition of the rule fails on {}", name(*square))
        }
        Cause::Guard { square: None, .. } => "a condition of the rule fails".to_owned(),
        Cause::TakesNothing => "it ends where it began and takes nothing".to_owned(),
        Cause::LosesRoyal => "it would cost the mover a royal piece".to_owned(),
        Cause::LeavesRoyal { royal, reply, piece, .. } => {
            let royal = royal.map_or_else(
                || "a royal piece".to_owned(),
                |royal| {
                    let what = setup.piece(royal).map_or(mover, role);
                    format!("the {what} on {}", name(royal))
                },
            );
            format!("{}'s {} on {} could then take {royal}", player(*piece), role(*piece), name(reply.from))
        }
    }
}
