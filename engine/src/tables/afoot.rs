//! Players without a royal whose pieces only step: what the other player's replies to their moves ask for, known before any
//! position is.

use crate::bits::Bits;

use super::Rules;
use super::lookup::Lookup;
use super::side::Side;

/// A displacement by which pieces of a role attack, whatever stands where.
#[derive(Clone, Copy, Debug)]
pub struct Blow<const W: usize> {
    /// The role.
    pub role: u8,
    /// Target minus origin.
    pub delta: i32,
    /// From where.
    pub origins: Bits<W>,
}

/// So many steps are told; a player whose pieces have more is counted another way.
pub const KINDS: usize = 8;

/// A player without a royal, whose pieces step.
#[derive(Clone, Debug)]
pub struct Afoot<const W: usize> {
    /// The player's roles (a bit each) that only step, and attack by few displacements: there are no lines of theirs, and so
    /// nobody is pinned.
    pub walkers: u64,
    /// How these attack.
    pub blows: Vec<Blow<W>>,
    /// The opponent's roles (a bit each) of which lookups and steps do not tell all.
    pub odd: u64,
    /// From where the opponent's roles have movements that ask for a mark.
    pub takers: Vec<(u8, Bits<W>)>,
}

impl<const W: usize> Afoot<W> {
    /// `None` if the player has a royal, or no role that only steps, or if the opponent's royal goes otherwise than by leaps.
    pub fn new(rules: &Rules<W>, player: usize) -> Option<Self> {
        let (side, other) = (rules.sides.get(player)?, rules.sides.get(player ^ 1)?);
        let royals = [rules.royals.a, rules.royals.b].map(|role| role & 63);
        let royals = royals.into_iter().filter(|&role| usize::from(role) < rules.roles);
        if rules.royalless
            || rules.has_royal[player & 1]
            || !royals.clone().all(|role| reigns_by_leaps(other, role))
        {
            return None;
        }
        let royals = royals.fold(0u64, |all, role| all | 1 << role);
        let roles = |is: &dyn Fn(u8) -> bool| {
            (0..rules.roles as u8)
                .filter(|&role| royals >> (role & 63) & 1 == 0 && is(role))
                .fold(0u64, |all, role| all | 1 << (role & 63))
        };
        let walkers = roles(&|role| walks(side, role));
        let mut blows = Vec::new();
        for class in &side.attack.onward {
            for role in [class.members.a, class.members.b] {
                if usize::from(role) < rules.roles && walkers >> (role & 63) & 1 == 1 {
                    blows.extend(class.shifts.iter().map(|&(delta, origins)| Blow { role, delta, origins }));
                }
            }
        }
        let mut takers: Vec<(u8, Bits<W>)> = Vec::new();
        for &index in other.by_mark.iter().flatten() {
            let general = &other.generals[index as usize];
            let from = Bits::single(usize::from(general.from));
            match takers.iter_mut().find(|(role, _)| *role == general.role) {
                Some((_, origins)) => *origins |= from,
                None => takers.push((general.role, from)),
            }
        }
        let odd = roles(&|role| !is_told(other, role));
        let walks = |role: u8| walkers >> (role & 63) & 1 == 1;
        let kinds = side.steps.iter().filter(|step| walks(step.role)).count();
        (walkers != 0 && kinds <= KINDS).then_some(Self { walkers, blows, odd, takers })
    }
}

/// Whether a royal role goes by leaps, and else only where it is asked for squares that are safe.
fn reigns_by_leaps<const W: usize>(side: &Side<W>, role: u8) -> bool {
    let table = &side.roles[usize::from(role)];
    let leaps = |&class: &u8| matches!(&*side.classes[usize::from(class)].lookup, Lookup::Leaps(_));
    let steps = side.steps.iter().any(|step| step.role == role);
    !table.promotes
        && table.limited.is_empty()
        && !steps
        && !side.has_others(role)
        && table.classes.iter().all(leaps)
}

/// Whether a role moves by steps, and attacks by displacements alone.
fn walks<const W: usize>(side: &Side<W>, role: u8) -> bool {
    let mut classes = side.attack.onward.iter().filter(|class| class.members.contains(role));
    let guarded = side.guards.iter().any(|guard| guard.role == role);
    let steps = side.steps.iter().any(|step| step.role == role);
    steps
        && !guarded
        && !side.has_others(role)
        && side.roles[usize::from(role)].classes.is_empty()
        && side.attack.uncounted >> (role & 63) & 1 == 0
        && classes.all(|class| !class.shifts.is_empty())
}

/// Whether lookups alone tell what a role can do, or steps of which none takes over other squares.
fn is_told<const W: usize>(side: &Side<W>, role: u8) -> bool {
    let classes = side.roles[usize::from(role)].classes.iter();
    let mut classes = classes.map(|&class| &side.classes[usize::from(class)]);
    let guarded = side.guards.iter().any(|guard| guard.role == role);
    !guarded
        && !side.has_others(role)
        && classes.all(|class| class.promotes.is_none() && class.lookup.is_plain())
        && side
            .steps
            .iter()
            .all(|step| step.role != role || step.capture.is_empty() || step.between.is_empty())
}
