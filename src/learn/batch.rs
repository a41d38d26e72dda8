//! Plays many games of one variant side by side.

use std::fmt;
use std::sync::Arc;

use crate::position::{Position, Rules};
use crate::random::Random;
use crate::variant::{Move, Outcome, PlayerId, Variant, Verdict};

use super::{Actions, Planes};

/// The error for an action without a legal move in its game. No game was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchAction {
    /// The game, from 0.
    pub game: usize,
    /// The action.
    pub action: u32,
}

impl fmt::Display for NoSuchAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} has no legal move with the number {}", self.game, self.action)
    }
}

impl std::error::Error for NoSuchAction {}

/// The reward of each player at the end of a game: 1, 0 or -1. With more than two players, the winners share the losses, so
/// that the sum is 0.
#[must_use]
pub fn rewards(variant: &Variant, outcome: Outcome) -> Vec<f32> {
    let players = variant.players.len();
    let verdict = |index| outcome.of(PlayerId(index as u8));
    let won = (0..players).filter(|&index| verdict(index) == Verdict::Win).count();
    let lost = (0..players).filter(|&index| verdict(index) == Verdict::Loss).count();
    // If some players lost and the others drew, the others share the gain.
    let drawn = players - won - lost;
    let gain = |winners: usize| if winners == 0 { 0.0 } else { lost as f32 / winners as f32 };
    let reward = |index| match verdict(index) {
        Verdict::Win => gain(won),
        Verdict::Loss => -1.0,
        Verdict::Draw => gain(if won == 0 { drawn } else { 0 }),
    };
    (0..players).map(reward).collect()
}

/// One of the games.
#[derive(Clone, Debug)]
struct Game {
    /// The position, with its history cut where repetition does not need it. The histories of many games would not fit the
    /// processor's caches.
    position: Position,
    /// The moves from the start to it.
    moves: Vec<Move>,
    /// The legal moves; empty once the game is over.
    legal: Vec<Move>,
    /// The next move to play.
    next: Option<Move>,
    outcome: Option<Outcome>,
    /// Whether the game was cut off.
    cut: bool,
}

/// Games played in step. A finished game stays as it is until it is reset.
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Rules,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
    /// A game at its start.
    start: Game,
    games: Vec<Game>,
    /// The number of threads.
    pub threads: usize,
    /// The number of plies after which a game is cut off without a winner.
    pub longest: usize,
}

/// The history of a game is cut from this many moves on.
const A_PAST: usize = 8;

/// Fewer games than this are not worth another thread.
const A_THREAD: usize = 256;

