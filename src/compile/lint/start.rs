//! What the start position says that no game can mean: a capture of a royal at once, a royal on one side alone, rights
//! that nothing on the board can use.

use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::lower::repeats;
use crate::compile::read::tree::At;
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::{
    Anchor, Move, Movement, PathRule, Piece, Place, PlayerId, Predicate, RightId, RightSlot, RoleSet, Test,
    Variant, Verdict, literal,
};

use super::feasible::MAX_LOOKS;
use super::uneven::odd_pieces;

/// Says if a player whose turn it is not stands in check at the start.
pub(crate) fn lint_check_at_start(findings: &mut Findings, variant: &Variant, setup: At) {
    let mover = variant.mover(variant.start.turn);
    if work(variant, mover) > MAX_LOOKS {
        return;
    }
    let waiting = variant.everybody().iter().filter(|&one| one != mover);
    for player in waiting {
        let checks = literal::checks(variant, &variant.start, player);
        // Where more than two play, only the player to move takes at once.
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

/// Says if the first move can mate.
pub(crate) fn lint_mate_at_once(findings: &mut Findings, variant: &Variant, setup: At) {
    let start = &variant.start;
    let mover = variant.mover(start.turn);
    let mut players = (0..variant.players.len()).map(|index| PlayerId(index as u8));
    let Some(opponent) = players.find(|&player| player != mover) else { return };
    let next = variant.mover(variant.next_turn(start.turn));
    // In a turn of several moves one move is no mate, and mate is what loses.
    if variant.players.len() > 2
        || next == mover
        || variant.royals().is_empty()
        || variant.ending.checkmate != Verdict::Loss
    {
        return;
    }
    // Whose king can be taken at once is told so already.
    if work(variant, mover) > MAX_LOOKS || literal::in_check(variant, start, opponent) {
        return;
    }
    let own = start.pieces().filter(|(_, piece)| piece.player == mover);
    let moves: usize = own.map(|(_, piece)| variant.role(piece.role).movements.len()).sum();
    let each = work(variant, mover).saturating_add(work(variant, opponent));
    if each.saturating_mul(moves) > MAX_LOOKS {
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

/// Says if one player has a royal piece and another, with much the same army, has none. Whether it was said.
pub(crate) fn lint_one_sided_royal(findings: &mut Findings, variant: &Variant, setup: At) -> bool {
    let royals = |player: PlayerId| literal::royals(variant, &variant.start, player);
    let players: Vec<PlayerId> = (0..variant.players.len()).map(|index| PlayerId(index as u8)).collect();
    let (with, without): (Vec<PlayerId>, Vec<PlayerId>) = players.iter().partition(|&&one| royals(one) > 0);
    let (Some(&one), Some(&other)) = (with.first(), without.first()) else { return false };
    // An army of its own may be meant to fight without a royal.
    let own = variant.start.pieces().filter(|(_, piece)| piece.player == other).count();
    let odd = odd_pieces(variant).into_iter().filter(|(_, piece)| piece.player == other).count();
    if odd * 2 > own {
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

/// Says which rights of the start position nothing on the board can use.
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

/// What stands nowhere that a right of the start position needs.
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
            format!("no {} of theirs stands on {square}", names(right.holders))
        });
    }
    // Whoever asks for the right must stand where it is lost by moving, or lose it wherever they stand.
    let askers = askers(variant, slot.right)?;
    let wide = RoleSet(askers.0 & !right.lost_with.0);
    if wide != askers && own(askers).any(|(_, piece)| right.lost_with.contains(piece.role)) {
        return None;
    }
    let stands = own(askers).any(|(square, _)| slot.squares.contains(square));
    (!stands && !slot.squares.is_empty()).then(|| {
        let squares: Vec<String> =
            slot.squares.iter().take(4).map(|square| variant.board.name(square)).collect();
        format!("no {} of theirs, whose moves ask for it, stands on {}", names(askers), squares.join(" or "))
    })
}

/// The roles whose movements ask for a right; `None` if none does, or something other than a movement may.
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

/// About how many squares have to be looked at to find the replies of one player at the start.
fn work(variant: &Variant, player: PlayerId) -> usize {
    let own = variant.start.pieces().filter(|(_, piece): &(_, Piece)| piece.player == player);
    // Every reply is tried on a copy of the position.
    let copy = variant.board.len() / 8;
    own.fold(0, |sum: usize, (_, piece)| {
        let movements = variant.role(piece.role).movements.iter();
        movements.fold(sum, |sum, movement| {
            sum.saturating_add(copy).saturating_add(movement_work(variant, movement))
        })
    })
}

fn movement_work(variant: &Variant, movement: &Movement) -> usize {
    // Of each chain what it takes is looked for anew: a few may be too many.
    if movement.chain.is_some() {
        return usize::MAX;
    }
    movement.legs.iter().fold(0, |sum: usize, leg| {
        let path = usize::from(leg.displacement.length());
        let each = match &leg.path {
            PathRule::Empty => 1,
            PathRule::Hurdles { each, .. } => 1 + all_work(variant, each),
        };
        let once = path.saturating_mul(each).saturating_add(all_work(variant, &leg.guards)).saturating_add(1);
        sum.saturating_add(once.saturating_mul(repeats(&variant.board, leg)))
    })
}

fn all_work(variant: &Variant, predicates: &[Predicate]) -> usize {
    predicates.iter().fold(0, |sum: usize, one| sum.saturating_add(predicate_work(variant, one)))
}

fn predicate_work(variant: &Variant, predicate: &Predicate) -> usize {
    match predicate {
        // Whether a piece could ever leave a square is asked of all its movements.
        Predicate::Holds(Test::Mobile, place) => {
            let most = variant.roles.iter().map(|role| role.movements.len()).max().unwrap_or(0);
            place_work(variant, place).saturating_mul(1 + most)
        }
        Predicate::Holds(Test::Same(other), place) => {
            place_work(variant, other).saturating_add(place_work(variant, place))
        }
        Predicate::Holds(_, place) | Predicate::Native(_, place) => place_work(variant, place),
        Predicate::Count(_, place, inner) | Predicate::All(place, inner) => {
            place_work(variant, place).saturating_mul(1 + all_work(variant, inner))
        }
        Predicate::Not(inner) => 1 + all_work(variant, inner),
        Predicate::Or(branches) => {
            branches.iter().fold(1, |sum: usize, branch| sum.saturating_add(all_work(variant, branch)))
        }
        _ => 1,
    }
}

fn place_work(variant: &Variant, place: &Place) -> usize {
    let longest = || variant.board.axes().iter().map(|axis| usize::from(axis.length)).max().unwrap_or(1);
    let anchors = match &place.anchor {
        Anchor::Zone(zone) => {
            variant.zones[usize::from(zone.0)].squares.iter().map(|set| set.len()).max().unwrap_or(0)
        }
        Anchor::Span(a, b) => {
            longest().saturating_add(place_work(variant, a)).saturating_add(place_work(variant, b))
        }
        Anchor::Path => longest(),
        _ => 1,
    };
    anchors.max(1).saturating_mul(place.steps.len().max(1))
}
