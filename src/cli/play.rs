//! `carn play`: a game at the terminal between people, or against the computer, recorded with all its variations.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use carn::notation::{script_name, script_named};
use carn::record::{Game as Record, NodeId, Termination, pgn};
use carn::variant::{Move, PlayerId, PlayerSet, Script};

use super::console::{Console, Paint};
use super::counted::counted;
use super::draw::{Glyphs, Mark, Picture, with_hands};
use super::exit::{Result, Stop};
use super::files::write_new_or;
use super::game::{points, points_line, reject_special};
use super::given::Given;
use super::lines::{Entry, Lines};
use super::moves::elsewhere;
use super::opponent::{Against, Opponent};
use super::outcome::{names, told};
use super::record::{First, Variants, report};

const HELP: &str = "\
Type a move in any notation of the game, several moves separated by blanks, or:

  board           show the board
  moves           list the moves so far
  legal           list the legal moves
  fen             show the position as a FEN
  engine          show the position as a UCI command

  undo [N]        take back N moves
  redo [N]        replay N moves
  goto N          go to the position after N moves of this line
  branch          list the moves played from here
  branch N        continue with the Nth of them
  promote         make this line the main line
  delete          delete this move and the moves after it
  comment TEXT    add a comment here
  notation NAME   select the notation of moves
  resign          end the game; with more than two players, the others play on
  draw            end the game by agreement

  hint            suggest a move, with the expected continuation
  eval            show the score of the position
  go              let the computer make this move

  save FILE       save the game (save! overwrites a file)
  load FILE       continue the game in a file
  help            show this list
  quit            leave (quit! discards an unsaved game)

While the computer thinks, Ctrl-C makes it move at once. At a terminal, arrow
keys recall earlier lines, and Tab completes moves, commands and files.";

/// The commands that take a file name.
const WITH_FILES: &[&str] = &["save", "save!", "load"];
/// The other commands.
const COMMANDS: &[&str] = &[
    "board", "moves", "legal", "fen", "engine", "undo", "redo", "goto", "branch", "promote", "delete",
    "comment", "notation", "resign", "draw", "hint", "eval", "go", "help", "quit", "quit!",
];

/// Play a game against the computer or with others at one terminal
#[derive(clap::Args)]
#[command(after_help = "\
Type moves and commands; `help` lists the commands, such as undo, hint, save and
branches. While the computer thinks, Ctrl-C makes it move at once. If standard
input is not a terminal, and a line fails or a loaded game has errors, the exit
code is 1.

Examples:
  carn play xiangqi
  carn play chess --against 5 --as Black
  carn play chess --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  carn play chess --load game.pgn
  printf 'e4 e5 Nf3\\nmoves\\n' | carn play chess")]
pub struct Arguments {
    /// A shipped variant or a rule file
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// FEN of the position to start from [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    fen: Option<String>,
    /// Continue the game in this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    against: Against,
    /// Notation in which to write moves, one of the game's
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
    /// How to draw pieces
    #[arg(long, value_enum, default_value_t)]
    glyphs: Glyphs,
}

/// The maximum number of moves of one line, each of which keeps its position.
const MAX_PLIES: usize = 10_000;
/// The maximum number of moves of a session, over all variations.
const MAX_MOVES: usize = 100_000;
/// The maximum size of all comments of a session, in bytes.
const MAX_COMMENTS: usize = 4 << 20;

