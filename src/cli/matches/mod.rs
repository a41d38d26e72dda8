//! `carn match`: games between two players, refereed by the rules of the file.

mod clock;
mod dialogue;
mod log;
mod openings;
mod player;
mod referee;
mod report;
mod score;
mod simple;
mod uci;
mod xboard;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use carn::record::replay::Known;
use carn::search::{self, Searcher};

use super::console::{Console, Format};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::game::Game;
use super::given::Given;
use super::interrupt;

pub use clock::seconds;
use clock::{Clock, Control, read_game_time};
use log::Log;
use openings::Openings;
use player::{Player, Spec};
use referee::{Adjudication, Played, play};
use report::Report;
use score::Sprt;

/// Play a match between two engines and report the difference in strength
#[derive(clap::Args)]
#[command(after_help = "\
PLAYER is one of:
  carn           this program's engine; `carn:5` plays at level 5 of 0 to 20
  uci:COMMAND    another engine; also usi:, ucci: or xboard: for its protocol
  random         plays random moves
  greedy         plays the move with the best evaluation after it

Games come in pairs with the same opening and exchanged sides. A player loses a
game if it makes an illegal move, exceeds its time, hangs or exits; it is
restarted for the next game. In games of more than two players, the two players
take alternate seats.

With --output, each finished game is written to a PGN file. Ctrl-C stops the
match and reports the games finished. To continue an interrupted match, run the
same command with the same file again.

Examples:
  carn match xiangqi carn uci:fairy-stockfish --games 200 --movetime 0.1
  carn match mychess.toml carn random --games 20
  carn match chess 'uci:./new' 'uci:./old' --time 10+0.1 --sprt 0,5 \\
      --games 10000 --concurrency 4 --output match.pgn")]
pub struct Arguments {
    /// A shipped variant or a rule file
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// First player
    #[arg(value_name = "PLAYER", value_parser = Spec::read)]
    first: Spec,
    /// Second player
    #[arg(value_name = "PLAYER", value_parser = Spec::read)]
    second: Spec,
    /// Maximum number of games, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Seconds per move [default: 0.1, if no other limit is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "timing")]
    movetime: Option<Duration>,
    /// Seconds for the game plus an increment per move: 10+0.1
    #[arg(long, value_name = "TIME", value_parser = read_game_time, group = "timing")]
    time: Option<Control>,
    /// Nodes per move
    #[arg(long, value_name = "N", group = "timing")]
    nodes: Option<u64>,
    /// Search depth per move, in plies
    #[arg(long, value_name = "N", group = "timing")]
    depth: Option<u32>,
    /// Seconds by which a player may exceed its time without losing
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.1")]
    margin: Duration,
    /// Maximum time for an engine to start, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    timeout: Duration,
    /// Number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Start games from the openings of this file: PGN, or one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    openings: Option<PathBuf>,
    /// Start games with this many random plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=100))]
    plies: u16,
    /// Replace a random opening if a short search sees one side ahead by more than this, in hundredths of the weakest
    /// piece; 0 accepts all openings
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "openings")]
    balance: u32,
    /// Random seed for openings and for the player `random`
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Declare a draw after this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Declare a win if both players' scores exceed SCORE hundredths for N moves in a row: 800,4
    #[arg(long, value_name = "SCORE,N", value_parser = read_resign)]
    resign: Option<(i32, usize)>,
    /// Declare a draw if both scores are within SCORE hundredths for N moves in a row, after ply PLY: 10,8,80
    #[arg(long, value_name = "SCORE,N,PLY", value_parser = read_draw)]
    draw: Option<(i32, usize, usize)>,
    /// Stop when an SPRT accepts an advantage of ELO0 or of ELO1 for the first player: 0,5
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Sprt::read)]
    sprt: Option<Sprt>,
    /// Option for the first player's engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = read_option)]
    first_option: Vec<(String, String)>,
    /// Option for the second player's engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = read_option)]
    second_option: Vec<(String, String)>,
    /// Name of the variant in the engines (UCI_Variant) [default: this variant's name]
    #[arg(long, value_name = "NAME")]
    uci_variant: Option<String>,
    /// Write the games to this PGN file, or continue the match in it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The data shared by all games of a match.
