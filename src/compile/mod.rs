//! Compiles the text of a rule file to a [`Variant`]: read, resolve, lower, lint.
//!
//! - `read` parses the file, and the files it extends, into a tree of values.
//! - `sections` handles the contents of each key.
//! - `resolve` resolves the names in a pattern.
//! - `lower` expands a pattern into movements.
//! - `lint` warns of rules that are valid but probably not intended.
//! - `game` holds the state meanwhile: the `ground` (board, players, zones), `names`, functions, `natives` and `findings`.
//! - `pattern` does the same for a single pattern.

mod asked;
mod bounds;
pub mod caps;
mod failure;
mod findings;
mod functions;
mod game;
mod ground;
mod lint;
mod lower;
mod names;
mod natives;
mod once;
mod origins;
mod pattern;
mod proofs;
mod read;
mod resolve;
pub mod schema;
mod sections;
mod summary;
mod translated;

use crate::diagnostic::{self, Code, Diagnostic};
use crate::source::{Source, Sources, Span};
use crate::variant::{Notation, Records, Setup, Variant, fen};

pub(crate) use bounds::looks_of_piece;
pub use failure::RuleErrors;
pub use natives::Natives;
pub use origins::{AlternativeOrigin, Clause, ClauseOrigin, HookOrigin, LegOrigin, Origins};
pub use pattern::{CompiledPattern, board, compile_pattern};
pub use proofs::{Differs, Part, PerftCase, Quoted, TestCase};
pub use read::extends::{Edits, Loader, NoFiles};
pub use read::keys::{Change, KeyOrigin};
pub(crate) use resolve::vocabulary::written_out;
pub use resolve::vocabulary::{Vocable, vocabulary};
pub use summary::{SPECIAL, Summary, summary};
pub use translated::Translated;

use findings::Findings;
use game::Game;
use ground::Ground;
use lint::{
    lint_beyond, lint_check_at_start, lint_counters, lint_drawn, lint_dropped, lint_empty_hands, lint_ended,
    lint_impossible, lint_mate_at_once, lint_motionless, lint_never, lint_no_royal, lint_one_shade,
    lint_one_sided_royal, lint_promotion_zones, lint_rights, lint_stuck, lint_uneven, lint_unused,
    lint_wrong_sides,
};
use natives::Linked;
use read::extends::MAIN;
use read::text::At;
use read::tree::{Node, Table, Value};
use read::{extends, hash, keys};
use resolve::uncalled::resolve_uncalled_functions;
use sections::board::read_board;
use sections::choice::read_choice;
use sections::collisions::find_collisions;
use sections::counters::read_counters;
use sections::drawing::read_drawing;
use sections::ending::read_ending;
use sections::functions::read_functions;
use sections::hand::read_hand;
use sections::hooks::read_hooks;
use sections::notation::read_notation;
use sections::pieces::{declare_roles, read_roles};
use sections::players::{read_players, read_teams};
use sections::proofs::{read_differs, read_tests};
use sections::records::{check_starts, read_records};
use sections::rights::{declare_rights, read_rights};
use sections::setup::{Start, read_start, start_setup};
use sections::turns::{Order, read_turns, repeat_turns};
use sections::weights::read_weights;
use sections::zones::read_zones;

/// The result of compiling a rule file.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The rules; `None` if they have errors. Errors in `[[perft]]`, `[[test]]` and `[[differs]]` do not count.
    pub variant: Option<Variant>,
    /// The places of the rules in the files.
    pub origins: Origins,
    /// All findings, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts: the file itself first, then the files it extends.
    pub sources: Sources,
    /// The `[[perft]]` sections.
    pub perfts: Vec<PerftCase>,
    /// The `[[test]]` sections.
    pub tests: Vec<TestCase>,
    /// The `[[differs]]` sections.
    pub differs: Vec<Differs>,
    /// A hash of the rules after `extends`, which names them in game records. It is 64-bit FNV-1a over all keys and values but
    /// `name`, `description`, `[[perft]]`, `[[test]]` and `[[differs]]`. Comments and blanks do not count. `None` if the file
    /// could not be read.
    pub rule_hash: Option<u64>,
    /// The text of `description`; empty if there is none.
    pub description: Translated,
}

