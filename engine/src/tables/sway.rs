//! What a move may change of the other player's replies: what is known of it before any position is asked.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Piece, Variant};

use super::Rules;
use super::act::Act;
use super::afoot::Afoot;
use super::ask::{Ask, Pieces, Set};
use super::atom::Atom;
use super::instance::Choices;
use super::lookup::Lookup;
use super::movement::{General, Others, Step};
use super::side::Side;
use super::swept::Swept;
use super::turn::{Must, Omen, Turn, Wish};

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
    /// By player, first moves.
    pub firsts: [Vec<First<W>>; 2],
    /// By player, from where roles have other general movements that wait for no mark: while a piece stands there, replies are
    /// counted afresh.
    pub rare: [Vec<(u8, Bits<W>)>; 2],
    /// Pieces of which there must be more than so many, or the game may have ended.
    pub vital: Vec<(Party<W>, u32)>,
    /// Pieces with which it may have ended.
    pub fateful: Vec<Party<W>>,
    /// What is asked of all moves, or how else they are counted.
    pub mood: Mood,
    /// By player, whether the replies to that player's moves are counted in a way of their own.
    pub apart: [bool; 2],
    /// By player, who has no royal and whose pieces step.
    pub afoot: [Option<Afoot<W>>; 2],
    /// Where hooks sweep pieces off the board after captures: all else here is of the game without them.
    pub swept: Option<Box<Swept<W>>>,
}

/// What is asked of all moves, where counting by differences knows of it, or that a player's moves are sooner counted another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Nothing.
    Free,
    /// Nothing, and a player has no royal and pieces that step.
    Afoot,
    /// Who can take must: replies are counted by differences where nothing could be taken before the move.
    Pressed,
    /// No move may give check.
    Hushed {
        /// Roles (a bit each) of which lookups do not tell all: while there is one of these, each move is counted by itself.
        others: u64,
    },
}

/// A general movement of which occupancy decides all, and which only leaves a mark: most often a pawn's first move.
#[derive(Clone, Copy, Debug)]
pub struct First<const W: usize> {
    /// The role.
    pub role: u8,
    /// From where.
    pub from: u16,
    /// The target.
    pub to: u16,
    /// Squares that must be empty, the target among them.
    pub clear: Bits<W>,
}

