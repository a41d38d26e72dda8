//! What a move may change of the other player's replies: what is known of it before any position is asked.

use crate::bits::Bits;

use super::Rules;
use super::atom::Atom;
use super::lookup::Lookup;

/// What counting replies by their differences needs, in a game whose replies differ by what two squares hold and no more.
#[derive(Clone, Debug)]
pub struct Sway<const W: usize> {
    /// By player, the squares on which something costs a right for which guarded movements of that player's royals ask.
    pub staked: [Bits<W>; 2],
}

impl<const W: usize> Sway<W> {
    /// `None` where replies may differ by more: by what is compulsory, ends, hooks, what is remembered, pieces that change
    /// sides or are nobody's, or general movements that are more than castling and en passant.
    pub fn new(rules: &Rules<W>) -> Option<Self> {
        let settled = !rules.intricate && !rules.losing && !rules.phased && !rules.concludes && !rules.vetoes;
        let plain = rules.sides.iter().all(|side| {
            let promoting = side.classes.iter().any(|class| class.promotes.is_some());
            side.risky == 0
                && side.others.is_empty()
                && side.chains.is_empty()
                && !promoting
                && !side.attack.asks_target
                && !side.attack.near.is_empty()
        });
        if !settled || !plain || rules.aside || rules.most || rules.chained || rules.turns != [0, 1] {
            return None;
        }
        let staked = [0, 1].map(|player| {
            let rights = rules.sides[player].guards.iter().fold(0, |all: u64, guard| all | guard.rights);
            let touched = rules.touch.iter().enumerate().filter(|(_, touched)| **touched & rights != 0);
            touched.fold(Bits::EMPTY, |all, (square, _)| all | Bits::single(square))
        });
        Some(Self { staked })
    }
}

/// Whether a square matters to these atoms, all from one square, only where it is a target itself: where one is in the way
/// of others, it is reached whenever they would be but for it.
pub fn is_told_by_targets<const W: usize>(atoms: &[&Atom<W>]) -> bool {
    let nearer = |atom: &Atom<W>, square: usize| {
        let rest = Bits(atom.clear) & !Bits::single(square);
        atoms.iter().any(|other| {
            usize::from(other.other) == square
                && other.hurdle.is_none()
                && (Bits(other.clear) & !rest).is_empty()
        })
    };
    atoms
        .iter()
        .all(|atom| atom.hurdle.is_none() && Bits(atom.clear).indices().all(|square| nearer(atom, square)))
}

impl<const W: usize> Lookup<W> {
    /// The squares of which one that is left or entered may change what a piece can do that has these targets.
    #[inline(always)]
    pub fn swaying(&self, square: usize, targets: Bits<W>) -> Bits<W> {
        match self {
            Self::Leaps(_) => Bits::EMPTY,
            Self::Whole(tables) if tables.told => tables.asked(square) & targets,
            Self::Whole(tables) => tables.asked(square),
            Self::Split(tables) => tables.asked(square) | targets,
            Self::Walk(_) => Bits::FULL,
        }
    }
}
