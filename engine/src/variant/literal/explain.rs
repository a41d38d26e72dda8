//! Why a move is legal or illegal: runs all tests in order, up to the first failure.

use crate::geometry::Square;
use crate::variant::{
    Anchor, Choice, Move, Movement, PathRule, Piece, Place, PlayerId, Predicate, Role, RoleId, Setup, Test,
    Variant,
};

use super::cause::{Asked, Cause, Examination, Examined, Question, Refusal};
use super::predicate::{Attempt, Depth, Failure, Spot};
use super::route::Route;
use super::turn::{STILL, actor, allowed_instead, can_drop, ended, may_move};
use super::{
    aimed_at_royal, apply, apply_bare, attackers_before, attacks_royal, chain, in_check, is_safe,
    keeps_royals, routes, royal_lost,
};

/// Why the piece on `from` may not go to `to`: one refusal per movement that leads there, in order. If a
/// movement has several routes, the one that passes most tests counts. Empty if some movement is legal.
pub fn explain(variant: &Variant, setup: &Setup, from: Square, to: Square) -> Vec<Refusal> {
    examine(variant, setup, from, to).refusals()
}

/// All tests for a move of the piece on `from` to `to`.
pub fn examine(variant: &Variant, setup: &Setup, from: Square, to: Square) -> Examination {
    let piece = match movable(variant, setup, from) {
        Ok(piece) => piece,
        Err(cause) => return Examination::whole(cause),
    };
    let mut ways = Vec::new();
    for (index, movement) in variant.role(piece.role).movements.iter().enumerate() {
        let mut furthest: Option<Examined> = None;
        for route in routes(variant, actor(variant, setup, piece), movement, from) {
            if route.to() != to {
                continue;
            }
            let way = one_way(variant, setup, piece, (index, movement), route);
            let further = |best: &Examined| {
                best.cause.is_some() && (way.cause.is_none() || way.questions.len() > best.questions.len())
            };
            if furthest.as_ref().is_none_or(further) {
                furthest = Some(way);
            }
        }
        ways.extend(furthest);
    }
    if ways.is_empty() {
        return Examination::whole(Cause::NoMovement);
    }
    let mut examination = Examination { whole: None, ways };
    compel(variant, setup, &mut examination, |m| m.origin() == Some(from) && m.to == to);
    examination
}

/// All tests of a chain with these landings, repetition by repetition, up to the first that fails. The tests of
/// the whole move are among those of the last one.
pub fn examine_chain(
    variant: &Variant,
    setup: &Setup,
    from: Square,
    landings: &[Square],
) -> Vec<Examination> {
    let piece = match movable(variant, setup, from) {
        Ok(piece) => piece,
        Err(cause) => return vec![Examination::whole(cause)],
    };
    let mut lifted = setup.clone();
    lifted.squares[from.index()] = None;
    let (mut at, mut taken, mut found) = (from, Vec::new(), Vec::new());
    for (nth, &stop) in landings.iter().enumerate() {
        let mut examination = Examination::default();
        let mut taken_here: Option<Vec<Square>> = None;
        let movements = variant.role(piece.role).movements.iter().enumerate();
        for (index, movement) in movements.filter(|(_, movement)| movement.chain.is_some()) {
            let routes = routes(variant, actor(variant, setup, piece), movement, at);
            for route in routes.into_iter().filter(|route| route.to() == stop) {
                let m = Move { from, to: stop, way: index as u16 + 1, choice: 0 };
                let whole = Attempt::new(variant, setup, movement, &route, m, Depth::Move);
                let attempt = whole.on(&lifted);
                let failure = attempt.failure();
                let mut asking = Asking::new(&attempt);
                asking.legs(movement, &route, failure.as_ref());
                let takes = chain::takes(&attempt, movement, &lifted);
                let cause = match failure {
                    Some((leg, failure)) => {
                        let last = leg + 1 == movement.legs.len();
                        Some(cause(&lifted, &attempt, leg, last, failure, &movement.legs[leg].guards))
                    }
                    None if takes.is_empty() => Some(Cause::NothingToTake { square: stop }),
                    None => takes
                        .iter()
                        .find(|&square| taken.contains(square))
                        .map(|&square| Cause::TakenBefore { square }),
                };
                let questions = asking.questions;
                if cause.is_none() {
                    taken_here.get_or_insert(takes);
                }
                examination.ways.push(Examined { movement: Some(index), route, questions, cause });
            }
        }
        if examination.ways.is_empty() {
            examination = Examination::whole(Cause::NoMovement);
        }
        if nth + 1 == landings.len() {
            end_chain(variant, setup, piece, (from, landings), &mut examination);
        }
        let legal = examination.is_legal();
        found.push(examination);
        if !legal {
            break;
        }
        taken.extend(taken_here.into_iter().flatten());
        at = stop;
    }
    found
}

