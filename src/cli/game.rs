//! Loads the rules and the position for a subcommand: VARIANT, `--fen`, `--moves`, squares.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use carn::compile::{self, Compiled, Edits, Natives};
use carn::diagnostic::{nearest, render_all};
use carn::geometry::{Board, Square};
use carn::library;
use carn::notation::why;
use carn::notation::{self, Consequence, LineReader, ReadError, View};
use carn::position::{FromFenError, Position, Rules};
use carn::source::Span;
use carn::variant::{Move, Network, PlayerId, Points, Role, RoleId, Script, Setup, Variant, fen};

use super::console::{Console, Paint};
use super::exit::{Result, Stop};
use super::given::Given;
use super::quote::point_at;

/// Which position to look at.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PositionArguments {
    /// FEN of the position [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Moves to play first, in any notation of the variant: e2e4 e7e5
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

/// A rule file, compiled without errors.
pub struct Game {
    /// The shipped name, or the given path.
    pub name: Given,
    /// The rules, ready to run.
    pub rules: Rules,
    /// The other results of compiling the file: origins, sources, tests.
    pub compiled: Compiled,
    /// The indices of the active `[[differs]]` sections.
    differs: Vec<usize>,
}

/// Whether rule files are trusted; set once, before the first is read.
static TRUSTED: AtomicBool = AtomicBool::new(false);

/// Sets whether the rule files of this call are trusted.
pub fn trust(trusted: bool) {
    TRUSTED.store(trusted, Ordering::Relaxed);
}

/// The options for compiling rule files: no native predicates or effects.
pub fn natives() -> Natives {
    Natives::default().trust(TRUSTED.load(Ordering::Relaxed))
}

/// Reads a UTF-8 file; the error is a clause without the file's name.
pub fn read(path: &Path) -> std::result::Result<String, String> {
    reject_special(path)?;
    read_from(std::fs::File::open(path).map_err(|error| error.to_string())?)
}

/// Rejects folders and special files before reading: reading a pipe could block forever. The error is a clause.
pub fn reject_special(path: &Path) -> std::result::Result<(), String> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err("it is a folder".to_owned()),
        Ok(found) if !found.is_file() => Err("it is a pipe or a device, not a file".to_owned()),
        _ => Ok(()),
    }
}

/// Reads the file given to a command. A pipe is accepted if its name is not that of a rule file, as shells provide for process
/// substitution.
pub fn read_given(path: &Path) -> std::result::Result<String, String> {
    let named = path.extension().is_some_and(|ending| ending == "toml");
    if named || path.is_dir() {
        read(path)
    } else {
        read_from(std::fs::File::open(path).map_err(|error| error.to_string())?)
    }
}

