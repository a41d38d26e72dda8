//! `[setup]`: the start position, as a FEN or as a list of pieces.

use crate::compile::findings::{Findings, unknown};
use crate::compile::game::Game;
use crate::compile::ground::{Ground, unite};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Node, Table};
use crate::compile::resolve::regions::{parse_region, region_squares};
use crate::compile::schema;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::geometry::{Square, SquareSet};
use crate::source::Span;
use crate::variant::{PlayerId, RoleId, Setup, Variant, fen};

/// The key for neutral pieces.
const NOBODY: &str = "nobody";

/// The two forms of a start position.
pub(crate) enum Start<'t> {
    /// As a FEN.
    Fen(Text),
    /// By player, piece and squares.
    Pieces(&'t Node),
}

impl Start<'_> {
    /// Its place.
    pub fn at(&self) -> At {
        match self {
            Self::Fen(text) => text.at(),
            Self::Pieces(node) => node.at(),
        }
    }
}

/// Reports an error in a FEN.
pub(crate) fn report_fen(game: &mut Game<'_>, text: &Text, error: &fen::FenError) {
    let span = Span::from(error.span.clone());
    let message = format!("the FEN does not fit the game: {error}");
    game.findings.report(text, Diagnostic::new(Code::FEN, span, message));
}

/// Reads the start position.
pub(crate) fn read_start<'t>(game: &mut Game<'_>, root: &'t Table, top: At) -> Option<Start<'t>> {
    let Some(node) = root.get("setup") else {
        game.findings.missing(top, "the rule file has no `[setup]`");
        return None;
    };
    let table = node.table(&mut game.findings, "`setup`")?;
    table.keys(&mut game.findings, &schema::SETUP);
    match (table.get("fen"), table.get("pieces")) {
        (None, None) => {
            let message = "the setup has neither `fen` nor `pieces`: the start position";
            game.findings.missing(node.at(), message);
            None
        }
        (Some(_), None) => table.string_at(&mut game.findings, "fen").cloned().map(Start::Fen),
        (None, Some(pieces)) => Some(Start::Pieces(pieces)),
        (Some(_), Some(pieces)) => {
            let message = "the start position is given twice: by `fen` and by `pieces`";
            let finding = Diagnostic::new(Code::BAD_VALUE, pieces.span, message)
                .help("keep one of the two; `fen = false` takes an inherited one out");
            game.findings.add(finding.in_source(pieces.source));
            None
        }
    }
}

/// The start position of an otherwise valid game; `None` if an error was reported.
pub(crate) fn start_setup(game: &mut Game<'_>, variant: &Variant, start: &Start<'_>) -> Option<Setup> {
    match start {
        Start::Fen(text) => {
            let parsed = fen::parse_start(variant, &text.value);
            parsed.map_err(|error| report_fen(game, text, &error)).ok()
        }
        Start::Pieces(node) => {
            let table = node.table(&mut game.findings, "`pieces`")?;
            let setup = placed(&mut game.ground, &mut game.findings, variant, table)?;
            // The printed FEN is parsed again, so that the defaults apply here too.
            let parsed = fen::parse_start(variant, &fen::print(variant, &setup));
            let report = |error: fen::FenError| {
                game.findings.report_at(
                    node.at(),
                    Code::FEN,
                    format!("the setup does not fit the game: {error}"),
                );
            };
            parsed.map_err(report).ok()
        }
    }
}

