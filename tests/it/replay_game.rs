//! Games in progress: forward, back, variations, counters, lists, files.

use carn::position::Position;
use carn::random::Random;
use carn::record::game::move_list;
use carn::record::{Game, NodeId, Numbering, Termination, pgn};
use carn::variant::{Reason, Script};
use proptest::prelude::*;

use super::replay::known;

fn game(name: &str) -> Game {
    Game::new(known(name).expect("it is shipped"))
}

fn played(name: &str, words: &str) -> Game {
    let mut game = game(name);
    for word in words.split_whitespace() {
        game.play_text(word).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

/// Everything that a place is known by.
fn state(game: &Game) -> (String, u32, u32, usize, Option<carn::variant::Outcome>) {
    (game.position().fen(), game.quiet_plies(), game.full_moves(), game.ply(), game.outcome())
}

#[test]
fn counters_come_back_with_the_moves() {
    let mut game = played("xiangqi", "炮二平五 马8进7 炮五进四");
    let state = |game: &Game| (game.quiet_plies(), game.full_moves());
    // A capture: the count of quiet plies begins again. The seed's own code restores "0 0" at every step.
    assert_eq!(state(&game), (0, 2));
    assert_eq!(game.undo(1), 1);
    assert_eq!(state(&game), (2, 2));
    assert_eq!(game.undo(1), 1);
    assert_eq!(state(&game), (1, 1));
    assert_eq!(game.undo(5), 1);
    assert_eq!(state(&game), (0, 1));
    assert_eq!(game.redo(9), 3);
    assert_eq!(state(&game), (0, 2));
    assert_eq!(game.position().fen().split(' ').skip(1).collect::<Vec<_>>(), ["b", "-", "-", "0", "2"]);
}

#[test]
fn an_engine_is_told_the_last_progress_and_the_moves_since() {
    let mut game = played("chess", "e4 d5 exd5 Nf6 Nf3 Qxd5 Nc3 Qd8");
    let (fen, moves) = game.since_progress();
    assert_eq!(fen, "rnb1kb1r/ppp1pppp/5n2/3q4/8/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4");
    assert_eq!(moves.len(), 2);
    game.undo(2);
    assert_eq!(game.since_progress().1, []);
    let quiet = Game::from_fen(known("chess").expect("shipped"), "4k3/8/8/8/8/8/8/R3K3 w - - 30 50");
    let mut quiet = quiet.expect("playable");
    quiet.play_text("Ra5").expect("legal");
    assert_eq!(quiet.since_progress().0, "4k3/8/8/8/8/8/8/R3K3 w - - 30 50");
    assert_eq!(quiet.since_progress().1.len(), 1);
    assert_eq!((quiet.quiet_plies(), quiet.full_moves()), (31, 50));
}

/// Turns of two moves: the quiet plies count turns, and a repetition needs the moves.
#[test]
fn the_moves_since_the_last_progress_keep_repetitions() {
    let round = "e4a7 f1g2 a7e4 b8a6 e4a7 g2f1 a7e4 a6b8";
    let text = format!("g2g4 *@e4 a7a5 e4a7 f1g2 a7e4 c7c5 e4a7 g2f1 a7e4 f7f5 {round} {round} e4a7");
    let game = played("duck", &text);
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    let (fen, moves) = game.since_progress();
    let mut restored = Position::from_fen(game.position().rules(), &fen).expect("playable");
    moves.into_iter().for_each(|m| restored.play(m).expect("legal"));
    assert_eq!(restored.outcome(), game.outcome());
}

#[test]
fn another_move_is_a_variation_and_nothing_is_lost() {
    let mut game = played("chess", "e4 e5 Nf3");
    let knight = game.node();
    game.undo(2);
    game.play_text("c5").expect("legal");
    let sicilian = game.node();
    assert_eq!(game.tree().children(game.tree().parent(sicilian).expect("e4")).count(), 2);
    assert_eq!(game.tree().len(), 5);
    assert!(game.go(knight));
    assert_eq!(game.line(Script::San), ["e4", "e5", "Nf3"]);
    assert!(game.go(sicilian));
    assert_eq!(game.line(Script::San), ["e4", "c5"]);
    // The same move again is no new variation.
    game.undo(1);
    assert_eq!(game.play_text("c5").expect("legal"), sicilian);
    assert_eq!(game.branches(), []);
    assert!(game.promote(sicilian));
    assert_eq!(game.tree().first_child(game.tree().parent(sicilian).expect("e4")), Some(sicilian));
    assert_eq!(game.delete(sicilian), 1);
    assert_eq!((game.ply(), game.line(Script::San).len()), (1, 3));
    assert!(game.go(NodeId::ROOT));
    assert!(!game.go(sicilian));
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    let mut game = played("chess", "e4");
    let before = state(&game);
    let error = game.play_text("Ra6").expect_err("the pawn is in the way");
    assert_eq!(error.to_string(), "Ra6: the rook on a8 is blocked at a7 by Black's pawn");
    assert_eq!(state(&game), before);
    assert_eq!(game.tree().len(), 2);
}

#[test]
fn a_game_taken_back_is_undecided_again() {
    let mut game = played("chess", "f3 e5 g4 Qh4");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    assert_eq!(game.result(), Termination::Second);
    assert_eq!(&*game.tree()[game.node()].played.as_ref().expect("a move").text, "Qh4#");
    game.undo(1);
    assert_eq!((game.outcome(), game.result()), (None, Termination::Open));
    game.play_text("a6").expect("legal");
    assert_eq!(game.result(), Termination::Open);
    game.undo(1);
    game.redo(1);
    assert_eq!(game.line(Script::San).last().map(String::as_str), Some("a6"));
    let record = game.to_tree();
    assert_eq!((record.tags.get("Result"), record.termination), (Some("0-1"), Termination::Second));
}

/// The record's result is that of the main line's end, and deleting moves gives it another end.
#[test]
fn deleting_the_end_of_the_game_deletes_its_result() {
    let mut game = played("chess", "f3 e5 g4 Qh4");
    assert_eq!(game.delete(game.node()), 1);
    assert_eq!((game.outcome(), game.result()), (None, Termination::Open));
    assert_eq!(game.to_tree().tags.get("Result"), Some("*"));
    // A variation that becomes the main line by it ends as the rules say; deleting another leaves a resignation alone.
    let mut game = played("chess", "f3 e5 g4 a6");
    let quiet = game.node();
    game.undo(1);
    game.play_text("Qh4").expect("legal");
    game.undo(4);
    let side = game.play_text("e4").expect("legal");
    game.conclude(Termination::First);
    game.delete(side);
    assert_eq!(game.tree().termination, Termination::First);
    game.delete(quiet);
    assert_eq!(game.tree().termination, Termination::Second);
}

#[test]
fn repetition_is_taken_back_too() {
    let mut game = played("chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    game.undo(1);
    assert_eq!(game.outcome(), None);
    game.redo(1);
    assert_eq!(game.result(), Termination::Draw);
}

#[test]
fn agreed_results_hold_at_the_end_of_the_game() {
    let mut game = played("chess", "e4 e5");
    game.conclude(Termination::First);
    assert_eq!(game.result(), Termination::First);
    game.undo(1);
    assert_eq!(game.result(), Termination::Open);
    game.redo(1);
    assert_eq!(game.result(), Termination::First);
    game.play_text("Nf3").expect("legal");
    assert_eq!(game.result(), Termination::Open);
}

#[test]
fn the_move_list_has_two_even_columns() {
    let mut game = played("xiangqi", "炮二平五 马8进7 马二进三 车9平8");
    game.undo(3);
    let chinese = "1. 炮二平五  马8进7\n2. 马二进三  车9平8\n";
    assert_eq!(game.move_list(Script::Chinese, Some(2)), chinese);
    assert_eq!(game.move_list(Script::Wxf, Some(2)), "1. C2=5  H8+7\n2. H2+3  R9=8\n");
    assert_eq!(game.move_list(Script::Iccs, Some(4)), "1. h2e2  h9g7  2. h0g2  i9h9\n");
    let moves = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let numbers = |first: Numbering, count: u32| (0..count).map(|ply| first.after(ply)).collect::<Vec<_>>();
    let second = Numbering { number: 9, second: true };
    let list = move_list(&moves("a6 Bxc6+ dxc6 O-O"), &numbers(second, 4), Some(2));
    assert_eq!(list, "9...        a6\n 10. Bxc6+  dxc6\n 11. O-O\n");
    let odd = move_list(&moves("e4 e5 Nf3 Nc6"), &numbers(Numbering::default(), 4), Some(1));
    assert_eq!(odd, "  1. e4\n1... e5\n  2. Nf3\n2... Nc6\n");
    assert_eq!(move_list(&[], &[], Some(2)), "");
}

#[test]
fn a_saved_game_is_the_same_when_loaded() {
    let mut game = played("xiangqi", "炮二平五 马8进7 马二进三 车9平8");
    game.undo(3);
    game.play_text("炮8平5").expect("legal");
    game.comment("顺炮");
    let text = pgn::write_game(&game.to_tree());
    let tree = pgn::read(&text).games.remove(0);
    assert_eq!(tree.tags.get("CarnRules").map(str::len), Some(16));
    let (mut loaded, problems) = Game::from_tree(tree, &|name| known(name)).expect("known");
    assert_eq!(problems.total(), 0);
    assert_eq!(loaded.to_tree().tags, game.to_tree().tags);
    assert_eq!(loaded.tree().len(), 6);
    assert_eq!(loaded.redo(9), 4);
    loaded.undo(3);
    let other = loaded.branches()[1];
    assert!(loaded.go(other));
    assert_eq!(state(&loaded), state(&game));
    assert_eq!(loaded.tree()[other].comments().collect::<Vec<_>>(), ["顺炮"]);
}

#[derive(Clone, Debug)]
enum Step {
    Play(prop::sample::Index),
    Undo(usize),
    Redo(usize),
    Go(prop::sample::Index),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => any::<prop::sample::Index>().prop_map(Step::Play),
        2 => (1..6_usize).prop_map(Step::Undo),
        1 => (1..4_usize).prop_map(Step::Redo),
        1 => any::<prop::sample::Index>().prop_map(Step::Go),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// However a place was come to, it is as if its moves had just been played.
    #[test]
    fn wandering_equals_playing_afresh(steps in prop::collection::vec(step(), 1..40), xiangqi: bool) {
        let name = if xiangqi { "xiangqi" } else { "chess" };
        let mut game = game(name);
        for step in steps {
            match step {
                Step::Play(index) => {
                    let moves = game.position().legal_moves();
                    if !moves.is_empty() {
                        let mv = moves[index.index(moves.len())];
                        game.play(mv).expect("it is one of the legal moves");
                    }
                }
                Step::Undo(plies) => prop_assert!(game.undo(plies) <= plies),
                Step::Redo(plies) => prop_assert!(game.redo(plies) <= plies),
                Step::Go(index) => {
                    let nodes: Vec<_> = game.tree().nodes().collect();
                    prop_assert!(game.go(nodes[index.index(nodes.len())]));
                }
            }
        }
        let mut fresh = self::game(name);
        for mv in game.position().moves() {
            fresh.play(mv).expect("it was legal before");
        }
        prop_assert_eq!(state(&fresh), state(&game));
        prop_assert_eq!(fresh.since_progress(), game.since_progress());
        prop_assert_eq!(fresh.position().hash(), game.position().hash());
    }
}

/// A written game reads back as the same game, with any variations.
#[test]
fn random_games_are_saved_and_loaded() {
    let mut random = Random::new(11);
    for name in ["chess", "xiangqi"] {
        let mut game = game(name);
        for _ in 0..60 {
            if let Some(&mv) = random.choose(&game.position().legal_moves()) {
                game.play(mv).expect("legal");
            }
            if random.below(6) == 0 {
                game.undo(random.below(8));
            }
        }
        let tree = pgn::read(&pgn::write_game(&game.to_tree())).games.remove(0);
        let (loaded, problems) = Game::from_tree(tree, &|name| known(name)).expect("known");
        assert_eq!(problems.total(), 0, "{problems:?}");
        let moves = |game: &Game| -> Vec<_> {
            let tree = game.tree();
            tree.nodes().skip(1).map(|id| tree[id].played.clone()).collect()
        };
        assert_eq!(moves(&loaded), moves(&game));
    }
}

#[test]
fn a_game_of_100_000_plies_is_played_taken_back_and_loaded() {
    let mut game = game("chess");
    let words = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for ply in 0..100_000 {
        game.play_text(words[ply % words.len()]).expect("legal");
    }
    // Each of the four positions has been there many times, and the limit of quiet moves is long past.
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    assert_eq!(game.position().occurrences(), 25_001);
    let tree = pgn::read(&pgn::write_game(&game.to_tree())).games.remove(0);
    let (mut loaded, problems) = Game::from_tree(tree, &|name| known(name)).expect("known");
    assert_eq!((problems.total(), loaded.tree().len()), (0, 100_001));
    assert_eq!(loaded.redo(usize::MAX), 100_000);
    assert_eq!((loaded.result(), loaded.position().occurrences()), (Termination::Draw, 25_001));
    assert_eq!(game.undo(usize::MAX), 100_000);
    assert_eq!((game.outcome(), game.position().occurrences()), (None, 1));
    assert_eq!(game.redo(8), 8);
    assert_eq!(game.position().occurrences(), 3);
}
