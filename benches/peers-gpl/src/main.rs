//! Random chess games with shakmaty, with `outcome()` at every ply: a peer of the benchmark `walk`.
//!
//! ```text
//! carn-peers-gpl games chess COUNT PLIES    random games of at most PLIES plies
//! ```
//!
//! Prints the number of plies and the seconds of processor time of one run: the mean of the runs in a fifth
//! of a second. This program is under the GPL, so it shares no file with the crate; it has its own clock and
//! random numbers.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use shakmaty::{Chess, Position};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["games", "chess", count, plies] = words[..]
        && let (Ok(count), Ok(plies)) = (count.parse(), plies.parse())
    {
        let (origin, mut runs) = (Instant::now(), 0);
        let start = now(origin);
        loop {
            let played: u64 = (0..count).map(|seed| game(black_box(seed), plies)).sum();
            runs += 1;
            let used = now(origin) - start;
            if used >= 0.2 {
                println!("{played} {}", used / f64::from(runs));
                return ExitCode::SUCCESS;
            }
        }
    }
    eprintln!("expected: games chess COUNT PLIES");
    ExitCode::from(2)
}

/// Plays a random game and returns its plies.
fn game(seed: u64, plies: u64) -> u64 {
    let (mut position, mut random) = (Chess::default(), seed);
    for played in 0..plies {
        if black_box(position.outcome()).is_known() {
            return played;
        }
        let moves = position.legal_moves();
        let chosen = ((u128::from(next(&mut random)) * moves.len() as u128) >> 64) as usize;
        let Some(&m) = moves.get(chosen) else { return played };
        position.play_unchecked(m);
    }
    plies
}

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The processor time of this thread in seconds; wall-clock time on systems other than Linux.
fn now(origin: Instant) -> f64 {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = used.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| origin.elapsed().as_secs_f64(), |used| used / 1e9)
}
