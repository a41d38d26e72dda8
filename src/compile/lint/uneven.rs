//! Lints the single rule that differs between two players in an otherwise symmetric game.
//!
//! Displacements, zones and rights are relative to the player, so only `@By` and the start position can differ. One difference
//! may be an oversight; two are a design and are not reported.

use std::collections::HashMap;

use crate::diagnostic::Code;
use crate::geometry::Square;
use crate::variant::{Effect, Hook, Leg, Movement, PathRule, Piece, PlayerId, Predicate, Role, Variant};

use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::tree::At;

/// The minimum number of pieces of a start position for which a difference can be an oversight.
const ARMY: usize = 8;
/// The maximum number of pieces without a counterpart that count as an oversight; more are intended.
const ODD: usize = 2;

/// Reports the single rule that differs between the players. `setup` is the place of the start position.
pub(crate) fn lint_uneven(findings: &mut Findings, variant: &Variant, origins: &Origins, setup: Option<At>) {
    if variant.players.len() != 2 {
        return;
    }
    let mut uneven: Vec<(Option<At>, String)> = Vec::new();
    let told = "only this rule distinguishes the players; all others are symmetrical";
    for (index, role) in variant.roles.iter().enumerate() {
        for alternative in uneven_alternatives(role) {
            let origin = origins.alternatives.get(alternative as usize);
            uneven.push((origin.map(|origin| (origin.source, origin.span)), told.to_owned()));
        }
        let at = origins.roles.get(index).copied();
        if differs(|player| promotion(role, player)) {
            let message = format!("only the promotion of `{}` distinguishes the players", role.name);
            uneven.push((at, message));
        }
        if differs(|player| (hooks(&role.after_move, player), hooks(&role.after_capture, player))) {
            let message = format!("only the hooks of `{}` distinguish the players", role.name);
            uneven.push((at, message));
        }
    }
    if differs(|player| (hooks(&variant.after_move, player), hooks(&variant.after_capture, player))) {
        // Reported only if a place in the file is known.
        uneven.push((None, told.to_owned()));
    }
    let odd = odd_pieces(variant);
    if !odd.is_empty() {
        let names: Vec<String> = odd
            .iter()
            .map(|&(square, piece)| {
                let owner = &variant.players[piece.player.index()].name;
                format!("the {} of {owner} on {}", variant.role(piece.role).name, variant.board.name(square))
            })
            .collect();
        let verb = if odd.len() == 1 { "has" } else { "have" };
        let small = odd.len() > ODD || variant.start.pieces().count() < ARMY;
        let message = format!(
            "the start position is symmetrical except for this: {} {verb} no counterpart",
            names.join(" and ")
        );
        uneven.push((setup.filter(|_| !small), message));
    }
    if let [(Some(at), message)] = uneven.as_slice() {
        findings.report_at(*at, Code::UNEVEN_PLAYERS, message.clone());
    }
}

/// Whether the two players get different results.
fn differs<T: PartialEq>(seen: impl Fn(PlayerId) -> T) -> bool {
    seen(PlayerId(0)) != seen(PlayerId(1))
}

/// The alternatives of a role with different movements for the two players.
fn uneven_alternatives(role: &Role) -> Vec<u32> {
    let mut found = Vec::new();
    for of_one in role.movements.chunk_by(|a, b| a.alternative == b.alternative) {
        let seen = |player| of_one.iter().filter_map(|one| movement(one, player)).collect::<Vec<_>>();
        if differs(seen) {
            found.extend(of_one.first().map(|one| one.alternative));
        }
    }
    found
}

/// A movement from one player's view; `None` if the player never has it.
fn movement(shared: &Movement, player: PlayerId) -> Option<Movement> {
    let mut own = shared.clone();
    for leg in &mut own.legs {
        let Leg { path, guards, .. } = leg;
        *guards = conjunction(guards, player)?;
        if let PathRule::Hurdles { each, .. } = path {
            *each = conjunction(each, player).unwrap_or_else(never);
        }
    }
    own.effects = effects(&own.effects, player);
    Some(own)
}

