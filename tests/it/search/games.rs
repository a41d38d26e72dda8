//! The search plays every shipped game: legal moves, no panic, within its time, stopped at once.

use std::time::{Duration, Instant};

use carn::compile::{Natives, compile};
use carn::library::{self, Shipped};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::search::{Control, Level, Limits, Remaining, Searcher};

/// `CARN_SELF_PLAY` is how many games of each are played to the end; a few moves of one without it.
#[test]
fn every_game_is_played_by_legal_moves() {
    let asked = std::env::var("CARN_SELF_PLAY").ok().and_then(|games| games.parse::<u64>().ok());
    let most = if asked.is_some() { 1000 } else { 14 };
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        let mut searcher = Searcher::with_hash(&rules, 1);
        for seed in 0..asked.unwrap_or(1) {
            let mut random = Random::new(seed);
            let mut position = Position::start(&rules);
            for ply in 0..most {
                if position.outcome().is_some() {
                    break;
                }
                let level = Level::new((ply % 21) as u8);
                let limits = Limits { nodes: Some(150), ..Limits::default() };
                let (chosen, found) =
                    searcher.choose(&position, &limits, level, &mut random, &Control::new(), &mut |_| {});
                let chosen = chosen.unwrap_or_else(|| panic!("{name}: no move in {}", position.fen()));
                for line in &found.lines {
                    let mut after = position.here();
                    for &m in &line.moves {
                        after.play(m).unwrap_or_else(|error| panic!("{name}: {error} in {}", position.fen()));
                    }
                }
                position.play(chosen).unwrap_or_else(|error| panic!("{name}: {error} in {}", position.fen()));
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move() {
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        let (position, control) = (Position::start(&rules), Control::new());
        control.stop();
        let found =
            Searcher::with_hash(&rules, 1).search(&position, &Limits::default(), &control, &mut |_| {});
        assert!(found.best().is_some_and(|m| position.is_legal(m)), "{name}");
    }
}

/// The slowest games too are stopped in time: what a busy machine adds is allowed for.
#[test]
fn clocks_are_kept() {
    for name in ["chess", "amazons", "ultima", "chushogi", "fourplayer"] {
        let rules = library::rules(name).unwrap();
        let position = Position::start(&rules);
        let mut searcher = Searcher::with_hash(&rules, 1);
        let clock = Remaining { left: Duration::from_millis(400), ..Remaining::default() };
        for limits in [
            Limits { time: Some(Duration::from_millis(40)), ..Limits::default() },
            Limits { clock: Some(clock), ..Limits::default() },
        ] {
            let begin = Instant::now();
            searcher.search(&position, &limits, &Control::new(), &mut |_| {});
            assert!(begin.elapsed() < Duration::from_secs(5), "{name}: {:?}", begin.elapsed());
        }
    }
}

#[test]
fn any_length_of_time_is_allowed() {
    let rules = library::rules("chess").unwrap();
    let clock = Remaining { left: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
    let limits =
        Limits { clock: Some(clock), time: Some(Duration::MAX), depth: Some(2), ..Limits::default() };
    let position = Position::start(&rules);
    assert!(Searcher::new(&rules).search(&position, &limits, &Control::new(), &mut |_| {}).best().is_some());
}

#[test]
#[should_panic(expected = "a position of Chess is given to a search of Xiangqi")]
fn a_position_of_another_game_is_refused() {
    let [xiangqi, chess] = ["xiangqi", "chess"].map(|name| library::rules(name).unwrap());
    let _ = Searcher::new(&xiangqi).evaluate(&Position::start(&chess), carn::variant::PlayerId(0));
}

#[test]
fn several_threads_find_what_one_finds() {
    let rules = library::rules("chess").unwrap();
    let position = Position::from_fen(&rules, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1").unwrap();
    let mut searcher = Searcher::with_hash(&rules, 1);
    searcher.threads = 3;
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let found = searcher.search(&position, &limits, &Control::new(), &mut |_| {});
    assert_eq!(found.lines[0].score, carn::search::Score::Win(5));
}

#[test]
fn pondering_waits_for_the_clock_and_stops_when_told() {
    let rules = library::rules("chess").unwrap();
    let position = Position::start(&rules);
    let control = Control::pondering();
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let mut searcher = Searcher::with_hash(&rules, 1);
    let took = std::thread::scope(|scope| {
        let begin = Instant::now();
        let search = scope.spawn(|| searcher.search(&position, &limits, &control, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(150));
        assert!(!search.is_finished(), "it ponders");
        control.hit();
        search.join().unwrap();
        begin.elapsed()
    });
    assert!(took >= Duration::from_millis(150) && took < Duration::from_secs(10), "{took:?}");
}

/// Queens that jump over anything: every capture leads to dozens of others.
#[test]
fn where_everything_is_attacked_the_first_depth_ends() {
    let text = "name = 'Jumping queens'\nextends = 'chess'\n[rights]\nK = false\nQ = false\n[pieces.queen]\npattern = false\n\
        move = '**# $n'\ncapture = '**# $n @JumpOver(*) @Not(@Is(king))'\n[pieces.king]\nmove = false\n[setup]\n\
        fen = 'qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1'\n";
    let compiled = compile("queens.toml", text, &Shipped, &Natives::default());
    let rules = Rules::new(compiled.variant.expect("the rules are sound"));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let found = Searcher::with_hash(&rules, 1).search(
        &Position::start(&rules),
        &limits,
        &Control::new(),
        &mut |_| {},
    );
    assert!(found.nodes < 100_000, "{}", found.nodes);
}
