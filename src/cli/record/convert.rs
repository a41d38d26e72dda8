//! `carn record convert`: records in another notation or another format.

use carn::record::replay;
use carn::record::{NodeId, Problem, ProblemKind, pgn, sgf};
use carn::variant::Script;
use clap::ValueEnum;

use super::super::console::Console;
use super::super::exit::{Result, Stop};
use super::games::{Kind, Variants, each, moves_of, resolve, script_for};
use super::{Input, script};

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Portable Game Notation
    Pgn,
    /// Smart Game Format
    Sgf,
}

/// Write records in another notation, or PGN as SGF and SGF as PGN
#[derive(clap::Args)]
#[command(after_help = "\
The records go to standard output, in UTF-8. In SGF a move is its coordinates,
as in ;W[e2e4];B[e7e5]. A word that is no legal move is kept as it is, and so is
what follows it.

Examples:
  carn record convert game.pgn --notation coordinate
  carn record convert xiangqi.pgn --notation iccs --encoding gb18030
  carn record convert game.pgn --to sgf > game.sgf")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// The notation to write: coordinate, san, chinese, wxf, iccs; the variant's own if none is named
    #[arg(long, value_name = "NAME", value_parser = script)]
    notation: Option<Script>,
    /// The format to write; that of the file if none is named
    #[arg(long, value_enum)]
    to: Option<To>,
}

/// Writes the records.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, notation, to } = arguments;
    let variants = Variants::of(input, console)?;
    let mut first = true;
    each(input, console, |source, number, tree, problems, console| {
        let to = to.unwrap_or(if source.kind == Kind::Pgn { To::Pgn } else { To::Sgf });
        let Some(mut moves) = moves_of(source.kind, &tree, &variants) else {
            if to == To::Sgf {
                return console.file(&sgf::write_utf8(&[tree]));
            }
            let message = "this game's moves are not known by rules, and so not in PGN".to_owned();
            let kind = ProblemKind::UnknownVariant;
            let (line, column) = tree[NodeId::ROOT].place;
            problems.push(Problem { kind, message, line: line.into(), column, game: number, ply: 0 });
            return Ok(());
        };
        let replay = resolve(&mut moves, number, &variants, problems);
        let wanted = notation.filter(|_| to == To::Pgn);
        if let Some(replay) = &replay {
            let script = match to {
                To::Pgn => script_for(wanted, &replay.known.rules),
                To::Sgf => Script::Coordinate,
            };
            if !carn::notation::offered(&replay.known.rules, script) {
                let (name, game) = (carn::notation::script_name(script), &replay.known.rules.name);
                return Err(Stop::usage(format!("the moves of {game} cannot be written in {name}")));
            }
            replay::convert(&mut moves, replay, script);
        }
        let text = match (to, &replay) {
            (To::Pgn, _) => pgn::write_game(&moves),
            (To::Sgf, Some(replay)) => sgf::write_utf8(&[replay::to_sgf(&moves, &replay.known.rules)]),
            // Without rules there is no saying who moves; what cannot be converted is not lost from its file.
            (To::Sgf, None) => return Ok(()),
        };
        if !first && to == To::Pgn {
            console.line("")?;
        }
        first = false;
        console.file(&text)
    })
}