/// Adds the tests of the whole move to those of a chain's last repetition.
fn end_chain(
    variant: &Variant,
    setup: &Setup,
    piece: Piece,
    (from, landings): (Square, &[Square]),
    examination: &mut Examination,
) {
    let paths = chain::chain_paths(variant, setup, from);
    let number = paths.iter().find(|(_, path)| path == landings).map(|&(number, _)| number);
    let chains = chain::numbered(variant, setup, from);
    let same = |&&(nth, _, ref route): &&(u16, usize, Route)| {
        Some(nth) == number && Some(&route.to()) == landings.last()
    };
    let whole = chains.iter().find(same);
    for way in examination.ways.iter_mut().filter(|way| way.cause.is_none()) {
        let Some((nth, last, route)) = whole else {
            way.cause = Some(Cause::GoesOn);
            continue;
        };
        let movement = &variant.role(piece.role).movements[*last];
        let choices = super::choices(variant, setup, piece, movement, route, Depth::Move);
        let Some(&choice) = choices.first() else {
            way.cause = Some(Cause::NoChoice);
            continue;
        };
        let m = Move::chained(from, route.to(), *nth, choice);
        let attempt = Attempt::new(variant, setup, movement, route, m, Depth::Move);
        let mut asking = Asking::new(&attempt);
        way.cause = asking.every(variant).or_else(|| asking.safe(variant, setup, piece, m));
        way.questions.append(&mut asking.questions);
    }
    compel(variant, setup, examination, |m| {
        m.origin() == Some(from) && Some(&m.to) == landings.last() && m.chain() == number
    });
}

/// The piece on a square, or the reason why it may not move at all.
fn movable(variant: &Variant, setup: &Setup, from: Square) -> Result<Piece, Cause> {
    let piece = setup.piece(from).ok_or(Cause::NoPiece)?;
    if let Some(over) = over(variant, setup) {
        return Err(over);
    }
    if !piece.is_neutral() && piece.player != variant.mover(setup.turn) {
        return Err(Cause::NotYours(piece));
    }
    if !may_move(variant, setup, piece) {
        return Err(Cause::NotNow(piece));
    }
    Ok(piece)
}

/// All tests for a drop by the player to move.
pub fn examine_drop(variant: &Variant, setup: &Setup, role: RoleId, to: Square) -> Examination {
    let mover = variant.mover(setup.turn);
    let piece = variant.piece(mover, role);
    if let Some(over) = over(variant, setup) {
        return Examination::whole(over);
    }
    let Role { drops, .. } = variant.role(role);
    if drops.is_empty() {
        return Examination::whole(Cause::NeverDropped(role));
    }
    if !variant.turn(setup.turn).moving.contains(role) {
        return Examination::whole(Cause::NotNow(piece));
    }
    if !can_drop(variant, setup, mover, role) {
        return Examination::whole(Cause::NotInHand(role));
    }
    if let Some(piece) = setup.piece(to) {
        return Examination::whole(Cause::Blocked { leg: 0, square: to, piece });
    }
    let mut examination = Examination::default();
    for (way, drop) in drops.iter().enumerate() {
        let m = Move::dropped(role, to, way as u16);
        let route = Route::standing(to);
        let attempt = Attempt::new(variant, setup, &STILL, &route, m, Depth::Move);
        let mut asking = Asking::new(&attempt);
        let spot = attempt.whole_move();
        let mut cause = asking.all(&drop.guards, &spot, |guard| Asked::Drop(way, guard)).map(|guard| {
            let (square, part) = looked_at(&attempt, &drop.guards[guard], &spot);
            Cause::DropGuard { way, guard, square, part }
        });
        cause = cause.or_else(|| asking.every(variant)).or_else(|| asking.safe(variant, setup, piece, m));
        let questions = asking.questions;
        examination.ways.push(Examined { movement: None, route, questions, cause });
    }
    compel(variant, setup, &mut examination, |m| m.drop() == Some(role) && m.to == to);
    examination
}

