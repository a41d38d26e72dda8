//! `carn record annotate`: annotates the moves of a record with the search.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use carn::position::{Position, Rules};
use carn::record::replay::{self, Replay};
use carn::record::tree::{Annotation, MoveText};
use carn::record::{GameTree, NodeId, Problem, ProblemKind, Problems, pgn};
use carn::search::{Control, Limits, Line, Score, Searcher};
use carn::variant::{Move, PlayerId, Script};

use super::super::console::Console;
use super::super::exit::{Result, Stop};
use super::super::files::write_new;
use super::super::interrupt;
use super::games::{Variants, can_write, each, moves_of, resolve, rewrite, script_for};
use super::{Input, notations, script};

/// Evaluate each move of records, mark mistakes and add better lines
#[derive(clap::Args)]
#[command(after_help = "\
The output is PGN. Each move of the main line gets a comment with an evaluation:
[%eval 0.35] in units of the weakest piece, or [%eval #-3] for a loss in three
moves. It is from the first player's view; with more than two players, from the
view of the player who moved. A move that lowers the expected result is marked
as dubious ($6), a mistake ($2) or a blunder ($4), and the better line follows
as a variation. Existing marks and variations are kept. After Ctrl-C the other
moves are written as they are.

Examples:
  carn record annotate game.pgn
  carn record annotate shogi.kif --time 5 -o shogi.pgn
  carn record annotate games.pgn --nodes 100000 --notation coordinate")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Seconds per move [default: 1, if no other limit is given]
    #[arg(long, value_name = "SECONDS", group = "effort")]
    time: Option<f64>,
    /// Nodes per move; makes the result reproducible
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth per move, in plies
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    #[arg(long, value_name = "NAME", value_parser = script, help = notations("Notation to write"))]
    notation: Option<Script>,
    /// Write the records to this file, which may be the input file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The maximum number of moves of a better line.
const LONGEST: usize = 8;

/// The loss of winning chances (on the scale from 1, won, to -1, lost) and its glyph, worst first.
const MARKS: [(f64, u16); 3] = [(0.3, 4), (0.2, 2), (0.1, 6)];

/// The unit of scores in the winning chances, which are the hyperbolic tangent. It was fitted to human games of chess.
const SCALE: f64 = 543.0;

/// Writes the records with annotated moves.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, notation, output, .. } = arguments;
    if let Some(path) = output
        && input.game.is_some()
        && let Ok(written) = std::fs::canonicalize(path)
        && input.files.iter().any(|file| std::fs::canonicalize(file.path()).is_ok_and(|file| file == written))
    {
        let path = path.display();
        return Err(Stop::usage(format!(
            "`{path}` would lose its other games: with --game, write another file"
        )));
    }
    let variants = Variants::of(input, console)?;
    let limits = limits(arguments)?;
    let control = interrupt::control();
    let mut annotator: Option<Annotator> = None;
    let (mut written, mut first) = (String::new(), true);
    let prepare = |kind, number, tree, problems: &mut Problems| {
        moves_of(kind, tree, &variants).map(|mut moves| {
            let replay = resolve(&mut moves, number, &variants, problems);
            (moves, replay)
        })
    };
    let result = each(input, console, prepare, |_, number, made, problems, console| {
        let (mut moves, replay) = match made {
            Ok(made) => made,
            Err(tree) => {
                let message = "the moves of this game are points, which have no evaluation".to_owned();
                let (line, column) = tree[NodeId::ROOT].place;
                let kind = ProblemKind::UnknownVariant;
                problems.push(Problem { kind, message, line: line.into(), column, game: number, ply: 0 });
                return Ok(());
            }
        };
        if let Some(replay) = &replay {
            let rules = &replay.known.rules;
            let script = script_for(*notation, rules);
            can_write(script, rules)?;
            let same = |one: &Annotator| std::ptr::eq(one.searcher.rules().variant(), rules.variant());
            let annotator = match annotator.take().filter(same) {
                Some(kept) => annotator.insert(kept),
                None => annotator.insert(Annotator::new(rules, limits.clone(), Arc::clone(&control))),
            };
            let mut progress = console.progress();
            annotator.annotate(&mut moves, replay, &mut |ply| {
                progress.tell(|| format!("game {number}, move {ply}"));
            });
            drop(progress);
            rewrite(&mut moves, replay, script, &variants)?;
            // Number the added moves; problems of the record were already reported.
            resolve(&mut moves, number, &variants, &mut Problems::default());
        }
        let text = pgn::write_game(&moves);
        if !std::mem::replace(&mut first, false) {
            written.push('\n');
        }
        written += &text;
        // On the terminal, each game is printed when it is done; a file is written at once.
        if output.is_some() { Ok(()) } else { console.file(&std::mem::take(&mut written)) }
    });
    if control.is_stopped() {
        console.message("stopped; the moves after the last evaluation are as they were");
    }
    match output {
        Some(path) if !first => write_new(path, &written, true).and(result),
        _ => result,
    }
}

fn limits(arguments: &Arguments) -> Result<Limits> {
    let Arguments { time, nodes, depth, .. } = *arguments;
    let seconds = time.unwrap_or(1.0);
    let timed = Duration::try_from_secs_f64(seconds)
        .map_err(|_| Stop::usage(format!("`{seconds}` is not a search time: write seconds, such as 0.5")))?;
    let time = (nodes.is_none() && depth.is_none()).then_some(timed);
    Ok(Limits { time, nodes, depth, ..Limits::default() })
}

