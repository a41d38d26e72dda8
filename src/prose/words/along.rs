//! Recognises moves along a line that also move another piece, such as castling, so that one sentence can describe them as rule
//! books do.

use crate::geometry::Displacement;
use crate::syntax::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, AxisKind, Call, Count, Expression, Item,
    Sign, Step,
};
use crate::variant::{Mode, RoleId, Variant};

use super::About;

/// A move of a fixed number of squares along an axis that moves another piece of this line to another of its squares.
pub(super) struct Along<'a> {
    /// The axis and the direction.
    pub axis: &'a str,
    pub sign: Sign,
    /// The number of squares that the piece moves.
    pub far: i64,
    /// The distance of the other piece from the origin, in the same direction.
    pub other: i64,
    /// The target of the other piece.
    pub lands: i64,
    /// The role of the other piece, if the start position shows it for every player.
    pub companion: Option<RoleId>,
    /// The required right, if any.
    pub right: Option<&'a str>,
    /// Whether all squares between the two must be empty.
    pub clear: bool,
    /// Further conditions.
    pub rest: Vec<&'a Call>,
    /// Whether the origin and the squares passed must not be attacked.
    pub safe: bool,
}

impl<'a> Along<'a> {
    /// The alternative as such a move, if it is one.
    pub fn of(variant: &Variant, alternative: &'a Alternative, about: &About<'_>) -> Option<Self> {
        if alternative.repeat.is_some() {
            return None;
        }
        let ([leg], [effect]) = (alternative.legs.as_slice(), alternative.effects.as_slice()) else {
            return None;
        };
        let steps =
            leg.items.iter().filter_map(|item| if let Item::Step(step) = item { Some(step) } else { None });
        let mut steps: Vec<&Step> = steps.collect();
        let (axis, sign, far) = single(steps.pop()?)?;
        let line = Way { axis, sign };
        let (from, to) = match effect.arguments.as_slice() {
            [from, to] if effect.name.text == "Shift" && steps.is_empty() => (line.at(from)?, line.at(to)?),
            _ => return None,
        };
        if about.mode != Mode::Move || from <= far {
            return None;
        }
        let calls =
            leg.items.iter().filter_map(|item| if let Item::Call(call) = item { Some(call) } else { None });
        let (mut right, mut rest) = (None, Vec::new());
        let mut empty: Vec<(i64, &Call)> = Vec::new();
        let mut unattacked: Vec<(i64, &Call)> = Vec::new();
        for call in calls {
            let at = call.arguments.first().and_then(|place| line.at(place));
            match (call.name.text.as_str(), call.arguments.as_slice(), at) {
                ("Right", [Argument { kind: ArgumentKind::Name(name), .. }], _) if right.is_none() => {
                    right = Some(name.text.as_str());
                }
                ("Empty", [_], Some(at)) => empty.push((at, call)),
                ("NotAttacked", [_], Some(at)) => unattacked.push((at, call)),
                ("JumpOver" | "Ride", ..) => return None,
                _ => rest.push(call),
            }
        }
        // The path and the target must be empty anyway.
        let clear = (far + 1..from).all(|at| empty.iter().any(|&(known, _)| known == at));
        let safe = (0..far).all(|at| unattacked.iter().any(|&(known, _)| known == at));
        rest.extend(empty.iter().filter(|(at, _)| !clear || !(1..from).contains(at)).map(|(_, call)| *call));
        rest.extend(
            unattacked.iter().filter(|(at, _)| !safe || !(0..far).contains(at)).map(|(_, call)| *call),
        );
        let companion = right.and_then(|right| companion(variant, about.role, right, line, from));
        Some(Self { axis, sign, far, other: from, lands: to, companion, right, clear, rest, safe })
    }
}

/// A direction along a named axis.
#[derive(Clone, Copy)]
struct Way<'a> {
    axis: &'a str,
    sign: Sign,
}

impl Way<'_> {
    /// The distance from the origin of a single-square place on the line.
    fn at(self, place: &Argument) -> Option<i64> {
        let ArgumentKind::Steps { anchor, steps } = &place.kind else { return None };
        if !matches!(anchor, None | Some(Anchor { kind: AnchorKind::From, .. })) {
            return None;
        }
        match steps.as_slice() {
            [] => Some(0),
            [step] => {
                let (axis, sign, far) = single(step)?;
                (axis == self.axis).then_some(if sign == self.sign { far } else { -far })
            }
            _ => None,
        }
    }
}

/// A step of a fixed number of squares in one direction along a named axis.
fn single(step: &Step) -> Option<(&str, Sign, i64)> {
    let AxisKind::Named(axis) = &step.axis.kind else { return None };
    match step.counts.as_slice() {
        [Count { sign: Some(sign), amount: Amount::Value(Expression::Number(far, _)), .. }] => {
            Some((axis, *sign, i64::from(*far)))
        }
        _ => None,
    }
}

/// The role of the piece at this distance at the start, on the squares of the right, if it is the same for every player.
fn companion(variant: &Variant, role: RoleId, right: &str, line: Way<'_>, far: i64) -> Option<RoleId> {
    let axis = variant.board.axis(line.axis)?;
    let far = i16::try_from(far).ok()?;
    let mut by = Displacement::ZERO;
    by.0[axis] = if line.sign == Sign::Plus { far } else { -far };
    let slots = variant.right_slots.iter();
    let slots = slots
        .filter(|slot| variant.rights.get(usize::from(slot.right.0)).is_some_and(|own| own.name == right));
    let mut found = None;
    for slot in slots {
        let own = |square| variant.start.piece(square).filter(|piece| piece.player == slot.player);
        let origin =
            slot.squares.iter().find(|&square| own(square).is_some_and(|piece| piece.role == role))?;
        let other = own(variant.step(slot.player, origin, by)?)?.role;
        if found.is_some_and(|known| known != other) {
            return None;
        }
        found = Some(other);
    }
    found
}
