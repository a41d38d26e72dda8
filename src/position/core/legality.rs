//! Legality without trying moves: the lines that bear on a royal become sets of squares.
//!
//! The royal is attacked by a line when exactly `count` pieces stand on its squares. Only lines that one move could
//! bring to that count, or that have it, matter. A move changes a line's number by leaving its squares, by coming to
//! an empty one of them, or it ends the line by taking the attacker.

use crate::bits::{Bits, Processor, Task};
use crate::tables::Rules;
use crate::tables::attack::Line;

use super::general::Asked;
use super::state::State;

/// What a player's royal asks of the player's moves.
#[derive(Clone, Copy)]
pub(super) struct Bonds<const W: usize> {
    /// Where pieces that are not `special` may go.
    pub allowed: Bits<W>,
    /// Own pieces on the squares of some line that matters: each has targets of its own.
    pub special: Bits<W>,
    /// Where pieces may go as far as attackers without a line are concerned.
    leaps: Bits<W>,
}

impl<const W: usize> Bonds<W> {
    /// No royal, no bonds.
    pub const NONE: Self = Self { allowed: Bits::FULL, special: Bits::EMPTY, leaps: Bits::FULL };

    /// The bonds of a player with one royal.
    #[inline(always)]
    pub fn new<const R: usize>(rules: &Rules<W>, state: &State<W, R>, me: usize, royal: usize) -> Self {
        let attack = &rules.sides[(me ^ 1) & 1].attack;
        let us = state.players[me & 1];
        let them = state.players[(me ^ 1) & 1];
        let occupied = us | them;
        let mut allowed = Bits::FULL;
        let mut special = Bits::EMPTY;
        let mut leapers = Bits::EMPTY;
        let count = attack.classes.len();
        let reaches = &attack.reaches[royal * count..(royal + 1) * count];
        for (class, reach) in attack.classes.iter().zip(reaches) {
            let attackers = state.members(&class.members) & them;
            leapers |= reach.leaps & attackers;
            let mut rest = reach.lines & attackers;
            while rest.any() {
                let attacker = rest.first();
                rest = rest.rest();
                let rank = (reach.lines & Bits::below(attacker)).count();
                let Line { squares, count } = attack.lines[(reach.start + rank) as usize];
                let excess = (squares & occupied).count() as i32 - i32::from(count);
                match excess {
                    0 => allowed &= squares & !occupied | Bits::single(attacker),
                    -1 => allowed &= !squares | occupied,
                    1 => {}
                    _ => continue,
                }
                special |= squares & us;
            }
        }
        let mut leaps = Bits::FULL;
        if leapers.any() {
            leaps = if leapers.several() { Bits::EMPTY } else { leapers };
            allowed &= leaps;
        }
        Self { allowed, special, leaps }
    }

    /// Where one piece may go, squares of own pieces not left out.
    #[inline(always)]
    pub fn allowed_from<const R: usize>(
        &self,
        rules: &Rules<W>,
        state: &State<W, R>,
        me: usize,
        royal: usize,
        from: usize,
    ) -> Bits<W> {
        let attack = &rules.sides[(me ^ 1) & 1].attack;
        let them = state.players[(me ^ 1) & 1];
        let occupied = state.occupied();
        let mut allowed = self.leaps;
        let count = attack.classes.len();
        let reaches = &attack.reaches[royal * count..(royal + 1) * count];
        for (class, reach) in attack.classes.iter().zip(reaches) {
            let mut rest = reach.lines & state.members(&class.members) & them;
            while rest.any() {
                let attacker = rest.first();
                rest = rest.rest();
                let rank = (reach.lines & Bits::below(attacker)).count();
                let Line { squares, count } = attack.lines[(reach.start + rank) as usize];
                let excess = (squares & occupied).count() as i32 - i32::from(count);
                let entering = squares & !occupied;
                match (excess, squares.contains(from)) {
                    (0, true) | (-1, false) => allowed &= !entering,
                    (0, false) | (1, true) => allowed &= entering | Bits::single(attacker),
                    _ => {}
                }
            }
        }
        allowed
    }
}

/// Asks whether royals of a player are attacked.
struct AttackedTask<'a, const W: usize, const R: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R>,
    me: usize,
    squares: Bits<W>,
}

impl<const W: usize, const R: usize> Task for AttackedTask<'_, W, R> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state, me, squares } = self;
        let them = state.players[(me ^ 1) & 1];
        for square in squares.indices() {
            if attacked_by(processor, rules, state, me, square, state.occupied(), them)
                || !rules.sides[(me ^ 1) & 1].threats[square].is_empty()
                    && threatened(processor, rules, state, me, square)
            {
                return true;
            }
        }
        false
    }
}

/// Asks whether royals on some squares would be attacked by some of the opponent's pieces, lookups alone deciding.
pub(super) struct Standing<'a, const W: usize, const R: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R>,
    pub me: usize,
    pub squares: Bits<W>,
    pub occupied: Bits<W>,
    pub them: Bits<W>,
}

impl<const W: usize, const R: usize> Task for Standing<'_, W, R> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state, me, squares, occupied, them } = self;
        for square in squares.indices() {
            if attacked_by(processor, rules, state, me, square, occupied, them) {
                return true;
            }
        }
        false
    }
}

/// Whether a royal of the player on this square is attacked.
pub(super) fn attacked<P: Processor, const W: usize, const R: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R>,
    me: usize,
    square: usize,
) -> bool {
    processor.call(AttackedTask { rules, state, me, squares: Bits::single(square) })
}

/// Whether some of these opponent's pieces attack a royal of the player's on this square, occupancy given, general
/// movements left out.
#[inline(always)]
pub(super) fn attacked_by<P: Processor, const W: usize, const R: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R>,
    me: usize,
    square: usize,
    occupied: Bits<W>,
    them: Bits<W>,
) -> bool {
    let attack = &rules.sides[(me ^ 1) & 1].attack;
    for class in &attack.classes {
        let attackers = state.members(&class.members) & them;
        if attackers.is_empty() {
            continue;
        }
        if let Some(lookup) = &class.lookup
            && (lookup.targets(processor, square, occupied).capture & attackers).any()
        {
            return true;
        }
    }
    false
}

/// Whether a general movement of the opponent's would remove a royal of the player's on this square.
pub(super) fn threatened<P: Processor, const W: usize, const R: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R>,
    me: usize,
    square: usize,
) -> bool {
    let other = (me ^ 1) & 1;
    let side = &rules.sides[other];
    let royals = state.members(&rules.royals);
    side.threats[square & Bits::<W>::MASK].iter().any(|&index| {
        let general = &side.generals[index as usize];
        let asked = Asked { processor, rules, state, me: other, general, reply: true };
        asked.allowed() && {
            let (after, _) = asked.applied(0);
            let left = after.members(&rules.royals);
            (left & after.players[me & 1]).count() < (royals & state.players[me & 1]).count()
                && (left & after.players[other]).count() >= (royals & state.players[other]).count()
        }
    })
}

/// Whether any royal of the player's is attacked.
pub(super) fn in_check<P: Processor, const W: usize, const R: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R>,
    me: usize,
) -> bool {
    let squares = state.members(&rules.royals) & state.players[me & 1];
    processor.call(AttackedTask { rules, state, me, squares })
}
