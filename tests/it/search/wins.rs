//! Wins announced by the search are wins in play, with every technique.

use carn::library;
use carn::position::{Position, Rules};
use carn::search::{Score, Techniques};
use carn::variant::{PlayerId, Verdict};

use super::{played, search, searcher};
use crate::by_build;

const NONE: Techniques = Techniques::NONE;

/// Techniques that may leave something out; with each of them, wins must still be wins.
const PRUNING: &[(&str, Techniques)] = &[
    ("quiescence", Techniques { quiescence: true, ..NONE }),
    ("null move", Techniques { null_move: true, table: true, ..NONE }),
    ("reductions", Techniques { reductions: true, refutation: true, ..NONE }),
    ("futility", Techniques { futility: true, ..NONE }),
    ("late pruning", Techniques { late_pruning: true, history: true, ..NONE }),
    ("singular", Techniques { singular: true, table: true, ..NONE }),
    ("extensions", Techniques { extensions: true, ..NONE }),
    ("grafting", Techniques { grafting: true, table: true, ..NONE }),
    ("correction", Techniques { correction: true, futility: true, quiescence: true, ..NONE }),
    ("internal", Techniques { internal: true, table: true, ..NONE }),
    ("repetition", Techniques { repetition: true, ..NONE }),
    ("all", Techniques::ALL),
];

/// Whether a player's side wins in so many plies whatever the others do; `None` if that takes too long to find out.
fn wins(position: &mut Position, player: PlayerId, plies: u32, effort: &mut u32) -> Option<bool> {
    *effort = effort.checked_sub(1)?;
    if let Some(outcome) = position.outcome() {
        return Some(outcome.of(player) == Verdict::Win);
    }
    if plies == 0 {
        return Some(false);
    }
    let ours = position.rules().variant().side(player).contains(position.turn());
    for m in position.legal_moves() {
        position.play_unchecked(m);
        let won = wins(position, player, plies - 1, effort);
        position.undo();
        if won? == ours {
            return Some(ours);
        }
    }
    Some(!ours)
}

/// Looks for a win or a loss, and proves it by no more than so many positions. Whether there was one.
fn prove(rules: &Rules, position: &Position, depth: u32, name: &str, enough: u32) -> bool {
    let mut proved = false;
    for &(technique, techniques) in PRUNING {
        let found = search(&mut searcher(rules, techniques), position, depth);
        let Some(line) = found.lines.first() else { return false };
        let (plies, player) = match line.score {
            Score::Points(_) => continue,
            Score::Win(plies) => (plies, position.turn()),
            // With more than two players, the winner is not known.
            Score::Loss(_) if rules.variant().players.len() > 2 => continue,
            Score::Loss(plies) => (plies, position.opponent()),
        };
        let mut here = position.clone();
        let mut effort = enough;
        match wins(&mut here, player, plies, &mut effort) {
            Some(won) => assert!(won, "{name} with {technique}: {:?} in {}", line.score, position.fen()),
            None => continue,
        }
        proved = true;
    }
    proved
}

#[test]
fn wins_that_are_known_are_found_with_every_technique() {
    for (name, fen, depth, plies) in [
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, 3),
        ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6, 5),
        ("xiangqi", "4k4/R8/9/9/9/1R7/9/9/9/3K5 w - - 0 1", 2, 1),
        ("kingofthehill", "8/k7/8/8/8/4K3/8/8 w - - 0 1", 2, 1),
        ("breakthrough", "8/4P3/8/8/8/8/3p4/8 w - - 0 1", 2, 1),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 2, 1),
        ("gomoku", "15/15/15/15/15/15/15/15/15/5PPPP6/15/15/15/15/4pppp7 b - - 0 1", 2, 1),
    ] {
        let rules = library::rules(name).unwrap();
        let position = Position::from_fen(&rules, fen).unwrap();
        for &(technique, techniques) in PRUNING {
            // A move pruned at first is found at a higher depth.
            let depth = if techniques == Techniques::ALL { depth + 8 } else { depth };
            let found = search(&mut searcher(&rules, techniques), &position, depth);
            assert_eq!(found.lines[0].score, Score::Win(plies), "{name} with {technique}: {fen}");
        }
        assert!(prove(&rules, &position, depth, name, 200_000), "{name}: {fen}");
    }
}

/// Pruning by the static evaluation would overlook a piece that wins by holding its goal for a turn.
#[test]
fn a_piece_at_a_goal_is_a_threat_like_check() {
    let rules = library::rules("jesonmor").unwrap();
    let fen = "nn3n2n/9/3n1n2n/5n3/5n3/1N7/5N1N1/N1N2NNN1/7N1 b - - 31 16";
    let position = Position::from_fen(&rules, fen).unwrap();
    let found = search(&mut searcher(&rules, Techniques::ALL), &position, 4);
    assert_eq!(found.lines[0].score, Score::Win(4), "{:?}", found.lines[0].moves);
    assert!(prove(&rules, &position, 4, "jesonmor", 1_000_000));
}

/// The last moves of random games, in which something is often won.
#[test]
fn wins_that_are_announced_are_wins_by_play() {
    // Proofs are long in debug builds: some of the games stand for all.
    let (games, some, enough) = by_build((1, 6, 10_000), (10, 1, 200_000));
    let mut proved = 0;
    for name in library::names().step_by(some) {
        let rules = library::rules(name).unwrap();
        for seed in 0..games {
            let mut position = played(&rules, 100 + seed, 200);
            for _ in 0..2 {
                if position.legal_moves().len() <= 60 {
                    proved += usize::from(prove(&rules, &position.here(), 3, name, enough));
                }
                position.undo();
            }
        }
    }
    assert!(proved * some > 30, "{proved}");
}
