//! One game between two players, by the rules of the file.

use std::time::Instant;

use carn::record::replay::Known;
use carn::record::{Game as Record, Termination};
use carn::search;
use carn::variant::{Move, Outcome, PlayerId, PlayerSet, Variant, Verdict};

use crate::cli::outcome::{names, told};

use super::clock::Clock;
use super::openings::Opening;
use super::player::{Answer, Choice, Fault, Player};

/// Adjudication: ending games before the rules do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adjudication {
    /// A draw after this many plies.
    pub plies: Option<usize>,
    /// The limits of a resignation: a score in hundredths, and a number of moves. A side loses if its score was at most this
    /// for this many of its own moves in a row, and the other side's scores agree.
    pub resign: Option<(i32, usize)>,
    /// A draw if both scores were within this limit for this many moves in a row, after a number of plies.
    pub draw: Option<(i32, usize, usize)>,
}

/// A finished game.
pub struct Played {
    /// The record, with comments of scores and times.
    pub record: Record,
    /// The reason of its end: `checkmate, White wins`.
    pub reason: String,
    /// The points of each player of the rule file, in halves.
    pub halves: Vec<u8>,
    /// The side that ended the game by a fault, and the fault; its engine must be restarted.
    pub fault: Option<(usize, Fault)>,
}

/// Plays a game from an opening. `seats[player]` is the side, 0 or 1, of a player of the rule file. `None` if it was stopped.
pub fn play(
    known: &Known,
    opening: &Opening,
    sides: &mut [Box<dyn Player>; 2],
    seats: &[usize],
    clock: Clock,
    adjudication: &Adjudication,
    control: &search::Control,
) -> Option<Played> {
    let record = opening.fen.as_ref().and_then(|fen| Record::from_fen(known.clone(), fen).ok());
    let record = record.unwrap_or_else(|| Record::new(known.clone()));
    let mut game = Table { record, seats, clock, scores: [Vec::new(), Vec::new()] };
    for (side, player) in sides.iter_mut().enumerate() {
        if let Err(fault) = player.begin(game.record.start()) {
            return Some(game.broken(side, fault));
        }
    }
    for &mv in &opening.moves {
        if game.record.outcome().is_none() {
            game.play(sides, mv);
        }
    }
    loop {
        if let Some(outcome) = game.record.outcome() {
            return Some(game.over(outcome));
        }
        match game.adjudged(adjudication) {
            Some(Decision::Lost(side)) => return Some(game.lost(side, "lost by adjudication", None)),
            Some(Decision::Drawn(reason)) => return Some(game.drawn(reason)),
            None => {}
        }
        if control.is_stopped() {
            return None;
        }
        let side = game.side();
        game.clock.side = side;
        game.clock.first_player = game.record.position().turn() == PlayerId(0);
        let begun = Instant::now();
        let answer = sides[side].choose(game.record.position(), &game.clock);
        let used = begun.elapsed();
        let answer = match answer {
            Ok(_) if !game.clock.spend(used) => return Some(game.broken(side, Fault::Late)),
            Ok(answer) => answer,
            Err(fault) => return Some(game.broken(side, fault)),
        };
        let Choice::Move(mv) = answer.choice else { return Some(game.resigned(side)) };
        game.play(sides, mv);
        game.record.comment(&comment(&answer, used));
        game.scores[side].extend(answer.score.map(super::player::Score::value));
    }
}

/// The comment of a move in the usual form of match runners: `+0.35/12 0.10s`.
fn comment(answer: &Answer, used: std::time::Duration) -> String {
    let score = answer.score.map(|score| score.to_string());
    let depth = answer.depth.map(|depth| format!("/{depth}"));
    let told = score.map(|score| format!("{score}{} ", depth.unwrap_or_default())).unwrap_or_default();
    format!("{told}{:.3}s", used.as_secs_f64())
}

/// A game in progress.
struct Table<'a> {
    record: Record,
    seats: &'a [usize],
    clock: Clock,
    /// The scores of each side after each of its moves.
    scores: [Vec<i32>; 2],
}

