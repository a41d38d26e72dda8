//! What a move may change of the other player's replies: what is known of it before any position is asked.

use crate::bits::Bits;

use super::Rules;
use super::ask::{Ask, Pieces, Set};
use super::atom::Atom;
use super::lookup::Lookup;
use super::turn::{Omen, Turn};

/// What counting replies by their differences needs, in a game whose replies differ by what a move's squares hold, and else
/// only after moves that are known beforehand.
#[derive(Clone, Debug)]
pub struct Sway<const W: usize> {
    /// By player, the squares on which something costs a right for which guarded movements of that player's royals ask.
    pub staked: [Bits<W>; 2],
    /// By player, which roles may be dropped where, each role once.
    pub drops: [Vec<(u8, Bits<W>)>; 2],
    /// Royal roles (a bit each) that may be dropped: with one of these in hand replies are counted afresh.
    pub crowned: u64,
    /// Pieces without which the game may have ended.
    pub vital: Vec<Party<W>>,
    /// Pieces with which it may have ended.
    pub fateful: Vec<Party<W>>,
}

/// Pieces of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Party<const W: usize> {
    /// Whose.
    pub player: usize,
    /// Their roles (a bit each).
    pub roles: u64,
    /// Where they stand.
    pub on: Bits<W>,
}

/// For so many roles that are dropped it is kept where they may come.
pub const DROPS: usize = 8;

impl<const W: usize> Sway<W> {
    /// `None` where replies may differ by more: by what is compulsory, hooks that change the board, marks that stay, pieces
    /// that change sides or are nobody's, drops that depend on the position, general movements that are more than castling and
    /// en passant.
    pub fn new(rules: &Rules<W>) -> Option<Self> {
        let plain = rules.sides.iter().all(|side| {
            let promoting = side.classes.iter().any(|class| class.promotes.is_some());
            side.risky == 0
                && side.others.is_empty()
                && side.chains.is_empty()
                && !promoting
                && !side.attack.asks_target
                && !side.attack.near.is_empty()
        });
        // Only checks are followed by anything.
        let heedless = rules.offers.iter().flat_map(|offer| &offer.epilogues).all(|one| match &one.when {
            Ask::Checks => true,
            Ask::All(parts) => parts.contains(&Ask::Checks),
            _ => false,
        });
        let odd = rules.choosy
            || rules.lenient
            || rules.aside
            || rules.losing
            || rules.phased
            || rules.vetoes
            || rules.chained
            || rules.markers.is_some()
            || rules.memory.neutral != 0
            || rules.offers.iter().any(|offer| offer.pass.is_some());
        if !plain || !heedless || odd || rules.turns != [0, 1] {
            return None;
        }
        let staked = [0, 1].map(|player| {
            let rights = rules.sides[player].guards.iter().fold(0, |all: u64, guard| all | guard.rights);
            let touched = rules.touch.iter().enumerate().filter(|(_, touched)| **touched & rights != 0);
            touched.fold(Bits::EMPTY, |all, (square, _)| all | Bits::single(square))
        });
        let drops = [dropped(&rules.offers[0])?, dropped(&rules.offers[1])?];
        let royal = rules.offers.iter().flat_map(|offer| &offer.drops).filter(|drop| drop.royal);
        let crowned = royal.fold(0, |all: u64, drop| all | 1 << (drop.role & 63));
        let mut sway = Self { staked, drops, crowned, vital: Vec::new(), fateful: Vec::new() };
        for (player, offer) in rules.offers.iter().enumerate() {
            let party = |pieces: &Pieces<W>| {
                let player = if pieces.own { player } else { player ^ 1 };
                Party { player, roles: pieces.roles, on: pieces.on }
            };
            sway.vital.extend(offer.vital.iter().map(party));
            match &offer.omen {
                Some(Omen::Pieces(pieces, true)) => sway.fateful.push(party(pieces)),
                Some(Omen::Pieces(pieces, false)) => sway.vital.push(party(pieces)),
                Some(Omen::Passes) => {}
                None if offer.ends.iter().all(is_steady) => {}
                None => return None,
            }
        }
        Some(sway)
    }
}

/// Where pieces may be dropped, by role; `None` where that depends on more than which squares are empty.
fn dropped<const W: usize>(offer: &Turn<W>) -> Option<Vec<(u8, Bits<W>)>> {
    let mut found: Vec<(u8, Bits<W>)> = Vec::new();
    for drop in offer.drops.iter().filter(|drop| !drop.royal) {
        let squares = match &drop.squares {
            Set::Fixed(squares) => *squares,
            Set::Empty => Bits::FULL,
            _ => return None,
        };
        let once = found.iter().all(|(role, _)| *role != drop.role);
        if drop.each.is_some() || !drop.generals.is_empty() || !once || found.len() == DROPS {
            return None;
        }
        found.push((drop.role, squares));
    }
    Some(found)
}

/// Whether a question is about counters alone, which change only as something follows a move.
fn is_steady<const W: usize>(ask: &Ask<W>) -> bool {
    match ask {
        Ask::Constant(_) | Ask::Counter(..) => true,
        Ask::Not(inner) | Ask::Settled(inner) => is_steady(inner),
        Ask::All(parts) | Ask::One(parts) => parts.iter().all(is_steady),
        _ => false,
    }
}

/// Whether a square matters to these atoms, all from one square, only where it is a target itself: where one is in the way
/// of others, it is reached whenever they would be but for it.
pub fn is_told_by_targets<const W: usize>(atoms: &[Atom<W>]) -> bool {
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
    /// The squares of which one that is left or entered may change what a piece can do that has these targets, as the board
    /// is occupied.
    #[inline(always)]
    pub fn swaying(&self, square: usize, occupied: Bits<W>, targets: Bits<W>) -> Bits<W> {
        match self {
            Self::Leaps(_) => Bits::EMPTY,
            Self::Whole(tables) if tables.told => tables.asked(square) & targets,
            Self::Whole(tables) => tables.asked(square),
            Self::Split(tables) => tables.asked(square) | targets,
            Self::Walk(walked) if walked.told => targets,
            Self::Walk(walked) => walked.asked(square, occupied) | targets,
        }
    }
}