/// All tests for a pass.
pub fn examine_pass(variant: &Variant, setup: &Setup) -> Examination {
    if let Some(over) = over(variant, setup) {
        return Examination::whole(over);
    }
    let Choice { pass: Some(when), .. } = &variant.choice else {
        return Examination::whole(Cause::NeverPassed);
    };
    let (m, route) = (Move::pass(), Route::standing(Square(0)));
    let attempt = Attempt::new(variant, setup, &STILL, &route, m, Depth::Move);
    let mut asking = Asking::new(&attempt);
    let cause = asking.all(when, &attempt.whole_move(), Asked::Pass).map(|guard| Cause::PassGuard { guard });
    let nobody = Piece { player: variant.mover(setup.turn), role: RoleId(0) };
    let cause = cause.or_else(|| asking.every(variant)).or_else(|| asking.safe(variant, setup, nobody, m));
    let questions = asking.questions;
    let way = Examined { movement: None, route: Route::standing(Square(0)), questions, cause };
    let mut examination = Examination { whole: None, ways: vec![way] };
    compel(variant, setup, &mut examination, Move::is_pass);
    examination
}

/// The reason why no player has a legal move, if the game is over.
fn over(variant: &Variant, setup: &Setup) -> Option<Cause> {
    if royal_lost(variant, setup).is_some() {
        return Some(Cause::GameOver);
    }
    ended(variant, setup).map(|(player, verdict, end)| Cause::Ended {
        player,
        verdict,
        end: usize::from(end),
    })
}

/// Tests whether another move is compulsory, for the ways that passed all other tests. `same` identifies the
/// examined move.
fn compel(variant: &Variant, setup: &Setup, examination: &mut Examination, same: impl Fn(Move) -> bool) {
    if variant.choice.must.is_empty() && variant.choice.most.is_none() || !examination.is_legal() {
        return;
    }
    let Some((by, instead)) = allowed_instead(variant, setup) else { return };
    let holds = instead.iter().any(|&m| same(m));
    for way in examination.ways.iter_mut().filter(|way| way.cause.is_none()) {
        way.questions.push(Question { asked: by, squares: Vec::new(), holds });
        if !holds {
            way.cause = Some(Cause::Compelled { by, instead: instead.clone() });
        }
    }
}

/// The tests of one route of a movement. If only some promotions are legal, those of the first legal one.
fn one_way(
    variant: &Variant,
    setup: &Setup,
    piece: Piece,
    (index, movement): (usize, &Movement),
    route: Route,
) -> Examined {
    let choices = super::choices(variant, setup, piece, movement, &route, Depth::Move);
    let examined =
        |choice: Option<u16>| one_choice(variant, setup, piece, (index, movement), route.clone(), choice);
    let first = examined(choices.first().copied());
    if first.cause.is_none() {
        return first;
    }
    let others = choices.iter().skip(1).map(|&choice| examined(Some(choice)));
    others.into_iter().find(|way| way.cause.is_none()).unwrap_or(first)
}

/// The tests of one promotion choice at the end of a route; `None` if no role is available.
fn one_choice(
    variant: &Variant,
    setup: &Setup,
    piece: Piece,
    (index, movement): (usize, &Movement),
    route: Route,
    chosen: Option<u16>,
) -> Examined {
    let (from, to) = (route.from(), route.to());
    let way = if movement.effects.is_empty() { 0 } else { index as u16 + 1 };
    let choice = chosen.unwrap_or(0);
    let m = Move { from, to, way, choice };
    let attempt = Attempt::new(variant, setup, movement, &route, m, Depth::Move);
    let failure = attempt.failure();
    // A single repetition may be only part of a chain. The safety test needs the complete chain.
    let whole = movement.chain.is_some().then(|| {
        let mut chains = chain::numbered(variant, setup, from).into_iter();
        chains.find(|(_, _, route)| route.to() == to).map(|(nth, ..)| Move::chained(from, to, nth, choice))
    });
    let mut asking = Asking::new(&attempt);
    asking.legs(movement, &route, failure.as_ref());
    let cause = match failure {
        Some((leg, failure)) => {
            let last = leg + 1 == movement.legs.len();
            Some(cause(setup, &attempt, leg, last, failure, &movement.legs[leg].guards))
        }
        None if chosen.is_none() => Some(Cause::NoChoice),
        None if whole == Some(None) => Some(Cause::GoesOn),
        None => asking
            .every(variant)
            .or_else(|| asking.taking(variant, setup, movement, m))
            .or_else(|| asking.safe(variant, setup, piece, whole.flatten().unwrap_or(m))),
    };
    let questions = asking.questions;
    Examined { movement: Some(index), route, questions, cause }
}

