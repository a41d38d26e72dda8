//! Tests the available memory. Systems overcommit memory and kill processes that use too much, so this is checked first.

use std::path::Path;

/// Whether this many more bytes are available, as far as the system reports.
pub fn has(bytes: usize) -> bool {
    // Fails for a limit on the process, or an address space that is too small.
    let promised = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    promised && [of_the_machine(), of_the_group()].into_iter().flatten().all(|free| free >= bytes as u64)
}

/// The memory available to programs according to Linux.
fn of_the_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The remaining memory of a container's limit.
fn of_the_group() -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        std::fs::read_to_string(Path::new("/sys/fs/cgroup").join(name)).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}
