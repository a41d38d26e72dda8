//! The state shared by all protocols: available games, the current position, options, and a search in its own thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use carn::library;
use carn::position::{PerftOptions, Position, Rules};
use carn::random::Random;
use carn::search::{Control, Info, Level, Limits, Searcher};
use carn::variant::Move;

use crate::cli::exit::{Result, Stop};
use crate::cli::given::Given;
use crate::cli::{game, memory};

use super::text::{self, Spelling};

/// A file available besides the shipped games.
struct Offered {
    name: String,
    rules: Rules,
}

/// An event of a search.
pub enum Event<'a> {
    /// The progress.
    Progress(&'a Info<'a>, &'a Position),
    /// The decision: the move, and the expected reply.
    Decision(Option<Move>, Option<Move>, &'a Position),
}

/// A protocol's handler of search events.
pub type Tell = Box<dyn FnMut(Event<'_>) + Send>;

/// The settings of an interface.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The size of the transposition table, in megabytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The number of best lines to report.
    pub lines: usize,
    /// The playing strength.
    pub level: Level,
}

/// A handler of the counts after each legal move; `None` if the count was stopped.
pub type TellCounts = Box<dyn FnOnce(&Position, Option<Vec<(Move, u64)>>) + Send>;

/// A running search, or a count of positions.
struct Running {
    /// Whether the search ends by itself when it is not pondering.
    bounded: bool,
    /// Whether this is a count.
    counts: bool,
    control: Arc<Control>,
    /// Gives the searcher back, if there was one.
    thread: JoinHandle<Option<Searcher>>,
}

/// A game with an interface.
pub struct Session {
    files: Vec<Offered>,
    variant: String,
    position: Position,
    /// Whether the last position was refused. The interface then has another than this board.
    refused: bool,
    pub settings: Settings,
    /// Present while no search runs; created when first needed.
    searcher: Option<Searcher>,
    running: Option<Running>,
    /// The number of stopped searches.
    stopped: u64,
    random: Random,
}

/// The initial game: the first of the library.
fn first() -> &'static str {
    library::names().next().unwrap_or_default()
}

impl Session {
    /// A session with the first shipped game, or the first file.
    pub fn new(files: &[PathBuf]) -> Result<Self> {
        let rules = library::rules(first()).ok_or_else(|| Stop::usage("no game is shipped"))?;
        let mut session = Self {
            files: Vec::new(),
            variant: first().to_owned(),
            position: Position::start(&rules),
            refused: false,
            settings: Settings { hash: 16, threads: 1, lines: 1, level: Level::new(Level::MOST) },
            searcher: None,
            running: None,
            stopped: 0,
            random: Random::new(u64::from(std::process::id())),
        };
        for path in files.iter().rev() {
            session.load(path).map_err(Stop::usage)?;
        }
        Ok(session)
    }

