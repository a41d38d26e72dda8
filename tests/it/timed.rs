//! Time limits for tests.

use std::time::{Duration, Instant};

/// What `run` gives, if it comes within a second.
pub fn timed<T>(run: impl FnOnce() -> T) -> T {
    within(Duration::from_secs(1), run)
}

/// What `run` gives, if it comes in time: in this thread's own time where the system tells it, so that other work on the
/// machine does not count.
pub fn within<T>(limit: Duration, run: impl FnOnce() -> T) -> T {
    let (wall, own) = (Instant::now(), own_time());
    let value = run();
    let taken = match (own, own_time()) {
        (Some(before), Some(after)) => after - before,
        _ => wall.elapsed(),
    };
    assert!(taken < limit, "took {taken:?}");
    value
}

/// How long this thread has run.
fn own_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