/// Reads lines until the end of the input or `quit`.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let variants = Variants::new(Some(&arguments.variant), console)?;
    let known = variants.find("").ok_or_else(|| Stop::usage("the variant has no rules"))?;
    let record = match &arguments.fen {
        Some(fen) => Record::from_fen(known.clone(), fen)
            .map_err(|error| Stop::usage(format!("the game cannot start from `{fen}`: {error}")))?,
        None => Record::new(known.clone()),
    };
    let script = known.rules.variant().notation.scripts.first().copied().unwrap_or(Script::Coordinate);
    let terminal = io::stdin().is_terminal();
    let mut table = Table {
        record,
        script,
        variants,
        from: arguments.variant.clone(),
        glyphs: arguments.glyphs,
        own: vec![],
        commented: 0,
        terminal,
        saved: String::new(),
        resigned: None,
        warned: false,
        wrong: false,
        opponent: arguments.against.opponent(&known.rules)?,
    };
    if let Some(name) = &arguments.notation {
        table.notation(name)?;
    }
    if let Some(path) = &arguments.load {
        table.load(path, console)?;
    }
    if terminal {
        console
            .line(HELP.lines().next().unwrap_or_default().replace(" Or:", " `help` lists the commands."))?;
        table.board(console)?;
    }
    table.state(console)?;
    table.saved = table.text();
    table.reply(console)?;
    let mut lines = Lines::new(WITH_FILES);
    loop {
        let line = match lines.next(console, || table.words())? {
            Entry::Line(line) => line,
            Entry::Interrupted => {
                console.message("`quit` leaves");
                continue;
            }
            Entry::Garbled => {
                console.headed(Paint::Red, "error", "this line is not valid UTF-8 and was ignored");
                continue;
            }
            Entry::End if table.may_leave("quit", console) => break,
            Entry::End => continue,
        };
        match table.obey(line.trim(), console) {
            Ok(true) => {}
            Ok(false) => break,
            Err(Stop::Usage(message)) => {
                table.wrong = true;
                console.headed(Paint::Red, "error", message);
            }
            Err(stop) => return Err(stop),
        }
    }
    if table.wrong && !terminal { Err(Stop::Findings) } else { Ok(()) }
}

/// The current game.
struct Table {
    record: Record,
    script: Script,
    variants: Variants,
    /// The rule file or the name of the shipped game.
    from: Given,
    glyphs: Glyphs,
    /// Files written in this session, which may be overwritten.
    own: Vec<PathBuf>,
    /// Bytes of comments so far.
    commented: usize,
    terminal: bool,
    /// The game when it was started, loaded or saved.
    saved: String,
    /// The player who resigned, and the node.
    resigned: Option<(NodeId, PlayerId)>,
    /// Whether a warning about an unsaved game was given.
    warned: bool,
    /// Whether a line failed, or a loaded game has errors.
    wrong: bool,
    /// The computer, which may play some players, and gives hints.
    opponent: Opponent,
}

impl Table {
    /// The game as text for a file.
    fn text(&self) -> String {
        pgn::write_game(&self.record.to_tree())
    }

    /// Whether leaving the game loses nothing. At a terminal the warning is given once; the second attempt succeeds.
    fn may_leave(&mut self, command: &str, console: &mut Console) -> bool {
        if !self.terminal || self.warned || self.text() == self.saved {
            return true;
        }
        self.warned = true;
        let again = format!("`{command}` again discards it");
        console.message(format_args!("the game is not saved: `save FILE` saves it, {again}"));
        false
    }

