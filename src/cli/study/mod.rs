//! `carn study`: statistics about a game's rules from games of the engine against itself.

mod json;
mod page;
mod plots;
mod report;
mod sections;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use carn::library;
use carn::search::Evaluation;
use carn::study::{
    Data, Difference, Figure, Plan, Start, Strength, Study, Values, differences, figures, has_values, odds,
};
use carn::variant::PlayerId;

use super::console::{Console, Format};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::files::{check_new, write_new};
use super::game::Game;
use super::given::Given;
use super::interrupt;

/// Analyse the rules of a game by games of the engine against itself
#[derive(clap::Args)]
#[command(after_help = "\
The report shows:
  - each player's results, by strength of play;
  - how games end, their length, the number of legal moves, and the ply at which
    games are decided;
  - moves, captures and value of each piece;
  - squares that no piece reaches, and rules that no game used, which are often
    mistakes.
Figures have 95 % intervals. A file that extends another is compared with it.
The same --seed and --nodes give the same report with any --threads. Ctrl-C
stops the games and reports those finished.

To share a study between machines, give each another range of games (--from,
--games) with the same seed and --format json, and combine the reports by
--merge.

Examples:
  carn study mychess.toml --games 500 --threads 4 --html mychess.html
  carn study old.toml new.toml --games 1000
  carn study chess --estimate --games 10000 --nodes 5000
  carn study horde --odds White
  carn study chess --from 5000 --games 5000 --format json > b.json
  carn study --merge a.json b.json")]
pub struct Arguments {
    /// A shipped variant or a rule file to study
    #[arg(value_name = "VARIANT", required_unless_present = "merge", add = super::completions::variant())]
    variant: Option<Given>,
    /// A shipped variant or a rule file to compare with [default: the file that VARIANT extends]
    #[arg(value_name = "OTHER", add = super::completions::variant())]
    other: Option<Given>,
    /// Number of games with each rule file
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Number of the first game, to share a study between machines
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    from: u64,
    /// Nodes per move; with several values, games alternate between them
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "200,1000", conflicts_with = "time",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Seconds per move, instead of --nodes; the report is then not reproducible
    #[arg(long, value_name = "S,…", value_delimiter = ',', value_parser = super::matches::seconds)]
    time: Vec<Duration>,
    /// Number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Choose this many plies at the start of a game at random among the best moves
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: u32,
    /// Declare a draw after this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Also study this start position, under this name; may be repeated
    #[arg(long, value_name = "NAME=FEN")]
    handicap: Vec<String>,
    /// Also study start positions in which this player lacks one piece, for each kind of piece
    #[arg(long, value_name = "PLAYER")]
    odds: Option<String>,
    /// Do not play half of the games with unequal armies, which measure the values of pieces
    #[arg(long)]
    no_values: bool,
    /// Do not compare with the file that VARIANT extends
    #[arg(long)]
    alone: bool,
    /// Estimate how long the study takes, without running it
    #[arg(long)]
    estimate: bool,
    /// Combine JSON reports of other games of the same study
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = clap::ValueHint::FilePath,
          conflicts_with_all = ["estimate", "from", "games", "nodes", "time", "seed", "handicap", "odds"])]
    merge: Vec<PathBuf>,
    /// Write the coverage of the rules to this file, in lcov format
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    coverage: Option<PathBuf>,
    /// Write the report with plots to this file, as HTML
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A game with its statistics.
pub struct Studied {
    game: Game,
    study: Study,
    data: Data,
    evaluation: Evaluation,
    values: Values,
    figures: Vec<Figure>,
}

/// A whole report.
pub struct Report {
    /// The requested game, then the one to compare with.
    studies: Vec<Studied>,
    /// The requested number of games, if the study was stopped before.
    stopped: Option<u64>,
}

impl Studied {
    fn new(game: Game, study: Study, data: Data) -> Self {
        let evaluation = Evaluation::by_rules(study.rules());
        let values = Values::new(study.rules().variant(), &evaluation, &data);
        let figures = figures(&study, &data, &values);
        Self { game, study, data, evaluation, values, figures }
    }
}

