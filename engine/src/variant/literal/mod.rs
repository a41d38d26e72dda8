//! The literal evaluator: the definition of what the rules mean.
//!
//! It computes everything from a [`Variant`] and a [`Setup`] (a mailbox board), with pseudo-legal generation
//! and copy-make. It has no tables, keeps no state and takes no shortcut that would need a proof. The fast
//! generators are tested against it, and it runs the games that fit none of them.

mod apply;
mod cause;
mod chain;
mod count;
mod explain;
mod fired;
mod material;
mod predicate;
mod route;
mod sides;
mod truth;
mod turn;

use std::ops::Range;

use crate::geometry::Square;

use super::{Effect, Mode, Move, Movement, Piece, PlayerId, PlayerSet, Royalty, Setup, Variant};

pub use apply::{Applied, apply, apply_each, play};
pub use cause::{Asked, Cause, Examination, Examined, Question, Refusal};
pub use chain::{Links, chain_paths, chains};
pub use count::counted;
pub use explain::{examine, examine_chain, examine_drop, examine_pass, explain};
pub use fired::{Fired, fired};
pub use material::is_insufficient;
pub use route::{Route, Stretch, route, routes};
pub use sides::{attackers, attackers_at, settle, stuck, stuck_in};

use route::target;
pub use truth::Truth;
pub(crate) use turn::asked_of;
pub use turn::ended;

pub(crate) use apply::{apply_at, apply_bare, apply_route};
pub(crate) use predicate::{Attempt, Depth};
pub(crate) use sides::attackers_before;

/// The pseudo-legal moves of the player to move, sorted: safety of royals is not tested. If several moves
/// have the same origin, target, promotion and result, the smallest is kept.
pub fn pseudo_legal(variant: &Variant, setup: &Setup) -> Vec<Move> {
    pseudo_legal_but(variant, setup, true)
}

/// Like [`pseudo_legal`], with or without passes.
fn pseudo_legal_but(variant: &Variant, setup: &Setup, passes: bool) -> Vec<Move> {
    let own = setup.pieces().filter(|&(_, piece)| turn::may_move(variant, setup, piece));
    let mut moves: Vec<Move> =
        own.flat_map(|(from, _)| candidates(variant, setup, from, Depth::Move)).collect();
    moves.extend(turn::from_hand(variant, setup, passes));
    distinct(variant, setup, &mut moves);
    moves
}

/// The legal moves of the player to move, sorted. Empty once a player has lost the last royal piece or a
/// custom ending has come.
pub fn legal_moves(variant: &Variant, setup: &Setup) -> Vec<Move> {
    if is_over(variant, setup) {
        return Vec::new();
    }
    let mut moves = playable(variant, setup, true);
    turn::compel(variant, setup, &mut moves);
    moves
}

/// Whether the player to move has a legal move. Stops at the first one.
pub fn has_legal_move(variant: &Variant, setup: &Setup) -> bool {
    let mut own = setup.pieces().filter(|(_, piece)| turn::may_move(variant, setup, *piece));
    let safe = |m: Move| is_safe(variant, setup, m, Depth::Move);
    !is_over(variant, setup)
        && (own.any(|(from, _)| candidates(variant, setup, from, Depth::Move).into_iter().any(safe))
            || turn::from_hand(variant, setup, true).into_iter().any(safe))
}

/// The legal moves without regard to compulsory moves and endings.
pub(crate) fn playable(variant: &Variant, setup: &Setup, passes: bool) -> Vec<Move> {
    let mut moves = pseudo_legal_but(variant, setup, passes);
    moves.retain(|&m| is_safe(variant, setup, m, Depth::Move));
    moves
}

/// Whether the game is over by a lost royal or a custom ending. No player then has a legal move.
fn is_over(variant: &Variant, setup: &Setup) -> bool {
    royal_lost(variant, setup).is_some() || ended(variant, setup).is_some()
}

