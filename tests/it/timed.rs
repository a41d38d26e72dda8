//! Time limits for tests.

use std::time::{Duration, Instant};

/// The result of `run`, if it takes less than a second.
pub fn timed<T>(run: impl FnOnce() -> T) -> T {
    within(Duration::from_secs(1), run)
}

/// The result of `run`, if it is in time: measured by this thread's own time if the system has it, so that other work on the
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
