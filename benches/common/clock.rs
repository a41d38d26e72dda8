//! Processor time of a piece of work.

use std::hint::black_box;
use std::time::Instant;

/// The processor time of this thread in seconds; wall-clock time on systems other than Linux.
fn now(origin: Instant) -> f64 {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = used.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| origin.elapsed().as_secs_f64(), |used| used / 1e9)
}

/// The result of some work and its mean time in seconds. It is repeated, since the clock may tick only every
/// few milliseconds.
pub fn time<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let origin = Instant::now();
    let start = now(origin);
    let mut runs = 0;
    loop {
        let result = black_box(work());
        runs += 1;
        let used = now(origin) - start;
        if used >= 0.2 {
            return (result, used / f64::from(runs));
        }
    }
}
