//! Finds moves that may give check to a player, without making them. Only such moves are made and tested
//! where partners must not be put in check or a drop must not mate.

use crate::bits::{Bits, Processor};
use crate::tables::attack::Attack;
use crate::tables::lookup::Find;

use super::perspective::Perspective;
use crate::position::core::moves::legality::of;
use crate::position::core::state::State;

/// The only royal of a player not in check, and the ways to give it check.
pub(super) struct Exposure<'a, const W: usize> {
    /// `None` if attacks on the royal are not just lines and leaps: any move may then give check.
    attack: Option<&'a Attack<W>>,
    royal: usize,
    /// Lines toward the royal that hold exactly one piece: if it leaves, the royal may be attacked.
    lines: Bits<W>,
    /// The pieces that stay: all except the mover's, any of which may leave.
    occupied: Bits<W>,
}

impl<'a, const W: usize> Exposure<'a, W> {
    /// Any move may give check.
    pub const ANY: Self = Self { attack: None, royal: 0, lines: Bits::EMPTY, occupied: Bits::EMPTY };

    /// The exposure of a player to moves of these pieces, in the player's view of `state`.
    pub fn new<const R: usize, const H: usize>(
        view: &'a Perspective<W>,
        state: &State<W, R, H>,
        movers: Bits<W>,
    ) -> Self {
        let side = &view.rules.sides[1];
        let royals = state.own_royals(&view.rules) & state.players[0];
        let royal = royals.first();
        let told = royals.any() && !royals.several() && !side.threatened.contains(royal);
        if !told || !side.attack.blocked || side.risky != 0 {
            return Self::ANY;
        }
        let (them, occupied) = (state.players[1], state.occupied());
        let mut lines = Bits::EMPTY;
        for reach in side.attack.reaching(royal) {
            for attacker in (of(&state.roles, &reach.members) & reach.lines & them).indices() {
                let squares = side.attack.line(reach, attacker).squares;
                if (squares & occupied).count() == 1 {
                    lines |= squares;
                }
            }
        }
        Self { attack: Some(&side.attack), royal, lines, occupied: occupied & !movers }
    }

    /// Whether a piece of this role may give check by leaving `from` (if any) and arriving on `to`.
    pub fn may_check(&self, processor: impl Processor, from: Option<usize>, role: u8, to: usize) -> bool {
        let Some(attack) = self.attack else { return true };
        let (square, occupied) = (self.royal, self.occupied);
        from.is_some_and(|from| self.lines.contains(from))
            || attack.classes.iter().filter(|class| class.members.contains(role)).any(|class| {
                processor.call(Find { lookup: &*class.lookup, square, occupied }).capture.contains(to)
            })
    }
}
