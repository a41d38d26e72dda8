//! Compiles a single pattern for a board, without a rule file.

use crate::diagnostic::{self, Diagnostic};
use crate::geometry::{Axis, Board, BoardError, Labels, Orientation, Square, SquareSet};
use crate::source::SourceId;
use crate::syntax;
use crate::variant::literal;
use crate::variant::{
    Choice, Ending, Mode, Movement, Notation, Piece, Player, PlayerId, Role, RoleId, Royalty, Setup, Turn,
    Variant,
};

use super::Natives;
use super::findings::Findings;
use super::game::Game;
use super::ground::Ground;
use super::lint::{lint_alternative, lint_beyond, lint_covered, lint_last_effects, lint_no_room};
use super::lower::{self, movements as lower_movements};
use super::names::Declared;
use super::natives::Linked;
use super::read::text::Text;
use super::resolve::alternative;
use super::sections::players::forward_axis;

/// A pattern compiled for a board, for a piece with this pattern alone.
#[derive(Clone, Debug)]
pub struct CompiledPattern {
    variant: Variant,
    warnings: Vec<Diagnostic>,
}

impl CompiledPattern {
    /// The movements that the pattern expands to.
    #[must_use]
    pub fn movements(&self) -> &[Movement] {
        &self.variant.roles[0].movements
    }

    /// Lints: findings with spans into the pattern's text ([`SourceId::LOCAL`]), none of them an error.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// A variant with one piece that has this pattern, and an empty board.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The squares that the piece reaches from a square of the empty board, as seen by the first player. Path rules apply;
    /// conditions see a board with this piece alone.
    #[must_use]
    pub fn squares(&self, from: Square) -> SquareSet {
        self.squares_among(from, &[])
    }

    /// The same with pieces of this kind on other squares, each with its owner (0 is the mover).
    #[must_use]
    pub fn squares_among(&self, from: Square, others: &[(Square, PlayerId)]) -> SquareSet {
        let mut setup = Setup::empty(self.variant.board.len());
        let role = RoleId(0);
        for &(square, player) in others {
            if let Some(slot) = setup.squares.get_mut(square.index()) {
                *slot = Some(Piece { player, role });
            }
        }
        let mut found = self.variant.board.empty_set();
        if let Some(slot) = setup.squares.get_mut(from.index()) {
            *slot = Some(Piece { player: PlayerId(0), role });
            for played in literal::pseudo_legal(&self.variant, &setup) {
                if played.from == from {
                    found.insert(played.to);
                }
            }
        }
        found
    }
}

/// A board of all coordinates of the given axes. Each axis has a name and a length. Axes are labelled alternately by letters
/// `a…` and numbers `1…`.
///
/// ```
/// use carn::compile::{Natives, board, compile_pattern};
/// let board = board(&[("File", 5), ("Rank", 5), ("Level", 5)]).unwrap();
/// let corner = board.square("a1a").unwrap();
/// let rook = compile_pattern("*# *", &board, &Natives::default()).unwrap();
/// assert_eq!(rook.squares(corner).len(), 12);
/// ```
///
/// # Errors
/// If there is no axis, an axis without coordinates, or too many axes or squares.
pub fn board(axes: &[(&str, u16)]) -> Result<Board, BoardError> {
    let axis = |(index, &(name, length)): (usize, &(&str, u16))| Axis {
        name: name.to_owned(),
        length,
        labels: if index % 2 == 0 && length <= 26 { Labels::Letters('a') } else { Labels::Numbers(1) },
        wraps: false,
    };
    Board::new(axes.iter().enumerate().map(axis).collect())
}

/// Compiles a pattern for a board, like a piece's `pattern`. `piece` is the name of the piece itself. There are no zones,
/// functions or rights.
///
/// # Errors
/// All errors, with spans into `text` ([`SourceId::LOCAL`]).
pub fn compile_pattern(
    text: &str,
    board: &Board,
    natives: &Natives,
) -> Result<CompiledPattern, Vec<Diagnostic>> {
    let parsed = syntax::parse_pattern(text);
    let mut findings = parsed.diagnostics;
    let Some(pattern) = parsed.value else { return Err(findings) };
    let axes = board.axes().len();
    let forward = forward_axis(board);
    let player = |name: &str, fen: &str, flipped: &[usize]| Player {
        name: name.to_owned(),
        fen: fen.to_owned(),
        orientation: Orientation::flipping(axes, flipped),
    };
    let players = vec![player("First", "w", &[]), player("Second", "b", &[forward])];
    let mut game = Game::new(Ground::new(board.clone(), players), Linked::new(natives), Findings::default());
    let source = Text::whole(text, SourceId::LOCAL);
    game.names.roles.push(Declared { name: "piece".into(), at: (SourceId::LOCAL, source.span), used: true });
    let (mut movements, mut chains) = (Vec::new(), Vec::new());
    lint_last_effects(&mut game.findings, &source, &pattern);
    for (number, ast) in pattern.alternatives.iter().enumerate() {
        // A chain lands only on empty squares.
        let mode = if ast.repeat.is_some() { Mode::Move } else { Mode::Both };
        lint_alternative(&mut game, &source, ast, mode);
        let Some(template) = alternative(&mut game, &source, ast, mode) else { continue };
        let first = movements.len();
        if lower_movements(&mut game, &template, &mut movements) {
            let chain = template.repeat.as_ref().map(|repeat| {
                chains.push(lower::chain(repeat));
                (chains.len() - 1) as u16
            });
            for movement in &mut movements[first..] {
                (movement.chain, movement.alternative) = (chain, number as u32);
            }
            lint_no_room(&mut game, template.at, &movements[first..]);
        }
    }
    lint_beyond(&mut game.findings, &game.asked);
    lint_covered(&mut game.findings, &movements, |number| {
        pattern.alternatives.get(number as usize).map(|ast| source.locate(ast.span))
    });
    findings.append(&mut game.findings.into_list());
    diagnostic::sort(&mut findings);
    if diagnostic::has_errors(&findings) {
        return Err(findings);
    }
    let role = Role { movements, chains, ..Role::new("piece", 'P') };
    let variant = Variant {
        name: String::new(),
        board: board.clone(),
        players: game.ground.players,
        teams: Vec::new(),
        turns: Turn::cycle(&[PlayerId(0), PlayerId(1)]),
        zones: game.ground.zones,
        roles: vec![role],
        royalty: Royalty::Each,
        rights: Vec::new(),
        right_slots: Vec::new(),
        after_move: Vec::new(),
        after_capture: Vec::new(),
        choice: Choice::default(),
        counters: Vec::new(),
        hand: None,
        ending: Ending::default(),
        drawing: crate::variant::Drawing::default(),
        notation: Notation::default(),
        weights: crate::variant::Weights::default(),
        start: Setup::empty(board.len()),
        tracks_undisturbed: game.tracks_undisturbed,
        native_predicates: game.natives.predicates,
        native_effects: game.natives.effects,
    };
    Ok(CompiledPattern { variant, warnings: findings })
}