/// The conditions of `promotion` from one player's view.
type OwnPromotion = Option<(Vec<Predicate>, Option<Vec<Predicate>>)>;

fn promotion(role: &Role, player: PlayerId) -> OwnPromotion {
    let promotion = role.promotion.as_ref()?;
    let when = conjunction(&promotion.when, player)?;
    let forced = promotion.forced.as_ref().and_then(|all| conjunction(all, player));
    Some((when, forced))
}

fn hooks(all: &[Hook], player: PlayerId) -> Vec<Hook> {
    all.iter()
        .filter_map(|hook| {
            let guards = conjunction(&hook.guards, player)?;
            Some(Hook { guards, effects: effects(&hook.effects, player) })
        })
        .collect()
}

fn effects(all: &[Effect], player: PlayerId) -> Vec<Effect> {
    all.iter()
        .map(|effect| match effect {
            Effect::Take(place, filter) => {
                Effect::Take(place.clone(), conjunction(filter, player).unwrap_or_else(never))
            }
            other => other.clone(),
        })
        .collect()
}

/// The conditions from one player's view; `None` if they never hold.
fn conjunction(all: &[Predicate], player: PlayerId) -> Option<Vec<Predicate>> {
    let mut kept = Vec::new();
    for one in all {
        match predicate(one, player) {
            Predicate::Constant(true) => {}
            Predicate::Constant(false) => return None,
            other => kept.push(other),
        }
    }
    Some(kept)
}

fn predicate(shared: &Predicate, player: PlayerId) -> Predicate {
    let inside = |all: &[Predicate]| conjunction(all, player).unwrap_or_else(never);
    match shared {
        Predicate::By(players) => Predicate::Constant(players >> player.0 & 1 == 1),
        Predicate::Not(inner) => match conjunction(inner, player) {
            None => Predicate::Constant(true),
            Some(kept) if kept.is_empty() => Predicate::Constant(false),
            Some(kept) => Predicate::Not(kept),
        },
        Predicate::Or(branches) => {
            let open: Vec<_> = branches.iter().filter_map(|branch| conjunction(branch, player)).collect();
            if open.iter().any(Vec::is_empty) {
                Predicate::Constant(true)
            } else if open.is_empty() {
                Predicate::Constant(false)
            } else {
                Predicate::Or(open)
            }
        }
        Predicate::Count(counts, place, inner) => {
            Predicate::Count(counts.clone(), place.clone(), inside(inner))
        }
        Predicate::All(place, inner) => Predicate::All(place.clone(), inside(inner)),
        other => other.clone(),
    }
}

fn never() -> Vec<Predicate> {
    vec![Predicate::Constant(false)]
}

/// The pieces of the start position without a counterpart of the other player, under whichever symmetry of the board (mirror or
/// rotation) fits best.
pub(super) fn odd_pieces(variant: &Variant) -> Vec<(Square, Piece)> {
    let board = &variant.board;
    let view = |player: usize, square| variant.players[player].orientation.own_point(board, square);
    let seats: [HashMap<Vec<u16>, Square>; 2] =
        [0, 1].map(|player| board.squares().map(|square| (view(player, square), square)).collect());
    let lengths: Vec<u16> = (0..board.axes().len())
        .map(|axis| board.axes()[variant.players[0].orientation.board_axis(axis)].length)
        .collect();
    let odd = |turned: u32| -> Vec<(Square, Piece)> {
        let mut odd = Vec::new();
        for (square, piece) in variant.start.pieces().filter(|(_, piece)| !piece.is_neutral()) {
            let other = PlayerId(1 - piece.player.0.min(1));
            let mut point = view(piece.player.index(), square);
            for (axis, coordinate) in point.iter_mut().enumerate().filter(|(axis, _)| turned >> axis & 1 == 1)
            {
                *coordinate = lengths[axis].saturating_sub(1 + *coordinate);
            }
            let there = seats[other.index()].get(&point).and_then(|&there| variant.start.piece(there));
            if there != Some(Piece { player: other, role: piece.role }) {
                odd.push((square, piece));
            }
        }
        odd
    };
    (0..1u32 << board.axes().len()).map(odd).min_by_key(Vec::len).unwrap_or_default()
}
