//! `carn record convert`: converts records to another notation or format.

use carn::record::replay;
use carn::record::{FileKind, GameTree, NodeId, Problem, ProblemKind, Problems, kifu, pgn, sgf};
use carn::variant::Script;
use clap::ValueEnum;

use super::super::console::Console;
use super::super::exit::{Result, Stop};
use super::games::{Variants, each, moves_of, resolve, rewrite, script_for};
use super::{Input, notations, script};

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Portable Game Notation
    Pgn,
    /// Smart Game Format
    Sgf,
    /// KIF, for shogi and the games that KIF has a name for
    Kif,
}

/// Write records in another notation, or as PGN, SGF or KIF
#[derive(clap::Args)]
#[command(after_help = "\
The output is UTF-8 on standard output. SGF writes moves in coordinates, such as
;W[e2e4];B[e7e5]. An illegal move and the moves after it are copied unchanged.

Examples:
  carn record convert game.pgn --notation coordinate
  carn record convert xiangqi.pgn --notation iccs --encoding gb18030
  carn record convert game.pgn --to sgf > game.sgf
  carn record convert shogi.pgn --to kif > shogi.kif")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    #[arg(long, value_name = "NAME", value_parser = script, help = notations("Notation to write"))]
    notation: Option<Script>,
    /// Format to write [default: sgf for SGF, else pgn]
    #[arg(long, value_enum)]
    to: Option<To>,
}

/// The output for a game.
enum Made {
    Text(String),
    /// Nothing: the game cannot be converted.
    Nothing,
    Refused(Stop),
}

/// Writes the records.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, notation, to } = arguments;
    let variants = Variants::of(input, console)?;
    let prepare = |kind, number, tree, problems: &mut Problems| {
        let to = to.unwrap_or(if kind == FileKind::Sgf { To::Sgf } else { To::Pgn });
        let text = text(kind, number, tree, to, *notation, &variants, problems);
        (to, text.unwrap_or_else(Made::Refused))
    };
    let mut first = true;
    each(input, console, prepare, |_, _, (to, made), _, console| {
        let text = match made {
            Made::Text(text) => text,
            Made::Nothing => return Ok(()),
            Made::Refused(stop) => return Err(stop),
        };
        if !first && to != To::Sgf {
            console.line("")?;
        }
        first = false;
        console.file(&text)
    })
}

/// The text of a game in a format.
fn text(
    kind: FileKind,
    number: u64,
    tree: GameTree,
    to: To,
    notation: Option<Script>,
    variants: &Variants,
    problems: &mut Problems,
) -> Result<Made> {
    let mut moves = match moves_of(kind, tree, variants) {
        Ok(moves) => moves,
        Err(tree) if to == To::Sgf => return Ok(Made::Text(sgf::write_utf8(&[tree]))),
        Err(tree) => {
            let message =
                "there are no rules for this game, so its moves cannot be written as PGN or KIF".to_owned();
            let kind = ProblemKind::UnknownVariant;
            let (line, column) = tree[NodeId::ROOT].place;
            problems.push(Problem { kind, message, line: line.into(), column, game: number, ply: 0 });
            return Ok(Made::Nothing);
        }
    };
    let replay = resolve(&mut moves, number, variants, problems);
    let wanted = notation.filter(|_| to == To::Pgn);
    if let Some(replay) = &replay {
        let script = match to {
            To::Pgn => script_for(wanted, &replay.known.rules),
            To::Sgf => Script::Coordinate,
            To::Kif => Script::Kif,
        };
        rewrite(&mut moves, replay, script, variants)?;
    }
    Ok(match (to, &replay) {
        (To::Pgn, _) => Made::Text(pgn::write_game(&moves)),
        (To::Sgf, Some(replay)) => {
            Made::Text(sgf::write_utf8(&[replay::into_sgf(moves, replay.known.rules.variant())]))
        }
        (To::Kif, Some(replay)) => match kifu::write(&moves, replay) {
            Some(text) => Made::Text(text),
            None => {
                let message =
                    "KIF has no name for this game, or for the position that it starts from".to_owned();
                let kind = ProblemKind::BadStart;
                problems.push(Problem { kind, message, line: 0, column: 0, game: number, ply: 0 });
                Made::Nothing
            }
        },
        // Without rules, the player of each move is unknown.
        (To::Sgf | To::Kif, None) => Made::Nothing,
    })
}
