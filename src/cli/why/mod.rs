//! `carn why`: whether a move is legal, and all of its conditions, with their places in the rule file.

mod account;
mod places;

use carn::notation::{self, Meant, ReadError, View};
use carn::position::Position;
use carn::variant::{Move, literal};

use super::console::{Console, Format, Paint};
use super::exit::{Result, Stop};
use super::game::{Game, PositionArguments};
use super::given::Given;

use account::Account;

/// Explain why a move is legal or illegal
#[derive(clap::Args)]
#[command(after_help = "\
The command lists the conditions of the move in order, up to the first one that
fails, with the squares involved and the lines of the rule file. Exit codes: 0
the move is legal; 1 it is illegal.

Examples:
  carn why xiangqi b1d2
  carn why chess e1g1 --fen '4k3/8/8/8/8/8/5r2/4K2R w K'
  carn why crazyhouse N@e4 --moves e2e4 e7e5
  carn why chess Ke2 --format json")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// Move, in any notation of the variant
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    mv: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the answer; exit code 1 if the move is illegal.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let position = game.position(&arguments.position, console)?;
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: game.variant(), setup: &setup, legal: &legal };
    let (is_legal, meant, reason) = match game.line_reader().read(view, &arguments.mv) {
        Ok(mv) => (true, examined(view, mv), None),
        Err(error @ ReadError::NoSuchMove(_)) => {
            let reason = notation::why(&position, &error);
            let ReadError::NoSuchMove(wanted) = error else { return Ok(()) };
            (false, relevant(wanted.meant(view), wanted.name.is_some()), Some(reason))
        }
        Err(error) => return Err(Stop::usage(game.illegal(&position, view, &arguments.mv, &error))),
    };
    let account = Account::new(&game, view, is_legal, meant, reason);
    if arguments.format == Format::Json {
        let mut answer = account.json();
        answer["variant"] = game.name.to_string().into();
        answer["fen"] = position.fen().into();
        answer["move"] = arguments.mv.as_str().into();
        console.json(&answer)?;
    } else {
        account.print(&arguments.mv, console)?;
        note_end(&game, &position, is_legal, console);
    }
    if is_legal { Ok(()) } else { Err(Stop::Findings) }
}

/// A legal move with its conditions; a chain repetition by repetition.
fn examined(view: View<'_>, mv: Move) -> Vec<Meant> {
    let View { variant, setup, .. } = view;
    if let Some(landings) = view.landings(mv) {
        return Meant::chain(view, mv.from, landings);
    }
    let drop = mv.drop();
    let mut examination = match drop {
        _ if mv.is_pass() => literal::examine_pass(variant, setup),
        Some(role) => literal::examine_drop(variant, setup, role, mv.to),
        None => literal::examine(variant, setup, mv.from, mv.to),
    };
    // Keep only the movements that make exactly this move.
    if let Some(role) = mv.origin().and_then(|from| setup.piece(from)).map(|piece| variant.role(piece.role)) {
        examination.ways.retain(|way| {
            way.movement.is_none_or(|index| match mv.way {
                0 => role.movements.get(index).is_some_and(|movement| movement.effects.is_empty()),
                own => usize::from(own) == index + 1,
            })
        });
    }
    vec![Meant { drop, pass: mv.is_pass(), ..Meant::new(mv.from, mv.to, examination) }]
}

/// The candidate moves that some movement can make, if there are any. For a named movement, which may have any target, those
/// that passed most conditions.
fn relevant(mut meant: Vec<Meant>, named: bool) -> Vec<Meant> {
    let far = |one: &Meant| one.examination.ways.iter().map(|way| way.questions.len()).max();
    if named {
        let furthest = meant.iter().filter_map(far).max();
        meant.retain(|one| far(one) == furthest);
    } else if meant.iter().all(|one| one.reached.is_none()) && meant.iter().any(|one| far(one).is_some()) {
        meant.retain(|one| far(one).is_some());
    }
    meant
}

/// Notes that the game is over although the move is legal: after repetitions or quiet plies, playing on is possible.
fn note_end(game: &Game, position: &Position, is_legal: bool, console: &mut Console) {
    if let Some(outcome) = position.outcome().filter(|_| is_legal) {
        let told = super::outcome::told(game.variant(), outcome);
        console.headed(Paint::Yellow, "note", format_args!("the game is over here: {told}"));
    }
}
