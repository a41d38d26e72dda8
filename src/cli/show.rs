//! `carn show`: the board, and the moves of a piece.

use std::iter;
use std::path::PathBuf;

use carn::geometry::Square;
use carn::position::{Position, playable};
use carn::prose::Language;
use carn::variant::{Move, Outcome, Piece, Points, Script, Setup, Turn, fen, literal};
use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::draw::{Glyphs, Mark, Picture, svg, with_hands};
use super::exit::{Result, Stop};
use super::files::write_new;
use super::game::{Game, PositionArguments, points, points_line};
use super::given::Given;
use super::outcome::{self, names};

/// Draw the board in the terminal or as SVG, optionally with marked moves and squares
#[derive(clap::Args)]
#[command(after_help = "\
A legend under the board explains the marks. A royal piece in check is always
marked.

Examples:
  carn show xiangqi --glyphs chinese
  carn show chess --from g1
  carn show xiangqi --zone Palace
  carn show chess --moves e2e4 e7e5 --last --svg board.svg
  carn show xiangqi --fen '4k4/9/9/9/9/9/9/4R4/9/3K5 w' --from e3")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    #[command(flatten)]
    position: PositionArguments,
    /// Mark the legal moves of the piece on this square, and the squares of their captures
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// Mark the last move of --moves: its origin, its target and the squares of its captures
    #[arg(long, requires = "moves")]
    last: bool,
    /// Mark the squares of this zone of the rule file, for the player to move; may be repeated
    #[arg(long, value_name = "NAME")]
    zone: Vec<String>,
    /// How to draw pieces [default: letters in the terminal, pictures in SVG]
    #[arg(long, value_enum)]
    glyphs: Option<Glyphs>,
    /// Write an SVG picture to this file instead of drawing in the terminal; `-` writes standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Output format; JSON has the pieces by square
    #[arg(long, value_enum, default_value_t, conflicts_with = "svg")]
    format: Format,
}

/// Draws the board.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let Shown { setup, last, outcome } = shown(&game, &arguments.position, console)?;
    let otherwise = if arguments.svg.is_some() { Glyphs::Pictures } else { Glyphs::Letters };
    let mut picture = Picture::new(game.variant(), &setup, arguments.glyphs.unwrap_or(otherwise));
    for name in &arguments.zone {
        mark_zone(&game, &setup, name, &mut picture)?;
    }
    if arguments.last
        && let Some((before, last)) = &last
    {
        mark_last(&game, before, *last, &mut picture);
    }
    mark_check(&game, &setup, &mut picture);
    let mut note = None;
    if let Some(square) = &arguments.from {
        note = Some(mark_moves(&game, &setup, square, &mut picture)?);
    }
    if arguments.format == Format::Json {
        return console.json(&json(&game, &setup, outcome, &picture));
    }
    if let Some(path) = &arguments.svg {
        if path.as_os_str() == "-" {
            return console.text(svg(&picture));
        }
        write_new(path, svg(&picture), arguments.force)?;
        console.message(format_args!("wrote {}", path.display()));
        return Ok(());
    }
    let (drawing, hands) = with_hands(&picture, console);
    console.text(drawing)?;
    let gone = out(&game, &setup);
    let state = match outcome {
        Some(outcome) => format!("the game is over: {}", outcome::told(game.variant(), outcome)),
        None => {
            let check = literal::in_check(game.variant(), &setup, game.rules.variant().mover(setup.turn));
            let check = if check { ", in check" } else { "" };
            format!("{} to move{check}{gone}", game.mover(&setup))
        }
    };
    let turn = console.paint(Paint::Bold, &state);
    console.line("")?;
    if let Some(legend) = picture.legend(Language::En) {
        console.line(console.paint(Paint::Dim, &legend))?;
    }
    for held in hands {
        console.line(held)?;
    }
    let points = points(game.variant(), &setup);
    if !points.is_empty() {
        console.line(points_line(&points))?;
    }
    console.line(turn)?;
    if let Some(note) = note {
        console.line(note)?;
    }
    console.line(format_args!("FEN: {}", fen::print(game.variant(), &setup)))?;
    match sfen(&game, &setup) {
        Some(text) => console.line(format_args!("SFEN: {text}")),
        None => Ok(()),
    }
}

