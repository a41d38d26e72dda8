//! The promotions that tables can decide.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant};

use super::condition::Condition;
use super::instance::{Asks, Choices, Instance};
use super::movement::Promotion;
use super::require::each_once;

/// Whether compulsory promotion may make an otherwise possible capture impossible, or cost a royal.
pub fn renounces<const W: usize>(variant: &Variant, instance: &Instance<W>) -> bool {
    let role = variant.role(RoleId(instance.role));
    match (&instance.choices, &role.promotion) {
        (Choices::Promotion(asks), Some(promotion)) if asks.forced != Condition::Constant(false) => {
            role.royal || promotion.to.iter().all(|&role| promotion.stock.contains(role))
        }
        _ => false,
    }
}

/// The promotions of a role in the tables.
#[derive(Clone)]
pub struct Promotions<const W: usize> {
    /// As in [`RoleTable::promotions`](super::movement::RoleTable::promotions).
    pub four: [Promotion<W>; 4],
    /// The origins for which the last two hold.
    pub apart: Bits<W>,
    /// Targets where origin and target do not decide, for most origins and for those apart.
    pub unclear: [Bits<W>; 2],
}

impl<const W: usize> Promotions<W> {
    /// Whether origin and target do not decide the promotion.
    pub fn is_unclear(&self, from: u16, to: u16) -> bool {
        let apart = self.apart.contains(usize::from(from));
        self.unclear[usize::from(apart)].contains(usize::from(to))
    }
}

/// The kinds of promotion on a target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    May,
    Must,
}

/// The kinds of promotion by target.
#[derive(Clone)]
struct Fates<const W: usize> {
    /// For quiet moves and captures, the targets of each [`Fate`].
    known: [[Bits<W>; 3]; 2],
    /// Targets where origin and target do not decide.
    unclear: Bits<W>,
}

impl<const W: usize> Fates<W> {
    const NONE: Self = Self { known: [[Bits::EMPTY; 3]; 2], unclear: Bits::EMPTY };

    fn add(&mut self, to: u16, takes: bool, fate: Option<Fate>) {
        match fate {
            Some(fate) => self.known[usize::from(takes)][fate as usize].insert(usize::from(to)),
            None => self.unclear.insert(usize::from(to)),
        }
    }

    /// Targets with a different known fate.
    fn differing(&self, other: &Self) -> Bits<W> {
        self.known.iter().zip(&other.known).fold(Bits::EMPTY, |all, (own, other)| {
            let [stays, may, must] = *own;
            let [other_stays, other_may, other_must] = *other;
            all | stays & (other_may | other_must)
                | may & (other_stays | other_must)
                | must & (other_stays | other_may)
        })
    }

    fn add_all(&mut self, other: &Self) {
        let pairs = self.known.iter_mut().flatten().zip(other.known.iter().flatten());
        pairs.for_each(|(own, other)| *own |= *other);
        self.unclear |= other.unclear;
    }
}

/// The promotions that depend on origin and target only. Those that depend on stock, or that make or unmake a
/// royal, are decided move by move.
///
/// There are at most two classes of origins, enough for a zone in which entering and leaving promote.
pub fn promotions<const W: usize>(
    variant: &Variant,
    (player, role): (PlayerId, RoleId),
    all: &[Instance<W>],
) -> Promotions<W> {
    let mut made = Promotions { four: Default::default(), apart: Bits::EMPTY, unclear: [Bits::EMPTY; 2] };
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
    let mut by_origin = vec![Fates::NONE; variant.board.len()];
    let known = |instance: &&Instance<W>| instance.way == 0 || !instance.acts.is_empty();
    for instance in all.iter().filter(known) {
        let asks = match &instance.choices {
            Choices::Promotion(asks) => Some(&**asks),
            _ => None,
        };
        for takes in [false, true] {
            let fate = match &instance.choices {
                _ if !(if takes { instance.target.opponent } else { instance.target.empty }) => continue,
                Choices::Always(_) | Choices::Held(_) if varies => None,
                _ => fate(asks, instance.to, takes, varies),
            };
            by_origin[usize::from(instance.from)].add(instance.to, takes, fate);
        }
    }
    let mut sorts: [Fates<W>; 2] = [Fates::NONE, Fates::NONE];
    for (from, own) in by_origin.iter_mut().enumerate() {
        own.unclear |= own.differing(own);
        let clear = !own.unclear;
        own.known.iter_mut().flatten().for_each(|targets| *targets &= clear);
        let sort = usize::from(own.differing(&sorts[0]).any());
        if sort == 1 {
            made.apart.insert(from);
        }
        sorts[sort].unclear |= own.differing(&sorts[sort]);
        sorts[sort].add_all(own);
    }
    for (sort, fates) in sorts.iter().enumerate() {
        made.unclear[sort] = fates.unclear;
        for (takes, [_, may, must]) in fates.known.iter().enumerate() {
            let one = &mut made.four[2 * sort + takes];
            (one.optional, one.forced) = (*may & !fates.unclear, *must & !fates.unclear);
        }
    }
    made
}

/// The kind of promotion, if known from the target and whether it captures. If promotions vary (`varies`),
/// only their absence is known.
fn fate<const W: usize>(asks: Option<&Asks<W>>, to: u16, takes: bool, varies: bool) -> Option<Fate> {
    let Some(Asks { when, forced }) = asks else { return Some(Fate::Stays) };
    if varies {
        return None;
    }
    let known = |condition: &Condition<W>| match condition.assuming(to, takes) {
        Condition::Constant(value) => Some(value),
        _ => None,
    };
    match (known(when)?, known(forced)) {
        (false, _) => Some(Fate::Stays),
        (true, Some(false)) => Some(Fate::May),
        (true, Some(true)) => Some(Fate::Must),
        (true, None) => None,
    }
}