impl<const W: usize> First<W> {
    fn new(general: &General<W>) -> Option<Self> {
        let &General { role, from, to, clear, target, .. } = general;
        let bare = general.rest.is_empty() && general.ahead.is_empty() && general.hurdles.is_empty();
        let alone = general.rights == 0 && general.hooks.is_empty() && general.choices == Choices::None;
        let marks = matches!(general.acts[..], [Act::Mark(_)]);
        let onto_empty = target.empty && !target.opponent && !target.own;
        let clear = clear | Bits::single(usize::from(to));
        (bare && alone && marks && onto_empty && !general.overlaps && !general.stays).then_some(Self {
            role,
            from,
            to,
            clear,
        })
    }
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

/// So many first moves of a player are told apart.
const FIRSTS: usize = 64;

/// For so many roles that are dropped it is kept where they may come.
pub const DROPS: usize = 8;

impl<const W: usize> Sway<W> {
    /// `None` where replies may differ by more: by what else is compulsory than to take, hooks that change the board, marks
    /// that stay, pieces that change sides or are nobody's, drops that depend on the position, general movements that are
    /// more than castling and en passant.
    pub fn new(rules: &Rules<W>, variant: &Variant, extracts: bool) -> Option<Self> {
        if let Some(mut swept) = Swept::new(rules, variant, extracts) {
            let bare = *swept.bare.sway.take()?;
            let (mood, afoot) = (if bare.mood == Mood::Afoot { Mood::Free } else { bare.mood }, [None, None]);
            let apart = [mood != Mood::Free; 2];
            return Some(Self { mood, apart, afoot, swept: Some(Box::new(swept)), ..bare });
        }
        let plain = rules.sides.iter().all(|side| {
            side.risky == 0
                && side.chains.is_empty()
                && !side.attack.asks_target
                && !side.attack.near.is_empty()
        });
        // Only checks are followed by anything.
        let heedless = rules.offers.iter().flat_map(|offer| &offer.epilogues).all(|one| match &one.when {
            Ask::Checks => true,
            Ask::All(parts) => parts.contains(&Ask::Checks),
            _ => false,
        });
        let afoot = [0, 1].map(|player| if rules.choosy { None } else { Afoot::new(rules, player) });
        let mood = match () {
            () if afoot.iter().any(Option::is_some) => Mood::Afoot,
            () if !rules.choosy => Mood::Free,
            () if is_pressed(rules) => Mood::Pressed,
            () => Mood::Hushed { others: hushed(rules)? },
        };
        let apart = match mood {
            Mood::Afoot => [0, 1].map(|player: usize| afoot[player].is_some()),
            mood => [mood != Mood::Free; 2],
        };
        let odd = rules.lenient
            || rules.aside
            || rules.phased
            || rules.vetoes
            || rules.chained
            || rules.markers.is_some()
            || rules.more_royals != 0
            || rules.memory.neutral != 0
            || rules.offers.iter().any(|offer| offer.pass.is_some());
        if !plain || !heedless || odd || rules.turns != [0, 1] {
            return None;
        }
        let guarded =
            |player: usize| rules.sides[player].guards.iter().fold(0, |all, guard| all | guard.rights);
        if [0, 1].iter().any(|&player| rules.lost_with[player].iter().any(|lost| lost & guarded(player) != 0))
        {
            return None;
        }
        let staked = [0, 1].map(|player| {
            let rights = guarded(player);
            let touched = rules.touch.iter().enumerate().filter(|(_, touched)| **touched & rights != 0);
            touched.fold(Bits::EMPTY, |all, (square, _)| all | Bits::single(square))
        });
        let rare = [rare(&rules.sides[0], 0, variant)?, rare(&rules.sides[1], 1, variant)?];
        let firsts = [firsts(&rules.sides[0]), firsts(&rules.sides[1])];
        if firsts.iter().any(|firsts| firsts.len() > FIRSTS) {
            return None;
        }
        let drops = [dropped(&rules.offers[0])?, dropped(&rules.offers[1])?];
        let royal = rules.offers.iter().flat_map(|offer| &offer.drops).filter(|drop| drop.royal);
        let crowned = royal.fold(0, |all: u64, drop| all | 1 << (drop.role & 63));
        let (vital, fateful, swept) = (Vec::new(), Vec::new(), None);
        let mut sway =
            Self { staked, drops, crowned, firsts, rare, vital, fateful, mood, apart, afoot, swept };
        for (player, offer) in rules.offers.iter().enumerate() {
            let party = |pieces: &Pieces<W>| {
                let player = if pieces.own { player } else { player ^ 1 };
                Party { player, roles: pieces.roles, on: pieces.on }
            };
            sway.vital.extend(offer.vital.iter().map(|pieces| (party(pieces), 0)));
            match &offer.omen {
                Some(Omen::Pieces(pieces, true)) => sway.fateful.push(party(pieces)),
                Some(Omen::Pieces(pieces, false)) => sway.vital.push((party(pieces), 0)),
                Some(Omen::Passes) => {}
                None => {
                    for end in offer.ends.iter().filter(|end| !is_steady(end)) {
                        let (pieces, few) = end.few()?;
                        sway.vital.push((party(&pieces), few));
                    }
                }
            }
        }
        Some(sway)
    }
}

/// Whether each player must take where that is possible, and nothing else is asked of moves, by royals or otherwise.
fn is_pressed<const W: usize>(rules: &Rules<W>) -> bool {
    let takes = |offer: &Turn<W>| {
        let must = matches!(&offer.musts[..], [Must { when: Ask::Constant(true), wish: Wish::Taking }]);
        must && offer.guard.is_none()
    };
    let classes = rules.sides.iter().flat_map(|side| &side.classes);
    let blocked = classes.into_iter().all(|class| class.lookup.is_only_blocked());
    let leaps = |step: &Step<W>| step.capture.is_empty() || step.between.is_empty();
    let stepped = rules.sides.iter().all(|side| side.steps.iter().all(leaps));
    rules.royalless && !rules.most && blocked && stepped && rules.offers.iter().all(takes)
}

/// Where no move may give check, and nothing else is asked, the roles (a bit each) of which lookups do not tell all; `None` where
/// more is asked, or pieces attack otherwise than along lines that all pieces shut.
fn hushed<const W: usize>(rules: &Rules<W>) -> Option<u64> {
    let hushed =
        |offer: &Turn<W>| offer.musts.is_empty() && offer.guard.as_ref().is_some_and(Ask::forbids_check);
    let through = rules.sides.iter().all(|side| side.attack.through);
    if rules.most || rules.flips || !through || !rules.offers.iter().all(hushed) {
        return None;
    }
    let told = |side: &Side<W>, role: u8| {
        let table = &side.roles[usize::from(role)];
        let classes = table.classes.iter().map(|&class| &side.classes[usize::from(class)]);
        !table.promotes
            && table.limited.is_empty()
            && classes.into_iter().all(|class| class.promotes.is_none() && class.lookup.is_plain())
            && side.steps.iter().all(|step| step.role != role)
            && !side.has_others(role)
            && side.generals.iter().all(|general| general.role != role)
    };
    let plain = |role: &u8| rules.sides.iter().all(|side| told(side, *role));
    Some((0..rules.roles as u8).filter(|role| !plain(role)).fold(0, |all, role| all | 1 << (role & 63)))
}

/// A player's first moves.
fn firsts<const W: usize>(side: &Side<W>) -> Vec<First<W>> {
    let generals = side.others.iter().flat_map(|others| &others.entries);
    generals.filter_map(|one| First::new(&side.generals[one.index as usize])).collect()
}

/// From where a player's roles have general movements that wait for no mark and are no first moves; `None` where pieces start
/// there, so that replies would hardly ever be told by differences.
fn rare<const W: usize>(side: &Side<W>, player: u8, variant: &Variant) -> Option<Vec<(u8, Bits<W>)>> {
    let from = |others: &Others<W>| {
        let generals = others.entries.iter().map(|one| &side.generals[one.index as usize]);
        let origins = generals.filter(|general| First::new(general).is_none());
        let origins = origins.fold(Bits::EMPTY, |all, general| all | Bits::single(usize::from(general.from)));
        let starts = |(square, piece): (Square, Piece)| {
            piece.player.0 == player && piece.role.0 == others.role && origins.contains(square.index())
        };
        let late = others.late.is_some() || variant.start.pieces().any(starts);
        (!late).then_some((others.role, origins))
    };
    side.others.iter().map(from).collect()
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
pub fn is_told_by_targets<'a, const W: usize>(mut atoms: impl Iterator<Item = &'a Atom<W>> + Clone) -> bool {
    let all = atoms.clone();
    let nearer = |atom: &Atom<W>, square: usize| {
        let rest = Bits(atom.clear) & !Bits::single(square);
        all.clone().any(|other| {
            usize::from(other.other) == square
                && other.hurdle.is_none()
                && (Bits(other.clear) & !rest).is_empty()
        })
    };
    atoms.all(|atom| atom.hurdle.is_none() && Bits(atom.clear).indices().all(|square| nearer(atom, square)))
}

impl<const W: usize> Lookup<W> {
    /// Whether a piece that comes to a square only takes targets away, and each is one to move to and to take on alike.
    pub fn is_plain(&self) -> bool {
        !matches!(self, Self::Split(_)) && self.is_only_blocked()
    }

    /// Whether a piece that comes to a square takes targets away, and might be taken there itself: it never adds any.
    fn is_only_blocked(&self) -> bool {
        match self {
            Self::Leaps(_) => true,
            Self::Whole(tables) => tables.told,
            Self::Split(tables) => tables.told,
            Self::Walk(walked) => walked.told,
        }
    }

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
