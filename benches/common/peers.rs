//! Generators that were written for one game each, as a program of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program of generators that were written for one game each (`benches/peers`), built as their users build them;
/// `None`, said aloud, where that cannot be done.
pub fn peers() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = folder.join("target/peers");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(folder.join("benches/peers/Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .status();
    let program = target.join("release/carn-peers").with_extension(std::env::consts::EXE_EXTENSION);
    let found = built.is_ok_and(|status| status.success()) && program.is_file();
    if !found {
        println!("the programs to compare with (benches/peers) could not be built");
    }
    found.then_some(program)
}

/// What such a generator counts, and the seconds of processor time that it takes; it is asked by these words, and by lines
/// that it reads.
pub fn peer(program: &Path, words: &[&str], lines: &str) -> Option<(u64, f64)> {
    let mut running =
        Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    running.stdin.take()?.write_all(lines.as_bytes()).ok()?;
    let output = running.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (nodes, seconds) = text.trim().split_once(' ')?;
    Some((nodes.parse().ok()?, seconds.parse().ok()?))
}
