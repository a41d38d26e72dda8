//! Legality without making moves: the lines toward a royal become sets of squares.
//!
//! A line attacks the royal if exactly `count` pieces stand on its squares. Only lines at that count, or one
//! move away from it, matter. A move changes the number by leaving a square of the line or entering an empty
//! one, or it captures the attacker.
//!
//! This generalises checkers and pins to any number of screens:
//!
//! - `count` 0 is a slider. At the count it gives check: block or capture. One too many is a pin: the piece
//!   may move along the line or capture the attacker.
//! - `count` 1 is a hopper. At the count, the screen may also leave and so lift the check. One too many pins
//!   *both* pieces on the line. One too few forbids our pieces to enter the line, where they would become the
//!   screen.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::attack::{Attack, AttackClass, Line};
use crate::tables::condition::Condition;
use crate::tables::lookup::Find;
use crate::tables::movement::{Members, ScriptedMove};
use crate::tables::scripted::AttackIndex;
use crate::variant::{Move, Royalty};

use super::evaluator::Evaluator;
use super::scripted::Attempt;
use super::sinks::choices;
use crate::position::core::state::{State, placed};

/// A line toward a royal that attacks it, or that one move could make attack.
#[derive(Clone, Copy)]
struct PinLine<const W: usize> {
    squares: Bits<W>,
    /// The surplus of pieces on the squares: -1, 0 or 1.
    excess: i32,
    attacker: u32,
}

/// The capacity of the list of lines; beyond it, lines are recomputed.
const KEPT: usize = 6;

/// Checks and pins: the check mask, and the targets left to each pinned piece.
#[derive(Clone, Copy)]
pub(crate) struct Checks<const W: usize> {
    /// The targets of unpinned pieces: those that block or capture the checkers, or all squares without a
    /// check. Squares that would become a hopper's screen are excluded.
    pub mask: Bits<W>,
    /// Own pieces on a relevant line; each has its own targets. With sliders only, these are the pinned
    /// pieces and blockers between a royal and a piece that does not reach it yet.
    pub pinned: Bits<W>,
    /// The targets allowed by attackers without a line.
    leaps: Bits<W>,
    /// The relevant lines.
    lines: [PinLine<W>; KEPT],
    /// Their number.
    count: usize,
}

impl<const W: usize> Checks<W> {
    /// No royal: no checks and no pins.
    pub const NONE: Self = Self {
        mask: Bits::FULL,
        pinned: Bits::EMPTY,
        leaps: Bits::FULL,
        lines: [PinLine { squares: Bits::EMPTY, excess: 0, attacker: 0 }; KEPT],
        count: 0,
    };

    /// Finds the checks and pins of a player with one royal, given all pieces by role and the opponent's
    /// pieces. Must be called on [`Checks::NONE`].
    #[inline(always)]
    pub fn find<const R: usize>(
        &mut self,
        attack: &Attack<W>,
        (roles, them): (&[Bits<W>; R], Bits<W>),
        us: Bits<W>,
        occupied: Bits<W>,
        royal: usize,
    ) {
        if attack.near(roles, royal).is_some_and(|near| (near & them).is_empty()) {
            return;
        }
        let mut count = 0;
        let mut mask = Bits::FULL;
        let mut pinned = Bits::EMPTY;
        let mut leapers = Bits::EMPTY;
        for reach in attack.reaching(royal) {
            let attackers = of(roles, &reach.members) & them & reach.any;
            if attackers.is_empty() {
                continue;
            }
            leapers |= reach.leaps & attackers;
            each_square!(attacker in reach.lines & attackers, {
                let Line { squares, count: hurdles } = attack.line(reach, attacker);
                let excess = (squares & occupied).count() as i32 - i32::from(hurdles);
                if !(-1..=1).contains(&excess) {
                    continue;
                }
                let own = squares & us;
                // For pieces off the line. Check: block, or capture the attacker. One missing: do not become
                // the screen. One too many: they cannot lower the number, so only own pieces on the line
                // matter.
                if excess == 0 {
                    mask &= squares & !occupied | Bits::single(attacker);
                } else if excess < 0 {
                    mask &= !squares | occupied;
                } else if own.is_empty() {
                    continue;
                }
                pinned |= own;
                if let Some(kept) = self.lines.get_mut(count) {
                    *kept = PinLine { squares, excess, attacker: attacker as u32 };
                }
                count += 1;
            });
        }
        // A leap cannot be blocked: a single leaper must be captured; against two, only the royal can move.
        if leapers.any() {
            self.leaps = if leapers.several() { Bits::EMPTY } else { leapers };
            mask &= self.leaps;
        }
        self.mask = mask;
        self.pinned = pinned;
        self.count = count;
    }