/// The pieces of all players on their squares, with every right that these pieces can have.
fn placed(ground: &mut Ground, findings: &mut Findings, variant: &Variant, table: &Table) -> Option<Setup> {
    let before = findings.len();
    let mut setup = Setup::empty(variant.board.len());
    setup.counters = variant.counters_at_start();
    for entry in &table.entries {
        let owner = owner(ground, findings, &entry.key);
        let own = entry.value.table(findings, "the pieces of a player");
        for piece in own.into_iter().flat_map(|own| &own.entries) {
            let name = &piece.key;
            let Some(role) = variant.role_named(&name.value) else {
                let known: Vec<&str> = variant.roles.iter().map(|role| role.name.as_str()).collect();
                let message = format!("there is no piece `{}`", name.value);
                findings.report(name, unknown(Code::UNKNOWN_ROLE, name.all(), message, &name.value, known));
                continue;
            };
            let Some(owner) = owner else { continue };
            let neutral = variant.role(role).neutral;
            if neutral != (owner == PlayerId::NOBODY) {
                let message = match neutral {
                    true => format!("a `{}` is neutral", name.value),
                    false => format!("a `{}` belongs to a player", name.value),
                };
                findings.report_at(name.at(), Code::BAD_VALUE, message);
                continue;
            }
            for text in piece.value.strings(findings, "where a piece stands") {
                let viewer = if neutral { PlayerId(0) } else { owner };
                let squares = squares(ground, findings, text, viewer);
                for square in squares.into_iter().flat_map(|squares| squares.iter().collect::<Vec<_>>()) {
                    put(findings, variant, &mut setup, (owner, role), square, text);
                }
            }
        }
    }
    grant(variant, &mut setup);
    (findings.len() == before).then_some(setup)
}

/// The player for a key of the setup.
fn owner(ground: &Ground, findings: &mut Findings, name: &Text) -> Option<PlayerId> {
    if name.value == NOBODY {
        return Some(PlayerId::NOBODY);
    }
    let found = ground.player(&name.value);
    if found.is_none() {
        let known = ground.players.iter().map(|player| player.name.as_str());
        let message = format!("there is no player `{}`", name.value);
        let finding = unknown(Code::UNKNOWN_PLAYER, name.all(), message, &name.value, known)
            .help(format!("list pieces under their player's name, or under `{NOBODY}`"));
        findings.report(name, finding);
    }
    found
}

/// The squares in a text: names of squares, or a region from a player's view.
fn squares(ground: &mut Ground, findings: &mut Findings, text: &Text, viewer: PlayerId) -> Option<SquareSet> {
    let mut named = ground.board.empty_set();
    let words = || text.value.split([' ', ',']).filter(|word| !word.is_empty());
    if words().next().is_some()
        && words().all(|word| ground.board.square(word).map(|square| named.insert(square)).is_some())
    {
        return Some(named);
    }
    // A name of a square ends with a digit, unlike most regions.
    let like = |word: &&str| {
        word.starts_with(char::is_alphabetic)
            && word.ends_with(|c: char| c.is_ascii_digit())
            && nearest(word, ground.names_of_zones()).is_none()
    };
    let unknown = words().find(|word| ground.board.square(word).is_none());
    if let Some(word) = unknown.filter(|word| words().all(|word| !word.contains('~')) && like(word)) {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let message = format!("the board has no square `{word}`");
        let span = Span::new(start, start + word.len());
        findings.report(text, Diagnostic::new(Code::UNKNOWN_COORDINATE, span, message));
        return None;
    }
    let region = parse_region(ground, findings, text)?;
    let mut all = ground.nowhere();
    unite(&mut all, &region_squares(ground, findings, text, &region)?);
    all.into_iter().nth(viewer.index())
}

fn put(
    findings: &mut Findings,
    variant: &Variant,
    setup: &mut Setup,
    (owner, role): (PlayerId, RoleId),
    square: Square,
    text: &Text,
) {
    let piece = crate::variant::Piece { player: owner, role };
    let Some(place) = setup.squares.get_mut(square.index()) else { return };
    if let Some(known) = place.filter(|&known| known != piece) {
        let (name, other) = (variant.board.name(square), &variant.role(known.role).name);
        let message = format!("there are two pieces on {name}: this one, and a `{other}`");
        findings.report_at(text.at(), Code::BAD_VALUE, message);
    }
    *place = Some(piece);
}

/// Sets every right whose squares hold a piece of its player; if the right lists pieces, one of these.
fn grant(variant: &Variant, setup: &mut Setup) {
    for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
        let holders = variant.rights.get(usize::from(slot.right.0)).map(|right| right.holders);
        let holds = |square: Square| {
            setup.piece(square).is_some_and(|piece| {
                let fits = slot.square != Some(square)
                    || holders.is_none_or(|roles| roles.is_empty() || roles.contains(piece.role));
                piece.player == slot.player && fits
            })
        };
        if !slot.squares.is_empty() && slot.squares.iter().all(holds) {
            setup.rights |= 1 << bit;
        }
    }
}
