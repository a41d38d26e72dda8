//! The meaning of each predicate, evaluated for one attempt to move.

use crate::geometry::{Displacement, Square, SquareSet};
use crate::variant::{
    Anchor, CountSet, Effect, Move, Movement, PathRule, Piece, Place, PlayerId, PlayerSet, Points, Predicate,
    RightId, RoleId, RoleSet, Runs, Scene, Setup, Test, Variant,
};

use super::route::{Route, Stretch};
use super::{
    Applied, Truth, apply_at, apply_route, attacked, candidates, captures_on_target, in_check, is_safe,
    replies, turn,
};

/// The nesting depth of tests that look at replies.
///
/// For example, `@Checks` of a move looks at replies, and a guard of the reply may contain `@Checks` again.
/// The depth stops this recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// A move of the game. Every test has an answer.
    Move,
    /// A reply within a test. Tests that look at further replies are unknown.
    Reply,
    /// A move on an empty board, within `@Mobile`. That test is unknown too.
    Alone,
}

/// An attempt to move: one piece on one route of one movement.
pub(crate) struct Attempt<'a> {
    variant: &'a Variant,
    /// The position that predicates read.
    setup: &'a Setup,
    movement: &'a Movement,
    route: &'a Route,
    m: Move,
    depth: Depth,
    /// The player who moves.
    author: PlayerId,
    /// The player whose view predicates use; usually the author.
    mover: PlayerId,
    role: RoleId,
    victim: Option<Square>,
    /// The origin of the travelling piece, which counts as empty; `None` once the piece has arrived.
    lifted: Option<Square>,
}

/// The context of a predicate: the ends and the path of its leg, and the square of the current quantifier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'s> {
    origin: Square,
    landing: Square,
    leg: Option<&'s Stretch>,
    here: Option<Square>,
}

impl<'s> Spot<'s> {
    fn on_leg(stretch: &'s Stretch) -> Self {
        Self { origin: stretch.origin, landing: stretch.landing(), leg: Some(stretch), here: None }
    }

    fn at(&self, here: Square) -> Self {
        Self { here: Some(here), ..*self }
    }
}

/// The reason why an attempt fails before royals are tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A piece on a path that must be empty.
    Blocked(Square),
    /// A path with a number of pieces that is not allowed. Has their squares.
    Hurdles(Vec<Square>),
    /// A piece on a path that is not of an allowed kind: its square and the index of the condition.
    Hurdle(Square, usize),
    /// An intermediate landing of a ride that is not empty.
    Stop(Square),
    /// The guard with this index fails.
    Guard(usize),
}

impl<'a> Attempt<'a> {
    pub(crate) fn new(
        variant: &'a Variant,
        setup: &'a Setup,
        movement: &'a Movement,
        route: &'a Route,
        m: Move,
        depth: Depth,
    ) -> Self {
        let piece = m.origin().and_then(|from| setup.piece(from));
        let mover = piece.map_or(variant.mover(setup.turn), |piece| turn::actor(variant, setup, piece));
        let victim = if captures_on_target(movement) && m.to != m.from && setup.piece(m.to).is_some() {
            Some(m.to)
        } else if movement.effects.contains(&Effect::TakeMarker) {
            variant.marker_taken(setup, mover, m.to)
        } else {
            None
        };
        Self {
            variant,
            setup,
            movement,
            route,
            m,
            depth,
            author: mover,
            mover,
            role: piece.map(|piece| piece.role).or(m.drop()).unwrap_or(RoleId(0)),
            victim,
            lifted: m.origin(),
        }
    }

    /// The same move after the piece has arrived. Predicates read the given board.
    pub(crate) fn on<'b>(&'b self, board: &'b Setup) -> Attempt<'b> {
        Attempt { setup: board, lifted: None, ..*self }
    }

    /// The same position from another player's point of view, for conditions without a move.
    pub(crate) fn asked_by(self, player: PlayerId) -> Self {
        Self { mover: player, author: player, ..self }
    }

    /// The same move in another player's view.
    pub(crate) fn seen_by(self, player: PlayerId) -> Self {
        Self { mover: player, ..self }
    }

