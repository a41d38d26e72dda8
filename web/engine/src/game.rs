//! Information for the page about a rule file: its findings, its names, its game.

use carn::compile::Compiled;
use carn::diagnostic::Diagnostic;
use carn::draw::{Glyphs, drawn};
use carn::position::Rules;
use carn::prose::words;
use carn::source::SourceId;
use carn::variant::{Colour, Piece, PlayerId, Records, RoleId, Tiles, Variant};
use serde_json::{Map, Value, json};

use crate::spans::Units;

/// The id of the file itself in its compilation.
pub const OWN: SourceId = SourceId(0);

/// The sets of glyphs, by the page's names.
pub const SETS: [(&str, Glyphs); 4] = [
    ("pictures", Glyphs::Pictures),
    ("chinese", Glyphs::Chinese),
    ("full", Glyphs::Full),
    ("letters", Glyphs::Letters),
];

/// The findings about a file, with places and fixes. Errors of an extended file are shown at `extends`.
pub fn findings(text: &str, compiled: &Compiled) -> Value {
    let units = Units::new(text);
    let extends = compiled.origins.key(&["extends"]).filter(|key| key.source == OWN).map(|key| key.span);
    let finding = |one: &Diagnostic| {
        let mut message = one.message.clone();
        let mut span = one.span;
        if one.source != OWN {
            span = extends.unwrap_or_default();
            if let Some(source) = compiled.sources.get(one.source) {
                let line = source.position(one.span.start).line;
                message = format!("in `{}`, line {line}: {message}", source.name());
            }
        }
        if !one.primary_label.is_empty() {
            message = format!("{message}: {}", one.primary_label);
        }
        let fix = one.fix.as_ref().filter(|fix| fix.source == OWN).map(
            |fix| json!({ "at": units.span(fix.span), "text": fix.replacement, "message": fix.message }),
        );
        json!({
            "severity": one.severity.name(),
            "code": one.code.id(),
            "message": message,
            "help": one.help,
            "at": units.span(span),
            "line": text.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1),
            "fix": fix,
        })
    };
    compiled.diagnostics.iter().map(finding).collect()
}

/// The names declared by a file and those it extends, by section.
pub fn names(compiled: &Compiled) -> Value {
    let mut names = Map::new();
    for section in ["players", "zones", "functions", "rights", "pieces", "counters"] {
        let keys = compiled.origins.keys.iter().filter(|key| key.path.len() == 2 && key.path[0] == section);
        let all: Vec<&str> = keys.filter_map(|key| key.path.last().map(String::as_str)).collect();
        names.insert(section.to_owned(), json!(all));
    }
    let axes = compiled.variant.iter().flat_map(|variant| variant.board.axes());
    names.insert("axes".to_owned(), axes.map(|axis| json!(axis.name)).collect());
    names.into()
}

/// The game: its players, its pieces with pictures, its squares.
pub fn game(compiled: &Compiled, rules: &Rules) -> Value {
    let variant = rules.variant();
    let mut shapes = Map::new();
    let mut sets = Map::new();
    let own = compiled.sources.get(OWN).and_then(|source| carn::compile::records(source.text()));
    let chinese = own.as_ref().and_then(Records::chinese);
    let wedges = variant.drawing.tiles == Tiles::Wedges;
    // Only wedges have room for full names.
    for (name, glyphs) in SETS.into_iter().filter(|&(_, glyphs)| wedges || glyphs != Glyphs::Full) {
        let mut pictures = Map::new();
        for piece in pieces(variant) {
            let drawn = drawn(variant, piece, glyphs);
            pictures.insert(key(piece), json!(drawn.body));
            shapes.extend(drawn.shapes.into_iter().map(|(id, path)| (id, json!(path))));
        }
        sets.insert(name.to_owned(), pictures.into());
    }
    let players = variant.players.iter().enumerate().map(|(index, player)| {
        let colour = variant.drawing.colour(PlayerId(index as u8));
        let colour = Colour::ALL.iter().find(|(_, known)| *known == colour).map(|&(name, _)| name);
        let chinese = words::chinese_player(variant, PlayerId(index as u8));
        json!({ "name": player.name, "zh": chinese, "colour": colour })
    });
    let roles = variant.roles.iter().map(|role| {
        let chinese = words::chinese_role(variant, &role.name);
        json!({ "name": role.name, "letter": role.symbol(), "zh": chinese, "royal": role.royal })
    });
    json!({
        "name": variant.name,
        "zh": chinese,
        "description": compiled.description.as_str(),
        "players": players.collect::<Vec<_>>(),
        "roles": roles.collect::<Vec<_>>(),
        "squares": variant.board.squares().map(|square| variant.board.name(square)).collect::<Vec<_>>(),
        "hands": variant.hand.is_some(),
        "wedges": wedges,
        "planes": variant.board.written_axes().len() > 2,
        "scripts": variant.notation.scripts.iter().map(|&script| carn::notation::script_name(script))
            .collect::<Vec<_>>(),
        "sets": sets,
        "pictured": pictured(variant),
        "files": crate::records::formats(variant),
        "columns": columns(variant),
        "shapes": shapes,
    })
}

/// Whether pieces have pictures, or a shape that shows their owner.
pub fn pictured(variant: &Variant) -> bool {
    let pictures = || variant.drawing.pictures.iter().flatten().any(|picture| !picture.is_empty());
    variant.drawing.tiles == Tiles::Wedges || pictures()
}

/// For each square of several planes, the index of its column through them; null on a board with one plane.
fn columns(variant: &Variant) -> Value {
    let board = &variant.board;
    if board.written_axes().len() < 3 {
        return Value::Null;
    }
    let mut known: Vec<[i16; 2]> = Vec::new();
    let mut column = |square| {
        let point = board.written(square);
        let foot = [point[0], point[1]];
        known.iter().position(|&other| other == foot).unwrap_or_else(|| {
            known.push(foot);
            known.len() - 1
        })
    };
    board.squares().map(|square| json!(column(square))).collect()
}

/// The page's key of a piece: player and role; `n` for a neutral piece.
pub fn key(piece: Piece) -> String {
    let role = piece.role.0;
    if piece.is_neutral() { format!("n-{role}") } else { format!("{}-{role}", piece.player.0) }
}

/// The piece with this key.
pub fn piece(variant: &Variant, key: &str) -> Option<Piece> {
    pieces(variant).find(|&piece| self::key(piece) == key)
}

/// Every piece that can be on the board.
fn pieces(variant: &Variant) -> impl Iterator<Item = Piece> + '_ {
    let roles = (0..variant.roles.len()).map(|role| RoleId(role as u8));
    roles.flat_map(move |role| {
        let players = if variant.role(role).neutral { 1 } else { variant.players.len() };
        (0..players).map(move |player| variant.piece(PlayerId(player as u8), role))
    })
}