struct Match<'a> {
    known: Known,
    specs: [Spec; 2],
    names: Vec<String>,
    file: Option<&'a str>,
    control: Control,
    openings: Openings,
    adjudication: Adjudication,
    arguments: &'a Arguments,
}

/// A game that a worker has played.
struct Made {
    number: u64,
    played: Played,
    seats: Vec<usize>,
    halves: u8,
}

/// Plays the match, and reports the difference in strength.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    if arguments.variant.is_standard_input() {
        return Err(Stop::usage("a match needs a file: the engines read it too"));
    }
    let game = Game::load(&arguments.variant, console)?;
    let known = Known { rules: game.rules.clone(), hash: None };
    let openings = match &arguments.openings {
        Some(path) => Openings::read(path, &known)?,
        None => Openings::Random {
            plies: usize::from(arguments.plies),
            seed: arguments.seed,
            balance: (arguments.balance > 0).then_some(arguments.balance),
        },
    };
    let control = match (arguments.time, arguments.nodes, arguments.depth) {
        (Some(time), ..) => time,
        (_, Some(nodes), _) => Control::Nodes(nodes),
        (.., Some(depth)) => Control::Depth(depth),
        _ => Control::Move(arguments.movetime.unwrap_or(Duration::from_millis(100))),
    };
    let spec = |spec: &Spec, options| spec.clone().with(options, arguments.uci_variant.clone());
    let adjudication = Adjudication {
        plies: Some(arguments.limit as usize),
        resign: arguments.resign,
        draw: arguments.draw,
    };
    let whole = Match {
        specs: [
            spec(&arguments.first, arguments.first_option.clone()),
            spec(&arguments.second, arguments.second_option.clone()),
        ],
        names: game.family(),
        file: carn::library::text(&arguments.variant).is_none().then_some(&*arguments.variant),
        known,
        control,
        openings,
        adjudication,
        arguments,
    };
    // The first start shows whether the players know this game.
    let names = unlike(whole.players(0)?.map(|player| player.name()));
    let settings = whole.settings(&names);
    let (mut log, done) = match &arguments.output {
        Some(path) => Log::open(path, &settings, names.clone()).map(|(log, done)| (Some(log), done))?,
        None => (None, BTreeMap::new()),
    };
    let mut report = Report::new(&game, names, arguments.sprt);
    for (&number, &halves) in &done {
        report.take(number, halves);
    }
    let (next, over, control) = (AtomicU64::new(1), AtomicBool::new(false), interrupt::control());
    let mut progress = console.progress();
    let result: Result = std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel::<Result<Made>>();
        for worker in 0..arguments.concurrency {
            let (send, whole, next, over, done) = (send.clone(), &whole, &next, &over, &done);
            let control = &*control;
            scope.spawn(move || whole.work(u64::from(worker), next, over, control, done, &send));
        }
        drop(send);
        for made in receive {
            let made = made.inspect_err(|_| over.store(true, Ordering::Relaxed))?;
            let Made { number, played, seats, halves } = made;
            if let Some(log) = &mut log {
                log.add(number, &played, &seats, halves)
                    .inspect_err(|_| over.store(true, Ordering::Relaxed))?;
            }
            report.take(number, halves);
            report.note(&played);
            let standing = report.standing();
            progress.tell(|| standing.to_string());
            if standing.finding.is_some() {
                over.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    drop(progress);
    result?;
    report.stopped = control.is_stopped();
    if report.stopped && report.games() == 0 {
        return Err(Stop::usage("stopped before a game was over: there is nothing to report"));
    }
    if report.stopped {
        let more = if log.is_some() { "; the same command plays the others" } else { "" };
        let wanted = counted(arguments.games.next_multiple_of(2), "game");
        console.message(format_args!("stopped; {wanted} were requested{more}"));
    }
    match arguments.format {
        Format::Human => report.print(console),
        Format::Json => console.json(&report.json()),
    }
}

impl Match<'_> {
    /// Starts both players for this worker.
    fn players(&self, worker: u64) -> Result<[Box<dyn Player>; 2]> {
        let start = |side: usize| self.start(side, worker);
        Ok([start(0)?, start(1)?])
    }

    fn start(&self, side: usize, worker: u64) -> Result<Box<dyn Player>> {
        let seed = self.arguments.seed.wrapping_mul(2).wrapping_add(side as u64) ^ (worker << 32);
        self.specs[side].start(&self.names, self.file, seed, self.arguments.timeout)
    }

    /// The settings that must agree to continue an interrupted match.
    fn settings(&self, names: &[String; 2]) -> String {
        let Arguments { variant, seed, plies, openings, balance, .. } = self.arguments;
        let [first, second] = self.specs.each_ref().map(|spec| format!("{} {:?}", spec.text, spec.options));
        format!(
            "{variant}: {} ({first}) - {} ({second}), {:?}, openings {openings:?} {plies} {balance}, seed {seed}",
            names[0], names[1], self.control
        )
    }

    /// The side of each player of the rule file, in the game of this number, counted from 1.
    fn seats(&self, number: u64) -> Vec<usize> {
        let turned = usize::from(number.is_multiple_of(2));
        (0..self.known.rules.variant().players.len()).map(|player| (player + turned) % 2).collect()
    }

    /// Plays games until none is left.
    fn work(
        &self,
        worker: u64,
        next: &AtomicU64,
        over: &AtomicBool,
        control: &search::Control,
        done: &BTreeMap<u64, u8>,
        send: &mpsc::Sender<Result<Made>>,
    ) {
        let games = self.arguments.games.next_multiple_of(2);
        let mut sides = None;
        let mut searcher = Searcher::with_hash(&self.known.rules, 1);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number > games || over.load(Ordering::Relaxed) || control.is_stopped() {
                return;
            }
            if done.contains_key(&number) {
                continue;
            }
            let mut ready = match sides.take().map_or_else(|| self.players(worker), Ok) {
                Ok(ready) => ready,
                Err(_) if control.is_stopped() => return,
                Err(stop) => {
                    let _ = send.send(Err(stop));
                    return;
                }
            };
            let seats = self.seats(number);
            let opening = self.openings.of_pair((number - 1) / 2, &mut searcher);
            let clock = Clock::new(self.control, self.arguments.margin);
            let played = play(&self.known, &opening, &mut ready, &seats, clock, &self.adjudication, control);
            // An interrupt kills the engines, which is no fault of theirs.
            let fair = |played: &Played| played.fault.is_none() || !control.is_stopped();
            let Some(played) = played.filter(fair) else { return };
            let halves = halves(&played.halves, &seats);
            if played.fault.is_none() {
                sides = Some(ready);
            }
            if send.send(Ok(Made { number, played, seats, halves })).is_err() {
                return;
            }
        }
    }
}

