//! The openings of a match.

use std::path::Path;

use carn::position::{Position, Rules};
use carn::random::Random;
use carn::record::{Encoding, pgn, replay};
use carn::search::{self, Limits, Score, Searcher};
use carn::variant::Move;

use crate::cli::exit::{Result, Stop};
use crate::cli::game::reject_special;
use crate::cli::given::Given;
use crate::cli::record::load_text;

/// A position, and moves from it that are played for both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` for the start of the game.
    pub fen: Option<String>,
    /// The moves from it.
    pub moves: Vec<Move>,
}

/// The source of openings for pairs of games.
pub enum Openings {
    /// Openings from a file, in order and then again from the beginning.
    Listed(Vec<Opening>),
    /// Random plies that leave the game balanced.
    Random {
        /// The number of plies.
        plies: usize,
        /// The seed.
        seed: u64,
        /// The maximum lead of a player, in hundredths; `None` for no limit.
        balance: Option<u32>,
    },
}

/// The number of attempts to find random moves that do not end the game.
const ATTEMPTS: u64 = 100;

/// The number of random openings searched for a balanced one; if there is none, the most balanced is used.
const LOOKED_AT: usize = 20;

/// The nodes of the search that judges balance. A node limit makes it reproducible.
const NODES: u64 = 2000;

impl Openings {
    /// Reads a file: PGN, or one FEN or EPD per line.
    ///
    /// # Errors
    /// If it cannot be read, or if a position or move does not fit the rules.
    pub fn read(path: &Path, known: &replay::Known) -> Result<Self> {
        let failed =
            |message: String| Stop::usage(format!("the openings of `{}`: {message}", path.display()));
        reject_special(path).map_err(failed)?;
        let text = load_text(&Given::from(path), "openings")?;
        let list: Vec<Opening> = if text.trim_start().starts_with('[') {
            let games = pgn::Games::new(text.as_bytes(), Some(Encoding::Utf8)).enumerate();
            games
                .map(|(nth, game)| {
                    let (game, _) = game.map_err(|error| failed(error.to_string()))?;
                    recorded(game, nth + 1, known).map_err(failed)
                })
                .collect::<Result<_>>()?
        } else {
            let lines = text.lines().enumerate().map(|(nth, line)| (nth + 1, line.trim()));
            let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
            lines
                .map(|(nth, line)| positioned(line, nth, &known.rules).map_err(failed))
                .collect::<Result<_>>()?
        };
        if list.is_empty() {
            return Err(failed("the file has none".to_owned()));
        }
        Ok(Self::Listed(list))
    }

    /// The opening of a pair of games, counted from 0. The searcher must belong to the game.
    pub fn of_pair(&self, pair: u64, searcher: &mut Searcher) -> Opening {
        match self {
            Self::Listed(list) => {
                let nth = usize::try_from(pair % list.len().max(1) as u64).unwrap_or(0);
                list.get(nth).cloned().unwrap_or_default()
            }
            Self::Random { plies, seed, balance } => {
                let rules = searcher.rules().clone();
                let one = |attempt| {
                    random(&rules, *plies, seed.wrapping_add(pair.wrapping_mul(ATTEMPTS) + attempt))
                };
                let mut drawn = (0..ATTEMPTS).filter_map(one);
                // With more than two players, the search treats all others as one side, so no position is balanced.
                let Some(most) = balance.filter(|_| *plies > 0 && rules.variant().players.len() == 2) else {
                    return drawn.next().map(|(opening, _)| opening).unwrap_or_default();
                };
                let mut best: Option<(u32, Opening)> = None;
                for (opening, position) in drawn.take(LOOKED_AT) {
                    let ahead = lead(searcher, &position);
                    if best.as_ref().is_none_or(|(least, _)| ahead < *least) {
                        best = Some((ahead, opening));
                    }
                    if ahead <= most {
                        break;
                    }
                }
                best.map(|(_, opening)| opening).unwrap_or_default()
            }
        }
    }
}

/// The lead of a player, in hundredths.
fn lead(searcher: &mut Searcher, position: &Position) -> u32 {
    searcher.clear();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let found = searcher.search(position, &limits, &search::Control::new(), &mut |_| {});
    match found.lines.first().map(|line| line.score) {
        Some(Score::Points(points)) => points.unsigned_abs(),
        Some(Score::Win(_) | Score::Loss(_)) => u32::MAX,
        None => 0,
    }
}

/// Random moves after which the game is not over and no player wins at once.
fn random(rules: &Rules, plies: usize, seed: u64) -> Option<(Opening, Position)> {
    let mut random = Random::new(seed);
    let mut position = Position::start(rules);
    for _ in 0..plies {
        let mv = *random.choose(&position.legal_moves())?;
        position.play_unchecked(mv);
        if position.outcome().is_some() {
            return None;
        }
    }
    let (moves, legal) = (position.moves().collect(), position.legal_moves());
    let mover = position.turn();
    let wins = |mv: Move| {
        position.play_unchecked(mv);
        let won = position.outcome().is_some_and(|outcome| outcome.winners.contains(mover));
        position.undo();
        won
    };
    (plies == 0 || !legal.into_iter().any(wins)).then_some((Opening { fen: None, moves }, position))
}

/// The opening of a record: its start and its main line.
fn recorded(
    mut game: carn::record::GameTree,
    nth: usize,
    known: &replay::Known,
) -> std::result::Result<Opening, String> {
    let replay = replay::resolve(&mut game, nth as u64, &|_| Some(known.clone()), None)
        .map_err(|problem| format!("game {nth}: {}", problem.message))?;
    if let Some(problem) = replay.problems.iter().next() {
        return Err(format!("game {nth}: {}", problem.message));
    }
    let fen = (replay.start.setup() != known.rules.variant().start).then(|| replay.start.fen());
    let played = |node| replay::legal(game.get(node)?.played.as_ref()?);
    Ok(Opening { fen, moves: game.main_line().skip(1).map_while(played).collect() })
}

/// A FEN or an EPD (four fields and operations, without move counts).
fn positioned(line: &str, nth: usize, rules: &Rules) -> std::result::Result<Opening, String> {
    let first = Position::from_fen(rules, line);
    let shortened = || {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(rules, &format!("{} 0 1", fields.join(" "))).ok()
    };
    match first {
        Ok(position) => Ok(position),
        Err(error) => shortened().ok_or_else(|| format!("line {nth}: {error}")),
    }
    .map(|position| Opening { fen: Some(position.fen()), moves: Vec::new() })
}
