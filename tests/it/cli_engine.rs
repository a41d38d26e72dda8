//! `carn engine` in each of its protocols: commands and expected answers.

use std::time::{Duration, Instant};

use super::cli::{Folder, carn_told};

/// The answers to a list of commands.
fn told(files: &[&str], input: &str) -> Vec<String> {
    let arguments = [&["engine"], files].concat();
    carn_told(&arguments, input, None).lines().map(str::to_owned).collect()
}

#[track_caller]
fn says(answers: &[String], wanted: &str) {
    assert!(answers.iter().any(|line| line == wanted), "no `{wanted}` in:\n{}", answers.join("\n"));
}

#[test]
fn usi_plays_shogi() {
    let answers = told(
        &[],
        "usi\nsetoption name USI_Hash value 8\nisready\nusinewgame\nposition sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo depth 2\n",
    );
    for line in
        ["usiok", "readyok", "bestmove G*5b", "option name USI_Hash type spin default 16 min 1 max 32768"]
    {
        says(&answers, line);
    }
    assert!(answers.iter().any(|line| line.contains("score mate 1 ")), "{}", answers.join("\n"));
    // The bishop that promoted is taken back.
    let answers = told(&[], "usi\nposition startpos moves 7g7f 3c3d 8h2b+\ngo depth 1\n");
    assert!(answers.iter().any(|line| line.starts_with("bestmove 3a2b")), "{}", answers.join("\n"));
    // Mated: there is no move.
    let mated =
        told(&[], "usi\nposition sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\ngo btime 0 wtime 0 byoyomi 50\n");
    says(&mated, "bestmove resign");
}

/// `112` would be 1-12 and 11-2, and squares of numbers have no ranks to be counted from 0.
#[test]
fn numbers_of_squares_are_told_apart() {
    let place = "position fen 1K8/10/1K8/10/10/8m1/10/10/10/10 w - - =0 =0 0 1";
    for protocol in ["uci", "ucci"] {
        let variant =
            if protocol == "uci" { "setoption name UCI_Variant value" } else { "setoption UCI_Variant" };
        let answers = told(
            &["draughts"],
            &format!("{protocol}\n{variant} draughts\n{place} moves 11-2 30-35\ngo perft 1\n"),
        );
        says(&answers, "1-12: 1");
        says(&answers, "2-11: 1");
    }
}

/// Byoyomi is for this move: all of it if nothing else is left.
#[test]
fn byoyomi_is_used() {
    for (times, least) in
        [("byoyomi 300", 290), ("btime 0 wtime 0 byoyomi 300", 290), ("btime 9 wtime 9 byoyomi 300", 100)]
    {
        let start = Instant::now();
        told(&[], &format!("usi\nposition startpos\ngo {times}\n"));
        assert!(start.elapsed() >= Duration::from_millis(least), "{times}: {:?}", start.elapsed());
    }
}

#[test]
fn ucci_plays_xiangqi() {
    let answers = told(
        &[],
        "ucci\nsetoption usemillisec true\nisready\nposition fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\ngo depth 2\n",
    );
    for line in ["ucciok", "readyok", "bestmove e1d1"] {
        says(&answers, line);
    }
    says(
        &told(&[], "ucci\nposition startpos moves h2e2 h9g7\ngo time 100 increment 0 movestogo 1\nquit\n"),
        "bye",
    );
    let mated = told(&[], "ucci\nposition fen 3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1\ngo depth 2\n");
    says(&mated, "nobestmove");
}