    /// Whether the conditions on every move hold. Unknown counts as true.
    pub(crate) fn permitted(&self) -> bool {
        let guard = &self.variant.choice.guard;
        guard.is_empty() || self.conjunction(guard, &self.last_leg()) != Truth::False
    }

    /// Whether all legs are possible. Unknown counts as true.
    pub(crate) fn allowed(&self) -> bool {
        self.failure().is_none()
    }

    /// The first failure, with the index of its leg.
    pub(crate) fn failure(&self) -> Option<(usize, Failure)> {
        for (index, (leg, stretch)) in self.movement.legs.iter().zip(&self.route.legs).enumerate() {
            let spot = Spot::on_leg(stretch);
            for (path, &stop) in stretch.paths.iter().zip(&stretch.stops) {
                if let Some(failure) = self.path_failure(&leg.path, path, &spot) {
                    return Some((index, failure));
                }
                if stop != spot.landing && self.occupied(stop) {
                    return Some((index, Failure::Stop(stop)));
                }
            }
            // Neutral pieces cannot be captured.
            let last = index + 1 == self.movement.legs.len();
            let neutral = |square| self.setup.piece(square).is_some_and(Piece::is_neutral);
            if last && self.lifted != Some(spot.landing) && neutral(spot.landing) {
                return Some((index, Failure::Blocked(spot.landing)));
            }
            for (number, guard) in leg.guards.iter().enumerate() {
                if self.holds(guard, &spot) == Truth::False {
                    return Some((index, Failure::Guard(number)));
                }
            }
        }
        None
    }

    fn path_failure(&self, rule: &PathRule, path: &[Square], spot: &Spot<'_>) -> Option<Failure> {
        let pieces: Vec<Square> = path.iter().copied().filter(|&square| self.occupied(square)).collect();
        match rule {
            PathRule::Empty => pieces.first().map(|&square| Failure::Blocked(square)),
            PathRule::Hurdles { counts, each } => {
                if !counts.contains(pieces.len() as u16) {
                    return Some(Failure::Hurdles(pieces));
                }
                for &square in &pieces {
                    let failed = each.iter().position(|p| self.holds(p, &spot.at(square)) == Truth::False);
                    if let Some(number) = failed {
                        return Some(Failure::Hurdle(square, number));
                    }
                }
                None
            }
        }
    }

    /// Whether a piece stands on the square. The travelling piece does not count.
    fn occupied(&self, square: Square) -> bool {
        self.lifted != Some(square) && self.setup.piece(square).is_some()
    }

