//! The games of a file in order, and their rules.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use carn::library;
use carn::position::Rules;
use carn::record::replay::{self, Known, Ready, Replay, has_long_turns};
use carn::record::{self, Encoding, FileKind, GameTree, Problem, Problems, Severity, pgn, sgf};
use carn::variant::{Records, Script, Variant};
use serde_json::{Value, json};

use super::super::console::{Console, Progress};
use super::super::counted::counted;
use super::super::exit::{Result, Stop};
use super::super::game::{Game, stem};
use super::super::given::Given;
use super::Input;
use super::sources::each_source;
use super::threads::in_parts;

/// Finds the rules for records.
pub struct Variants {
    /// The rules for all games, if given in the call.
    fixed: Option<Known>,
    /// Whether to read strictly.
    strict: bool,
    /// Compiled rules by shipped name, since a file names the same game repeatedly.
    compiled: Mutex<Vec<(&'static str, Option<Known>)>>,
    /// Readers and writers of moves, one per thread.
    ready: Mutex<Vec<Ready>>,
}

impl Variants {
    /// The rules of VARIANT for every record, or those that each record names.
    pub fn new(variant: Option<&Given>, console: &mut Console) -> Result<Self> {
        let fixed = variant.map(|name| Self::load(name, console)).transpose()?;
        Ok(Self { fixed, strict: false, compiled: Mutex::default(), ready: Mutex::default() })
    }

    /// The rules for the records of a call.
    pub fn of(input: &Input, console: &mut Console) -> Result<Self> {
        Ok(Self { strict: input.strict, ..Self::new(input.variant.as_ref(), console)? })
    }

    /// The rules of VARIANT.
    pub fn load(name: &Given, console: &mut Console) -> Result<Known> {
        let game = Game::load(name, console)?;
        Ok(Known { hash: game.compiled.rule_hash_text(), rules: game.rules })
    }

    /// The rules for a record with this name of its game. A record cannot name a file.
    pub fn find(&self, name: &str) -> Option<Known> {
        if self.fixed.is_some() {
            return self.fixed.clone();
        }
        self.shipped(library::find(name)?)
    }

    /// Calls a function with readers and writers of moves.
    pub fn with_ready<T>(&self, work: impl FnOnce(&mut Ready) -> T) -> T {
        // The list stays valid even if a thread panicked while holding it.
        let kept = || self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let mut ready = kept().pop().unwrap_or_default();
        let done = work(&mut ready);
        kept().push(ready);
        done
    }

    /// Whether the record's game is known and has more than two players.
    pub fn for_several(&self, tree: &GameTree) -> bool {
        let known = self.find(replay::Header::new(&tree.tags).name());
        known.is_some_and(|known| known.rules.variant().players.len() > 2)
    }

    /// The rules of a shipped game, compiled when first needed.
    fn shipped(&self, name: &'static str) -> Option<Known> {
        // The list stays valid even if a thread panicked while holding it.
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = compiled.iter().find(|(known, _)| *known == name) {
            return known.clone();
        }
        let known = library::load_to_play(name).and_then(|compiled| {
            Some(Known { hash: compiled.rule_hash_text(), rules: Rules::new(compiled.variant?) })
        });
        compiled.push((name, known.clone()));
        known
    }
}

/// An opened file with its format.
pub struct Source {
    /// Its name in messages.
    pub name: String,
    pub kind: FileKind,
    pub reader: Box<dyn Read + Send>,
    /// The number of bytes read.
    pub read: Arc<AtomicU64>,
    /// The size in bytes, if known.
    pub size: Option<u64>,
    /// Whether it is one of several files.
    pub several: bool,
    /// Whether violations of the notation are errors.
    pub strict: bool,
}

impl Source {
    /// Opens FILE.
    pub fn open(file: &Given) -> Result<Source> {
        let (name, mut reader, size): (_, Box<dyn Read + Send>, _) = if file.is_standard_input() {
            ("standard input".to_owned(), Box::new(io::stdin()), None)
        } else {
            let open = File::open(file.path()).and_then(|file| Ok((file.metadata()?, file)));
            let (metadata, open) =
                open.map_err(|error| Stop::usage(format!("cannot read `{file}`: {error}")))?;
            if metadata.is_dir() {
                return Err(Stop::usage(format!("cannot read `{file}`: it is a folder")));
            }
            (file.to_string(), Box::new(open), Some(metadata.len()))
        };
        let mut head = Vec::new();
        let bytes = reader.by_ref().take(4096).read_to_end(&mut head);
        bytes.map_err(|error| Stop::usage(format!("cannot read `{name}`: {error}")))?;
        if let Some(known) = record::binary_kind(&head) {
            return Err(Stop::usage(format!("`{name}` is {known}, not a game record")));
        }
        let kind = FileKind::of(file, &head);
        let read = Arc::new(AtomicU64::new(0));
        let reader = Counted { inner: Cursor::new(head).chain(reader), read: Arc::clone(&read) };
        Ok(Source { name, kind, reader: Box::new(reader), read, size, several: false, strict: false })
    }

