//! Generators that were written for one game each, as a program of its own: what rule files are measured by.
//!
//! ```text
//! carn-peers chess DEPTH FEN      cozy-chess
//! carn-peers shogi DEPTH          haitaka, from the start
//! carn-peers othello DEPTH        magpie, from the start
//! carn-peers moves REPEATS        cozy-chess: all moves of the positions on standard input, a FEN each, into one buffer
//! ```
//!
//! prints how many nodes (or moves) were counted and the seconds of processor time of one count, the mean of as many as
//! take a fifth of a second. The last ply is counted and not played.

use std::hint::black_box;
use std::io::Read;
use std::process::ExitCode;

#[path = "../../common/clock.rs"]
mod clock;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().ok();
    let counted = match words[..] {
        ["chess", depth, fen] => number(depth).zip(fen.parse().ok()).map(|(depth, board)| {
            let board: cozy_chess::Board = board;
            clock::time(|| chess(black_box(&board), depth))
        }),
        ["shogi", depth] => number(depth).map(|depth| {
            let board = haitaka::Board::startpos();
            clock::time(|| shogi(black_box(&board), depth))
        }),
        ["othello", depth] => number(depth).map(|depth| {
            let (board, first) = (magpie::othello::Board::standard(), magpie::othello::Stone::Black);
            clock::time(|| othello(black_box(&board), first, false, depth))
        }),
        ["moves", repeats] => number(repeats).and_then(moves),
        _ => None,
    };
    match counted {
        Some((nodes, seconds)) => {
            println!("{nodes} {seconds}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("what is counted, how deep, and for chess a sound position");
            ExitCode::from(2)
        }
    }
}

fn chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = u64::from(depth == 0);
    if depth > 0 {
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
                return false;
            }
            for one in moves {
                let mut after = board.clone();
                after.play_unchecked(one);
                nodes += chess(&after, depth - 1);
            }
            false
        });
    }
    nodes
}

/// All moves of all positions, written down one position after the other.
fn moves(repeats: u32) -> Option<(u64, f64)> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).ok()?;
    let boards: Result<Vec<cozy_chess::Board>, _> = text.lines().map(str::parse).collect();
    let boards = boards.ok()?;
    let mut listed: Vec<cozy_chess::Move> = Vec::with_capacity(256);
    Some(clock::time(|| {
        let mut total = 0;
        for board in (0..repeats).flat_map(|_| &boards) {
            listed.clear();
            board.generate_moves(|moves| {
                listed.extend(moves);
                false
            });
            total += black_box(&listed).len() as u64;
        }
        total
    }))
}

fn shogi(board: &haitaka::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    let mut visit = |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
            return false;
        }
        for one in moves {
            let mut after = board.clone();
            after.play_unchecked(one);
            nodes += shogi(&after, depth - 1);
        }
        false
    };
    board.generate_board_moves(&mut visit);
    board.generate_drops(&mut visit);
    nodes
}

/// A player who has no move passes, which is a ply; two passes end the game.
fn othello(board: &magpie::othello::Board, stone: magpie::othello::Stone, passed: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return match passed {
            true => u64::from(depth == 1),
            false => othello(board, stone.flip(), true, depth - 1),
        };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    let played = moves.hot_bits().map(|at| {
        let mut after = board.clone();
        after.play(stone, at);
        othello(&after, stone.flip(), false, depth - 1)
    });
    played.sum()
}
