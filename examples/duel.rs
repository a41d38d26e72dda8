//! The search against simple players in every shipped game: one that moves at random, and one that looks one move ahead.
//!
//! `cargo run --release --example duel -- random 2 50` plays 2 games of each game against a random mover with 50 ms a move;
//! `greedy` takes the move after which the evaluation is best. Names of games after that play these alone.

use std::error::Error;
use std::time::Duration;

use carn::library;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::search::{Control, Limits, Searcher};
use carn::variant::{Move, PlayerId, Verdict};

/// Games longer than this are drawn.
const MOST_MOVES: usize = 600;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let greedy = match arguments.next().as_deref() {
        None | Some("random") => false,
        Some("greedy") => true,
        Some(other) => return Err(format!("`{other}` is no player: random or greedy").into()),
    };
    let games = arguments.next().map_or(Ok(2), |text| text.parse::<u64>())?;
    let time = Duration::from_millis(arguments.next().map_or(Ok(50), |text| text.parse())?);
    let named: Vec<String> = arguments.collect();
    let (mut points, mut played) = (0.0, 0);
    for name in library::names().filter(|name| named.is_empty() || named.iter().any(|one| one == name)) {
        let rules = library::rules(name).ok_or("a shipped game")?;
        let mut searcher = Searcher::new(&rules);
        let (mut sum, mut moves) = (0.0, 0);
        for game in 0..games {
            let seat = PlayerId((game % rules.players.len() as u64) as u8);
            let (won, plies) = play(&rules, &mut searcher, seat, greedy, time, &mut Random::new(game + 1));
            (sum, moves) = (sum + won, moves + plies);
        }
        (points, played) = (points + sum, played + games);
        println!("{name}\t{sum} of {games}\t{} moves a game", moves / games.max(1) as usize);
    }
    println!("{points} of {played}: {:.1}%", 100.0 * points / played.max(1) as f64);
    Ok(())
}

/// A game in which one player's side searches and everybody else is simple: the points of the searcher, and the moves.
fn play(
    rules: &Rules,
    searcher: &mut Searcher,
    seat: PlayerId,
    greedy: bool,
    time: Duration,
    random: &mut Random,
) -> (f64, usize) {
    let mut position = Position::start(rules);
    searcher.clear();
    for ply in 0..MOST_MOVES {
        if let Some(outcome) = position.outcome() {
            let won = match outcome.of(seat) {
                Verdict::Win => 1.0,
                Verdict::Draw => 0.5,
                Verdict::Loss => 0.0,
            };
            return (won, ply);
        }
        if position.out().contains(seat) {
            return (0.0, ply);
        }
        let limits = Limits { time: Some(time), ..Limits::default() };
        let m = match rules.side(seat).contains(position.turn()) {
            true => searcher.search(&position, &limits, &Control::new(), &mut |_| {}).best(),
            false if greedy => greedy_move(searcher, &mut position, random),
            false => random.choose(&position.legal_moves()).copied(),
        };
        let Some(m) = m else { break };
        if let Err(error) = position.play(m) {
            panic!("{} in {}", error, position.fen());
        }
    }
    (0.5, MOST_MOVES)
}

/// The move after which the position is best for the mover; of equal ones, any.
fn greedy_move(searcher: &Searcher, position: &mut Position, random: &mut Random) -> Option<Move> {
    let mover = position.turn();
    let worth = |m: Move, position: &mut Position, random: &mut Random| {
        position.play_unchecked(m);
        let worth = match position.outcome().map(|outcome| outcome.of(mover)) {
            Some(Verdict::Win) => 1_000_000,
            Some(Verdict::Loss) => -1_000_000,
            Some(Verdict::Draw) => 0,
            None => searcher.evaluate(position, mover),
        };
        position.undo();
        (worth, random.next_u64())
    };
    let moves = position.legal_moves();
    moves.into_iter().map(|m| (worth(m, position, random), m)).max().map(|(_, m)| m)
}
