//! What the rules mean, square by square.
//!
//! Everything is computed afresh from a [`Variant`] and a [`Setup`]: no tables, no state, no shortcut that would
//! need a proof. It is slow and it is the definition: the fast generators are compared with it, and whatever fits
//! none of their shapes is run by it.

mod apply;
mod cause;
mod chain;
mod count;
mod explain;
mod predicate;
mod route;
mod sides;
mod truth;
mod turn;

use std::ops::Range;

use crate::geometry::Square;

use super::{Effect, Mode, Move, Movement, Piece, PlayerId, PlayerSet, Royalty, Setup, Variant};

pub use apply::{Applied, apply, play};
pub use cause::{Asked, Cause, Examination, Examined, Question, Refusal};
pub use chain::{Links, chain_path, chain_paths, chains};
pub use count::counted;
pub use explain::{examine, examine_drop, examine_pass, explain};
pub use route::{Route, Stretch, route, routes};
pub use sides::{attackers, attackers_at, settle, stuck, stuck_in};

use route::target;
pub use truth::Truth;
pub(crate) use turn::asked_of;
pub use turn::ended;

pub(crate) use apply::{apply_at, apply_bare, apply_route};
pub(crate) use predicate::{Attempt, Depth};
pub(crate) use sides::attackers_before;

/// Every move of the player to move that follows the movements of the pieces, sorted; whether it leaves a royal to be
/// taken is not asked. Of several ways with the same result the least is kept.
pub fn pseudo_legal(variant: &Variant, setup: &Setup) -> Vec<Move> {
    pseudo_legal_but(variant, setup, true)
}

/// The same, passes only if asked for.
fn pseudo_legal_but(variant: &Variant, setup: &Setup, passes: bool) -> Vec<Move> {
    let own = setup.pieces().filter(|&(_, piece)| turn::may_move(variant, setup, piece));
    let mut moves: Vec<Move> =
        own.flat_map(|(from, _)| candidates(variant, setup, from, Depth::Move)).collect();
    moves.extend(turn::from_hand(variant, setup, passes));
    distinct(variant, setup, &mut moves);
    moves
}

/// Every legal move of the player to move, sorted. None once a player has lost every royal piece, or an end of the game's
/// own has come.
pub fn legal_moves(variant: &Variant, setup: &Setup) -> Vec<Move> {
    if is_over(variant, setup) {
        return Vec::new();
    }
    let mut moves = playable(variant, setup, true);
    turn::compel(variant, setup, &mut moves);
    moves
}

/// Whether the player to move has a legal move: the first that is found will do.
pub fn has_legal_move(variant: &Variant, setup: &Setup) -> bool {
    let mut own = setup.pieces().filter(|(_, piece)| turn::may_move(variant, setup, *piece));
    let safe = |m: Move| is_safe(variant, setup, m, Depth::Move);
    !is_over(variant, setup)
        && (own.any(|(from, _)| candidates(variant, setup, from, Depth::Move).into_iter().any(safe))
            || turn::from_hand(variant, setup, true).into_iter().any(safe))
}

/// The moves that the player to move could legally make if nothing were compulsory and the game not over.
pub(crate) fn playable(variant: &Variant, setup: &Setup, passes: bool) -> Vec<Move> {
    let mut moves = pseudo_legal_but(variant, setup, passes);
    moves.retain(|&m| is_safe(variant, setup, m, Depth::Move));
    moves
}

/// Whether no move may be made, whatever the pieces could do.
fn is_over(variant: &Variant, setup: &Setup) -> bool {
    royal_lost(variant, setup).is_some() || ended(variant, setup).is_some()
}

/// The legal moves of the piece on one square, sorted; none if it is not its owner's turn.
pub fn legal_moves_from(variant: &Variant, setup: &Setup, from: Square) -> Vec<Move> {
    if setup.piece(from).is_none_or(|piece| !turn::may_move(variant, setup, piece)) {
        return Vec::new();
    }
    // What is compulsory depends on the moves of all pieces.
    if !variant.choice.must.is_empty() || variant.choice.most.is_some() {
        let all = legal_moves(variant, setup);
        return all.into_iter().filter(|m| m.origin() == Some(from)).collect();
    }
    if is_over(variant, setup) {
        return Vec::new();
    }
    let mut moves = candidates(variant, setup, from, Depth::Move);
    distinct(variant, setup, &mut moves);
    moves.retain(|&m| is_safe(variant, setup, m, Depth::Move));
    moves
}