    /// The player's pieces on lines that attack if one of them leaves.
    pub fn blockers(&self, us: Bits<W>) -> Bits<W> {
        let kept = self.lines.get(..self.count).unwrap_or(&self.lines);
        let shut = kept.iter().filter(|line| line.excess == 1);
        shut.fold(Bits::EMPTY, |all, line| all | line.squares & us & self.pinned)
    }

    /// Merges the checks and pins of another royal.
    pub fn join(&mut self, other: &Self) {
        self.mask &= other.mask;
        self.pinned |= other.pinned;
        self.leaps &= other.leaps;
        for (index, line) in other.lines.iter().enumerate().take(other.count) {
            if let Some(kept) = self.lines.get_mut(self.count + index) {
                *kept = *line;
            }
        }
        // The count exceeds the capacity if lines were dropped; they are then recomputed.
        self.count += other.count;
    }

    /// The targets allowed to a pinned piece, own pieces not excluded; `None` if lines were dropped.
    #[inline(always)]
    pub fn allowed_from(&self, occupied: Bits<W>, from: usize) -> Option<Bits<W>> {
        let mut allowed = self.leaps;
        for line in self.lines.get(..self.count)? {
            allowed &= line.leaves(occupied, from);
        }
        Some(allowed)
    }

    /// [`Self::allowed_from`] for any number of lines.
    #[inline(never)]
    pub fn allowed_by_all<const R: usize>(
        &self,
        attack: &Attack<W>,
        (roles, them): (&[Bits<W>; R], Bits<W>),
        occupied: Bits<W>,
        royals: Bits<W>,
        from: usize,
    ) -> Bits<W> {
        let mut allowed = self.leaps;
        for reach in royals.indices().flat_map(|royal| attack.reaching(royal)) {
            each_square!(attacker in reach.lines & them & of(roles, &reach.members), {
                let Line { squares, count } = attack.line(reach, attacker);
                let excess = (squares & occupied).count() as i32 - i32::from(count);
                allowed &= PinLine { squares, excess, attacker: attacker as u32 }.leaves(occupied, from);
            });
        }
        allowed
    }
}

impl<const W: usize> PinLine<W> {
    /// The targets that do not make the line an attack.
    #[inline(always)]
    fn leaves(&self, occupied: Bits<W>, from: usize) -> Bits<W> {
        let entering = self.squares & !occupied;
        // A piece on the line lowers the count by leaving and restores it by landing on the line. So the
        // first arm means "must not land on the line"; the second, "must land on it or capture the attacker".
        match (self.excess, self.squares.contains(from)) {
            (0, true) | (-1, false) => !entering,
            (0, false) | (1, true) => entering | Bits::single(self.attacker as usize),
            _ => Bits::FULL,
        }
    }
}

/// The pieces of these roles.
#[inline(always)]
pub(crate) fn of<const W: usize, const R: usize>(roles: &[Bits<W>; R], members: &Members) -> Bits<W> {
    roles[usize::from(members.a) & (R - 1)] | roles[usize::from(members.b) & (R - 1)]
}