    /// Shows the progress of reading.
    pub fn tell(&self, progress: &mut Progress, games: u64) {
        progress.tell(|| {
            let read = self.read.load(Ordering::Relaxed);
            match self.size.filter(|&size| size > 0) {
                Some(size) => format!("{}, {}%", counted(games, "game"), read * 100 / size.max(read)),
                None => format!("{}, {} MB", counted(games, "game"), read / 1_000_000),
            }
        });
    }

    /// The error for a failed read.
    pub fn broken(&self, error: &io::Error) -> Stop {
        Stop::usage(format!("cannot read `{}`: {error}", self.name))
    }

    /// A problem with its severity in this call.
    pub fn judged(&self, problem: &Problem) -> Problem {
        if self.strict { problem.clone().strictly() } else { problem.clone() }
    }

    /// A problem with the name of its file.
    pub fn located(&self, problem: &Problem) -> String {
        let blank = if problem.line > 0 { "" } else { " " };
        format!("{}:{blank}{problem}", self.name)
    }

    /// The heading of a game: with the file's name, if there are several.
    pub fn heading(&self, number: u64, tree: &GameTree) -> String {
        let heading = heading(number, tree);
        if self.several { format!("{}: {heading}", self.name) } else { heading }
    }

    /// A problem as JSON.
    pub fn json(&self, problem: &Problem) -> Value {
        let severity = match problem.severity() {
            Severity::Error => "error",
            Severity::Note => "note",
            Severity::Warning => "warning",
        };
        json!({
            "file": self.name, "line": problem.line, "column": problem.column, "game": problem.game,
            "ply": problem.ply, "severity": severity, "kind": format!("{:?}", problem.kind),
            "message": problem.message,
        })
    }
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Prepares each requested game, possibly in several threads, and passes the results with their numbers to a function in order.
/// Then reports the problems of the file. Code 1 if there are errors.
///
/// Threads count games from the start of a part of the file, so the number given to `prepare` is only for its problems.
pub fn each<T: Send + 'static>(
    input: &Input,
    console: &mut Console,
    prepare: impl Fn(FileKind, u64, GameTree, &mut Problems) -> T + Sync,
    mut one: impl FnMut(&Source, u64, T, &mut Problems, &mut Console) -> Result,
) -> Result {
    each_source(input, console, &mut vec![], |source, console| {
        each_of(source, input, console, &prepare, &mut one)
    })
}

fn each_of<T: Send + 'static>(
    mut source: Source,
    input: &Input,
    console: &mut Console,
    prepare: &(impl Fn(FileKind, u64, GameTree, &mut Problems) -> T + Sync),
    one: &mut impl FnMut(&Source, u64, T, &mut Problems, &mut Console) -> Result,
) -> Result {
    let mut progress = console.progress();
    let wanted = |number: u64| input.game.is_none_or(|game| game == number);
    let mut number = 0;
    let mut wrong = false;
    match source.kind {
        FileKind::Pgn if input.threads > 1 && input.game.is_none() => {
            let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
            let work = |reader: pgn::Reader<io::Empty>,
                        give: &mut dyn FnMut((Option<T>, Problems)) -> bool| {
                let mut games = pgn::Games::of(reader);
                let mut count = 0;
                // Reading from memory does not fail.
                while let Some(Ok((tree, mut problems))) = games.next() {
                    count += 1;
                    let made = prepare(FileKind::Pgn, count, tree, &mut problems);
                    if !give((Some(made), problems)) {
                        return count;
                    }
                }
                give((None, games.rest()));
                count
            };
            let take = |before: u64, (made, mut problems): (Option<T>, Problems)| {
                problems.shift_games(before);
                if let Some(made) = made {
                    number += 1;
                    source.tell(&mut progress, number);
                    one(&source, number, made, &mut problems, console)?;
                }
                wrong |= report(&source, &problems, console);
                Ok(())
            };
            let threads = usize::from(input.threads);
            in_parts(reader, input.encoding, threads, work, take, |error| Err(source.broken(&error)))?;
        }
        FileKind::Pgn => {
            let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
            let mut games = pgn::Games::new(reader, input.encoding);
            while input.game.is_none_or(|game| number < game) {
                let Some(next) = games.next() else { break };
                let (tree, mut problems) = next.map_err(|error| source.broken(&error))?;
                number += 1;
                source.tell(&mut progress, number);
                if wanted(number) {
                    let made = prepare(FileKind::Pgn, number, tree, &mut problems);
                    one(&source, number, made, &mut problems, console)?;
                    wrong |= report(&source, &problems, console);
                }
            }
            wrong |= report(&source, &games.rest(), console);
        }
        kind => {
            let rest = each_whole(&mut source, input.encoding, |source, tree, mut problems| {
                number += 1;
                if wanted(number) {
                    let made = prepare(kind, number, tree, &mut problems);
                    problems.sort();
                    one(source, number, made, &mut problems, console)?;
                    wrong |= report(source, &problems, console);
                }
                Ok(())
            })?;
            wrong |= report(&source, &rest, console);
        }
    }
    drop(progress);
    there_is(input, &source, number)?;
    if number == 0 && source.kind != FileKind::Sgf {
        console.message(format_args!("{}: there is no game", source.name));
        return Err(Stop::Findings);
    }
    if wrong { Err(Stop::Findings) } else { Ok(()) }
}