/// Whether the move is one of [`legal_moves`].
pub fn is_legal(variant: &Variant, setup: &Setup, m: Move) -> bool {
    match m.origin() {
        Some(from) => legal_moves_from(variant, setup, from).binary_search(&m).is_ok(),
        None => legal_moves(variant, setup).binary_search(&m).is_ok(),
    }
}

/// Whether a player is in check: were it an opponent's turn, some pseudo-legal move of theirs would itself remove a
/// royal of the player's, hooks not counted, and would cost them none of theirs, hooks included.
///
/// Where more than two play, opponents are those of [`attackers`].
pub fn in_check(variant: &Variant, setup: &Setup, player: PlayerId) -> bool {
    in_check_by(variant, setup, player, attackers(variant, setup, player))
}

/// The same, asked of these opponents.
fn in_check_by(variant: &Variant, setup: &Setup, player: PlayerId, by: PlayerSet) -> bool {
    let taken =
        || aimed_at_royal(variant, setup, player, by).any(|m| attacks_royal(variant, setup, player, m));
    match (variant.royalty, royals(variant, setup, player)) {
        (_, 0) => false,
        (Royalty::Each, _) | (Royalty::One | Royalty::Last, 1) => taken(),
        (Royalty::Last, _) => false,
        (Royalty::One, _) => {
            let own = setup.pieces().filter(|(_, piece)| piece.player == player);
            let mut royal = own.filter(|(_, piece)| variant.role(piece.role).royal);
            royal.all(|(square, _)| attack_by(variant, setup, (square, square), by).is_some())
        }
    }
}

/// The replies that give check to a player: what an opponent would play to remove a royal of the player's.
pub fn checks(variant: &Variant, setup: &Setup, player: PlayerId) -> Vec<Move> {
    if royals(variant, setup, player) == 0 {
        return Vec::new();
    }
    let by = attackers(variant, setup, player);
    let mut moves: Vec<Move> = aimed_at_royal(variant, setup, player, by)
        .filter(|&m| attacks_royal(variant, setup, player, m))
        .collect();
    moves.sort_unstable();
    moves
}

/// Whether an opponent could take the piece of `from` if it stood on `on`: it is lifted, put there in place of what
/// stood there, and some pseudo-legal reply itself removes it, hooks not counted, and costs the opponent no royal,
/// hooks included. An empty `from` is never attacked.
pub fn attacked(variant: &Variant, setup: &Setup, from: Square, on: Square) -> bool {
    attack_on(variant, setup, from, on).is_some()
}

/// The reply by which [`attacked`] holds, and the piece that would make it.
pub fn attack_on(variant: &Variant, setup: &Setup, from: Square, on: Square) -> Option<(Move, Piece)> {
    let player = setup.piece(from)?.player;
    attack_by(variant, setup, (from, on), attackers(variant, setup, player))
}

/// The origins of the replies by which a royal of a player's would be attacked on a square, in order: what stands there is
/// taken off first.
pub fn royal_attackers(variant: &Variant, setup: &Setup, on: Square, player: PlayerId) -> Vec<Square> {
    let Some(role) = variant.royals().iter().next().filter(|_| on.index() < setup.squares.len()) else {
        return Vec::new();
    };
    let mut there = setup.clone();
    there.squares[on.index()] = Some(Piece { player, role });
    let aimed = |movement: &Movement, to: Square| to == on || !movement.effects.is_empty();
    let by = attackers(variant, setup, player);
    let takes = |m: &Move| apply_bare(variant, &there, *m).removed.contains(&on);
    let mut origins: Vec<Square> = replies(variant, &there, by, aimed).filter(takes).map(|m| m.from).collect();
    origins.sort_unstable();
    origins.dedup();
    origins
}

