//! One game of a study, and what it shows.

use std::collections::BTreeMap;

use crate::position::Position;
use crate::random::Random;
use crate::search::{Control, Limits, Score, Searcher};
use crate::variant::{Move, Outcome, Piece, PlayerId, PlayerSet, RoleId, Variant, Verdict};

use super::data::{Data, Deeds, Ended, GROUPS, Results};
use super::statistics::Sums;
use super::{Study, name};

/// The search that openings are drawn from: so many positions, and so many best moves.
const OPENING: (u64, usize) = (1000, 8);
/// Moves of an opening are at most so much worse than the best, in hundredths of the weakest piece.
const WORSE: i32 = 40;
/// From this score on a side counts as winning, in hundredths of the weakest piece.
const CLEAR: i32 = 200;
/// For so many plies a difference of material must stand to be counted: exchanges are over then.
const STANDS: usize = 4;
/// What a game that was broken off at the plan's limit is counted under.
const UNFINISHED: &str = "limit";

impl Study {
    /// Plays the game of a number; `None` if it was stopped, or the plan names a position that cannot be played.
    pub(super) fn one(&self, number: u64, searcher: &mut Searcher, control: &Control) -> Option<Data> {
        let plan = &self.plan;
        let strengths = plan.strengths.len() as u64;
        let strength = *plan.strengths.get((number % strengths.max(1)) as usize)?;
        let start = (number / strengths % plan.starts.len().max(1) as u64) as usize;
        let mut position = match &plan.starts.get(start)?.fen {
            Some(text) => Position::from_fen(&self.rules, text).ok()?,
            None => Position::start(&self.rules),
        };
        searcher.clear();
        // Neighbouring seeds give unlike sequences.
        let seed = Random::new(plan.seed).next_u64() ^ Random::new(number).next_u64();
        let mut random = Random::new(seed);
        let mut notes = Notes::new(self, number, start == 0);
        let limits = strength.limits();
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break Some(outcome);
            }
            let ply = position.moves().len();
            if ply >= plan.limit as usize {
                break None;
            }
            let opens = ply < plan.opening as usize;
            let (m, score) = if opens {
                drawn(searcher, &position, &mut random, control)?
            } else {
                let found = searcher.search(&position, &limits, control, &mut |_| {});
                (found.best()?, found.lines.first()?.score)
            };
            if control.is_stopped() {
                return None;
            }
            notes.before(&position, m, score, opens);
            position.play_unchecked(m);
            notes.after(&position);
        };
        Some(notes.ended(&position, outcome, (start, (number % strengths) as usize)))
    }
}

/// A move of the opening: any of the best, if none is much better.
fn drawn(
    searcher: &mut Searcher,
    position: &Position,
    random: &mut Random,
    control: &Control,
) -> Option<(Move, Score)> {
    let limits = Limits { nodes: Some(OPENING.0), lines: OPENING.1, ..Limits::default() };
    let found = searcher.search(position, &limits, control, &mut |_| {});
    let best = found.lines.first()?.score;
    let near = |score: Score| match (best, score) {
        (Score::Points(best), Score::Points(score)) => best - score <= WORSE,
        _ => score == best,
    };
    let lines: Vec<_> = found.lines.iter().filter(|line| near(line.score)).collect();
    let line = random.choose(&lines)?;
    Some((*line.moves.first()?, line.score))
}

/// What a game in progress has shown so far.
struct Notes<'a> {
    study: &'a Study,
    number: u64,
    /// Whether more than the result is kept.
    whole: bool,
    data: Data,
    /// By player and kind of piece: moves, pieces taken, lost, promotions, drops.
    deeds: Vec<Vec<[u64; 5]>>,
    /// The scores after the opening, for the first side; by ply.
    scores: Vec<(usize, i32)>,
    /// The sides, where there are two.
    sides: Option<[PlayerSet; 2]>,
    balance: Vec<i16>,
    /// For how many plies it has stood.
    stood: usize,
    balances: Vec<Vec<i16>>,
    choices: (u64, u64),
}