/// The legal moves of the piece on one square, sorted. Empty if the piece may not move in this turn.
pub fn legal_moves_from(variant: &Variant, setup: &Setup, from: Square) -> Vec<Move> {
    if setup.piece(from).is_none_or(|piece| !turn::may_move(variant, setup, piece)) {
        return Vec::new();
    }
    // Compulsory moves depend on the moves of all pieces.
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

/// Whether a move is one of [`legal_moves`].
pub fn is_legal(variant: &Variant, setup: &Setup, m: Move) -> bool {
    match m.origin() {
        Some(from) => legal_moves_from(variant, setup, from).binary_search(&m).is_ok(),
        None => legal_moves(variant, setup).binary_search(&m).is_ok(),
    }
}

/// Whether a player is in check: some reply of an opponent could remove a royal of the player.
///
/// The reply is pseudo-legal, as if it were the opponent's turn. It must remove the royal without the help of
/// hooks, and it must not cost the opponent a royal, hooks included. With more than two players, only the
/// opponents in [`attackers`] count.
pub fn in_check(variant: &Variant, setup: &Setup, player: PlayerId) -> bool {
    in_check_by(variant, setup, player, attackers(variant, setup, player))
}

/// Like [`in_check`], for replies of these opponents.
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

/// All replies that remove a royal of a player in check, sorted. See [`in_check`].
pub fn checks(variant: &Variant, setup: &Setup, player: PlayerId) -> Vec<Move> {
    if !in_check(variant, setup, player) {
        return Vec::new();
    }
    let by = attackers(variant, setup, player);
    let before = royals(variant, setup, player);
    let removes = |m: &Move| {
        royals(variant, &apply_bare(variant, setup, *m).setup, player) < before
            && setup.piece(m.from).is_some_and(|piece| costs_no_royal(variant, setup, *m, piece.player))
    };
    let mut moves: Vec<Move> = aimed_at_royal(variant, setup, player, by).filter(removes).collect();
    moves.sort_unstable();
    moves
}

/// Whether an opponent could capture the piece of `from` if it stood on `on`.
///
/// The piece is lifted and replaces the piece on `on`. The square is attacked if some pseudo-legal reply
/// removes the piece without the help of hooks and costs the opponent no royal, hooks included. An empty
/// `from` is never attacked.
pub fn attacked(variant: &Variant, setup: &Setup, from: Square, on: Square) -> bool {
    attack_on(variant, setup, from, on).is_some()
}

/// The reply that makes [`attacked`] true, and the attacking piece.
pub fn attack_on(variant: &Variant, setup: &Setup, from: Square, on: Square) -> Option<(Move, Piece)> {
    let player = setup.piece(from)?.player;
    attack_by(variant, setup, (from, on), attackers(variant, setup, player))
}

/// The origins, in order, of the replies that would attack a royal of a player on a square. The piece on the
/// square is removed first.
pub fn royal_attackers(variant: &Variant, setup: &Setup, on: Square, player: PlayerId) -> Vec<Square> {
    let Some(role) = variant.royals().iter().next().filter(|_| on.index() < setup.squares.len()) else {
        return Vec::new();
    };
    let mut there = setup.clone();
    there.squares[on.index()] = Some(Piece { player, role });
    let aimed = |movement: &Movement, to: Square| to == on || !movement.effects.is_empty();
    let by = attackers(variant, setup, player);
    let takes = |m: &Move| apply_bare(variant, &there, *m).removed.contains(&on);
    let mut origins: Vec<Square> =
        replies(variant, &there, by, aimed).filter(takes).map(|m| m.from).collect();
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
        // A marker that was lifted or replaced can no longer be captured through its marks.
        there.marks.retain(|mark| mark.marker.is_none_or(|marker| marker != from && marker != on));
    }
    // A move without effects removes only the piece on its target, so other targets need no test.
    let aimed = |movement: &Movement, to: Square| to == on || !movement.effects.is_empty();
    replies(variant, &there, by, aimed).find_map(|m| {
        let opponent = there.piece(m.from)?;
        let takes = apply_bare(variant, &there, m).removed.contains(&on)
            && costs_no_royal(variant, &there, m, opponent.player);
        takes.then_some((m, opponent))
    })
}

/// Perft: the number of sequences of `depth` legal moves.
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

/// The first active player who has lost every royal piece, if the start position gave the player any. `None` in
/// games where [no play removes the last one](Variant::royals_can_fall).
pub fn royal_lost(variant: &Variant, setup: &Setup) -> Option<PlayerId> {
    if !variant.royals_can_fall() {
        return None;
    }
    (0..variant.players.len())
        .map(|i| PlayerId(i as u8))
        .filter(|&player| !setup.out.contains(player))
        .find(|&player| royals(variant, setup, player) == 0 && royals(variant, &variant.start, player) > 0)
}

/// The number of royal pieces of a player; 0 for an eliminated player.
pub fn royals(variant: &Variant, setup: &Setup, player: PlayerId) -> usize {
    if setup.out.contains(player) {
        return 0;
    }
    setup.pieces().filter(|(_, piece)| piece.player == player && variant.role(piece.role).royal).count()
}

