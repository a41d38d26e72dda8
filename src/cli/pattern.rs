//! Tries a pattern in a game: the moves of a piece with this pattern from a square of a position.

use std::path::Path;

use carn::compile::{Compiled, compile};
use carn::diagnostic::Diagnostic;
use carn::geometry::{Board, Square};
use carn::library;
use carn::source::SourceId;
use carn::variant::{Piece, RoleId, Setup, Variant, literal};

use super::exit::{Result, Stop};
use super::game::{self, Game, read_square};
use super::new::quoted;

/// The compiled pattern.
pub struct Tried {
    /// The game with an additional role that has the pattern.
    pub compiled: Compiled,
    /// The findings about the pattern itself.
    pub findings: Vec<Diagnostic>,
}

/// A piece with the pattern on a square, and its targets.
pub struct Placed {
    pub setup: Setup,
    pub from: Square,
    /// The targets, and whether the move captures; a square may occur with both.
    pub to: Vec<(Square, bool)>,
}

/// Compiles the pattern as a role of a game, with access to its zones, functions and roles.
pub fn compile_in(game: &Game, pattern: &str) -> Result<Tried> {
    let variant = game.variant();
    let mut role = "piece".to_owned();
    while variant.role_named(&role).is_some() {
        role.push('2');
    }
    let taken = |letter: &char| variant.roles.iter().any(|role| role.letter == *letter);
    let letter = ('A'..='Z').chain('À'..='Ö').find(|letter| !taken(letter)).unwrap_or('Þ');
    let (folder, parent) = if library::text(&game.name).is_some() {
        (Path::new(""), game.name.to_string())
    } else {
        let path = game.name.path();
        let file = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".toml"));
        let Some(file) = file else {
            return Err(Stop::usage(
                "a pattern is tried in a shipped variant or in a file that ends in `.toml`",
            ));
        };
        (path.parent().unwrap_or(Path::new("")), file.to_owned())
    };
    // The pattern is on the first line, where messages point.
    let text = format!(
        "pieces.{role}.pattern = {}\npieces.{role}.letter = \"{letter}\"\nextends = {}\nname = {}\n",
        quoted(pattern),
        quoted(&parent),
        quoted(&variant.name),
    );
    let loader = library::Beside(|file: &str| game::read(&folder.join(file)));
    let compiled = compile("pattern", &text, &loader, &game::natives());
    // Findings about the generated role and file are dropped.
    let (start, end) = (text.find('"').unwrap_or(0), text.find('\n').unwrap_or(text.len()));
    let own = |finding: &&Diagnostic| {
        let within = start <= finding.span.start && finding.span.end <= end;
        finding.is_error() || (finding.source == SourceId(0) && within)
    };
    let findings = compiled.diagnostics.iter().filter(own).cloned().collect();
    Ok(Tried { compiled, findings })
}

/// Puts the piece on a square, replacing the piece there and taking its owner, and finds its moves.
pub fn place(variant: &Variant, mut setup: Setup, from: Square) -> Placed {
    let role = RoleId(variant.roles.len().saturating_sub(1) as u8);
    let mover = variant.mover(setup.turn);
    let player =
        setup.piece(from).map_or(mover, |piece| if piece.is_neutral() { mover } else { piece.player });
    if player != mover
        && let Some(turn) = variant.turns.iter().position(|turn| turn.player == player)
    {
        setup.turn = turn as u16;
    }
    if let Some(slot) = setup.squares.get_mut(from.index()) {
        *slot = Some(Piece { player, role });
    }
    let moves = literal::pseudo_legal(variant, &setup).into_iter().filter(|mv| mv.from == from);
    let mut to: Vec<(Square, bool)> =
        moves.map(|mv| (mv.to, !literal::apply(variant, &setup, mv).taken.is_empty())).collect();
    to.sort_unstable_by_key(|&(square, takes)| (square.index(), takes));
    to.dedup();
    Placed { setup, from, to }
}

/// The requested square, or the middle of the board.
pub fn origin(board: &Board, text: Option<&str>) -> Result<Square> {
    if let Some(text) = text {
        return read_square(board, text);
    }
    let point: Vec<i16> = board.axes().iter().map(|axis| (axis.length as i16 - 1) / 2).collect();
    board.at(&point).ok_or_else(|| Stop::usage("the middle of the board is a hole: say --from SQUARE"))
}