impl<'a> Notes<'a> {
    fn new(study: &'a Study, number: u64, whole: bool) -> Self {
        let variant = study.rules.variant();
        let (players, roles) = (variant.players.len(), variant.roles.len());
        let mut data = Data { games: vec![(number, number + 1)], ..Data::default() };
        if whole {
            data.visits = vec![vec![0; variant.board.len()]; players];
            data.uses = vec![0; study.coverage.rules().len()];
        }
        Self {
            study,
            number,
            whole,
            data,
            deeds: vec![vec![[0; 5]; roles]; players],
            scores: Vec::new(),
            sides: two_sides(variant),
            balance: Vec::new(),
            stood: 0,
            balances: Vec::new(),
            choices: (0, 0),
        }
    }

    /// A move that is about to be played, with what the search thinks of it.
    fn before(&mut self, position: &Position, m: Move, score: Score, opens: bool) {
        if !self.whole {
            return;
        }
        let (variant, mover) = (position.rules().variant(), position.turn());
        let ply = position.moves().len();
        if let Some([first, _]) = self.sides.filter(|_| !opens) {
            let score = match score {
                Score::Points(points) => points,
                Score::Win(_) => i32::MAX,
                Score::Loss(_) => -i32::MAX,
            };
            self.scores.push((ply, if first.contains(mover) { score } else { -score }));
        }
        let legal = position.legal_moves().len();
        *self.data.choices.entry(legal as u32).or_default() += 1;
        self.choices.0 += 1;
        self.choices.1 += legal as u64;
        let tens = ply / 10;
        if self.data.by_ply.len() <= tens {
            self.data.by_ply.resize(tens + 1, (0, 0));
        }
        self.data.by_ply[tens].0 += 1;
        self.data.by_ply[tens].1 += legal as u64;
        self.study.coverage.note(position, &position.setup(), m, legal, &mut self.data.uses);
        self.note_deeds(position, variant, m);
    }

    fn note_deeds(&mut self, position: &Position, variant: &Variant, m: Move) {
        let mover = position.turn();
        let acting = m.drop().or_else(|| position.piece(m.origin()?).map(|piece| piece.role));
        let deeds = &mut self.deeds;
        let mut note = |player: PlayerId, role: RoleId, deed: usize, number: u64| {
            if let Some(deeds) = deeds.get_mut(player.index()).and_then(|roles| roles.get_mut(role.index())) {
                deeds[deed] += number;
            }
        };
        let visits = &mut self.data.visits;
        // Pieces that change places are neither lost nor won: what counts is how many there are of each kind.
        let mut sums: BTreeMap<(PlayerId, RoleId), i32> = BTreeMap::new();
        let mut becomes = None;
        position.for_each_change(m, |change| {
            let mut add = |piece: Option<Piece>, by: i32| {
                if let Some(piece) = piece {
                    *sums.entry((piece.player, piece.role)).or_default() += by;
                }
            };
            add(change.before, -1);
            add(change.after, 1);
            if let Some(piece) = change.after.filter(|_| change.before != change.after) {
                let squares = visits.get_mut(piece.player.index());
                if let Some(number) = squares.and_then(|squares| squares.get_mut(change.square.index())) {
                    *number += 1;
                }
                if m.target() == Some(change.square) && piece.player == mover {
                    becomes = Some(piece.role);
                }
            }
        });
        let Some(acting) = acting else { return };
        note(mover, acting, if m.drop().is_some() { 4 } else { 0 }, 1);
        if m.drop().is_none() && becomes.is_some_and(|role| role != acting) {
            note(mover, acting, 3, 1);
        }
        let side = variant.side(mover);
        for ((player, role), change) in sums {
            if change < 0 && player != PlayerId::NOBODY && !side.contains(player) {
                note(player, role, 2, u64::from(change.unsigned_abs()));
                note(mover, acting, 1, u64::from(change.unsigned_abs()));
            }
        }
    }

    /// The position after a move.
    fn after(&mut self, position: &Position) {
        let Some(sides) = self.sides.filter(|_| self.whole) else { return };
        let balance = balance(position, sides);
        if balance == self.balance {
            self.stood += 1;
            if self.stood == STANDS {
                self.balances.push(balance);
            }
        } else {
            (self.balance, self.stood) = (balance, 0);
        }
    }

