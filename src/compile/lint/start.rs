//! Lints the start position: an immediate capture of a royal, a royal of one player only, rights without their pieces.

use crate::compile::bounds::looks_at_start;
use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::read::tree::At;
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::{
    Move, Movement, PlayerId, Predicate, RightId, RightSlot, RoleSet, Variant, Verdict, literal,
};

use super::feasible::MAX_LOOKS;
use super::uneven::odd_pieces;

/// Reports a player who is in check at the start without being to move.
pub(crate) fn lint_check_at_start(findings: &mut Findings, variant: &Variant, setup: At) {
    let mover = variant.mover(variant.start.turn);
    if looks_at_start(variant, mover) > MAX_LOOKS as u64 {
        return;
    }
    let waiting = variant.everybody().iter().filter(|&one| one != mover);
    for player in waiting {
        let checks = literal::checks(variant, &variant.start, player);
        // With more than two players, only the player to move can capture at once.
        let at_once = |check: &&crate::variant::Move| {
            variant.start.piece(check.from).is_some_and(|piece| piece.player == mover)
        };
        let Some(check) = checks.iter().find(at_once).copied() else { continue };
        let name = |player: PlayerId| &variant.players[player.index()].name;
        let attacker = variant.start.piece(check.from).map_or("", |piece| &variant.role(piece.role).name);
        let message = format!(
            "{} is in check at the start, and it is {}'s turn: the {attacker} on {} takes a royal piece at once",
            name(player),
            name(mover),
            variant.board.name(check.from)
        );
        findings.report_at(setup, Code::STARTS_IN_CHECK, message);
    }
}

/// Reports a start position in which the first move can mate.
pub(crate) fn lint_mate_at_once(findings: &mut Findings, variant: &Variant, setup: At) {
    let start = &variant.start;
    let mover = variant.mover(start.turn);
    let mut players = (0..variant.players.len()).map(|index| PlayerId(index as u8));
    let Some(opponent) = players.find(|&player| player != mover) else { return };
    let next = variant.mover(variant.next_turn(start.turn));
    // If a turn has several moves, one move is not yet mate. Mate must also lose the game.
    if variant.players.len() > 2
        || next == mover
        || variant.royals().is_empty()
        || variant.ending.checkmate != Verdict::Loss
    {
        return;
    }
    // A king that can be captured at once has already been reported.
    if looks_at_start(variant, mover) > MAX_LOOKS as u64 || literal::in_check(variant, start, opponent) {
        return;
    }
    let own = start.pieces().filter(|(_, piece)| piece.player == mover);
    let moves: u64 = own.map(|(_, piece)| variant.role(piece.role).movements.len() as u64).sum();
    let each = looks_at_start(variant, mover).saturating_add(looks_at_start(variant, opponent));
    if each.saturating_mul(moves) > MAX_LOOKS as u64 {
        return;
    }
    let mates = |mv: &Move| {
        let after = literal::apply(variant, start, *mv).setup;
        literal::in_check(variant, &after, opponent) && literal::legal_moves(variant, &after).is_empty()
    };
    let Some(mate) = literal::legal_moves(variant, start).into_iter().find(mates) else { return };
    let name = &variant.players[mover.index()].name;
    let from = mate.origin().map_or_else(|| "the hand".to_owned(), |from| variant.board.name(from));
    let to = variant.board.name(mate.to);
    let message = format!("{name} can mate with the first move, from {from} to {to}");
    findings.report_at(setup, Code::MATE_AT_ONCE, message);
}

/// The maximum number of kinds of piece in an army that may be intended without a royal. Against a lone royal it needs more
/// pieces than that.
const FEW: usize = 2;

/// Reports that one player has a royal piece and another has none, unless the other has an army of its own. Returns whether it
/// reported.
pub(crate) fn lint_one_sided_royal(findings: &mut Findings, variant: &Variant, setup: At) -> bool {
    let royals = |player: PlayerId| literal::royals(variant, &variant.start, player);
    let players: Vec<PlayerId> = (0..variant.players.len()).map(|index| PlayerId(index as u8)).collect();
    let (with, without): (Vec<PlayerId>, Vec<PlayerId>) = players.iter().partition(|&&one| royals(one) > 0);
    let (Some(&one), Some(&other)) = (with.first(), without.first()) else { return false };
    // A different army of few kinds may be intended without a royal.
    let own = || variant.start.pieces().filter(|(_, piece)| piece.player == other);
    let odd = odd_pieces(variant).into_iter().filter(|(_, piece)| piece.player == other).count();
    let kinds: RoleSet = own().map(|(_, piece)| piece.role).collect();
    // One or two pieces against a lone royal are no army: the royal was forgotten.
    let mut theirs = variant.start.pieces().filter(|(_, piece)| with.contains(&piece.player));
    let alone = theirs.all(|(_, piece)| variant.role(piece.role).royal);
    let army = if alone { FEW + 1 } else { 1 };
    if odd * 2 > own().count() && kinds.iter().count() <= FEW && own().count() >= army {
        return false;
    }
    let name = |player: PlayerId| &variant.players[player.index()].name;
    let message = format!(
        "{} starts with a royal piece, and {} with none: nothing can put {} in check",
        name(one),
        name(other),
        name(other)
    );
    findings.report_at(setup, Code::ONE_SIDED_ROYAL, message);
    true
}

