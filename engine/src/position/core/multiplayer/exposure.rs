//! Which moves may give check to a player, told without making them. Where partners must not be put in check, or a drop must not
//! mate, only such moves are made and tested.

use crate::bits::{Bits, Processor};
use crate::tables::attack::Attack;
use crate::tables::lookup::Find;

use super::perspective::Perspective;
use crate::position::core::moves::legality::of;
use crate::position::core::state::State;

/// The only royal of a player who is not in check, and how that could change.
pub(super) struct Exposure<'a, const W: usize> {
    /// `None` if lines and leaps do not tell what attacks the royal: then any move may give check.
    attack: Option<&'a Attack<W>>,
    royal: usize,
    /// Lines toward the royal on which one piece stands: if it leaves, the royal may be attacked.
    lines: Bits<W>,
    /// What stands on the board but for the mover's pieces, any of which may leave.
    occupied: Bits<W>,
}

impl<'a, const W: usize> Exposure<'a, W> {
    /// Any move may give check.
    pub const ANY: Self = Self { attack: None, royal: 0, lines: Bits::EMPTY, occupied: Bits::EMPTY };

    /// What a player may suffer from moves of these pieces, seeing the position as `state`.
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

    /// Whether a piece may give check that leaves a square, if any, and comes to another as a piece of this role.
    pub fn may_check(&self, processor: impl Processor, from: Option<usize>, role: u8, to: usize) -> bool {
        let Some(attack) = self.attack else { return true };
        let (square, occupied) = (self.royal, self.occupied);
        from.is_some_and(|from| self.lines.contains(from))
            || attack.classes.iter().filter(|class| class.members.contains(role)).any(|class| {
                processor.call(Find { lookup: &*class.lookup, square, occupied }).capture.contains(to)
            })
    }
}