impl Batch {
    /// New games at their start.
    #[must_use]
    pub fn new(rules: &Rules, games: usize) -> Self {
        let variant = rules.variant();
        let start = Game::new(rules);
        Self {
            actions: Arc::new(Actions::new(variant)),
            planes: Arc::new(Planes::new(variant)),
            games: vec![start.clone(); games],
            start,
            rules: rules.clone(),
            threads: 1,
            longest: usize::MAX,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The actions of the variant.
    #[must_use]
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// The planes of a position.
    #[must_use]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// The position of a game with its full history, by replaying its moves.
    #[must_use]
    pub fn position(&self, game: usize) -> Option<Position> {
        let mut position = Position::start(&self.rules);
        self.games.get(game)?.moves.iter().for_each(|&m| position.play_unchecked(m));
        Some(position)
    }

    /// The result of a game, if it has ended by the rules.
    #[must_use]
    pub fn outcome(&self, game: usize) -> Option<Outcome> {
        self.games.get(game)?.outcome
    }

    /// Whether a game has ended by the rules.
    #[must_use]
    pub fn has_ended(&self, game: usize) -> bool {
        self.outcome(game).is_some()
    }

    /// Whether a game was broken off at [`Batch::longest`].
    #[must_use]
    pub fn is_cut(&self, game: usize) -> bool {
        self.games.get(game).is_some_and(|game| game.cut)
    }

    /// Whether all games are over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.games.iter().all(Game::is_over)
    }

    /// The number of legal moves in a game; 0 if it is over.
    #[must_use]
    pub fn count(&self, game: usize) -> usize {
        self.games.get(game).map_or(0, |game| game.legal.len())
    }

    /// The position of a game, with a history cut where the rules do not need it, and its legal moves in the order of
    /// [`Batch::play_nth`]; no moves if it is over.
    #[must_use]
    pub fn legal(&self, game: usize) -> Option<(&Position, &[Move])> {
        self.games.get(game).map(|game| (&game.position, game.legal.as_slice()))
    }

    /// The player to move in a game.
    #[must_use]
    pub fn player(&self, game: usize) -> PlayerId {
        self.games.get(game).unwrap_or(&self.start).position.turn()
    }

    /// The reward of each player, as in [`rewards`]; 0 for all before the end of the game.
    #[must_use]
    pub fn rewards(&self, game: usize) -> Vec<f32> {
        let variant = self.rules.variant();
        self.outcome(game)
            .map_or_else(|| vec![0.0; variant.players.len()], |outcome| rewards(variant, outcome))
    }

    /// Resets the games for which the function returns `true`.
    pub fn reset(&mut self, mut which: impl FnMut(usize) -> bool) {
        for (index, game) in self.games.iter_mut().enumerate() {
            if which(index) {
                game.reset(&self.start);
            }
        }
    }

    /// Plays an action in each unfinished game; actions of finished games are ignored.
    ///
    /// # Errors
    /// If an action has no legal move. No game is changed then.
    pub fn play(&mut self, actions: &[u32]) -> Result<(), NoSuchAction> {
        let numbers = Arc::clone(&self.actions);
        self.play_by(actions, |game, action| numbers.find(&mut game.legal, action as usize))
    }

    /// Plays in each unfinished game the legal move at an index of its list, [`Batch::legal`]. The order is the same in every run,
    /// and no sorting costs time.
    ///
    /// # Errors
    /// If an index is out of range. No game is changed then.
    pub fn play_nth(&mut self, places: &[u32]) -> Result<(), NoSuchAction> {
        self.play_by(places, |game, place| game.legal.get(place as usize).copied())
    }

    fn play_by(
        &mut self,
        given: &[u32],
        find: impl Fn(&mut Game, u32) -> Option<Move>,
    ) -> Result<(), NoSuchAction> {
        for (index, game) in self.games.iter_mut().enumerate().filter(|(_, game)| !game.is_over()) {
            let action = given.get(index).copied().unwrap_or(u32::MAX);
            game.next = find(game, action);
            if game.next.is_none() {
                return Err(NoSuchAction { game: index, action });
            }
        }
        let longest = self.longest;
        self.share::<()>(&mut [], 0, |_, game, _| game.play(longest));
        Ok(())
    }

    /// Plays a uniformly random legal move in each unfinished game.
    pub fn play_random(&mut self, random: &mut Random) {
        let (longest, seed) = (self.longest, random.next_u64());
        self.share::<()>(&mut [], 0, |index, game, _| {
            // A generator for each game, so that the number of threads does not matter.
            game.next = Random::new(seed.wrapping_add(index as u64)).choose(&game.legal).copied();
            game.play(longest);
        });
    }

    /// Writes the planes of all games, one after the other.
    pub fn write_planes<T: Copy + Send + From<u8>>(&mut self, out: &mut [T]) {
        let planes = Arc::clone(&self.planes);
        self.share(out, planes.len(), |_, game, out| planes.write(&game.position, out));
    }

    /// Writes for each game and action whether the action has a legal move.
    pub fn write_masks(&mut self, out: &mut [bool]) {
        let actions = Arc::clone(&self.actions);
        self.share(out, actions.len(), |_, game, out| {
            out.fill(false);
            actions.each(&mut game.legal, |index, _| {
                if let Some(slot) = out.get_mut(index) {
                    *slot = true;
                }
            });
        });
    }

    /// Distributes the games to threads. Calls a function with each game, its index and its part of a list.
    fn share<T: Send>(
        &mut self,
        mut list: &mut [T],
        part: usize,
        work: impl Fn(usize, &mut Game, &mut [T]) + Sync,
    ) {
        let each = |first: usize, games: &mut [Game], mut list: &mut [T]| {
            for (index, game) in games.iter_mut().enumerate() {
                work(first + index, game, list.split_off_mut(..part).unwrap_or_default());
            }
        };
        let threads = self.threads.clamp(1, self.games.len() / A_THREAD + 1);
        if threads == 1 {
            return each(0, &mut self.games, list);
        }
        let share = self.games.len().div_ceil(threads);
        let mut shares = self.games.chunks_mut(share).enumerate();
        std::thread::scope(|scope| {
            let first = shares.next().zip(list.split_off_mut(..part * share));
            for (nth, games) in shares {
                let list = list.split_off_mut(..part * games.len()).unwrap_or_default();
                scope.spawn(move || each(nth * share, games, list));
            }
            first.into_iter().for_each(|((_, games), list)| each(0, games, list));
        });
    }
}

impl Game {
    fn new(rules: &Rules) -> Self {
        let (position, moves, legal) = (Position::start(rules), Vec::new(), Vec::new());
        let mut game = Self { position, moves, legal, next: None, outcome: None, cut: false };
        game.look();
        game
    }

    /// Resets the game, reusing its memory.
    fn reset(&mut self, start: &Self) {
        self.position = start.position.clone();
        self.moves.clear();
        self.legal.clone_from(&start.legal);
        (self.outcome, self.cut) = (start.outcome, false);
    }

    fn is_over(&self) -> bool {
        self.cut || self.outcome.is_some()
    }

    /// Plays the next move, if there is one.
    fn play(&mut self, longest: usize) {
        let Some(m) = self.next.take() else { return };
        self.position.play_unchecked(m);
        if self.position.moves().len() > A_PAST {
            self.position.forget_settled();
        }
        self.moves.push(m);
        self.look();
        if self.outcome.is_none() && self.moves.len() >= longest {
            self.cut = true;
            self.legal.clear();
        }
    }

    /// Updates the outcome and the legal moves.
    fn look(&mut self) {
        self.legal.clear();
        self.position.legal_moves_into(&mut self.legal);
        self.outcome = self.position.outcome_with(!self.legal.is_empty());
        if self.outcome.is_some() {
            self.legal.clear();
        }
    }
}
