//! Move generators for single games: the peers of the benchmarks, in a separate program.
//!
//! ```text
//! carn-peers perft GAME DEPTH FEN     with bulk counting
//! carn-peers walk GAME DEPTH FEN      copy-make, listing the moves at every node
//! carn-peers status GAME DEPTH FEN    the same, testing at every node whether the game is over
//! carn-peers games GAME COUNT PLIES   random games of at most PLIES plies, with that test
//! carn-peers moves REPEATS            cozy-chess: lists all moves of the positions (FEN) on standard input
//! ```
//!
//! GAME is `chess` (cozy-chess), `shogi` (haitaka: perft and walk from the start position, without FEN) or
//! `othello` (magpie: perft from the start position). Prints the number of nodes, plies or moves, and the
//! seconds of processor time of one run: the mean of the runs in a fifth of a second.

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

/// The board operations of a walk.
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

/// The number of nodes, the root included, to a depth of `lists.len()`. The lists are move buffers, one per
/// ply.
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

/// Plays a random game and returns its plies.
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

/// Lists all moves of all positions into one buffer.
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

/// A pass counts as a ply; two passes end the game.
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