/// Whether a pseudo-legal move is legal as far as royals are concerned.
///
/// The mover must keep every royal, hooks included. In addition, either an opponent loses a royal, or no
/// reply removes a royal of the mover. Replies are tested only if the move ends the turn.
///
/// With more than two players, an opponent's lost royal counts only if it ends the game. Replies are those of
/// the opponents who move before the mover's next turn.
///
/// With two players, a pass that ends the game by a custom ending is legal even in check.
pub(crate) fn is_safe(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> bool {
    let Some(player) = turn::player_of(variant, setup, m) else { return false };
    if variant.royals().is_empty() {
        return true;
    }
    let after = apply_at(variant, setup, m, depth).setup;
    keeps_royals(variant, setup, &after, player)
        && (variant.turn(after.turn).after.is_none()
            || costs_a_royal(variant, setup, &after, player)
            || m.is_pass() && variant.players.len() == 2 && ended(variant, &after).is_some()
            || !in_check_by(variant, &after, player, attackers_before(variant, &after, player))
                && spares_partners(variant, setup, &after, player))
}

/// Whether the move puts no partner in check. Tested only in games where partners capture each other.
fn spares_partners(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    let others = variant.side(player).without(PlayerSet::single(player)).without(after.out);
    let put = |partner| in_check(variant, after, partner) && !in_check(variant, before, partner);
    !variant.choice.partners || !others.iter().any(put)
}

/// Whether an opponent has fewer royals after the move than before.
fn costs_a_royal(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    if variant.players.len() > 2 {
        // The loser is eliminated and the game continues, unless only one side is left.
        return royal_lost(variant, after).is_some_and(|loser| !variant.side(player).contains(loser));
    }
    let mut players = (0..variant.players.len()).map(|i| PlayerId(i as u8));
    players.any(|other| other != player && !keeps_royals(variant, before, after, other))
}

/// Whether the player keeps every royal when making a reply, hooks included.
fn costs_no_royal(variant: &Variant, setup: &Setup, reply: Move, player: PlayerId) -> bool {
    let after = apply_at(variant, setup, reply, Depth::Reply).setup;
    keeps_royals(variant, setup, &after, player)
}

/// Whether a player keeps the royals that matter: as many as before, or at least one if one is enough.
pub(crate) fn keeps_royals(variant: &Variant, before: &Setup, after: &Setup, player: PlayerId) -> bool {
    let (before, after) = (royals(variant, before, player), royals(variant, after, player));
    match variant.royalty {
        Royalty::Each => after >= before,
        Royalty::One | Royalty::Last => after > 0 || before == 0,
    }
}

/// Whether a reply removes a royal of the player without the help of hooks and costs the replying player no
/// royal, hooks included.
pub(crate) fn attacks_royal(variant: &Variant, setup: &Setup, player: PlayerId, reply: Move) -> bool {
    let Some(piece) = setup.piece(reply.from) else { return false };
    let after = apply_bare(variant, setup, reply).setup;
    !keeps_royals(variant, setup, &after, player) && costs_no_royal(variant, setup, reply, piece.player)
}

/// The replies that may remove a royal of the player without the help of hooks. A move without effects
/// removes only the piece on its target.
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

/// The pseudo-legal moves of these players whose movement and target pass a filter. Tests that would look at
/// further replies count as passed.
fn replies<'a>(
    variant: &'a Variant,
    setup: &'a Setup,
    by: PlayerSet,
    aimed: impl Fn(&Movement, Square) -> bool + 'a,
) -> impl Iterator<Item = Move> + 'a {
    let theirs = setup.pieces().filter(move |(_, piece)| by.contains(piece.player));
    theirs.flat_map(move |(from, _)| candidates_to(variant, setup, from, Depth::Reply, &aimed))
}

/// The pseudo-legal moves of the piece on `from` for its owner, in the order of its movements. May contain
/// duplicates.
pub(crate) fn candidates(variant: &Variant, setup: &Setup, from: Square, depth: Depth) -> Vec<Move> {
    candidates_to(variant, setup, from, depth, |_, _| true)
}

/// The moves of [`candidates`] whose movement and target pass a filter. The filter runs first because it is
/// cheap.
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
        // Most movements leave the board or fail the filter. Skip them before building their routes.
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

/// The values of [`Move::choice`] for a movement: one per promotion role, and 0 for no promotion.
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

/// Whether a player has fewer pieces of a role on the board than at the start.
fn has_lost(variant: &Variant, setup: &Setup, player: PlayerId, role: super::RoleId) -> bool {
    let wanted = variant.piece(player, role);
    let count = |setup: &Setup| setup.pieces().filter(|&(_, piece)| piece == wanted).count();
    count(setup) < count(&variant.start)
}

/// Whether a move removes a piece.
fn takes(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> bool {
    !apply_at(variant, setup, m, depth).taken.is_empty()
}

/// Sorts moves and removes duplicates: moves with the same origin, target, promotion and result.
fn distinct(variant: &Variant, setup: &Setup, moves: &mut Vec<Move>) {
    let key = |m: &Move| (m.from, m.to, m.choice, m.way);
    // The count of plies without progress does not distinguish moves.
    let result = |m: Move| Setup { quiet_plies: 0, ..apply(variant, setup, m).setup };
    moves.sort_unstable_by_key(key);
    moves.dedup();
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    let mut results: Range<usize> = 0..0;
    for &m in moves.iter() {
        let same = |other: &Move| (other.from, other.to, other.choice) == (m.from, m.to, m.choice);
        // [`chain::chains`] has already removed duplicate chains.
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

/// Whether any hook applies to moves of this piece.
pub(crate) fn has_hooks(variant: &Variant, piece: Piece) -> bool {
    let role = variant.role(piece.role);
    let hooks = [&role.after_move, &role.after_capture, &variant.after_move, &variant.after_capture];
    hooks.iter().any(|hooks| !hooks.is_empty())
}

/// Whether a movement captures the piece on its target.
pub(crate) fn captures_on_target(movement: &Movement) -> bool {
    movement.mode != Mode::Move
}