impl Report {
    /// The differences between the two games, or from the extended game, most significant first.
    fn differences(&self) -> Vec<Difference> {
        match self.studies.as_slice() {
            [first, second, ..] => differences(&first.figures, &second.figures),
            _ => Vec::new(),
        }
    }

    /// The games reported in full. For the parent of an extending game, the differences are enough.
    fn told(&self) -> &[Studied] {
        match self.studies.as_slice() {
            [first, second]
                if parent(&first.game).is_some_and(|parent| parent.path() == second.game.name.path()) =>
            {
                &self.studies[..1]
            }
            all => all,
        }
    }
}

/// Plays, or merges, and reports.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    for path in [&arguments.coverage, &arguments.html].into_iter().flatten() {
        check_new(path, arguments.force)?;
    }
    let report = if arguments.merge.is_empty() {
        let games = loaded(arguments, console)?;
        let studies = games
            .into_iter()
            .enumerate()
            .map(|(nth, game)| {
                let mut plan = plan(arguments, &game);
                // Positions of one game may be invalid in another.
                if nth == 0 {
                    plan.starts.extend(handicaps(arguments, &game)?);
                }
                Ok((Study::new(game.rules.clone(), &game.compiled.origins, plan), game))
            })
            .collect::<Result<Vec<_>>>()?;
        if arguments.estimate {
            return estimate(arguments, &studies, console);
        }
        played(arguments, studies, console)?
    } else {
        json::merged(&arguments.merge, arguments.variant.as_ref(), console)?
    };
    // Print first what cannot fail, since the study may have taken hours.
    match arguments.format {
        Format::Human => report::print(&report, console)?,
        Format::Json => console.json(&json::report(&report))?,
    }
    console.flush()?;
    if let (Some(path), Some(first)) = (&arguments.coverage, report.studies.first()) {
        write_new(path, lcov(first), arguments.force)?;
    }
    if let Some(path) = &arguments.html {
        write_new(path, page::page(&report), arguments.force)?;
    }
    Ok(())
}

/// The games to study: the requested one, and the one to compare with or its parent.
fn loaded(arguments: &Arguments, console: &mut Console) -> Result<Vec<Game>> {
    let Some(name) = &arguments.variant else { return Ok(Vec::new()) };
    let game = Game::load(name, console)?;
    let other = match &arguments.other {
        Some(other) => Some(other.clone()),
        None if arguments.alone => None,
        None => parent(&game),
    };
    let other = other.map(|other| Game::load(&other, console)).transpose()?;
    Ok(std::iter::once(game).chain(other).collect())
}

/// The file that a rule file extends: a shipped name, or a path.
fn parent(game: &Game) -> Option<Given> {
    let name = game.compiled.sources.iter().nth(1)?.1.name();
    let shipped = name.trim_end_matches(".toml");
    match library::text(shipped) {
        Some(text) if game.compiled.sources.iter().nth(1)?.1.text() == text => Some(Given::from(shipped)),
        _ => Some(Given::from(&game.name.folder().join(name))),
    }
}

/// The plan, without handicaps.
fn plan(arguments: &Arguments, game: &Game) -> Plan {
    let strengths: Vec<Strength> = if arguments.time.is_empty() {
        arguments.nodes.iter().map(|&nodes| Strength::Nodes(nodes)).collect()
    } else {
        arguments.time.iter().map(|&time| Strength::Time(time)).collect()
    };
    Plan {
        seed: arguments.seed,
        strengths,
        values: !arguments.no_values && has_values(&game.rules),
        opening: arguments.opening,
        limit: arguments.limit,
        ..Plan::default()
    }
}