#[test]
fn xboard_plays_games_that_it_is_told() {
    let answers = told(
        &[],
        "xboard\nprotover 2\nnew\nvariant xiangqi\nforce\nping 7\nusermove a0a5\n\
         setboard 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nsd 2\ngo\n",
    );
    for line in [
        "feature done=1",
        "pong 7",
        "Illegal move: a0a5",
        "move e1d1",
        "1-0 {checkmate, Red wins}",
        "piece N& nN",
    ] {
        says(&answers, line);
    }
    let setup = "setup (PNBR...AC............Kpnbr...ac............k) 9x10+0_fairy \
                 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    says(&answers, setup);
    // Of two engines the one that is mated says so: XBoard takes a win in a game that it cannot judge for a false claim.
    let mate = "force\nsetboard 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nsd 2\ngo\n";
    let answers = told(&[], &format!("xboard\nprotover 2\nnew\nvariant xiangqi\ncomputer\n{mate}"));
    says(&answers, "move e1d1");
    assert!(!answers.iter().any(|line| line.starts_with("1-0")), "{}", answers.join("\n"));
    let mated = "force\nsetboard 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nusermove e1d1\n";
    let answers = told(&[], &format!("xboard\nprotover 2\nnew\nvariant xiangqi\ncomputer\n{mated}"));
    says(&answers, "1-0 {checkmate, Red wins}");
    // Two games of like names are two: giveaway chess has castling.
    let answers = told(&[], "xboard\nprotover 2\nvariant giveaway\n");
    let setup = answers.iter().find(|line| line.starts_with("setup ")).unwrap();
    assert!(setup.contains(" w KQkq "), "{setup}");
}

#[test]
fn xboard_answers_takes_back_and_changes_sides() {
    let answers =
        told(&[], "xboard\nprotover 2\nnew\nsd 1\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\ngo\n");
    says(&answers, "move d8h4");
    says(&answers, "0-1 {checkmate, Black wins}");
    let answers = told(
        &[],
        "xboard\nprotover 2\nnew\nforce\nusermove e2e4\nundo\nusermove e2e4\nundo\nundo\nusermove e2e3\n",
    );
    assert!(answers.iter().all(|line| !line.starts_with("Illegal")), "{}", answers.join("\n"));
    // Without a `go` the engine plays for the second player.
    let answers = told(&[], "xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\n");
    assert_eq!(answers.iter().filter(|line| line.starts_with("move ")).count(), 1);
}

#[test]
fn turns_of_several_moves_are_played_to_their_end() {
    let answers = told(&[], "xboard\nprotover 2\nnew\nvariant marseillais\nsd 1\ngo\n");
    let moves = answers.iter().filter(|line| line.starts_with("move ")).count();
    assert!(moves >= 1, "{}", answers.join("\n"));
    let answers = told(&[], "xboard\nprotover 2\nnew\nvariant duck\nsd 1\ngo\n");
    assert_eq!(answers.iter().filter(|line| line.starts_with("move ")).count(), 2, "{}", answers.join("\n"));
}

#[test]
fn a_file_is_offered_in_every_protocol() {
    let folder = Folder::new("offered");
    let file = folder.file(
        "tiny.toml",
        "extends = \"chess\"\nname = \"Tiny\"\n[pieces.knight]\npattern = \"*# 3 *# 1\"\n",
    );
    for (greeting, part) in [
        ("uci", "option name UCI_Variant type combo default tiny var tiny "),
        ("usi", "option name USI_Variant type combo default tiny var tiny "),
        ("ucci", "option UCI_Variant type combo default tiny var tiny "),
        ("xboard\nprotover 2\nvariant tiny", "piece N& C"),
    ] {
        let answers = told(&[&file], &format!("{greeting}\n"));
        assert!(answers.iter().any(|line| line.starts_with(part)), "{greeting}: {}", answers.join("\n"));
    }
}

/// Wrong tests in a rule file do not keep the engine from playing by it.
#[test]
fn a_file_with_wrong_tests_is_played() {
    let folder = Folder::new("proofs");
    let file = folder.file("tiny.toml", "extends = \"chess\"\nname = \"Tiny\"\n[[test]]\nfen = \"8/8\"\n");
    let load = format!("uci\nsetoption name VariantPath value {file}\nposition startpos\ngo depth 1\n");
    for answers in [told(&[&file], "uci\nposition startpos\ngo depth 1\n"), told(&[], &load)] {
        assert!(answers.iter().any(|line| line.starts_with("bestmove ")), "{}", answers.join("\n"));
    }
}

