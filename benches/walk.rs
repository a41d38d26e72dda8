//! Typical work of an embedding program, against peers in the same run: walk a tree, query the outcome, play
//! random games, load a game.
//!
//! `cargo bench --bench walk [-- quick] [-- all]`. Every row has a target; a row below it is marked "missed".
//! One thread, no hash, processor time of the thread. Rounds alternate between the two sides; a ratio is the
//! median over the rounds. Peers run as separate programs, built for this processor with link-time
//! optimisation (`benches/peers`, and `benches/peers-gpl` for one under the GPL). `all` prints random games
//! and load time for every shipped game.

mod common;

use std::path::PathBuf;

use carn::library;
use carn::position::Position;
use common::peers::{built, peer};
use common::play::{PLIES, game_rates, games, walk_within, walked};
use common::{KIWIPETE, START, median, once, rate, shipped, time};

fn main() {
    let told = |word| std::env::args().any(|argument| argument == word);
    let (quick, all) = (told("quick"), told("all"));
    let bench = Bench {
        rounds: if quick { 3 } else { 7 },
        less: u32::from(quick),
        permissive: built("peers"),
        gpl: built("peers-gpl"),
    };
    println!("{:<46} {:>9} {:>9} {:>9} {:>9}", "work", "M/s", "peer M/s", "ratio", "target");
    bench.chess();
    bench.games();
    bench.shogi();
    bench.others();
    bench.perft();
    every_game(if quick { 1 } else { 3 }, all);
    loading(bench.rounds, all);
}

/// The settings of all rows.
struct Bench {
    rounds: usize,
    /// The depth reduction of a quick run, in plies.
    less: u32,
    permissive: Option<PathBuf>,
    gpl: Option<PathBuf>,
}

impl Bench {
    /// Measures one row. Each side returns a count and its seconds. If both count the same thing, the counts
    /// must agree. A target of 0 means none.
    fn race(
        &self,
        work: &str,
        target: f64,
        same: bool,
        mut ours: impl FnMut() -> (u64, f64),
        mut theirs: impl FnMut() -> Option<(u64, f64)>,
    ) {
        let (mut own, mut peers, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.rounds {
            let Some(theirs) = theirs() else {
                println!("{work:<46} skipped: no peer");
                return;
            };
            let ours = ours();
            assert!(!same || ours.0 == theirs.0, "{work}: {} here, {} there", ours.0, theirs.0);
            own.push(rate(ours));
            peers.push(rate(theirs));
            ratios.push(rate(ours) / rate(theirs));
        }
        let ratio = median(ratios);
        let aim = if target > 0.0 { format!("{target:.2} ×") } else { "–".to_owned() };
        println!(
            "{work:<46} {:>9.2} {:>9.2} {ratio:>7.2} × {aim:>9}{}",
            median(own),
            median(peers),
            missed(ratio, target)
        );
    }

    fn peer(&self, words: &[&str]) -> Option<(u64, f64)> {
        peer(self.permissive.as_deref()?, words, "")
    }

    /// Walks against cozy-chess, without and with the outcome.
    fn chess(&self) {
        let rules = shipped("chess");
        let positions = [("start", START, 5 - self.less), ("kiwipete", KIWIPETE, 4 - self.less)];
        let starts = positions.map(|(name, fen, depth)| {
            (name, fen, depth, Position::from_fen(&rules, fen).expect("a sound position"))
        });
        for (name, fen, depth, position) in &starts {
            let theirs = || self.peer(&["walk", "chess", &depth.to_string(), fen]);
            let work = format!("walk, chess {name} depth {depth}, cozy-chess");
            self.race(&work, 1.0, true, || walked::<false>(position, *depth), theirs);
        }
        for (name, fen, depth, position) in &starts {
            let theirs = || self.peer(&["status", "chess", &depth.to_string(), fen]);
            let work = format!("with outcome, chess {name} depth {depth}, cozy-chess");
            self.race(&work, 0.8, true, || walked::<true>(position, *depth), theirs);
        }
    }

    /// Random games of chess. Only our games end by repetition, so the games differ.
    fn games(&self) {
        const COUNT: u64 = 200;
        let start = Position::start(&shipped("chess"));
        let words = ["games", "chess", &COUNT.to_string(), &PLIES.to_string()];
        let gpl = || peer(self.gpl.as_deref()?, &words, "");
        self.race("random games of chess, shakmaty", 1.0, false, || games(&start, COUNT), gpl);
        let cozy = || self.peer(&words);
        self.race("random games of chess, cozy-chess", 0.0, false, || games(&start, COUNT), cozy);
    }

    fn shogi(&self) {
        let (start, depth) = (Position::start(&shipped("shogi")), 4 - self.less);
        let theirs = || self.peer(&["walk", "shogi", &depth.to_string()]);
        let work = format!("walk, shogi start depth {depth}, haitaka");
        self.race(&work, 1.0, true, || walked::<false>(&start, depth), theirs);
    }

    /// Walks of other games, against our walk of chess.
    fn others(&self) {
        let chess = Position::start(&shipped("chess"));
        let names =
            ["xiangqi", "minixiangqi", "crazyhouse", "atomic", "capablanca", "grand", "makruk", "glinski"];
        for name in names {
            let start = Position::start(&shipped(name));
            let depth = walk_within(0.2, &start);
            let work = format!("walk, {name} start depth {depth}, chess's own");
            let theirs = || Some(walked::<false>(&chess, 4));
            self.race(&work, 0.4, false, || walked::<false>(&start, depth), theirs);
        }
    }

    /// Perft with bulk counting.
    fn perft(&self) {
        let chess = shipped("chess");
        let xiangqi = Position::start(&shipped("xiangqi"));
        for (name, fen, depth, target) in [("start", START, 6, 1.2), ("kiwipete", KIWIPETE, 5, 1.0)] {
            let position = Position::from_fen(&chess, fen).expect("a sound position");
            let depth = depth - self.less;
            let theirs = || self.peer(&["perft", "chess", &depth.to_string(), fen]);
            let work = format!("perft, chess {name} depth {depth}, cozy-chess");
            self.race(&work, target, true, || time(|| position.perft(depth)), theirs);
        }
        let depth = 5 - self.less;
        let theirs = || self.peer(&["perft", "chess", "5", START]);
        let work = format!("perft, xiangqi depth {depth}, cozy-chess's chess");
        self.race(&work, 0.9, false, || time(|| xiangqi.perft(depth)), theirs);
    }
}

fn missed(value: f64, target: f64) -> &'static str {
    if value >= target { "" } else { "  (missed)" }
}