/// The requested handicaps.
fn handicaps(arguments: &Arguments, game: &Game) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for handicap in &arguments.handicap {
        let (name, fen) = handicap.split_once('=').ok_or_else(|| {
            Stop::usage(format!("`{handicap}` should be NAME=FEN: a name and a start position"))
        })?;
        let position = game.read_fen(fen.trim())?;
        if position.outcome().is_some() {
            return Err(Stop::usage(format!("the game is over in the position of `{name}`")));
        }
        starts.push(Start { name: name.trim().to_owned(), fen: Some(position.fen()) });
    }
    if let Some(name) = &arguments.odds {
        let players = &game.variant().players;
        let player = players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
        let player = player.ok_or_else(|| {
            let names: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
            Stop::usage(format!("there is no player `{name}`; the players are {}", names.join(", ")))
        })?;
        starts.extend(odds(&game.rules, PlayerId(player as u8)));
    }
    Ok(starts)
}

/// Prints the expected duration of the study.
fn estimate(arguments: &Arguments, studies: &[(Study, Game)], console: &mut Console) -> Result {
    let mut total = Duration::ZERO;
    let mut each = Vec::new();
    for (study, game) in studies {
        let one = study.estimate();
        let all = one.mul_f64(arguments.games as f64 / f64::from(arguments.threads));
        total += all;
        each.push((game.variant().name.clone(), one, all));
    }
    if arguments.format == Format::Json {
        let one = |(name, one, all): &(String, Duration, Duration)| serde_json::json!({ "variant": name, "game_seconds": one.as_secs_f64(), "seconds": all.as_secs_f64() });
        return console.json(&serde_json::json!({
            "games": arguments.games,
            "threads": arguments.threads,
            "seconds": total.as_secs_f64(),
            "studies": each.iter().map(one).collect::<Vec<_>>(),
        }));
    }
    for (name, one, all) in &each {
        let games = counted(arguments.games, "game");
        console.line(format_args!(
            "{name}: {games} of about {:.2} s take about {}",
            one.as_secs_f64(),
            lasting(*all)
        ))?;
    }
    if each.len() > 1 {
        console.line(format_args!("together about {}", lasting(total)))?;
    }
    Ok(())
}

/// A duration in words.
pub fn lasting(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => counted(seconds.max(1), "second"),
        seconds @ 100..6000 => counted((seconds + 30) / 60, "minute"),
        seconds @ 6000..170_000 => counted((seconds + 1800) / 3600, "hour"),
        seconds => counted((seconds + 43_200) / 86_400, "day"),
    }
}

/// Plays the games of all studies.
fn played(arguments: &Arguments, studies: Vec<(Study, Game)>, console: &mut Console) -> Result<Report> {
    let control = interrupt::control();
    let numbers = arguments.from..arguments.from + arguments.games;
    let whole = arguments.games * studies.len() as u64;
    let (begun, mut before) = (Instant::now(), 0);
    let mut progress = console.progress();
    let mut found = Vec::new();
    for (study, game) in studies {
        let mut tell = |data: &Data| {
            let done = before + data.played();
            progress.tell(|| {
                let left = begun.elapsed().mul_f64((whole - done) as f64 / done.max(1) as f64);
                let name = &study.rules().variant().name;
                format!("{name}: {done} of {}, {} left", counted(whole, "game"), lasting(left))
            });
        };
        let data = study.play(numbers.clone(), usize::from(arguments.threads), &control, &mut tell);
        before += data.played();
        // A game without data is not compared.
        if data.played() > 0 || found.is_empty() {
            found.push(Studied::new(game, study, data));
        }
    }
    drop(progress);
    if before == 0 {
        return Err(Stop::usage("stopped before a game was over: there is nothing to report"));
    }
    Ok(Report { studies: found, stopped: (before < whole).then_some(whole) })
}

/// The coverage in the format of lcov. The file has the name given by the user.
fn lcov(studied: &Studied) -> String {
    let Studied { game, study, data, .. } = studied;
    let folder = game.name.folder();
    let own = game.compiled.sources.iter().next().map(|(_, source)| source.name().to_owned());
    study.coverage().lcov(&data.uses, &game.compiled.sources, &|name| {
        let shipped = library::text(name.trim_end_matches(".toml")).is_some();
        if own.as_deref() == Some(name) || shipped {
            name.to_owned()
        } else {
            folder.join(name).display().to_string()
        }
    })
}
