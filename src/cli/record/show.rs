//! `carn record show`: tags, the board at a node, the moves.

use carn::record::game::move_list;
use carn::record::{GameTree, NodeId, Problem, Problems, sgf};
use carn::variant::Script;
use serde_json::json;

use super::super::console::{Console, Format, Paint};
use super::super::counted::counted;
use super::super::draw::{Glyphs, Picture, text};
use super::super::exit::{Result, Stop};
use super::games::{Source, Variants, a_line, comments, each, visible, written};
use super::list::List;
use super::{Input, notations, script};

/// Show a record: its tags, its moves, and the board at the end or after a move
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn record show game.pgn
  carn record show game.pgn --ply 12 --glyphs unicode
  carn record show problem.sgf")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Show the board after this many moves of the main line [default: its end]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    #[arg(long, value_name = "NAME", value_parser = script, help = notations("Notation of the moves"))]
    notation: Option<Script>,
    /// Moves per line [default: the number of players]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    columns: Option<u16>,
    /// How to draw pieces
    #[arg(long, value_enum, default_value_t)]
    glyphs: Glyphs,
}

/// Shows the records.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let input = &arguments.input;
    let variants = Variants::of(input, console)?;
    let mut list = List::default();
    let mut first = true;
    let json = arguments.format == Format::Json;
    let prepare = |kind, number, tree, problems: &mut Problems| {
        written(kind, number, tree, arguments.notation, &variants, problems)
    };
    let result = each(input, console, prepare, |source, number, made, problems, console| {
        let made = made?;
        if !std::mem::replace(&mut first, false) && !json {
            console.line("")?;
        }
        let (moves, replay) = match made {
            Ok(made) => made,
            Err(tree) => return show_points(arguments, source, number, &tree, problems, &mut list, console),
        };
        let node = place(arguments, number, &moves)?;
        let position = replay.as_ref().and_then(|replay| replay.position_alone(&moves, node));
        let line = moves.main_line().skip(1);
        let words: Vec<String> =
            line.filter_map(|id| Some(moves[id].played.as_ref()?.text.to_string())).collect();
        let comments = comments(&moves);
        if json {
            let tags: Vec<_> = moves.tags.iter().map(|tag| json!([tag.name, tag.value])).collect();
            let one = json!({
                "file": source.name, "game": number, "tags": tags, "moves": words, "nodes": moves.len() - 1,
                "leaves": moves.leaves().count(), "result": moves.termination.marker(),
                "comments": comments.iter().map(|(ply, said)| json!({ "ply": ply, "text": said })).collect::<Vec<_>>(),
                "fen": position.map(|position| position.fen()),
            });
            return list.add(&one, console);
        }
        console.line(console.paint(Paint::Bold, &source.heading(number, &moves)))?;
        for tag in moves.tags.iter().filter(|tag| tag.name.as_ref() != "FEN") {
            console.line(format_args!("  {}: {}", tag.name, tag.value))?;
        }
        if let Some(position) = &position {
            let setup = position.setup();
            console.line("")?;
            console
                .text(text(&Picture::new(position.rules().variant(), &setup, arguments.glyphs), console))?;
            console.line(position.fen())?;
        }
        console.line("")?;
        let numbers = moves.numbers(moves.main_line().skip(1));
        console.text(move_list(&words, &numbers, a_line(arguments.columns, &replay)))?;
        if !comments.is_empty() {
            console.line("")?;
        }
        for (ply, said) in &comments {
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let at = ply.checked_sub(1).and_then(|last| Some((numbers.get(last)?, words.get(last)?)));
            let place = at.map_or_else(
                || "start".to_owned(),
                |(at, word)| format!("{}{} {word}", at.number, if at.second { "..." } else { "." }),
            );
            console.line(format_args!("  {place}: {}", visible(&said)))?;
        }
        let variations = moves.leaves().count().saturating_sub(1);
        if variations > 0 {
            let them = if variations == 1 { "it" } else { "them" };
            let variations = counted(variations, "variation");
            console.line(format_args!("{variations}; `carn record tree` shows {them}"))?;
        }
        Ok(())
    });
    if json {
        list.end(console)?;
    }
    result
}

/// The requested node of the main line.
fn place(arguments: &Arguments, number: u64, tree: &GameTree) -> Result<NodeId> {
    match arguments.ply {
        None => Ok(tree.main_line().last().unwrap_or(NodeId::ROOT)),
        Some(ply) => tree.main_line().nth(ply).ok_or_else(|| {
            let moves = counted(tree.main_line().count() - 1, "move");
            Stop::usage(format!("game {number} has {moves} on its main line, not {ply}"))
        }),
    }
}

/// Shows a game whose moves are points: for Go with the board.
fn show_points(
    arguments: &Arguments,
    source: &Source,
    number: u64,
    tree: &GameTree,
    problems: &mut Problems,
    list: &mut List,
    console: &mut Console,
) -> Result {
    let node = place(arguments, number, tree)?;
    let board = if sgf::go::is_go(tree) {
        match sgf::go::board_at(tree, node) {
            Ok((board, mut found)) => {
                found.set_game(number);
                problems.append(found);
                Some(board.to_string())
            }
            Err(problem) => {
                problems.push(Problem { game: number, ..problem });
                None
            }
        }
    } else {
        None
    };
    let comments = comments(tree);
    let root: Vec<&str> = tree[NodeId::ROOT].properties().map(|property| property.raw()).collect();
    if arguments.format == Format::Json {
        let one = json!({
            "file": source.name, "game": number, "properties": root, "nodes": tree.len() - 1, "leaves": tree.leaves().count(),
            "board": board,
            "comments": comments.iter().map(|(ply, said)| json!({ "ply": ply, "text": said })).collect::<Vec<_>>(),
        });
        return list.add(&one, console);
    }
    console.line(console.paint(Paint::Bold, &source.heading(number, &GameTree::new())))?;
    root.iter().try_for_each(|property| console.line(format_args!("  {}", visible(property))))?;
    if let Some(board) = board {
        console.line("")?;
        console.line(board.trim_end())?;
    }
    // Comments of the first node are among its properties.
    for (ply, said) in comments.iter().filter(|(ply, _)| *ply > 0) {
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        console.line(format_args!("  {ply}: {}", visible(&said)))?;
    }
    let (nodes, lines) = (counted(tree.len() - 1, "node"), counted(tree.leaves().count(), "line"));
    console.line(format_args!("\n{nodes}, {lines}"))
}
