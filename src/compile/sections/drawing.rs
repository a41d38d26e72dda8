//! The appearance of the game: `drawing`, `colour`, `draw` of zones, `picture` of pieces.

use crate::compile::findings::unknown;
use crate::compile::game::Game;
use crate::compile::ground::unknown_axis;
use crate::compile::names::check_printable;
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Square};
use crate::outlines;
use crate::source::Span;
use crate::variant::{BoardStyle, Colour, Drawing, Tiles, ZoneId, ZoneLook, ZoneMark, ZoneName};

/// The looks of a zone.
pub(crate) const LOOKS: [(&str, ZoneLook); 4] = [
    ("diagonals", ZoneLook::Diagonals),
    ("river", ZoneLook::River),
    ("corners", ZoneLook::Corners),
    ("shade", ZoneLook::Shade),
];

/// The styles of a board.
pub(crate) const STYLES: [(&str, BoardStyle); 5] = [
    ("checks", BoardStyle::Checks),
    ("light-checks", BoardStyle::LightChecks),
    ("plain", BoardStyle::Plain),
    ("points", BoardStyle::Points),
    ("hexagons", BoardStyle::Hexagons),
];

/// The tiles under characters.
pub(crate) const TILES: [(&str, Tiles); 2] = [("discs", Tiles::Discs), ("wedges", Tiles::Wedges)];

/// Reads the appearance of the game, once players, zones and roles are known.
pub(crate) fn read_drawing(game: &mut Game<'_>, root: &Table) -> Drawing {
    let mut drawing = Drawing { board: board_style(game, root), ..Drawing::default() };
    if let Some(Value::Table(board)) = root.get("board").map(|node| &node.kind) {
        let tiles = board.string_at(&mut game.findings, "tiles").cloned();
        let tiles = tiles.and_then(|word| word.word(&mut game.findings, "`tiles`", &TILES));
        drawing.tiles = tiles.unwrap_or_default();
        drawing.labels = labels(game, board);
        for key in ["at", "lines"] {
            if let Some(entry) = board.entry(key).filter(|_| drawing.board != BoardStyle::Points) {
                let message = format!("`{key}` is for boards with `drawing = \"points\"`");
                game.findings.report_at(entry.key.at(), Code::BAD_VALUE, message);
            }
        }
        drawing.places = places(game, board);
        drawing.lines = lines(game, board);
    }
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
        let message = "hexagons need a board of three axes whose coordinates have a constant sum";
        let at = board.get("drawing").map_or((MAIN, Span::point(0)), Node::at);
        let finding = Diagnostic::new(Code::BAD_VALUE, at.1, message)
            .help("for example `where = \"Q + R + S == 18\"` with three ranges of `1~11`");
        game.findings.add(finding.in_source(at.0));
        return BoardStyle::default();
    }
    style
}

/// The labels beside the board, by axis: a word for each coordinate, from the last one on. Extra words are allowed, so that
/// smaller boards may inherit them.
fn labels(game: &mut Game<'_>, board: &Table) -> Vec<Vec<String>> {
    let Some(table) = board.table_at(&mut game.findings, "labels") else { return Vec::new() };
    let axes = game.ground.board.axes().to_vec();
    let mut labels = vec![Vec::new(); axes.len()];
    for entry in &table.entries {
        let key = &entry.key;
        let Some(text) = table.string_at(&mut game.findings, &key.value).cloned() else { continue };
        let Some(index) = axes.iter().position(|axis| axis.name == key.value) else {
            let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
            game.findings.report(key, unknown_axis(&names, &key.value, key.all()));
            continue;
        };
        let length = usize::from(axes[index].length);
        let words: Vec<&str> = text.value.split_whitespace().take(length).collect();
        if words.len() < length {
            let message = format!("`{}` has {length} coordinates, and {} labels", key.value, words.len());
            game.findings.report(&text, Diagnostic::new(Code::BAD_VALUE, text.all(), message));
        } else if check_printable(&mut game.findings, &text, "a label") {
            labels[index] = words.into_iter().rev().map(str::to_owned).collect();
        }
    }
    labels
}

/// The maximum distance of a point from the corner.
const FARTHEST: f64 = 100.0;

/// The positions of points: a text per row, last row first as in a FEN, with `right,up` per point.
fn places(game: &mut Game<'_>, board: &Table) -> Vec<(u16, u16)> {
    let rows: Vec<Text> = board.strings_at(&mut game.findings, "at").into_iter().cloned().collect();
    let Some(key) = board.entry("at").map(|entry| entry.key.at()).filter(|_| !rows.is_empty()) else {
        return Vec::new();
    };
    let wanted =
        "`at` has a text for each row of a board of two axes, and for each square in it `right,up`: `1.5,2`";
    let words = |text: &Text| text.value.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let [files, ranks] = game.ground.board.written_axes() else {
        game.findings.report_at(key, Code::BAD_VALUE, wanted);
        return Vec::new();
    };
    let (files, ranks) = (files.length as i16, ranks.length as i16);
    let mut places = vec![(0, 0); game.ground.board.len()];
    if rows.len() != usize::from(ranks as u16) {
        game.findings.report_at(key, Code::BAD_VALUE, wanted);
        return Vec::new();
    }
    for (text, rank) in rows.iter().zip((0..ranks).rev()) {
        let squares: Vec<_> =
            (0..files).filter_map(|file| game.ground.board.at_written(&[file, rank])).collect();
        let found: Option<Vec<(u16, u16)>> = words(text).iter().map(|word| place(word)).collect();
        let Some(found) = found.filter(|found| found.len() == squares.len()) else {
            let message = format!("this row has {} squares, each with a place: {wanted}", squares.len());
            game.findings.report(text, Diagnostic::new(Code::BAD_VALUE, text.all(), message));
            return Vec::new();
        };
        squares.into_iter().zip(found).for_each(|(square, place)| places[square.index()] = place);
    }
    places
}

/// `1.5,2` in hundredths.
fn place(word: &str) -> Option<(u16, u16)> {
    let one = |text: &str| {
        let number = text.parse::<f64>().ok().filter(|number| (0.0..=FARTHEST).contains(number))?;
        Some((number * 100.0).round() as u16)
    };
    let (right, up) = word.split_once(',')?;
    Some((one(right)?, one(up)?))
}

/// The lines between points: a text per line with the squares it passes.
fn lines(game: &mut Game<'_>, board: &Table) -> Vec<Vec<Square>> {
    let texts: Vec<Text> = board.strings_at(&mut game.findings, "lines").into_iter().cloned().collect();
    let mut lines = Vec::new();
    for text in texts {
        let mut line = Vec::new();
        for word in text.value.split_whitespace() {
            let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
            match game.ground.board.square(word) {
                Some(square) => line.push(square),
                None => {
                    let span = Span::new(start, start + word.len());
                    let message = format!("`{word}` is not a square of this board");
                    game.findings.report(&text, Diagnostic::new(Code::BAD_VALUE, span, message));
                }
            }
        }
        lines.push(line);
    }
    lines
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

/// One picture for all players, or a list with one per player.
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

/// The players' colours: those in the file, or else those that match the players' names, or else default ones.
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