/// The eliminated players in words; empty if there are none.
fn out(game: &Game, setup: &Setup) -> String {
    let names = names(game.variant(), setup.out);
    match setup.out.len() {
        0 => String::new(),
        1 => format!("; {names} is out"),
        _ => format!("; {names} are out"),
    }
}

/// The position in SFEN, if the game uses USI notation.
fn sfen(game: &Game, setup: &Setup) -> Option<String> {
    let variant = game.variant();
    let wanted = variant.notation.scripts.contains(&Script::Usi);
    fen::print_sfen(variant, setup).filter(|_| wanted)
}

/// The position as JSON, with the marked squares.
fn json(game: &Game, setup: &Setup, outcome: Option<Outcome>, picture: &Picture<'_>) -> Value {
    let variant = game.variant();
    let piece = |(square, piece): (Square, Piece)| {
        json!({
            "square": variant.board.name(square),
            "player": (!piece.is_neutral()).then(|| game.player(piece.player)),
            "role": variant.role(piece.role).name,
            "letter": fen::symbol(variant, piece),
        })
    };
    let marked = |wanted: Mark| -> Vec<String> {
        let squares = variant.board.squares().filter(|&square| picture.has(square, wanted));
        squares.map(|square| variant.board.name(square)).collect()
    };
    json!({
        "variant": game.name,
        "fen": fen::print(variant, setup),
        "sfen": sfen(game, setup),
        "turn": game.mover(setup),
        "out": setup.out.iter().map(|player| game.player(player)).collect::<Vec<_>>(),
        "check": literal::in_check(variant, setup, variant.mover(setup.turn)),
        "outcome": outcome::json(variant, outcome),
        "pieces": setup.pieces().map(piece).collect::<Vec<Value>>(),
        "hands": picture.hands().into_iter().map(|(player, held)| json!({
            "player": game.player(player),
            "pieces": held.into_iter().map(|(piece, count)| json!({
                "role": variant.role(piece.role).name,
                "count": count,
            })).collect::<Vec<Value>>(),
        })).collect::<Vec<Value>>(),
        "points": points(variant, setup).into_iter().map(|(player, tenths)| json!({
            "player": player,
            "points": tenths as f64 / Points::PARTS as f64,
        })).collect::<Vec<Value>>(),
        "from": marked(Mark::Origin),
        "targets": marked(Mark::Target),
        "captures": marked(Mark::Capture),
        "victims": marked(Mark::Victim),
        "checked": marked(Mark::Check),
        "last": {
            "from": marked(Mark::LastFrom),
            "to": marked(Mark::LastTo),
            "taken": marked(Mark::Taken),
        },
        "zone": marked(Mark::Zone),
    })
}

/// The position to show.
struct Shown {
    setup: Setup,
    /// The last move, with the position before it.
    last: Option<(Setup, Move)>,
    /// The outcome, if the game is over.
    outcome: Option<Outcome>,
}

/// The requested position. An unplayable one (for example a lone piece) can be shown too.
fn shown(game: &Game, arguments: &PositionArguments, console: &mut Console) -> Result<Shown> {
    match &arguments.fen {
        Some(text) if arguments.moves.is_empty() => {
            let position = Position::from_fen_leniently(&game.rules, text).ok();
            let outcome = position.and_then(|(position, _)| position.outcome());
            Ok(Shown { setup: game.read_setup(text)?, last: None, outcome })
        }
        _ => {
            let mut position = game.position(arguments, console)?;
            let (setup, outcome) = (position.setup(), position.outcome());
            let last = position.undo().map(|last| (position.setup(), last));
            Ok(Shown { setup, last, outcome })
        }
    }
}