    /// The names of all available games, those of files first.
    pub fn variants(&self) -> impl Iterator<Item = &str> + '_ {
        self.files
            .iter()
            .map(|offered| offered.name.as_str())
            .chain(library::names().map(|name| -> &str { name }))
    }

    /// Whether files are available.
    pub fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// The name of the current game.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Reads a rule file, and makes it the current game.
    ///
    /// # Errors
    /// The errors of the file.
    pub fn load(&mut self, path: &Path) -> std::result::Result<(), String> {
        let shown = Given::from(path);
        let compiled = game::compile(&shown).map_err(|stop| match stop {
            Stop::Usage(message) => message,
            _ => format!("cannot read `{shown}`"),
        })?;
        let mut variant =
            compiled.variant.ok_or_else(|| format!("`{shown}` has errors: see `carn check`"))?;
        // An engine plays without a network that cannot be used.
        let _ = game::add_network(&shown, &mut variant);
        let rules = Rules::new(variant);
        let name = game::stem(&shown);
        self.files.retain(|offered| offered.name != name);
        self.files.insert(0, Offered { name: name.clone(), rules: rules.clone() });
        self.put(name, &rules);
        Ok(())
    }

    /// Selects another game, at its start.
    ///
    /// # Errors
    /// If there is no game of this name.
    pub fn choose(&mut self, name: &str) -> std::result::Result<(), String> {
        if let Some(offered) = self.files.iter().find(|offered| offered.name == game::slug(name)) {
            let (name, rules) = (offered.name.clone(), offered.rules.clone());
            self.put(name, &rules);
            return Ok(());
        }
        let known = library::find(name).ok_or_else(|| format!("there is no game `{name}`"))?;
        if known != self.variant {
            let rules = library::rules(known).ok_or_else(|| format!("there is no game `{name}`"))?;
            self.put(known.to_owned(), &rules);
        }
        Ok(())
    }

    fn put(&mut self, name: String, rules: &Rules) {
        self.stop();
        (self.variant, self.searcher) = (name, None);
        (self.position, self.refused) = (Position::start(rules), false);
    }

    /// Creates what the first search of a game needs, so that its clock does not pay for it.
    pub fn prepare(&mut self) {
        if self.running.is_none() {
            self.searcher = Some(self.take_searcher());
        }
    }

    fn take_searcher(&mut self) -> Searcher {
        let new = || Searcher::with_hash(self.position.rules(), self.settings.hash);
        self.searcher.take().unwrap_or_else(new)
    }

    /// Whether a search runs, or its decision has not been taken yet.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Clears the state of the last game.
    pub fn new_game(&mut self) {
        self.stop();
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    /// Whether the last position was refused, so that there is none to play in.
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// Notes that a position was refused, until the next is set up.
    pub fn refuse(&mut self) {
        self.refused = true;
    }

    /// Sets up a position; by default the start position.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    pub fn set_up(&mut self, fen: Option<&str>) -> std::result::Result<(), String> {
        self.stop();
        self.refuse();
        let rules = self.position.rules().clone();
        let start = || Position::start(&rules);
        // A game may start with the opponent in check; in no other position is it allowed.
        let is_start = |fen: &str| Some(start()).filter(|start| start.fen() == fen);
        self.position = match fen {
            None => start(),
            Some(fen) => Position::from_fen(&rules, fen)
                .or_else(|error| is_start(fen).ok_or_else(|| error.to_string()))?,
        };
        self.refused = false;
        Ok(())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the text is not a legal move.
    pub fn play(&mut self, text: &str, spelling: Spelling) -> std::result::Result<(), String> {
        let m = text::read(&self.position, text, spelling);
        let m = m.ok_or_else(|| format!("`{text}` is not a legal move"))?;
        self.play_move(m);
        Ok(())
    }

    /// Plays a legal move.
    pub fn play_move(&mut self, m: Move) {
        self.position.play_unchecked(m);
    }

    /// Undoes the last move, if there is one.
    pub fn take_back(&mut self) {
        self.stop();
        self.position.undo();
    }

    /// Searches in its own thread. Without limits, and while pondering, the decision waits for [`Session::stop`] or
    /// [`Session::hit`].
    pub fn go(&mut self, limits: Limits, ponders: bool, mut tell: Tell) {
        self.stop();
        let mut searcher = self.take_searcher();
        let settings = self.settings;
        searcher.threads = settings.threads;
        let lines = limits.lines.max(settings.lines);
        let limits = Limits { lines, ..limits };
        let control = Arc::new(if ponders { Control::pondering() } else { Control::new() });
        let (own, position) = (control.clone(), self.position.clone());
        let mut random = Random::new(self.random.next_u64());
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time.is_some()
            || limits.clock.is_some()
            || limits.mate.is_some();
        let thread = std::thread::spawn(move || {
            let (best, found) =
                searcher.choose(&position, &limits, settings.level, &mut random, &own, &mut |info| {
                    // Below the full strength the search finds more lines than were asked for.
                    let info = Info { lines: &info.lines[..info.lines.len().min(lines)], ..*info };
                    tell(Event::Progress(&info, &position));
                });
            while !own.is_stopped() && (own.is_pondering() || !bounded) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let reply = found.reply().filter(|_| found.best() == best);
            tell(Event::Decision(best, reply, &position));
            Some(searcher)
        });
        self.running = Some(Running { bounded, counts: false, control, thread });
    }

    /// Counts the positions at a depth after each legal move, in its own thread.
    pub fn count(&mut self, depth: u32, tell: TellCounts) {
        self.stop();
        let searcher = self.searcher.take();
        let control = Arc::new(Control::new());
        let (own, position) = (control.clone(), self.position.clone());
        let thread = std::thread::spawn(move || {
            let options = PerftOptions { stop: Some(own.stop_flag()), ..PerftOptions::default() };
            tell(&position, position.divide_with(depth, &options));
            searcher
        });
        self.running = Some(Running { bounded: true, counts: true, control, thread });
    }

    /// Waits for the end of a count.
    pub fn finish_count(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.counts) {
            self.wait();
        }
    }

    /// The opponent has played the expected move (ponder hit).
    pub fn hit(&self) {
        if let Some(running) = &self.running {
            running.control.hit();
        }
    }

    /// Stops the search, if one runs, and waits for its decision.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
            self.stopped += 1;
        }
        self.wait();
    }

    /// Requests a decision now, without waiting for it.
    pub fn hurry(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// A number that changes with every stop. It identifies decisions of stopped searches.
    pub fn searches(&self) -> u64 {
        self.stopped
    }

    /// Waits for the end of the search; a search that would not end by itself is stopped. Used when the interface's input has
    /// ended.
    pub fn finish(&mut self) {
        if let Some(Running { bounded, control, .. }) = &self.running
            && (!bounded || control.is_pondering())
        {
            control.stop();
        }
        self.wait();
    }

    /// Waits for the end of the search.
    fn wait(&mut self) {
        if let Some(Running { thread, .. }) = self.running.take() {
            self.searcher = thread.join().ok().flatten();
        }
    }

    /// Sets the size of the transposition table, in megabytes.
    ///
    /// # Errors
    /// If there is not enough memory; the table stays as it is.
    pub fn set_hash(&mut self, megabytes: usize) -> std::result::Result<(), String> {
        let megabytes = megabytes.clamp(1, 32_768);
        if !memory::has(megabytes << 20) {
            return Err(format!("not enough memory for a hash table of {megabytes} MB"));
        }
        self.stop();
        self.settings.hash = megabytes;
        if let Some(searcher) = &mut self.searcher {
            searcher.set_hash(megabytes);
        }
        Ok(())
    }
}
