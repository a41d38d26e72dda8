//! Move generators written for one game each, in a program of their own: the peers of the benchmarks.
//!
//! ```text
//! carn-peers perft GAME DEPTH FEN     the last ply is counted and not played
//! carn-peers walk GAME DEPTH FEN      at every node: list the moves, play each on a copy of the board
//! carn-peers status GAME DEPTH FEN    the same, and whether the game is over is asked at every node
//! carn-peers games GAME COUNT PLIES   random games of at most so many plies, the same question asked at every ply
//! carn-peers moves REPEATS            cozy-chess: all moves of the positions on standard input, a FEN each, into one buffer
//! ```
//!
//! GAME is `chess` (cozy-chess), `shogi` (haitaka: perft and walk from the start, without FEN) or `othello` (magpie: perft
//! from the start). The answer is the number of nodes, plies or moves, and the seconds of processor time of one
//! count: the mean of as many as take a fifth of a second.

use std::hint::black_box;
use std::io::Read;
use std::process::ExitCode;

#[path = "../../common/clock.rs"]
mod clock;
#[allow(dead_code)]
#[path = "../../../engine/src/random.rs"]
mod random;

use random::Random;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match counted(&words) {
        Some((nodes, seconds)) => {
            println!("{nodes} {seconds}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("expected: what to count, the game, how deep, and a sound position");
            ExitCode::from(2)
        }
    }
}

fn counted(words: &[&str]) -> Option<(u64, f64)> {
    let number = |text: &str| text.parse().ok();
    match words[..] {
        ["perft", "chess", depth, fen] => {
            let (board, depth): (cozy_chess::Board, _) = (fen.parse().ok()?, number(depth)?);
            Some(clock::time(|| chess(black_box(&board), depth)))
        }
        ["perft", "shogi", depth] => {
            let (board, depth) = (haitaka::Board::startpos(), number(depth)?);
            Some(clock::time(|| shogi(black_box(&board), depth)))
        }
        ["perft", "othello", depth] => {
            let (board, first) = (magpie::othello::Board::standard(), magpie::othello::Stone::Black);
            let depth = number(depth)?;
            Some(clock::time(|| othello(black_box(&board), first, false, depth)))
        }
        ["walk", "chess", depth, fen] => {
            let board: cozy_chess::Board = fen.parse().ok()?;
            Some(walked::<_, false>(&board, number(depth)?))
        }
        ["status", "chess", depth, fen] => {
            let board: cozy_chess::Board = fen.parse().ok()?;
            Some(walked::<_, true>(&board, number(depth)?))
        }
        ["walk", "shogi", depth] => Some(walked::<_, false>(&haitaka::Board::startpos(), number(depth)?)),
        ["games", "chess", count, plies] => {
            let (count, plies) = (number(count)?, number(plies)?);
            Some(clock::time(|| (0..u64::from(count)).map(|seed| game(seed, plies)).sum()))
        }
        ["moves", repeats] => moves(number(repeats)?),
        _ => None,
    }
}

/// What a walk asks of a board.
trait Game: Clone {
    type Move: Copy;

    fn list(&self, moves: &mut Vec<Self::Move>);
    fn play(&mut self, m: Self::Move);
    fn is_over(&self) -> bool;
}

impl Game for cozy_chess::Board {
    type Move = cozy_chess::Move;

    fn list(&self, moves: &mut Vec<Self::Move>) {
        self.generate_moves(|some| {
            moves.extend(some);
            false
        });
    }

    fn play(&mut self, m: Self::Move) {
        self.play_unchecked(m);
    }

    fn is_over(&self) -> bool {
        self.status() != cozy_chess::GameStatus::Ongoing
    }
}

impl Game for haitaka::Board {
    type Move = haitaka::Move;

    fn list(&self, moves: &mut Vec<Self::Move>) {
        self.generate_moves(|some| {
            moves.extend(some);
            false
        });
    }

    fn play(&mut self, m: Self::Move) {
        self.play_unchecked(m);
    }

    fn is_over(&self) -> bool {
        false
    }
}

fn walked<G: Game, const ASKING: bool>(board: &G, depth: u32) -> (u64, f64) {
    let mut lists: Vec<Vec<G::Move>> = (0..depth).map(|_| Vec::with_capacity(256)).collect();
    clock::time(|| walk::<G, ASKING>(black_box(board), &mut lists))
}

/// The number of nodes as deep as there are lists, the board's own included; the lists are memory for the moves of each ply.
fn walk<G: Game, const ASKING: bool>(board: &G, lists: &mut [Vec<G::Move>]) -> u64 {
    if ASKING && black_box(board.is_over()) {
        return 1;
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    board.list(moves);
    let mut nodes = 1;
    for &m in moves.iter() {
        let mut after = board.clone();
        after.play(m);
        nodes += walk::<G, ASKING>(&after, deeper);
    }
    nodes
}

/// The plies of a random game.
fn game(seed: u64, plies: u32) -> u64 {
    let (mut board, mut random) = (cozy_chess::Board::default(), Random::new(seed));
    let mut moves = Vec::with_capacity(256);
    let mut played = 0;
    while played < u64::from(plies) && !black_box(board.is_over()) {
        moves.clear();
        board.list(&mut moves);
        let Some(&m) = random.choose(&moves) else { break };
        board.play(m);
        played += 1;
    }
    played
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
            board.list(&mut listed);
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