/// Checks that the requested game exists among a file's `games`.
///
/// # Errors
/// A usage error if it does not.
pub fn there_is(input: &Input, source: &Source, games: u64) -> Result {
    match input.game.filter(|&game| game == 0 || game > games) {
        None => Ok(()),
        Some(game) => {
            let games = counted(games, "game");
            Err(Stop::usage(format!("`{}` has {games}, no game {game}", source.name)))
        }
    }
}

/// Reads a file other than PGN, and calls a function with each game and its problems. Returns the problems after the last game.
///
/// The games of a collection in SGF are read one at a time, since they take many times the memory of their text.
pub fn each_whole(
    source: &mut Source,
    encoding: Option<Encoding>,
    mut one: impl FnMut(&Source, GameTree, Problems) -> Result,
) -> Result<Problems> {
    let bytes = read_whole(source, "formats other than PGN")?;
    if source.kind == FileKind::Sgf {
        let (text, notes) = sgf::decode(&bytes, encoding);
        drop(bytes);
        let mut games = sgf::Games::new(&text, notes);
        games.by_ref().try_for_each(|(tree, problems)| one(source, tree, problems))?;
        return Ok(games.rest());
    }
    let sgf::Parsed { games, mut problems, .. } = source.kind.read_bytes(&bytes, encoding);
    for (tree, number) in games.into_iter().zip(1..) {
        one(source, tree, problems.take_to(number))?;
    }
    Ok(problems)
}

/// The bytes of a file up to a limit, which the message names for what is read.
fn read_whole(source: &mut Source, what: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = pgn::MAX_TREE as u64;
    let read = source.reader.by_ref().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| source.broken(&error))?;
    if bytes.len() as u64 > limit {
        let megabytes = limit >> 20;
        return Err(Stop::usage(format!(
            "`{}` is larger than {megabytes} MB, the limit for {what}",
            source.name
        )));
    }
    Ok(bytes)
}

