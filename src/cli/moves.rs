//! `carn moves`: the legal moves of a position.

use carn::geometry::Square;
use carn::notation::{self, Consequence, LegalMoves, View};
use carn::position::{Position, Victims};
use carn::variant::{Move, Movement, Piece, Script, Setup, Variant};
use serde_json::{Value, json};

use super::console::{Console, Format};
use super::exit::{Result, Stop};
use super::game::{Game, PositionArguments};
use super::given::Given;
use super::outcome;
use super::words::aligned;

/// List the legal moves of a position
#[derive(clap::Args)]
#[command(after_help = "\
Each line has one move: in coordinates, in the notations of the variant, then
its flags (capture, check, promotion, …), captures on other squares than its
target, and `stays` if the piece does not move.

Examples:
  carn moves xiangqi
  carn moves chess --moves e2e4 e7e5 --from f1
  carn moves chess --fen '4k3/P7/8/8/8/8/8/4K3 w' --format json")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    #[command(flatten)]
    position: PositionArguments,
    /// List only moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the moves.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let position = game.position(&arguments.position, console)?;
    let (setup, legal) = (position.setup(), LegalMoves::from(position.legal_moves()));
    let view = View { variant: game.variant(), setup: &setup, legal: &legal };
    let mut shown = legal.to_vec();
    if let Some(square) = &arguments.from {
        let from = game.read_square(square)?;
        if setup.piece(from).is_none() {
            return Err(Stop::usage(format!("no piece stands on {square}")));
        }
        shown.retain(|mv| mv.from == from);
    }
    let mut scripts = view.variant.notation.scripts.clone();
    scripts.retain(|&script| script != Script::Coordinate);
    if arguments.format == Format::Json && !scripts.contains(&Script::San) {
        scripts.push(Script::San);
    }
    let victims = Victims::of_each(view.variant, view.setup, &shown);
    let described = shown.iter().zip(victims);
    let moves: Vec<Described<'_>> = described
        .map(|(&mv, victims)| Described::new(&game, &position, view, &scripts, (mv, victims)))
        .collect();
    let player = game.mover(&setup);
    if arguments.format == Format::Json {
        let moves: Vec<Value> = moves.iter().map(|described| described.json(&game)).collect();
        return console.json(&json!({
            "variant": game.name,
            "fen": position.fen(),
            "turn": player,
            "moves": moves,
            "outcome": outcome::json(game.variant(), position.outcome()),
        }));
    }
    for line in columns(&moves) {
        console.line(line)?;
    }
    if moves.is_empty() {
        console.message(format_args!("{player} has no legal move{}", place(arguments)));
    }
    // The game may be over although legal moves are left, since playing on is allowed.
    if let Some(outcome) = position.outcome() {
        console.message(format_args!("the game is over: {}", outcome::told(game.variant(), outcome)));
    }
    Ok(())
}

fn place(arguments: &Arguments) -> String {
    arguments.from.as_ref().map_or_else(String::new, |square| format!(" from {square}"))
}

/// A legal move with its description.
struct Described<'a> {
    mv: Move,
    coordinate: String,
    /// The move in other scripts, by script name.
    scripts: Vec<(&'static str, String)>,
    flags: Vec<&'static str>,
    victims: Victims,
    /// The landings of a chain, target last.
    path: Option<&'a [Square]>,
    /// Captures away from the target, in words.
    elsewhere: String,
}

impl<'a> Described<'a> {
    fn new(
        game: &Game,
        position: &Position,
        view: View<'a>,
        scripts: &[Script],
        (mv, victims): (Move, Victims),
    ) -> Self {
        let View { variant, setup, .. } = view;
        let mut after = position.clone();
        after.play_unchecked(mv);
        let opposes =
            |&(_, piece): &(Square, Piece)| variant.opposes(setup, piece, variant.mover(setup.turn));
        let takes = victims.taken.iter().any(opposes);
        let consequence = Consequence { takes, ..Consequence::between(setup, mv, &after) };
        let write = |script| notation::write_in(view, mv, consequence, script);
        Self {
            mv,
            coordinate: write(Script::Coordinate).unwrap_or_default(),
            scripts: scripts
                .iter()
                .filter_map(|&script| Some((notation::script_name(script), write(script)?)))
                .collect(),
            flags: flags(game, setup, mv, consequence),
            elsewhere: elsewhere(variant, mv, &victims),
            path: view.landings(mv),
            victims,
        }
    }

