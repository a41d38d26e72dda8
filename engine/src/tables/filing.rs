//! Files a role's scripted moves by origin and by target, and finds those that may duplicate another move.

use crate::bits::Bits;
use crate::variant::{RoleId, Variant};

use super::act::Act;
use super::atom::Atom;
use super::instance::{Choices, Instance, Target};
use super::movement::ScriptedMove;
use super::removal::removes;
use super::scripted::ScriptedByOrigin;
use super::side::Side;

/// A role's lookups, which may duplicate its scripted moves.
pub(super) struct Lookups<'a, const W: usize> {
    /// The role's own atoms.
    pub regular: &'a [Atom<W>],
    /// Origins and targets of movements with lookups of their own.
    pub apart: &'a [(u16, u16)],
}

/// The key of possible duplicates: origin, target, and whether a piece is dropped, which changes the hand.
type Ends = (u16, u16, bool);

/// The pieces that a movement leaves on its own ends or on squares known to be empty before. Two movements
/// with equal ends but different traces are never duplicates. At most two, sorted; `None` if unknown.
type Traces = Option<[(u16, u8); 2]>;

/// Stands for a missing second piece.
const NO_TRACE: (u16, u8) = (u16::MAX, u8::MAX);

/// Finds scripted moves of a role that another movement may duplicate.
struct Overlaps<'a, const W: usize> {
    variant: &'a Variant,
    lookups: &'a Lookups<'a, W>,
    /// The possible contents of the targets, sorted by ends and traces; unknown traces come first.
    targets: Vec<((Ends, Traces), Target)>,
    /// Whether the traces of all movements are known.
    told: bool,
}

impl<'a, const W: usize> Overlaps<'a, W> {
    /// From movements and their traces.
    fn new(
        variant: &'a Variant,
        lookups: &'a Lookups<'a, W>,
        scripted: &[Instance<W>],
        left: &[Traces],
    ) -> Self {
        let told = left.iter().all(Option::is_some);
        let mut found = Self { variant, lookups, targets: Vec::new(), told };
        let left = scripted.iter().zip(left);
        found.targets = left.map(|(one, traces)| ((found.ends(one), *traces), one.target)).collect();
        found.targets.sort_unstable_by_key(|(key, _)| *key);
        found
    }

    fn brings(&self, one: &Instance<W>) -> bool {
        match &one.choices {
            Choices::Held(roles) => !roles.iter().any(|&role| self.variant.role(RoleId(role)).supply),
            _ => false,
        }
    }

    fn ends(&self, one: &Instance<W>) -> Ends {
        (one.from, one.to, self.brings(one))
    }

    fn has(&self, one: &Instance<W>, traces: Traces) -> bool {
        let ends = self.ends(one);
        // A movement to an empty target and a capture are never possible at once.
        let both = |target: &Target| {
            target.empty && one.target.empty
                || target.opponent && one.target.opponent
                || target.own && one.target.own
        };
        let alike = |traces: Traces| {
            let start = self.targets.partition_point(|(key, _)| *key < (ends, traces));
            self.targets[start..].iter().take_while(move |((other, _), _)| *other == ends)
        };
        let told = |traces: Traces| alike(traces).take_while(move |((_, other), _)| *other == traces);
        let fits = |(_, target): &&((Ends, Traces), Target)| both(target);
        // The search finds the movement itself too.
        let twin = match &traces {
            None => alike(None).filter(fits).nth(1).is_some(),
            Some(_) => {
                told(traces).filter(fits).nth(1).is_some() || !self.told && told(None).any(|one| fits(&one))
            }
        };
        if self.brings(one) {
            return twin;
        }
        if traces.is_some_and(|traces| traces != [(one.to, one.role), NO_TRACE]) {
            // Lookups leave only the piece on the target.
            return twin;
        }
        let Lookups { regular, apart } = self.lookups;
        let pair = (one.from, one.to);
        let exclusive =
            |atom: &Atom<W>| !(atom.quiet && one.target.empty || atom.capture && one.target.opponent);
        let start = regular.partition_point(|atom| (atom.key, atom.other) < pair);
        twin || apart.contains(&pair)
            || regular[start..]
                .iter()
                .take_while(|atom| (atom.key, atom.other) == pair)
                .any(|atom| !exclusive(atom))
    }
}