impl Compiled {
    /// Whether there are errors. There may be a variant all the same: errors in tests do not prevent play.
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

/// Compiles a rule file.
///
/// `name` is the file's name in messages, usually its path. Compiling never panics and always ends soon: the size of every part
/// is limited (see [`caps`]), and each limit has its own error.
///
/// ```
/// use carn::compile::{Natives, NoFiles, compile};
/// let compiled = compile("empty.toml", "name = 'Nothing'", &NoFiles, &Natives::default());
/// assert!(compiled.variant.is_none());
/// assert!(compiled.diagnostics.iter().any(|d| d.message.contains("[board]")));
/// ```
#[must_use]
pub fn compile(name: &str, text: &str, loader: &dyn Loader, natives: &Natives) -> Compiled {
    compiled(name, text, (loader, natives), &Edits::default(), true)
}

/// Compiles a rule file to play only. Lints of the whole game are skipped, which saves a quarter of the work. Errors are the
/// same.
#[must_use]
pub fn compile_to_play(name: &str, text: &str, loader: &dyn Loader, natives: &Natives) -> Compiled {
    compiled(name, text, (loader, natives), &Edits::default(), false)
}

/// Compiles a rule file with edited values; without warnings.
#[must_use]
pub fn compile_edited(
    name: &str,
    text: &str,
    loader: &dyn Loader,
    natives: &Natives,
    edits: &Edits,
) -> Compiled {
    compiled(name, text, (loader, natives), edits, false)
}

fn compiled(
    name: &str,
    text: &str,
    (loader, natives): (&dyn Loader, &Natives),
    edits: &Edits,
    lints: bool,
) -> Compiled {
    let mut compiled = Compiled::default();
    let loaded = extends::load(name, text, loader, edits, &mut compiled.sources, &mut compiled.diagnostics);
    match loaded {
        Some((root, changes)) if extends::are_whole(&compiled.diagnostics) => {
            compiled.origins.keys = keys::origins(&root);
            compiled.origins.changes = changes;
            compiled.rule_hash = Some(hash::rule_hash(&root));
            build(&root, natives, &mut compiled, lints);
        }
        // Names may be missing only because their entries could not be read, so errors about names do not count.
        Some((root, _)) => {
            let mut rest = Compiled::default();
            build(&root, natives, &mut rest, false);
            let stays = |one: &Diagnostic| {
                one.code.id().starts_with("E01") || [Code::UNKNOWN_KEY, Code::WRONG_TYPE].contains(&one.code)
            };
            compiled.diagnostics.extend(rest.diagnostics.into_iter().filter(stays));
        }
        None => {}
    }
    if lints && !compiled.has_errors() {
        check_readings(name, text, (loader, natives), &mut compiled);
    }
    explain_inherited(&mut compiled);
    diagnostic::sort(&mut compiled.diagnostics);
    compiled
}

/// Reports errors under `change` in each `[[differs]]`: the changed file must still be a valid game.
fn check_readings(name: &str, text: &str, (loader, natives): (&dyn Loader, &Natives), whole: &mut Compiled) {
    let changes = whole.differs.iter().enumerate().filter(|(_, differs)| differs.change);
    let readings: Vec<usize> = changes.map(|(nth, _)| nth).collect();
    for nth in readings {
        let edits = Edits { differs: vec![nth], ..Edits::default() };
        // The files are read in the same order, so spans stay valid.
        let reading = compiled(name, text, (loader, natives), &edits, false);
        whole.diagnostics.extend(reading.diagnostics.into_iter().filter(Diagnostic::is_error));
    }
}

/// The name and the `[records]` of a rule file, read without compiling the rest. The file's own `name` comes first. `None` if
/// the text is not valid TOML.
#[must_use]
pub fn records(text: &str) -> Option<Records> {
    let (root, errors) = read::tree::parse(&Source::new("", text), MAIN);
    root.filter(|_| errors.is_empty()).map(|root| records_of(&root))
}

/// The name and the `[records]` of a file that has been read.
fn records_of(root: &Table) -> Records {
    let mut findings = Findings::default();
    let mut records = read_records(&mut findings, root);
    records.names.splice(0..0, root.string_at(&mut findings, "name").map(|name| name.value.clone()));
    records
}

/// Adds help to errors in a shipped file: its contents no longer fit this game. A shipped file by itself has no errors. Beside
/// errors in other files these are left out, since they may follow from them.
fn explain_inherited(compiled: &mut Compiled) {
    let sources = &compiled.sources;
    let shipped = |one: &Diagnostic| {
        let name = sources.get(one.source).map(|source| source.name());
        name.filter(|name| one.is_error() && one.source != MAIN && !name.ends_with(".toml"))
    };
    let all = &mut compiled.diagnostics;
    if all.iter().any(|one| one.is_error() && shipped(one).is_none()) {
        all.retain(|one| shipped(one).is_none());
    }
    for finding in all {
        if let Some(name) = shipped(finding) {
            let help = format!(
                "this comes from `{name}`, which this file extends: override it in your own file, or delete it with `false`"
            );
            *finding = finding.clone().help(help);
        }
    }
}

/// Builds the variant from the merged rule file.
fn build(root: &Table, natives: &Natives, compiled: &mut Compiled, lints: bool) {
    let top = (MAIN, Span::point(0));
    let mut findings = Findings::default();
    root.keys(&mut findings, &schema::FILE);
    let name = match root.string_at(&mut findings, "name") {
        Some(name) => {
            names::check_printable(&mut findings, name, "the game's name");
            name.value.clone()
        }
        None => {
            if root.get("name").is_none() {
                findings.missing(top, "the rule file has no `name`");
            }
            String::new()
        }
    };
    compiled.description = Translated::read(root, &mut findings, "description");
    // Only checked here: the summary has it.
    Translated::read(root, &mut findings, "family");
    let allowed = read_allowed(root, &mut findings);
    let ground = read_board(root, top, &mut findings).and_then(|board| {
        let (players, order) = read_players(root, top, &board, &mut findings)?;
        Some((Ground::new(board, players), order))
    });
    let findings = match ground {
        Some((ground, order)) => {
            let mut game = Game::new(ground, Linked::new(natives), findings);
            let start_at = build_on_board(root, name, &order, &mut game, compiled);
            if let Some(variant) = compiled.variant.as_ref().filter(|_| lints && !game.findings.has_errors())
            {
                let (origins, sources) = (&compiled.origins, &compiled.sources);
                lint(&mut game, variant, root, (origins, sources), start_at);
            }
            if let Some(variant) = compiled.variant.as_ref().filter(|_| !game.findings.has_errors()) {
                check_starts(&mut game, root, variant);
            }
            // Errors in tests do not prevent play.
            let sound = compiled.variant.take().filter(|_| !game.findings.has_errors());
            (compiled.perfts, compiled.tests) = read_tests(&mut game, root, sound.as_ref());
            if let Some(variant) = sound.as_ref().filter(|_| !game.natives.are_trusted()) {
                let (perfts, tests) = (&compiled.perfts, &compiled.tests);
                let fens =
                    perfts.iter().flat_map(|one| &one.fen).chain(tests.iter().flat_map(|one| &one.fen));
                let named: Vec<Setup> = fens.filter_map(|text| fen::parse(variant, text).ok()).collect();
                if !named.is_empty() {
                    bounds::bound_work(&mut game.findings, variant, &named, &compiled.origins);
                }
            }
            compiled.differs = read_differs(&mut game, root);
            compiled.variant = sound;
            game.findings
        }
        None => {
            syntax_only(root, &mut findings);
            findings
        }
    };
    let found = findings.into_list().into_iter();
    compiled.diagnostics.extend(found.filter(|one| one.is_error() || !allowed.contains(&one.code)));
}

/// The warnings that the file allows.
fn read_allowed(root: &Table, findings: &mut Findings) -> Vec<Code> {
    let warnings: Vec<(&str, Code)> = Code::warnings().map(|code| (code.id(), code)).collect();
    let texts = root.strings_at(findings, "allow");
    texts.into_iter().filter_map(|text| text.word(findings, "an allowed warning", &warnings)).collect()
}

/// Builds the remaining sections, once board and players are known.
///
/// Returns the place of the setup.
fn build_on_board(
    root: &Table,
    name: String,
    order: &Order,
    game: &mut Game<'_>,
    compiled: &mut Compiled,
) -> Option<At> {
    let top = (MAIN, Span::point(0));
    let origins = &mut compiled.origins;
    declare_roles(game, root, top);
    declare_rights(game, root);
    read_zones(root, &mut game.ground, &mut game.findings);
    find_collisions(game);
    read_functions(game, root);
    let counters = read_counters(game, root);
    let mut move_names = Vec::new();
    let (mut roles, royalty) = read_roles(game, root, &mut move_names, origins);
    let teams = read_teams(root, &game.ground.players, &mut game.findings);
    let turns = read_turns(game, root, order, &roles);
    let (after_move, after_capture) =
        root.get("hooks").map(|hooks| read_hooks(game, hooks, None, origins)).unwrap_or_default();
    let hand = read_hand(game, root, &mut roles, origins);
    let choice = read_choice(game, root, origins);
    let (rights, right_slots) = read_rights(game, root);
    let drawing = read_drawing(game, root);
    let ending = read_ending(game, root, &roles, origins);
    resolve_uncalled_functions(game);
    let notation = read_notation(game, root, move_names, &roles);
    let weights = read_weights(game, root, &roles);
    let start = read_start(game, root, top);
    let mut variant = Variant {
        name,
        board: game.ground.board.clone(),
        players: game.ground.players.clone(),
        teams,
        turns,
        zones: game.ground.zones.clone(),
        roles,
        royalty,
        rights,
        right_slots,
        after_move,
        after_capture,
        choice,
        counters,
        hand,
        ending,
        notation,
        drawing,
        weights,
        start: Setup::empty(game.ground.board.len()),
        tracks_undisturbed: game.tracks_undisturbed,
        native_predicates: std::mem::take(&mut game.natives.predicates),
        native_effects: std::mem::take(&mut game.natives.effects),
    };
    repeat_turns(&mut variant);
    once::ask_once(&mut variant);
    keep_writable_scripts(&mut variant);
    // A FEN can only be checked by a complete game.
    let start_at = start.as_ref().map(Start::at);
    if !game.findings.has_errors()
        && let Some(setup) = start.and_then(|start| start_setup(game, &variant, &start))
    {
        variant.start = setup;
    }
    if !game.findings.has_errors() && !game.natives.are_trusted() {
        let start = std::slice::from_ref(&variant.start);
        bounds::bound_work(&mut game.findings, &variant, start, origins);
    }
    compiled.variant = Some(variant);
    start_at
}

/// Removes scripts that cannot write the game's moves: an heir may have other pieces or another board than its parent. If none
/// is left, the game has the default.
fn keep_writable_scripts(variant: &mut Variant) {
    let mut scripts = std::mem::take(&mut variant.notation.scripts);
    scripts.retain(|&script| variant.can_write(script));
    variant.notation.scripts = if scripts.is_empty() { Notation::default().scripts } else { scripts };
}

/// Runs the lints of the whole game.
fn lint(
    game: &mut Game<'_>,
    variant: &Variant,
    root: &Table,
    (origins, sources): (&Origins, &Sources),
    start_at: Option<At>,
) {
    lint_unused(game, variant, root, sources);
    lint_beyond(&mut game.findings, &game.asked);
    lint_counters(&mut game.findings, &game.asked, root, variant);
    lint_impossible(&mut game.findings, variant, origins);
    lint_stuck(&mut game.findings, variant, origins);
    lint_motionless(&mut game.findings, root, variant, origins);
    lint_promotion_zones(&mut game.findings, root, variant, origins);
    lint_empty_hands(&mut game.findings, root, variant);
    lint_dropped(&mut game.findings, root, variant);
    let setup = start_at.unwrap_or((MAIN, Span::point(0)));
    lint_ended(&mut game.findings, variant, origins, setup);
    lint_never(&mut game.findings, root, variant, origins);
    lint_drawn(&mut game.findings, root, variant, sources);
    lint_one_shade(&mut game.findings, variant, origins, setup);
    lint_wrong_sides(&mut game.findings, root, variant, setup);
    lint_no_royal(&mut game.findings, variant, setup);
    lint_check_at_start(&mut game.findings, variant, setup);
    lint_mate_at_once(&mut game.findings, variant, setup);
    lint_rights(game, variant, setup);
    if !lint_one_sided_royal(&mut game.findings, variant, setup) {
        lint_uneven(&mut game.findings, variant, origins, start_at);
    }
}

/// Reports syntax errors of patterns when nothing more can be checked.
fn syntax_only(root: &Table, findings: &mut Findings) {
    let Some(Value::Table(pieces)) = root.get("pieces").map(|node| &node.kind) else { return };
    for entry in &pieces.entries {
        let Value::Table(piece) = &entry.value.kind else { continue };
        for key in ["move", "capture", "pattern"] {
            let items = match piece.get(key) {
                Some(Node { kind: Value::Array(items), .. }) => items.as_slice(),
                Some(node) => std::slice::from_ref(node),
                None => &[],
            };
            for item in items {
                if let Value::String(text) = &item.kind {
                    let parsed = crate::syntax::parse_pattern(&text.value);
                    findings.report_all(text, parsed.diagnostics);
                }
            }
        }
    }
}