fn attack_by(
    variant: &Variant,
    setup: &Setup,
    (from, on): (Square, Square),
    by: PlayerSet,
) -> Option<(Move, Piece)> {
    let piece = setup.piece(from).filter(|_| on.index() < setup.squares.len())?;
    let mut there = setup.clone();
    there.squares[from.index()] = None;
    there.squares[on.index()] = Some(piece);
    if from != on {
        // What has left a mark and is gone is taken by it no more.
        there.marks.retain(|mark| mark.marker.is_none_or(|marker| marker != from && marker != on));
    }
    // A move without effects removes nothing but what stands on its target.
    let aimed = |movement: &Movement, to: Square| to == on || !movement.effects.is_empty();
    replies(variant, &there, by, aimed).find_map(|m| {
        let opponent = there.piece(m.from)?;
        let takes = apply_bare(variant, &there, m).removed.contains(&on)
            && costs_no_royal(variant, &there, m, opponent.player);
        takes.then_some((m, opponent))
    })
}

/// The number of positions after `depth` legal moves in a row, ways to reach them counted apart.
pub fn perft(variant: &Variant, setup: &Setup, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(variant, setup);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| perft(variant, &play(variant, setup, m), depth - 1)).sum()
}

/// The first player not out who has no royal piece left though the start position gave some: the game is over.
pub fn royal_lost(variant: &Variant, setup: &Setup) -> Option<PlayerId> {
    (0..variant.players.len())
        .map(|i| PlayerId(i as u8))
        .filter(|&player| !setup.out.contains(player))
        .find(|&player| royals(variant, setup, player) == 0 && royals(variant, &variant.start, player) > 0)
}

/// How many royal pieces a player has; one who is out has none.
pub fn royals(variant: &Variant, setup: &Setup, player: PlayerId) -> usize {
    if setup.out.contains(player) {
        return 0;
    }
    setup.pieces().filter(|(_, piece)| piece.player == player && variant.role(piece.role).royal).count()
}

/// Whether a pseudo-legal move is legal: the mover keeps every royal, hooks included, and either it costs an opponent
/// one or no reply removes one of the mover's. Replies are asked about when the turn passes to an opponent.
///
/// Where more than two play, an opponent's royal saves the mover only if the game is over with it, and replies are those
/// of the opponents who move before the mover does.
pub(crate) fn is_safe(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> bool {
    let Some(player) = turn::player_of(variant, setup, m) else { return false };
    if variant.royals().is_empty() {
        return true;
    }
    let after = apply_at(variant, setup, m, depth).setup;
    keeps_royals(variant, setup, &after, player)
        && (variant.turn(after.turn).after.is_none()
            || costs_a_royal(variant, setup, &after, player)
            || !in_check_by(variant, &after, player, attackers_before(variant, &after, player))
                && spares_partners(variant, setup, &after, player))
}

/// Whether no partner has come to stand in check, where partners may take each other's pieces.
fn spares_partners(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    let others = variant.side(player).without(PlayerSet::single(player)).without(after.out);
    let put = |partner| in_check(variant, after, partner) && !in_check(variant, before, partner);
    !variant.choice.partners || !others.iter().any(put)
}

/// Whether an opponent of the player's has fewer royals after than before.
fn costs_a_royal(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    if variant.players.len() > 2 {
        // Whoever has lost a royal and is not the last is out, and the game goes on.
        return royal_lost(variant, after).is_some_and(|loser| !variant.side(player).contains(loser));
    }
    let mut players = (0..variant.players.len()).map(|i| PlayerId(i as u8));
    players.any(|other| other != player && !keeps_royals(variant, before, after, other))
}

/// Whether an imagined reply, hooks included, leaves the player who makes it every royal.
fn costs_no_royal(variant: &Variant, setup: &Setup, reply: Move, player: PlayerId) -> bool {
    let after = apply_at(variant, setup, reply, Depth::Reply).setup;
    keeps_royals(variant, setup, &after, player)
}

/// Whether a player has lost no royal that matters: has as many after as before, or still one where one is enough.
pub(crate) fn keeps_royals(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    let (before, after) = (royals(variant, before, player), royals(variant, after, player));
    match variant.royalty {
        Royalty::Each => after >= before,
        Royalty::One | Royalty::Last => after > 0 || before == 0,
    }
}

/// Whether this reply itself removes a royal of the player's, hooks not counted, and costs the replying player none,
/// hooks included.
pub(crate) fn attacks_royal(variant: &Variant, setup: &Setup, player: PlayerId, reply: Move) -> bool {
    let Some(piece) = setup.piece(reply.from) else { return false };
    let after = apply_bare(variant, setup, reply).setup;
    !keeps_royals(variant, setup, &after, player) && costs_no_royal(variant, setup, reply, piece.player)
}

/// The replies that may remove a royal of the player's, hooks not counted: a move without effects removes nothing but
/// what stands on its target.
pub(crate) fn aimed_at_royal<'a>(
    variant: &'a Variant,
    setup: &'a Setup,
    player: PlayerId,
    by: PlayerSet,
) -> impl Iterator<Item = Move> + 'a {
    let royal = move |piece: Piece| piece.player == player && variant.role(piece.role).royal;
    let aimed =
        move |movement: &Movement, to| !movement.effects.is_empty() || setup.piece(to).is_some_and(royal);
    replies(variant, setup, by, aimed)
}

