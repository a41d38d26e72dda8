//! Finds the piece that left a mark, in games in which marks of several moves may exist at once.
//!
//! Usually the marked square tells it: a pawn that passed over a square stands on the next one. The state
//! then only keeps the marked squares. In other games it also remembers each marker's square
//! ([`Memory::marker`]).
//!
//! [`Memory::marker`]: super::memory::Memory::marker

use crate::bits::Bits;
use crate::variant::{Setup, Variant};

use super::act::Act;
use super::movement::ScriptedMove;
use super::side::Side;
use super::turn::Turn;

/// No square.
const NOWHERE: u16 = u16::MAX;

/// The known relation between marks and markers.
#[derive(Clone, Debug)]
pub struct Markers {
    /// Whether there are more than two players, so that marks outlast the moves of several opponents.
    pub several: bool,
    /// The marker's square by marked square, if the marked square determines it.
    pub told: Option<Vec<u16>>,
}

impl Markers {
    /// Built from each player's tables; `None` if marks last one move.
    pub fn new<'a, const W: usize>(
        variant: &Variant,
        players: impl Iterator<Item = (&'a Side<W>, &'a Turn<W>)>,
    ) -> Option<Self> {
        let told = || {
            let mut told = vec![NOWHERE; Bits::<W>::CAPACITY];
            for (side, turn) in players {
                let stepped = side.steps.iter().all(|step| {
                    let mut marks = step.marks.iter().enumerate();
                    marks.all(|(from, marks)| leave(&mut told, *marks, (from as i32 + step.delta) as u16))
                });
                let mut scripted = turn.drops.iter().flat_map(|drop| &drop.scripted).chain(&side.scripted);
                if !stepped || !scripted.all(|scripted| read(&mut told, scripted)) {
                    return None;
                }
            }
            Some(told)
        };
        variant.gathers_marks().then(|| Self { several: variant.players.len() > 2, told: told() })
    }

    /// Whether a state can hold all marks of a position.
    pub fn tell(&self, setup: &Setup) -> bool {
        setup.marks.iter().all(|mark| {
            let stands = |marker| setup.piece(marker).is_some();
            let told = self.told.as_ref().map(|told| told.get(mark.square.index()).copied());
            mark.marker.is_some_and(|marker| stands(marker) && told.is_none_or(|told| told == Some(marker.0)))
        })
    }
}

/// Records the marks of a scripted move; false if they do not determine the marker's square.
fn read<const W: usize>(told: &mut [u16], scripted: &ScriptedMove<W>) -> bool {
    let following = || scripted.hooks.iter().flat_map(|hook| &hook.acts);
    let mut marked = Bits::<W>::EMPTY;
    for act in &*scripted.acts {
        if let Act::Mark(squares) = act {
            marked = squares.iter().fold(marked, |all, &square| all | Bits::single(usize::from(square)));
        }
    }
    let shifts = |act: &Act<W>| matches!(act, Act::Shift(..));
    let stays = marked.is_empty() || !scripted.acts.iter().chain(following()).any(shifts);
    stays && !following().any(|act| matches!(act, Act::Mark(_))) && leave(told, marked, scripted.to)
}

/// Records marks of one marker; false if another marker can leave one of them.
fn leave<const W: usize>(told: &mut [u16], marked: Bits<W>, marker: u16) -> bool {
    marked.indices().all(|square| {
        let known = std::mem::replace(&mut told[square], marker);
        known == NOWHERE || known == marker
    })
}