/// Prints problems as messages; returns whether there is an error.
pub fn report(source: &Source, problems: &Problems, console: &mut Console) -> bool {
    let judged: Vec<Problem> = problems.iter().map(|problem| source.judged(problem)).collect();
    for problem in &judged {
        console.message(source.located(problem));
    }
    if problems.total() > problems.len() {
        let more = counted(problems.total() - problems.len(), "problem");
        console.message(format_args!("… and {more} more"));
    }
    judged.iter().any(|problem| problem.severity() == Severity::Error) || problems.errors() > 0
}

/// A tree with moves for any format: for SGF, the moves are taken from properties. `Err` with the unchanged tree if it is a
/// record of Go, or of another game whose moves are points.
pub fn moves_of(
    kind: FileKind,
    tree: GameTree,
    variants: &Variants,
) -> std::result::Result<GameTree, GameTree> {
    if kind != FileKind::Sgf {
        return Ok(tree);
    }
    let number = sgf::game_number(&tree);
    let named = number.and_then(|number| library::numbered(u16::try_from(number).ok()?));
    let mut moves = replay::from_sgf(&tree);
    let known =
        moves.tags.get("Variant").is_some_and(|name| !name.is_empty() && variants.find(name).is_some());
    // Without a number it would be Go, unless something else states the game.
    let other = number.is_some_and(|number| number != 1) && variants.fixed.is_some();
    if named.is_none() && !other && (number.is_some() || !known && variants.fixed.is_none()) {
        return Err(tree);
    }
    if let Some(name) = named.filter(|_| !known) {
        moves.tags.set("Variant", name);
    }
    Ok(moves)
}

/// A game with its moves and their resolution; or its tree, if it has no moves.
pub type Moves = std::result::Result<(GameTree, Option<Replay>), GameTree>;

/// A game's moves, resolved and written in a script: the requested one, or else the variant's own.
///
/// # Errors
/// A usage error if the moves cannot be written in the requested script.
pub fn written(
    kind: FileKind,
    number: u64,
    tree: GameTree,
    asked: Option<Script>,
    variants: &Variants,
    problems: &mut Problems,
) -> Result<Moves> {
    let mut moves = match moves_of(kind, tree, variants) {
        Ok(moves) => moves,
        Err(tree) => return Ok(Err(tree)),
    };
    let replay = resolve(&mut moves, number, variants, problems);
    if let Some(replay) = &replay {
        rewrite(&mut moves, replay, script_for(asked, &replay.known.rules), variants)?;
    }
    Ok(Ok((moves, replay)))
}

/// Writes the resolved moves of a game in a script.
///
/// # Errors
/// A usage error if they cannot be written in it.
pub fn rewrite(moves: &mut GameTree, replay: &Replay, script: Script, variants: &Variants) -> Result {
    can_write(script, &replay.known.rules)?;
    variants.with_ready(|ready| replay::convert_with(ready, moves, replay, script));
    Ok(())
}

/// Checks that the moves of a game can be written in a script.
///
/// # Errors
/// A usage error if they cannot.
pub fn can_write(script: Script, rules: &Rules) -> Result {
    if rules.variant().can_write(script) {
        return Ok(());
    }
    let (name, game) = (carn::notation::script_name(script), &rules.variant().name);
    Err(Stop::usage(format!("the moves of {game} cannot be written in {name}")))
}