impl Table<'_> {
    fn variant(&self) -> &Variant {
        self.record.known().rules.variant()
    }

    /// Plays a legal move, and informs both sides.
    fn play(&mut self, sides: &mut [Box<dyn Player>; 2], mv: Move) {
        let before = self.record.position().here();
        if self.record.play(mv).is_ok() {
            sides.iter_mut().for_each(|player| player.played(&before, mv));
        }
    }

    /// The side to move.
    fn side(&self) -> usize {
        self.seats.get(self.record.position().turn().index()).copied().unwrap_or(0)
    }

    /// The players of the rule file on a side.
    fn of_side(&self, side: usize) -> PlayerSet {
        let seated = |player: &PlayerId| self.seats.get(player.index()) == Some(&side);
        self.variant()
            .everybody()
            .iter()
            .filter(seated)
            .fold(PlayerSet::default(), |all, player| all.with(PlayerSet::single(player)))
    }

    fn over(self, outcome: Outcome) -> Played {
        let half = |player| match outcome.of(player) {
            Verdict::Win => 2,
            Verdict::Draw => 1,
            Verdict::Loss => 0,
        };
        let halves = self.variant().everybody().iter().map(half).collect();
        let reason = told(self.variant(), outcome);
        self.ended(reason, halves, None)
    }

    /// A side has lost the games of all its players.
    fn lost(self, side: usize, how: &str, fault: Option<(usize, Fault)>) -> Played {
        let winners = self.of_side(1 - side);
        let out = self.record.position().out();
        let halves = self.variant().everybody().iter();
        let halves =
            halves.map(|player| 2 * u8::from(winners.contains(player) && !out.contains(player))).collect();
        let reason = format!("{} {how}", names(self.variant(), self.of_side(side)));
        self.ended(reason, halves, fault)
    }

    fn resigned(self, side: usize) -> Played {
        self.lost(side, "resigned", None)
    }

    fn broken(self, side: usize, fault: Fault) -> Played {
        let how = format!("forfeited: {fault}");
        self.lost(side, &how, Some((side, fault)))
    }

    fn drawn(self, reason: &str) -> Played {
        let out = self.record.position().out();
        let halves =
            self.variant().everybody().iter().map(|player| u8::from(!out.contains(player))).collect();
        self.ended(reason.to_owned(), halves, None)
    }

    fn ended(mut self, reason: String, halves: Vec<u8>, fault: Option<(usize, Fault)>) -> Played {
        self.record.conclude(Termination::from_halves(&halves).unwrap_or_default());
        Played { record: self.record, reason, halves, fault }
    }

    /// The result by adjudication: scores, or the length of the game.
    fn adjudged(&self, by: &Adjudication) -> Option<Decision> {
        let plies = self.record.ply();
        let last = |side: usize, moves: usize, holds: &dyn Fn(i32) -> bool| {
            let scores = &self.scores[side];
            moves > 0
                && scores.len() >= moves
                && scores[scores.len() - moves..].iter().all(|&score| holds(score))
        };
        if let Some((limit, moves)) = by.resign {
            let lost = |side: usize| {
                last(side, moves, &|score| score <= -limit) && last(1 - side, moves, &|score| score >= limit)
            };
            if let Some(side) = (0..2).find(|&side| lost(side)) {
                return Some(Decision::Lost(side));
            }
        }
        if by.plies.is_some_and(|limit| plies >= limit) {
            return Some(Decision::Drawn("adjudicated by length, a draw"));
        }
        let (limit, moves, after) = by.draw?;
        let even = plies >= after && (0..2).all(|side| last(side, moves, &|score| score.abs() <= limit));
        even.then_some(Decision::Drawn("adjudicated by scores, a draw"))
    }
}

/// The end of a game without the rules.
enum Decision {
    /// This side has lost.
    Lost(usize),
    /// A draw, for this reason.
    Drawn(&'static str),
}