    /// The game is over, or was broken off.
    fn ended(
        mut self,
        position: &Position,
        outcome: Option<Outcome>,
        (start, strength): (usize, usize),
    ) -> Data {
        let variant = position.rules().variant();
        let players = variant.players.len();
        let verdict =
            |player: usize| outcome.map_or(Verdict::Draw, |outcome| outcome.of(PlayerId(player as u8)));
        let result = |player: usize| match verdict(player) {
            Verdict::Win => Results { wins: 1, ..Results::default() },
            Verdict::Draw => Results { draws: 1, ..Results::default() },
            Verdict::Loss => Results { losses: 1, ..Results::default() },
        };
        let plan = &self.study.plan;
        self.data.results =
            vec![vec![vec![Results::default(); players]; plan.strengths.len()]; plan.starts.len()];
        self.data.results[start][strength] = (0..players).map(result).collect();
        if !self.whole {
            return self.data;
        }
        let plies = position.moves().len();
        let wins: Vec<u64> = (0..players).map(|player| u64::from(verdict(player) == Verdict::Win)).collect();
        let winner = wins.iter().position(|&wins| wins > 0);
        let ended = Ended { games: 1, wins, draws: u64::from(winner.is_none()) };
        let reason = outcome.map_or_else(|| UNFINISHED.to_owned(), |outcome| name(outcome.reason));
        self.data.endings.insert(reason, ended);
        if let Some(outcome) = outcome {
            self.study.coverage.note_end(outcome, &mut self.data.uses);
        }
        self.data.lengths.insert(plies as u32, 1);
        self.data.branching = Sums::of(100 * self.choices.1 / self.choices.0.max(1));
        let deed = |[moves, takes, lost, promotions, drops]: [u64; 5]| Deeds {
            moves: Sums::of(moves),
            takes: Sums::of(takes),
            lost: Sums::of(lost),
            promotions: Sums::of(promotions),
            drops: Sums::of(drops),
        };
        let of_player = |roles: &Vec<[u64; 5]>| roles.iter().map(|&one| deed(one)).collect();
        self.data.deeds = self.deeds.iter().map(of_player).collect();
        if let Some([first, _]) = self.sides {
            let won = winner.map(|winner| first.contains(PlayerId(winner as u8)));
            self.note_decided(won, plies);
            let slot = match won {
                Some(true) => 0,
                None => 1,
                Some(false) => 2,
            };
            self.data.balances = vec![BTreeMap::new(); GROUPS as usize];
            let group = &mut self.data.balances[(self.number % GROUPS) as usize];
            for balance in std::mem::take(&mut self.balances) {
                group.entry(balance).or_default()[slot] += 1;
            }
        }
        self.data
    }

    /// From when on the searches agreed with the result.
    fn note_decided(&mut self, won: Option<bool>, plies: usize) {
        let Some(won) = won else { return };
        let of_winner = |score: i32| if won { score } else { -score };
        let undecided = self.scores.iter().rposition(|&(_, score)| of_winner(score) < CLEAR);
        let moment = match undecided {
            Some(last) => self.scores.get(last + 1).map_or(plies, |&(ply, _)| ply),
            None => self.scores.first().map_or(0, |&(ply, _)| ply),
        };
        let thousandths = (1000 * moment / plies.max(1)) as u64;
        self.data.decided.games = 1;
        self.data.decided.moment = Sums::of(thousandths);
        self.data.decided.tenths[(thousandths / 100).min(9) as usize] = 1;
        let behind = self.scores.iter().any(|&(_, score)| of_winner(score) <= -CLEAR);
        self.data.decided.turned = u64::from(behind);
    }
}

/// The two sides of a game, if it has two.
pub(super) fn two_sides(variant: &Variant) -> Option<[PlayerSet; 2]> {
    let first = variant.side(PlayerId(0));
    let rest = variant.everybody().without(first);
    let other = variant.side(rest.iter().next()?);
    (other == rest).then_some([first, other])
}

/// The first side's pieces less the other's by kind, then the same of pieces in hand where there are hands.
fn balance(position: &Position, [first, _]: [PlayerSet; 2]) -> Vec<i16> {
    let variant = position.rules().variant();
    let roles = variant.roles.len();
    let mut balance = vec![0; if variant.hand.is_some() { 2 * roles } else { roles }];
    for player in variant.everybody().iter() {
        let sign = if first.contains(player) { 1 } else { -1 };
        position
            .for_each_piece(player, crate::variant::RoleSet::ALL, |_, role| balance[role.index()] += sign);
        for role in 0..balance.len() - roles {
            balance[roles + role] += sign * position.in_hand(player, RoleId(role as u8)) as i16;
        }
    }
    balance
}
