//! `carn show`: the board, and where a piece can go.

use std::path::PathBuf;

use carn::position::playable;
use carn::variant::{Setup, fen, literal};
use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::draw::{Glyphs, Mark, Picture, svg, text};
use super::exit::{Result, Stop};
use super::files::write_new;
use super::game::{Game, PositionArguments};

/// Draw the board, in the terminal or as SVG, with a piece's moves marked
#[derive(clap::Args)]
#[command(after_help = "\
A piece asked about with --from is in brackets, what it can take in parentheses,
a star is an empty square that it can move to.

Examples:
  carn show xiangqi --glyphs chinese
  carn show chess --from g1
  carn show chess --moves e2e4 e7e5 --svg board.svg
  carn show xiangqi --fen '4k4/9/9/9/9/9/9/4R4/9/3K5 w' --from e3")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` is standard input
    #[arg(add = super::completions::variant())]
    variant: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Mark the legal moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// How pieces look
    #[arg(long, value_enum, default_value_t)]
    glyphs: Glyphs,
    /// Write the picture to this file as SVG instead of drawing it in the terminal;
    /// `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long)]
    force: bool,
    /// How to write the answer: json has the position square by square
    #[arg(long, value_enum, default_value_t, conflicts_with = "svg")]
    format: Format,
}

/// Draws the board.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let setup = setup(&game, &arguments.position, console)?;
    let mut picture = Picture::new(game.variant(), &setup, arguments.glyphs);
    let mut note = None;
    if let Some(square) = &arguments.from {
        note = Some(mark_moves(&game, &setup, square, &mut picture)?);
    }
    if arguments.format == Format::Json {
        return console.json(&json(&game, &setup, &picture));
    }
    if let Some(path) = &arguments.svg {
        if path.as_os_str() == "-" {
            return console.text(svg(&picture));
        }
        write_new(path, &svg(&picture), arguments.force)?;
        console.message(format_args!("wrote {}", path.display()));
        return Ok(());
    }
    console.text(text(&picture, console))?;
    let check = literal::in_check(game.variant(), &setup, game.rules.mover(setup.turn));
    let check = if check { ", in check" } else { "" };
    let turn = console.paint(Paint::Bold, &format!("{} to move{check}", game.mover(&setup)));
    console.line("")?;
    console.line(turn)?;
    if let Some(note) = note {
        console.line(note)?;
    }
    console.line(format_args!("FEN: {}", fen::print(game.variant(), &setup)))
}

/// The position for programs, with the squares that are marked.
fn json(game: &Game, setup: &Setup, picture: &Picture<'_>) -> Value {
    let variant = game.variant();
    let piece = |(square, piece): (carn::geometry::Square, carn::variant::Piece)| {
        json!({
            "square": variant.board.name(square),
            "player": game.player(piece.player),
            "role": variant.role(piece.role).name,
            "letter": fen::symbol(variant, piece),
        })
    };
    let marked = |wanted: Mark| -> Vec<String> {
        let squares = variant.board.squares().zip(&picture.marks);
        squares
            .filter(|(_, mark)| **mark == Some(wanted))
            .map(|(square, _)| variant.board.name(square))
            .collect()
    };
    json!({
        "variant": game.name,
        "fen": fen::print(variant, setup),
        "turn": game.mover(setup),
        "check": literal::in_check(variant, setup, variant.mover(setup.turn)),
        "pieces": setup.pieces().map(piece).collect::<Vec<Value>>(),
        "from": marked(Mark::Origin),
        "targets": marked(Mark::Target),
        "captures": marked(Mark::Capture),
    })
}

/// The position asked for. One that cannot be played (a lone piece on the board) can be looked at.
fn setup(game: &Game, arguments: &PositionArguments, console: &mut Console) -> Result<Setup> {
    match &arguments.fen {
        Some(text) if arguments.moves.is_empty() => game.read_setup(text),
        _ => Ok(game.position(arguments, console)?.setup()),
    }
}

/// Marks where the piece on a square can go, and says how many moves that is. A piece whose turn it is not is shown as
/// if it were.
fn mark_moves(game: &Game, setup: &Setup, square: &str, picture: &mut Picture<'_>) -> Result<String> {
    let from = game.read_square(square)?;
    let Some(piece) = setup.piece(from) else {
        return Err(Stop::usage(format!("no piece stands on {square}")));
    };
    let mut asked = setup.clone();
    let mut aside = "";
    let turns = &game.rules.turns;
    if game.rules.mover(setup.turn) != piece.player
        && let Some(turn) = turns.iter().position(|turn| turn.player == piece.player)
    {
        asked.turn = turn as u16;
        aside = ", were it its turn";
    }
    let mut kind = "legal ";
    let moves = if playable(game.variant(), &asked).is_ok() {
        literal::legal_moves_from(game.variant(), &asked, from)
    } else {
        // Without a royal, or with one left hanging, there is no game and nothing is legal.
        kind = "";
        let mut moves = literal::pseudo_legal(game.variant(), &asked);
        moves.retain(|mv| mv.from == from);
        moves
    };
    for mv in &moves {
        let takes = !literal::apply(game.variant(), &asked, *mv).taken.is_empty();
        picture.mark(mv.to, if takes { Mark::Capture } else { Mark::Target });
    }
    picture.mark(from, Mark::Origin);
    let role = &game.rules.role(piece.role).name;
    let plural = if moves.len() == 1 { "" } else { "s" };
    Ok(format!("The {role} on {square} has {} {kind}move{plural}{aside}", moves.len()))
}
