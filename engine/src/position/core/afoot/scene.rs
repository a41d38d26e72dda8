//! What is asked of a position before the replies to a walking player's moves are told by steps and lookups.

use crate::bits::Bits;
use crate::tables::Rules;
use crate::tables::afoot::{Afoot, Blow};
use crate::tables::side::Side;
use crate::tables::sway::Sway;

use super::super::state::State;

/// The moves by one step that are told together.
#[derive(Clone, Copy)]
pub struct Kind<const W: usize> {
    /// Targets where nothing stands, and where something is taken.
    pub quiet: Bits<W>,
    pub taking: Bits<W>,
    /// Target minus origin.
    pub delta: i32,
    pub role: u8,
}

impl<const W: usize> Kind<W> {
    pub const NONE: Self = Self { quiet: Bits::EMPTY, taking: Bits::EMPTY, delta: 0, role: 0 };
}

/// The player, who moves, and the opponent, who replies.
pub struct Scene<'a, const W: usize, const R: usize, const H: usize> {
    pub state: &'a State<W, R, H>,
    pub me: usize,
    /// The player's tables.
    pub side: &'a Side<W>,
    /// The opponent's.
    pub other: &'a Side<W>,
    pub afoot: &'a Afoot<W>,
    /// The player's pieces.
    pub us: Bits<W>,
    /// The opponent's.
    pub them: Bits<W>,
    pub occupied: Bits<W>,
    /// Where the opponent's royal may go as far as it goes by itself.
    pub leaps: Bits<W>,
    /// From where the player's pieces attack the royal.
    pub aims: Bits<W>,
    /// From where they attack squares to which it may go.
    pub around: Bits<W>,
}

impl<'a, const W: usize, const R: usize, const H: usize> Scene<'a, W, R, H> {
    /// `None` where there are other pieces than such as are told, the opponent is in check or has not one royal, or might
    /// castle.
    #[inline(always)]
    pub fn new(rules: &'a Rules<W>, state: &'a State<W, R, H>, sway: &'a Sway<W>) -> Option<Self> {
        let me = state.mover(rules);
        let afoot = sway.afoot[me & 1].as_ref()?;
        let (us, them) = (state.players[me & 1], state.players[(me ^ 1) & 1]);
        let odd = afoot.odd != 0 && (them & state.any_of(afoot.odd)).any();
        let royals = state.members(&rules.royals) & them;
        if H > 0 || odd || (us & !state.any_of(afoot.walkers)).any() || royals.is_empty() || royals.several()
        {
            return None;
        }
        let (side, other) = (&rules.sides[me & 1], &rules.sides[(me ^ 1) & 1]);
        let occupied = us | them;
        let royal = royals.first();
        let crown = state.which(&rules.royals, royal);
        let leaps = other.royal_leaps(crown, royal)?;
        if ((leaps | royals) & side.threatened).any() {
            return None;
        }
        for guard in
            other.guards.iter().filter(|guard| guard.role == crown && guard.rights & state.rights != 0)
        {
            for one in guard.from(royal).iter().filter(|one| state.rights & one.rights == one.rights) {
                // Of the opponent's pieces in the way a move may take one, and stands there then; one of the player's may go.
                let blocked = one.clear & occupied & !royals;
                if blocked.is_empty() || !blocked.several() && (blocked & us).any() {
                    return None;
                }
            }
        }
        let (mut aims, mut around, mut checked) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        for &Blow { role, delta, origins } in &afoot.blows {
            let pieces = us & state.role(role);
            aims |= royals.shift(-delta) & origins;
            around |= (leaps & !them).shift(-delta) & origins;
            checked |= (pieces & origins).shift(delta) & royals;
        }
        checked.is_empty().then_some(Self {
            state,
            me,
            side,
            other,
            afoot,
            us,
            them,
            occupied,
            leaps,
            aims,
            around,
        })
    }

    /// Whether the opponent has pieces where they may use a mark.
    #[inline(always)]
    pub fn uses_marks(&self) -> bool {
        self.afoot.takers.iter().any(|&(role, from)| (self.them & self.state.role(role) & from).any())
    }

    /// The squares that the player attacks once a piece of some role has gone from one and come to another.
    #[inline(always)]
    pub fn attacked(&self, role: u8, gone: Bits<W>, there: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for blow in &self.afoot.blows {
            let mut pieces = self.us & self.state.role(blow.role) & !gone;
            if blow.role == role {
                pieces |= there;
            }
            all |= (pieces & blow.origins).shift(blow.delta);
        }
        all
    }
}