/// The points of the first side in a game, in halves. With more than two players, each side's points are summed and compared.
fn halves(points: &[u8], seats: &[usize]) -> u8 {
    let sum = |side: usize| -> u32 {
        points
            .iter()
            .zip(seats)
            .filter(|(_, seat)| **seat == side)
            .map(|(points, _)| u32::from(*points))
            .sum()
    };
    match sum(0).cmp(&sum(1)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

/// Distinct names.
fn unlike([first, second]: [String; 2]) -> [String; 2] {
    if first == second { [format!("{first} (1)"), format!("{second} (2)")] } else { [first, second] }
}

fn read_option(text: &str) -> std::result::Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` should be NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Numbers parted by commas.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

fn read_resign(text: &str) -> std::result::Result<(i32, usize), String> {
    let wrong = || format!("`{text}` should be a score and a number of moves: 800,4");
    let [score, moves] = numbers(text).ok_or_else(wrong)?;
    Ok((i32::try_from(score).map_err(|_| wrong())?, moves as usize))
}

fn read_draw(text: &str) -> std::result::Result<(i32, usize, usize), String> {
    let wrong = || format!("`{text}` should be a score, a number of moves and a ply: 10,8,80");
    let [score, moves, after] = numbers(text).ok_or_else(wrong)?;
    Ok((i32::try_from(score).map_err(|_| wrong())?, moves as usize, after as usize))
}