/// Every pseudo-legal move of these players by a movement to a target that are asked for, questions that would
/// regress held to be answered well.
fn replies<'a>(
    variant: &'a Variant,
    setup: &'a Setup,
    by: PlayerSet,
    aimed: impl Fn(&Movement, Square) -> bool + 'a,
) -> impl Iterator<Item = Move> + 'a {
    let theirs = setup.pieces().filter(move |(_, piece)| by.contains(piece.player));
    theirs.flat_map(move |(from, _)| candidates_to(variant, setup, from, Depth::Reply, &aimed))
}

/// The pseudo-legal moves of the piece on `from`, by its owner, in the order of its movements; the same move may come
/// up more than once.
pub(crate) fn candidates(variant: &Variant, setup: &Setup, from: Square, depth: Depth) -> Vec<Move> {
    candidates_to(variant, setup, from, depth, |_, _| true)
}

/// Those of [`candidates`] whose movement and target are asked for: only of these anything else is asked.
fn candidates_to(
    variant: &Variant,
    setup: &Setup,
    from: Square,
    depth: Depth,
    aimed: impl Fn(&Movement, Square) -> bool,
) -> Vec<Move> {
    let Some(piece) = setup.piece(from).filter(|_| setup.squares.len() == variant.board.len()) else {
        return Vec::new();
    };
    let mut moves = Vec::new();
    let actor = turn::actor(variant, setup, piece);
    let movements = variant.role(piece.role).movements.iter().enumerate();
    for (index, movement) in movements.filter(|(_, movement)| movement.chain.is_none()) {
        // Most movements of most pieces lead off the board, or where nobody asks: their routes are not written out.
        if let Some(end) = target(variant, actor, movement, from)
            && !end.is_some_and(|to| aimed(movement, to))
        {
            continue;
        }
        let mut routes = routes(variant, actor, movement, from);
        routes.retain(|route| aimed(movement, route.to()));
        for route in routes {
            for choice in choices(variant, setup, piece, movement, &route, depth) {
                let way = if movement.effects.is_empty() { 0 } else { index as u16 + 1 };
                let m = Move { from, to: route.to(), way, choice };
                let attempt = Attempt::new(variant, setup, movement, &route, m, depth);
                if attempt.allowed()
                    && attempt.permitted()
                    && (m.from != m.to || movement.stays() || takes(variant, setup, m, depth))
                {
                    moves.push(m);
                }
            }
        }
    }
    for (nth, last, route) in chain::numbered(variant, setup, from) {
        let movement = &variant.role(piece.role).movements[last];
        if !aimed(movement, route.to()) {
            continue;
        }
        for choice in choices(variant, setup, piece, movement, &route, depth) {
            let m = Move::chained(from, route.to(), nth, choice);
            if Attempt::new(variant, setup, movement, &route, m, depth).permitted() {
                moves.push(m);
            }
        }
    }
    moves
}

