//! Plays one game of a study and records its data.

use std::collections::BTreeMap;

use crate::position::Position;
use crate::random::Random;
use crate::search::{Control, Evaluation, Limits, Score, Searcher};
use crate::variant::{Move, Outcome, Piece, PlayerId, PlayerSet, RoleId, Variant, Verdict};

use super::data::{Data, Deeds, Ended, GROUPS, Results};
use super::plan::{Begins, unequal};
use super::statistics::Sums;
use super::{Study, name};

/// The search for opening moves: several best lines, all to the same depth, so that their scores are comparable.
const OPENING: Opening = Opening { depth: 2, lines: 10, nodes: 50_000 };
/// The maximum loss of an opening move against the best one, in hundredths of the weakest piece.
const WORSE: i32 = 40;
/// See [`OPENING`].
struct Opening {
    depth: u32,
    lines: usize,
    /// A node limit that exceeds the need of most games.
    nodes: u64,
}

/// The score from which a side is clearly ahead, in hundredths of the weakest piece.
const CLEAR: i32 = 200;
/// The reason counted for a game that was cut off at the plan's limit.
const UNFINISHED: &str = "limit";

impl Study {
    /// Plays the game of this number; `None` if it was stopped, or if the plan contains an unplayable position.
    pub(super) fn one(&self, number: u64, searcher: &mut Searcher, control: &Control) -> Option<Data> {
        let plan = &self.plan;
        let (begins, strength) = plan.game(number)?;
        searcher.clear();
        // Adjacent seeds give unrelated sequences.
        let seed = Random::new(plan.seed).next_u64() ^ Random::new(number).next_u64();
        let mut random = Random::new(seed);
        let (mut position, balance) = match begins {
            Begins::Unequal => {
                let drawn = unequal(&self.rules, &Evaluation::by_rules(&self.rules), &mut random);
                let equal = || (Position::start(&self.rules), vec![0; self.rules.variant().roles.len()]);
                let (position, balance) = drawn.unwrap_or_else(equal);
                (position, Some(balance))
            }
            Begins::Start(start) => match &plan.starts.get(start)?.fen {
                Some(text) => (Position::from_fen(&self.rules, text).ok()?, None),
                None => (Position::start(&self.rules), None),
            },
        };
        let mut notes = Notes::new(self, number, begins == Begins::Start(0));
        let limits = plan.strengths.get(strength)?.limits();
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
            notes.move_of(&position, m, score, opens);
            position.play_unchecked(m);
        };
        Some(match balance {
            Some(balance) => notes.ended_unequal(outcome, balance),
            None => notes.ended(&position, outcome, (begins, strength)),
        })
    }
}

/// An opening move: a random one of the best moves whose scores are close.
fn drawn(
    searcher: &mut Searcher,
    position: &Position,
    random: &mut Random,
    control: &Control,
) -> Option<(Move, Score)> {
    let Opening { depth, lines, nodes } = OPENING;
    let limits = Limits { depth: Some(depth), nodes: Some(nodes), lines, ..Limits::default() };
    let found = searcher.search(position, &limits, control, &mut |_| {});
    let (best, deepest) = found.lines.first().map(|line| (line.score, line.depth))?;
    let near = |score: Score| match (best, score) {
        (Score::Points(best), Score::Points(score)) => best - score <= WORSE,
        _ => score == best,
    };
    let lines: Vec<_> = found.lines.iter().filter(|line| near(line.score) && line.depth == deepest).collect();
    let line = random.choose(&lines)?;
    Some((*line.moves.first()?, line.score))
}

/// The data of a game in progress.
struct Notes<'a> {
    study: &'a Study,
    number: u64,
    /// Whether to record more than the result.
    whole: bool,
    data: Data,
    /// By player and kind of piece: moves, captures, losses, promotions, drops.
    deeds: Vec<Vec<[u64; 5]>>,
    /// The scores after the opening, from the first side's view, by ply.
    scores: Vec<(usize, i32)>,
    /// The sides, where there are two.
    sides: Option<[PlayerSet; 2]>,
    /// The number of positions, and of their legal moves.
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
            choices: (0, 0),
        }
    }

    /// Records a move before it is played, with its score.
    fn move_of(&mut self, position: &Position, m: Move, score: Score, opens: bool) {
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
        // Pieces that exchange squares are neither lost nor won, so compare the numbers of each kind.
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

    /// Records the end of a game with unequal armies.
    fn ended_unequal(mut self, outcome: Option<Outcome>, balance: Vec<i16>) -> Data {
        let won = |outcome: Outcome| {
            let won = |side: PlayerSet| outcome.winners.iter().any(|winner| side.contains(winner));
            self.sides.map(|sides| sides.map(won))
        };
        let counts = match outcome.and_then(won) {
            Some([true, _]) => [1, 0, 0],
            Some([_, true]) => [0, 0, 1],
            _ => [0, 1, 0],
        };
        self.data.balances = vec![BTreeMap::new(); GROUPS as usize];
        self.data.balances[(self.number % GROUPS) as usize].insert(balance, counts);
        self.data
    }

    /// Records the end of a game.
    fn ended(
        mut self,
        position: &Position,
        outcome: Option<Outcome>,
        (begins, strength): (Begins, usize),
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
        if let Begins::Start(start) = begins {
            self.data.results[start][strength] = (0..players).map(result).collect();
        }
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
        let opening = position.after(plies.min(plan.opening as usize));
        self.data.openings.insert(opening.hash(), 1);
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
        }
        self.data
    }

    /// Records the moment from which the searches agreed with the result.
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