/// Reports rights of the start position that no piece on the board can use.
pub(crate) fn lint_rights(game: &mut Game<'_>, variant: &Variant, setup: At) {
    let mut told: Vec<RightId> = Vec::new();
    for (index, slot) in variant.right_slots.iter().enumerate() {
        if variant.start.rights >> index & 1 == 0 || told.contains(&slot.right) {
            continue;
        }
        let Some(missing) = missing(variant, slot) else { continue };
        told.push(slot.right);
        let right = &variant.rights[usize::from(slot.right.0)].name;
        let owner = &variant.players[slot.player.index()].name;
        let message = format!("{owner} starts with the right `{right}`, but {missing}");
        let mut finding = Diagnostic::new(Code::RIGHT_WITHOUT_PIECE, setup.1, message).in_source(setup.0);
        if let Some(declared) = game.names.rights.get(usize::from(slot.right.0)) {
            finding = finding.label_in(declared.at.0, declared.at.1, "the right is declared here");
        }
        game.findings.add(
            finding.help("take the right out of the FEN, or give it the squares where the pieces stand"),
        );
    }
}

/// The piece that a right of the start position needs and that is missing.
fn missing(variant: &Variant, slot: &RightSlot) -> Option<String> {
    let right = &variant.rights[usize::from(slot.right.0)];
    let own = |roles: RoleSet| {
        variant
            .start
            .pieces()
            .filter(move |(_, piece)| piece.player == slot.player && roles.contains(piece.role))
    };
    let names = |roles: RoleSet| {
        let names: Vec<&str> = roles.iter().map(|role| variant.role(role).name.as_str()).collect();
        names.join(" or ")
    };
    if right.by_square && !right.holders.is_empty() {
        let held = own(right.holders).any(|(square, _)| slot.squares.contains(square));
        return (!held).then(|| {
            let square = slot.square.map_or_else(String::new, |square| variant.board.name(square));
            format!("there is no {} of that player on {square}", names(right.holders))
        });
    }
    // The pieces that use the right must stand on its squares, unless they lose it by moving from any square.
    let askers = askers(variant, slot.right)?;
    let wide = RoleSet(askers.0 & !right.lost_with.0);
    if wide != askers && own(askers).any(|(_, piece)| right.lost_with.contains(piece.role)) {
        return None;
    }
    let stands = own(askers).any(|(square, _)| slot.squares.contains(square));
    (!stands && !slot.squares.is_empty()).then(|| {
        let squares: Vec<String> =
            slot.squares.iter().take(4).map(|square| variant.board.name(square)).collect();
        format!("there is no {} on {} whose moves test it", names(askers), squares.join(" or "))
    })
}

/// The roles whose movements use a right; `None` if no role does, or if hooks or effects may use it.
fn askers(variant: &Variant, right: RightId) -> Option<RoleSet> {
    if variant.hooks().any(|hook| hook.guards.iter().any(|guard| asks(guard, right))) {
        return None;
    }
    let asking = |movement: &Movement| {
        movement.legs.iter().any(|leg| leg.guards.iter().any(|guard| asks(guard, right)))
    };
    let roles = variant.roles.iter().enumerate().filter(|(_, role)| role.movements.iter().any(asking));
    let roles: RoleSet = roles.map(|(index, _)| crate::variant::RoleId(index as u8)).collect();
    (!roles.is_empty()).then_some(roles)
}

fn asks(predicate: &Predicate, right: RightId) -> bool {
    let any = |inner: &[Predicate]| inner.iter().any(|one| asks(one, right));
    match predicate {
        Predicate::Right(asked, _) => *asked == right,
        Predicate::Count(_, _, inner) | Predicate::All(_, inner) | Predicate::Not(inner) => any(inner),
        Predicate::Or(branches) => branches.iter().any(|branch| any(branch)),
        _ => false,
    }
}
