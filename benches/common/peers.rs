//! Move generators for single games, as separate programs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds a peer program, `benches/FOLDER`, as its users would: for this processor, with link-time
/// optimisation. If that fails, prints a message and returns `None`.
pub fn built(folder: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = root.join("target/peers");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(root.join("benches").join(folder).join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .status();
    let program =
        target.join(format!("release/carn-{folder}")).with_extension(std::env::consts::EXE_EXTENSION);
    let found = built.is_ok_and(|status| status.success()) && program.is_file();
    if !found {
        println!("benches/{folder} could not be built: its comparisons are skipped");
    }
    found.then_some(program)
}

/// Runs a peer with these arguments and this input. Returns its count and processor seconds.
pub fn peer(program: &Path, words: &[&str], lines: &str) -> Option<(u64, f64)> {
    let mut running =
        Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    running.stdin.take()?.write_all(lines.as_bytes()).ok()?;
    let output = running.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (nodes, seconds) = text.trim().split_once(' ')?;
    Some((nodes.parse().ok()?, seconds.parse().ok()?))
}