/// Annotates games of one variant.
struct Annotator {
    searcher: Searcher,
    limits: Limits,
    /// Ctrl-C ends the annotation.
    control: Arc<Control>,
}

impl Annotator {
    fn new(rules: &Rules, limits: Limits, control: Arc<Control>) -> Self {
        Self { searcher: Searcher::with_hash(rules, 64), limits, control }
    }

    /// Annotates the moves of a main line, as far as they are legal. `tell` is called with the number of each.
    fn annotate(&mut self, tree: &mut GameTree, replay: &Replay, tell: &mut dyn FnMut(usize)) {
        self.searcher.clear();
        let mut position = replay.start.clone();
        let line: Vec<NodeId> = tree.main_line().skip(1).collect();
        for (ply, node) in (1..).zip(line) {
            let Some(mv) = tree[node].played.as_ref().and_then(replay::legal) else { return };
            if self.control.is_stopped() {
                return;
            }
            tell(ply);
            if position.outcome().is_none() {
                self.judge(tree, node, &position, mv);
            }
            position.play_unchecked(mv);
        }
    }

    /// Annotates a move: compares it with the best one, each searched separately to the same depth.
    fn judge(&mut self, tree: &mut GameTree, node: NodeId, position: &Position, mv: Move) {
        let Some(best) = self.search(position, Vec::new()) else { return };
        let played = match best.moves.first() {
            Some(&first) if first != mv => match self.search(position, vec![mv]) {
                Some(played) => played,
                None => return,
            },
            _ => best.clone(),
        };
        let lost = chances(best.score) - chances(played.score);
        let glyph = MARKS.iter().find(|(least, _)| lost >= *least).map(|&(_, glyph)| glyph);
        comment(tree, node, evaluation(position, &played));
        let Some(glyph) = glyph else { return };
        let node_annotations = &mut tree[node].annotations;
        // An existing judgement is the annotator's own, and is kept.
        if !node_annotations.iter().any(|one| matches!(one, Annotation::Glyph(1..=6))) {
            node_annotations.insert(0, Annotation::Glyph(glyph));
        }
        add_line(tree, node, position, &best);
    }

    /// The best line that begins with one of these moves, or with any if there are none; `None` after Ctrl-C.
    fn search(&mut self, position: &Position, moves: Vec<Move>) -> Option<Line> {
        let limits = Limits { moves, ..self.limits.clone() };
        let found = self.searcher.search(position, &limits, &self.control, &mut |_| {});
        found.lines.into_iter().next().filter(|_| !self.control.is_stopped())
    }
}

/// The winning chances of a score, from -1 to 1.
fn chances(score: Score) -> f64 {
    match score {
        Score::Points(points) => (f64::from(points) / SCALE).tanh(),
        Score::Win(_) => 1.0,
        Score::Loss(_) => -1.0,
    }
}

/// The evaluation after the first move of a line; `None` if the move ends the game.
fn evaluation(position: &Position, line: &Line) -> Option<String> {
    let mut after = position.clone();
    after.play_unchecked(*line.moves.first()?);
    if after.outcome().is_some() {
        return None;
    }
    let variant = position.rules().variant();
    let first = variant.players.len() > 2 || variant.side(position.turn()) == variant.side(PlayerId(0));
    let score = if first { line.score } else { line.score.reversed() };
    // The move itself is one of the plies.
    let moves = |plies: u32| plies.saturating_sub(1).div_ceil(2);
    Some(match score {
        Score::Points(points) => format!("[%eval {:.2}]", f64::from(points) / 100.0),
        Score::Win(plies) => format!("[%eval #{}]", moves(plies)),
        Score::Loss(plies) => format!("[%eval #-{}]", moves(plies)),
    })
}

/// Puts an evaluation before the comments of a move, replacing an earlier one.
fn comment(tree: &mut GameTree, node: NodeId, evaluation: Option<String>) {
    let annotations = &mut tree[node].annotations;
    for annotation in annotations.iter_mut() {
        if let Annotation::Comment(text) = annotation
            && let Some((before, rest)) = text.split_once("[%eval ")
            && let Some((_, after)) = rest.split_once(']')
        {
            *text = format!("{}{}", before.trim_end(), after).trim().into();
        }
    }
    annotations.retain(|one| !matches!(one, Annotation::Comment(text) if text.is_empty()));
    if let Some(evaluation) = evaluation {
        let glyphs = annotations.iter().take_while(|one| matches!(one, Annotation::Glyph(_))).count();
        annotations.insert(glyphs, Annotation::Comment(evaluation.into()));
    }
}

/// Adds the better line as a variation, unless one begins with the same move.
fn add_line(tree: &mut GameTree, node: NodeId, position: &Position, line: &Line) {
    let Some(parent) = tree.parent(node) else { return };
    let first = line.moves.first().map(|&mv| replay::pack(mv));
    let known = |id: NodeId| tree[id].played.as_ref().is_some_and(|played| played.resolved == first);
    if tree.children(parent).any(known) {
        return;
    }
    let mut at = parent;
    for &mv in line.moves.iter().take(LONGEST) {
        let text = MoveText { resolved: Some(replay::pack(mv)), ..MoveText::new("") };
        at = tree.add(at, Some(text));
        if tree.parent(at) == Some(parent) {
            comment(tree, at, evaluation(position, line));
        }
    }
}
