//! The number of replies to all moves where no move may give check.
//!
//! So nobody is in check, before the move or after it, and a reply asks for little: each piece goes where it attacks, but not to
//! where it would check the player's royal, nor away from a line of its own player's that it alone shuts. What is seen from
//! every square is looked up once; a piece that goes is lifted off, what it hid is looked up again, and most of its moves are
//! then told together. A move that changes more than what it cuts off and takes is told by itself, and only those that may end the
//! game are made.

mod kin;
mod lifted;
mod scene;
mod single;
mod tally;

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::Rules;
use crate::tables::sway::{Mood, Sway};

use super::generate::Generator;
use super::perft::Count;
use super::state::State;

use lifted::{Lifted, Scratch};
use scene::Scene;

/// The number of positions two moves on, where no move may give check; `None` where that takes more than lookups tell.
pub(super) struct HushedReplies<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for HushedReplies<'_, W, R, H> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<u64> {
        let Self { rules, state } = self;
        let sway = rules.sway.as_ref()?;
        if !is_told(sway, state) {
            return None;
        }
        if !Generator::possible_here_and_passed(processor, rules, state)? {
            return Some(0);
        }
        let generator = Generator::new(processor, rules, state);
        let scene = Scene::new(&generator)?;
        let mut scratch = Scratch::new(&scene);
        let Generator { me, us, side, .. } = generator;
        let mut total = 0;
        for (role, table) in side.roles.iter().enumerate() {
            let role = role as u8;
            each_square!(from in us & state.role(role), {
                let mut targets = scene.moves(processor, table, role, from);
                if from == scene.own_royal {
                    targets &= !generator.bad(role, from, targets);
                }
                let fateful = targets & fateful(sway, me, role);
                if fateful.any() {
                    targets &= !fateful;
                    each_square!(to in fateful, {
                        let after = state.moved(rules, me, role, role, from, to);
                        total += processor.call(Count { rules, state: &after });
                    });
                }
                if targets.any() {
                    let group = Group { scene: &scene, scratch: &mut scratch, role, from, targets };
                    total += processor.call(group);
                }
            });
        }
        Some(total)
    }
}

/// Squares with a piece of a role on which the game may have ended.
#[inline(always)]
fn fateful<const W: usize>(sway: &Sway<W>, player: usize, role: u8) -> Bits<W> {
    let parties = sway.fateful.iter().filter(|party| party.player == player & 1);
    let parties = parties.filter(|party| party.roles >> (role & 63) & 1 == 1);
    parties.fold(Bits::EMPTY, |all, party| all | party.on)
}

/// Whether only moves to somewhere may end the game, and all pieces are such as lookups tell all of.
#[inline(always)]
fn is_told<const W: usize, const R: usize, const H: usize>(sway: &Sway<W>, state: &State<W, R, H>) -> bool {
    let Mood::Hushed { others } = sway.mood else { return false };
    let plain = H == 0 && sway.vital.is_empty() && sway.swept.is_none();
    plain
        && (others == 0 || state.any_of(others).is_empty())
        && sway.fateful.iter().all(|party| state.of_party(party).is_empty())
}

/// The number of replies to moves of one piece.
struct Group<'s, 'a, const W: usize, const R: usize> {
    scene: &'s Scene<'a, W, R>,
    scratch: &'s mut Scratch<W>,
    role: u8,
    from: usize,
    targets: Bits<W>,
}

impl<const W: usize, const R: usize> Task for Group<'_, '_, W, R> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Self { scene, scratch, role, from, targets } = self;
        Lifted::new(processor, scene, scratch, role, from).replies(processor, targets)
    }
}
