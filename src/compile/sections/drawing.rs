//! What of a rule file says how the game looks: `drawing`, `colour`, `draw` of zones, `picture` of pieces.

use crate::compile::findings::unknown;
use crate::compile::game::Game;
use crate::compile::names::check_printable;
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Board;
use crate::outlines;
use crate::source::Span;
use crate::variant::{BoardStyle, Colour, Drawing, ZoneId, ZoneLook, ZoneMark, ZoneName};

/// What a zone may look like.
pub(crate) const LOOKS: [(&str, ZoneLook); 4] = [
    ("diagonals", ZoneLook::Diagonals),
    ("river", ZoneLook::River),
    ("corners", ZoneLook::Corners),
    ("shade", ZoneLook::Shade),
];

/// What a board may be drawn as.
pub(crate) const STYLES: [(&str, BoardStyle); 5] = [
    ("checks", BoardStyle::Checks),
    ("light-checks", BoardStyle::LightChecks),
    ("plain", BoardStyle::Plain),
    ("points", BoardStyle::Points),
    ("hexagons", BoardStyle::Hexagons),
];

/// Reads how the game looks, once its players, zones and roles are known.
pub(crate) fn read_drawing(game: &mut Game<'_>, root: &Table) -> Drawing {
    let mut drawing = Drawing { board: board_style(game, root), ..Drawing::default() };
    drawing.marks = zone_marks(game, root);
    drawing.zone_names = zone_names(game, root);
    drawing.pictures = pictures(game, root);
    drawing.colours = colours(game, root);
    drawing
}

fn board_style(game: &mut Game<'_>, root: &Table) -> BoardStyle {
    let Some(Value::Table(board)) = root.get("board").map(|node| &node.kind) else {
        return BoardStyle::default();
    };
    let style = board.word_at(&mut game.findings, "drawing", &STYLES).unwrap_or_default();
    if style == BoardStyle::Hexagons && !is_hexagonal(&game.ground.board) {
        let message = "only a board of three axes whose coordinates have one sum is one of hexagons";
        let at = board.get("drawing").map_or((MAIN, Span::point(0)), Node::at);
        let finding = Diagnostic::new(Code::BAD_VALUE, at.1, message)
            .help("for example `where = \"Q + R + S == 18\"` with three ranges of `1~11`");
        game.findings.add(finding.in_source(at.0));
        return BoardStyle::default();
    }
    style
}

/// Whether the board is a plane of hexagons.
fn is_hexagonal(board: &Board) -> bool {
    let sum = |square| board.point(square).iter().map(|&at| i32::from(at)).sum::<i32>();
    let mut sums = board.squares().map(sum);
    let first = sums.next();
    board.axes().len() == 3 && !board.wraps() && sums.all(|sum| Some(sum) == first)
}

fn zone_marks(game: &mut Game<'_>, root: &Table) -> Vec<ZoneMark> {
    let Some(Value::Table(zones)) = root.get("zones").map(|node| &node.kind) else { return Vec::new() };
    let mut marks = Vec::new();
    for (index, entry) in zones.entries.iter().enumerate().take(game.ground.zones.len()) {
        let Value::Table(table) = &entry.value.kind else { continue };
        let Some(look) = table.word_at(&mut game.findings, "draw", &LOOKS) else { continue };
        game.ground.zone_names[index].used = true;
        let text = table.string_at(&mut game.findings, "text").cloned();
        let text = text.filter(|text| check_printable(&mut game.findings, text, "what is written on a zone"));
        let text = text.map_or_else(String::new, |text| text.value);
        marks.push(ZoneMark { zone: ZoneId(index as u16), look, text });
    }
    marks
}

fn zone_names(game: &mut Game<'_>, root: &Table) -> Vec<ZoneName> {
    let Some(Value::Table(zones)) = root.get("zones").map(|node| &node.kind) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, entry) in zones.entries.iter().enumerate().take(game.ground.zones.len()) {
        let Value::Table(table) = &entry.value.kind else { continue };
        let Some(names) = table.table_at(&mut game.findings, "names") else { continue };
        for entry in &names.entries {
            let language = entry.key.value.clone();
            let Some(text) = names.string_at(&mut game.findings, &language).cloned() else { continue };
            if check_printable(&mut game.findings, &text, "a zone's name") {
                found.push(ZoneName { zone: ZoneId(index as u16), language, name: text.value });
            }
        }
    }
    found
}

fn pictures(game: &mut Game<'_>, root: &Table) -> Vec<Vec<String>> {
    let Some(Value::Table(pieces)) = root.get("pieces").map(|node| &node.kind) else { return Vec::new() };
    let entries = pieces.entries.iter().take(game.names.roles.len());
    let nodes: Vec<Option<&Node>> = entries
        .map(|entry| match &entry.value.kind {
            Value::Table(table) => table.get("picture"),
            _ => None,
        })
        .collect();
    nodes.into_iter().map(|node| node.map_or_else(Vec::new, |node| picture(game, node))).collect()
}

/// One picture for all players, or a list of one for each.
fn picture(game: &mut Game<'_>, node: &Node) -> Vec<String> {
    let texts: Vec<Text> = node.strings(&mut game.findings, "`picture`").into_iter().cloned().collect();
    let players = game.ground.players.len();
    if matches!(node.kind, Value::Array(_)) && texts.len() != players {
        let message = format!("`picture` is one name, or {players}, one for each player");
        game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        return Vec::new();
    }
    for text in &texts {
        let name = text.value.as_str();
        if !check_printable(&mut game.findings, text, "`picture`") {
            return Vec::new();
        }
        if name.chars().count() != 1 && outlines::find(name).is_none() {
            let span = Span::new(0, name.len());
            let message = format!("there is no picture called `{name}`");
            let names: Vec<&str> = outlines::names().collect();
            let finding = unknown(Code::BAD_VALUE, span, message, name, names.iter().copied())
                .help(format!("pictures are {}, or any one character", names.join(", ")));
            game.findings.report(text, finding);
        }
    }
    let mut names: Vec<String> = texts.into_iter().map(|text| text.value).collect();
    if let [only] = names.as_slice() {
        names = vec![only.clone(); players];
    }
    names
}

/// The colours that the file gives; else those that the players are called; else one after another.
fn colours(game: &mut Game<'_>, root: &Table) -> Vec<Colour> {
    let names: Vec<String> = game.ground.players.iter().map(|player| player.name.clone()).collect();
    let table = match root.get("players").map(|node| &node.kind) {
        Some(Value::Table(table)) => Some(table),
        _ => None,
    };
    let mut colours = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let own = table.and_then(|table| table.get(name)).and_then(Node::as_table);
        let given = own.and_then(|own| own.word_at(&mut game.findings, "colour", &Colour::ALL));
        let otherwise = Colour::ALL.get(index).map_or(Colour::Black, |&(_, colour)| colour);
        colours.push(given.or_else(|| Colour::named(name)).unwrap_or(otherwise));
    }
    colours
}