/// Reads a text to its end, up to a limit.
fn read_from(input: impl Read) -> std::result::Result<String, String> {
    // An untrusted "rule file" may be a disk image or a device, so reading stops at a limit regardless of the declared size.
    let longest = 16 << 20;
    let mut bytes = Vec::new();
    input.take(longest + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > longest {
        return Err(format!("it is longer than {longest} bytes, too long for a rule file"));
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("it is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
}

/// Reads UTF-8 from standard input; the error is a clause.
pub fn read_standard_input() -> std::result::Result<String, String> {
    read_from(std::io::stdin().lock())
}

/// Compiles a shipped variant or a rule file (`-` is standard input), with or without errors.
pub fn compile(name: &Given) -> Result<Compiled> {
    compile_by(name, compile::compile)
}

/// A compile function: [`compile::compile`], or one without lints.
pub type Compile = fn(&str, &str, &dyn compile::Loader, &Natives) -> Compiled;

fn compile_by(name: &Given, compile: Compile) -> Result<Compiled> {
    let compile_text = |name: &str, folder: &Path, text: &str| {
        let loader = library::Beside(|file: &str| read(&folder.join(file)));
        compile(name, text, &loader, &natives())
    };
    if let Some(text) = library::text(name) {
        return Ok(compile(&format!("{name}.toml"), text, &library::Shipped, &natives()));
    }
    if name.is_standard_input() {
        let text = read_from(std::io::stdin().lock());
        let text = text.map_err(|error| Stop::usage(format!("cannot read standard input: {error}")))?;
        return Ok(compile_text("<stdin>", Path::new(""), &text));
    }
    let path = name.path();
    if !path.exists() && !name.contains(['/', '\\', '.']) {
        let hint = library::find(name)
            .or_else(|| nearest(name, library::names()))
            .map_or("`carn list` lists the shipped variants".to_owned(), |near| {
                format!("did you mean `{near}`?")
            });
        return Err(Stop::usage(format!("there is neither a variant nor a file called `{name}`; {hint}")));
    }
    let text = read_given(path).map_err(|error| Stop::usage(format!("cannot read `{name}`: {error}")))?;
    Ok(compile_text(name, name.folder(), &text))
}

/// Adds the network of a shipped variant or of a rule file, `NAME.net` beside it, if there is one. The error is a sentence.
pub fn add_network(name: &Given, variant: &mut Variant) -> std::result::Result<(), String> {
    if library::text(name).is_some() {
        library::add_network(name, variant);
        return Ok(());
    }
    let path = name.path().with_extension("net");
    if name.is_standard_input() || !path.is_file() {
        return Ok(());
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(&path).and_then(|file| file.take(LONGEST_NETWORK).read_to_end(&mut bytes));
    let network = read.map_err(|error| error.to_string());
    let network =
        network.and_then(|_| Network::from_bytes(&bytes, variant).map_err(|error| error.to_string()));
    let refused = |why| format!("the network `{}` is not used: {why}", path.display());
    variant.weights.network = Some(Arc::new(network.map_err(refused)?));
    Ok(())
}

/// No network has more bytes.
const LONGEST_NETWORK: u64 = 1 << 20;

/// Compiles the text of a rule file in a folder, whose files it may extend.
pub fn compile_text(name: &str, folder: &Path, text: &str) -> Compiled {
    let loader = library::Beside(|file: &str| read(&folder.join(file)));
    compile::compile(name, text, &loader, &natives())
}

/// Shows the errors of a rule file that has some.
fn refused(name: &str, compiled: &Compiled, console: &mut Console) -> Stop {
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).cloned().collect();
    let rendered = render_all(&errors, &compiled.sources, console.message_style());
    console.message_rendered(rendered.trim_end());
    console.headed(Paint::Red, "error", format_args!("`{name}` has errors"));
    Stop::Findings
}

impl Game {
    /// The rules for VARIANT. Errors are shown and end the subcommand with code 1; warnings are left to `check`.
    pub fn load(name: &Given, console: &mut Console) -> Result<Self> {
        let mut compiled = compile_by(name, compile::compile_to_play)?;
        match compiled.variant.take() {
            Some(mut variant) => {
                if let Err(message) = add_network(name, &mut variant) {
                    console.headed(Paint::Yellow, "warning", message);
                }
                Ok(Self { name: name.clone(), rules: Rules::new(variant), compiled, differs: Vec::new() })
            }
            None => Err(refused(name, &compiled, console)),
        }
    }

    /// The same, but errors in the file's tests also count.
    pub fn load_proofs(name: &Given, console: &mut Console) -> Result<Self> {
        let game = Self::load(name, console)?;
        if game.compiled.has_errors() { Err(refused(name, &game.compiled, console)) } else { Ok(game) }
    }

    /// The rules.
    pub fn variant(&self) -> &Variant {
        self.rules.variant()
    }

    /// The requested position.
    pub fn position(&self, arguments: &PositionArguments, console: &mut Console) -> Result<Position> {
        let mut position = match &arguments.fen {
            Some(text) => {
                let read = Position::from_fen_leniently(&self.rules, text);
                let (position, odd) = read.map_err(|error| self.refused(text, error))?;
                if let Some(odd) = odd {
                    console.headed(Paint::Yellow, "warning", odd);
                }
                position
            }
            None => Position::start(&self.rules),
        };
        let mut reader = self.line_reader();
        let told = reader.scripts().len();
        let line = arguments.moves.join(" ");
        for text in notation::words(&line) {
            let mv = self.read_next(&mut reader, &position, &text)?;
            position.play_unchecked(mv);
        }
        if let (true, Some(&script)) = (reader.scripts().len() < told, reader.scripts().first()) {
            let name = notation::script_name(script);
            console.headed(Paint::Yellow, "note", format_args!("the moves are read as {name}"));
        }
        Ok(position)
    }

    /// A position given as text.
    pub fn read_fen(&self, text: &str) -> Result<Position> {
        Position::from_fen(&self.rules, text).map_err(|error| self.refused(text, error))
    }

    fn refused(&self, text: &str, error: FromFenError) -> Stop {
        match error {
            FromFenError::Text(error) => self.bad_fen(text, &error),
            error => Stop::usage(format!("this position cannot be played: {error}\n  {text}")),
        }
    }

    /// A setup given as text, playable or not.
    pub fn read_setup(&self, text: &str) -> Result<Setup> {
        fen::parse(self.variant(), text).map_err(|error| self.bad_fen(text, &error))
    }

    fn bad_fen(&self, text: &str, error: &fen::FenError) -> Stop {
        let place = point_at(text, Span::from(error.span.clone()));
        Stop::usage(format!("the FEN does not fit {}: {error}\n{place}", self.rules.variant().name))
    }

    /// A reader for a line of moves, in coordinates or in one of the variant's own notations.
    pub fn line_reader(&self) -> LineReader {
        let mut scripts = vec![Script::Coordinate];
        scripts.extend(&self.rules.variant().notation.scripts);
        LineReader::new(self.variant(), &scripts)
    }

    /// The next move of a line, given as text.
    pub fn read_next(&self, reader: &mut LineReader, position: &Position, text: &str) -> Result<Move> {
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: self.variant(), setup: &setup, legal: &legal };
        let last = position.moves().next_back().and_then(Move::target);
        let told = notation::spelled_out(self.variant(), text, last);
        reader.read(view, &told).map_err(|error| Stop::usage(self.illegal(position, view, text, &error)))
    }

    /// The reason why a text is not a move, as a message.
    pub fn illegal(&self, position: &Position, view: View<'_>, text: &str, error: &ReadError) -> String {
        let message = format!("`{text}` is not a legal move here: ");
        let board = &self.rules.variant().board;
        match error {
            ReadError::Readings(_) => format!("`{text}` is ambiguous: {}", why(position, error)),
            ReadError::Ambiguous(moves) => {
                let names: Vec<_> = moves.iter().map(|&mv| coordinate(view, mv)).collect();
                format!("{message}it may be any of {}", names.join(", "))
            }
            ReadError::Unreadable => {
                let (read, wanted) = match board.parse_prefix(text) {
                    Some((_, read)) => (read, "a square should follow".to_owned()),
                    None => {
                        let last = Square(board.len().saturating_sub(1) as u16);
                        let ends = format!("({} to {})", board.name(Square(0)), board.name(last));
                        (0, format!("it should start with a square {ends}"))
                    }
                };
                format!("{message}{error}; {wanted}\n{}", point_at(text, Span::new(read, text.len())))
            }
            _ => message + &why(position, error),
        }
    }

    /// A square given as text.
    pub fn read_square(&self, text: &str) -> Result<Square> {
        read_square(&self.rules.variant().board, text)
    }

    /// The name of the player to move.
    pub fn mover(&self, setup: &Setup) -> &str {
        self.player(self.rules.variant().mover(setup.turn))
    }

    /// A player's name.
    pub fn player(&self, player: PlayerId) -> &str {
        self.rules.variant().players.get(player.index()).map_or("", |player| player.name.as_str())
    }

    /// The rules without the file's value of a key, so that the inherited value applies; `None` if that is not a valid game.
    pub fn without(&self, path: &[String]) -> Option<Rules> {
        let edits = Edits { without: vec![path.to_vec()], differs: self.differs.clone() };
        self.edited(&edits)?.variant.map(Rules::new)
    }

    /// The game with one more of the file's `[[differs]]` applied, given by index; `None` if that is not a valid game.
    pub fn differing(&self, nth: usize) -> Option<Self> {
        let differs: Vec<usize> = self.differs.iter().copied().chain([nth]).collect();
        let edits = Edits { differs: differs.clone(), ..Edits::default() };
        let mut compiled = self.edited(&edits)?;
        let rules = Rules::new(compiled.variant.take()?);
        compiled.differs = self.compiled.differs.clone();
        Some(Self { name: self.name.clone(), rules, compiled, differs })
    }

    /// Compiles the file with edits.
    fn edited(&self, edits: &Edits) -> Option<Compiled> {
        let source = self.compiled.sources.iter().next()?.1;
        let folder = self.name.folder();
        let loader = library::Beside(|file: &str| read(&folder.join(file)));
        Some(compile::compile_edited(source.name(), source.text(), &loader, &natives(), edits))
    }

    /// The names of this variant: its shipped name or the file's, and its title.
    pub fn own_names(&self) -> Vec<String> {
        vec![stem(&self.name), slug(&self.rules.variant().name)]
    }

    /// The names under which others may know this variant, most likely first: its shipped name, the file's, the title, and
    /// those of the extended files.
    pub fn family(&self) -> Vec<String> {
        let mut names = self.own_names();
        names.extend(self.compiled.sources.iter().map(|(_, source)| stem(source.name())));
        names.retain(|name| !name.is_empty());
        let mut unique: Vec<String> = Vec::new();
        for name in names {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        unique
    }
}

/// The name of a file or a shipped game without folder and extension, normalised.
pub fn stem(name: &str) -> String {
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).map(slug).unwrap_or_default()
}

/// A name in lower case, without blanks.
pub fn slug(text: &str) -> String {
    text.to_lowercase().replace(char::is_whitespace, "")
}

/// A line of legal moves in a notation.
pub fn written(start: &Position, moves: &[Move], script: Script) -> Vec<String> {
    let mut position = start.here();
    let one = |&mv: &Move| {
        let text = notation::write(&position, mv, script).unwrap_or_default();
        position.play_unchecked(mv);
        text
    };
    moves.iter().map(one).collect()
}

/// A legal move in coordinates.
pub fn coordinate(view: View<'_>, mv: Move) -> String {
    notation::write_in(view, mv, Consequence::default(), Script::Coordinate).unwrap_or_default()
}

/// A square of a board, given as text.
pub fn read_square(board: &Board, text: &str) -> Result<Square> {
    board.square(text).ok_or_else(|| {
        let read = board.parse_prefix(text).map_or(0, |(_, length)| length);
        let axes: Vec<_> = board
            .axes()
            .iter()
            .enumerate()
            .map(|(index, axis)| {
                let (first, last) = board.ends(index);
                format!("{} {first} to {last}", axis.name)
            })
            .collect();
        let place = point_at(text, Span::new(read, text.len()));
        Stop::usage(format!("`{text}` is not a square of this board ({})\n{place}", axes.join(", ")))
    })
}

/// Each player's points, in tenths; empty if pieces have no points.
pub fn points<'v>(variant: &'v Variant, setup: &Setup) -> Vec<(&'v str, i64)> {
    let Some(points) = &variant.ending.points else { return Vec::new() };
    let players = variant.players.iter().enumerate();
    players
        .map(|(index, player)| (player.name.as_str(), points.of(variant, setup, PlayerId(index as u8))))
        .collect()
}

/// The points on one line.
pub fn points_line(points: &[(&str, i64)]) -> String {
    let each: Vec<_> =
        points.iter().map(|(player, tenths)| format!("{player} {}", Points::written(*tenths))).collect();
    format!("points: {}", each.join(", "))
}

/// The piece with this name, in any language, or letter.
pub fn role_named(variant: &Variant, wanted: &str) -> Result<RoleId> {
    let same = |role: &&Role| {
        role.name == wanted
            || role.letter.to_string().eq_ignore_ascii_case(wanted)
            || role.names.iter().flat_map(|local| local.names.iter().flatten()).any(|name| name == wanted)
    };
    let found = variant.roles.iter().position(|role| same(&role));
    found.map(|index| RoleId(index as u8)).ok_or_else(|| {
        let known: Vec<_> = variant.roles.iter().map(|role| role.name.as_str()).collect();
        Stop::usage(format!("{} has no piece `{wanted}`; it has {}", variant.name, known.join(", ")))
    })
}
