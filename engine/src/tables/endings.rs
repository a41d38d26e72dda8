//! Compiled endings: custom endings, counting, insufficient material.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{CountFrom, Effect, Material, PlayerId, Reason, Variant, Verdict};

use super::condition::Condition;
use super::condition::compiler::{About, Compiler};
use super::{Unsupported, is_phased};

/// The endings of a game of two players that do not follow from the legal moves.
#[derive(Clone, Debug, Default)]
pub struct Endings<const W: usize> {
    /// The custom endings, tested in order at the end of a turn, for each player.
    pub ends: Vec<End<W>>,
    /// The occurrence of a position at which the repetition rule applies; 0 without such a rule.
    pub occurrences: u16,
    /// The least number of reversible moves after which it can apply.
    pub repeats_after: u32,
    /// The limit of plies without progress.
    pub quiet: u32,
    /// The counting rules.
    pub counting: Vec<Counting<W>>,
    /// A precondition of all of them.
    pub before_count: Option<Condition<W>>,
    /// Insufficient material, with either player as the first.
    pub insufficient: Vec<[Side; 2]>,
    /// Roles (as bits) that none of these sides allows: one such piece rules them all out.
    pub sufficient: u64,
    /// The squares of one shade.
    pub dark: Bits<W>,
}

/// A custom ending.
#[derive(Clone, Debug)]
pub struct End<const W: usize> {
    /// The condition, for each player as the one who asks.
    pub when: [Condition<W>; 2],
    /// That player's result.
    pub verdict: Verdict,
    /// The reason, with its index among the variant's ends.
    pub reason: Reason,
}

/// A counting rule.
#[derive(Clone, Debug)]
pub struct Counting<const W: usize> {
    /// The condition, for each player as the one who counts.
    pub when: [Condition<W>; 2],
    /// The opponent's least material (role and number), and the limit in moves.
    pub limits: Vec<(Vec<(u8, u16)>, u16)>,
    /// The start value.
    pub from: CountFrom,
    /// Whether it replaces a running count.
    pub anew: bool,
}

/// An upper bound on one player's material.
#[derive(Clone, Debug)]
pub struct Side {
    /// The allowed roles with their largest numbers.
    pub at_most: Vec<(u8, u32)>,
    /// All allowed roles (as bits).
    pub roles: u64,
    /// Roles (as bits) without a bound, if all their pieces stand on one shade.
    pub one_shade: u64,
}

impl<const W: usize> Endings<W> {
    /// The endings of a game of two players.
    ///
    /// # Errors
    /// If a condition is not supported here.
    pub fn new(variant: &Variant) -> Result<Self, Unsupported> {
        let asked = |when: &[_]| -> Result<[Condition<W>; 2], Unsupported> {
            let by = |player| Compiler { variant, player, about: About::AnyTurn }.conjunction(when);
            Ok([by(PlayerId(0))?, by(PlayerId(1))?])
        };
        let ending = &variant.ending;
        let ends = ending.ends.iter().enumerate().map(|(index, end)| {
            Ok(End { when: asked(&end.when)?, verdict: end.verdict, reason: Reason::End(index as u16) })
        });
        let counting = ending.counting.iter().map(|rule| {
            let limits = rule.limits.iter().map(|limit| {
                let least = limit.at_least.iter().map(|&(role, least)| (role.0, least));
                (least.collect(), limit.moves)
            });
            let (from, anew) = (rule.from, rule.anew);
            Ok(Counting { when: asked(&rule.when)?, limits: limits.collect(), from, anew })
        });
        let counting = counting.collect::<Result<Vec<_>, Unsupported>>()?;
        let whens: Vec<&Condition<W>> = counting.iter().flat_map(|rule| &rule.when).collect();
        let insufficient: Vec<[Side; 2]> =
            ending.insufficient.iter().map(|sides| sides.each_ref().map(Side::new)).collect();
        let possible = insufficient.iter().flatten().fold(0, |all, side| all | side.roles);
        let known = variant.roles.len().min(63);
        let squares = variant.board.squares();
        let shade = |square: &Square| {
            let point = variant.board.point(*square);
            point.iter().map(|&coordinate| i32::from(coordinate)).sum::<i32>() % 2 != 0
        };
        let period = if is_phased(variant) { 1 } else { variant.turns.len() as u32 };
        let occurrences = ending.repetition.as_ref().map_or(0, |rule| rule.times.max(2));
        let repeats_after = u32::from(occurrences).checked_sub(1).map_or(u32::MAX, |times| times * period);
        Ok(Self {
            ends: ends.collect::<Result<_, Unsupported>>()?,
            occurrences,
            repeats_after,
            quiet: ending.quiet.as_ref().map_or(u32::MAX, |quiet| quiet.plies),
            before_count: Condition::in_common(&whens),
            counting,
            insufficient,
            sufficient: !possible & ((1 << known) - 1),
            dark: squares.filter(shade).fold(Bits::EMPTY, |all, square| all | Bits::single(square.index())),
        })
    }

    /// No endings: with more than two players, each player's view has its own.
    pub fn none() -> Self {
        Self { quiet: u32::MAX, repeats_after: u32::MAX, ..Self::default() }
    }
}

impl Side {
    fn new(material: &Material) -> Self {
        let allowed = material.at_most.iter().enumerate().filter(|(_, most)| **most > 0);
        let at_most: Vec<(u8, u32)> = allowed.map(|(role, &most)| (role as u8, u32::from(most))).collect();
        let limited = at_most.iter().fold(0, |all, (role, _)| all | 1 << (role & 63));
        Self { at_most, roles: limited | material.one_shade.word(), one_shade: material.one_shade.word() }
    }
}

/// Whether pieces can be added to the board: a position may then recur after captures.
pub fn grows(variant: &Variant) -> bool {
    let adds = |effect: &Effect| matches!(effect, Effect::Put(..) | Effect::Drop(..) | Effect::Native(_));
    variant.roles.iter().any(|role| !role.drops.is_empty()) || variant.effects().any(adds)
}