    fn json(&self, game: &Game) -> Value {
        let board = &game.rules.variant().board;
        let mut value = json!({
            "move": self.coordinate,
            "from": self.mv.origin().map(|from| board.name(from)),
            "to": self.mv.target().map(|to| board.name(to)),
            "flags": self.flags,
            "takes": self.victims.taken.iter().map(|&(square, piece)| json!({
                "square": board.name(square),
                "piece": game.rules.variant().role(piece.role).name,
                "player": (!piece.is_neutral()).then(|| game.player(piece.player)),
            })).collect::<Vec<_>>(),
            "stays": self.victims.stays(self.mv),
        });
        if let Some(path) = self.path {
            value["path"] = path.iter().map(|&square| json!(board.name(square))).collect();
        }
        if let Some(role) = self.mv.drop() {
            value["drop"] = json!(game.rules.variant().role(role).name);
        }
        if let Some(role) = self.mv.promotion() {
            value["promotion"] = json!(game.rules.variant().role(role).name);
        }
        for (script, text) in &self.scripts {
            value[*script] = json!(text);
        }
        value
    }
}

/// The special properties of a move.
fn flags(game: &Game, setup: &Setup, mv: Move, consequence: Consequence) -> Vec<&'static str> {
    let mut flags = Vec::new();
    let told = [
        (consequence.takes, "capture"),
        (consequence.check, "check"),
        (consequence.mate, "mate"),
        (mv.drop().is_some(), "drop"),
        (mv.is_pass(), "pass"),
        (mv.chain().is_some(), "chain"),
    ];
    flags.extend(told.iter().filter(|(holds, _)| *holds).map(|&(_, name)| name));
    let movement = mv
        .movement()
        .zip(setup.piece(mv.from))
        .and_then(|(way, piece)| game.rules.variant().role(piece.role).movements.get(way));
    // A choice is the promoted role, unless it is a role dropped with the move.
    if mv.promotion().is_some() && !movement.is_some_and(Movement::enters) {
        flags.push("promotion");
    }
    for effect in movement.into_iter().flat_map(|movement| &movement.effects) {
        let name = effect.name();
        if !flags.contains(&name) {
            flags.push(name);
        }
    }
    flags
}

/// Captures away from the target, and whether the piece stays, in words; empty for most moves.
pub fn elsewhere(variant: &Variant, mv: Move, victims: &Victims) -> String {
    let taken = victims
        .elsewhere(mv)
        .map(|(square, piece)| format!("{} {}", variant.role(piece.role).name, variant.board.name(square)));
    let taken: Vec<String> = taken.collect();
    let mut parts = Vec::new();
    if !taken.is_empty() {
        parts.push(format!("takes {}", taken.join(", ")));
    }
    if victims.stays(mv) {
        parts.push("stays".to_owned());
    }
    if victims.stands.is_none() && mv.origin().is_some() {
        parts.push("is removed itself".to_owned());
    }
    parts.join(", ")
}

/// The moves in aligned columns.
fn columns(moves: &[Described<'_>]) -> Vec<String> {
    let rows: Vec<Vec<String>> = moves
        .iter()
        .map(|described| {
            let mut row = vec![described.coordinate.clone()];
            row.extend(described.scripts.iter().map(|(_, text)| text.clone()));
            let mut said = described.flags.join(" ");
            if !described.elsewhere.is_empty() {
                said += if said.is_empty() { "" } else { "; " };
                said += &described.elsewhere;
            }
            row.push(said);
            row
        })
        .collect();
    aligned(&rows, usize::MAX)
}
