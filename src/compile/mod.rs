//! From the text of a rule file to a [`Variant`]: read, resolve, lower, lint.
//!
//! `read` makes the file (and what it extends) a tree of values; `sections` owns what stands under each key; `resolve`
//! gives every name in a pattern its meaning; `lower` writes a pattern out as movements; `lint` warns of what has a
//! meaning, but perhaps not the one that was wanted. `game` is what is known on the way, `pattern` does the same for a
//! pattern alone.

pub mod caps;
mod game;
mod lint;
mod lower;
mod natives;
mod pattern;
mod read;
mod resolve;
mod sections;

use crate::diagnostic::{self, Diagnostic};
use crate::geometry::{Axis, Board, Labels};
use crate::source::{SourceId, Sources, Span};
use crate::variant::{Mode, RoleId, Setup, Variant, fen};

pub use natives::Natives;
pub use pattern::{CompiledPattern, board, compile_pattern};
pub use read::extends::{Loader, NoFiles};
pub use sections::proofs::{PerftCase, Quoted, TestCase};

use game::Game;
use read::tree::{Kind, Node, Table};
use read::{extends, hash};

/// Where the parts of a variant were written.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// For each alternative, by [`Movement::alternative`](crate::variant::Movement::alternative).
    pub alternatives: Vec<AlternativeOrigin>,
    /// For each role, its name in the file.
    pub roles: Vec<(SourceId, Span)>,
    /// The hooks, those of the roles before those of the variant.
    pub hooks: Vec<HookOrigin>,
}

/// Where a hook was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookOrigin {
    /// The role whose moves it follows; `None`: every role's.
    pub role: Option<RoleId>,
    /// Whether it follows captures alone.
    pub after_capture: bool,
    /// The file.
    pub source: SourceId,
    /// The hook's text there.
    pub span: Span,
}

/// Where an alternative was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeOrigin {
    /// The role it belongs to.
    pub role: RoleId,
    /// What it is for.
    pub mode: Mode,
    /// The file.
    pub source: SourceId,
    /// The alternative's text there.
    pub span: Span,
}

/// What became of a rule file.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The rules; `None` if the file has errors.
    pub variant: Option<Variant>,
    /// Where the rules were written.
    pub origins: Origins,
    /// Everything found, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts read: the file itself first, then what it extends.
    pub sources: Sources,
    /// The `[[perft]]` sections.
    pub perfts: Vec<PerftCase>,
    /// The `[[test]]` sections.
    pub tests: Vec<TestCase>,
    /// A hash of the rules as they stand after `extends`, for naming them in game records: 64-bit FNV-1a over all keys
    /// and values but `name`, `description`, `[[perft]]` and `[[test]]`; comments and blanks do not count. `None` if
    /// the file could not be read.
    pub rule_hash: Option<u64>,
    /// What the file says about itself under `description`.
    pub description: Option<String>,
}

impl Compiled {
    /// Whether there are errors, and so no variant.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        diagnostic::has_errors(&self.diagnostics)
    }

    /// The rule hash as text: 16 hexadecimal digits.
    #[must_use]
    pub fn rule_hash_text(&self) -> Option<String> {
        self.rule_hash.map(|hash| format!("{hash:016x}"))
    }
}

/// The keys of a rule file.
const KEYS: [&str; 16] = [
    "name",
    "description",
    "extends",
    "turn",
    "board",
    "players",
    "zones",
    "functions",
    "rights",
    "pieces",
    "hooks",
    "setup",
    "ending",
    "notation",
    "perft",
    "test",
];

/// Compiles a rule file.
///
/// `name` is what messages call the file, usually its path. Never panics, and always ends soon: whatever in a file can
/// be large has a cap (see [`caps`]), each with an error of its own.
///
/// ```
/// use carn::compile::{Natives, NoFiles, compile};
/// let compiled = compile("empty.toml", "name = 'Nothing'", &NoFiles, &Natives::default());
/// assert!(compiled.variant.is_none());
/// assert!(compiled.diagnostics.iter().any(|d| d.message.contains("[board]")));
/// ```
#[must_use]
pub fn compile(name: &str, text: &str, loader: &dyn Loader, natives: &Natives) -> Compiled {
    let mut compiled = Compiled {
        variant: None,
        origins: Origins::default(),
        diagnostics: Vec::new(),
        sources: Sources::new(),
        perfts: Vec::new(),
        tests: Vec::new(),
        rule_hash: None,
        description: None,
    };
    let root = extends::load(name, text, loader, &mut compiled.sources, &mut compiled.diagnostics);
    if let Some(root) = root {
        compiled.rule_hash = Some(hash::rule_hash(&root));
        build(&root, natives, &mut compiled);
    }
    explain_inherited(&mut compiled);
    diagnostic::sort(&mut compiled.diagnostics);
    if compiled.has_errors() {
        compiled.variant = None;
    }
    compiled
}

