//! How long something may take.

use std::time::{Duration, Instant};

/// What `run` gives, if it comes within a second: of this thread's own time where the system tells it, so that other
/// work on the machine does not count.
pub fn timed<T>(run: impl FnOnce() -> T) -> T {
    let (wall, own) = (Instant::now(), own_time());
    let value = run();
    let taken = match (own, own_time()) {
        (Some(before), Some(after)) => after - before,
        _ => wall.elapsed(),
    };
    assert!(taken < Duration::from_secs(1), "took {taken:?}");
    value
}

/// How long this thread has run.
fn own_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