/// Resolves a game's moves; failures are added to the problems.
pub fn resolve(
    tree: &mut GameTree,
    number: u64,
    variants: &Variants,
    problems: &mut Problems,
) -> Option<Replay> {
    let lookup = |name: &str| variants.find(name);
    let resolved = variants
        .with_ready(|ready| replay::resolve_with(ready, tree, number, &lookup, None, !variants.strict));
    match resolved {
        Ok(mut replay) => {
            problems.append(std::mem::take(&mut replay.problems));
            Some(replay)
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

/// The first game of a file, to continue it.
pub struct First {
    pub source: Source,
    /// The game with its moves.
    pub tree: GameTree,
    /// The problems of its text.
    pub problems: Problems,
    /// Whether more games follow.
    pub more: bool,
    /// The name that the record gives to its game; empty if it gives none. Formats of one game give none.
    pub named: String,
}

impl First {
    /// Reads the first game of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has no game with moves.
    pub fn read(file: &Given, variants: &Variants) -> Result<First> {
        let mut source = Source::open(file)?;
        let broken = || Stop::usage(format!("`{file}` has no game that can be played"));
        let (tree, problems, more) = match source.kind {
            FileKind::Pgn => {
                let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
                // A device may have no end.
                let mut games = pgn::Games::new(reader.take(pgn::MAX_TREE as u64), None);
                let first = games.next().transpose().map_err(|error| source.broken(&error))?;
                let (tree, problems) = first.ok_or_else(broken)?;
                (tree, problems, games.next().is_some())
            }
            kind => {
                let bytes = read_whole(&mut source, "formats other than PGN")?;
                let sgf::Parsed { games, mut problems, .. } = kind.read_bytes(&bytes, None);
                let more = games.len() > 1;
                let tree = games.into_iter().next().and_then(|tree| moves_of(kind, tree, variants).ok());
                (tree.ok_or_else(broken)?, problems.take_to(1), more)
            }
        };
        let names = matches!(source.kind, FileKind::Pgn | FileKind::Sgf);
        let named = if names { replay::Header::new(&tree.tags).name().to_owned() } else { String::new() };
        Ok(First { source, tree, problems, more, named })
    }

    /// Whether the record names the game of these rules, which come from this file or shipped game, or no game.
    pub fn is_of(&self, variant: &Variant, from: &str) -> bool {
        let named = Records::plain(&self.named);
        let mut own =
            [stem(from), variant.name.clone()].into_iter().chain(variant.notation.records.names.clone());
        let shipped = library::find(&self.named);
        named.is_empty()
            || own.any(|own| Records::plain(&own) == named)
            || shipped.is_some() && shipped == library::find(&variant.name)
    }
}

/// The text of a file in an encoding of records; `what` names its contents.
pub fn load_text(file: &Given, what: &str) -> Result<String> {
    let bytes = read_whole(&mut Source::open(file)?, what)?;
    Ok(record::encoding::decode(&bytes, None).0)
}

/// The script for writing: the requested one, or else the variant's own.
pub fn script_for(asked: Option<Script>, rules: &Rules) -> Script {
    asked.or(rules.variant().notation.scripts.first().copied()).unwrap_or(Script::Coordinate)
}

/// The number of moves per line of a list: the requested number, or else two. `None` means rounds, for more than two players or
/// turns of several moves.
pub fn a_line(asked: Option<u16>, replay: &Option<Replay>) -> Option<usize> {
    let rounds = |rules: &Rules| rules.variant().players.len() > 2 || has_long_turns(rules.variant());
    let several = replay.as_ref().is_some_and(|replay| rounds(&replay.known.rules));
    asked.map(usize::from).or((!several).then_some(2))
}

/// The comments on the main line, each with the number of moves before it.
pub fn comments(tree: &GameTree) -> Vec<(usize, String)> {
    let line = tree.main_line().enumerate();
    line.flat_map(|(ply, node)| {
        let node = &tree[node];
        node.said_before().chain(node.said()).map(move |said| (ply, said.into_owned())).collect::<Vec<_>>()
    })
    .collect()
}

/// Text of a record made safe for a terminal: control characters are shown as numbers.
pub fn visible(text: &str) -> String {
    let steers = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// `Game 3: White - Black, Event, 1-0`
fn heading(number: u64, tree: &GameTree) -> String {
    let tag = |name| tree.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
    let mut parts = vec![];
    if let (Some(white), Some(black)) = (tag("White").or(tag("Red")), tag("Black")) {
        parts.push(format!("{white} - {black}"));
    }
    parts.extend(["Event", "Date"].into_iter().filter_map(tag).map(str::to_owned));
    let marker = tree.termination.marker();
    if marker != "*" {
        parts.push(marker.into_owned());
    }
    if parts.is_empty() { format!("Game {number}") } else { format!("Game {number}: {}", parts.join(", ")) }
}