/// Says of what no longer fits in an extended file how to put it right. A shipped file is fine by itself.
fn explain_inherited(compiled: &mut Compiled) {
    for finding in compiled.diagnostics.iter_mut().filter(|one| one.is_error()) {
        let Some(source) = compiled.sources.get(finding.source) else { continue };
        let name = source.name();
        if finding.source != extends::MAIN && !name.ends_with(".toml") {
            let help = format!(
                "`{name}`, which this file extends, says so: say it anew in your own file, or take it out with `false`"
            );
            *finding = finding.clone().help(help);
        }
    }
}

/// Makes the variant that the merged rule file describes.
fn build(root: &Table, natives: &Natives, compiled: &mut Compiled) {
    let top = (extends::MAIN, Span::point(0));
    let mut game = Game::new(point_board(), Vec::new(), natives);
    game.keys(root, "the rule file", &KEYS);
    let name = match game.string_at(root, "name") {
        Some(name) => name.value.clone(),
        None => {
            if root.get("name").is_none() {
                game.missing(top, "the rule file has no `name`");
            }
            String::new()
        }
    };
    compiled.description = game.string_at(root, "description").map(|text| text.value.clone());
    let turns = game.read_board(root, top).and_then(|board| {
        game.board = board;
        game.read_players(root, top)
    });
    match turns {
        Some(turns) => build_on_board(root, name, turns, &mut game, compiled),
        None => syntax_only(root, &mut game),
    }
    compiled.diagnostics.append(&mut game.findings);
}

/// The rest, once there are a board and players.
fn build_on_board(
    root: &Table,
    name: String,
    turns: Vec<crate::variant::Turn>,
    game: &mut Game<'_>,
    compiled: &mut Compiled,
) {
    let top = (extends::MAIN, Span::point(0));
    game.declare_roles(root, top);
    game.declare_rights(root);
    game.read_zones(root);
    game.find_collisions();
    game.read_functions(root);
    let mut move_names = Vec::new();
    let roles = game.read_roles(root, &mut move_names, &mut compiled.origins);
    let (after_move, after_capture) = root
        .get("hooks")
        .map(|hooks| game.read_hooks(hooks, None, &mut compiled.origins))
        .unwrap_or_default();
    let (rights, right_slots) = game.read_rights(root);
    game.resolve_unused_functions();
    let ending = game.read_ending(root, &roles);
    let notation = game.read_notation(root, move_names);
    let start_text = game.start_text(root, top);
    let squares = game.board.len();
    let mut variant = Variant {
        name,
        board: game.board.clone(),
        players: game.players.clone(),
        turns,
        zones: std::mem::take(&mut game.zones),
        roles,
        rights,
        right_slots,
        after_move,
        after_capture,
        ending,
        notation,
        start: Setup::empty(squares),
        tracks_undisturbed: game.tracks_undisturbed,
        native_predicates: std::mem::take(&mut game.native_predicates),
        native_effects: std::mem::take(&mut game.native_effects),
    };
    // A FEN can only be judged by a game that is whole.
    let whole = !diagnostic::has_errors(&game.findings);
    let start_at = start_text.as_ref().map(|text| (text.source, text.span));
    if whole && let Some(text) = start_text {
        match fen::parse_start(&variant, &text.value) {
            Ok(setup) => variant.start = setup,
            Err(error) => game.report_fen(&text, &error),
        }
    }
    let whole = !diagnostic::has_errors(&game.findings);
    if whole {
        game.lint_unused(&variant);
        game.lint_impossible(&variant, &compiled.origins);
        game.lint_stuck(&variant);
        game.lint_uneven(&variant, &compiled.origins, start_at);
    }
    (compiled.perfts, compiled.tests) = game.read_tests(root, whole.then_some(&variant));
    compiled.variant = Some(variant);
}

/// Says what is wrong with the writing of patterns when nothing more can be said.
fn syntax_only(root: &Table, game: &mut Game<'_>) {
    let Some(Kind::Table(pieces)) = root.get("pieces").map(|node| &node.kind) else { return };
    for entry in &pieces.entries {
        let Kind::Table(piece) = &entry.value.kind else { continue };
        for key in ["move", "capture", "pattern"] {
            let items = match piece.get(key) {
                Some(Node { kind: Kind::Array(items), .. }) => items.as_slice(),
                Some(node) => std::slice::from_ref(node),
                None => &[],
            };
            for item in items {
                if let Kind::String(text) = &item.kind {
                    let parsed = crate::syntax::parse_pattern(&text.value);
                    parsed.diagnostics.into_iter().for_each(|finding| game.report(text, finding));
                }
            }
        }
    }
}

/// A board of one square, for as long as none is known.
fn point_board() -> Board {
    let axis = Axis { name: String::new(), length: 1, labels: Labels::Numbers(1), wraps: false };
    Board::new(vec![axis]).expect("one square is within every bound")
}