    /// The context of the last leg's guards.
    pub(crate) fn last_leg(&self) -> Spot<'a> {
        let here = Spot { origin: self.m.from, landing: self.m.to, leg: None, here: None };
        self.route.legs.last().map_or(here, Spot::on_leg)
    }

    /// The context of a leg's guards.
    pub(crate) fn spot(&self, leg: usize) -> Spot<'a> {
        self.route.legs.get(leg).map_or_else(|| self.last_leg(), Spot::on_leg)
    }

    /// The moving player.
    pub(crate) fn mover(&self) -> PlayerId {
        self.mover
    }

    /// The context of effects and hooks: the origin and the target of the whole move.
    pub(crate) fn whole_move(&self) -> Spot<'a> {
        Spot { origin: self.m.from, ..self.last_leg() }
    }

    /// The context of the effects of a chain's repetition: the origin is where the repetition starts.
    pub(crate) fn repetition(&self) -> Spot<'a> {
        Spot { origin: self.route.from(), ..self.last_leg() }
    }

    /// Whether all predicates hold.
    pub(crate) fn conjunction(&self, predicates: &[Predicate], spot: &Spot<'_>) -> Truth {
        let mut truth = Truth::True;
        for predicate in predicates {
            truth = truth.and(self.holds(predicate, spot));
            if truth == Truth::False {
                break;
            }
        }
        truth
    }

    /// Whether all predicates hold for one square. Unknown counts as true.
    pub(crate) fn accepts(&self, predicates: &[Predicate], spot: &Spot<'_>, here: Square) -> bool {
        self.conjunction(predicates, &spot.at(here)) != Truth::False
    }

    /// The first square of a place that violates one of the predicates, and the index of that predicate.
    pub(crate) fn first_against(
        &self,
        place: &Place,
        each: &[Predicate],
        spot: &Spot<'_>,
    ) -> Option<(Square, usize)> {
        self.squares(place, spot).into_iter().find_map(|here| {
            let fails = |one: &Predicate| self.holds(one, &spot.at(here)) == Truth::False;
            each.iter().position(fails).map(|part| (here, part))
        })
    }

    /// Whether a predicate holds. Unknown counts as true.
    pub(crate) fn meets(&self, predicate: &Predicate, spot: &Spot<'_>) -> bool {
        self.holds(predicate, spot) != Truth::False
    }

    /// The squares that a predicate reads, if they do not depend on other squares.
    pub(crate) fn squares_asked(&self, predicate: &Predicate, spot: &Spot<'_>) -> Vec<Square> {
        let mut squares = Vec::new();
        self.add_squares_asked(predicate, spot, &mut squares);
        squares
    }

    fn add_squares_asked(&self, predicate: &Predicate, spot: &Spot<'_>, squares: &mut Vec<Square>) {
        let inner: &[Predicate] = match predicate {
            Predicate::Holds(_, place)
            | Predicate::Count(_, place, _)
            | Predicate::All(place, _)
            | Predicate::Right(_, Some(place))
            | Predicate::Native(_, place) => {
                for square in self.squares(place, spot) {
                    if !squares.contains(&square) {
                        squares.push(square);
                    }
                }
                return;
            }
            Predicate::Or(ways) => {
                ways.iter().flatten().for_each(|one| self.add_squares_asked(one, spot, squares));
                return;
            }
            Predicate::Not(inner) => inner,
            _ => return,
        };
        inner.iter().for_each(|one| self.add_squares_asked(one, spot, squares));
    }

    fn holds(&self, predicate: &Predicate, spot: &Spot<'_>) -> Truth {
        match predicate {
            Predicate::Constant(value) => (*value).into(),
            Predicate::Holds(test, place) => match self.square(place, spot) {
                Some(square) => self.test(test, square, matches!(place.anchor, Anchor::Landing), spot),
                None => Truth::False,
            },
            Predicate::Count(counts, place, each) => self.count(counts, place, each, spot),
            Predicate::All(place, each) => self
                .squares(place, spot)
                .into_iter()
                .fold(Truth::True, |truth, here| truth.and(self.conjunction(each, &spot.at(here)))),
            Predicate::Not(inner) => !self.conjunction(inner, spot),
            Predicate::Or(branches) => {
                branches.iter().fold(Truth::False, |truth, branch| truth.or(self.conjunction(branch, spot)))
            }
            Predicate::By(players) => (players >> (self.mover.0 & 31) & 1 == 1).into(),
            Predicate::Right(right, place) => self.right(*right, place.as_ref(), spot).into(),
            Predicate::Checks => self.imagined(|| {
                let after = apply_at(self.variant, self.setup, self.m, Depth::Reply).setup;
                self.opponents().any(|opponent| in_check(self.variant, &after, opponent))
            }),
            Predicate::Mates => self.imagined(|| self.mates()),
            Predicate::Takes(roles) => self.takes(*roles).into(),
            Predicate::Drops(roles) => self.m.drop().is_some_and(|role| roles.contains(role)).into(),
            Predicate::Passes => self.m.is_pass().into(),
            Predicate::After(inner) => {
                let after = self.applied(self.m, self.depth == Depth::Move).setup;
                self.on(&after).conjunction(inner, spot)
            }
            Predicate::WithoutDrop(inner) => {
                // The choice of such a move is the piece that it drops.
                let after = self.applied(Move { choice: 0, ..self.m }, self.depth == Depth::Move).setup;
                self.on(&after).conjunction(inner, spot)
            }
            Predicate::Can(wanted) => {
                self.imagined(|| turn::can(self.variant, self.setup, self.mover, wanted))
            }
            Predicate::Passed(counts) => counts.contains(self.setup.passes).into(),
            Predicate::ToMove => (self.variant.mover(self.setup.turn) == self.mover).into(),
            Predicate::InCheck => self.imagined(|| in_check(self.variant, self.setup, self.mover)),
            Predicate::InHand(counts, roles) => {
                let known = self.variant.roles.len();
                let held = |role| self.setup.in_hand(known, self.mover, role);
                let roles = roles.iter().filter(|role| role.index() < known);
                counts.contains(roles.map(held).fold(0, u16::saturating_add)).into()
            }
            Predicate::Counter(counter, counts) => {
                let slot = self.variant.counter_slot(*counter, self.mover);
                let value = self.setup.counters.get(slot).copied().unwrap_or(0);
                u16::try_from(value).is_ok_and(|value| counts.contains(value)).into()
            }
            Predicate::More => self.has_more().into(),
            Predicate::MorePoints => {
                let points = |player| self.points(player);
                let own = points(self.mover);
                let others = self.variant.everybody().without(self.variant.side(self.mover));
                others.iter().all(|other| points(other) < own).into()
            }
            Predicate::Points(counts) => {
                let whole = self.points(self.mover).div_euclid(Points::PARTS);
                u16::try_from(whole).is_ok_and(|whole| counts.contains(whole)).into()
            }
            Predicate::Native(index, place) => {
                let native = self.variant.native_predicates.get(usize::from(*index));
                native
                    .zip(self.square(place, spot))
                    .is_some_and(|(native, here)| (native.test)(&self.scene(here)))
                    .into()
            }
        }
    }

    /// The result of a test that looks at replies. It is unknown within another such test.
    fn imagined(&self, question: impl FnOnce() -> bool) -> Truth {
        if self.depth == Depth::Move { question().into() } else { Truth::Unknown }
    }

    /// The result of a move by the movement and route of this attempt.
    fn applied(&self, m: Move, hooks: bool) -> Applied {
        // Conditions of effects must not depend on the move's own result, as those of hooks may: this would
        // recurse forever.
        let asked = if self.depth == Depth::Alone { Depth::Alone } else { Depth::Reply };
        let taken = (None, self.movement, self.route);
        apply_route(self.variant, self.setup, m, taken, self.depth, hooks.then_some(asked))
    }

    /// Whether the move captures an opponent's piece of these roles, captures by hooks excluded.
    fn takes(&self, roles: RoleSet) -> bool {
        let plain = self.movement.effects.is_empty() && self.m.way == 0;
        let taken = |piece: Piece| self.variant.opposes(self.setup, piece, self.author);
        let wanted = |piece: Piece| taken(piece) && roles.contains(piece.role);
        if plain {
            return self.victim.and_then(|square| self.setup.piece(square)).is_some_and(wanted);
        }
        self.applied(self.m, false).taken.iter().any(|&(_, piece)| wanted(piece))
    }

    /// The points of a player and their partners, in tenths.
    fn points(&self, player: PlayerId) -> i64 {
        let Some(points) = &self.variant.ending.points else { return 0 };
        self.variant.side(player).iter().map(|one| points.of(self.variant, self.setup, one)).sum()
    }

    /// Whether the mover's side has more pieces on the board than any other side.
    fn has_more(&self) -> bool {
        let mut counts = vec![0u32; self.variant.players.len()];
        for (_, piece) in self.setup.pieces() {
            if let Some(count) = counts.get_mut(piece.player.index()) {
                *count += 1;
            }
        }
        let side = self.variant.side(self.mover);
        let of = |side: PlayerSet| -> u32 { side.iter().filter_map(|one| counts.get(one.index())).sum() };
        let own = of(side);
        self.variant.everybody().without(side).iter().all(|other| of(self.variant.side(other)) < own)
    }

    fn scene(&self, here: Square) -> Scene<'_> {
        let (from, to) = (self.m.from, self.m.to);
        Scene { variant: self.variant, setup: self.setup, mover: self.mover, from, to, here }
    }

    fn opponents(&self) -> impl Iterator<Item = PlayerId> + use<> {
        self.variant.opponents(self.setup, self.author).iter()
    }

    fn mates(&self) -> bool {
        let after = apply_at(self.variant, self.setup, self.m, Depth::Reply).setup;
        let checked = |&opponent: &PlayerId| in_check(self.variant, &after, opponent);
        self.opponents().filter(checked).any(|opponent| {
            // Each opponent is tested as if it were their turn.
            let mut there = after.clone();
            let turns = 0..self.variant.turns.len() as u16;
            let own = |&turn: &u16| {
                let turn = self.variant.turn(turn);
                turn.player == opponent && turn.after.is_some()
            };
            if self.variant.mover(there.turn) != opponent {
                there.turn = turns.into_iter().find(own).unwrap_or(there.turn);
            }
            !replies(self.variant, &there, PlayerSet::single(opponent), |_, _| true)
                .any(|reply| is_safe(self.variant, &there, reply, Depth::Reply))
        })
    }

    fn count(&self, counts: &CountSet, place: &Place, each: &[Predicate], spot: &Spot<'_>) -> Truth {
        let (mut sure, mut unsure) = (0u16, 0u16);
        for here in self.squares(place, spot) {
            match self.conjunction(each, &spot.at(here)) {
                Truth::True => sure += 1,
                Truth::Unknown => unsure += 1,
                Truth::False => {}
            }
        }
        let fitting = (sure..=sure + unsure).filter(|&n| counts.contains(n)).count();
        if fitting == 0 {
            Truth::False
        } else if fitting == usize::from(unsure) + 1 {
            Truth::True
        } else {
            Truth::Unknown
        }
    }

    fn right(&self, right: RightId, place: Option<&Place>, spot: &Spot<'_>) -> bool {
        let square = place.map(|place| self.square(place, spot));
        self.variant.right_slots.iter().enumerate().any(|(bit, slot)| {
            slot.right == right
                && slot.player == self.mover
                && square.is_none_or(|square| square.is_some() && slot.square == square)
                && self.setup.rights >> (bit & 63) & 1 == 1
        })
    }

    fn test(&self, test: &Test, square: Square, landing: bool, spot: &Spot<'_>) -> Truth {
        let lifted = landing && self.lifted == Some(square);
        let piece = self.setup.piece(square).filter(|_| !lifted);
        let ally = piece.is_some_and(|piece| self.variant.allied(self.setup, piece, self.mover));
        let opponent = piece.is_some_and(|piece| self.variant.opposes(self.setup, piece, self.mover));
        match test {
            Test::Empty => piece.is_none().into(),
            Test::Occupied => piece.is_some().into(),
            Test::Own => piece.is_some_and(|piece| piece.player == self.mover).into(),
            Test::Ally => ally.into(),
            Test::Opponent => opponent.into(),
            Test::NoAlly => (!ally).into(),
            Test::NoOpponent => (!opponent).into(),
            Test::Is(roles) => piece.is_some_and(|piece| roles.contains(piece.role)).into(),
            Test::In(zone) => self.variant.zone(*zone, self.mover).contains(square).into(),
            // Without a moving piece, the piece on the square is tested.
            Test::Attacked => self.imagined(|| self.attacked(square)),
            Test::NotAttacked => self.imagined(|| !self.attacked(square)),
            Test::Marked => {
                let mark = self.setup.marks.get(square);
                mark.is_some_and(|mark| self.variant.sees(self.setup, self.mover, mark)).into()
            }
            Test::Unmoved => self.setup.undisturbed.contains(square).into(),
            Test::Mobile if self.depth == Depth::Alone => Truth::Unknown,
            Test::Mobile => self.mobile(square).into(),
            Test::Same(place) => self.squares(place, spot).contains(&square).into(),
        }
    }

    fn attacked(&self, square: Square) -> bool {
        // On the board after the move the piece no longer stands on its origin.
        let stands = if self.lifted.is_some() { self.m.from } else { self.m.to };
        let from = self.m.origin().map_or(square, |_| stands);
        attacked(self.variant, self.setup, from, square)
    }

    /// Whether the moving piece, before promotion, could leave the square of an otherwise empty board.
    fn mobile(&self, square: Square) -> bool {
        let mut alone = Setup::empty(self.variant.board.len());
        alone.turn = self.setup.turn;
        alone.squares[square.index()] = Some(self.variant.piece(self.mover, self.role));
        !candidates(self.variant, &alone, square, Depth::Alone).is_empty()
    }

    /// The square of a place; the first one if there are several.
    pub(crate) fn square(&self, place: &Place, spot: &Spot<'_>) -> Option<Square> {
        match (self.anchor(&place.anchor, spot), &place.steps[..]) {
            (Some(anchor), &[step]) => self.variant.step(self.mover, anchor?, step),
            _ => self.squares(place, spot).into_iter().next(),
        }
    }

    /// The squares of a place that are on the board, without duplicates, in the order of anchors and steps.
    pub(crate) fn squares(&self, place: &Place, spot: &Spot<'_>) -> Vec<Square> {
        let anchors: Vec<Square> = match &place.anchor {
            Anchor::Path => spot.leg.map(Stretch::between).unwrap_or_default(),
            Anchor::Zone(zone) => self.variant.zone(*zone, self.mover).iter().collect(),
            Anchor::Runs(runs) => self.runs(runs, spot),
            Anchor::Span(a, b) => match (self.square(a, spot), self.square(b, spot)) {
                (Some(a), Some(b)) => self.variant.board.span(a, b).collect(),
                _ => Vec::new(),
            },
            single => self.anchor(single, spot).flatten().into_iter().collect(),
        };
        let mut squares = Vec::new();
        // A single step cannot produce duplicates. For many squares, a set finds duplicates faster than a
        // scan.
        let (single, many) = (place.steps.len() == 1, anchors.len().saturating_mul(place.steps.len()) > 64);
        let mut seen = SquareSet::new(if many && !single { self.variant.board.len() } else { 0 });
        for anchor in anchors {
            for &step in &place.steps {
                match self.variant.step(self.mover, anchor, step) {
                    None => {}
                    Some(square) if single => squares.push(square),
                    Some(square) if many && !seen.contains(square) => {
                        seen.insert(square);
                        squares.push(square);
                    }
                    Some(square) if !many && !squares.contains(&square) => squares.push(square),
                    Some(_) => {}
                }
            }
        }
        squares
    }

    fn runs(&self, runs: &Runs, spot: &Spot<'_>) -> Vec<Square> {
        let mut found = Vec::new();
        let starts =
            self.squares(&Place { anchor: runs.start.anchor.clone(), steps: vec![Displacement::ZERO] }, spot);
        for start in starts {
            for &step in runs.start.steps.iter().filter(|step| !step.is_zero()) {
                let mut run = Vec::new();
                let mut next = self.variant.step(self.mover, start, step);
                while let Some(square) = next.filter(|&square| {
                    run.len() < self.variant.board.len() && self.accepts(&runs.along, spot, square)
                }) {
                    run.push(square);
                    next = self.variant.step(self.mover, square, step);
                }
                let ends = next.is_some_and(|square| self.accepts(&runs.until, spot, square));
                if ends && runs.counts.contains(run.len() as u16) {
                    run.retain(|square| !found.contains(square));
                    found.extend(run);
                }
            }
        }
        found
    }

    /// The square of an anchor. Outer `None`: the anchor stands for several squares. Inner `None`: the square
    /// does not exist.
    fn anchor(&self, anchor: &Anchor, spot: &Spot<'_>) -> Option<Option<Square>> {
        Some(match anchor {
            Anchor::LegOrigin => Some(spot.origin),
            Anchor::Landing => Some(spot.landing),
            Anchor::From => Some(self.m.from),
            Anchor::To => Some(self.m.to),
            Anchor::Here => spot.here,
            Anchor::Victim => self.victim,
            Anchor::Leg(index) => self.route.legs.get(usize::from(*index)).map(Stretch::landing),
            Anchor::Path | Anchor::Zone(_) | Anchor::Span(..) | Anchor::Runs(_) => return None,
        })
    }
}