/// The traces of a movement whose effects only shift and put pieces.
fn traces<const W: usize>(one: &Instance<W>) -> Traces {
    if one.choices != Choices::None || !one.hooks.is_empty() || one.stays {
        return None;
    }
    let mut left = Vec::with_capacity(4);
    left.extend([(one.to, one.role)]);
    for act in &one.acts {
        match act {
            Act::Shift(a, b) if a != b => {
                let at = left.iter().position(|(square, _)| square == a)?;
                let (_, role) = left.swap_remove(at);
                left.retain(|(square, _)| square != b);
                left.push((*b, role));
            }
            Act::Put(role, squares) => {
                left.retain(|(square, _)| !squares.contains(square));
                left.extend(squares.iter().map(|&square| (square, *role)));
            }
            _ => return None,
        }
    }
    let known = |&(square, _): &(u16, u8)| {
        square == one.from || square == one.to || one.clear.contains(usize::from(square))
    };
    if !left.iter().all(known) || left.len() > 2 {
        return None;
    }
    left.resize(2, NO_TRACE);
    left.sort_unstable();
    left.try_into().ok()
}

/// A role's scripted moves, each marked if another movement may duplicate it.
pub(super) fn told_apart<const W: usize>(
    variant: &Variant,
    role: u8,
    scripted: Vec<Instance<W>>,
    lookups: &Lookups<'_, W>,
) -> Vec<ScriptedMove<W>> {
    let left: Vec<Traces> = scripted.iter().map(traces).collect();
    let overlaps = Overlaps::new(variant, lookups, &scripted, &left);
    let overlapping: Vec<bool> =
        scripted.iter().zip(&left).map(|(one, &traces)| overlaps.has(one, traces)).collect();
    let kept = |(instance, overlaps)| {
        let mut kept = ScriptedMove::new(role, instance, overlaps);
        kept.find_asks();
        kept
    };
    scripted.into_iter().zip(overlapping).map(kept).collect()
}

impl<const W: usize> Side<W> {
    /// Files a role's scripted moves by origin and by the squares of their captures; `counted` marks those
    /// already counted as line attacks.
    pub(super) fn file(
        &mut self,
        variant: &Variant,
        role: u8,
        scripted: Vec<Instance<W>>,
        counted: &[bool],
        lookups: &Lookups<'_, W>,
    ) {
        let royals = variant.royals().word();
        // Without royals, removals of royals need not be found.
        let royalless = royals == 0 && variant.players.len() == 2;
        let (royal, risky) = (royals >> role & 1 == 1, self.risky >> role & 1 == 1);
        // If promotion depends on stock, no set of squares tells when a move becomes possible.
        let stock = !self.roles[usize::from(role)].promotions[0].stock.is_empty();
        let like_castling = |one: &ScriptedMove<W>| {
            royal && !one.overlaps && one.rights != 0 && one.castling_like(0).is_some()
        };
        let moves = told_apart(variant, role, scripted, lookups).into_iter();
        let mut moves: Vec<_> = moves.zip(counted.iter().copied()).collect();
        moves.sort_by_cached_key(|(one, _)| (!like_castling(one), one.from, one.to, one.way));
        let start = self.scripted.len();
        let others = start + moves.partition_point(|(one, _)| like_castling(one));
        for (mut one, counted) in moves {
            if stock {
                one.asks = Bits::FULL;
            }
            let doubtful = counted && risky && one.target.opponent;
            let removes = match royalless {
                true => Bits::EMPTY,
                false => removes(&one, royals, counted, variant.board.len()),
            };
            self.threaten(&one, removes, doubtful);
            self.scripted.push(one);
        }
        for (range, castling) in [(start..others, true), (others..self.scripted.len(), false)] {
            if range.is_empty() {
                continue;
            }
            let moves = &self.scripted[range.clone()];
            let mut list = ScriptedByOrigin::new(moves, range.start as u32);
            if castling {
                let moves = (range.start as u32..).zip(moves);
                list.castling = moves.filter_map(|(index, one)| one.castling_like(index)).collect();
            }
            if castling { &mut self.castling } else { &mut self.by_origin }.push(list);
        }
    }

    /// Records the squares where the next scripted move might remove a royal, and whether it is a doubtful
    /// line attack.
    fn threaten(&mut self, one: &ScriptedMove<W>, squares: Bits<W>, doubtful: bool) {
        let index = self.scripted.len() as u32;
        if doubtful {
            self.doubts[usize::from(one.to)].add(one, index);
        }
        for square in squares.indices() {
            self.threats[square].add(one, index);
        }
        self.threatened |= squares;
        match self.threatening.iter_mut().find(|(role, _)| *role == one.role) {
            Some((_, all)) => *all |= squares,
            None if squares.any() => self.threatening.push((one.role, squares)),
            None => {}
        }
    }
}