fn mark_zone(game: &Game, setup: &Setup, name: &str, picture: &mut Picture<'_>) -> Result {
    let mover = game.rules.variant().mover(setup.turn);
    let named = || game.variant().zones.iter().filter(|zone| !zone.name.is_empty());
    let Some(zone) = named().find(|zone| zone.name == name) else {
        let known: Vec<_> = named().map(|zone| zone.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(Stop::usage(format!(
            "{} has no zone `{name}`; it has {known}",
            game.rules.variant().name
        )));
    };
    let squares = zone.squares.get(mover.index());
    squares.into_iter().flat_map(|squares| squares.iter()).for_each(|at| picture.mark(at, Mark::Zone));
    Ok(())
}

/// Marks the last move.
fn mark_last(game: &Game, before: &Setup, last: Move, picture: &mut Picture<'_>) {
    if let Some(to) = last.target() {
        picture.mark(last.from, Mark::LastFrom);
        picture.mark(to, Mark::LastTo);
    }
    for (square, _) in victims(game, before, last) {
        if square != last.to {
            picture.mark(square, Mark::Taken);
        }
    }
}

/// Marks the royal pieces of the player to move that are attacked.
fn mark_check(game: &Game, setup: &Setup, picture: &mut Picture<'_>) {
    let mover = game.rules.variant().mover(setup.turn);
    let mut asked = setup.clone();
    asked.turn = game.rules.variant().next_turn(setup.turn);
    // With more than two players, others may be in check for more than one turn.
    let several = game.rules.variant().players.len() > 2;
    for player in game.rules.variant().everybody().iter().filter(|&player| player == mover || several) {
        for reply in literal::checks(game.variant(), setup, player) {
            for (square, piece) in victims(game, &asked, reply) {
                if piece.player == player && game.rules.variant().role(piece.role).royal {
                    picture.mark(square, Mark::Check);
                }
            }
        }
    }
}

/// The pieces that a move captures, with their squares.
fn victims(game: &Game, setup: &Setup, mv: Move) -> Vec<(Square, Piece)> {
    literal::apply(game.variant(), setup, mv).taken
}

/// Marks the targets of the piece on a square; returns the number of moves in words. A piece whose turn it is not is shown as
/// if it were.
fn mark_moves(game: &Game, setup: &Setup, square: &str, picture: &mut Picture<'_>) -> Result<String> {
    let from = game.read_square(square)?;
    let Some(piece) = setup.piece(from) else {
        return Err(Stop::usage(format!("no piece stands on {square}")));
    };
    let mut asked = setup.clone();
    let mut aside = "";
    let turns = &game.rules.variant().turns;
    let moves_in = |turn: &&Turn| {
        turn.moving.contains(piece.role) && (piece.is_neutral() || turn.player == piece.player)
    };
    let now = game.rules.variant().turn(setup.turn);
    if !moves_in(&now) {
        // The next turn in which the piece moves.
        let later = iter::successors(Some(setup.turn), |&turn| Some(game.rules.variant().next_turn(turn)));
        let found = later.take(turns.len() + 1).find(|&turn| moves_in(&game.rules.variant().turn(turn)));
        if let Some(turn) = found {
            asked.turn = turn;
            aside = ", if it were its turn";
        }
    }
    let mut kind = "legal ";
    let moves = if playable(game.variant(), &asked).is_ok() {
        literal::legal_moves_from(game.variant(), &asked, from)
    } else {
        // Without a royal, or with one under attack, no move is legal; show pseudo-legal moves instead.
        kind = "";
        let mut moves = literal::pseudo_legal(game.variant(), &asked);
        moves.retain(|mv| mv.from == from);
        moves
    };
    let mut elsewhere: Vec<Square> = Vec::new();
    for mv in &moves {
        let victims = victims(game, &asked, *mv);
        let there = victims.iter().any(|&(square, _)| square == mv.to && square != from);
        // A move that ends on its origin has no target to mark.
        if there {
            picture.mark(mv.to, Mark::Capture);
        } else if mv.to != from {
            picture.mark(mv.to, Mark::Target);
        }
        elsewhere.extend(victims.iter().map(|&(square, _)| square).filter(|&at| at != mv.to && at != from));
    }
    elsewhere.iter().for_each(|&square| picture.mark(square, Mark::Victim));
    let stays = moves.iter().filter(|mv| mv.to == from).count();
    let stays =
        if stays == 0 { String::new() } else { format!(", {stays} of them without leaving the square") };
    picture.mark(from, Mark::Origin);
    let role = &game.rules.variant().role(piece.role).name;
    let plural = if moves.len() == 1 { "" } else { "s" };
    Ok(format!("The {role} on {square} has {} {kind}move{plural}{aside}{stays}", moves.len()))
}