/// The tests of one attempt, recorded as they run.
struct Asking<'a, 'b> {
    attempt: &'b Attempt<'a>,
    questions: Vec<Question>,
}

impl<'a, 'b> Asking<'a, 'b> {
    fn new(attempt: &'b Attempt<'a>) -> Self {
        Self { attempt, questions: Vec::new() }
    }

    fn push(&mut self, asked: Asked, squares: Vec<Square>, holds: bool) {
        self.questions.push(Question { asked, squares, holds });
    }

    /// Records the tests of the legs, up to the failure.
    fn legs(&mut self, movement: &Movement, route: &Route, failure: Option<&(usize, Failure)>) {
        for (index, (leg, stretch)) in movement.legs.iter().zip(&route.legs).enumerate() {
            let failed = failure.filter(|(at, _)| *at == index).map(|(_, failure)| failure);
            let guard = match failed {
                Some(Failure::Guard(guard)) => Some(*guard),
                Some(_) => {
                    self.push(Asked::Path(index), stretch.between(), false);
                    return;
                }
                None => None,
            };
            let between = stretch.between();
            if !between.is_empty() || matches!(leg.path, PathRule::Hurdles { .. }) {
                self.push(Asked::Path(index), between, true);
            }
            let spot = self.attempt.spot(index);
            for (number, predicate) in leg.guards.iter().enumerate() {
                let holds = guard != Some(number);
                self.push(Asked::Guard(index, number), self.attempt.squares_asked(predicate, &spot), holds);
                if !holds {
                    return;
                }
            }
        }
    }

    /// Evaluates predicates in order. Returns the index of the first one that fails.
    fn all(
        &mut self,
        predicates: &[Predicate],
        spot: &Spot<'_>,
        asked: impl Fn(usize) -> Asked,
    ) -> Option<usize> {
        for (number, predicate) in predicates.iter().enumerate() {
            let holds = self.attempt.meets(predicate, spot);
            self.push(asked(number), self.attempt.squares_asked(predicate, spot), holds);
            if !holds {
                return Some(number);
            }
        }
        None
    }

    /// Tests the conditions on every move.
    fn every(&mut self, variant: &Variant) -> Option<Cause> {
        let spot = self.attempt.last_leg();
        let guards = &variant.choice.guard;
        let guard = self.all(guards, &spot, Asked::Every)?;
        Some(Cause::NotAllowed { guard, square: looked_at(self.attempt, &guards[guard], &spot).0 })
    }

    /// Tests whether a move that ends on its origin captures something.
    fn taking(&mut self, variant: &Variant, setup: &Setup, movement: &Movement, m: Move) -> Option<Cause> {
        if m.from != m.to || movement.stays() {
            return None;
        }
        let holds = !apply(variant, setup, m).taken.is_empty();
        self.push(Asked::Taking, Vec::new(), holds);
        (!holds).then_some(Cause::TakesNothing)
    }

    /// Tests whether the mover's royals are safe after the move.
    fn safe(&mut self, variant: &Variant, setup: &Setup, piece: Piece, m: Move) -> Option<Cause> {
        let cause = danger(variant, setup, piece, m);
        if cause.is_some() || variant.roles.iter().any(|role| role.royal) {
            self.push(Asked::Safety, Vec::new(), cause.is_none());
        }
        cause
    }
}

/// The square that explains a failed predicate, and the part of the predicate that fails there.
///
/// This is the only square that the predicate reads, the first square that violates an `@All`, or the first
/// square that satisfies a `@None`.
fn looked_at(
    attempt: &Attempt<'_>,
    predicate: &Predicate,
    spot: &Spot<'_>,
) -> (Option<Square>, Option<usize>) {
    match predicate {
        Predicate::Holds(_, place) => (attempt.square(place, spot), None),
        Predicate::All(place, each) => attempt
            .first_against(place, each, spot)
            .map_or((None, None), |(square, part)| (Some(square), Some(part))),
        // `@None`: the first square that satisfies it.
        Predicate::Count(counts, place, each) if counts.ranges() == [(0, 0)] => {
            let mut found = attempt.squares(place, spot).into_iter();
            (found.find(|&here| attempt.accepts(each, spot, here)), None)
        }
        _ => (None, None),
    }
}

