//! Where a piece goes on an empty board: for hints and hovering.

use carn::geometry::Square;
use carn::variant::{Piece, RoleId, Setup, Variant, literal};

use crate::cli::console::{Colour, Console};
use crate::cli::draw::{Glyphs, Mark, Picture, text};

/// A piece alone on a board, and where it goes.
pub struct Reach {
    pub from: Square,
    pub to: Vec<Square>,
    setup: Setup,
}

/// No larger boards are looked at while somebody types.
const LARGEST: usize = 1024;

/// Where a role of the first player goes from the middle of the empty board, by one alternative or by all. From the middle
/// it may not go at all; then it stands where it stands at the start.
pub fn reach(variant: &Variant, role: RoleId, alternative: Option<u32>) -> Option<Reach> {
    if variant.board.len() > LARGEST || variant.turns.is_empty() {
        return None;
    }
    // A move does not say which alternative it comes from: the others are taken out.
    let mut alone;
    let variant = match alternative {
        Some(alternative) => {
            alone = variant.clone();
            let role = alone.roles.get_mut(role.index())?;
            role.movements.retain(|movement| movement.alternative == alternative);
            &alone
        }
        None => variant,
    };
    let player = variant.mover(0);
    let axes = variant.board.axes();
    let middle: Vec<i16> = axes.iter().map(|axis| (axis.length as i16 - 1) / 2).collect();
    let here = Piece { player, role };
    let at_start = variant.start.pieces().find(|&(_, piece)| piece == here).map(|(square, _)| square);
    let places = variant.board.at(&middle).into_iter().chain(at_start);
    let mut first = None;
    for from in places {
        let mut setup = Setup::empty(variant.board.len());
        *setup.squares.get_mut(from.index())? = Some(here);
        let moves = literal::pseudo_legal(variant, &setup).into_iter();
        let mut to: Vec<Square> = moves.filter(|mv| mv.origin() == Some(from)).map(|mv| mv.to).collect();
        to.sort_unstable();
        to.dedup();
        let found = Reach { from, to, setup };
        if !found.to.is_empty() {
            return Some(found);
        }
        first.get_or_insert(found);
    }
    first
}

impl Reach {
    /// The board with the piece and where it goes.
    pub fn picture(&self, variant: &Variant) -> String {
        let mut picture = Picture::new(variant, &self.setup, Glyphs::Letters);
        self.to.iter().for_each(|&square| picture.mark(square, Mark::Target));
        picture.mark(self.from, Mark::Origin);
        text(&picture, &Console::new(Colour::Never))
    }
}
