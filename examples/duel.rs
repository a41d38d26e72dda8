//! The search against others in the shipped games: a player that moves at random, one that looks one move ahead, or another
//! engine that speaks UCI.
//!
//! `cargo run --release --example duel -- random 2 50` plays 2 games of each game against a random mover with 50 ms a move;
//! `greedy` takes the move after which the evaluation is best; `uci:fairy-stockfish` gets as much time, and the games begin with
//! four random moves. Names of games after that play these alone.

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use carn::library;
use carn::notation;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::search::{Control, Limits, Searcher};
use carn::variant::{Move, PlayerId, Script, Verdict};

/// Games longer than this are drawn.
const MOST_MOVES: usize = 600;
/// The random moves that games against another engine begin with.
const OPENING: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or("random".to_owned());
    let games = arguments.next().map_or(Ok(2), |text| text.parse::<u64>())?;
    let time = Duration::from_millis(arguments.next().map_or(Ok(50), |text| text.parse())?);
    let named: Vec<String> = arguments.collect();
    let mut player = match (wanted.as_str(), wanted.strip_prefix("uci:")) {
        ("random", _) => Player::Random,
        ("greedy", _) => Player::Greedy,
        (_, Some(command)) => Player::Engine(Box::new(Engine::start(command)?)),
        _ => return Err(format!("`{wanted}` is no player: random, greedy or uci:COMMAND").into()),
    };
    let (mut points, mut played) = (0.0, 0);
    for name in library::names().filter(|name| named.is_empty() || named.iter().any(|one| one == name)) {
        let rules = library::rules(name).ok_or("a shipped game")?;
        if !player.begin(name)? {
            continue;
        }
        let mut searcher = Searcher::new(&rules);
        let (mut sum, mut moves) = (0.0, 0);
        for game in 0..games {
            let seat = PlayerId((game % rules.variant().players.len() as u64) as u8);
            // Both sides play the same opening.
            let seed = game / rules.variant().players.len() as u64 + 1;
            let played = play(&rules, &mut searcher, seat, &mut player, time, &mut Random::new(seed));
            let (won, plies) = match played {
                Ok(played) => played,
                Err(error) => {
                    println!("{name}\t{error}");
                    break;
                }
            };
            (sum, moves) = (sum + won, moves + plies);
        }
        (points, played) = (points + sum, played + games);
        println!("{name}\t{sum} of {games}\t{} moves a game", moves / games.max(1) as usize);
    }
    println!("{points} of {played}: {:.1}%", 100.0 * points / played.max(1) as f64);
    Ok(())
}

/// Who plays against the search.
enum Player {
    Random,
    Greedy,
    Engine(Box<Engine>),
}

impl Player {
    /// A new game by its name; whether the player knows it.
    fn begin(&mut self, name: &str) -> Result<bool, Box<dyn Error>> {
        match self {
            Self::Random | Self::Greedy => Ok(true),
            Self::Engine(engine) => engine.begin(name),
        }
    }

    fn choose(
        &mut self,
        searcher: &Searcher,
        position: &mut Position,
        time: Duration,
        random: &mut Random,
    ) -> Result<Option<Move>, Box<dyn Error>> {
        match self {
            Self::Random => Ok(random.choose(&position.legal_moves()).copied()),
            Self::Greedy => Ok(greedy(searcher, position, random)),
            Self::Engine(engine) => engine.choose(position, time).map(Some),
        }
    }
}

/// A game in which one player's side searches and everybody else is the other player: the points of the searcher, and the
/// moves.
fn play(
    rules: &Rules,
    searcher: &mut Searcher,
    seat: PlayerId,
    player: &mut Player,
    time: Duration,
    random: &mut Random,
) -> Result<(f64, usize), Box<dyn Error>> {
    let mut position = Position::start(rules);
    if let Player::Engine(_) = player {
        position.playout(random, OPENING);
    }
    searcher.clear();
    for ply in 0..MOST_MOVES {
        if let Some(outcome) = position.outcome() {
            let won = match outcome.of(seat) {
                Verdict::Win => 1.0,
                Verdict::Draw => 0.5,
                Verdict::Loss => 0.0,
            };
            return Ok((won, ply));
        }
        if position.out().contains(seat) {
            return Ok((0.0, ply));
        }
        let limits = Limits { time: Some(time), ..Limits::default() };
        let m = match rules.variant().side(seat).contains(position.turn()) {
            true => searcher.search(&position, &limits, &Control::new(), &mut |_| {}).best(),
            false => player.choose(searcher, &mut position, time, random)?,
        };
        let Some(m) = m else { break };
        position.play(m).map_err(|error| format!("{error} in {}", position.fen()))?;
    }
    Ok((0.5, MOST_MOVES))
}

/// The move after which the position is best for the mover; of equal ones, any.
fn greedy(searcher: &Searcher, position: &mut Position, random: &mut Random) -> Option<Move> {
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

/// Another engine.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    games: Vec<String>,
}

impl Engine {
    fn start(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?).lines();
        let mut engine = Self { process, input, output, games: Vec::new() };
        writeln!(engine.input, "uci")?;
        loop {
            let line = engine.output.next().ok_or("the engine ended")??;
            if let Some(options) = line.strip_prefix("option name UCI_Variant ") {
                engine.games = options.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
            }
            if line == "uciok" {
                return Ok(engine);
            }
        }
    }

    fn begin(&mut self, name: &str) -> Result<bool, Box<dyn Error>> {
        if !self.games.iter().any(|known| known == name) {
            return Ok(false);
        }
        writeln!(self.input, "setoption name UCI_Variant value {name}\nucinewgame")?;
        Ok(true)
    }

    fn choose(&mut self, position: &Position, time: Duration) -> Result<Move, Box<dyn Error>> {
        let start = position.after(0);
        write!(self.input, "position fen {}", start.fen())?;
        let mut here = start;
        for (nth, m) in position.moves().enumerate() {
            let text = notation::write(&here, m, Script::Coordinate).ok_or("a legal move")?;
            write!(self.input, "{}{text}", if nth == 0 { " moves " } else { " " })?;
            here.play_unchecked(m);
        }
        writeln!(self.input, "\ngo movetime {}", time.as_millis())?;
        self.input.flush()?;
        loop {
            let line = self.output.next().ok_or("the engine ended")??;
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.split(' ').next().unwrap_or_default();
                let read = notation::read(position, best, &[Script::Coordinate]);
                return read.map_err(|error| format!("`{best}` in {}: {error}", position.fen()).into());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