/// A `go` that is not understood as a whole is answered nevertheless.
#[test]
fn each_go_has_one_answer() {
    for (greeting, go) in [
        ("uci", "searchmoves e2e5 depth 3"),
        ("uci", "depth 3 searchmoves e2e5 e2e4"),
        ("uci", "foo depth 3"),
        ("uci", "wtime 1000.5 btime 100.0"),
        ("uci", "mate infinite depth 3"),
        ("uci", "infinite depth 3"),
        ("usi", "btime abc depth 1"),
        ("ucci", "depth infinite"),
    ] {
        let answers = told(&[], &format!("{greeting}\nposition startpos\ngo {go}\nstop\n"));
        let moves: Vec<&String> = answers.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(moves.len(), 1, "{go}: {}", answers.join("\n"));
        assert!(!go.contains("e2e4") || moves[0].starts_with("bestmove e2e4"), "{go}: {moves:?}");
    }
    // An infinite search waits for its end, whatever its depth.
    let start = Instant::now();
    let answers = told(&[], "uci\ngo infinite depth 1\nisready\n");
    let ready = answers.iter().position(|line| line == "readyok");
    let best = answers.iter().position(|line| line.starts_with("bestmove "));
    assert!(ready < best && start.elapsed() < Duration::from_secs(60), "{}", answers.join("\n"));
}

#[test]
fn ucci_bans_moves_and_scores_a_mate_by_a_number() {
    let mated = "ucci\nposition fen 3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1\ngo depth 2\n";
    says(&told(&[], mated), "info depth 0 score -30000");
    let only = "ucci\nposition fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nbanmoves e1d1\ngo depth 2\n";
    assert!(!told(&[], only).contains(&"bestmove e1d1".to_owned()));
}

#[test]
fn xboard_castles_by_name_in_games_of_chess960() {
    let answers = told(
        &[],
        "xboard\nprotover 2\nnew\nvariant fischerandom\nforce\n\
         setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nusermove O-O\nusermove O-O-O\nping 1\n",
    );
    assert!(!answers.iter().any(|line| line.starts_with("Illegal")), "{}", answers.join("\n"));
    // Castling mates.
    let mates = "xboard\nprotover 2\nnew\nvariant fischerandom\nforce\nsd 2\n\
                 setboard 5k2/R7/8/1B6/2B5/8/7P/4K2R w K - 0 1\ngo\n";
    says(&told(&[], mates), "move O-O");
}

/// XBoard's answer to a ping comes after the move that the engine is about to make.
#[test]
fn xboard_answers_a_ping_after_its_move() {
    let answers = told(&[], "xboard\nprotover 2\nnew\nst 30\nusermove e2e4\nping 1\n?\nping 2\n");
    let place = |start: &str| answers.iter().position(|line| line.starts_with(start));
    assert!(place("move ") < place("pong 1") && place("pong 1") < place("pong 2"), "{}", answers.join("\n"));
    // A clock below zero leaves no time, and a level keeps the depth.
    let start = Instant::now();
    told(&[], "xboard\nprotover 2\nnew\nforce\nlevel 0 5 0\nusermove e2e4\ntime -300\ngo\n");
    told(&[], "xboard\nprotover 2\nnew\nforce\nsd 1\nlevel 0 60 0\ngo\n");
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    // Analysis goes on with a new game, and `?` does not end it.
    let answers = told(&[], "xboard\nprotover 2\nforce\nanalyze\n?\nnew\nusermove d2d4\nping 3\n");
    assert!(!answers.iter().any(|line| line.starts_with("move ")), "{}", answers.join("\n"));
    says(&answers, "pong 3");
}

/// Where every move captures, the first depth must not search the rest of the game.
#[test]
fn a_game_of_captures_alone_is_searched() {
    let answers = told(&[], "uci\nsetoption name UCI_Variant value clobber\nposition startpos\ngo depth 3\n");
    assert!(answers.iter().any(|line| line.starts_with("info depth 3 ")), "{}", answers.join("\n"));
}

