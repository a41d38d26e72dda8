//! The reasons why a text is not a move.

use crate::geometry::Square;
use crate::variant::literal::{self, Cause, Examination, Refusal};
use crate::variant::{Move, RoleId, RoleSet, Script, Setup};

use super::View;

/// The contents of a readable text; unspecified parts are empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The possible squares of the piece: the mover's pieces that fit the text, whether or not they can make the move.
    pub origins: Vec<Square>,
    /// The target.
    pub to: Option<Square>,
    /// The landings of a chain, the target last; empty if the text has only origin and target.
    pub landings: Vec<Square>,
    /// The possible roles.
    pub roles: RoleSet,
    /// The role that the piece should become.
    pub choice: Option<RoleId>,
    /// The name of the movement, if the text is one (`O-O`): an index into
    /// [`Notation::move_names`](crate::variant::Notation::move_names).
    pub name: Option<u16>,
    /// The script of the text, if known.
    pub script: Option<Script>,
    /// Whether the text is a drop.
    pub drop: bool,
    /// Whether the text is a pass.
    pub pass: bool,
}

impl Wanted {
    /// For each candidate piece, the reasons why it cannot make the move. Empty if the text names neither a target nor a
    /// movement, or if no piece of the mover fits.
    pub fn refusals(&self, view: View<'_>) -> Vec<(Square, Vec<Refusal>)> {
        let meant = self.meant(view).into_iter();
        meant.map(|meant| (meant.from, meant.examination.refusals())).collect()
    }

    /// Each candidate move with the results of all its conditions. Empty in the same cases as [`Wanted::refusals`].
    pub fn meant(&self, view: View<'_>) -> Vec<Meant> {
        let View { variant, setup, .. } = view;
        if self.pass {
            let examination = literal::examine_pass(variant, setup);
            return vec![Meant { pass: true, ..Meant::new(Square(0), Square(0), examination) }];
        }
        match (self.to, self.name) {
            (Some(to), _) if self.drop => {
                let drop = |role| literal::examine_drop(variant, setup, role, to);
                let dropped = |role| Meant { drop: Some(role), ..Meant::new(to, to, drop(role)) };
                self.roles.iter().map(dropped).collect()
            }
            (Some(to), _) => self.origins.iter().flat_map(|&from| self.leading(view, from, to)).collect(),
            (None, Some(name)) => {
                let targets = self.origins.iter().map(|&from| (from, named_targets(view, from, name)));
                let moves = targets.flat_map(|(from, targets)| targets.into_iter().map(move |to| (from, to)));
                let one = |(from, to)| Meant::new(from, to, literal::examine(variant, setup, from, to));
                let mut found: Vec<_> = moves.map(one).collect();
                for Meant { from, examination, .. } in &mut found {
                    examination
                        .ways
                        .retain(|way| way.movement.is_none_or(|n| is_named(view, *from, n, name)));
                }
                found
            }
            (None, None) => Vec::new(),
        }
    }

    /// The move of a piece to the target: the repetitions of the chain that the text gives, or of one that leads there if no
    /// single movement does.
    fn leading(&self, view: View<'_>, from: Square, to: Square) -> Vec<Meant> {
        let View { variant, setup, .. } = view;
        if !self.landings.is_empty() {
            return Meant::chain(view, from, &self.landings);
        }
        let examination = literal::examine(variant, setup, from, to);
        if examination.whole == Some(Cause::NoMovement) {
            let mut paths = literal::chain_paths(variant, setup, from).into_iter();
            if let Some((_, path)) = paths.find(|(_, path)| path.last() == Some(&to)) {
                return Meant::chain(view, from, &path);
            }
        }
        vec![Meant::new(from, to, examination)]
    }
}

/// A candidate move for a text, or one repetition of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The square of the piece; for a drop, the target.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The piece to drop.
    pub drop: Option<RoleId>,
    /// Whether it is a pass, which has no squares.
    pub pass: bool,
    /// For a later repetition of a chain: the position with the piece where this repetition begins.
    pub reached: Option<Setup>,
    /// The results of the move's conditions.
    pub examination: Examination,
}

impl Meant {
    /// A move of the piece on a square.
    pub fn new(from: Square, to: Square, examination: Examination) -> Self {
        Self { from, to, drop: None, pass: false, reached: None, examination }
    }

    /// The repetitions of a chain, up to the first that is not possible.
    pub fn chain(view: View<'_>, from: Square, landings: &[Square]) -> Vec<Self> {
        let View { variant, setup, .. } = view;
        let starts = std::iter::once(from).chain(landings.iter().copied());
        let legs = literal::examine_chain(variant, setup, from, landings).into_iter();
        let one = |((examination, start), &to): ((Examination, Square), &Square)| {
            let mut reached = setup.clone();
            reached.squares.swap(from.index(), start.index());
            let reached = (start != from).then_some(reached);
            Self { reached, ..Self::new(start, to, examination) }
        };
        legs.zip(starts).zip(landings).map(one).collect()
    }

    /// The position as this move finds it.
    pub fn view<'a>(&'a self, view: View<'a>) -> View<'a> {
        View { setup: self.reached.as_ref().unwrap_or(view.setup), ..view }
    }
}

/// The targets of the movements with this name for the piece on a square.
fn named_targets(view: View<'_>, from: Square, name: u16) -> Vec<Square> {
    let Some(piece) = view.setup.piece(from) else { return Vec::new() };
    let mut targets = Vec::new();
    for movement in
        view.variant.role(piece.role).movements.iter().filter(|movement| movement.name == Some(name))
    {
        for route in literal::routes(
            view.variant,
            if piece.is_neutral() { view.mover() } else { piece.player },
            movement,
            from,
        ) {
            if !targets.contains(&route.to()) {
                targets.push(route.to());
            }
        }
    }
    targets
}

/// Whether a movement of the piece on a square has this name.
fn is_named(view: View<'_>, from: Square, movement: usize, name: u16) -> bool {
    let role = view.setup.piece(from).map(|piece| view.variant.role(piece.role));
    role.and_then(|role| role.movements.get(movement)).is_some_and(|movement| movement.name == Some(name))
}

/// The reason why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// No script can read it.
    Unreadable,
    /// The text is readable, but no legal move fits it. [`Wanted::refusals`] gives the reasons.
    NoSuchMove(Wanted),
    /// The text fits these legal moves, in their generated order.
    Ambiguous(Vec<Move>),
    /// Several scripts read the text as different legal moves: each script with its move.
    Readings(Vec<(Script, Move)>),
}

impl ReadError {
    /// The unique fitting move, or the error if there is none or more than one.
    pub(super) fn one(fitting: Vec<Move>, wanted: impl FnOnce() -> Wanted) -> Result<Move, Self> {
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(Self::NoSuchMove(wanted())),
            _ => Err(Self::Ambiguous(fitting)),
        }
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable => write!(f, "this is not the notation of a move"),
            Self::NoSuchMove(_) => write!(f, "no legal move is written like this"),
            Self::Ambiguous(moves) => write!(f, "this may be any of {} moves", moves.len()),
            Self::Readings(readings) => {
                write!(f, "this is one move")?;
                for (nth, (script, _)) in readings.iter().enumerate() {
                    let before = if nth == 0 { " in " } else { ", another in " };
                    write!(f, "{before}{}", super::script_name(*script))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ReadError {}