    /// The possible inputs: commands, and legal moves in the current notation and in coordinates.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = COMMANDS.iter().chain(WITH_FILES).map(|&word| word.to_owned()).collect();
        let position = self.record.position();
        for mv in position.legal_moves() {
            let scripts = [self.script, Script::Coordinate];
            words
                .extend(scripts.into_iter().filter_map(|script| carn::notation::write(position, mv, script)));
        }
        words.sort();
        words.dedup();
        words
    }

    /// Executes a line; `false` if it was the last.
    fn obey(&mut self, line: &str, console: &mut Console) -> Result<bool> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if !matches!(command, "" | "quit" | "exit" | "load") {
            self.warned = false;
        }
        let rest = rest.trim();
        let number = |default: usize| match rest {
            "" => Ok(default),
            text => text.parse().map_err(|_| Stop::usage(format!("`{text}` is not a number"))),
        };
        match command {
            "" => return Ok(true),
            "quit!" => return Ok(false),
            "quit" | "exit" => return Ok(!self.may_leave(command, console)),
            "help" | "?" => console.line(HELP)?,
            "board" => self.board(console)?,
            "moves" if rest.is_empty() => console.text(self.record.move_list(self.script, self.columns()))?,
            "legal" => self.legal(console)?,
            "fen" => console.line(self.record.position().fen())?,
            "engine" => self.engine(console)?,
            "undo" => {
                let wanted = number(1)?;
                let undone = self.record.undo(wanted);
                if undone == 0 && wanted > 0 {
                    return Err(Stop::usage("there is no move to take back"));
                }
                self.arrived(console)?;
            }
            "redo" => {
                let wanted = number(1)?;
                if self.record.redo(wanted) == 0 && wanted > 0 {
                    return Err(Stop::usage("there is no move to redo"));
                }
                self.arrived(console)?;
            }
            "goto" => {
                let ply = number(0)?;
                let here = self.record.ply();
                if ply <= here {
                    self.record.undo(here - ply);
                } else {
                    let redone = self.record.redo(ply - here);
                    if redone < ply - here {
                        self.record.undo(redone);
                        let moves = counted(here + redone, "move");
                        return Err(Stop::usage(format!("this line has {moves}, not {ply}")));
                    }
                }
                self.arrived(console)?;
            }
            "branch" | "branches" | "variations" => self.branch(number(0)?, console)?,
            "promote" => {
                let changed = self.record.promote(self.record.node());
                console.line(if changed { "this is the main line now" } else { "this is the main line" })?;
            }
            "delete" => {
                let gone = match self.record.node() {
                    NodeId::ROOT => return Err(Stop::usage("there is no move to delete")),
                    node => self.record.delete(node),
                };
                console.line(format_args!("{} deleted", counted(gone, "move")))?;
                self.arrived(console)?;
            }
            "comment" => {
                // Account for the overhead of each comment.
                self.commented += rest.len() + 64;
                if self.commented > MAX_COMMENTS {
                    return Err(Stop::usage("the comments of a game are limited to 4 MB"));
                }
                self.record.comment(rest);
            }
            "notation" => self.notation(rest)?,
            "resign" => {
                let position = self.record.position();
                let loser = position.turn();
                if position.may_leave() {
                    self.record.play(Move::leaving()).map_err(|error| Stop::usage(error.to_string()))?;
                    self.arrived(console)?;
                    return Ok(true);
                }
                let (lost, given_up) = (Termination::lost_by(position, loser), (self.record.node(), loser));
                self.conclude(lost, Some(given_up), console)?;
            }
            "draw" => self.conclude(Termination::drawn(self.record.position()), None, console)?,
            "hint" => {
                let hint = self.opponent.hint(self.record.position(), self.script)?;
                console.line(hint)?;
            }
            "eval" => {
                let standing = self.opponent.standing(self.record.position(), self.script)?;
                console.line(standing)?;
            }
            "go" => {
                self.computer_moves(console)?;
                self.reply(console)?;
            }
            "save" | "save!" if !rest.is_empty() => {
                self.save(Path::new(rest), command == "save!", console)?
            }
            "load" if !rest.is_empty() => {
                if self.may_leave(command, console) {
                    let path = Path::new(rest);
                    reject_special(path)
                        .map_err(|error| Stop::usage(format!("cannot read `{rest}`: {error}")))?;
                    self.load(path, console)?;
                    self.arrived(console)?;
                    self.reply(console)?;
                }
            }
            "save" | "save!" | "load" => {
                return Err(Stop::usage(format!("{command} needs a file name")));
            }
            _ => {
                let before = self.record.ply();
                let played = self.play(line, console);
                if played.is_ok() || self.record.ply() > before {
                    self.arrived(console)?;
                }
                played?;
                self.reply(console)?;
            }
        }
        Ok(true)
    }

    /// Makes the computer's moves while it is to move.
    fn reply(&mut self, console: &mut Console) -> Result {
        while self.opponent.plays(self.record.position().turn())
            && self.record.outcome().is_none()
            && self.record.result() == Termination::Open
            && self.record.ply() < MAX_PLIES
        {
            self.computer_moves(console)?;
        }
        Ok(())
    }

    /// The computer makes one move.
    fn computer_moves(&mut self, console: &mut Console) -> Result {
        if self.record.outcome().is_some() {
            return Err(Stop::usage("the game is over"));
        }
        console.flush()?;
        let chosen = self.opponent.choose(self.record.position());
        let chosen = chosen.ok_or_else(|| Stop::usage("there is no move"))?;
        self.record.play(chosen).map_err(|error| Stop::usage(error.to_string()))?;
        self.arrived(console)
    }

    /// Selects the script for writing and reading moves.
    fn notation(&mut self, name: &str) -> Result {
        let rules = &self.record.known().rules;
        let script = script_named(name).filter(|&script| rules.variant().can_write(script));
        self.script = script.ok_or_else(|| {
            let scripts = rules.variant().notation.scripts.iter().map(|&script| script_name(script));
            Stop::usage(format!("the notations of this game are {}", scripts.collect::<Vec<_>>().join(", ")))
        })?;
        self.record.read_as(self.script);
        Ok(())
    }

    /// Plays the moves of a line, up to the first invalid one. Reports if a move determines the script for reading.
    fn play(&mut self, line: &str, console: &mut Console) -> Result {
        let before = self.record.read_scripts().len();
        let played = self.play_words(line);
        if self.record.read_scripts().len() < before
            && let Some(&script) = self.record.read_scripts().first()
        {
            let name = script_name(script);
            let text = format!("moves are now read as {name}; `notation` selects another");
            console.headed(Paint::Yellow, "note", text);
        }
        played
    }

    fn play_words(&mut self, line: &str) -> Result {
        for word in carn::notation::words(line) {
            if let Some(outcome) = self.record.outcome() {
                let told = told(self.record.position().rules().variant(), outcome);
                return Err(Stop::usage(format!(
                    "{word}: the game is over: {told}; `undo` takes back a move"
                )));
            }
            if self.record.ply() >= MAX_PLIES || self.record.tree().len() > MAX_MOVES {
                let moves = if self.record.ply() >= MAX_PLIES { MAX_PLIES } else { MAX_MOVES };
                let message = format!("the game has reached the limit of {moves} moves; `save` saves it");
                return Err(Stop::usage(message));
            }
            self.record.play_text(&word).map_err(|error| Stop::usage(error.to_string()))?;
        }
        Ok(())
    }

    /// Shows the current position.
    fn arrived(&self, console: &mut Console) -> Result {
        if self.terminal {
            self.board(console)?;
        }
        self.state(console)
    }

    /// The number of moves per line of the list: two, or one round with more players.
    fn columns(&self) -> Option<usize> {
        (self.record.position().rules().variant().players.len() <= 2).then_some(2)
    }

    fn board(&self, console: &mut Console) -> Result {
        let setup = self.record.position().setup();
        let mut picture = Picture::new(self.record.position().rules().variant(), &setup, self.glyphs);
        if let Some(mv) = self.record.last_move() {
            mv.target().into_iter().for_each(|to| picture.mark(to, Mark::Origin));
        }
        let (drawing, hands) = with_hands(&picture, console);
        console.text(drawing)?;
        for held in hands {
            console.line(held)?;
        }
        let points = points(self.record.position().rules().variant(), &setup);
        if points.is_empty() { Ok(()) } else { console.line(points_line(&points)) }
    }

    /// The last move, and the player to move or the outcome.
    fn state(&self, console: &mut Console) -> Result {
        let record = &self.record;
        let rules = record.position().rules();
        let last = record.ply().checked_sub(1).and_then(|ply| {
            let numbering = record.tree().number(record.node(), u32::try_from(ply).unwrap_or(u32::MAX));
            let dots = if numbering.second { "..." } else { "." };
            // Every node stores its text in the game's first script; another script needs the whole line rewritten.
            let own = rules.variant().notation.scripts.first() == Some(&self.script);
            let kept = || Some(record.tree()[record.node()].played.as_ref()?.text.to_string());
            let text = if own { kept()? } else { record.line(self.script).into_iter().nth(ply)? };
            Some(format!("{}{dots} {text}  ", numbering.number))
        });
        let now = match record.outcome() {
            Some(outcome) => told(rules.variant(), outcome),
            None => match record.result() {
                Termination::Open => {
                    let player = names(rules.variant(), PlayerSet::single(record.position().turn()));
                    let check = if record.position().in_check() { ", in check" } else { "" };
                    let out = record.position().out();
                    let gone = match out.len() {
                        0 => String::new(),
                        1 => format!("; {} is out", names(rules.variant(), out)),
                        _ => format!("; {} are out", names(rules.variant(), out)),
                    };
                    format!("{player} to move{check}{gone}")
                }
                result => self.agreed(result),
            },
        };
        console.line(format_args!("{}{now}", last.unwrap_or_default()))
    }

    /// The result if the rules do not end the game here: by resignation, or by agreement.
    fn agreed(&self, result: Termination) -> String {
        let rules = self.record.position().rules();
        let all: Vec<PlayerId> = rules.variant().everybody().iter().collect();
        let halves = match result {
            Termination::Each(scores) => scores.halves().to_vec(),
            Termination::First => vec![2, 0],
            Termination::Second => vec![0, 2],
            Termination::Draw | Termination::Open => vec![1; all.len()],
        };
        let with = |wanted: u8| -> PlayerSet {
            all.iter().zip(&halves).filter(|&(_, &half)| half == wanted).map(|(&player, _)| player).collect()
        };
        let (winners, drawn) = (with(2), with(1));
        let won = match winners.len() {
            0 if all.len() > 2 => format!("a draw between {}", names(rules.variant(), drawn)),
            0 => "a draw".to_owned(),
            1 => format!("{} wins", names(rules.variant(), winners)),
            _ => format!("{} win", names(rules.variant(), winners)),
        };
        match self.resigned.filter(|&(node, _)| node == self.record.node()) {
            Some((_, player)) => {
                format!("{} resigns, {won}", names(rules.variant(), PlayerSet::single(player)))
            }
            None if winners.is_empty() => format!("{won} by agreement"),
            None => format!("{won} by the record"),
        }
    }

    fn legal(&self, console: &mut Console) -> Result {
        let position = self.record.position();
        let write = |mv| {
            let text = carn::notation::write(position, mv, self.script)?;
            let elsewhere = elsewhere(position.rules().variant(), mv, &position.victims(mv));
            Some(if elsewhere.is_empty() { text } else { format!("{text} ({elsewhere})") })
        };
        let moves: Vec<String> = position.legal_moves().into_iter().filter_map(write).collect();
        moves.chunks(10).try_for_each(|line| console.line(line.join(" ")))
    }

    /// Prints `position fen … moves …`, from a position before which none can recur.
    fn engine(&self, console: &mut Console) -> Result {
        let (fen, moves) = self.record.since_progress();
        let mut position = self.record.position().clone();
        for _ in &moves {
            position.undo();
        }
        let mut line = format!("position fen {fen}");
        for (nth, mv) in moves.into_iter().enumerate() {
            let text = carn::notation::write(&position, mv, Script::Coordinate).unwrap_or_default();
            line += if nth == 0 { " moves " } else { " " };
            line += &text;
            position.play_unchecked(mv);
        }
        console.line(line)
    }

    /// Lists the moves played from here, or follows one of them, counted from 1.
    fn branch(&mut self, nth: usize, console: &mut Console) -> Result {
        let branches = self.record.branches();
        if nth == 0 {
            if branches.is_empty() {
                return console.line("no move has been played from here");
            }
            let own = self.record.known().rules.variant().notation.scripts.first() == Some(&self.script);
            for (number, &node) in (1..).zip(&branches) {
                let text = if own {
                    None
                } else {
                    let mut there = self.record.clone();
                    let gone = there.go(node);
                    gone.then(|| there.line(self.script).into_iter().nth(there.ply() - 1)).flatten()
                };
                let kept = || self.record.tree()[node].played.as_ref().map(|played| played.text.to_string());
                let text = text.or_else(kept).unwrap_or_default();
                console.line(format_args!("{number}: {text}"))?;
            }
            return Ok(());
        }
        let node = branches.get(nth - 1).copied();
        let node = node.ok_or_else(|| {
            let were = if branches.len() == 1 { "was" } else { "were" };
            Stop::usage(format!("{} {were} played from here", counted(branches.len(), "move")))
        })?;
        if !self.record.go(node) {
            return Err(Stop::usage("this is not a legal move"));
        }
        self.arrived(console)
    }

    /// Ends the game by the players' decision; only at the end of the main line, where a record has its result.
    fn conclude(
        &mut self,
        result: Termination,
        resigned: Option<(NodeId, PlayerId)>,
        console: &mut Console,
    ) -> Result {
        let node = self.record.node();
        let tree = self.record.tree();
        if tree.first_child(node).is_some() {
            return Err(Stop::usage(
                "only the last move of the game can have a result; moves follow here: `redo` returns to them, and then \
                 `delete` removes them",
            ));
        }
        if !tree.is_main(node) {
            return Err(Stop::usage(
                "only the main line can have a result; `promote` makes this line the main line",
            ));
        }
        if self.record.outcome().is_some() {
            return Err(Stop::usage("the game is over already"));
        }
        self.record.conclude(result);
        self.resigned = resigned;
        self.state(console)
    }

    fn save(&mut self, path: &Path, force: bool, console: &mut Console) -> Result {
        let text = pgn::write_game(&self.record.to_tree());
        let force = force || self.own.iter().any(|own| own == path);
        write_new_or(path, &text, force, "save!")?;
        self.own.push(path.to_owned());
        self.saved = text;
        console.message(format_args!("wrote {}", path.display()));
        Ok(())
    }

    fn load(&mut self, path: &Path, console: &mut Console) -> Result {
        let file = Given::from(path);
        let first = First::read(&file, &self.variants)?;
        let variant = self.record.known().rules.variant();
        if !first.is_of(variant, &self.from) {
            let (named, own) = (&first.named, &variant.name);
            let hint = match carn::library::find(named) {
                Some(shipped) => format!("`carn play {shipped} --load FILE` continues it"),
                None => "its tag Variant names the game".to_owned(),
            };
            return Err(Stop::usage(format!("`{file}` is a game of {named:?}, not of {own:?}: {hint}")));
        }
        let First { source, tree, mut problems, more, named } = first;
        let loaded = Record::from_tree(tree, &|name| self.variants.find(name));
        let (mut record, illegal) = loaded.map_err(|problem| Stop::usage(source.located(&problem)))?;
        problems.append(illegal);
        problems.sort();
        self.wrong |= report(&source, &problems, console);
        if more {
            let text = format!(
                "`{file}` has several games, and this is the first: `carn record convert FILE --game N` writes another"
            );
            console.headed(Paint::Yellow, "note", text);
        }
        if named.is_empty() {
            record.set_tag("Variant", &record.known().rules.variant().name.clone());
        }
        record.redo(usize::MAX);
        self.record = record;
        self.resigned = None;
        self.saved = self.text();
        Ok(())
    }
}