#[test]
fn nonsense_ends_nothing() {
    let hostile = "position\ngo depth\nsetoption\nposition fen 8/8 w\nposition startpos moves e2e5\ngo wtime x\n\
                   setoption name Hash value 99999999999999999999\nponderhit\nstop\n\u{1b}[31m\n\0\n";
    for greeting in ["uci", "usi", "ucci"] {
        says(&told(&[], &format!("{greeting}\n{hostile}isready\n")), "readyok");
    }
    let hostile = "usermove\nsetboard\nlevel\nlevel x y z\nst nan\nst -1\ntime 99999999999999999999\nsd 0\nundo\nremove\n\
                   option\noption Skill Level=x\nvariant nowhere\nmemory 1\nexit\n?\nresult\n";
    says(&told(&[], &format!("xboard\nprotover 2\nnew\n{hostile}ping 1\n")), "pong 1");
}

/// The first moves of the list would lose a queen and miss a mate.
#[test]
fn a_search_without_time_sees_each_move() {
    for (position, times, wanted) in [
        ("startpos moves e2e4 e7e5 d1h5 g8f6", "wtime 0 btime 5000 winc 2000 binc 2000", "h5"),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "wtime 1 btime 1", "a1a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "movetime 0", "a1a8"),
    ] {
        let answers = told(&[], &format!("uci\nisready\nposition {position}\ngo {times}\n"));
        let best = answers.iter().find(|line| line.starts_with("bestmove")).expect("an answer");
        assert!(best.starts_with(&format!("bestmove {wanted}")), "{times}: {best}");
    }
}

/// The moves of the board before would be taken for those of the refused position.
#[test]
fn a_refused_position_is_not_searched() {
    let answers = told(&[], "uci\nposition fen 4k3/8/8/8/8/8/8/R3K3 x\ngo depth 1\n");
    says(&answers, "bestmove (none)");
    let answers = told(&[], "uci\nposition fen rubbish\nposition startpos\ngo depth 1\n");
    assert!(answers.iter().any(|line| line.starts_with("bestmove ") && !line.contains('(')), "{answers:?}");
    let answers = told(&[], "xboard\nnew\nforce\nsetboard rubbish\nusermove e2e4\ngo\nnew\nusermove e2e4\n");
    says(&answers, "Illegal move (the last position was refused): e2e4");
    says(&answers, "Error (the last position was refused): go");
    assert_eq!(answers.iter().filter(|line| line.starts_with("Illegal")).count(), 1, "{answers:?}");
}

#[test]
fn a_level_shows_the_lines_that_were_asked_for() {
    let answers = told(&[], "uci\nsetoption\tname\tSkill Level value 0\nposition startpos\ngo depth 4\n");
    assert!(answers.iter().any(|line| line.contains(" multipv 1 ")), "{answers:?}");
    assert!(
        !answers.iter().any(|line| line.contains(" multipv 2 ") || line.contains("error")),
        "{answers:?}"
    );
}

/// Interfaces may go on after a repetition that nobody claims.
#[test]
fn xboard_goes_on_after_a_draw() {
    let moves = "usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n".repeat(2);
    let start = format!("xboard\nnew\nforce\n{moves}");
    let answers = told(&[], &format!("{start}st 1\ngo\nping 1\n"));
    let results = answers.iter().filter(|line| line.starts_with("1/2-1/2 {repetition")).count();
    assert_eq!(results, 2, "{answers:?}");
    let answers = told(&[], &format!("{start}usermove e2e4\nping 1\n"));
    assert!(!answers.iter().any(|line| line.starts_with("Illegal")), "{answers:?}");
    let answers = told(&[], "xboard\nnew\nforce\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nusermove h8g8\n");
    assert!(answers.iter().any(|line| line.starts_with("Illegal move (the game is over")), "{answers:?}");
}
