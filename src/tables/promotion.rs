//! What roles may become, as far as tables tell it.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant};

use super::formula::Formula;
use super::instance::{Asks, Choices, Instance};
use super::movement::Promotion;
use super::require::each_once;

/// Whether a capture that all else allows may still be none, or cost a royal, for what the piece must then become.
pub fn renounces<const W: usize>(variant: &Variant, instance: &Instance<W>) -> bool {
    let role = variant.role(RoleId(instance.role));
    match (&instance.choices, &role.promotion) {
        (Choices::Promotion(asks), Some(promotion)) if asks.forced != Formula::Constant(false) => {
            role.royal || promotion.to.iter().all(|&role| promotion.stock.contains(role))
        }
        _ => false,
    }
}

/// What of a role's promotions the tables hold.
#[derive(Clone)]
pub struct Promotions<const W: usize> {
    /// As in [`RoleTable::promotions`](super::movement::RoleTable::promotions).
    pub four: [Promotion<W>; 4],
    /// From where the last two hold.
    pub apart: Bits<W>,
    /// Targets where origin and target do not decide, from most squares and from those apart.
    pub unclear: [Bits<W>; 2],
}

impl<const W: usize> Promotions<W> {
    /// Whether origin and target do not decide what may become of the piece.
    pub fn is_unclear(&self, instance: &Instance<W>) -> bool {
        let apart = self.apart.contains(usize::from(instance.from));
        self.unclear[usize::from(apart)].contains(usize::from(instance.to))
    }
}

/// What may become of a piece on its target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    May,
    Must,
}

/// The fates on each target, where nothing is taken and where something is; `None` where no movement comes.
type Fates = Vec<[Option<Fate>; 2]>;

/// The promotions that origins and targets decide. What has been lost may decide too, and what makes or unmakes a royal
/// is looked at move by move.
///
/// Origins are told apart in two sorts at most: a zone which a piece may enter or leave is not worth more.
pub fn promotions<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    role: RoleId,
    all: &[Instance<W>],
) -> Promotions<W> {
    let mut made: Promotions<W> =
        Promotions { four: Default::default(), apart: Bits::EMPTY, unclear: [Bits::EMPTY; 2] };
    let Some(promotion) = &variant.role(role).promotion else { return made };
    let at_start = |role: RoleId| {
        let same = |&(_, piece): &(Square, Piece)| piece == Piece { player, role };
        (role.0, variant.start.pieces().filter(same).count() as u32)
    };
    for one in &mut made.four {
        one.to = each_once(&promotion.to);
        one.stock = promotion.stock.iter().map(at_start).collect();
    }
    let royals = variant.royals();
    let crowns = royals.contains(role) || promotion.to.iter().any(|&role| royals.contains(role));
    let varies = crowns || !promotion.stock.is_empty();
    let mut sorts: [Fates; 2] = [vec![[None; 2]; variant.board.len()], vec![[None; 2]; variant.board.len()]];
    let known = |instance: &&Instance<W>| instance.way == 0 || !instance.acts.is_empty();
    let mut known: Vec<&Instance<W>> = all.iter().filter(known).collect();
    known.sort_by_key(|instance| instance.from);
    for alike in known.chunk_by(|a, b| a.from == b.from) {
        let mut own: Fates = vec![[None; 2]; variant.board.len()];
        let mut unclear = Bits::EMPTY;
        for instance in alike {
            let to = usize::from(instance.to);
            let kinds = [instance.target.empty, instance.target.opponent];
            for (takes, _) in kinds.into_iter().enumerate().filter(|(_, open)| *open) {
                match fate(instance, takes == 1)
                    .filter(|fate| !varies || *fate == Fate::Stays && instance.choices == Choices::None)
                {
                    Some(fate) => match &mut own[to][takes] {
                        Some(other) if *other != fate => unclear.insert(to),
                        one => *one = Some(fate),
                    },
                    None => unclear.insert(to),
                }
            }
        }
        let differs = |sort: &Fates| {
            own.iter()
                .zip(sort)
                .any(|(own, sort)| (0..2).any(|i| own[i].is_some() && sort[i].is_some() && own[i] != sort[i]))
        };
        let sort = usize::from(differs(&sorts[0]));
        if sort == 1 {
            alike.iter().for_each(|instance| made.apart.insert(usize::from(instance.from)));
        }
        made.unclear[sort] |= unclear;
        for (to, (own, all)) in own.iter().zip(&mut sorts[sort]).enumerate() {
            for (own, all) in own.iter().zip(all) {
                match (*own, *all) {
                    (Some(own), Some(all)) if own != all => made.unclear[sort].insert(to),
                    (Some(_), None) => *all = *own,
                    _ => {}
                }
            }
        }
    }
    for (sort, fates) in sorts.iter().enumerate() {
        for (to, fates) in fates.iter().enumerate().filter(|(to, _)| !made.unclear[sort].contains(*to)) {
            for (takes, fate) in fates.iter().enumerate() {
                let one = &mut made.four[2 * sort + takes];
                match fate {
                    Some(Fate::May) => one.optional.insert(to),
                    Some(Fate::Must) => one.forced.insert(to),
                    Some(Fate::Stays) | None => {}
                }
            }
        }
    }
    made
}

/// What may become of the piece, if it is known once it is known whether something is taken.
fn fate<const W: usize>(instance: &Instance<W>, takes: bool) -> Option<Fate> {
    let Choices::Promotion(asks) = &instance.choices else { return Some(Fate::Stays) };
    let Asks { when, forced } = &**asks;
    let told = |formula: &Formula<W>| match formula.told(instance.to, takes) {
        Formula::Constant(value) => Some(value),
        _ => None,
    };
    match (told(when)?, told(forced)) {
        (false, _) => Some(Fate::Stays),
        (true, Some(false)) => Some(Fate::May),
        (true, Some(true)) => Some(Fate::Must),
        (true, None) => None,
    }
}