/// Translates a failed route into the terms of the board.
fn cause(
    setup: &Setup,
    attempt: &Attempt<'_>,
    leg: usize,
    last: bool,
    failure: Failure,
    guards: &[Predicate],
) -> Cause {
    let blocked = |square: Square| match setup.piece(square) {
        Some(piece) => Cause::Blocked { leg, square, piece },
        None => Cause::Hurdles { leg, squares: vec![square] },
    };
    match failure {
        Failure::Blocked(square) | Failure::Stop(square) => blocked(square),
        Failure::Hurdles(squares) => Cause::Hurdles { leg, squares },
        Failure::Hurdle(square, predicate) => Cause::Hurdle { leg, square, predicate },
        Failure::Guard(guard) => {
            let Some(Predicate::Holds(test, place)) = guards.get(guard) else {
                let asked = guards.get(guard);
                let (square, part) =
                    asked.map_or((None, None), |asked| looked_at(attempt, asked, &attempt.spot(leg)));
                return Cause::Guard { leg, guard, square, part };
            };
            let square = attempt.square(place, &attempt.spot(leg));
            // A place with a step is not the landing.
            let landing = last && [Anchor::Landing, Anchor::To].map(Place::at).contains(place);
            let there = square.and_then(|square| setup.piece(square).map(|piece| (square, piece)));
            let own = |piece: Piece| piece.player == attempt.mover();
            match (test, there) {
                (Test::NoAlly | Test::Empty | Test::Opponent, Some((square, piece)))
                    if landing && own(piece) =>
                {
                    Cause::OwnPiece { square, piece }
                }
                (Test::Empty, Some((square, piece))) => Cause::Blocked { leg, square, piece },
                (Test::Opponent | Test::Occupied, None) if landing => match square {
                    Some(square) => Cause::NothingToTake { square },
                    None => Cause::Guard { leg, guard, square, part: None },
                },
                _ => Cause::Guard { leg, guard, square, part: None },
            }
        }
    }
}

/// Why a pseudo-legal move is not safe, if it is not.
fn danger(variant: &Variant, setup: &Setup, piece: Piece, m: Move) -> Option<Cause> {
    if is_safe(variant, setup, m, Depth::Move) {
        return None;
    }
    let after = apply(variant, setup, m).setup;
    if !keeps_royals(variant, setup, &after, piece.player) {
        return Some(Cause::LosesRoyal);
    }
    let partners = variant.side(piece.player).iter().filter(|&one| one != piece.player);
    let put = |one: &PlayerId| in_check(variant, &after, *one) && !in_check(variant, setup, *one);
    if variant.choice.partners
        && !in_check(variant, &after, piece.player)
        && let Some(partner) = partners.into_iter().find(put)
    {
        return Some(Cause::ChecksPartner(partner));
    }
    // If one of several royals must be safe, no single reply captures them all.
    let by = attackers_before(variant, &after, piece.player);
    let reply = aimed_at_royal(variant, &after, piece.player, by)
        .find(|&r| attacks_royal(variant, &after, piece.player, r));
    let Some((reply, attacker)) = reply.and_then(|reply| Some((reply, after.piece(reply.from)?))) else {
        return Some(Cause::LeavesRoyals);
    };
    let gone = apply_bare(variant, &after, reply).taken;
    let royal = gone.iter().find(|(_, gone)| gone.player == piece.player && variant.role(gone.role).royal);
    let role = variant.role(attacker.role);
    let movement = reply.movement().or_else(|| {
        role.movements.iter().position(|movement| {
            movement.effects.is_empty()
                && routes(variant, attacker.player, movement, reply.from).iter().any(|route| {
                    route.to() == reply.to
                        && Attempt::new(variant, &after, movement, route, reply, Depth::Reply).allowed()
                })
        })
    });
    Some(Cause::LeavesRoyal { royal: royal.map(|&(square, _)| square), reply, piece: attacker, movement })
}
