//! Legal moves in the form that the page needs to move pieces.

use carn::notation::{self, Consequence, View};
use carn::position::Victims;
use carn::variant::{Move, Script};
use serde_json::{Value, json};

/// Beyond this number of moves, captures are not reported, since computing them costs more than listing the moves.
const MANY: usize = 400;

/// The legal moves: text, origin and target by index, dropped piece, choice, captures.
pub fn moves(view: View<'_>) -> Vec<Value> {
    let told = view.legal.len() <= MANY;
    let shown = if told { &view.legal[..] } else { &[] };
    let mut victims = Victims::of_each(view.variant, view.setup, shown);
    view.legal.iter().map(|&mv| one(view, mv, victims.next())).collect()
}

/// A legal move in coordinates.
pub fn coordinate(view: View<'_>, mv: Move) -> String {
    notation::write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap_or_default()
}

fn one(view: View<'_>, mv: Move, victims: Option<Victims>) -> Value {
    let mut value = json!({ "text": coordinate(view, mv) });
    if mv.is_pass() {
        value["pass"] = true.into();
        return value;
    }
    value["to"] = mv.to.index().into();
    if let Some(from) = mv.origin() {
        value["from"] = from.index().into();
    }
    if let Some(role) = mv.drop() {
        value["drop"] = role.0.into();
        return value;
    }
    if let Some(role) = mv.promotion() {
        value["choice"] = role.0.into();
    }
    if let Some(path) = view.landings(mv) {
        value["path"] = path.iter().map(|square| square.index()).collect();
    }
    if let Some(victims) = victims {
        value["takes"] = victims.taken.iter().map(|(square, _)| square.index()).collect();
    }
    value
}
