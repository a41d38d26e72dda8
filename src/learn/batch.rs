//! Many games of one kind, played side by side.

use std::fmt;
use std::sync::Arc;

use crate::position::{Position, Rules};
use crate::random::Random;
use crate::variant::{Move, Outcome, PlayerId, Verdict};

use super::{Actions, Planes};

/// An action that no legal move of its game has; nothing was played in any game.
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

/// One of the games.
#[derive(Clone, Debug)]
struct Game {
    position: Position,
    /// The legal moves; none once the game is over.
    legal: Vec<Move>,
    outcome: Option<Outcome>,
    /// Whether the game was broken off.
    cut: bool,
}

/// Games that are played in step. A game that is over stays as it is until it is reset.
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Rules,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
    games: Vec<Game>,
    /// Among how many threads the games are shared out.
    pub threads: usize,
    /// After how many plies a game is broken off, without a winner.
    pub longest: usize,
}

/// Fewer games than this are not worth a thread of their own.
const A_THREAD: usize = 256;

impl Batch {
    /// So many games at their start.
    #[must_use]
    pub fn new(rules: &Rules, games: usize) -> Self {
        let variant = rules.variant();
        let mut batch = Self {
            actions: Arc::new(Actions::new(variant)),
            planes: Arc::new(Planes::new(variant)),
            games: vec![
                Game {
                    position: Position::start(rules),
                    legal: Vec::new(),
                    outcome: None,
                    cut: false
                };
                games
            ],
            rules: rules.clone(),
            threads: 1,
            longest: usize::MAX,
        };
        batch.games.iter_mut().for_each(Game::look);
        batch
    }

    /// How many games there are.
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

    /// The numbers of moves.
    #[must_use]
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// The planes of a position.
    #[must_use]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// The position of a game.
    #[must_use]
    pub fn position(&self, game: usize) -> Option<&Position> {
        self.games.get(game).map(|game| &game.position)
    }

    /// How a game has ended by the rules.
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

    /// How many legal moves each game has; 0 where it is over.
    pub fn counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.games.iter().map(|game| game.legal.len())
    }

    /// Who moves in each game.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.games.iter().map(|game| game.position.turn())
    }

    /// What each player has won by the end of a game: 1, 0 or -1, and 0 for all while it goes on. Where more than two play,
    /// losses are shared out, so that the sum is 0.
    #[must_use]
    pub fn rewards(&self, game: usize) -> Vec<f32> {
        let players = self.rules.variant().players.len();
        let Some(outcome) = self.outcome(game) else { return vec![0.0; players] };
        let verdict = |index| outcome.of(PlayerId(index as u8));
        let won = (0..players).filter(|&index| verdict(index) == Verdict::Win).count();
        let lost = (0..players).filter(|&index| verdict(index) == Verdict::Loss).count();
        // A draw of some after others have lost is won from the others.
        let drawn = players - won - lost;
        let gain = |winners: usize| if winners == 0 { 0.0 } else { lost as f32 / winners as f32 };
        let reward = |index| match verdict(index) {
            Verdict::Win => gain(won),
            Verdict::Loss => -1.0,
            Verdict::Draw => gain(if won == 0 { drawn } else { 0 }),
        };
        (0..players).map(reward).collect()
    }

    /// Sets games back to the start: those for which the function says so.
    pub fn reset(&mut self, mut which: impl FnMut(usize) -> bool) {
        for (index, game) in self.games.iter_mut().enumerate() {
            if which(index) {
                // A copy of the start would need its memory anew.
                while game.position.undo().is_some() {}
                game.look();
            }
        }
    }

    /// Plays an action in each game that goes on; those of the other games do not count.
    ///
    /// # Errors
    /// If one of them is no legal move's; nothing has changed then.
    pub fn play(&mut self, actions: &[u32]) -> Result<(), NoSuchAction> {
        let numbers = Arc::clone(&self.actions);
        self.play_by(actions, |game, action| {
            let mut found = None;
            numbers.each(&mut game.legal, |index, m| {
                if index == action as usize {
                    found = Some(m);
                }
            });
            found
        })
    }

    /// Plays in each game that goes on the legal move that stands at a place of its list, from 0: in no particular order, but
    /// the same in every run.
    ///
    /// # Errors
    /// If there is no such place; nothing has changed then.
    pub fn play_nth(&mut self, places: &[u32]) -> Result<(), NoSuchAction> {
        self.play_by(places, |game, place| game.legal.get(place as usize).copied())
    }

    fn play_by(
        &mut self,
        given: &[u32],
        find: impl Fn(&mut Game, u32) -> Option<Move> + Sync,
    ) -> Result<(), NoSuchAction> {
        let mut moves: Vec<Option<Move>> = vec![None; self.games.len()];
        let mut wrong = None;
        for (index, (game, slot)) in self.games.iter_mut().zip(&mut moves).enumerate() {
            if !game.is_over() {
                let action = given.get(index).copied().unwrap_or(u32::MAX);
                *slot = find(game, action);
                if slot.is_none() {
                    wrong = wrong.or(Some(NoSuchAction { game: index, action }));
                }
            }
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let longest = self.longest;
        self.share(&mut moves, 1, |game, m| {
            if let Some(m) = m.first().copied().flatten() {
                game.play(m, longest);
            }
        });
        Ok(())
    }

    /// Plays a random legal move in each game that goes on, each as likely as another.
    pub fn play_random(&mut self, random: &mut Random) {
        let longest = self.longest;
        for game in self.games.iter_mut().filter(|game| !game.is_over()) {
            if let Some(&m) = random.choose(&game.legal) {
                game.play(m, longest);
            }
        }
    }

    /// Writes the planes of all games one after the other.
    pub fn write_planes(&mut self, out: &mut [u8]) {
        let planes = Arc::clone(&self.planes);
        self.share(out, planes.len(), |game, out| planes.write(&game.position, out));
    }

    /// Writes for each game and action whether it is a legal move's.
    pub fn write_masks(&mut self, out: &mut [u8]) {
        let actions = Arc::clone(&self.actions);
        self.share(out, actions.len(), |game, out| {
            out.fill(0);
            actions.each(&mut game.legal, |index, _| {
                if let Some(slot) = out.get_mut(index) {
                    *slot = 1;
                }
            });
        });
    }

    /// Does something with each game and its part of a list, shared out among the threads.
    fn share<T: Send>(&mut self, list: &mut [T], part: usize, work: impl Fn(&mut Game, &mut [T]) + Sync) {
        let each = |games: &mut [Game], list: &mut [T]| {
            for (game, part) in games.iter_mut().zip(list.chunks_mut(part.max(1))) {
                work(game, part);
            }
        };
        let threads = self.threads.clamp(1, self.games.len() / A_THREAD + 1);
        if threads == 1 {
            each(&mut self.games, list);
            return;
        }
        let share = self.games.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for (games, list) in self.games.chunks_mut(share).zip(list.chunks_mut(share * part.max(1))) {
                scope.spawn(|| each(games, list));
            }
        });
    }
}

impl Game {
    fn is_over(&self) -> bool {
        self.cut || self.outcome.is_some()
    }

    fn play(&mut self, m: Move, longest: usize) {
        self.position.play_unchecked(m);
        self.look();
        if self.outcome.is_none() && self.position.moves().len() >= longest {
            self.cut = true;
            self.legal.clear();
        }
    }

    /// Finds out how the game stands.
    fn look(&mut self) {
        self.cut = false;
        self.outcome = self.position.outcome();
        self.legal.clear();
        if self.outcome.is_none() {
            self.position.legal_moves_into(&mut self.legal);
        }
    }
}