/// Whether a royal on this square is attacked, by lines and leaps only. `roles` has all pieces by role; those
/// in `left` attack.
#[inline(always)]
pub(crate) fn attacked_by_lines<const W: usize, const R: usize>(
    attack: &Attack<W>,
    roles: &[Bits<W>; R],
    square: usize,
    occupied: Bits<W>,
    left: Bits<W>,
) -> bool {
    if attack.near(roles, square).is_some_and(|near| (near & left).is_empty()) {
        return false;
    }
    for reach in attack.reaching(square) {
        let attackers = of(roles, &reach.members) & reach.any & left;
        if attackers.is_empty() {
            continue;
        }
        if (reach.leaps & attackers).any() {
            return true;
        }
        let mut rest = reach.lines & attackers;
        while rest.any() {
            let Line { squares, count } = attack.line(reach, rest.first());
            if (squares & occupied).count() == u32::from(count) {
                return true;
            }
            rest = rest.rest();
        }
    }
    false
}

/// Tests whether royals of a player are attacked.
struct AttackedTask<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    me: usize,
    squares: Bits<W>,
    /// Whether a royal lost by changing its owner counts too.
    lost: bool,
}

impl<const W: usize, const R: usize, const H: usize> Task for AttackedTask<'_, W, R, H> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> bool {
        let Self { rules, state, me, squares, lost } = self;
        let them = state.players[(me ^ 1) & 1];
        let side = &rules.sides[(me ^ 1) & 1];
        if side.risky != 0 {
            return squares
                .indices()
                .any(|square| attacked_in_doubt(processor, rules, state, me, square, lost));
        }
        for square in squares.indices() {
            if attacked_by(processor, rules, state, me, square, state.occupied(), them)
                || side.threatened.contains(square)
                    && threatened(processor, rules, state, (me, square, lost), &side.threats)
            {
                return true;
            }
        }
        false
    }
}

/// Tests whether royals on some squares would be attacked by some of the opponent's pieces, by lookups only.
pub(crate) struct Standing<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub me: usize,
    pub squares: Bits<W>,
    pub occupied: Bits<W>,
    pub them: Bits<W>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Standing<'_, W, R, H> {
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
pub(crate) fn attacked<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    square: usize,
) -> bool {
    let royals = state.own_royals(rules) & state.players[me & 1];
    if rules.vetoes && royals.several() {
        return preyed(processor, rules, state, me, square);
    }
    processor.call(AttackedTask { rules, state, me, squares: Bits::single(square), lost: false })
}

/// Whether some of these opponent's pieces attack a royal of the player on this square, for an occupancy;
/// without scripted movements.
#[inline(always)]
pub(crate) fn attacked_by<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
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
        if (class.lookup.targets(processor, square, occupied).capture & attackers).any() {
            return true;
        }
    }
    false
}

/// Whether the opponent could capture the player's piece on this square, royal or not.
#[inline(never)]
pub(crate) fn preyed<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    square: usize,
) -> bool {
    let other = (me ^ 1) & 1;
    let (them, occupied) = (state.players[other], state.occupied());
    let Some(prey) = &rules.sides[other].prey else { return false };
    let veto = rules.offers[other].veto.as_ref();
    let allowed = |from: usize, veto: &Condition<W>| {
        let role = state.role_at(from).unwrap_or_default();
        let promotion = rules.sides[other].roles[usize::from(role)].promotion(from, true);
        let mut any = false;
        choices(square, promotion, |choice| {
            let m = Move { from: Square(from as u16), to: Square(square as u16), way: 0, choice };
            let after = state.moved(rules, other, role, placed(role, choice), from, square);
            let evaluator = Evaluator::new(processor, rules, state, other).of(m, Some(&after));
            any = any || evaluator.holds(veto);
        });
        any
    };
    let takes = |class: &AttackClass<W>| {
        let attackers = state.members(&class.members) & them;
        if attackers.is_empty() {
            return false;
        }
        let lookup = &*class.lookup;
        let attackers = processor.call(Find { lookup, square, occupied }).capture & attackers;
        match veto {
            Some(veto) => attackers.indices().any(|from| allowed(from, veto)),
            None => attackers.any(),
        }
    };
    // A royal's captures restricted to certain roles have their own tables.
    let restricted = |from: usize| {
        let role = state.role_at(from).unwrap_or_default();
        rules.sides[other].roles[usize::from(role)].limited.iter().any(|limited| {
            let lookup = &*limited.lookup;
            limited.onto[from].contains(square)
                && state.members(&limited.members).contains(square)
                && processor.call(Find { lookup, square: from, occupied }).capture.contains(square)
                && veto.is_none_or(|veto| allowed(from, veto))
        })
    };
    prey.classes.iter().any(takes)
        || (state.royals(rules) & them).indices().any(restricted)
        || threatened(processor, rules, state, (me, square, false), &prey.takers)
}

