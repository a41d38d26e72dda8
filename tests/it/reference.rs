//! The references against each other and against Fairy-Stockfish, if it is installed.

// The lint spares test functions, not the helpers beside them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use carn::random::Random;
use carn::reference::chess::Chess;
use carn::reference::uci::{UciEngine, UciOptions};
use carn::reference::xiangqi::Board;
use carn::reference::{Error, Reference, builtin};

const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The engine with its process, which ends with the value.
struct FairyStockfish {
    engine: Option<UciEngine<BufReader<ChildStdout>, ChildStdin>>,
    process: Child,
}

impl FairyStockfish {
    /// Starts the engine for a variant; `None`, with a line that says so, where it is not installed.
    fn start(variant: &str) -> Option<FairyStockfish> {
        let on_path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::env::split_paths(&on_path).chain([PathBuf::from("/usr/games")]);
        let Some(program) = places.map(|folder| folder.join("fairy-stockfish")).find(|file| file.is_file())
        else {
            println!("skipped: fairy-stockfish is not installed");
            return None;
        };
        let mut command = Command::new(program);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (writer, reader) =
            (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let engine = UciEngine::new(reader, writer, &UciOptions::for_variant(variant)).unwrap();
        Some(FairyStockfish { engine: Some(engine), process })
    }

    fn engine(&mut self) -> &mut dyn Reference {
        self.engine.as_mut().unwrap()
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.engine = None;
        self.process.wait().unwrap();
    }
}

fn set(moves: Result<Vec<String>, Error>, fen: &str) -> BTreeSet<String> {
    let moves = moves.unwrap_or_else(|error| panic!("{fen}: {error}"));
    let set: BTreeSet<_> = moves.iter().cloned().collect();
    assert_eq!(set.len(), moves.len(), "a move is given twice in {fen}: {moves:?}");
    set
}

/// The position as FEN, written here from the board's public face, so that the reader is checked too.
fn xiangqi_fen(board: &Board) -> String {
    use carn::reference::xiangqi::{Role, Side, Square};
    let row = |rank| {
        let mut text = String::new();
        for file in 0..9 {
            let Some(piece) = board.piece_on(Square { file, rank }) else {
                let before = text.pop();
                match before.and_then(|last| last.to_digit(10)) {
                    Some(empty) => text.push_str(&(empty + 1).to_string()),
                    None => text.extend(before.into_iter().chain(['1'])),
                }
                continue;
            };
            let letter = match piece.role {
                Role::General => 'k',
                Role::Advisor => 'a',
                Role::Elephant => 'b',
                Role::Horse => 'n',
                Role::Chariot => 'r',
                Role::Cannon => 'c',
                Role::Soldier => 'p',
            };
            text.push(if piece.side == Side::Red { letter.to_ascii_uppercase() } else { letter });
        }
        text
    };
    let rows: Vec<_> = (0..10).rev().map(row).collect();
    format!("{} {} - - 0 1", rows.join("/"), if board.turn() == Side::Red { 'w' } else { 'b' })
}

#[test]
fn xiangqi_agrees_with_fairy_stockfish_on_random_games() {
    let Some(mut fairy) = FairyStockfish::start("xiangqi") else { return };
    let mut ours = builtin("xiangqi").unwrap();
    let mut random = Random::new(2026);
    let mut positions = 0;
    for _ in 0..80 {
        let mut board = Board::from_fen(XIANGQI).unwrap();
        for _ in 0..80 {
            let fen = xiangqi_fen(&board);
            assert_eq!(Board::from_fen(&fen).as_ref(), Ok(&board), "{fen}");
            let theirs = set(fairy.engine().legal_moves(&fen), &fen);
            assert_eq!(set(ours.legal_moves(&fen), &fen), theirs, "{fen}");
            positions += 1;
            let moves = board.legal_moves();
            let Some(&m) = random.choose(&moves) else { break };
            board.make(m);
        }
    }
    assert!(positions > 5_000, "only {positions} positions were compared");
}

#[test]
fn chess_agrees_with_fairy_stockfish_on_random_games() {
    let back_ranks = ["rnbqkbnr", "bbqnnrkr", "rkrnnqbb", "nrbbknqr", "qrknbbrn"];
    for (variant, back_ranks) in [("chess", &back_ranks[..1]), ("chess960", &back_ranks)] {
        let Some(mut fairy) = FairyStockfish::start(variant) else { return };
        let mut ours = builtin(variant).unwrap();
        let chess = if variant == "chess" { Chess::standard() } else { Chess::fischer_random() };
        let mut random = Random::new(960);
        for game in 0..40 {
            let black = back_ranks[game % back_ranks.len()];
            let white = black.to_ascii_uppercase();
            let start = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq -");
            let mut board = chess.board(&start).unwrap();
            for _ in 0..100 {
                // The plain form has `KQkq` for the outermost rooks, the alternate form the rooks' files.
                let fen = if variant == "chess" { format!("{board}") } else { format!("{board:#}") };
                let theirs = set(fairy.engine().legal_moves(&fen), &fen);
                assert_eq!(set(ours.legal_moves(&fen), &fen), theirs, "{fen}");
                let moves = chess.moves(&board);
                let Some((_, m)) = random.choose(&moves) else { break };
                board.play_unchecked(*m);
            }
        }
    }
}

#[test]
fn fairy_stockfish_counts_as_published() {
    let Some(mut fairy) = FairyStockfish::start("xiangqi") else { return };
    let engine = fairy.engine();
    assert!(engine.name().starts_with("Fairy-Stockfish"), "{}", engine.name());
    assert_eq!(engine.perft(XIANGQI, 0), Ok(1));
    assert_eq!(engine.perft(XIANGQI, 3), Ok(79_666));
    assert!(engine.legal_moves(XIANGQI).unwrap().contains(&"h3h10".to_owned()));
    // It reads what it can of a position that does not fit, and says nothing; we notice, and can go on.
    let eight_wide = XIANGQI.replacen("rnbakabnr", "rnbakabn", 1);
    assert!(matches!(engine.legal_moves(&eight_wide), Err(Error::Fen { .. })));
    assert_eq!(engine.perft(XIANGQI, 2), Ok(1920));
}

#[test]
fn fairy_stockfish_spells_castling_as_we_do() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (variant, castling) in [("chess", "e1g1"), ("chess960", "e1h1")] {
        let Some(mut fairy) = FairyStockfish::start(variant) else { return };
        let moves = set(fairy.engine().legal_moves(fen), fen);
        assert!(moves.len() == 15 && moves.contains(castling), "{moves:?}");
    }
}

#[test]
fn builtin_references() {
    for name in ["chess", "chess960", "xiangqi"] {
        let mut reference = builtin(name).unwrap_or_else(|| panic!("no reference for {name}"));
        assert!(matches!(reference.legal_moves("junk"), Err(Error::Fen { .. })));
    }
    assert!(builtin("shogi").is_none());
}