/// The choices that come with a movement: what the piece may become, 0 for staying what it is.
fn choices(
    variant: &Variant,
    setup: &Setup,
    piece: Piece,
    movement: &Movement,
    route: &Route,
    depth: Depth,
) -> Vec<u16> {
    let chosen = |roles: &[super::RoleId]| roles.iter().map(|role| u16::from(role.0) + 1).collect::<Vec<_>>();
    for effect in &movement.effects {
        match effect {
            Effect::Promote(roles) => return chosen(roles),
            Effect::Drop(roles, _) => {
                let mut held = roles.clone();
                let player = turn::actor(variant, setup, piece);
                held.retain(|&role| turn::can_drop(variant, setup, player, role));
                return chosen(&held);
            }
            _ => {}
        }
    }
    let Some(promotion) = &variant.role(piece.role).promotion else { return vec![0] };
    let attempt = Attempt::new(variant, setup, movement, route, Move::plain(route.from(), route.to()), depth);
    let scene = attempt.last_leg();
    let hold = |predicates| attempt.conjunction(predicates, &scene) != Truth::False;
    if !hold(&promotion.when) {
        return vec![0];
    }
    let mut to = promotion.to.clone();
    to.retain(|&role| !promotion.stock.contains(role) || has_lost(variant, setup, piece.player, role));
    let mut choices = chosen(&to);
    if promotion.to.is_empty() || !promotion.forced.as_deref().is_some_and(hold) {
        choices.insert(0, 0);
    }
    choices
}

/// Whether fewer pieces of a role stand on the board than a player had at the start.
fn has_lost(variant: &Variant, setup: &Setup, player: PlayerId, role: super::RoleId) -> bool {
    let wanted = variant.piece(player, role);
    let count = |setup: &Setup| setup.pieces().filter(|&(_, piece)| piece == wanted).count();
    count(setup) < count(&variant.start)
}

/// Whether the move removes anything.
fn takes(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> bool {
    !apply_at(variant, setup, m, depth).taken.is_empty()
}

/// Sorts the moves and keeps one of those that have the same origin, target, choice and result.
fn distinct(variant: &Variant, setup: &Setup, moves: &mut Vec<Move>) {
    let key = |m: &Move| (m.from, m.to, m.choice, m.way);
    // Whether it was progress does not make it another move.
    let result = |m: Move| Setup { quiet_plies: 0, ..apply(variant, setup, m).setup };
    moves.sort_unstable_by_key(key);
    moves.dedup();
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    let mut results: Range<usize> = 0..0;
    for &m in moves.iter() {
        let same = |other: &Move| (other.from, other.to, other.choice) == (m.from, m.to, m.choice);
        // Chains are told apart by what they take.
        let chain = |other: &Move| other.chain().is_some();
        if chain(&m) && kept.last().is_some_and(|last| same(last) && chain(&kept[results.start])) {
            results.end += 1;
        } else if kept.last().is_some_and(same) {
            let after = result(m);
            if kept[results.clone()].iter().any(|&other| result(other) == after) {
                continue;
            }
            results.end += 1;
        } else {
            results = kept.len()..kept.len() + 1;
        }
        kept.push(m);
    }
    kept.sort_unstable();
    *moves = kept;
}

/// Whether anything follows the moves of this piece besides what its movements say.
pub(crate) fn has_hooks(variant: &Variant, piece: Piece) -> bool {
    let role = variant.role(piece.role);
    let hooks = [&role.after_move, &role.after_capture, &variant.after_move, &variant.after_capture];
    hooks.iter().any(|hooks| !hooks.is_empty())
}

/// Whether a movement takes what stands on its target.
pub(crate) fn captures_on_target(movement: &Movement) -> bool {
    movement.mode != Mode::Move
}