/// [`attacked`] if hooks may follow the opponent's moves: a capture that costs the opponent a royal is no
/// attack.
#[inline(never)]
fn attacked_in_doubt<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    square: usize,
    lost: bool,
) -> bool {
    let side = &rules.sides[(me ^ 1) & 1];
    let them = state.players[(me ^ 1) & 1];
    let enemy_royals = state.royals(rules) & them;
    if !side.in_doubt(square, enemy_royals) {
        return attacked_by(processor, rules, state, me, square, state.occupied(), them)
            || threatened(processor, rules, state, (me, square, lost), &side.threats);
    }
    let doubtful = state.any_of(side.risky) & them;
    let (occupied, sure) = (state.occupied(), them & !doubtful);
    attacked_by(processor, rules, state, me, square, occupied, sure)
        || attacked_by(processor, rules, state, me, square, occupied, doubtful)
            && threatened(processor, rules, state, (me, square, lost), &side.doubts)
        || threatened(processor, rules, state, (me, square, lost), &side.threats)
}

/// The opponent's pieces that would attack a royal of the player on this square if the squares `gone` were empty.
#[inline(always)]
pub(crate) fn attackers<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    (me, square): (usize, usize),
    gone: Bits<W>,
) -> Bits<W> {
    let other = (me ^ 1) & 1;
    let (side, them, occupied) =
        (&rules.sides[other], state.players[other] & !gone, state.occupied() & !gone);
    let mut found = Bits::EMPTY;
    for class in &side.attack.classes {
        let attackers = state.members(&class.members) & them;
        if attackers.any() {
            found |= class.lookup.targets(processor, square, occupied).capture & attackers;
        }
    }
    // If a capture may cost its player a royal, each is tested separately.
    if side.risky != 0 && side.in_doubt(square, state.royals(rules) & them) {
        found &= !state.any_of(side.risky);
        for scripted in threatening(processor, rules, state, (me, square, true), &side.doubts) {
            found.insert(usize::from(scripted.from));
        }
    }
    for scripted in threatening(processor, rules, state, (me, square, true), &side.threats) {
        found.insert(usize::from(scripted.from));
    }
    found & !gone
}

/// Whether one of the listed scripted moves would remove a royal of the player on a square.
fn threatened<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    (me, square, lost): (usize, usize, bool),
    listed: &[AttackIndex<W>],
) -> bool {
    threatening(processor, rules, state, (me, square, lost), listed).next().is_some()
}

/// The listed scripted moves that would remove a royal of the player on a square.
fn threatening<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    (me, square, lost): (usize, usize, bool),
    listed: &'a [AttackIndex<W>],
) -> impl Iterator<Item = &'a ScriptedMove<W>> {
    let other = (me ^ 1) & 1;
    let pieces = move |role: u8| state.players[other] & state.role(role);
    let standing = listed[square & Bits::<W>::MASK].standing(pieces);
    standing.map(move |index| &rules.sides[other].scripted[index as usize]).filter(move |scripted| {
        let attempt = Attempt { processor, rules, state, me: other, scripted, reply: true, choice: 0 };
        attempt.allowed() && attempt.removes_piece(square, lost)
    })
}

/// Whether the player is in check. With several royals that may be lost, either all must be attacked, or none
/// counts.
pub(crate) fn in_check<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
) -> bool {
    let squares = state.own_royals(rules) & state.players[me & 1];
    if rules.may_lose_royal && squares.several() {
        return rules.royalty == Royalty::One
            && squares.indices().all(|square| attacked(processor, rules, state, me, square));
    }
    if rules.vetoes && squares.several() {
        return squares.indices().any(|square| preyed(processor, rules, state, me, square));
    }
    processor.call(AttackedTask { rules, state, me, squares, lost: true })
}