/// Random games of every shipped game: the rate, and its share of the rate without `outcome()`.
fn every_game(rounds: usize, all: bool) {
    const RATE: f64 = 0.1;
    const SHARE: f64 = 0.2;
    let measured = library::names().map(|name| {
        let start = Position::start(&shipped(name));
        let (mut rates, mut shares) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (asked, alone) = game_rates(&start, 0.1);
            rates.push(asked);
            shares.push(asked / alone);
        }
        (name, median(rates), median(shares))
    });
    let mut games: Vec<(&str, f64, f64)> = measured.collect();
    // The smaller ratio to the two targets.
    let reach = |&(_, rate, share): &(&str, f64, f64)| (rate / RATE).min(share / SHARE);
    games.sort_by(|one, other| reach(one).total_cmp(&reach(other)));
    println!("\n{:<46} {:>9} {:>9}", "random games with outcome at every ply", "M plies/s", "share");
    for game in games.iter().take(if all { usize::MAX } else { 10 }) {
        let &(name, rate, share) = game;
        println!("{name:<46} {rate:>9.3} {share:>9.2}{}", missed(reach(game), 1.0));
    }
    let misses = games.iter().filter(|game| reach(game) < 1.0).count();
    println!("{misses} of {} games miss {RATE} M plies/s or a share of {SHARE}", games.len());
}

/// Wall-clock time from the text of a rule file to usable rules; the slowest files.
fn loading(rounds: usize, all: bool) {
    const TARGET: f64 = 60.0;
    let load = |name| once(|| library::rules(name)).1 * 1e3;
    let measured = library::names().map(|name| (name, median((0..rounds).map(|_| load(name)).collect())));
    let mut files: Vec<(&str, f64)> = measured.collect();
    files.sort_by(|one, other| other.1.total_cmp(&one.1));
    println!("\n{:<46} {:>9}", "loading a rule file", "ms");
    for &(name, milliseconds) in files.iter().take(if all { usize::MAX } else { 5 }) {
        println!("{name:<46} {milliseconds:>9.1}{}", missed(TARGET, milliseconds));
    }
    let misses = files.iter().filter(|file| file.1 > TARGET).count();
    println!("{misses} of {} files take longer than {TARGET} ms", files.len());
}
